"""`replay`: how a stored game stood at any time, as text, as a picture, or all of it as a film."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

import renderers
from bot.commands.inspect import seat_of, stored, table_of, viewing
from bot.config import database_option, language_option
from bot.files import force_option, write
from bot.words import line, words
from engine.errors import UserError
from engine.state import PUBLIC, Seat
from engine.store import journal
from engine.store.history import Page, pages, position, positions
from engine.table import GameTable
from renderers.film import film_of

FILE = click.Path(dir_okay=False, path_type=Path)


class Reel(Struct):
    """All that one viewer was told of a game, and the means to see how it stood."""

    table: GameTable
    viewer: Seat
    entries: list[journal.Entry]
    told: list[Page]
    language: str

    @property
    def lines(self) -> list[tuple[int, Page, str]]:
        """What was told, a line for each event, with its number as `meanwhile history` has it."""
        names = renderers.names(self.kind, self.table.view(self.viewer))
        said = words(self.language)
        return [
            (number, page, line(said, page, said.event(self.kind, event, self.viewer, names)))
            for page in self.told
            for number, event in zip(page.numbers, page.events, strict=True)
        ]

    @property
    def kind(self) -> str:
        """The game that is played."""
        return self.table.game.name

    def view(self, page: Page) -> Any:
        """The viewer's view right after a page."""
        return position(self.table.game, self.table.setup, self.entries, page, self.viewer)

    def views(self, until: Page) -> list[Any]:
        """The viewer's views from the first page to this one, without what was taken back."""
        found = positions(self.table.game, self.table.setup, self.entries, self.told, self.viewer)
        return [view for page, view in found if page.entry <= until.entry]


@click.command("replay")
@click.argument("game")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option(
    "--seat", help="As this seat saw it; of a running game that is noted in the audit log."
)
@click.option("--picture", type=FILE, help="Write the board as it stood into this PNG file.")
@click.option(
    "--film",
    "reel",
    type=FILE,
    help="Write all boards up to there into this file, an animated PNG.",
)
@force_option
@language_option
@database_option
def replay_command(
    game: str,
    number: int | None,
    seat: str | None,
    picture: Path | None,
    reel: Path | None,
    force: bool,
    language: str,
    db: Path,
) -> None:
    """Show how a stored GAME stood after line NUMBER of its history.

    Lines are numbered as `meanwhile history` prints them; without a number it is
    the last one. What is shown is what everybody, or that seat, could see then:
    nothing that came to light later.

    \b
    Examples:
      meanwhile replay k3x9fa 12
      meanwhile replay k3x9fa --film game.png
    """
    with stored(db, game) as (store, row):
        table = table_of(store, row)
        viewer = PUBLIC if seat is None else seat_of(table, seat)
        if viewer != PUBLIC:
            viewing(store, row, "replay of a seat", viewer)
        entries = journal.read(table.game, table.setup, store.journal(row.id))
        shown = Reel(
            table, viewer, entries, pages(table.game, store.bulletins(row.id), viewer), language
        )
    lines = shown.lines
    last = max(known for known, _, _ in lines)
    if number is not None and number > last:
        raise UserError(f"game {game} has no line {number} yet; its history ends with line {last}")
    number, page, text = (
        lines[-1] if number is None else next(one for one in lines if one[0] >= number)
    )
    view = shown.view(page)
    click.echo(
        f"{number or '·'}  {text}\n\n{renderers.board_text(shown.kind, view, language)}", nl=False
    )
    for path, data in drawn(shown, page, picture, reel):
        click.echo(f"{path}: {write(path, data, force=force):,} bytes")


def drawn(
    shown: Reel, page: Page, picture: Path | None, reel: Path | None
) -> Iterator[tuple[Path, bytes]]:
    """What goes into which file."""
    if picture:
        yield picture, renderers.picture(shown.kind, shown.view(page), shown.language)
    if reel:
        yield reel, film_of(shown.kind, shown.views(page), shown.language)
