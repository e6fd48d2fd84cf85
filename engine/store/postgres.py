"""The PostgreSQL store: the statements of SQLite, translated by the connection. Requires the
package ``psycopg`` (``meanwhile[postgres]``).
"""

import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import psycopg

from engine.errors import Contended, Contradicts, InUse, StoreError
from engine.plaintext import clean
from engine.store import connection, lease, marks, moving, schema, sqlite, store
from engine.store.dialect import APPEND_ONLY
from engine.store.postgres_connection import (
    DATABASE,
    SERVING,
    SETTINGS,
    Later,
    PostgresConnection,
    Statement,
    connect,
)
from engine.store.rows import DeliveryReport, LeaseState, Parts, Rows, Weight

LOCK = "select id, xmin::text::bigint from game where id = any(?) order by id for no key update{}"
"""SQL that locks the games of a batch until it is written.

Every change to a game updates its row, and with it the row's transaction id (``xmin``).
"""
MINE = "select pg_current_xact_id()::text::bigint & 4294967295"
"""SQL of the ``xmin`` of the rows that this transaction writes."""

RECEIPTS = (
    "select door, id, digest, receipt from inbox"
    " where (door, id) in (select * from unnest(?::text[], ?::text[]))"
)
FORGOTTEN = "select value from keepsake where door = ? and name = ?"
STILL_MINE = (
    f"select 1 / (select (count(*) = cardinality(?::text[]))::int from ({lease.MINE}) there"
    " where name = any(?))"
).replace("%s", "?")
"""SQL that fails if another process has taken over one of these parts, and keeps them for this
transaction.
"""
AHEAD = 8
"""The number of deadlines read with each commit."""

SERVER = "house"
"""The owner of the notes that can concern any game."""

OTHERS = """select rolname from pg_roles where rolcanlogin and not rolsuper
    and rolname <> current_user and has_database_privilege(rolname, current_database(), 'connect')
    order by rolname limit 3"""
"""SQL of people who need no more than a connection to take the lock of the whole database."""

OLDEST = 140_000
"""The oldest supported server, as ``server_version_num``."""
MIGRATIONS = "create table migration (name text primary key) strict"
NOT_VALID = (
    "select indexrelid::regclass::text from pg_index i join pg_class c on c.oid = i.indrelid"
    " where not i.indisvalid and c.relnamespace = current_schema()::regnamespace"
)
DURABLE = ("fsync", "full_page_writes", "synchronous_commit")
"""Settings of the server. If one is off, a commit can be lost."""

PLAIN, *_, FULL = "disable allow prefer require verify-ca verify-full".split()
"""``sslmode`` without encryption, and with verification of the server."""

DRIFT = 60
"""The maximum difference between the two clocks, in seconds."""

TABLES = "select tablename from pg_tables where schemaname = current_schema() order by 1"


def on_the_way(address: str, mode: str) -> str:
    """Return a warning about attacks on the network that this ``sslmode`` permits, or ""."""
    if not address or ip_address(address.partition("%")[0]).is_loopback or mode == FULL:
        return ""
    can = "read and change" if mode == PLAIN else "by posing as the server read and change"
    return f"; who is on the way to it can {can} everything: sslmode=verify-full in [store] url"


def without_password(url: str) -> str:
    given = psycopg.conninfo.conninfo_to_dict(url)
    place = f"{given.get('host', 'localhost')}/{given.get('dbname', '')}"
    return f"postgresql://{place}"


class PostgresStore(store.Store):
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
        """Open the database at ``url`` and create the tables of an empty one.

        Files of a local database are put beside ``path``. ``reading`` opens it read-only, reusing a
        connection from ``spare``. ``filling`` is for copying another database into it. Raises
        ``StoreError`` if the database is not ours or cannot be reached.
        """
        self.url, self.path, self.reading, self.damaged = url, path, reading, False
        self.leases: lease.Leases | None = None
        self.who, self.alone = lease.new_name(), False
        self.held, self.afterwards, self.mine = dict[str, int](), list[str](), 0
        self.later, self.receipts = Later(), dict[tuple[str, str], Any]()
        self.ahead: tuple[list[Any], list[Any]] | None = None
        self.foreseen = dict[store.Question, list[Any]]()
        self.spare = deque[psycopg.Connection[Any]]()
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
        there = "migration" in self.column(TABLES)
        return self.column("select name from migration") if there else []

    def recognise(self) -> None:
        had, where = self.migrated(), without_password(self.url)
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
            raise StoreError(
                f"{where}: PostgreSQL {self.version()} is too old; 14 or newer is needed"
            )

    def bring_up_to_date(self) -> None:
        if self.migrated() == schema.names():
            return
        self.seize()
        had = self.migrated()
        for name, migrate in schema.steps().items():
            if name in had:
                continue
            with connection.Transaction(self.db) as db:
                if not had:
                    db.execute(MIGRATIONS)
                    self.db.raw.execute(APPEND_ONLY)
                    self.db.raw.execute(lease.TABLE)
                migrate(db)
                db.execute("insert into migration values(?)", (name,))
            had.append(name)
        self.db.execute(f"select pg_advisory_unlock({DATABASE})")

    @contextmanager
    def unlocked(self) -> Iterator[None]:
        for table in schema.APPEND_ONLY:
            self.db.execute(f"alter table {table} disable trigger user")
        yield
        for table in schema.APPEND_ONLY:
            self.db.execute(f"alter table {table} enable trigger user")

    def read_only(self) -> "PostgresStore":
        return PostgresStore(self.url, self.path, reading=True, spare=self.spare)

    # ---- several processes

    shared = True

    @contextmanager
    def unit(
        self,
        games: Collection[str] = (),
        *,
        messages: Collection[tuple[str, str]] = (),
        unread: Collection[str] = (),
        alone: bool = False,
    ) -> Iterator[None]:
        db, self.alone = self.db, alone
        self.held.clear()
        try:
            self.begin(games, messages, store.opening(unread))
            db.unit = "open" if alone else "closed"
            yield
            db.unit = ""
            after = [Statement(sql, (AHEAD,)) for sql in store.NEXT]
            try:
                *_, due, remind = db.together([*self.later, Statement("commit"), *after])
            except (UnicodeError, OverflowError) as error:
                raise Contradicts(str(error)) from error
            self.ahead = due, remind
        except BaseException:
            db.unit = ""
            self.afterwards.clear()
            if db.in_transaction:
                with suppress(StoreError):
                    db.execute("rollback")
            raise
        finally:
            self.later.clear()
            self.receipts.clear()
            self.foreseen.clear()
        while self.afterwards:
            db.execute(self.afterwards.pop())

    def begin(
        self,
        games: Collection[str],
        messages: Collection[tuple[str, str]],
        questions: Sequence[store.Question],
    ) -> None:
        """Lock the unit's games, and read the receipts of its messages and these answers."""
        # Ids that no database accepts are looked up one by one, so that each fails alone.
        asked = [one for one in messages if one[1].isprintable()]
        first = [Statement(FORGOTTEN, (SERVER, marks.FORGOTTEN))]
        if asked:
            first.append(Statement(RECEIPTS, [list(part) for part in zip(*asked, strict=True)]))
        if games:
            first += [Statement(MINE), Statement(LOCK.format(""), (list(games),))]
        first += [Statement(*one) for one in questions]
        noted, *rest = self.db.begin(*first, alone=self.alone)
        self.forgotten_before = int(noted[0][0]) if noted else 0
        self.ahead = None
        if asked:
            found = rest.pop(0)
            self.receipts = dict.fromkeys(asked) | {(d, id): tuple(row) for d, id, *row in found}
        if games:
            self.hold(rest.pop(0), rest.pop(0))
        self.foreseen = dict(zip(questions, rest, strict=True))

    def hold(self, mine: list[Any], locked: list[Any]) -> None:
        self.mine = self.db.times << 32 | mine[0][0]
        for id, written in locked:
            self.held[id] = self.db.times << 32 | written

    def stamp(self, game: str) -> int:
        """Return a number that changes when another process changes the game or the connection is
        replaced.

        Within a unit it also locks the game. Raises ``Contended`` if another process holds it.
        """
        if game not in self.held:
            lock = Statement(LOCK.format(" skip locked"), ([game],))
            self.hold(*self.db.together([Statement(MINE), lock]))
        if game not in self.held and self.one("select 1 from game where id = ?", (game,)):
            raise Contended(f"game {game} is another process's")
        return self.held.get(game, 0)

    @contextmanager
    def writing(
        self, games: Mapping[str, Rows], notes: Sequence[store.Note], delivered: DeliveryReport
    ) -> Iterator[connection.SqlConnection]:
        if not self.db.unit:
            with self.unit(alone=True), self.writing(games, notes, delivered) as db:
                yield db
            return
        parts = sorted(self.leases.renewed) if delivered and self.leases else []
        if not self.alone:
            if any(rows.made or id not in self.held for id, rows in games.items()) or any(
                door == SERVER for door, _, _ in notes
            ):
                raise Contended("what is written needs to be alone")
            if parts:
                self.later.execute(STILL_MINE, (parts, self.who, parts))
            yield self.later
            self.held |= dict.fromkeys(games, self.mine)
            return
        if parts and not {*parts} <= {*self.column(lease.MINE.replace("%s", "?"), (self.who,))}:
            raise StoreError("another process has taken over")
        with connection.Transaction(self.db) as db:
            yield db
        (mine,) = self.one(MINE)
        self.held |= dict.fromkeys(games, self.db.times << 32 | mine)

    def foresee(self, questions: Iterable[store.Question]) -> None:
        asked = [*questions]
        rows = self.db.together([Statement(*one) for one in asked]) if asked else ()
        self.foreseen = dict(zip(asked, rows, strict=True))

    def rows(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        found = self.foreseen.pop((sql, parameters), None)
        return super().rows(sql, parameters) if found is None else found

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        key = door, id
        return self.receipts[key] if key in self.receipts else super().answered(door, id)

    def forgotten(self) -> int:
        if not self.db.unit:
            self.forgotten_before = int(self.note(SERVER, marks.FORGOTTEN) or 0)
        return self.forgotten_before

    def next_due(self, but: Collection[str] = ()) -> int | None:
        if (ahead := self.ahead) is None or len(but) >= AHEAD:
            return super().next_due(but)
        self.ahead = None
        return store.first_due(ahead, but)

    def take_number(self) -> int:
        number: int = self.one("select nextval(pg_get_serial_sequence('finished', 'id'))")[0]
        return number

    def seize(self) -> None:
        if self.migrated() and (there := self.holders()):
            who = next(iter(there.values()))
            raise InUse(f"{without_password(self.url)}: is served by {who}; stop that one first")
        self.db.execute(f"select pg_advisory_lock({DATABASE})")

    def apply(self, parts: Parts) -> None:
        self.db.settings = SETTINGS | SERVING
        self.db.raw.close()
        self.leases = lease.Leases(partial(connect, self.url), self.who, parts)

    def lease_state(self, door: str) -> LeaseState:
        return self.leases.lease_state(door) if self.leases else "unsure"

    def holders(self) -> dict[str, str]:
        return dict(self.rows(lease.THERE))

    def close(self) -> None:
        if self.leases:
            self.leases.end()
        self.ahead = None
        self.db.close()
        while self.spare:
            self.spare.pop().close()

    def filled(self) -> None:
        """Continue the numbering of rows after the last one."""
        for table in ("audit", "finished"):
            self.db.execute(
                f"select setval(pg_get_serial_sequence('{table}', 'id'),"
                f" (select coalesce(max(id), 0) + 1 from {table}), false)"
            )

    def version(self) -> str:
        return self.db.raw.info.parameter_status("server_version") or ""

    def engine(self) -> str:
        info, raw = self.db.raw.info, self.db.raw.pgconn
        mode = info.get_parameters().get("sslmode", "") if raw.ssl_in_use else PLAIN
        return f"PostgreSQL {self.version()}{on_the_way(info.hostaddr, mode)}"

    def faults(self) -> Iterator[str]:
        for name in self.column(NOT_VALID):
            yield f"index {name} is not valid; the server can make it anew (reindex)"
        for name in DURABLE:
            if self.one("select current_setting(?)", (name,)) == ("off",):
                yield f"{name} is off: after a crash of the server what was answered may be gone"
        if (encoding := self.one("select current_setting('server_encoding')")[0]) != "UTF8":
            yield f"the database is written as {encoding}, which lacks characters; it must be UTF8"
        (theirs,) = self.one("select extract(epoch from clock_timestamp())::bigint")
        if others := self.column(OTHERS):
            yield (
                f"{clean(', '.join(others))} of the server may connect to this database, and so"
                " keep it locked: revoke connect on the database from public"
            )
        if abs(theirs - time.time()) > DRIFT:
            yield f"the server's clock differs from this machine's by more than {DRIFT} seconds"

    def back_up(self, file: Path) -> int:
        with self.read_only() as now, sqlite.SqliteStore(file, filling=True) as copy:
            moving.begin(now, copy)
            games = dict(moving.copied(now, copy))["game"]
            copy.db.execute("pragma journal_mode=delete")
        file.with_name(f"{file.name}.lock").unlink(missing_ok=True)
        return games

    def size(self) -> int:
        return sum(one.bytes for one in self.weights())

    # ---- aging

    def wipe(self) -> None:
        """Remove deleted data from the tables. The server's log archives may keep it longer."""
        if self.db.unit:
            self.afterwards.append("vacuum")
        else:
            self.db.execute("vacuum")

    def free(self) -> int:
        return 0

    def compact(self) -> int:
        before = self.size()
        for table in self.column(TABLES):
            self.db.execute(f"vacuum full {table}")
        return before - self.size()

    def weights(self) -> list[Weight]:
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
