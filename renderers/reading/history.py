"""What a reader was told, as rows: every door counts them alike, so that a number means the same
line everywhere, and sets them in its own way.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

import renderers
from engine.seen import Seen
from engine.state import Event
from renderers.reading.text import Moment, Text, plain
from renderers.sentences import Sentences


class ToldPage(Protocol):
    """What was told at one time, as the store has it (``engine.store.history.Page``)."""

    @property
    def at(self) -> int: ...
    @property
    def undone(self) -> bool: ...
    @property
    def numbers(self) -> Sequence[int]: ...
    @property
    def events(self) -> Sequence[Event]: ...


class HistoryRow(Struct, frozen=True):
    """A line of the history. ``number``: 0 for what was told to this reader alone. ``undone``: it
    was taken back.
    """

    number: int
    at: Moment
    text: Text
    undone: bool = False


def history(
    said: Sentences, seen: Seen, pages: Iterable[ToldPage], first: int = 0
) -> tuple[HistoryRow, ...]:
    """Return what the viewer of ``seen`` was told, from a line on."""
    kind, names = seen.kind.name, renderers.names(seen.kind.name, seen.view)
    rows = (
        HistoryRow(
            number, Moment(page.at), plain(said.event(kind, event, seen.viewer, names)), page.undone
        )
        for page in pages
        for number, event in zip(page.numbers, page.events, strict=True)
    )
    return tuple(row for row in rows if row.number >= first or not first)
