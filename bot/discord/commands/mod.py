"""`/mod`: moderators' commands for a thread, a server or a game."""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord import channels, connection, moderating, words
from bot.discord.answer import Declined, RightsLacking, Turn
from bot.discord.channels import DOOR, venue
from bot.discord.club import FEEDS
from bot.discord.commands import arguments
from bot.discord.commands.referee_words import WordGroup
from bot.discord.commands.slash import command
from bot.discord.moderating import rank
from bot.discord.notices import naming
from bot.discord.post import Post, escaped, fitted
from bot.discord.words import code
from bot.queries import Who
from engine.games import names
from engine.messages import Rank
from engine.referee import stakes
from engine.referee.batch import Batch
from engine.rulings import plan_text

MOST = 100
"""Largest limit that can be set for a person's simultaneous games."""


def barred(batch: Batch, game: str, who: Who, rank: Rank) -> str:
    """Return the key of the reason why a person may not lock a game's thread, or ""."""
    opened = batch.game(game)
    if not rank and batch.accounts.role(game, who) is None:
        return "refusal-not-moderator"
    if opened is None:
        return ""
    own = stakes.held(batch, opened, who)
    own = own or (set() if rank else stakes.sponsors(batch, opened, who))
    return "refusal-own-game" if own else ""


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.default_permissions(manage_guild=True)
class ModGroup(WordGroup):
    """Moderators' commands, visible to members who may manage the server by default."""

    def __init__(self, which: str):
        super().__init__(which)
        WordGroup(f"{which}-seat", parent=self)

    @command("mod-lock")
    async def lock(self, turn: Turn, game: arguments.Game | None = None) -> Post:
        which = await turn.which(game)
        if which is None or not turn.shown_here(which):
            raise Declined
        if why := await turn.run(barred, which, turn.who, rank(turn, which)):
            return turn.post(why)
        memory, client = turn.door.memory, turn.door.connection.client
        thread = await client.fetch_channel(memory.places[which].thread) if client else None
        if not isinstance(thread, discord.Thread):
            raise Declined
        try:
            await thread.edit(locked=True)
        except discord.Forbidden:
            return turn.post("discord-no-right", right=turn.say("discord-right-manage"))
        called = dict(await turn.door.people(which))
        said = words.words(memory.places[which].language)
        line = said.say("discord-lock", by=escaped(turn.user.display_name))
        post, mark = naming(Post(line), called), turn.door.names.seal("lock", which, turn.id)
        await turn.door.connection.post(thread.id, post, mark, loud=[*called.values()])
        await thread.edit(archived=True)
        await memory.change(which, over=True)
        return turn.post("discord-locked")

    @command("mod-list")
    async def listed(self, turn: Turn) -> Post:
        return await moderating.listed(turn)

    @app_commands.checks.has_permissions(manage_guild=True)
    @command("mod-ban")
    async def ban(self, turn: Turn, person: arguments.Person, *, lift: bool = False) -> Post:
        who, name = (DOOR, str(person.id)), escaped(person.display_name)
        keep_out = partial(channels.ban, guild=turn.guild, who=who, by=turn.who, on=not lift)
        games = await turn.run(keep_out)
        if lift:
            return turn.post("discord-ban-lifted", name=name)
        freed = [await moderating.free(turn, game, who) for game in games]
        said = turn.say("discord-banned", name=name, count=len(games))
        return fitted(Post("\n".join((said, *freed))), "ban.txt")

    @app_commands.checks.has_permissions(manage_guild=True)
    @command("mod-settings")
    async def settings(
        self,
        turn: Turn,
        channels: arguments.Channels | None = None,
        creators: discord.Role | None = None,
        games: arguments.Kinds | None = None,
        clock: arguments.Clock | None = None,
        language: arguments.Language | None = None,
        most: app_commands.Range[int, 0, MOST] | None = None,
        open: discord.TextChannel | None = None,  # noqa: A002
        idle: arguments.Idle | None = None,
        *,
        wide: bool | None = None,
    ) -> Post:
        guild, servers = turn.guild, turn.door.servers
        changes: dict[str, Any] = {
            "channels": channels,
            "makers": creators and (0 if creators.id == guild else creators.id),
            "kinds": games,
            "clock": clock,
            "language": language,
            "most": most,
            "idle": idle,
            "wide": wide,
        }
        changes = {name: value for name, value in changes.items() if value is not None}
        if open is not None:
            changes |= {"open": toggled(servers.of(guild).open, open, "open"), "post": 0}
        if most is not None:
            await turn.run(lambda batch: batch.accounts.allow(venue(guild), most))
        await servers.change(guild, **changes)
        turn.door.club.retry(guild)
        turn.door.club.start(guild)
        return settings_post(turn, guild)

    @app_commands.checks.has_permissions(manage_guild=True)
    @command("mod-posts")
    async def posts(
        self,
        turn: Turn,
        results: discord.TextChannel | None = None,
        log: discord.TextChannel | None = None,
        moderators: discord.Role | None = None,
        substitutes: discord.Role | None = None,
        home: arguments.HomeChannel | None = None,
        call: discord.Role | None = None,
        kind: arguments.Kind | None = None,
    ) -> Post:
        guild, now = turn.guild, turn.door.servers.of(turn.guild)
        changes, at = dict[str, Any](), turn.door.writer.clock.now()
        channels: dict[str, discord.TextChannel | None] = {"results": results, "log": log}
        for setting, channel in channels.items():
            if channel is not None:
                changes[setting] = toggled(getattr(now, setting), channel, setting)
                if not getattr(now, setting):  # else what waits for a channel is posted in this one
                    changes["since"] = now.since | changes.get("since", {}) | {setting: at}
        for setting, role in (("moderators", moderators), ("substitutes", substitutes)):
            if role is not None:
                changes[setting] = 0 if role.id == getattr(now, setting) else role.id
        if home is not None:
            for one in [kind] if kind else names():
                changes["homes"] = switched(changes.get("homes", now.homes), one, home)
        if call is not None:
            changes["pinged"] = switched(now.pinged, kind or "", call.id)
        await turn.door.servers.change(guild, **changes)
        turn.door.club.retry(guild)
        turn.door.club.start(guild)
        return posts_post(turn, guild)


def toggled(now: int, channel: discord.TextChannel, feed: str) -> int:
    """Return the new setting: 0 for the same channel again. Raises ``RightsLacking``."""
    if channel.id == now:
        return 0
    lacks = connection.rights_lacking_in(channel, FEEDS[feed].rights)
    if lacks:
        raise RightsLacking(lacks, channel.id, "discord-set-no-rights")
    return channel.id


def switched(now: dict[str, int], key: str, value: int) -> dict[str, int]:
    """Return the settings with another value, or without it if it is the same again."""
    left = {one: kept for one, kept in now.items() if one != key}
    return left if now.get(key) == value else left | {key: value}


def posts_post(turn: Turn, guild: int) -> Post:
    now, say = turn.door.servers.of(guild), turn.say

    def channel(id: int) -> str:
        return f"<#{id}>" if id else say("discord-set-none")

    def role(id: int) -> str:
        return f"<@&{id}>" if id else say("discord-posts-nobody")

    homes = []
    for id in dict.fromkeys(now.homes.values()):
        kinds = [turn.said.title(kind) for kind, home in now.homes.items() if home == id]
        here = channel(id)
        if len(kinds) < len(names()):
            here = say("discord-posts-kind", kinds=turn.said.listed(kinds), place=here)
        homes.append(here)
    called = [
        say("discord-posts-role", kind=kind, place=role(id)) if kind else role(id)
        for kind, id in now.pinged.items()
    ]
    return turn.post(
        "discord-posts",
        results=channel(now.results),
        log=channel(now.log),
        moderators=role(now.moderators),
        open=channel(now.open),
        substitutes=role(now.substitutes),
        homes=turn.said.listed(homes) if homes else say("discord-posts-anywhere"),
        pinged=turn.said.listed(called) if called else role(0),
    )


def settings_post(turn: Turn, guild: int) -> Post:
    now, say = turn.door.servers.of(guild), turn.say
    usual = say("discord-set-usual")
    facts = {
        "channels": " ".join(f"<#{one}>" for one in now.channels) or say("discord-set-any"),
        "creators": f"<@&{now.makers}>" if now.makers else say("discord-set-everybody"),
        "games": turn.said.listed([turn.said.title(one) for one in now.kinds])
        or say("discord-set-any"),
        "clock": f"`{code(now.clock)}`" if now.clock else usual,
        "language": now.language or usual,
        "most": str(now.most) if now.most else say("discord-set-any"),
        "open": f"<#{now.open}>" if now.open else say("discord-set-none"),
        "idle": plan_text.duration(now.idle) if now.idle else say("discord-set-none"),
        "wide": "yes" if now.wide else "no",
    }
    return turn.post("discord-settings", **facts)
