"""What is shown of a game and edited as it goes on: the status message in the
thread, the lobby post beside it.
"""

import asyncio
import logging
import random
from hashlib import blake2b
from typing import Literal

import aiohttp
import discord
import msgspec

import renderers
from bot import queries
from bot.discord import panel, words
from bot.discord.channels import GameChannel, Memory
from bot.discord.connection import DiscordConnection
from bot.discord.ids import ButtonNames
from bot.discord.limits import THREAD_NAME, clipped
from bot.discord.post import Post, encode, files_of, view_of
from engine.errors import NotStored
from engine.referee.doors import Seen

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED = 10008, 10003, 50083
EDITED_TOO_OFTEN = 30046
"""Discord's word for: this message is old, and was edited too often lately."""
LONGEST_WAIT = 3600.0
"""Seconds at the most before something that could not be shown is shown
again; the wait doubles until then.
"""
DRAWN_AT_ONCE = 2
"""Boards; more would only wait for each other."""
DAYS: Literal[10080] = 10080
"""Minutes of silence after which Discord hides a thread: the longest it knows."""


class Show:
    """Edits come after a moment of quiet, so that a burst of orders makes one edit. What
    they show is what is true then.
    """

    quiet = 1.0
    """Seconds."""
    first_wait = 5.0
    """Seconds before something that could not be shown is tried again for the first time."""

    def __init__(self, connection: DiscordConnection, memory: Memory, names: ButtonNames):
        self.connection, self.memory, self.names = connection, memory, names
        self.wanted: dict[str, asyncio.Task[None]] = {}
        self.again: set[str] = set()
        self.failures: dict[str, int] = {}
        self.later: dict[str, asyncio.TimerHandle] = {}
        self.remaking = asyncio.Lock()
        self.drawing = asyncio.Semaphore(DRAWN_AT_ONCE)

    def soon(self, game: str) -> None:
        """Show the game anew in a moment."""
        if game not in self.memory.places:
            return
        if game in self.wanted:
            self.again.add(game)
        else:
            self.wanted[game] = asyncio.ensure_future(self.work(game))

    async def work(self, game: str) -> None:
        """Wait for a moment, show, and once more if something has come in between."""
        try:
            while True:
                await asyncio.sleep(self.quiet)
                self.again.discard(game)
                await self.connection.online.wait()
                try:
                    await self.now(game)
                except Exception as error:
                    self.failed(game, error)
                else:
                    self.done(game)
                if game not in self.again:
                    break
        finally:
            del self.wanted[game]

    def failed(self, game: str, error: Exception) -> None:
        """Show the game later, whether there are news or not: the longer, the more often it has
        failed, and not all games at once.
        """
        told = isinstance(
            error, discord.DiscordException | aiohttp.ClientError | OSError | NotStored
        )
        log.warning("game %s cannot be shown: %s", game, error if told else type(error).__name__)
        failures = self.failures.get(game, 0)
        wait = min(LONGEST_WAIT, self.first_wait * 2 ** min(failures, 20)) * random.uniform(1, 1.25)
        if isinstance(error, discord.RateLimited):
            wait = max(wait, error.retry_after)
        self.done(game)
        self.failures[game] = failures + 1
        self.later[game] = asyncio.get_running_loop().call_later(wait, self.soon, game)

    def done(self, game: str) -> None:
        """Note that the game is shown, or that something else is done about it."""
        self.failures.pop(game, None)
        if (later := self.later.pop(game, None)) is not None:
            later.cancel()

    async def settle(self) -> None:
        """Wait until nothing is to be shown any more."""
        while self.wanted:
            await asyncio.wait(list(self.wanted.values()))

    async def stop(self) -> None:
        """Show nothing more; what is true then is shown after the next start."""
        tasks = list(self.wanted.values())
        for game in list(self.later):
            self.done(game)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def now(self, game: str) -> None:
        """Show the game as everybody may know it now. Raises what Discord says."""
        place = self.memory.places[game]
        seen = await self.memory.writer.run(queries.seen, game, None)
        if seen is None:
            return
        said = words.words(place.language)
        buttons = [panel.orders_button(said, self.names, game)]
        if seen.open:
            buttons.append(panel.join_button(said, self.names, game))
        await self.status(game, Post(words.status(said, seen), buttons=tuple(buttons)), seen)
        await self.lobby(game, Post(words.lobby(said, seen), buttons=tuple(buttons[1:])))
        await self.memory.change(game, over=seen.result is not None)

    async def drawn(self, seen: Seen, language: str) -> tuple[bytes, str]:
        """Return the board as its reader may see it, and the same in words; drawn beside the event
        loop, a few at a time.
        """

        def draw() -> tuple[bytes, str]:
            name = seen.kind.name
            return renderers.picture(name, seen.view, language), renderers.alt_text(
                name, seen.view, language
            )

        async with self.drawing:
            return await asyncio.to_thread(draw)

    async def status(self, game: str, post: Post, seen: Seen) -> None:
        """Edit the status message, or post it if there is none (any more), in a
        new thread if that is gone too. One that takes no edits for long is posted
        anew, and the old one is dropped.
        """
        place, digest = self.memory.places[game], digest_of(post, seen.view)
        if place.status and place.status_shows == digest:
            return
        old, (picture, alt) = 0, await self.drawn(seen, place.language)
        post = msgspec.structs.replace(post, picture=picture, alt=alt)
        try:
            if place.status:
                await self.edit(place.thread, place.status, post)
                await self.memory.change(game, status_shows=digest)
                return
        except discord.RateLimited as error:
            log.info(
                "game %s: the status message takes no edit for %.0f seconds",
                game,
                error.retry_after,
            )
            old = place.status
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL:
                place = await self.new_thread(place)
            elif error.code == EDITED_TOO_OFTEN:
                old = place.status
            elif error.code != UNKNOWN_MESSAGE:
                raise
        mark = self.names.seal("status", game, place.thread, place.status)
        message = await self.connection.post(place.thread, post, mark)
        await self.memory.change(game, status=message.id, status_shows=digest)
        if old:
            await self.drop(place.thread, old)

    async def lobby(self, game: str, post: Post) -> None:
        """Edit the lobby post; if it is gone, it stays away."""
        place, digest = self.memory.places[game], digest_of(post)
        if not place.lobby or place.lobby_shows == digest:
            return
        try:
            await self.edit(place.channel, place.lobby, post)
        except discord.NotFound:
            await self.memory.change(game, lobby=0)
        else:
            await self.memory.change(game, lobby_shows=digest)

    async def edit(self, channel: int, message: int, post: Post) -> None:
        """Edit a message; a thread that was hidden is opened again for it."""
        target = self.connection.message(channel, message)
        try:
            await target.edit(content=post.text, view=view_of(post), attachments=files_of(post))
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self.reopen(channel)
            await target.edit(content=post.text, view=view_of(post), attachments=files_of(post))

    async def drop(self, channel: int, message: int) -> None:
        """Delete a message of ours in whose place there is another one."""
        try:
            await self.connection.message(channel, message).delete()
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("an old status message stays: %s", error)

    async def reopen(self, thread: int) -> None:
        """Show a thread again that was hidden."""
        channel = await self.connection.now.fetch_channel(thread)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=False)

    async def new_thread(self, gone: GameChannel) -> GameChannel:
        """Return the thread in place of one that was deleted: whoever notices first makes it.
        Raises what Discord says.
        """
        async with self.remaking:
            place = self.memory.places[gone.game]
            if place.thread != gone.thread:
                return place
            channel = await self.connection.now.fetch_channel(place.channel)
            if not isinstance(channel, discord.TextChannel):
                raise discord.ClientException("the channel of the game takes no threads")
            thread = await channel.create_thread(
                name=thread_name(place.language, "Meanwhile", place.game),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=DAYS,
            )
            return await self.memory.change(place.game, thread=thread.id, status=0, status_shows="")


def thread_name(language: str, kind: str, game: str) -> str:
    """Return how a game's thread is called."""
    return clipped(
        words.words(language).say("discord-thread-name", kind=kind, game=game), THREAD_NAME
    )


def digest_of(post: Post, view: object = None) -> str:
    """Return what a message shows, as a hash; ``view`` is what its picture is drawn from."""
    return blake2b(encode([post, view]), digest_size=12).hexdigest()
