"""The history of a game for one viewer: filtered bulletins and the view after each."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame
from engine.game_view import GameView
from engine.rulings.rulings import Notice
from engine.state import PUBLIC, Event, Retract, Seat, Setup
from engine.store import journal, saved
from engine.store.rows import BulletinRow
from engine.table import GameTable


class Page(Struct, frozen=True, kw_only=True):
    at: int
    events: tuple[Event, ...]
    undone: bool  # the entry was undone later
    entry: int  # number of the journal entry; it counts secrets, so it must not be shown
    public: bool  # everybody was told some of it
    # the events' lines in the public history, from 1; 0: only this viewer was told
    numbers: tuple[int, ...] = ()
    places: tuple[int, ...] = ()  # the events' indices in the bulletin


class PastQuestion(Struct, frozen=True):
    entry: int  # number of the entry that opened it
    at: int
    seen: GameView
    said: tuple[str, ...] = ()  # the viewer's orders, in canonical spelling


class GrowingLog:
    """A viewer's pages of a game, which grow with its news. No bulletin is decoded twice."""

    def __init__(self, game: AnyGame, viewer: Seat):
        self.game, self.viewer = game, viewer
        self.rows: list[BulletinRow] = []  # without their contents
        self.pages: list[Page] = []
        self.count = 0  # lines of the public history

    @property
    def last(self) -> int:
        """The number of the last entry read, or -1."""
        return self.rows[-1].n if self.rows else -1

    def grow(self, rows: Iterable[BulletinRow]) -> list[Page]:
        """Read the bulletins after the last one read. Return all pages, without empty ones."""
        undoes = False
        for row in rows:
            undoes |= row.undo_to is not None
            self.rows.append(replace(row, told=b"", rolls=b"", commitments=b""))
            if (page := self.page(row)) is not None:
                self.pages.append(page)
        if undoes:
            undone = taken_back(self.rows)
            self.pages = [
                replace(page, undone=page.entry in undone and not stands(page))
                for page in self.pages
            ]
        return self.pages

    def page(self, row: BulletinRow) -> Page | None:
        events, numbers, places = list[Event](), list[int](), list[int]()
        before = self.count
        for place, happening in enumerate(saved.told(self.game, row.told)):
            self.count += happening.event is not None
            if (copy := happening.copy(self.viewer)) is not None:
                events.append(copy)
                numbers.append(self.count if happening.event is not None else 0)
                places.append(place)
        if not events:
            return None
        return Page(
            at=row.at,
            events=tuple(events),
            undone=False,
            entry=row.n,
            public=self.count > before,
            numbers=tuple(numbers),
            places=tuple(places),
        )


def stands(page: Page) -> bool:
    """Return whether a page tells only what an undo does not take back."""
    return all(isinstance(event, Notice) and event.stands for event in page.events)


def pages(game: AnyGame, rows: Iterable[BulletinRow], viewer: Seat) -> list[Page]:
    """Return the viewer's parts of these bulletins, in order, without empty ones."""
    return GrowingLog(game, viewer).grow(rows)


def taken_back(rows: Sequence[BulletinRow]) -> set[int]:
    """Return the numbers of the undone entries. Undoing an undo restores its entries."""
    undone, until = set[int](), inf
    for row in reversed(rows):
        if row.n > until:
            undone.add(row.n)
        elif row.undo_to is not None:
            until = row.undo_to
    return undone


def lines(game: AnyGame, rows: Iterable[BulletinRow]) -> list[tuple[int, Event]]:
    """Return the public history by event, with entry numbers, which must not be shown."""
    return [(page.entry, event) for page in pages(game, rows, PUBLIC) for event in page.events]


def positions(
    game: AnyGame,
    setup: Setup,
    entries: Iterable[journal.Entry],
    told: Iterable[Page],
    viewer: Seat,
) -> Iterator[tuple[Page, Any]]:
    """Yield the viewer's view after each page, without anything that was revealed later."""
    standing = {page.entry: page for page in told if not page.undone}
    table = GameTable.new(game, setup)
    for n in played(table, entries):
        if n in standing:
            yield standing[n], table.view(viewer)


def played(table: GameTable, entries: Iterable[journal.Entry]) -> Iterator[int]:
    """Play the entries that are not undone. Yield 0, then the number of each one played."""
    table.run()
    yield 0
    for entry in journal.effective(entries):
        journal.play(table, entry)
        yield entry.n


def position(
    game: AnyGame, setup: Setup, entries: Iterable[journal.Entry], page: Page, viewer: Seat
) -> Any:
    return journal.replay(game, setup, [entry for entry in entries if entry.n <= page.entry])[
        0
    ].view(viewer)


class Past:
    """The stored past of a game for one viewer. It can be used in any thread."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        rows: Sequence[tuple[bytes, bytes]],
        bulletins: Sequence[BulletinRow],
        viewer: Seat,
    ):
        self.game, self.setup, self.viewer = game, setup, viewer
        self.rows, self.bulletins = rows, bulletins

    @cached_property
    def entries(self) -> list[journal.Entry]:
        return journal.read(self.game, self.setup, self.rows)

    @cached_property
    def pages(self) -> list[Page]:
        return pages(self.game, self.bulletins, self.viewer)

    def view(self, page: Page) -> Any:
        return position(self.game, self.setup, self.entries, page, self.viewer)

    def views(self, until: Page | None = None, first: Page | None = None) -> list[Any]:
        found = positions(self.game, self.setup, self.entries, self.pages, self.viewer)
        least, most = first.entry if first else 0, until.entry if until else inf
        return [view for page, view in found if least <= page.entry <= most]

    def said_to(self, question: int) -> list[str]:
        table = GameTable.new(self.game, self.setup)
        table.run()
        said: list[str] = []
        for entry in journal.effective(self.entries):
            state = table.state
            if entry.seat == self.viewer and (state.open, state.question) == (True, question):
                retracts = isinstance(entry.order, Retract)
                said = [] if retracts else [*said, table.menu(entry.seat).write(entry.order)]
            journal.play(table, entry)
        return said

    def asked(self) -> list[PastQuestion]:
        found, now, last = list[PastQuestion](), list[PastQuestion](), 0
        table, viewer = GameTable.new(self.game, self.setup), self.viewer
        table.run()
        for entry in (*journal.effective(self.entries), None):
            ask = table.ask()
            if now and (ask is None or now[0].seen.question != table.state.question):
                found.append(now.pop())
            if not now and ask is not None and viewer in ask.seats:
                seen = GameView.of(table, viewer, table.menu(viewer))
                now.append(PastQuestion(last, table.state.now, seen))
            if entry is None:
                break
            if now and entry.seat == viewer:
                retracts, order = isinstance(entry.order, Retract), entry.order
                said = () if retracts else (*now[0].said, table.menu(viewer).write(order))
                now = [replace(now[0], said=said)]
            journal.play(table, entry)
            last = entry.n
        return found
