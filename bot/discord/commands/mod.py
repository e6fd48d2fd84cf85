"""`/mod`: what moderators can do to a thread and for a server, and the words that they have for a
game.
"""

from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.discord import channels, connection, moderating, words
from bot.discord.answer import Declined, Interaction, Turn
from bot.discord.channels import DOOR, venue
from bot.discord.commands import desk_words
from bot.discord.commands.desk_words import Filled
from bot.discord.commands.slash import command, group
from bot.discord.limits import clipped
from bot.discord.moderating import rank
from bot.discord.post import Post, escaped, fitted
from bot.discord.words import code
from bot.queries import Who
from engine.games import names
from engine.house import plan_text
from engine.letters import Rank
from engine.referee.batch import Batch
from engine.referee.desk import recipients
from renderers import LANGUAGES

GROUP = group(
    "mod",
    allowed_contexts=app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    default_permissions=discord.Permissions(manage_guild=True),
)
"""Discord shows it to who manages the server, or whom the server says instead."""
ALL = "all"
"""What is said where a setting is to be as usual again."""
MOST = 100
"""Games of one person at once that can be set."""

desk_words.add(GROUP)
desk_words.add(group("mod-seat", parent=GROUP))


def barred(batch: Batch, game: str, who: Who, rank: Rank) -> str:
    """Return why this person may not lock the thread of a game; nothing, if they may. Who
    plays in it closes it to nobody.
    """
    opened = batch.game(game)
    if not rank and batch.register.role(game, who) is None:
        return "refusal-not-moderator"
    return "refusal-own-game" if opened and recipients.stakes(batch, opened, who) else ""


@command("mod-lock", GROUP)
async def lock(turn: Turn, game: Filled = "") -> Post:
    """Lock the thread of a game, for everybody but moderators of the
    server; nothing more is shown there.
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
        await thread.edit(locked=True, archived=True)
    except discord.Forbidden:
        return turn.post("discord-no-right", right=turn.say("discord-right-manage"))
    await memory.change(which, over=True)
    return turn.post("discord-locked")


@command("mod-list", GROUP)
async def listed(turn: Turn) -> Post:
    """Show which games of this server need a moderator."""
    return await moderating.listed(turn)


def managed(turn: Turn) -> int:
    """Return the server, if this person manages it. Raises ``Declined``."""
    guild = turn.interaction.guild_id
    if guild is None or not turn.interaction.permissions.manage_guild:
        raise Declined("refusal-not-moderator")
    return guild


@command("mod-ban", GROUP)
async def ban(turn: Turn, person: discord.User, *, lift: bool = False) -> Post:
    """Keep somebody out of the games of this server, and free their seats there; or no longer keep
    them out.
    """
    guild, name = managed(turn), escaped(person.display_name)
    if person.id == turn.user.id or person.bot:
        return turn.post("discord-ban-not", name=name)
    who = DOOR, str(person.id)
    keep_out = partial(channels.ban, guild=guild, who=who, by=turn.who, on=not lift)
    games = await turn.run(keep_out)
    if lift:
        return turn.post("discord-ban-lifted", name=name)
    freed = [await moderating.free(turn, game, who) for game in games]
    said = turn.say("discord-banned", name=name, count=len(games))
    return fitted(Post("\n".join((said, *freed))), "ban.txt")


async def languages(_: Interaction, current: str) -> list[app_commands.Choice[str]]:
    known = [*LANGUAGES, ALL]
    return [app_commands.Choice(name=one, value=one) for one in known if one.startswith(current)]


@command("mod-settings", GROUP, language=languages)
async def settings(
    turn: Turn,
    channels: str = "",
    creators: discord.Role | None = None,
    games: str = "",
    clock: str = "",
    language: str = "",
    most: app_commands.Range[int, 0, MOST] | None = None,
    open: discord.TextChannel | None = None,  # noqa: A002
) -> Post:
    """Change what holds for new games of this server, and show it."""
    guild = managed(turn)
    changes: dict[str, Any] = {}
    if channels:
        changes["channels"] = () if channels == ALL else mentioned(channels)
        if channels != ALL and not changes["channels"]:
            return turn.post("discord-set-channels", text=clipped(code(channels), words.SHOWN))
        for channel in changes["channels"]:
            if lacks := connection.rights_lacking(turn.door.connection, channel):
                return cannot(turn, channel, lacks)
    if creators is not None:
        changes["makers"] = 0 if creators.id == guild else creators.id
    if games:
        kinds = () if games == ALL else tuple(games.replace(",", " ").casefold().split())
        if not set(kinds) <= set(names()):
            return turn.post("discord-set-games", kinds=turn.said.listed(names()))
        changes["kinds"] = kinds
    if clock:
        try:
            plan_text.read(clock)
        except plan_text.BadPlan:
            if clock != ALL:
                return turn.post("discord-set-clock", text=clipped(code(clock), words.SHOWN))
        changes["clock"] = "" if clock == ALL else clock
    if language:
        if language not in (*LANGUAGES, ALL):
            return turn.post("discord-set-language", languages=turn.said.listed(list(LANGUAGES)))
        changes["language"] = "" if language == ALL else language
    new = open if open is not None and open.id != turn.door.servers.of(guild).open else None
    if new is not None and (lacks := connection.rights_lacking_in(new, connection.POST_RIGHTS)):
        return cannot(turn, new.id, lacks)
    if most is not None:
        changes["most"] = most
        limit = most
        await turn.run(lambda batch: batch.register.allow(venue(guild), limit))
    if open is not None:
        old = turn.door.servers.of(guild).open
        changes |= {"open": 0 if open.id == old else open.id, "post": 0}
    await turn.door.servers.change(guild, **changes)
    turn.door.open_games.soon(guild)
    return shown(turn, guild)


def cannot(turn: Turn, channel: int, lacks: tuple[str, ...]) -> Post:
    missing = connection.rights_named(turn.said, lacks)
    return turn.post("discord-set-no-rights", place=f"<#{channel}>", rights=missing)


def mentioned(text: str) -> tuple[int, ...]:
    found = (part.removeprefix("<#").removesuffix(">") for part in text.replace(",", " ").split())
    return tuple(int(one) for one in found if one.isdecimal())


def shown(turn: Turn, guild: int) -> Post:
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
