"""What has happened in a game, for one viewer: its bulletins, filtered, and
how the game stood after each.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import inf
from typing import Any

from msgspec import Struct

from engine.game import AnyGame
from engine.house.rulings import Notice
from engine.state import PUBLIC, Event, Retract, Seat, Setup
from engine.store import journal, saved
from engine.store.rows import BulletinRow
from engine.table import GameTable


class Page(Struct, frozen=True, kw_only=True):
    """What one bulletin told a viewer, at second ``at``. ``undone``: it was taken back
    later. ``entry`` is the number of the journal entry that it came of; it counts secret
    things too, and is not to be shown. ``public``: everybody was told something with it.
    ``numbers`` are the lines of the public history that the events are, counted from 1;
    0: this viewer alone was told. ``places``: where each stands among all that the bulletin told,
    from 0.
    """

    at: int
    events: tuple[Event, ...]
    undone: bool
    entry: int
    public: bool
    numbers: tuple[int, ...] = ()
    places: tuple[int, ...] = ()


def pages(game: AnyGame, rows: Iterable[BulletinRow], viewer: Seat) -> list[Page]:
    """Return the bulletins that brought this viewer something, in order, each once."""
    kept = list(rows)
    undone = taken_back(kept)
    found, count = [], 0
    for row in kept:
        events, numbers, places = list[Event](), list[int](), list[int]()
        before = count
        for place, happening in enumerate(saved.told(game, row.told)):
            count += happening.event is not None
            if (copy := happening.copy(viewer)) is not None:
                events.append(copy)
                numbers.append(count if happening.event is not None else 0)
                places.append(place)
        if events:
            stands = all(isinstance(event, Notice) and event.stands for event in events)
            taken = row.n in undone and not stands
            found.append(
                Page(
                    at=row.at,
                    events=tuple(events),
                    undone=taken,
                    entry=row.n,
                    public=count > before,
                    numbers=tuple(numbers),
                    places=tuple(places),
                )
            )
    return found


def taken_back(rows: Sequence[BulletinRow]) -> set[int]:
    """Return the entries among these that have not happened any more. To go back to something that
    was taken back brings it back.
    """
    undone, until = set[int](), inf
    for row in reversed(rows):
        if row.n > until:
            undone.add(row.n)
        elif row.undo_to is not None:
            until = row.undo_to
    return undone


def lines(game: AnyGame, rows: Iterable[BulletinRow]) -> list[tuple[int, Event]]:
    """Return what everybody was told, one event a line: the public positions, counted from 1. With
    each the number of its entry, which is not to be shown.
    """
    return [(page.entry, event) for page in pages(game, rows, PUBLIC) for event in page.events]


def positions(
    game: AnyGame,
    setup: Setup,
    entries: Iterable[journal.Entry],
    told: Iterable[Page],
    viewer: Seat,
) -> Iterator[tuple[Page, Any]]:
    """Yield each page that was ``told`` to the viewer and not taken back, and the viewer's view of
    the game after it: what that viewer could see then, and nothing that came to light later.
    """
    standing = {page.entry: page for page in told if not page.undone}
    table = GameTable.new(game, setup)
    for n in played(table, entries):
        if n in standing:
            yield standing[n], table.view(viewer)


def played(table: GameTable, entries: Iterable[journal.Entry]) -> Iterator[int]:
    """Play what was not taken back on a new table. Yields 0 and then the number of each entry,
    right after it was played.
    """
    table.run()
    yield 0
    for entry in journal.effective(entries):
        journal.play(table, entry)
        yield entry.n


def position(
    game: AnyGame, setup: Setup, entries: Iterable[journal.Entry], page: Page, viewer: Seat
) -> Any:
    """Return the viewer's view right after a page, which may have been taken back later."""
    return journal.replay(game, setup, [entry for entry in entries if entry.n <= page.entry])[
        0
    ].view(viewer)


class Past:
    """What was stored of a game, and the one for whom it is looked at. Nothing is read or played
    before it is asked for, so that this can be done in any thread.
    """

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
        """The journal."""
        return journal.read(self.game, self.setup, self.rows)

    @cached_property
    def pages(self) -> list[Page]:
        """What the viewer was told."""
        return pages(self.game, self.bulletins, self.viewer)

    def view(self, page: Page) -> Any:
        """Return the viewer's view right after a page."""
        return position(self.game, self.setup, self.entries, page, self.viewer)

    def views(self, until: Page | None = None) -> list[Any]:
        """Return the viewer's views up to a page, or all, without what was taken back."""
        found = positions(self.game, self.setup, self.entries, self.pages, self.viewer)
        return [view for page, view in found if until is None or page.entry <= until.entry]

    def said_to(self, question: int) -> list[str]:
        """Return what the viewer has said to a question, in its canonical spelling."""
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
