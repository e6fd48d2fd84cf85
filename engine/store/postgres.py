"""The store in PostgreSQL: the same tables and statements as in SQLite, behind a connection that
speaks its dialect. The package ``psycopg`` is needed (``meanwhile[postgres]``).
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from engine.errors import Contradicts, InUse, StoreError
from engine.store import lease, moving, schema
from engine.store.connection import Transaction
from engine.store.contract import Hold
from engine.store.dialect import APPEND_ONLY, postgres
from engine.store.rows import Weight
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore

PATIENCE = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "meanwhile",
}
"""How a connection finds out that the other machine is gone: within seconds (the last one but the
name in milliseconds), where the system would wait for hours. What the address says goes first.
"""

SETTINGS = {
    # Who stands still in the middle of a batch would keep its games locked for ever.
    "idle_in_transaction_session_timeout": "10s",
    "lock_timeout": "10s",
    "client_encoding": "utf8",
}
"""What is set on a connection that writes, and checked by `meanwhile doctor`."""

OLDEST = 140_000
"""The oldest server that is known to do, as it counts its own versions."""

MOMENT = "begin isolation level repeatable read read only; select 1"
"""All that is read from then on is of one moment."""

MIGRATIONS = "create table migration (name text primary key) strict"
NOT_VALID = (
    "select indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid"
    " where not i.indisvalid and c.relnamespace = current_schema()::regnamespace"
)
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of the server without which a commit is no promise."""

DRIFT = 60
"""Seconds that two clocks may differ."""

TABLES = "select tablename from pg_tables where schemaname = current_schema() order by 1"


class PostgresConnection:
    """A connection that takes the statements of SQLite, and raises ``StoreError``. One that broke
    is made anew with the next statement or transaction.
    """

    def __init__(
        self,
        url: str,
        *,
        reading: bool = False,
        spare: "deque[psycopg.Connection[Any]] | None" = None,
    ):
        self.url, self.reading, self.ended, self.spare = url, reading, False, spare
        self.epoch, self.term, self.overtaken = 0, lease.ERRAND, False
        self.raw = self.connected()

    def connected(self) -> psycopg.Connection[Any]:
        """Return a new connection: the one that writes, or one that reads as of one moment.
        Raises ``StoreError``, and ``InUse`` if another process writes.
        """
        while self.spare:
            raw = self.spare.pop()
            try:
                raw.execute(MOMENT)
                return raw
            except psycopg.Error:
                raw.close()  # the server has begun anew since
        with failing():
            raw = connect(self.url)
        try:
            with failing():
                if self.reading:
                    raw.execute(MOMENT)
                else:
                    for name, value in SETTINGS.items():
                        raw.execute("select set_config(%s, %s, false)", (name, value))
                    self.take_lock(raw)
        except BaseException:
            raw.close()
            raise
        return raw

    def take_lock(self, raw: psycopg.Connection[Any]) -> None:
        """Be the one that writes, for as long as the connection lives. Whoever has it and has not
        said for too long that it is there loses it, to the next who asks. Raises ``InUse``.
        """
        sql = "select pg_try_advisory_lock(%s, hashtext(current_schema()))"
        free = raw.execute(sql, (schema.APPLICATION,)).fetchone() == (True,)
        known = raw.execute("select to_regclass('holder') is not null").fetchone() == (True,)
        if not free:
            if known:
                raw.execute(lease.OUST)
            raise InUse(
                f"{shown(self.url)}: in use by another process; stop that one first, or name"
                " another database"
            )
        if known:
            self.claim(raw)

    def claim(self, raw: psycopg.Connection[Any]) -> None:
        """Note that this process is the one that writes. Raises ``InUse`` if another one was
        meanwhile, so that what is in memory may be of before.
        """
        (epoch,) = raw.execute(lease.TAKE, (self.term,)).fetchone() or (0,)
        if self.overtaken or (self.epoch and epoch != self.epoch + 1):
            self.overtaken = True
            raise InUse(f"{shown(self.url)}: was in use by another process meanwhile; begin anew")
        self.epoch = epoch

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        idle = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
        return self.raw.info.transaction_status not in idle

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        """Run a statement. Return what reads its rows. One that stands alone, or begins a
        transaction, is run over a new connection where the old one is gone.
        """
        if self.reading and sql == "begin immediate":
            raise StoreError("the database was opened to be read")
        alone = not self.in_transaction and not self.ended and sql not in ("commit", "rollback")
        if alone and self.raw.closed:
            self.raw = self.connected()
        try:
            with failing():
                return self.raw.execute(postgres(sql).encode(), values)
        except StoreError:
            if not alone or not self.raw.closed:
                raise
        self.raw = self.connected()
        with failing():
            return self.raw.execute(postgres(sql).encode(), values)

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> Any:
        """Run a statement once for each row of values."""
        with failing():
            self.raw.cursor().executemany(postgres(sql).encode(), values)

    def close(self) -> None:
        """Release the database."""
        self.ended = True
        if self.spare is None or self.raw.closed:
            self.raw.close()
            return
        with failing():
            self.raw.rollback()
        self.spare.append(self.raw)


def connect(url: str) -> psycopg.Connection[Any]:
    """Return a connection whose statements are transactions of their own unless one is begun."""
    given: dict[str, Any] = {**PATIENCE, **psycopg.conninfo.conninfo_to_dict(url)}
    return psycopg.connect(**given, autocommit=True)


@contextmanager
def failing() -> Iterator[None]:
    """Raise what PostgreSQL raises as ``StoreError``."""
    try:
        yield
    except psycopg.Error as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise failure(error)(said, advice(error)) from error


def failure(error: psycopg.Error) -> type[StoreError]:
    """Return what callers of the store see of an error."""
    contradicts = errors.IntegrityError, errors.DataError, errors.RaiseException
    return Contradicts if isinstance(error, contradicts) else StoreError


def advice(error: psycopg.Error) -> str:
    """Return what would help against this error."""
    match error:
        case errors.DiskFull():
            return "make room on the disk of the database"
        case errors.InsufficientPrivilege():
            return "the role wants to own the schema"
        case errors.ReadOnlySqlTransaction():
            return "this server takes no writing: name the one that leads"
        case errors.LockNotAvailable():
            return "another program holds the tables: end that one, and try again"
    return "look at the server, its log and the address of the database ([store] url)"


def shown(url: str) -> str:
    """Return an address without its password."""
    given = psycopg.conninfo.conninfo_to_dict(url)
    place = f"{given.get('host', 'localhost')}/{given.get('dbname', '')}"
    return f"postgresql://{place}"


class PostgresStore(SqlStore):
    """The open database, a ``Store``. Close it, or use it in a ``with`` statement."""

    db: PostgresConnection

    def __init__(
        self,
        url: str,
        path: Path,
        *,
        reading: bool = False,
        filling: bool = False,
        spare: "deque[psycopg.Connection[Any]] | None" = None,
    ):
        """Open the database at ``url``, and make the tables of an empty one. What stands beside a
        database on this machine stands beside ``path``. Raises ``StoreError`` if it is not ours or
        cannot be reached, ``InUse`` if another process writes to it; ``reading``, it can be looked
        at beside that process, over one of the ``spare`` connections of who has opened it already;
        ``filling``: another database is moved into it.
        """
        self.url, self.path, self.reading, self.damaged = url, path, reading, False
        self.spare = deque[psycopg.Connection[Any]]()
        self.lease: lease.Lease | None = None
        super().__init__(PostgresConnection(url, reading=reading, spare=spare))
        if spare is not None:
            return
        try:
            self.recognise()
            if reading:
                return
            self.bring_up_to_date()
            self.settle(filling=filling)
        except BaseException:
            self.close()
            raise

    def migrated(self) -> list[str]:
        """Return the names of the migrations that the database has had."""
        there = "migration" in self.column(TABLES)
        return self.column("select name from migration") if there else []

    def recognise(self) -> None:
        """Look whether this program can use the database. Raises ``StoreError``."""
        had, where = self.migrated(), shown(self.url)
        if not had and (found := self.column(TABLES)):
            raise StoreError(
                f"{where}: is not a database of Meanwhile (it has {', '.join(found[:3])}); name an"
                " empty one"
            )
        if strange := [name for name in had if name not in schema.names()]:
            raise StoreError(
                f"{where}: was written by a newer Meanwhile (it has {', '.join(strange)}); update"
                " the program"
            )
        if self.reading and had != schema.names():
            raise StoreError(f"{where}: is not set up yet; begin with `meanwhile serve`")
        if self.db.raw.info.server_version < OLDEST:
            raise StoreError(f"{where}: {self.engine()} is too old; 14 or newer is needed")

    def bring_up_to_date(self) -> None:
        """Apply every migration, each in a transaction of its own. Raises ``StoreError``."""
        had = self.migrated()
        for name, migrate in schema.steps().items():
            if name in had:
                continue
            with Transaction(self.db) as db:
                if not had:
                    db.execute(MIGRATIONS)
                    self.db.raw.execute(APPEND_ONLY)
                    self.db.raw.execute(lease.TABLE)
                    self.db.claim(self.db.raw)
                migrate(db)
                db.execute("insert into migration values(?)", (name,))
            had.append(name)

    @contextmanager
    def unlocked(self) -> Iterator[None]:
        """Have what is append-only changed by the block, within its transaction."""
        for table in schema.APPEND_ONLY:
            self.db.execute(f"alter table {table} disable trigger user")
        yield
        for table in schema.APPEND_ONLY:
            self.db.execute(f"alter table {table} enable trigger user")

    def beside(self) -> "PostgresStore":
        """Open the same database, as it is now, to read from another thread than this one."""
        return PostgresStore(self.url, self.path, reading=True, spare=self.spare)

    def keep(self) -> None:
        """Say from now on that whoever writes is there."""
        self.db.term = lease.LEASE
        with failing():
            self.db.raw.execute(lease.RENEW, (self.db.term, self.db.epoch))
        self.lease = lease.Lease(partial(connect, self.url), lambda: self.db.epoch)

    def hold(self) -> Hold:
        """Return whether this process may still speak for the database."""
        if self.db.overtaken:
            return "lost"
        return self.lease.hold() if self.lease else "firm"

    def close(self) -> None:
        """Release the database."""
        if self.lease:
            self.lease.end()
        self.db.close()
        while self.spare:
            self.spare.pop().close()

    def filled(self) -> None:
        """Have the audit log numbered from its last row on."""
        self.db.execute(
            "select setval(pg_get_serial_sequence('audit', 'id'),"
            " (select coalesce(max(id), 0) + 1 from audit), false)"
        )

    def engine(self) -> str:
        """Return which database this is."""
        return f"PostgreSQL {self.db.raw.info.parameter_status('server_version')}"

    def faults(self) -> Iterator[str]:
        """Find what is wrong with the tables, and which settings of the server lose what was
        acknowledged. Raises ``StoreError``.
        """
        for name in self.column(NOT_VALID):
            yield f"index {name} is not valid; the server can make it anew (reindex)"
        for name in DURABLE:
            if self.one("select current_setting(?)", (name,)) == ("off",):
                yield f"{name} is off: after a crash of the server what was answered may be gone"
        if (encoding := self.one("select current_setting('server_encoding')")[0]) != "UTF8":
            yield f"the database is written as {encoding}, which lacks characters; it must be UTF8"
        (theirs,) = self.one("select extract(epoch from clock_timestamp())::bigint")
        if abs(theirs - time.time()) > DRIFT:
            yield f"the server's clock differs from this machine's by more than {DRIFT} seconds"

    def back_up(self, file: Path) -> int:
        """Copy all to a file of SQLite, as of one moment. Return how many games it has. Raises
        ``StoreError``.
        """
        with self.beside() as now, SqliteStore(file, filling=True) as copy:
            moving.begin(now, copy)
            games = dict(moving.copied(now, copy))["game"]
            copy.db.execute("pragma journal_mode=delete")
        file.with_name(f"{file.name}.lock").unlink(missing_ok=True)
        return games

    def size(self) -> int:
        """Return how many bytes the tables take."""
        return sum(one.bytes for one in self.weights())

    # ---- what grows old

    def wipe(self) -> None:
        """Have what was deleted stand in no table any more. Archives of the server's log have it
        for as long as its operators keep them.
        """
        self.db.execute("vacuum")

    def free(self) -> int:
        """Return 0: the server keeps account of its room by itself."""
        return 0

    def compact(self) -> int:
        """Write all tables anew; return by how many bytes they are smaller."""
        before = self.size()
        for table in self.column(TABLES):
            self.db.execute(f"vacuum full {table}")
        return before - self.size()

    def weights(self) -> list[Weight]:
        """Return how much each table holds with its indexes, the heaviest first."""
        found = [
            Weight(
                name,
                self.one(f"select count(*) from {name}")[0],
                self.one("select pg_total_relation_size(to_regclass(?))", (name,))[0],
                False,
            )
            for name in self.column(TABLES)
        ]
        return sorted(found, key=lambda one: -one.bytes)
