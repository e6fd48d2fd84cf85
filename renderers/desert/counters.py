"""Counters of desert: units with their NATO symbol and values, and closed stacks, which always look
the same; drawn four times as large, averaged down, and kept.
"""

import math
from functools import lru_cache

from renderers import fonts
from renderers.desert.board import Pile, Symbol
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.hex_art import WHITE
from renderers.toolkit.shapes import Point, ring
from renderers.toolkit.strokes import INK, Sprite, Way, box, closed, part_of, round_, say

SIDES: tuple[Colour, ...] = (rgb("#2f5d8c"), rgb("#c4581b"))
PALES: tuple[Colour, ...] = (rgb("#a9c6e2"), rgb("#f2b98c"))
DARKS: tuple[Colour, ...] = tuple(part_of(one, INK, 0.45) for one in SIDES)
FORK = ((-12, 7), (-12, -6), (0, -6), (0, 7), (0, -6), (12, -6), (12, 7))
PAPER, GOLD, FADED = rgb("#f4f1e6"), rgb("#f0c93a"), rgb("#9a958a")
WIDE, HIGH = 42, 31
"""Half a counter, in pixels, for a hex of radius 76."""


@lru_cache(maxsize=512)
def counter(pile: Pile, r: int, *, lit: bool) -> Sprite:
    """Return a stack for hexes of this radius, whoever it stands on: its top unit, and how many
    there are; two closed cards for one of which nothing is known. ``lit``: with a gold frame.
    """
    u, c = r / 76, round(r * 0.86)
    sprite, side = Sprite(2 * c, 2 * c), pile.side % 2
    deep = min(3, max(1, pile.units)) if pile.units else 2

    def card(more: float, grow: float = 0) -> Way:
        return box(
            c + (-WIDE + more - grow) * u,
            c + (-HIGH - more - grow) * u,
            c + (WIDE + more + grow) * u,
            c + (HIGH - more + grow) * u,
            7 * u,
        )

    last = 3.5 * (deep - 1)
    whole = box(c - WIDE * u, c - (HIGH + last) * u, c + (WIDE + last) * u, c + HIGH * u, 7 * u)
    if lit:
        sprite.shape(whole, INK, 6.5 * u).shape(whole, GOLD, 5.5 * u)
    else:
        sprite.shadow(whole, 3 * u, 4 * u, 2.5 * u)
    base = part_of(SIDES[side], FADED, 0.0 if pile.able else 0.5)
    for k in reversed(range(deep)):
        sprite.shape(card(3.5 * k), INK, 1.6 * u)
        top = PALES[side] if pile.units and pile.able else part_of(PALES[side], FADED, 0.6)
        sprite.shape(card(3.5 * k), (top if pile.units else base) if not k else DARKS[side])
    if not pile.units:
        back(sprite, side, c, u)
        return sprite
    x0, y0, x1, y1 = c - 20 * u, c - 20 * u, c + 20 * u, c + 4 * u
    sprite.shape(box(x0, y0, x1, y1), SIDES[side], 1.2 * u).shape(box(x0, y0, x1, y1), PAPER)
    symbol(sprite, pile.symbol, (x0, y0, x1, y1), u)
    px = max(12, round(22 * u))
    while px > 12 and fonts.width(pile.values, px, bold=True) > (2 * WIDE - 2) * u:
        px -= 1
    say(sprite.image, (c, c + 18 * u), pile.values, px, INK, anchor="m")
    if pile.units > 1:
        x, y = c + (WIDE - 9) * u, c - (HIGH - 9) * u
        sprite.shape(round_(x, y, 13.5 * u), INK).shape(round_(x, y, 12 * u), SIDES[side])
        text = str(pile.units)
        say(sprite.image, (x, y), text, max(11, round(20 * u)), WHITE, anchor="m")
    return sprite


def back(sprite: Sprite, side: int, c: int, u: float) -> None:
    """Draw the back of a closed stack: bars for one side, angles for the other."""
    pale = PALES[side]
    inner = box(c - 36 * u, c - 25 * u, c + 36 * u, c + 25 * u, 4 * u)
    sprite.line(closed(inner), pale, 2.2 * u)
    for x in (-1, 1):
        bar: list[Point] = (
            [(c + 30 * x * u, c - 16 * u), (c + 30 * x * u, c + 16 * u)]
            if side == 0
            else [(c + f * x * u, c + y * u) for f, y in ((31, -15), (23, 0), (31, 15))]
        )
        sprite.line(bar, pale, 4 * u)
    say(sprite.image, (c, c + u), "?", round(36 * u), WHITE, anchor="m", halo=INK, thick=2)


def symbol(
    sprite: Sprite, kind: Symbol, frame: tuple[float, float, float, float], u: float
) -> None:
    """Draw a NATO symbol within its frame."""
    x0, y0, x1, y1 = frame
    mx, my, thick = (x0 + x1) / 2, (y0 + y1) / 2, 2.4 * u
    up, down = [(x0 + u, y1 - u), (x1 - u, y0 + u)], [(x0 + u, y0 + u), (x1 - u, y1 - u)]

    def at(*points: Point) -> list[Point]:
        return [(mx + x * u, my + y * u) for x, y in points]

    oval = [(14 * math.cos(t / 16 * math.pi), 7.5 * math.sin(t / 16 * math.pi)) for t in range(32)]
    lines: dict[Symbol, list[list[Point]]] = {
        "inf": [up, down],
        "mg": [up, down, at((0, -12), (0, 12))],
        "hw": [up, down, at((-19, 0), (19, 0))],
        "tank": [ring(at(*oval))],
        "recce": [up],
        "engineer": [at(*FORK)],
        "truck": [at((-12, 4), (-12, -6), (12, -6), (12, 4), (-12, 4))],
        "at": [at((-19, 11), (0, -10), (19, 11))],
        "aa": [at(*((20 * math.cos(a), 11 - 14 * math.sin(a)) for a in arc()))],
    }
    for line in lines.get(kind, []):
        sprite.line(line, INK, thick)
    if kind == "gun":
        sprite.shape(round_(mx, my, 5 * u), INK)
    if kind == "hq":
        sprite.shape(box(x0, y0, x1, y0 + 9 * u), INK)
    if kind == "truck":
        for x in (-7, 7):
            sprite.shape(round_(mx + x * u, my + 7 * u, 3.2 * u), INK)


def arc() -> list[float]:
    """Return the angles of half a circle."""
    return [math.pi * k / 16 for k in range(17)]
