"""Shapes in a frame of 100 x 100, drawn eight times as large and averaged down."""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.toolkit.colours import Colour

Point = tuple[float, float]


FRAME = 100.0


FINER = 8
"""How many times larger a shape is drawn than it is used."""


def points(text: str) -> tuple[Point, ...]:
    """Return the points that are written as in an SVG polygon: ``28,28 72,72``."""
    pairs = (pair.split(",") for pair in text.split())
    return tuple((float(x), float(y)) for x, y in pairs)


def circle(radius: float, points: int = 60) -> tuple[Point, ...]:
    """A closed circle around the middle of the frame."""
    turns = (2 * math.pi * k / points for k in range(points + 1))
    return tuple((50 + radius * math.cos(t), 50 + radius * math.sin(t)) for t in turns)


def square(inset: float) -> tuple[Point, ...]:
    """A square around the middle of the frame."""
    far = FRAME - inset
    return (inset, inset), (far, inset), (far, far), (inset, far)


def mask(size: int, draw: Callable[[ImageDraw.ImageDraw, float], None]) -> Image.Image:
    """What ``draw`` draws at the larger scale it is given, as an
    anti-aliased mask of ``size`` pixels.
    """
    image = Image.new("L", (size * FINER, size * FINER), 0)
    draw(ImageDraw.Draw(image), size * FINER / FRAME)
    return image.reduce(FINER)


def filled(size: int, shapes: Sequence[Sequence[Point]], grow: float = 0) -> Image.Image:
    """Mask of filled polygons, each wider by ``grow`` on every side."""

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for shape in shapes:
            points = [(x * scale, y * scale) for x, y in shape]
            pen.polygon(points, fill=255)
            if grow:
                stroke(pen, [*points, points[0]], 2 * grow * scale)

    return mask(size, draw)


def lined(size: int, lines: Sequence[Sequence[Point]], thick: float) -> Image.Image:
    """Mask of lines with round ends."""

    def draw(pen: ImageDraw.ImageDraw, scale: float) -> None:
        for line in lines:
            stroke(pen, [(x * scale, y * scale) for x, y in line], thick * scale)

    return mask(size, draw)


def stroke(pen: ImageDraw.ImageDraw, points: Sequence[Point], thick: float) -> None:
    """A line with round ends and corners."""
    pen.line(points, fill=255, width=max(1, round(thick)), joint="curve")
    half = thick / 2
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), fill=255)


def layered(size: int, *layers: tuple[Image.Image, Colour]) -> Image.Image:
    """Masks with their colours, from the bottom up, as one RGBA image."""
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    for shape, colour in layers:
        layer = Image.new("RGBA", (size, size), colour)
        layer.putalpha(shape)
        image.alpha_composite(layer)
    return image


@lru_cache(maxsize=256)
def rounded(width: int, height: int, radius: int, line: int = 0) -> Image.Image:
    """Mask of a rounded rectangle: filled, or an outline ``line`` pixels wide."""
    image = Image.new("L", (width * 4, height * 4), 0)
    pen, box = ImageDraw.Draw(image), (0, 0, width * 4 - 1, height * 4 - 1)
    if line:
        pen.rounded_rectangle(box, radius * 4, outline=255, width=line * 4)
    else:
        pen.rounded_rectangle(box, radius * 4, fill=255)
    return image.reduce(4)
