"""`games`: what there is to play, and how the games of a database stand."""

import time
from pathlib import Path

import click

from bot.commands.stored import UNREADABLE, looked_at, row_of
from bot.config import database_option
from engine.game import AnyGame
from engine.games import editions, names
from engine.referee.open_game import table_of
from engine.store.contract import Store
from engine.table import GameTable
from renderers import sentences_in


@click.command("games")
@database_option
def games_command(db: Path) -> None:
    """List the kinds of games, and the games of the database."""
    click.echo("Games that can be played (meanwhile play NAME, meanwhile show NAME):")
    for name in names():
        click.echo(f"  {name:14} {sentences_in().title(name)}: {edition_text(editions(name))}")
    if not db.exists():
        click.echo(f"\nThere is no database {db} yet; the first game makes it.")
        return
    with looked_at(db) as store:
        ids = store.ids()
        click.echo(f"\nGames in {db}{':' if ids else ': none yet'}")
        for id in ids:
            click.echo(f"  {id}  {listed(store, id)}")


def listed(store: Store, id: str) -> str:
    """Return how a game of the database stands, in one line."""
    begun = ""
    try:
        row = row_of(store, id)
        begun = f"{row.kind:14} {time.strftime('%Y-%m-%d %H:%M', time.gmtime(row.created))}  "
        table = table_of(row)
    except UNREADABLE as error:
        return f"{begun}cannot be opened: {error}"
    return f"{begun}{', '.join(table.seats)}: {state_of(table)}"


def edition_text(found: dict[int, AnyGame]) -> str:
    """Return the seats and editions of a game, in a few words."""
    newest = found[max(found)]
    roles = newest.roles(newest.options_type())
    seats = f"{roles} seats by default" if isinstance(roles, int) else f"seats {', '.join(roles)}"
    return f"{seats}; edition {', '.join(map(str, found))}"


def state_of(table: GameTable) -> str:
    """Return how a game stands, in a few public words."""
    if table.state.result:
        return table.state.result
    ask = table.ask()
    return f"waits for {', '.join(ask.seats)}" if ask and ask.seats else "waits for players"
