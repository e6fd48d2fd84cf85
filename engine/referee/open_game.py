"""A game in memory: its table, the progress of its journal, and its readers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from engine.game import AnyGame
from engine.game_view import GameView
from engine.games import find
from engine.menu import Menu
from engine.messages import Address
from engine.rulings import votes
from engine.state import PUBLIC, Ask, Seat, Setup
from engine.store import journal
from engine.store.rows import BulletinRow, GameRow
from engine.store.saved import whole
from engine.table import GameTable


@dataclass
class OpenGame:
    table: GameTable
    n: int  # number of its last journal entry
    hash: bytes
    told: int  # number of its last news item
    addresses: list[Address]
    # question, deadline, time from which silence means agreement, and time to repeat a request, all
    # when the reminder was stored
    reminded: tuple[int, int | None, int | None, int | None] = (0, None, None, None)
    saves: dict[int, bytes] = field(default_factory=dict)  # recent saves by entry
    menus: dict[Seat, Menu] = field(default_factory=dict)  # built at entry ``listed``
    views: dict[Seat, GameView] = field(default_factory=dict)  # the same
    listed: int = 0
    asked: tuple[int, Ask | None] = (-1, None)  # the question after an entry, and its number
    stamp: int = 0  # see ``Store.stamp``

    @cached_property
    def id(self) -> str:
        return self.table.setup.id

    def seat_of(self, door: str, sender: str) -> Seat | None:
        for address in self.addresses:
            if address.door == door and address.sender == sender and address.viewer != PUBLIC:
                return address.viewer
        return None

    def ask(self) -> Ask | None:
        """Return the present question. It is looked up once per entry."""
        n, ask = self.asked
        if n != self.n:
            ask = self.table.ask()
            self.asked = self.n, ask
        return ask

    def menu(self, seat: Seat) -> Menu:
        """Return the present menu of a seat. It is built once per entry."""
        self.up_to_date()
        if seat not in self.menus:
            self.menus[seat] = self.table.menu(seat)
        return self.menus[seat]

    def seen(self, viewer: Seat) -> GameView:
        """Return the game as a viewer may know it now. It is built once per entry."""
        self.up_to_date()
        if viewer not in self.views:
            menu = Menu() if viewer == PUBLIC else self.menu(viewer)
            self.views[viewer] = GameView.of(self.table, viewer, menu)
        return self.views[viewer]

    def up_to_date(self) -> None:
        if self.listed != self.n:
            self.menus, self.views, self.listed = {}, {}, self.n

    def prepare(self) -> None:
        ask = self.ask()
        if ask is not None and len(ask.seats) == 1:
            self.menu(ask.seats[0])

    def settle(self, address: Address) -> None:
        others = [a for a in self.addresses if (a.door, a.sender) != (address.door, address.sender)]
        self.addresses = sorted([*others, address], key=order_of_address)


class OpenGames(dict[str, OpenGame]):
    """The games in memory by id, the least recently used first. If ``watched``, response times in
    one of them could reveal secrets (``Game.watched``).
    """

    watched = False


def open_game(row: GameRow, addresses: list[Address]) -> OpenGame:
    table = table_of(row)
    return OpenGame(
        *(table, row.n, row.hash, row.told, addresses),
        (table.state.question, table.state.due, votes.agreed_at(table), votes.remind_at(table)),
    )


def table_of(row: GameRow) -> GameTable:
    """Return a new table of a stored game. Raises ``UnknownGame`` if the game is not installed."""
    game = find(row.kind, row.edition)
    encoder, decoder = game.codec
    state = whole(row.kind, row.state, decoder.decode, encoder.encode)
    return GameTable(game, row.decoded_setup(), state)


def order_of_address(address: Address) -> tuple[str, str, str]:
    """Return the sort key of a game's readers. It reveals nothing about events."""
    return address.viewer, address.door, address.sender


NEAR = 200
"""The maximum length of a game, in entries, whose past is computed in the writer's thread."""
KEPT = 16
"""The maximum number of results kept until they are used."""

Key = tuple[str | int, ...]
"""The key of a result about the past: its kind, the game and the entry."""


class PastRows(Protocol):
    """The part of a store that computing the past needs."""

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after number ``after``."""

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """Return the bulletins of a game after entry ``after``."""


Find = Callable[[PastRows], Any]


class Deferred(Exception):
    """Raised to compute ``find`` in another thread first. Then the job runs again."""

    def __init__(self, key: Key, find: Find):
        super().__init__(str(key))
        self.key, self.find = key, find


class DeferredResults:
    def __init__(self) -> None:
        self.found: dict[Key, Any] = {}

    def note(self, key: Key, value: Any) -> None:
        """Store a result, and drop the oldest if there are too many."""
        self.found[key] = value
        while len(self.found) > KEPT:
            del self.found[next(iter(self.found))]


def save_at(kind: AnyGame, setup: Setup, to: int, reading: PastRows) -> bytes:
    """Return the save of a game after entry ``to``. Raises ``Damaged`` if the journal is broken."""
    entries = journal.read(kind, setup, reading.journal(setup.id)[:to])
    table, _ = journal.replay(kind, setup, entries)
    return table.save()
