"""One of several processes that share a database on a server.

It prints the parts that it and the others serve, and ends as soon as another one has taken over.
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
"""Seconds between two checks."""
AGAIN = 75
"""The exit status that asks for a restart.

Another process took over, or the database can't be reached.
"""


class HolderService(Service):
    """Watches which parts belong to this process, and which to another one."""

    name = "holder"

    def __init__(self) -> None:
        self.writer: Writer | None = None
        self.said = ""

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    def held(self) -> dict[str, str]:
        assert self.writer is not None
        assert self.writer.sharing is not None
        sharing = self.writer.sharing
        return {
            part: self.writer.referee.store.lease_state(next(iter(doors)))
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
        # Its unfinished messages belong to the other process now, so end as if killed.
        os._exit(AGAIN)

    def say(self, there: dict[str, str]) -> None:
        assert self.writer is not None
        assert self.writer.sharing is not None
        mine = self.held()
        others = [
            f"{part} ({there.get(part, 'nobody yet')})"
            for part, doors in self.writer.sharing.parts.items()
            if self.writer.referee.store.lease_state(next(iter(doors))) != "firm"
        ]
        said = f"serving {', '.join(mine) or 'nothing'}"
        said += f"; standing by for {', '.join(others)}" if others else ""
        if said != self.said:
            click.echo(f"{said}; stop with Ctrl-C")
        self.said = said

    def ails(self) -> str:
        """Report that another process may have taken over, if the database doesn't answer."""
        unsure = self.writer is not None and "unsure" in self.held().values()
        return "the database does not answer, so nobody is told anything" if unsure else ""
