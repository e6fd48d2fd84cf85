"""The map: corridor cells, segments, directions, and lines of sight (section 3 of the rules); and
the pieces on it.
"""

from functools import lru_cache
from typing import Final, Literal, get_args

from msgspec import Struct

Cell = tuple[int, int]
Facing = int

FORWARD: Final[dict[Facing, Cell]] = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}
"""DL-G2: the step forward in each direction. Degrees go clockwise on the screen: 0 down, 90 left,
180 up, 270 right.
"""
COMPASS: Final[dict[Facing, str]] = {0: "S", 90: "W", 180: "N", 270: "E"}
RIGHT, LEFT = 90, 270
CORRIDOR = "."

Line = tuple[int, int, tuple[int, ...]]
"""The obstacles of one line of sight, as bit masks: the cells that must be free, all corner cells
of diagonal steps, and one mask for each pair of corners.
"""


def distance(a: Cell, b: Cell) -> int:
    """Return the distance of two cells: the greater of columns and rows (DL-G4)."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def towards(cell: Cell, rot: Facing) -> tuple[Cell, ...]:
    """Return the three cells in this direction, the straight one first (DL-G3)."""
    (x, y), (fx, fy) = cell, FORWARD[rot]
    return (x + fx, y + fy), (x + fx + fy, y + fy - fx), (x + fx - fy, y + fy + fx)


def beside(cell: Cell, rot: Facing) -> tuple[Cell, Cell]:
    """Return the cells directly to both sides (DL-G3)."""
    (x, y), (fx, fy) = cell, FORWARD[rot]
    return (x + fy, y - fx), (x - fy, y + fx)


def around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def in_view(cell: Cell, rot: Facing, to: Cell) -> bool:
    """Return whether a cell is in the field of view, including its diagonals (DL-G5)."""
    (fx, fy), dx, dy = FORWARD[rot], to[0] - cell[0], to[1] - cell[1]
    ahead = dx * fx + dy * fy
    return ahead >= abs(dx * fy - dy * fx) and (ahead > 0 or (dx == 0 and dy == 0))


def facing(cell: Cell, to: Cell) -> Facing:
    """Return the direction in which a unit at ``cell`` sees ``to``."""
    return next(rot for rot in FORWARD if in_view(cell, rot, to))


def way(rot: Facing, wanted: Facing) -> Literal["left", "right"]:
    return "left" if (rot + LEFT) % 360 == wanted else "right"


def walk(a: Cell, b: Cell) -> tuple[list[Cell], list[tuple[Cell, Cell]]]:
    """Return the cells strictly between two cells, and the two side cells of each diagonal step
    (DL-G6).
    """
    dx, dy = abs(b[0] - a[0]), abs(b[1] - a[1])
    sx, sy = 1 if a[0] < b[0] else -1, 1 if a[1] < b[1] else -1
    err, (x, y) = dx - dy, a
    between: list[Cell] = []
    corners: list[tuple[Cell, Cell]] = []
    while (x, y) != b:
        px, py, twice = x, y, 2 * err
        if twice > -dy:
            err, x = err - dy, x + sx
        if twice < dx:
            err, y = err + dx, y + sy
        if (x, y) != b:
            between.append((x, y))
        if x != px and y != py:
            corners.append(((x, py), (px, y)))
    return between, corners


class Board:
    """A map of walls and corridors. A set of cells is a number: cell x,y is bit ``y * width + x``.

    Rule: DL-1.
    """

    def __init__(self, grid: tuple[str, ...], segs: tuple[str, ...]):
        self.grid, self.segs = grid, segs
        self.width, self.height = len(grid[0]), len(grid)
        self.walls = sum(
            1 << (y * self.width + x)
            for y, row in enumerate(grid)
            for x, mark in enumerate(row)
            if mark != CORRIDOR
        )
        self.corridors = tuple(
            (x, y) for y, row in enumerate(grid) for x, mark in enumerate(row) if mark == CORRIDOR
        )
        self.segments: dict[str, list[Cell]] = {}
        for y, row in enumerate(segs):
            for x, letter in enumerate(row):
                self.segments.setdefault(letter, []).append((x, y))
        self.lines: dict[Cell, Line] = {}

    def inside(self, cell: Cell) -> bool:
        return 0 <= cell[0] < self.width and 0 <= cell[1] < self.height

    def corridor(self, cell: Cell) -> bool:
        return self.inside(cell) and self.grid[cell[1]][cell[0]] == CORRIDOR

    def bit(self, cell: Cell) -> int:
        return 1 << (cell[1] * self.width + cell[0]) if self.inside(cell) else 0

    def segment(self, cell: Cell) -> list[Cell]:
        """Return the cells of a cell's map segment, row by row."""
        letter = self.segs[cell[1]][cell[0]] if self.segs else CORRIDOR
        return [cell] if letter == CORRIDOR else self.segments[letter]

    def line(self, dx: int, dy: int) -> Line:
        """Return the obstacles of a line of sight over this distance, in either direction, relative
        to the upper left corner of both ends.
        """
        origin = max(0, -dx), max(0, -dy)
        ends = origin, (origin[0] + dx, origin[1] + dy)
        there, back = walk(*ends), walk(*ends[::-1])

        def place(cell: Cell) -> int:
            return 1 << (cell[1] * self.width + cell[0])

        between = corners = 0
        for cell in (*there[0], *back[0]):
            between |= place(cell)
        pairs = tuple({place(one) | place(other) for one, other in (*there[1], *back[1])})
        for pair in pairs:
            corners |= pair
        return between, corners, pairs

    def clear(self, a: Cell, b: Cell, blocked: int) -> bool:
        """Return whether there is a line of sight past the ``blocked`` cells. The ends don't block
        it (DL-G6).

        Rule: DL-20.
        """
        (ax, ay), (bx, by) = a, b
        if not (self.inside(a) and self.inside(b)):
            return self.clear_outside(a, b, blocked)
        dx, dy = bx - ax, by - ay
        line = self.lines.get((dx, dy))
        if line is None:
            line = self.lines[dx, dy] = self.line(dx, dy)
        near = blocked >> ((ay if dy > 0 else by) * self.width + (ax if dx > 0 else bx))
        if near & line[0]:
            return False
        if near & line[1]:
            for pair in line[2]:
                if near & pair == pair:
                    return False
        return True

    def clear_outside(self, a: Cell, b: Cell, blocked: int) -> bool:
        """Return whether there is a line of sight if an end is off the map."""

        def stops(cell: Cell) -> bool:
            return not self.inside(cell) or bool(blocked & self.bit(cell))

        for between, corners in (walk(a, b), walk(b, a)):
            if any(map(stops, between)) or any(
                stops(one) and stops(other) for one, other in corners
            ):
                return False
        return True


@lru_cache(64)
def board(grid: tuple[str, ...], segs: tuple[str, ...] = ()) -> Board:
    return Board(grid, segs)


Marker = Literal["deactivated", "guard", "overwatch", "jam"]
Action = Literal["", "move", "turn", "shoot"]
"""The preceding action of the active unit, if it matters (DL-4.2, DL-11.3)."""
Side = Literal["marine", "alien"]

BLIPS: Final = {"blip": 1, "blip_2": 2, "blip_3": 3}
"""DL-1.2: the number of aliens in each kind of blip."""
BOLTERS: Final = ("marine", "marine_chain", "marine_sarge", "marine_axe")
MARINES: Final = (*BOLTERS, "marine_cannon", "marine_flame", "marine_hammer", "marine_claws")
WEAPONS: Final = {
    **dict.fromkeys(BOLTERS, "bolter"),
    "marine_cannon": "cannon",
    "marine_flame": "flamer",
}
"""DL-11.1: the weapon of each kind of marine. The others have none."""
SHOTS: Final = {"bolter": (2, 6), "cannon": (3, 5)}
"""DL-11.2: the number of dice, and the roll that hits. A repeated shot at the same target needs one
less.
"""
MARKS: Final = ("lurk", "alien_entry", "objective", "drop_marine", "start_marine")
DOORS: Final = ("door", "dooropen")
KINDS: Final = (*MARINES, "alien", *BLIPS, *DOORS, "flame", *MARKS)
MARKERS: Final[tuple[Marker, ...]] = get_args(Marker)
ALERT: Final[tuple[Marker, ...]] = ("guard", "overwatch")

MARINE_DICE: Final = {"marine_claws": 2}
ALIEN_DICE: Final = {"marine_hammer": 2}
BONUS: Final = {"marine_hammer": 2, "marine_claws": 1, "marine_sarge": 1}
"""DL-12.4: added to the dice of a marine that faces the alien. The others have 1 die against 3, and
no bonus.
"""
REROLLERS: Final = ("marine_sarge", "marine_hammer")
"""DL-2.7, DL-12.6: kinds of marines that allow a re-roll of the command die or an alien's best
die.
"""

START_AP: Final = {"marine": 4, "alien": 6, "blip": 6}
MOVES: Final = {"marine": (1, 2, 0), "alien": (1, 2, 1), "blip": (1, 1, 1)}
"""DL-4: action points forward, backward and sideways. 0: not possible."""
RANGE = 12
"""DL-11.5, DL-13.3: the range of flamers and overwatch."""
MOST_ALIENS = 22


class Token(Struct, frozen=True, kw_only=True):
    kind: str
    x: int
    y: int
    rot: Facing = 0
    name: str = ""  # only units have one
    markers: tuple[Marker, ...] = ()
    value: int = 0  # number of aliens in a blip; 0 if the viewer may not know
    ammo: int | None = None  # a flamer's fuel on a prepared board

    @property
    def cell(self) -> Cell:
        return self.x, self.y

    @property
    def race(self) -> str:
        """``marine``, ``alien`` or ``blip``; "" for anything else."""
        if self.kind in MARINES:
            return "marine"
        return self.kind if self.kind in ("alien", "blip") else ""

    @property
    def side(self) -> Side | None:
        if not self.race:
            return None
        return "marine" if self.race == "marine" else "alien"

    @property
    def weapon(self) -> str:
        """The weapon of a marine, or "" (DL-11.1)."""
        return WEAPONS.get(self.kind, "")


def drawn(face: int) -> int:
    """Return the value of a reinforcement blip for a number from 1 to 22 (DL-2.8)."""
    return 1 if face <= 9 else 2 if face <= 13 else 3


def number(name: str) -> tuple[str, int]:
    """Return the sort key of a unit's name, with ``M2`` before ``M10``."""
    return name[:1], int(name[1:] or 0)
