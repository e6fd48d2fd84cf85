"""`meanwhile line`: a port at which programs play."""

import asyncio
import signal
import ssl
import sys
from collections.abc import Awaitable, Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from bot import arguments, objects
from bot.config import database_option, game_options, kinds_of_games, language_option
from bot.line.battles import KIND, Battles
from bot.line.doors import JsonDoor, LineDoor
from bot.line.seats import Seats
from bot.line.server import Limits, LineServer
from bot.play.plan import GamePlan, new_game
from bot.service.app import open_writer
from engine.errors import UserError
from engine.referee import clock, new_games
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.state import PUBLIC, Setup

Begun = tuple[Battles | Seats, dict[str, Any]]
"""The application behind the port, and the facts that are printed about it."""


class Port(Struct, frozen=True):
    host: str
    number: int
    tls: ssl.SSLContext | None = None


def limit_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for connection limits to a command, which gets them as ``limits``."""

    @wraps(command)
    def limited(*, connections: int, per_address: int, join_within: float, **given: Any) -> None:
        command(limits=Limits(connections, per_address, join_within), **given)

    for name, kind, default, text in (
        ("--join-within", click.FloatRange(0.1), 60, "Seconds in which a connection must join."),
        ("--per-address", click.IntRange(1), 64, "Of one address, before they join."),
        ("--connections", click.IntRange(1), 512, "Connections at once."),
    ):
        option = click.option(name, type=kind, default=default, show_default=True, help=text)
        limited = option(limited)
    return limited


@click.command("line")
@click.argument("game", shell_complete=kinds_of_games)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, show_default=True, help="0: any free port."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; 0.0.0.0 for all.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Any game, in JSON: one connection per seat, joined with a token.",
)
@click.option(
    "--seats",
    metavar="A,B,C",
    help="With --json: seats in order of joining; by default player1,… or roles.",
)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Number of games; the next begins when one is full.",
)
@limit_options
@click.option(
    "--tls-certificate",
    "certificate",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A PEM file with the certificate and its chain: the port then uses TLS.",
)
@click.option(
    "--tls-key",
    "key",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The PEM file of the key, if it is a separate file.",
)
@click.option(
    "--once", is_flag=True, help="End when the games are over and everybody has disconnected."
)
@game_options
@click.option("--resume", metavar="ID", help="Resume a game that this command has served before.")
@language_option
@database_option
def line_command(
    *,
    game: str,
    port: int,
    host: str,
    as_json: bool,
    seats: str | None,
    games: int,
    limits: Limits,
    certificate: Path | None,
    key: Path | None,
    once: bool,
    options: Sequence[str],
    resume: str | None,
    language: str,
    db: Path,
    **files: Any,
) -> None:
    """Let programs play GAME over TCP.

    BattleBoard has its own line protocol; with --json, programs can play any game. The command
    prints its address once it listens, and runs until it is interrupted (with --once: until all
    games are over). docs/line-protocol.md describes both protocols.

    \b
    Examples:
      meanwhile line battleboard --port 4000 --option players=3
      meanwhile line battleboard --json --seats ann,bob
    """
    kind = new_games.game_called(game)
    given = arguments.pairs(options)
    fixed = {"option": options, **files, "seats": seats}
    if resume is not None and (clash := [f"--{name}" for name, value in fixed.items() if value]):
        raise UserError(
            f"--resume goes on with a game as it was made; leave out {', '.join(clash)}"
        )

    at = Port(host, port, encrypted(certificate, key))
    if as_json:
        if games > 1:
            raise UserError("--games: a server with --json has one game; start one for each")
        plan = None if resume else new_game(kind, seats, (), given, folder=db.parent, **files)
        door = JsonDoor(language)
        begin = partial(seated, door, game, resume, plan)
        asyncio.run(serve(db, door, at, limits, begin, once=once))
        return
    if game != KIND:
        raise UserError(f"only {KIND} has a protocol of its own; for {game} add --json")
    if seats:
        raise UserError(
            "--seats: programs choose their names when they join; leave it out, or add --json"
        )

    def make() -> Setup:
        # Otherwise programs would wait for `move-ended` forever (BB-16). `ok` tells the cities at
        # once (BB-4), so they cannot depend on later salts.
        made = arguments.setup(kind, clock.Clock().now(), {"illegal": "pass", **given}, **files)
        return replace(made, salts="fixed")

    line_door = LineDoor()
    opened = partial(joined, line_door, resume, games, make)
    asyncio.run(serve(db, line_door, at, limits, opened, once=once))


async def joined(
    door: LineDoor, resume: str | None, games: int, make: Callable[[], Setup], writer: Writer
) -> Begun:
    """Begin BattleBoard games that programs join under names of their own."""
    battles = Battles(writer, door, make, games)
    if resume is None:
        return battles, {"game": await battles.begin()}
    await writer.run(known, resume, KIND, door.name)
    await battles.go_on(resume)
    return battles, {"game": resume}


async def seated(
    door: JsonDoor, kind: str, resume: str | None, plan: GamePlan | None, writer: Writer
) -> Begun:
    """Begin a game whose seats are taken, each opened by a token."""
    if plan is None:
        await writer.run(known, str(resume), kind, door.name)
        return Seats(writer, door, kind, str(resume)), {"game": resume}
    seats = Seats(writer, door, kind, plan.setup.id)
    return seats, {"game": plan.setup.id, "tokens": await seats.make(plan.setup, plan.seats)}


def known(batch: Batch, id: str, kind: str, door: str) -> None:
    opened = batch.game(id)
    if opened is None:
        raise UserError(
            f"{batch.store.path}: has no game {id!r}; `meanwhile games` lists those it has"
        )
    if opened.table.game.name != kind:
        raise UserError(
            f"game {id} is one of {opened.table.game.name}; write `meanwhile line"
            f" {opened.table.game.name}`"
        )
    if any(address.door != door for address in opened.addresses if address.viewer != PUBLIC):
        raise UserError(f"game {id} is not played here; look at it with `meanwhile show {id}`")


async def serve(
    db: Path,
    door: LineDoor | JsonDoor,
    at: Port,
    limits: Limits,
    begin: Callable[[Writer], Awaitable[Begun]],
    *,
    once: bool,
) -> None:
    """Serve programs until interrupted or done."""
    done = asyncio.Event()
    for interrupt in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(interrupt, done.set)
    async with open_writer(db, {door.name: door}) as writer:
        host, facts = await begin(writer)

        async def left() -> None:
            if once and await host.over():
                done.set()

        server = LineServer(host, left, limits)
        chosen = await server.start(at.host, at.number, at.tls)
        try:
            say(at, chosen, facts, as_json=isinstance(door, JsonDoor))
            await done.wait()
        finally:
            await server.stop()
            await host.stop()


def encrypted(certificate: Path | None, key: Path | None) -> ssl.SSLContext | None:
    """Return the TLS context, if any. Raises ``UserError`` if the certificate is unusable."""
    if certificate is None:
        if key is not None:
            raise UserError("--tls-key: its certificate is missing; give --tls-certificate too")
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:  # ssl.SSLError is one
        raise UserError(
            f"--tls-certificate {certificate}: cannot be used ({error.strerror or error}); it must"
            " be a PEM file with the certificate, and its key there or in --tls-key"
        ) from error
    return context


def say(at: Port, port: int, facts: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        tls = at.tls is not None
        line = objects.line(
            {"kind": "listening", "host": at.host, "port": port, "tls": tls, **facts}
        )
    else:
        line = f"listening on {at.host}:{port}, game {facts['game']}\n".encode()
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
