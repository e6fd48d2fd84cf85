"""The scene of a hex map, and the places of its hexes.

Hexes have flat sides up, and even columns are half a hex lower. Hexes are named ``CCRR``. Facings
and directions count from 0 to 5, clockwise from north. Sides count from 0, which gives the shape
and colour of their counters.
"""

from functools import cached_property, lru_cache
from typing import Literal, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from renderers.toolkit.scene import GameScene, Spot
from renderers.toolkit.strokes import side

Hex = str
Tone = Literal["plain", "soft", "now", "bad", "secret"]
PathKind = Literal["walk", "jump", "slide", "push", "to-come", "aim"]
WORDS = "clear light heavy rough shallow deep pavement ice hut house block wall"
TERRAINS = dict(zip(".wWr12PILMH#", WORDS.split(), strict=True))
"""The catalogue word for each terrain code."""


class HexTile(NamedTuple):
    """One hex of the ground: terrain code, level, and the number of levels of a building."""

    code: str
    level: int = 0
    height: int = 0


class Ground(Struct, frozen=True):
    rows: tuple[tuple[HexTile, ...], ...]

    @property
    def width(self) -> int:
        return len(self.rows[0])

    @property
    def height(self) -> int:
        return len(self.rows)

    def tile(self, column: int, row: int) -> HexTile | None:
        """Return the tile in a column and row, from 1, or ``None`` off the map."""
        inside = 0 < column <= self.width and 0 < row <= self.height
        return self.rows[row - 1][column - 1] if inside else None


class Counter(Struct, frozen=True, kw_only=True):
    at: Hex
    side: int
    label: str
    tons: int
    facing: int
    prone: bool = False
    hidden: bool = False
    done: bool = False
    ghost: bool = False  # planned or past
    lit: bool = False  # must act, or is moving
    left: int = 100  # remaining strength in percent
    note: str = ""  # the reason why it can't act, a letter or two


class HexPath(Struct, frozen=True):
    """A path from its start: walked, planned, or the line of a shot."""

    kind: PathKind
    side: int
    hexes: tuple[Hex, ...]


class Zone(Struct, frozen=True):
    side: int
    dashed: bool
    hexes: tuple[Hex, ...]


class Flag(Struct, frozen=True):
    """An objective and its text. ``side`` is -1 if nobody holds it."""

    at: Hex
    side: int
    word: str


class Tracer(Struct, frozen=True):
    start: Hex
    end: Hex
    hit: bool
    word: str = ""  # the total result, set for the last shot at a target


class RosterRow(Struct, frozen=True, kw_only=True):
    label: str
    name: str
    tons: int
    left: int  # remaining strength in percent
    heat: int
    word: str  # condition
    tone: Tone = "plain"  # importance of the condition


class SidePanel(Struct, frozen=True, kw_only=True):
    """One side in the list below the map: player, points, hidden units left, and units."""

    side: int
    letter: str
    name: str
    points: str
    spare: str
    rows: tuple[RosterRow, ...]


class Shade(Struct, frozen=True):
    """One hex of an overlay. The legend has its sprite, sign and word."""

    at: Hex
    sprite: str


class HexScene(GameScene, frozen=True, kw_only=True):
    asked: tuple[tuple[int, str], ...]  # number and letter of the sides that must answer
    note: str  # the default, or if ``private`` something for the reader alone
    private: bool
    turns: tuple[tuple[int, str], ...]  # the next sides to move, after ``turns_word``
    turns_word: str
    brief: str
    goal: str = ""  # only in text
    status: str
    ground: Ground
    window: tuple[int, int, int, int]  # first column, first row, last column, last row
    text_window: tuple[int, int, int, int]
    counters: tuple[Counter, ...]
    paths: tuple[HexPath, ...]
    shots: tuple[Tracer, ...]  # the last fire
    chance: tuple[Hex, str]  # a hex at which the reader may shoot, and the odds, or empty strings
    zones: tuple[Zone, ...]
    flags: tuple[Flag, ...]
    built: tuple[tuple[Hex, str], ...]  # buildings with their remaining strength
    shades: tuple[Shade, ...]
    panels: tuple[SidePanel, ...]
    room: int  # space for this number of units in each panel
    # explains the map; ``legend`` explains the signs of text and overlay
    key: tuple[tuple[str, str], ...]
    cells: tuple[tuple[str, ...], ...]  # the hexes as text, row by row
    facts: tuple[str, ...]  # everything else, in lines of text
    short: tuple[str, ...]  # a brief version for alt text
    choices: tuple[tuple[Spot, str], ...] = ()  # numbers of the places that an order may name

    @property
    def drawn(self) -> Self:
        return replace(self, summary=(), legend=(), cells=(), facts=(), short=())

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts


def place(hex: Hex) -> tuple[int, int]:
    return int(hex[:2]), int(hex[2:])


def neighbour(column: int, row: int, direction: int) -> tuple[int, int]:
    down = 1 - column % 2
    dc, dr = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))[direction % 6]
    return column + dc, row + dr


WIDTH, MAP = 1000, 888
"""The width of the picture, and the maximum width of the map, in pixels."""
SMALL, LARGE = 12, 72
"""Minimum and maximum distance from a hex's centre to its left and right corners, in pixels."""
HEAD, SECOND, AXIS = 76, 48, 46
"""Heights above the map, in pixels: the question, the line below it, the columns' numbers."""
ROW, PANEL, KEY_LINES, KEY_LINE = 44, 46, 3, 40
"""A unit in the list, a side's head, lines of the legend, and the height of one of them, in pixels.
"""


class HexLayout(Struct, frozen=True, kw_only=True, dict=True):
    """The places of hexes in a picture, which depend on the window alone (IS-19).

    ``r`` is the distance from a hex's centre to its left and right corners, ``h`` to its upper and
    lower sides. The map begins at ``left`` and ``top`` and has the size ``map_size``.
    """

    r: int
    h: int
    left: int
    top: int
    map_size: tuple[int, int]
    window: tuple[int, int, int, int]

    @cached_property
    def hexes(self) -> tuple[tuple[int, int], ...]:
        c0, r0, c1, r1 = self.window
        return tuple((c, r) for c in range(c0, c1 + 1) for r in range(r0, r1 + 1))

    @property
    def number_px(self) -> int:
        """The size of hex numbers in pixels; large hexes have relatively larger numbers."""
        return max(8, round(self.r * (0.27 if self.r < 60 else 0.34)))

    @property
    def number_low(self) -> int:
        """The distance from a hex's upper side to the middle of its number, in pixels."""
        return round(self.number_px * 0.75) + 4

    def inner(self, column: int, row: int) -> tuple[int, int]:
        c0, r0, c1, _ = self.window
        x = self.r + (column - c0) * self.r * 3 // 2
        lift = self.h if c0 == c1 and c0 % 2 == 0 else 0
        return x, self.h + (row - r0) * 2 * self.h + (0 if column % 2 else self.h) - lift

    def centre(self, column: int, row: int) -> tuple[int, int]:
        x, y = self.inner(column, row)
        return self.left + x, self.top + y

    def shown(self, hex: Hex) -> bool:
        (c, r), (c0, r0, c1, r1) = place(hex), self.window
        return c0 <= c <= c1 and r0 <= r <= r1

    def near(self, hex: Hex) -> bool:
        (c, r), (c0, r0, c1, r1) = place(hex), self.window
        return c0 - 1 <= c <= c1 + 1 and r0 - 1 <= r <= r1 + 1


@lru_cache(maxsize=256)
def layout(window: tuple[int, int, int, int]) -> HexLayout:
    """Return the layout with the largest hexes at which the window fits the width. Corner and side
    are whole pixels, so all hexes are alike.
    """
    c0, r0, c1, r1 = window
    columns, halves = c1 - c0 + 1, 2 * (r1 - r0) + (3 if c1 > c0 else 2)
    r = next(
        r for r in range(LARGE, SMALL - 1, -2) if (3 * columns + 1) * r // 2 <= MAP or r == SMALL
    )
    wide = (3 * columns + 1) * r // 2
    return HexLayout(
        r=r,
        h=side(r),
        left=(WIDTH - wide) // 2,
        top=HEAD + SECOND + AXIS,
        map_size=(wide, halves * side(r)),
        window=window,
    )
