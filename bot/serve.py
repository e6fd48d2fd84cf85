"""`meanwhile serve`: the doors that the settings name, the clock, and an orderly end."""

import asyncio
import contextlib
import gc
import os
import signal
from pathlib import Path
from typing import Any

import click

from bot.config import Config, current, database_option
from bot.discord.app import run
from bot.discord.doctor import examine
from bot.discord.door import DiscordDoor
from bot.discord.places import Memory
from bot.house import open_house
from bot.making import Problem
from engine.clock import Clock
from engine.store import Store

TOKEN = "MEANWHILE_DISCORD_TOKEN"
"""The variable of the environment that goes before the setting."""


@click.command("serve")
@database_option
def serve_command(db: Path) -> None:
    """Run the doors that the settings name, until the program is stopped."""
    config = current()
    token = discord_token(config)
    click.echo(f"serving {db}: Discord; stop with Ctrl-C")
    asyncio.run(until_told(config, db, token))


def discord_token(config: Config) -> str:
    """The bot token. Raises ``Problem`` if there is none."""
    token = os.environ.get(TOKEN, config.discord.token).strip()
    if not token:
        raise Problem(
            f"there is no bot token: set {TOKEN} in the environment, or `token` under [discord] in config.toml; "
            "docs/discord.md says where to get one"
        )
    return token


def look_at_discord(db: Path) -> None:
    """Say whether Discord is ready for the bot. Raises ``Problem`` if it is not."""
    token, memory = discord_token(current()), Memory()
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


async def until_told(config: Config, db: Path, token: str) -> None:
    """Serve until the process is told to end."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopping.set)
    door = DiscordDoor(token, config.language)
    no_long_collections()
    await serve(door, db, token, stopping)


def no_long_collections() -> None:
    """What is in memory now stays there: the garbage collector need not look at it again for 80 ms each time."""
    gc.collect()
    gc.freeze()


async def serve(
    door: DiscordDoor, db: Path, token: str, stopping: asyncio.Event, clock: Clock | None = None, **options: Any
) -> None:
    """Serve until ``stopping`` is set. What has begun is finished: first the referee, then the connection. ``options``
    are the client's. Raises ``Problem`` or ``StoreError``."""
    connection: asyncio.Task[None] | None = None
    try:
        async with open_house(db, {door.name: door}, clock, door.opened):
            connection = asyncio.create_task(run(door, token, **options))
            told = asyncio.create_task(stopping.wait())
            await asyncio.wait([connection, told], return_when=asyncio.FIRST_COMPLETED)
            told.cancel()
            await door.close()
    finally:
        if connection is not None:
            connection.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await connection
