"""The rules R1 to R10, paragraph by paragraph, beside the scenarios; and what everybody is told."""

import json
from pathlib import Path
from typing import Any

import chess
import pytest

from engine.games.dicechess.frames import LONGEST_CHAIN
from engine.games.dicechess.orders import Abort, GoOn
from engine.games.dicechess.view import Ended, Forfeited, Interrupted, Resumed, Rolled, View
from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Join, Setup
from engine.table import GameTable
from engine.testing.kit import Play
from tests.dicechess import scenarios
from tests.dicechess.stage import GAME, Stage, begun
from tests.kit.each import each

FILE = Path(__file__).parents[1] / "data" / "dicechess-scenarios.json"
GIVEN: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["scenarios"]
COUNTER_CHECK = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
"""DC-20: White's Re1 gives check, Black's Be7 answers with check."""


@each("scenario", GIVEN)
def test_scenario(scenario: dict[str, Any]) -> None:
    """DC-01 to DC-52: section 4.2 of the rules."""
    assert scenarios.run(scenario) == []


@each(
    "change",
    [
        {"phase": "reply"},
        {"to_move": "black"},
        {"remaining": "BRN"},
        {"forfeit": "P"},
        {"candidates": "P"},
        {"turn_no": 2},
        {"quiet_now": 1},
        {"check": True},
        {"board": "8/8/8/8/8/8/8/8"},
        {"legal": ["Nc3"]},
        {"legal_has": ["Ke8"]},
        {"legal_lacks": ["Nc3"]},
        {"result": "1-0"},
        {"refused": "illegal"},
        {"colour": "white"},
    ],
)
def test_a_scenario_that_is_wrong_fails(change: dict[str, Any]) -> None:
    """DC-01 with one wrong expectation, or one that is none."""
    first = GIVEN[0]
    assert (
        scenarios.run({**first, "steps": [{**first["steps"][0], **change}, *first["steps"][1:]]})
        != []
    )


def shown(stage: Stage) -> tuple[str, str, str | None, str]:
    """Phase, kept dice, who owes a reply, and why the player to move must act."""
    view = stage.view
    return view.phase, view.kept, view.owes, view.why


WHY = {
    "DC-01": [
        ("roll", "", None, "opening"),
        ("die", "NBR", None, "opening"),
        ("die", "BR", None, "dice"),
        ("reply", "R", "black", "check"),
        ("die", "R", None, "resumed"),
        ("roll", "", None, "opening"),
    ],
    "DC-05": [
        ("roll", "", None, "opening"),
        ("die", "BRQ", None, "opening"),
        ("reply", "RQ", "black", "check"),
        ("die", "RQ", None, "resumed"),
        ("reply", "Q", "black", "check"),
        ("die", "Q", None, "resumed"),
        ("roll", "", None, "opening_in_check"),
    ],
    "DC-20": [
        ("roll", "", None, "opening"),
        ("die", "PNR", None, "opening"),
        ("reply", "PN", "black", "check"),
        ("reply", "PN", "white", "counter_check"),
        ("die", "PN", None, "resumed"),
        ("die", "P", None, "dice"),
        ("roll", "", None, "opening"),
    ],
}


@each("name", WHY)
def test_5_2_every_position_says_who_must_act_and_why(name: str) -> None:
    """DC-01, 05 and 20 step by step, live and after loading what was saved."""
    scenario = next(one for one in GIVEN if one["id"] == name)
    stage = Stage({"fen": scenario["fen"]})
    seen = [shown(stage)]
    for step in scenario["steps"]:
        assert scenarios.play(stage, step) == []
        seen.append(shown(stage))
        stage.table = stage.table.load(stage.table.save())
        assert shown(stage) == seen[-1]
    assert [(phase, "".join(sorted(kept)), owes, why) for phase, kept, owes, why in seen] == [
        (phase, "".join(sorted(kept)), owes, why) for phase, kept, owes, why in WHY[name]
    ]


def test_3_1_the_line_is_as_in_the_rules() -> None:
    """The example of section 3.1, which is DC-20 after Black's reply."""
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+", "black Be7+")
    assert stage.view.line == "4k3/p3b3/8/8/7K/8/P7/4R1N1 w - - 2 2 PN !"


def test_R1_the_first_turn_is_that_of_the_player_to_move() -> None:
    assert Stage().view.owner == "white"
    assert Stage({"fen": "4k3/p7/8/8/8/8/P7/4K3 b - - 0 1"}).view.owner == "black"


@each(
    "fen",
    [
        "nonsense",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
    ],
)
def test_R1_what_is_no_position_of_chess_is_refused(fen: str) -> None:
    """Not a FEN, no kings, the side not to move in check, castling rights without a rook."""
    with pytest.raises(ValueError, match=r"scenario\.fen"):
        GameTable.new(
            GAME, Setup(id="x", secret=bytes(32), options={}, scenario={"fen": fen}, at=0)
        )


@each(
    "fen, quiet, result, reason",
    [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", 0, "1-0", "checkmate"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", 0, "1/2-1/2", "stalemate"),
        ("7k/5K2/8/8/8/8/8/8 w - - 0 1", 0, "1/2-1/2", "insufficient"),
        (chess.STARTING_FEN, 100, "1/2-1/2", "fifty"),
    ],
)
def test_R2_what_ends_a_game_before_the_roll(
    fen: str, quiet: int, result: str, reason: str
) -> None:
    view = Stage({"fen": fen, "quiet": quiet}).view
    assert (view.phase, view.result, view.reason, view.to_move) == ("over", result, reason, None)


def test_R3_the_roll_and_its_candidates_are_told() -> None:
    stage = Stage().then("NPN")
    (rolled,) = [event for event in stage.events if isinstance(event, Rolled)]
    assert (rolled.candidates, rolled.dice, rolled.roll, rolled.turn) == ("PN", "NPN", 1, 1)


def test_R5_every_move_is_legal_when_it_is_made() -> None:
    """DC-35: the knight is pinned, and may not move although the king has a die
    to step aside with afterwards.
    """
    stage = Stage({"fen": "4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1"})
    assert "N" not in (stage.view.candidates or "")
    assert stage.roll("KRR") == ""
    assert stage.order("white", "Nc3") == "illegal"


def test_R6_4_both_are_told_of_the_interruption_and_of_its_end() -> None:
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+")
    assert [e for e in stage.events if isinstance(e, Interrupted)] == [
        Interrupted("black", "white", "PN", "check", "")
    ]
    stage.order("black", "Be7+")
    asked = Interrupted("white", "white", "PN", "counter_check", "")
    assert [e for e in stage.events if isinstance(e, Interrupted)] == [asked]
    stage.order("white", "Kg4")
    assert [e for e in stage.events if isinstance(e, Resumed)] == [Resumed("white", "PN")]


def test_R7_a_reply_spends_no_die() -> None:
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+", "black Be7+", "white Kg4")
    assert [(made.kind, made.spent) for made in stage.view.moves] == [
        ("die", "R"),
        ("reply", ""),
        ("reply", ""),
    ]


def test_R8_a_double_step_as_a_reply_can_be_taken_by_the_owner() -> None:
    """The bishop's check is answered by b7-b5; White's pawn on a5
    takes it with the die that waited.
    """
    stage = Stage({"fen": "8/1p6/k7/P7/8/8/6BP/7K w - - 0 1"}).then("BPK")
    assert stage.order("white", "Bf1+") == ""
    assert stage.order("black", "b5") == ""
    assert stage.order("white", "axb6 e.p.") == ""
    assert (stage.view.moves[-1].san, stage.view.kept) == ("axb6+", "K")


def test_R8_it_lapses_when_the_owner_makes_another_move() -> None:
    stage = Stage({"fen": "8/1p6/k7/P7/8/8/6BP/7K w - - 0 1"}).then("BPP", "white Bf1+", "black b5")
    assert stage.order("white", "h3") == ""
    assert stage.order("white", "axb6") == "illegal"


def test_R9_a_chain_of_a_hundred_replies_is_a_draw() -> None:
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+")
    stage.table.state.stack[0].chain = LONGEST_CHAIN - 1
    stage.order("black", "Be7+")
    assert (stage.view.result, stage.view.reason, stage.view.kept) == ("1/2-1/2", "chain100", "PN")


def test_R9_quiet_turns_are_counted_by_turns() -> None:
    """Three knight moves are one quiet turn; a pawn move makes its turn
    loud, whatever comes after it.
    """
    stage = Stage({"quiet": 7}).then("NNN", "white Nf3, Nc3, Nb1")
    assert stage.view.quiet == 8
    stage.roll("PNN")
    stage.order("black", "e5, Nf6, Nc6")
    assert stage.view.quiet == 0


def test_R9_what_was_seen_before_a_loud_turn_is_forgotten() -> None:
    """A save grows with the quiet turns alone: none from before a pawn move can come again."""
    stage = Stage().then("PNN", "white e4, Nf3, Nc3")
    assert len(stage.table.world.seen) == 1


def after_roll(options: dict[str, str] | None = None) -> Stage:
    return Stage(options=options).then("PPN")


@each("seat, result", [("white", "0-1"), ("black", "1-0")])
def test_R10_either_player_may_resign_at_any_time(seat: str, result: str) -> None:
    stage = after_roll()
    assert stage.order(seat, "resign") == ""
    assert (stage.view.result, stage.view.reason) == (result, "resignation")


def test_R10_the_owner_may_resign_while_a_reply_is_owed() -> None:
    stage = Stage({"fen": COUNTER_CHECK}).then("RNP", "white Re1+")
    assert stage.order("white", "resign") == ""
    assert [e for e in stage.events if isinstance(e, Ended)] == [
        Ended("0-1", "resignation", "black", "PN")
    ]


def test_R10_a_draw_by_agreement() -> None:
    stage = after_roll()
    stage.order("white", "draw")
    assert stage.view.offer == "white"
    assert stage.order("white", "accept") == "unreadable", "nobody accepts his own offer"
    assert stage.order("black", "accept") == ""
    assert (stage.view.result, stage.view.reason) == ("1/2-1/2", "agreement")


def test_R10_a_draw_offered_by_both_is_agreed() -> None:
    stage = after_roll()
    stage.order("black", "draw")
    stage.order("white", "draw")
    assert stage.view.reason == "agreement"


def test_R10_an_offer_stands_until_the_opponent_moves_or_refuses() -> None:
    stage = after_roll()
    stage.order("white", "draw")
    stage.order("white", "e4")
    assert stage.view.offer == "white", "one's own move does not withdraw it"
    stage.order("black", "decline")
    assert stage.view.offer is None
    stage.order("black", "draw")
    stage.order("white", "d4")
    assert stage.view.offer is None
    assert stage.order("white", "accept") == "unreadable"


def clocked(options: dict[str, str]) -> Play:
    """A game with a deadline, its first turn rolled."""
    return begun(options=options)


def test_R10_time_is_deadline_and_grace_together() -> None:
    play = clocked({"deadline": "2h", "grace": "30m"})
    assert play.table.state.due == 1_000 + 7_200 + 1_800
    assert clocked({}).table.state.due is None


def test_R10_on_time_loss() -> None:
    play = clocked({"deadline": "90s"})
    play.ticks(10_000)
    view: View = play.table.view(PUBLIC)
    assert (view.result, view.reason, view.moves) == ("0-1", "time", ())


def test_R10_on_time_moderator() -> None:
    """The game stands still and the clock with it; a moderator lets it go on, newly timed."""
    play = clocked({"deadline": "90s", "on_time": "moderator"})
    play.ticks(10_000)
    view: View = play.table.view(PUBLIC)
    assert (view.held, view.phase, play.table.state.due) == ("white", "die", None)
    with pytest.raises(Refused) as refused:
        play.submit(10_000, "white", "e4")
    assert refused.value.refusal.code == "held"
    play.enter(20_000, REFEREE, GoOn())
    assert play.table.view(PUBLIC).held is None
    assert play.table.state.due == 20_000 + 90
    play.table.menu("white").parse("resign")


def test_R10_a_closed_table_has_no_result() -> None:
    play = clocked({})
    play.enter(1_000, REFEREE, Abort())
    view: View = play.table.view(PUBLIC)
    assert (view.result, view.reason) == ("*", "aborted")


@each("options", [{"deadline": "soon"}, {"grace": "0s"}, {"deadline": "3"}])
def test_R10_times_are_written_with_their_unit(options: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="is no time such as"):
        clocked(options)


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


def test_R6_5_forfeited_dice_are_told() -> None:
    stage = Stage({"fen": "8/8/8/8/p7/7p/P4k1P/7K w - - 0 1"}).then("PPP", "white a3")
    assert [e for e in stage.events if isinstance(e, Forfeited)] == [Forfeited("white", "PP")]
