"""A sparring partner: it mates when it can, takes what is worth taking, and leaves
nothing dear where it can be taken.

It looks at each of its moves, and at each pair of moves that its dice allow, never at the clock.
"""

from random import Random

import chess

from engine.game import HINTS
from engine.games.dicechess.orders import Move
from engine.games.dicechess.position import KINDS, Position, less, position
from engine.games.dicechess.view import View

VALUE = {
    chess.PAWN: 1.0,
    chess.KNIGHT: 3.0,
    chess.BISHOP: 3.2,
    chess.ROOK: 5.0,
    chess.QUEEN: 9.0,
    chess.KING: 50.0,
}
FREE_REPLY, ROLLED_REPLY, OWN_MOVE_FIRST = 1.0, 0.75, 0.45
"""How likely a threat is carried out: by a reply that needs no die, after a roll,
and where a die is left to flee.
"""
SECOND_LOSS = 0.3
MATE, MATE_NEXT = 10_000.0, 1_000.0


def choose(view: View, rng: Random) -> Move:
    """Return the best move as far as it can see. Raises ``IndexError`` if nobody is to move."""
    moves = legal(view)
    rng.shuffle(moves)
    return ranked(view, moves)[0]


def hints(view: View) -> list[Move]:
    """Return the moves that look best, the best first."""
    return ranked(view, legal(view))[:HINTS]


def legal(view: View) -> list[chess.Move]:
    """Return the moves that the dice can pay for."""
    now = position(view.fen, view.skipped)
    return now.payable(payers(view), view.terms.castling_dice)


def payers(view: View) -> str | None:
    """Return the dice that pay for the next move; ``None``: it needs none."""
    return view.kept if view.phase == "die" else view.bound or None


def ranked(view: View, moves: list[chess.Move]) -> list[Move]:
    """Sort moves by what they are worth, the best first: mate before all, then mate with one of
    the dice that are left.
    """
    dice, now = payers(view), position(view.fen, view.skipped)

    def worth(move: chess.Move) -> float:
        board = now.ready(move)
        board.push(move)
        board.clear_stack()
        if board.is_checkmate():
            return MATE
        paid = "" if dice is None else now.pays(move, dice, view.terms.castling_dice) or ""
        left = less(view.kept, paid) if view.owner == now.seat else ""
        if left and not board.is_check() and mates(board, left):
            return MATE_NEXT
        return judge(now, move, board, left)

    return [Move(move.uci()) for move in sorted(moves, key=worth, reverse=True)]


def mates(board: chess.Board, dice: str) -> bool:
    """Return whether one of these dice mates, if the mover moves again."""
    own = board.copy(stack=False)
    own.turn, own.ep_square = not own.turn, None
    for move in own.legal_moves:
        if KINDS[(own.piece_type_at(move.from_square) or 0) - 1] in dice and own.gives_check(move):
            own.push(move)
            mate = own.is_checkmate()
            own.pop()
            if mate:
                return True
    return False


def judge(before: Position, move: chess.Move, board: chess.Board, left: str) -> float:
    """Return what a move is worth in pawns; ``board`` is the position after
    it, ``left`` the mover's dice.
    """
    me = before.board.turn
    taken = before.board.piece_type_at(move.to_square) or (
        chess.PAWN if before.ready(move).is_en_passant(move) else 0
    )
    worth = VALUE.get(taken, 0.0)
    if move.promotion:
        worth += VALUE[move.promotion] - VALUE[chess.PAWN]
    return worth - danger(board, me, left) + place(before, move)


def danger(board: chess.Board, me: chess.Color, left: str) -> float:
    """Return what the mover may expect to lose."""
    losses = []
    for square in chess.scan_forward(board.occupied_co[me] & ~board.kings):
        kind = board.piece_type_at(square) or 0
        if attackers := board.attackers_mask(not me, square):
            cheapest = min(
                VALUE[board.piece_type_at(other) or 0] for other in chess.scan_forward(attackers)
            )
            guarded = bool(board.attackers_mask(me, square))
            loss = VALUE[kind] - (cheapest if guarded else 0.0)
            if loss > 0 and not (cheapest == VALUE[chess.KING] and guarded):
                losses.append(loss * likely(board, left, KINDS[kind - 1]))
    losses.sort(reverse=True)
    return sum(losses[:1]) + SECOND_LOSS * sum(losses[1:])


def likely(board: chess.Board, left: str, kind: str) -> float:
    """Return how likely it is that a piece of this kind is taken where it stands."""
    if board.is_check() and left:
        return FREE_REPLY
    return OWN_MOVE_FIRST if kind in left else ROLLED_REPLY


def place(before: Position, move: chess.Move) -> float:
    """Return a little for moving to the middle and for pawns that go ahead; the king stays
    at home while queens are about.
    """
    kind = before.board.piece_type_at(move.from_square)
    nearer = 0.02 * (off_centre(move.from_square) - off_centre(move.to_square))
    if before.castles(move):
        return 0.5
    if kind == chess.PAWN:
        return 0.08 + nearer
    if kind == chess.KING:
        return -0.3 if before.board.queens else nearer
    return nearer


def off_centre(square: chess.Square) -> int:
    """Return how far a square is from the middle, 2 to 14."""
    return abs(2 * chess.square_file(square) - 7) + abs(2 * chess.square_rank(square) - 7)


def reason(view: View, order: Move) -> dict[str, str | int]:
    """Return what speaks for a move, as arguments of its sentence; ``what`` is its kind."""
    now, move = position(view.fen, view.skipped), chess.Move.from_uci(order.move)
    board, me = now.ready(move), now.board.turn
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    special = "promotes" if move.promotion else "castles" if now.castles(move) else aim(board, move)
    board.push(move)
    check = "yes" if board.is_check() else "no"
    if board.is_checkmate():
        return {"what": "mate"}
    if taken:
        return {"what": "takes", "piece": KINDS[taken - 1], "check": check}
    if board.is_check():
        return {"what": "check"}
    if special:
        return {"what": special}
    return {"what": "safe" if not danger(board, me, "") else "other"}


def aim(board: chess.Board, move: chess.Move) -> str:
    """Return what a quiet move is good for: a piece leaves its first square, a pawn takes the
    middle; "" for others.
    """
    piece = board.piece_at(move.from_square)
    if piece is None:
        return ""
    home = chess.BB_RANK_1 if piece.color else chess.BB_RANK_8
    if (
        piece.piece_type in (chess.KNIGHT, chess.BISHOP)
        and home & chess.BB_SQUARES[move.from_square]
    ):
        return "develops"
    middle = bool(chess.BB_CENTER & chess.BB_SQUARES[move.to_square])
    return "middle" if middle and piece.piece_type == chess.PAWN else ""
