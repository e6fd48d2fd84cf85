"""The view of a game of dice chess, the same for everybody: all information is public."""

from typing import ClassVar, Literal

from msgspec import Struct

from engine.state import Event, Seat

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
    """A move on the board. ``spent`` are its dice, none for a reply; ``check``: it gave check."""

    turn: int
    by: Seat
    uci: str
    san: str
    kind: Literal["die", "reply"]
    spent: str
    check: bool


class Terms(Struct, frozen=True):
    """The options of section 6 that decide about legal orders and late players."""

    counter_check: Literal["free", "die"]
    castling_dice: Literal["king", "both", "either"]
    on_time: Literal["loss", "moderator"] = "loss"


class View(Struct, frozen=True, kw_only=True):
    """The whole game. It is the same for everybody but for ``viewer``, to
    whose side pictures are turned.

    ``rolled``, ``spent`` and ``kept`` are dice of the owner's turn; ``kept`` are the unspent
    ones, which wait while ``interrupted``. ``owes`` is who owes the reply, ``bound`` the
    dice one of which it must use (none: it is free). ``why`` says why the player to move
    must act. ``candidates`` is what a roll that is due can show. ``moves`` are those of this
    turn and the two before, so that everybody finds what happened since their last one.
    ``taken`` are the pieces captured so far, oldest first, as a FEN writes them.
    ``skipped``: squares open to en passant beside the FEN's own. ``held``: whose time ran
    out, while a moderator decides.
    """

    viewer: Seat
    players: dict[Seat, str]
    fen: str
    skipped: tuple[str, ...]
    phase: Phase
    owner: Seat
    rolled: str
    spent: str
    kept: str
    candidates: str | None
    interrupted: bool
    owes: Seat | None
    bound: str
    why: Why
    to_move: Seat | None
    check: bool
    turn_no: int
    quiet: int
    moves: tuple[Made, ...]
    taken: str
    offer: Seat | None
    held: Seat | None
    terms: Terms
    result: Result | None
    reason: Reason | None

    @property
    def line(self) -> str:
        """Return the state in one line: FEN, unspent dice in the owner's case, and ``?`` roll due,
        ``.`` dice, ``!`` reply owed, ``=`` over.
        """
        dice = self.kept if self.owner == "white" else self.kept.lower()
        mark = {"seating": "?", "roll": "?", "die": ".", "reply": "!", "over": "="}[self.phase]
        return f"{self.fen} {dice or '-'} {mark}"

    def since(self, seat: Seat) -> tuple[Made, ...]:
        """Return the moves since ``seat`` last moved; for the public, those since the
        present player's opponent began.
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
    """The first turn opens in this position (R1). ``rules`` names the edition and every
    option that is not the default.
    """

    white: str
    black: str
    fen: str
    quiet: int
    rules: str


class Rolled(Event, frozen=True, kw_only=True):
    """A turn has opened: roll number ``roll`` of the game (T of section 5.5) showed
    ``dice`` out of ``candidates``.
    """

    stops: ClassVar[bool] = True
    seat: Seat
    turn: int
    roll: int
    candidates: str
    dice: str
    check: bool


class Moved(Event, frozen=True, kw_only=True):
    """A move, by a die or as a reply, and the position after it. ``spent`` are its
    dice, ``check``: it gives check.
    """

    final: ClassVar[bool] = False
    seat: Seat
    uci: str
    san: str
    kind: Literal["die", "reply"]
    spent: str
    check: bool
    fen: str


class Interrupted(Event, frozen=True):
    """A check breaks into the owner's turn: ``seat`` owes a reply, the dice wait (R6.4).

    ``bound``: dice one of which the reply must use, none: it is free (option ``counter_check``).
    """

    stops: ClassVar[bool] = True
    final: ClassVar[bool] = False
    seat: Seat
    owner: Seat
    kept: str
    cause: Literal["check", "counter_check"]
    bound: str


class Resumed(Event, frozen=True):
    """The check is over. The owner continues with the dice that waited (R6.5)."""

    final: ClassVar[bool] = False
    seat: Seat
    kept: str


class Stalled(Event, frozen=True):
    """These unspent dice have lost their last legal move, for now; others can still be used."""

    stops: ClassVar[bool] = True
    final: ClassVar[bool] = False
    seat: Seat
    dice: str


class Forfeited(Event, frozen=True):
    """None of the unspent dice has a legal move: they are lost, and the turn is over (R6.5)."""

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
    """A moderator lets the game go on, ``seat`` with a new deadline (R10)."""

    seat: Seat


class Ended(Event, frozen=True):
    """The game is over; ``kept`` are the dice that stayed unspent,
    ``winner`` is nobody's in a draw.
    """

    result: Result
    reason: Reason
    winner: Seat | None
    kept: str
