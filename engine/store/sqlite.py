"""The store in SQLite: one file, one process, one writing connection. What a batch has made
is written whole or not at all.
"""

import secrets
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from msgspec import UNSET
from msgspec.structs import astuple
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import DamagedFile, StoreError
from engine.letters import Address, Outgoing
from engine.state import PUBLIC
from engine.store.ailments import DAMAGED
from engine.store.connection import (
    Transaction,
    connect,
    connect_beside,
    failing,
    failure,
    take_lock,
)
from engine.store.rows import (
    DEAD,
    LEASE,
    NOT_COMPOSED,
    SENT,
    STALE,
    WAITING,
    AuditEntry,
    BulletinRow,
    DeliveryReport,
    GameRow,
    InboxRow,
    LeaseRequest,
    Rows,
    TalkRow,
    Tally,
    Undelivered,
)

NAMED = (("game", "id"), ("journal", "game"), ("bulletin", "game"), ("address", "game"))
"""Where the ids of games stand, each in an index."""

SAFE_SQLITE = (3, 51, 3)
"""Older versions have a fault that needs two writing connections."""


class SqliteStore:
    """The open database, a ``Store``. Close it, or use it in a ``with`` statement."""

    def __init__(self, path: Path, *, reading: bool = False, damaged: bool = False):
        """Open or make the database at ``path``. Raises ``StoreError`` if it is not ours or
        not writable, ``InUse`` if another process has it; ``reading``, it can be looked at
        beside that process, which alone writes and checkpoints. A ``damaged`` one is read
        although it cannot be opened for writing.
        """
        self.path, self.reading, self.damaged = path, reading, damaged
        self.owner = secrets.token_hex(8)
        self.next_message = 0
        self.lock = None if reading else take_lock(path)
        if self.lock is None:
            self.db = connect_beside(path)
            return
        try:
            with failing():
                self.db = connect(path)
                # Whatever waits is handed out again before anything new, so that every
                # receiver reads in the right order.
                self.db.execute("update outbox set due = 0, lease_until = 0 where status = 0")
            self.next_message = self.one("select coalesce(max(id), 0) + 1 from outbox")[0]
            self.marks = blake2b(digest_size=16, key=self.secret())
        except BaseException as error:
            self.lock.close()
            if isinstance(error, StoreError) and error.remedy:
                raise type(error)(f"{path}: {error}; {error.remedy}") from error
            raise

    def close(self) -> None:
        """Release the file."""
        self.db.close()
        if self.lock is not None:
            self.lock.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        """Return all rows. Raises ``StoreError``."""
        try:
            return self.db.execute(sql, parameters).fetchall()
        except sqlite3.Error as error:
            raise failure(error) from error

    def column(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        """Return the only column of all rows. Raises ``StoreError``."""
        return [value for (value,) in self.rows(sql, parameters)]

    def one(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        """Return the first row, or ``None``. Raises ``StoreError``."""
        try:
            return self.db.execute(sql, parameters).fetchone()
        except sqlite3.Error as error:
            raise failure(error) from error

    def secret(self) -> bytes:
        """Return what nobody outside of this database knows: made when it is first opened."""
        with Transaction(self.db) as db:
            db.execute(
                "insert or ignore into keepsake values('house', 'secret', ?)",
                (secrets.token_hex(32),),
            )
        return bytes.fromhex(self.note("house", "secret") or "")

    # ---- what was there before

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Return digest and receipt of a letter that has been answered."""
        row: tuple[bytes, bytes] | None = self.one(
            "select digest, receipt from inbox where door = ? and id = ?", (door, id)
        )
        return row

    def game(self, id: str) -> GameRow | None:
        """Return a game by its id."""
        try:
            row = self.one("select * from game where id = ?", (id,))
        except StoreError:
            # The index may be damaged where the table is not.
            row = self.one("select * from game not indexed where id = ?", (id,))
        return GameRow(*row) if row else None

    def games(self) -> list[GameRow]:
        """Return all games, oldest first."""
        return [GameRow(*row) for row in self.rows("select * from game order by created, id")]

    def ids(self) -> list[str]:
        """Return the ids of all games, oldest first; of a damaged file, those that it can name."""
        try:
            return self.column("select id from game order by created, id")
        except StoreError:
            found = dict[str, None]()
            for table, column in NAMED:
                # One after the other by an index, from both ends: what can be
                # read before the damage counts.
                for which, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
                    sql = f"select {which}({column}) from {table} where {column} {beyond} ?"
                    with suppress(StoreError):
                        while (end := self.one(sql, (end,))[0]) is not None:
                            found[end] = None
            return sorted(found)

    def addresses(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached, always in the same order."""
        sql = (
            "select door, sender, game, viewer, key, quiet from address where game = ? order by"
            " viewer, door, sender"
        )
        rows = self.rows(sql, (game,))
        return [
            Address(door=door, sender=sender, game=id, viewer=viewer, key=key, quiet=bool(quiet))
            for door, sender, id, viewer, key, quiet in rows
        ]

    def games_of(self, door: str, sender: str) -> list[str]:
        """Return the games in which this sender has a seat."""
        return self.column(
            "select game from address where door = ? and sender = ? and viewer != ? order by game",
            (door, sender, PUBLIC),
        )

    def games_read(self, door: str, sender: str) -> list[str]:
        """Return the games of which this sender is told, those with a seat first."""
        return self.column(
            "select game from address where door = ? and sender = ? order by viewer = ?, game",
            (door, sender, PUBLIC),
        )

    def newest_running(self, most: int) -> list[str]:
        """Return the games without a result, the newest first, no more than ``most``."""
        sql = "select id from game where result is null order by created desc, id limit ?"
        return self.column(sql, (most,))

    def ended(self, kind: str) -> list[GameRow]:
        """Return the games of a kind that have a result."""
        sql = "select * from game where kind = ? and result is not null"
        return [GameRow(*row) for row in self.rows(sql, (kind,))]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""
        sql = "select entry, hash from journal where game = ? and n > ? order by n"
        return self.rows(sql, (game, after))

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number."""
        sql = "select * from bulletin where game = ? and n > ? order by n"
        return [BulletinRow(*row) for row in self.rows(sql, (game, after))]

    def talk(self, game: str) -> list[TalkRow]:
        """Return what the players of a game said to each other, in order."""
        sql = "select game, at, seat, receiver, text from talk where game = ? order by id"
        return [TalkRow(*row) for row in self.rows(sql, (game,))]

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        """Return the last acts that were noted of a game, oldest first, no more than ``most``;
        none of the action ``but``.
        """
        sql = (
            "select at, actor, action, game, facts from audit where game = ? and action != ?"
            " order by id desc limit ?"
        )
        return [AuditEntry(*row) for row in reversed(self.rows(sql, (game, but, most)))]

    # ---- notes

    def note(self, door: str, name: str) -> str | None:
        """Return what a door has noted under this name."""
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
            put_notes(db, ((door, name, value) for name, value in notes.items()))

    # ---- time

    def due(self, at: int) -> list[str]:
        """Return the games whose question is due by then, the longest overdue first."""
        sql = "select id from game where due is not null and due <= ? order by due, id"
        return self.column(sql, (at,))

    def reminders(self, at: int) -> list[str]:
        """Return the games in which somebody is to be reminded by then."""
        return self.column("select game from reminder where at <= ? order by at, game", (at,))

    def reminder(self, game: str) -> int | None:
        """Return when somebody is to be reminded in a game."""
        row: tuple[int] | None = self.one("select at from reminder where game = ?", (game,))
        return row and row[0]

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """Return when the next question of any game is due, or somebody is to be
        reminded; ``but`` these games.
        """
        with failing():
            due = self.db.execute("select due, id from game where due is not null order by due")
            remind = self.db.execute("select at, game from reminder order by at")
            first = (next((at for at, id in rows if id not in but), None) for rows in (due, remind))
            return min((at for at in first if at is not None), default=None)

    def running(self, since: int) -> list[str]:
        """Return the games with a question that is due after that second."""
        return self.column("select id from game where due > ? order by id", (since,))

    def last_told(self) -> int | None:
        """Return the second at which something was told last."""
        last: int | None = self.one("select max(at) from bulletin")[0]
        return last

    # ---- how much there is

    def game_counts(self) -> tuple[int, int]:
        """Return how many games there are, and how many of them run."""
        sql = "select count(*), count(*) filter (where result is null) from game"
        games, running = self.one(sql)
        return games, running

    def outbox_counts(self) -> tuple[int, int]:
        """Return how many messages wait, and how many could not be delivered."""
        sql = (
            "select count(*) filter (where status = 0), count(*) filter (where status = 2) from"
            " outbox"
        )
        waiting, dead = self.one(sql)
        return waiting, dead

    def undelivered(self, status: int) -> list[Undelivered]:
        """Return why messages wait or are dead, the most frequent reason first."""
        sql = (
            "select door, coalesce(error, ''), count(*) from outbox where status = ?"
            " group by door, error order by 3 desc"
        )
        return [Undelivered(*row) for row in self.rows(sql, (status,))]

    def not_composed(self) -> list[tuple[str, str, str, int]]:
        """Return which messages could not be composed: door, game, the facts, and how many."""
        sql = (
            "select actor, game, facts, count(*) from audit where action = ?"
            " group by actor, game, facts"
        )
        return self.rows(sql, (NOT_COMPOSED,))

    def tally(self) -> Tally:
        """Count what the store holds."""

        def counts(sql: str, *parameters: Any) -> dict[str, int]:
            return dict(self.rows(sql, parameters))

        by_status = "select door, count(*) from outbox where status = ? group by door"
        return Tally(
            letters=counts("select door, count(*) from inbox group by door"),
            waiting=counts(by_status, WAITING),
            sent=counts(by_status, SENT),
            dead=counts(by_status, DEAD),
            not_composed=counts(
                "select actor, count(*) from audit where action = ? group by actor", NOT_COMPOSED
            ),
            games=counts("select kind, count(*) from game group by kind"),
            running=counts("select kind, count(*) from game where result is null group by kind"),
            entries=self.one("select count(*) from journal")[0],
            next_due=self.one("select min(due) from game where due is not null")[0],
        )

    # ---- health

    def engine(self) -> str:
        """Return which database this is, and what is to be known about its version."""
        version = sqlite3.sqlite_version
        old = tuple(map(int, version.split("."))) < SAFE_SQLITE
        remark = (
            " (a known fault of versions before 3.51.3 needs two writing connections; we have one)"
            if old
            else ""
        )
        return f"SQLite {version}{remark}"

    def faults(self) -> Iterator[str]:
        """Find what is wrong with the file. Raises ``StoreError``."""
        for text in self.column("pragma quick_check"):
            if text != "ok":
                yield " ".join(text.split())
        for row in self.rows("pragma foreign_key_check"):
            yield f"table {row[0]}: a row refers to nothing in {row[2]}"

    def back_up(self, file: Path) -> int:
        """Copy all to a file, as of one moment, and look the copy over; on the disk when this
        returns. Return how many games it has. Raises ``StoreError``.
        """
        with failing():
            copy = sqlite3.connect(file)
            try:
                # All in one step: it is one moment's, whatever is written in the meantime.
                self.db.backup(copy)
                # Alone the file is whole: no second one beside it belongs to it.
                copy.execute("pragma journal_mode=delete").fetchall()
                wrong = [text for (text,) in copy.execute("pragma quick_check") if text != "ok"]
                if wrong:
                    raise DamagedFile(wrong[0], DAMAGED)
                games: int = copy.execute("select count(*) from game").fetchone()[0]
            finally:
                copy.close()
        return games

    # ---- writing

    def write(
        self,
        at: int,
        *,
        inbox: Iterable[InboxRow] = (),
        games: Mapping[str, Rows] | None = None,
        settled: DeliveryReport | None = None,
        acts: Iterable[AuditEntry] = (),
        leases: Iterable[LeaseRequest] = (),
        notes: Iterable[tuple[str, str, str | None]] = (),
    ) -> list[list[Outgoing]]:
        """Write a batch in one transaction: on the disk when this returns. Return the messages
        of each lease. Raises ``StoreError``, nothing done.
        """
        games = games or {}
        numbers = (outgoing.id for rows in games.values() for outgoing in rows.messages)
        # Even of a batch that is not written no number is used again.
        self.next_message = max((self.next_message, *(number + 1 for number in numbers)))
        with Transaction(self.db) as db:
            db.executemany("insert into inbox values(?, ?, ?, ?, ?, ?)", map(astuple, inbox))
            for id, rows in games.items():
                self.write_game(db, id, rows, at)
            if settled:
                settle(db, settled)
            db.executemany(
                "insert into audit(at, actor, action, game, facts) values(?, ?, ?, ?, ?)",
                map(astuple, acts),
            )
            put_notes(db, notes)
            return [self.lease(db, wanted) for wanted in leases]

    def write_game(self, db: sqlite3.Connection, id: str, rows: Rows, at: int) -> None:
        """Write the part of a batch that belongs to one game."""
        if rows.made:
            db.executemany(
                "insert into game values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", map(astuple, rows.made)
            )
        for address in rows.addresses:
            db.execute("insert or replace into address values(?, ?, ?, ?, ?, ?)", astuple(address))
        for address in rows.closed:
            sql = "delete from address where door = ? and sender = ? and game = ?"
            db.execute(sql, (address.door, address.sender, address.game))
        db.executemany("insert into journal values(?, ?, ?, ?)", map(astuple, rows.journal))
        bulletins = map(astuple, rows.bulletins)
        db.executemany("insert into bulletin values(?, ?, ?, ?, ?, ?)", bulletins)
        if rows.talk:
            db.executemany(
                "insert into talk(game, at, seat, receiver, text) values(?, ?, ?, ?, ?)",
                map(astuple, rows.talk),
            )
        db.executemany(
            "insert into outbox(id, game, door, sender, mark, payload, question, due, lease_until,"
            " lease_owner) values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    p.id,
                    p.game,
                    p.door,
                    p.sender,
                    p.mark,
                    p.payload,
                    p.question,
                    at,
                    at + LEASE,
                    self.owner,
                )
                for p in rows.messages
            ],
        )
        if rows.snapshot:
            db.execute(
                "update game set n = ?, hash = ?, state = ?, due = ?, result = ? where id = ?",
                (*astuple(rows.snapshot), id),
            )
        if rows.open_question is not None:
            sql = "update outbox set status = ? where game = ? and status = 0 and question < ?"
            db.execute(sql, (STALE, id, rows.open_question))
        if rows.remind is None:
            db.execute("delete from reminder where game = ?", (id,))
        elif rows.remind is not UNSET:
            db.execute("insert or replace into reminder values(?, ?)", (id, rows.remind))

    # ---- the outbox

    def mark(self, number: int) -> str:
        """Return the mark of a message: the same on every repetition, and it tells nothing."""
        mark = self.marks.copy()
        mark.update(b"%d" % number)
        return mark.hexdigest()

    def lease(self, db: sqlite3.Connection, wanted: LeaseRequest) -> list[Outgoing]:
        """Take messages that are due and that nobody has taken,
        oldest first, for ``LEASE`` seconds.
        """
        at = wanted.at
        sql = "update outbox set due = ? where status = 0 and door = ? and sender = ?"
        db.executemany(sql, [(at, *receiver) for receiver in wanted.back])
        marks = ", ".join("?" * len(wanted.doors))
        sql = (
            "update outbox set lease_until = ?, lease_owner = ? "
            f"where status = 0 and due <= ? and lease_until <= ? and door in ({marks}) "
            "returning id, game, door, sender, mark, payload, tries"
        )
        rows = db.execute(sql, (at + LEASE, self.owner, at, at, *wanted.doors)).fetchall()
        names = ("id", "game", "door", "sender", "mark", "payload", "tries")
        return [Outgoing(**dict(zip(names, row, strict=True))) for row in sorted(rows)]

    def sent_before(self, outgoing: Outgoing, most: int) -> list[bytes]:
        """Return what was to go to the same reader of the same game before, the last one first,
        no more than ``most``; without what is dead.
        """
        sql = (
            "select payload from outbox where door = ? and sender = ? and game = ? and id < ? and"
            " status != ? order by id desc limit ?"
        )
        reader = outgoing.door, outgoing.sender, outgoing.game
        return self.column(sql, (*reader, outgoing.id, DEAD, most))

    def thin(self, door: str, after: int, before: int, most: int = 1_000) -> int:
        """Forget what stood in messages of this door that have gone out and were due before
        second ``before``; that they went out stays. Look at ``most`` messages with numbers
        beyond ``after``; return how far this has come. Raises ``StoreError``.
        """
        sql = "select id, due, status from outbox where id > ? and door = ? order by id limit ?"
        with Transaction(self.db) as db:
            for id, due, status in db.execute(sql, (after, door, most)).fetchall():
                if due >= before:
                    break
                if status == SENT:
                    db.execute("update outbox set payload = x'' where id = ?", (id,))
                after = id
        return after


def settle(db: sqlite3.Connection, settled: DeliveryReport) -> None:
    """Note what has become of messages."""
    db.executemany("update outbox set status = 1 where id = ?", [(id,) for id in settled.sent])
    db.executemany(
        "update outbox set status = 2, error = ? where id = ?",
        [(why, id) for id, why in settled.dead],
    )
    db.executemany(
        "update outbox set due = ?, lease_until = 0, tries = ?, error = ? where id = ?",
        [(again.due, again.tries, again.why, again.id) for again in settled.later],
    )


def put_notes(db: sqlite3.Connection, notes: Iterable[tuple[str, str, str | None]]) -> None:
    """Note what doors keep: door, name, value; ``None`` forgets."""
    for door, name, value in notes:
        if value is None:
            db.execute("delete from keepsake where door = ? and name = ?", (door, name))
        else:
            db.execute("insert or replace into keepsake values(?, ?, ?)", (door, name, value))
