"""What lies on the squares of BattleBoard."""

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
        (filled(n, [square(3)]), colours.HIT),
        (lined(n, CROSS, 20), colours.SHADE),
        (lined(n, CROSS, 13), colours.INK),
    )


def _ruin(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    rubble = (points("14,14 86,86"), points("86,14 14,86"))
    return (filled(n, [square(3)]), colours.WRECK), (lined(n, rubble, 9), colours.HIT)


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
