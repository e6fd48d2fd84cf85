"""The pictures of Discord beside the docs show what is sent today, and are small."""

import re

import pytest

from tests.discord.pictures.page import Screen, Writing, relative
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


def written(text: str) -> str:
    names = {"12345678901234567": "Ann"}
    screen = Screen(place="lobby", reader="Bob", now=36_000, shown=[], names=names, blobs={})
    return Writing(screen).text(text).removeprefix('<div class="text">').removesuffix("</div>")


def test_the_marks_of_a_text_are_written_as_discord_shows_them() -> None:
    assert written("### Now\n-# small\nplain\nmore") == (
        "<h3>Now</h3><small>small</small>plain<br>more"
    )
    assert written("**<@12345678901234567>** & `a<b`") == (
        '<b><span class="name">@Ann</span></b> &amp; <code>a&lt;b</code>'
    )
    assert written("on\\_fall: \\*not loud\\*") == "on_fall: *not loud*"
    assert written("<t:36600:t>, <t:36600:R>") == (
        '<span class="time">10:10</span>, <span class="time">in 10 minutes</span>'
    )
    assert written("> said\n```\n**raw**\n```") == (
        "<blockquote>said</blockquote><pre>**raw**\n</pre>"
    )


def test_a_time_is_told_as_far_away_as_it_is() -> None:
    assert [relative(n) for n in (600, -1, 7_200, -172_800, 0)] == [
        *("in 10 minutes", "1 second ago", "in 2 hours", "2 days ago", "in 0 seconds")
    ]
