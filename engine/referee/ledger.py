"""Reading the ledger for delivery, in the writer's thread: what waits to be told."""

import logging
from collections.abc import Mapping
from functools import partial

from engine.errors import UnknownGame
from engine.letters import Address
from engine.referee.batch import Batch
from engine.referee.doors import Gathers, News
from engine.referee.happenings import Composer, Happened, Happening, StandingGame
from engine.referee.open_game import OpenGame
from engine.referee.parcels import Backlog, Receiver, parcels
from engine.referee.register import Contact, Settings
from engine.state import Seat
from engine.store.contract import Store
from engine.store.history import Page, pages
from engine.store.rows import Cursor

log = logging.getLogger(__name__)


def settings(batch: Batch) -> dict[Contact, Settings]:
    """Return the settings of everybody who has some."""
    return {
        (door, sender): kept
        for door in batch.doors
        for sender, kept in batch.register.settings_at(door).items()
    }


def behind(batch: Batch) -> Backlog:
    """Return all that waits at the doors that are open."""
    cursors = [cursor for door in batch.doors for cursor in batch.store.behind(door)]
    since = dict[str, int]()
    for cursor in cursors:
        if batch.doors[cursor.door].repeats != "kept":
            seq = min([cursor.upto, *(place.seq for place in cursor.behind.values())])
            since[cursor.game] = min(seq, since.get(cursor.game, seq))
    finished = [out for door in batch.doors for out in batch.store.finished(door, FOR_EVER)]
    return Backlog(
        cursors=tuple(cursors), happened=told_since(batch.store, since), finished=tuple(finished)
    )


FOR_EVER = 1 << 62
"""A second that never comes."""


def since(batch: Batch, places: Mapping[str, int], receivers: tuple[Receiver, ...]) -> Backlog:
    """Return what games have told since these numbers, and what is stored and due, or is for
    these receivers.
    """
    finished = [
        out
        for door in batch.doors
        for out in batch.store.finished(
            door, batch.now, [sender for name, sender in receivers if name == door]
        )
    ]
    return Backlog(happened=told_since(batch.store, places), finished=tuple(finished))


def told_since(store: Store, places: Mapping[str, int]) -> tuple[Happened, ...]:
    """Return what games have told since these numbers; of games that are not installed nothing."""
    found = []
    for game, seq in places.items():
        row, rows = store.game(game), store.news(game, seq)
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


def keep(batch: Batch, door: str, game: str) -> None:
    """Compose what a door is to tell of a game, and store it with the door's notes and cursor."""
    opened, cursor = batch.known(game), batch.store.cursor(door, game)
    rows = batch.store.news(game, cursor.upto)
    if opened is None or not rows:
        return
    standing = StandingGame(opened.table, opened.table.save())
    kind = opened.table.game
    readers = [one for one in batch.store.readers(game) if one.door == door]
    happenings = tuple(Happening.read(row, kind) for row in rows)
    composer, notes = Composer(batch.doors), batch.notes_of(door)
    for parcel in parcels(Happened(game, happenings, tuple(readers), standing), [door]):
        reader = parcel.reader
        who = reader.door, reader.sender
        composer.settings[who] = batch.register.settings(who)
        gather = partial(gathered, batch, opened, reader)
        assert parcel.happening is not None
        payload = composer.compose(parcel.happening, standing, reader, notes, gather)
        if payload is not None:
            batch.post(opened, reader, payload)
    batch.acts += composer.acts
    key = door, game
    batch.delivered.cursors[key] = Cursor(door=door, game=game, upto=rows[-1].seq)


def gathered(
    batch: Batch, opened: OpenGame, reader: Address, news: News, viewer: Seat
) -> tuple[tuple[Page, ...], int]:
    """Return the pages that a reader has not been told yet, and up to which entry they go."""
    door = batch.doors[reader.door]
    if not isinstance(door, Gathers):
        return (), news.entry
    after = door.told_until(opened.id, reader.sender, batch.notes_of(reader.door))
    return tuple(pages(opened.table.game, batch.bulletins(opened, after), viewer)), opened.n
