"""Games as files: `export`, `import`, `verify`."""

import time
from pathlib import Path

import click

from bot.config import database_option
from bot.looking import note, stored
from bot.making import Problem
from engine import record
from engine.games import UnknownGame, find
from engine.history import pages
from engine.state import PUBLIC
from engine.store import GameRow, Store

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command("export")
@click.argument("game")
@click.option("--output", "-o", type=FILE, help="File to write; without it, standard output.")
@click.option("--as", "form", default="json", help="json, or a format of the game's own, such as pgn for dice chess.")
@database_option
def export_command(game: str, output: Path | None, form: str, db: Path) -> None:
    """Write a GAME as one file.

    As JSON to keep it, move it or report a fault: everything is in it. The JSON of a running game holds all its
    secrets: exporting one is an operator's act, and is noted in the audit log. A game's own formats, such as the PGN of
    dice chess, hold what everybody may know.
    """
    with stored(db, game) as (store, row):
        find(row.kind, row.edition)
        if form == "json":
            data = record.write(record.export(store, row))
            if row.result is None:
                note(store, row, "export of a running game")
        else:
            data = public_record(store, row, form)
    if output is None:
        click.echo(data.decode(), nl=False)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise Problem(f"{output}: {error.strerror}") from error
    click.echo(f"{output}: game {game}, {row.n} entries, {len(data):,} bytes")


def public_record(store: Store, row: GameRow, form: str) -> bytes:
    """A game in a format of its own, from what everybody was told and nobody took back. Raises ``Problem``."""
    game = find(row.kind, row.edition)
    told = [event for page in pages(game, store.bulletins(row.id), PUBLIC) if not page.undone for event in page.events]
    try:
        forms = game.records(told)
    except ValueError as error:
        raise Problem(f"game {row.id}: {error}") from error
    if form not in forms:
        raise Problem(f"--as {form!r}: {row.kind} can be written as {', '.join(['json', *forms])}")
    return forms[form].encode()


@click.command("import")
@click.argument("file", type=FILE)
@database_option
def import_command(file: Path, db: Path) -> None:
    """Bring an exported game into a database.

    FILE was made by `meanwhile export`; the game is verified first, and refused if it does not hold.
    """
    with Store(db) as store:
        found = load(file)
        try:
            record.bring_in(store, found, int(time.time()))
        except (record.Invalid, UnknownGame) as error:
            raise Problem(f"{file}: {error}") from error
    click.echo(f"game {found.setup.id} ({found.kind}, {len(found.journal)} entries) is in {db}")


@click.command("verify")
@click.argument("game")
@database_option
def verify_command(game: str, db: Path) -> None:
    """Recompute all dice of a finished GAME.

    GAME is an id or an exported file. Its journal is replayed by the rules as well, and compared with what was told.
    """
    if Path(game).is_file():
        found = load(Path(game))
    else:
        with stored(db, game) as (store, row):
            found = record.export(store, row)
    if found.result is None:
        raise Problem(f"game {found.setup.id} is still running; its dice can be verified when it is over")
    verdict = record.verify(found)
    for fault in verdict.faults:
        click.echo(f"  {fault}")
    if verdict.faults:
        raise Problem(f"game {found.setup.id} does not hold: {len(verdict.faults)} faults, listed above")
    scripted = sum(roll.loaded for bulletin in found.bulletins for roll in bulletin.rolls)
    click.echo(
        f"game {found.setup.id}: the secret fits its commitment; {verdict.entries} entries in an unbroken chain; "
        f"{verdict.dice} dice under {verdict.rolls} keys are right; the rules come to {found.result!r}"
    )
    if scripted:
        click.echo(f"not all dice were the referee's: {scripted} rolls were scripted or typed and prove nothing")


def load(file: Path) -> record.Record:
    """The record in a file. Raises ``Problem``."""
    try:
        return record.read(file.read_bytes())
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}") from error
    except record.Invalid as error:
        raise Problem(f"{file}: {error}") from error
