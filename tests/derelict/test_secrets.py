"""What nobody but the player of the aliens may know (DL-21), and
restarts in the middle of everything.
"""

import random
from typing import Any

import pytest

from engine.games.derelict import orders
from engine.games.derelict.events import CommandDie, Commanding, Filed, Reinforced, Unjammed
from engine.games.derelict.view import ALIENS, MARINES
from engine.state import PUBLIC, Seat
from engine.testing import laws, pairs
from engine.testing.kit import Case, Play, asked, choose
from renderers.derelict import status
from renderers.sentences import sentences_in
from tests.derelict.kit import KIT, brawl_of
from tests.derelict.stage import GAME, Stage, only

CASE = Case("derelict-1", GAME, KIT)
SAID = sentences_in()


def test_DL_21_the_value_of_a_blip_is_in_the_view_of_its_owner_alone() -> None:
    s = Stage("marine 9,6 S; blip_3 3,3; blip 5,5")
    for viewer, values in ((ALIENS, [3, 1]), (MARINES, [0, 0]), (PUBLIC, [0, 0])):
        view = s.view(viewer)
        assert [token.value for token in view.tokens if token.race == "blip"] == values
        assert [token.kind for token in view.tokens if token.race == "blip"] == ["blip", "blip"]


def test_DL_21_a_draw_is_told_to_its_owner_alone_and_the_die_stays_secret() -> None:
    s = Stage("marine 9,6 S; lurk 0,0", {"draw/1/1": [22]}).then("pass; deploy 0,0")
    bulletin = s.play.bulletins[-1]
    assert only(Reinforced, bulletin.events(ALIENS)).value == 3
    for viewer in (MARINES, PUBLIC):
        assert only(Reinforced, bulletin.events(viewer)).value == 0


def test_DL_21_what_is_still_due_in_a_reveal_is_known_to_its_owner_alone() -> None:
    s = Stage("marine 4,6 E; blip_3 4,1 N").then("activate M1; turn left")
    assert [s.view(viewer).shown.due for viewer in (ALIENS, MARINES, PUBLIC)] == [2, None, None]
    s.say("done")
    assert s.asked == MARINES
    assert s.view(MARINES).shown.due is None


def test_DL_21_command_points_may_be_the_marines_own() -> None:
    s = Stage("marine 3,3 N", {"cp/1": [4]}, command_points="marines")
    events = {viewer: s.play.bulletins[-1].events(viewer) for viewer in (MARINES, ALIENS, PUBLIC)}
    assert only(CommandDie, events[MARINES]).die == 4
    for viewer in (ALIENS, PUBLIC):
        assert not [event for event in events[viewer] if isinstance(event, CommandDie)]
        assert only(Commanding, events[viewer]).points is None
        assert s.view(viewer).command is None
    s = Stage("marine_sarge 3,3 N", {"cp/1": [4]}, command_points="marines")
    assert [s.view(viewer).shown.dice for viewer in (MARINES, ALIENS, PUBLIC)] == [(4,), (), ()]


def jammed(die: int, spent: int) -> Stage:
    dice: dict[str, list[int | str]] = {"cp/1": [die], "shot/M1/": [3, 3]}
    s = Stage("marine 5,6 N; alien 5,0 W; marine 0,6 N", dice, command_points="marines")
    s.say("activate M2" + "; command" * spent + "; activate M1; overwatch; pass; activate A1")
    s.say("turn left")
    return s


def known(s: Stage, viewer: Seat) -> tuple[Any, ...]:
    view = s.view(viewer)
    return (
        [bulletin.events(viewer) for bulletin in s.play.bulletins],
        pairs.looked_up(s.play, viewer, KIT.probes),
        SAID.public_question("derelict", view, {}),
        status(view, SAID.say),
        s.play.table.state.due,
    )


def test_DL_21_a_jam_is_asked_about_alike_with_and_without_secret_command_points() -> None:
    none, three = jammed(1, 1), jammed(4, 1)
    assert [s.world.command for s in (none, three)] == [0, 3]
    for answer in ("", "leave"):
        for s in (none, three):
            if answer:
                s.say(answer)
            assert s.asked == (ALIENS if answer else MARINES)
        for viewer in (ALIENS, PUBLIC):
            assert known(none, viewer) == known(three, viewer)


def test_DL_21_without_a_secret_command_point_there_is_nothing_but_to_leave_the_jam() -> None:
    none, three = jammed(1, 1), jammed(4, 1)
    assert "unjam" not in none.refused("unjam").legal
    assert "leave" in none.refused("unjam").legal
    parts = [SAID.asked("derelict", s.view(MARINES)) for s in (none, three)]
    assert parts[0].more == parts[1].more
    assert [one.private for one in parts] == [
        "Nothing to decide: you have no command points.",
        "You have 3 command points.",
    ]
    assert only(Unjammed, three.say("unjam")) == Unjammed("M1", True)
    assert GAME.robot(none.view(MARINES), none.play.table.menu(MARINES), random.Random(1)) == (
        orders.Leave()
    )


def test_DL_21_a_standing_order_spends_no_command_point_that_there_is_not() -> None:
    dice: dict[str, list[int | str]] = {"cp/1": [1], "shot/M1/": [3, 3]}
    s = Stage("marine 5,6 N; alien 5,0 W; marine 0,6 N", dice, command_points="marines")
    s.say("standing unjam always", MARINES)
    s.say("activate M2; command; activate M1; overwatch; pass; activate A1; turn left")
    assert (s.world.command, s.unit("M1").markers, s.asked) == (0, ("jam",), ALIENS)


def test_DL_21_what_hangs_on_secret_command_points_is_the_private_part_of_the_marines() -> None:
    for option, secret in (("marines", True), ("public", False)):
        die = Stage("marine_sarge 3,3 N", {"cp/1": [4]}, command_points=option)
        assert bool(SAID.asked("derelict", die.view(MARINES)).private) is secret
        assert ("4" in SAID.asked("derelict", die.view(MARINES)).more) is not secret
        for face in (1, 4):
            s = Stage("marine 3,3 N", {"cp/1": [face]}, command_points=option)
            s.say("activate M1; command")
            parts = SAID.asked("derelict", s.view(MARINES))
            assert ("command" in parts.private) is (secret and face == 4)
            assert bool(parts.private) is secret
            s.say("pass; activate A1")
            assert not SAID.asked("derelict", s.view(ALIENS)).private


def test_DL_21_standing_orders_are_for_their_seat_alone() -> None:
    s = Stage("marine 3,3 N")
    s.say("standing unjam always", MARINES)
    assert only(Filed, s.play.bulletins[-1].events(MARINES)).seat == MARINES
    assert s.play.bulletins[-1].events(ALIENS) == s.play.bulletins[-1].events(PUBLIC) == []
    assert s.view(ALIENS).standing != s.view(MARINES).standing
    assert s.view(PUBLIC).standing is None


@pytest.mark.nightly
def test_DL_21_hundreds_of_worlds_look_the_same_until_a_reveal() -> None:
    power = pairs.measure(CASE, range(laws.TONIGHT, laws.TONIGHT + 600))
    assert power.found == ()
    assert power.kinds["revealed"] >= 30


def through(
    play: Play, rng: random.Random, seen: set[str], most: int = 2_000, bold: bool = False
) -> None:
    """Random play, each decision by a table that was saved and loaded;
    ``seen`` gets the kinds of questions.
    """
    for _ in range(most):
        if play.over:
            return
        data = play.table.save()
        play.reload()
        assert play.table.save() == data
        GAME.check(play.table.world)
        shown = play.table.view(PUBLIC).shown
        seen.add(shown.kind or shown.phase)
        if bold and rng.random() < 0.8 and play.table.state.due is None:
            (seat,) = asked(play.table)
            view, menu = play.table.view(seat), play.table.menu(seat)
            play.enter(play.now, seat, GAME.robot(view, menu, rng))
        else:
            play.enter(*choose(play, rng, beside=0.002))
    raise AssertionError(f"it goes on after {most} orders")


def test_DL_21_restart_in_the_middle_of_every_kind_of_question() -> None:
    seen: set[str] = set()
    for seed in range(80):
        through(brawl_of(seed), random.Random(seed), seen, bold=seed % 2 == 0)
    wanted = set(
        "deployment reinforcement main voluntary orient place command best guard jam".split()
    )
    assert wanted <= seen, wanted - seen
