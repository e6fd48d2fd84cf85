"""What a picture of a hex map shows, and where its hexes lie: flat sides up, even columns half a
hex lower.

Hexes are named ``CCRR``, facings and directions count 0 to 5 clockwise from north. Sides count
from 0: shape and colour of their counters follow from that.
"""

from functools import cached_property, lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from renderers.toolkit.hex_art import side
from renderers.toolkit.scene import GameScene

Hex = str
PathKind = Literal["walk", "jump", "slide", "push", "to-come", "aim"]


class HexTile(NamedTuple):
    """One hex of the ground: terrain code, level, and for a building how many levels it is high."""

    code: str
    level: int = 0
    height: int = 0


class Ground(Struct, frozen=True):
    """The map: rows from the top, tiles from the left."""

    rows: tuple[tuple[HexTile, ...], ...]

    @property
    def width(self) -> int:
        """Return how many columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Return how many rows."""
        return len(self.rows)

    def tile(self, column: int, row: int) -> HexTile | None:
        """Return what lies in a column and row, from 1; None off the map."""
        inside = 0 < column <= self.width and 0 < row <= self.height
        return self.rows[row - 1][column - 1] if inside else None


class Counter(Struct, frozen=True, kw_only=True):
    """A unit. ``left``: hundredths of what it was built with; ``note``: what keeps it from
    acting, in a letter or two; ``ghost``: not there yet, or no more.
    """

    at: Hex
    side: int
    label: str
    facing: int
    prone: bool = False
    hidden: bool = False
    done: bool = False
    ghost: bool = False
    left: int = 100
    note: str = ""


class HexPath(Struct, frozen=True):
    """A way, its start first: gone, still to go, or the line of a shot."""

    kind: PathKind
    side: int
    hexes: tuple[Hex, ...]


class Zone(Struct, frozen=True):
    """Hexes with a border in the colour of their side."""

    side: int
    dashed: bool
    hexes: tuple[Hex, ...]


class Flag(Struct, frozen=True):
    """An objective and what it says; ``side`` -1: nobody holds it."""

    at: Hex
    side: int
    word: str


class Shade(Struct, frozen=True):
    """One hex of an overlay; the legend has its sprite, sign and word."""

    at: Hex
    sprite: str


class HexScene(GameScene, frozen=True, kw_only=True):
    """All that picture and text show.

    ``alarm``: somebody has to answer an interruption, or a sealed window is open. ``turns``
    are the sides to move next, by number and letter, after ``turns_word``. ``window`` is
    what is drawn of the ground: first column, first row, last column, last row. ``built``
    are the buildings' labels; ``acting`` the hexes of the units that must act. ``key`` are
    words for terrains and marks below the map, ``legend`` the signs of the text with the
    overlay's among them. ``cells`` are the map's hexes as text, row by row; ``facts`` lines
    for the text: all that picture and cells do not say in words; ``short`` the same in a few
    words for the alternative text.
    """

    alarm: bool
    turns: tuple[tuple[int, str], ...]
    turns_word: str
    status: str
    ground: Ground
    window: tuple[int, int, int, int]
    counters: tuple[Counter, ...]
    paths: tuple[HexPath, ...]
    zones: tuple[Zone, ...]
    flags: tuple[Flag, ...]
    built: tuple[tuple[Hex, str], ...]
    acting: tuple[Hex, ...]
    shades: tuple[Shade, ...]
    key: tuple[tuple[str, str], ...]
    cells: tuple[tuple[str, ...], ...]
    facts: tuple[str, ...]
    short: tuple[str, ...]

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts


def place(hex: Hex) -> tuple[int, int]:
    """Return column and row of a hex, from 1."""
    return int(hex[:2]), int(hex[2:])


def neighbour(column: int, row: int, direction: int) -> tuple[int, int]:
    """Return column and row of the next hex in a direction, on the map or not."""
    down = 1 - column % 2
    dc, dr = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))[direction % 6]
    return column + dc, row + dr


WIDTH, TALL, NARROW = 1100, 1160, 980
"""Pixels: the map with its labels at most, both exceeded by maps whose hexes would be too small;
the picture at least.
"""
SMALL, LARGE = 14, 78
BANNER, STRIP, TOP, MARGIN = 58, 50, 38, 44


class HexLayout(Struct, frozen=True, kw_only=True, dict=True):
    """Where hexes are in a picture: a function of the ground's size and of the window alone
    (IS-19).

    ``r``: from a hex's centre to its left and right corners; ``h``: to its upper and lower sides.
    """

    r: int
    h: int
    left: int
    top: int
    width: int
    height: int
    window: tuple[int, int, int, int]

    @cached_property
    def hexes(self) -> tuple[tuple[int, int], ...]:
        """Return column and row of all hexes of the window."""
        c0, r0, c1, r1 = self.window
        return tuple((c, r) for c in range(c0, c1 + 1) for r in range(r0, r1 + 1))

    def centre(self, column: int, row: int) -> tuple[int, int]:
        """Return the pixel in the middle of a hex."""
        c0, r0, _, _ = self.window
        x = self.left + self.r + (column - c0) * self.r * 3 // 2
        return x, self.top + self.h + (row - r0) * 2 * self.h + (0 if column % 2 else self.h)

    def shown(self, hex: Hex) -> bool:
        """Return whether a hex is within the window."""
        (c, r), (c0, r0, c1, r1) = place(hex), self.window
        return c0 <= c <= c1 and r0 <= r <= r1


@lru_cache(maxsize=256)
def layout(window: tuple[int, int, int, int]) -> HexLayout:
    """Return the layout with the largest hexes with which the window fits; corner and side are
    whole pixels, so that all hexes are alike.
    """
    c0, r0, c1, r1 = window
    columns, halves = c1 - c0 + 1, 2 * (r1 - r0) + (3 if c1 > c0 else 2)
    sizes = range(LARGE, SMALL, -2)

    def fits(r: int) -> bool:
        return (3 * columns + 1) * r // 2 + 2 * MARGIN <= WIDTH and halves * side(r) + TOP <= TALL

    r = next(filter(fits, sizes), SMALL)
    wide, high = (3 * columns + 1) * r // 2, halves * side(r)
    width = max(NARROW, wide + 2 * MARGIN)
    lift = side(r) if c1 == c0 and c0 % 2 == 0 else 0
    return HexLayout(
        r=r,
        h=side(r),
        left=(width - wide) // 2,
        top=BANNER + STRIP + TOP - lift,
        width=width,
        height=BANNER + STRIP + TOP + high + 10,
        window=window,
    )
