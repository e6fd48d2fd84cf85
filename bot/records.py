"""Games as files: `export`, `import`, `verify`; and `doctor`, which looks a database over."""

import shutil
import time
from pathlib import Path

import click
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from bot.config import database_option
from bot.looking import note, stored
from bot.making import Problem
from bot.serve import look_at_discord, look_at_mail
from engine import record
from engine.games import UnknownGame, find
from engine.history import pages
from engine.journal import Damaged
from engine.state import PUBLIC
from engine.store import GameRow, Store

SAFE_SQLITE = (3, 51, 3)
"""From here on two connections cannot damage a WAL database; we have one, so older versions are safe as well."""

FILE = click.Path(dir_okay=False, path_type=Path)

LITTLE_ROOM = 100 * 2**20
"""Bytes free on the disk below which the doctor complains."""


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


@click.command("doctor")
@click.option("--discord", is_flag=True, help="Look at Discord instead: token, intents, rights, clock, invite link.")
@click.option("--mail", is_flag=True, help="Look at the mail account instead: connections, addresses, whose verdicts.")
@database_option
def doctor_command(db: Path, discord: bool, mail: bool) -> None:
    """Look a database over.

    The file, every game's chain, dice and replay, the outbox, the disk. Repairs nothing.
    """
    if discord:
        look_at_discord(db)
    if mail:
        look_at_mail(db)
    if discord or mail:
        return
    if not db.exists():
        raise Problem(f"{db}: there is no such database; `meanwhile play --db {db}` makes one")
    with Store(db) as store:
        faults = [*file_faults(store), *(fault for row in store.games() for fault in game_faults(store, row))]
        report(store, db)
    for fault in faults:
        click.echo(f"  {fault}")
    if faults:
        raise Problem(f"{db}: {len(faults)} faults, listed above; keep the file as it is and restore a copy")
    click.echo("all is well")


def report(store: Store, db: Path) -> None:
    """What there is to say that is no fault."""
    games = store.games()
    running = sum(row.result is None for row in games)
    click.echo(f"{db}: {len(games)} games, {running} running; {db.stat().st_size:,} bytes")
    waiting, dead = store.outbox_counts()
    click.echo(f"outbox: {waiting} messages wait, {dead} could not be delivered")
    free = shutil.disk_usage(db.absolute().parent).free
    click.echo(f"disk: {free / 2**30:.1f} GiB free{'' if free > LITTLE_ROOM else ' - make room'}")
    version = sqlite3.sqlite_version
    old = tuple(map(int, version.split("."))) < SAFE_SQLITE
    remark = " (a known fault of versions before 3.51.3 needs two writing connections; we have one)" if old else ""
    click.echo(f"SQLite {version}{remark}")


def file_faults(store: Store) -> list[str]:
    """What SQLite finds wrong with the file."""
    found = [text for (text,) in store.db.execute("pragma quick_check") if text != "ok"]
    astray = store.db.execute("pragma foreign_key_check")
    return found + [f"table {row[0]}: a row refers to nothing in {row[2]}" for row in astray]


def game_faults(store: Store, row: GameRow) -> list[str]:
    """What does not hold of one game: chain, dice, replay, snapshot."""
    try:
        found = record.export(store, row)
        faults = [f"game {row.id}: {fault}" for fault in record.verify(found).faults]
        table, chain = record.rebuilt(found)
    except (Damaged, UnknownGame) as error:
        return [f"game {row.id}: {error}"]
    if table.save() != row.state or chain != row.hash:
        faults.append(f"game {row.id}: the snapshot is not what the journal makes")
    return faults


def load(file: Path) -> record.Record:
    """The record in a file. Raises ``Problem``."""
    try:
        return record.read(file.read_bytes())
    except OSError as error:
        raise Problem(f"{file}: {error.strerror}") from error
    except record.Invalid as error:
        raise Problem(f"{file}: {error}") from error
