"""What is changed of a game's messages as it goes on: the lobby post, and cards that are not the
newest any more; now, or later if it cannot be done now.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial
from hashlib import blake2b
from typing import Literal

import aiohttp
import discord
from msgspec.structs import replace

import renderers
from bot import queries
from bot.discord import preview, words
from bot.discord.channels import GameChannel, Memory
from bot.discord.connection import DiscordConnection
from bot.discord.ids import ButtonNames
from bot.discord.limits import THREAD_NAME, clipped
from bot.discord.lobby import lobby_post
from bot.discord.post import Post, card_of, encode, files_of, view_of
from engine.errors import NotStored
from engine.referee.doors import Seen

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED = 10008, 10003, 50083
EDITED_TOO_OFTEN = 30046
"""Discord's word for: this message is old, and was edited too often lately."""
LOOK = 6 * 3600.0
"""Seconds between two looks at what is to be put away."""
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
        self.changed: Callable[[int], None] = lambda _: None
        self.refused: Callable[[str, Exception], Awaitable[int | None]] = _nothing
        self.works: Callable[[str], Awaitable[None]] = _nothing
        self.to_end: Callable[[GameChannel], Awaitable[None]]
        self.wanted: dict[str, asyncio.Task[None]] = {}
        self.again: set[str] = set()
        self.failures: dict[str, int] = {}
        self.later: dict[str, asyncio.TimerHandle] = {}
        self.looking: asyncio.TimerHandle | None = None
        self.looks: asyncio.Future[None] | None = None
        self.tidying: set[str] = set()
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
                    await self.works(game)
                except Exception as error:
                    self.failed(game, error)
                    with contextlib.suppress(NotStored):
                        await self.refused(game, error)
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

    async def stop(self) -> None:
        """Show nothing more; what is true then is shown after the next start."""
        tasks = list(self.wanted.values())
        if self.looking is not None:
            self.looking.cancel()
        for game in list(self.later):
            self.done(game)
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def now(self, game: str) -> None:
        """Tidy up older cards, put the newest one at the end again, and show in the lobby post what
        everybody may know now. Raises what Discord says.
        """
        if self.memory.places[game].lost in ("channel", "server"):
            bare = await self.memory.writer.run(queries.bare, game)
            if bare is not None and bare.result is not None:
                # Its end is shown nowhere any more, and nobody has to look after that.
                await self.memory.change(game, over=True)
                return
        await self.tidy(game)
        if self.memory.places[game].below:
            await self.to_end(self.memory.places[game])
        place = self.memory.places[game]
        seen = await self.memory.writer.run(queries.bare, game)
        if seen is None:
            return
        setup = await self.memory.writer.run(queries.setup_of, game)
        said = words.words(place.language)
        await self.lobby(game, lobby_post(said, self.names, seen, setup, place))
        if self.memory.places[game].lost != "closed":
            # In a closed place the last card is still to come.
            await self.memory.change(game, over=seen.result is not None)
        self.changed(place.guild)

    async def tidy(self, game: str) -> None:
        """Have the older cards of a game keep their news alone; those that are gone are deleted.
        Raises what Discord says. Whoever comes while that is being done leaves it to them.
        """
        if game in self.tidying:
            return
        self.tidying.add(game)
        try:
            while self.memory.places[game].old:
                await self.retire(self.memory.places[game])
        finally:
            self.tidying.discard(game)

    async def retire(self, place: GameChannel) -> None:
        """Do so with the first of them."""
        first = place.old[0]
        try:
            if first.gone:
                old = self.connection.message(place.thread, first.message)
                await self.opening(place.thread, old.delete)
            else:
                post = Post(first.news)
                await self.edit(place.thread, first.message, post, keeps=True, bare=True)
        except discord.NotFound:
            log.info("an older card of game %s is not there any more", place.game)
        left = tuple(one for one in self.memory.places[place.game].old if one != first)
        await self.memory.change(place.game, old=left)

    def look(self) -> None:
        """Put away what is to be put away, now and from time to time."""
        if self.looking is not None:
            self.looking.cancel()
        self.looks = asyncio.ensure_future(self.put_away())
        self.looking = asyncio.get_running_loop().call_later(LOOK, self.look)

    async def put_away(self) -> None:
        """Hide the threads of games that have been over for a week; they stay readable, and
        whoever writes there opens them again.
        """
        now = self.memory.writer.clock.now()
        for place in list(self.memory.places.values()):
            if place.ended and not place.away and place.ended + words.AWAY <= now:
                try:
                    await self.archive(place.thread)
                    await self.memory.change(place.game, away=True)
                except (discord.DiscordException, aiohttp.ClientError, OSError, NotStored) as error:
                    log.info("the thread of game %s stays open: %s", place.game, error)

    async def archive(self, thread: int, *, hidden: bool = True) -> None:
        """Hide a thread, or open one that was hidden."""
        channel = await self.connection.now.fetch_channel(thread)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=hidden)

    async def drawn(
        self, seen: Seen, language: str, order: str = "", *, mode: str = ""
    ) -> tuple[bytes, str]:
        """Return the board as its reader may see it, in one of its modes, and the same in words,
        with what would become of an ``order`` where the game can show that; drawn beside the event
        loop, a few at a time.
        """

        def draw() -> tuple[bytes, str]:
            name = seen.kind.name
            if order and (found := preview.drawn(seen, language, order)) is not None:
                return found
            return renderers.picture(name, seen.view, language, mode), renderers.alt_text(
                name, seen.view, language, mode
            )

        async with self.drawing:
            return await asyncio.to_thread(draw)

    async def lobby(self, game: str, post: Post) -> None:
        """Edit the lobby post; if it is gone, it stays away."""
        place, digest = self.memory.places[game], digest_of(post)
        if not place.lobby or place.lobby_shows == digest:
            return
        seen = await self.memory.writer.run(queries.seen, game, None)
        if seen is None:
            return
        picture, alt = await self.drawn(seen, place.language)
        post = replace(post, picture=picture, alt=alt)
        try:
            await self.edit(place.channel, place.lobby, post)
        except discord.NotFound:
            await self.memory.change(game, lobby=0)
        else:
            await self.memory.change(game, lobby_shows=digest)

    async def edit(
        self, channel: int, message: int, post: Post, *, keeps: bool = False, bare: bool = False
    ) -> None:
        """Edit a message; a thread that was hidden is opened again for it. With ``keeps`` its
        buttons stay, unless it is to be ``bare``, and its files if there is no other.
        """
        target = self.connection.message(channel, message)
        missing = discord.utils.MISSING
        view = missing if keeps and not bare else view_of(post)
        text = post.text or None
        if post.parts:
            text, view = missing, card_of(post)

        async def change() -> None:
            files = files_of(post) or (missing if keeps else [])
            await target.edit(content=text, view=view, attachments=files)

        await self.opening(channel, change)

    async def opening(self, thread: int, act: Callable[[], Awaitable[None]]) -> None:
        """Do something in a thread, which is opened for it if Discord has archived it. Raises what
        Discord says.
        """
        try:
            await act()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self.archive(thread, hidden=False)
            await act()

    async def add_member(self, thread: int, user: int) -> None:
        """Show a thread among those of somebody. Raises what Discord says."""
        await self.opening(thread, partial(self.connection.add_member, thread, user))

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
                name=thread_name(place.language, place.kind, place.game),
                type=discord.ChannelType.public_thread,
                auto_archive_duration=DAYS,
            )
            return await self.memory.change(
                place.game, thread=thread.id, card=None, old=(), lost="", lost_at=0
            )


async def _nothing(*_: object) -> None:
    """Do nothing."""


def thread_name(language: str, kind: str, game: str) -> str:
    """Return how a game's thread is called."""
    return clipped(
        words.words(language).say("discord-thread-name", kind=kind, game=game), THREAD_NAME
    )


def digest_of(post: Post) -> str:
    """Return what a message shows, as a hash."""
    return blake2b(encode(post), digest_size=12).hexdigest()
