"""Terrain (rules 2.3): what a cell of the map says, and what it costs."""

import re
from bisect import bisect_left
from functools import lru_cache

from msgspec import Struct

from engine.games.ambush.board.hexes import Hex, named

POINTS = {".": 1, "P": 1, "I": 1, "w": 2, "W": 3, "r": 2, "1": 2, "2": 4, "L": 2, "M": 3, "H": 4}
"""Movement points to enter, by terrain code; ``#`` cannot be entered."""
COVER = {"w": 1, "W": 2}
"""What woods add to target numbers."""
SURCHARGE = {"w": 1, "W": 2, "r": 1}
"""By how many hexes a slide is shorter for entering."""
BUILDINGS = {"L": (15, 0), "M": (40, 1), "H": (90, 2)}
"""Construction factor, and what a piloting roll on entering is harder by."""
CELL = re.compile(r"([.PIwWr12#])(-?[0-9])?|([LMH])([0-9]{1,3})?(?:h([1-4]))?(?:@(-?[0-9]))?")


class Cell(Struct, frozen=True):
    """One hex of the map: terrain code, level, and for a building its
    construction factor and height in levels.
    """

    code: str
    level: int = 0
    cf: int = 0
    height: int = 0

    @property
    def building(self) -> bool:
        """Return whether a building stands here."""
        return self.code in BUILDINGS

    @property
    def wall(self) -> bool:
        """Return whether a slide ends here or breaks through (SK-7)."""
        return self.building or self.code == "#"

    @property
    def water(self) -> bool:
        """Return whether it is water, of any depth."""
        return self.code in ("1", "2")

    @property
    def top(self) -> int:
        """Return the level where the solid part ends (2.14)."""
        return self.level + (3 if self.code == "#" else self.height)

    def slippery(self, mode: str) -> bool:
        """Return whether a unit in this mode slips here."""
        return (self.code == "I" and mode != "jump") or (self.code == "P" and mode == "run")

    def hides(self, *, prone: bool) -> bool:
        """Return whether a unit may hide here (HU-1).

        Rule: HU-1.
        """
        return self.code in COVER or self.building or (self.code == "r" and prone)

    def text(self) -> str:
        """Return the cell as it stands in a scenario."""
        level = str(self.level) if self.level else ""
        if self.building:
            return f"{self.code}{self.cf}h{self.height}" + (level and f"@{level}")
        return self.code + level


@lru_cache(4096)
def read_cell(text: str) -> Cell:
    """Read a cell such as ``w2``, ``P`` or ``L40h2@1`` (2.20). Raises ``ValueError``."""
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no terrain; write for example '.', 'w2' or 'L15h2@1'")
    code, level, house, cf, height, ground = match.groups()
    if house:
        return Cell(house, int(ground or 0), int(cf or BUILDINGS[house][0]), int(height or 1))
    return Cell(code, int(level or 0))


class Grid:
    """The map as the scenario gives it."""

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
    """Return the map with these rows, read once."""
    return Grid(rows)


def slip(moved: int) -> int:
    """Return M(H): how much harder a skid roll is after so many hexes (section 1)."""
    return (-1, 0, 1, 2, 4, 5, 6)[bisect_left((2, 4, 7, 10, 17, 24), moved)]


def elusive(moved: int) -> int:
    """Return TMM: how much harder a target is to hit after so many hexes (2.15)."""
    return bisect_left((2, 4, 6, 9, 17, 24), moved)


def entering(cell: Cell, moved: int) -> int | None:
    """Return the modifier of the piloting roll on entering (2.8); ``None``: no roll."""
    if cell.water:
        return -1 if cell.code == "1" else 0
    return BUILDINGS[cell.code][1] + min(4, elusive(moved)) if cell.building else None
