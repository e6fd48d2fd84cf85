"""`/standing`: orders that are filed beforehand, and those that answer no question."""

from bot.discord import ways
from bot.discord.answer import Turn, ordered
from bot.discord.commands import completions, desk_words
from bot.discord.commands.desk_words import Filled
from bot.discord.commands.slash import command, group
from bot.discord.post import Post

GROUP = group("standing")
desk_words.add(GROUP)


@command("standing-now", GROUP, order=completions.anytime)
async def now(turn: Turn, order: Filled, game: Filled = "") -> Post:
    """Give an order that answers no question; decline any other."""
    seen = await turn.own_game(game)
    offered = ways.anytime(seen.menu)
    if not offered.choices:
        return turn.post("discord-no-anytime")
    if not offered.takes(order):
        return Post(turn.said.examples("may", offered.examples(seen.question)))
    return await ordered(turn, seen.game, order)
