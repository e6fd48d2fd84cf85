"""`meanwhile serve`: whatever the settings name, and the clock, until the program is told to end."""

import asyncio
import gc
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from bot import maildoor
from bot.config import Config, current, database_option
from bot.discord.app import run
from bot.discord.doctor import examine
from bot.discord.door import DiscordDoor
from bot.discord.places import Memory
from bot.local.host import LocalService
from bot.making import Problem
from bot.services import Service, serve
from engine.letters import Door
from engine.referee import Writer
from engine.store import Store

TOKEN = "MEANWHILE_DISCORD_TOKEN"
"""The variable of the environment that goes before the setting."""


@click.command("serve")
@database_option
def serve_command(db: Path) -> None:
    """Run the doors that the settings name, until the program is stopped."""
    services = services_of(current(), db)
    click.echo(f"serving {db}: {', '.join(service.name for service in services)}; stop with Ctrl-C")
    asyncio.run(until_told(db, services))


def services_of(config: Config, db: Path) -> list[Service]:
    """All that the settings name. Raises ``Problem`` if nobody could be reached."""
    services: list[Service] = []
    if token := found_token(config):
        services.append(DiscordService(DiscordDoor(token, config.language), token))
    if config.mail.address:
        services.append(maildoor.service(config.mail, db, config.language))
    if not services:
        raise Problem(
            f"there is nobody to serve: set {TOKEN} in the environment, or `token` under [discord] in config.toml, for "
            "Discord (docs/discord.md), or `address` under [mail] for mail (docs/mail.md)"
        )
    services.append(LocalService(db, config.language))
    return services


class DiscordService(Service):
    """The connection to Discord. ``options`` are the client's."""

    name = "Discord"

    def __init__(self, door: DiscordDoor, token: str, **options: Any):
        self.door, self.token, self.options = door, token, options

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def opened(self, writer: Writer) -> None:
        self.door.opened(writer)

    async def run(self) -> None:
        await run(self.door, self.token, **self.options)

    async def last_call(self) -> None:
        await self.door.close()


def found_token(config: Config) -> str:
    """The bot token; nothing if there is none."""
    return os.environ.get(TOKEN, config.discord.token).strip()


def look_at_discord(db: Path) -> None:
    """Say whether Discord is ready for the bot. Raises ``Problem`` if it is not."""
    token, memory = found_token(current()), Memory()
    if not token:
        raise Problem(
            f"there is no bot token: set {TOKEN} in the environment, or `token` under [discord] in config.toml; "
            "docs/discord.md says where to get one"
        )
    if db.exists():
        with Store(db) as store:
            memory.read(store)
    found = asyncio.run(examine(token, memory))
    for line in found.good:
        click.echo(line)
    for line in found.faults:
        click.echo(f"  {line}")
    if found.faults:
        raise Problem(f"Discord: {len(found.faults)} faults, listed above")
    click.echo("all is well")


async def until_told(db: Path, services: Sequence[Service]) -> None:
    """Serve until the process is told to end. Told twice, it ends at once; the database is whole even then."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        stopping.set()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(sign)

    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, told)
    no_long_collections()
    await serve(db, services, stopping)


def no_long_collections() -> None:
    """What is in memory now stays there: the garbage collector need not look at it again for 80 ms each time."""
    gc.collect()
    gc.freeze()
