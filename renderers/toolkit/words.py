"""Words in the lines of a text board: how wide they are, and where they break."""

import unicodedata
from collections.abc import Iterable, Iterator

from renderers.sentences import sentences_in
from renderers.toolkit.scene import Sign

WIDTH, GAP = 100, 3
"""Columns of a text board at most, and between two panels."""
ALT = 1024
"""Characters of an alt text at most, which is what chats take."""


def columns(text: str) -> int:
    """Return how many columns a text fills in a terminal: Chinese characters fill two."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
        for c in text
    )


def padded(text: str, width: int) -> str:
    """Return the text with blanks after it."""
    return text + " " * (width - columns(text))


def flow(items: Iterable[str], between: str) -> Iterator[str]:
    """Yield items one after the other in lines that are not too wide; only an item that
    is too wide by itself is broken.
    """
    line = ""
    for item in items:
        following = f"{line}{between}{item}" if line else item
        if columns(following) <= WIDTH:
            line = following
            continue
        if line:
            yield line
        line = ""
        for character in item:
            if columns(line + character) > WIDTH:
                yield line
                line = ""
            line += character
    yield line


def wrapped(texts: Iterable[str]) -> Iterator[str]:
    """Yield each text in lines that are not too wide."""
    for text in texts:
        yield from flow(text.split(" "), " ")


def legend(signs: Iterable[Sign], language: str) -> Iterator[str]:
    """Yield the lines that explain the signs of a text board."""
    listed = (f"{sign.sign} {sign.word}" for sign in signs if sign.sign)
    yield from flow([sentences_in(language).say("text-legend"), *listed], "   ")


def clipped(text: str) -> str:
    """Return the text, cut to the length of an alt text."""
    return text if len(text) <= ALT else text[: ALT - 1] + "…"


def told(parts: Iterable[str]) -> str:
    """Return sentences as one alt text."""
    return clipped(". ".join(part.rstrip(".。") for part in parts if part) + ".")
