"""How large the smallest letter of a picture is where people look at it."""

import io
import random
import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageDraw

import renderers
from engine.state import PUBLIC
from engine.testing.kit import Case, choose, fresh
from tests.kit.games import registered

SHOWN = {"desktop": (550, 350), "phone": (400, 10_000)}
"""Pixels in which Discord shows a picture at the most."""
LEAST = 9.0
SMALLER = {
    ("ambush", "desktop"): 5.4,
}
"""Tall pictures that miss it so far, and what they must not fall below."""


def forgotten() -> None:
    """Forget what earlier tests have drawn, so that every letter is drawn again."""
    for name, module in list(sys.modules.items()):
        for value in vars(module).values() if name.startswith("renderers") else ():
            if clear := getattr(value, "cache_clear", None):
                clear()


def smallest(case: Case) -> Iterator[tuple[str, float]]:
    """Yield the smallest letter of pictures from a random game, by where they are shown."""
    sizes, text = list[int](), ImageDraw.ImageDraw.text
    forgotten()

    def measured(pen: Any, xy: Any, words: str, *more: Any, **how: Any) -> None:
        font = how["font"] if "font" in how else more[1]
        sizes.extend([font.size] if words.strip() else [])
        text(pen, xy, words, *more, **how)

    play, rng = fresh(case, 1), random.Random(1)
    for _ in range(16):
        for viewer in (PUBLIC, play.table.seats[0]):
            with patch.object(ImageDraw.ImageDraw, "text", measured):
                drawn, _ = renderers.drawn(case.game.name, play.table.view(viewer), "en")
            size = Image.open(io.BytesIO(drawn)).size
            for where, room in SHOWN.items():
                scale = min(1.0, *(most / own for most, own in zip(room, size, strict=True)))
                yield where, min(sizes) * scale
        if not play.over:
            play.enter(*choose(play, rng))


@pytest.mark.parametrize("case", registered(), ids=lambda case: case.game.name)
def test_the_smallest_letter_is_nine_pixels_high(case: Case) -> None:
    found = dict[str, float]()
    for where, size in smallest(case):
        found[where] = min(size, found.get(where, size))
    for where, size in found.items():
        assert size >= SMALLER.get((case.game.name, where), LEAST), where
