"""What a player says: `/order`, `/menu`, `/withdraw`, `/undo`, `/say`, `/proof`."""

from discord import app_commands

from bot.discord import endings, inbox
from bot.discord.answer import Turn, ordered
from bot.discord.commands import completions
from bot.discord.commands.slash import command
from bot.discord.post import Post
from engine.state import PUBLIC


@command("order", text=completions.order)
async def order(turn: Turn, text: str, game: str | None = None) -> Post:
    """Give an order in the game that is named, or that is shown here, or that asks this person."""
    where = game.strip().casefold() if game else turn.here
    return await ordered(turn, where, text, typed=True)


@command("menu")
async def menu(turn: Turn, game: str | None = None) -> Post:
    """Show what may be ordered, to press."""
    seen = await turn.game(game)
    return await turn.panel(seen)


@command("withdraw")
async def withdraw(turn: Turn, game: str | None = None) -> Post:
    """Ask whether the person wants to leave a running game."""
    seen = await turn.own_game(game)
    if endings.word_of(seen):
        return endings.asks(turn, seen)
    if seen.viewer != PUBLIC and seen.result is None and seen.asked is not None:
        return endings.cannot(turn, seen)
    return await ordered(turn, seen.game, endings.LEAVING[0])


@command("undo")
async def undo(
    turn: Turn, line: app_commands.Range[int, 1] | None = None, game: str | None = None
) -> Post:
    """Take back the last order, or all after a line of the history."""
    return await ordered(turn, await turn.which(game), f"undo {line}" if line else "undo")


@command("say", to=completions.receiver)
async def say(
    turn: Turn, to: str, words: app_commands.Range[str, 1, 1500], game: str | None = None
) -> Post:
    """Talk to a seat, or to all (``*``)."""
    return await ordered(turn, await turn.which(game), f"say {to} {words}")


@command("proof")
async def proof(turn: Turn, game: str | None = None) -> Post:
    """Show the hashes that prove the game fair."""
    return await ordered(turn, await turn.which(game), "proof")


@command("appeal")
async def appeal(
    turn: Turn, reason: app_commands.Range[str, 1, 1500], game: str | None = None
) -> Post:
    """Ask the moderators to rule; ``none``: no longer."""
    return await ordered(turn, await turn.which(game), f"appeal {reason}")


@command("inbox")
async def waiting(turn: Turn) -> Post:
    """Show everything that waits for this person, by due time."""
    return await inbox.inbox(turn)


@command("help")
async def helped(turn: Turn) -> Post:
    """Show the commands that matter most."""
    return await inbox.helped(turn)


COMMANDS = (waiting, helped, order, menu, withdraw, undo, say, proof, appeal)
