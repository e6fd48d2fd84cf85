"""The posts of a server outside the threads of its games.

They are made from the state of the games, and a note of each is stored. So nothing is lost if the
program or a channel is gone for a while.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from functools import partial

import discord
from msgspec import Struct

import renderers
from bot import queries
from bot.discord import connection, ids, limits, threads, words
from bot.discord.channels import GameChannel, Memory, Servers, ServerSettings
from bot.discord.connection import (
    EDITED_TOO_OFTEN,
    POST_RIGHTS,
    UNREACHABLE,
    DiscordConnection,
    digest_of,
)
from bot.discord.ids import Act, ButtonNames
from bot.discord.post import (
    Button,
    ButtonRow,
    LinePart,
    Part,
    Post,
    TextPart,
    card_of,
    escaped,
    laid_out,
)
from engine.referee import signals
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.state import Seat
from renderers import Sentences, reading

log = logging.getLogger(__name__)

FIT = 7
"""Number of games that fit: with heading and foot, they stay below a message's forty components."""
UNPLAYED, LONGEST_WAIT = 60.0, 3600.0
"""First and longest delay before a failed post is retried, in seconds. The delay doubles."""
LATELY = 200
"""Number of bulletins that are searched for events of the log."""
PICTURE_RIGHTS = POST_RIGHTS | discord.Permissions(attach_files=True)


class Feed(Struct, frozen=True):
    """A kind of post: the settings of its channel and role, and the rights needed."""

    channel: str
    role: str = ""
    rights: discord.Permissions = POST_RIGHTS


FEEDS = {
    "open": Feed("open"),
    "results": Feed("results", rights=PICTURE_RIGHTS),
    "log": Feed("log", "moderators"),  # the events are marked in ``engine.referee.signals``
    "seats": Feed("open", "substitutes"),  # without that channel, in the channel of the game
}
"""What is posted where. ``seats`` are calls for substitutes."""


class Missing(Struct, frozen=True):
    setting: str
    channel: int
    lacks: tuple[str, ...] = ()  # none: it is deleted
    since: int = 0  # second of the first failure, if it is known


class ServerPosts:
    """The posts of all servers.

    Changes are gathered, and a server's posts are updated every ``pause`` seconds. If
    the post of open games can no longer be edited, it is posted again and pinned, and the old one
    is deleted.
    """

    pause = 10.0

    def __init__(
        self,
        connection: DiscordConnection,
        memory: Memory,
        servers: Servers,
        names: ButtonNames,
    ):
        self.connection, self.memory = connection, memory
        self.servers, self.names = servers, names
        self.tasks: dict[int, asyncio.Task[None]] = {}
        self.again: set[int] = set()
        self.changed: dict[int, set[str]] = {}  # games to look at, by server
        self.shows: dict[int, str] = {}
        # second since which Discord refuses a kind of post, by server
        self.failing: dict[tuple[int, str], int] = {}
        self.failures: dict[int, int] = {}
        self.with_film: Callable[[str, Post, str], Awaitable[Post]]

    def soon(self, guild: int, *games: str) -> None:
        now = self.servers.of(guild)
        if not (now.open or now.results or now.log or now.substitutes):
            return
        self.changed.setdefault(guild, set()).update(games)
        if guild in self.tasks:
            self.again.add(guild)
        else:
            self.tasks[guild] = asyncio.ensure_future(self.work(guild))

    def start(self, guild: int) -> None:
        places = self.memory.places.values()
        self.soon(guild, *(one.game for one in places if one.guild == guild and not one.away))

    async def work(self, guild: int) -> None:
        try:
            wait = 0.0
            while True:
                await asyncio.sleep(max(wait, self.until_next()))
                self.again.discard(guild)
                await self.connection.online.wait()
                games = self.changed.pop(guild, set())
                if (failed := await self.now(guild, games)) is not None:
                    self.again.add(guild)
                    self.changed.setdefault(guild, set()).update(games)
                    failures = self.failures[guild] = self.failures.get(guild, 0) + 1
                    usual = min(LONGEST_WAIT, UNPLAYED * 2 ** min(failures - 1, 20))
                    wait = max(failed, usual)
                else:
                    self.failures.pop(guild, None)
                    wait = 0.0
                if guild not in self.again:
                    break
        finally:
            if self.tasks.get(guild) is asyncio.current_task():
                del self.tasks[guild]

    def until_next(self) -> float:
        """Return the seconds to the next multiple of ``pause``, which no secret can shift."""
        return self.pause - asyncio.get_running_loop().time() % self.pause

    def retry(self, guild: int) -> None:
        failing = any(at == guild for at, _ in self.failing)
        if failing and (waits := self.tasks.pop(guild, None)) is not None:
            waits.cancel()
            self.failures.pop(guild, None)
            self.start(guild)

    async def stop(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()

    async def now(self, guild: int, games: Iterable[str]) -> float | None:
        """Update all posts of a server. Returns the seconds to wait if something failed."""
        settings, wait = self.servers.of(guild), None
        places = [self.memory.places[one] for one in sorted(games) if one in self.memory.places]
        acts = {
            "open": partial(self.open_games, guild),
            "results": partial(self.results, settings, places),
            "log": partial(self.moderators_log, settings, places),
            "seats": partial(self.free_seats, settings, places),
        }
        for what, act in acts.items():
            try:
                await act()
            except UNREACHABLE as error:
                log.warning("server %s: its post %r cannot be shown: %s", guild, what, error)
                self.failing.setdefault((guild, what), self.memory.writer.clock.now())
                wait = max(wait or 0.0, getattr(error, "retry_after", 0.0))
            else:
                self.failing.pop((guild, what), None)
        return wait

    def missing(self, guild: int) -> list[Missing]:
        client, settings, found = self.connection.client, self.servers.of(guild), list[Missing]()
        here = client.get_guild(guild) if client is not None else None
        if here is None:
            return []
        wanted = [
            (one.channel, getattr(settings, one.channel), one.rights) for one in FEEDS.values()
        ]
        for home in settings.homes.values():
            rights = threads.rights_for(here.get_channel(home), private=False)
            wanted.append(("homes", home, rights))
        for setting, channel, rights in dict.fromkeys(wanted):
            there = here.get_channel(channel) if channel else None
            lacks = connection.rights_lacking_in(there, rights) if there else ()
            if channel and (there is None or lacks):
                since = self.failing.get((guild, setting), 0)
                found.append(Missing(setting, channel, lacks, since))
        roles = [("substitutes", settings.substitutes), ("moderators", settings.moderators)]
        roles += [("pinged", role) for role in settings.pinged.values()]
        found += [Missing(one, role) for one, role in roles if role and not here.get_role(role)]
        return found

    def role_of(self, guild: int, role: int) -> list[int]:
        here = self.connection.now.get_guild(guild)
        return [role] if role and here is not None and here.get_role(role) is not None else []

    # ---- open games

    async def open_games(self, guild: int) -> None:
        settings = self.servers.of(guild)
        if not settings.open:
            return
        post = await self.composed(guild)
        digest = digest_of(post)
        if settings.post and self.shows.get(guild) == digest:
            return
        old = settings.post
        if old:
            try:
                await self.connection.message(settings.open, old).edit(view=card_of(post))
                self.shows[guild] = digest
                return
            except discord.RateLimited as error:
                log.info("the post of server %s takes no edit: %s", guild, error)
            except discord.NotFound:
                old = 0
            except discord.HTTPException as error:
                if error.code != EDITED_TOO_OFTEN:
                    raise
        sent = await self.connection.channel(settings.open).send(view=card_of(post))
        await self.servers.change(guild, post=sent.id)
        self.shows[guild] = digest
        await self.pinned(sent, settings.open, old)

    async def pinned(self, sent: discord.Message, channel: int, old: int) -> None:
        try:
            await sent.pin()
        except UNREACHABLE as error:
            log.info("the post of open games is not pinned: %s", error)
        if old:
            try:
                await self.connection.message(channel, old).delete()
            except UNREACHABLE as error:
                log.info("an old post of open games stays: %s", error)

    async def composed(self, guild: int) -> Post:
        here = [one for one in self.memory.running() if one.guild == guild]
        every = await self.memory.writer.run(wanting, [one.game for one in here])
        wanted = [seen for seen in every if seen.open and not seen.private]
        language = self.servers.of(guild).language or (here[0].language if here else "en")
        said = words.words(language)
        parts: list[Part] = [TextPart(said.say("discord-open"))]
        parts += [
            LinePart(line(said, seen), ids.join_button(said, self.names, seen.game))
            for seen in wanted[:FIT]
        ]
        if not wanted:
            parts.append(TextPart(said.say("discord-open-none")))
        more, playing = len(wanted) - FIT, len(every) - len(wanted)
        if more > 0:
            parts.append(TextPart(said.say("discord-open-more", count=more)))
        new = self.memory.mention("game new")
        parts.append(TextPart(said.say("discord-open-foot", count=playing, new=new)))
        mine = self.names.write(Act.INBOX, "-") or ""
        parts.append(ButtonRow((Button(said.say("discord-button-mine"), mine),)))
        return laid_out(tuple(parts))

    # ---- results, the log, free seats

    async def results(self, settings: ServerSettings, places: Iterable[GameChannel]) -> None:
        for place in places if settings.results else ():
            if place.reported or place.private or place.ended < settings.since["results"]:
                continue
            seen = await self.memory.writer.run(queries.seen, place.game, None)
            if not place.over or seen is None or seen.result is None:
                continue
            post = await self.result(place, seen)
            mark = self.names.seal("result", place.game)
            await self.connection.post(settings.results, post, mark, quiet=True)
            await self.memory.change(place.game, reported=True)

    async def result(self, place: GameChannel, seen: GameView) -> Post:
        said, run = words.words(place.language), self.memory.writer.run
        pages = await run(queries.told, place.game, None, LATELY)
        banner = reading.banner(said, seen, [event for page in pages for event in page.events])
        names = words.names_of(said, seen, [chair.seat for chair in seen.chairs])
        rated = await run(queries.ratings_after, place.game)
        lines = [
            said.say("discord-result", kind=place.kind, game=place.game, names=names),
            said.say("discord-result-end", banner=words.at_discord(escaped(banner))),
            " · ".join(
                said.say(
                    "discord-result-rating",
                    name=escaped(name),
                    rating=rating,
                    change=f"{change:+}",
                )
                for name, rating, change in rated
            ),
        ]
        picture, alt = await asyncio.to_thread(
            renderers.drawn, seen.kind.name, seen.view, said.language, banner=banner
        )
        buttons = ids.card_buttons(said, self.names, place.game, 0, over=True)
        link = ids.thread_button(said, place.thread_link)
        text = limits.clipped("\n".join(filter(None, lines)), limits.CONTENT)
        post = Post(text, buttons=(*buttons, link), picture=picture, alt=alt)
        return await self.with_film(place.game, post, place.language)

    async def moderators_log(self, settings: ServerSettings, places: Iterable[GameChannel]) -> None:
        for place in places if settings.log else ():
            pages = await self.memory.writer.run(queries.told, place.game, None, LATELY)
            since = settings.since["log"]
            new = [one for one in pages if one.entry > place.logged and one.at >= since]
            events, calls = signals.logged(event for page in new for event in page.events)
            seen = await self.memory.writer.run(queries.bare, place.game)
            if not events or seen is None:
                continue
            said = words.words(settings.language or place.language)
            roles = self.role_of(place.guild, settings.moderators) if calls else []
            head = f"**[{said.title(place.kind)} {place.game}]({place.link})**"
            head += f" · {words.moment(new[-1].at, 'f')}"
            lines = [*(f"<@&{role}>" for role in roles), head, *words.sentences(said, seen, events)]
            mark = self.names.seal("log", place.game, new[-1].entry)
            post = Post(limits.clipped("\n".join(lines), limits.CONTENT))
            await self.connection.post(settings.log, post, mark, roles=roles, quiet=not calls)
            await self.memory.change(place.game, logged=new[-1].entry)

    async def free_seats(self, settings: ServerSettings, places: Iterable[GameChannel]) -> None:
        for place in places:
            free = await self.memory.writer.run(queries.vacant, place.game)
            for seat, channel, message in place.calls:
                if seat not in free:
                    await self.withdraw(channel, message)
            calls = [one for one in place.calls if one[0] in free]
            role = self.role_of(place.guild, settings.substitutes)
            for seat in free if role and not place.private else ():
                if seat not in [known for known, *_ in calls]:
                    calls.append((seat, *await self.call(settings, place, seat, role)))
            await self.memory.change(place.game, calls=tuple(calls))

    async def call(
        self, settings: ServerSettings, place: GameChannel, seat: Seat, roles: list[int]
    ) -> tuple[int, int]:
        said = words.words(settings.language or place.language)
        channel = settings.open or place.lobby_at
        text = said.say(
            "discord-seat-free",
            role=" ".join(f"<@&{role}>" for role in roles),
            kind=place.kind,
            game=place.game,
            seat=escaped(seat),
        )
        link = ids.thread_button(said, place.thread_link)
        post = Post(text, buttons=(ids.join_button(said, self.names, place.game), link))
        mark = self.names.seal("seat", place.game, seat, self.memory.writer.clock.now())
        sent = await self.connection.post(channel, post, mark, roles=roles)
        return channel, sent.id

    async def withdraw(self, channel: int, message: int) -> None:
        try:
            await self.connection.message(channel, message).delete()
        except UNREACHABLE as error:
            log.info("a call for a substitute stays: %s", error)


def wanting(batch: Batch, games: list[str]) -> list[GameView]:
    found = (queries.bare(batch, game) for game in games if batch.known(game) is not None)
    return [seen for seen in found if seen is not None and seen.result is None]


def line(said: Sentences, seen: GameView) -> str:
    names = [escaped(name) for name in reading.people(seen).values()]
    return said.say(
        "discord-open-line",
        kind=seen.kind.name,
        names=said.listed(names) if names else said.say("discord-none"),
        free=seen.places - len(seen.chairs),
        places=seen.places,
        game=seen.game,
    )
