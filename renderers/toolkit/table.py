"""Tables in words: what they hold, and as lines."""

from collections.abc import Iterator, Sequence

from renderers.toolkit.scene import WHOLE, TableScene
from renderers.toolkit.words import columns, padded

BAR = 16
"""Columns of a bar that shows how much of something is filled in."""


def bar(filled: tuple[int, int], wide: int = BAR) -> int:
    """Return how many of ``wide`` parts are filled."""
    some, all_ = filled
    return wide if some >= all_ else wide * some // all_


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(columns(row[k]) for row in rows) for k in range(len(rows[0]))]


def ruled(table: TableScene, width: int = WHOLE.width) -> Iterator[str]:
    """Yield a table in columns; the last column goes on in the next line where it is too long."""
    yield from broken(table.title, width)
    rows = (table.heads, *table.rows)
    wide = widths(rows)
    before = sum(wide[:-1]) + 2 * len(wide[:-1])
    last = len(wide) - 1
    for row in rows:
        head = "  ".join(
            " " * (wide[k] - columns(word)) + word if k in table.right else padded(word, wide[k])
            for k, word in enumerate(row[:-1])
        )
        room = max(20, width - before)
        parts = [row[-1]] if columns(row[-1]) <= room else broken(row[-1], room)
        if last in table.right and len(parts) == 1:
            parts = [" " * (wide[last] - columns(row[-1])) + row[-1]]
        yield f"{head}  {parts[0]}".rstrip()
        yield from (" " * before + part for part in parts[1:])
    if table.filled:
        full = bar(table.filled)
        yield "█" * full + "░" * (BAR - full)


def broken(words: str, room: int) -> list[str]:
    found = [""]
    for word in words.split(" "):
        if found[-1] and columns(found[-1]) + 1 + columns(word) > room:
            found.append(word)
        else:
            found[-1] = f"{found[-1]} {word}".strip()
    return found
