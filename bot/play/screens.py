"""Where people read and type: a terminal, or plain text from a file or pipe."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Protocol

import click
from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.patch_stdout import patch_stdout
from rich.console import Console
from rich.text import Text

from bot.play.lines import typed

STYLES = ("bold red", "yellow", "cyan", "bold green", "magenta", "bold blue", "bright_black")
"""What stands on a board, in the order of its legend."""
ROW = re.compile(r"\s*\d+ .*\S\s")
HEAD = re.compile(r"(?<!\S)> .*?(?=\s{3}|$)")


class Asking:
    """What a screen shows while it waits for a line: who is to speak, what may be said, and what completes it."""

    def __init__(self) -> None:
        self.who = ""
        self.hint = ""
        self.sealed = False
        self.complete: Callable[[str], Sequence[str]] = lambda _: ()


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


class Plain:
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


class Terminal:
    """A prompt with completion and history, one history a seat, and colours."""

    echoes = True

    def __init__(self) -> None:
        self.console = Console(highlight=False)
        self.sessions: dict[str, PromptSession[str]] = {}

    async def ask(self, asking: Asking) -> bytes | None:
        session = self.sessions.setdefault(asking.who, PromptSession())
        session.app.erase_when_done = asking.sealed
        try:
            with patch_stdout(raw=True):
                line = await session.prompt_async(
                    lambda: FormattedText([("bold", asking.who), ("", "> ")]),
                    bottom_toolbar=lambda: asking.hint,
                    completer=Words(asking),
                    complete_while_typing=False,
                    refresh_interval=0.5,
                )
        except (EOFError, KeyboardInterrupt):
            return None
        return line.encode("utf-8", "surrogateescape")

    def say(self, text: str, style: str = "") -> None:
        self.console.print(Text(text, style))

    def board(self, text: str, signs: Sequence[str]) -> None:
        self.console.print()
        self.console.print(coloured(text, signs), soft_wrap=True)

    async def alone(self, ready: str, text: str, done: str) -> None:
        wait: PromptSession[str] = PromptSession(erase_when_done=True)
        try:
            await wait.prompt_async(f"{ready} ")
            with self.console.screen():
                self.console.print(Text(text), soft_wrap=True)
                await wait.prompt_async(f"{done} ")
        except (EOFError, KeyboardInterrupt):
            return


class Words(Completer):
    """Completes the word at the cursor from what may be said now."""

    def __init__(self, asking: Asking):
        self.asking = asking

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        begun = document.text_before_cursor.rpartition(" ")[2]
        for word in self.asking.complete(document.text_before_cursor):
            yield Completion(word, -len(begun))


def coloured(text: str, signs: Sequence[str]) -> Text:
    """A board in colours: its banner, who is to move, and the signs of its legend."""
    shown = Text()
    for i, line in enumerate(text.splitlines()):
        part = Text(line, "bold" if i == 0 else "")
        part.highlight_regex(HEAD, "bold")
        if ROW.match(line) or any(f"   {sign} " in line for sign in signs):
            for (start, end), style in found(line, signs):
                part.stylize(style, start, end)
        shown.append(part).append("\n")
    shown.rstrip()
    return shown


def found(line: str, signs: Sequence[str]) -> Iterator[tuple[tuple[int, int], str]]:
    """Where the signs of the legend stand in a line, and how each is shown."""
    for sign, style in zip(signs, STYLES, strict=False):
        for match in re.finditer(rf"(?<=\s){re.escape(sign)}(?=\s|$)", line):
            yield match.span(), style


def screen(terminal: bool) -> Screen:
    """The screen of this process."""
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal of another encoding shows a ? for what it lacks
    return Terminal() if terminal else Plain()
