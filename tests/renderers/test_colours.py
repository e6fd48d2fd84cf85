"""Marks can be told apart by colour with every kind of colour vision; signs double the colour.

Simulation: Machado, Oliveira, Fernandes 2009, severity 1.0, on linear RGB;
distances: CIE 1976 in L*a*b* (D65).
"""

import math
from itertools import combinations

from PIL import Image

from renderers.battleboard import paint
from renderers.toolkit.colours import Colour, stored
from tests.kit.data import beside
from tests.kit.each import each
from tests.renderers import palettes

DATA = beside(__file__)

Row = tuple[float, float, float]
VISION: dict[str, tuple[Row, Row, Row]] = DATA["vision"]
TO_XYZ: tuple[Row, Row, Row] = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE = (0.95047, 1.0, 1.08883)
# What hit, near miss, sea and miss keep between any two of them.
LEAST = {"normal": 54, "protan": 50, "deutan": 34, "tritan": 24}
# The same for a well-known set (Okabe and Ito 2008: blue, vermilion, yellow), measured elsewhere.


def times(matrix: tuple[Row, Row, Row], v: Row) -> Row:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: Colour) -> Row:
    r, g, b = (c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour)
    return r, g, b


def lab(rgb: Row) -> Row:
    clipped = (min(1, max(0, rgb[0])), min(1, max(0, rgb[1])), min(1, max(0, rgb[2])))
    ratios = [c / w for c, w in zip(times(TO_XYZ, clipped), WHITE, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def worst(seen: dict[str, Colour], vision: str) -> float:
    points = [lab(times(VISION[vision], linear(colour))) for colour in seen.values()]
    return min(math.dist(p, q) for p, q in combinations(points, 2))


@each("vision", VISION)
@each("sea", paint.SEA)
def test_marks_keep_their_distance(vision: str, sea: Colour) -> None:
    marks = {"hit": paint.HIT, "near": paint.NEAR, "sea": sea, "miss": paint.MISS}
    assert worst(marks, vision) >= LEAST[vision] - 0.5


def off_palette(colour: Colour, palette: Image.Image) -> int:
    spot = Image.new("RGB", (1, 1), colour)
    flat = spot.quantize(palette=palette, dither=Image.Dither.NONE).convert("RGB")
    found = flat.getpixel((0, 0))
    assert isinstance(found, tuple)
    return max(abs(a - b) for a, b in zip(found, colour, strict=True))


@each("kind", palettes.NAMED)
def test_stored_palettes_have_every_colour_that_a_game_names(kind: str) -> None:
    """Where this fails: ``python -m tests.renderers.palettes``."""
    for colour in palettes.named(palettes.NAMED[kind]):
        assert off_palette(colour, stored(kind)) <= 8, colour


def test_flat_colours_of_battleboard_come_through_the_palette() -> None:
    flat = (
        *(paint.TABLE, paint.CARD, paint.RIM, *paint.SEA, paint.INK, paint.DIM, paint.HIT),
        *(paint.NEAR, paint.MISS, paint.WRECK, paint.TURN, paint.WON),
    )
    assert max(off_palette(colour, paint.palette()) for colour in flat) <= 3
