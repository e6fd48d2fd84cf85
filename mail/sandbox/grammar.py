"""Parses the arguments of an IMAP command (RFC 9051, 9): atoms, strings, literals, lists."""

import re
from collections.abc import Callable
from typing import Any

LITERAL = re.compile(rb"\{(\d{1,9})(\+?)\}\r\n\Z")
"""The end of a line that announces a literal of this many bytes.

With a plus, the client sends it without waiting (RFC 7888).
"""
LONGEST = 20_000_000
"""Maximum size of a literal, in bytes."""
WORD = re.compile(
    rb"(?P<space>"
    rb" +)|(?P<open>\()|(?P<close>\))|\"(?P<quoted>(?:[^\"\\\r\n]|\\.)*)\"|\{(?P<size>\d+)\+?\}\r\n"
    rb"|(?P<atom>(?:[^\s()\"{\[]|\[[^\]]*\])+)"
)


class Wrong(ValueError):
    """Raised for a command with a syntax error; the text says where or why."""


def words(line: bytes) -> list[Any]:
    """Parse the words of a line. Parentheses make lists, and literals stay bytes. Raises ``Wrong``
    if the syntax is invalid.
    """
    stack: list[list[Any]] = [[]]
    at = 0
    while at < len(line):
        match = WORD.match(line, at)
        if match is None:
            raise Wrong(f"at {at}")
        at = match.end()
        if match["open"]:
            stack.append([])
        elif match["close"]:
            if len(stack) == 1:
                raise Wrong("a parenthesis too many")
            done = stack.pop()
            stack[-1].append(done)
        elif match["size"]:
            size = int(match["size"])
            stack[-1].append(line[at : at + size])
            at += size
        elif match["quoted"] is not None:
            stack[-1].append(re.sub(rb"\\(.)", rb"\1", match["quoted"]).decode("utf-8", "replace"))
        elif match["atom"]:
            stack[-1].append(match["atom"].decode("utf-8", "replace"))
    if len(stack) > 1:
        raise Wrong("a parenthesis is open")
    return stack[0]


def text(word: Any) -> str:
    """Return a word that must be a string. Raises ``Wrong`` if it is a list."""
    if isinstance(word, bytes):
        return word.decode("utf-8", "replace")
    if not isinstance(word, str):
        raise Wrong("a list where a word was expected")
    return word


def among(words: str, largest: int) -> Callable[[int], bool]:
    """Return a test for the numbers in a set such as ``1,4:6,9:*``. Raises ``Wrong`` if it is
    invalid.
    """
    ranges = []
    for part in words.split(","):
        match = re.fullmatch(r"(\d{1,10}|\*)(?::(\d{1,10}|\*))?", part)
        if match is None:
            raise Wrong(f"{words} is no set of numbers")
        ends = [largest if end == "*" else int(end) for end in (match[1], match[2] or match[1])]
        ranges.append(range(min(ends), max(ends) + 1))
    return lambda number: any(number in one for one in ranges)


def quoted(value: str | bytes | None) -> bytes:
    """Quote a string as IMAP answers do: NIL, a quoted string or a literal."""
    if value is None:
        return b"NIL"
    data = value.encode("utf-8", "replace") if isinstance(value, str) else value
    if len(data) < 200 and not re.search(rb"[^\x20-\x7e]", data):
        return b'"' + re.sub(rb"([\"\\])", rb"\\\1", data) + b'"'
    return b"{%d}\r\n" % len(data) + data
