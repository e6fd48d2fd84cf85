"""The post that invites players: who plays, free seats, unusual options, and a small board."""

import asyncio
import logging
from typing import Any

import discord
import msgspec

from bot import queries
from bot.discord import ids, limits, words
from bot.discord.channels import GameChannel, Memory, Servers
from bot.discord.connection import EDITED_TOO_OFTEN, UNREACHABLE, DiscordConnection, digest_of
from bot.discord.ids import Act, ButtonNames
from bot.discord.limits import clipped
from bot.discord.post import (
    Button,
    ButtonRow,
    HeadPart,
    LinePart,
    Part,
    Post,
    TextPart,
    card_of,
    escaped,
    laid_out,
)
from engine.game import AnyGame
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.rulings import plan_text
from engine.state import Setup
from renderers import Sentences, reading

OPTIONS = 400
"""Maximum characters of options that are shown."""


def unusual(kind: AnyGame, setup: Setup) -> dict[str, Any]:
    usual = msgspec.to_builtins(kind.options_type())
    found = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    if setup.clock is not None:
        found["clock"] = plan_text.write(setup.clock)
    if not setup.rated:
        found["rated"] = "no"
    return found


def options_line(said: Sentences, kind: AnyGame, setup: Setup) -> str:
    pairs = [f"{key}={value}" for key, value in unusual(kind, setup).items()]
    if not pairs:
        return said.say("discord-usual")
    shown = clipped(escaped(said.listed(pairs)), OPTIONS)
    return said.say("discord-unusual", options=shown)


def title(said: Sentences, seen: GameView) -> str:
    """Return a heading: the players of a game, or the number that it still needs."""
    sitting, kind = [chair.seat for chair in seen.chairs], seen.kind.name
    who = words.names_of(said, seen, sitting)
    if not seen.open:
        return said.say("discord-lobby-running", kind=kind, names=who)
    free = seen.places - len(seen.chairs)
    return said.say("discord-lobby-open", kind=kind, who=who or "none", free=free)


def lobby_post(
    said: Sentences, names: ButtonNames, seen: GameView, setup: Setup, place: GameChannel | None
) -> Post:
    """Return the post of a game; without a ``place`` it has no thread yet."""
    sitting = [chair.seat for chair in seen.chairs]
    players = words.names_of(said, seen, sitting) if sitting else said.say("discord-none")
    lines = [f"### {title(said, seen)}", said.say("discord-players", names=players)]
    if seen.open:
        lines.append(said.say("reading-seats", taken=len(sitting), places=seen.places))
    else:
        over = seen.result is not None
        lines.append(said.say("discord-over" if over else "discord-lobby-watch"))
    if place is not None and place.kept and seen.open:
        until = words.moment(place.kept_until, "f")
        kept = " ".join(f"<@{user}>" for user in place.kept)
        lines.append(said.say("discord-kept-for", names=kept, date=until))
    private = said.say("discord-lobby-private") if seen.private else ""
    small = f"-# {said.joined(said.say('discord-lobby-id', game=seen.game), private)}"
    buttons = list[Button]()
    if seen.open:
        buttons.append(ids.join_button(said, names, seen.game))
    elif seen.result is None:
        watch = names.write(Act.WATCH, seen.game, "", (0,))
        buttons += [Button(said.say("discord-button-watch"), watch)] if watch else []
    if place is not None:
        buttons.append(ids.thread_button(said, place.thread_link))
    parts = (
        HeadPart(clipped("\n".join((*lines, small)), limits.CONTENT)),
        TextPart(options_line(said, seen.kind, setup)),
        *((ButtonRow(tuple(buttons)),) if buttons else ()),
    )
    return laid_out(parts)


log = logging.getLogger(__name__)

FIT = 7
"""Number of games that fit: with heading and foot, they stay below a message's forty components."""
UNPLAYED, LONGEST_WAIT = 60.0, 3600.0
"""First and longest delay before a failed post is retried, in seconds. The delay doubles."""


class OpenGamesPost:
    """The posts of open games.

    Changes are gathered, so that a post is edited at most once in ``pause`` seconds. If a post can
    no longer be edited, it is posted again and pinned, and the old one is deleted.
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
        self.shows: dict[int, str] = {}
        self.failing: dict[int, int] = {}  # time since which Discord refuses the post, by server
        self.failures: dict[int, int] = {}

    def soon(self, guild: int) -> None:
        if not self.servers.of(guild).open:
            return
        if guild in self.tasks:
            self.again.add(guild)
        else:
            self.tasks[guild] = asyncio.ensure_future(self.work(guild))

    async def work(self, guild: int) -> None:
        try:
            while True:
                self.again.discard(guild)
                pause = self.pause
                await self.connection.online.wait()
                try:
                    await self.now(guild)
                except UNREACHABLE as error:
                    log.warning("the open games of server %s cannot be shown: %s", guild, error)
                    self.again.add(guild)
                    self.failing.setdefault(guild, self.memory.writer.clock.now())
                    failures = self.failures[guild] = self.failures.get(guild, 0) + 1
                    wait = min(LONGEST_WAIT, UNPLAYED * 2 ** min(failures - 1, 20))
                    pause = max(wait, getattr(error, "retry_after", 0.0))
                else:
                    self.worked(guild)
                await asyncio.sleep(pause)
                if guild not in self.again:
                    break
        finally:
            if self.tasks.get(guild) is asyncio.current_task():
                del self.tasks[guild]

    def worked(self, guild: int) -> None:
        self.failing.pop(guild, None)
        self.failures.pop(guild, None)

    def retry(self, guild: int) -> None:
        """Retry a failed post at once, after something there has changed."""
        if guild in self.failing and (waits := self.tasks.pop(guild, None)) is not None:
            waits.cancel()
            self.failures.pop(guild, None)
            self.soon(guild)

    async def stop(self) -> None:
        for task in list(self.tasks.values()):
            task.cancel()

    async def now(self, guild: int) -> None:
        """Update the post of a server. Raises Discord's errors."""
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


def link_of(place: GameChannel | None) -> str:
    return place.link if place is not None and not place.lost else ""
