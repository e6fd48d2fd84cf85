"""Sequences of orders, standing orders, prompts and who may answer them (DL-19)."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import renderers
from engine.games.derelict.events import CommandDie
from engine.games.derelict.orders import Shoot
from engine.messages import Message, Receipt
from engine.referee.referee import Referee
from engine.state import Setup
from engine.store.sqlite import SqliteStore
from tests.derelict.stage import GAME, OPEN, Stage
from tests.kit.each import each

Dice = dict[str, list[int | str]]


def test_DL_19_a_main_order_comes_from_the_side_to_move_alone() -> None:
    """DL-O3: an answer to a prompt may come from the other side."""
    s = Stage("marine 4,6 E; blip 4,1 N")
    assert s.refused("pass", "alien").code == "not-your-turn"
    s.say("activate M1; turn left")
    assert s.asked == "alien"
    assert s.refused("pass", "marine").code == "not-your-turn"
    s.say("done", "alien")
    assert s.asked == "marine"


@each(
    "text, code, rule",
    [
        ("move 9,9", "cannot-step", "DL-5"),
        ("move", "incomplete", "DL-5"),
        ("activate A1", "cannot-activate", "DL-2"),
        ("shoot A1", "unknown-word", ""),
        ("turn up", "no-such-turn", "DL-4"),
        ("pass now", "too-much", ""),
        ("reveal", "unknown-word", ""),
    ],
)
def test_DL_19_what_is_not_offered_is_refused_with_the_reason(
    text: str, code: str, rule: str
) -> None:
    """DL-O2: and changes nothing."""
    s = Stage("marine 4,6 E; marine 0,0 W").then("activate M1")
    refusal = s.refused(text)
    assert (refusal.code, refusal.rule) == (code, rule)
    assert refusal.legal


def test_DL_19_verbs_and_letters_in_any_case_and_cells_as_printed() -> None:
    s = Stage("marine 4,6 E").then("ACTIVATE m1; Move 5,5; TURN Left")
    assert (s.unit("M1").cell, s.unit("M1").rot) == ((5, 5), 180)


@each("filed, cp, left", [("always", 1, 0), ("never", 3, 3), ("keep 1", 2, 1), ("keep 2", 2, 2)])
def test_DL_19_standing_unjam(filed: str, cp: int, left: int) -> None:
    s = Stage("marine 5,6 N; alien 5,0 W", {"shot/M1/": [3, 3]})
    s.say(f"standing unjam {filed}", "marine")
    s.say("activate M1; overwatch; pass; activate A1")
    s.world.command = cp
    s.say("turn left")
    assert (s.asked, s.world.command) == ("alien", left)
    assert ("jam" in s.unit("M1").markers) is (left == cp)


@each("filed, lost, tied", [("losing", True, True), ("lost", True, False)])
def test_DL_19_standing_reroll(filed: str, lost: bool, tied: bool) -> None:
    for dice, wanted in (([1, 6, 1, 1], lost), ([1, 2, 1, 1], tied)):
        loaded: Dice = {"assault/": list(dice), "reroll/assault/": [1]}
        s = Stage("marine_sarge 4,4 N; alien 4,3 S", loaded, rules={"side": "alien"})
        s.say(f"standing reroll {filed}", "marine")
        s.say("activate A1; assault")
        assert s.asked == "alien"
        rolled = [roll.key for roll in s.play.bulletins[-1].rolls]
        assert ("reroll/assault/A1/M1/1/best" in rolled) is wanted


def test_DL_19_standing_face_is_yes_unless_said_otherwise() -> None:
    for filed, rot in (("", 180), ("standing face no", 0)):
        s = Stage("marine 4,4 S; alien 4,3 S", {"assault/": [4, 4, 1, 1]}, rules={"side": "alien"})
        if filed:
            s.say(filed, "marine")
        s.say("activate A1; assault")
        assert (s.asked, s.unit("M1").rot) == ("alien", rot)


def test_DL_19_standing_facing_and_cells_answer_a_forced_reveal() -> None:
    s = Stage("marine 4,6 E; blip_3 4,1 N")
    s.say("standing facing nearest", "alien")
    s.say("standing cells 0,0 5,0 3,2", "marine")
    s.say("activate M1; turn left")
    assert s.asked == "marine"
    assert [s.unit(name).cell for name in ("A2", "A3", "A4")] == [(4, 1), (5, 0), (3, 2)]
    assert [s.unit(name).rot for name in ("A2", "A3", "A4")] == [0, 0, 0]
    assert s.view().shown.phase == "main"


def test_DL_19_standing_cells_first_and_facing_keep() -> None:
    s = Stage("marine 4,6 E; blip_2 4,1 N")
    s.say("standing facing keep", "alien")
    s.say("standing cells first", "marine")
    s.say("activate M1; turn left")
    assert (s.unit("A3").cell, s.unit("A3").rot, s.asked) == ((3, 0), 180, "marine")


def test_DL_19_standing_cells_deploy_the_aliens_of_a_voluntary_reveal() -> None:
    s = Stage("marine 9,6 S; blip_3 4,1 N")
    s.say("standing cells 5,2 4,2", "alien")
    s.say("pass; activate B1; reveal")
    assert [s.unit(name).cell for name in ("A3", "A4")] == [(5, 2), (4, 2)]


@each("most, again", [(3, True), (2, False)])
def test_DL_19_standing_command(most: int, again: bool) -> None:
    s = Stage("marine_sarge 4,6 E", {"cp/": [5, 3], "reroll/cp/": [6]}).then("keep")
    s.say(f"standing command {most}", "marine")
    s.say("pass")
    events = s.say("pass")
    assert len([event for event in events if isinstance(event, CommandDie)]) == 1 + again
    assert s.world.command == (6 if again else 3)


def test_DL_19_standing_ask_asks_again() -> None:
    s = Stage("marine_sarge 4,6 E", {"cp/": [5, 3]})
    for text in ("unjam", "reroll", "face", "facing", "cells", "command"):
        s.say(f"standing {text} ask", "marine")
    filed = s.world.filed("marine")
    assert (
        filed.unjam,
        filed.reroll,
        filed.face,
        filed.facing,
        filed.cells,
        filed.first,
        filed.command,
    ) == ("ask", "ask", "ask", "ask", (), False, -1)


def test_DL_19_time_outs_answer_with_the_default() -> None:
    """Section 6: face, leave, keep, done, first listed cell, pass."""
    s = Stage("marine_sarge 4,6 E; blip_2 4,1 N", {"cp/1": [5]}, timeout="90s")
    s.play.ticks(s.play.now + 90)
    assert s.world.command == 5
    s.say("activate M1; turn left")
    s.play.ticks(s.play.now + 90)
    assert s.asked == "marine"
    s.play.ticks(s.play.now + 90)
    assert s.unit("A3").cell == (3, 0)
    s.play.ticks(s.play.now + 90)
    assert (s.asked, s.view().shown.phase) == ("marine", "main")
    s.play.ticks(s.play.now + 90)
    assert s.asked == "alien"


class House:
    """A referee with one game of which both seats are taken; letters with several orders."""

    def __init__(self, path: Path, tokens: list[str], dice: Dice):
        self.store = SqliteStore(path)
        self.referee = Referee(self.store, {})
        self.count = 0
        scenario = {"grid": OPEN, "tokens": [*tokens, "marine 0,6 W"]}
        setup = Setup(
            id="g",
            secret=b"secret",
            options={},
            scenario=scenario,
            at=0,
            loaded={"cp/": [1] * 9, **dice},
        )
        self.referee.take([lambda batch: batch.make("derelict", setup, [])], 0)
        for seat in ("marine", "alien"):
            assert self.send(seat, f"join {seat}").status == "answered"

    def send(self, sender: str, text: str, *, careful: bool = False) -> Receipt:
        """The receipt of a letter, typed by a person if ``careful``."""
        self.count += 1
        message = Message(
            door="test",
            id=str(self.count),
            sender=sender,
            text=text,
            at=self.count,
            game="g",
            careful=careful,
        )
        (receipt,) = self.referee.take([message], self.count).answers
        assert isinstance(receipt, Receipt)
        return receipt


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., House]]:
    monkeypatch.setattr("engine.referee.batch.find", lambda *_: GAME)
    made: list[House] = []

    def make(tokens: str, dice: Dice | None = None) -> House:
        made.append(House(tmp_path / f"{len(made)}.db", tokens.split("; "), dice or {}))
        return made[-1]

    yield make
    for one in made:
        one.store.close()


def test_DL_19_a_sequence_is_played_step_by_step(house: Callable[..., House]) -> None:
    """DL-O1."""
    h = house("marine 4,6 N; alien 4,0 S", {"shot/": [6, 1]})
    receipt = h.send("marine", "activate M1; move 4,5\nturn left; overwatch")
    assert receipt.status == "taken"
    assert [done.order for done in receipt.done] == [
        "activate M1",
        "move 4,5",
        "turn left",
        "overwatch",
    ]


def test_DL_19_a_sequence_ends_at_the_first_step_that_is_not_legal(
    house: Callable[..., House],
) -> None:
    h = house("marine 4,6 N; alien 4,0 S")
    receipt = h.send("marine", "activate M1; move 4,5; move 9,9; turn left; pass")
    assert (receipt.status, receipt.order, receipt.dropped) == (
        "refused",
        "move 9,9",
        ("turn left", "pass"),
    )
    assert len(receipt.done) == 2
    assert receipt.refusal is not None
    assert receipt.refusal.wanted


def test_DL_2_4_a_person_is_asked_before_units_that_could_act_lose_their_turn(
    house: Callable[..., House],
) -> None:
    """Programs mean what they say; so does who writes ``pass!``, and who has nobody left."""
    h = house("marine 4,6 N; marine 5,6 N; alien 4,0 S")
    receipt = h.send("marine", "activate M1; move 4,5; pass", careful=True)
    assert (receipt.status, receipt.order, len(receipt.done)) == ("refused", "pass", 2)
    assert receipt.refusal is not None
    assert receipt.refusal.code == "units-left"
    said = renderers.sentences_in("en").refusal(receipt.refusal, "derelict")
    assert said == "M2 M3 could still act. “pass!” ends your turn all the same."
    assert h.send("marine", "pass !", careful=True).status == "taken"
    assert h.send("alien", "activate A1; pass", careful=True).status == "taken"
    assert h.send("marine", "pass").status == "taken"


def test_DL_19_a_sequence_ends_at_a_kill(house: Callable[..., House]) -> None:
    h = house("marine 4,6 N; alien 4,0 S; alien 5,0 S", {"shot/": [6, 1, 6, 1]})
    receipt = h.send("marine", "activate M1; shoot A1; shoot A2")
    assert (receipt.status, receipt.dropped) == ("stopped", ("shoot A2",))


def test_DL_19_a_sequence_ends_at_a_forced_reveal_even_if_it_is_answered_at_once(
    house: Callable[..., House],
) -> None:
    h = house("marine 4,6 E; blip 4,1 N; alien 0,0")
    h.send("alien", "standing facing keep")
    receipt = h.send("marine", "activate M1; turn left; pass")
    assert (receipt.status, receipt.dropped) == ("stopped", ("pass",))


def test_DL_19_a_voluntary_reveal_does_not_end_ones_own_sequence(
    house: Callable[..., House],
) -> None:
    h = house("marine 9,6 S; blip_2 4,1 N")
    h.send("marine", "pass")
    receipt = h.send(
        "alien", "activate B1; reveal; deploy 3,0; turn left; activate A1; move 4,2; pass"
    )
    assert (receipt.status, len(receipt.done)) == ("taken", 7)


def test_DL_19_a_sequence_ends_at_a_prompt_unless_a_standing_order_answers(
    house: Callable[..., House],
) -> None:
    h = house("marine_sarge 4,4 N; alien 4,3 S", {"assault/": [2, 3, 1, 1] * 3})
    h.send("marine", "keep")
    receipt = h.send("marine", "activate M1; assault; keep")
    assert (receipt.status, receipt.dropped) == ("stopped", ("keep",))
    h.send("marine", "keep; standing reroll lost")
    receipt = h.send("marine", "assault; turn left")
    assert (receipt.status, len(receipt.done)) == ("taken", 2)


def test_DL_19_leave_is_the_answer_to_a_jam_and_the_house_keeps_its_word_before_the_start(
    house: Callable[..., House],
) -> None:
    h = house("marine 5,6 N; alien 5,0 W", {"shot/": [2, 2]})
    h.send("marine", "activate M1; overwatch; pass")
    assert h.send("marine", "leave").refusal is not None
    assert h.send("alien", "activate A1; turn left; pass").status == "stopped"
    assert h.send("marine", "leave").status == "taken"


def test_DL_19_steps_that_brought_nothing_to_light_can_be_taken_back(
    house: Callable[..., House],
) -> None:
    h = house("marine 4,6 E; blip 4,1 N; alien 0,0", {"shot/": [1, 2]})
    h.send("alien", "standing facing keep")
    h.send("marine", "activate M1; move 5,6")
    assert h.send("marine", "undo").status == "answered"
    assert h.send("marine", "move 5,5").status == "taken"
    h.send("marine", "move 6,5; turn left")
    assert h.send("marine", "undo").facts["did"] == "propose", "a blip was seen"


def test_every_legal_choice_of_a_turn_is_an_offer_with_unit_cell_and_cost() -> None:
    s = Stage("marine 3,3 N; marine 5,5 S; alien 3,0 S").then("activate M1")
    menu = s.play.table.menu(s.asked)
    offers = {offer.order: offer for offer in menu.offers()}
    assert {text: offer.cost for text, offer in offers.items()} == s.offers() | {
        text: cost for text in offers if (cost := offers[text].cost) is None
    }
    step = offers["move 3,2"]
    assert (step.type, step.unit, step.cell, step.cost) == ("Move", "M1", "3,2", 1)
    assert offers["move 3,4"].cost == 2
    assert offers["activate M2"].unit == "M2"


def test_hints_come_from_what_is_seen_and_a_shot_comes_first() -> None:
    s = Stage("marine 3,3 N; alien 3,0 S").then("activate M1")
    hints = GAME.hints(s.play.table.view(s.asked), s.play.table.menu(s.asked))
    assert hints[0] == Shoot("A1")
    assert len(hints) == 5


def test_hints_name_who_has_not_acted_and_strike_only_at_an_enemy() -> None:
    """A second marine is named beside what the first can do, one who is done is not; a marine in
    front of a door is told to open it, not to strike at it.
    """
    s = Stage("marine 3,3 N; marine 3,5 N; marine 4,5 N; door 3,2; alien 3,0 S").then("activate M1")

    def hints() -> list[str]:
        menu = s.play.table.menu(s.asked)
        return [menu.write(hint) for hint in GAME.hints(s.play.table.view(s.asked), menu)]

    assert "activate M2" in hints()
    assert "activate M3" in hints()
    assert not any(text.startswith(("assault", "pass")) for text in hints())
    s.say("activate M2")
    assert "activate M1" not in hints()


def test_DL_2_3_a_person_is_asked_before_the_points_of_the_active_unit_are_lost(
    house: Callable[..., House],
) -> None:
    h = house("marine 4,6 N; marine 5,6 N; alien 4,0 S")
    receipt = h.send("marine", "activate M1; move 4,5; activate M2", careful=True)
    assert (receipt.status, receipt.order, len(receipt.done)) == ("refused", "activate M2", 2)
    assert receipt.refusal is not None
    assert receipt.refusal.code == "points-left"
    said = renderers.sentences_in("en").refusal(receipt.refusal, "derelict")
    assert said.startswith("M1 still has 3 action points, which would be lost.")
    assert h.send("marine", "activate M2!", careful=True).status == "taken"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("forward", "move 4,5"),
        ("M1 forward", "move 4,5"),
        ("left", "turn left"),
        ("overwach", "overwatch"),
        ("end turn", "pass"),
        ("M2", "activate M2"),
        ("move M2", "activate M2"),
    ],
)
def test_what_people_try_first_is_answered_with_the_order_that_does_it(
    house: Callable[..., House], text: str, meant: str
) -> None:
    h = house("marine 4,6 N; marine 5,6 N; alien 4,0 S")
    assert h.send("marine", "activate M1").status == "taken"
    receipt = h.send("marine", text)
    assert receipt.refusal is not None
    assert receipt.refusal.meant == (meant,)
