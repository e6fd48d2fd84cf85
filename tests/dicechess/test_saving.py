"""A game that is saved and loaded in the middle of a turn goes on as if nothing had been."""

import io
import re

import chess.pgn

from engine.games.dicechess.orders import Move
from engine.games.dicechess.record import pgn, record
from engine.games.dicechess.view import View
from engine.games.dicechess.world import DiceOptions
from engine.state import PUBLIC
from engine.store import journal
from engine.table import GameTable
from engine.testing.kit import Play
from tests.dicechess.policies import slot_of, told
from tests.dicechess.stage import GAME, SEATS, Stage, begun
from tests.dicechess.test_rules import GIVEN
from tests.kit.each import each

DC_20 = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
ORDERS = [("white", "Re1+"), ("black", "Be7+"), ("white", "Kg4"), ("white", "Nf3"), ("white", "a3")]
MOMENTS = {
    0: "between roll and first die",
    1: "in an interruption",
    2: "in a counter-check",
    3: "after it",
}


def played(restarts: set[int]) -> list[bytes]:
    """DC-20, with real dice after it: the save after every order. Before these
    orders the table is loaded anew.
    """
    play = example()
    saves = [play.table.save()]
    for n, (seat, text) in enumerate(ORDERS):
        if n in restarts:
            play.reload()
        play.submit(play.now, seat, text)
        saves.append(play.table.save())
    play.enter(play.now, "black", Move(slot_of(play.table.menu("black")).few()[0]))
    return [*saves, play.table.save()]


@each("moment", MOMENTS)
def test_restart_changes_no_byte(moment: int) -> None:
    assert played({moment}) == played(set())
    assert played(set(range(len(ORDERS)))) == played(set())


@each("name", ["DC-01", "DC-05", "DC-20"])
def test_5_3_replay_of_the_journal_shows_every_position_as_it_was(name: str) -> None:
    """Step by step: phase, kept dice, who owes a reply and why, and all else that
    both seats and the public see.
    """
    scenario = next(one for one in GIVEN if one["id"] == name)
    rolls = [message for step in scenario["steps"] for message in step.get("roll", "")]
    play = begun({"fen": scenario["fen"]}, {"turn/": rolls})
    live = [views(play.table)]
    for step in scenario["steps"]:
        if "move" in step:
            play.submit(play.now, step["by"], step["move"])
            live.append(views(play.table))
    joined = len(SEATS)
    for k, seen in enumerate(live):
        entries = journal.read(GAME, play.setup, play.rows)[: joined + k]
        assert views(journal.replay(GAME, play.setup, entries)[0]) == seen


def views(table: GameTable) -> list[View]:
    return [table.view(viewer) for viewer in (*SEATS, PUBLIC)]


def test_5_6_scripted_dice_under_the_prefix_are_used_up_roll_by_roll() -> None:
    play = begun(loaded={"turn/": [*"PPN", *"NNP"]})
    for seat, text in (
        ("white", "h4"),
        ("white", "a4"),
        ("white", "Nf3"),
        ("black", "Nf6"),
        ("black", "Nc6"),
        ("black", "h5"),
    ):
        play.submit(play.now, seat, text)
    rolls = [(roll.key, roll.loaded) for bulletin in play.bulletins for roll in bulletin.rolls]
    assert rolls == [("turn/1", True), ("turn/2", True), ("turn/3", False)]


def example() -> Play:
    """The position of DC-20 with its dice, both seats taken."""
    return begun({"fen": DC_20}, {"turn/1": ["R", "N", "P"]})


def test_5_3_the_game_offers_its_records() -> None:
    """The example of section 5.3, move for move: DC-20 as PGN, and in the
    score with its replies in brackets.
    """
    play = example()
    for seat, text in ORDERS:
        play.submit(play.now, seat, text)
    records = GAME.records(told(play), "2006-11-19", play.table.view(PUBLIC))
    moves = re.sub(
        r" ?\[%roll \w+\]", "", records["pgn"].split("\n\n")[1].replace("\n", " ")
    ).strip()
    assert moves == (
        "1. Re1+ { [%dice die] } 1... Be7+ { [%dice reply] } 2. Kg4 { [%dice reply] } 2... -- "
        "3. Nf3 { [%dice die] } 3... -- 4. a3 { [%dice die] } *"
    )
    assert "1. [RNP] Re1+ (… Be7+) (Kg4) Nf3 a3\n" in records["txt"]
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', records["pgn"]))
    assert tags["Date"] == "2006.11.19"
    assert (tags["White"], tags["Black"]) == SEATS


def test_what_may_be_taken_back() -> None:
    """A move may be taken back until something has been rolled because of it; resigning may not."""
    play = example()
    final = [
        any(event.final for event in play.submit(play.now, seat, text).events("white"))
        for seat, text in [*ORDERS, ("black", "resign")]
    ]
    assert final == [False, False, False, False, True, True]


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
    stage = Stage({"fen": "4kb2/p7/8/8/7K/8/8/2QR4 w - - 0 1"}, {"counter_check": "die"}).then(
        "RRQ", "white Rd2", "white Re2+", "black Be7+"
    )
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
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"}).then("PNR")
    assert stage.order("white", "e4, Nd2, Rd1") == ""
    stage.roll("PPK")
    assert stage.order("black", "dxe3") == ""
    assert stage.view.fen.split()[0] == "4k3/8/8/8/8/4p3/3N4/3RK3"


def test_en_passant_next_turn_ends_with_the_first_die() -> None:
    """DC-26 with the other option."""
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"}).then("PNR", "white e4, Nd2, Rd1")
    stage.roll("PPK")
    assert stage.order("black", "Ke7") == ""
    assert stage.order("black", "dxe3") == "illegal"


def test_en_passant_next_turn_ends_when_the_pawn_has_gone_on() -> None:
    stage = Stage({"fen": LATE}, {"en_passant": "next_turn"}).then("PPR")
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
    stage = Stage({"fen": "8/8/8/8/p7/7p/P4k1P/7K w - - 0 1"}, {"no_move": "draw"}).then("PPP")
    assert stage.order("white", "a3") == ""
    assert (stage.view.result, stage.view.reason, stage.view.kept) == ("1/2-1/2", "stalemate", "PP")


def test_no_move_draw_needs_that_nothing_can_move() -> None:
    """DC-17 with the other option: the king could move, but there is no die for it."""
    stage = Stage({"fen": "7k/P6p/8/8/8/8/8/K7 w - - 0 1"}, {"no_move": "draw"}).then(
        "PPK", "white a8=N", "white Kb2"
    )
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
    stage = Stage({"fen": "r3k3/8/8/8/8/8/7P/R3K2R w KQ - 0 1"}, {"castling_dice": "both"}).then(
        "KRP"
    )
    assert stage.order("white", "Rg1, h3") == ""
    assert stage.order("white", "O-O-O") == "not_rolled_type"


def test_the_record_names_the_options_that_are_not_the_default() -> None:
    assert DiceOptions().rules == "dice-mode-check-interruption/1"
    chosen = DiceOptions(king_only="one", deadline="3d").rules
    assert chosen == "dice-mode-check-interruption/1 king_only=one deadline=3d"
