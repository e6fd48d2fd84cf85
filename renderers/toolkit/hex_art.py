"""Hexes in pictures: masks of them, of lines between them, and what lies in them; drawn large,
averaged down, and kept.
"""

import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.pen import stamp
from renderers.toolkit.shapes import Point, faded, pixels, ring

NIGHT = rgb("#101214")
WHITE = (255, 255, 255)
SIDES: tuple[Colour, ...] = (rgb("#0072b2"), rgb("#d55e00"), rgb("#f0e442"), rgb("#c9a0dc"))
INKS: tuple[Colour, ...] = (WHITE, WHITE, NIGHT, NIGHT)


def side(r: int) -> int:
    """Return half the height of a hex, in pixels; ``r``: from its centre to a corner."""
    return round(r * 0.8660254)


def corners(x: float, y: float, r: float, h: float) -> list[Point]:
    """Return the corners of a hex, the right one first, clockwise."""
    a, b = r / 2, h
    return [(x + r, y), (x + a, y + b), (x - a, y + b), (x - r, y), (x - a, y - b), (x + a, y - b)]


def sown(variant: int, count: int, apart: float) -> Iterator[Point]:
    """Yield places in a hex of radius 1 below its number, at least so far apart: the same for the
    same variant.
    """
    state, found = (variant * 7919 + 104729) & 0xFFFFFF, list[Point]()
    for _ in range(count * 30):
        state = (state * 1140671485 + 12820163) & 0xFFFFFF
        x = (state >> 12) / 4096 * 1.6 - 0.8
        state = (state * 1140671485 + 12820163) & 0xFFFFFF
        y = (state >> 12) / 4096 * 1.1 - 0.36
        inside = abs(x) < 0.84 - abs(y) * 0.58
        if inside and all(math.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
            if len(found) == count:
                break
    yield from sorted(found, key=lambda at: (at[1], at[0]))


@lru_cache(maxsize=128)
def whole(r: int, strength: int = 255) -> Image.Image:
    """Return the mask of a hex, at ``strength`` 255ths."""
    h = side(r)
    return faded(pixels(2 * r, 2 * h, [corners(r, h, r + 0.5, h + 0.5)]), strength)


@lru_cache(maxsize=128)
def rim(r: int, inset: float, thick: float) -> Image.Image:
    """Return the mask of a line within a hex, along its sides."""
    h = side(r)
    return pixels(2 * r, 2 * h, [ring(corners(r, h, r - inset / 0.866, h - inset))], thick)


@lru_cache(maxsize=512)
def step(dx: int, dy: int, thick: float, apart: float, *, dashed: bool) -> tuple[int, Image.Image]:
    """Return a frame around both ends, and the mask of a line from one to the other; ``apart``:
    two lines, so far apart.
    """
    pad = round(thick + apart) + 3
    length = math.hypot(dx, dy)
    ox, oy = -dy / length * apart / 2, dx / length * apart / 2
    x, y = pad + max(0, -dx), pad + max(0, -dy)
    parts = ((0.1, 0.38), (0.62, 0.9)) if dashed else ((0.0, 1.0),)
    lines = [
        [(x + dx * t + sign * ox, y + dy * t + sign * oy) for t in part]
        for part in parts
        for sign in ((1, -1) if apart else (0,))
    ]
    return pad, pixels(abs(dx) + 2 * pad, abs(dy) + 2 * pad, lines, thick)


def line(
    image: Image.Image,
    ends: tuple[tuple[int, int], tuple[int, int]],
    colour: Colour,
    thick: float,
    apart: float = 0,
    *,
    dashed: bool = False,
) -> None:
    """Draw a line between two pixels; ``apart``: two lines, so far apart."""
    (ax, ay), (bx, by) = ends
    if (ax, ay) != (bx, by):
        pad, mask = step(bx - ax, by - ay, thick, apart, dashed=dashed)
        stamp(image, colour, (min(ax, bx) - pad, min(ay, by) - pad), mask)
