"""Reads news from the store for delivery, and stores composed messages."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from msgspec.structs import replace

from engine.errors import UnknownGame
from engine.messages import Address, Outgoing
from engine.referee.accounts import SERVER_NOTES, Account, Accounts, Settings
from engine.referee.batch import Batch
from engine.referee.doors import Door, Doors, News
from engine.referee.news import Composer, GameNews
from engine.referee.sending import Key, deliveries
from engine.state import Seat
from engine.store.history import Page, pages
from engine.store.notes import DraftNotes, Notes
from engine.store.rows import Cursor, RequestHeard
from engine.store.store import NEWS, Store, opening

log = logging.getLogger(__name__)

PAGE = 64
"""The maximum number of news items of one game composed before another game's turn."""


def settings(batch: Batch) -> dict[Account, Settings]:
    return {
        (door, sender): kept
        for door in batch.doors
        for sender, kept in batch.accounts.settings_at(door).items()
    }


def waiting(batch: Batch, doors: Doors) -> tuple[list[Cursor], list[Outgoing]]:
    cursors = [cursor for door in doors for cursor in batch.store.behind(door)]
    return cursors, [out for door in doors for out in batch.store.finished(door)]


def stored_for(batch: Batch, receivers: Iterable[Account]) -> list[Outgoing]:
    senders = dict[str, list[str]]()
    for door, sender in receivers:
        senders.setdefault(door, []).append(sender)
    return [out for door, known in senders.items() for out in batch.store.finished(door, known)]


def since(
    batch: Batch, places: Mapping[str, int], receivers: Iterable[Account]
) -> tuple[list[GameNews], list[Outgoing]]:
    return told_since(batch.store, places), stored_for(batch, receivers)


def untold(batch: Batch, doors: Doors, reached: Mapping[Key, int]) -> dict[Key, int]:
    """Return the last news item that each door was told, for games with newer ones."""
    return {
        (door, game): max(upto, reached.get((door, game), 0))
        for door in doors
        for game, told, upto in batch.store.untold(door)
        if told > reached.get((door, game), 0)
    }


def told_since(store: Store, places: Mapping[str, int], most: int | None = None) -> list[GameNews]:
    """Return the news of installed games since these numbers, ``most`` items of each."""
    found = []
    news = [(NEWS, (game, seq)) for game, seq in places.items()]
    store.foresee([*opening(places), *news])
    for game, seq in places.items():
        row = store.game(game)
        # Another process may have added news after the row was read. The next read returns that.
        rows = [one for one in store.news(game, seq) if row and one.seq <= row.told][:most]
        if row is None or not rows:
            continue
        try:
            found.append(GameNews.read(row, rows, store.readers(game)))
        except UnknownGame as error:
            log.error("game %s cannot be told of: %s", game, error)
    return found


def compose(writing: Store, doors: Doors, door: str, game: str) -> Callable[[Batch], None] | None:
    """Compose a door's next messages about a game, and return the job that stores them."""
    with writing.read_only() as store:
        return compose_from(store, doors, door, game)


def compose_from(
    store: Store, doors: Doors, door: str, game: str
) -> Callable[[Batch], None] | None:
    told = told_since(store, {game: store.cursor(door, game).upto}, PAGE)
    if not told:
        return None
    (news,) = told
    notes, accounts = DraftNotes(store, door), Accounts(Notes(store, SERVER_NOTES))
    composer, messages = Composer(doors), list[tuple[Address, bytes, bool, list[RequestHeard]]]()
    for one in deliveries(news, [door]):
        assert one.item is not None
        composer.settings[one.receiver] = accounts.settings(one.receiver)
        gather = partial(gather_pages, store, doors[door], notes, news, one.reader)
        payload = composer.compose(one.item, news, one.reader, notes, gather)
        if payload is not None:
            messages.append((one.reader, payload, one.talk, one.heard()))

    def keep(batch: Batch) -> None:
        # If the notes have changed since, the messages must be composed again.
        if not notes.enter(batch.notes_of(door)):
            return
        for reader, payload, talk, asking in messages:
            number = batch.post(reader, payload, talk=talk)
            for asks in asking:
                who = reader.door, reader.sender
                batch.accounts.mail(game, who, replace(asks, stored=number))
        batch.acts += composer.acts
        cursor = Cursor(door=door, game=game, upto=news.last)
        batch.delivered.cursors[door, game] = cursor

    return keep


def gather_pages(
    store: Store,
    door: Door,
    notes: Notes,
    game: GameNews,
    reader: Address,
    news: News,
    viewer: Seat,
) -> tuple[tuple[Page, ...], int]:
    after = door.told_until(game.game, reader.sender, notes)
    if after is None:
        return (), news.entry
    kind, last = game.everybody.kind, game.items[-1].row.n
    told = [one for one in store.bulletins(game.game, after) if one.n <= last]
    return tuple(pages(kind, told, viewer)), last
