"""The records of a game, and what its journal gives back."""

import io
import re

import chess.pgn

from engine.games.dicechess.record import pgn, record
from engine.state import PUBLIC
from engine.testing.kit import Play
from tests.dicechess import policies
from tests.dicechess.stage import GAME, SEATS, Stage, begun

DC_20 = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
ORDERS = [("white", "Re1+"), ("black", "Be7+"), ("white", "Kg4"), ("white", "Nf3"), ("white", "a3")]


def test_5_6_scripted_dice_under_the_prefix_are_used_up_roll_by_roll() -> None:
    play = begun(loaded={"turn/": [*"PPN", *"NNP"]})
    for seat, moves in (("white", "h4 a4 Nf3"), ("black", "Nf6 Nc6 h5")):
        for text in moves.split():
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
    records = GAME.records(policies.told(play), "2006-11-19", play.table.view(PUBLIC))
    pgn_moves = records["pgn"].split("\n\n")[1].replace("\n", " ")
    moves = re.sub(r" ?\[%roll \w+\]", "", pgn_moves).strip()
    assert moves == (
        "1. Re1+ { [%dice die] } 1... Be7+ { [%dice reply] } 2. Kg4 { [%dice reply] } 2... -- "
        "3. Nf3 { [%dice die] } 3... -- 4. a3 { [%dice die] } *"
    )
    assert "1. [RNP] Re1+ (… Be7+) (Kg4) Nf3 a3\n" in records["txt"]
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', records["pgn"]))
    assert tags["Date"] == "2006.11.19"
    assert (tags["White"], tags["Black"]) == SEATS


def test_en_passant_next_turn_is_written_as_far_as_pgn_can_say() -> None:
    stage = Stage({"fen": "4k3/8/8/8/3p4/8/4P3/RN2K3 w Q - 0 1"}, {"en_passant": "next_turn"})
    events = list(stage.events)
    for said in ("PNR", "white e4", "white Nd2", "white Rd1", "PPK", "black dxe3"):
        seat, _, text = said.rpartition(" ")
        assert (stage.order(seat, text) if seat else stage.roll(text)) == ""
        events += stage.events
    text = pgn(record(events), "2026-11-22")
    assert "dxe3 takes a pawn en passant that PGN cannot take" in text
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert read.errors == []
    assert read.end().board().board_fen() == "4k3/8/8/8/3pP3/8/3N4/3RK3"
