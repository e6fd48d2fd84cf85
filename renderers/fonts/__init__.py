"""The fonts: which characters they have, and text widths.

The first font of ``coverage.json`` draws names, and all characters that it has; the others follow
in order. ``python -m tests.renderers.subset`` makes all of these files.
"""

import io
import json
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from itertools import groupby

from PIL import ImageFont

ELLIPSIS = "…"


@lru_cache(maxsize=64)
def face(name: str, px: int) -> ImageFont.FreeTypeFont:
    """Load the font ``name`` from this folder, ``px`` pixels high."""
    data = io.BytesIO((files(__name__) / f"{name}.ttf").read_bytes())
    return ImageFont.truetype(data, px, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=1)
def _coverage() -> dict[str, frozenset[str]]:
    text = (files(__name__) / "coverage.json").read_text("ascii")
    return {
        name: frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))
        for name, ranges in json.loads(text).items()
    }


@lru_cache(maxsize=4096)
def drawn_by(character: str) -> str:
    """Return the font that draws a character; if none has it, the last."""
    fonts = _coverage()
    return next((name for name, covered in fonts.items() if character in covered), [*fonts][-1])


def can_name(text: str) -> bool:
    """Return whether the first font has every character of ``text``."""
    return bool(text.strip()) and next(iter(_coverage().values())).issuperset(text)


def can_draw(text: str) -> bool:
    """Return whether the fonts together have every character of ``text``."""
    return frozenset().union(*_coverage().values()).issuperset(text)


@lru_cache(maxsize=1024)
def tidy(name: str) -> str:
    return "".join(
        c
        for c in unicodedata.normalize("NFC", name)
        if unicodedata.category(c) not in ("Cf", "Cc", "Cs")
    )


def runs(text: str, px: int, *, bold: bool) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Split ``text`` into stretches, each with the font that draws it."""
    first = next(iter(_coverage()))
    for name, group in groupby(text, drawn_by):
        yield "".join(group), face(f"{name}-Bold" if bold and name == first else name, px)


@lru_cache(maxsize=4096)
def width(text: str, px: int, *, bold: bool = False) -> int:
    """Return the width of a text in pixels, up to where more text would continue."""
    return -int(-sum(font.getlength(run) for run, font in runs(text, px, bold=bold)) // 1)


@lru_cache(maxsize=1024)
def fit(text: str, room: int, px: int, *, bold: bool = False) -> str:
    """Return ``text``, shortened in the middle if it is wider than ``room`` pixels."""
    if width(text, px, bold=bold) <= room:
        return text
    for keep in range(len(text) - 1, 0, -1):
        tail = keep // 3
        short = text[: keep - tail].rstrip() + ELLIPSIS + text[len(text) - tail :]
        if width(short, px, bold=bold) <= room:
            return short
    return ELLIPSIS
