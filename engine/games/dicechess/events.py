"""What happens in dice chess, as data. Every copy is public."""

from typing import ClassVar, Literal

from engine.games.dicechess.view import Reason, Result
from engine.state import Event, Seat


class Joined(Event, frozen=True):
    """A seat is taken."""

    seat: Seat
    name: str


class Unseated(Event, frozen=True):
    """A seat is free again, before the start."""

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
    """Nobody is in check any more; the owner goes on with the dice that waited (R6.5)."""

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
    """The time of ``seat`` ran out; the game stands still until a moderator lets it go on (R10)."""

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
