"""Recognising a database file, and upgrading an older one after a backup."""

import logging
import shutil
from pathlib import Path

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.errors import DamagedFile, StoreError
from engine.store import ailments, schema

log = logging.getLogger(__name__)

ROOM = 2
"""Free disk space required for an upgrade, as a multiple of the database: the copy and rewritten
tables.
"""


def recognise(db: Database, path: Path) -> None:
    application = db.execute("pragma application_id").fetchone()[0]
    if application != schema.APPLICATION and (application or db.table_names()):
        raise StoreError(f"{path}: is not a database of Meanwhile; choose another file with --db")
    had = [migration.name for migration in schema.migrations.applied(db)]
    if not (strange := [name for name in had if name not in schema.names()]):
        return
    if schema.names()[0] in had:
        copies = sorted(copy.name for copy in path.resolve().parent.glob(f"{path.name}.before-*"))
        raise StoreError(
            f"{path}: was written by a newer Meanwhile (it has {', '.join(strange)}); update the"
            " program, or go on with a copy of before"
            + (f" (beside it: {', '.join(copies)})" if copies else ": a backup")
        )
    raise StoreError(
        f"{path}: was written by an early Meanwhile whose databases are no longer read (it has"
        f" {', '.join(strange)}); that version can go on with it, or export its games"
    )


def is_current(db: Database) -> bool:
    return not schema.migrations.pending(db)


def bring_up_to_date(db: Database, path: Path) -> None:
    """Apply all migrations, after a copy of an older database. Raises ``StoreError``."""
    if is_current(db):
        return
    if schema.migrations.applied(db):
        keep_copy(db, path.resolve())
    schema.migrations.apply(db)


def keep_copy(db: Database, path: Path) -> None:
    """Copy a database before an upgrade. Raises ``StoreError``, leaving no copy."""
    names = [migration.name for migration in schema.migrations.pending(db)]
    copy = path.with_name(f"{path.name}.before-{names[0]}")
    size, pages = (
        db.execute(f"pragma {name}").fetchone()[0] for name in ("page_size", "page_count")
    )
    needed, free = ROOM * size * pages, shutil.disk_usage(path.parent).free
    if free < needed:
        raise StoreError(
            f"{path}: is of an older version and must be brought up to date ({', '.join(names)});"
            f" a copy is made before, which needs {needed:,} bytes, and {free:,} are free; make"
            " room on the disk"
        )
    part = copy.with_name(f"{copy.name}.part")
    try:
        copy_whole(db.conn, part)
        part.replace(copy)
    except OSError as error:
        raise StoreError(f"{copy}: cannot be written ({error.strerror})") from error
    finally:
        part.unlink(missing_ok=True)
    log.warning(
        "%s: is brought up to date (%s); as it was before, it is kept in %s",
        path,
        ", ".join(names),
        copy,
    )


def copy_whole(db: sqlite3.Connection, file: Path) -> int:
    """Copy the database, as of one moment, to a file, and check the copy. Return the number of
    games.

    The copy is on disk when this returns. Raises ``StoreError`` or ``sqlite3.Error`` if it fails.
    """
    copy = sqlite3.connect(file)
    try:
        # Copying in a single step copies one moment, even if others write meanwhile.
        db.backup(copy)
        # Without a write-ahead log, the file is complete by itself.
        copy.execute("pragma journal_mode=delete").fetchall()
        wrong = [text for (text,) in copy.execute("pragma quick_check") if text != "ok"]
        if wrong:
            raise DamagedFile(wrong[0], ailments.DAMAGED)
        games: int = copy.execute("select count(*) from game").fetchone()[0]
    finally:
        copy.close()
    return games
