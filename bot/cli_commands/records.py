"""Games as files: `export`, `import`, `verify`."""

import time
from pathlib import Path
from urllib.parse import quote

import click

from bot import stores
from bot.cli_commands.gm import note
from bot.config import database_option, force_option
from bot.files import write
from bot.progress import watched, working
from bot.stored import UNREADABLE, looked_at, row_of, stored
from engine import PUBLIC, errors
from engine.errors import StoreError, UnknownGame, UserError
from engine.games import find
from engine.referee.open_game import table_of
from engine.rulings import calendar
from engine.store import history, record, rows, updates
from engine.store.store import Store

PATH = click.Path(path_type=Path)
NOT_PROVEN = 3
"""Exit code of `verify` for a correct game with dice that can't be proven."""


@click.command("export")
@click.argument("game", required=False)
@click.option(
    "--all", "every", is_flag=True, help="Export every game of the database, each as a JSON file."
)
@click.option(
    "--output",
    "-o",
    type=PATH,
    help="File to write, by default standard output. With --all, the folder.",
)
@click.option(
    "--as",
    "form",
    default="json",
    help="json, or one of the game's own formats, such as pgn for dice chess.",
)
@force_option
@database_option
def export_command(
    *, game: str | None, every: bool, output: Path | None, form: str, force: bool, db: Path
) -> None:
    """Write a GAME as one file, or all games.

    The JSON contains everything, so use it to keep or move a game, or to report a fault. For a
    running game it contains all secrets, so exporting it is logged. A game's own formats, such as
    the PGN of dice chess, contain only public facts.
    """
    if every == (game is not None):
        raise UserError("export: name one game, or say --all")
    if game is None:
        if output is None or form != "json":
            raise UserError(
                "--all: every game is a JSON file of its own; name a folder for them with --output"
            )
        export_all(db, output, force=force)
        return
    with stored(db, game) as (store, row):
        find(row.kind, row.edition)
        data = whole_record(store, row) if form == "json" else public_record(store, row, form)
    if output is None:
        click.echo(data.decode(), nl=False)
        return
    click.echo(
        f"{output}: game {game}, {row.n} entries, {write(output, data, force=force):,} bytes"
    )


def export_all(db: Path, folder: Path, *, force: bool) -> None:
    """Write every game of a database into a folder, which is created if necessary. Raises
    ``UserError`` if one can't be written, after writing the others.
    """
    refused, written = list[str](), list[int]()
    with looked_at(db) as store:
        found = store.ids()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"{error.filename or folder}: {error.strerror}") from error
        for id in watched(found, "games"):
            try:
                data = whole_record(store, row_of(store, id))
                written.append(write(folder / f"{quote(id, safe='')}.json", data, force=force))
            except UNREADABLE as error:
                refused.append(f"game {id} cannot be read: {error}")
            except UserError as problem:
                refused.append(f"game {id} is not written: {problem}")
    for line in refused:
        click.echo(line)
    click.echo(f"{folder}: {len(written)} games, {sum(written):,} bytes")
    if refused:
        raise UserError(
            f"{db}: {len(refused)} of {len(found)} games are not written, listed above; `meanwhile"
            " doctor` says more"
        )


def whole_record(store: Store, row: rows.GameRow) -> bytes:
    found, lost = exported(store, row)
    if lost:
        click.echo(f"game {row.id}: {lost}", err=True)
    data = record.write(found)
    note(store, row, "export of a running game")
    return data


def exported(store: Store, row: rows.GameRow) -> tuple[record.Record, str]:
    """Return the record of a stored game, and a sentence about lost parts, or ""."""
    try:
        return record.export(store, row), ""
    except StoreError as error:
        return (
            record.export(store, row, bare=True),
            f"its players, or what they have said, are lost: {error}",
        )


def public_record(store: Store, row: rows.GameRow, form: str) -> bytes:
    """Return a game in one of its own formats, from public news that still stands."""
    game = find(row.kind, row.edition)
    told = [
        event
        for page in history.pages(game, store.bulletins(row.id), PUBLIC)
        if not page.undone
        for event in page.events
    ]
    try:
        day = calendar.format_time(row.created).split()[0]
        forms = game.records(told, day, table_of(row).view(PUBLIC))
    except ValueError as error:
        raise UserError(f"game {row.id}: {error}") from error
    if form not in forms:
        raise UserError(
            f"--as {form!r}: {row.kind} can be written as {', '.join(['json', *forms])} now"
        )
    return forms[form].encode()


@click.command("import")
@click.argument("paths", metavar="FILE…", type=PATH, nargs=-1, required=True)
@click.option(
    "--with-players",
    is_flag=True,
    help="Also import the players: running games continue, and write to them.",
)
@database_option
def import_command(*, paths: tuple[Path, ...], with_players: bool, db: Path) -> None:
    """Import exported games into a database.

    Each FILE was made by `meanwhile export`, or is a folder of such files. Every game is verified
    first. A game that fails is refused, and the others are imported.

    Players named in a file are ignored unless you pass --with-players, since its author
    may have named anybody. `meanwhile gm ID replace SEAT WHO` gives a seat to somebody.
    """
    files = [
        file
        for path in paths
        for file in (sorted(path.glob("*.json")) if path.is_dir() else [path])
    ]
    if not files:
        raise UserError(f"{', '.join(map(str, paths))}: there is no file NAME.json in it")
    refused = list[str]()
    with stores.opened(db) as store:
        for file in watched(files, "games"):
            try:
                found = load(file)
                record.bring_in(store, found, int(time.time()), players=with_players)
                click.echo(
                    f"game {found.setup.id} ({found.kind}, {len(found.journal)} entries) is in {db}"
                )
            except UserError as problem:
                refused.append(str(problem))
            except (errors.Invalid, UnknownGame) as error:
                refused.append(f"{file}: {error}")
    if len(files) == 1 and refused:
        raise UserError(refused[0])
    if refused:
        click.echo("\n".join(f"refused: {why}" for why in refused))
        raise UserError(
            f"{len(refused)} of {len(files)} games are not in {db}; why is listed above"
        )


@click.command("verify")
@click.argument("game")
@click.option(
    "--kept",
    multiple=True,
    help="An update that you were shown, such as “41 3f9c 82d1 0a7b 55e0”; may be repeated.",
)
@database_option
def verify_command(game: str, kept: tuple[str, ...], db: Path) -> None:
    """Recompute all dice and commitments of a finished GAME.

    GAME is an id or an exported file. Its journal is also replayed, and compared with the
    published events and the sealed answers. With --kept you can name updates that you wrote down:
    this finds every change before them. The exit status is 3 if all that can be checked is right,
    but some dice were scripted, typed or taken over, or an update was changed because somebody
    was erased.
    """
    shown = [updates.kept_in(text) for text in kept]
    if None in shown:
        wrong = kept[shown.index(None)]
        raise UserError(f"--kept {wrong!r}: say a number and 16 or more digits of its hash")
    if Path(game).is_file():
        found = load(Path(game))
    else:
        with stored(db, game) as (store, row):
            found = record.export(store, row)
    if found.result is None:
        raise UserError(
            f"game {found.setup.id} is still running; it can be verified when it is over"
        )
    with working("verifying"):
        verdict = record.verify(found, filter(None, shown))
    for fault in verdict.faults:
        click.echo(f"  {fault}")
    if verdict.faults:
        raise UserError(
            f"game {found.setup.id} does not hold: {len(verdict.faults)} faults, listed above"
        )
    unproven = {
        "scripted by the maker of the game": verdict.scripted,
        "typed by players": verdict.typed,
        "taken over as they fell, because somebody was forgotten": verdict.thrown,
    }
    kept_so = "1 update is" if len(shown) == 1 else f"{len(shown)} updates are"
    click.echo(
        f"game {found.setup.id} is verified: the dice seed matches its commitment, the chain"
        f" of {verdict.entries} entries is intact, {verdict.proven} dice follow from the seed,"
        f" all {verdict.commitments} commitments to secret orders are right, and the rules"
        f" give the result {found.result!r} again"
        + (f"; {kept_so} as you have kept them" if shown else "")
    )
    if any(unproven.values()):
        told = ", ".join(f"{count} {why}" for why, count in unproven.items() if count)
        click.echo(f"Not proven: dice that were {told}. The seed says nothing about them.")
    if verdict.erased:
        numbers = ", ".join(map(str, verdict.erased))
        click.echo(f"Not proven: the updates {numbers}, in which somebody was forgotten.")
    if any(unproven.values()) or verdict.erased:
        raise SystemExit(NOT_PROVEN)


def load(file: Path) -> record.Record:
    try:
        return record.read(file.read_bytes())
    except OSError as error:
        raise UserError(f"{file}: {error.strerror}") from error
    except errors.Invalid as error:
        raise UserError(f"{file}: {error}") from error
