"""Turns a method into a slash command, using its arguments and the catalogue's words."""

import inspect
from collections.abc import Awaitable, Callable
from functools import partial, wraps
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str

from bot.discord import words
from bot.discord.answer import answered
from bot.discord.post import Post
from engine.referee.commands import WORDS

Act = Callable[..., Awaitable[Post]]
"""A command's body. It gets its group, if any, the turn, and the options by name."""
FORM = "form"
"""A key in the extras of a command that opens a form."""
Command = app_commands.Command[Any, ..., None]


def text(message: str) -> locale_str:
    return locale_str(words.words("en").say(message), message=message)


def title(kind: str) -> locale_str:
    return locale_str(words.words("en").title(kind), message=f"{kind}-title")


def named(which: str) -> locale_str:
    return locale_str(which.rpartition("-")[2], message=f"name-{which}")


def description(which: str) -> locale_str:
    if words.words("en").knows(f"command-{which}"):
        return text(f"command-{which}")
    return text(next(one.message() for one in WORDS if one.command() == which.replace("-", " ")))


def command(which: str) -> Callable[[Act], Command]:
    """Return a decorator that makes the command ``GROUP-NAME`` or ``NAME`` of a function."""

    def decorate(act: Act) -> Command:
        @wraps(act)
        async def callback(*given: Any, **filled: Any) -> None:
            *own, interaction = given
            await answered(interaction, partial(act, *own, **filled))

        return called(which)(callback)

    return decorate


def called(which: str, **extras: bool) -> Callable[[Callable[..., Any]], Command]:
    """Return a decorator that makes a command of a callback of the library's form."""

    def decorate(callback: Callable[..., Any]) -> Command:
        names = [*inspect.signature(callback).parameters]
        options = {name: text(f"option-{name}") for name in names[1 + ("self" in names) :]}
        app_commands.describe(**options)(callback)
        return app_commands.command(
            name=named(which), description=description(which), extras=extras
        )(callback)

    return decorate
