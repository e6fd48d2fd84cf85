"""A connection to a database file: its lock, settings, transactions and errors."""

import fcntl
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import Contradicts, DamagedFile, InUse, ReadOnly, StoreError
from engine.store import schema, upgrade
from engine.store.ailments import advice, is_damage, is_full

PRAGMAS = (
    "journal_mode=wal",
    "synchronous=full",
    "foreign_keys=on",
    "busy_timeout=10000",
    "journal_size_limit=67108864",
    "trusted_schema=off",
    "secure_delete=on",
)
"""Settings of a connection. ``secure_delete`` overwrites deleted data, so that nothing of an erased
person remains in the file.
"""


class Failing:
    """Turns errors of SQLite in the block into ``StoreError``."""

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            raise failure(error) from error


failing = Failing()


def failure(error: Exception) -> StoreError:
    if isinstance(error, sqlite3.IntegrityError | OverflowError | UnicodeError):
        return Contradicts(str(error), advice(error))
    kind = DamagedFile if is_damage(error) else ReadOnly if is_full(error) else StoreError
    return kind(str(error), advice(error))


class SqlConnection(Protocol):
    """The database connection of a store. Statements are in SQLite's dialect, with ``?`` for
    values. Other databases translate them and raise ``StoreError``.
    """

    @property
    def in_transaction(self) -> bool:
        pass

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        """Run a statement and return a cursor for its rows."""

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Any:
        pass

    def close(self) -> None:
        pass


class Deferring:
    """Marks a connection that runs its statements later, all together, and so returns nothing."""


class Transaction:
    """A transaction: commits at the end of the block, rolls back on any exception."""

    def __init__(self, db: SqlConnection):
        self.db = db

    def __enter__(self) -> SqlConnection:
        with failing:
            self.db.execute("begin immediate")
        return self.db

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with failing:
            if kind is None:
                try:
                    self.db.execute("commit")
                    return
                except BaseException:
                    self.rollback()
                    raise
            self.rollback()
        if isinstance(error, sqlite3.Error | OverflowError | UnicodeError):
            raise failure(error) from error

    def rollback(self) -> None:
        """Roll back, unless SQLite did so already because the disk is full."""
        if self.db.in_transaction:
            self.db.execute("rollback")


def take_lock(path: Path) -> IO[str]:
    """Lock ``PATH.lock`` until the process ends. Raises ``StoreError`` or ``ReadOnly``."""
    # SQLite, too, puts its companion files beside the real file.
    real = path.resolve()
    if real.is_file() and real.stat().st_nlink > 1:
        raise StoreError(
            f"{path}: is one file under {real.stat().st_nlink} names (hard links), which damages a "
            "database; remove the others, or copy it with `meanwhile backup` or `cp`"
        )
    lock_path = real.with_name(real.name + ".lock")
    try:
        lock = lock_path.open("a+")
    except OSError as error:
        raise ReadOnly(
            f"{path}: cannot be opened for writing ({error.strerror}); choose another file with"
            " --db"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise InUse(
            f"{path}: in use by process {holder}; stop that one first, or choose another file with"
            " --db"
        ) from error
    # The note of the process id is for people. The lock works without it.
    with suppress(OSError):
        os.ftruncate(lock.fileno(), 0)
        os.write(lock.fileno(), str(os.getpid()).encode())
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """Open the writing connection and migrate. Raises ``StoreError`` or SQLite's errors."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        kit = Database(db)
        upgrade.recognise(kit, path)
        if not kit.table_names():
            db.execute(f"pragma application_id = {schema.APPLICATION}")
        for pragma in PRAGMAS:
            db.execute(f"pragma {pragma}").fetchall()
        upgrade.bring_up_to_date(kit, path)
    except BaseException:
        db.close()
        raise
    return db


def connect_read_only(
    path: Path, *, alone: bool = False, known: bool = False
) -> sqlite3.Connection:
    """Open a read-only connection; ``alone``: on a read-only medium. The version of a ``known``
    database is not checked. Raises ``StoreError``.
    """
    try:
        how = "immutable=1" if alone and whole(path) else "mode=ro"
        db = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None)
        db.execute("pragma busy_timeout=10000")
        db.execute("pragma query_only=on")
        # Within a transaction, all reads see the same moment.
        db.execute("begin")
        db.execute("select count(*) from sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        helps = (
            "nothing of it can be read; go on with a backup" if is_damage(error) else advice(error)
        )
        raise StoreError(f"{path}: cannot be read: {error}; {helps}") from error
    try:
        # Read everything possible from a damaged file.
        with suppress(sqlite3.DatabaseError):
            if not known:
                recognise_read_only(Database(db), path)
    except BaseException:
        db.close()
        raise
    return db


def whole(path: Path) -> bool:
    """Return whether the write-ahead log is empty or missing."""
    log = path.with_name(f"{path.name}-wal")
    return not log.exists() or not log.stat().st_size


def recognise_read_only(db: Database, path: Path) -> None:
    upgrade.recognise(db, path)
    if not upgrade.is_current(db):
        raise StoreError(
            f"{path}: is of an older version, whose program still has it; end that one, and it can"
            " be brought up to date"
        )
