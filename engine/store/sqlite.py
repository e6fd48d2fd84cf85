"""The store in SQLite: one file, one process, one writing connection. What a batch has made
is written whole or not at all.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import StoreError
from engine.store.connection import (
    connect,
    connect_beside,
    failing,
    take_lock,
)
from engine.store.sql import SqlStore
from engine.store.upgrade import copy_whole

SAFE_SQLITE = (3, 51, 3)
"""Older versions have a fault that needs two writing connections."""


class SqliteStore(SqlStore):
    """The open database, a ``Store``. Close it, or use it in a ``with`` statement."""

    db: sqlite3.Connection

    def __init__(
        self,
        path: Path,
        *,
        reading: bool = False,
        damaged: bool = False,
        alone: bool = False,
        filling: bool = False,
    ):
        """Open or make the database at ``path``. Raises ``StoreError`` if it is not ours or
        not writable, ``InUse`` if another process has it; ``reading``, it can be looked at
        beside that process, which alone writes and checkpoints; or ``alone``, where nobody can
        write. A ``damaged`` one is read although it cannot be opened for writing. ``filling``:
        another database is moved into it.
        """
        self.path, self.reading, self.damaged = path, reading, damaged
        self.unshared = alone or damaged
        self.lock = None if reading else take_lock(path)
        if self.lock is None:
            super().__init__(connect_beside(path, alone=alone))
            return
        try:
            with failing():
                super().__init__(connect(path))
            self.settle(filling=filling)
        except BaseException as error:
            self.lock.close()
            if isinstance(error, StoreError) and error.remedy:
                raise type(error)(f"{path}: {error}; {error.remedy}") from error
            raise

    def close(self) -> None:
        """Release the file."""
        self.db.close()
        if self.lock is not None:
            self.lock.close()

    def beside(self) -> "SqliteStore":
        """Open the same database, as it is now, to read from another thread than this one."""
        return SqliteStore(self.path, reading=True)

    def holders(self) -> dict[str, str]:
        """Return who writes, if this is read beside that process."""
        if not self.reading or self.unshared:
            return {}
        lock = self.path.resolve().with_name(f"{self.path.resolve().name}.lock")
        with suppress(OSError):
            return {"all of it": f"process {lock.read_text().strip() or 'unknown'}"}
        return {}

    def engine(self) -> str:
        """Return which database this is, and what is to be known about its version."""
        version = sqlite3.sqlite_version
        old = tuple(map(int, version.split("."))) < SAFE_SQLITE
        remark = (
            " (a known fault of versions before 3.51.3 needs two writing connections; we have one)"
            if old
            else ""
        )
        return f"SQLite {version}{remark}"

    def faults(self) -> Iterator[str]:
        """Find what is wrong with the file. Raises ``StoreError``."""
        for text in self.column("pragma quick_check"):
            if text != "ok":
                yield " ".join(text.split())
        for row in self.rows("pragma foreign_key_check"):
            yield f"table {row[0]}: a row refers to nothing in {row[2]}"

    def size(self) -> int:
        """Return how many bytes the file has."""
        return self.path.stat().st_size

    def back_up(self, file: Path) -> int:
        """Copy all to a file, as of one moment, and look the copy over; on the disk when this
        returns. Return how many games it has. Raises ``StoreError``.
        """
        with failing():
            return copy_whole(self.db, file)
