"""The plain part of a mail: lines of at most 72 columns, which programs may reflow (RFC 3676)."""

import re
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from mail.outgoing.blocks import Block
from mail.parse.runs import LETTERS
from renderers.toolkit.scene import TableScene
from renderers.toolkit.words import ruled

WIDTH = 71
"""Columns of a line before stuffing, which adds a blank.

Text wraps a little earlier, since closing punctuation must not begin a line.
"""
INDENT, HANGING = "   ", "     "
RULE = "-" * 32
"""The line above private text. Two dashes would start a signature."""
MARKS = {"done": "DONE", "not": "NOT DONE", "waits": "WAITS", "aside": "SET ASIDE"}
ATOM = re.compile(
    rf"[{LETTERS}\u3000-\u303f\uff00-\uffef]|[^\s{LETTERS}\u3000-\u303f\uff00-\uffef]+"
)
COLUMNS = ("grid", "plain", "receipt", "table")
CLOSING = "，。、；：！？）」』”’,.;:!?)"
"""Punctuation that must not begin a line."""


def columns(text: str) -> int:
    """Return the width of a text in columns; East Asian characters take two."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(one) in "WF" else 1 for one in text)


def broken(text: str, width: int, rest: int) -> Iterator[tuple[str, bool]]:
    """Wrap a text and yield each line, and whether a blank was removed at its end. The first line
    has at most ``width`` columns, the others ``rest``.
    """
    if len(text) <= width and text.isascii():
        yield text.strip(), False
        return
    line, used, blank, end = "", 0, False, 0
    for atom in ATOM.finditer(text):
        before, end, wide = text[end : atom.start()], atom.end(), columns(atom[0])
        full = used + len(before) + wide > width
        if line and full and (before or atom[0] not in CLOSING):
            yield line, bool(before)
            line, used, width, before = "", 0, rest, ""
        if line:
            line, used = line + before, used + len(before)
        line, used, blank = line + atom[0], used + wide, bool(before)
    if line or not blank:
        yield line, False


def flowed(text: str) -> Iterator[str]:
    """Yield the lines of a flowed paragraph (``DelSp``). A line that continues ends in one blank,
    or in two if the text has a blank there.
    """
    lines = list(broken(text, WIDTH - 4, WIDTH - 4))
    for n, (line, blank) in enumerate(lines):
        yield line if n == len(lines) - 1 else line + " " * (1 + blank)


def hung(first: str, text: str, rest: str) -> Iterator[str]:
    """Yield the lines of a hanging paragraph, ``first`` before the first line and ``rest`` before
    others.
    """
    before = first
    for line, _ in broken(text, WIDTH - 2 - columns(first), WIDTH - 2 - columns(rest)):
        yield (before + line).rstrip()
        before = rest


def bare(text: str) -> str:
    return text.replace("`", "")


def lines_of(block: Block) -> Iterator[str]:
    match block.kind:
        case "news" | "own":
            if block.kind == "own":
                yield RULE
            yield from flowed(block.lines[0])
            for line in block.lines[1:]:
                yield from flowed(line) if block.kind == "own" else hung(INDENT, line, INDENT + " ")
        case "examples":
            yield from flowed(block.lines[0])
            widest = min(24, max((columns(order) for order, _ in block.rows), default=0))
            for order, reason in block.rows:
                said = f"{order}{' ' * max(0, widest - columns(order))}  {reason}".rstrip()
                yield from hung(HANGING, said, HANGING + " " * (widest + 2))
        case "receipt":
            for mark, words, what in block.rows:
                yield from hung(f"{MARKS[mark]:<9} ", words, " " * 10)
                for line in what.split("\n") if what else ():
                    yield from hung(" " * 11, line, " " * 11)
        case "facts":
            widest = max(columns(name) for name, _ in block.rows)
            for name, value in block.rows:
                before = INDENT + name + " " * (widest - columns(name) + 2)
                yield from hung(before, bare(value), " " * columns(before))
        case "list":
            for line in block.lines:
                yield from hung("* ", line, "  ")
        case "table":
            yield from flowed(block.lines[0])
            heads, *rows = block.rows
            table = TableScene("", heads, tuple(rows), block.right)
            for line in list(ruled(table, WIDTH - len(INDENT)))[1:]:
                yield INDENT + line
        case "grid":
            # A row of a map is never broken, or its columns would no longer be aligned.
            yield from (line.rstrip() for line in block.lines)
        case "plain":
            for line in block.lines:
                if columns(line) <= WIDTH:
                    yield line.rstrip()
                else:
                    blanks = line[: len(line) - len(line.lstrip())]
                    yield from hung(blanks, line.strip(), blanks + "  ")
        case "ask" | "rest" | "small":
            for line in block.lines:
                yield from flowed(bare(line))
        case _:
            for line in block.lines:
                yield from flowed(line)


def stuffed(line: str, *, whole: bool = False) -> str:
    """Return a line as it is sent, so that it doesn't look like a quotation or the next mail. With
    ``whole``, all lines of a table are indented, in case a program doesn't remove the blank.
    """
    return " " + line if line.startswith((" ", ">", "From ")) or (whole and line) else line


def text_of(blocks: Sequence[Block]) -> str:
    return (
        "\n\n".join(
            "\n".join(stuffed(line, whole=block.kind in COLUMNS) for line in lines_of(block))
            for block in blocks
        )
        + "\n"
    )
