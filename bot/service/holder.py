"""One of several machines that may serve a database: it waits until nobody else does, and ends as
soon as another one has taken over.
"""

import asyncio
import logging
import os
import time
from pathlib import Path

import click

from bot import stores
from bot.service.supervisor import Service
from engine.errors import InUse, StoreError
from engine.referee.writer import Writer

log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds between two looks."""
OVERTAKEN = 75
"""The code with which a process ends that was overtaken: begun again, it stands by."""


def stand_by(db: Path) -> None:
    """Wait as long as another process has a database that is on a server; once it stands by, it
    also waits for a server that does not answer. Raises ``StoreError``.
    """
    waits = False
    while stores.elsewhere.get(db):
        try:
            stores.opened(db).close()
            return
        except StoreError as error:
            if not waits and not isinstance(error, InUse):
                raise
            if not waits:
                click.echo(f"standing by: another process serves {db}; stop with Ctrl-C")
            waits = True
            time.sleep(LOOK)


class HolderService(Service):
    """Looks whether this process is still the one that serves."""

    name = "holder"

    def __init__(self) -> None:
        self.writer: Writer | None = None

    def opened(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        assert self.writer is not None
        while self.writer.hold() != "lost":
            await asyncio.sleep(LOOK)
        log.critical("another process serves the database now; this one ends")
        # Whatever is not stored is not its own any more: it ends as if it were killed.
        os._exit(OVERTAKEN)

    def ails(self) -> str:
        """Return that it is not known whether another process has taken over, if so."""
        unsure = self.writer is not None and self.writer.hold() != "firm"
        return "the database does not answer, so nobody is told anything" if unsure else ""
