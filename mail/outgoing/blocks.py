"""The blocks of a mail, from which both the HTML and the plain text are made."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Kind = Literal[
    "ask", "rest", "text", "news", "own", "examples", "receipt", "facts", "title", "list", "plain",
    "grid", "table", "small",
]  # fmt: skip
Mark = Literal["done", "not", "waits", "aside"]
"""The outcome of one of the reader's lines."""


class Block(Struct, frozen=True):
    """A block of a mail.

    ``ask``: the question, with its deadline below; ``rest`` is the same if the reader isn't asked.
    ``news`` and ``own``: a heading and lines; those of ``own`` are private. ``examples``: a
    heading, and rows of an order and its reason. ``receipt``: rows of a ``Mark``, the line as
    written and its result. ``facts``: rows of a name and a value. ``plain``: preformatted text.
    ``grid``: the same, shown only without a picture. ``table``: a private table with a title, heads
    in the first row, and numbers in the columns ``right``.

    Text between backticks can be typed; only ``ask``, ``facts`` and ``small`` have it.
    """

    kind: Kind
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()


def one_line(text: str) -> str:
    return " ".join(text.split())


def unticked(text: str) -> str:
    """Return text from outside without backticks, which would mark it as typeable."""
    return one_line(text).replace("`", "ˋ")


def list_block(lines: Sequence[str]) -> Block:
    return Block("list", tuple(map(one_line, lines)))


def text_block(*lines: str) -> Block:
    return Block("text", tuple(map(one_line, lines)))
