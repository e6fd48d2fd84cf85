"""Colours, mixtures, and palettes."""

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

from PIL import Image

Colour = tuple[int, int, int]
MOST = 256
"""Maximum colours of a palette."""


def rgb(text: str) -> Colour:
    """Return ``#rrggbb`` as numbers."""
    value = int(text.removeprefix("#"), 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(a: Colour, b: Colour, part: int) -> Colour:
    """Mix two colours: ``part`` 255ths of ``b``, the rest ``a``."""
    red, green, blue = (
        (x * (255 - part) + y * part + 127) // 255 for x, y in zip(a, b, strict=True)
    )
    return red, green, blue


def palette_of(colours: Iterable[Colour]) -> Image.Image:
    """Return a picture with these colours as its palette, for :func:`renderers.toolkit.pen.png`.
    Raises ``ValueError`` if there are more than 256.
    """
    parts = [part for colour in colours for part in colour]
    if len(parts) > 3 * MOST:
        raise ValueError(f"{len(parts) // 3} colours do not fit into a palette of {MOST}")
    image = Image.new("P", (1, 1))
    image.putpalette(parts)
    return image


@cache
def stored(kind: str) -> Image.Image:
    """Return the palette of a game's pictures from ``palettes.json``, which
    ``python -m tests.renderers.palettes`` writes. Don't change it.
    """
    found = json.loads((files("renderers") / "palettes.json").read_text("ascii"))[kind]
    return palette_of(rgb(found[k : k + 6]) for k in range(0, len(found), 6))
