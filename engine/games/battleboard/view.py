"""A viewer's knowledge of a game of BattleBoard: public marks, and a seat's own living cities."""

from typing import Literal

from msgspec import Struct

from engine import Seat
from engine.games.battleboard import events, orders

Standing = Literal["playing", "leaving", "left", "lost"]


class Mark(Struct, frozen=True):
    """The public knowledge of one square: the last result, and whether a wreck is there."""

    x: int
    y: int
    result: events.Result
    wreck: bool


class BoardView(Struct, frozen=True, kw_only=True):
    """One board as the public knows it."""

    seat: Seat
    name: str
    standing: Standing
    left: int
    total: int
    marks: tuple[Mark, ...]
    stood: tuple[orders.Square, ...] = ()  # cities that were never hit, after the game


class View(Struct, frozen=True, kw_only=True):
    """The whole game as one viewer knows it."""

    viewer: Seat
    width: int
    height: int
    wrecks: Literal["clear", "count"]
    illegal: Literal["refuse", "pass"]
    boards: tuple[BoardView, ...]
    own: tuple[orders.Square, ...]  # the viewer's living cities, in the order drawn
    order: tuple[Seat, ...]
    turn: Seat | None
    open_seats: int
    result: str | None
    last: events.Bombed | events.Passed | None = None  # the action of the last finished turn

    def board(self, seat: Seat) -> BoardView:
        """Return the board of ``seat``. Raises ``KeyError`` if nobody of that name has joined."""
        for board in self.boards:
            if board.seat == seat:
                return board
        raise KeyError(seat)
