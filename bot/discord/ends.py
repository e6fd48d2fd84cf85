"""What is taken from a game at Discord: its thread, its channel, its server, its people. The game
goes on; players are told directly, the operator by the service that looks after services, and
moderators by `/mod list`.
"""

import logging
from collections.abc import Iterable

import discord

from bot import queries
from bot.discord import closing, words
from bot.discord.channels import DOOR, GameChannel, Loss
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.post import Post, escaped
from engine.plan import DAY
from engine.referee.batch import Batch
from engine.referee.register import Contact

log = logging.getLogger(__name__)

REMEDY = (
    "; invite the bot again where it was removed; where a channel is gone, players go on by direct"
    " messages, and `meanwhile gm ID close` ends a game"
)
GRANT = "; give the bot these rights there, and all that waits is shown by itself"
UNKNOWN_MEMBER = 10007
"""Discord's word for: nobody of this server."""
LOOKED_AT = 500
"""People who are looked for at once; more would take long."""
BEFORE_AN_ANSWER = 4
"""People who are looked for before somebody is answered."""


async def lost(door: DiscordDoor, places: Iterable[GameChannel], what: Loss) -> None:
    """Note what these games have lost, and tell their players, each of them once."""
    games: dict[int, list[GameChannel]] = {}
    for place in list(places):
        await door.memory.change(place.game, lost=what, lost_at=door.writer.clock.now())
        for user in (await door.people(place.game)).values():
            games.setdefault(user, []).append(place)
    for user, mine in games.items():
        said = words.words(door.language_of(user))
        named = [f"{escaped(said.title(one.kind))} `{one.game}`" for one in mine]
        text = said.say(f"discord-lost-{what}", games=said.listed(named))
        mark = door.names.seal("lost", what, user, door.writer.clock.now())
        if door.memory.person(user).direct is False:
            continue
        try:
            await door.direct(user, Post(text), mark)
        except UNREACHABLE as error:
            log.info("somebody was not told what a game has lost: %s", error)


async def thread_deleted(door: DiscordDoor, thread: int) -> None:
    """Tell that the thread of a game is gone, by itself and not with its channel; its next news
    makes it anew.
    """
    there, here = door.connection.now.get_channel, door.memory.running()
    here = [one for one in here if one.thread == thread and there(one.channel) is not None]
    await lost(door, here, "thread")


async def channel_deleted(door: DiscordDoor, channel: int) -> None:
    """Tell that a channel is gone, with the threads of its games."""
    here = [place for place in door.memory.running() if place.channel == channel]
    await lost(door, here, "channel")
    for guild, settings in list(door.servers.settings.items()):
        left = tuple(one for one in settings.channels if one != channel)
        await door.servers.change(guild, channels=left)
        if settings.open == channel:
            await door.servers.change(guild, open=0, post=0)


async def server_left(door: DiscordDoor, guild: int) -> None:
    """Tell that the bot was thrown out of a server."""
    here = [place for place in door.memory.running() if place.guild == guild]
    await lost(door, here, "server")


async def server_back(door: DiscordDoor, guild: int) -> None:
    """Show the games of a server again that the bot is in."""
    for place in door.memory.running():
        if place.guild == guild and place.lost == "server":
            await door.memory.change(place.game, lost="", lost_at=0)
    door.writer.dispatcher.door_is_back(door.name)


def ails(door: DiscordDoor) -> str:
    """Return which games cannot be shown, for the operator; nothing if all can."""
    gone = [place for place in door.memory.running() if place.lost in ("channel", "server")]
    said = (f"{place.game} (its {place.lost} is gone)" for place in gone)
    lines = [f"games without a place: {', '.join(said)}{REMEDY}"] if gone else []
    closed = [place for place in door.memory.running() if place.lost == "closed"]
    if closed:
        refused = (f"{place.game} ({closing.cause(place)})" for place in closed)
        lines.append(f"games that Discord refuses to show: {', '.join(refused)}{GRANT}")
    return "; ".join(lines)


# ---- people


def owners(batch: Batch, game: str) -> list[Contact]:
    """Return who has made a game, or was handed it."""
    return [who for who, role in batch.register.staff(game).items() if role == "owner"]


async def look_for_members(
    door: DiscordDoor, guild: int | None = None, most: int = LOOKED_AT
) -> None:
    """Look whether the players and owners of the running games of a server, or of all, are still
    there: of those that nobody has looked for today at most so many, owners first, then those who
    are asked. Somebody who is not there is named in the thread of the game, once.
    """
    people: dict[GameChannel, set[int]] = {}
    first, asked, rest = list[tuple[int, int]](), list[tuple[int, int]](), list[tuple[int, int]]()
    for place in door.memory.running():
        if guild not in (None, place.guild) or place.lost in ("channel", "server"):
            continue
        players = await door.people(place.game)
        staff = await door.writer.run(owners, place.game)
        own = [int(sender) for at, sender in staff if at == DOOR]
        seen = await door.writer.run(queries.seen, place.game, None)
        turns = closing.asked_of(seen) if seen is not None else ()
        people[place] = {*players.values(), *own}
        first += [(place.guild, user) for user in own]
        asked += [(place.guild, user) for seat, user in players.items() if seat in turns]
        rest += [(place.guild, user) for user in players.values()]
    now = door.writer.clock.now()
    unknown = [
        one
        for one in dict.fromkeys([*first, *asked, *rest])
        if one not in door.members or door.members[one][0] <= now - DAY
    ]
    for one in unknown[:most]:
        there = await is_member(door, *one)
        if there is not None:
            door.members[one] = now, there
    for place, users in people.items():
        known = {
            user: door.members[place.guild, user][1]
            for user in users
            if (place.guild, user) in door.members
        }
        gone = {user for user in users if not known.get(user, user not in place.left)}
        for user in gone - set(place.left):
            await tell_of(door, place, user)
        if gone != set(place.left):
            await door.memory.change(place.game, left=tuple(sorted(gone)))


async def is_member(door: DiscordDoor, guild: int, user: int) -> bool | None:
    """Return whether somebody is in a server; ``None``: Discord does not say."""
    try:
        await door.connection.now.http.get_member(guild, user)
    except discord.NotFound as error:
        return error.code != UNKNOWN_MEMBER
    except UNREACHABLE:
        return None
    return True


async def tell_of(door: DiscordDoor, place: GameChannel, user: int) -> None:
    """Say in the thread of a game that somebody has left the server."""
    said = words.words(place.language)
    name = await door.writer.run(lambda batch: batch.register.name((DOOR, str(user))))
    text = said.say("discord-member-gone", name=escaped(name))
    mark = door.names.seal("gone", place.game, user, place.thread)
    try:
        await door.connection.post(place.thread, Post(text), mark)
        await door.said_below(place)
    except UNREACHABLE as error:
        log.info("game %s was not told that somebody has left: %s", place.game, error)
