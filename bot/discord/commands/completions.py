"""What may stand in an option, while somebody types it."""

from collections.abc import Iterable

from discord import app_commands

import renderers
from bot import queries
from bot.discord import ways
from bot.discord.answer import Interaction, Turn
from bot.discord.limits import CHOICES, OPTION
from engine.menu import Menu
from engine.referee.desk.person import WAYS
from engine.referee.doors import Seen
from engine.state import PUBLIC, Seat

Choices = list[app_commands.Choice[str]]


def choices(texts: Iterable[str]) -> Choices:
    """Return as many texts as Discord takes, each as long as it takes."""
    cut = [text[:OPTION] for text in texts]
    return [app_commands.Choice(name=text, value=text) for text in cut][:CHOICES]


async def meant(interaction: Interaction) -> Seen | None:
    """Return the game that the command is about, as far as it is filled in."""
    turn, said = Turn(interaction), interaction.namespace.game
    return await turn.seen(await turn.which(said if isinstance(said, str) else None))


async def games(interaction: Interaction, current: str) -> Choices:
    """Return the games that somebody may mean."""
    turn = Turn(interaction)
    also = turn.door.memory.games_of_guild(interaction.guild_id)
    known = await turn.run(queries.games_of, turn.who, also)
    return [
        app_commands.Choice(
            name=f"{seen.game} {turn.said.title(seen.kind.name)}"[:OPTION], value=seen.game
        )
        for seen in known
        if seen.game.startswith(current.strip().casefold())
    ][:CHOICES]


def going_on(seen: Seen, menu: Menu, current: str) -> Choices:
    """Return how an order may go on, by a menu of the seat."""
    return [] if seen.viewer == PUBLIC else choices(ways.typing(menu, current, seen.question))


async def order(interaction: Interaction, current: str) -> Choices:
    """Return how the order that somebody types may go on."""
    seen = await meant(interaction)
    return going_on(seen, seen.menu, current) if seen else []


async def anytime(interaction: Interaction, current: str) -> Choices:
    """Return the same for an order that answers no question."""
    seen = await meant(interaction)
    return going_on(seen, ways.anytime(seen.menu), current) if seen else []


async def look(interaction: Interaction, current: str) -> Choices:
    """Return the looks that the board of the game that is meant has for this person now."""
    seen = await meant(interaction)
    return beginning(current, renderers.modes(seen.kind.name, seen.view) if seen else ())


async def seat(interaction: Interaction, current: str) -> Choices:
    """Return the seats of the game that is meant."""
    return beginning(current, seats_of(await meant(interaction)))


async def receiver(interaction: Interaction, current: str) -> Choices:
    """Return to whom one may speak there: all, or a seat."""
    return beginning(current, ["*", *seats_of(await meant(interaction))])


async def how(_: Interaction, current: str) -> Choices:
    """Return the ways of being told that one must act."""
    return beginning(current, WAYS)


def seats_of(seen: Seen | None) -> list[Seat]:
    """Return the seats that are taken."""
    return [chair.seat for chair in seen.chairs] if seen else []


def beginning(current: str, texts: Iterable[str]) -> Choices:
    """Return the texts that begin so, whatever the case."""
    return choices(one for one in texts if one.casefold().startswith(current.casefold()))
