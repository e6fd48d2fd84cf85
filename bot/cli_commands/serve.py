"""`meanwhile serve`: serves the configured doors and the clock until the program is stopped."""

import asyncio
import gc
import re
import signal
import tempfile
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import click
import msgspec
from click.core import ParameterSource

from bot import arguments, logs, places, stores
from bot.cli_commands import new, remote_commands
from bot.config import ERROR_OUTPUT, Config, MailConfig, current, database_option
from bot.local.host import LocalService
from bot.local.remote import done
from bot.play import lines, plan
from bot.service import health, holder, tidy, watch
from bot.service import mail as maildoor
from bot.service.drawing import DrawingService
from bot.service.entries import Tells, entries
from bot.service.supervisor import Fate, Service, serve
from engine.errors import StoreError, UserError
from engine.referee.accounts import Account
from engine.referee.clock import Clock
from engine.referee.new_games import game_called
from engine.referee.webhooks import WebDoor
from engine.store.journal import encode


@click.command("serve")
@click.option(
    "--sandbox",
    is_flag=True,
    help="Try mail without an account: throw-away servers on this machine.",
)
@click.option(
    "--game", metavar="KIND", help="With --sandbox: create such a game and invite everybody."
)
@click.option("--seats", metavar="A,B,C", help="With --sandbox: the mailboxes; by default ann,bob.")
@click.option(
    "--only",
    metavar="A,B",
    help="Serve only these parts of a shared database: discord, mail, terminal, clock, ….",
)
@click.option(
    "--pages",
    "pages_port",
    is_flag=False,
    flag_value=0,
    type=click.IntRange(0, 65535),
    metavar="[PORT]",
    help="Try the web pages: show them on this machine alone.",
)
@database_option
@click.pass_context
def serve_command(
    context: click.Context,
    *,
    sandbox: bool,
    game: str | None,
    seats: str | None,
    only: str | None,
    pages_port: int | None,
    db: Path,
) -> None:
    """Run the configured Discord and mail bots until stopped.

    Several processes can share a database on a server ([store] url). Each part belongs to one
    process at a time. If that process is gone, another one takes over.

    With --sandbox, it runs mail servers on this machine instead, with mailboxes for the seats.
    They and their database are deleted when it ends.

    \b
    Examples:
      meanwhile serve
      meanwhile serve --sandbox --game battleboard --seats ann,bob
      meanwhile serve --only mail,clock
      meanwhile serve --pages
    """
    if only is not None and (sandbox or db not in stores.elsewhere):
        raise UserError(
            "--only is for a database on a server ([store] url in the settings), whose parts"
            " several processes share; of a file all is served by one"
        )
    if sandbox:
        if context.get_parameter_source("db") is ParameterSource.COMMANDLINE:
            raise UserError(
                "--sandbox has a database of its own, which is gone when it ends; leave --db out"
            )
        if pages_port is not None:
            raise UserError("--pages shows the games of a database; --sandbox has none to keep")
        names = plan.named(seats or "ann,bob")
        if strange := [
            name for name in names if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name)
        ]:
            raise UserError(
                f"--seats: {strange[0]!r} can't be used in a mail address; use letters and digits"
            )
        try_out(names, game, current().language)
        return
    if game or seats:
        raise UserError(
            "--game and --seats go with --sandbox; `meanwhile new` makes a game to be served"
        )
    services = services_of(current(), db, pages_port)
    if db in stores.elsewhere:
        # The parts served here change as other processes come and go, so don't print a list.
        try:
            asyncio.run(until_told(db, only_these(services, only)))
        except StoreError as error:
            click.echo(f"Error: {error}", err=True)
            context.exit(holder.AGAIN)
        return
    doors = ", ".join(service.name for service in services if service.doors)
    asyncio.run(until_told(db, services, f"serving {db}: {doors}; stop with Ctrl-C"))


def only_these(services: list[Service], only: str | None) -> list[Service]:
    """Return the services of these parts, and those without a part."""
    if only is None:
        return services
    parts = {one.part for one in services if one.part}
    wanted = {name.strip() for name in only.split(",")}
    if strange := sorted(wanted - parts):
        raise UserError(
            f"--only: there is no part {strange[0]!r}; there are: {', '.join(sorted(parts))}"
        )
    return [one for one in services if not one.part or one.part in wanted]


def try_out(names: Sequence[str], kind: str | None, language: str) -> None:
    with tempfile.TemporaryDirectory(prefix="meanwhile-") as folder:
        db = Path(folder) / "sandbox.db"
        sandbox = maildoor.SandboxService(*names)
        settings, host = sandbox.settings(), sandbox.host
        click.echo(
            "Throw-away mail on this machine: nothing leaves it, and all of it is gone when this"
            " ends."
        )
        click.echo(f"  mailboxes: {', '.join(map(host.address, names))}; password: {host.password}")
        click.echo(
            f"  reading:   IMAP at {host.at}, port {sandbox.imap}, user {names[0].casefold()}, no"
            " encryption"
        )
        click.echo(
            f"  sending:   SMTP at {host.at}, port {sandbox.smtp}, user {names[0].casefold()}, no"
            " encryption"
        )
        click.echo(f"  referee:   {settings.address}")
        if kind is not None:
            game = invited(db, kind, [host.address(name) for name in names], settings, language)
            click.echo(
                f"Everybody is invited into game {game} ({kind}): answer that mail with join."
            )
            click.echo(f"Or take a seat at a terminal: {places.command()} sit {game} --db {db}")
        click.echo(
            "Without a mail program, to see what has come (the last number counts the mails):"
        )
        mailbox = f"imap://{host.at}:{sandbox.imap}/INBOX;MAILINDEX=1"
        click.echo(f"  curl -s --user {names[0].casefold()}:{host.password} '{mailbox}'")
        services = [
            sandbox,
            maildoor.service(settings, db, language),
            LocalService(db, language, remote_commands=remote_commands.REMOTE_COMMANDS),
        ]
        services += doors_of(current(), db, current().doors.__contains__).values()
        for service in services:
            for door in service.doors.values():
                if isinstance(door, WebDoor):
                    door.local = True
        asyncio.run(until_told(db, services, "Stop with Ctrl-C."))


def invited(db: Path, kind: str, people: Sequence[str], settings: MailConfig, language: str) -> str:
    game = game_called(kind)
    counted = "players" in {field.name for field in msgspec.structs.fields(game.options_type)}
    made = arguments.setup(game, Clock().now(), {"players": str(len(people))} if counted else {})
    done(db, new.make, kind=kind, setup=encode(made).decode())
    shown = {"address": settings.address, "pattern": settings.pattern, "shown": settings.name}
    for address in people:
        done(db, maildoor.mail_invite, game=made.id, receiver=address, language=language, **shown)
    return made.id


def services_of(config: Config, db: Path, pages_port: int | None = None) -> list[Service]:
    """Return all configured services. Raises ``UserError`` if no door is configured, unless the
    pages are shown at ``pages_port``.
    """
    doors = doors_of(config, db)
    if not doors and pages_port is None:
        needs = ", or ".join(entry.needs for entry in entries(config))
        raise UserError(f"there is nobody to serve: {needs}")
    local, drawing = (
        LocalService(db, config.language, remote_commands=remote_commands.REMOTE_COMMANDS),
        DrawingService(config.language),
    )
    services: list[Service] = [*doors.values(), local, drawing]
    services.append(tidy.TidyService(config, db))
    if config.pages.folder or pages_port is not None:
        # Import it only for pages, since templates load slowly.
        from bot.cli_commands import pages

        services += pages.services_of(config, db, pages_port)
    if db in stores.elsewhere:
        services.append(holder.HolderService())
    services.append(watch.WatchService(db, services, ways_to_operators(config, doors)))
    if config.health.port:
        services.append(health.HealthService(db, config.health.port, services, config.health.host))
    return services


def doors_of(
    config: Config, db: Path, which: Callable[[str], bool] = lambda _: True
) -> dict[str, Service]:
    """Return the services of the configured doors, by door."""
    return {
        entry.name: entry.service(config, settings, db)
        for entry in entries(config)
        if which(entry.name) and (settings := entry.told(config)) is not None
    }


def ways_to_operators(config: Config, doors: Mapping[str, Service]) -> dict[str, watch.Tell]:
    found: dict[str, watch.Tell] = {}
    for door, service in doors.items():
        there = [name for at, name in operators_of(config) if at == door]
        if there and isinstance(service, Tells):
            found[service.name] = partial(service.tell, there)
    return found


def operators_of(config: Config) -> list[Account]:
    """Return the operators: the door of each, and the id there."""
    return [(door, name) for door, _, name in (who.partition("/") for who in config.operators)]


async def until_told(db: Path, services: Sequence[Service], begun: str = "") -> None:
    """Serve until the process is told to stop, and print ``begun`` once people can reach it. A
    second signal ends it at once; the database stays intact even then.
    """
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()

    def told() -> None:
        stopping.set()
        for sign in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(sign)

    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, told)
    no_long_collections()
    logs.log_to(current(), serving=True)

    async def say_begun() -> None:
        await asyncio.gather(*(service.ready() for service in services))
        click.echo(begun)

    async with lines.alongside(say_begun() if begun else asyncio.sleep(0)):
        config = current()
        home = config.pages.url.rstrip("/") if config.pages.folder else ""
        operators = operators_of(config)
        await serve(db, services, stopping, operators=operators, home=home, say=say)


def say(name: str, why: str, fate: Fate) -> None:
    log = current().log
    more = "" if log == ERROR_OUTPUT else f" {log} has more."
    what = "does not work and is tried again" if fate == "tried again" else "has ended"
    click.echo(
        f"{name} {what}: {why}.{more} Run `{places.command()} doctor` to look for the cause.",
        err=True,
    )


def no_long_collections() -> None:
    """Exclude everything in memory from garbage collection, which saves 80 ms each time."""
    gc.collect()
    gc.freeze()
