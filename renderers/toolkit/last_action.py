"""The layer of a picture that shows what was done last."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from renderers.toolkit import shapes
from renderers.toolkit.colours import Colour
from renderers.toolkit.pen import stamp
from renderers.toolkit.scene import LastAction, Spot

Pixel = tuple[float, float]


def draw(
    image: Image.Image,
    last: LastAction,
    centre: Callable[[Spot], Pixel],
    side: int,
    colour: Colour,
    short: float = 0.16,
) -> None:
    """Draw an arrow along each way, and a ring where there is but one spot. ``centre`` gives the
    middle of a spot in pixels, ``side`` is its width in pixels; an arrow ends ``short`` of the
    middle, by so much of a side.
    """
    for k, way in enumerate(last.ways):
        depth = strength(k, len(last.ways))
        pixels = [centre(spot) for spot in way]
        for start, end in pairwise(pixels):
            at, mask = shaft(start, end, side, short)
            stamp(image, colour, at, shapes.faded(mask, depth))
        if len(pixels) == 1:
            x, y = pixels[0]
            at = round(x - side / 2), round(y - side / 2)
            stamp(image, colour, at, shapes.faded(ring(side), depth))


def strength(k: int, count: int) -> int:
    """Return how strongly the ``k``-th of so many ways is drawn, of 255: the newest most."""
    return 215 if k == count - 1 else max(80, 160 - 25 * (count - 2 - k))


@lru_cache(maxsize=16)
def ring(side: int) -> Image.Image:
    return shapes.lined(side, [shapes.circle(43)], 9)


@lru_cache(maxsize=512)
def shaft(start: Pixel, end: Pixel, side: int, short: float) -> tuple[tuple[int, int], Image.Image]:
    """Return where the mask of an arrow lies, and the mask."""
    (x0, y0), (x1, y1) = start, end
    left, top = min(x0, x1) - side / 2, min(y0, y1) - side / 2
    size = (round(abs(x1 - x0)) + side, round(abs(y1 - y0)) + side)
    turn = math.atan2(y1 - y0, x1 - x0)
    far, near, part = math.hypot(x1 - x0, y1 - y0) - side * short, side * 0.26, side / 114
    thin, broad, neck = 7 * part, 23 * part, far - 34 * part
    upper = [(near, thin), (neck, thin), (neck, broad)]
    outline = [*((a, -b) for a, b in upper), (far, 0.0), *reversed(upper)]
    points = shapes.turned(outline, turn, x0 - left, y0 - top)
    return (round(left), round(top)), shapes.pixels(*size, [points])
