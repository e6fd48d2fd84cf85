"""The screens on which people read and type: panes that stay, lines at a terminal, or plain text
from a file or pipe.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Protocol

import click

from bot.play import question
from bot.play.asking import Asking, ShownBoard, ShownQuestion
from bot.play.lines import typed
from bot.play.question import MARK
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import beside, wrapped

PART, NEWS = "part", "news"
"""The styles of lines that stay on the terminal when the screen is left, and of sentences that may
be joined to a paragraph.
"""


class Screen(Protocol):
    echoes: bool
    """Whether typed text stays visible: a person sits at it."""
    stays: bool
    """Whether board and question stay in panes of their own."""
    resized: Callable[[], None]
    """Called when the size has changed."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines; 0 lines means no limit."""

    def opened(self) -> AbstractAsyncContextManager[None]:
        """Take over the terminal for the time of the block."""

    async def ask(self, asking: Asking) -> bytes | None:
        """Return the next line, or ``None`` at the end of the input."""

    def say(self, text: str, style: str = "") -> None:
        """Show one or several lines of news. A refusal is ``yellow``."""

    def head(self, text: str) -> None:
        """Show which game this is, where there is a place for it."""

    def board(self, board: ShownBoard) -> None:
        """Show the changed board."""

    def question(self, asked: ShownQuestion) -> None:
        """Show the question that stands now."""

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        """Show a text that somebody wants to read now. With ``signs`` it is a board."""

    def propose(self, order: str) -> None:
        """Put an order into the line, for Enter to give and keys to change."""

    def link(self, text: str, path: str) -> None:
        """Show a line that names a file, which a terminal may open."""

    async def alone(self, ready: str, text: str, done: str) -> None:
        """Show something that only one person may read."""

    def renew(self, asking: Asking) -> None:
        """Show changes next to the prompt while a line is awaited."""


class Lines:
    """A screen that prints lines. It prints only the changes of board and question."""

    stays = False
    size: tuple[int, int]

    def __init__(self) -> None:
        self.resized: Callable[[], None] = lambda: None
        self.rows: list[str] = []
        self.last = ""  # first line of the latest question
        self.told: dict[str, tuple[str, ...]] = {}  # sentences by the question's first line
        self.more = ""

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        yield

    def say(self, text: str, style: str = "") -> None:
        raise NotImplementedError  # panes, coloured lines and plain text differ

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        raise NotImplementedError  # panes, coloured lines and plain text differ

    def part(self, text: str, signs: Sequence[str]) -> None:
        self.say(text)

    def head(self, text: str) -> None:
        """Leave it to the news, which begin with it."""

    def propose(self, order: str) -> None:
        """Leave it to the refusal, which names it."""

    def board(self, board: ShownBoard) -> None:
        # News and question have told already what is above the map.
        before, self.rows = self.rows, [*board.rows, *board.summary]
        if not before:
            rows, rest = beside(board.rows, board.summary, (), self.size[0] - 1)
            more = (line for part in (*rest, board.more) for line in part)
            parts = ("\n".join(board.head), "\n".join(rows), "\n".join(map(str, more)))
            self.page("", "\n\n".join(filter(None, parts)), board.signs)
            return
        facts = " · ".join(row.strip() for row in board.summary if row not in before)
        new = [row for row in board.rows if row not in before]
        if new := [*new, *wrapped(filter(None, [facts]), TextLayout(self.size[0] - 1))]:
            self.part("\n".join(new), board.signs)

    def question(self, asked: ShownQuestion) -> None:
        if not asked.lines:
            return
        width = self.size[0]
        head, *rest = asked.lines
        known = (*self.told.get(head, ()), *self.told.get(self.last, ()))
        new = question.prose(line for line in rest if line not in known)
        again, self.last = head == self.last, head
        self.told[head] = tuple(rest)
        shown = [(f"{MARK} {new}", "")] if again and new else [(head, question.ASKED), (new, "")]
        if asked.tries:
            shown.append((question.tries(asked.tries, asked.word, width), "cyan"))
        if asked.more != self.more:
            shown.append((asked.more, "dim"))
            self.more = asked.more
        for text, style in shown:
            for line in question.laid(text, width) if text else ():
                self.say(line, style)


class PlainScreen(Lines):
    echoes, size = False, (100, 0)

    def __init__(self) -> None:
        super().__init__()
        self.lines = typed()

    async def ask(self, asking: Asking) -> bytes | None:
        return await anext(self.lines, None)

    def say(self, text: str, style: str = "") -> None:
        click.echo(text)

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        click.echo(text)

    def link(self, text: str, path: str) -> None:
        click.echo(text)

    async def alone(self, ready: str, text: str, done: str) -> None:
        click.echo(text)

    def renew(self, asking: Asking) -> None:
        pass
