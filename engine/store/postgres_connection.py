"""A connection to a PostgreSQL server that takes the statements of SQLite, one by one or many in
one round trip.
"""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from threading import RLock
from typing import Any, Literal, NamedTuple

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus

from engine.errors import Contended, Contradicts, StoreError
from engine.store import schema
from engine.store.connection import Deferring
from engine.store.dialect import postgres

PATIENCE = {
    "connect_timeout": 5,
    "keepalives": 1,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "meanwhile",
}
"""Connection defaults that detect a dead peer within seconds instead of hours. The URL overrides
them.

In seconds, except ``tcp_user_timeout`` in milliseconds.
"""

SETTINGS = {
    # Otherwise a client that hangs within a batch would lock its games forever.
    "idle_in_transaction_session_timeout": "60s",
    "lock_timeout": "10s",
    "client_encoding": "utf8",
}
SERVING = {"idle_in_transaction_session_timeout": "3s"}
"""Stricter settings for a server process: its batches are short, and others wait for them."""

BOUNDS = ("begin immediate", "commit", "rollback")
"""Statements that begin or end a transaction."""

DATABASE = f"{schema.APPLICATION}, hashtext(current_schema())"
"""SQL arguments of the advisory lock of the whole database. Batches share the lock. Work that
excludes other processes takes it exclusively.
"""
MOMENT = "begin isolation level repeatable read read only; select 1"
"""SQL that starts a read-only snapshot."""


INSERT = re.compile(r"(insert into .* values) ?(\([?, ]+\))")
"""A plain ``insert``, which takes many rows."""
UPDATE = re.compile(r"update (\w+) set (.*) where id = \?")
"""A plain ``update`` of one row, which becomes one of many rows."""
QUOTED = re.compile(r"['\\\0]")
"""Characters of a text that psycopg must quote."""

Quote = Callable[[Any], str]
"""Returns a value as SQL."""


class Statement(NamedTuple):
    """A statement of SQLite with its values; ``many``: with many rows of them."""

    sql: str
    values: Sequence[Any] = ()
    many: bool = False

    def texts(self, quote: Quote) -> Iterator[str]:
        """Yield the SQL with the values in it: one statement, or at worst one for each row."""
        if not self.many:
            yield filled(self.sql, self.values, quote)
        elif found := INSERT.fullmatch(self.sql):
            rows = [filled(found[2], values, quote) for values in self.values]
            yield f"{found[1]} {', '.join(rows)}"
        elif found := UPDATE.fullmatch(self.sql):
            columns = [part.removesuffix(" = ?") for part in found[2].split(", ")]
            row = f"({', '.join('?' * len(columns))}, ?)"
            rows = [filled(row, values, quote) for values in self.values]
            # A column of nulls alone would have the wrong type.
            full = [
                any(one is not None for one in column) for column in zip(*self.values, strict=True)
            ]
            pairs = zip(columns, full, strict=False)
            sets = ", ".join(
                f"{name} = {f'v.{name}' if there else 'null'}" for name, there in pairs
            )
            yield (
                f"update {found[1]} set {sets} from (values {', '.join(rows)})"
                f" v({', '.join(columns)}, id) where {found[1]}.id = v.id"
            )
        else:
            for values in self.values:
                yield filled(self.sql, values, quote)


def filled(sql: str, values: Sequence[Any], quote: Quote) -> str:
    """Return a statement with its values in it."""
    between = around(sql)
    assert len(between) == len(values) + 1, sql
    text = [between[0]]
    for value, after in zip(values, between[1:], strict=True):
        kind = type(value)
        if value is None:
            text.append("null")
        elif kind is int:
            text.append(f" {value}")
        elif kind is str and QUOTED.search(value) is None:
            text.append(f"'{value}'")
        elif kind is bytes:
            # The same whatever ``standard_conforming_strings`` is.
            text.append(f"E'\\\\x{value.hex()}'::bytea")
        else:
            text.append(quote(value))
        text.append(after)
    return "".join(text)


@cache
def around(sql: str) -> list[str]:
    """Return the parts of a statement of SQLite between its values, for PostgreSQL."""
    return [part.replace("%%", "%") for part in postgres(sql).split("%s")]


class Changed(NamedTuple):
    rowcount: int


class Later(list[Statement], Deferring):
    """Collects statements, to be run together."""

    in_transaction = True

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> None:
        self.append(Statement(sql, values))

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> None:
        self.append(Statement(sql, list(values), many=True))

    def close(self) -> None: ...


class PostgresConnection:
    """A connection that takes SQLite's statements and raises ``StoreError``.

    It reconnects if it broke, before the next statement or transaction. ``times`` counts the
    connections. ``unit`` is set while a batch is played and written: transactions begun within it
    are part of the batch's (``open``), or refused (``closed``) because they need to be alone.
    """

    def __init__(
        self,
        url: str,
        *,
        reading: bool = False,
        spare: "deque[psycopg.Connection[Any]] | None" = None,
    ):
        self.url, self.reading, self.ended, self.spare = url, reading, False, spare
        self.times, self.settings = 0, SETTINGS
        self.unit: Literal["", "open", "closed"] = ""
        self.turn = RLock()
        self.raw = self.connected()

    def connected(self) -> psycopg.Connection[Any]:
        while self.spare:
            raw = self.spare.pop()
            try:
                raw.execute(MOMENT)
                return raw
            except psycopg.Error:
                raw.close()  # the server has restarted since
        with failing():
            raw = connect(self.url)
        try:
            with failing():
                if self.reading:
                    raw.execute(MOMENT)
                else:
                    for name, value in self.settings.items():
                        raw.execute("select set_config(%s, %s, false)", (name, value))
        except BaseException:
            raw.close()
            raise
        self.times += 1
        return raw

    @property
    def in_transaction(self) -> bool:
        idle = (TransactionStatus.IDLE, TransactionStatus.UNKNOWN)
        return self.raw.info.transaction_status not in idle

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Any:
        """Run a statement and return a cursor. Outside a transaction, reconnect once."""
        if self.reading and sql == "begin immediate":
            raise StoreError("the database was opened to be read")
        if self.unit and sql in BOUNDS:
            if self.unit == "closed":
                raise Contended("what is written needs to be alone")
            return None
        if sql == "begin immediate":
            self.begin(alone=True)
            return None
        alone = not self.in_transaction and not self.ended and sql not in ("commit", "rollback")
        if alone and self.raw.closed:
            self.raw = self.connected()
        try:
            with failing(), self.turn:
                return self.raw.execute(postgres(sql).encode(), values)
        except StoreError:
            if not alone or not self.raw.closed:
                raise
        self.raw = self.connected()
        with failing():
            return self.raw.execute(postgres(sql).encode(), values)

    def begin(self, *more: Statement, alone: bool) -> list[list[Any]]:
        """Begin a transaction in one round trip, and return the rows of ``more`` statements."""
        how = "" if alone else "_shared"
        lock = f"select pg_advisory_xact_lock{how}({DATABASE})"
        statements = [Statement("begin"), Statement(lock), *more]
        if self.raw.closed and not self.ended:
            self.raw = self.connected()
        try:
            return self.together(statements)[2:]
        except StoreError:
            if self.in_transaction:
                with suppress(StoreError):
                    self.raw.rollback()
            if self.ended or not self.raw.closed:
                raise
        self.raw = self.connected()
        return self.together(statements)[2:]

    def together(self, statements: Iterable[Statement]) -> list[list[Any]]:
        """Run statements in one round trip and return the rows of each, until one fails."""
        return [list(rows) for rows, _ in self.results(statements)]

    def executemany(self, sql: str, values: Iterable[Sequence[Any]], /) -> "Changed":
        rows = list(values)
        found = self.results([Statement(sql, rows, many=True)]) if rows else []
        return Changed(sum(count for _, count in found))

    def results(self, statements: Iterable[Statement]) -> list[tuple[list[Any], int]]:
        """Run statements in one round trip and return the rows of each, and their number."""
        # They are one message of the simple protocol. If this process hangs while it sends a part
        # of a pipeline instead, the server's timeout does not run, and the games stay locked.
        with failing(), self.turn:
            mogrify = psycopg.ClientCursor(self.raw).mogrify
            said = [list(one.texts(lambda value: mogrify("%s", (value,)))) for one in statements]
            cursor = self.raw.execute("; ".join(chain(*said)).encode())
            found = list[tuple[list[Any], int]]()
            for texts in said:
                rows, count = list[Any](), 0
                for _ in texts:
                    rows += cursor.fetchall() if cursor.description else []
                    count += cursor.rowcount
                    cursor.nextset()
                found.append((rows, count))
        return found

    def close(self) -> None:
        """Close the connection, or keep one that only reads for reuse."""
        self.ended = True
        if self.spare is None or self.raw.closed:
            self.raw.close()
            return
        with failing():
            self.raw.rollback()
        self.spare.append(self.raw)


def connect(url: str) -> psycopg.Connection[Any]:
    given: dict[str, Any] = {**PATIENCE, **psycopg.conninfo.conninfo_to_dict(url)}
    return psycopg.connect(**given, autocommit=True)


@contextmanager
def failing() -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise failure(error)(said, advice(error)) from error


def failure(error: psycopg.Error) -> type[StoreError]:
    if isinstance(error, errors.DeadlockDetected | errors.SerializationFailure):
        return Contended
    contradicts = errors.IntegrityError, errors.DataError, errors.RaiseException
    return Contradicts if isinstance(error, contradicts) else StoreError


def advice(error: psycopg.Error) -> str:
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
