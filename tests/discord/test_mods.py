"""Moderators: Discord shows the commands to few, and the game's own list is asked again."""

import asyncio
from pathlib import Path

import pytest

from tests.discord.stage import staged


def test_only_the_games_own_moderators_may(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            ann, bob = stage.user("ann"), stage.user("bob")
            game = await stage.game(ann, [bob])
            thread = stage.thread(game)
            # Bob manages the server, but this game is Ann's.
            tried = (
                await stage.people.slash(bob, thread, "mod announce", words="hi"),
                await stage.people.slash(bob, thread, "mod audit"),
                await stage.people.slash(bob, thread, "mod close"),
            )
            for said in tried:
                assert "Only the moderators" in said.text
                assert said.shown.only == bob.id
            with pytest.raises(PermissionError):
                await stage.people.slash(stage.user("eve", rights=0), thread, "mod audit")
            with pytest.raises(LookupError):
                await stage.people.slash(ann, stage.world.direct(ann), "mod audit")
            await stage.quiet()
            assert not any("hi" in message.text for message in stage.in_channel(thread))

    asyncio.run(play())


def test_an_announcement_is_made_once_and_noted(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            ann = stage.user("ann")
            game = await stage.game(ann, [stage.user("bob")])
            thread = stage.thread(game)
            assert "No acts" in (await stage.people.slash(ann, thread, "mod audit")).text
            said = await stage.people.slash(ann, thread, "mod announce", words="Dinner at 8, @everyone")
            await stage.people.deliver(said)
            await stage.quiet()
            told = [message for message in stage.in_channel(thread) if "Dinner" in message.text]
            assert len(told) == 1
            assert told[0].text.startswith("**From the moderators:** ")
            assert told[0].json["mentions"] == []
            listed = (await stage.people.slash(ann, thread, "mod audit")).text
            assert f"<@{ann.id}> announce" in listed

    asyncio.run(play())


def test_a_closed_thread_is_locked(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            ann = stage.user("ann")
            game = await stage.game(ann, [stage.user("bob")])
            thread = stage.thread(game)
            assert "closed" in (await stage.people.slash(ann, thread, "mod close")).text
            assert thread.json["thread_metadata"]["locked"]
            stage.discord.fail("PATCH", f"/channels/{thread.id}$", code=50013)
            assert "manage threads" in (await stage.people.slash(ann, thread, "mod close")).text

    asyncio.run(play())
