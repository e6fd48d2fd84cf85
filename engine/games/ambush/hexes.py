"""Hex geometry in integers only (rules 2.2, 2.14, 2.15), so that a replay is the same on every
machine.

A hex is named ``CCRR``: column and row from 01, flat sides up, even columns half a hex lower.
Directions and facings count 0 to 5 clockwise from north.
"""

import re
from bisect import bisect_left
from functools import lru_cache
from typing import Literal

from msgspec import Struct

Hex = str
Side = Literal["front", "right", "rear", "left"]
ODD = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1))
EVEN = ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
AXIAL = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SIDES: tuple[Side, ...] = ("front", "front", "right", "rear", "left", "front")


def named(column: int, row: int) -> Hex:
    return f"{column:02}{row:02}"


def column(hex: Hex) -> int:
    return int(hex[:2])


def row(hex: Hex) -> int:
    return int(hex[2:])


@lru_cache(8192)
def beside(hex: Hex, direction: int) -> Hex:
    """Return the neighbour in this direction, or ``""`` if it would have no name."""
    c, r = column(hex), row(hex)
    dc, dr = (ODD if c % 2 else EVEN)[direction % 6]
    c, r = c + dc, r + dr
    return named(c, r) if 0 < c < 100 and 0 < r < 100 else ""


@lru_cache(8192)
def axial(hex: Hex) -> tuple[int, int]:
    x, y = column(hex) - 1, row(hex) - 1
    return x, y - (x - (x & 1)) // 2


@lru_cache(8192)
def distance(a: Hex, b: Hex) -> int:
    (qa, sa), (qb, sb) = axial(a), axial(b)
    q, s = qb - qa, sb - sa
    return max(abs(q), abs(s), abs(q + s))


def adjacent(a: Hex, b: Hex) -> bool:
    return distance(a, b) == 1


@lru_cache(8192)
def bearing(a: Hex, b: Hex) -> tuple[int, int, int]:
    """Return ``(k, m, n)``: the way from ``a`` to ``b`` is ``m`` steps in direction ``k`` and ``n``
    in ``k + 1``, with m > 0. Raises ``ValueError`` if both are the same hex.
    """
    (qa, sa), (qb, sb) = axial(a), axial(b)
    q, s = qb - qa, sb - sa
    for k in range(6):
        (q1, s1), (q2, s2) = AXIAL[k], AXIAL[(k + 1) % 6]
        m, n = q * s2 - s * q2, q1 * s - s1 * q
        if m > 0 and n >= 0:
            return k, m, n
    raise ValueError(f"{a} has no bearing to itself")


def side_of(target: Hex, facing: int, source: Hex) -> Side:
    """Return the side that is hit from ``source``."""
    k, m, n = bearing(target, source)
    nearest = [k] if m > n else [k + 1] if n > m else [k, k + 1]
    order: tuple[Side, ...] = ("front", "right", "left", "rear")
    return min((SIDES[(d - facing) % 6] for d in nearest), key=order.index)


def bears(facing: int, mount: str, *, rear: bool, shooter: Hex, target: Hex) -> bool:
    """Return whether a weapon in ``mount`` bears on the target, with the torso at ``facing``
    (2.15).
    """
    k, _, n = bearing(shooter, target)
    k = (k - facing) % 6
    front = k in (5, 0) or (k == 1 and n == 0)
    right = (k == 1 and n > 0) or (k == 2 and n == 0)
    left = k == 4
    if rear:
        return not (front or right or left)
    return front or (mount == "RA" and right) or (mount == "LA" and left)


def centre(hex: Hex) -> tuple[int, int]:
    x, y = column(hex) - 1, row(hex) - 1
    return 3 * x, 2 * y + (x & 1)


@lru_cache(4096)
def between(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], tuple[tuple[Hex, Hex], ...]]:
    (ax, ay), (bx, by) = centre(a), centre(b)
    dx, dy = bx - ax, by - ay
    length = dx * dx + 3 * dy * dy
    crossed: list[tuple[int, Hex]] = []
    edges: dict[int, dict[bool, Hex]] = {}
    columns = sorted((column(a), column(b)))
    rows = sorted((row(a), row(b)))
    for c in range(max(1, columns[0] - 1), columns[1] + 2):
        for r in range(max(1, rows[0] - 1), rows[1] + 2):
            hex = named(c, r)
            x, y = centre(hex)
            along = (x - ax) * dx + 3 * (y - ay) * dy
            if hex in (a, b) or not 0 < along < length:
                continue
            signs = [(x + i - ax) * dy - (y + j - ay) * dx for i, j in CORNERS]
            if min(signs) < 0 < max(signs):
                crossed.append((along, hex))
            elif signs.count(0) == 2:
                edges.setdefault(along, {})[max(signs) > 0] = hex
    pairs = [(edges[k][False], edges[k][True]) for k in sorted(edges) if len(edges[k]) == 2]
    lone = [(k, hex) for k, sides in edges.items() if len(sides) == 1 for hex in sides.values()]
    return tuple(hex for _, hex in sorted(crossed + lone)), tuple(pairs)


@lru_cache(256)
def within(hex: Hex, steps: int) -> tuple[Hex, ...]:
    """Return all other hexes within ``steps``. Some may be off the map."""
    c, r = column(hex), row(hex)
    near = (
        named(x, y)
        for x in range(max(1, c - steps), c + steps + 1)
        for y in range(max(1, r - steps), r + steps + 1)
    )
    return tuple(other for other in near if 0 < distance(hex, other) <= steps)


POINTS = {".": 1, "P": 1, "I": 1, "w": 2, "W": 3, "r": 2, "1": 2, "2": 4, "L": 2, "M": 3, "H": 4}
"""Movement points to enter a hex, by terrain code. ``#`` cannot be entered."""
COVER = {"w": 1, "W": 2}
"""The modifiers of woods for target numbers."""
SURCHARGE = {"w": 1, "W": 2, "r": 1}
"""The number of hexes by which entering this terrain shortens a slide."""
BUILDINGS = {"L": (15, 0), "M": (40, 1), "H": (90, 2)}
"""Construction factor, and the modifier of the piloting roll on entering."""
CELL = re.compile(r"([.PIwWr12#])(-?[0-9])?|([LMH])([0-9]{1,3})?(?:h([1-4]))?(?:@(-?[0-9]))?")


class Cell(Struct, frozen=True):
    code: str
    level: int = 0
    cf: int = 0  # construction factor of a building
    height: int = 0  # in levels

    @property
    def building(self) -> bool:
        return self.code in BUILDINGS

    @property
    def wall(self) -> bool:
        """Whether a slide ends here or breaks through (SK-7)."""
        return self.building or self.code == "#"

    @property
    def water(self) -> bool:
        return self.code in ("1", "2")

    @property
    def top(self) -> int:
        return self.level + (3 if self.code == "#" else self.height)

    def slippery(self, mode: str) -> bool:
        return (self.code == "I" and mode != "jump") or (self.code == "P" and mode == "run")

    def hides(self, *, prone: bool) -> bool:
        """Rule: HU-1."""
        return self.code in COVER or self.building or (self.code == "r" and prone)

    def text(self) -> str:
        level = str(self.level) if self.level else ""
        if self.building:
            return f"{self.code}{self.cf}h{self.height}" + (level and f"@{level}")
        return self.code + level


@lru_cache(4096)
def read_cell(text: str) -> Cell:
    """Parse a cell such as ``w2``, ``P`` or ``L40h2@1`` (2.20). Raises ``ValueError`` if it is not
    valid.
    """
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no terrain; write for example '.', 'w2' or 'L15h2@1'")
    code, level, house, cf, height, ground = match.groups()
    if house:
        return Cell(house, int(ground or 0), int(cf or BUILDINGS[house][0]), int(height or 1))
    return Cell(code, int(level or 0))


class Grid:
    def __init__(self, rows: tuple[str, ...]):
        cells = [line.split() for line in rows]
        self.height, self.width = len(cells), len(cells[0])
        self.cells: dict[Hex, Cell] = {
            named(c, r): read_cell(text)
            for r, line in enumerate(cells, 1)
            for c, text in enumerate(line, 1)
        }


@lru_cache(64)
def grid(rows: tuple[str, ...]) -> Grid:
    return Grid(rows)


def slip(moved: int) -> int:
    """Return M(H), the modifier of a skid roll after ``moved`` hexes (section 1)."""
    return (-1, 0, 1, 2, 4, 5, 6)[bisect_left((2, 4, 7, 10, 17, 24), moved)]


def elusive(moved: int) -> int:
    """Return TMM, the modifier for hitting a unit that has ``moved`` this number of hexes
    (2.15).
    """
    return bisect_left((2, 4, 6, 9, 17, 24), moved)


def entering(cell: Cell, moved: int) -> int | None:
    """Return the modifier of the piloting roll on entering a hex (2.8), or ``None`` if it needs no
    roll.
    """
    if cell.water:
        return -1 if cell.code == "1" else 0
    return BUILDINGS[cell.code][1] + min(4, elusive(moved)) if cell.building else None
