"""The SQLite store: one file, one process, one connection that writes."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import StoreError
from engine.store import rows, schema, store, upgrade
from engine.store.connection import SqlConnection, connect, connect_read_only, failing, take_lock

EXACT = (
    "select coalesce(s.tbl_name, 'other'), sum(d.pgsize) from dbstat d"
    " left join sqlite_schema s on s.name = d.name group by 1"
)

SAFE_SQLITE = (3, 51, 3)
"""The oldest version without a known bug that corrupts files with two writing connections."""


class SqliteStore(store.Store):
    db: sqlite3.Connection

    def __init__(
        self,
        path: Path,
        *,
        reading: bool = False,
        damaged: bool = False,
        alone: bool = False,
        filling: bool = False,
        known: bool = False,
    ):
        """Open or create the database at ``path``.

        ``reading`` opens it beside the process that serves it, ``alone`` on a read-only medium.
        ``damaged`` reads a file that cannot be opened for writing. ``filling`` is for copying
        another database into it. ``known``: this process has it open for writing. Raises
        ``StoreError`` if the file is not ours or cannot be written, and ``InUse`` if another
        process uses it.
        """
        self.path, self.reading, self.damaged = path, reading, damaged
        self.unshared = alone or damaged
        self.lock = None if reading else take_lock(path)
        if self.lock is None:
            super().__init__(connect_read_only(path, alone=alone, known=known))
            return
        try:
            with failing:
                super().__init__(connect(path))
            self.settle(filling=filling)
        except BaseException as error:
            self.lock.close()
            if isinstance(error, StoreError) and error.remedy:
                raise type(error)(f"{path}: {error}; {error.remedy}") from error
            raise

    def close(self) -> None:
        self.db.close()
        if self.lock is not None:
            self.lock.close()

    def read_only(self) -> "SqliteStore":
        return SqliteStore(self.path, reading=True, known=self.lock is not None)

    def holders(self) -> dict[str, str]:
        """Return the process that writes, if this store only reads."""
        if not self.reading or self.unshared:
            return {}
        lock = self.path.resolve().with_name(f"{self.path.resolve().name}.lock")
        with suppress(OSError):
            return {"all of it": f"process {lock.read_text().strip() or 'unknown'}"}
        return {}

    def engine(self) -> str:
        version = sqlite3.sqlite_version
        old = tuple(map(int, version.split("."))) < SAFE_SQLITE
        remark = (
            " (a known fault of versions before 3.51.3 needs two writing connections; we have one)"
            if old
            else ""
        )
        return f"SQLite {version}{remark}"

    def faults(self) -> Iterator[str]:
        for text in self.column("pragma quick_check"):
            if text != "ok":
                yield " ".join(text.split())
        for row in self.rows("pragma foreign_key_check"):
            yield f"table {row[0]}: a row refers to nothing in {row[2]}"

    def size(self) -> int:
        return self.path.stat().st_size

    def back_up(self, file: Path) -> int:
        with failing:
            return upgrade.copy_whole(self.db, file)

    @contextmanager
    def unlocked(self) -> Iterator[None]:
        for name in schema.guards():
            self.db.execute(f"drop trigger {name}")
        yield
        for statement in schema.guards().values():
            self.db.execute(statement)

    def wipe(self) -> None:
        with failing:
            # Truncate the write-ahead log, because deleted data could be read there. Don't wait for
            # readers.
            patience = self.db.execute("pragma busy_timeout").fetchone()[0]
            self.db.execute("pragma busy_timeout = 0")
            self.db.execute("pragma wal_checkpoint(truncate)").fetchall()
            self.db.execute(f"pragma busy_timeout = {patience}")

    def free(self) -> int:
        (pages,), (size,) = self.one("pragma freelist_count"), self.one("pragma page_size")
        return int(pages * size)

    def compact(self) -> int:
        freed = self.free()
        with failing:
            self.db.execute("vacuum")
        self.wipe()
        return freed

    def weights(self) -> list[rows.Weight]:
        with failing:
            return weights_of(self.db)


def weights_of(db: SqlConnection) -> list[rows.Weight]:
    """Return the size of each table with its indexes, the largest first."""
    tables = db.execute("select name from sqlite_schema where type = 'table' order by name")
    names = [name for (name,) in tables.fetchall() if not name.startswith("sqlite_")]
    try:
        sizes, estimated = dict(db.execute(EXACT).fetchall()), False
    except sqlite3.OperationalError:
        # This SQLite was built without dbstat.
        sizes, estimated = {name: content(db, name) for name in names}, True
    found = [
        rows.Weight(
            name,
            db.execute(f"select count(*) from {name}").fetchone()[0],
            sizes.get(name, 0),
            estimated,
        )
        for name in names
    ]
    return sorted(found, key=lambda one: -one.bytes)


def content(db: SqlConnection, table: str) -> int:
    """Return the number of bytes in a table's columns."""
    columns = [row[1] for row in db.execute(f"pragma table_info({table})").fetchall()]
    length = " + ".join(f"coalesce(length({column}), 0)" for column in columns)
    weight: int = db.execute(f"select coalesce(sum({length}), 0) from {table}").fetchone()[0]
    return weight
