"""The command `replay`: a stored game at any time, as text, picture, film or page."""

from pathlib import Path

import click

import renderers
from bot import files, queries, replaying, words
from bot.cli_commands.gm import viewer_of
from bot.config import FILE, database_option, force_option, language_option
from bot.replay_page.page import page
from bot.stored import stored
from engine.errors import UserError
from engine.referee.open_game import table_of


@click.command("replay")
@click.argument("game")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--seat", help="Show what this seat saw. For a running game this is logged.")
@click.option("--picture", type=FILE, help="Write the board of that time to this PNG file.")
@click.option("--film", type=FILE, help="Write all boards up to there to this GIF file.")
@click.option(
    "--html",
    type=FILE,
    help="Write the whole game to this file, a page for browsers. After the end the page also"
    " proves the dice.",
)
@force_option
@language_option
@database_option
def replay_command(
    *,
    game: str,
    number: int | None,
    seat: str | None,
    picture: Path | None,
    film: Path | None,
    html: Path | None,
    force: bool,
    language: str,
    db: Path,
) -> None:
    """Show a stored GAME after line NUMBER of its history.

    Lines are numbered as `meanwhile history` prints them; the default is the last one.
    You see the game as everybody, or that seat, could see it then, without later
    revelations.

    \b
    Examples:
      meanwhile replay k3x9fa 12
      meanwhile replay k3x9fa --film game.png
      meanwhile replay k3x9fa --html game.html
    """
    if html and number is not None:
        raise UserError("--html: the page has the whole game; leave the NUMBER out")
    with stored(db, game) as (store, row):
        table = table_of(row)
        viewer = viewer_of(store, row, table, seat, "replay")
        replay = replaying.Replay(
            table.game, table.setup, store.journal(row.id), store.bulletins(row.id), viewer
        )
    lines = [(n, told_at) for told_at in replay.pages for n in told_at.numbers]
    texts = words.told(replay.pages, queries.seen_by(table, viewer), language)
    last = max(known for known, _ in lines)
    if number is not None and number > last:
        raise UserError(f"game {game} has no line {number} yet; its history ends with line {last}")
    at = -1 if number is None else next(i for i, (n, _) in enumerate(lines) if n >= number)
    number, at_line = lines[at]
    view = replay.view(at_line)
    board = renderers.board_text(row.kind, view, language)
    click.echo(f"{number or '·'}  {texts[at]}\n\n{board}", nl=False)
    if picture:
        wrote(picture, renderers.picture(row.kind, view, language), force=force)
    if html:
        wrote(html, page(replay, language), force=force)
    if film:
        wrote(film, replay.film(language, at_line)[0], force=force)


def wrote(path: Path, data: bytes, *, force: bool) -> None:
    click.echo(f"{path}: {files.write(path, data, force=force):,} bytes")
