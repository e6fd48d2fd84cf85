"""A database, its one writer, and the doors that are open."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from bot import stores
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.writer import Writer
from engine.store.contract import Parts


@asynccontextmanager
async def open_writer(
    path: Path,
    doors: Doors,
    clock: Clock | None = None,
    before: Callable[[Writer], None] = lambda _: None,
    parts: Parts | None = None,
) -> AsyncIterator[Writer]:
    """Open the database at ``path`` and work until the block ends. ``before`` is called when
    nothing has happened yet. ``parts``: what this process asks for, where others may work on the
    database too; ``None``: it works alone. Raises ``StoreError``.
    """
    with stores.opened(path) as store:
        writer = Writer(store, doors, clock or Clock(), parts)
        before(writer)
        try:
            await writer.start()
            yield writer
        finally:
            await writer.stop()
