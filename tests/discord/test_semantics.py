"""The same bot in SimCord, somebody else's idea of Discord: permissions, who
sees what, restart, virtual time.
"""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord

from bot.discord.answer import RightsLacking
from bot.discord.app import DiscordClient
from bot.discord.door import DiscordDoor
from bot.service.app import open_writer
from engine.referee.clock import HandClock
from engine.store import counts
from tests.discord.server.limits import walk
from tests.discord.stage import until

SEATS = ("ann", "bob", "eve")


class Hall:
    """A simulated Discord with a server, three players and a passer-by,
    and a bot that may be restarted.
    """

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path / "games.db", HandClock(1_800_000_000)
        self.house = contextlib.AsyncExitStack()
        self.door = DiscordDoor("token")
        self.env: Any = None

    async def bot(self) -> DiscordClient:
        self.door = DiscordDoor("token")
        self.door.show.quiet = 0.0
        doors = {self.door.name: self.door}
        await self.house.enter_async_context(
            open_writer(self.path, doors, self.clock, self.door.on_open)
        )
        return DiscordClient(self.door, shard_count=1)

    async def end(self) -> None:
        await self.door.close()
        await self.house.aclose()

    async def restart(self) -> None:
        await self.end()
        await self.env.restart_bot(await self.bot())

    async def people(self) -> None:
        self.guild = self.env.create_guild("Wargamers")
        self.lobby = self.guild.create_text_channel("lobby")
        names = (*SEATS, "zoe")
        self.user: dict[str, Any] = {
            name: self.guild.add_member(self.env.create_user(name)) for name in names
        }

    @property
    def idle(self) -> bool:
        return not self.door.show.wanted and self.door.writer.dispatcher.idle

    async def quiet(self) -> None:
        store = self.door.writer.referee.store
        for _ in range(2):
            await until(lambda: self.idle and not counts.waiting(store))
            await asyncio.sleep(0.03)
            await self.env.settle()

    async def begin(self, options: str = "") -> str:
        said = await self.user["ann"].slash(
            self.lobby, "game new", kind="battleboard", options=f"players=3 {options}".strip()
        )
        assert said.response.ephemeral
        await self.quiet()
        for name in ("bob", "eve"):
            await self.user[name].click(self.lobby.history()[0], label="Join")
            await self.quiet()
        (game,) = self.door.memory.places
        return game

    async def table(self, game: str) -> Any:
        opened = await self.door.writer.run(lambda batch: batch.game(game))
        assert opened is not None
        return opened.table

    def sees(self, name: str) -> str:
        """Everything that somebody can read: every channel and thread, his own direct
        messages, names and alt texts.
        """
        user = self.user[name]
        channels = [self.lobby, *self.lobby.threads, user.user.dm_channel]
        parts = []
        for channel in channels:
            for message in channel.history(
                viewer=user if channel.is_thread or channel is self.lobby else user.user
            ):
                cards = str([row.to_dict() for row in message.components])
                # Line by line: what somebody ordered may name the square that they cannot know of.
                parts += [message.content, cards.replace("\\n", "\n")]
                parts += [f"{file.filename} {file.description}" for file in message.attachments]
                parts += [f"{embed.title}\n{embed.description}" for embed in message.embeds]
        return "\n".join(parts)


def text_of(response: Any) -> str:
    shown = [one["content"] for one in walk(response.components) if one["type"] == 10]
    return "\n".join([response.content, *shown])


@contextlib.asynccontextmanager
async def hall(path: Path) -> AsyncIterator[Hall]:
    made = Hall(path)
    try:
        async with simcord.run(await made.bot()) as env:
            made.env = env
            await made.people()
            yield made
            await made.door.close()
    finally:
        await made.end()


def dealt(table: Any, seat: str) -> set[str]:
    board = table.world.board(seat)
    return {f"{x} {y}" for x, y in (*board.living, *board.wrecks)}


def squares(table: Any, seat: str) -> set[str]:
    """How the squares of a seat's cities that nobody has bombed or bombed
    beside are written in sentences.
    """
    board = table.world.board(seat)
    public = {(mark.x, mark.y) for mark in table.view("*").board(seat).marks}
    return {f"{x} {y}" for x, y in board.living if (x, y) not in public}


async def test_a_game_with_a_restart_in_which_nobody_reads_anothers_secrets(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        game = await room.begin("size=6x6 cities=2")
        rng, played = random.Random(5), 0
        thread = room.lobby.threads[0]
        while (ask := (await room.table(game)).ask()) and played < 60:
            (seat,) = ask.seats
            table = await room.table(game)
            order = table.menu(seat).write(
                table.game.robot(table.view(seat), table.menu(seat), rng)
            )
            said = await room.user[seat].slash(thread, "order", text=order)
            assert said.response.ephemeral
            assert f"Accepted: `{order}`" in text_of(said.response)
            played += 1
            if played == 4:
                await room.quiet()
                await room.restart()
            if played % 5 == 0:
                await room.user[seat].slash(thread, "game board")
                await room.user[seat].slash(thread, "game history")
                for name in ("standing list", "game mine", "game talk", "time cancel"):
                    said = await room.user[seat].slash(thread, name)
                    assert said.response.ephemeral
                await room.quiet()
                await sweep(room, game)
        await room.quiet()
        assert "has won" in room.sees("zoe")


async def sweep(room: Hall, game: str) -> None:
    table = await room.table(game)
    for owner in SEATS:
        for square in squares(table, owner):
            own = f"is at {square}", f"are at {square}", square
            assert any(text in room.sees(owner) for text in own)
        for name in (*SEATS, "zoe"):
            if name != owner:
                # A square may be named in public because another board was bombed
                # there: so private sentences count.
                private = [
                    line for line in room.sees(name).splitlines() if "Nobody else is told" in line
                ]
                mine = dealt(table, name) if name in SEATS else set()
                for square in squares(table, owner) - mine:
                    assert not [line for line in private if square in line], (
                        name,
                        owner,
                        square,
                        mine,
                    )


def test_a_planted_answer_to_everybody_is_found_by_the_sweep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.discord import answer

    async def acknowledge(interaction: Any, *, update: bool = False) -> bool:
        await interaction.response.defer(ephemeral=False, thinking=True)
        return True

    async def play() -> None:
        async with hall(tmp_path) as room:
            game = await room.begin("size=6x6 cities=2")
            await sweep(room, game)
            monkeypatch.setattr(answer, "acknowledge", acknowledge)
            await room.user["bob"].slash(room.lobby.threads[0], "game history")
            with pytest.raises(AssertionError):
                await sweep(room, game)

    asyncio.run(play())


async def test_commands_of_moderators_are_for_those_who_manage_the_server(tmp_path: Path) -> None:
    """Others are not offered them; the answer is for the asker alone, and a player
    sees nothing behind the screen.
    """
    async with hall(tmp_path) as room:
        game = await room.begin("size=6x6 cities=2")
        thread = room.lobby.threads[0]
        with pytest.raises(Exception, match=r"could not|cannot|permission"):
            await room.user["zoe"].slash(thread, "mod look")
        role = room.guild.create_role(
            "moderators", permissions=discord.Permissions(manage_guild=True)
        )
        gm = room.guild.add_member(room.env.create_user("gm"), roles=[role])
        said = await gm.slash(thread, "mod pause")
        assert "is paused" in text_of(said.response)
        said = await gm.slash(thread, "mod look", seat="bob")
        assert said.response.ephemeral
        await room.quiet()
        await sweep(room, game)


async def test_a_form_and_a_panel_are_the_same_orders(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        game = await room.begin()
        (seat,) = (await room.table(game)).ask().seats
        user, thread = room.user[seat], room.lobby.threads[0]
        status = next(m for m in thread.history() if any(m.components))
        panel = await user.click(status, label="Orders")
        assert panel.response.ephemeral
        form = await user.click(panel.response, label="Type…")
        assert form.modal is not None
        said = await user.submit_modal(form, {"text": "pass"})
        assert "Accepted: `pass`" in text_of(said.response or panel.response)


async def test_who_cannot_see_the_channel_sees_nothing_of_the_game(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        role = room.guild.create_role("players", permissions=discord.Permissions(view_channel=True))
        hidden = room.guild.create_text_channel(
            "hidden",
            overwrites={
                room.guild.default_role: discord.PermissionOverwrite(view_channel=False),
                role: discord.PermissionOverwrite(view_channel=True),
                room.env.bot.user: discord.PermissionOverwrite(view_channel=True),
            },
        )
        dan = room.guild.add_member(room.env.create_user("dan"), roles=[role])
        said = await dan.slash(hidden, "game new", kind="battleboard")
        assert "is here" in text_of(said.response)
        await room.quiet()
        assert hidden.threads[0].history(viewer=dan) == []
        with pytest.raises(Exception, match="cannot read"):
            hidden.threads[0].history(viewer=room.user["zoe"])


async def test_a_right_that_the_bot_lacks_is_named(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        strict = room.guild.create_text_channel(
            "strict",
            overwrites={
                room.env.bot.user: discord.PermissionOverwrite(create_public_threads=False)
            },
        )
        said = await room.user["ann"].slash(strict, "game new", kind="battleboard")
        assert "I lack **Create Public Threads**" in text_of(said.response)
        assert "Nothing was made" in text_of(said.response)
        assert strict.history() == []
        (error,) = room.env.errors
        assert isinstance(error, RightsLacking)


async def test_a_deadline_passes(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        game = await room.begin("timeout=2h")
        (seat,) = (await room.table(game)).ask().seats
        room.clock.advance(7200)
        await until(lambda: "ran out of time" in room.sees("zoe"))
        assert (await room.table(game)).ask().seats != (seat,)


async def test_closed_direct_messages_are_told_to_their_owner_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as room:
        bob = room.user["bob"]
        closed = f"/channels/{bob.user.dm_channel.id}/messages"
        room.env.inject_error("POST", closed, status=403, code=50007, times=None)
        await room.user["ann"].slash(room.lobby, "game new", kind="battleboard")
        await room.quiet()
        said = await bob.click(room.lobby.history()[0], label="Join")
        await room.quiet()
        assert "Privacy Settings" in text_of(said.response)
        assert bob.user.dm_channel.history() == []
        assert "Privacy Settings" not in room.sees("ann") + room.sees("zoe")
        thread = room.lobby.threads[0]
        status = next(message for message in thread.history() if any(message.components))
        panel = await bob.click(status, label="Orders")
        assert "Nobody else is told" in text_of(panel.response)
        assert panel.response.ephemeral
