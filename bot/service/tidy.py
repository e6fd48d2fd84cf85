"""Removes every night what is no longer needed, while the games go on."""

import asyncio
import logging
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot import tidying
from bot.config import ERROR_OUTPUT, Config, KeepConfig
from bot.service.supervisor import Service
from bot.tidying import Step, Tidied, said, steps
from engine.errors import NotStored
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.store.rows import CLOCK, Freed

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two looks at the clock."""
PAUSE = 0.05
"""Seconds between two steps, in which others are served."""
DOOR, LAST = "tidy", "last"
"""Where it is noted when the last night's work began."""


class TidyService(Service):
    """Works through the nights, beginning with the first after it is first run."""

    name = "tidy"

    def __init__(self, config: Config, db: Path, every: float = EVERY, pause: float = PAUSE):
        self.config, self.db, self.every, self.pause = config, db, every, pause
        self.writer: Writer

    @property
    def part(self) -> str:
        return CLOCK

    def opened(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except NotStored as error:
                log.warning("nothing can be removed now: %s", error)
            await asyncio.sleep(self.every)

    async def look(self) -> None:
        """Do the night's work if its hour has come since the last one."""
        now = self.writer.clock.now()
        if await self.writer.run(begun, last_hour(self.config.keep, now), now):
            for line in said(await self.tidied(now)):
                log.info("%s", line)

    async def tidied(self, now: int) -> list[Tidied]:
        """Remove what is old, step by step."""
        going = steps(self.config.keep, now)
        step = next(going)
        while True:
            freed = await self.writer.run(step_taken, step)
            try:
                step = going.send(freed)
            except StopIteration as end:
                removed: list[Tidied] = end.value
                break
            await asyncio.sleep(self.pause)
        return removed + await asyncio.to_thread(self.files, now)

    def files(self, now: int) -> list[Tidied]:
        """Remove old files, and begin a new log."""
        if self.config.log != ERROR_OUTPUT:
            tidying.turn_over(Path(self.config.log), now)
        return list(tidying.files(self.config, self.db, now))


def step_taken(batch: Batch, step: Step) -> Freed:
    """Take one step, in the writer's thread."""
    return tidying.taken(batch, step)


def last_hour(keep: KeepConfig, now: int) -> int:
    """Return when clocks in the zone of the settings last showed the hour."""
    here = datetime.fromtimestamp(now, ZoneInfo(keep.zone))
    today = here.replace(hour=keep.hour, minute=0, second=0, microsecond=0)
    last = today if today <= here else today - timedelta(1)
    return int(last.timestamp())


def begun(batch: Batch, hour: int, now: int) -> bool:
    """Note that the work of this hour begins; return ``False`` if it was begun before, or there
    was no night yet.
    """
    notes = batch.notes_of(DOOR)
    last = notes.get(LAST)
    if last is None or int(last) < hour:
        notes.put(LAST, str(now))
    return last is not None and int(last) < hour
