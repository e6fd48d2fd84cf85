"""A position of chess with its legal moves, found once. The rules of chess are python-chess's.

No board here keeps a history: a side may move twice, and what python-chess looks up in
its history would then be wrong.
"""

from functools import cached_property

import chess

from engine.state import Seat

SEATS: tuple[Seat, Seat] = ("black", "white")
"""By python-chess's colour."""
KINDS = "PNBRQK"
"""The faces of a die, in the order in which they are always listed."""
LAST_RANK = {"white": 7, "black": 0}


def other(seat: Seat) -> Seat:
    """Return the opponent."""
    return SEATS[1 - SEATS.index(seat)]


def ordered(dice: str) -> str:
    """Return dice in the order P N B R Q K."""
    return "".join(sorted(dice, key=KINDS.index))


def less(dice: str, spent: str) -> str:
    """Return ``dice`` without the ones in ``spent``."""
    for die in spent:
        dice = dice.replace(die, "", 1)
    return dice


class Position:
    """A board with what may be done on it. ``skipped``: squares beyond the FEN's
    own that may be taken en passant.
    """

    def __init__(self, board: chess.Board, fen: str, skipped: tuple[str, ...]):
        self.board, self.fen, self.skipped = board, fen, skipped
        self.seat = SEATS[board.turn]

    @cached_property
    def moves(self) -> dict[chess.Move, str]:
        """Return all legal moves, each with the type of the piece that makes it (R5).

        Rule: R5.
        """
        kinds = {
            square: kind
            for kind, number in zip(KINDS, chess.PIECE_TYPES, strict=True)
            for square in chess.scan_forward(self.board.pieces_mask(number, self.board.turn))
        }
        moves = {move: kinds[move.from_square] for move in self.board.legal_moves}
        for square in self.open_squares():
            board = self.board.copy(stack=False)
            board.ep_square = square
            moves.update(dict.fromkeys(board.generate_legal_ep(), "P"))
        return moves

    def open_squares(self) -> list[int]:
        """Return the skipped squares on which this side's pawns may still take en passant.

        Rule: R8.
        """
        rank = 5 if self.board.turn else 2
        squares = [chess.parse_square(name) for name in self.skipped]
        return [s for s in squares if chess.square_rank(s) == rank and not self.board.piece_at(s)]

    @cached_property
    def kinds(self) -> str:
        """Return the types that have a legal move: the set T of R3."""
        return ordered("".join(set(self.moves.values())))

    @cached_property
    def check(self) -> bool:
        """Return whether the side to move is in check."""
        return self.board.is_check()

    @cached_property
    def dead(self) -> bool:
        """Return whether nobody can ever mate."""
        return self.board.is_insufficient_material()

    @cached_property
    def key(self) -> str:
        """Return what makes two positions the same (R2c)."""
        taken = {move.to_square for move, kind in self.moves.items() if kind == "P"}
        places = sorted(
            chess.square_name(square) for square in self.open_squares() if square in taken
        )
        return " ".join([*self.fen.split()[:4], *places])

    def turned(self, seat: Seat) -> "Position":
        """Return the position with ``seat`` to move. Whoever moves on lets the en
        passant square of the FEN lapse (R8).
        """
        if self.seat == seat:
            return self
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        return position_on(board, self.skipped)

    def ready(self, move: chess.Move) -> chess.Board:
        """Return a board of its own on which this move can be written or made."""
        board = self.board.copy(stack=False)
        if self.moves[move] == "P" and move.to_square in self.open_squares():
            board.ep_square = move.to_square
        return board

    def san(self, move: chess.Move) -> str:
        """Return a legal move in SAN."""
        return self.ready(move).san(move)

    def castles(self, move: chess.Move) -> bool:
        """Return whether this is castling."""
        return self.board.is_castling(move)

    def pays(self, move: chess.Move, dice: str, castling: str = "king") -> str | None:
        """Return the dice that a legal move spends, ``None`` if ``dice`` cannot pay for it
        (R4, option ``castling_dice``).

        Rule: R4.
        """
        kind = self.moves[move]
        if kind == "K" and castling != "king" and self.castles(move):
            if castling == "both":
                return "KR" if "K" in dice and "R" in dice else None
            return next((die for die in "KR" if die in dice), None)
        return kind if kind in dice else None

    def payable(self, dice: str | None, castling: str = "king") -> list[chess.Move]:
        """Return the legal moves that ``dice`` can pay for; all of them if no dice are needed."""
        if dice is None:
            return list(self.moves)
        if castling == "king":
            return [move for move, kind in self.moves.items() if kind in dice]
        return [move for move in self.moves if self.pays(move, dice, castling) is not None]


KNOWN: dict[tuple[str, tuple[str, ...]], Position] = {}
"""Positions that were looked at lately. No ``lru_cache``: what is looked up by its FEN is put in
with its board, so that a move made costs no reading of a FEN.
"""
MOST = 8192


def position(fen: str, skipped: tuple[str, ...] = ()) -> Position:
    """Return the position of this FEN, which python-chess has written."""
    return KNOWN.get((fen, skipped)) or remembered(Position(chess.Board(fen), fen, skipped))


def position_on(board: chess.Board, skipped: tuple[str, ...]) -> Position:
    """Return the position on a board, without reading its FEN again; the board is handed over
    and not to be changed any more.
    """
    fen = board.fen()
    if fen.split()[3] == "-":
        board.ep_square = None
    return KNOWN.get((fen, skipped)) or remembered(Position(board, fen, skipped))


def remembered(new: Position) -> Position:
    """Remember a position, forgetting all others if there are too many, and return it."""
    if len(KNOWN) >= MOST:
        KNOWN.clear()
    KNOWN[(new.fen, new.skipped)] = new
    return new
