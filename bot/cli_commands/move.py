"""`meanwhile move`: copies the database to PostgreSQL, or back into a file."""

from collections.abc import Iterator
from pathlib import Path

import click

from bot import config, stores
from bot.cli_commands.doctor import game_faults
from bot.progress import watched
from engine.errors import UserError
from engine.store import moving
from engine.store.store import Store


@click.command("move")
@click.option(
    "--to",
    "target",
    metavar="URL|FILE",
    required=True,
    help="postgresql://USER@HOST/NAME of an empty database, or a new file.",
)
@config.database_option
def move_command(target: str, db: Path) -> None:
    """Copy the database to another backend, and verify the copy.

    Stop `meanwhile serve` first. Afterwards every game is replayed from the copy and compared
    with the original: state, hashes, dice, commitments. The original is not changed. If a move
    was interrupted, repeat the command to continue it.

    \b
    Example:
      meanwhile move --to postgresql://meanwhile@db.example/meanwhile
    """
    if not stores.is_there(db):
        raise UserError(f"{db}: there is no such database; name another with --db")
    to_server = target.startswith(stores.SCHEMES)
    with stores.opened(db) as source, filled(target, db) as copy:
        assert isinstance(source, Store)
        assert isinstance(copy, Store)
        moving.begin(source, copy)
        for table, rows in watched(moving.copied(source, copy), "tables"):
            click.echo(f"{table}: {rows:,} rows")
        faults = list(differences(source, copy))
    for fault in faults:
        click.echo(f"  {fault}")
    if faults:
        raise UserError(
            f"the copy is not the same: {len(faults)} faults, listed above; go on with {db}, and"
            " run `meanwhile doctor`"
        )
    place = 'url = "…" under [store]' if to_server else f'db = "{target}", and no url under [store]'
    click.echo(f"to go on with it, say so in the settings: {place}")


def filled(target: str, db: Path) -> Store:
    """Open the target of a move. Raises ``UserError`` or ``StoreError`` if it can't be filled."""
    if target.startswith(stores.SCHEMES):
        return stores.postgres(target, db, filling=True)
    return stores.opened(Path(target), filling=True)


def differences(source: Store, copy: Store) -> Iterator[str]:
    """Replay every game of the copy; yield its faults and the differences from the source."""
    ids = source.ids()
    if copy.ids() != ids:
        yield "the copy has other games than the source"
    for id in watched(ids, "games replayed"):
        if copy.game(id) != source.game(id) or copy.journal(id) != source.journal(id):
            yield f"game {id}: is not what it was"
        yield from game_faults(copy, id)
    click.echo(f"{len(ids):,} of {len(source.ids()):,} games replayed")
