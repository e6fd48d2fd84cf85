"""The map: cells, neighbours, hexsides and distances (rules 2.2)."""

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from engine import Seat
from engine.games.desert.chart_data import Barrier, Charts, Crossing
from engine.games.desert.units import Hex, Hexes


class Cell(Struct, omit_defaults=True, kw_only=True):
    """A hex. ``fortification``, ``major_city`` and ``air_facility`` are levels."""

    terrain: str
    fortification: int = 0
    major_city: int = 0
    city: bool = False  # a major city, even if its level is now 0, which matters for retreats
    coastal: bool = False
    road: bool = False
    track: bool = False
    railroad: bool = False
    air_facility: int = 0
    name: str = ""
    held: Seat = ""  # the side that holds it (3.15.7)


class Hexside(Struct, frozen=True, omit_defaults=True):
    between: tuple[Hex, Hex]
    kind: str
    up: Hex = ""  # the higher hex
    major: bool = False


NAMED = re.compile(r"([A-Za-z]+)([0-9]+)")
SHEET = 100
"""The columns of a map sheet, whose hexes have four digits."""
REACH = 4
"""How far a map that is typed goes from the units on it (DS-24)."""


def place_of(hex: Hex) -> tuple[int, int] | None:
    """Return the column and the row in a name: of ``C3`` 3 and 3, of ``C4807`` column 48 of the
    sheet C, and row 7.
    """
    found = NAMED.fullmatch(hex)
    if found is None:
        return None
    column, digits = 0, found[2]
    for letter in found[1].upper():
        column = 26 * column + ord(letter) - 64
    if len(digits) == len("4807"):
        return SHEET * column + int(digits[:2]), int(digits[2:])
    return column, int(digits)


def hex_at(column: int, row: int, like: Hex) -> Hex | None:
    """Return the name of a place, spelled like another hex."""
    if column < 1 or not 1 <= row < SHEET:
        return None
    if column > SHEET:
        return f"{like[:-4]}{column % SHEET:02}{row:02}"
    letters = ""
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row}"


def around(hex: Hex, lower: int) -> Iterator[Hex]:
    """Yield the hexes beside one. Columns whose number leaves the rest ``lower`` when halved lie
    half a hex lower.
    """
    place = place_of(hex)
    if place is not None:
        column, row = place
        down = row - 1 + (column % 2 == lower)
        near = [(column, row - 1), (column, row + 1)]
        near += [(column + k, down + j) for k in (-1, 1) for j in (0, 1)]
        yield from filter(None, (hex_at(*one, hex) for one in near))


def surrounded(hexes: Iterable[Hex], lower: int) -> Hexes:
    """Return all hexes as far as ``REACH`` from these."""
    found = set(hexes)
    for _ in range(REACH):
        found |= {near for hex in found for near in around(hex, lower)}
    return tuple(sorted(found))


def pairs_of(hexes: Collection[Hex], lower: int) -> tuple[tuple[Hex, Hex], ...]:
    found = {(a, b) for a in hexes for b in around(a, lower) if a < b and b in hexes}
    return tuple(sorted(found))


def plainest(charts: Charts) -> str:
    """Return the terrain of an unknown hex."""
    return "clear" if "clear" in charts.ground else next(iter(charts.ground))


FREE = Crossing()
"""A hexside without features."""


class Board:
    def __init__(self, pairs: Iterable[tuple[Hex, Hex]], hexsides: Iterable[Hexside]) -> None:
        touching: dict[Hex, set[Hex]] = {}
        for a, b in pairs:
            touching.setdefault(a, set()).add(b)
            touching.setdefault(b, set()).add(a)
        self.neighbours = {hex: tuple(sorted(others)) for hex, others in sorted(touching.items())}
        self.sides = {frozenset(side.between): side for side in hexsides}
        self.far: dict[Hex, dict[Hex, int]] = {}

    def adjacent(self, a: Hex, b: Hex) -> bool:
        return b in self.neighbours.get(a, ())

    def side(self, a: Hex, b: Hex) -> Hexside | None:
        return self.sides.get(frozenset((a, b)))

    def distances(self, start: Hex) -> dict[Hex, int]:
        if start not in self.far:
            found = {start: 0}
            waiting = deque([start])
            while waiting:
                here = waiting.popleft()
                for there in self.neighbours.get(here, ()):
                    if there not in found:
                        found[there] = found[here] + 1
                        waiting.append(there)
            self.far[start] = found
        return self.far[start]

    def distance(self, a: Hex, b: Hex) -> int | None:
        """Return the steps from ``a`` to ``b``, or ``None`` if it is unreachable."""
        return self.distances(a).get(b)

    def within(self, hex: Hex, steps: int) -> list[Hex]:
        """Return the hexes within ``steps``, including the hex itself, in order of id."""
        return sorted(other for other, far in self.distances(hex).items() if far <= steps)

    def crossing(self, charts: Charts, a: Hex, b: Hex) -> Crossing:
        side = self.side(a, b)
        if side is None:
            return FREE
        kind = self.barrier(charts, side)
        return kind.up if side.up == b else kind.down

    def barrier(self, charts: Charts, side: Hexside) -> Barrier:
        return charts.barriers[side.kind]

    def blocks_zoc(self, charts: Charts, a: Hex, b: Hex, *, any_river: bool) -> bool:
        """Return whether the hexside keeps a ZOC out (P1.s3). ``any_river``: even rivers that are
        not major ones do (R-ZRIV). For sloped hexsides the chart decides, not the ruling.
        """
        side = self.side(a, b)
        if side is None:
            return False
        kind = self.barrier(charts, side)
        return kind.blocks_zoc and (any_river or side.major or kind.sloped)


@lru_cache(64)
def board(pairs: tuple[tuple[Hex, Hex], ...], hexsides: tuple[Hexside, ...]) -> Board:
    return Board(pairs, hexsides)


def cheapest(
    start: Hex, next_steps: Callable[[Hex], Iterable[tuple[Hex, int]]]
) -> dict[Hex, tuple[int, Hexes]]:
    """Return every reachable hex with the cost of the cheapest way, and the hexes on it without
    ``start``.

    Of equally cheap ways it is the first by its ids. ``next_steps`` yields the hexes that can be
    entered from one, with costs.
    """
    found: dict[Hex, tuple[int, Hexes]] = {}
    waiting: list[tuple[int, Hexes, Hex]] = [(0, (), start)]
    while waiting:
        cost, path, here = heappop(waiting)
        if here in found:
            continue
        found[here] = (cost, path)
        for there, price in next_steps(here):
            if there not in found:
                heappush(waiting, (cost + price, (*path, there), there))
    return found
