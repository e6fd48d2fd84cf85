"""The screens on which people read and type: a terminal, or plain text from a file or pipe."""

import sys
from collections.abc import Sequence
from typing import Protocol

import click

from bot.play.asking import Asking
from bot.play.lines import typed


class Screen(Protocol):
    echoes: bool
    """Whether typed text stays visible."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines; 0 lines means no limit."""

    async def ask(self, asking: Asking) -> bytes | None:
        """Return the next line, or ``None`` at the end of the input."""

    def say(self, text: str, style: str = "") -> None:
        """Show one or several lines."""

    def board(self, text: str, signs: Sequence[str]) -> None:
        """Show a board; ``signs`` are those of its legend."""

    def link(self, text: str, path: str) -> None:
        """Show a line that names a file, which a terminal may open."""

    async def alone(self, ready: str, text: str, done: str) -> None:
        """Show something that only one person may read."""

    def renew(self, asking: Asking) -> None:
        """Show changes next to the prompt while a line is awaited."""


class PlainScreen:
    """Lines from standard input, text to standard output."""

    echoes, size = False, (100, 0)

    def __init__(self) -> None:
        self.lines = typed()

    async def ask(self, asking: Asking) -> bytes | None:
        return await anext(self.lines, None)

    def say(self, text: str, style: str = "") -> None:
        click.echo(text)

    def board(self, text: str, signs: Sequence[str]) -> None:
        click.echo(f"\n{text}")

    def link(self, text: str, path: str) -> None:
        click.echo(text)

    async def alone(self, ready: str, text: str, done: str) -> None:
        click.echo(text)

    def renew(self, asking: Asking) -> None:
        pass


def at_terminal() -> bool:
    """Return whether this process reads from a terminal and writes to one."""
    return all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))


def screen(*, terminal: bool) -> Screen:
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal of another encoding shows a ? for what it lacks
    if not terminal:
        return PlainScreen()
    from bot.play.terminal import Terminal

    return Terminal()
