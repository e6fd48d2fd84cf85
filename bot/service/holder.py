"""One of several processes that may work on a database on a server: it says what it serves and what
others do, and ends as soon as another one has taken over from it.
"""

import asyncio
import logging
import os

import click

from bot.service.supervisor import Service
from engine.errors import NotStored
from engine.referee.writer import Writer

log = logging.getLogger(__name__)

LOOK = 0.5
"""Seconds between two looks."""
AGAIN = 75
"""The code with which a process ends that is to be begun again: it was overtaken, or the server of
the database cannot be reached.
"""


class HolderService(Service):
    """Looks which parts are this process's, and which are another one's."""

    name = "holder"

    def __init__(self) -> None:
        self.writer: Writer | None = None
        self.said = ""

    def opened(self, writer: Writer) -> None:
        self.writer = writer

    def held(self) -> dict[str, str]:
        assert self.writer is not None
        assert self.writer.sharing is not None
        sharing = self.writer.sharing
        return {
            part: self.writer.referee.store.hold(next(iter(doors)))
            for part, doors in sharing.parts.items()
            if sharing.mine[part].is_set()
        }

    async def run(self) -> None:
        assert self.writer is not None
        while "lost" not in self.held().values():
            try:
                self.say(await self.writer.run(lambda batch: batch.store.holders()))
            except NotStored as error:
                log.warning("who serves what cannot be read now: %s", error)
            await asyncio.sleep(LOOK)
        log.critical("another process serves the database now; this one ends")
        # What it has begun to say at a door is not its own any more: it ends as if it were killed.
        os._exit(AGAIN)

    def say(self, there: dict[str, str]) -> None:
        """Say what is served here and elsewhere, when that changes."""
        assert self.writer is not None
        assert self.writer.sharing is not None
        mine = self.held()
        others = [
            f"{part} ({there.get(part, 'nobody yet')})"
            for part, doors in self.writer.sharing.parts.items()
            if self.writer.referee.store.hold(next(iter(doors))) != "firm"
        ]
        said = f"serving {', '.join(mine) or 'nothing'}"
        said += f"; standing by for {', '.join(others)}" if others else ""
        if said != self.said:
            click.echo(f"{said}; stop with Ctrl-C")
        self.said = said

    def ails(self) -> str:
        """Return that it is not known whether another process has taken over, if so."""
        unsure = self.writer is not None and "unsure" in self.held().values()
        return "the database does not answer, so nobody is told anything" if unsure else ""
