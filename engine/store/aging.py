"""What has grown old, and is removed from SQLite bit by bit."""

from typing import Any

from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.store.connection import SqlConnection, Transaction, failing
from engine.store.rows import TRIED, Age, Freed, Weight
from engine.store.writing import put_notes

Key = tuple[str | int, ...]

ALL = 2**62
"""More rows than there are."""

TRIED_AT = f"at + case when coalesce(error, '') != '' then {TRIED} else 0 end"
"""What is tried does not grow old while delivery may still hand it over."""

TABLES: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "receipts": ("inbox", ("door", "id"), "at", "length(digest) + length(receipt)"),
    "messages": ("finished", ("id",), TRIED_AT, "length(payload)"),
    "notes": ("keepsake", ("door", "name"), "at", "length(value)"),
}
"""What grows old: the table, its key, the second that counts, and the bytes of a row without it."""

ENDED = (
    "select n.at from news n join game g on g.id = n.game where g.id = ? and g.result is not null"
    " order by n.seq desc limit 1"
)
"""When a game has ended: at its last news."""

FORGOTTEN = "forgotten"
"""The name of the note that says up to when receipts were removed."""

EXACT = (
    "select coalesce(s.tbl_name, 'other'), sum(d.pgsize) from dbstat d"
    " left join sqlite_schema s on s.name = d.name group by 1"
)


class AgingTables:
    """The part of a ``Store`` that knows what grows old."""

    db: SqlConnection
    forgotten_before: int

    def old(self, age: Age) -> Freed:
        """Return how much has grown old."""
        with failing():
            freed, _, _ = looked_at(self.db, age, (), ALL)
        return freed

    def forget(self, age: Age, after: tuple[str | int, ...], most: int) -> Freed:
        """Remove what is old among the next ``most`` rows, after those of the step before."""
        forgotten = self.forgotten_before
        with Transaction(self.db) as db:
            freed, keys, latest = looked_at(db, age, after, most)
            if age.what == "receipts" and latest is not None:
                # Of what was removed, whatever the clock says: one that was wrong would have
                # all letters refused until it is right.
                forgotten = max(forgotten, latest + 1)
            remove(db, age, keys)
            if forgotten > self.forgotten_before:
                put_notes(db, [("house", FORGOTTEN, str(forgotten))], None)
        self.forgotten_before = forgotten
        return freed

    def wipe(self) -> None:
        """Have what was deleted found in no file any more."""
        with failing():
            # What the log of writing holds is of no use any more, but could be read. Whoever
            # reads the database just now is not waited for.
            patience = self.db.execute("pragma busy_timeout").fetchone()[0]
            self.db.execute("pragma busy_timeout = 0")
            self.db.execute("pragma wal_checkpoint(truncate)").fetchall()
            self.db.execute(f"pragma busy_timeout = {patience}")

    def free(self) -> int:
        """Return how many bytes of the file hold nothing."""
        with failing():
            return free_in(self.db)

    def compact(self) -> int:
        """Give room that is free back to the disk; return how many bytes that are."""
        with failing():
            freed = free_in(self.db)
            self.db.execute("vacuum")
        self.wipe()
        return freed

    def weights(self) -> list[Weight]:
        """Return how much each table holds with its indexes, the heaviest first."""
        with failing():
            return weights_of(self.db)

    def told_after(self, at: int) -> int:
        """Count what was told, in all games, after a second."""
        sql = "select count(*) from news where kind = 'told' and at > ?"
        with failing():
            count: int = self.db.execute(sql, (at,)).fetchone()[0]
        return count


def looked_at(
    db: SqlConnection, age: Age, after: Key, most: int
) -> tuple[Freed, list[Key], int | None]:
    """Look at the next ``most`` rows behind a key. Return what is old of them, its keys, and the
    second of the youngest.
    """
    table, key, at, length = TABLES[age.what]
    columns, marks = ", ".join(key), ", ".join("?" * len(key))
    wheres = [f"({columns}) > ({marks})"] if after else []
    given: list[Any] = [*after]
    if age.what == "notes":
        wheres.append("door = ? and name >= ? and name < ?")
        given += [age.door, f"{age.folder}/", f"{age.folder}0"]
    where = " and ".join(wheres) or "true"
    sql = f"select {columns}, {at}, {length} from {table} where {where} order by {columns} limit ?"
    rows = db.execute(sql, (*given, most)).fetchall()
    old = [row for row in rows if is_old(db, age, row[-3], row[-2])]
    keys = [tuple(row[: len(key)]) for row in old]
    weight = sum(row[-1] + sum(len(str(part)) for part in row[:-1]) for row in old)
    last = tuple(rows[-1][: len(key)]) if len(rows) == most else None
    latest = max((row[-2] for row in old), default=None)
    return Freed(rows=len(old), bytes=weight, after=last), keys, latest


def is_old(db: SqlConnection, age: Age, name: str, at: int | None) -> bool:
    """Return whether a row is old: by its own second, or by the end of its game."""
    if at is None or at >= age.before:
        return False
    if not age.ended:
        return True
    _, game, *_ = name.split("/")
    over = db.execute(ENDED, (game,)).fetchone()
    return over is not None and over[0] < age.before


def remove(db: SqlConnection, age: Age, keys: list[Key]) -> None:
    """Delete these rows."""
    table, key, _, _ = TABLES[age.what]
    where = " and ".join(f"{column} = ?" for column in key)
    db.executemany(f"delete from {table} where {where}", keys)


def weights_of(db: SqlConnection) -> list[Weight]:
    """Return how much each table weighs with its indexes, the heaviest first."""
    tables = db.execute("select name from sqlite_schema where type = 'table' order by name")
    names = [name for (name,) in tables.fetchall() if not name.startswith("sqlite_")]
    try:
        sizes, estimated = dict(db.execute(EXACT).fetchall()), False
    except sqlite3.OperationalError:
        # SQLite was built without it.
        sizes, estimated = {name: content(db, name) for name in names}, True
    found = [
        Weight(
            name,
            db.execute(f"select count(*) from {name}").fetchone()[0],
            sizes.get(name, 0),
            estimated,
        )
        for name in names
    ]
    return sorted(found, key=lambda one: -one.bytes)


def content(db: SqlConnection, table: str) -> int:
    """Return the bytes of what stands in a table."""
    columns = [row[1] for row in db.execute(f"pragma table_info({table})").fetchall()]
    length = " + ".join(f"coalesce(length({column}), 0)" for column in columns)
    weight: int = db.execute(f"select coalesce(sum({length}), 0) from {table}").fetchone()[0]
    return weight


def free_in(db: SqlConnection) -> int:
    """Return how many bytes of the file hold nothing."""
    (pages,) = db.execute("pragma freelist_count").fetchone()
    (size,) = db.execute("pragma page_size").fetchone()
    return int(pages * size)
