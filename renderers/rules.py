"""The rules of a game for players, as plain text, whole or about one topic."""

import re
from collections.abc import Sequence

HEADING = re.compile(r"#{1,6}\s+(.+)")
MARKS = re.compile(r"(\*\*|`)")


def topics(page: str) -> list[str]:
    """Return the headings below the title."""
    return [found[1] for line in page.splitlines()[1:] if (found := HEADING.match(line))]


def about(page: str, topic: str) -> list[str]:
    """Return all of the rules; or the sections whose heading has this word in it; or the
    paragraphs that do, which may be the number of a rule. Nothing if there are none.
    """
    lines = page.splitlines()
    wanted = topic.casefold()
    if not wanted:
        return plain(lines)
    found: list[str] = []
    inside = False
    for line in lines:
        if heading := HEADING.match(line):
            inside = wanted in heading[1].casefold()
        if inside:
            found.append(line)
    if not found:
        paragraphs = page.split("\n\n")
        word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)")
        found = [
            line
            for part in paragraphs
            if word.search(part.casefold())
            for line in [*part.splitlines(), ""]
        ]
    return plain(found)


def plain(lines: Sequence[str]) -> list[str]:
    """Return lines without the marks of the page."""
    return [
        MARKS.sub("", line.lstrip("#").strip() if HEADING.match(line) else line).rstrip()
        for line in lines
    ]
