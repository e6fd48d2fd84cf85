"""The rules of a game for players, as plain text, whole or by topic."""

import re
from collections.abc import Sequence
from itertools import groupby, zip_longest

HEADING = re.compile(r"#{1,6}\s+(.+)")
MARKS = re.compile(r"(\*\*|`)")
RULE = re.compile(r"\|[-:| ]+\|")
"""The line below the head of a table."""
COLUMN = 28
"""Maximum width of a column that is padded, in characters."""
NUMBER = re.compile(r"\b[A-Z]{2}-\d+\b")
HEAD = 40
"""Characters at the start of a paragraph that show its topic."""


def topics(page: str) -> list[str]:
    return [found[1] for line in page.splitlines()[1:] if (found := HEADING.match(line))]


def about(page: str, topic: str) -> list[str]:
    """Return the rules about a topic, or all of them if it is empty."""
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
        word = whole(wanted)
        found = [
            line
            for part in page.split("\n\n")
            if word.search(part.casefold())
            for line in [*part.splitlines(), ""]
        ]
    return plain(found)


def explaining(page: str, word: str) -> list[str]:
    """Return the table rows about a word, and the rules that they name or that begin with the word.
    If there are none, return everything about it.
    """
    wanted, rows, rest = whole(word.casefold()), list[str](), list[str]()
    parts = page.split("\n\n")
    for part in parts:
        if part.startswith("|"):
            found = [
                row for row in part.splitlines() if wanted.search(row.split(" | ")[0].casefold())
            ]
            rows += [*found, ""] if found else []
    named = NUMBER.findall(" ".join(rows))
    for part in parts:
        if part.startswith("|") or HEADING.match(part):
            continue
        first = NUMBER.search(part[:HEAD])
        if (first and first[0] in named) or (not named and wanted.search(part[:HEAD].casefold())):
            rest += [*part.splitlines(), ""]
    return plain([*rows, *rest]) or about(page, word)


def whole(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(word)}(e?s)?(?!\w)")


def plain(lines: Sequence[str]) -> list[str]:
    found: list[str] = []
    for is_table, part in groupby(lines, key=lambda line: line.startswith("|")):
        some = list(part)
        found += table(some) if is_table else some
    return [
        MARKS.sub("", line.lstrip("#").strip() if HEADING.match(line) else line).rstrip()
        for line in found
    ]


def table(lines: Sequence[str]) -> list[str]:
    rows = [
        [MARKS.sub("", cell.strip()) for cell in line.strip("|").split(" | ")]
        for line in lines
        if not RULE.fullmatch(line)
    ]
    columns = zip_longest(*(row[:-1] for row in rows), fillvalue="")
    wide = [min(COLUMN, max(map(len, column))) for column in columns]
    return [
        "  " + "".join(f"{cell:<{n}}  " for cell, n in zip(row, wide, strict=False)) + row[-1]
        for row in rows
        if any(row)
    ]
