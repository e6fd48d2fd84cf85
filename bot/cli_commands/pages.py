"""`meanwhile pages`: the club's pages as a folder, made once."""

import time
from itertools import chain
from pathlib import Path

import click

from bot.config import Config, current, database_option, language_option
from bot.pages.calendars import CalendarService
from bot.pages.service import PagesService
from bot.pages.site import Site
from bot.progress import working
from bot.service.entries import DISCORD
from bot.service.supervisor import Service
from bot.stored import looked_at


@click.command("pages")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@language_option
@database_option
def pages_command(*, folder: Path, language: str, db: Path) -> None:
    """Write the web pages of all public games into FOLDER, once.

    The folder works on any web server, and from disk. `meanwhile serve` keeps it up to date if the
    settings name it ([pages] folder). It has only facts that everybody may know, and names only
    players who have said `pages on`.

    \b
    Examples:
      meanwhile pages club
    """
    site = site_of(current(), folder, language)
    with looked_at(db) as store, working("pages"):
        now = int(time.time())
        parts = sum(1 for _ in chain(site.look(store, now), site.replays(store, now)))
    click.echo(f"{folder / 'index.html'}: {len(site.games)} games, {parts} parts written")


def services_of(config: Config, db: Path, port: int | None) -> list[Service]:
    """Return the services that keep pages, and with a ``url`` calendars, up to date. Without a
    folder in the settings, they are next to the database.
    """
    folder = Path(config.pages.folder or db.with_name(f"{db.stem}-pages"))
    site = site_of(config, folder, config.language)
    calendars = CalendarService(folder, config.pages, config.language)
    return [
        PagesService(db, site, port, say=click.echo),
        *([calendars] if config.pages.url else []),
    ]


def site_of(config: Config, folder: Path, language: str) -> Site:
    doors = {}
    if DISCORD.told(config):
        doors["discord"] = ""
    if config.mail.address:
        doors["mail"] = config.mail.address
    return Site(folder, config.pages, language, {**doors, "terminal": ""})
