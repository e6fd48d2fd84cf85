"""Whole games by mail, by what the mails say alone."""

import asyncio
from pathlib import Path

import pytest

from tests.mail.posts import Post
from tests.mail.season import GAMES, by_outlook, season

BOTH = {"ann": by_outlook, "bob": by_outlook}


@pytest.mark.nightly
@pytest.mark.parametrize("kind", GAMES)
def test_a_game_is_played_to_its_end_by_the_first_example_of_each_mail(
    embedded: Post, tmp_path: Path, kind: str
) -> None:
    told = asyncio.run(season(embedded, kind, tmp_path, BOTH))
    assert told.result != ""
    # Who answers a mail that came before their answer was taken is refused, and loses nothing.
    assert sum(told.done.values()) > 3 * len(told.refused)
