"""What is kept about one person, as plain data: for nobody but that person and the operator."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import unquote

import msgspec

from engine.errors import UnknownGame
from engine.games import find
from engine.letters import Address
from engine.referee.batch import Batch
from engine.referee.register import HOUSE_NOTES, Contact
from engine.state import HOUSE, PUBLIC
from engine.store import journal, persons
from engine.store.journal import encode
from engine.store.rows import GameRow, NewsRow
from engine.store.store import Store
from engine.store.writing import read_talk

COUNTING = ("heard", "question", "receipt", "mailed")
"""Notes of which no more is told than that there are some: they count what may be secret, or hold
nothing but hashes.
"""
OWN = frozenset(
    "asked banned coded files invitations invited kicked lost name notices operator parted person"
    " role sat settings talk tries viewed".split()
)
"""Folders of the referee's notes that a person may read where the note ends with their contact:
what they have set, done or been told. What others have noted about them stays with the others.
"""
OF_SEAT = ("appeal", "mute")
"""Folders in which the seat behind the game says whose note it is."""
LATEST = 1 << 62


def kept_about(batch: Batch, contacts: Sequence[Contact]) -> dict[str, Any]:
    """Return all that is kept about a person. It holds nothing that the person may not know."""
    store, register = batch.store, batch.register
    memberships = [one for contact in contacts for one in persons.memberships(store, *contact)]
    return {
        "names": sorted({register.name(who) for who in contacts}),
        "accounts": [
            {"at": door, "name": sender, **msgspec.to_builtins(register.settings((door, sender)))}
            for door, sender in contacts
        ],
        "games": [in_game(store, one) for one in memberships],
        "notes": dict(notes_about(batch, contacts, memberships)),
        "acts": [
            {"at": act.at, "what": act.action, "game": act.game}
            for contact in contacts
            for act in persons.acts_by(store, "/".join(contact))
        ],
        "receipts": [
            {"at": row.at, "game": row.game, "receipt": msgspec.json.decode(row.receipt)}
            for contact in contacts
            for row in persons.receipts(store, *contact)
        ],
        "waiting": sum(len(store.finished(door, [sender])) for door, sender in contacts),
    }


def in_game(store: Store, at: Address) -> dict[str, Any]:
    """Return what is kept about somebody's part in one game."""
    row = store.game(at.game)
    found: dict[str, Any] = {
        "game": at.game,
        "at": at.door,
        "seat": "" if at.viewer == PUBLIC else at.viewer,
        "quiet": at.quiet,
        "left": at.until is not None,
    }
    if row is None or at.viewer == PUBLIC:
        return found
    news = store.news(at.game)
    said = [one for one in news if one.kind == "talk" and at.hears(one.seq)]
    found["kind"] = row.kind
    found["talk"] = list(talk_of(said, at.viewer))
    found["orders"] = list(orders_of(store, row, at, news))
    return found


def talk_of(news: Iterable[NewsRow], seat: str) -> Iterator[dict[str, Any]]:
    """Yield what a seat has said, and what was said to it alone and reached it."""
    for row in news:
        by, to, text = read_talk(row.body)
        hearers = msgspec.json.decode(row.about).get("to", ())
        if by == seat or (to == seat and seat in hearers):
            yield {"at": row.at, "by": by, "to": to, "text": text}


def orders_of(
    store: Store, row: GameRow, at: Address, news: Sequence[NewsRow]
) -> Iterator[dict[str, Any]]:
    """Yield the orders that a seat has given, or that the house has played for it, while this
    person had it; not their numbers, which
    count what others have done in secret.
    """
    first = max((one.n for one in news if one.seq <= at.since), default=0)
    last = LATEST
    if at.until is not None:
        last = max((one.n for one in news if one.seq <= at.until), default=0)
    try:
        read = journal.entry_reader(find(row.kind, row.edition))
    except UnknownGame:
        return
    for n, (data, _) in enumerate(store.journal(row.id), 1):
        entry = read(data)
        by_house = entry.seat == HOUSE and getattr(entry.order, "seat", "") == at.viewer
        if (entry.seat == at.viewer or by_house) and first < n <= last:
            yield {"at": entry.at, "order": msgspec.json.decode(encode(entry.order))}


def notes_about(
    batch: Batch, contacts: Sequence[Contact], memberships: Iterable[Address]
) -> Iterator[tuple[str, Any]]:
    """Yield the notes that are this person's own, by whose notes they are and what they are
    called.
    """
    seats = {(one.game, one.viewer) for one in memberships if one.viewer != PUBLIC}
    for name, value in batch.store.notes(HOUSE_NOTES).items():
        folder, *parts = map(unquote, name.split("/"))
        about = tuple(parts[:2] if folder in OF_SEAT else parts[-2:])
        if about in (seats if folder in OF_SEAT else contacts if folder in OWN else ()):
            yield f"{HOUSE_NOTES}: {name}", value
    for door in sorted({door for door, _ in contacts}):
        senders = {sender for at, sender in contacts if at == door}
        for name, value in batch.store.notes(door).items():
            folder, *parts = map(unquote, name.split("/"))
            if senders & set(parts):
                yield f"{door}: {name}", "" if folder.startswith(COUNTING) else value
