"""`games`, `show`, `menu`, `history`: what there is to play, and how
the games of a database stand.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

import renderers
from bot.commands.gm import OPERATOR, noted, viewed
from bot.config import database_option, language_option
from bot.files import force_option, write
from bot.local import remote
from bot.words import told, words
from engine.errors import Damaged, DamagedFile, InUse, StoreError, UnknownGame, UserError
from engine.game import AnyGame
from engine.games import editions, names, rules_file
from engine.menu import Refusal
from engine.referee.new_games import game_called
from engine.referee.open_game import open_game
from engine.state import PUBLIC, Seat
from engine.store.contract import Store
from engine.store.history import pages
from engine.store.rows import AuditEntry, GameRow
from engine.store.sqlite import SqliteStore
from engine.table import GameTable

UNREADABLE = (StoreError, msgspec.DecodeError, UnknownGame, Damaged)
"""Why a game of the database cannot be opened: a damaged file, or a kind or
edition that is not installed.
"""


@click.command("games")
@database_option
def games_command(db: Path) -> None:
    """List the kinds of games, and the games of the database."""
    click.echo("Games that can be played (meanwhile play NAME, meanwhile show NAME):")
    for name in names():
        click.echo(f"  {name:14} {edition_text(editions(name))}")
    if not db.exists():
        click.echo(f"\nThere is no database {db} yet; the first game makes it.")
        return
    with looked_at(db) as store:
        ids = store.ids()
        click.echo(f"\nGames in {db}{':' if ids else ': none yet'}")
        for id in ids:
            click.echo(f"  {id}  {listed(store, id)}")


def listed(store: Store, id: str) -> str:
    """How a game of the database stands, in one line."""
    begun = ""
    try:
        row = row_of(store, id)
        begun = f"{row.kind:14} {time.strftime('%Y-%m-%d %H:%M', time.gmtime(row.created))}  "
        table = table_of(store, row)
    except UNREADABLE as error:
        return f"{begun}cannot be opened: {error}"
    return f"{begun}{', '.join(table.seats)}: {state_of(table)}"


def edition_text(found: dict[int, AnyGame]) -> str:
    """Seats and editions of a game."""
    newest = found[max(found)]
    roles = newest.roles(newest.options_type())
    seats = f"{roles} seats by default" if isinstance(roles, int) else f"seats {', '.join(roles)}"
    return f"{seats}; edition {', '.join(map(str, found))}"


def state_of(table: GameTable) -> str:
    """How a game stands, in a few public words."""
    if table.state.result:
        return table.state.result
    ask = table.ask()
    return f"waits for {', '.join(ask.seats)}" if ask and ask.seats else "waits for players"


@click.command("show")
@click.argument("game")
@click.option(
    "--stack",
    is_flag=True,
    help="The unfinished work of a stored game, the topmost frame first; audited.",
)
@click.option(
    "--seat", help="As this seat sees it; else as everybody may. Of a running game it is audited."
)
@click.option(
    "--look", default="", help="Another way to look at the board, such as handout in desert."
)
@click.option(
    "--picture", type=click.Path(dir_okay=False, path_type=Path), help="Write it as a PNG, too."
)
@force_option
@language_option
@database_option
def show_command(
    *,
    game: str,
    stack: bool,
    seat: str | None,
    look: str,
    picture: Path | None,
    force: bool,
    language: str,
    db: Path,
) -> None:
    """Show a kind of GAME, or the board of a stored one.

    Of a kind: its options, the keys of a scenario file, where its rules lie. Of a game, given
    by its id: how it stands, as everybody may know it. The stack is for moderators: it holds
    what has been ordered and not yet played.

    \b
    Examples:
      meanwhile show battleboard
      meanwhile show k3x9fa
      meanwhile show k3x9fa --seat axis --look handout --picture page.png
    """
    if game in names():
        show_kind(game_called(game))
        return
    try:
        with stored(db, game) as (store, row):
            table = table_of(store, row)
            viewer = seat_of(table, seat) if seat else PUBLIC
            if stack:
                viewing(store, row, "the stack")
            if seat:
                viewing(store, row, "board of a seat", viewer)
    except UserError as error:
        raise UserError(
            f"no game is called {game!r} (there are: {', '.join(names())}), and {error}"
        ) from error
    click.echo(
        f"{row.id}: {row.kind}, edition {row.edition}; {', '.join(table.seats)}; {state_of(table)}"
    )
    if given := {
        key: value
        for key, value in table.setup.options.items()
        if value != default_of(table.game, key)
    }:
        click.echo("options: " + ", ".join(f"{key}={value}" for key, value in given.items()))
    if table.setup.loaded:
        click.echo("played with loaded dice")
    view = table.view(viewer)
    try:
        click.echo("\n" + renderers.board_text(row.kind, view, language, look), nl=False)
    except KeyError as error:
        known = ", ".join(renderers.modes(row.kind, view)) or "none"
        raise UserError(
            f"--look {look}: there is no such look at this game now; there are: {known}"
        ) from error
    if picture:
        write(picture, renderers.picture(row.kind, view, language, look), force=force)
    for frame in reversed(table.state.stack if stack else ()):
        click.echo(f"  {type(frame).__name__} {msgspec.json.encode(fields_of(frame)).decode()}")


def fields_of(frame: Struct) -> dict[str, Any]:
    """What a frame remembers."""
    plain: dict[str, Any] = msgspec.to_builtins(frame)
    return {name: value for name, value in plain.items() if name != "type"}


def show_kind(game: AnyGame) -> None:
    """Options, scenario keys and rules of a game."""
    click.echo(
        f"{game.name}, edition {game.edition}: {edition_text(editions(game.name)).split(';')[0]}"
    )
    click.echo("\nOptions (--option KEY=VALUE):")
    schema = msgspec.json.schema(game.options_type)["$defs"][game.options_type.__name__][
        "properties"
    ]
    for key, facts in schema.items():
        text = f"  {key:10} {facts.get('default', '')!s:10} {facts.get('description', '')}"
        click.echo(f"{text}{limits(facts)}")
    if keys := [field.name for field in msgspec.structs.fields(game.scenario_type)]:
        click.echo(f"\nA scenario file (--scenario FILE, TOML) may hold: {', '.join(keys)}")
    if (rules := rules_file(game)) is not None:
        click.echo(f"\nRules: {rules}")


def limits(facts: dict[str, Any]) -> str:
    """The values that an option may have, where its description cannot know them."""
    if "enum" in facts:
        return f" [{', '.join(map(str, facts['enum']))}]"
    ends = (facts.get("minimum"), facts.get("maximum"))
    if ends == (None, None):
        return ""
    return f" [{ends[0] if ends[0] is not None else ''}…{ends[1] if ends[1] is not None else ''}]"


def default_of(game: AnyGame, key: str) -> Any:
    """What an option is if nobody says so."""
    return msgspec.to_builtins(game.options_type()).get(key)


@click.command("menu")
@click.argument("game")
@click.argument("seat")
@language_option
@database_option
def menu_command(game: str, seat: str, language: str, db: Path) -> None:
    """Print what SEAT may order now in a stored GAME.

    It shows what that seat alone may know. Of a running game that is an operator's act,
    and is noted in the audit log.

    \b
    Example:
      meanwhile menu k3x9fa ann
    """
    with stored(db, game) as (store, row):
        table = table_of(store, row)
        seat = seat_of(table, seat)
        viewing(store, row, "menu of a seat", seat)
    said = words(language)
    menu, view = table.menu(seat), table.view(seat)
    click.echo(
        said.refusal(Refusal(menu.idle), row.kind)
        if menu.idle
        else said.prompt(row.kind, view, why=menu.why)
    )
    for pattern in menu.help():
        click.echo(f"  {pattern}")
    if legal := menu.examples(table.state.question):
        click.echo(said.examples("may", legal))


@click.command("history")
@click.argument("game")
@click.option(
    "--seat", help="What this seat was told; of a running game that is noted in the audit log."
)
@click.option(
    "--from",
    "first",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="The first line to print.",
)
@language_option
@database_option
def history_command(game: str, seat: str | None, first: int, language: str, db: Path) -> None:
    """Print what was told in a stored GAME.

    To everybody, or to one seat; with the time (UTC) of each line. Lines are counted as
    everybody reads them, so that `undo 12` and `gm rollback 12` mean the same ones; what was
    for the seat alone has no number.

    \b
    Example:
      meanwhile history k3x9fa --from 20
    """
    with stored(db, game) as (store, row):
        table = table_of(store, row)
        viewer = PUBLIC if seat is None else seat_of(table, seat)
        if viewer != PUBLIC:
            viewing(store, row, "history of a seat", viewer)
        found = pages(table.game, store.bulletins(row.id), viewer)
    lines = told(found, row.kind, table.view(viewer), viewer, language)
    numbers = [number for page in found for number in page.numbers]
    start = next((k for k, number in enumerate(numbers) if number >= first), len(lines))
    width = len(str(max(numbers, default=0)))
    for number, line in list(zip(numbers, lines, strict=True))[start:]:
        click.echo(f"{number or '·':>{width}}  {line}")


@contextmanager
def looked_at(db: Path) -> Iterator[Store]:
    """A database that is there, whoever has it. Raises ``UserError`` and ``StoreError``."""
    if not db.exists():
        raise UserError(f"{db}: there is no such database; name another with --db")
    try:
        store = SqliteStore(db)
    except InUse:
        store = SqliteStore(db, reading=True)
    except DamagedFile:
        store = SqliteStore(db, reading=True, damaged=True)
    with store:
        yield store


def row_of(store: Store, id: str) -> GameRow:
    """A game that the database names. Raises ``Damaged`` if there is nothing but
    the name, and ``StoreError``.
    """
    row = store.game(id)
    if row is None:
        raise Damaged(f"game {id}: its row is gone")
    return row


@contextmanager
def stored(db: Path, id: str) -> Iterator[tuple[Store, GameRow]]:
    """A game of a database that is there. Raises ``UserError`` and ``StoreError``."""
    with looked_at(db) as store:
        row = store.game(id)
        if row is None:
            raise UserError(f"{db}: has no game {id!r}; `meanwhile games` lists those it has")
        yield store, row


def table_of(store: Store, row: GameRow) -> GameTable:
    """A stored game, opened."""
    return open_game(row, store.addresses(row.id)).table


def seat_of(table: GameTable, name: str) -> Seat:
    """A seat by its name, whatever the case. Raises ``UserError``."""
    for seat in table.seats:
        if seat.casefold() == name.casefold():
            return seat
    raise UserError(
        f"game {table.setup.id} has no seat {name!r}; there are:"
        f" {', '.join(table.seats) or 'none yet'}"
    )


def note(store: Store, row: GameRow, what: str) -> None:
    """Note that the operator does something with all of a running game. Raises
    ``UserError`` if that cannot be noted.
    """
    if row.result is not None:
        return
    at = int(time.time())
    try:
        if store.reading and not store.damaged:
            remote.there(store.path, noted, game=row.id, what=what, at=at)
        else:
            act = AuditEntry(at, OPERATOR, what, row.id, "{}")
            store.write(at, acts=[act])
    except StoreError as error:
        if not (store.damaged or isinstance(error, DamagedFile)):
            raise
        # Games are to be got out of a damaged file whether or not it can still be written.
        click.echo(f"game {row.id}: “{what}” is not noted in the audit log: {error}", err=True)


def viewing(store: Store, row: GameRow, what: str, seat: Seat = "") -> None:
    """The operator views what not everybody may know of a running game: that is noted, and its
    players are told. Raises ``UserError`` if that cannot be done.
    """
    if row.result is not None:
        return
    facts: dict[str, Any] = {"game": row.id, "what": what, "seat": seat, "at": int(time.time())}
    if store.reading:
        remote.there(store.path, viewed, **facts)
    else:
        remote.here(store, viewed, **facts)
