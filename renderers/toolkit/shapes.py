"""Shapes in a frame of 100 x 100 or in pixels, drawn larger and scaled down."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache

from PIL import Image, ImageDraw

from renderers.toolkit.colours import Colour

Point = tuple[float, float]


FRAME = 100.0


FINER, FINE = 8, 4
"""Scale at which shapes are drawn: in the frame, and in pixels."""


@cache
def points(text: str) -> tuple[Point, ...]:
    """Return the points written as in an SVG polygon: ``28,28 72,72``."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


def disc(x: float, y: float, radius: float, half: int = 30) -> list[Point]:
    """Return the points of a circle, ``half`` on either side."""
    turns = (k * math.pi / half for k in range(2 * half))
    return [(x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns]


def ring(points: Sequence[Point]) -> list[Point]:
    return [*points, points[0]]


def turned(points: Iterable[Point], angle: float, x: float, y: float) -> list[Point]:
    """Return points rotated clockwise around the origin, then moved by ``x``, ``y``."""
    c, s = math.cos(angle), math.sin(angle)
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in points]


def circle(radius: float, points: int = 60) -> list[Point]:
    return ring(disc(FRAME / 2, FRAME / 2, radius, points // 2))


def square(inset: float) -> tuple[Point, ...]:
    far = FRAME - inset
    return (inset, inset), (far, inset), (far, far), (inset, far)


def mask(
    size: tuple[int, int], finer: int, draw: Callable[[ImageDraw.ImageDraw], None]
) -> Image.Image:
    """Call ``draw`` at a larger scale and return the anti-aliased mask of ``size``."""
    image = Image.new("L", (size[0] * finer, size[1] * finer), 0)
    draw(ImageDraw.Draw(image))
    return image.reduce(finer)


def filled(size: int, shapes: Iterable[Sequence[Point]], grow: float = 0) -> Image.Image:
    """Return a mask of filled polygons in the frame, each wider by ``grow`` on every side."""
    return drawn((size, size), FINER, size * FINER / FRAME, shapes, grow=grow)


def lined(size: int, lines: Iterable[Sequence[Point]], thick: float) -> Image.Image:
    return drawn((size, size), FINER, size * FINER / FRAME, lines, thick)


def pixels(
    wide: int, high: int, polygons: Iterable[Sequence[Point]], thick: float = 0
) -> Image.Image:
    """Return a mask of filled polygons in pixels, or of lines with round ends if ``thick`` is
    set.
    """
    return drawn((wide, high), FINE, FINE, polygons, thick)


def drawn(
    size: tuple[int, int],
    finer: int,
    scale: float,
    polygons: Iterable[Sequence[Point]],
    thick: float = 0,
    grow: float = 0,
) -> Image.Image:
    """Return a mask of polygons or lines, drawn ``finer`` times as large and multiplied by
    ``scale``.
    """

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for polygon in polygons:
            points = [(x * scale, y * scale) for x, y in polygon]
            if not thick:
                pen.polygon(points, fill=255)
                points = ring(points)
            if thick or grow:
                stroke(pen, points, (thick or 2 * grow) * scale)

    return mask(size, finer, draw)


def stroke(pen: ImageDraw.ImageDraw, points: Sequence[Point], thick: float) -> None:
    pen.line(points, fill=255, width=max(1, round(thick)), joint="curve")
    half = thick / 2
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=255)


def layered(size: int, *layers: tuple[Image.Image, Colour]) -> Image.Image:
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    for shape, colour in layers:
        layer = Image.new("RGBA", (size, size), colour)
        layer.putalpha(shape)
        image.alpha_composite(layer)
    return image


def faded(mask: Image.Image, strength: int) -> Image.Image:
    """Return a mask with its opacity multiplied by ``strength`` / 255."""
    return looked_up(mask, faint(strength))


@lru_cache(maxsize=256)
def faint(strength: int) -> bytes:
    return bytes(v * strength // 255 for v in range(256))


def looked_up(image: Image.Image, table: bytes) -> Image.Image:
    """Do the same as ``image.point``, which rounds each entry of the table in Python first."""
    return Image.frombytes("L", image.size, image.tobytes().translate(table))


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Return a mask of a rounded rectangle: filled, or an outline ``line`` pixels wide."""
    box = 0, 0, width * FINE - 1, height * FINE - 1
    fill, outline = (None, 255) if line else (255, None)

    def draw(pen: ImageDraw.ImageDraw) -> None:
        pen.rounded_rectangle(box, radius * FINE, fill, outline, line * FINE)

    return mask((width, height), FINE, draw)
