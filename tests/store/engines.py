"""The engines of the store, and how a test opens one. Another engine is one line in ``ENGINES``."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.errors import InUse, StoreError
from engine.store.contract import Store
from engine.store.memory import MemoryStore, Tables
from engine.store.postgres import PostgresStore
from engine.store.sqlite import SqliteStore
from tests.store import server


class Opener:
    """Opens the same store, again and again: each time the one before is closed. ``make`` opens it
    beside the others, and ``make(reading=True)`` to read.
    """

    def __init__(self, make: Callable[..., Store]):
        self.make, self.open = make, list[Store]()

    def __call__(self) -> Store:
        self.close()
        self.open.append(self.make())
        return self.open[-1]

    def close(self) -> None:
        """Close what is open."""
        while self.open:
            self.open.pop().close()


ENGINES: dict[str, Callable[[Path], Callable[..., Store]]] = {
    "sqlite": lambda folder: partial(SqliteStore, folder / "db"),
    "postgres": lambda folder: partial(PostgresStore, server.fresh(), folder / "db"),
    "memory": lambda folder: partial(MemoryStore, folder / "db", Tables()),
}


def opened(place: str, patience: float = 5) -> SqliteStore | PostgresStore:
    """Open the file or the server at a place; whoever had it may just have been killed."""
    if not place.startswith("postgresql:"):
        return SqliteStore(Path(place))
    waits = False
    while True:
        try:
            return PostgresStore(place, Path("db"))
        except StoreError as error:
            waits = waits or isinstance(error, InUse)
            if not waits or (patience := patience - 0.05) < 0:
                raise
            time.sleep(0.05)
