"""`/mod`: moderators' commands for a thread, a server or a game."""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord import channels, connection, moderating, words
from bot.discord.answer import Declined, RightsLacking, Turn
from bot.discord.channels import DOOR, venue
from bot.discord.commands import arguments
from bot.discord.commands.referee_words import WordGroup
from bot.discord.commands.slash import command
from bot.discord.moderating import rank
from bot.discord.notices import naming
from bot.discord.post import Post, escaped, fitted
from bot.discord.words import code
from bot.queries import Who
from engine.messages import Rank
from engine.referee.batch import Batch
from engine.referee.commands import recipients

MOST = 100
"""Largest limit that can be set for a person's simultaneous games."""


def barred(batch: Batch, game: str, who: Who, rank: Rank) -> str:
    """Return the message key of the reason why a person may not lock a game's thread, or "". Nobody
    may lock the thread of a game that they play in.
    """
    opened = batch.game(game)
    if not rank and batch.accounts.role(game, who) is None:
        return "refusal-not-moderator"
    if opened is None:
        return ""
    own = recipients.stakes(batch, opened, who)
    own = own or (set() if rank else recipients.sponsors(batch, opened, who))
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
        """Lock the thread of a game for everybody but the server's moderators. Nothing more is
        shown there.
        """
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
        """Ban a person from the games of this server and free their seats, or lift the ban."""
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
    ) -> Post:
        """Change the defaults for new games of this server, and show them."""
        guild, servers = turn.guild, turn.door.servers
        changes: dict[str, Any] = {
            "channels": channels,
            "makers": creators and (0 if creators.id == guild else creators.id),
            "kinds": games,
            "clock": clock,
            "language": language,
            "most": most,
        }
        changes = {name: value for name, value in changes.items() if value is not None}
        if open is not None:
            goes = open.id == servers.of(guild).open
            lacks = connection.rights_lacking_in(open, connection.POST_RIGHTS)
            if lacks and not goes:
                raise RightsLacking(lacks, open.id, "discord-set-no-rights")
            changes |= {"open": 0 if goes else open.id, "post": 0}
        if most is not None:
            await turn.run(lambda batch: batch.accounts.allow(venue(guild), most))
        await servers.change(guild, **changes)
        turn.door.open_games.soon(guild)
        return settings_post(turn, guild)


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
    }
    return turn.post("discord-settings", **facts)
