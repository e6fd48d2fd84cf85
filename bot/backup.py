"""`meanwhile backup`: the database as one file of one moment, while games go on."""

import os
import time
from pathlib import Path

import click
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from bot.config import database_option
from bot.looking import looked_at
from bot.making import Problem

MINE_ALONE = 0o600
"""Who may read a backup: it holds the secrets of running games."""


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup_command(file: Path, db: Path) -> None:
    """Copy the database into FILE, as it is at this moment.

    Works beside `meanwhile serve`, and disturbs nobody. The copy is looked over before it gets its name: a FILE that
    is there is whole. It is never written over. docs/operations.md says how to go on with one.

    \b
    Example:
      meanwhile backup "meanwhile-$(date +%F).db"
    """
    if not db.exists():
        raise Problem(f"{db}: there is no such database; name another with --db")
    if file.exists():
        raise Problem(f"{file}: is there already, and may be the backup that you need; choose another name")
    part = file.with_name(file.name + ".part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, MINE_ALONE))
        games = copied(db, part)
        # A link fails where a rename would write over what somebody else has made in the meantime.
        os.link(part, file)
        sync_folder(file.absolute().parent)
    except OSError as error:
        raise Problem(f"{file}: {error.strerror or error}") from error
    finally:
        part.unlink(missing_ok=True)
    then = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    click.echo(f"{file}: {games} games, {file.stat().st_size:,} bytes, as of {then} UTC")


def copied(db: Path, part: Path) -> int:
    """Copy it, on the disk when this returns; how many games there are. Raises ``Problem`` and ``OSError``."""
    target = sqlite3.connect(part)
    try:
        with looked_at(db) as store:
            # All in one step: it is one moment's, whatever is written in the meantime.
            store.db.backup(target)
        # Alone the file is whole: no second one beside it belongs to it.
        target.execute("pragma journal_mode=delete").fetchall()
        wrong = [text for (text,) in target.execute("pragma quick_check") if text != "ok"]
        if wrong:
            raise Problem(f"{db}: the copy is damaged, and most likely so is what was copied: {wrong[0]}")
        games: int = target.execute("select count(*) from game").fetchone()[0]
    except sqlite3.Error as error:
        raise Problem(f"{part}: {error}; make room, or choose another place") from error
    finally:
        target.close()
    with part.open("rb") as file:
        os.fsync(file.fileno())
    return games


def sync_folder(folder: Path) -> None:
    """The name of a file is on the disk as well."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
