"""Section 6: what every option but the default changes."""

import io

import chess.pgn

from engine.games.dicechess.record import pgn, record
from engine.games.dicechess.world import DiceOptions
from tests.dicechess.stage import Stage
from tests.kit.each import each

ROOK_AND_QUEEN = "4kb2/p7/8/8/7K/8/P7/2QR4 w - - 0 1"
"""Rd1-e1 gives check; Bf8-e7 answers with check, which the queen can answer on g5."""
LATE = "4k3/8/8/8/3p4/8/4P3/RN2K3 w Q - 0 1"
"""DC-24: White's e2-e4 passes the pawn on d4."""
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"


def counter_checked(options: dict[str, str], dice: str = "RQP") -> Stage:
    """White's Re1+ has been answered by Be7+."""
    stage = Stage({"fen": ROOK_AND_QUEEN}, options)
    assert stage.roll(dice) == ""
    assert stage.order("white", "Re1+") == ""
    assert stage.order("black", "Be7+") == ""
    return stage


def test_counter_check_die_must_use_a_die_that_fits() -> None:
    stage = counter_checked({"counter_check": "die"})
    assert (stage.view.owes, stage.view.bound, stage.view.kept) == ("white", "Q", "PQ")
    assert stage.order("white", "Kg3") == "not_rolled_type"
    assert stage.order("white", "Qg5") == ""
    assert (stage.view.moves[-1].kind, stage.view.moves[-1].spent) == ("reply", "Q")


def test_counter_check_die_is_free_if_none_fits() -> None:
    stage = counter_checked({"counter_check": "die"}, "RPP")
    assert stage.view.bound == ""
    assert stage.order("white", "Kg3") == ""
    assert stage.view.kept == "PP"


def test_counter_check_die_that_spends_the_last_one_ends_the_turn() -> None:
    """R6.3 comes before R6.4, for a reply that spends a die as for any other move."""
    stage = Stage({"fen": "4kb2/p7/8/8/7K/8/8/2QR4 w - - 0 1"}, {"counter_check": "die"})
    stage.roll("RRQ")
    stage.order("white", "Rd2")
    stage.order("white", "Re2+")
    stage.order("black", "Be7+")
    assert stage.view.bound == "Q"
    assert stage.order("white", "Qg5") == ""
    assert (stage.view.phase, stage.view.owner) == ("roll", "black")


def test_counter_check_free_is_the_default() -> None:
    stage = counter_checked({})
    assert stage.view.bound == ""
    assert stage.order("white", "Qg5") == ""
    assert stage.view.kept == "PQ"


def test_king_only_one_is_one_move() -> None:
    """DC-16 with the other option."""
    stage = Stage({"fen": "4k3/8/8/8/8/8/q7/7K w - - 0 1"}, {"king_only": "one"})
    assert stage.roll("KKK") == ""
    assert (stage.view.rolled, stage.view.kept) == ("KKK", "K")
    assert stage.order("white", "Kg1") == ""
    assert (stage.view.phase, stage.view.owner) == ("roll", "black")


def test_en_passant_next_turn_stays_open_for_the_next_turn() -> None:
    """DC-24 with the other option: the double step was White's first move of three."""
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"})
    stage.roll("PNR")
    assert stage.order("white", "e4, Nd2, Rd1") == ""
    stage.roll("PPK")
    assert stage.order("black", "dxe3") == ""
    assert stage.view.fen.split()[0] == "4k3/8/8/8/8/4p3/3N4/3RK3"


def test_en_passant_next_turn_ends_with_the_first_die() -> None:
    """DC-26 with the other option."""
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"})
    stage.roll("PNR")
    stage.order("white", "e4, Nd2, Rd1")
    stage.roll("PPK")
    assert stage.order("black", "Ke7") == ""
    assert stage.order("black", "dxe3") == "illegal"


def test_en_passant_next_turn_ends_when_the_pawn_has_gone_on() -> None:
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"})
    stage.roll("PPR")
    assert stage.order("white", "e4") == ""
    assert list(stage.view.skipped) == ["e3"]
    assert stage.order("white", "e5") == ""
    assert list(stage.view.skipped) == []


def test_en_passant_next_turn_is_written_as_far_as_pgn_can_say() -> None:
    """A late capture is no legal move of a PGN: the record ends there, with a
    comment, and reads without errors.
    """
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"})
    events = list(stage.events)
    for seat, text in (
        ("", "PNR"),
        ("white", "e4"),
        ("white", "Nd2"),
        ("white", "Rd1"),
        ("", "PPK"),
        ("black", "dxe3"),
    ):
        assert (stage.order(seat, text) if seat else stage.roll(text)) == ""
        events += stage.events
    text = pgn(record(events), "2026-11-22")
    assert "dxe3 takes a pawn en passant that PGN cannot take" in text
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert read.errors == []
    assert read.end().board().board_fen() == "4k3/8/8/8/3pP3/8/3N4/3RK3"


def test_no_move_draw() -> None:
    """DC-38 with the other option."""
    stage = Stage({"fen": "8/8/8/8/p7/7p/P4k1P/7K w - - 0 1"}, {"no_move": "draw"})
    stage.roll("PPP")
    assert stage.order("white", "a3") == ""
    assert (stage.view.result, stage.view.reason, stage.view.kept) == ("1/2-1/2", "stalemate", "PP")


def test_no_move_draw_needs_that_nothing_can_move() -> None:
    """DC-17 with the other option: the king could move, but there is no die for it."""
    stage = Stage({"fen": "7k/P6p/8/8/8/8/8/K7 w - - 0 1"}, {"no_move": "draw"})
    stage.roll("PPK")
    stage.order("white", "a8=N")
    stage.order("white", "Kb2")
    assert (stage.view.phase, stage.view.owner) == ("roll", "black")


@each(
    "castling, dice, code, kept",
    [
        ("king", "KRR", "", "RR"),
        ("king", "RRR", "not_rolled_type", "RRR"),
        ("both", "KRR", "", "R"),
        ("both", "RRR", "not_rolled_type", "RRR"),
        ("either", "KRR", "", "RR"),
        ("either", "RRR", "", "RR"),
    ],
)
def test_castling_dice(castling: str, dice: str, code: str, kept: str) -> None:
    """DC-30 and DC-31 with every option."""
    stage = Stage({"fen": CASTLING}, {"castling_dice": castling})
    stage.roll(dice)
    assert stage.order("white", "O-O") == code
    assert stage.view.kept == kept


def test_castling_dice_both_is_refused_when_the_rook_die_is_spent() -> None:
    stage = Stage({"fen": "r3k3/8/8/8/8/8/7P/R3K2R w KQ - 0 1"}, {"castling_dice": "both"})
    stage.roll("KRP")
    assert stage.order("white", "Rg1, h3") == ""
    assert stage.order("white", "O-O-O") == "not_rolled_type"


def test_the_record_names_the_options_that_are_not_the_default() -> None:
    assert DiceOptions().rules == "dice-mode-check-interruption/1"
    chosen = DiceOptions(king_only="one", deadline="3d").rules
    assert chosen == "dice-mode-check-interruption/1 king_only=one deadline=3d"
