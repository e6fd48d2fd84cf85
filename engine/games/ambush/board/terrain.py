"""Terrain (rules 2.3): what a cell of the map says, and what it costs."""

import re
from functools import lru_cache

from msgspec import Struct

from engine.games.ambush.board.hexes import Hex, named

POINTS = {".": 1, "P": 1, "I": 1, "w": 2, "W": 3, "r": 2, "1": 2, "2": 4, "L": 2, "M": 3, "H": 4}
COVER = {"w": 1, "W": 2}
SURCHARGE = {"w": 1, "W": 2, "r": 1}
BUILDINGS = {"L": (15, 0), "M": (40, 1), "H": (90, 2)}
"""Construction factor, and what a piloting roll on entering is harder by."""
CELL = re.compile(r"([.PIwWr12#])(-?[0-9])?|([LMH])([0-9]{1,3})?(?:h([1-4]))?(?:@(-?[0-9]))?")


class Cell(Struct, frozen=True):
    """One hex of the map: terrain code, level, and for a building its
    construction factor and height.
    """

    code: str
    level: int = 0
    cf: int = 0
    height: int = 0

    @property
    def building(self) -> bool:
        """Whether a building stands here."""
        return self.code in BUILDINGS

    @property
    def wall(self) -> bool:
        """Whether a slide ends here or breaks through (SK-7)."""
        return self.building or self.code == "#"

    @property
    def water(self) -> bool:
        """Whether it is water, of any depth."""
        return self.code in ("1", "2")

    @property
    def top(self) -> int:
        """Where the solid part ends (2.14)."""
        return self.level + (3 if self.code == "#" else self.height)

    def slippery(self, mode: str) -> bool:
        """Whether a unit in this mode slips here."""
        return (self.code == "I" and mode != "jump") or (self.code == "P" and mode == "run")

    def hides(self, *, prone: bool) -> bool:
        """Whether a unit may hide here (HU-1).

        Rule: HU-1.
        """
        return self.code in COVER or self.building or (self.code == "r" and prone)

    def text(self) -> str:
        """The cell as it stands in a scenario."""
        level = str(self.level) if self.level else ""
        if self.building:
            return f"{self.code}{self.cf}h{self.height}" + (f"@{level}" if level else "")
        return self.code + level


@lru_cache(4096)
def read_cell(text: str) -> Cell:
    """A cell such as ``w2``, ``P`` or ``L40h2@1`` (2.20). Raises ``ValueError``."""
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
    """The map with these rows, read once."""
    return Grid(rows)


def slip(moved: int) -> int:
    """M(H): how much a skid roll is harder after so many hexes (section 1)."""
    return next(
        (m for last, m in ((2, -1), (4, 0), (7, 1), (10, 2), (17, 4), (24, 5)) if moved <= last), 6
    )


def elusive(moved: int) -> int:
    """TMM: how much a target is harder to hit after so many hexes (2.15)."""
    return next(
        (m for last, m in ((2, 0), (4, 1), (6, 2), (9, 3), (17, 4), (24, 5)) if moved <= last), 6
    )


def entering(cell: Cell, moved: int) -> int | None:
    """The modifier of the piloting roll on entering (2.8); ``None``: no roll."""
    if cell.code in ("1", "2"):
        return -1 if cell.code == "1" else 0
    if cell.building:
        speed = next((m for last, m in ((2, 0), (4, 1), (6, 2), (9, 3)) if moved <= last), 4)
        return BUILDINGS[cell.code][1] + speed
    return None
