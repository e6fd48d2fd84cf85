"""A game in memory: its table, how far its journal has come, and who reads it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from engine.game import AnyGame
from engine.games import find
from engine.house import votes
from engine.letters import Address
from engine.menu import Menu
from engine.state import PUBLIC, Seat, Setup
from engine.store import journal
from engine.store.rows import BulletinRow, GameRow
from engine.store.saved import whole
from engine.table import GameTable


@dataclass
class OpenGame:
    """A game in memory: its table, how far its journal and its news have come, and who reads
    it. ``reminded``: the question, when it is due, when silence means agreement, and when the open
    request is reminded of, for which the store knows when to look at it. ``saves``: the last
    ones, by number of their entry. ``menus``: those made since entry ``listed``. ``stamp``: see
    ``Store``.
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
        """Return the present orders of a seat; between two entries the menu is made once."""
        if self.listed != self.n:
            self.menus, self.listed = {}, self.n
        if seat not in self.menus:
            self.menus[seat] = self.table.menu(seat)
        return self.menus[seat]

    def prepare(self) -> None:
        """Make the menu of the one seat that is asked, before it answers."""
        ask = self.table.ask()
        if ask is not None and len(ask.seats) == 1:
            self.menu(ask.seats[0])

    def settle(self, address: Address) -> None:
        """Reach this reader at this address from now on."""
        others = [a for a in self.addresses if (a.door, a.sender) != (address.door, address.sender)]
        self.addresses = sorted([*others, address], key=order_of_address)


class OpenGames(dict[str, OpenGame]):
    """The games in memory, by id, those used longest ago first. ``watched``: there is or was one
    among them whose times of answers could tell something (``Game.watched``).
    """

    watched = False


def open_game(row: GameRow, addresses: list[Address]) -> OpenGame:
    """Return a game as the store has it, under the edition that it began with. Raises
    ``UnknownGame``.
    """
    table = table_of(row)
    return OpenGame(
        *(table, row.n, row.hash, row.told, addresses),
        (table.state.question, table.state.due, votes.agreed_at(table), votes.remind_at(table)),
    )


def table_of(row: GameRow) -> GameTable:
    """Return a stored game on a table of its own. Raises ``UnknownGame``."""
    game = find(row.kind, row.edition)
    encoder, decoder = game.codec
    state = whole(row.kind, row.state, decoder.decode, encoder.encode)
    return GameTable(game, row.decoded_setup(), state)


def order_of_address(address: Address) -> tuple[str, str, str]:
    """Return a key for the order in which the readers of a game are told: always the same, and
    nothing to do with what happened.
    """
    return address.viewer, address.door, address.sender


NEAR = 200
"""Entries of a game whose past is computed at once."""
KEPT = 16
"""Answers that are kept until they are asked for."""

Key = tuple[str | int, ...]
"""The key of a result about the past: its kind, the game and the entry."""


class PastRows(Protocol):
    """The part of a store that a look into the past needs."""

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number."""


Find = Callable[[PastRows], Any]


class Aside(Exception):
    """A result must be computed beside the writer before a job can be done; nothing of the job has
    happened. ``find`` computes it.
    """

    def __init__(self, key: Key, find: Find):
        super().__init__(str(key))
        self.key, self.find = key, find


class Answers:
    """Results that were computed beside the writer, or the exceptions that came instead."""

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
