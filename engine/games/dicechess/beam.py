"""A player that thinks its whole turn through: every order of its dice, as far as it looks good.

Level 2 asks after each turn what stands in danger; level 3 weighs each answer that the opponent
might roll. It looks at the same number of positions whatever the hour: never at the clock.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import chess
from msgspec import Struct

from engine.games.dicechess.orders import Move
from engine.games.dicechess.position import KINDS, Position, less, position
from engine.games.dicechess.robot import (
    VALUE,
    danger,
    legal,
    mates,
    off_centre,
    payers,
    ranked,
)
from engine.games.dicechess.view import View

WIDTH = 8
"""Lines that are followed up after each die."""
WEIGHED = 4
"""Ends of the turn for which level 3 weighs the answers."""
CHECK, AHEAD = 0.25, 3.0
"""What a check before the last die is worth; the material with which a side should win."""
WON, STALE, DEAD = 1_000.0, 60.0, 5.0
"""What mate is worth; what a draw costs who is ahead, and who is not."""
KIND_OF = dict(zip(chess.PIECE_TYPES, KINDS, strict=True))


class Line(Struct):
    """Moves of one turn: the ``first``, the board after the last, the dice that are left, and what
    it is worth to the mover.
    """

    worth: float
    first: chess.Move
    board: chess.Board
    left: str


def plan(view: View, rng: Random, level: int) -> Move:
    """Return the first move of the best turn. Raise ``IndexError`` if nobody is to move."""
    moves = legal(view)
    rng.shuffle(moves)
    if len(moves) == 1:
        return Move(moves[0].uci())
    if view.phase != "die":
        return replied(view, moves, level)
    ends = turns(view, moves)
    if not ends:
        return ranked(view, moves)[0]
    ends.sort(key=lambda line: -line.worth)
    if level > 2 and ends[0].worth < WON:
        me = chess.WHITE if view.owner == "white" else chess.BLACK
        for line in ends[:WEIGHED]:
            line.worth = weighed(line, me)
        ends = sorted(ends[:WEIGHED], key=lambda line: -line.worth)
    return Move(ends[0].first.uci())


def turns(view: View, moves: list[chess.Move]) -> list[Line]:
    """Return the best ends of the turn, one for each way that was followed."""
    now, dice = position(view.fen, view.skipped), payers(view) or ""
    me = now.board.turn
    beam, ends = list(firsts(now, moves, dice, view.terms.castling_dice)), list[Line]()
    while beam:
        going = list[Line]()
        for line in beam:
            if line.left and not line.board.is_check():
                going.append(line)
            else:
                ends.append(line)
        going.sort(key=lambda line: -line.worth)
        beam = []
        mating = (line for line in going[WIDTH:] if mates(line.board, line.left))
        for line in (*going[:WIDTH], *islice(mating, 1)):
            further = list(onward(line, me))
            beam += further
            if not further:
                line.worth = settled(line.board, me, "")
                ends.append(line)
    return ends


def firsts(now: Position, moves: list[chess.Move], dice: str, castling: str) -> Iterator[Line]:
    """Yield the lines of one move."""
    for move in moves:
        board = now.ready(move)
        board.push(move)
        board.clear_stack()
        left = less(dice, now.pays(move, dice, castling) or "")
        yield Line(valued(board, now.board.turn, left), move, board, left)


def onward(line: Line, me: chess.Color) -> Iterator[Line]:
    """Yield the lines that are one move longer; the opponent is not in check."""
    own = line.board.copy(stack=False)
    own.turn, own.ep_square = me, None
    masks = {kind: own.pieces_mask(number, me) for number, kind in KIND_OF.items()}
    for kind in dict.fromkeys(line.left):
        left = less(line.left, kind)
        for move in own.generate_legal_moves(from_mask=masks[kind]):
            board = own.copy(stack=False)
            board.push(move)
            board.clear_stack()
            yield Line(valued(board, me, left), line.first, board, left)


def valued(board: chess.Board, me: chess.Color, left: str) -> float:
    """Return what a position is worth to who has just moved and has these dice left."""
    check = board.is_check()
    if check and board.is_checkmate():
        return WON
    return settled(board, me, left) + (CHECK if check and left else 0.0)


def settled(board: chess.Board, me: chess.Color, left: str) -> float:
    """Return what a position is worth where the opponent moves next: material, less what may be
    lost, and a little for where the men stand.
    """
    own = material(board, me)
    if not left and not any(board.generate_legal_moves()):
        return WON if board.is_check() else -(STALE if own > AHEAD else DEAD)
    if board.is_insufficient_material():
        return -DEAD
    return own - danger(board, me, left) + standing(board, me, own)


def material(board: chess.Board, me: chess.Color) -> float:
    """Return by how much a side is ahead, in pawns."""
    mine, theirs = board.occupied_co[me], board.occupied_co[not me]
    return sum(
        VALUE[kind] * ((mask & mine).bit_count() - (mask & theirs).bit_count())
        for kind, mask in (
            (chess.PAWN, board.pawns),
            (chess.KNIGHT, board.knights),
            (chess.BISHOP, board.bishops),
            (chess.ROOK, board.rooks),
            (chess.QUEEN, board.queens),
        )
    )


def standing(board: chess.Board, me: chess.Color, ahead: float) -> float:
    """Return a little for men in the middle and pawns that are far; who is ahead drives the other
    king to the edge.
    """
    men = board.occupied_co[me] & ~board.kings & ~board.pawns
    found = -0.02 * sum(off_centre(square) for square in chess.scan_forward(men))
    for square in chess.scan_forward(board.pawns & board.occupied_co[me]):
        rank = chess.square_rank(square)
        found += 0.06 * (rank if me else 7 - rank)
    mine, theirs = board.king(me), board.king(not me)
    if ahead >= AHEAD and mine is not None and theirs is not None:
        found += 0.015 * off_centre(theirs) - 0.02 * chess.square_distance(mine, theirs)
    elif board.queens and mine is not None:
        found += 0.03 * off_centre(mine)
    return found


def weighed(line: Line, me: chess.Color) -> float:
    """Return what an end is worth if the opponent rolls, and makes the best move that one of the
    three dice allows: the mean over all rolls, each type of piece that can move being as likely as
    another.
    """
    if line.left:
        return line.worth
    best: dict[str, float] = {}
    for move in line.board.generate_legal_moves():
        kind = KIND_OF[line.board.piece_type_at(move.from_square) or chess.PAWN]
        board = line.board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        best[kind] = max(best.get(kind, -WON), valued(board, not me, ""))
    found, n = sorted(best.values(), reverse=True), len(best)
    chances = [((n - i) / n) ** 3 - ((n - i - 1) / n) ** 3 for i in range(n)]
    return -sum(chance * one for chance, one in zip(chances, found, strict=True))


def replied(view: View, moves: list[chess.Move], level: int) -> Move:
    """Return the answer to a check after which the opponent's dice that wait do least."""
    order = [chess.Move.from_uci(one.move) for one in ranked(view, moves)]
    now, dice = position(view.fen, view.skipped), view.kept
    if level < 3 or not dice or view.owner == now.seat:
        return Move(order[0].uci())
    found = list[tuple[float, chess.Move]]()
    for move in order[:WEIGHED]:
        board = now.ready(move)
        board.push(move)
        board.clear_stack()
        if board.is_checkmate():
            return Move(move.uci())
        line = Line(0.0, move, board, dice)
        other = not now.board.turn
        worst = max((one.worth for one in onward(line, other)), default=material(board, other))
        found.append((-worst, move))
    return Move(max(found, key=lambda one: one[0])[1].uci())
