"""Where people read and type: a terminal, or plain text from a file or pipe."""

import sys
from collections.abc import Sequence
from typing import Protocol

import click

from bot.play.asking import Asking
from bot.play.lines import typed


class Screen(Protocol):
    """What people need of the place where they read and type."""

    echoes: bool
    """Does what is typed stay visible?"""

    async def ask(self, asking: Asking) -> bytes | None:
        """The next line; ``None``: there will be no more."""

    def say(self, text: str, style: str = "") -> None:
        """A line, or several."""

    def board(self, text: str, signs: Sequence[str]) -> None:
        """A board; ``signs`` are those of its legend."""

    async def alone(self, ready: str, text: str, done: str) -> None:
        """Something that one person alone may read."""

    def renew(self, asking: Asking) -> None:
        """What is shown while it waits for a line has changed."""


class PlainScreen:
    """Lines from standard input, text to standard output."""

    echoes = False

    def __init__(self) -> None:
        self.lines = typed()

    async def ask(self, asking: Asking) -> bytes | None:
        return await anext(self.lines, None)

    def say(self, text: str, style: str = "") -> None:
        click.echo(text)

    def board(self, text: str, signs: Sequence[str]) -> None:
        click.echo(f"\n{text}")

    async def alone(self, ready: str, text: str, done: str) -> None:
        click.echo(text)

    def renew(self, asking: Asking) -> None:
        pass


def screen(*, terminal: bool) -> Screen:
    """The screen of this process."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal of another encoding shows a ? for what it lacks
    if not terminal:
        return PlainScreen()
    from bot.play.terminal import Terminal

    return Terminal()
