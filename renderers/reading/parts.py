"""The parts that answer a looking word. A door sets each of them in its own way, and leaves none
out.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct

from engine.seen import Seen
from engine.state import Event
from renderers.reading.situation import asked, banner, people, waiting
from renderers.reading.text import Moment, Person, Text, joined, named, plain, sentence
from renderers.sentences import Sentences


class SayingPart(Struct, frozen=True, tag=True):
    """Sentences, a line each."""

    lines: tuple[Text, ...]


class ListingPart(Struct, frozen=True, tag=True):
    """Terms with a meaning each. ``dense``: they have none, and can stand on one line."""

    head: Text
    rows: tuple[tuple[Text, Text], ...]
    dense: bool = False


class StatusPart(Struct, frozen=True, tag=True):
    """How the game stands, in lines: all of it public."""

    lines: tuple[Text, ...]


class BoardPart(Struct, frozen=True, tag=True):
    """The board as the viewer may know it. A door draws it or writes it out."""

    mode: str = ""  # one of ``renderers.modes``; "": the usual board


class RulesPart(Struct, frozen=True, tag=True):
    """Rules for players, as lines: paragraphs with blank lines between them, and tables."""

    head: Text
    lines: tuple[str, ...]


class HistoryRow(Struct, frozen=True):
    """Something that has happened. ``number``: its line in the public history; 0 if the viewer
    alone was told. ``undone``: it was taken back.
    """

    number: int
    at: Moment
    text: Text
    undone: bool = False


class HistoryPart(Struct, frozen=True, tag=True):
    """What the viewer was told. ``first``: the line that was asked for; 0: none was."""

    rows: tuple[HistoryRow, ...]
    every: int  # rows of the whole history
    first: int = 0


Part = SayingPart | ListingPart | StatusPart | BoardPart | RulesPart | HistoryPart


class ToldPage(Protocol):
    """What one bulletin told the viewer: ``engine.store.history.Page``."""

    @property
    def at(self) -> int: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def undone(self) -> bool: ...


def rows(said: Sentences, seen: Seen, pages: Iterable[ToldPage]) -> Iterator[HistoryRow]:
    """Yield what the viewer of ``seen`` was told on these pages: a row for each event."""
    kind, viewer = seen.kind.name, seen.viewer
    who = [Person(seat, name) for seat, name in people(seen).items()]

    def line(event: Event) -> Text:
        return named(who, lambda names: [said.event(kind, event, viewer, names)])[0]

    for page in pages:
        for number, event in zip(page.numbers, page.events, strict=True):
            yield HistoryRow(number, Moment(page.at), line(event), page.undone)


def history(said: Sentences, seen: Seen, pages: Iterable[ToldPage], first: int = 0) -> HistoryPart:
    """Return what the viewer was told, from line ``first`` of the public history on."""
    every = tuple(rows(said, seen, pages))
    start = next((k for k, row in enumerate(every) if row.number >= first), len(every))
    return HistoryPart(every[start:] if first else every, len(every), first)


def undone(said: Sentences, row: HistoryRow) -> Text:
    """Return a row's text, which says so if it was taken back."""
    return joined(said, plain(said.say("reading-undone")), row.text) if row.undone else row.text


def status(said: Sentences, seen: Seen) -> StatusPart:
    """Return how the game stands, as everybody may know it."""
    lines = [plain(banner(said, seen))]
    if seen.open:
        facts = {"taken": len(seen.chairs), "places": seen.places}
        lines.append(sentence(said, "reading-seats", **facts))
    if (public := asked(said, seen)) is not None:
        lines.append(joined(said, waiting(said, public), public.due, public.otherwise))
    return StatusPart(tuple(filter(None, lines)))
