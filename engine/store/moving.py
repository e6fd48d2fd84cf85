"""Bringing a database over into another one, of the same kind or not: table by table, in the order
of their keys, so that what was broken off goes on where it stopped.
"""

from collections.abc import Iterator
from typing import Any

from engine.errors import StoreError
from engine.store.connection import Transaction
from engine.store.marks import UNFINISHED
from engine.store.store import Store
from engine.store.writing import marks

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
}
"""The tables and their keys; a table comes behind those that it refers to. What is noted
(``keepsake``) comes last, since it says of the target that it is not whole.
"""

PAGE = 2_000
"""Rows that are written in one transaction."""


def begin(source: Store, target: Store) -> None:
    """Look whether a target may be filled from a source, and note that it is. Raises ``InUse`` if
    the source is served, ``StoreError`` if the target is not empty, unless it is the unfinished
    copy of this source.
    """
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
    """Copy everything that the target does not have yet; yield each table when it is there, with
    its rows. The target may be worked with when the last one has come. Raises ``StoreError``.
    """
    for table in KEYS:
        for rows in pages(source, target, table):
            put(target, table, rows)
        yield table, target.one(f"select count(*) from {table}")[0]
    notes = source.rows("select * from keepsake")
    with Transaction(target.db) as db:
        db.execute("delete from keepsake")
        db.executemany(f"insert into keepsake values({marks(4)})", notes)
    target.filled()
    yield "keepsake", len(notes)


def pages(source: Store, target: Store, table: str) -> Iterator[list[Any]]:
    """Yield the rows of a table that the target does not have, by their key."""
    key = KEYS[table]
    columns, backwards = ", ".join(key), ", ".join(f"{column} desc" for column in key)
    last = target.one(f"select {columns} from {table} order by {backwards} limit 1")
    while True:
        where = f"where ({columns}) > ({marks(len(key))})" if last else ""
        # The key stands before the row, whose columns are in the order of the table.
        sql = f"select {columns}, {table}.* from {table} {where} order by {columns} limit ?"
        rows = source.rows(sql, (*(last or ()), PAGE))
        if not rows:
            return
        yield [row[len(key) :] for row in rows]
        last = rows[-1][: len(key)]


def put(target: Store, table: str, rows: list[Any]) -> None:
    with Transaction(target.db) as db:
        db.executemany(f"insert into {table} values({marks(len(rows[0]))})", rows)
