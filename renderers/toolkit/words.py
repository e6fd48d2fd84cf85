"""The lines of a text board: widths and line breaks."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

from renderers.sentences import sentences_in
from renderers.toolkit.scene import WHOLE, Sign, TableScene, TextLayout

GAP = 3
"""Columns between two panels of a text board."""
BESIDE = 18
"""Least columns for text beside a map."""
ALT = 1024
"""Maximum characters of an alt text: the limit of chats."""


@lru_cache(maxsize=4096)
def columns(text: str) -> int:
    """Return how many columns a text fills in a terminal. Chinese characters fill two."""
    if text.isascii():
        return len(text)
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
        for c in text
    )


def padded(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def flow(items: Iterable[str], between: str, width: int = WHOLE.width) -> Iterator[str]:
    """Yield items one after the other in lines of limited width."""
    line = ""
    for item in items:
        following = f"{line}{between}{item}" if line else item
        if columns(following) <= width:
            line = following
            continue
        if line:
            yield line
        line = ""
        for character in item:
            if columns(line + character) > width:
                yield line
                line = ""
            line += character
    yield line


def wrapped(texts: Iterable[str], layout: TextLayout = WHOLE) -> Iterator[str]:
    for text in texts:
        yield from flow(text.split(" "), " ", layout.width)


def news(texts: Iterable[str], layout: TextLayout) -> Iterator[str]:
    yield from wrapped((text for text in texts if text not in layout.known), layout)


def explained(sign: Sign) -> str:
    return f"{sign.sign} {sign.word}"


def legend(signs: Iterable[Sign], language: str, layout: TextLayout = WHOLE) -> Iterator[str]:
    """Yield the legend: signs of a text board that are not in ``layout.known``."""
    listed = [explained(sign) for sign in signs if sign.sign]
    new = [one for one in listed if one not in layout.known]
    if new:
        yield from flow([sentences_in(language).say("text-legend"), *new], "   ", layout.width)


def beside(
    left: Sequence[str], summary: Iterable[str], parts: Iterable[str | Sequence[str]], width: int
) -> tuple[list[str], list[list[str]]]:
    """Return the rows of a map with a summary and as many parts beside it as fit, and the lines of
    each other part. A part is a line or a legend.
    """
    at = max(map(columns, left), default=0) + GAP
    room = width - at
    if room < BESIDE:
        return [*left], [[*noted(part, width)] for part in (*summary, *parts) if part]
    right, rest = [line for part in summary for line in noted(part, room)], list[list[str]]()
    for part in filter(None, parts):
        lines = [*noted(part, room)]
        if not rest and len(right) + len(lines) <= len(left):
            right += lines
        else:
            rest.append([*noted(part, width)])
    both = zip_longest(left, right, fillvalue="")
    return [f"{padded(row, at)}{note}".rstrip() for row, note in both], rest


def noted(part: str | Sequence[str], width: int) -> Iterator[str]:
    lines = [part] if isinstance(part, str) else [*flow(part, "  ", width)]
    for line in lines:
        # ``wrapped`` would drop the indent.
        yield from [line] if columns(line) <= width else wrapped([line], TextLayout(width))


def mapped(rows: Iterable[str], summary: Iterable[str], layout: TextLayout) -> Iterator[str]:
    new = (line for line in summary if line not in layout.known)
    found, rest = beside([*rows], new, (), layout.width)
    yield from found
    for lines in rest:
        yield from lines


def clipped(text: str) -> str:
    return text if len(text) <= ALT else text[: ALT - 1] + "…"


def told(parts: Iterable[str]) -> str:
    return clipped(". ".join(part.rstrip(".。") for part in parts if part) + ".")


BAR = 16
"""Columns of a progress bar."""


def bar(filled: tuple[int, int], wide: int = BAR) -> int:
    """Return how many of ``wide`` parts of a progress bar are filled."""
    some, all_ = filled
    return wide if some >= all_ else wide * some // all_


LAST = 20
"""Columns that a long last column has at least; it continues in the next line."""


def ruled(table: TableScene, width: int = WHOLE.width) -> Iterator[str]:
    yield from broken(table.title, width)
    rows = (table.heads, *table.rows)
    for places in split(rows, width):
        right = {number for number, k in enumerate(places) if k in table.right}
        yield from lined([[row[k] for k in places] for row in rows], right, width)
    if table.filled:
        full = bar(table.filled)
        yield "█" * full + "░" * (BAR - full)


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(columns(row[k]) for row in rows) for k in range(len(rows[0]))]


def split(rows: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    *wide, last = widths(rows)
    if sum(wide) + 2 * len(wide) + min(last, LAST) <= width:
        return [[*range(len(rows[0]))]]
    found, room = [[0]], width - wide[0]
    for k, need in enumerate((*wide[1:], min(last, LAST)), 1):
        if all(row[k] in ("", "-") for row in rows[1:]):
            continue
        if len(found[-1]) > 1 and need + 2 > room:
            found, room = [*found, [0]], width - wide[0]
        found[-1].append(k)
        room -= need + 2
    return found


def lined(rows: Sequence[Sequence[str]], right: Collection[int], width: int) -> Iterator[str]:
    wide = widths(rows)
    before, last = sum(wide[:-1]) + 2 * len(wide[:-1]), len(wide) - 1
    for row in rows:
        head = "".join(
            " " * (wide[k] - columns(word)) + word + "  "
            if k in right
            else padded(word, wide[k]) + "  "
            for k, word in enumerate(row[:-1])
        )
        room = max(LAST, width - before)
        parts = [row[-1]] if columns(row[-1]) <= room else broken(row[-1], room)
        if last in right and len(parts) == 1:
            parts = [" " * (wide[last] - columns(row[-1])) + row[-1]]
        yield f"{head}{parts[0]}".rstrip()
        yield from (" " * before + part for part in parts[1:])


def broken(words: str, room: int) -> list[str]:
    found = [""]
    for word in words.split(" "):
        if found[-1] and columns(found[-1]) + 1 + columns(word) > room:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}".strip()
    return found
