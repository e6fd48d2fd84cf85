"""Two houses that differ only in what a viewer may not know show that viewer the same at Discord,
in what the bot has sent and changed, and in which order.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.discord import channels, show
from tests.pairs import discord, games

NIGHT = 12


@pytest.mark.parametrize("game", ["battleboard"])
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
    real = show.Cards.tell

    async def tell(self: show.Cards, place: channels.GameChannel, *more: Any, **how: Any) -> None:
        await real(self, place, *more, **how)
        opened = await self.memory.writer.run(lambda batch: batch.game(place.game))
        card = self.memory.places[place.game].card
        if opened is not None and opened.n % 2 and card is not None:
            await self.connection.message(place.thread, card.message).edit(content=card.news)

    with patch.object(show.Cards, "tell", tell):
        yield


def test_at_discord_a_planted_edit_is_found(tmp_path: Path) -> None:
    with by_edit():
        found = [discord.play(games.CASES["ambush"], n, tmp_path / f"{n}") for n in range(1, 3)]
    assert any(found)
