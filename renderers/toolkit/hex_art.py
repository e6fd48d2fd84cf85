"""Hexes in pictures: their corners, masks of them, and colours of sides."""

from functools import lru_cache

from PIL import Image

from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.shapes import Point, faded, pixels

NIGHT = rgb("#101214")
WHITE = (255, 255, 255)
SIDES: tuple[Colour, ...] = (rgb("#0072b2"), rgb("#d55e00"), rgb("#f0e442"), rgb("#c9a0dc"))
INKS: tuple[Colour, ...] = (WHITE, WHITE, NIGHT, NIGHT)


def side(r: int) -> int:
    """Return half the height of a hex, in pixels; ``r``: from its centre to a corner."""
    return round(r * 0.8660254)


def corners(x: float, y: float, r: float, h: float) -> list[Point]:
    a, b = r / 2, h
    return [(x + r, y), (x + a, y + b), (x - a, y + b), (x - r, y), (x - a, y - b), (x + a, y - b)]


@lru_cache(maxsize=128)
def whole(r: int, strength: int = 255) -> Image.Image:
    """Return the mask of a hex, at ``strength`` 255ths."""
    h = side(r)
    return faded(pixels(2 * r, 2 * h, [corners(r, h, r + 0.5, h + 0.5)]), strength)
