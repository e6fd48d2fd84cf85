"""Keeps the pages' folder up to date while `meanwhile serve` runs, and shows it on loopback."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from aiohttp import web

from bot import stores
from bot.pages.site import Site
from bot.service.supervisor import Histogram, Service
from bot.web import LOOPBACK, served
from engine.store.store import Store

T = TypeVar("T")

log = logging.getLogger(__name__)

EVERY = 5
"""Seconds between two looks, which are at multiples of it whatever has happened."""
REST = 0.02
"""Seconds of rest after each part, in which the referee works undisturbed."""


DELAYS = 5, 10, 20, 30, 60, 300
"""Bounds of the times from public news to a page, in seconds."""


class Stopped(Exception):
    """Raised in the middle of a replay if the program ends."""


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
        self.delays = {"page_delay_seconds": Histogram(*DELAYS)}

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
            self.first_look(store)
            with suppress(Stopped):
                for _ in self.site.replays(store, int(self.clock()), partial(self.between, store)):
                    self.first_look(store)

    def first_look(self, store: Store) -> None:
        now, begun = int(self.clock()), bool(self.site.stamps)
        for part in self.site.look(store, now):
            if not self.working:
                return
            if begun and (game := self.site.games.get(part.removeprefix("games/"))):
                self.delays["page_delay_seconds"].observe(max(0, now - game.at))
            time.sleep(REST)

    def between(self, store: Store, steps: Iterable[T]) -> Iterator[T]:
        """Pass on the steps of a replay. New games and orders need not wait for its end."""
        looked = time.monotonic()
        for step in steps:
            if not self.working:
                raise Stopped
            if time.monotonic() - looked > EVERY:
                self.first_look(store)
                looked = time.monotonic()
            time.sleep(REST)
            yield step

    async def last_call(self) -> None:
        self.working = False

    async def close(self) -> None:
        self.working = False
