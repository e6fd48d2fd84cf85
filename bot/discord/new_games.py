"""New games: turns options and attachments into a game with its post and thread."""

import asyncio
import logging
from math import ceil
from typing import Any

import discord
import msgspec
from msgspec.structs import replace

from bot import untrusted
from bot.discord import connection, ids, threads, words
from bot.discord.answer import Declined, Interaction, RightsLacking, Turn, joined
from bot.discord.channels import (
    DOOR,
    GameChannel,
    GameInMaking,
    ServerSettings,
    note_place,
    unwelcome,
    venue,
)
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.limits import clipped
from bot.discord.lobby import lobby_post
from bot.discord.post import Post, escaped
from bot.discord.threads import Home
from bot.queries import Who
from engine import errors
from engine.errors import NotStored
from engine.menu import NotPossible
from engine.messages import Address
from engine.referee import new_games
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.referee.new_games import pairs_in
from engine.rulings import plan_text
from engine.state import PUBLIC, Setup
from engine.table import GameTable

log = logging.getLogger(__name__)

STALE = 600
"""Seconds after which a game that is still being created counts as failed."""
HOUR = 3_600
MOST_FILES = 20
"""Maximum number of files that one person may attach per hour, valid or not."""
LOOKED_AT = 100
"""Number of messages in a channel that are searched for remains of a game."""
TIMES = {"clock", "timeout"}
"""Options that set the clock of a game."""
LIMITS = {160006: "discord-no-threads", 30033: "discord-thread-full"}
"""Discord's codes for too many threads, or too many people in one."""


async def data_in(file: discord.Attachment) -> tuple[str, bytes]:
    if file.size > new_games.LONGEST_FILE:
        raise NotPossible("file-too-long", word=file.filename)
    try:
        return file.filename, await file.read()
    except discord.HTTPException as error:
        raise NotPossible("not-fetched", word=file.filename) from error


async def setup_of(
    turn: Turn,
    kind: str,
    options: str,
    scenario: discord.Attachment | None,
    charts: discord.Attachment | None,
) -> Setup:
    """Return the setup of a new game. Files are read in a separate process, one at a time, and
    counted by person. Raises ``UserError`` if an option or a file is wrong.
    """
    game, door = new_games.game_called(kind), turn.door
    at, pairs = door.writer.clock.now(), pairs_in(options)
    settings = door.servers.of(turn.interaction.guild_id)
    idle = f"{plan_text.duration(settings.idle)} replace 1" if settings.idle else ""
    if (clock := settings.clock or idle) and not TIMES & set(pairs):
        pairs["clock"] = clock
    if scenario is None and charts is None:
        return new_games.setup(game, at, pairs, folder=door.folder)
    await turn.run(count_files, turn.who)
    files = untrusted.Files(
        kind=kind,
        at=at,
        options=pairs,
        folder=str(door.folder),
        scenario=await data_in(scenario) if scenario else None,
        charts=await data_in(charts) if charts else None,
    )
    async with door.reading:
        return await untrusted.set_up(files)


def count_files(batch: Batch, who: Who) -> None:
    if len(batch.accounts.times("files", who, batch.now - HOUR)) >= MOST_FILES:
        raise NotPossible("too-many-files", word=str(MOST_FILES))
    batch.accounts.note_time("files", who, batch.now, batch.now - HOUR)


async def begin(
    turn: Turn,
    kind: str,
    options: str,
    scenario: discord.Attachment | None,
    charts: discord.Attachment | None,
    *,
    join: bool,
) -> Post:
    try:
        setup = await setup_of(turn, kind, options, scenario, charts)
    except errors.UserError as problem:
        # List all faults of a file, however long the list is.
        why = turn.said.problem(problem)
        why = why if scenario or charts else clipped(why, words.SHOWN)
        return turn.post("discord-problem", why=escaped(why))
    return await made(turn, kind, setup, join=join)


def can_begin(interaction: Interaction) -> bool:
    channel_of(interaction, str(getattr(interaction.namespace, "kind", "")))
    return True


def channel_of(
    interaction: Interaction, kind: str, channel: Home | None = None, *, private: bool = False
) -> Home:
    """Return the channel for the new game, by default that of its kind, else this one. Raises
    ``Declined`` if it has no fitting threads, ``RightsLacking`` if the bot lacks a right there.
    """
    here, client = interaction.channel, interaction.client
    home = client.door.servers.of(interaction.guild_id).homes.get(kind, 0)
    usual = client.get_channel(home) or here
    found = channel or (here if private and not threads.private_allowed(usual) else usual)
    if private and not threads.private_allowed(found):
        raise Declined("discord-private-here")
    if not isinstance(found, Home):
        raise Declined("discord-not-here")
    needed = threads.rights_for(found, private=private)
    if found == here:
        lacks = connection.lacking(interaction.app_permissions, needed)
    else:
        lacks = connection.rights_lacking_in(found, needed)
    if lacks:
        raise RightsLacking(lacks, found.id)
    return found


async def made(
    turn: Turn,
    kind: str,
    setup: Setup,
    *,
    join: bool,
    channel: Home | None = None,
) -> Post:
    interaction, door = turn.interaction, turn.door
    channel = channel_of(interaction, kind, channel, private=setup.private)
    settings = door.servers.of(channel.guild.id)
    await cleared(door, before=door.writer.clock.now() - STALE)
    if (refusal := await refused(turn, kind, channel, settings)) is not None:
        return refusal
    spoken = settings.language or str(interaction.guild_locale or door.language)
    language = words.words(spoken).language
    said, name = words.words(language), threads.thread_name(language, kind, setup.id)
    table = await asyncio.to_thread(GameTable.new, new_games.game_called(kind), setup)
    bare = replace(GameView.bare(table, PUBLIC), view=table.view(PUBLIC))
    role = settings.pinged.get(kind) or settings.pinged.get("", 0)
    roles = door.club.role_of(channel.guild.id, role)
    place = GameChannel(
        game=setup.id,
        kind=kind,
        guild=channel.guild.id,
        channel=channel.id,
        thread=0,
        language=language,
        pinged=roles[0] if roles else 0,
        forum=isinstance(channel, discord.ForumChannel),
        private=setup.private,
        wide=settings.wide,
        members=(turn.user.id,) if setup.private else (),
    )
    await door.servers.begin(setup.id, GameInMaking(channel.id, door.writer.clock.now()))
    try:
        if isinstance(channel, discord.TextChannel) and setup.private:
            thread, lobby = await threads.bare(channel, name, private=True), 0
            await door.show.add_member(thread, turn.user.id)
        else:
            opening = lobby_post(said, door.names, bare, setup, place)
            mark = door.names.seal("lobby", turn.id)
            thread, lobby = await threads.posted(
                door.connection, channel, name, opening, mark, roles
            )
        place = msgspec.structs.replace(place, thread=thread, lobby=lobby)
        await stored(turn, kind, setup, place)
    except UNREACHABLE as error:
        await given_up(door, setup.id)
        return unmade(turn, error)
    except NotStored:
        await given_up(door, setup.id)
        raise
    door.show.soon(setup.id)
    text = turn.say(
        "discord-made",
        game=setup.id,
        place=f"<#{thread}>",
        private="yes" if setup.private else "no",
    )
    for odd in new_games.oddities(new_games.game_called(kind), setup):
        text += f"\n{escaped(odd)}"
    if not join:
        return Post(text)
    took = await joined(turn, setup.id, id=f"{turn.id}/join")
    return msgspec.structs.replace(took, text=f"{text}\n{took.text}")


async def stored(turn: Turn, kind: str, setup: Setup, place: GameChannel) -> None:
    door, sender = turn.door, f"{place.channel}/{place.thread}"
    public = Address(door=DOOR, sender=sender, game=setup.id, viewer=PUBLIC)

    def make(batch: Batch) -> None:
        batch.make(kind, setup, [public], turn.who)
        batch.accounts.call(turn.who, turn.user.display_name)
        batch.accounts.hold(setup.id, venue(place.guild))
        batch.notes_of(DOOR).put(f"making/{setup.id}", None)
        note_place(batch, place)

    # The door must know the game as soon as it is stored.
    door.memory.places[setup.id] = place
    try:
        await turn.run(make)
    except NotStored:
        del door.memory.places[setup.id]
        raise
    await door.servers.end(setup.id)


async def refused(turn: Turn, kind: str, channel: Home, settings: ServerSettings) -> Post | None:
    if settings.channels and channel.id not in (*settings.channels, settings.homes.get(kind)):
        places = " ".join(f"<#{one}>" for one in settings.channels)
        return turn.post("discord-other-channel", places=places)
    if settings.kinds and kind not in settings.kinds:
        return turn.post("discord-other-games", kinds=turn.said.listed(settings.kinds))
    roles = getattr(turn.user, "roles", ())
    manages = turn.interaction.permissions.manage_guild
    if settings.makers and not manages and settings.makers not in [one.id for one in roles]:
        return turn.post("discord-not-maker", role=f"<@&{settings.makers}>")
    why, word = await turn.run(unwelcome, channel.guild.id, turn.who)
    return turn.post(why, word=word) if why else None


def sought(turn: Turn, kind: str) -> str:
    """Return where a game that somebody looks for can be shown, or "" if it can't be here."""
    interaction, settings = turn.interaction, turn.door.servers.of(turn.interaction.guild_id)
    here = interaction.channel
    parent = here.parent if isinstance(here, discord.Thread) else here
    try:
        channel = channel_of(interaction, kind, parent if isinstance(parent, Home) else None)
    except (Declined, RightsLacking):
        return ""
    allowed = (*settings.channels, settings.homes.get(kind))
    if (settings.channels and channel.id not in allowed) or (
        settings.kinds and kind not in settings.kinds
    ):
        return ""
    spoken = settings.language or str(interaction.guild_locale or turn.door.language)
    return f"{channel.guild.id}/{channel.id}/{words.words(spoken).language}"


def unmade(turn: Turn, error: Exception) -> Post:
    if isinstance(error, discord.RateLimited):
        then = turn.door.writer.clock.now() + ceil(error.retry_after)
        return turn.post("discord-later", due=words.moment(then))
    code = error.code if isinstance(error, discord.HTTPException) else 0
    if code in LIMITS:
        return turn.post(LIMITS[code])
    if isinstance(error, discord.Forbidden):
        return turn.post("discord-no-right", right=turn.say("discord-right-thread"))
    return turn.post("discord-refuses", code=str(code))


async def given_up(door: DiscordDoor, game: str) -> None:
    door.servers.here.discard(game)
    await cleared(door)


async def cleared(door: DiscordDoor, before: int | None = None) -> None:
    """Remove the remains of failed games.

    These are all but the games being created in this process, or with ``before`` those begun before
    that second. If Discord doesn't allow it now, it is tried again later.
    """
    for game, making in list(door.servers.making.items()):
        made = game in door.servers.here if before is None else making.at > before
        if made:
            continue
        try:
            if game not in door.memory.places:
                await clear(door, game, making.channel)
        except discord.HTTPException as error:
            if error.status not in (403, 404):
                log.warning("what is left of game %s stays for now: %s", game, error)
                continue
        except UNREACHABLE as error:
            log.warning("what is left of game %s stays for now: %s", game, error)
            continue
        await door.servers.end(game)


async def clear(door: DiscordDoor, game: str, channel: int) -> None:
    client, handled = door.connection.now, set[int]()
    user, home = client.user, client.get_channel(channel)
    assert user is not None, "known after the login"
    if isinstance(home, discord.TextChannel):
        async for message in home.history(limit=LOOKED_AT):
            if message.author.id != user.id or game not in games_named(message):
                continue
            try:
                thread = await client.fetch_channel(message.id)
            except discord.NotFound:
                thread = None
            if isinstance(thread, discord.Thread):
                handled.add(thread.id)
                await remove(thread, door.language)
            await message.delete()
    for one in list(home.threads) if isinstance(home, Home) else ():
        if one.owner_id == user.id and one.name.endswith(f" {game}") and one.id not in handled:
            await remove(one, door.language)


async def remove(thread: discord.Thread, language: str) -> None:
    try:
        await thread.delete()
    except discord.Forbidden:
        await thread.send(words.words(language).say("discord-unmade"))
        await thread.edit(archived=True)


def games_named(message: discord.Message) -> set[str]:
    found, wanted = set[str](), list[Any](message.components)
    while wanted:
        one = wanted.pop()
        wanted += [*getattr(one, "children", ()), *filter(None, [getattr(one, "accessory", None)])]
        if (name := ids.read(getattr(one, "custom_id", None) or "")) is not None:
            found.add(name.game)
    return found
