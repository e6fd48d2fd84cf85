"""Two houses that differ only in what a viewer may not know show that viewer the same at Discord,
in what the bot has sent and changed, and in which order.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import msgspec
import pytest

from bot.discord.show import Show
from tests.pairs import discord, games

NIGHT = 12


@pytest.mark.parametrize("game", ["ambush"])
def test_at_discord_houses_that_differ_in_secrets_look_the_same(game: str, tmp_path: Path) -> None:
    assert discord.play(games.CASES[game], 1, tmp_path) == ""


@pytest.mark.nightly
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("game", sorted(games.CASES))
def test_at_discord_many_houses_look_the_same(game: str, tmp_path: Path) -> None:
    found = [discord.play(games.CASES[game], n, tmp_path / f"{n}") for n in range(2, 2 + NIGHT)]
    assert [where for where in found if where] == []


@contextmanager
def by_edit() -> Iterator[None]:
    """The board is edited once more after an odd number of entries, with the same content."""
    real = Show.now

    async def now(self: Show, game: str) -> None:
        await real(self, game)
        opened = await self.memory.writer.run(lambda batch: batch.game(game))
        if opened is not None and opened.n % 2:
            place = self.memory.places[game]
            self.memory.places[game] = msgspec.structs.replace(place, status_shows="")
            await real(self, game)

    with patch.object(Show, "now", now):
        yield


def test_at_discord_a_planted_edit_is_found(tmp_path: Path) -> None:
    with by_edit():
        found = [discord.play(games.CASES["ambush"], n, tmp_path / f"{n}") for n in range(1, 3)]
    assert any(found)
