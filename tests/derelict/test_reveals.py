"""Reveals, voluntary and forced (DL-8, DL-9)."""

import pytest

from engine.games import editions
from engine.games.derelict.board import Token
from engine.games.derelict.events import Exposed, More, Placed, Revealed, Vanished
from engine.rulings.rulings import Correct
from engine.state import REFEREE
from tests.derelict import stage
from tests.derelict.stage import Stage, only
from tests.kit.each import each

HIDDEN = "marine 9,6 S"
"""A marine that looks away from everything."""


def begun(tokens: str, profile: str = "full", **more: object) -> Stage:
    s = Stage(f"{tokens}; {HIDDEN}", profile=profile, **more)  # type: ignore[arg-type]  # options of the stage
    if s.asked == "marine":
        s.say("pass")
    return s


@each("kind, count", [("blip", 1), ("blip_2", 2), ("blip_3", 3)])
def test_DL_8_a_blip_shows_one_two_or_three_aliens(kind: str, count: int) -> None:
    """DL-8.1, DL-8.2: for its whole 6 action points; turning before is free."""
    s = begun(f"{kind} 3,3 W")
    s.say("activate B1; turn left")
    assert s.offers()["reveal"] == 6
    assert only(Revealed, s.say("reveal")) == Revealed("B1", "A2", (3, 3))
    assert (s.unit("A2").kind, s.unit("A2").rot, s.world.ap) == ("alien", 0, 0)
    for _ in range(count - 1):
        assert s.verbs() == {"deploy", "turn"}, (
            "while any are due the only ways on are turn and deploy (DL-8.4)"
        )
        s.say(next(text for text in s.offers() if text.startswith("deploy")))
    assert s.verbs() == {"pass", "activate", "turn"}
    assert len(s.world.position.of("alien")) == 1 + count


def test_DL_8_a_blip_that_has_moved_cannot_reveal_itself() -> None:
    s = begun("blip 3,3 W")
    s.say("activate B1; move 3,4")
    assert "reveal" not in s.verbs()


def test_DL_8_3_the_others_stand_beside_the_first_unseen() -> None:
    s = begun("blip_3 3,0 W; marine 6,3 W; door 2,0; flame 4,1", rules={"side": "alien"})
    s.say("activate B1; reveal")
    assert [text for text in s.offers() if text.startswith("deploy")] == ["deploy 4,0"]
    s.say("turn right")
    assert only(Placed, s.say("deploy 4,0")) == Placed("A3", (4, 0), 180, "alien"), (
        "it looks like the one before it"
    )
    s.say("turn left")
    assert (s.unit("A2").rot, s.unit("A3").rot) == (180, 90)
    assert s.verbs() == {"pass", "activate", "turn"}, "beside the first no cell is left"


def test_DL_8_3_without_a_cell_the_rest_is_lost() -> None:
    s = Stage("blip_3 0,0; marine 2,0 E", grid=(".#.",), rules={"side": "alien"}, profile="seed")
    s.say("activate B1; reveal")
    assert s.verbs() == {"pass", "activate", "turn"}


@each("profile", ["seed", "full"])
def test_DL_8_5_whether_the_one_placed_last_can_be_activated_at_once(profile: str) -> None:
    s = begun("blip_2 3,3", profile)
    s.say("activate B1; reveal; deploy 2,2")
    offered = set(s.offers())
    assert "activate A2" in offered
    assert ("activate A3" in offered) is (profile == "full")
    s.say("activate A2")
    assert s.world.ap == 6
    assert "activate A3" in s.offers()


def test_DL_8_6_a_pass_out_of_a_reveal_ends_the_turn() -> None:
    s = begun("blip 3,3", "seed")
    s.say("activate B1; reveal; pass")
    assert (s.asked, s.world.turn) == ("marine", 2)


def test_DL_9_what_a_marine_sees_is_revealed_at_once_in_the_marines_turn() -> None:
    """DL-9.1, DL-9.2: the alien player turns it, the marine player places the others."""
    s = Stage("marine 4,6 E; blip_3 4,1 N").then("activate M1; turn left")
    assert (s.asked, s.view().shown.phase) == ("alien", "orient")
    assert s.offers() == {"done": 0, "turn left": 0, "turn right": 0}
    s.say("turn left")
    assert only(More, s.say("done")) == More("A2")
    assert (s.asked, len(s.offers())) == ("marine", 8), "any empty neighbour, seen or not"
    assert only(Placed, s.say("place 3,0")) == Placed("A3", (3, 0), 90, "marine")
    assert s.asked == "alien"
    s.say("turn right; done; place 5,1; done")
    assert (s.asked, s.world.active, s.world.ap) == ("marine", "M1", 3)
    assert [s.unit(name).rot for name in ("A2", "A3", "A4")] == [90, 180, 180]


def test_DL_9_1_a_door_that_opens_and_a_marine_that_dies_open_views() -> None:
    s = Stage("marine 0,0 E; door 1,0; blip 3,0", grid=(".....",))
    assert only(Exposed, s.say("activate M1; door 1,0")).unit == "A2"
    s = Stage(
        "marine 3,0 W; marine 0,0 E; alien 3,1 N; blip 4,0",
        {"assault/": [1, 6, 6, 6]},
        grid=(".....",) * 2,
    )
    s.say("pass; activate A1")
    assert only(Exposed, s.say("assault")).cell == (4, 0)
    assert s.gone("M1")


def exposed(s: Stage) -> list[str]:
    return [event.blip for event in s.play.bulletins[-1].events("*") if isinstance(event, Exposed)]


@each("side", ["marine", "alien"])
def test_DL_9_1_a_blip_in_view_from_the_set_up_is_revealed_when_play_begins(side: str) -> None:
    s = Stage("marine 0,0 E; blip_2 3,0; blip 4,6 S; marine 0,3 W", rules={"side": side})
    assert exposed(s) == ["B1"]
    assert (s.asked, s.view().shown.phase) == ("alien", "orient")
    s.say("done; place 3,1; done")
    assert s.asked == side
    assert s.unit("B2").kind == "blip", "nobody sees it"


def test_DL_9_1_in_a_deployment_it_is_revealed_by_whoever_is_placed_first() -> None:
    s = Stage("marine 0,0 N; drop_marine 0,0; start_marine 0,3 E; blip 4,3")
    assert s.view().shown.phase == "deployment"
    s.say("activate M1; move 0,3")
    assert exposed(s) == ["B1"]


@each("side", ["marine", "alien"])
def test_DL_9_1_a_blip_that_a_correction_puts_in_view_is_revealed_at_once(side: str) -> None:
    s = Stage("marine 0,0 E; blip 4,6 S; alien 9,6 W", rules={"side": side})
    k = next(k for k, token in enumerate(s.world.tokens) if token.name == "B1")
    s.play.write(0, REFEREE, Correct(f"tokens[{k}].y", 0, "it stood one cell too far"))
    assert exposed(s) == ["B1"]
    assert s.asked == "alien"
    s.say("done")
    assert s.asked == side


def test_DL_9_1_in_the_profile_seed_blips_stand_in_view() -> None:
    s = Stage("marine 0,0 E; blip 3,0", profile="seed").then("activate M1; turn left; turn right")
    assert s.unit("B1").kind == "blip"


@pytest.mark.parametrize(("edition", "first"), [(1, ["B2", "B1"]), (2, ["B1", "B2"])])
def test_DL_9_1_blips_are_looked_at_in_the_order_of_the_tokens_and_once_by_rows(
    edition: int, first: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each reveal is over before the next begins. Recorded games of the original have the order of
    the tokens; games that were begun in edition 1 go on row by row.
    """
    monkeypatch.setattr(stage, "GAME", editions("derelict")[edition])
    s = Stage("marine 0,5 E; marine 0,1 E; blip 5,5; blip 3,1")
    assert exposed(s) == first[:1]
    s.say("done")
    assert exposed(s) == first[1:]


def test_DL_9_2_the_others_are_deactivated_if_the_first_is() -> None:
    s = Stage("marine 9,3 W; blip_2 3,3 +deactivated; alien 5,3 S", rules={"side": "alien"})
    s.say("activate A1; move 5,4")
    s.say("done; place 3,2; done")
    assert s.unit("A3").markers == s.unit("A4").markers == ("deactivated",)
    assert s.verbs() <= {"pass", "activate", "move", "turn"}
    assert "activate A3" not in s.offers()


def crowd(s: Stage, count: int) -> None:
    cells = [(x, y) for y in (4, 5, 6) for x in range(10) if (x, y) not in s.world.position.units]
    s.world.tokens += [
        Token(kind="alien", x=x, y=y, rot=0, name=s.world.name("A")) for x, y in cells[:count]
    ]


def test_DL_9_3_with_22_aliens_a_blip_that_is_seen_is_taken_away() -> None:
    s = Stage("marine 2,0 S; blip_3 7,0")
    crowd(s, 21 - 1)
    s.world.tokens.append(Token(kind="alien", x=0, y=1, rot=0, name=s.world.name("A")))
    s.say("activate M1")
    assert only(Vanished, s.say("turn left")) == Vanished("B1", (7, 0))
    assert s.asked == "marine"
    assert len(s.world.position.of("alien")) == 22


def test_DL_9_3_of_a_forced_reveal_only_so_many_come_as_fit() -> None:
    s = Stage("marine 2,0 S; blip_3 7,0")
    crowd(s, 19)
    s.say("activate M1; turn left; done; place 7,1; done")
    assert len(s.world.position.of("alien")) == 22
    assert s.asked == "marine", "the third does not fit"


def test_DL_8_1_with_22_aliens_no_blip_reveals_itself() -> None:
    s = begun("blip_2 3,3")
    crowd(s, 20)
    s.say("activate B1")
    assert "reveal" in s.verbs()
    s.world.tokens.append(Token(kind="alien", x=0, y=1, rot=0, name=s.world.name("A")))
    assert "reveal" not in s.verbs()


def test_DL_9_the_active_blip_goes_on_as_an_alien() -> None:
    s = Stage("marine 5,6 N; blip 0,3; lurk 0,3; alien_entry 5,0")
    s.say("pass; activate B1; enter; done")
    assert (s.world.active, s.world.ap, s.unit("A2").cell) == ("A2", 5, (5, 0))
    assert s.offers()["turn left"] == 0, "it has moved"
