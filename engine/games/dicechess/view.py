"""The view of a game of dice chess, the same for everybody: all information is public."""

from typing import ClassVar, Literal

from msgspec import Struct

from engine import Event, Seat

Phase = Literal["seating", "roll", "die", "reply", "over"]
Why = Literal["opening", "opening_in_check", "dice", "check", "counter_check", "resumed", "over"]
Reason = Literal[
    "checkmate",
    "stalemate",
    "insufficient",
    "threefold",
    "fifty",
    "chain100",
    "resignation",
    "agreement",
    "time",
    "aborted",
]
Result = Literal["1-0", "0-1", "1/2-1/2", "*"]


class Made(Struct, frozen=True, kw_only=True):
    turn: int
    by: Seat
    uci: str
    san: str
    kind: Literal["die", "reply"]
    spent: str  # its dice; empty for a reply
    check: bool  # it gave check


class Terms(Struct, frozen=True):
    """The options of section 6 that affect legal orders and late players."""

    counter_check: Literal["free", "die"]
    castling_dice: Literal["king", "both", "either"]
    on_time: Literal["loss", "moderator"] = "loss"


class View(Struct, frozen=True, kw_only=True):
    """The whole game. It is the same for everybody except for ``viewer``, to whose side pictures
    are turned.
    """

    viewer: Seat
    players: dict[Seat, str]
    fen: str
    skipped: tuple[str, ...]  # squares open to en passant besides the FEN's own
    phase: Phase
    owner: Seat
    rolled: str  # ``rolled``, ``spent`` and ``kept`` are dice of the owner's turn
    spent: str
    kept: str  # unspent dice, which wait while ``interrupted``
    candidates: str | None  # types that a due roll can show
    interrupted: bool
    owes: Seat | None  # the seat that owes the reply
    bound: str  # the reply must use one of these dice; empty: it is free
    why: Why  # the reason why the player to move must act
    to_move: Seat | None
    check: bool
    turn_no: int
    quiet: int
    # those of this turn and the two before, so that everybody finds all since their own last move
    moves: tuple[Made, ...]
    taken: str  # pieces captured so far, oldest first, as FEN letters
    offer: Seat | None
    held: Seat | None  # the seat that ran out of time, while a moderator decides
    terms: Terms
    result: Result | None
    reason: Reason | None

    @property
    def line(self) -> str:
        """The state in one line: FEN, unspent dice in the owner's case, and ``?`` roll due, ``.``
        dice, ``!`` reply owed, ``=`` over.
        """
        dice = self.kept if self.owner == "white" else self.kept.lower()
        mark = {"seating": "?", "roll": "?", "die": ".", "reply": "!", "over": "="}[self.phase]
        return f"{self.fen} {dice or '-'} {mark}"

    def since(self, seat: Seat) -> tuple[Made, ...]:
        """Return the moves since ``seat`` last moved. For the public, ``seat`` is the player to
        move.
        """
        who = seat if seat in ("white", "black") else self.to_move
        last = max((i for i, made in enumerate(self.moves) if made.by == who), default=-1)
        return self.moves[last + 1 :]


class Joined(Event, frozen=True):
    seat: Seat
    name: str


class Unseated(Event, frozen=True):
    seat: Seat


class Began(Event, frozen=True):
    """The first turn opens in this position (R1)."""

    white: str
    black: str
    fen: str
    quiet: int
    rules: str  # the edition, and every option that differs from its default


class Rolled(Event, frozen=True, kw_only=True):
    stops: ClassVar[bool] = True
    seat: Seat
    turn: int
    roll: int  # number of the roll in the game (T of section 5.5)
    candidates: str
    dice: str
    check: bool


class Moved(Event, frozen=True, kw_only=True):
    final: ClassVar[bool] = False
    seat: Seat
    uci: str
    san: str
    kind: Literal["die", "reply"]
    spent: str
    check: bool  # it gives check
    fen: str  # position after it


class Interrupted(Event, frozen=True):
    """A check interrupts the owner's turn: ``seat`` owes a reply, and the dice wait (R6.4)."""

    stops: ClassVar[bool] = True
    final: ClassVar[bool] = False
    seat: Seat
    owner: Seat
    kept: str
    cause: Literal["check", "counter_check"]
    bound: str  # the reply must use one of these dice; empty: it is free (option ``counter_check``)


class Resumed(Event, frozen=True):
    """The check is over. The owner continues with the dice that waited (R6.5)."""

    final: ClassVar[bool] = False
    seat: Seat
    kept: str


class Stalled(Event, frozen=True):
    """These unspent dice have no legal move for now. Others can still be used."""

    stops: ClassVar[bool] = True
    final: ClassVar[bool] = False
    seat: Seat
    dice: str


class Forfeited(Event, frozen=True):
    """None of the unspent dice has a legal move. They are lost, and the turn is over (R6.5)."""

    stops: ClassVar[bool] = True
    seat: Seat
    dice: str


class DrawOffered(Event, frozen=True):
    """A draw is offered (R10)."""

    seat: Seat


class DrawDeclined(Event, frozen=True):
    """The offered draw is refused (R10)."""

    seat: Seat


class Held(Event, frozen=True):
    """``seat`` ran out of time. The game is halted until a moderator resumes it (R10)."""

    seat: Seat


class WentOn(Event, frozen=True):
    """A moderator has resumed the game, and ``seat`` has a new deadline (R10)."""

    seat: Seat


class Ended(Event, frozen=True):
    result: Result
    reason: Reason
    winner: Seat | None  # ``None`` in a draw
    kept: str  # unspent dice
