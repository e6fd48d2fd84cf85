"""An open database, in the SQL that SQLite and PostgreSQL share. No SQL stands outside of this
package.
"""

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
from engine.letters import Address, Outgoing
from engine.state import PUBLIC
from engine.store.connection import SqlConnection, Transaction, failing
from engine.store.marks import FORGOTTEN, SECRET, UNFINISHED, keyed, mark_of
from engine.store.rows import (
    FIRST,
    AuditEntry,
    BulletinRow,
    Cursor,
    DeliveryReport,
    Due,
    GameRow,
    GameSummary,
    Hold,
    InboxRow,
    NewsRow,
    Parts,
    Rows,
    TalkRow,
    Weight,
)
from engine.store.writing import (
    NEWS,
    marks,
    note_delivered,
    put_notes,
    read_places,
    read_talk,
    write_game,
)

ALL = 2**62  # more rows than there are

UNTOLD = (
    "insert into untold select distinct door, game from address where game = ?"
    " on conflict do nothing"
)
"""Notes that the doors of a game have something to tell of it. ``Store.noted`` are games
of which that is noted already.
"""

REMEMBERED = 10_000  # of them

SUMMARY = "id, kind, edition, created, result"
NAMED = (("game", "id"), ("journal", "game"), ("news", "game"), ("address", "game"))
"""Where the ids of games stand, each in an index."""


NOBODY = b"{}"  # is behind, as it is stored

Note = tuple[str, str, str | None]
"""Door, name and value of a note; ``None`` forgets it."""


class Store(ABC):
    """An open database. Every method raises ``StoreError`` if the database fails, having
    changed nothing; ``write`` and ``put_notes`` are durable when they return. What changes it may
    not be called while a batch is written.
    """

    path: Path
    reading: bool  # it was opened beside the process that writes
    damaged = False  # it is read although it cannot be opened for writing
    shared = False  # other processes may write to it meanwhile
    number = 0  # the last one that was given to a message
    forgotten_before = 0  # see `forgotten`

    def __init__(self, db: SqlConnection):
        self.db, self.noted = db, set[str]()

    def settle(self, *, filling: bool = False) -> None:
        """Read what a writing store must know. Raises ``StoreError`` for an unfinished copy."""
        if not filling and self.note(*UNFINISHED) is not None:
            raise StoreError("not everything was moved into it yet; let `meanwhile move` end")
        self.number = self.one("select coalesce(max(id), 0) from finished")[0]
        self.make_secret()
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
    def beside(self) -> "Store":
        """Open the same database, as it is now, to read from another thread than this one."""

    @abstractmethod
    def unlocked(self) -> AbstractContextManager[None]:
        """Let the block change what is append-only, within its transaction."""

    def rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        with failing():
            found: list[Any] = self.db.execute(sql, parameters).fetchall()
        return found

    def column(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        return [value for (value,) in self.rows(sql, parameters)]

    def one(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        with failing():
            return self.db.execute(sql, parameters).fetchone()

    def filled(self) -> None:
        """Number what comes after the rows that were brought over."""

    def make_secret(self) -> None:
        """Note what nobody outside of this database knows, when it is first opened."""
        # Asked every time: a file that cannot be written is found out when it is opened.
        with Transaction(self.db) as db:
            note = (*SECRET, secrets.token_hex(32))
            db.execute(
                "insert into keepsake(door, name, value) values(?, ?, ?) on conflict do nothing",
                note,
            )

    # ---- the file, or the server

    @abstractmethod
    def engine(self) -> str:
        """Return name and version, and what an operator should know about that version."""

    @abstractmethod
    def faults(self) -> Iterator[str]:
        """Find what is wrong with the database."""

    @abstractmethod
    def size(self) -> int:
        """Return how many bytes it takes on the disk."""

    @abstractmethod
    def back_up(self, file: Path) -> int:
        """Copy all to a file, as of one moment, and look the copy over; on the disk when this
        returns. Return how many games it has.
        """

    @abstractmethod
    def wipe(self) -> None:
        """Leave what was deleted in no file, unless somebody reads it just now."""

    @abstractmethod
    def free(self) -> int:
        """Return how many bytes hold nothing; they are used again."""

    @abstractmethod
    def compact(self) -> int:
        """Give room that is free back to the disk; return how many bytes that are. Takes as long
        as the database is large, and as much room again on the disk.
        """

    @abstractmethod
    def weights(self) -> list[Weight]:
        """Return how much each table holds with its indexes, the heaviest first."""

    # ---- several processes: one file has one, see `PostgresStore` for the others

    @contextmanager
    def unit(self, games: Collection[str] = (), *, alone: bool = False) -> Iterator[None]:
        """Play a batch and write it in the block, in one transaction where there are other
        processes: none of them writes to these games meanwhile, or to those that it looks at by
        ``stamp``; ``alone``: to nothing. Raises ``Contended`` if it must be alone.
        """
        yield

    def stamp(self, game: str) -> int:
        """Return a number that is another one as soon as another process has changed a game."""
        return 0

    def take_number(self) -> int:
        """Return the number of the next message that is stored; it is used for no other one."""
        self.number += 1
        return self.number

    def seize(self) -> None:
        """Let nobody else write until this is closed. Raises ``InUse`` if somebody serves."""

    def apply(self, parts: Parts) -> None:
        """Ask for these parts from now on, and say of those that it has that it is there."""

    def hold(self, door: str) -> Hold:
        """Return whether this process may speak at a door, or whether the ``CLOCK`` is its."""
        return "firm"

    def holders(self) -> dict[str, str]:
        """Return which process has which part just now, where there may be several."""
        return {}

    # ---- what was there before

    def forgotten(self) -> int:
        """Return before which second letters were written of which it may be unknown whether they
        were answered.
        """
        return self.forgotten_before

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Return digest and receipt of a letter that has been answered. Raises
        ``UnicodeEncodeError`` for an id with half a character, which no database takes.
        """
        row: tuple[bytes, bytes] | None = self.one(
            "select digest, receipt from inbox where door = ? and id = ?", (door, id)
        )
        return row

    def game(self, id: str) -> GameRow | None:
        try:
            row = self.one("select * from game where id = ?", (id,))
        except DamagedFile:
            # The index may be damaged where the table is not.
            row = self.one("select * from game not indexed where id = ?", (id,))
        return GameRow(*row) if row else None

    def ids(self, most: int | None = None, after: str = "") -> list[str]:
        """Return ids of games, the newest first; of a damaged file, those that it can name."""
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
                # One after the other by an index, from both ends: what can be
                # read before the damage counts.
                for which, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
                    sql = f"select {which}({column}) from {table} where {column} {beyond} ?"
                    with suppress(StoreError):
                        while (end := self.one(sql, (end,))[0]) is not None:
                            found[end] = None
            if not found and not after:
                raise
            return sorted(id for id in found if id > after)[:most]

    def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        # One statement for all would have more places for values than SQLite allows.
        sql = f"select {SUMMARY} from game where id = ?"
        found = [GameSummary(*row) for id in ids for row in self.rows(sql, (id,))]
        return sorted(found, key=lambda game: (-game.created, game.id))

    def addresses(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached, always in the same order."""
        return [address for address in self.readers(game) if address.until is None]

    def readers(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached or ever were, in the same order."""
        sql = (
            "select door, sender, viewer, key, quiet, since, until from address where game = ?"
            " order by viewer, door, sender, since"
        )
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
            for door, sender, viewer, key, quiet, since, until in self.rows(sql, (game,))
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
        """Return the games of a kind that have a result, by id, behind the id ``after``."""
        sql = (
            "select * from game where kind = ? and id > ? and result is not null"
            " order by id limit ?"
        )
        return [GameRow(*row) for row in self.rows(sql, (kind, after, most))]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number."""
        sql = "select entry, hash from journal where game = ? and n > ? order by n"
        return self.rows(sql, (game, after))

    def bulletins(self, game: str, after: int = -1, last: int | None = None) -> list[BulletinRow]:
        """Return what was told in a game by entries ``after`` a number; the ``last`` so many."""
        sql = (
            "select game, n, at, body, rolls, undo_to, commitments from news where game = ? and"
            " kind = 'told' and n > ? order by seq"
        )
        if last is None:
            return [BulletinRow(*row) for row in self.rows(sql, (game, after))]
        newest = self.rows(f"{sql} desc limit ?", (game, after, last))
        return [BulletinRow(*row) for row in reversed(newest)]

    def news(self, game: str, after: int = 0) -> list[NewsRow]:
        sql = f"select {NEWS} from news where game = ? and seq > ? order by seq"
        return [msgspec.convert(row, NewsRow) for row in self.rows(sql, (game, after))]

    def talk(self, game: str) -> list[TalkRow]:
        sql = "select at, body from news where game = ? and kind = 'talk' order by seq"
        return [TalkRow(game, at, *read_talk(body)) for at, body in self.rows(sql, (game,))]

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        """Return the last acts noted of a game, oldest first, without the action ``but``."""
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
        """Return all that a door has noted, by name; ``below``: under ``BELOW/...`` alone."""
        ends = (f"{below}/", f"{below}0") if below else ("", "\U0010ffff")
        sql = (
            "select name, value from keepsake where door = ? and name > ? and name < ?"
            " order by name"
        )
        return dict(self.rows(sql, (door, *ends)))

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        """Note these, at once and for good; ``None`` forgets. Not while a batch is written."""
        with Transaction(self.db) as db:
            put_notes(db, ((door, name, value) for name, value in notes.items()), None)

    # ---- time

    def due(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        """Return the games whose question is due by then, the longest overdue first."""
        sql = (
            "select due, id from game where due is not null and due <= ? and (due, id) > (?, ?)"
            " order by due, id limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminders(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        sql = (
            "select at, game from reminder where at <= ? and (at, game) > (?, ?)"
            " order by at, game limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminder(self, game: str) -> int | None:
        row: tuple[int] | None = self.one("select at from reminder where game = ?", (game,))
        return row and row[0]

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """Return when the next question is due, or a reminder, in any game ``but`` these."""
        # So many may be left out at the most.
        most = (len(but) + 1,)
        due = self.rows("select due, id from game where due is not null order by due limit ?", most)
        remind = self.rows("select at, game from reminder order by at limit ?", most)
        first = (next((at for at, id in rows if id not in but), None) for rows in (due, remind))
        return min((at for at in first if at is not None), default=None)

    # ---- writing

    def writing(
        self, games: Mapping[str, Rows], notes: Sequence[Note], delivered: DeliveryReport
    ) -> AbstractContextManager[SqlConnection]:
        """Have the block write what a batch has made of these."""
        return Transaction(self.db)

    def write(
        self,
        at: int,
        *,
        inbox: Iterable[InboxRow] = (),
        games: Mapping[str, Rows] | None = None,
        delivered: DeliveryReport | None = None,
        acts: Iterable[AuditEntry] = (),
        notes: Iterable[Note] = (),
    ) -> None:
        """Write a batch in one transaction: on the disk when this returns. Raises ``Contradicts``
        where a letter, a game, an entry, news or a message of that number are there already, where
        a game is named that there is not, and where a value fits into no column. A cursor that
        would go back stays where it is.
        """
        games = games or {}
        delivered = delivered or DeliveryReport()
        acts = [*acts, *delivered.acts]
        notes = list(notes)
        with self.writing(games, notes, delivered) as db:
            for letter in inbox:
                db.execute("insert into inbox values(?, ?, ?, ?, ?, ?, ?)", astuple(letter))
            for id, rows in games.items():
                write_game(db, id, rows)
                if rows.news and (rows.addresses or id not in self.noted):
                    db.execute(UNTOLD, (id,))
            note_delivered(db, delivered, at)
            if acts:
                db.executemany(
                    "insert into audit(at, actor, action, game, facts) values(?, ?, ?, ?, ?)",
                    map(astuple, acts),
                )
            put_notes(db, notes, at)
        if self.shared:
            return  # another process may have told it all meanwhile
        if len(self.noted) > REMEMBERED:
            self.noted.clear()
        self.noted |= {id for id, rows in games.items() if rows.news}
        if delivered:
            self.noted -= {cursor.game for cursor in delivered.cursors.values()}

    # ---- what is to be told

    @cached_property
    def marks(self) -> blake2b:
        """What all marks begin with. Raises ``StoreError``."""
        return keyed(self.note(*SECRET) or "")

    def mark(self, *parts: str | bytes | int) -> str:
        """Return the mark of a message with these parts: the same on every repetition."""
        return mark_of(self.marks, *parts)

    def cursor(self, door: str, game: str) -> Cursor:
        sql = "select upto, behind from cursor where door = ? and game = ?"
        upto, behind = self.one(sql, (door, game)) or (0, b"{}")
        return Cursor(door=door, game=game, upto=upto, behind=read_places(behind))

    def behind(self, door: str) -> list[Cursor]:
        """Return how far a door has come in the games in which somebody waits for news."""
        sql = (
            "select g.id, coalesce(c.upto, 0), coalesce(c.behind, '{}') from untold u"
            " join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and (g.told > coalesce(c.upto, 0) or c.behind != ?)"
            " order by g.created, g.id"
        )
        return [
            Cursor(door=door, game=game, upto=upto, behind=read_places(places))
            for game, upto, places in self.rows(sql, (door, NOBODY))
        ]

    def untold(self, door: str) -> list[tuple[str, int, int]]:
        """Return unfinished games of a door: id, how much was told, how far the door is."""
        sql = (
            "select u.game, g.told, coalesce(c.upto, 0) from untold u join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and g.told > coalesce(c.upto, 0) order by u.game"
        )
        return self.rows(sql, (door,))

    def finished(self, door: str, receivers: Collection[str] | None = None) -> list[Outgoing]:
        """Return the stored messages of a door, for all or these receivers, oldest first."""
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
