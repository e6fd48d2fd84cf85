"""The pictures of Discord beside the docs show what is sent today, and are small."""

import re

import pytest

from tests.discord.pictures.scenes import SCENES
from tests.discord.pictures.taken import FILM, FOLDER, LARGEST, NAMES, digest, noted, screens

ALL = 1_400_000
"""Bytes of all pictures at the most."""
LARGEST_FILM = 1_500_000


@pytest.mark.parametrize("name", NAMES)
def test_a_picture_shows_what_is_sent_today(name: str) -> None:
    """If this fails, something that people see at Discord has changed. Make the
    picture anew and look at it: ``python -m tests.discord.pictures changed``.
    """
    shown = screens(name)
    assert digest(shown) == noted()[name]
    for screen in shown:
        assert not re.search("[@#] ?unknown", screen.html()), "a person or a place has no name"


def test_every_picture_is_small_and_is_one_of_these() -> None:
    found = {path.name: path.stat().st_size for path in FOLDER.glob("discord-*.png")}
    assert set(found) == {f"discord-{name}.png" for name in SCENES}
    assert max(found.values()) <= LARGEST
    assert sum(found.values()) <= ALL
    assert (FOLDER / f"discord-{FILM}.gif").stat().st_size <= LARGEST_FILM
