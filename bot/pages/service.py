"""Keeps the pages' folder up to date while `meanwhile serve` runs, and shows it on loopback."""

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from bot import stores
from bot.pages.site import Site
from bot.service.supervisor import Service
from bot.web import LOOPBACK, served

log = logging.getLogger(__name__)

EVERY = 5
"""Seconds between two looks, which are at multiples of it whatever has happened."""
REST = 0.02
"""Seconds of rest after each part, in which the referee works undisturbed."""


class PagesService(Service):
    """Writes the pages of a folder, part after part, in another thread.

    With ``port``, it also shows them on this machine.
    """

    name = "pages"

    def __init__(
        self,
        db: Path,
        site: Site,
        port: int | None = None,
        clock: Callable[[], float] = time.time,
        say: Callable[[str], None] = log.info,
    ):
        self.db, self.site, self.port, self.clock, self.say = db, site, port, clock, say
        self.working = True

    async def run(self) -> None:
        if self.port is None:
            await self.keep()
            return
        self.site.folder.mkdir(parents=True, exist_ok=True)
        app = web.Application()
        app.router.add_get("/", self.first)
        app.router.add_static("/", self.site.folder)
        async with served(app, f"--pages {self.port}", self.port) as self.port:
            self.say(f"pages: http://{LOOPBACK}:{self.port}/")
            await self.keep()

    async def first(self, _request: web.Request) -> web.StreamResponse:
        raise web.HTTPFound("/index.html")

    async def keep(self) -> None:
        while True:
            await asyncio.to_thread(self.look)
            now = self.clock()
            await asyncio.sleep(EVERY - now % EVERY)

    def look(self) -> None:
        with stores.opened(self.db, reading=True) as store:
            for part in self.site.look(store, int(self.clock())):
                # The other replays wait for the next look, so that new games need not.
                if not self.working or part.endswith("replay.html"):
                    return
                time.sleep(REST)

    async def last_call(self) -> None:
        self.working = False

    async def close(self) -> None:
        self.working = False
