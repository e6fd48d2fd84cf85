"""An open database, in the SQL that SQLite and PostgreSQL share. Only this package contains SQL."""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import astuple

from engine.errors import DamagedFile, StoreError
from engine.messages import Address, Outgoing
from engine.state import PUBLIC
from engine.store import rows as r
from engine.store import writing as w
from engine.store.connection import SqlConnection, Transaction, failing
from engine.store.marks import FORGOTTEN, SECRET, UNFINISHED, keyed, mark_of
from engine.store.rows import AuditEntry, BulletinRow, Cursor, Due, GameRow, GameSummary
from engine.store.writing import marks, put_notes

ALL = 2**62  # more rows than exist

UNTOLD = (
    "insert into untold select distinct door, game from address where game in ({})"
    " on conflict do nothing"
)
"""SQL that marks games as having news for their doors. ``Store.noted`` holds games already
marked.
"""

REMEMBERED = 10_000  # most entries of ``Store.noted``

SUMMARY = "id, kind, edition, created, result"
NAMED = (("game", "id"), ("journal", "game"), ("news", "game"), ("address", "game"))
"""Tables and columns with ids of games, each indexed."""


NOBODY = b"{}"  # stored form of “no reader is behind”

NEXT = (
    "select due, id from game where due is not null order by due limit ?",
    "select at, game from reminder order by at limit ?",
)
"""SQL of the next deadlines and the next reminders."""

Note = tuple[str, str, str | None]
"""Door, name and value of a note. ``None`` deletes it."""


Question = tuple[str, tuple[Any, ...]]
"""A statement that reads, and its values."""

GAME = "select * from game where id = ?"
READERS = (
    "select door, sender, viewer, key, quiet, since, until from address where game = ?"
    " order by viewer, door, sender, since"
)
NEWS = f"select {w.NEWS} from news where game = ? and seq > ? order by seq"


def opening(games: Iterable[str]) -> list[Question]:
    """Return the questions whose answers are needed to open games."""
    return [(sql, (game,)) for game in games for sql in (GAME, READERS)]


def first_due(found: Iterable[Iterable[Due]], but: Collection[str]) -> int | None:
    firsts = (next((at for at, id in rows if id not in but), None) for rows in found)
    return min((at for at in firsts if at is not None), default=None)


class Store(ABC):
    """An open database.

    Every method raises ``StoreError`` if the database fails, and has then changed nothing.
    ``write`` and ``put_notes`` are durable when they return. Don't call other methods that change
    it while a batch is written.
    """

    path: Path
    reading: bool  # opened beside the process that writes
    damaged = False  # opened for reading only, because it can't be opened for writing
    shared = False  # other processes may write to it
    number = 0  # the last number given to a message
    forgotten_before = 0  # see `forgotten`

    def __init__(self, db: SqlConnection):
        self.db, self.noted = db, set[str]()

    def settle(self, *, filling: bool = False) -> None:
        if not filling and self.note(*UNFINISHED) is not None:
            raise StoreError("not everything was moved into it yet; let `meanwhile move` end")
        self.number = self.one("select coalesce(max(id), 0) from finished")[0]
        self.make_secret()
        self.mark()  # so that its key is in memory: marks are made in several threads
        self.forgotten_before = int(self.note("house", FORGOTTEN) or 0)

    def close(self) -> None:
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @abstractmethod
    def read_only(self) -> "Store":
        """Open a snapshot of the database, to read it in another thread."""

    @abstractmethod
    def unlocked(self) -> AbstractContextManager[None]: ...

    def rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        with failing:
            found: list[Any] = self.db.execute(sql, parameters).fetchall()
        return found

    def column(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        return [value for (value,) in self.rows(sql, parameters)]

    def one(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        with failing:
            return self.db.execute(sql, parameters).fetchone()

    def filled(self) -> None: ...

    def make_secret(self) -> None:
        # Written every time, so that a read-only file is noticed when it is opened.
        with Transaction(self.db) as db:
            note = (*SECRET, secrets.token_hex(32))
            db.execute(
                "insert into keepsake(door, name, value) values(?, ?, ?) on conflict do nothing",
                note,
            )

    # ---- the file, or the server

    @abstractmethod
    def engine(self) -> str:
        """Return the name and version of the database, with warnings for the operator."""

    @abstractmethod
    def faults(self) -> Iterator[str]:
        pass

    @abstractmethod
    def size(self) -> int:
        """Return the size on disk in bytes."""

    @abstractmethod
    def back_up(self, file: Path) -> int:
        """Copy everything to a file, and check the copy. Return the number of games."""

    @abstractmethod
    def wipe(self) -> None:
        """Overwrite deleted data in all files, unless somebody is reading them."""

    @abstractmethod
    def free(self) -> int:
        """Return the number of unused bytes in the file, which will be reused."""

    @abstractmethod
    def compact(self) -> int:
        """Shrink the database, which needs as much free disk again. Return the bytes saved."""

    @abstractmethod
    def weights(self) -> list[r.Weight]: ...

    # ---- several processes: a file serves only one; `PostgresStore` overrides these

    @contextmanager
    def unit(
        self,
        games: Collection[str] = (),
        *,
        messages: Collection[tuple[str, str]] = (),
        unread: Collection[str] = (),
        alone: bool = False,
    ) -> Iterator[None]:
        """Play and write a batch within the block: one transaction if there are several processes.

        The receipts of ``messages`` (door and id) are read beforehand, all at once, and so are the
        ``unread`` games.
        No other process writes to these games meanwhile, or to games read with ``stamp``. With
        ``alone``, none writes at all. Raises ``Contended`` if the batch must be alone.
        """
        yield

    def stamp(self, game: str) -> int:
        """Return a number that changes when another process changes the game."""
        return 0

    def take_number(self) -> int:
        self.number += 1
        return self.number

    def seize(self) -> None:
        """Keep other processes from writing. Raises ``InUse`` if one is serving it."""

    def apply(self, parts: r.Parts) -> None:
        """Ask for these parts, and announce again the parts that this process holds."""

    def lease_state(self, door: str) -> r.LeaseState:
        """Return whether this process may send at a door, or play ticks (``CLOCK``)."""
        return "firm"

    def holders(self) -> dict[str, str]:
        """Return the name of the process that holds each part."""
        return {}

    # ---- reading

    def forgotten(self) -> int:
        """Return the second before which receipts may have been removed."""
        return self.forgotten_before

    def foresee(self, questions: Iterable[Question]) -> None:
        """Read these answers in one round trip, if there is a server, for the next questions."""

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Return digest and receipt of an answered message, or ``None``. Raises
        ``UnicodeEncodeError`` if the id contains half a character, which no database accepts.
        """
        row: tuple[bytes, bytes] | None = self.one(
            "select digest, receipt from inbox where door = ? and id = ?", (door, id)
        )
        return row

    def game(self, id: str) -> GameRow | None:
        try:
            row = next(iter(self.rows(GAME, (id,))), None)
        except DamagedFile:
            # If only the index is damaged, the table can still be read.
            row = self.one("select * from game not indexed where id = ?", (id,))
        return GameRow(*row) if row else None

    def ids(self, most: int | None = None, after: str = "") -> list[str]:
        """Return ids of games, newest first. For a damaged file, return those that can be read."""
        behind = (
            "where (-created, id) > (select -created, id from game where id = ?)" if after else ""
        )
        sql = f"select id from game {behind} order by -created, id limit ?"
        limit = ALL if most is None else most
        try:
            return self.column(sql, (after, limit) if after else (limit,))
        except DamagedFile:
            found = dict[str, None]()
            for table, column in NAMED:
                # Read the index from both ends, to find everything outside the damage.
                for which, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
                    sql = f"select {which}({column}) from {table} where {column} {beyond} ?"
                    with suppress(StoreError):
                        while (end := self.one(sql, (end,))[0]) is not None:
                            found[end] = None
            if not found and not after:
                raise
            return sorted(id for id in found if id > after)[:most]

    def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        # One statement would need more parameters than SQLite allows.
        sql = f"select {SUMMARY} from game where id = ?"
        found = [GameSummary(*row) for id in ids for row in self.rows(sql, (id,))]
        return sorted(found, key=lambda game: (-game.created, game.id))

    def addresses(self, game: str) -> list[Address]:
        return [address for address in self.readers(game) if address.until is None]

    def readers(self, game: str) -> list[Address]:
        return [
            Address(
                door=door,
                sender=sender,
                game=game,
                viewer=viewer,
                key=key,
                quiet=bool(quiet),
                since=since,
                until=until,
            )
            for door, sender, viewer, key, quiet, since, until in self.rows(READERS, (game,))
        ]

    def games_of(self, door: str, sender: str) -> list[str]:
        return self.column(
            "select game from address where door = ? and sender = ? and viewer != ?"
            " and until is null order by game",
            (door, sender, PUBLIC),
        )

    def games_read(self, door: str, sender: str) -> list[str]:
        return self.column(
            "select game from address where door = ? and sender = ? and until is null"
            " order by viewer = ?, game",
            (door, sender, PUBLIC),
        )

    def newest_running(self, most: int) -> list[GameSummary]:
        sql = f"select {SUMMARY} from game where result is null order by -created, id limit ?"
        return [GameSummary(*row) for row in self.rows(sql, (most,))]

    def ended(self, kind: str, most: int, after: str = "") -> list[GameRow]:
        sql = (
            "select * from game where kind = ? and id > ? and result is not null"
            " order by id limit ?"
        )
        return [GameRow(*row) for row in self.rows(sql, (kind, after, most))]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        sql = "select entry, hash from journal where game = ? and n > ? order by n"
        return self.rows(sql, (game, after))

    def bulletins(self, game: str, after: int = -1, last: int | None = None) -> list[BulletinRow]:
        sql = (
            "select game, n, at, body, rolls, undo_to, commitments from news where game = ? and"
            " kind = 'told' and n > ? order by seq"
        )
        if last is None:
            return [BulletinRow(*row) for row in self.rows(sql, (game, after))]
        newest = self.rows(f"{sql} desc limit ?", (game, after, last))
        return [BulletinRow(*row) for row in reversed(newest)]

    def news(self, game: str, after: int = 0) -> list[r.NewsRow]:
        return [msgspec.convert(row, r.NewsRow) for row in self.rows(NEWS, (game, after))]

    def talk(self, game: str) -> list[r.TalkRow]:
        sql = "select at, body from news where game = ? and kind = 'talk' order by seq"
        return [r.TalkRow(game, at, *w.read_talk(body)) for at, body in self.rows(sql, (game,))]

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        sql = (
            "select at, actor, action, game, facts from audit where game = ? and action != ?"
            " order by id desc limit ?"
        )
        return [AuditEntry(*row) for row in reversed(self.rows(sql, (game, but, most)))]

    # ---- notes

    def note(self, door: str, name: str) -> str | None:
        row = self.one("select value from keepsake where door = ? and name = ?", (door, name))
        return None if row is None else str(row[0])

    def notes(self, door: str, below: str = "") -> dict[str, str]:
        """Return the notes of a door by name, or only those in the folder ``below``."""
        ends = (f"{below}/", f"{below}0") if below else ("", "\U0010ffff")
        sql = (
            "select name, value from keepsake where door = ? and name > ? and name < ?"
            " order by name"
        )
        return dict(self.rows(sql, (door, *ends)))

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        """Store or delete (``None``) notes durably. Not while a batch is written."""
        with Transaction(self.db) as db:
            put_notes(db, ((door, name, value) for name, value in notes.items()), None)

    # ---- time

    def due(self, at: int, most: int, after: Due = r.FIRST) -> list[Due]:
        """Return games with deadlines up to second ``at``, the longest overdue first."""
        sql = (
            "select due, id from game where due is not null and due <= ? and (due, id) > (?, ?)"
            " order by due, id limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminders(self, at: int, most: int, after: Due = r.FIRST) -> list[Due]:
        sql = (
            "select at, game from reminder where at <= ? and (at, game) > (?, ?)"
            " order by at, game limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminder(self, game: str) -> int | None:
        row: tuple[int] | None = self.one("select at from reminder where game = ?", (game,))
        return row and row[0]

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """Return the second of the next deadline or reminder in any game except ``but``."""
        # This many rows are enough even if all of ``but`` come first.
        return first_due([self.rows(sql, (len(but) + 1,)) for sql in NEXT], but)

    # ---- writing

    def writing(
        self, games: Mapping[str, r.Rows], notes: Sequence[Note], delivered: r.DeliveryReport
    ) -> AbstractContextManager[SqlConnection]:
        return Transaction(self.db)

    def write(
        self,
        at: int,
        *,
        inbox: Iterable[r.InboxRow] = (),
        games: Mapping[str, r.Rows] | None = None,
        delivered: r.DeliveryReport | None = None,
        acts: Iterable[AuditEntry] = (),
        notes: Iterable[Note] = (),
    ) -> None:
        """Write a batch in one transaction. It is on disk when this returns.

        A cursor is never moved backwards. Raises ``Contradicts`` if a message, game, entry or news
        item already exists, a game does not exist, or a value does not fit its column.
        """
        games = games or {}
        delivered = delivered or r.DeliveryReport()
        acts = [*acts, *delivered.acts]
        notes = list(notes)
        with self.writing(games, notes, delivered) as db:
            w.put(db, w.INBOX, [astuple(one) for one in inbox])
            w.write_games(db, games)
            fresh = [id for id, one in games.items() if one.news]
            new = [id for id in fresh if games[id].addresses or id not in self.noted]
            for i in range(0, len(new), w.MOST):
                some = new[i : i + w.MOST]
                db.execute(UNTOLD.format(marks(len(some))), some)
            w.note_delivered(db, delivered, at)
            w.put(db, w.AUDIT, [astuple(act) for act in acts])
            put_notes(db, notes, at)
        if self.shared:
            return  # another process may have delivered it all
        if len(self.noted) > REMEMBERED:
            self.noted.clear()
        self.noted.update(fresh)
        if delivered:
            self.noted -= {cursor.game for cursor in delivered.cursors.values()}

    # ---- delivery

    @cached_property
    def marks(self) -> blake2b:
        return keyed(self.note(*SECRET) or "")

    def mark(self, *parts: str | bytes | int) -> str:
        return mark_of(self.marks, *parts)

    def cursor(self, door: str, game: str) -> Cursor:
        sql = "select upto, behind from cursor where door = ? and game = ?"
        upto, behind = self.one(sql, (door, game)) or (0, b"{}")
        return Cursor(door=door, game=game, upto=upto, behind=w.read_places(behind))

    def behind(self, door: str) -> list[Cursor]:
        sql = (
            "select g.id, coalesce(c.upto, 0), coalesce(c.behind, '{}') from untold u"
            " join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and (g.told > coalesce(c.upto, 0) or c.behind != ?)"
            " order by g.created, g.id"
        )
        return [
            Cursor(door=door, game=game, upto=upto, behind=w.read_places(places))
            for game, upto, places in self.rows(sql, (door, NOBODY))
        ]

    def untold(self, door: str) -> list[tuple[str, int, int]]:
        """Return games with undelivered news: id, last news item, and the door's progress."""
        sql = (
            "select u.game, g.told, coalesce(c.upto, 0) from untold u join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and g.told > coalesce(c.upto, 0) order by u.game"
        )
        return self.rows(sql, (door,))

    def finished(self, door: str, receivers: Collection[str] | None = None) -> list[Outgoing]:
        whom = "" if receivers is None else f" and sender in ({marks(len(receivers)) or 'null'})"
        sql = (
            "select id, game, door, sender, mark, payload, talk, tries from finished"
            f" where door = ?{whom} order by id"
        )
        names = ("id", "game", "door", "sender", "mark", "payload", "talk", "tries")
        return [
            Outgoing(**dict(zip(names, row, strict=True)))
            for row in self.rows(sql, (door, *(receivers or ())))
        ]
