"""A robot that mates if it can, captures valuable pieces and avoids leaving pieces in danger.

It evaluates single moves and pairs of moves that its dice allow. It never looks at the clock.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from zlib import crc32

import chess
from msgspec import Struct

from engine.game import HINTS
from engine.games.dicechess.orders import Move
from engine.games.dicechess.view import View
from engine.games.dicechess.world import KINDS, Position, less, position

VALUE = {
    chess.PAWN: 1.0,
    chess.KNIGHT: 3.0,
    chess.BISHOP: 3.2,
    chess.ROOK: 5.0,
    chess.QUEEN: 9.0,
    chess.KING: 50.0,
}
FREE_REPLY, ROLLED_REPLY, OWN_MOVE_FIRST = 1.0, 0.75, 0.45
"""The probability that a threat is carried out: by a reply without a die, after a roll, and if the
victim has a die left to escape.
"""
SECOND_LOSS = 0.3
MATE, MATE_NEXT = 10_000.0, 1_000.0


def choose(view: View, rng: Random) -> Move:
    """Return the best move found. Raises ``IndexError`` if nobody is to move."""
    moves = legal(view)
    rng.shuffle(moves)
    return ranked(view, moves)[0]


def hints(view: View) -> list[Move]:
    """Return the first move of the best turn, then the most promising ones. Equal moves are
    shuffled by the position, so that nobody is led back and forth.
    """
    moves = sorted(legal(view), key=lambda move: crc32(f"{view.fen} {move}".encode()))
    found = [best_of(view, moves, 2), *ranked(view, moves)] if moves else []
    return [*dict.fromkeys(found)][:HINTS]


def legal(view: View) -> list[chess.Move]:
    now = position(view.fen, view.skipped)
    return now.payable(payable_dice(view), view.terms.castling_dice)


def payable_dice(view: View) -> str | None:
    """Return the dice that pay for the next move, or ``None`` if it needs none."""
    return view.kept if view.phase == "die" else view.bound or None


def ranked(view: View, moves: list[chess.Move]) -> list[Move]:
    dice, now = payable_dice(view), position(view.fen, view.skipped)

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
    """Return the value of a move in pawns. ``board`` is the position after it, and ``left`` are the
    mover's remaining dice.
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
    if board.is_check() and left:
        return FREE_REPLY
    return OWN_MOVE_FIRST if kind in left else ROLLED_REPLY


def place(before: Position, move: chess.Move) -> float:
    """Return a small value for central squares, pawn advances and castling."""
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
    return abs(2 * chess.square_file(square) - 7) + abs(2 * chess.square_rank(square) - 7)


def reason(view: View, order: Move) -> dict[str, str | int]:
    """Return the reason for a move as arguments of its sentence. ``what`` is the kind of reason."""
    now, move = position(view.fen, view.skipped), chess.Move.from_uci(order.move)
    board, me = now.ready(move), now.board.turn
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    special = (
        "promotes"
        if move.promotion
        else "castles"
        if now.castles(move)
        else find_purpose(board, move)
    )
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


def find_purpose(board: chess.Board, move: chess.Move) -> str:
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


WIDTH = 8
"""The number of lines continued after each die."""
WEIGHED = 4
"""The number of ends of the turn for which level 3 evaluates replies."""
CHECK, AHEAD = 0.25, 3.0
"""The value of a check before the last die, and the material lead that should win."""
WON, STALE, DEAD = 1_000.0, 60.0, 5.0
"""The value of mate, and the cost of a draw for the side ahead and for the other."""
KIND_OF = dict(zip(chess.PIECE_TYPES, KINDS, strict=True))


class Line(Struct):
    worth: float  # for the mover
    first: chess.Move
    board: chess.Board  # after the last move
    left: str  # remaining dice


def plan(view: View, rng: Random, level: int) -> Move:
    """Return the first move of the best turn. Raises ``IndexError`` if nobody is to move."""
    moves = legal(view)
    rng.shuffle(moves)
    return best_of(view, moves, level)


def best_of(view: View, moves: list[chess.Move], level: int) -> Move:
    if len(moves) == 1:
        return Move(moves[0].uci())
    if view.phase != "die":
        return choose_reply(view, moves, level)
    ends = turns(view, moves)
    if not ends:
        return ranked(view, moves)[0]
    ends.sort(key=lambda line: -line.worth)
    if level > 2 and ends[0].worth < WON:
        me = chess.WHITE if view.owner == "white" else chess.BLACK
        for line in ends[:WEIGHED]:
            line.worth = value_replies(line, me)
        ends = sorted(ends[:WEIGHED], key=lambda line: -line.worth)
    return Move(ends[0].first.uci())


def turns(view: View, moves: list[chess.Move]) -> list[Line]:
    now, dice = position(view.fen, view.skipped), payable_dice(view) or ""
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
                line.worth = value_material(line.board, me, "")
                ends.append(line)
    return ends


def firsts(now: Position, moves: list[chess.Move], dice: str, castling: str) -> Iterator[Line]:
    for move in moves:
        board = now.ready(move)
        board.push(move)
        board.clear_stack()
        left = less(dice, now.pays(move, dice, castling) or "")
        yield Line(value_position(board, now.board.turn, left), move, board, left)


def onward(line: Line, me: chess.Color) -> Iterator[Line]:
    """Yield the lines that are one move longer. The opponent is not in check."""
    own = line.board.copy(stack=False)
    own.turn, own.ep_square = me, None
    masks = {kind: own.pieces_mask(number, me) for number, kind in KIND_OF.items()}
    for kind in dict.fromkeys(line.left):
        left = less(line.left, kind)
        for move in own.generate_legal_moves(from_mask=masks[kind]):
            board = own.copy(stack=False)
            board.push(move)
            board.clear_stack()
            yield Line(value_position(board, me, left), line.first, board, left)


def value_position(board: chess.Board, me: chess.Color, left: str) -> float:
    check = board.is_check()
    if check and board.is_checkmate():
        return WON
    return value_material(board, me, left) + (CHECK if check and left else 0.0)


def value_material(board: chess.Board, me: chess.Color, left: str) -> float:
    own = material(board, me)
    if not left and not any(board.generate_legal_moves()):
        return WON if board.is_check() else -(STALE if own > AHEAD else DEAD)
    if board.is_insufficient_material():
        return -DEAD
    return own - danger(board, me, left) + value_placement(board, me, own)


def material(board: chess.Board, me: chess.Color) -> float:
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


def value_placement(board: chess.Board, me: chess.Color, ahead: float) -> float:
    """Return a small bonus for central pieces and advanced pawns."""
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


def value_replies(line: Line, me: chess.Color) -> float:
    """Return the expected value of a turn's end over the opponent's rolls, assuming the best reply
    to each. Each type of piece that can move is equally likely.
    """
    if line.left:
        return line.worth
    best: dict[str, float] = {}
    for move in line.board.generate_legal_moves():
        kind = KIND_OF[line.board.piece_type_at(move.from_square) or chess.PAWN]
        board = line.board.copy(stack=False)
        board.push(move)
        board.clear_stack()
        best[kind] = max(best.get(kind, -WON), value_position(board, not me, ""))
    found, n = sorted(best.values(), reverse=True), len(best)
    chances = [((n - i) / n) ** 3 - ((n - i - 1) / n) ** 3 for i in range(n)]
    return -sum(chance * one for chance, one in zip(chances, found, strict=True))


def choose_reply(view: View, moves: list[chess.Move], level: int) -> Move:
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
