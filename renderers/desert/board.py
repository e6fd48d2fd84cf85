"""The scenes of Desert (a map, or tables), and the layout of its hexes, which have their flat sides
at the top and bottom.

Every other column is half a hex lower.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from engine.games.desert.hexes import place_of
from engine.games.desert.units import Hexes
from renderers.toolkit import scene
from renderers.toolkit.scene import TableScene
from renderers.toolkit.words import told

Hex = str
Spot = tuple[int, int]
"""A column from 0 and a height from 0, counted in half hexes."""
MarkKind = Literal[
    "fires",
    "quiet",
    "under",
    "held",
    "must",
    "retreated",
    "struck",
    "resolved",
    "ship",
    "dump",
    "wreck",
    "prisoner",
]
Symbol = Literal[
    "inf", "mg", "hw", "tank", "recce", "gun", "at", "aa", "engineer", "hq", "truck", "other"
]
ACROSS = 8
"""Hexes per row if their names don't give their places."""


class Patch(Struct, frozen=True, kw_only=True):
    at: Spot
    hex: Hex
    terrain: str
    name: str = ""
    fort: int = 0
    city: int = 0
    airfield: int = 0
    coast: bool = False
    ways: tuple[Spot, ...] = ()  # where its roads lead; a dead end is the hex itself
    track: tuple[Spot, ...] = ()  # the same for tracks
    rails: tuple[Spot, ...] = ()  # the same for railways


class Border(Struct, frozen=True):
    a: Spot
    b: Spot
    kind: str
    up: Spot | None = None  # the higher hex


class Pile(Struct, frozen=True, kw_only=True):
    at: Spot
    side: int
    symbol: Symbol = "other"
    values: str = ""  # actual offensive and defensive points, and the lowest CPA
    units: int = 0  # number of units; 0 if closed
    able: bool = True  # one of the units can act


class Worth(Struct, frozen=True):
    at: Spot
    side: int  # -1: nobody
    word: str


class Shelling(Struct, frozen=True):
    at: Spot
    word: str


class ForcePanel(Struct, frozen=True, kw_only=True):
    """A side's panel below the map: player, name, points and holdings."""

    side: int
    name: str
    title: str
    points: str
    held: str
    now: bool  # must answer


class Mark(Struct, frozen=True):
    at: Spot
    kind: MarkKind


class Thrust(Struct, frozen=True):
    side: int
    start: Spot
    end: Spot
    over: bool
    odds: str = ""  # as public, or empty


class MapScene(scene.GameScene, frozen=True, kw_only=True):
    asked: tuple[int, ...]  # the sides that must answer
    phases: tuple[str, ...]  # the steps of a segment
    phase: int  # index of the current step
    brief: str
    status: str
    patches: tuple[Patch, ...]
    borders: tuple[Border, ...]
    contact: tuple[tuple[Spot, Spot], ...]  # hexsides between enemies
    watched: tuple[Spot, ...]  # hexes in enemy zones of control
    thrusts: tuple[Thrust, ...]
    retreats: tuple[tuple[int, tuple[Spot, ...]], ...]
    shellings: tuple[Shelling, ...]
    piles: tuple[Pile, ...]
    worths: tuple[Worth, ...]
    marks: tuple[Mark, ...]
    lit: tuple[Spot, ...]
    panels: tuple[ForcePanel, ...]
    key: tuple[tuple[str, str], ...]
    cells: Mapping[Spot, tuple[str, str]]  # two lines of text for each hex
    facts: tuple[str, ...]
    short: tuple[str, ...]

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts


class SheetScene(scene.GameScene, frozen=True, kw_only=True):
    status: str
    tables: tuple[TableScene, ...]
    notes: tuple[str, ...]


def lattice(hexes: Iterable[Hex], pairs: Iterable[tuple[Hex, Hex]]) -> dict[Hex, Spot]:
    """Return the place of each hex. Its name gives column and row (``C3``); neighbours show which
    columns are lower. Hexes with other names are put in rows, in order.
    """
    return dict(placed(tuple(hexes), tuple(pairs)))


@lru_cache(maxsize=32)
def placed(hexes: Hexes, pairs: tuple[tuple[Hex, Hex], ...]) -> tuple[tuple[Hex, Spot], ...]:
    named = {hex: place_of(hex) for hex in hexes}
    if any(place is None for place in named.values()):
        return tuple((hex, (k % ACROSS, 2 * (k // ACROSS) + k % 2)) for k, hex in enumerate(hexes))
    known = {hex: place for hex, place in named.items() if place is not None}
    low = lower(known, pairs)
    spots = {hex: (c, 2 * r + (c + low) % 2) for hex, (c, r) in known.items()}
    left, top = min(c for c, _ in spots.values()), min(y for _, y in spots.values())
    return tuple((hex, (c - left, y - top)) for hex, (c, y) in spots.items())


def lower(known: Mapping[Hex, Spot], pairs: Iterable[tuple[Hex, Hex]]) -> int:
    for a, b in pairs:
        (c, r), (d, s) = sorted((known[a], known[b]))
        if d == c + 1 and r != s:
            return (c + 1) % 2 if s > r else c % 2
    return 1


WIDTH, HIGH = 1000, 676
"""Pixels: the picture, and the height of the map. At the largest width and height at which chats
show pictures, letters of 25 pixels are 9 pixels high.
"""
ACTION, STRETCH = 6, 1.6
"""Maximum columns of the part that is shown, and the width of a hex compared with a regular one."""
DEEP = 11
"""Maximum half hexes from the top of that part to its bottom."""
BANNER, STRIP, EDGE = 58, 50, 20
"""Pixels: the lines above a table, and the margin of the map."""


class MapLayout(Struct, frozen=True, kw_only=True):
    r: int  # from the centre of a hex to its left and right corners
    h: int  # from the centre to a flat side
    left: int  # where the hexes begin
    top: int
    wide: int  # size of the whole map; a picture may show a part
    high: int

    @property
    def u(self) -> float:
        return min(self.h / 60, self.r / 100)

    def inner(self, spot: scene.Spot) -> tuple[int, int]:
        return self.left + self.r + spot[0] * self.r * 3 // 2, self.top + self.h + spot[1] * self.h


@lru_cache(maxsize=64)
def layout(columns: int, halves: int) -> MapLayout:
    """Return the layout with the largest hexes that fit. Narrow maps have wider hexes."""
    h = round(HIGH / (min(halves, DEEP) + 1.8))
    r = min((WIDTH - 2 * EDGE) * 2 // (3 * min(columns, ACTION) + 1), round(STRETCH * h / 0.866))
    h = min(h, round(0.866 * r))
    across, down = (3 * columns + 1) * r // 2, (halves + 1) * h
    wide, high = max(WIDTH, across + 2 * EDGE), max(HIGH, down + round(0.8 * h))
    return MapLayout(
        r=r, h=h, left=(wide - across) // 2, top=(high - down) // 2, wide=wide, high=high
    )


def plan_of(patches: tuple[Patch, ...]) -> MapLayout:
    return layout(
        max(patch.at[0] for patch in patches) + 1, max(patch.at[1] for patch in patches) + 1
    )


def corner_of(scene: MapScene, plan: MapLayout) -> Spot:
    places = [(spot, 1000) for spot in scene.lit]
    places += [(spot, 50) for one in scene.thrusts for spot in (one.start, one.end)]
    places += [(spot, 20) for _, way in scene.retreats for spot in way]
    places += [(one.at, 10) for one in scene.piles] + [(one.at, 4) for one in scene.worths]
    found = [(plan.inner(spot), weight) for spot, weight in places]
    return (
        busiest([(x, n) for (x, _), n in found], plan.r, WIDTH, plan.wide),
        busiest([(y, n) for (_, y), n in found], plan.h, HIGH, plan.high),
    )


def busiest(places: list[tuple[int, int]], half: int, room: int, whole: int) -> int:
    """Return the start of the stretch of ``room`` pixels that has most weight of ``places``."""
    margin = half * 4 // 5
    starts = [*range(0, whole - room + 1, half // 2), whole - room]
    held = {at: sum(n for x, n in places if at + margin < x < at + room - margin) for at in starts}
    best: int = max(starts, key=held.__getitem__)
    return best


def alt(scene: MapScene | SheetScene, _language: str) -> str:
    more = (
        scene.short
        if isinstance(scene, MapScene)
        else [f"{table.title}: {len(table.rows)}" for table in scene.tables]
    )
    return told((scene.banner, scene.status, scene.game.last.words, *more))
