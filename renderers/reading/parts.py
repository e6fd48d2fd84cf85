"""The parts of answers to looking words. Each door displays them in its own way and omits none."""

from collections.abc import Iterable, Iterator
from typing import Protocol

from msgspec import Struct

from engine.game_view import GameView
from engine.state import Event
from renderers.reading.situation import asked, banner, contest, own, people, update, waiting
from renderers.reading.text import Moment, OrderText, Person, Text, joined, named, plain, sentence
from renderers.sentences import Sentences


class SayingPart(Struct, frozen=True, tag=True):
    """Sentences, one per line."""

    lines: tuple[Text, ...]


class ListingPart(Struct, frozen=True, tag=True):
    """Terms and their meanings. ``dense``: terms without meanings, which fit on one line."""

    head: Text
    rows: tuple[tuple[Text, Text], ...]
    dense: bool = False


class StatusPart(Struct, frozen=True, tag=True):
    """The state of the game in lines, all public."""

    lines: tuple[Text, ...]


class BoardPart(Struct, frozen=True, tag=True):
    """The board as the viewer may know it, to be drawn or written."""

    mode: str = ""  # one of ``renderers.modes``; "": the usual board


class RulesPart(Struct, frozen=True, tag=True):
    """Rules for players as lines: paragraphs separated by blank lines, and tables."""

    head: Text
    lines: tuple[str, ...]


class HistoryRow(Struct, frozen=True):
    """A past event. ``number`` is its line in the public history (0: told to this viewer alone).
    ``undone``: it was taken back.
    """

    number: int
    at: Moment
    text: Text
    undone: bool = False


class HistoryPart(Struct, frozen=True, tag=True):
    """The viewer's history. ``first`` is the requested first line (0: all)."""

    rows: tuple[HistoryRow, ...]
    every: int  # rows of the whole history
    first: int = 0


Part = SayingPart | ListingPart | StatusPart | BoardPart | RulesPart | HistoryPart


class ToldPage(Protocol):
    """A page of the history: ``engine.store.history.Page``."""

    @property
    def at(self) -> int: ...
    @property
    def entry(self) -> int: ...
    @property
    def events(self) -> tuple[Event, ...]: ...
    @property
    def numbers(self) -> tuple[int, ...]: ...
    @property
    def undone(self) -> bool: ...


class ToldQuestion(Protocol):
    """A closed question: ``engine.store.history.PastQuestion``."""

    @property
    def at(self) -> int: ...
    @property
    def entry(self) -> int: ...
    @property
    def seen(self) -> GameView: ...
    @property
    def said(self) -> tuple[str, ...]: ...


def rows(said: Sentences, seen: GameView, pages: Iterable[ToldPage]) -> Iterator[HistoryRow]:
    """Yield a row for each event that these pages told the viewer of ``seen``."""
    kind, viewer = seen.kind.name, seen.viewer
    who = [Person(seat, name) for seat, name in people(seen).items()]

    def line(event: Event) -> Text:
        return named(who, lambda names: [said.event(kind, event, viewer, names)])[0]

    for page in pages:
        for number, event in zip(page.numbers, page.events, strict=True):
            yield HistoryRow(number, Moment(page.at), line(event), page.undone)


def told_alone(said: Sentences, one: ToldQuestion) -> Iterator[HistoryRow]:
    """Yield a row with the private part of a question and the answer, unless all of it is
    public.
    """
    part = own(said, one.seen)
    if part.private or (one.said and one.seen.asked is not None and one.seen.asked.sealed):
        given = [sentence(said, "reading-answered", order=OrderText(text)) for text in one.said]
        answer = given or [plain(said.say("reading-unanswered"))]
        asks = plain(said.say("reading-asked-alone"))
        text = joined(said, asks, *(part.lines if part.private else ()), *answer)
        yield HistoryRow(0, Moment(one.at), text)


def history(
    said: Sentences,
    seen: GameView,
    pages: Iterable[ToldPage],
    first: int = 0,
    alone: Iterable[ToldQuestion] = (),
) -> HistoryPart:
    """Return the viewer's history from line ``first`` of the public history, with the
    private parts of the questions in ``alone``.
    """
    found = [(page.entry, 0, rows(said, seen, [page])) for page in pages]
    found += [(one.entry, 1, told_alone(said, one)) for one in alone]
    found.sort(key=lambda one: one[:2])
    every = tuple(row for *_, some in found for row in some)
    start = next((k for k, row in enumerate(every) if row.number >= first), len(every))
    return HistoryPart(every[start:] if first else every, len(every), first)


def undone(said: Sentences, row: HistoryRow) -> Text:
    return joined(said, plain(said.say("reading-undone")), row.text) if row.undone else row.text


def status(said: Sentences, seen: GameView) -> StatusPart:
    """Return the public state of the game."""
    lines = [plain(banner(said, seen))]
    if seen.open:
        facts = {"taken": len(seen.chairs), "places": seen.places}
        lines.append(sentence(said, "reading-seats", **facts))
    if (public := asked(said, seen)) is not None:
        limit = public.due or plain(said.say(f"reading-{'paused' if seen.paused else 'no-limit'}"))
        lines.append(joined(said, waiting(said, public), limit, public.otherwise))
    lines += [contest(said, seen), update(said, seen)]
    return StatusPart(tuple(filter(None, lines)))
