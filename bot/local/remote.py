"""Runs operator commands in the process that has the database: this one, or the server.

They are stored and announced like messages.
"""

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from bot import sockets, stores
from bot.local import wire
from engine.errors import InUse, UserError
from engine.referee.referee import Referee
from engine.store.store import Store

RemoteCommand = Callable[..., Iterable[str]]
"""An operator command: it gets a batch and plain data, and yields lines to print.

It raises ``UserError`` without having changed anything. All are in
``bot.cli_commands.remote_commands``.
"""


def done(db: Path, remote_command: RemoteCommand, **facts: Any) -> list[str]:
    """Run an operator command wherever the database is, and return its lines.

    Messages wait in the database until it is served. Raises ``UserError`` if the command fails,
    ``StoreError`` if the database can't be used.
    """
    try:
        with stores.opened(db) as store:
            return here(store, remote_command, **facts)
    except InUse:
        return there(db, remote_command, **facts)


def tell_done(db: Path, remote_command: RemoteCommand, **facts: Any) -> None:
    """Run an operator command wherever the database is, and print its lines."""
    for line in done(db, remote_command, **facts):
        click.echo(line)


def here(store: Store, remote_command: RemoteCommand, **facts: Any) -> list[str]:
    """Run an operator command in this process. Raises ``UserError`` if it fails."""
    acts = [lambda batch: list(remote_command(batch, **facts))]
    (answer,) = Referee(store, {}).take(acts, int(time.time())).answers
    if isinstance(answer, Exception):
        raise answer
    found: list[str] = answer
    return found


def there(db: Path, remote_command: RemoteCommand, **facts: Any) -> list[str]:
    """Let the serving process run a command. Raises ``UserError`` if it fails."""
    connection = sockets.connected(sockets.path_of(db))
    if connection is None:
        raise UserError(
            f"{db} is open in a program that cannot do this, such as `meanwhile play`; quit that"
            " one first, or let `meanwhile serve` have the database"
        )
    why, line = "", b""
    with connection, connection.makefile("rb") as lines:
        try:
            connection.sendall(wire.line(wire.RunRequest(remote_command.__name__, facts)))
            line = lines.readline()
        except OSError as error:
            why = f" ({error})"
    if not line:
        raise UserError(
            f"{db}: the server broke the connection{why}; check whether it was done, and try again"
        )
    answer = wire.reply(line)
    if isinstance(answer, wire.ErrorReply):
        raise UserError(answer.text)
    assert isinstance(answer, wire.DoneReply)
    return list(answer.lines)
