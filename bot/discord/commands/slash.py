"""How a function becomes a slash command: by its own parameters, and the catalogue's words."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

import renderers
from bot import queries
from bot.discord import ways, words
from bot.discord.answer import Interaction, Turn, handle
from bot.discord.limits import CHOICES, OPTION
from bot.discord.post import Post
from engine.menu import Menu
from engine.referee.desk import WORDS
from engine.referee.desk.person import WAYS
from engine.referee.doors import Seen
from engine.state import PUBLIC, Seat

Choices = list[app_commands.Choice[str]]


def choices(texts: Iterable[str]) -> Choices:
    """Return as many texts as Discord takes, each as long as it takes."""
    cut = [text[:OPTION] for text in texts]
    return [app_commands.Choice(name=text, value=text) for text in cut][:CHOICES]


async def meant(interaction: Interaction) -> Seen | None:
    turn, said = Turn(interaction), interaction.namespace.game
    return await turn.seen(await turn.which(said if isinstance(said, str) else None))


async def games(interaction: Interaction, current: str) -> Choices:
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
    return [] if seen.viewer == PUBLIC else choices(ways.typing(menu, current, seen.question))


async def order(interaction: Interaction, current: str) -> Choices:
    seen = await meant(interaction)
    return going_on(seen, seen.menu, current) if seen else []


async def anytime(interaction: Interaction, current: str) -> Choices:
    seen = await meant(interaction)
    return going_on(seen, ways.anytime(seen.menu), current) if seen else []


async def look(interaction: Interaction, current: str) -> Choices:
    seen = await meant(interaction)
    return beginning(current, renderers.modes(seen.kind.name, seen.view) if seen else ())


async def seat(interaction: Interaction, current: str) -> Choices:
    return beginning(current, seats_of(await meant(interaction)))


async def receiver(interaction: Interaction, current: str) -> Choices:
    return beginning(current, ["*", *seats_of(await meant(interaction))])


async def how(_: Interaction, current: str) -> Choices:
    return beginning(current, WAYS)


def seats_of(seen: Seen | None) -> list[Seat]:
    return [chair.seat for chair in seen.chairs] if seen else []


def beginning(current: str, texts: Iterable[str]) -> Choices:
    return choices(one for one in texts if one.casefold().startswith(current.casefold()))


Act = Callable[..., Awaitable[Post]]
"""What a command does; gets the turn, and what was filled in by name."""
Completion = Callable[[Interaction, str], Coroutine[Any, Any, Choices]]
Command = app_commands.Command[Any, ..., None]

KIND = inspect.Parameter.POSITIONAL_OR_KEYWORD


def text(message: str) -> locale_str:
    return locale_str(words.words("en").say(message), message=message)


def title(kind: str) -> locale_str:
    return locale_str(words.words("en").title(kind), message=f"{kind}-title")


def named(which: str) -> locale_str:
    return locale_str(which.rpartition("-")[2], message=f"name-{which}")


def group(name: str, **more: Any) -> app_commands.Group:
    return app_commands.Group(name=named(name), description=text(f"command-{name}"), **more)


def description(which: str) -> locale_str:
    if words.words("en").knows(f"command-{which}"):
        return text(f"command-{which}")
    return text(next(one.message() for one in WORDS if one.command() == which.replace("-", " ")))


def built(
    which: str, act: Act, options: Iterable[inspect.Parameter], completed: Mapping[str, Completion]
) -> Command:
    """Return the command ``GROUP-NAME``, or ``NAME``, with these options, some of which are
    completed; ``game`` always is.
    """

    async def callback(interaction: Interaction, **given: Any) -> None:
        await handle(interaction, partial(act, **given))

    parameters = [option.replace(kind=KIND) for option in options]
    first = inspect.Parameter("interaction", KIND)
    # The library reads what options there are from the signature.
    callback.__signature__ = inspect.Signature([first, *parameters])  # type: ignore[attr-defined]  # functions have one if one gives it to them
    names = [option.name for option in parameters]
    known = {"game": games, **completed}
    kept = {name: known[name] for name in names if name in known}
    app_commands.describe(**{name: text(f"option-{name}") for name in names})(callback)
    app_commands.autocomplete(**kept)(callback)
    return app_commands.Command(
        name=named(which), description=description(which), callback=callback
    )


def command(
    which: str, into: app_commands.Group | None = None, **completed: Completion
) -> Callable[[Act], Command]:
    def made(act: Act) -> Command:
        _, *options = inspect.signature(act).parameters.values()
        one = built(which, act, options, completed)
        if into is not None:
            into.add_command(one)
        return one

    return made
