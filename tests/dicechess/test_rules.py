"""The rules R1 to R10, paragraph by paragraph, beside the scenarios; and what everybody is told."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from engine.games.dicechess import frames, orders
from engine.games.dicechess.view import Rolled, View
from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Join, Setup
from engine.table import GameTable
from engine.testing.kit import Play
from tests.battleboard.tale import TextCase, read
from tests.dicechess import scenarios, tale
from tests.dicechess.stage import GAME, Stage, begun
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

FILE = Path(__file__).parents[1] / "data" / "dicechess-scenarios.json"
GIVEN: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["scenarios"]
COUNTER_CHECK = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
"""DC-20: White's Re1 gives check, Black's Be7 answers with check."""


@each("scenario", GIVEN)
def test_scenario(scenario: dict[str, Any]) -> None:
    """DC-01 to DC-52: section 4.2 of the rules."""
    assert scenarios.run(scenario) == []


@each("case", read(Path(__file__).parent / "cases" / "rules.txt"))
def test_a_case_of_the_rules(case: TextCase) -> None:
    tale.play(case)


@each("line", ["now -> kept=Q", "white! Kd2 -> illegal", "white: Ke9", "now -> resumed white Q"])
def test_a_case_that_is_wrong_is_found(line: str) -> None:
    lines = ["4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "roll KRR", line]
    with pytest.raises(AssertionError):
        tale.play(TextCase("wrong", lines))


@each("fen", DATA["R1_what_is_no_position_of_chess_is_refused"])
def test_R1_what_is_no_position_of_chess_is_refused(fen: str) -> None:
    with pytest.raises(ValueError, match=r"scenario\.fen"):
        GameTable.new(
            GAME, Setup(id="x", secret=bytes(32), options={}, scenario={"fen": fen}, at=0)
        )


def test_R9_a_chain_of_a_hundred_replies_is_a_draw() -> None:
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+")
    stage.table.state.stack[0].chain = frames.LONGEST_CHAIN - 1
    stage.order("black", "Be7+")
    assert (stage.view.result, stage.view.reason, stage.view.kept) == ("1/2-1/2", "chain100", "PN")


def test_R9_what_was_seen_before_a_loud_turn_is_forgotten() -> None:
    stage = Stage().then("PNN", "white e4, Nf3, Nc3")
    assert len(stage.table.world.seen) == 1


def test_R10_time_is_deadline_and_grace_together() -> None:
    play = begun(options={"deadline": "2h", "grace": "30m"})
    assert play.table.state.due == 1_000 + 7_200 + 1_800
    assert begun().table.state.due is None


def test_R10_on_time_loss() -> None:
    play = begun(options={"deadline": "90s"})
    play.ticks(10_000)
    view: View = play.table.view(PUBLIC)
    assert (view.result, view.reason, view.moves) == ("0-1", "time", ())


def test_R10_on_time_moderator() -> None:
    play = begun(options={"deadline": "90s", "on_time": "moderator"})
    play.ticks(10_000)
    view: View = play.table.view(PUBLIC)
    assert (view.held, view.phase, play.table.state.due) == ("white", "die", None)
    with pytest.raises(Refused) as refused:
        play.submit(10_000, "white", "e4")
    assert refused.value.refusal.code == "held"
    play.enter(20_000, REFEREE, orders.GoOn())
    assert play.table.view(PUBLIC).held is None
    assert play.table.state.due == 20_000 + 90
    play.table.menu("white").parse("resign")


def test_R10_a_closed_table_has_no_result() -> None:
    play = begun()
    play.enter(1_000, REFEREE, orders.Abort())
    view: View = play.table.view(PUBLIC)
    assert (view.result, view.reason) == ("*", "aborted")


@each("options", [{"deadline": "soon"}, {"grace": "0s"}, {"deadline": "3"}])
def test_R10_times_are_written_with_their_unit(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is no time such as"):
        begun(options=options)


# Section 5.5, the table of vectors.
VECTORS = [
    (1, "PN", "NPP"),
    (2, "PN", "PNN"),
    (3, "PNBRQK", "NRQ"),
    (4, "PNBQK", "PNB"),
    (5, "K", "KKK"),
    (6, "PK", "PKP"),
]
POSITIONS = {
    "PN": chess.STARTING_FEN,
    "PNBRQK": "4k3/8/8/8/8/8/P7/1NBQKR2 w - - 0 1",
    "PNBQK": "4k3/8/8/8/8/7p/P6P/1NBQK3 w - - 0 1",
    "K": "4k3/8/8/8/8/8/p7/K7 w - - 0 1",
    "PK": "4k3/8/8/8/8/8/P7/K7 w - - 0 1",
}


@each("number, candidates, dice", VECTORS)
def test_5_5_the_dice_of_the_game_are_those_of_the_vectors(
    number: int, candidates: str, dice: str
) -> None:
    secret = bytes(range(32))
    play = Play(
        GAME,
        Setup(
            id="DC-0001", secret=secret, options={}, scenario={"fen": POSITIONS[candidates]}, at=0
        ),
    )
    play.table.state.rolled = number - 1
    for seat, salt in (("black", "bob-seed"), ("white", "alice-seed")):
        play.enter(0, REFEREE, join(seat, salt))
    (rolled,) = [event for event in play.bulletins[-1].events(PUBLIC) if isinstance(event, Rolled)]
    assert (rolled.roll, rolled.candidates, rolled.dice) == (number, candidates, dice)
    (roll,) = play.bulletins[-1].rolls
    assert roll.key == f"turn/{number}"


def join(seat: str, salt: str) -> Join:
    return Join(seat, seat, salt)


def test_5_5_after_an_undo_the_next_roll_has_the_next_number() -> None:
    play = begun()
    first: View = play.table.view(PUBLIC)
    play.undo(1_000, REFEREE, 1)
    play.enter(1_000, REFEREE, join("black", "again"))
    again: View = play.table.view(PUBLIC)
    assert (play.table.state.rolled, again.turn_no, first.turn_no) == (2, 1, 1)
    (roll,) = play.bulletins[-1].rolls
    assert roll.key == "turn/2"
