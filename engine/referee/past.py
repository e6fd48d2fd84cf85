"""How a game stood in the past. Where that takes long it is found out beside the writer, in
another thread and from the store alone, so that no other game waits: what is past does not
change any more.
"""

from collections.abc import Callable
from typing import Any, Protocol

from engine.game import AnyGame
from engine.state import Setup
from engine.store import journal
from engine.store.rows import BulletinRow

NEAR = 200
"""Entries of a game of which the past is found out at once."""
KEPT = 16
"""Answers that are kept until they are asked for."""

Key = tuple[str | int, ...]
"""What is to be found out: what, of which game, when."""


class PastRows(Protocol):
    """What of a store a look into the past needs."""

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number."""


Find = Callable[[PastRows], Any]


class Aside(Exception):
    """Something is to be found out beside the writer before a job can be done; nothing of the job
    has happened. ``find`` finds it out.
    """

    def __init__(self, key: Key, find: Find):
        super().__init__(str(key))
        self.key, self.find = key, find


class Answers:
    """What was found out beside the writer; an exception where it could not be."""

    def __init__(self) -> None:
        self.found: dict[Key, Any] = {}

    def note(self, key: Key, value: Any) -> None:
        """Keep an answer, in place of the oldest."""
        self.found[key] = value
        while len(self.found) > KEPT:
            del self.found[next(iter(self.found))]


def save_at(kind: AnyGame, setup: Setup, to: int, reading: PastRows) -> bytes:
    """Return how a game stood after entry ``to``, as it is saved. Raises ``Damaged``."""
    entries = journal.read(kind, setup, reading.journal(setup.id)[:to])
    table, _ = journal.replay(kind, setup, entries)
    return table.save()
