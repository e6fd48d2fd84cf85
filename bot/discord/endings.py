"""What stands behind the card of a game that is over: its film as a player saw it, the proof that
it was fair, and the same game again.
"""

import discord
from msgspec.structs import replace

from bot import queries
from bot.discord import new_games
from bot.discord.answer import Declined, Turn, joined, ordered
from bot.discord.ids import Name
from bot.discord.post import Post
from engine.referee.batch import Batch
from engine.referee.new_games import new_id, new_secret
from engine.state import PUBLIC, Setup

DAY = 86_400
"""Seconds for which the seats of a game that is played again are kept."""


async def film(turn: Turn, *, mine: bool = False, game: str | None = None) -> Post:
    """Show the film of a game: as everybody could see it, or with ``mine`` as this person could."""
    seen, projector = await turn.game(game), turn.door.projector
    if mine and seen.viewer == PUBLIC:
        return turn.post("discord-watching")
    if turn.user.id in projector.waiting:
        return turn.post("discord-film-busy")
    reel = await turn.run(queries.reel, seen.game, seen.viewer if mine else PUBLIC)
    if reel is None:
        raise Declined
    picture, alt = await projector.draw(turn.user.id, reel, turn.said.language)
    if not picture:
        return turn.post("discord-nothing-told")
    said = turn.say("discord-film", game=seen.game, mine="yes" if mine else "no")
    return Post(said, picture=picture, alt=alt)


async def own_film(turn: Turn, name: Name) -> Post:
    """Return the film as this person could see the game; who had no seat sees the public one."""
    seen = await turn.game(name.game)
    return await film(turn, mine=seen.viewer != PUBLIC, game=name.game)


async def fair(turn: Turn, name: Name) -> Post:
    """Return what proves that the game was fair."""
    return await ordered(turn, name.game, "proof")


async def rematch(turn: Turn, name: Name) -> Post:
    """Begin the same game again, with the seats kept for who played it; who presses later is told
    where it is.
    """
    memory = turn.door.memory
    async with turn.door.rematching:
        seen = await turn.own_game(name.game)
        place = memory.places.get(name.game)
        if place is None or seen.result is None:
            raise Declined
        if (again := memory.places.get(place.rematch)) is not None:
            return turn.post("discord-rematch", place=again.link)
        channel = await turn.door.connection.now.fetch_channel(place.channel)
        if not isinstance(channel, discord.TextChannel):
            raise Declined("discord-not-here")
        now = turn.door.writer.clock.now()
        made = await turn.run(played_again, name.game, now)
        people = await turn.door.people(name.game)
        post = await new_games.made(turn, place.kind, made, join=False, channel=channel)
        if made.id in memory.places:
            await memory.change(made.id, kept=tuple(people.values()), kept_until=now + DAY)
            await memory.change(name.game, rematch=made.id)
    if made.id not in memory.places:
        return post
    took = await joined(turn, made.id, id=f"{turn.id}/join")
    return replace(took, text=f"{post.text}\n{took.text}")


def played_again(batch: Batch, game: str, now: int) -> Setup:
    """Return what a game like this one is made of: the same but for its id and its dice."""
    setup = queries.opened_game(batch, game).table.setup
    return replace(
        setup, id=new_id(), secret=new_secret(), at=now, dice_id="", loaded={}, thrown={}
    )
