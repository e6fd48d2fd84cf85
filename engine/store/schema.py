"""The tables of the database, as migrations. A migration that has shipped is never
changed; a change is a new one.
"""

from sqlite_utils import Database, Migrations

APPLICATION = 0x4D57484C
"""``application_id`` of our files: "MWHL"."""

SET = "meanwhile"

migrations = Migrations(SET)

FIRST = """
create table game (
    id text primary key, kind text not null, edition integer not null, created integer not null, setup blob not null,
    n integer not null, hash blob not null, state blob not null, due integer, result text
) strict;
create index game_due on game(due) where due is not null;

create table address (
    door text not null, sender text not null, game text not null references game, viewer text not null,
    key blob not null, primary key (door, sender, game)
) strict, without rowid;
create index address_game on address(game);

create table journal (
    game text not null references game, n integer not null, entry blob not null, hash blob not null,
    primary key (game, n)
) strict, without rowid;

create table bulletin (
    game text not null references game, n integer not null, at integer not null, told blob not null,
    rolls blob not null, undo_to integer, primary key (game, n)
) strict, without rowid;

create table talk (
    id integer primary key, game text not null references game, at integer not null, seat text not null,
    receiver text not null, text text not null
) strict;

create table inbox (
    door text not null, id text not null, digest blob not null, at integer not null, game text, receipt blob not null,
    primary key (door, id)
) strict, without rowid;

create table outbox (
    id integer primary key, game text not null, door text not null, sender text not null, mark text not null unique,
    payload blob not null, status integer not null default 0, due integer not null,
    lease_until integer not null default 0, lease_owner text, tries integer not null default 0, error text
) strict;
create index outbox_waiting on outbox(due, id) where status = 0;
create index outbox_receiver on outbox(door, sender, id) where status = 0;

create table audit (
    id integer primary key, at integer not null, actor text not null, action text not null, game text, facts text not
    null
) strict;
"""

APPEND_ONLY = ("journal", "bulletin", "audit", "talk")


@migrations()
def first(db: Database) -> None:
    """Games, journal, bulletins, inbox, outbox, talk, audit."""
    for statement in FIRST.split(";"):
        if statement.strip():
            db.execute(statement)
    for table in APPEND_ONLY:
        for act in ("update", "delete"):
            refusal = f"select raise(abort, '{table} is append-only')"
            db.execute(
                f"create trigger {table}_no_{act} before {act} on {table} begin {refusal}; end"
            )


@migrations()
def keepsakes(db: Database) -> None:
    """What doors remember for themselves."""
    columns = "door text not null, name text not null, value text not null"
    db.execute(f"create table keepsake ({columns}, primary key (door, name)) strict, without rowid")


@migrations()
def quiet_addresses(db: Database) -> None:
    """Where somebody may speak and wants to hear nothing."""
    db.execute("alter table address add column quiet integer not null default 0")


@migrations()
def reminders(db: Database) -> None:
    """When somebody is to be reminded; which messages say no more than that
    a question is open, and which.
    """
    db.execute(
        "create table reminder (game text primary key references game, at integer not null) strict"
    )
    db.execute("create index reminder_at on reminder(at)")
    db.execute("alter table outbox add column question integer")
    db.execute(
        "create index outbox_notice on outbox(game) where status = 0 and question is not null"
    )


def unknown(db: Database) -> list[str]:
    """The migrations that this database has had and this program does not know."""
    ours = {migration.name for migration in migrations.pending(Database(memory=True))}
    return [migration.name for migration in migrations.applied(db) if migration.name not in ours]
