"""`meanwhile backup`: the database as one file of one moment, while games go on."""

import time
from pathlib import Path

import click
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from bot.commands.inspect import looked_at
from bot.config import database_option
from bot.files import made
from engine.errors import UserError
from engine.store.ailments import DAMAGED, advice


@click.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@database_option
def backup_command(file: Path, db: Path) -> None:
    """Copy the database into FILE, as it is at this moment.

    Works beside `meanwhile serve`, and disturbs nobody. The copy is looked over before it
    gets its name: a FILE that is there is whole. It is never written over.
    docs/operations.md says how to go on with one.

    \b
    Example:
      meanwhile backup "meanwhile-$(date +%F).db"
    """
    if not db.exists():
        raise UserError(f"{db}: there is no such database; name another with --db")
    with made(file) as part:
        games = copied(db, part)
    then = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    click.echo(f"{file}: {games} games, {file.stat().st_size:,} bytes, as of {then} UTC")


def copied(db: Path, part: Path) -> int:
    """Copy it, on the disk when this returns; how many games there are.
    Raises ``UserError`` and ``OSError``.
    """
    target = sqlite3.connect(part)
    try:
        with looked_at(db) as store:
            # All in one step: it is one moment's, whatever is written in the meantime.
            store.db.backup(target)
        # Alone the file is whole: no second one beside it belongs to it.
        target.execute("pragma journal_mode=delete").fetchall()
        wrong = [text for (text,) in target.execute("pragma quick_check") if text != "ok"]
        if wrong:
            raise UserError(f"{db}: {wrong[0]}; {DAMAGED}")
        games: int = target.execute("select count(*) from game").fetchone()[0]
    except sqlite3.Error as error:
        raise UserError(f"{db}: {error}; {advice(error)}") from error
    finally:
        target.close()
    return games
