"""What a person sees of an answer of theirs to a sealed question, and what the buttons of an
older message do while that question is open.
"""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import queries
from bot.discord import ids, panel, words
from bot.discord.ids import ButtonNames
from bot.discord.ways import hints
from engine.referee.doors import Seen
from engine.state import Line
from engine.table import GameTable
from tests.ambush.kit import light
from tests.discord.opportunities import AMBUSH, begun

NAMES = ButtonNames("secret")


def test_who_has_answered_a_sealed_step_is_told_so_and_may_take_it_back(tmp_path: Path) -> None:
    """Hiding in Ambush is sealed and no opportunity: two are asked at once."""

    async def play() -> None:
        async with begun(tmp_path, AMBUSH, "near", "open") as game:
            await game.go(2)
            ann, people = game.users["A"], game.stage.people
            said = await people.slash(ann, game.thread, "order", text="ok")
            assert "You have answered. You may change it." in said.text
            assert "`ok`" in said.text
            back = await people.click(ann, said.shown, "Take my answer back")
            assert "You have not answered yet." in back.text
            table = (await game.stage.opened(game.game)).table
            assert not table.state.answers

    asyncio.run(play())


def test_the_receipt_of_a_window_says_once_when_it_closes(tmp_path: Path) -> None:
    async def play() -> None:
        async with begun(tmp_path, AMBUSH, "near", "open") as game:
            await game.go()
            bob = game.users["bob"]
            letter = game.stage.direct(bob)[-1]
            said = await game.stage.people.click(bob, letter, "hold")
            assert "whoever answers" in said.text
            assert "until all who are asked have answered" not in said.text

    asyncio.run(play())


def test_a_private_message_is_good_until_its_question_closes(tmp_path: Path) -> None:
    """A line was written since: *ok* is still what it says; what may not be written any more is
    refused with the reason.
    """

    async def play() -> None:
        async with begun(tmp_path, AMBUSH, "near", "open") as game:
            await game.go(2)
            bob, people = game.users["bob"], game.stage.people
            letter = game.stage.direct(bob)[-1]
            offered = next(label for label in letter.buttons if label.startswith("hide BY"))
            await game.order("B", "hide BX 0502/0")
            for label in (offered, "ok"):
                said = await people.click(bob, letter, label)
                assert "earlier moment" not in said.text, label
            assert "Accepted: `ok`" in said.text

    asyncio.run(play())
