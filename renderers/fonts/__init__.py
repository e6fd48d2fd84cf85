"""The fonts: which characters they have, and text widths.

DejaVu Sans draws names; the Chinese characters of the catalogues come from Droid Sans Fallback.
``coverage.json`` lists the characters of each; ``python -m tests.renderers.subset`` makes all of
these files.
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


def can_name(text: str) -> bool:
    return bool(text.strip()) and _coverage()["names"].issuperset(text)


def can_draw(text: str) -> bool:
    """Return whether the fonts together have every character of ``text``."""
    covered = _coverage()
    return (covered["names"] | covered["words"]).issuperset(text)


@lru_cache(maxsize=1024)
def tidy(name: str) -> str:
    return "".join(
        c
        for c in unicodedata.normalize("NFC", name)
        if unicodedata.category(c) not in ("Cf", "Cc", "Cs")
    )


def runs(text: str, px: int, *, bold: bool) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
    """Split ``text`` into stretches, each with the font that draws it."""
    latin = "DejaVuSans-Bold" if bold else "DejaVuSans"
    for named, group in groupby(text, _coverage()["names"].__contains__):
        yield "".join(group), face(latin if named else "DroidSansFallback-Words", px)


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
