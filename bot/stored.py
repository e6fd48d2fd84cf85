"""Opens an existing database, or a game in it, for reading."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from bot import stores
from engine.errors import Damaged, DamagedFile, InUse, ReadOnly, StoreError, UnknownGame, UserError
from engine.state import Seat
from engine.store.rows import GameRow
from engine.table import GameTable

if TYPE_CHECKING:  # commands that don't need a database start sooner
    from engine.store.store import Store

UNREADABLE = (StoreError, msgspec.DecodeError, UnknownGame, Damaged)
"""Errors of games that can't be opened: a damaged file, or rules that are not installed."""


class NotThere(UserError):
    """Raised if there is no such database, or no such game in it."""


def check_there(db: Path) -> None:
    if not stores.is_there(db):
        raise NotThere(f"{db}: there is no such database; name another with --db")


@contextmanager
def looked_at(db: Path) -> Iterator[Store]:
    """Open an existing database, even while another process uses it."""
    check_there(db)
    try:
        store = stores.opened(db)
    except InUse:
        store = stores.opened(db, reading=True)
    except ReadOnly:
        store = stores.opened(db, reading=True, alone=True)
    except DamagedFile:
        store = stores.opened(db, reading=True, damaged=True)
    with store:
        yield store


def row_of(store: Store, id: str) -> GameRow:
    """Return the row of a listed game. Raises ``Damaged`` if it is missing."""
    row = store.game(id)
    if row is None:
        raise Damaged(f"game {id}: its row is gone")
    return row


@contextmanager
def stored(db: Path, id: str) -> Iterator[tuple[Store, GameRow]]:
    """Open a game of an existing database."""
    with looked_at(db) as store:
        row = store.game(id)
        if row is None:
            raise NotThere(f"{db}: has no game {id!r}; `meanwhile games` lists those it has")
        yield store, row


def seat_of(table: GameTable, name: str) -> Seat:
    for seat in table.seats:
        if seat.casefold() == name.casefold():
            return seat
    raise UserError(
        f"game {table.setup.id} has no seat {name!r}; there are:"
        f" {', '.join(table.seats) or 'none yet'}"
    )
