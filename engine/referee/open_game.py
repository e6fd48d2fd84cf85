"""A game in memory: its table, the progress of its journal, and its readers."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from engine.game import AnyGame
from engine.games import find
from engine.menu import Menu
from engine.messages import Address
from engine.rulings import votes
from engine.state import PUBLIC, Seat, Setup
from engine.store import journal
from engine.store.rows import BulletinRow, GameRow
from engine.store.saved import whole
from engine.table import GameTable


@dataclass
class OpenGame:
    """A game in memory: its table, the numbers of its last entry and news, and its readers.

    ``reminded`` are the facts behind the stored reminder: question, due time, time from which
    silence is agreement, and time of the reminder of the open request. ``saves`` are recent saves
    by entry. ``menus`` were built at entry ``listed``. For ``stamp`` see ``Store``.
    """

    table: GameTable
    n: int
    hash: bytes
    told: int
    addresses: list[Address]
    reminded: tuple[int, int | None, int | None, int | None] = (0, None, None, None)
    saves: dict[int, bytes] = field(default_factory=dict)
    menus: dict[Seat, Menu] = field(default_factory=dict)
    listed: int = 0
    stamp: int = 0

    @cached_property
    def id(self) -> str:
        return self.table.setup.id

    def seat_of(self, door: str, sender: str) -> Seat | None:
        """Return the seat that this sender speaks for."""
        for address in self.addresses:
            if address.door == door and address.sender == sender and address.viewer != PUBLIC:
                return address.viewer
        return None

    def menu(self, seat: Seat) -> Menu:
        """Return the present menu of a seat. It is built once between two entries."""
        if self.listed != self.n:
            self.menus, self.listed = {}, self.n
        if seat not in self.menus:
            self.menus[seat] = self.table.menu(seat)
        return self.menus[seat]

    def prepare(self) -> None:
        """Build the menu in advance if only one seat is asked."""
        ask = self.table.ask()
        if ask is not None and len(ask.seats) == 1:
            self.menu(ask.seats[0])

    def settle(self, address: Address) -> None:
        """Set the address of a reader."""
        others = [a for a in self.addresses if (a.door, a.sender) != (address.door, address.sender)]
        self.addresses = sorted([*others, address], key=order_of_address)


class OpenGames(dict[str, OpenGame]):
    """The games in memory by id, the least recently used first. ``watched``: response times in one
    of them could reveal something (``Game.watched``).
    """

    watched = False


def open_game(row: GameRow, addresses: list[Address]) -> OpenGame:
    """Load a stored game under its own edition. Raises ``UnknownGame``."""
    table = table_of(row)
    return OpenGame(
        *(table, row.n, row.hash, row.told, addresses),
        (table.state.question, table.state.due, votes.agreed_at(table), votes.remind_at(table)),
    )


def table_of(row: GameRow) -> GameTable:
    """Return a new table with a stored game. Raises ``UnknownGame``."""
    game = find(row.kind, row.edition)
    encoder, decoder = game.codec
    state = whole(row.kind, row.state, decoder.decode, encoder.encode)
    return GameTable(game, row.decoded_setup(), state)


def order_of_address(address: Address) -> tuple[str, str, str]:
    """Return the sort key of a game's readers. The order is fixed and reveals nothing about
    events.
    """
    return address.viewer, address.door, address.sender


NEAR = 200
"""Longest game, in entries, whose past is computed in the writer's thread."""
KEPT = 16
"""Most results kept until they are used."""

Key = tuple[str | int, ...]
"""The key of a result about the past: its kind, the game and the entry."""


class PastRows(Protocol):
    """The part of a store that a look into the past needs."""

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number."""


Find = Callable[[PastRows], Any]


class Deferred(Exception):
    """Raised to defer a job: compute ``find`` beside the writer, then run the job again. Nothing of
    the job has happened.
    """

    def __init__(self, key: Key, find: Find):
        super().__init__(str(key))
        self.key, self.find = key, find


class DeferredResults:
    """Results computed beside the writer, or the exceptions raised instead."""

    def __init__(self) -> None:
        self.found: dict[Key, Any] = {}

    def note(self, key: Key, value: Any) -> None:
        """Keep an answer, and drop the oldest if there are too many."""
        self.found[key] = value
        while len(self.found) > KEPT:
            del self.found[next(iter(self.found))]


def save_at(kind: AnyGame, setup: Setup, to: int, reading: PastRows) -> bytes:
    """Return the save of a game after entry ``to``. Raises ``Damaged``."""
    entries = journal.read(kind, setup, reading.journal(setup.id)[:to])
    table, _ = journal.replay(kind, setup, entries)
    return table.save()
