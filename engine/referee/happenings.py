"""What is told, from the ledger: one happening, how the game stands, and what both bring to one
reader. Plain data, read in the thread that composes; nothing here writes.
"""

import logging
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from hashlib import blake2b
from threading import Lock
from typing import Self

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import StoreError
from engine.game import AnyGame
from engine.letters import Address
from engine.menu import Menu
from engine.referee import open_game
from engine.referee.doors import Door, News, Seen, Talk
from engine.referee.register import Contact, Settings
from engine.state import PUBLIC, Bulletin, Commitment, Event, Seat, Setup, Told
from engine.store import saved
from engine.store.history import Page
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import NOT_COMPOSED, AuditEntry, GameRow, NewsRow
from engine.table import GameTable

log = logging.getLogger(__name__)


class About(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Whom a happening concerns. ``by``: whose order it comes of; ``asks``: somebody is asked
    anew, of whom the ``prompted`` need a prompt; ``again``: see ``Reason``. ``to``: the viewers
    who hear what is said, or are reminded; ``reader``: the one reader that a brief is for.
    """

    by: Seat = ""
    asks: bool = False
    prompted: tuple[Seat, ...] = ()
    again: bool = False
    to: tuple[Seat, ...] = ()
    reader: Contact | None = None

    @classmethod
    def bulletin(
        cls,
        bulletin: Bulletin,
        by: Seat,
        answered: Collection[Seat] = (),
        *,
        again: bool = False,
    ) -> Self:
        """Return whom a bulletin concerns; seats that have ``answered`` beforehand need no
        prompt.
        """
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


class Happening:
    """A row of the news, read. ``general``: what everybody was told; ``private``: the seats that
    were told more, or less; ``composed``: what was composed of it so far, by class of equal
    readers: door, viewer and settings.
    """

    def __init__(self, row: NewsRow, about: About, told: tuple[Told, ...] = ()):
        self.row, self.about, self.told = row, about, told
        self.general = tuple([one.event for one in told if one.event is not None])
        self.private = frozenset([seat for one in told for seat in one.copies])
        self.composed: dict[tuple[str, Seat, Settings], bytes | None] = {}

    @classmethod
    def read(cls, row: NewsRow, kind: AnyGame) -> Self:
        """Read a row of a game of this kind. Raises ``Newer``."""
        told = saved.told(kind, row.body) if row.kind in ("told", "brief") else ()
        return cls(row, read_about(row.about), told)

    @cached_property
    def digest(self) -> bytes:
        """The hash of the row."""
        return blake2b(encode(self.row), digest_size=16).digest()

    @cached_property
    def talk(self) -> Talk | None:
        """What was said, if it is talk."""
        return Talk(*read_talk(self.row.body)) if self.row.kind == "talk" else None

    @cached_property
    def commitments(self) -> tuple[Commitment, ...]:
        """What everybody may know of the commitments: all but what they hold."""
        kept = self.row.commitments
        return tuple(replace(one, leaves=()) for one in read_commitments(kept)) if kept else ()

    @property
    def for_everybody(self) -> bool:
        """Whether everybody is told something."""
        if self.talk is not None:
            return self.talk.to == PUBLIC
        return self.row.kind == "told" and bool(self.general)

    def events(self, viewer: Seat) -> tuple[Event, ...]:
        """Return the copies that a viewer gets, in order."""
        if viewer not in self.private:
            return self.general
        return tuple(copy for one in self.told if (copy := one.copy(viewer)) is not None)

    def own(self, viewer: Seat) -> tuple[Event, ...]:
        """Return those that are this viewer's alone and not what everybody gets."""
        if viewer not in self.private:
            return ()
        kept = [(one.copies.get(viewer), one.event) for one in self.told]
        return tuple(copy for copy, general in kept if copy is not None and copy != general)


class StandingGame:
    """How a game stands after a batch, as data that belongs to nobody else; views are made when
    somebody looks, from the ``state`` as it is stored. ``everybody`` is what everybody may know;
    ``answered`` are the seats that have answered the open question, ``zones`` where seats live.
    """

    def __init__(self, table: GameTable, state: bytes):
        self.everybody = Seen.bare(table, PUBLIC)
        self.setup, self.state = table.setup, state
        self.answered = frozenset(table.state.answers)
        hours = table.state.people.times.hours
        self.zones = {seat: kept.zone for seat, kept in hours.items()}
        self.views: dict[Seat, Seen] = {}
        self.lock = Lock()

    @classmethod
    def read(cls, row: GameRow) -> Self:
        """Read a game as it is stored. Raises ``UnknownGame``."""
        return cls(open_game.table_of(row), row.state)

    @cached_property
    def table(self) -> GameTable:
        """A table of its own, in this state."""
        return table_of(self.everybody.kind, self.setup, self.state)

    def bare(self, viewer: Seat) -> Seen:
        """Return what everybody may know, without view and menu."""
        return replace(self.everybody, viewer=viewer)

    def seen(self, viewer: Seat) -> Seen:
        """Return the game as a viewer may know it, with the menu of who is asked."""
        with self.lock:
            if viewer not in self.views:
                seen = self.bare(viewer)
                menu = self.table.menu(viewer) if seen.is_asked else Menu(idle="not-asked")
                self.views[viewer] = replace(seen, view=self.table.view(viewer), menu=menu)
            return self.views[viewer]


def table_of(kind: AnyGame, setup: Setup, state: bytes) -> GameTable:
    """Return a table in a saved state."""
    return GameTable(kind, setup, kind.codec[1].decode(state))


class Happened(Struct, frozen=True):
    """What one batch has made known of a game: to those ``readers`` who hear it."""

    game: str
    happenings: tuple[Happening, ...]
    readers: tuple[Address, ...]
    standing: StandingGame

    @property
    def doors(self) -> set[str]:
        """The doors of its readers, and of those whom a brief is for."""
        briefed = {one.about.reader[0] for one in self.happenings if one.about.reader is not None}
        return briefed | {reader.door for reader in self.readers}


NO_SETTINGS = Settings()


def news_of(
    happening: Happening,
    standing: StandingGame,
    reader: Address,
    settings: Settings = NO_SETTINGS,
    *,
    proves: bool = False,
) -> News | None:
    """Return what a happening brings to one reader, if anything: a prompt is for as long as the
    question is open, and so is a reminder. ``proves``: see ``Door.proves``.
    """
    row, about, viewer, seen = (
        happening.row,
        happening.about,
        reader.viewer,
        standing.everybody,
    )
    open_still = row.question == seen.question and seen.result is None
    if row.kind == "talk":
        if viewer not in about.to:
            return None
        return News(
            sender=reader.sender,
            at=row.at,
            reason="talk",
            talk=happening.talk,
            settings=settings,
            entry=row.n,
        )
    if row.kind == "reminder":
        waits = viewer in about.to and viewer not in standing.answered
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
    events = happening.events(viewer)
    sealed = happening.commitments if proves and about.reader is None else ()
    if not (events or prompted or sealed or (asks and viewer == PUBLIC)):
        return None
    return News(
        sender=reader.sender,
        at=row.at,
        reason="told" if not asks else "again" if about.again else "asked",
        events=events,
        own=happening.own(viewer),
        mine=about.by == viewer,
        prompted=prompted,
        settings=settings,
        commitments=sealed,
        entry=row.n,
    )


Gather = Callable[[News, Seat], tuple[tuple[Page, ...], int]]
"""The pages that a reader has not been told yet, and up to which entry; see ``Door.told_until``."""


class Composer:
    """Composes for doors. ``settings`` are those of readers who have some; ``acts``: what the
    audit log is to note.
    """

    def __init__(self, doors: Mapping[str, Door]):
        self.doors = doors
        self.settings: dict[Contact, Settings] = {}
        self.acts: list[AuditEntry] = []

    def compose(
        self,
        happening: Happening,
        standing: StandingGame,
        reader: Address,
        notes: Notes | None = None,
        gather: Gather | None = None,
    ) -> bytes | None:
        """Return the finished message for one reader; ``None``: nothing is sent. Where it cannot
        be composed, that concerns this reader alone: a neutral one takes its place.
        """
        if reader.quiet:
            return None
        door, settings = self.doors[reader.door], self.settings_of(standing, reader)
        kind = reader.door, reader.viewer, settings
        if door.shares and kind in happening.composed:
            return happening.composed[kind]
        proves = bool(happening.row.commitments) and door.proves
        news = news_of(happening, standing, reader, settings, proves=proves)
        if news is None:
            return None
        made = self.made(door, news, standing, reader, notes, gather)
        if door.shares and happening.about.reader is None:
            happening.composed[kind] = made
        return made

    def settings_of(self, standing: StandingGame, reader: Address) -> Settings:
        """Return the settings of a reader, with the zone that the game knows where they have said
        none.
        """
        settings = self.settings.get((reader.door, reader.sender), NO_SETTINGS)
        if not settings.zone and (zone := standing.zones.get(reader.viewer)):
            return replace(settings, zone=zone)
        return settings

    def made(
        self,
        door: Door,
        news: News,
        standing: StandingGame,
        reader: Address,
        notes: Notes | None,
        gather: Gather | None,
    ) -> bytes | None:
        """Return what the door makes of news, or of a neutral message in its place."""
        notes = notes or Notes.nothing(reader.door)
        before = notes.fresh.copy()
        try:
            if gather is not None and news.reason != "talk":
                past, latest = gather(news, reader.viewer)
                news = replace(news, past=past, latest=latest)
            looks = door.looks and news.reason != "talk"
            seen = standing.seen(reader.viewer) if looks else standing.bare(reader.viewer)
            return door.compose(news, seen, notes)
        except StoreError:
            raise
        except Exception as error:
            notes.fresh = before
            self.acts.append(not_composed(standing.everybody.game, reader.door, news.at, error))
        try:
            bare = replace(
                news, reason="neutral", prompted=news.asks, events=(), own=(), talk=None, past=()
            )
            return door.compose(bare, standing.bare(reader.viewer), notes)
        except StoreError:
            raise
        except Exception as error:
            log.error(
                "door %s has no neutral message either: %s", reader.door, type(error).__name__
            )
            return None


def not_composed(game: str, door: str, at: int, error: Exception) -> AuditEntry:
    """Return the note for the operator that a message could not be composed: game, door and
    exception type. The text of the exception may hold hidden things, and is noted nowhere.
    """
    failed = type(error).__name__
    log.error("game %s: a message of door %s could not be composed: %s", game, door, failed)
    return AuditEntry(at, door, NOT_COMPOSED, game, encode({"error": failed}).decode())
