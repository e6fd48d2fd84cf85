"""The supervisor of `meanwhile serve`: runs doors and other services, and ends them in order."""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Literal

from bot.service.app import open_writer
from engine.errors import TryLater, UserError
from engine.referee.accounts import Account
from engine.referee.clock import Clock
from engine.referee.doors import Door
from engine.referee.shares import Shares
from engine.referee.writer import Writer
from engine.store.rows import CLOCK

log = logging.getLogger(__name__)

Fate = Literal["tried again", "ended"]
Say = Callable[[str, str, Fate], None]
"""A function that shows the operator a failing service, the reason, and its fate."""


def say_nothing(_name: str, _why: str, _fate: Fate) -> None:
    pass


BACK_OFF = (1.0, 300.0)
"""First and longest delay before a service is restarted, in seconds. The delay doubles."""
LONGEST = 200
"""Maximum characters of a reason on the screen."""
CALM = 60.0
"""Seconds after which a service counts as running well.

Its next delay is short again, and its failure no longer stops the others.
"""


class Histogram:
    """How many durations were up to each bound, in seconds."""

    def __init__(self, *bounds: float):
        self.counts = dict.fromkeys((*bounds, inf), 0)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        self.sum += seconds
        for bound in self.counts:
            self.counts[bound] += seconds <= bound

    def samples(self) -> list[tuple[str, float]]:
        """Return the end of each number's name in Prometheus's format, and the number."""
        bounds = {bound: "+Inf" if bound == inf else f"{bound:g}" for bound in self.counts}
        found = [(f'_bucket{{le="{bounds[one]}"}}', n) for one, n in self.counts.items()]
        return [*found, ("_sum", self.sum), ("_count", self.counts[inf])]


class Service:
    """A background task next to the referee, until the program ends. Override methods as needed.

    The order is ``on_open``, then ``run``, which is restarted if it ends or fails. At the end come
    ``last_call``, the end of the referee, the end of ``run``, and ``close``. The supervisor counts
    restarts in ``failures``, and sets ``ended`` to the reason if there will be none.
    """

    name = ""
    failures = 0
    ended = ""
    stands_by = False
    delays: Mapping[str, Histogram] = {}
    """Histograms for `/metrics` by name. They depend on public facts only."""

    def complain(self, why: str, part: str = "") -> None:
        """Tell the operator why the service or a part of it fails and is retried. An empty reason
        means that it works. The supervisor reports a failure once, until it works again.
        """

    @property
    def doors(self) -> Mapping[str, Door]:
        return {}

    @property
    def part(self) -> str:
        """The part this process must own first, if several share the database."""
        return next(iter(self.doors), "")

    def on_open(self, writer: Writer) -> None:
        """Receive the writer: the referee is about to start, and nothing has happened yet."""

    async def run(self) -> None:
        """Work forever. Raises ``UserError`` if a restart can't help, ``TryLater`` or anything else
        to be restarted.
        """

    async def ready(self) -> None:
        """Return once people can reach the service, or at once if nobody needs to."""

    def ails(self) -> str:
        """Return the present fault, or an empty string."""
        return ""

    @property
    def wrong(self) -> str:
        """The reason why the service ended, or its current fault unless it stands by."""
        return self.ended or ("" if self.stands_by else self.ails())

    async def last_call(self) -> None:
        """Finish running work and accept no more: the referee is about to end."""

    async def close(self) -> None:
        """Release all resources, after the referee and ``run`` have ended."""


class Supervisor:
    def __init__(
        self,
        services: Sequence[Service],
        back_off: tuple[float, float] = BACK_OFF,
        say: Say = say_nothing,
    ):
        self.services, self.back_off, self.say = services, back_off, say
        self.writer: Writer | None = None
        self.complained = set[str]()
        for service in services:
            service.complain = partial(self.complain, service.name)  # type: ignore[method-assign]  # its only other end

    def complain(self, service: str, why: str, part: str = "") -> None:
        """Report once that a service fails; an empty reason means that it works."""
        name = f"{service} ({part})" if part else service
        if why and name not in self.complained:
            self.say(name, " ".join(why.split())[:LONGEST].rstrip("."), "tried again")
        (self.complained.add if why else self.complained.discard)(name)

    async def keep(self, service: Service) -> None:
        """Run a service again and again. Raises ``UserError`` if it can't run at all."""
        if service.part and self.writer is not None and self.writer.sharing is not None:
            service.stands_by = True
            await self.writer.sharing.has(service.part)
            service.stands_by = False
        loop = asyncio.get_running_loop()
        first, wait = loop.time(), self.back_off[0]
        while True:
            begun = loop.time()
            try:
                await service.run()
                why = "it has ended"
                log.warning("%s has ended and is begun again", service.name)
            except UserError as problem:
                log.error("%s cannot go on: %s", service.name, problem)
                service.ended = str(problem)
                if loop.time() - first < CALM or all(one.ended for one in self.services):
                    raise
                self.say(service.name, str(problem), "ended")
                return
            except TryLater as error:
                why = str(error)
                log.warning("%s has ended and is begun again: %s", service.name, error)
            except Exception as error:
                why = f"{type(error).__name__}: {error}"
                log.exception("%s has failed and is begun again", service.name)
            service.failures += 1
            if loop.time() - begun > CALM:
                wait = self.back_off[0]
                service.complain("")
            service.complain(why)
            await asyncio.sleep(wait * random.uniform(0.5, 1))
            wait = min(2 * wait, self.back_off[1])

    async def run(self, stopping: asyncio.Event) -> list["asyncio.Task[None]"]:
        """Start all services, and wait until ``stopping`` is set or one of them can't run at all.
        Returns the tasks, which continue.
        """
        tasks = [
            asyncio.create_task(self.keep(service), name=service.name) for service in self.services
        ]
        told = asyncio.create_task(stopping.wait())
        try:
            waiting: set[asyncio.Task[object]] = {told, *tasks}
            while not told.done() and waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                if any(task.exception() is not None for task in done):
                    break
        finally:
            told.cancel()
        return tasks


async def serve(
    path: Path,
    services: Sequence[Service],
    stopping: asyncio.Event,
    clock: Clock | None = None,
    back_off: tuple[float, float] = BACK_OFF,
    operators: Sequence[Account] = (),
    home: str = "",
    say: Say = say_nothing,
) -> None:
    """Work on the database at ``path`` until ``stopping`` is set.

    ``operators`` moderate all games, ``home`` is the address of the club's pages, and ``say``
    reports failures. Running work is finished: first the referee's, then the services'. Raises
    ``UserError`` if a service can't run, ``StoreError`` if the database can't be used.
    """
    supervisor = Supervisor(services, back_off, say)
    doors = {name: door for service in services for name, door in service.doors.items()}
    parts = {one.part: [*one.doors] or [CLOCK] for one in services if one.part}

    def on_open(writer: Writer) -> None:
        writer.shares = Shares()
        for service in services:
            service.on_open(writer)

    tasks: list[asyncio.Task[None]] = []
    try:
        async with open_writer(path, doors, clock, on_open, parts, patient=True) as writer:
            supervisor.writer = writer
            await writer.run(lambda batch: batch.accounts.operate(operators))
            await writer.run(lambda batch: batch.accounts.publish_at(home))
            tasks = await supervisor.run(stopping)
            for service in services:
                await service.last_call()
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
        for service in services:
            with contextlib.suppress(OSError):
                await service.close()
    for end in ends:
        if isinstance(end, Exception):
            raise end
