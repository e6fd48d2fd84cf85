"""What moderators can do to a thread; what they can do to a game are words of the desk."""

from functools import partial
from typing import Any

import discord

from bot.discord import looks
from bot.discord.answer import Turn
from bot.discord.deskwords import rank
from bot.discord.post import Post
from engine.batch import Batch


def has_role(game: str, user: int, batch: Batch) -> bool:
    """Is this person the owner or a moderator of the game?"""
    return batch.register.role(game, (looks.DOOR, str(user))) is not None


async def lock(turn: Turn, given: dict[str, Any]) -> Post:
    """Lock the thread of a game, for everybody but moderators of the server; nothing more is shown there."""
    which = await turn.which(given.get("game"))
    place = turn.door.memory.places.get(which or "")
    if which is None or place is None or place.guild != turn.interaction.guild_id:
        return turn.no_game()
    if not rank(turn, which) and not await turn.door.writer.look(partial(has_role, which, turn.user.id)):
        return Post(turn.said.say("refusal-not-moderator"))
    client = turn.door.client
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
