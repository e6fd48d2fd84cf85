"""Six pieces of our own, as outlines in a frame of 100 x 100, and the two
armies that are cut from them.
"""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from PIL import Image, ImageChops, ImageFilter

from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.shapes import Point, circle, filled, lined, points

Shape = tuple[Point, ...]


def smooth(points: Sequence[Point], steps: int = 10) -> Shape:
    """Return a curve through all points, without corners (Catmull and Rom)."""
    ends = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(steps):
            t = k / steps
            curve.append((spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)))
    return (*curve, points[-1])


def curve(text: str) -> Shape:
    """Return a curve through the points written like ``28,28 72,72``."""
    return smooth(points(text))


def spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """Return a point between ``b`` and ``c``, with the slopes that their neighbours give."""
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def whole(half: Sequence[Point]) -> Shape:
    """Return a shape from its right half, given from top to bottom as distances from the middle."""
    return (*((50 + x, y) for x, y in half), *((50 - x, y) for x, y in reversed(half)))


def disc(x: float, y: float, radius: float, flat: float = 1.0) -> Shape:
    """Return a filled circle, or an ellipse."""
    return tuple((x + (px - 50), y + (py - 50) * flat) for px, py in circle(radius, 40))


def foot(half: float) -> tuple[Shape, Shape]:
    """Return what a piece stands on: a step and a plinth."""
    step = whole(smooth([(half - 8, 77), (half - 5, 79), (half - 5, 83), (half - 7, 84.5)], 5))
    plinth = whole(smooth([(half - 4, 83.5), (half - 0.5, 85), (half, 88), (half, 92.5)], 5))
    return step, plinth


class Man(Struct, frozen=True):
    """A piece: its solid parts, lines drawn on them, and holes cut into them."""

    solid: tuple[Shape, ...]
    lines: tuple[Shape, ...] = ()
    holes: tuple[Shape, ...] = ()


SKIRT = whole(curve("23,64 20.5,68 19.5,73 21,79"))
BANDS: tuple[Shape, ...] = (
    curve("28,67.5 39,65.5 50,65 61,65.5 72,67.5"),
    points("30,76.5 70,76.5"),
)
MEN = {
    "P": Man(
        (
            disc(50, 31, 13),
            disc(50, 46.5, 15.5, 0.24),
            whole(curve("8,46 9.5,56 14,66 20,73 22,79")),
            *foot(28),
        ),
    ),
    "R": Man(
        (
            whole(points("5,15.5 5,23.5 13.5,23.5 13.5,15.5 23,15.5 23,32 15.5,39.5")),
            whole(points("14.5,39 15.2,52 17,66 20,79")),
            *foot(31),
        ),
        (points("35.5,40 64.5,40"), points("30.5,76.5 69.5,76.5")),
    ),
    "B": Man(
        (
            disc(50, 13.5, 5.8),
            whole(curve("0.5,18 7,24 14,33 17.5,43 15,51 10,56")),
            disc(50, 58, 17.5, 0.2),
            whole(curve("9.5,59 11,66 17,73 22,79")),
            *foot(30),
        ),
        holes=(points("51.5,41.5 62,25.5 65.2,29 55,43"),),
    ),
    "N": Man(
        (
            (
                *curve("33,80 32.5,72 36,64.5 43.5,57.5 50,51 52.5,44.5"),
                *curve("52.5,44.5 47,47.5 40.5,49 35,52.5"),
                *curve("35,52.5 30.5,57 25.5,58 19.5,55 17.5,49.5"),
                *curve("17.5,49.5 19.5,43 24,36.5 28,28.5 37.5,20"),
                (38.5, 9.5),
                (46.5, 15.5),
                (52, 8.5),
                (56, 16.5),
                *curve("56,16.5 66,22.5 74,32 78.5,45.5 79,60 76.5,71 74.5,80"),
            ),
            *foot(31),
        ),
        (curve("58.5,24 67,33 71.5,45 71.5,58 68.5,72"),),
        (disc(38, 31.5, 3), disc(23, 49, 2, 0.8)),
    ),
    "Q": Man(
        (
            *(
                disc(50 + x, y, 5.7)
                for x, y in points("-35.5,28 -18.5,19.5 0,15.5 18.5,19.5 35.5,28")
            ),
            whole(points("0,16 8,50 18.5,20 21,53 35.5,28 24,66")),
            SKIRT,
            *foot(31),
        ),
        BANDS,
    ),
    "K": Man(
        (
            whole(points("3.6,3 3.6,9.2 10.5,9.2 10.5,16 3.6,16 3.6,28")),
            disc(50, 34, 9, 1.15),
            whole(curve("0,40 6,32 15,27.5 26,28 34.5,35")),
            whole(curve("34.5,35 35.5,45 30,54.5 24,61 22.5,67")),
            SKIRT,
            *foot(31),
        ),
        (*BANDS, curve("50,42 50,50 50,60")),
    ),
}


class Army(Struct, frozen=True):
    """How a colour looks: from the light to the shade, its edge, and what is drawn on it."""

    light: Colour
    shade: Colour
    edge: Colour
    ink: Colour
    rim: Colour


ARMIES = {
    "white": Army(rgb("#fffdf7"), rgb("#dfd5c0"), rgb("#2a231c"), rgb("#3a3128"), rgb("#ffffff")),
    "black": Army(rgb("#565c6c"), rgb("#1d1f28"), rgb("#08090c"), rgb("#d9d3c6"), rgb("#8d94a5")),
}
SHADOW = rgb("#000000")


def paint(size: int, shape: Image.Image, colour: Colour | Image.Image) -> Image.Image:
    """Return a layer with the colour where the mask is."""
    layer = Image.new("RGB", (size, size), colour) if isinstance(colour, tuple) else colour.copy()
    layer = layer.convert("RGBA")
    layer.putalpha(shape)
    return layer


@lru_cache(maxsize=256)
def man(kind: str, colour: str, size: int) -> Image.Image:
    """Return the piece ``kind`` (P N B R Q K) of a colour, ``size`` pixels square, RGBA.
    ``KeyError`` if there is none.
    """
    made, army = MEN[kind], ARMIES[colour]
    body, outer = filled(size, made.solid), filled(size, made.solid, 2.3)
    fall = Image.linear_gradient("L").resize((size, size))
    cloth = Image.composite(
        Image.new("RGB", (size, size), army.shade), Image.new("RGB", (size, size), army.light), fall
    )
    under = ImageChops.offset(outer, 0, max(1, size // 32)).filter(
        ImageFilter.GaussianBlur(size / 34)
    )
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    image.alpha_composite(paint(size, under.point([v * 100 // 255 for v in range(256)]), SHADOW))
    image.alpha_composite(paint(size, outer, army.edge))
    image.alpha_composite(paint(size, body, cloth))
    hair = ImageChops.subtract(
        body, ImageChops.offset(body, max(1, size // 48), max(1, size // 48))
    )
    image.alpha_composite(paint(size, hair.point([v * 150 // 255 for v in range(256)]), army.rim))
    if made.lines:
        image.alpha_composite(
            paint(size, ImageChops.multiply(lined(size, made.lines, 2.4), body), army.ink)
        )
    if made.holes:
        image.alpha_composite(
            paint(size, ImageChops.multiply(filled(size, made.holes), body), army.ink)
        )
    return image
