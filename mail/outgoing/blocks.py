"""What a mail is made of: the page and the plain text say the same from these."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

Kind = Literal[
    "ask", "text", "news", "own", "examples", "receipt", "facts", "title", "list", "plain", "grid",
    "table", "small",
]  # fmt: skip
Mark = Literal["done", "not", "aside"]
"""What has become of a line of the reader's."""


class Block(Struct, frozen=True):
    """A piece of a mail.

    ``ask``: what is asked, and below it by when; ``news`` and ``own``: a heading and lines, the
    latter for the reader alone; ``examples``: a heading, and rows of an order and its reason;
    ``receipt``: rows of a ``Mark``, the reader's words and what came of them; ``facts``: rows of a
    name and a value; ``plain``: as it is set; ``grid``: the same, where there is no picture alone;
    ``table``: a title, and rows, the first of them heads, with numbers in the columns ``right``,
    for the reader alone.
    Words between backticks are what can be typed; only ``ask``, ``facts`` and ``small`` have them.
    """

    kind: Kind
    lines: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()


def one_line(text: str) -> str:
    return " ".join(text.split())


def unticked(text: str) -> str:
    """Return text from outside, for between backticks or beside them."""
    return one_line(text).replace("`", "ˋ")


def list_block(lines: Sequence[str]) -> Block:
    return Block("list", tuple(map(one_line, lines)))


def text_block(*lines: str) -> Block:
    return Block("text", tuple(map(one_line, lines)))
