"""The database: one file, one process, one writing connection. What a batch has made
is written whole or not at all.
"""

import fcntl
import os
import secrets
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import msgspec
from msgspec import Struct, field
from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import InUse, StoreError
from engine.letters import Address, Outgoing
from engine.state import Setup
from engine.store import schema
from engine.store.ailments import advice, is_damage

WAITING, SENT, DEAD, STALE = 0, 1, 2, 3
"""What has become of a message in the outbox; a stale one was no longer true
before it could be handed over.
"""

LEASE = 60
"""Seconds for which a message belongs to the dispatcher that has taken it."""

NAMED = (("game", "id"), ("journal", "game"), ("bulletin", "game"), ("address", "game"))
"""Where the ids of games stand, each in an index."""

PRAGMAS = (
    "journal_mode=wal",
    "synchronous=full",
    "foreign_keys=on",
    "busy_timeout=10000",
    "journal_size_limit=67108864",
    "trusted_schema=off",
)


class DamagedFile(StoreError):
    """The file can only be read, and perhaps not all of it."""


class GameRow(Struct, frozen=True, array_like=True):
    """A game as it is stored."""

    id: str
    kind: str
    edition: int
    created: int
    setup: bytes
    n: int
    hash: bytes
    state: bytes
    due: int | None
    result: str | None

    def decoded_setup(self) -> Setup:
        """What the game was made of."""
        return msgspec.json.decode(self.setup, type=Setup)


class BulletinRow(Struct, frozen=True, array_like=True):
    """A bulletin as it is stored: what entry ``n`` told, with all copies, and the dice thrown."""

    game: str
    n: int
    at: int
    told: bytes
    rolls: bytes
    undo_to: int | None


class Rows(Struct):
    """What a batch has made of one game, to be written together. ``remind``: when
    somebody is to be reminded now, if at all; ``open_question``: what only says that
    an earlier one is open is stale.
    """

    made: list[GameRow] = field(default_factory=list)
    addresses: list[Address] = field(default_factory=list)
    closed: list[Address] = field(default_factory=list)
    journal: list[tuple[str, int, bytes, bytes]] = field(default_factory=list)
    bulletins: list[BulletinRow] = field(default_factory=list)
    talk: list[tuple[str, int, str, str, str]] = field(default_factory=list)
    messages: list[Outgoing] = field(default_factory=list)
    snapshot: tuple[int, bytes, bytes, int | None, str | None, str] | None = None
    remind: tuple[int | None] | None = None
    open_question: int | None = None

    def stale(self, outgoing: Outgoing) -> bool:
        """Does this message say no more than that a question is open which no longer is?"""
        asked, now = outgoing.question, self.open_question
        return asked is not None and now is not None and asked < now


class DeliveryReport(Struct):
    """What has become of messages: sent; dead, and why; to be tried again: when,
    how often it was tried, and why.
    """

    sent: list[int] = field(default_factory=list)
    dead: list[tuple[int, str]] = field(default_factory=list)
    later: list[tuple[int, int, int, str]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.sent or self.dead or self.later)


class Pickup(Struct):
    """The dispatcher wants the messages that are due at these doors, and, whatever their time,
    those for receivers who are ``back``. ``messages`` gets them with the batch.
    """

    at: int
    doors: tuple[str, ...]
    back: tuple[tuple[str, str], ...] = ()
    messages: list[Outgoing] = field(default_factory=list)


NOT_COMPOSED = "not composed"
"""The act under which the audit log notes that a message could not be composed: the door, the
game, the type of the exception.
"""


class AuditEntry(Struct, frozen=True, array_like=True):
    """An act that is noted for ever. ``facts`` is JSON, and never holds hidden things of a game."""

    at: int
    actor: str
    action: str
    game: str | None
    facts: str


class InboxRow(Struct, frozen=True, array_like=True):
    """A letter that has been answered. ``digest`` is the hash of who said what."""

    door: str
    id: str
    digest: bytes
    at: int
    game: str | None
    receipt: bytes


class Store:
    """The open database. Close it, or use it in a ``with`` statement."""

    def __init__(self, path: Path, *, reading: bool = False, damaged: bool = False):
        """Open or make the database at ``path``. Raises ``StoreError`` if it is not ours or
        not writable, ``InUse`` if another process has it; ``reading``, it can be looked at
        beside that process, which alone writes and checkpoints. A ``damaged`` one is read
        although it cannot be opened for writing.
        """
        self.path, self.reading, self.damaged = path, reading, damaged
        self.owner = secrets.token_hex(8)
        self.lock = None if reading else take_lock(path)
        if self.lock is None:
            self.db = connect_beside(path)
            return
        try:
            self.db = connect(path)
            self.next_message = self.one("select coalesce(max(id), 0) + 1 from outbox")[0]
            self.marks = blake2b(digest_size=16, key=self.secret())
            # Whatever waits is handed out again before anything new, so that every
            # receiver reads in the right order.
            self.db.execute("update outbox set due = 0, lease_until = 0 where status = 0")
        except sqlite3.DatabaseError as error:
            self.lock.close()
            kind = DamagedFile if is_damage(error) else StoreError
            raise kind(f"{path}: {error}; {advice(error)}") from error
        except BaseException:
            self.lock.close()
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

    def one(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        """The first row, or ``None``."""
        return self.db.execute(sql, parameters).fetchone()

    def secret(self) -> bytes:
        """What nobody outside of this database knows, whatever games it
        has: made when it is first opened.
        """
        self.db.execute(
            "insert or ignore into keepsake values('house', 'secret', ?)", (secrets.token_hex(32),)
        )
        return bytes.fromhex(
            self.one("select value from keepsake where door = 'house' and name = 'secret'")[0]
        )

    # ---- what was there before

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Digest and receipt of a letter that has been answered."""
        row: tuple[bytes, bytes] | None = self.one(
            "select digest, receipt from inbox where door = ? and id = ?", (door, id)
        )
        return row

    def game(self, id: str) -> GameRow | None:
        """A game by its id."""
        try:
            row = self.one("select * from game where id = ?", (id,))
        except sqlite3.DatabaseError:
            # The index may be damaged where the table is not.
            row = self.one("select * from game not indexed where id = ?", (id,))
        return GameRow(*row) if row else None

    def games(self) -> list[GameRow]:
        """All games, oldest first."""
        return [GameRow(*row) for row in self.db.execute("select * from game order by created, id")]

    def ids(self) -> list[str]:
        """All games, oldest first; of a damaged file, those that it can still name."""
        try:
            return [id for (id,) in self.db.execute("select id from game order by created, id")]
        except sqlite3.DatabaseError:
            found = dict[str, None]()
            for table, column in NAMED:
                # One after the other by an index, from both ends: what can be
                # read before the damage counts.
                for which, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
                    sql = f"select {which}({column}) from {table} where {column} {beyond} ?"
                    with suppress(sqlite3.DatabaseError):
                        while (end := self.one(sql, (end,))[0]) is not None:
                            found[end] = None
            return sorted(found)

    def addresses(self, game: str) -> list[Address]:
        """Where the viewers of a game are reached, always in the same order."""
        sql = (
            "select door, sender, game, viewer, key, quiet from address where game = ? order by"
            " viewer, door, sender"
        )
        rows = self.db.execute(sql, (game,))
        return [
            Address(door, sender, id, viewer, key, bool(quiet))
            for door, sender, id, viewer, key, quiet in rows
        ]

    def games_of(self, door: str, sender: str) -> list[str]:
        """The games in which this sender has a seat."""
        sql = (
            "select game from address where door = ? and sender = ? and viewer != '*' order by game"
        )
        return [game for (game,) in self.db.execute(sql, (door, sender))]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Entries and hashes of a game after that number, in order."""
        sql = "select entry, hash from journal where game = ? and n > ? order by n"
        return list(self.db.execute(sql, (game, after)))

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        """All that was told in a game, in order; by entries ``after`` a number."""
        sql = "select * from bulletin where game = ? and n > ? order by n"
        return [BulletinRow(*row) for row in self.db.execute(sql, (game, after))]

    def talk(self, game: str) -> Iterator[tuple[int, str, str, str]]:
        """What the players of a game said to each other: when, who, to whom, what."""
        sql = "select at, seat, receiver, text from talk where game = ? order by id"
        yield from self.db.execute(sql, (game,))

    def due(self, at: int) -> list[str]:
        """The games whose question is due by then, the longest overdue first."""
        sql = "select id from game where due is not null and due <= ? order by due, id"
        return [id for (id,) in self.db.execute(sql, (at,))]

    def reminders(self, at: int) -> list[str]:
        """The games in which somebody is to be reminded by then."""
        return [
            id
            for (id,) in self.db.execute(
                "select game from reminder where at <= ? order by at, game", (at,)
            )
        ]

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """When the next question of any game is due, or somebody is to be
        reminded; ``but`` these games.
        """
        due = self.db.execute("select due, id from game where due is not null order by due")
        remind = self.db.execute("select at, game from reminder order by at")
        first = (next((at for at, id in rows if id not in but), None) for rows in (due, remind))
        return min((at for at in first if at is not None), default=None)

    def running(self, since: int) -> list[str]:
        """The games with a question that is due after that second."""
        return [
            id
            for (id,) in self.db.execute("select id from game where due > ? order by id", (since,))
        ]

    def outbox_counts(self) -> tuple[int, int]:
        """How many messages wait, and how many could not be delivered."""
        sql = (
            "select count(*) filter (where status = 0), count(*) filter (where status = 2) from"
            " outbox"
        )
        waiting, dead = self.one(sql)
        return waiting, dead

    # ---- writing

    def write(
        self,
        at: int,
        inbox: Iterable[InboxRow],
        games: Iterable[Rows],
        settled: DeliveryReport,
        acts: Iterable[AuditEntry] = (),
        pickups: Iterable[Pickup] = (),
        keepsakes: Iterable[tuple[str, str, str | None]] = (),
    ) -> None:
        """Write a batch in one transaction: on the disk when this returns. Raises
        ``sqlite3.Error``, nothing done.
        """
        with Transaction(self.db) as db:
            db.executemany(
                "insert into inbox values(?, ?, ?, ?, ?, ?)", map(msgspec.structs.astuple, inbox)
            )
            for rows in games:
                self.write_game(db, rows, at)
            if settled:
                self.settle(db, settled)
            db.executemany(
                "insert into audit(at, actor, action, game, facts) values(?, ?, ?, ?, ?)",
                map(msgspec.structs.astuple, acts),
            )
            self.keep(db, keepsakes)
            for pickup in pickups:
                self.lease(db, pickup)

    def keep(
        self, db: sqlite3.Connection, keepsakes: Iterable[tuple[str, str, str | None]]
    ) -> None:
        """What doors keep: door, name, value; ``None`` forgets."""
        for door, name, value in keepsakes:
            if value is None:
                db.execute("delete from keepsake where door = ? and name = ?", (door, name))
            else:
                db.execute("insert or replace into keepsake values(?, ?, ?)", (door, name, value))

    def write_game(self, db: sqlite3.Connection, rows: Rows, at: int) -> None:
        """The part of a batch that belongs to one game."""
        if rows.made:
            db.executemany(
                "insert into game values(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                map(msgspec.structs.astuple, rows.made),
            )
        for address in rows.addresses:
            db.execute(
                "insert or replace into address values(?, ?, ?, ?, ?, ?)",
                msgspec.structs.astuple(address),
            )
        for address in rows.closed:
            sql = "delete from address where door = ? and sender = ? and game = ?"
            db.execute(sql, (address.door, address.sender, address.game))
        db.executemany("insert into journal values(?, ?, ?, ?)", rows.journal)
        bulletins = map(msgspec.structs.astuple, rows.bulletins)
        db.executemany("insert into bulletin values(?, ?, ?, ?, ?, ?)", bulletins)
        if rows.talk:
            db.executemany(
                "insert into talk(game, at, seat, receiver, text) values(?, ?, ?, ?, ?)", rows.talk
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
                rows.snapshot,
            )
            self.write_notices(db, rows, rows.snapshot[-1])

    def write_notices(self, db: sqlite3.Connection, rows: Rows, game: str) -> None:
        """When somebody is to be reminded, and which messages that wait are no longer true."""
        if rows.open_question is not None:
            sql = "update outbox set status = 3 where game = ? and status = 0 and question < ?"
            db.execute(sql, (game, rows.open_question))
        if rows.remind is not None:
            (at,) = rows.remind
            if at is None:
                db.execute("delete from reminder where game = ?", (game,))
            else:
                db.execute("insert or replace into reminder values(?, ?)", (game, at))

    # ---- the outbox

    def lease(self, db: sqlite3.Connection, pickup: Pickup) -> None:
        """Take messages that are due and that nobody has taken,
        oldest first, for ``LEASE`` seconds.
        """
        at = pickup.at
        sql = "update outbox set due = ? where status = 0 and door = ? and sender = ?"
        db.executemany(sql, [(at, *receiver) for receiver in pickup.back])
        marks = ", ".join("?" * len(pickup.doors))
        sql = (
            "update outbox set lease_until = ?, lease_owner = ? "
            f"where status = 0 and due <= ? and lease_until <= ? and door in ({marks}) "
            "returning id, game, door, sender, mark, payload, tries"
        )
        rows = db.execute(sql, (at + LEASE, self.owner, at, at, *pickup.doors)).fetchall()
        pickup.messages = [Outgoing(*row) for row in sorted(rows)]

    def settle(self, db: sqlite3.Connection, settled: DeliveryReport) -> None:
        """Note what has become of messages."""
        db.executemany("update outbox set status = 1 where id = ?", [(id,) for id in settled.sent])
        db.executemany(
            "update outbox set status = 2, error = ? where id = ?",
            [(why, id) for id, why in settled.dead],
        )
        db.executemany(
            "update outbox set due = ?, lease_until = 0, tries = ?, error = ? where id = ?",
            [(due, tries, why, id) for id, due, tries, why in settled.later],
        )

    def thin(self, door: str, after: int, before: int, most: int = 1_000) -> int:
        """Forget what stood in messages of this door that have gone out and were due before
        second ``before``; that they went out stays. Looks at ``most`` messages with numbers
        beyond ``after``; how far it has come.
        """
        sql = "select id, due, status from outbox where id > ? and door = ? order by id limit ?"
        for id, due, status in self.db.execute(sql, (after, door, most)).fetchall():
            if due >= before:
                break
            if status == SENT:
                self.db.execute("update outbox set payload = x'' where id = ?", (id,))
            after = id
        return after


class Transaction:
    """``begin immediate`` … ``commit``; rolled back on any exception."""

    def __init__(self, db: sqlite3.Connection):
        self.db = db

    def __enter__(self) -> sqlite3.Connection:
        self.db.execute("begin immediate")
        return self.db

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if kind is None:
            try:
                self.db.execute("commit")
                return
            except BaseException:
                self.rollback()
                raise
        self.rollback()

    def rollback(self) -> None:
        """A full disk may have rolled back already."""
        if self.db.in_transaction:
            self.db.execute("rollback")


def take_lock(path: Path) -> IO[str]:
    """Hold ``PATH.lock`` for as long as the process lives, whatever links lead to the file.
    Raises ``StoreError`` if another process does.
    """
    # SQLite keeps its companions beside the file that a link leads to, too.
    real = path.resolve()
    if real.is_file() and real.stat().st_nlink > 1:
        raise StoreError(
            f"{path}: is one file under {real.stat().st_nlink} names (hard links), which damages a "
            "database; remove the others, or copy it with `meanwhile backup` or `cp`"
        )
    lock_path = real.with_name(real.name + ".lock")
    try:
        lock = lock_path.open("a+")
    except OSError as error:
        raise StoreError(
            f"{path}: cannot be opened for writing ({error.strerror}); choose another file with"
            " --db"
        ) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise InUse(
            f"{path}: in use by process {holder}; stop that one first, or choose another file with"
            " --db"
        ) from error
    lock.seek(0)
    lock.truncate()
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def connect(path: Path) -> sqlite3.Connection:
    """The writing connection, with every migration applied. Raises ``StoreError``
    and ``sqlite3.DatabaseError``.
    """
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        kit = Database(db)
        application = db.execute("pragma application_id").fetchone()[0]
        if application != schema.APPLICATION:
            if application or kit.table_names():
                raise StoreError(
                    f"{path}: is not a database of Meanwhile; choose another file with --db"
                )
            db.execute(f"pragma application_id = {schema.APPLICATION}")
        for pragma in PRAGMAS:
            db.execute(f"pragma {pragma}").fetchall()
        if newer := schema.unknown(kit):
            raise StoreError(
                f"{path}: was written by a newer Meanwhile (it has {', '.join(newer)}); update the"
                " program"
            )
        schema.migrations.apply(kit)
    except BaseException:
        db.close()
        raise
    return db


def connect_beside(path: Path) -> sqlite3.Connection:
    """A connection that can only read. Raises ``StoreError``."""
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
        db.execute("pragma busy_timeout=10000")
        db.execute("pragma query_only=on")
        # All that is read is of one moment: that of the first look.
        db.execute("begin")
        db.execute("select count(*) from sqlite_schema").fetchone()
    except sqlite3.DatabaseError as error:
        helps = (
            "nothing of it can be read; go on with a backup" if is_damage(error) else advice(error)
        )
        raise StoreError(f"{path}: cannot be read: {error}; {helps}") from error
    return db
