"""The events of BattleBoard."""

from typing import ClassVar, Literal

from engine import Event, Seat
from engine.games.battleboard.orders import Square

Result = Literal["MISS", "NEAR_MISS", "HIT", "LOSS"]
Cause = Literal["order", "timeout", "illegal", "gone", "left"]


class Joined(Event, frozen=True):
    """A seat is taken."""

    seat: Seat
    name: str
    open_seats: int  # number of free seats left


class Unseated(Event, frozen=True):
    """A seat is free again, before the start (BB-6)."""

    seat: Seat
    open_seats: int


class Dealt(Event, frozen=True):
    """A seat's cities, in the order drawn. Only for that seat (BB-8)."""

    seat: Seat
    width: int
    height: int
    cities: tuple[Square, ...]


class TurnOrder(Event, frozen=True):
    """The last seat is taken. This is the order of turns (BB-9)."""

    seats: tuple[Seat, ...]


class TurnStarted(Event, frozen=True):
    """It is this seat's turn (BB-10)."""

    final: ClassVar[bool] = False
    seat: Seat


class Bombed(Event, frozen=True):
    """A bomb and its result (BB-12, BB-13)."""

    stops: ClassVar[bool] = True
    by: Seat
    target: Seat
    square: Square
    result: Result


class Passed(Event, frozen=True):
    """A turn ends without a bomb (BB-11, BB-16, BB-18, BB-20, BB-26)."""

    final: ClassVar[bool] = False
    by: Seat
    cause: Cause


class Withdrew(Event, frozen=True):
    """A seat will leave at the end of the current turn (BB-19)."""

    seat: Seat


class Won(Event, frozen=True):
    """The last seat left has won (BB-23)."""

    seat: Seat


class Drawn(Event, frozen=True):
    """The last seats have left together (BB-23)."""


class Uncovered(Event, frozen=True):
    """The cities of a board that were never hit, announced after the game (BB-23)."""

    seat: Seat
    cities: tuple[Square, ...]
