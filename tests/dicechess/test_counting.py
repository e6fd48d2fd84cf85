"""How many ways a turn can go, replies and all, against a counter that knows
python-chess and the rules page only.
"""

import chess
import pytest

from engine.games.dicechess.orders import Move
from engine.state import PUBLIC
from tests.dicechess.policies import slot_of
from tests.dicechess.stage import Fed, Stage
from tests.kit.data import beside
from tests.kit.each import each

LETTERS = ".PNBRQK"
# Positions of section 4.2 and some with more on the board; each with a roll that it can give.
TURNS = beside(__file__)["turns"]


def by_the_table(data: bytes, table: Fed) -> int:
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
