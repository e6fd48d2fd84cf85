"""`/mod`: what moderators can do to a thread, and the words that they have for a game."""

import discord

from bot.discord.answer import Declined, Turn
from bot.discord.commands import desk_words
from bot.discord.commands.desk_words import Filled, rank
from bot.discord.commands.slash import command, group
from bot.discord.post import Post
from bot.queries import Who
from engine.letters import Rank
from engine.referee.batch import Batch
from engine.referee.desk import recipients

GROUP = group(
    "mod",
    allowed_contexts=discord.app_commands.AppCommandContext(
        guild=True, dm_channel=False, private_channel=False
    ),
    default_permissions=discord.Permissions(manage_guild=True),
)
"""Discord shows it to who manages the server, or whom the server says instead."""

desk_words.add(GROUP, desk_words.MOD)


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
