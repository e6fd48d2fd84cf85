"""What moderators can do to a thread; what they can do to a game are words of the desk."""

from typing import Any

import discord

from bot.discord import queries
from bot.discord.answer import Turn
from bot.discord.desk_words import rank
from bot.discord.post import Post
from engine.referee.batch import Batch
from engine.referee.desk import recipients


def barred(batch: Batch, game: str, user: int, ranked: bool) -> str:
    """Why this person may not lock the thread of a game; nothing, if they may. Who
    plays in it closes it to nobody.
    """
    who, opened = (queries.DOOR, str(user)), batch.game(game)
    if not ranked and batch.register.role(game, who) is None:
        return "refusal-not-moderator"
    return (
        "refusal-own-game" if opened is not None and recipients.stakes(batch, opened, who) else ""
    )


async def lock(turn: Turn, given: dict[str, Any]) -> Post:
    """Lock the thread of a game, for everybody but moderators of the
    server; nothing more is shown there.
    """
    which = await turn.which(given.get("game"))
    place = turn.door.memory.places.get(which or "")
    if which is None or place is None or place.guild != turn.interaction.guild_id:
        return turn.no_game()
    if why := await turn.door.writer.run(barred, which, turn.user.id, bool(rank(turn, which))):
        return Post(turn.said.say(why))
    client = turn.door.connection.client
    thread = await client.fetch_channel(place.thread) if client else None
    if not isinstance(thread, discord.Thread):
        return turn.no_game()
    try:
        await thread.edit(locked=True, archived=True)
    except discord.Forbidden:
        right = turn.said.say("discord-right-manage")
        return Post(turn.said.say("discord-no-right", right=right))
    await turn.door.memory.change(which, over=True)
    return Post(turn.said.say("discord-locked"))
