"""What must hold of a database at any moment, whatever has happened to it."""

import msgspec

from engine import errors
from engine.games import find
from engine.letters import Receipt
from engine.state import Told
from engine.store import journal
from engine.store.sqlite import SqliteStore


def faults(store: SqliteStore) -> list[str]:
    """What does not hold: chains, numbers, replay of the journal = snapshot,
    bulletins = what the rules tell.
    """
    found: list[str] = []
    for row in store.games():
        game, setup, rows = find(row.kind, row.edition), row.decoded_setup(), store.journal(row.id)
        try:
            entries = journal.read(game, setup, rows)
        except errors.Damaged as damaged:
            found.append(str(damaged))
            continue
        last = rows[-1][1] if rows else journal.first_hash(setup)
        if (row.n, row.hash) != (len(rows), last):
            found.append(
                f"game {row.id}: the row stands at entry {row.n}, the journal at {len(rows)}"
            )
        table, told = journal.replay(game, setup, entries)
        if (table.save(), table.state.due, table.state.result) != (row.state, row.due, row.result):
            found.append(
                f"game {row.id}: the replay of the journal is another state than the snapshot"
            )
        stored = {bulletin.n: bulletin.told for bulletin in store.bulletins(row.id)}
        for n, bulletin in told.items():
            expected: tuple[Told, ...] = bulletin.told
            if (bulletin.told or bulletin.rolls or bulletin.fresh) and stored.get(
                n
            ) != journal.encode(expected):
                found.append(f"game {row.id}: bulletin {n} is not what the rules tell")
    return found + [
        f"SQLite: {line}" for (line,) in store.db.execute("pragma integrity_check") if line != "ok"
    ]


def receipts(store: SqliteStore) -> dict[str, Receipt]:
    """All that was answered, by the letter's id."""
    rows = store.db.execute("select id, receipt from inbox")
    return {id: msgspec.json.decode(receipt, type=Receipt) for id, receipt in rows}


def orders(store: SqliteStore, game: str) -> list[tuple[str, int]]:
    """The seats' own entries in order: who, and when."""
    rows = [msgspec.json.decode(entry) for entry, _ in store.journal(game)]
    return [(entry["seat"], entry["at"]) for entry in rows if entry["seat"]]
