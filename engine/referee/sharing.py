"""One of several processes that work on one store: which parts are its, and what the others have
made known.
"""

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any, Protocol

from engine.errors import InUse, NotStored
from engine.referee import ledger
from engine.referee.batch import Batch
from engine.referee.clock import Clock
from engine.referee.delivery import Dispatcher
from engine.referee.doors import Door, Doors
from engine.referee.downtime import DOOR, NAME
from engine.referee.referee import Referee
from engine.referee.scheduler import Scheduler
from engine.store.rows import CLOCK, Hold, Parts

log = logging.getLogger(__name__)

LOOK = 0.25
"""Seconds between two looks at what other processes have done."""
SELDOM = 5.0
"""Seconds between two looks at what changes seldom: settings of readers, stored messages."""
FRESH = 15
"""Seconds after which it is noted again that the clock goes, at the latest."""


class Working(Protocol):
    """What it needs of the writer of its process. ``waiting`` are the letters that wait for a door
    that is behind.
    """

    referee: Referee
    dispatcher: Dispatcher
    scheduler: Scheduler
    clock: Clock
    waiting: list[Any]

    async def run(self, act: Callable[..., Any], /, *args: Any) -> Any:
        """Call ``act`` between two letters. Raises what it raises, or ``NotStored``."""

    async def read_on(self) -> None:
        """Play what waited for a door that has read on."""

    def hold(self, door: str) -> Hold:
        """Return whether people may be told by this door."""


class Sharing:
    """Takes up the parts that this process is given, and follows the others. ``parts``: what it
    asks for, each the doors that go together; ``None``: all there is, or nothing. ``mine`` are
    those that it has taken up. What one process has told, or played, another one finds in the
    store: a game in memory is good as long as its stamp is.
    """

    def __init__(self, writer: Working, doors: Doors, parts: Parts | None):
        self.writer, self.doors, self.needs_all = writer, doors, parts is None
        self.parts = {name: [name] for name in (*doors, CLOCK)} if parts is None else parts
        self.mine: dict[str, asyncio.Event] = {part: asyncio.Event() for part in self.parts}
        self.look = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.seldom = 0.0

    async def start(self) -> None:
        """Ask for the parts; return as soon as letters can be played: the clock goes, here or
        elsewhere, and has made good what time was lost. Raises ``InUse`` if another process has
        what this one needs.
        """
        store = self.writer.referee.store
        if self.needs_all and (there := store.holders()):
            raise InUse(f"the database is served by {next(iter(there.values()))}")
        self.writer.dispatcher.share()
        store.apply(self.parts)
        self.task = asyncio.create_task(self.follow())
        needed = self.parts if self.needs_all else ()
        while not all(self.mine[part].is_set() for part in needed) or not await self.clock_goes():
            await asyncio.sleep(LOOK / 5)

    async def clock_goes(self) -> bool:
        """Return whether any process plays what is due."""
        if (mine := self.mine.get(CLOCK)) is not None and mine.is_set():
            return True
        try:
            there, noted = await self.writer.run(clock_noted)
        except NotStored:
            return False
        return there and noted is not None and int(noted) > self.writer.clock.now() - FRESH

    async def stop(self) -> None:
        """Follow nobody any more."""
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    async def has(self, part: str) -> None:
        """Return once a part is this process's."""
        await self.mine[part].wait()

    async def follow(self) -> None:
        """Take up what this process is given, and what others have made known, for ever."""
        while True:
            try:
                for part, doors in self.parts.items():
                    if (
                        not self.mine[part].is_set()
                        and self.writer.hold(next(iter(doors))) == "firm"
                    ):
                        await self.take_up(part, doors)
                await self.catch_up()
            except NotStored as error:
                log.warning("what others have done cannot be read now: %s", error)
            except Exception:
                log.exception("what others have done could not be taken up")
            # Not ``wait_for``: on Python 3.11 it may swallow that this is cancelled.
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self.look.wait()
            self.look.clear()

    async def take_up(self, part: str, doors: Collection[str]) -> None:
        """Begin with a part. Raises ``NotStored``."""
        if part == CLOCK:
            await self.writer.scheduler.start()
            self.seldom = 0.0  # that is noted at once
        else:
            mine = {name: self.doors[name] for name in doors}
            for door in mine.values():
                await self.writer.run(remember, door)
            await self.writer.dispatcher.open(mine)
            await self.writer.run(Batch.note_doors)
        self.mine[part].set()

    async def catch_up(self) -> None:
        """Take up what others have made known. Raises ``NotStored``."""
        writer, now = self.writer, asyncio.get_running_loop().time()
        if await writer.dispatcher.catch_up():
            self.look.set()  # there may be more
        if now - self.seldom < SELDOM:
            return
        if CLOCK in self.parts and self.mine[CLOCK].is_set():
            await writer.run(writer.scheduler.note)
        # As long as time that was lost is being made good, nothing is noted: soon again.
        self.seldom = now if not writer.referee.gaps else self.seldom
        writer.dispatcher.composer.settings = await writer.run(ledger.settings)
        await writer.dispatcher.hand_out_stored()
        if writer.waiting or writer.scheduler.stuck:
            await writer.read_on()

    async def read_on(self) -> None:
        """Note how far the doors here have read."""
        with suppress(NotStored):
            await self.writer.run(Batch.note_doors)


def clock_noted(batch: Batch) -> tuple[bool, str | None]:
    """Return whether a process has the clock, and when it was last noted that it goes."""
    return CLOCK in batch.store.holders(), batch.notes_of(DOOR).get(NAME)


def remember(batch: Batch, door: Door) -> None:
    """Have a door read what it has noted, in the writer's thread."""
    door.remember(batch.store)
