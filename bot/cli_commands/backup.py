"""`meanwhile backup`: copies the database into a file, while games go on."""

import time
from pathlib import Path

import click

from bot import config, files, stored, stores
from bot.progress import working
from engine.errors import StoreError, UserError


@click.command("backup")
@click.argument("file", type=config.FILE)
@config.database_option
def backup_command(file: Path, db: Path) -> None:
    """Copy the database to FILE, as it is now.

    You can run this while `meanwhile serve` runs. The copy is checked before it gets its name, so
    an existing FILE is complete. FILE is never overwritten.
    docs/operations.md explains how to restore one.

    \b
    Example:
      meanwhile backup "meanwhile-$(date +%F).db"
    """
    if not stores.is_there(db):
        raise UserError(f"{db}: there is no such database; name another with --db")
    with files.made(file) as part, working("copying"):
        games = copied(db, part)
    then = time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())
    size, many = file.stat().st_size, "game" if games == 1 else "games"
    click.echo(f"{file}: {games} {many}, {size:,} bytes, as of {then} UTC")


def copied(db: Path, part: Path) -> int:
    """Copy the database, sync the copy, and return the number of games. Raises ``UserError`` if it
    can't be read, ``OSError`` if the copy can't be written.
    """
    with stored.looked_at(db) as store:
        try:
            return store.back_up(part)
        except StoreError as error:
            raise UserError(f"{db}: {error}; {error.remedy}") from error
