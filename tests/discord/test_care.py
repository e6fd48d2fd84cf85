"""What goes wrong at Discord has a sentence of its own, and leaves nothing behind."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.discord import new_games
from tests.discord.server.world import MANAGE_THREADS
from tests.discord.stage import Stage, staged, until


def left(stage: Stage) -> tuple[int, int, int]:
    """How many posts, active threads and games there are."""
    threads = [thread for thread in stage.threads() if not thread.archived]
    return len(stage.in_channel(stage.lobby)), len(threads), len(stage.door.memory.places)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"code": 160006}, "as many active threads as Discord allows"),
        ({"code": 30033}, "lets nobody else into threads"),
        ({"status": 429, "headers": {"Retry-After": "600"}}, "no new threads from me"),
        ({"code": 50013}, "create public threads"),
        ({"code": 50035}, "code 50035"),
    ],
)
@pytest.mark.parametrize("where", [r"/messages/\d+/threads$", r"/messages$"])
def test_a_game_that_cannot_be_made_says_why_and_leaves_nothing(
    tmp_path: Path, fault: dict[str, Any], said: str, where: str
) -> None:
    if fault.get("code") == 50013 and where.endswith("messages$"):
        said = "see channel"

    async def play() -> None:
        async with staged(tmp_path) as stage:
            stage.limited = True
            stage.discord.fail("POST", r"^/channels/\d+" + where, **fault)
            ann = stage.user("ann")
            made = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
            assert said in made.text
            assert left(stage) == (0, 0, 0)
            assert not stage.door.servers.making
            again = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
            assert "is here" in again.text
            assert left(stage) == (1, 1, 1)

    asyncio.run(play())


@pytest.mark.parametrize("rights", [0, MANAGE_THREADS])
def test_a_process_that_dies_while_it_makes_a_game_leaves_nothing_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rights: int
) -> None:
    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    async def play() -> None:
        async with staged(tmp_path) as stage:
            if not rights:
                stage.world.bot.rights &= ~MANAGE_THREADS
            ann = stage.user("ann")
            with monkeypatch.context() as patched:
                patched.setattr(new_games, "stored", dies)
                await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess", wait=1)
            assert left(stage) == (1, 1, 0)
            await stage.stop()
            await stage.start()
            await until(lambda: left(stage) == (0, 0, 0))
            await until(lambda: not stage.door.servers.making)
            said = [m.text for thread in stage.threads() for m in stage.in_channel(thread)]
            assert ["was not made" in text for text in said] == ([] if rights else [True])

    asyncio.run(play())
