"""The command `replay`: a stored game at any time, as text, picture, film or page."""

from functools import partial
from pathlib import Path

import click

import renderers
from bot import files, queries, replaying, words
from bot.cli_commands.gm import viewer_of
from bot.config import FILE, database_option, force_option, language_option
from bot.progress import counted, working
from bot.replay_page.page import page
from bot.stored import stored
from engine.errors import UserError
from engine.referee.open_game import table_of
from renderers.film import PACE


@click.command("replay")
@click.argument("game")
@click.argument("number", type=click.IntRange(1), required=False)
@click.option("--seat", help="Show what this seat saw. For a running game this is logged.")
@click.option("--picture", type=FILE, help="Write the board of that time to this PNG file.")
@click.option(
    "--film", type=FILE, help="Write a title card and all boards up to there to this GIF file."
)
@click.option("--from", "first", type=click.IntRange(1), help="The film's first line.")
@click.option("--to", "last", type=click.IntRange(1), help="Its last line; the same as NUMBER.")
@click.option(
    "--pace",
    default=PACE / 1000,
    type=click.FloatRange(0.1, 10),
    help="Seconds for each board of the film.",
    show_default=True,
)
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
    first: int | None,
    last: int | None,
    pace: float,
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
      meanwhile replay k3x9fa --film game.gif --from 20 --to 40 --pace 0.5
      meanwhile replay k3x9fa --html game.html
    """
    number = number if last is None else last
    if html and (number, first) != (None, None):
        raise UserError("--html: the page has the whole game; leave NUMBER, --from and --to out")
    if first is not None and not film:
        raise UserError("--from is for a film; add --film FILE")
    if first is not None and number is not None and first > number:
        raise UserError(f"--from {first} is after line {number}; swap them")
    with stored(db, game) as (store, row):
        table = table_of(row)
        viewer = viewer_of(store, row, table, seat, "replay")
        replay = replaying.Replay(
            table.game, table.setup, store.journal(row.id), store.bulletins(row.id), viewer
        )
    lines = [(n, told_at) for told_at in replay.pages for n in told_at.numbers]
    texts = words.told(replay.pages, queries.seen_by(table, viewer), language)
    most = max(known for known, _ in lines)
    if (wanted := max(number or 0, first or 0)) > most:
        raise UserError(f"game {game} has no line {wanted} yet; its history ends with line {most}")
    at = -1 if number is None else next(i for i, (n, _) in enumerate(lines) if n >= number)
    number, at_line = lines[at]
    begin = None if first is None else next(told_at for n, told_at in lines if n >= first)
    view = replay.view(at_line)
    board = renderers.board_text(row.kind, view, language)
    click.echo(f"{number or '·'}  {texts[at]}\n\n{board}", nl=False)
    if picture:
        wrote(picture, renderers.picture(row.kind, view, language), force=force)
    if html:
        with working("steps", len(replay.entries) + 1) as step:
            made = page(replay, language, partial(counted, step=step))
        wrote(html, made, force=force)
    if film:
        with working("pictures", len(replay.pages)) as step:
            shown = partial(counted, step=step)
            made, _ = replay.film(language, at_line, begin, round(1000 * pace), shown)
        wrote(film, made, force=force)


def wrote(path: Path, data: bytes, *, force: bool) -> None:
    click.echo(f"{path}: {files.write(path, data, force=force):,} bytes")
