"""Removal of old rows, a page at a time."""

from typing import Any

from engine.store.connection import SqlConnection, Transaction, failing
from engine.store.marks import FORGOTTEN
from engine.store.rows import TRIED, Age, Freed
from engine.store.store import ALL, Store
from engine.store.writing import put_notes

Key = tuple[str | int, ...]

TRIED_AT = f"at + case when coalesce(error, '') != '' then {TRIED} else 0 end"
"""SQL for the age of a message. Failed messages age later, because delivery may still retry
them.
"""

TABLES: dict[str, tuple[str, tuple[str, ...], str, str]] = {
    "receipts": ("inbox", ("door", "id"), "at", "length(digest) + length(receipt)"),
    "messages": ("finished", ("id",), TRIED_AT, "length(payload)"),
    "notes": ("keepsake", ("door", "name"), "at", "length(value)"),
}
"""For each kind of row: its table, key, column with the age, and SQL for the bytes outside the
key.
"""

ENDED = (
    "select n.at from news n join game g on g.id = n.game where g.id = ? and g.result is not null"
    " order by n.seq desc limit 1"
)
"""SQL for the end of a finished game, which is the second of its last news item."""


def old(store: Store, age: Age) -> Freed:
    with failing:
        freed, _, _ = looked_at(store.db, age, (), ALL)
    return freed


def forget(store: Store, age: Age, after: Key, most: int) -> Freed:
    """Remove the old ones of the next ``most`` rows after a key, durably. Return the totals."""
    forgotten = store.forgotten_before
    with Transaction(store.db) as db:
        freed, keys, latest = looked_at(db, age, after, most)
        if age.what == "receipts" and latest is not None:
            # Use the removed receipts, not the clock. If the clock were wrong, all messages would
            # be refused until it is right.
            forgotten = max(forgotten, latest + 1)
        remove(db, age, keys)
        if forgotten > store.forgotten_before:
            put_notes(db, [("house", FORGOTTEN, str(forgotten))], None)
    store.forgotten_before = forgotten
    return freed


def looked_at(
    db: SqlConnection, age: Age, after: Key, most: int
) -> tuple[Freed, list[Key], int | None]:
    """Return totals and keys of the old ones of ``most`` rows, and the youngest's second."""
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
    """Return whether a row is old, by its second ``at`` or its game's end."""
    if at is None or at >= age.before:
        return False
    if not age.ended:
        return True
    _, game, *_ = name.split("/")
    over = db.execute(ENDED, (game,)).fetchone()
    return over is not None and over[0] < age.before


def remove(db: SqlConnection, age: Age, keys: list[Key]) -> None:
    table, key, _, _ = TABLES[age.what]
    where = " and ".join(f"{column} = ?" for column in key)
    db.executemany(f"delete from {table} where {where}", keys)
