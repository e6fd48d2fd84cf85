"""What must hold of a database at any moment, whatever has happened to it."""

import msgspec
from msgspec import Struct

from engine import errors
from engine.games import find
from engine.messages import Receipt
from engine.referee.news import NewsItem
from engine.state import Event, Told
from engine.store import journal, updates
from engine.store.store import Store
from tests.stored import every_game
from tests.tables import inbox


def faults(store: Store) -> list[str]:
    """What does not hold: chains, numbers, replay of the journal = snapshot,
    bulletins = what the rules tell.
    """
    found: list[str] = []
    for row in every_game(store):
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
        table.state.update = updates.of_rows(setup, rows, store.bulletins(row.id))[0]
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
    return [*found, *store.faults()]


class Due(Struct, frozen=True, kw_only=True):
    """What one reader hears of one row of the news. ``must``: whatever came after it; else it
    says no more than that a question is open, or reminds of it. ``noted``: it counts as told;
    ``talk``: it is what a player says.
    """

    game: str
    seq: int
    sender: str
    events: tuple[Event, ...]
    must: bool
    noted: bool
    talk: bool


def due(store: Store) -> dict[str, Due]:
    found = {}
    for row in every_game(store):
        kind, readers = find(row.kind, row.edition), store.readers(row.id)
        for happening in (NewsItem.read(one, kind) for one in store.news(row.id)):
            seq, about = happening.row.seq, happening.about
            for one in readers:
                if not one.hears(seq) or about.reader not in (None, (one.door, one.sender)):
                    continue
                cursor = store.cursor(one.door, row.id)
                place = cursor.behind.get(one.sender)
                talk, upto = happening.row.kind == "talk", cursor.upto
                if place is not None:
                    upto = place.said if talk else place.seq
                told = happening.row.kind in ("told", "brief")
                events = happening.events(one.viewer) if told else ()
                mark = store.mark(one.door, one.sender, row.id, seq, happening.digest)
                must = bool(events) or (talk and one.viewer in about.to)
                noted = seq <= upto
                found[mark] = Due(
                    game=row.id,
                    seq=seq,
                    sender=one.sender,
                    events=events,
                    must=must,
                    noted=noted,
                    talk=talk,
                )
    return found


def receipts(store: Store) -> dict[str, Receipt]:
    return {row.id: msgspec.json.decode(row.receipt, type=Receipt) for row in inbox(store)}


def orders(store: Store, game: str) -> list[tuple[str, int]]:
    rows = [msgspec.json.decode(entry) for entry, _ in store.journal(game)]
    return [(entry["seat"], entry["at"]) for entry in rows if entry["seat"]]
