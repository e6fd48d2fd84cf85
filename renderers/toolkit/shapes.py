"""Shapes in a frame of 100 x 100, or in pixels, drawn larger and averaged down."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.toolkit.colours import Colour

Point = tuple[float, float]


FRAME = 100.0


FINER, FINE = 8, 4
"""How many times larger a shape is drawn than it is used: in the frame, and in pixels."""


def points(text: str) -> tuple[Point, ...]:
    """Return the points that are written as in an SVG polygon: ``28,28 72,72``."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


def circle(radius: float, points: int = 60) -> tuple[Point, ...]:
    """Return a closed circle around the middle of the frame."""
    turns = (2 * math.pi * k / points for k in range(points + 1))
    return tuple((50 + radius * math.cos(t), 50 + radius * math.sin(t)) for t in turns)


def square(inset: float) -> tuple[Point, ...]:
    """Return a square around the middle of the frame."""
    far = FRAME - inset
    return (inset, inset), (far, inset), (far, far), (inset, far)


def mask(
    size: tuple[int, int], finer: int, draw: Callable[[ImageDraw.ImageDraw], None]
) -> Image.Image:
    """Return what ``draw`` draws, so many times larger, as an anti-aliased mask of ``size``."""
    image = Image.new("L", (size[0] * finer, size[1] * finer), 0)
    draw(ImageDraw.Draw(image))
    return image.reduce(finer)


def filled(size: int, shapes: Sequence[Sequence[Point]], grow: float = 0) -> Image.Image:
    """Return a mask of filled polygons in the frame, each wider by ``grow`` on every side."""
    scale = size * FINER / FRAME

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for shape in shapes:
            points = scaled(shape, scale)
            pen.polygon(points, fill=255)
            if grow:
                stroke(pen, [*points, points[0]], 2 * grow * scale)

    return mask((size, size), FINER, draw)


def lined(size: int, lines: Sequence[Sequence[Point]], thick: float) -> Image.Image:
    """Return a mask of lines with round ends in the frame."""
    scale = size * FINER / FRAME

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for line in lines:
            stroke(pen, scaled(line, scale), thick * scale)

    return mask((size, size), FINER, draw)


def pixels(
    wide: int, high: int, polygons: Sequence[Sequence[Point]], thick: float = 0
) -> Image.Image:
    """Return a mask of filled polygons in pixels; with ``thick`` of lines with round ends through
    their points.
    """

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for polygon in polygons:
            points = scaled(polygon, FINE)
            if thick:
                stroke(pen, points, thick * FINE)
            else:
                pen.polygon(points, fill=255)

    return mask((wide, high), FINE, draw)


def scaled(points: Sequence[Point], scale: float) -> list[Point]:
    """Return points so many times as far from the top left."""
    return [(x * scale, y * scale) for x, y in points]


def stroke(pen: ImageDraw.ImageDraw, points: Sequence[Point], thick: float) -> None:
    """Draw a line with round ends and corners."""
    pen.line(points, fill=255, width=max(1, round(thick)), joint="curve")
    half = thick / 2
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=255)


def layered(size: int, *layers: tuple[Image.Image, Colour]) -> Image.Image:
    """Return masks with their colours, from the bottom up, as one RGBA image."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    for shape, colour in layers:
        layer = Image.new("RGBA", (size, size), colour)
        layer.putalpha(shape)
        image.alpha_composite(layer)
    return image


def faded(mask: Image.Image, strength: int) -> Image.Image:
    """Return a mask at ``strength`` 255ths."""
    return mask.point([v * strength // 255 for v in range(256)])


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Return a mask of a rounded rectangle: filled, or an outline ``line`` pixels wide."""
    box = 0, 0, width * FINE - 1, height * FINE - 1
    fill, outline = (None, 255) if line else (255, None)

    def draw(pen: ImageDraw.ImageDraw) -> None:
        pen.rounded_rectangle(box, radius * FINE, fill, outline, line * FINE)

    return mask((width, height), FINE, draw)
