"""A place in which Discord refuses what we write: it counts as closed until that works again.

Players are told directly, once, and while it lasts every question comes to them by private message.
If somebody cannot be reached so, and always if questions are sealed, a line of text names all who
are asked: in the thread, else in its channel, else in the system channel of the server. Whether
there is such a line hangs on public facts alone in games with sealed questions.
"""

import logging

import discord

from bot import queries
from bot.discord import ids, rights, words
from bot.discord.channels import GameChannel
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.post import Post, escaped
from engine.referee.doors import Seen
from renderers import Sentences

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 60, 3600
"""Seconds until a closed place is tried again, at first and at most; the wait doubles."""
OTHERWISE = (401, 408, 429)
"""States that say nothing about a place: the token, the time, the number of requests."""
UNKNOWN_CHANNEL = 10003


def code_of(error: Exception) -> int | None:
    """Return Discord's number for a refusal that lies in the place; ``None`` for anything else,
    such as an answer of a machine in between, which has no number.
    """
    if isinstance(error, discord.HTTPException):
        refuses = 400 <= error.status < 500 and error.status not in OTHERWISE and error.code
        return error.code if refuses else None
    return 0 if isinstance(error, discord.ClientException) else None


async def refused(
    door: DiscordDoor, game: str, error: Exception, *, card: bool = True
) -> int | None:
    """Close the place of a game if Discord has refused to let us write there; return the second
    of the next try, ``None`` if it is not closed. Without ``card`` something else was refused, and
    the place is closed only if a right is missing that cards need, too.
    """
    code, place = code_of(error), door.memory.places.get(game)
    if code is None or place is None or place.over:
        return None
    lacks = rights.known(door.connection, place.channel)
    if not card and not rights.CARD & set(lacks):
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
    """Return why a place is closed, for operators."""
    if not place.lacks:
        return f"Discord's code {place.code} in channel {place.channel}"
    missing = ", ".join(one.replace("_", " ") for one in place.lacks)
    return f"missing in channel {place.channel}: {missing}"


def why(said: Sentences, place: GameChannel) -> str:
    """Return the same for players and moderators."""
    there = f"<#{place.channel}>"
    lacks = rights.named(said, place.lacks)
    return said.say("discord-closed-why", place=there, rights=lacks or "none", code=str(place.code))


async def tell(door: DiscordDoor, place: GameChannel) -> None:
    """Tell the players of a game that its place is closed, each of them once."""
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
        try:
            if door.memory.person(user).direct is False:
                raise discord.ClientException("takes no direct messages")
            await door.direct(user, Post(text, buttons=(button,)), mark)
        except UNREACHABLE as error:
            missed = missed or seat in asked
            log.info("somebody was not told that game %s is closed: %s", place.game, error)
    if missed or seen.sealed:
        await unseen(door, place.game)


def asked_of(seen: Seen) -> tuple[str, ...]:
    """Return the seats that everybody knows to be asked."""
    return tuple(seen.asked.seats) if seen.asked is not None and seen.result is None else ()


async def unseen(door: DiscordDoor, game: str) -> None:
    """Name all who are asked in a line of text, where Discord takes one: once a question."""
    place, seen = door.memory.places[game], await door.writer.run(queries.seen, game, None)
    if seen is None or not asked_of(seen) or place.noticed == seen.question:
        return
    await door.memory.change(game, noticed=seen.question)
    people, names = await door.people(game), words.people(seen)
    called = [
        f"<@{people[seat]}>" if seat in people else f"**{escaped(names.get(seat, seat))}**"
        for seat in asked_of(seen)
    ]
    said = words.words(place.language)
    text = said.say(
        "discord-closed-notice",
        who=words.together(said, called),
        game=f"{escaped(said.title(place.kind))} `{game}`",
        why=why(said, place),
    )
    mark = door.names.seal("unseen", game, seen.question, place.lost_at)
    loud = [people[seat] for seat in asked_of(seen) if seat in people]
    guild = door.connection.now.get_guild(place.guild)
    system = guild.system_channel if guild is not None else None
    for channel in (place.thread, place.channel, system.id if system else None):
        if channel is None:
            continue
        try:
            await door.connection.post(channel, Post(text), mark, loud=loud)
        except UNREACHABLE as error:
            log.info("channel %s took no line about game %s: %s", channel, game, error)
        else:
            return
    log.error("game %s: no channel of its server takes a line for those who are asked", game)


async def works(door: DiscordDoor, game: str, *, card: bool = True) -> None:
    """Open the place of a game again, as Discord has taken what we wrote. Without ``card`` it was
    something else: that proves nothing unless a right was missing, and is there now.
    """
    place = door.memory.places.get(game)
    if place is None or place.lost != "closed":
        return
    if not card and (not place.lacks or rights.known(door.connection, place.channel)):
        return
    door.refusals.pop(game, None)
    await door.memory.change(game, lost="", lost_at=0, lacks=(), code=0, noticed=0)
    log.info("game %s can be shown again", game)
    door.writer.dispatcher.door_is_back(door.name)
    if card:
        door.show.soon(game)


async def rights_changed(door: DiscordDoor, guild: int) -> None:
    """Look at the closed places of a server again, as somebody has changed something there."""
    again = False
    for place in list(door.memory.places.values()):
        if place.guild != guild or place.lost != "closed":
            continue
        lacks = rights.known(door.connection, place.channel)
        if lacks:
            await door.memory.change(place.game, lacks=lacks)
        if not rights.CARD & set(lacks):
            again = True
            door.refusals.pop(place.game, None)
            door.show.soon(place.game)
    if again:
        door.writer.dispatcher.door_is_back(door.name)
    door.open_games.retry(guild)
