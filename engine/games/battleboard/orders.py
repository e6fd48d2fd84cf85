"""The orders of BattleBoard, from seats and from the referee."""

from typing import ClassVar

from engine import Anytime, House, Order, Seat

Square = tuple[int, int]
"""Column and row, from 0."""


class Bomb(Order, frozen=True):
    """Drop a bomb on one square of one board (BB-11)."""

    target: Seat
    square: Square


class Pass(Order, frozen=True):
    """Do nothing this turn (BB-11)."""


class Stray(Order, frozen=True):
    """Drop a bomb outside all boards, which the option ``illegal`` counts as a pass (BB-16)."""

    target: str
    square: Square


class Withdraw(Anytime, frozen=True):
    """Leave the game at the end of the current turn (BB-19)."""

    confirmed: ClassVar[bool] = True


class Gone(House, frozen=True):
    """The seat's connection has broken for good. The seat leaves, or its turns pass, depending on
    the option ``gone`` (BB-26).
    """

    seat: Seat


class Back(House, frozen=True):
    """The seat is connected again (BB-25)."""

    seat: Seat
