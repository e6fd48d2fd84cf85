"""A game being played in a test: the table with its journal, as the referee keeps
them, without doors and store.
"""

import random
from collections.abc import Callable
from typing import Any

from engine.game import AnyGame, answers
from engine.state import HOUSE, Anytime, Bulletin, Join, Order, Seat, Setup, Tick
from engine.store import journal
from engine.store.journal import Entry
from engine.table import GameTable

ENDING, GIVES_UP = ("resign", "draw"), 0.1
"""Of these orders so many are given in random games: else most games would end by them."""


class Play:
    """A table and what came in. ``first`` is the bulletin of the game's making,
    ``bulletins`` those of its entries.

    ``look`` is called after every entry.
    """

    def __init__(self, game: AnyGame, setup: Setup):
        self.game, self.setup = game, setup
        self.entries: list[Entry] = []
        self.rows: list[tuple[bytes, bytes]] = []
        self.bulletins: list[Bulletin] = []
        self.look: Callable[[Bulletin], object] | None = None
        self.table = GameTable.new(game, setup)
        self.first = self.table.run()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return not self.table.state.stack

    @property
    def now(self) -> int:
        """The time of the last entry, in seconds."""
        return self.table.state.now

    def join(self, seats: tuple[Seat, ...]) -> None:
        """Seat players who are called as their seats are."""
        for seat in seats:
            self.enter(self.now, HOUSE, Join(seat, seat, f"salt of {seat}"))

    def enter(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """Enter the ticks that are due by second ``at``, each at its own time, and then one order
        that is legal; return its bulletin.
        """
        self.ticks(at)
        return self.write(at, seat, order)

    def ticks(self, at: int) -> None:
        """Have the clock come for every question that is due by second ``at``."""
        while (due := self.table.state.due) is not None and due <= at:
            self.write(due, HOUSE, Tick())

    def write(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """Write one entry of the journal and play it; return what it made known."""
        entry = Entry(n=len(self.entries) + 1, at=at, seat=seat, order=order)
        data = journal.encode(entry)
        before = self.rows[-1][1] if self.rows else journal.first_hash(self.setup)
        self.entries.append(entry)
        self.rows.append((data, journal.link(before, data)))
        self.bulletins.append(journal.play(self.table, entry))
        if self.look:
            self.look(self.bulletins[-1])
        return self.bulletins[-1]

    def submit(self, at: int, seat: Seat, text: str) -> Bulletin:
        """Enter an order as people write it. Raise ``Refused``, having entered no more than the
        ticks that were due.
        """
        self.ticks(at)
        return self.write(at, seat, self.table.menu(seat).parse(text, self.table.state.question))

    def undo(self, at: int, seat: Seat, to: int) -> Bulletin:
        """Go back to entry ``to``; the table is made again from the journal."""
        entry = Entry(n=len(self.entries) + 1, at=at, seat=seat, order=self.table.undo(to))
        data = journal.encode(entry)
        self.entries.append(entry)
        self.rows.append((data, journal.link(self.rows[-1][1], data)))
        self.table, told = journal.replay(self.game, self.setup, self.entries)
        self.bulletins.append(told[entry.n])
        return self.bulletins[-1]

    def take_back(self, seat: Seat) -> None:
        """Take back the last order of this seat, which has the right to it now."""
        to = self.table.state.steps[seat] - 1
        since = [entry for entry in self.entries[to + 1 :] if isinstance(entry.order, Anytime)]
        self.undo(self.now, seat, to)
        if self.look:
            self.look(self.bulletins[-1])
        for entry in since:
            if self.table.menu(entry.seat).allows(entry.order):
                self.write(self.now, entry.seat, entry.order)

    def reload(self) -> None:
        """Go on with a table that was saved and loaded."""
        self.table = self.table.load(self.table.save())


def asked(table: GameTable) -> tuple[Seat, ...]:
    """Return who is asked now."""
    ask = table.ask()
    return () if ask is None else ask.seats


def may_speak(table: GameTable) -> list[Seat]:
    """Return the seats that have anything to order, in order of joining."""
    return [seat for seat in table.seats if table.menu(seat).offered]


def go_on(play: Play, rng: random.Random, most: int) -> None:
    """Play at random to the end, or for ``most`` entries."""
    for _ in range(most):
        if not play.over:
            play.enter(*choose(play, rng))


def choose(play: Play, rng: random.Random, beside: float = 0.05) -> tuple[int, Seat, Any]:
    """Return what happens next in a random game, and when: an answer, now and then an anytime
    order, or the clock comes.

    Raise ``AssertionError`` if nobody can do anything: the game would never go on.
    """
    table, due = play.table, play.table.state.due
    seats = [seat for seat in asked(table) if seat not in table.state.people.removed]
    assert seats or due is not None, f"nobody is asked and no time is set: {table.state.stack}"
    if due is not None and (not seats or due <= play.now or rng.random() < 0.25):
        return due, HOUSE, Tick()
    at = play.now + rng.randrange(3)
    if due is not None:
        at = min(at, due - 1)
    if rng.random() < beside and (others := may_speak(table)):
        seat = rng.choice(others)
        offered = table.menu(seat).offered
        choices = [choice for choice in offered if issubclass(choice.order, Anytime)]
        if choices:
            choice = rng.choice(choices)
            if choice.pattern not in ENDING or rng.random() < GIVES_UP:
                return at, seat, choice.sample(rng)
    seat = rng.choice(seats)
    return at, seat, rng.choice(answers(table.menu(seat))).sample(rng)
