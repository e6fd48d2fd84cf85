"""The position of a game of BattleBoard, its options, its scenario, and the effect of a bomb."""

import re
import unicodedata
from functools import lru_cache
from operator import attrgetter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine import PUBLIC, Options, Scenario, Seat
from engine.game import seconds_of
from engine.games.battleboard.events import Bombed, Passed, Result
from engine.games.battleboard.orders import Square
from engine.games.battleboard.view import BoardView, Mark, Standing, View

SIZE = re.compile(r"([2-9]|1[0-9]|2[0-6])x([2-9]|1[0-9]|2[0-6])")
NAME_LENGTH = 32

square_of = attrgetter("x", "y")


class BattleOptions(Options, frozen=True, kw_only=True):
    """The options of section 5 of the rules.

    Rules: BB-1, BB-7.
    """

    players: Annotated[int, Meta(ge=2, le=20, description="number of seats (BB-1)")] = 2
    size: Annotated[str, Meta(description="width x height, 2x2 to 26x26 (BB-7)")] = "10x8"
    cities: Annotated[
        int, Meta(ge=1, description="cities on each board, 1 to width x height (BB-7)")
    ] = 2
    wrecks: Annotated[
        Literal["clear", "count"],
        Meta(description="a destroyed city is an empty square, or counts again (BB-15)"),
    ] = "clear"
    illegal: Annotated[
        Literal["refuse", "pass"],
        Meta(description="a bomb on nothing is refused, or counts as a pass (BB-16)"),
    ] = "refuse"
    order: Annotated[
        Literal["dice", "join"], Meta(description="order of turns: drawn, or as joined (BB-9)")
    ] = "dice"
    timeout: Annotated[str, Meta(description="time for a turn: none, 90s, 15m, 2h, 2d (BB-18)")] = (
        "none"
    )
    gone: Annotated[
        Literal["withdraw", "timeout"],
        Meta(description="a seat whose connection broke: out, or passing (BB-26)"),
    ] = "withdraw"

    def __post_init__(self) -> None:
        if not SIZE.fullmatch(self.size):
            raise ValueError(
                f"size: {self.size!r} is no WIDTHxHEIGHT of 2 to 26 each, such as 10x8"
            )
        seconds_of(self.timeout)
        if self.cities > self.width * self.height:
            raise ValueError(
                f"cities: {self.cities} do not fit on {self.size}; at most"
                f" {self.width * self.height}"
            )

    @property
    def width(self) -> int:
        return int(self.size.split("x")[0])

    @property
    def height(self) -> int:
        return int(self.size.split("x")[1])

    @property
    def seconds(self) -> int | None:
        """The time for a turn in seconds, or ``None``.

        Rule: BB-18.
        """
        return seconds_of(self.timeout)


class BattleScenario(Scenario, frozen=True):
    """Boards in the order of joining, and the order of turns as numbers of joiners, from 0 (section
    4).
    """

    boards: tuple[tuple[Square, ...], ...] = ()
    order: tuple[int, ...] = ()


class Board(Struct, kw_only=True):
    seat: Seat
    name: str
    living: list[Square] = []  # cities in the order drawn
    wrecks: list[Square] = []  # destroyed cities
    marks: dict[str, Result] = {}
    standing: Standing = "playing"

    def bomb(self, square: Square, *, wrecks_count: bool) -> Result:
        """Rules: BB-13, BB-15."""
        result = self.strike(square, wrecks_count=wrecks_count)
        self.marks[f"{square[0]},{square[1]}"] = result
        return result

    def strike(self, square: Square, *, wrecks_count: bool) -> Result:
        """Rule: BB-12."""
        if square in self.living:
            self.living.remove(square)
            self.wrecks.append(square)
            return "HIT" if self.living else "LOSS"
        if wrecks_count and square in self.wrecks:
            return "HIT"
        near = [*self.living, *self.wrecks] if wrecks_count else self.living
        return "MISS" if around(square).isdisjoint(near) else "NEAR_MISS"

    def view(self, *, over: bool) -> BoardView:
        return BoardView(
            seat=self.seat,
            name=self.name,
            standing=self.standing,
            left=len(self.living),
            total=len(self.living) + len(self.wrecks),
            marks=marks_of(tuple(self.marks.items()), tuple(self.wrecks)),
            stood=tuple(self.living) if over else (),
        )


class World(Struct, kw_only=True):
    options: BattleOptions
    scenario: BattleScenario
    boards: list[Board] = []
    order: list[Seat] = []  # seats in turn order
    turn: Seat | None = None
    gone: list[Seat] = []
    dealt: int = 0  # number of scenario boards already used
    result: str | None = None
    last: Bombed | Passed | None = None  # action of the last finished turn

    def board(self, seat: Seat) -> Board:
        """Return the board of a seat. Raises ``KeyError`` if nobody of that name has joined."""
        for board in self.boards:
            if board.seat == seat:
                return board
        raise KeyError(seat)

    def view(self, viewer: Seat) -> View:
        own = (
            ()
            if viewer == PUBLIC
            else tuple(s for b in self.boards if b.seat == viewer for s in b.living)
        )
        return View(
            viewer=viewer,
            width=self.options.width,
            height=self.options.height,
            wrecks=self.options.wrecks,
            illegal=self.options.illegal,
            boards=tuple([board.view(over=self.result is not None) for board in self.boards]),
            own=own,
            order=tuple(self.order),
            turn=self.turn,
            open_seats=0 if self.order or self.result else self.options.players - len(self.boards),
            result=self.result,
            last=self.last,
        )


@lru_cache(500)
def marks_of(marks: tuple[tuple[str, Result], ...], wrecks: tuple[Square, ...]) -> tuple[Mark, ...]:
    """Return the marks of a board. Cached, because at most one board changes per order."""
    sunk = {f"{x},{y}" for x, y in wrecks}
    found = [mark(place, result, wreck=place in sunk) for place, result in marks]
    return tuple(sorted(found, key=square_of))


@lru_cache(10_000)
def mark(place: str, result: Result, *, wreck: bool) -> Mark:
    """Return the mark on the square with the key ``place`` in ``Board.marks``."""
    x, y = map(int, place.split(","))
    return Mark(x, y, result, wreck)


@lru_cache(10_000)
def around(square: Square) -> frozenset[Square]:
    x, y = square
    return frozenset((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


def is_name(word: str) -> bool:
    """Return whether a word may be a name: 1 to 32 characters, no white space or control
    characters, not ``*``.

    Rule: BB-2.
    """
    hidden = any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp") for c in word)
    return (
        1 <= len(word) <= NAME_LENGTH and word != "*" and not hidden and not re.search(r"\s", word)
    )
