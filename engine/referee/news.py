"""The news of a game: its items, the game's present state, and both as one reader may know them.

Plain data, read in the thread that composes. Nothing here writes.
"""

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from threading import Lock
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import StoreError
from engine.game import AnyGame
from engine.menu import Menu
from engine.messages import Address
from engine.referee import open_game
from engine.referee.accounts import Account, Settings
from engine.referee.doors import Door, GameView, News, Talk
from engine.rulings import votes
from engine.state import PUBLIC, Bulletin, Commitment, Event, Seat, Told
from engine.store import saved
from engine.store.history import Page
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import NOT_COMPOSED, AuditEntry, GameRow, NewsRow
from engine.table import GameTable

log = logging.getLogger(__name__)


class About(Struct, frozen=True, omit_defaults=True, kw_only=True):
    by: Seat = ""  # gave the order that caused it
    asks: bool = False  # somebody is asked a new question
    prompted: tuple[Seat, ...] = ()  # the asked seats that need a prompt
    again: bool = False  # see ``Reason``
    to: tuple[Seat, ...] = ()  # viewers who get the chat message or reminder
    reader: Account | None = None  # the only reader of a brief

    @classmethod
    def bulletin(
        cls,
        bulletin: Bulletin,
        by: Seat,
        answered: Collection[Seat] = (),
        *,
        again: bool = False,
    ) -> Self:
        """Return the people that a bulletin concerns. ``answered`` seats need no prompt."""
        asked = bulletin.asked.seats if bulletin.fresh and bulletin.asked is not None else ()
        return cls(
            by=by,
            asks=bool(asked),
            prompted=tuple(seat for seat in asked if seat not in answered),
            again=again and bool(asked),
        )


read_about = msgspec.json.Decoder(About).decode
read_commitments = msgspec.json.Decoder(tuple[Commitment, ...]).decode
read_talk = msgspec.json.Decoder(tuple[Seat, Seat, str]).decode


class NewsItem:
    """A decoded row of the news."""

    def __init__(self, row: NewsRow, about: About, told: tuple[Told, ...] = ()):
        self.row, self.about, self.told = row, about, told
        self.general = tuple([one.event for one in told if one.event is not None])
        self.private = frozenset([seat for one in told for seat in one.copies])
        self.request = votes.request_in(self.general)  # the request for agreement in it, if any
        # Composed messages by door, audience and settings. Equal readers share one.
        self.composed: dict[tuple[str, Seat, Settings], bytes | None] = {}

    @classmethod
    def read(cls, row: NewsRow, kind: AnyGame) -> Self:
        """Decode a row. Raises ``Newer`` if this version cannot read it."""
        told = saved.told(kind, row.body) if row.kind in ("told", "brief") else ()
        return cls(row, read_about(row.about), told)

    @cached_property
    def digest(self) -> bytes:
        return blake2b(encode(self.row), digest_size=16).digest()

    @property
    def talk(self) -> Talk | None:
        return Talk(*read_talk(self.row.body)) if self.row.kind == "talk" else None

    @property
    def commitments(self) -> tuple[Commitment, ...]:
        kept = self.row.commitments
        return tuple(replace(one, leaves=()) for one in read_commitments(kept)) if kept else ()

    @property
    def for_everybody(self) -> bool:
        if (talk := self.talk) is not None:
            return talk.to == PUBLIC
        return self.row.kind == "told" and bool(self.general)

    def events(self, viewer: Seat) -> tuple[Event, ...]:
        if viewer not in self.private:
            return self.general
        return tuple(copy for one in self.told if (copy := one.copy(viewer)) is not None)

    def own(self, viewer: Seat) -> tuple[Event, ...]:
        if viewer not in self.private:
            return ()
        kept = [(one.copies.get(viewer), one.event) for one in self.told]
        return tuple(copy for copy, general in kept if copy is not None and copy != general)


class GameNews:
    """The news of a game up to a moment, with the game's state then. It shares nothing with the
    writer's thread. Views are built on demand from the stored ``state``.
    """

    def __init__(
        self,
        table: GameTable,
        state: bytes,
        items: tuple[NewsItem, ...] = (),
        readers: tuple[Address, ...] = (),
    ):
        self.game, self.items, self.readers = table.setup.id, items, readers
        self.everybody = GameView.bare(table, PUBLIC)  # public facts
        self.setup, self.state = table.setup, state
        self.answered = frozenset(table.state.answers)
        hours = table.state.people.times.hours
        self.zones = {seat: kept.zone for seat, kept in hours.items()}
        self.views: dict[Seat, GameView] = {}
        self.lock = Lock()

    @classmethod
    def read(
        cls, row: GameRow, news: Iterable[NewsRow] = (), readers: Iterable[Address] = ()
    ) -> Self:
        """Load a stored game and its news. Raises ``UnknownGame`` or ``Newer``."""
        table = open_game.table_of(row)
        items = tuple(NewsItem.read(one, table.game) for one in news)
        return cls(table, row.state, items, tuple(readers))

    @property
    def last(self) -> int:
        return self.items[-1].row.seq

    @property
    def doors(self) -> set[str]:
        briefed = {one.about.reader[0] for one in self.items if one.about.reader is not None}
        return briefed | {reader.door for reader in self.readers}

    @cached_property
    def table(self) -> GameTable:
        kind = self.everybody.kind
        return GameTable(kind, self.setup, kind.codec[1].decode(self.state))

    def bare(self, viewer: Seat) -> GameView:
        return replace(self.everybody, viewer=viewer)

    def seen(self, viewer: Seat) -> GameView:
        with self.lock:
            if viewer not in self.views:
                seen = self.bare(viewer)
                menu = self.table.menu(viewer) if seen.is_asked else Menu(idle="not-asked")
                self.views[viewer] = replace(seen, view=self.table.view(viewer), menu=menu)
            return self.views[viewer]


NO_SETTINGS = Settings()


def news_of(
    item: NewsItem,
    game: GameNews,
    reader: Address,
    settings: Settings = NO_SETTINGS,
    *,
    proves: bool = False,
) -> News | None:
    """Return the news of an item for one reader, if any. For ``proves`` see ``Door.proves``."""
    row, about, viewer, seen = item.row, item.about, reader.viewer, game.everybody
    open_still = row.question == seen.question and seen.result is None
    if row.kind == "talk":
        if viewer not in about.to:
            return None
        return News(
            sender=reader.sender,
            at=row.at,
            reason="talk",
            talk=item.talk,
            settings=settings,
            entry=row.n,
        )
    if row.kind == "reminder":
        waits = viewer in about.to and viewer not in game.answered
        if not (open_still and waits):
            return None
        return News(
            sender=reader.sender,
            at=row.at,
            reason="reminder",
            prompted=viewer != PUBLIC,
            settings=settings,
            entry=row.n,
        )
    if about.reader is not None and about.reader != (reader.door, reader.sender):
        return None
    asks = about.asks and open_still
    prompted = asks and viewer in about.prompted
    events = item.events(viewer)
    sealed = item.commitments if proves and about.reader is None else ()
    if not (events or prompted or sealed or (asks and viewer == PUBLIC)):
        return None
    return News(
        sender=reader.sender,
        at=row.at,
        reason="told" if not asks else "again" if about.again else "asked",
        events=events,
        own=item.own(viewer),
        mine=about.by == viewer,
        prompted=prompted,
        settings=settings,
        commitments=sealed,
        entry=row.n,
    )


Gather = Callable[[News, Seat], tuple[tuple[Page, ...], int]]
"""Returns the pages that a reader has not been told yet, and the number of the last entry. See
``Door.told_until``.
"""


class Composer:
    """Composes messages. ``settings`` differ from defaults. ``acts`` are for the audit log."""

    def __init__(self, doors: Mapping[str, Door]):
        self.doors = doors
        self.settings: dict[Account, Settings] = {}
        self.acts: list[AuditEntry] = []

    def compose(
        self,
        item: NewsItem,
        game: GameNews,
        reader: Address,
        notes: Notes | None = None,
        gather: Gather | None = None,
    ) -> bytes | None:
        """Return the finished message for one reader, if any, or else a neutral one."""
        if reader.quiet:
            return None
        door, settings = self.doors[reader.door], self.settings_of(game, reader)
        alike, audience = door.shares and item.about.reader is None, reader.viewer
        if alike and item.general and audience not in item.private:
            audience = door.audience(item.general, audience)
        kind = reader.door, audience, settings
        if alike and kind in item.composed:
            return item.composed[kind]
        proves = bool(item.row.commitments) and door.proves
        news = news_of(item, game, reader, settings, proves=proves)
        if news is None:
            return None
        made = self.made(door, news, game, reader, notes, gather)
        if alike:
            item.composed[kind] = made
        return made

    def settings_of(self, game: GameNews, reader: Address) -> Settings:
        """Return the settings of a reader, with the time zone known to the game by default."""
        settings = self.settings.get((reader.door, reader.sender), NO_SETTINGS)
        if game.zones and not settings.zone and (zone := game.zones.get(reader.viewer)):
            return replace(settings, zone=zone)
        return settings

    def made(
        self,
        door: Door,
        news: News,
        game: GameNews,
        reader: Address,
        notes: Notes | None,
        gather: Gather | None,
    ) -> bytes | None:
        notes = notes or Notes.nothing(reader.door)
        before = notes.fresh.copy() if notes.fresh else {}
        try:
            if gather is not None and news.reason != "talk":
                past, latest = gather(news, reader.viewer)
                news = replace(news, past=past, latest=latest)
            looks = door.looks and news.reason != "talk"
            seen = game.seen(reader.viewer) if looks else game.bare(reader.viewer)
            return door.compose(news, seen, notes)
        except StoreError:
            raise
        except Exception as error:
            notes.fresh = before
            self.acts.append(not_composed(game.everybody.game, reader.door, news.at, error))
        try:
            bare = replace(
                news, reason="neutral", prompted=news.asks, events=(), own=(), talk=None, past=()
            )
            return door.compose(bare, game.bare(reader.viewer), notes)
        except StoreError:
            raise
        except Exception as error:
            log.error(
                "door %s has no neutral message either: %s", reader.door, type(error).__name__
            )
            return None


def not_composed(game: str, door: str, at: int, error: Exception) -> AuditEntry:
    """Log that a message could not be composed, and return an audit entry with the exception's
    type. The exception's text may contain secrets, so it is never stored.
    """
    failed = type(error).__name__
    log.error("game %s: a message of door %s could not be composed: %s", game, door, failed)
    return AuditEntry(at, door, NOT_COMPOSED, game, encode({"error": failed}).decode())
