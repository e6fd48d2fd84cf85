"""Walkers as counters: a silhouette by class of weight on a body whose shape is its side's, all of
it within the hex; drawn four times as large, averaged down, and kept.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from PIL import ImageChops

from renderers.ambush.board import Counter
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.hex_art import SIDES, WHITE, corners
from renderers.toolkit.shapes import Point
from renderers.toolkit.strokes import INK, Sprite, Way, box, closed, part_of, round_, say, shifted

Weight = Literal["light", "medium", "heavy", "assault"]
GOLD = rgb("#f0c93a")
FULL, HALF, POOR = rgb("#54b068"), GOLD, rgb("#ff6f3c")
GREY = rgb("#5d646a")


def mirrored(text: str) -> tuple[Way, ...]:
    """Return polygons that are written as ``x,y x,y; x,y``, in hundredths; each that does not
    touch the middle a second time, left and right exchanged.
    """
    found = list[Way]()
    for polygon in text.split(";"):
        pairs = (pair.split(",") for pair in polygon.split())
        points = tuple((int(x) / 100, int(y) / 100) for x, y in pairs)
        found.append(points)
        if all(x > 0 for x, _ in points):
            found.append(tuple((-x, y) for x, y in points))
    return tuple(found)


FIGURES: dict[Weight, tuple[Way, ...]] = {
    "light": mirrored(
        "-13,-86 13,-86 20,-66 -20,-66; -36,-64 36,-64 22,-8 -22,-8;"
        "58,-60 42,-60 42,-10 54,6 62,-10;"
        "22,-2 4,-2 34,42 24,84 16,100 60,100 44,84 60,40"
    ),
    "medium": mirrored(
        "-15,-100 15,-100 18,-72 -18,-72; -50,-70 50,-70 34,-30 28,6 -28,6 -34,-30;"
        "80,-74 56,-74 52,-30 56,20 78,20 84,-30; 34,12 4,12 10,80 6,100 54,100 44,80"
    ),
    "heavy": (
        *mirrored(
            "-20,-84 20,-84 22,-66 -22,-66; -66,-66 66,-66 50,-20 36,10 -36,10 -50,-20;"
            "100,-64 72,-64 66,-20 70,34 98,34 100,-20; 46,16 5,16 10,76 6,100 70,100 58,76"
        ),
        ((0.3, -1.0), (0.82, -1.0), (0.82, -0.7), (0.3, -0.7)),
    ),
    "assault": mirrored(
        "66,-100 46,-100 46,-60 66,-60; -22,-72 22,-72 30,-50 -30,-50;"
        "-80,-58 80,-58 70,-10 50,20 -50,20 -70,-10;"
        "116,-66 86,-66 76,-10 78,44 114,44 120,-10; 56,26 6,26 10,74 6,100 86,100 72,74"
    ),
}
"""Own drawings, from the front: parts of half their height."""


def weight(tons: int) -> Weight:
    """Return the class of a walker: light below 40 tons, medium below 60, heavy below 80."""
    return "light" if tons < 40 else "medium" if tons < 60 else "heavy" if tons < 80 else "assault"


def figure(kind: Weight, at: Point, size: float, *, lying: bool = False) -> list[Way]:
    """Return a silhouette, its middle ``at``, half as high as ``size``; ``lying``: on its back,
    the head to the left.
    """
    x, y = at
    return [
        tuple((x + (b if lying else a) * size, y + (-a if lying else b) * size) for a, b in polygon)
        for polygon in FIGURES[kind]
    ]


def gauge(left: int) -> Colour:
    return FULL if left > 66 else HALF if left > 33 else POOR


def cut(a: float, b: float, c: float) -> Way:
    """Return a rectangle around the origin without its corners, where points of facing lie."""
    right = ((a, c - b), (a, b - c), (a - c, b))
    return ((c - a, -b), (a - c, -b), *right, (c - a, b), (-a, b - c), (-a, c - b))


def body(number: int, *, prone: bool) -> Way:
    """Return the outline of a side's counter around the origin, for a hex of radius 48: disc,
    square without corners, hexagon, diamond; low and wide for one that lies.
    """
    if prone:
        low = (box(-35, -21, 35, 28, 24), cut(35, 24.5, 10), cut(36, 24.5, 16), cut(37, 25, 22))
        return low[number % 4] if number % 4 == 0 else shifted(low[number % 4], 0, 3.5)
    up = round_(0, 0, 31), cut(28.5, 28.5, 11), tuple(corners(0, 0, 33, 29))
    return (*up, cut(31, 31, 23))[number % 4]


@lru_cache(maxsize=1024)
def token(one: Counter, r: int) -> Sprite:
    """Return a counter for hexes of this radius: body, facing, silhouette, bar and name. Where it
    stands does not matter.
    """
    u, c, size = r / 48, round(r * 1.09), 2 * round(r * 1.09)
    sprite, shown = Sprite(size, size), body(one.side, prone=one.prone)
    around = tuple((c + x * u, c + y * u) for x, y in shown)

    def at(*points: Point) -> list[Point]:
        return [(c + x * u, c + y * u) for x, y in points]

    colour = SIDES[one.side % 4]
    if one.done:
        colour = part_of(colour, GREY, 0.55)
    if one.lit:
        sprite.shape(around, INK, 8.5 * u).shape(around, GOLD, 7 * u)
    else:
        sprite.shadow(around, 2 * u, 4 * u, 2.5 * u)
    point(sprite, one.facing, c, u)
    sprite.shape(around, INK, 2.4 * u)
    if one.hidden:
        stripes(sprite, around, colour, u)
    else:
        sprite.shape(around, colour)
        sprite.shape([(x, min(y, c - 2 * u)) for x, y in around], part_of(colour, WHITE, 0.2))
    kind = weight(one.tons)
    half = 15.0 if one.prone else {"light": 13.5, "medium": 15, "heavy": 15.5, "assault": 16}[kind]
    middle = (-1.0, -8.0) if one.prone else (0.0, 2.5 - half)
    pieces = figure(kind, at(middle)[0], half * u, lying=one.prone)
    for ink, grow in ((INK, 1.7 * u), (WHITE, 0.0)):
        for piece in pieces:
            sprite.shape(piece, ink, grow)
    bar, base = (6.0, 19.5) if one.prone else (7.0, 19.5 if one.side % 4 == 0 else 18.5)
    if not one.ghost:
        sprite.shape(at(*box(-27, bar - 4.5, 27, bar + 4.5)), INK, 1.2 * u)
        sprite.shape(at(*box(-27, bar - 3.6, -27 + 0.54 * one.left, bar + 3.6)), gauge(one.left))
    px = max(8, round((22 if len(one.label) < 3 else 20 if len(one.label) < 4 else 15) * u))
    say(sprite.image, at((0, base))[0], one.label, px, WHITE, anchor="m", halo=INK, thick=2)
    if one.note:
        say(sprite.image, at((0, -6))[0], one.note, px, GOLD, anchor="m", halo=INK, thick=3)
    return sprite


def point(sprite: Sprite, facing: int, c: int, u: float) -> None:
    """Draw which way a counter faces: a white point between its body and the hexside."""
    a = math.radians(60 * facing - 90)
    x, y = math.cos(a), math.sin(a)
    ends = ((41.0, 0), (28.0, 12.5), (28.0, -12.5))
    tip = [(c + (x * p - y * q) * u, c + (y * p + x * q) * u) for p, q in ends]
    sprite.shape(tip, INK, 2 * u).shape(tip, WHITE)


def stripes(sprite: Sprite, around: Sequence[Point], colour: Colour, u: float) -> None:
    """Fill a body with stripes, and dash its rim: a unit that hides."""
    sprite.shape(around, part_of(colour, INK, 0.55))
    size = sprite.mask.width
    layer, inner = Sprite(size, size), Sprite(size, size).shape(around, WHITE)
    step = max(5, round(13 * u))
    for k in range(-size, size, step):
        layer.line([(k, 0), (k + size, size)], colour, 4 * u)
    sprite.image.paste(colour, (0, 0), ImageChops.multiply(layer.mask, inner.mask))
    sprite.line(closed(around), WHITE, max(2.0, 4 * u), (9 * u, 8 * u))


def chip(number: int, at: Point, r: float) -> Way:
    """Return a small body of a side, for heads, turns and overviews."""
    scale = r / 31
    return tuple((at[0] + x * scale, at[1] + y * scale) for x, y in body(number, prone=False))
