"""A unit of work: the games that a batch uses and the rows to write for them, all in one
transaction.
"""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from engine.errors import UnknownGame
from engine.game_view import GameView
from engine.messages import Address, Outgoing
from engine.referee.accounts import SERVER_NOTES, Account, Accounts, Settings, account_named
from engine.referee.doors import Doors
from engine.referee.news import About, NewsItem, not_composed
from engine.referee.open_game import OpenGame, OpenGames, open_game
from engine.state import PUBLIC, Bulletin, Event, Seat, Told
from engine.store.history import Page, pages
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import (
    AuditEntry,
    BulletinRow,
    DeliveryReport,
    InboxRow,
    NewsRow,
    Rows,
    Snapshot,
    TalkRow,
)
from engine.store.store import Store

SAVES = 4
"""The number of saves kept in memory per game, so that an undo needn't replay the game."""
KEPT = 500
"""The maximum number of games kept in memory between batches."""


class UnitOfWork:
    """The changes of one batch, at second ``now``. ``memory`` has the open games."""

    def __init__(self, store: Store, doors: Doors, memory: OpenGames, now: int = 0):
        self.store, self.doors, self.memory, self.now = store, doors, memory, now
        self.rows: dict[str, Rows] = {}
        self.inbox: dict[tuple[str, str], InboxRow] = {}
        self.acts: list[AuditEntry] = []
        self.news: dict[str, list[NewsItem]] = {}
        self.delivered = DeliveryReport()
        self.clocked = False
        self.looked_at = set[str]()
        self.notes: dict[str, Notes] = {}

    def notes_of(self, door: str) -> Notes:
        if door not in self.notes:
            self.notes[door] = Notes(self.store, door)
        return self.notes[door]

    @property
    def accounts(self) -> Accounts:
        return Accounts(self.notes_of(SERVER_NOTES))

    # ---- games

    def game(self, id: str) -> OpenGame | None:
        """Return a game by its id, or ``None``: from memory if that is current."""
        if id not in self.looked_at:
            self.looked_at.add(id)
            stamp = self.store.stamp(id)
            if id in self.memory and self.memory[id].stamp != stamp:
                del self.memory[id]
        if id in self.memory:
            self.memory[id] = opened = self.memory.pop(id)
            return opened
        row = self.store.game(id)
        if row is None:
            return None
        opened = open_game(row, self.store.addresses(id))
        opened.stamp = self.store.stamp(id)
        self.keep(opened)
        return opened

    def known(self, id: str) -> OpenGame | None:
        """Return a game, or ``None`` also if its kind or edition is not installed."""
        try:
            return self.game(id)
        except UnknownGame:
            return None

    def keep(self, opened: OpenGame) -> None:
        """Keep a game in memory, and drop the least recently used ones."""
        while len(self.memory) >= KEPT and (
            idle := next((k for k in self.memory if k not in self.rows), None)
        ):
            del self.memory[idle]
        self.memory[opened.id] = opened
        self.memory.watched = self.memory.watched or opened.table.watched

    def rows_of(self, id: str) -> Rows:
        if id not in self.rows:
            self.rows[id] = Rows()
        return self.rows[id]

    def drop(self, id: str) -> None:
        self.memory.pop(id, None)
        self.rows.pop(id, None)
        self.news.pop(id, None)

    def journal(self, opened: OpenGame, after: int = 0) -> list[tuple[bytes, bytes]]:
        fresh = self.rows[opened.id].journal if opened.id in self.rows else []
        return self.store.journal(opened.id, after) + [
            (row.entry, row.hash) for row in fresh if row.n > after
        ]

    def bulletins(
        self, opened: OpenGame, after: int = -1, last: int | None = None
    ) -> list[BulletinRow]:
        """Return the bulletins after entry ``after``, or the ``last`` few, with this batch's."""
        fresh = self.rows[opened.id].news if opened.id in self.rows else []
        told = self.store.bulletins(opened.id, after, last) + [
            row.bulletin() for row in fresh if row.kind == "told" and row.n > after
        ]
        return told if last is None else told[max(0, len(told) - last) :]

    def talk(self, opened: OpenGame) -> list[TalkRow]:
        fresh = self.news.get(opened.id, ())
        said = [(one.row.at, one.talk) for one in fresh if one.talk is not None]
        return self.store.talk(opened.id) + [
            TalkRow(opened.id, at, talk.by, talk.to, talk.text) for at, talk in said
        ]

    def beside(self, opened: OpenGame, seen: GameView, who: Account) -> GameView:
        """Return a spectator's view with that of the seat that lets them read it, if any."""
        seat = self.accounts.reads(opened.id, who) if seen.viewer == PUBLIC else None
        if seat not in opened.table.seats:
            return seen
        return replace(seen, reads=seat, view=opened.table.view(seat))

    def told(self, opened: OpenGame, viewer: Seat, after: int = -1) -> list[Page]:
        return pages(opened.table.game, self.bulletins(opened, after), viewer)

    def not_composed(self, opened: OpenGame, door: str, error: Exception) -> None:
        self.acts.append(not_composed(opened.id, door, self.now, error))

    def post(self, address: Address, payload: bytes, *, talk: bool = False) -> int:
        """Store a finished message to send, and return its number. Its mark reveals nothing."""
        number = self.store.take_number()
        outgoing = Outgoing(
            id=number,
            game=address.game,
            door=address.door,
            sender=address.sender,
            mark=self.store.mark("stored", number, payload),
            payload=payload,
            talk=talk,
        )
        self.delivered.finished.append(outgoing)
        return number

    def settings(self) -> dict[Account, Settings]:
        notes = self.notes.get(SERVER_NOTES)
        names = [name for name in notes.fresh if name.startswith("settings/")] if notes else []
        return {who: self.accounts.settings(who) for who in map(account_named, names)}

    # ---- readers

    def settle(self, opened: OpenGame, address: Address) -> None:
        """Send a viewer's news to this address from now on, instead of another viewer's."""
        rows, who = self.rows_of(opened.id), (address.door, address.sender)
        old = next((a for a in opened.addresses if (a.door, a.sender) == who), None)
        since = opened.told
        if old is not None and old.viewer == address.viewer:
            since = old.since
        elif old is not None:
            rows.addresses.append(replace(old, until=opened.told))
        new = replace(address, since=since)
        opened.settle(new)
        rows.addresses.append(new)

    def part(self, opened: OpenGame, addresses: list[Address]) -> None:
        """Close these addresses, which get no more news of the game."""
        opened.addresses = [one for one in opened.addresses if one not in addresses]
        closed = [replace(one, until=opened.told) for one in addresses]
        self.rows_of(opened.id).addresses += closed

    def snapshots(self) -> None:
        for id, rows in self.rows.items():
            opened = self.memory[id]
            state, saved = opened.table.state, opened.table.save()
            rows.snapshot = Snapshot(
                n=opened.n,
                hash=opened.hash,
                state=saved,
                due=state.due,
                result=state.result,
                told=opened.told,
            )
            opened.saves[opened.n] = saved
            if len(opened.saves) > SAVES:
                del opened.saves[min(opened.saves)]


def note(
    batch: UnitOfWork,
    opened: OpenGame,
    kind: str,
    at: int,
    about: About,
    told: tuple[Told, ...] = (),
    **more: Any,
) -> None:
    opened.told += 1
    row = NewsRow(
        game=opened.id,
        seq=opened.told,
        n=opened.n,
        at=at,
        kind=kind,
        about=encode(about),
        **more,
    )
    batch.rows_of(opened.id).news.append(row)
    batch.news.setdefault(opened.id, []).append(NewsItem(row, about, told))


def publish(
    batch: UnitOfWork,
    opened: OpenGame,
    bulletin: Bulletin,
    by: Seat,
    undo_to: int | None = None,
    answered: Collection[Seat] = (),
    *,
    again: bool = False,
) -> None:
    """Add a bulletin to the news if it concerns anybody. ``by`` gave the order. Seats that have
    ``answered`` beforehand need no prompt. For ``again`` see ``Reason``.
    """
    if not (bulletin.told or bulletin.rolls or bulletin.fresh or bulletin.commitments):
        return
    about = About.bulletin(bulletin, by, answered, again=again)
    note(
        batch,
        opened,
        "told",
        bulletin.at,
        about,
        bulletin.told,
        question=bulletin.question,
        body=encode(bulletin.told),
        rolls=encode(bulletin.rolls) if bulletin.rolls else b"[]",
        undo_to=undo_to,
        commitments=encode(bulletin.commitments) if bulletin.commitments else b"",
    )


def say(
    batch: UnitOfWork,
    opened: OpenGame,
    at: int,
    said: tuple[Seat, Seat, str],
    hearers: Iterable[Seat],
) -> None:
    """Add a chat message to the news. ``said`` is author, addressee and text."""
    note(batch, opened, "talk", at, About(by=said[0], to=tuple(hearers)), body=encode(said))


def remind(batch: UnitOfWork, opened: OpenGame, at: int, viewers: Iterable[Seat]) -> None:
    about = About(to=tuple(sorted(viewers)))
    note(batch, opened, "reminder", at, about, question=opened.table.state.question)


def brief(
    batch: UnitOfWork,
    opened: OpenGame,
    reader: Account,
    told: Iterable[Told],
    prompted: Seat = "",
) -> None:
    """Add a message for one reader. ``prompted`` is the reader's seat, if it is asked now."""
    items, state = tuple(told), opened.table.state
    asked = (prompted,) if prompted else ()
    about = About(asks=bool(prompted), prompted=asked, reader=reader)
    note(
        batch,
        opened,
        "brief",
        batch.now,
        about,
        items,
        question=state.question,
        body=encode(items),
    )


def copies(events: Iterable[Event], own: Iterable[Event], viewer: Seat) -> list[Told]:
    """Return events as one viewer gets them. ``own`` are those that differ from the public ones."""
    alone = {id(event) for event in own}
    return [
        Told(None, {viewer: event}) if id(event) in alone else Told(event, {}) for event in events
    ]
