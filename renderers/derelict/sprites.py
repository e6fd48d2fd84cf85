"""The units and objects on the decks of a ship, as sprites drawn once in each size and cached."""

import math
from functools import lru_cache

from PIL import Image

from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.shapes import Point, disc, filled, layered, lined, points, ring

SPACE, FLOOR, PLATE, WALL = rgb("#111417"), rgb("#434c5a"), rgb("#3b434f"), rgb("#8593a3")
WORDS, SOFT, SHADE, WHITE = rgb("#f0f3f5"), rgb("#b4c0cc"), rgb("#12171c"), rgb("#ffffff")
MARINE, ALIEN, BLIP = rgb("#61b4e6"), rgb("#cc79a7"), rgb("#e6a817")
NAVY, PALE, STEEL = rgb("#14304d"), rgb("#f6dbe9"), rgb("#dfe5ea")
AMBER, FIRE, EMBER, SEEN = rgb("#f0a000"), rgb("#f4651e"), rgb("#ffd23f"), rgb("#a8a23a")
GREEN, RED, CYAN = rgb("#59c98b"), rgb("#e5484d"), rgb("#7fe3f0")

Layer = tuple[Image.Image, Colour]
Shape = tuple[Point, ...]


def star(spikes: int, out: float, inner: float) -> Shape:
    turns = (math.pi * k / spikes - math.pi / 2 for k in range(2 * spikes))
    return tuple(
        (
            50 + (out if k % 2 == 0 else inner) * math.cos(t),
            50 + (out if k % 2 == 0 else inner) * math.sin(t),
        )
        for k, t in enumerate(turns)
    )


def turned(shape: tuple[Point, ...] | list[Point], rot: int) -> Shape:
    found = tuple(shape)
    for _ in range((rot // 90 + 2) % 4):
        found = tuple((100 - y, x) for x, y in found)
    return found


FLAME = points("50,8 64,34 82,28 86,62 68,90 32,90 14,62 22,40 36,48")
BARS: tuple[Shape, ...] = tuple(
    ((x, 40), (x + 9, 40), (x + 9, 60), (x, 60)) for x in (12, 34, 57, 79)
)
HATCH: tuple[Shape, ...] = tuple(((x, 92), (x + 40, 8)) for x in (-12, 8, 28, 48, 68))
ROCK: tuple[Shape, ...] = tuple(((x, 100), (x + 100, 0)) for x in (-75, -50, -25, 0, 25, 50, 75))
DASHES: tuple[Shape, ...] = tuple(
    ((46, y), (54, y), (54, y + 12), (46, y + 12)) for y in (4, 31, 58, 85)
)
"""The border between two segments."""
BOX = points("8,8 92,8 92,92 8,92 8,8")
CELL = points("0,0 100,0 100,100 0,100")

HEART: Point = (41, 57)
"""The middle of a marine that faces up.

It is left of and below the middle of its cell, which leaves room for equipment.
"""
ARROW = points("27,24 55,24 41,6")
PADS = (disc(14, 57, 11), disc(68, 57, 11))
STOCK = points("70,64 92,64 92,84 70,84")
WEAPONS: dict[str, tuple[Shape, ...]] = {
    "marine": (points("73,26 81,26 81,40 90,40 90,80 74,80 74,54 73,54"),),
    "marine_sarge": (points("73,26 81,26 81,40 90,40 90,80 74,80 74,54 73,54"),),
    "marine_flame": (points("75,40 87,40 87,82 75,82"), STOCK),
    "marine_hammer": (points("76,34 84,34 84,90 76,90"), points("62,10 98,10 98,38 62,38")),
    "marine_claws": (
        points("62,46 67,6 72,46"),
        points("75,46 80,6 85,46"),
        points("88,46 93,6 98,46"),
        points("62,44 98,44 98,58 62,58"),
    ),
    "marine_axe": (
        points("76,8 84,8 84,90 76,90"),
        points("76,26 62,6 62,50"),
        points("84,26 98,6 98,50"),
    ),
    "marine_chain": (
        points("73,64 73,18 80,6 87,18 87,64"),
        *(points(f"66,{y} 94,{y + 4} 66,{y + 8}") for y in (20, 34, 48)),
        points("66,62 94,62 94,70 66,70"),
        points("76,68 84,68 84,88 76,88"),
    ),
    "marine_cannon": (
        points("64,8 72,8 72,52 64,52"),
        points("76,8 84,8 84,52 76,52"),
        points("88,8 96,8 96,52 88,52"),
        points("62,48 98,48 98,86 62,86"),
    ),
}
"""The equipment of each kind of marine, facing up."""
MUZZLE = points("81,2 92,18 89,38 73,38 70,18")
LEGS: tuple[Shape, ...] = tuple(
    ((50 + side * 18, y), (50 + side * 34, y + bend), (50 + side * 44, y + far))
    for side in (-1, 1)
    for y, bend, far in ((42, -16, -6), (54, 0, 10), (66, 12, 26))
)
JAWS: tuple[Shape, ...] = (points("42,30 36,18 42,8"), points("58,30 64,18 58,8"))
RIM: tuple[Shape, ...] = tuple(
    tuple((50 + 40 * math.cos(t), 50 + 40 * math.sin(t)) for t in (a - 0.2, a, a + 0.2))
    for a in (k * math.pi / 4 for k in range(8))
)
BADGES = ("overwatch", "guard", "jam")
"""Markers with their own sign. A deactivated unit is drawn faded instead."""
DONE = "deactivated"
BEHIND: dict[int, tuple[float, float]] = {180: (0, 1), 270: (0, 0), 0: (1, 0), 90: (1, 1)}
"""The empty corner behind a marine's left shoulder, by its facing."""


def tile(sprite: str, n: int) -> list[Layer]:
    match sprite:
        case "door":
            bar = points("4,32 96,32 96,68 4,68")
            return [
                (filled(n, [bar], 3), SHADE),
                (filled(n, [bar]), AMBER),
                (filled(n, BARS), SHADE),
            ]
        case "dooropen":
            posts = (points("2,34 18,34 18,66 2,66"), points("82,34 98,34 98,66 82,66"))
            return [(filled(n, posts, 2), SHADE), (filled(n, posts), AMBER)]
        case "flame":
            return [
                (filled(n, [FLAME], 3), SHADE),
                (filled(n, [FLAME]), FIRE),
                (filled(n, [star(5, 26, 14)]), EMBER),
            ]
        case "lurk":
            return [(lined(n, HATCH, 6), AMBER)]
        case "alien_entry":
            return [(lined(n, [points("22,22 50,78 78,22 22,22")], 8), ALIEN)]
        case "objective":
            around = ring(disc(50, 50, 34))
            return [(lined(n, [around], 9), GREEN), (filled(n, [disc(50, 50, 13)]), GREEN)]
        case "drop_marine":
            return [(lined(n, [BOX], 6), MARINE)]
        case "start_marine":
            return [
                (lined(n, [BOX], 6), MARINE),
                (lined(n, [points("30,50 50,70 70,50")], 8), MARINE),
            ]
        case "seen":
            return [(filled(n, [BOX]), SEEN)]
        case "doomed":
            return [(lined(n, [BOX], 10), FIRE), (lined(n, HATCH, 4), EMBER)]
        case "segment":
            return [(filled(n, DASHES), SOFT)]
        case "active":
            return [(lined(n, [BOX], 9), EMBER)]
        case "burst":
            return [(filled(n, [star(8, 30, 13)], 3), SHADE), (filled(n, [star(8, 30, 13)]), EMBER)]
        case "rock":
            return [(lined(n, ROCK, 2), FLOOR)]
        case "overwatch":
            eye = points("8,50 30,28 50,22 70,28 92,50 70,72 50,78 30,72")
            return badge(n, CYAN, [(filled(n, [scaled(eye, 0.74)]), SHADE), iris(n)])
        case "guard":
            shield = points("50,24 74,32 72,56 50,78 28,56 26,32")
            return badge(n, GREEN, [(filled(n, [shield]), SHADE)])
        case "jam":
            cross = (points("32,32 68,68"), points("68,32 32,68"))
            return badge(n, RED, [(lined(n, cross, 12), WHITE)])
    raise KeyError(sprite)


def badge(n: int, colour: Colour, sign: list[Layer]) -> list[Layer]:
    return [(filled(n, [disc(50, 50, 48)]), SHADE), (filled(n, [disc(50, 50, 42)]), colour), *sign]


def iris(n: int) -> Layer:
    return filled(n, [disc(50, 50, 11)]), CYAN


def scaled(shape: Shape, part: float) -> Shape:
    """Return a shape, scaled by ``part`` around the middle of the frame."""
    return tuple((50 + (x - 50) * part, 50 + (y - 50) * part) for x, y in shape)


def marine(kind: str, rot: int, n: int) -> list[Layer]:
    carried = [turned(shape, rot) for shape in WEAPONS[kind]]
    pads = [turned(pad, rot) for pad in PADS]
    body, arrow = turned(disc(*HEART, 29), rot), turned(ARROW, rot)
    layers = [(filled(n, carried, 3), SHADE), (filled(n, carried), STEEL)]
    if kind == "marine_flame":
        muzzle = turned(MUZZLE, rot)
        layers += [(filled(n, [muzzle], 3), SHADE), (filled(n, [muzzle]), FIRE)]
    return [
        *layers,
        (filled(n, [*pads, body, arrow], 4), SHADE),
        (filled(n, pads), EMBER if kind == "marine_sarge" else MARINE),
        (filled(n, [body]), MARINE),
        (filled(n, [turned(disc(*HEART, 22), rot)]), NAVY),
        (filled(n, [arrow]), WHITE),
    ]


def alien(rot: int, n: int) -> list[Layer]:
    limbs = [turned(shape, rot) for shape in (*LEGS, *JAWS)]
    return [
        (lined(n, limbs, 12), SHADE),
        (filled(n, [disc(50, 52, 31)]), SHADE),
        (lined(n, limbs, 6), ALIEN),
        (filled(n, [disc(50, 52, 27)]), ALIEN),
        (filled(n, [disc(50, 52, 20)]), PALE),
    ]


def blip(n: int) -> list[Layer]:
    return [
        (filled(n, [disc(50, 50, 35)]), SHADE),
        (filled(n, [disc(50, 50, 31)]), BLIP),
        (lined(n, RIM, 5), BLIP),
    ]


@lru_cache(maxsize=512)
def drawn(sprite: str, rot: int, size: int) -> Image.Image:
    """Return a tile, a unit or a badge, ``size`` pixels square, RGBA."""
    if sprite in WEAPONS:
        return layered(size, *marine(sprite, rot, size))
    if sprite == "alien":
        return layered(size, *alien(rot, size))
    if sprite == "blip":
        return layered(size, *blip(size))
    return layered(size, *tile(sprite, size)).rotate(90 if rot == 90 else 0)


@lru_cache(maxsize=512)
def faded(sprite: str, rot: int, size: int) -> Image.Image:
    image = drawn(sprite, rot, size).copy()
    image.putalpha(image.getchannel("A").point([v * 7 // 10 for v in range(256)]))
    return image


def heart(sprite: str, rot: int) -> Point:
    if sprite not in WEAPONS:
        return 50, 52 if sprite == "alien" else 50
    return turned((HEART,), rot)[0]
