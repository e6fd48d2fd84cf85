"""The state of a game of dice chess, its options, and the scenarios it can start from."""

from functools import cached_property
from typing import Annotated, Literal

import chess
from msgspec import Meta, Struct, structs

from engine import Options, Scenario, Seat
from engine.game import TIMEOUT, seconds_of
from engine.games.dicechess.view import Made, Reason, Result

SEATS: tuple[Seat, Seat] = ("black", "white")
"""Seats in the order of python-chess's colours."""
KINDS = "PNBRQK"
"""The faces of a die in display order."""
LAST_RANK = {"white": 7, "black": 0}


def other(seat: Seat) -> Seat:
    return SEATS[1 - SEATS.index(seat)]


def ordered(dice: str) -> str:
    return "".join(sorted(dice, key=KINDS.index))


def less(dice: str, spent: str) -> str:
    for die in spent:
        dice = dice.replace(die, "", 1)
    return dice


class Position:
    """A board and its legal moves. ``skipped`` are squares open to en passant besides the FEN's
    own.
    """

    def __init__(self, board: chess.Board, fen: str, skipped: tuple[str, ...]):
        self.board, self.fen, self.skipped = board, fen, skipped
        self.seat = SEATS[board.turn]

    @cached_property
    def moves(self) -> dict[chess.Move, str]:
        """Rule: R5."""
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
        """Rule: R8."""
        rank = 5 if self.board.turn else 2
        squares = [chess.parse_square(name) for name in self.skipped]
        return [s for s in squares if chess.square_rank(s) == rank and not self.board.piece_at(s)]

    @cached_property
    def kinds(self) -> str:
        return ordered("".join(set(self.moves.values())))

    @cached_property
    def check(self) -> bool:
        return self.board.is_check()

    @cached_property
    def dead(self) -> bool:
        return self.board.is_insufficient_material()

    @cached_property
    def key(self) -> str:
        """A key that is equal for repeated positions (R2c)."""
        taken = {move.to_square for move, kind in self.moves.items() if kind == "P"}
        places = sorted(
            chess.square_name(square) for square in self.open_squares() if square in taken
        )
        return " ".join([*self.fen.split()[:4], *places])

    def turned(self, seat: Seat) -> "Position":
        """Return the position with ``seat`` to move."""
        if self.seat == seat:
            return self
        board = self.board.copy(stack=False)
        board.turn, board.ep_square = not board.turn, None
        return position_on(board, self.skipped)

    def ready(self, move: chess.Move) -> chess.Board:
        board = self.board.copy(stack=False)
        if self.moves[move] == "P" and move.to_square in self.open_squares():
            board.ep_square = move.to_square
        return board

    def san(self, move: chess.Move) -> str:
        return self.ready(move).san(move)

    def castles(self, move: chess.Move) -> bool:
        return self.board.is_castling(move)

    def pays(self, move: chess.Move, dice: str, castling: str = "king") -> str | None:
        """Return the dice that a legal move spends, or ``None`` if ``dice`` cannot pay for it
        (option ``castling_dice``).

        Rule: R4.
        """
        kind = self.moves[move]
        if kind == "K" and castling != "king" and self.castles(move):
            if castling == "both":
                return "KR" if "K" in dice and "R" in dice else None
            return next((die for die in "KR" if die in dice), None)
        return kind if kind in dice else None

    def payable(self, dice: str | None, castling: str = "king") -> list[chess.Move]:
        """Return the legal moves that ``dice`` can pay for, or all if ``None``."""
        if dice is None:
            return list(self.moves)
        if castling == "king":
            return [move for move, kind in self.moves.items() if kind in dice]
        return [move for move in self.moves if self.pays(move, dice, castling) is not None]


KNOWN: dict[tuple[str, tuple[str, ...]], Position] = {}
"""Recent positions by FEN. Unlike with ``lru_cache``, a position can be added together with its
board, so the FEN is never parsed again.
"""
MOST = 8192


def position(fen: str, skipped: tuple[str, ...] = ()) -> Position:
    return KNOWN.get((fen, skipped)) or remembered(Position(chess.Board(fen), fen, skipped))


def position_on(board: chess.Board, skipped: tuple[str, ...]) -> Position:
    """Return the position of a board without parsing its FEN. Don't change the board afterwards."""
    fen = board.fen()
    if fen.split()[3] == "-":
        board.ep_square = None
    return KNOWN.get((fen, skipped)) or remembered(Position(board, fen, skipped))


def remembered(new: Position) -> Position:
    if len(KNOWN) >= MOST:
        KNOWN.clear()
    KNOWN[(new.fen, new.skipped)] = new
    return new


EDITION = "dice-mode-check-interruption/1"
REMEMBERED = 2
"""The number of earlier turns whose moves are kept.

Each turn has a move of its owner, so two show either player everything since their last move.
"""


class DiceOptions(Options, frozen=True, kw_only=True):
    counter_check: Annotated[
        Literal["free", "die"],
        Meta(description="the owner answers a counter-check freely, or with a die that fits"),
    ] = "free"
    king_only: Annotated[
        Literal["three", "one"],
        Meta(description="a roll of kings alone is three king moves, or one"),
    ] = "three"
    en_passant: Annotated[
        Literal["next_move", "next_turn"],
        Meta(
            description=(
                "en passant on the very next move, or until the opponent has used their next die"
            )
        ),
    ] = "next_move"
    no_move: Annotated[
        Literal["forfeit", "draw"],
        Meta(description="no legal move at all in mid-turn: dice forfeited, or a draw"),
    ] = "forfeit"
    castling_dice: Annotated[
        Literal["king", "both", "either"],
        Meta(description="castling spends the king die, king and rook, or either"),
    ] = "king"
    on_time: Annotated[
        Literal["loss", "moderator"],
        Meta(description="deadline and grace have passed: the game is lost, or stands still"),
    ] = "loss"
    deadline: Annotated[str, Meta(description="time for each move: none, 90s, 15m, 2h, 3d")] = (
        "none"
    )
    grace: Annotated[
        str, Meta(description="time after the deadline before on_time: none, 90s, 15m, 2h, 1d")
    ] = "none"

    def __post_init__(self) -> None:
        for name in ("deadline", "grace"):
            value = getattr(self, name)
            if not TIMEOUT.fullmatch(value):
                raise ValueError(
                    f"{name}: {value!r} is no time such as 90s, 15m, 2h or 3d, and not none"
                )

    @property
    def seconds(self) -> int | None:
        length = seconds_of(self.deadline)
        return None if length is None else length + (seconds_of(self.grace) or 0)

    @property
    def rules(self) -> str:
        default = structs.asdict(DiceOptions())
        chosen = structs.asdict(self)
        return " ".join(
            [
                EDITION,
                *(f"{name}={value}" for name, value in chosen.items() if value != default[name]),
            ]
        )


class DiceScenario(Scenario, frozen=True):
    """The start of the game: a position (FEN) and the quiet-turn counter (R9)."""

    fen: str = chess.STARTING_FEN
    quiet: Annotated[int, Meta(ge=0, le=100)] = 0


class Over(Struct, frozen=True):
    result: Result
    reason: Reason
    owner: Seat
    rolled: str
    kept: str


class World(Struct, kw_only=True):
    options: DiceOptions
    fen: str  # with the player to move
    quiet: int  # number of quiet turns in a row (R9)
    turn_no: int = 0
    loud: bool = False  # this turn is not quiet (R9)
    # how often each position started a turn since the last loud one; earlier ones can't recur
    seen: dict[str, int] = {}
    skipped: list[str] = []
    moves: list[Made] = []
    taken: str = ""  # captured pieces as FEN letters, in order
    players: dict[Seat, str] = {}
    offer: Seat | None = None
    held: Seat | None = None
    over: Over | None = None

    @property
    def position(self) -> Position:
        return position(self.fen, tuple(self.skipped))

    def make(self, seat: Seat, uci: str, kind: Literal["die", "reply"], spent: str) -> Made:
        before, move = self.position, chess.Move.from_uci(uci)
        self.loud = self.loud or before.moves[move] == "P" or before.board.is_capture(move)
        board = before.ready(move)
        if board.is_en_passant(move):
            self.taken += "p" if seat == "white" else "P"
        elif not board.is_castling(move) and (prey := board.piece_at(move.to_square)):
            self.taken += prey.symbol()
        san = board.san_and_push(move)
        if self.options.en_passant == "next_turn":
            self.skip(seat, kind, board)
        board.clear_stack()
        self.fen = position_on(board, tuple(self.skipped)).fen
        if self.offer not in (None, seat):
            self.offer = None
        made = Made(
            turn=self.turn_no,
            by=seat,
            uci=uci,
            san=san,
            kind=kind,
            spent=spent,
            check=board.is_check(),
        )
        self.moves = [*(old for old in self.moves if old.turn >= self.turn_no - REMEMBERED), made]
        return made

    def skip(self, seat: Seat, kind: str, board: chess.Board) -> None:
        """Update the squares kept for ``en_passant=next_turn``."""
        own = "6" if seat == "white" else "3"
        left = [square for square in self.skipped if kind == "reply" or square[1] != own]
        self.skipped = [
            square for square in left if has_passed_pawn(board, chess.parse_square(square))
        ]
        if board.ep_square is not None:
            self.skipped.append(chess.square_name(board.ep_square))
            board.ep_square = None


def has_passed_pawn(board: chess.Board, skipped: int) -> bool:
    white = chess.square_rank(skipped) == 2
    return skipped + (8 if white else -8) in board.pieces(chess.PAWN, white)


def start_position(fen: str) -> str:
    """Return the FEN in canonical form. Raises ``ValueError`` if the position is not legal."""
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise ValueError(f"scenario.fen: {fen!r} cannot be read: {error}") from error
    if board.status() != chess.STATUS_VALID:
        flaws = ", ".join(
            str(flag.name).lower().replace("_", " ")
            for flag in chess.Status
            if flag & board.status()
        )
        raise ValueError(f"scenario.fen: {fen!r} is no position of chess: {flaws}")
    return board.fen()
