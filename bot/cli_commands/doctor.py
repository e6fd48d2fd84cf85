"""`meanwhile doctor`: checks everything and suggests remedies. Repairs nothing."""

import asyncio
import platform
import shutil
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

import click
import msgspec

import bot
from bot import stored, stores
from bot.cli_commands.records import exported
from bot.config import ERROR_OUTPUT, Config, current, database_option, settings_file
from bot.discord import channels, doctor
from bot.places import command
from bot.progress import watched
from bot.service import mail as maildoor
from bot.service.entries import TOKEN, entries, found_token
from bot.service.watch import ailing
from engine.errors import Damaged, Newer, StoreError, UnknownGame, UserError
from engine.referee import delivery, open_game
from engine.store import counts, record
from engine.store.store import Store

DRIFT = 60
"""Seconds by which the clock may be behind the latest stored event."""
LITTLE_ROOM = 100 * 2**20
"""Bytes free on the disk below which the doctor complains."""
NO_ROOM = 2**20
"""Bytes free on the disk below which almost nothing can be written."""
LASTING = ("journal", "news", "audit", "game")
"""The tables that are never pruned."""
DAY, MONTH = 86_400, 30
"""Seconds of a day, and days of play used for the forecast."""
LISTED = 20
"""Maximum number of readers with late messages that are named."""
REASONS = 5
"""Maximum number of reasons shown for messages that wait or are lost."""

OUTSIDE = ("Discord", "mail")
"""Services that `doctor` has an option for."""
SECRETS = " (or is that known to the service alone, as with systemd and /etc/meanwhile/secrets?)"
NOT_READ = "cannot be read"
OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""Permission bits for users other than the owner."""


@click.command("doctor")
@click.option(
    "--discord",
    is_flag=True,
    help="Check Discord instead: token, intents, rights, clock, invite link.",
)
@click.option(
    "--mail", is_flag=True, help="Check the mail account instead: connections, addresses, verdicts."
)
@database_option
def doctor_command(*, db: Path, discord: bool, mail: bool) -> None:
    """Check a database.

    Checks the file, the chain, dice and replay of every game, pending messages, disk, clock and
    settings. You can run it while `meanwhile serve` runs. It repairs nothing.
    """
    if discord:
        look_at_discord(db)
    if mail:
        look_at_mail(db)
    if discord or mail:
        return
    here = Path(bot.__file__).parent.parent
    click.echo(f"Meanwhile {version('meanwhile')}, Python {platform.python_version()}, in {here}")
    for line in about_settings(current(), settings_file()):
        click.echo(line)
    if not stores.is_there(db):
        raise UserError(
            f"{db}: there is no such database; `meanwhile new GAME` makes one, and `meanwhile"
            " serve` does; of a restored one, name the place with --db, or as `db` in the settings"
        )
    with stored.looked_at(db) as store:
        faults = list(dict.fromkeys(read_through(store, db)))
    tell(str(db), (), faults)


def read_through(store: Store, db: Path) -> Iterator[str]:
    for say in (
        about_database(store, db),
        about_size(store, int(time.time())),
        about_delivery(store),
        about_machine(store, db),
    ):
        yield from as_far_as_readable("the file", printed(say))
    yield from disk_faults(db)
    for look in (clock_faults, late_faults, service_faults):
        yield from as_far_as_readable("the file", look(store))
    damage = list(as_far_as_readable("the file", store.faults()))
    yield from damage
    whole, lost = list[str](), list[str]()
    for id in watched(store.ids(), "games"):
        faults = list(as_far_as_readable(f"game {id}", game_faults(store, id)))
        (lost if any(NOT_READ in fault for fault in faults) else whole).append(id)
        yield from faults
    if damage or lost:
        click.echo(
            f"games that can still be read: {', '.join(whole) or 'none'}; that cannot:"
            f" {', '.join(lost) or 'none'}"
        )
        click.echo("to get them out, when nobody serves the file (keep it as it is):")
        click.echo(f"  {command()} export --all --output FOLDER --db {db}")
        click.echo(f"  {command()} import FOLDER --with-players --db NEW")
        click.echo("or go on with a backup: docs/operations.md says how")


def printed(lines: Iterable[str]) -> Iterator[str]:
    """Print the lines. It yields nothing, but has the form of a check."""
    for line in lines:
        click.echo(line)
    yield from ()


def as_far_as_readable(what: str, faults: Iterable[str]) -> Iterator[str]:
    try:
        yield from faults
    except (StoreError, msgspec.DecodeError) as error:
        yield f"{what}: {NOT_READ}: {error}"


def about_settings(config: Config, file: Path | None) -> Iterator[str]:
    known = entries(config)
    doors = [entry.title for entry in known if entry.told(config) is not None]
    yield (
        f"settings: {file or 'the defaults'}; `{command()} serve` has"
        f" {' and '.join(doors) or 'nothing'} to serve"
    )
    yield from lacking(config)
    noted = "standard error" if config.log == ERROR_OUTPUT else config.log
    yield f"files: the database {config.db}, the log {noted}, pictures in {config.pictures}"
    secrets = [secret for entry in known for secret in entry.secrets(config)]
    if file is not None and any(secrets) and others_may(file):
        yield f"{file} holds passwords, and others of this machine can read it: chmod 600 {file}"
    if doors and config.log != ERROR_OUTPUT and not Path(config.log).absolute().parent.is_dir():
        yield f"log = {config.log!r}: there is no such folder, so nothing will be noted"


def lacking(config: Config) -> Iterator[str]:
    """Yield a warning if `meanwhile serve` would miss settings when started from here."""
    try:
        if config.mail.address:
            maildoor.servers(config.mail, maildoor.RefreshToken("", config.mail))
    except UserError as problem:
        yield f"  begun from here it would not begin: {problem}{SECRETS}"


def others_may(file: Path) -> bool:
    return bool(file.stat().st_mode & OTHERS)


def about_database(store: Store, db: Path) -> Iterator[str]:
    if db.is_file() and others_may(db):
        yield (
            f"others of this machine can read {db}, the secrets of running games included: chmod"
            f" 600 {db}*"
        )
    games, running = counts.game_counts(store)
    many = "game" if games == 1 else "games"
    yield f"{db}: {games} {many}, {running} running; {store.size():,} bytes"
    memory = channels.Memory()
    memory.read(store)
    if (shown := len([*memory.running()])) and not found_token(current()):
        yield (
            f"  {shown} of them are played at Discord, and there is no bot token here: set {TOKEN}"
            f"{SECRETS}"
        )


def about_size(store: Store, now: int) -> Iterator[str]:
    """Yield the size of each table, and a year's growth of those that are never pruned."""
    weights = [one for one in store.weights() if one.rows]
    for one in weights:
        about = "about " if one.estimated else ""
        yield f"  {one.table}: {one.rows:,} rows, {about}{one.bytes:,} bytes"
    free = store.free()
    if free:
        yield f"  free, to be used again: {free:,} bytes"
    lasting = sum(one.bytes for one in weights if one.table in LASTING)
    orders, told = counts.told_after(store, now - MONTH * DAY), counts.told_after(store, -1)
    if orders:
        year = orders * 365 // MONTH * lasting // told
        yield (
            f"  {orders:,} orders and ticks in the last {MONTH} days: at that rate a year brings"
            f" {year / 2**20:,.1f} MiB that stay; all else is removed by its age ([keep] in the"
            " settings)"
        )


def about_delivery(store: Store) -> Iterator[str]:
    waiting, lost = counts.waiting(store), counts.lost(store)
    waits, dead = (sum(some.count for some in kind) for kind in (waiting, lost))
    yield f"delivery: {waits} readers wait, {dead} messages could not be delivered"
    for kind, what in ((waiting, "wait"), (lost, "are lost")):
        for some in [some for some in kind if some.why][:REASONS]:
            yield f"  {some.count} by {some.door} {what}: {some.why}"


def late_faults(store: Store) -> Iterator[str]:
    now = int(time.time())
    late = counts.late(store, now - delivery.LATE + 1)
    for one in late[:LISTED]:
        yield (
            f"delivery: {one.door} has failed to deliver news of game {one.game or '-'} to"
            f" {one.sender} for {(now - one.since) // 60} minutes: {one.why}; it is tried for two"
            " weeks, then it counts as lost"
        )
    if len(late) > LISTED:
        yield f"delivery: {len(late) - LISTED} more readers wait as long"


def about_machine(store: Store, db: Path) -> Iterator[str]:
    yield f"disk: {free_at(db) / 2**30:.1f} GiB free"
    yield store.engine()
    holders = store.holders()
    for part, who in holders.items():
        yield f"  {part}: served by {who}"
    if not holders:
        yield "  nobody serves it at the moment"


def free_at(db: Path) -> int:
    return shutil.disk_usage(db.absolute().parent).free


def disk_faults(db: Path) -> Iterator[str]:
    free = free_at(db)
    if free < LITTLE_ROOM:
        soon = (
            "make room, or nothing can be written soon"
            if free >= NO_ROOM
            else "nothing can be written, and players read that their orders could not be saved;"
            " make room, and all goes on by itself"
        )
        yield f"disk: {free / 2**20:.0f} MiB free beside {db}: {soon}"


def clock_faults(store: Store) -> Iterator[str]:
    """Yield a fault if the clock is behind the latest event, which makes deadlines wait."""
    last = counts.last_told(store)
    if last is not None and last > time.time() + DRIFT:
        then = time.strftime("%Y-%m-%d %H:%M", time.gmtime(last))
        yield (
            f"clock: something has happened at {then} UTC, which is still to come: set the clock of"
            " this machine; if it is right now, and was wrong then, deadlines wait until that time,"
            " or go on with a backup of before"
        )


def service_faults(store: Store) -> Iterator[str]:
    for name, (since, why) in sorted(ailing(store).items()):
        then = time.strftime("%Y-%m-%d %H:%M", time.gmtime(since))
        looks = f"; `{command()} doctor --{name.casefold()}` looks at it" if name in OUTSIDE else ""
        yield (
            f"{name}: out of order since {then} UTC, as `meanwhile serve` has seen it last:"
            f" {why}{looks}"
        )


def game_faults(store: Store, id: str) -> Iterator[str]:
    """Yield the faults of one game: hash chain, dice, replay, snapshot."""
    try:
        row = stored.row_of(store, id)
        found, lost = exported(store, row)
        if lost:
            yield f"game {id}: {lost}"
        yield from (f"game {id}: {fault}" for fault in record.verify(found).faults)
        table, chain = record.rebuilt(found)
        if open_game.table_of(row).state.update is None:  # stored by version 0.1.0
            table.state.update = None
    except Newer as error:
        yield f"game {id}: {error} ({error.found})"
        return
    except (Damaged, UnknownGame) as error:
        yield f"game {id}: {error}"
        return
    if table.save() != row.state or chain != row.hash:
        yield f"game {id}: the snapshot is not what the journal makes"


def look_at_discord(db: Path) -> None:
    """Check Discord and print the result. Raises ``UserError`` if it isn't ready."""
    token, memory = found_token(current()), channels.Memory()
    if not token:
        raise UserError(
            f"there is no bot token: set {TOKEN} in the environment, or `token` under [discord] in"
            " config.toml; docs/discord.md says where to get one"
        )
    if stores.is_there(db):
        with stored.looked_at(db) as store:
            memory.read(store)
    found = asyncio.run(doctor.examine(token, memory))
    tell("Discord", found.good, found.faults)


def look_at_mail(db: Path) -> None:
    found = maildoor.look_at_mail(current().mail, db)
    tell("mail", found.good, found.faults)


def tell(what: str, good: Iterable[str], faults: Sequence[str]) -> None:
    for line in (*good, *(f"  {fault}" for fault in faults)):
        click.echo(line)
    if faults:
        many = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        raise UserError(f"{what}: {many}, listed above")
    click.echo("all is well")
