"""Copying a database into another one of either kind, table by table. An interrupted copy can be
resumed.
"""

from collections.abc import Iterator
from typing import Any

from engine.errors import StoreError
from engine.store import connection, writing
from engine.store.marks import UNFINISHED
from engine.store.store import Store

KEYS: dict[str, tuple[str, ...]] = {
    "game": ("id",),
    "address": ("door", "sender", "game", "since"),
    "journal": ("game", "n"),
    "news": ("game", "seq"),
    "inbox": ("door", "id"),
    "cursor": ("door", "game"),
    "untold": ("door", "game"),
    "lost": ("door", "why"),
    "finished": ("id",),
    "audit": ("id",),
    "reminder": ("game",),
    "rated": ("kind", "door", "sender", "games"),
    "conduct": ("door", "sender", "day"),
}
"""The tables and their keys, each after the tables it refers to.

The notes (``keepsake``) are copied last, because until then a note marks the target as unfinished.
"""

PAGE = 2_000
"""Rows per transaction."""


def begin(source: Store, target: Store) -> None:
    """Mark an empty target as an unfinished copy. Raises ``InUse`` or ``StoreError``."""
    source.seize()
    noted, mine = target.note(*UNFINISHED), source.mark(*UNFINISHED)
    if noted == mine:
        return
    if noted is not None or any(target.one(f"select 1 from {table} limit 1") for table in KEYS):
        raise StoreError(
            "the database to move to is not empty; name one that is empty, or that does not exist"
        )
    target.put_notes(UNFINISHED[0], {UNFINISHED[1]: mine})


def copied(source: Store, target: Store) -> Iterator[tuple[str, int]]:
    """Copy all missing rows, and yield each table with its number of rows."""
    for table in KEYS:
        for rows in pages(source, target, table):
            put(target, table, rows)
        yield table, target.one(f"select count(*) from {table}")[0]
    notes = source.rows("select * from keepsake")
    with connection.Transaction(target.db) as db:
        db.execute("delete from keepsake")
        db.executemany(f"insert into keepsake values({writing.marks(4)})", notes)
    target.filled()
    yield "keepsake", len(notes)


def pages(source: Store, target: Store, table: str) -> Iterator[list[Any]]:
    key = KEYS[table]
    columns, backwards = ", ".join(key), ", ".join(f"{column} desc" for column in key)
    last = target.one(f"select {columns} from {table} order by {backwards} limit 1")
    while True:
        where = f"where ({columns}) > ({writing.marks(len(key))})" if last else ""
        # Select the key first. The row's columns follow in table order.
        sql = f"select {columns}, {table}.* from {table} {where} order by {columns} limit ?"
        rows = source.rows(sql, (*(last or ()), PAGE))
        if not rows:
            return
        yield [row[len(key) :] for row in rows]
        last = rows[-1][: len(key)]


def put(target: Store, table: str, rows: list[Any]) -> None:
    with connection.Transaction(target.db) as db:
        db.executemany(f"insert into {table} values({writing.marks(len(rows[0]))})", rows)
