"""The command `games`: the kinds of games, and the games of a database."""

from __future__ import annotations

import time
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bot import config, stored, stores
from bot.places import as_called, command
from engine.errors import UserError
from engine.game import AnyGame
from engine.games import editions, names
from engine.referee.open_game import table_of
from engine.table import GameTable

if TYPE_CHECKING:  # listing kinds needs no database, so don't import it
    from engine.store.store import Store

PAGE = 50
"""Number of games listed at a time."""


@click.command("games")
@click.option("--after", default="", metavar="GAME", help="List only games below this one.")
@click.option(
    "--most",
    type=click.IntRange(1),
    default=PAGE,
    show_default=True,
    help="Maximum number of games to list.",
)
@config.database_option
def games_command(db: Path, after: str, most: int) -> None:
    """List the kinds of games, and the games of the database, the newest first.

    \b
    Examples:
      meanwhile games
      meanwhile games --after k3x9fa
    """
    click.echo(as_called("Games that can be played (meanwhile play NAME, meanwhile show NAME):"))
    for name in names():
        click.echo(f"  {name:14} {card(name) or edition_text(editions(name))}")
    if not stores.is_there(db):
        click.echo(f"\nThere is no database {db} yet; the first game makes it.")
        return
    with stored.looked_at(db) as store:
        if after and store.game(after) is None:
            raise UserError(
                f"--after: {db} has no game {after!r}; `meanwhile games` lists those it has"
            )
        ids = store.ids(most + 1, after)
        nothing = ": none below that one" if after else ": none yet"
        click.echo(f"\nGames in {db}, the newest first:" if ids else f"\nGames in {db}{nothing}")
        for id in ids[:most]:
            click.echo(f"  {id}  {summary(store, id)}")
        if len(ids) > most:
            click.echo(f"There are more: {command()} games --after {ids[most - 1]}")


def card(name: str) -> str:
    """Return a line about a kind, read from the English catalogue without loading it."""
    start = f"terminal-card-{name} = "
    lines = (files("bot") / "locale" / "en.ftl").read_text("utf-8").splitlines()
    return next((line.removeprefix(start) for line in lines if line.startswith(start)), "")


def summary(store: Store, id: str) -> str:
    begun = ""
    try:
        row = stored.row_of(store, id)
        begun = f"{row.kind:14} {time.strftime('%Y-%m-%d %H:%M', time.gmtime(row.created))}  "
        table = table_of(row)
    except stored.UNREADABLE as error:
        return f"{begun}cannot be opened: {error}"
    return f"{begun}{', '.join(table.seats)}: {state_of(table)}"


def edition_text(found: dict[int, AnyGame]) -> str:
    newest = found[max(found)]
    roles = newest.roles(newest.options_type())
    seats = f"{roles} seats by default" if isinstance(roles, int) else f"seats {', '.join(roles)}"
    return f"{seats}; edition {', '.join(map(str, found))}"


def state_of(table: GameTable) -> str:
    if table.state.result:
        return table.state.result
    ask = table.ask()
    return f"waits for {', '.join(ask.seats)}" if ask and ask.seats else "waits for players"
