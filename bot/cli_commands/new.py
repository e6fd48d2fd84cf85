"""`meanwhile new`: creates a game whose seats are taken later, through any door."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from bot.arguments import pairs, setup
from bot.config import database_option, game_options, kinds_of_games
from bot.local.remote import tell_done
from engine.errors import UserError
from engine.referee import clock, new_games
from engine.referee.batch import Batch
from engine.state import Setup
from engine.store.journal import encode


@click.command("new")
@click.argument("game", shell_complete=kinds_of_games)
@game_options
@click.option(
    "--owner",
    metavar="DOOR/NAME",
    help="Owner of the game, such as mail/ann@mail.example. The owner moderates it.",
)
@database_option
def new_command(
    *, game: str, options: Sequence[str], owner: str | None, db: Path, **files: Any
) -> None:
    """Create a GAME with free seats.

    People take the seats by mail after `meanwhile mail invite`, or at a terminal with
    `meanwhile sit`. The game begins when the last seat is taken.

    \b
    Examples:
      meanwhile new battleboard
      meanwhile new dicechess --option clock="48h, grace 12h" --owner discord/80351110224678912
    """
    kind = new_games.game_called(game)
    made = setup(kind, clock.Clock().now(), pairs(options), folder=db.parent, **files)
    door, _, name = (owner or "/").partition("/")
    if owner and not (door and name):
        raise UserError(
            f"--owner {owner!r}: write it as DOOR/NAME, for example mail/ann@mail.example"
        )
    for odd in new_games.oddities(kind, made):
        click.echo(f"warning: {odd}", err=True)
    tell_done(db, make, kind=kind.name, setup=encode(made).decode(), door=door, owner=name)


def make(batch: Batch, kind: str, setup: str, door: str = "", owner: str = "") -> Iterator[str]:
    """Create a game, with an owner if one is given; yield a line that begins with its id."""
    made = msgspec.json.decode(setup, type=Setup)
    batch.make(kind, made, [], owner=(door, owner) if owner else None)
    yield f"{made.id}: a game of {kind}, with all its seats free"
