"""How many ways a turn can go, replies and all, against a counter that knows
python-chess and the rules page only.
"""

import chess
import pytest

from engine.games.dicechess.orders import Move
from engine.state import PUBLIC
from tests.dicechess.policies import slot_of
from tests.dicechess.stage import Fed, Stage
from tests.kit.each import each

LETTERS = ".PNBRQK"
# Positions of section 4.2 and some with more on the board; each with a roll that it can give.
TURNS = [
    ("4k3/8/8/8/8/8/8/RN2KB2 w Q - 0 1", "NBR"),
    ("6k1/5ppp/8/8/8/8/5PPP/1N1Q2K1 w - - 0 1", "QNP"),
    ("4k3/8/8/8/8/8/8/R3KBN1 w Q - 0 1", "BNR"),
    ("1n2k3/p6p/8/8/8/8/8/RN2KB2 w Q - 0 1", "NRB"),
    ("6rk/6pp/8/4N3/8/8/8/K6R w - - 0 1", "NRR"),
    ("4k3/8/8/8/8/8/q7/7K w - - 0 1", "KKK"),
    ("7k/P6p/8/8/8/8/8/K7 w - - 0 1", "PPK"),
    ("7k/P6p/8/8/8/8/8/K5N1 w - - 0 1", "PNN"),
    ("4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1", "RNP"),
    ("8/8/8/8/7k/4r3/2q5/5QK1 w - - 0 1", "QQK"),
    ("4k3/8/8/8/3p4/8/4P3/RN2K3 w Q - 0 1", "PNR"),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "KRR"),
    ("4r1k1/8/8/8/8/8/4N3/R3K3 w - - 0 1", "KRR"),
    ("8/8/8/8/p7/7p/P4k1P/7K w - - 0 1", "PPP"),
    ("7k/8/8/8/8/2p5/1B6/4K3 w - - 0 1", "BBK"),
    ("4k3/8/2n5/8/2P5/8/8/3R2K1 w - - 0 1", "PPR"),
    ("k7/7P/8/8/8/8/8/K5Q1 w - - 0 1", "PQK"),
    ("4k3/8/8/8/8/7n/3K4/r7 b - - 0 1", "RNK"),
    (chess.STARTING_FEN, "PNN"),
    (chess.STARTING_FEN, "NNN"),
    ("r3k2r/1P4p1/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1", "PKP"),
    ("8/1p6/k7/P7/8/8/6BP/7K w - - 0 1", "BPP"),
]


def by_the_table(data: bytes, table: Fed) -> int:
    """The ways from a saved position to the end of its turn."""
    ways = 0
    here = table.load(data)
    seat = here.view(PUBLIC).to_move
    for uci in slot_of(here.menu(seat)).few():
        there = table.load(data)
        stage = Stage.at(there)
        stage.take(seat, Move(uci))
        ways += 1 if stage.view.phase in ("roll", "over") else by_the_table(there.save(), table)
    return ways


def by_hand(board: chess.Board, owner: bool, dice: list[str], reply: bool) -> int:
    """The same, from the text of R4 to R8. The side to move moves; a reply needs no die."""
    ways = 0
    for move in list(board.legal_moves):
        message = LETTERS[board.piece_type_at(move.from_square) or 0]
        if not reply and message not in dice:
            continue
        left = list(dice)
        if not reply:
            left.remove(message)
        after = board.copy(stack=False)
        after.push(move)
        if after.is_checkmate() or after.is_insufficient_material() or (not reply and not left):
            ways += 1
        elif after.is_check():
            ways += by_hand(after, owner, left, True)
        else:
            if after.turn != owner:
                after.turn, after.ep_square = owner, None
            playable = any(
                LETTERS[after.piece_type_at(m.from_square) or 0] in left for m in after.legal_moves
            )
            ways += by_hand(after, owner, left, False) if playable else 1
    return ways


@each("fen, dice", TURNS[6:16:2])
def test_R4_to_R8_a_turn_goes_as_many_ways_as_counted_by_hand(fen: str, dice: str) -> None:
    ways_agree(fen, dice)


@pytest.mark.nightly
@each("fen, dice", TURNS)
def test_R4_to_R8_every_turn_goes_as_many_ways_as_counted_by_hand(fen: str, dice: str) -> None:
    ways_agree(fen, dice)


def ways_agree(fen: str, dice: str) -> None:
    stage = Stage({"fen": fen})
    assert stage.roll(dice) == ""
    assert isinstance(stage.table, Fed)
    board = chess.Board(fen)
    assert by_the_table(stage.table.save(), stage.table) == by_hand(
        board, board.turn, list(dice), False
    )
