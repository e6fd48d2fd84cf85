"""Opens a database with its one writer and its doors."""

import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot import sockets, stores
from engine.errors import InUse
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.writer import Writer
from engine.store.rows import Parts
from engine.store.store import Store

PATIENCE, BETWEEN = 20.0, 0.05
"""Seconds to wait for a database in use by another command, and between two attempts."""


def when_free(path: Path) -> Store:
    """Open a database once a short command, such as `doctor` or `backup`, has released it. Raises
    ``InUse`` if it is served or stays in use, and ``StoreError`` if it can't be opened.
    """
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return stores.opened(path)
        except InUse:
            if is_served(path) or time.monotonic() > until:
                raise
        time.sleep(BETWEEN)


def is_served(path: Path) -> bool:
    connection = sockets.connected(sockets.path_of(path))
    if connection is not None:
        connection.close()
    return connection is not None


@asynccontextmanager
async def open_writer(
    path: Path,
    doors: Doors,
    clock: Clock | None = None,
    before: Callable[[Writer], None] = lambda _: None,
    parts: Parts | None = None,
    *,
    patient: bool = False,
) -> AsyncIterator[Writer]:
    """Open the database at ``path`` and work until the block ends.

    ``before`` is called before anything has happened. ``parts`` are those that this process asks
    for, if several share the database; ``None`` means that it works alone. With ``patient``, it
    waits for commands that only look. Raises ``StoreError`` if the database can't be opened.
    """
    with when_free(path) if patient else stores.opened(path) as store:
        writer = Writer(store, doors, clock or Clock(), parts)
        before(writer)
        try:
            await writer.start()
            yield writer
        finally:
            await writer.stop()
