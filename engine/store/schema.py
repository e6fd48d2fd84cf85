"""The tables of the database, as migrations. Never change a released migration. Add a new one."""

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from sqlite_utils import Database, Migrations

APPLICATION = 0x4D57484C
"""``application_id`` of our files: "MWHL"."""

SET = "meanwhile"

migrations = Migrations(SET)

TABLES = """
create table game (
    id text primary key, kind text not null, edition integer not null, created integer not null, setup blob not null,
    n integer not null, hash blob not null, state blob not null, due integer, result text, told integer not null
) strict;
create index game_due on game(due, id) where due is not null;
create index game_newest on game(-created, id);
create index game_running on game(-created, id, kind, edition, created, result) where result is null;
create index game_ended on game(kind, id) where result is not null;

create table address (
    door text not null, sender text not null, game text not null references game, viewer text not null,
    key blob not null, quiet integer not null, since integer not null, until integer,
    primary key (door, sender, game, since)
) strict, without rowid;
create index address_game on address(game);

create table journal (
    game text not null references game, n integer not null, entry blob not null, hash blob not null,
    primary key (game, n)
) strict, without rowid;

create table news (
    game text not null references game, seq integer not null, n integer not null, at integer not null,
    kind text not null, question integer not null, body blob not null, rolls blob not null, undo_to integer,
    about blob not null, commitments blob not null, primary key (game, seq)
) strict, without rowid;

create table inbox (
    door text not null, id text not null, digest blob not null, at integer not null, game text, receipt blob not null,
    sender text not null,
    primary key (door, id)
) strict, without rowid;

create table cursor (
    door text not null, game text not null, upto integer not null, behind blob not null,
    primary key (door, game)
) strict, without rowid;

create table untold (door text not null, game text not null, primary key (door, game)) strict, without rowid;

create table lost (
    door text not null, why text not null, count integer not null, primary key (door, why)
) strict, without rowid;

create table finished (
    id integer primary key, game text not null, door text not null, sender text not null, mark text not null,
    payload blob not null, talk integer not null, at integer not null, tries integer not null default 0, error text
) strict;

create table audit (
    id integer primary key, at integer not null, actor text not null, action text not null, game text, facts text not
    null
) strict;

create table keepsake (
    door text not null, name text not null, value text not null, at integer, primary key (door, name)
) strict, without rowid;

create table reminder (game text primary key references game, at integer not null) strict;
create index reminder_at on reminder(at, game);
"""

RATED = """
create table rated (
    kind text not null, door text not null, sender text not null, games integer not null, game text not null,
    at integer not null, mu real not null, sigma real not null, won integer not null, drawn integer not null,
    primary key (kind, door, sender, games)
) strict, without rowid;
create index rated_game on rated(game);
create table conduct (
    door text not null, sender text not null, day integer not null, kept integer not null, missed integer not null,
    gone integer not null, primary key (door, sender, day)
) strict, without rowid
"""

APPEND_ONLY = ("journal", "news", "audit")


class Executes(Protocol):
    def execute(self, sql: str, /) -> Any:
        pass


@migrations()
def ledger(db: Executes) -> None:
    make(db, TABLES)
    for statement in guards().values():
        db.execute(statement)


@migrations()
def ratings(db: Executes) -> None:
    make(db, RATED)


def make(db: Executes, tables: str) -> None:
    for statement in filter(None, map(str.strip, tables.split(";"))):
        db.execute(statement)


def guards() -> dict[str, str]:
    """Return the SQL of triggers that keep tables append-only, by name."""
    return {
        f"{table}_no_{act}": f"create trigger {table}_no_{act} before {act} on {table} begin"
        f" select raise(abort, '{table} is append-only'); end"
        for table in APPEND_ONLY
        for act in ("update", "delete")
    }


def steps() -> dict[str, Callable[[Any], None]]:
    """Return all known migrations by name, in order."""
    return {one.name: one.fn for one in migrations.pending(Database(memory=True))}


@cache
def names() -> list[str]:
    return list(steps())
