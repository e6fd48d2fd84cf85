"""The health of the program, for watchdogs (`/healthz`) and monitoring (`/metrics`).

It listens on this machine only, unless the settings name another host. Players may be able to read
these numbers, so they contain only public facts: they count no mails, journal entries or messages.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from aiohttp import web

from bot import stores
from bot.service.supervisor import Service
from bot.web import LOOPBACK, served
from engine.errors import NotStored, StoreError
from engine.referee.writer import Writer
from engine.store import counts

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds in which the referee must be able to begin a job."""

HELP = {
    "news_total": "Public news and messages since the start.",
    "games_total": "Games.",
    "games_running": "Games that have not ended.",
    "overdue_seconds": "Time since the oldest deadline that is still to be enforced.",
    "part_held": "1 if this process owns the part.",
    "service_ailing": "1 if the service has a problem.",
    "service_restarts_total": "Restarts of the service.",
    "uptime_seconds": "Age of the process.",
    "page_delay_seconds": "Time from public news to the game's page.",
}

Sample = tuple[str, float]
"""The end of a number's name with its labels, and the number."""
Family = tuple[str, str, Sequence[Sample]]
"""Numbers of one kind: name, ``gauge``, ``counter`` or ``histogram``, and the numbers."""


class HealthService(Service):
    """Answers at a port of this machine. ``services`` are those it watches."""

    name = "health"

    def __init__(self, db: Path, port: int, services: Sequence[Service], host: str = LOOPBACK):
        self.db, self.port, self.services, self.host = db, port, services, host
        self.begun = time.time()
        self.writer: Writer

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        app = web.Application()
        app.router.add_get("/healthz", self.healthz)
        app.router.add_get("/metrics", self.metrics)
        where = f"[health] port = {self.port}"
        async with served(app, where, self.port, host=self.host) as self.port:
            await asyncio.Event().wait()

    # ---- /healthz

    async def healthz(self, _request: web.Request) -> web.Response:
        """Answer 200 if all is well, otherwise 503 with the faults."""
        arrived = self.writer.clock.steady()
        wrong = {one.name: said for one in self.services if (said := one.wrong)}
        if said := await self.referee():
            wrong["referee"] = said
        await self.writer.hold_back(arrived)
        status, parts = "ailing" if wrong else "well", {}
        with contextlib.suppress(NotStored):
            parts = await self.writer.run(lambda batch: batch.store.holders())
        # the parts of each process
        held = {"parts": parts} if parts else {}
        return web.json_response({"status": status, **wrong, **held}, status=503 if wrong else 200)

    async def referee(self) -> str:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.writer.run(lambda _: None)
        except TimeoutError:
            return f"has not taken anything up for {PATIENCE:.0f} seconds"
        except NotStored as error:
            return f"cannot write: {error}"
        return ""

    # ---- /metrics

    async def metrics(self, _request: web.Request) -> web.Response:
        arrived = self.writer.clock.steady()
        try:
            stored = await asyncio.to_thread(lambda: list(numbers_of(self.db)))
        except StoreError as error:
            log.warning("the numbers of the database cannot be read: %s", error)
            stored = []
        lines = [line for family in [*self.own(), *stored] for line in metric_lines(*family)]
        await self.writer.hold_back(arrived)
        return web.Response(
            text="\n".join([*lines, ""]), headers={"Content-Type": "text/plain; version=0.0.4"}
        )

    def own(self) -> Iterator[Family]:
        yield "news_total", "counter", [("", self.writer.published)]
        yield "uptime_seconds", "gauge", [("", int(time.time() - self.begun))]
        restarts = [(labelled("service", s.name), s.failures) for s in self.services]
        yield "service_restarts_total", "counter", restarts
        sharing = self.writer.sharing
        if sharing is not None:
            held = [
                (labelled("part", one), int(sharing.mine[one].is_set())) for one in sharing.parts
            ]
            yield "part_held", "gauge", held
        ailing = [(labelled("service", s.name), int(bool(s.wrong))) for s in self.services]
        yield "service_ailing", "gauge", ailing
        for service in self.services:
            yield from ((name, "histogram", one.samples()) for name, one in service.delays.items())


def numbers_of(db: Path) -> Iterator[Family]:
    with stores.opened(db, reading=True) as store:
        tally = counts.tally(store)
    for name, what, numbers in (
        ("games_total", "counter", tally.games),
        ("games_running", "gauge", tally.running),
    ):
        yield name, what, [(labelled("kind", kind), count) for kind, count in numbers.items()]
    due = tally.next_due
    overdue = max(0, int(time.time()) - due) if due is not None else 0
    yield "overdue_seconds", "gauge", [("", overdue)]


def labelled(label: str, value: str) -> str:
    return f'{{{label}="{value}"}}'


def metric_lines(name: str, what: str, samples: Sequence[Sample]) -> Iterator[str]:
    yield f"# HELP meanwhile_{name} {HELP[name]}"
    yield f"# TYPE meanwhile_{name} {what}"
    for rest, number in samples:
        yield f"meanwhile_{name}{rest} {number}"
