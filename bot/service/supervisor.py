"""What `meanwhile serve` keeps running: doors and other services under one
supervisor, and an orderly end.
"""

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from bot.service.app import open_writer
from engine.errors import TryLater, UserError
from engine.referee.clock import Clock
from engine.referee.doors import Door
from engine.referee.register import Contact
from engine.referee.writer import Writer
from engine.store.rows import CLOCK

log = logging.getLogger(__name__)

Fate = Literal["tried again", "ended"]
Say = Callable[[str, str, Fate], None]
"""Shows the operator which service does not work, why, and what happens to it now."""


def say_nothing(_name: str, _why: str, _fate: Fate) -> None:
    """Show nothing."""


BACK_OFF = (1.0, 300.0)
"""Seconds before a service is begun again that has ended, at first and at the
most; the wait doubles in between.
"""
LONGEST = 200
"""Characters of a reason that are shown on the screen."""
CALM = 60.0
"""Seconds after which a service counts as running well: its next wait is a short one, and what
stops it no longer stops the others.
"""


class Service:
    """Something that runs beside the referee until the program ends. Override what is needed.

    In this order: ``opened``, then ``run``, which is begun again when it ends or fails; at the
    end ``last_call``, the end of the referee, the end of ``run``, ``close``. The supervisor
    notes how often it was begun again, and why it will not be any more.
    """

    name = ""
    failures = 0
    ended = ""
    stands_by = False

    def complain(self, why: str, part: str = "") -> None:
        """Tell the operator why the service, or a part of it, does not work and is tried again;
        no reason: it works. The supervisor says so once, until it has worked.
        """

    @property
    def doors(self) -> Mapping[str, Door]:
        """The doors through which the referee tells people, by name."""
        return {}

    @property
    def part(self) -> str:
        """What must be this process's before it runs, where others work on the database too."""
        return next(iter(self.doors), "")

    def opened(self, writer: Writer) -> None:
        """Take up the writer: the referee is about to begin; nothing has happened yet."""

    async def run(self) -> None:
        """Work, for ever. Raises ``UserError`` for what trying again does not help, ``TryLater``
        or anything else to be begun again.
        """

    async def ready(self) -> None:
        """Return once people can reach it; at once where nobody has to."""

    def ails(self) -> str:
        """Return what is wrong just now; nothing if all is well."""
        return ""

    @property
    def wrong(self) -> str:
        """Why it will not be begun again, or what is wrong just now, unless it stands by."""
        return self.ended or ("" if self.stands_by else self.ails())

    async def last_call(self) -> None:
        """Finish what has begun and wait for nothing new: the referee is about to end."""

    async def close(self) -> None:
        """Release what is held: the referee has ended, and ``run`` has."""


class Supervisor:
    """Keeps services running."""

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
        """Say once that a service does not work; no reason: it works."""
        name = f"{service} ({part})" if part else service
        if why and name not in self.complained:
            self.say(name, " ".join(why.split())[:LONGEST].rstrip("."), "tried again")
        (self.complained.add if why else self.complained.discard)(name)

    async def keep(self, service: Service) -> None:
        """Run one, again and again. Raises ``UserError`` if it cannot be run at all."""
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
        """Begin all, and wait until ``stopping`` is set or one of them cannot be run at all. Return
        the tasks, which go on.
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
    operators: Sequence[Contact] = (),
    say: Say = say_nothing,
) -> None:
    """Work on the database at ``path`` until ``stopping`` is set; ``operators`` moderate all
    games, and ``say`` shows what does not work. What has begun is finished: first the referee,
    then the services. Raises ``UserError`` or ``StoreError``.
    """
    supervisor = Supervisor(services, back_off, say)
    doors = {name: door for service in services for name, door in service.doors.items()}
    parts = {one.part: [*one.doors] or [CLOCK] for one in services if one.part}

    def opened(writer: Writer) -> None:
        for service in services:
            service.opened(writer)

    tasks: list[asyncio.Task[None]] = []
    try:
        async with open_writer(path, doors, clock, opened, parts, patient=True) as writer:
            supervisor.writer = writer
            await writer.run(lambda batch: batch.register.operate(operators))
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
