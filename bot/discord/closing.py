"""Handles places where Discord refuses our messages: they are closed until a message works.

Players are told once by direct message, and then get every question that way. If a player can't be
reached, and always for sealed questions, a line of text mentions all players asked: in the thread,
else in its channel, else in the system channel of the server. In games with sealed questions, that
line depends on public facts only.
"""

import asyncio
import logging
from collections.abc import Iterable

import discord

from bot import queries
from bot.discord import connection, ids, words
from bot.discord.channels import DOOR, GameChannel, Loss
from bot.discord.connection import UNKNOWN_CHANNEL, UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.post import Post, escaped
from engine.plan import DAY
from engine.referee.accounts import Account
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from renderers import Sentences, reading

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 60, 3600
"""First and longest delay before a closed place is tried again, in seconds. The delay doubles."""
SOON = 3.0
"""Seconds after which everything is tried once more when rights are back."""
OTHERWISE = (401, 408, 429)
"""HTTP statuses that say nothing about a place: token, time-out, rate limit."""


def code_of(error: Exception) -> int | None:
    """Return Discord's code for a refusal of the place, or ``None`` for any other error."""
    if isinstance(error, discord.HTTPException):
        refuses = 400 <= error.status < 500 and error.status not in OTHERWISE and error.code
        return error.code if refuses else None
    return 0 if isinstance(error, discord.ClientException) else None


async def refused(
    door: DiscordDoor, game: str, error: Exception, *, card: bool = True
) -> int | None:
    """Close the place of a game if Discord refuses our messages, and return when to retry.

    Returns ``None`` if the place stays open. Without ``card``, something else than a card was
    refused, and the place is closed only if a right is missing that cards need, too.
    """
    code, place = code_of(error), door.memory.places.get(game)
    if code is None or place is None or place.over:
        return None
    lacks = connection.rights_lacking(door.connection, place.channel)
    if not card and not connection.CARD_RIGHTS & set(lacks):
        return None
    if place.lost in ("", "thread"):
        what = "channel" if code == UNKNOWN_CHANNEL else "closed"
        now = door.writer.clock.now()
        place = await door.memory.change(game, lost=what, lost_at=now, lacks=lacks, code=code)
        log.error("game %s: Discord refuses to show it: %s", game, cause(place))
        await tell(door, place)
    elif place.lost == "closed":
        await door.memory.change(game, lacks=lacks, code=code)
    failures = door.refusals[game] = door.refusals.get(game, 0) + card
    wait = min(LONGEST_WAIT, FIRST_WAIT << min(max(failures - 1, 0), 20))
    return door.writer.clock.now() + wait


def cause(place: GameChannel) -> str:
    if not place.lacks:
        return f"Discord's code {place.code} in channel {place.channel}"
    missing = ", ".join(one.replace("_", " ") for one in place.lacks)
    return f"missing in channel {place.channel}: {missing}"


def why(said: Sentences, place: GameChannel) -> str:
    there = f"<#{place.channel}>"
    lacks = connection.rights_named(said, place.lacks)
    return said.say("discord-closed-why", place=there, rights=lacks or "none", code=str(place.code))


async def tell(door: DiscordDoor, place: GameChannel) -> None:
    seen = await door.writer.run(queries.seen, place.game, None)
    if seen is None:
        return
    asked, missed = asked_of(seen), False
    for seat, user in (await door.people(place.game)).items():
        said = words.words(door.language_of(user, place.game))
        text = said.say(
            f"discord-lost-{place.lost}",
            games=f"{escaped(said.title(place.kind))} `{place.game}`",
            why=why(said, place),
            asked="yes" if seat in asked else "no",
        )
        button = ids.orders_button(said, door.names, place.game)
        mark = door.names.seal("closed", place.game, user, place.lost_at)
        heard = await told(door, user, Post(text, buttons=(button,)), mark)
        missed = missed or (seat in asked and not heard)
    if missed or seen.sealed:
        await unseen(door, place.game)


async def told(door: DiscordDoor, user: int, post: Post, mark: str) -> bool:
    """Send a direct message, and return whether it arrived."""
    if door.memory.person(user).direct is False:
        return False
    try:
        await door.direct(user, post, mark)
    except UNREACHABLE as error:
        log.info("somebody was not told that a game is closed or lost: %s", error)
        return False
    return True


def asked_of(seen: GameView) -> tuple[str, ...]:
    return tuple(seen.asked.seats) if seen.asked is not None and seen.result is None else ()


async def unseen(door: DiscordDoor, game: str) -> None:
    """Mention all players asked in a line of text, once per question, if Discord accepts one."""
    place, seen = door.memory.places[game], await door.writer.run(queries.seen, game, None)
    if seen is None or not asked_of(seen) or place.noticed == seen.question:
        return
    await door.memory.change(game, noticed=seen.question)
    people, names = await door.people(game), reading.people(seen)
    called = [
        f"<@{people[seat]}>" if seat in people else f"**{escaped(names.get(seat, seat))}**"
        for seat in asked_of(seen)
    ]
    said = words.words(place.language)
    text = said.say(
        "discord-closed-notice",
        who=reading.both(said, called),
        game=f"{escaped(said.title(place.kind))} `{game}`",
        why=why(said, place),
    )
    mark = door.names.seal("unseen", game, seen.question, place.lost_at)
    loud = [people[seat] for seat in asked_of(seen) if seat in people]
    await call_somewhere(door, place, text, mark, loud, (place.thread, place.channel))


async def call_somewhere(
    door: DiscordDoor,
    place: GameChannel,
    text: str,
    mark: str,
    loud: list[int],
    channels: tuple[int, ...],
) -> None:
    guild = door.connection.now.get_guild(place.guild)
    system = guild.system_channel if guild is not None else None
    for channel in (*channels, *([system.id] if system is not None else [])):
        try:
            await door.connection.post(channel, Post(text), mark, loud=loud)
        except UNREACHABLE as error:
            log.info("channel %s took no line about game %s: %s", channel, place.game, error)
        else:
            return
    log.error("game %s: no channel of its server takes a line for its players", place.game)


async def works(door: DiscordDoor, game: str, *, card: bool = True) -> None:
    """Reopen a place after a card went through, or if no right is missing after all."""
    place = door.memory.places.get(game)
    if place is None or place.lost != "closed":
        return
    if not card and (not place.lacks or connection.rights_lacking(door.connection, place.channel)):
        return
    door.refusals.pop(game, None)
    await door.memory.change(game, lost="", lost_at=0, lacks=(), code=0, noticed=0)
    log.info("game %s can be shown again", game)
    door.writer.dispatcher.door_is_back(door.name)
    if card:
        door.show.soon(game)


async def rights_changed(door: DiscordDoor, guild: int) -> None:
    again = False
    for place in list(door.memory.places.values()):
        if place.guild != guild or place.lost != "closed":
            continue
        lacks = connection.rights_lacking(door.connection, place.channel)
        if lacks:
            await door.memory.change(place.game, lacks=lacks)
        if not connection.CARD_RIGHTS & set(lacks):
            again = True
            door.refusals.pop(place.game, None)
            door.show.soon(place.game)
    if again:
        retry(door)
        # A message on its way now may still be refused.
        asyncio.get_running_loop().call_later(SOON, retry, door)
    door.club.retry(guild)


def retry(door: DiscordDoor) -> None:
    if not door.closing:
        door.writer.dispatcher.door_is_back(door.name)


REMEDY = (
    "; invite the bot again where it was removed; where a channel is gone, players go on by direct"
    " messages, and `meanwhile gm ID close` ends a game"
)
GRANT = "; give the bot these rights there, and all that waits is shown by itself"
UNKNOWN_MEMBER = 10007
"""Discord's code for “not a member of this server”."""
LOOKED_AT = 4
"""Maximum number of people looked up at once, since each is a request."""


async def lost(door: DiscordDoor, places: Iterable[GameChannel], what: Loss) -> None:
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
        if not await told(door, user, Post(text), mark):
            text = f"<@{user}> {text}"
            await call_somewhere(door, mine[0], text, mark, [user], (mine[0].channel,))


async def thread_deleted(door: DiscordDoor, thread: int) -> None:
    """Tell the players that their thread is gone; the next news creates another."""
    there, here = door.connection.now.get_channel, door.memory.running()
    here = [one for one in here if one.thread == thread and there(one.channel) is not None]
    await lost(door, here, "thread")


async def channel_deleted(door: DiscordDoor, channel: int) -> None:
    here = [place for place in door.memory.running() if place.channel == channel]
    await lost(door, here, "channel")
    for guild, settings in list(door.servers.settings.items()):
        left = tuple(one for one in settings.channels if one != channel)
        await door.servers.change(guild, channels=left)


async def server_left(door: DiscordDoor, guild: int) -> None:
    here = [place for place in door.memory.running() if place.guild == guild]
    await lost(door, here, "server")


async def server_back(door: DiscordDoor, guild: int) -> None:
    for place in door.memory.running():
        if place.guild == guild and place.lost == "server":
            await door.memory.change(place.game, lost="", lost_at=0)
    door.writer.dispatcher.door_is_back(door.name)


def ails(door: DiscordDoor) -> str:
    gone = [place for place in door.memory.running() if place.lost in ("channel", "server")]
    said = (f"{place.game} (its {place.lost} is gone)" for place in gone)
    lines = [f"games without a place: {', '.join(said)}{REMEDY}"] if gone else []
    if left := door.connection.brake.left:
        lines.append(f"Discord refuses too many requests; the bot sends none for {left:.0f} s")
    closed = [place for place in door.memory.running() if place.lost == "closed"]
    if closed:
        refused = (f"{place.game} ({cause(place)})" for place in closed)
        lines.append(f"games that Discord refuses to show: {', '.join(refused)}{GRANT}")
    return "; ".join(lines)


# ---- people


def owners(batch: Batch, game: str) -> list[Account]:
    return [who for who, role in batch.accounts.staff(game).items() if role == "owner"]


async def look_for_members(door: DiscordDoor, guild: int | None = None) -> None:
    """Check whether players and owners of running games are still members of the server.

    ``guild`` limits this to one server. A few people not checked today are looked up: first those
    whom no private message reaches, then owners and players asked. A missing one is named in the
    thread of the game, once.
    """
    people: dict[GameChannel, set[int]] = {}
    first, asked, rest = list[tuple[int, int]](), list[tuple[int, int]](), list[tuple[int, int]]()
    for place in door.memory.running():
        if guild not in (None, place.guild) or place.lost in ("channel", "server"):
            continue
        players = await door.people(place.game)
        staff = await door.writer.run(owners, place.game)
        own = [int(sender) for at, sender in staff if at == DOOR]
        seen = await door.writer.run(queries.bare, place.game)
        turns = asked_of(seen) if seen is not None else ()
        people[place] = {*players.values(), *own}
        first += [(place.guild, user) for user in own]
        asked += [(place.guild, user) for seat, user in players.items() if seat in turns]
        rest += [(place.guild, user) for user in players.values()]
    now = door.writer.clock.now()
    unreached = [one for one in rest if door.memory.person(one[1]).direct is False]
    unknown = [
        one
        for one in dict.fromkeys([*unreached, *first, *asked, *rest])
        if one not in door.members or door.members[one][0] <= now - DAY
    ]
    for one in unknown[:LOOKED_AT]:
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
    try:
        await door.connection.now.http.get_member(guild, user)
    except discord.NotFound as error:
        return error.code != UNKNOWN_MEMBER
    except UNREACHABLE:
        return None
    return True


async def tell_of(door: DiscordDoor, place: GameChannel, user: int) -> None:
    said = words.words(place.language)
    name = await door.writer.run(lambda batch: batch.accounts.name((DOOR, str(user))))
    text = said.say("discord-member-gone", name=escaped(name))
    mark = door.names.seal("gone", place.game, user, place.thread)
    try:
        await door.connection.post(place.thread, Post(text), mark)
        await door.said_below(place)
    except UNREACHABLE as error:
        log.info("game %s was not told that somebody has left: %s", place.game, error)
