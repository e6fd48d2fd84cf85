"""How a function becomes a slash command: by its own parameters, and the catalogue's words."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot.discord import words
from bot.discord.answer import Interaction, handle
from bot.discord.commands import completions
from bot.discord.post import Post
from engine.referee.desk import WORDS

Act = Callable[..., Awaitable[Post]]
"""What a command does; gets the turn, and what was filled in by name."""
Completion = Callable[[Interaction, str], Coroutine[Any, Any, completions.Choices]]
Command = app_commands.Command[Any, ..., None]

KIND = inspect.Parameter.POSITIONAL_OR_KEYWORD


def text(message: str) -> locale_str:
    """Return a description, to be translated."""
    return locale_str(words.words("en").say(message), message=message)


def title(kind: str) -> locale_str:
    """Return what people call a game, to be translated."""
    return locale_str(words.words("en").title(kind), message=f"{kind}-title")


def named(which: str) -> locale_str:
    """Return the name of a command, without its group, to be translated."""
    return locale_str(which.rpartition("-")[2], message=f"name-{which}")


def group(name: str, **more: Any) -> app_commands.Group:
    """Return a group of commands, still empty."""
    return app_commands.Group(name=named(name), description=text(f"command-{name}"), **more)


def description(which: str) -> locale_str:
    """Return what a command does; what a word to the referee does, all doors say alike."""
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
    known = {"game": completions.games, **completed}
    kept = {name: known[name] for name in names if name in known}
    app_commands.describe(**{name: text(f"option-{name}") for name in names})(callback)
    app_commands.autocomplete(**kept)(callback)
    return app_commands.Command(
        name=named(which), description=description(which), callback=callback
    )


def command(
    which: str, into: app_commands.Group | None = None, **completed: Completion
) -> Callable[[Act], Command]:
    """Make a command of a function: its parameters behind the turn are the options."""

    def made(act: Act) -> Command:
        _, *options = inspect.signature(act).parameters.values()
        one = built(which, act, options, completed)
        if into is not None:
            into.add_command(one)
        return one

    return made
