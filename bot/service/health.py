"""The health of the program, for watchdogs (`/healthz`) and monitoring (`/metrics`).

It listens on this machine only. Players may be able to read these numbers, so they contain only
public facts: they count no mails, journal entries or messages.
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
from bot.web import served
from engine.errors import NotStored, StoreError
from engine.referee.writer import Writer
from engine.store import counts

log = logging.getLogger(__name__)

PATIENCE = 5.0
"""Seconds in which the referee must be able to begin a job."""

Facts = dict[str, str]
"""The labels of a number."""


class HealthService(Service):
    """Answers at a port of this machine. ``services`` are those it watches."""

    name = "health"

    def __init__(self, db: Path, port: int, services: Sequence[Service]):
        self.db, self.port, self.services = db, port, services
        self.begun = time.time()
        self.writer: Writer

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        app = web.Application()
        app.router.add_get("/healthz", self.healthz)
        app.router.add_get("/metrics", self.metrics)
        async with served(app, f"[health] port = {self.port}", self.port) as self.port:
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
        lines = [
            line
            for name, what, rows in [*self.own(), *stored]
            for line in metric_lines(name, what, rows)
        ]
        await self.writer.hold_back(arrived)
        return web.Response(
            text="\n".join([*lines, ""]), headers={"Content-Type": "text/plain; version=0.0.4"}
        )

    def own(self) -> Iterator["Family"]:
        yield "news_total", "counter", [({}, self.writer.published)]
        yield "uptime_seconds", "gauge", [({}, int(time.time() - self.begun))]
        yield (
            "service_restarts_total",
            "counter",
            [({"service": s.name}, s.failures) for s in self.services],
        )
        sharing = self.writer.sharing
        if sharing is not None:
            held = [({"part": part}, int(sharing.mine[part].is_set())) for part in sharing.parts]
            yield "part_held", "gauge", held
        ailing = [({"service": s.name}, int(bool(s.wrong))) for s in self.services]
        yield "service_ailing", "gauge", ailing


Family = tuple[str, str, list[tuple[Facts, int]]]
"""Numbers of one kind: name, ``gauge`` or ``counter``, and each value with its labels."""


def numbers_of(db: Path) -> Iterator[Family]:
    with stores.opened(db, reading=True) as store:
        tally = counts.tally(store)
    for name, what, label, numbers in (
        ("games_total", "counter", "kind", tally.games),
        ("games_running", "gauge", "kind", tally.running),
    ):
        yield name, what, [({label: value}, count) for value, count in numbers.items()]
    due = tally.next_due
    overdue = max(0, int(time.time()) - due) if due is not None else 0
    yield "overdue_seconds", "gauge", [({}, overdue)]


def metric_lines(name: str, what: str, rows: list[tuple[Facts, int]]) -> Iterator[str]:
    yield f"# TYPE meanwhile_{name} {what}"
    for labels, number in rows:
        said = ",".join(f'{label}="{value}"' for label, value in labels.items())
        yield f"meanwhile_{name}{{{said}}} {number}" if said else f"meanwhile_{name} {number}"
