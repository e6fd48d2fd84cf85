"""The engines of the store, and how a test opens one. Another engine is one line in ``ENGINES``."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from engine.store import postgres, sqlite
from engine.store.store import Store
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
        while self.open:
            self.open.pop().close()


ENGINES: dict[str, Callable[[Path], Callable[..., Store]]] = {
    "sqlite": lambda folder: partial(sqlite.SqliteStore, folder / "db"),
    "postgres": lambda folder: partial(postgres.PostgresStore, server.fresh(), folder / "db"),
}


def opened(place: str) -> sqlite.SqliteStore | postgres.PostgresStore:
    if place.startswith("postgresql:"):
        return postgres.PostgresStore(place, Path("db"))
    return sqlite.SqliteStore(Path(place))
