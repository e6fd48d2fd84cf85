"""A database, its one writer, and the doors that are open."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot import stores
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.writer import Writer


@asynccontextmanager
async def open_writer(
    path: Path,
    doors: Doors,
    clock: Clock | None = None,
    before: Callable[[Writer], None] = lambda _: None,
) -> AsyncIterator[Writer]:
    """Open the database at ``path`` and work until the block ends. ``before`` is called when
    nothing has happened yet. Raises ``StoreError``.
    """
    with stores.opened(path) as store:
        store.keep()
        writer = Writer(store, doors, clock or Clock())
        before(writer)
        await writer.start()
        try:
            yield writer
        finally:
            await writer.stop()
