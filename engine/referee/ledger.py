"""The ledger as delivery needs it: what waits to be told, and what is composed of it and stored.
Composing reads beside the writer; everything else is done in the writer's thread.
"""

import logging
from collections.abc import Mapping
from functools import partial
from itertools import chain

from msgspec.structs import replace

from engine.errors import UnknownGame
from engine.letters import Address
from engine.referee.batch import Batch
from engine.referee.doors import Door, Doors, News
from engine.referee.happenings import Composer, Happened, Happening, StandingGame
from engine.referee.parcels import Backlog, Composed, Key, Receiver, heard_by, parcels
from engine.referee.register import HOUSE_NOTES, Contact, Register, Settings
from engine.state import Seat
from engine.store.history import Page, pages
from engine.store.notes import DraftNotes, Notes
from engine.store.rows import Cursor, RequestHeard
from engine.store.store import Store

log = logging.getLogger(__name__)

PAGE = 64
"""News of a game that are composed at once at the most; then it is another game's turn."""


def settings(batch: Batch) -> dict[Contact, Settings]:
    """Return the settings of everybody who has some."""
    return {
        (door, sender): kept
        for door in batch.doors
        for sender, kept in batch.register.settings_at(door).items()
    }


def behind(batch: Batch, doors: Doors) -> Backlog:
    """Return all that waits at these doors."""
    cursors = [cursor for door in doors for cursor in batch.store.behind(door)]
    since = dict[str, int]()
    for cursor in cursors:
        if doors[cursor.door].repeats != "kept":
            told = ((place.seq, place.said) for place in cursor.behind.values())
            seq = min([cursor.upto, *chain.from_iterable(told)])
            since[cursor.game] = min(seq, since.get(cursor.game, seq))
    finished = [out for door in doors for out in batch.store.finished(door)]
    return Backlog(
        cursors=tuple(cursors), happened=told_since(batch.store, since), finished=tuple(finished)
    )


def waiting(batch: Batch, doors: Doors) -> Backlog:
    """Return how far these doors have come where somebody waits, and the messages that are stored
    for them, without any news.
    """
    return Backlog(
        cursors=tuple(cursor for door in doors for cursor in batch.store.behind(door)),
        finished=tuple(out for door in doors for out in batch.store.finished(door)),
    )


def since(batch: Batch, places: Mapping[str, int], receivers: tuple[Receiver, ...]) -> Backlog:
    """Return what games have told since these numbers, and what is stored for these receivers."""
    senders = {door: [sender for name, sender in receivers if name == door] for door in batch.doors}
    finished = [
        out for door, known in senders.items() if known for out in batch.store.finished(door, known)
    ]
    return Backlog(happened=told_since(batch.store, places), finished=tuple(finished))


def untold(batch: Batch, reached: Mapping[Key, int]) -> Mapping[Key, int]:
    """Return what other processes have made known that the doors here have not told: behind which
    number of each door and game. ``reached`` is how far they have been told here.
    """
    return {
        (door, game): max(upto, reached.get((door, game), 0))
        for door in batch.doors
        for game, told, upto in batch.store.untold(door)
        if told > reached.get((door, game), 0)
    }


def told_beside(
    writing: Store, places: Mapping[str, int], most: int | None = None
) -> tuple[Happened, ...]:
    """Return what ``told_since`` does, read beside the store that writes."""
    with writing.beside() as store:
        return told_since(store, places, most)


def told_since(
    store: Store, places: Mapping[str, int], most: int | None = None
) -> tuple[Happened, ...]:
    """Return what games have told since these numbers, ``most`` news of each at the most; of
    games that are not installed nothing.
    """
    found = []
    for game, seq in places.items():
        row = store.game(game)
        # What another process has told since the row was read goes with the next one.
        rows = [one for one in store.news(game, seq) if row and one.seq <= row.told][:most]
        if row is None or not rows:
            continue
        try:
            standing = StandingGame.read(row)
            kind = standing.everybody.kind
            happenings = tuple(Happening.read(one, kind) for one in rows)
        except UnknownGame as error:
            log.error("game %s cannot be told of: %s", game, error)
            continue
        found.append(Happened(game, happenings, tuple(store.readers(game)), standing))
    return tuple(found)


def composed(writing: Store, doors: Doors, door: str, game: str) -> Composed | None:
    """Return what a door is to tell of a game next, if anything; read beside the store that
    writes.
    """
    with writing.beside() as store:
        return composed_beside(store, doors, door, game)


def composed_beside(store: Store, doors: Doors, door: str, game: str) -> Composed | None:
    """Return what a door is to tell of a game next, if anything."""
    told = told_since(store, {game: store.cursor(door, game).upto}, PAGE)
    if not told:
        return None
    (happened,) = told
    notes, register = DraftNotes(store, door), Register(Notes(store, HOUSE_NOTES))
    composer, messages = Composer(doors), list[tuple[Address, bytes, bool]]()
    asking = dict[int, RequestHeard]()
    for parcel in parcels(happened, [door]):
        assert parcel.happening is not None
        reader = parcel.reader
        composer.settings[parcel.receiver] = register.settings(parcel.receiver)
        gather = partial(gathered, store, doors[door], notes, happened, reader)
        payload = composer.compose(parcel.happening, happened.standing, reader, notes, gather)
        if payload is not None:
            asking |= {len(messages): one for one in heard_by(parcel)}
            messages.append((reader, payload, parcel.talk))
    return Composed(
        door=door,
        game=game,
        upto=happened.happenings[-1].row.seq,
        messages=tuple(messages),
        notes=notes,
        acts=tuple(composer.acts),
        asking=asking,
    )


def keep(batch: Batch, made: Composed) -> None:
    """Store what was composed, with the door's notes and cursor, unless the notes that it goes by
    have changed: then it is to be composed again.
    """
    if not made.notes.enter(batch.notes_of(made.door)):
        return
    for place, (reader, payload, talk) in enumerate(made.messages):
        number = batch.post(reader, payload, talk=talk)
        if (asks := made.asking.get(place)) is not None:
            who = reader.door, reader.sender
            batch.register.mail(made.game, who, replace(asks, stored=number))
    batch.acts += made.acts
    cursor = Cursor(door=made.door, game=made.game, upto=made.upto)
    batch.delivered.cursors[made.door, made.game] = cursor


def gathered(
    store: Store,
    door: Door,
    notes: Notes,
    happened: Happened,
    reader: Address,
    news: News,
    viewer: Seat,
) -> tuple[tuple[Page, ...], int]:
    """Return the pages that a reader has not been told yet, and up to which entry they go."""
    after = door.told_until(happened.game, reader.sender, notes)
    if after is None:
        return (), news.entry
    kind, last = happened.standing.everybody.kind, happened.happenings[-1].row.n
    told = [one for one in store.bulletins(happened.game, after) if one.n <= last]
    return tuple(pages(kind, told, viewer)), last
