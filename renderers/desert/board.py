"""What the pictures of desert show, and where the hexes of its maps lie: flat sides
up, every other column half a hex lower. A map picture, and tables: of one's own
units, of an assault, of targets.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from engine.games.desert.forces.units import Hexes
from renderers.toolkit import scene
from renderers.toolkit.scene import TableScene

Hex = str
Spot = tuple[int, int]
"""A column from 0, and a height in halves of a hex from 0."""
MarkKind = Literal["fires", "quiet", "under", "held", "must", "retreated", "struck", "resolved"]
Symbol = Literal["inf", "mg", "hw", "tank", "recce", "gun", "engineer", "hq", "truck", "other"]
PLAIN = re.compile(r"([A-Za-z]+)([0-9]+)")
ACROSS = 8
"""Hexes in a row where their names do not say where they lie."""


class Patch(Struct, frozen=True, kw_only=True):
    """One hex of the ground. ``works``: short words for what stands in it, such as ``Fort 1``;
    ``worth``: points for holding it; ``holder``: the side that holds it, -1: nobody. ``ways``
    are the spots that its roads lead to, and ``rails`` those of its railroad.
    """

    at: Spot
    hex: Hex
    terrain: str
    works: tuple[str, ...] = ()
    fort: int = 0
    city: int = 0
    coast: bool = False
    worth: int = 0
    holder: int = -1
    ways: tuple[Spot, ...] = ()
    rails: tuple[Spot, ...] = ()


class Border(Struct, frozen=True):
    """What lies between two hexes; ``up``: the high one of them."""

    a: Spot
    b: Spot
    kind: str
    up: Spot | None = None


class Chip(Struct, frozen=True):
    """A unit in an opened stack: its kind, what it is called, its points
    or "", and whether it can act.
    """

    symbol: Symbol
    label: str
    points: str = ""
    able: bool = True


class Pile(Struct, frozen=True):
    """A stack: closed to its enemy and the public, opened to its owner."""

    at: Spot
    side: int
    chips: tuple[Chip, ...] = ()


class MapToken(Struct, frozen=True):
    """What lies in a hex beside land units: a ship, a dump, an air facility; open to the reader."""

    at: Spot
    side: int
    kind: Literal["ship", "dump", "wreck"]
    label: str


class Mark(Struct, frozen=True):
    """A mark on a hex."""

    at: Spot
    kind: MarkKind


class Thrust(Struct, frozen=True):
    """An assault from one hex into another."""

    side: int
    start: Spot
    end: Spot
    over: bool


class MapScene(scene.GameScene, frozen=True, kw_only=True):
    """The map. ``contact``: hexsides between enemies; the reader's enemy's zone of control
    covers ``watched``. ``facts`` are all that the picture shows and more, in words; ``cells``
    the map as text, by spot; ``short`` the same in a few words.
    """

    alarm: bool
    status: str
    sides: tuple[str, ...]
    patches: tuple[Patch, ...]
    borders: tuple[Border, ...]
    contact: tuple[tuple[Spot, Spot], ...]
    watched: tuple[Spot, ...]
    thrusts: tuple[Thrust, ...]
    piles: tuple[Pile, ...]
    tokens: tuple[MapToken, ...]
    marks: tuple[Mark, ...]
    key: tuple[tuple[str, str], ...]
    cells: Mapping[Spot, str]
    facts: tuple[str, ...]
    short: tuple[str, ...]

    @property
    def below(self) -> tuple[str, ...]:
        return self.facts


class SheetScene(scene.GameScene, frozen=True, kw_only=True):
    """Tables and lines below each other: units, an assault, targets."""

    status: str
    tables: tuple[TableScene, ...]
    notes: tuple[str, ...]


def lattice(hexes: Iterable[Hex], pairs: Iterable[tuple[Hex, Hex]]) -> dict[Hex, Spot]:
    """Return where each hex lies. Its name says column and row (``C3``); which columns lie
    lower follows from who touches whom. Where the names say nothing of the kind,
    hexes stand in rows in their order.
    """
    return dict(placed(tuple(hexes), tuple(pairs)))


@lru_cache(maxsize=32)
def placed(hexes: Hexes, pairs: tuple[tuple[Hex, Hex], ...]) -> tuple[tuple[Hex, Spot], ...]:
    """Return the spots of :func:`lattice`, kept."""
    named = {hex: named_place(hex) for hex in hexes}
    if any(place is None for place in named.values()):
        return tuple((hex, (k % ACROSS, 2 * (k // ACROSS) + k % 2)) for k, hex in enumerate(hexes))
    known = {hex: place for hex, place in named.items() if place is not None}
    low = lower(known, pairs)
    spots = {hex: (c, 2 * r + (c + low) % 2) for hex, (c, r) in known.items()}
    left, top = min(c for c, _ in spots.values()), min(y for _, y in spots.values())
    return tuple((hex, (c - left, y - top)) for hex, (c, y) in spots.items())


def named_place(hex: Hex) -> Spot | None:
    """Return column and row that a name such as ``C3`` says."""
    found = PLAIN.fullmatch(hex)
    if found is None:
        return None
    column = 0
    for letter in found[1].upper():
        column = 26 * column + ord(letter) - 64
    return column, int(found[2])


def lower(known: Mapping[Hex, Spot], pairs: Iterable[tuple[Hex, Hex]]) -> int:
    """Return 0 where odd columns lie half a hex lower (A, C, …), 1 where even ones do."""
    for a, b in pairs:
        (c, r), (d, s) = sorted((known[a], known[b]))
        if d == c + 1 and r != s:
            return (c + 1) % 2 if s > r else c % 2
    return 1


WIDTH, TALL, NARROW = 1160, 1180, 940
"""Pixels: the map at most, which maps with many hexes exceed; the picture at least."""
SMALL, LARGE = 40, 124
"""From a hex's centre to its left and right corners."""
BANNER, STRIP, MARGIN = 58, 50, 26


class MapLayout(Struct, frozen=True, kw_only=True):
    """Where hexes are in a picture: ``r`` and ``h`` from a hex's centre to its
    corners and to its flat sides.
    """

    r: int
    h: int
    left: int
    top: int
    width: int
    height: int

    def centre(self, spot: scene.Spot) -> tuple[int, int]:
        """Return the pixel in the middle of a hex."""
        return self.left + self.r + spot[0] * self.r * 3 // 2, self.top + self.h + spot[1] * self.h


@lru_cache(maxsize=64)
def layout(columns: int, halves: int) -> MapLayout:
    """Return the largest hexes with which so many columns and half hexes fit."""

    def size(r: int) -> tuple[int, int]:
        return (3 * columns + 1) * r // 2, (halves + 1) * round(r * 0.8660254)

    r = next(
        (r for r in range(LARGE, SMALL, -2) if size(r)[0] <= WIDTH and size(r)[1] <= TALL), SMALL
    )
    wide, high = size(r)
    width = max(NARROW, wide + 2 * MARGIN)
    top = BANNER + STRIP + MARGIN
    return MapLayout(
        r=r,
        h=round(r * 0.8660254),
        left=(width - wide) // 2,
        top=top,
        width=width,
        height=top + high + MARGIN,
    )
