"""What lies on the squares of BattleBoard."""

import math
from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from renderers.battleboard import colours
from renderers.toolkit.colours import Colour
from renderers.toolkit.shapes import Point, circle, filled, layered, lined, points, square

CROSS: tuple[tuple[Point, ...], ...] = (points("28,28 72,72"), points("72,28 28,72"))
TOWERS: tuple[tuple[Point, ...], ...] = (
    points("14,84 14,50 36,50 36,84"),
    points("36,84 36,22 50,12 64,22 64,84"),
    points("64,84 64,40 86,40 86,84"),
)
STUMPS: tuple[tuple[Point, ...], ...] = (
    points("8,92 8,60 16,68 22,54 28,92"),
    points("36,92 36,76 44,84 52,72 60,80 64,92"),
    points("74,92 74,44 80,56 86,48 92,92"),
)
"""What is left of the towers."""
BURST: tuple[Point, ...] = tuple(
    (50 + far * math.cos(k * math.pi / 10), 50 + far * math.sin(k * math.pi / 10))
    for k, far in enumerate((46, 33, 42, 31, 47, 34, 43, 30, 46, 32) * 2)
)
WAVE: tuple[tuple[Point, ...], ...] = (points("22,54 31,47 40,52 50,57 60,52 69,47 78,50"),)
WINDOWS: tuple[tuple[Point, ...], ...] = tuple(
    ((x, y), (x + 7, y), (x + 7, y + 8), (x, y + 8))
    for x, y in points("42,30 51,30 42,46 51,46 21,60 72,54")
)


def _ring(n: int, radius: float = 27) -> tuple[tuple[Image.Image, Colour], ...]:
    return (lined(n, [circle(radius)], 18), colours.SHADE), (
        lined(n, [circle(radius)], 11),
        colours.NEAR,
    )


def _dot(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (filled(n, [circle(22)]), colours.SHADE), (filled(n, [circle(15)]), colours.MISS)


def _struck(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, [square(3)]), colours.SHADE),
        (filled(n, [BURST]), colours.HIT),
        (lined(n, CROSS, 20), colours.SHADE),
        (lined(n, CROSS, 13), colours.INK),
    )


def _ruin(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, [square(3)]), colours.WRECK),
        (filled(n, STUMPS, 4), colours.SHADE),
        (filled(n, STUMPS), colours.HIT),
    )


def _city(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, TOWERS, 5), colours.SHADE),
        (filled(n, TOWERS[::2]), colours.CITY[1]),
        (filled(n, TOWERS[1:2]), colours.CITY[0]),
        (filled(n, WINDOWS), colours.SEA[0]),
    )


DRAWINGS: dict[str, Callable[[int], tuple[tuple[Image.Image, Colour], ...]]] = {
    "hit": _struck,
    "loss": lambda n: (*_struck(n), (lined(n, [(*square(9), square(9)[0])], 7), colours.INK)),
    "near": _ring,
    "miss": _dot,
    "wreck-near": lambda n: (*_ruin(n), *_ring(n)),
    "wreck-miss": lambda n: (*_ruin(n), *_dot(n)),
    "wave": lambda n: ((lined(n, WAVE, 5), colours.FOAM),),
    "city": _city,
    "stood": lambda n: ((filled(n, [square(3)]), colours.CARD), *_city(n)),
}
"""Every sprite by its name in scenes."""


@lru_cache(maxsize=512)
def sprite(name: str, size: int) -> Image.Image:
    """Return the sprite of this name, ``size`` pixels square, RGBA. Raises
    ``KeyError`` if there is none.
    """
    return layered(size, *DRAWINGS[name](size))
