"""Updates a game's older messages: the lobby post, and cards that are no longer the newest.

A failed update is repeated later.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord
from msgspec import Struct
from msgspec.structs import replace

import renderers
from bot import queries
from bot.discord import connection, ids, limits, pictures, threads, words
from bot.discord.channels import DOOR, Card, GameChannel, Memory, OldCard
from bot.discord.connection import (
    ARCHIVED,
    EDITED_TOO_OFTEN,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    UNREACHABLE,
    DiscordConnection,
    LastSent,
    digest_of,
)
from bot.discord.contests import KIND
from bot.discord.ids import ButtonNames
from bot.discord.lobby import lobby_post
from bot.discord.panel import Sketch
from bot.discord.post import CardNews, Post, card_of, files_of, view_of
from engine.errors import NotStored
from engine.referee.doors import GameView
from engine.state import Seat
from renderers import Sentences, reading
from renderers.reading import both, written

log = logging.getLogger(__name__)
KEPT = discord.AllowedMentions(everyone=False, users=True, roles=True, replied_user=False)
"""An edit names the people in its text again; otherwise they lose the entry in their mentions. It
notifies nobody.
"""
LOOK = 6 * 3600.0
"""Seconds between two searches for threads to archive."""
LONGEST_WAIT = 3600.0
"""Longest delay before a failed update is repeated, in seconds. The delay doubles."""
DRAWN_AT_ONCE = 2
"""Number of boards drawn at the same time; more would only slow each other down."""


class Show:
    """Edits messages after a moment of quiet, so that a burst of orders makes one edit."""

    quiet = 1.0
    """Seconds of quiet before an edit."""
    first_wait = 5.0
    """Seconds before a failed edit is repeated for the first time."""

    def __init__(self, connection: DiscordConnection, memory: Memory, names: ButtonNames):
        self.connection, self.memory, self.names = connection, memory, names
        self.changed: Callable[[int, str], None] = lambda *_: None
        self.refused: Callable[[str, Exception], Awaitable[int | None]] = nothing
        self.works: Callable[[str], Awaitable[None]] = nothing
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
        if game not in self.memory.places:
            return
        if game in self.wanted:
            self.again.add(game)
        else:
            self.wanted[game] = asyncio.ensure_future(self.work(game))

    async def work(self, game: str) -> None:
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
        """Update again after a delay, which doubles, and varies between games."""
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
        self.failures.pop(game, None)
        if (later := self.later.pop(game, None)) is not None:
            later.cancel()

    async def stop(self) -> None:
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
        """Tidy up older cards, move the newest to the end, and update the lobby post."""
        if self.memory.places[game].lost in ("channel", "server"):
            bare = await self.memory.writer.run(queries.bare, game)
            if bare is not None and bare.result is not None:
                # Its end can't be shown anywhere now, so no further update is needed.
                now = self.memory.writer.clock.now()
                await self.memory.change(game, over=True, ended=now, away=True)
                self.changed(self.memory.places[game].guild, game)
                return
        await self.tidy(game)
        if self.memory.places[game].below:
            await self.to_end(self.memory.places[game])
        place = self.memory.places[game]
        seen = await self.memory.writer.run(queries.bare, game)
        if seen is None:
            return
        if place.private:
            await self.invite(place)
        if place.lobby:
            await self.lobby(game, await self.lobby_of(place))
        if self.memory.places[game].lost != "closed":
            # In a closed place the last card must still be posted.
            await self.memory.change(game, over=seen.result is not None)
        self.changed(place.guild, game)

    async def tidy(self, game: str) -> None:
        if game in self.tidying:
            return
        self.tidying.add(game)
        try:
            while self.memory.places[game].old:
                await self.retire(self.memory.places[game])
        finally:
            self.tidying.discard(game)

    async def retire(self, place: GameChannel) -> None:
        first = place.old[0]
        try:
            if first.gone:
                old = self.connection.message(place.thread, first.message)
                await self.opening(place.thread, old.delete)
            else:
                said = words.words(place.language)
                post = Post(first.news or said.say("discord-card-past"))
                await self.edit(place.thread, first.message, post, keeps=True, bare=True)
        except discord.NotFound:
            log.info("an older card of game %s is gone", place.game)
        left = tuple(one for one in self.memory.places[place.game].old if one != first)
        await self.memory.change(place.game, old=left)

    def look(self) -> None:
        if self.looking is not None:
            self.looking.cancel()
        self.looks = asyncio.ensure_future(self.put_away())
        self.looking = asyncio.get_running_loop().call_later(LOOK, self.look)

    async def put_away(self) -> None:
        """Archive the threads of games that have been over for a week."""
        now = self.memory.writer.clock.now()
        for place in list(self.memory.places.values()):
            if place.ended and not place.away and place.ended + words.AWAY <= now:
                try:
                    await self.archive(place.thread)
                    await self.memory.change(place.game, away=True)
                except (discord.DiscordException, aiohttp.ClientError, OSError, NotStored) as error:
                    log.info("the thread of game %s stays open: %s", place.game, error)

    async def archive(self, thread: int, *, hidden: bool = True) -> None:
        channel = await self.connection.now.fetch_channel(thread)
        if isinstance(channel, discord.Thread):
            await channel.edit(archived=hidden)

    async def drawn(
        self, seen: GameView, language: str, sketch: Sketch | None = None, *, mode: str = ""
    ) -> tuple[bytes, str]:
        """Return the board as its reader may see it, in one of its modes, with its alt text.

        It shows a sketch if the game can. Boards are drawn outside the event loop, a few at a time.
        """

        def draw() -> tuple[bytes, str]:
            if sketch and (found := pictures.drawn(seen, language, sketch)) is not None:
                return found
            return renderers.drawn(seen.kind.name, seen.view, language, mode)

        async with self.drawing:
            return await asyncio.to_thread(draw)

    async def lobby(self, game: str, post: Post) -> None:
        place, digest = self.memory.places[game], digest_of(post)
        if place.lobby_shows == digest:
            return
        seen = await self.memory.writer.run(queries.seen, game, None)
        if seen is None:
            return
        picture, alt = await self.drawn(seen, place.language)
        post = replace(post, picture=picture, alt=alt)
        try:
            await self.edit(place.lobby_at, place.lobby, post)
        except discord.NotFound:
            await self.memory.change(game, lobby=0)
        else:
            await self.memory.change(game, lobby_shows=digest)

    async def edit(
        self, channel: int, message: int, post: Post, *, keeps: bool = False, bare: bool = False
    ) -> None:
        """Edit a message, and reopen its thread if that was archived. With ``keeps`` the buttons
        stay unless ``bare`` is set, and so do the files if the post has none.
        """
        target = self.connection.message(channel, message)
        missing = discord.utils.MISSING
        view = missing if keeps and not bare else view_of(post)
        text = post.text or None
        if post.parts:
            text, view = missing, card_of(post)

        async def change() -> None:
            files = files_of(post) or (missing if keeps else [])
            await target.edit(content=text, view=view, attachments=files, allowed_mentions=KEPT)

        await self.opening(channel, change)

    async def opening(self, thread: int, act: Callable[[], Awaitable[None]]) -> None:
        """Run an action in a thread, and reopen it if Discord has archived it."""
        try:
            await act()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self.archive(thread, hidden=False)
            await act()

    async def add_member(self, thread: int, user: int) -> None:
        await self.opening(thread, partial(self.connection.add_member, thread, user))

    async def new_thread(self, gone: GameChannel) -> GameChannel:
        """Return a new thread for a deleted one; only the first caller creates it."""
        async with self.remaking:
            place = self.memory.places[gone.game]
            if place.thread != gone.thread:
                return place
            channel = await self.connection.now.fetch_channel(place.channel)
            name = threads.thread_name(place.language, place.kind, place.game)
            more = dict[str, Any](forum=False)
            forum = isinstance(channel, discord.ForumChannel)
            if isinstance(channel, threads.Home) and (forum or opens(place)):
                opening = await self.lobby_of(place)
                mark = self.names.seal("thread", place.game, place.lost_at)
                thread, lobby = await threads.posted(self.connection, channel, name, opening, mark)
                more = {"forum": forum, "lobby": lobby, "lobby_shows": ""}
            elif isinstance(channel, discord.TextChannel):
                thread = 0 if gone.thread else self.begun(channel, name)
                thread = thread or await threads.bare(channel, name, private=place.private)
            else:
                raise discord.ClientException("the channel of the game takes no threads")
            more |= {"thread": thread, "card": None, "old": (), "members": ()}
            place = await self.memory.change(place.game, lost="", lost_at=0, **more)
            if not gone.thread:
                await self.invite(place)
            return place

    def begun(self, channel: discord.TextChannel, name: str) -> int:
        """Return the thread of this name that we made before a crash, or 0."""
        me = channel.guild.me.id
        made = (one.id for one in channel.threads if one.name == name and one.owner_id == me)
        return next(made, 0)

    async def lobby_of(self, place: GameChannel) -> Post:
        look = partial(queries.seen, who=None) if place.kind == KIND else queries.bare
        seen = await self.memory.writer.run(look, game=place.game)
        setup = await self.memory.writer.run(queries.setup_of, place.game)
        assert seen is not None, "it is shown"
        return lobby_post(words.words(place.language), self.names, seen, setup, place)

    async def invite(self, place: GameChannel) -> None:
        wanted = await self.memory.writer.run(queries.insiders, place.game, DOOR)
        users = [int(user) for user in wanted]
        for user in [*users, *place.members]:
            if (user in users) == (user in place.members):
                continue
            act = self.connection.add_member if user in users else self.connection.remove_member
            try:
                await self.opening(place.thread, partial(act, place.thread, user))
            except discord.NotFound:
                log.info("a member of game %s is not on its server", place.game)
        await self.memory.change(place.game, members=tuple(users))


async def nothing(*_: object) -> None:
    """Do nothing. This is the default until there is a connection that can refuse something."""


NEWS = 1100
"""Maximum characters of news on a card; older news makes room."""


def opens(place: GameChannel) -> bool:
    """Return whether a new thread of this game begins with its post in the channel."""
    return place.kind == KIND and not (place.private or place.lobby)


class Telling(Struct, frozen=True, kw_only=True):
    """How a post is shown on a card. ``people`` are the players reached at Discord, by seat."""

    post: Post
    mark: str
    people: dict[Seat, int]
    loud: list[int]  # users that a new card notifies
    again: bool = False  # the post may have arrived before
    quiet: bool = False  # only mention people, and do nothing if the card isn't the newest


class Cards:
    """Posts and edits the cards of all games. Methods raise Discord's errors."""

    def __init__(
        self, connection: DiscordConnection, memory: Memory, names: ButtonNames, show: Show
    ):
        self.connection, self.memory, self.names, self.show = connection, memory, names, show
        self.telling: dict[str, asyncio.Lock] = {}

    async def tell(self, place: GameChannel, told: Telling) -> None:
        """Show a post on the card of a game, one post at a time in each game."""
        async with self.telling.setdefault(place.game, asyncio.Lock()):
            now = self.memory.places[place.game]
            if not told.quiet or now.card == place.card:
                wide = now.wide and told.post.picture and pictures.is_tall(told.post.picture)
                await self.show_news(now, await self.widened(now, told) if wide else told)

    async def widened(self, place: GameChannel, told: Telling) -> Telling:
        """Return a card with its tall board next to the latest public news, for desktops."""
        run, said = self.memory.writer.run, words.words(place.language)
        if (seen := await run(queries.seen, place.game, None)) is None:
            return told
        pages = await run(queries.told, place.game, None, words.LATELY)
        lately = words.latest(said, seen, pages)
        banner = renderers.scene_of(seen.kind.name, seen.view, said.language).banner
        if seen.result is not None:
            banner = reading.banner(said, seen, [event for page in pages for event in page.events])
        beside = partial(pictures.with_news, told.post.picture, banner, lately)
        return replace(told, post=replace(told.post, picture=await asyncio.to_thread(beside)))

    async def show_news(self, place: GameChannel, told: Telling) -> None:
        new, card = told.post.card, place.card
        assert new is not None
        if card is not None and card.mark == told.mark:
            await self.tidy(place.game)
            return
        stays = card is not None and not (new.fresh or new.over or (card.window and not new.window))
        kept = card is not None and (stays or card.window or new.reminder)
        news = joined(card.news if card is not None and kept else "", new.news)
        number = (card.number if card else 0) + (not stays)
        said = words.words(place.language)
        post = replace(
            told.post,
            text=text_of(said, new, told.people, news),
            buttons=new.buttons
            or ids.card_buttons(said, self.names, place.game, number, over=new.over),
        )
        shown = Card(
            message=card.message if card else 0,
            number=number,
            news=news,
            question=new.number,
            window=new.window,
            mark=told.mark,
        )
        told = replace(told, post=post)
        if card is not None and stays:
            try:
                await self.show.edit(place.thread, card.message, post, keeps=True)
                await self.memory.change(place.game, card=shown)
                return
            except discord.HTTPException as error:
                if error.code == UNKNOWN_CHANNEL:
                    place = await self.show.new_thread(place)
                elif error.code not in (EDITED_TOO_OFTEN, UNKNOWN_MESSAGE):
                    raise
            except discord.RateLimited:
                pass  # post it again instead
            told = replace(told, loud=[])
        await self.anew(place, told, shown, gone=stays or new.reminder)

    async def anew(self, place: GameChannel, told: Telling, shown: Card, *, gone: bool) -> None:
        """Post a new card and retire the previous one. With ``gone``, the previous card only
        repeats the new one, so delete it.
        """
        card = place.card
        found = await self.arrived(place, told.post) if told.again else None
        if found is None:
            try:
                found = await self.posted(place, told)
            except discord.NotFound as error:
                if error.code != UNKNOWN_CHANNEL:
                    raise
                place, card = await self.show.new_thread(place), None
                found = await self.posted(place, told)
        old = self.memory.places[place.game].old
        if card is not None:
            left = OldCard(card.message, card.news, gone=gone or card.window)
            old = (*old, left)
        over: dict[str, Any] = {"below": False}
        if told.post.card is not None and told.post.card.over:
            over |= {"over": True, "ended": self.memory.writer.clock.now()}
        await self.memory.change(place.game, card=replace(shown, message=found), old=old, **over)
        await self.tidy(place.game)

    async def posted(self, place: GameChannel, told: Telling) -> int:
        sent = await self.connection.post(
            place.thread, told.post, told.mark, loud=told.loud, quiet=told.quiet
        )
        return sent.id

    async def arrived(self, place: GameChannel, post: Post) -> int | None:
        user = self.connection.now.user
        assert user is not None
        last = LastSent("", place.card.message if place.card else 0)
        channel = self.connection.channel(place.thread)
        return await connection.arrived(channel, user.id, post.text, last)

    async def tidy(self, game: str) -> None:
        try:
            await self.show.tidy(game)
        except UNREACHABLE as error:
            self.show.failed(game, error)


def joined(before: str, news: str) -> str:
    lines = [line for line in (*before.splitlines(), *news.splitlines()) if line]
    text, more = limits.lines_within(lines, NEWS)
    return f"{limits.ELLIPSIS}\n{text}" if more and not text.startswith(limits.ELLIPSIS) else text


def text_of(said: Sentences, card: CardNews, people: dict[Seat, int], news: str) -> str:
    called = {
        seat: f"<@{people[seat]}>" if seat in people else f"**{name}**" for seat, name in card.asked
    }
    question = written(card.question, words.DiscordHand(said, called))
    if card.over:
        who = both(said, list(called.values()))
        question = said.say("discord-card-over", banner=question, who=who)
    aside = f"-# {card.aside}" if card.aside else ""
    question = limits.clipped(question, limits.CONTENT // 2)
    news = limits.clipped(news, limits.CONTENT - len(question) - len(aside) - 2)
    return "\n".join(filter(None, (question, news, aside)))
