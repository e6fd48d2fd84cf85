"""`meanwhile tidy`: removes data that is no longer needed, according to [keep] in the settings."""

import time
from collections.abc import Callable, Generator, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import click
import msgspec

from bot import config, stored, stores
from bot.local import remote
from bot.progress import working
from bot.service.tidy import Step, Tidied, files, given_back, said, steps, taken
from engine.errors import InUse
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGames
from engine.store.rows import Freed


@click.command("tidy")
@click.option("--dry-run", is_flag=True, help="List what would be removed, and remove nothing.")
@config.database_option
def tidy_command(*, dry_run: bool, db: Path) -> None:
    """Remove data that is no longer needed.

    Removes receipts, words of mails, notes, logs and pictures that are older than the settings
    under [keep]. Games, their history and chat stay. Works beside `meanwhile serve`, which does
    the same every night.

    \b
    Examples:
      meanwhile tidy --dry-run
      meanwhile tidy
    """
    now = int(time.time())
    going = steps(config.current().keep, now)
    stored.check_there(db)
    try:
        with stored.looked_at(db) if dry_run else stores.opened(db) as store:
            take = partial(taken, Batch(store, {}, OpenGames()), only_looks=dry_run)
            removed = done(going, take)
    except InUse:
        # Another process serves the database. Let it take the steps, or deleted data could not be
        # wiped out.
        def taken_there(step: Step) -> Freed:
            (line,) = remote.there(db, tidied, step=msgspec.to_builtins(step))
            return msgspec.json.decode(line, type=Freed)

        removed = done(going, taken_there)
    removed += files(config.current(), db, now, only_looks=dry_run)
    for line in said(removed, only_looks=dry_run):
        click.echo(line)
    if not dry_run:
        with stored.looked_at(db) as store:
            for line in given_back(store):
                click.echo(line)


def done(
    going: Generator[Step, Freed, list[Tidied]], take: Callable[[Step], Freed]
) -> list[Tidied]:
    try:
        with working("steps") as count:
            step = next(going)
            while True:
                step = going.send(take(step))
                count()
    except StopIteration as end:
        removed: list[Tidied] = end.value
        return removed


def tidied(batch: Batch, step: dict[str, Any]) -> Iterator[str]:
    """Take one step of tidying, and yield its result as JSON."""
    freed = taken(batch, msgspec.convert(step, Step))
    yield msgspec.json.encode(freed).decode()
