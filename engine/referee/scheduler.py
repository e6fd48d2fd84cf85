"""What time brings: questions that are due, reminders, and the making good of time in which the
referee did not work.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from engine.errors import NotStored, StoreError
from engine.referee import reminders
from engine.referee.batch import Batch
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Fetches
from engine.referee.downtime import BEAT, Heartbeat, slept
from engine.referee.referee import Outcome, Referee
from engine.store.rows import FIRST, LAST_ID, Due

log = logging.getLogger(__name__)

PAGE = 32
"""Games whose ticks are played in one transaction: letters that have come go before the next."""

FOR_EVER = 1 << 62
"""A second that never comes."""

RETRY = 10
"""Seconds after which something that could not be done is tried again."""


class Scheduler:
    """Has the ticks that are due played, by ``run`` (``Writer.run``). ``stuck`` are the games
    whose clock could not go on, and when that is tried again.
    """

    def __init__(self, referee: Referee, clock: Clock, run: Callable[..., Awaitable[Any]]):
        self.referee, self.clock, self.run = referee, clock, run
        self.alarm, self.beat = Alarm(clock, self.ring), Alarm(clock, self.rest)
        self.heartbeat = Heartbeat(clock, referee.store)
        self.stuck: dict[str, int] = {}
        self.working = False

    async def start(self) -> None:
        """Play what is due, and go on."""
        self.working = True
        await self.ring()
        self.beat.set(self.clock.now() + BEAT)

    async def stop(self) -> None:
        """End; what is being played is finished first."""
        await self.alarm.end()
        await self.beat.end()
        with suppress(NotStored):
            await self.run(self.heartbeat.note)
        self.working = False

    async def ring(self) -> None:
        """Play what is due, and wake again when the next question is. A game on which
        the rules fail stops no other.
        """
        now, waits = self.clock.now(), False
        try:
            for pages in (due, reminded):
                place = FIRST
                while page := await self.run(pages, now, place):
                    waits |= await self.ticks([id for _, id in page], now)
                    place = page[-1]
        except NotStored:
            if self.working:
                self.alarm.set(now + RETRY)
            return
        if waits:
            self.look_again()

    async def ticks(self, games: list[str], now: int) -> bool:
        """Play what is due in these games, in one transaction. ``True``: one waits for a door that
        is behind.
        """
        games = [id for id in games if self.stuck.get(id, now) <= now]
        ends = await asyncio.gather(
            *(self.run(tick, id, now) for id in games), return_exceptions=True
        )
        for id, end in zip(games, ends, strict=True):
            self.stuck.pop(id, None)
            if isinstance(end, BaseException):
                log.error("the clock could not go on in game %s", id, exc_info=end)
            if end:
                self.stuck[id] = now + RETRY
        return True in ends

    async def rest(self) -> None:
        """Nothing may be due for a long time: note that the referee works, and look at the
        clock, which may have been set.
        """
        with suppress(NotStored):
            await self.run(self.heartbeat.note)
        self.alarm.stop()
        await self.ring()
        if self.working:
            self.beat.set(self.clock.now() + BEAT)

    def look_again(self) -> None:
        """Ask the doors that fetch what has arrived to do so."""
        for door in self.referee.doors.values():
            if isinstance(door, Fetches):
                door.look_again()

    # ---- in the writer's thread

    def make_good(self) -> Outcome:
        """Before anything else: what is due is due later by the time in which the referee did
        not work. What there is to tell of it. Raises ``NotStored``.
        """
        try:
            gap = self.heartbeat.gap()
            games = [] if gap is None else self.running(gap[0])
        except StoreError as error:
            raise NotStored(str(error)) from error
        outcome = self.referee.take(
            [partial(slept, id=id, gap=gap) for id in games if gap], self.clock.now()
        )
        for id, answer in zip(games, outcome.answers, strict=True):
            if isinstance(answer, Exception):
                log.error("the time lost could not be made good in game %s", id, exc_info=answer)
        self.heartbeat.beats()
        return outcome

    def running(self, since: int) -> list[str]:
        """Return the games whose question was due after a second."""
        found, place = list[str](), (since, LAST_ID)
        while page := self.referee.store.due(FOR_EVER, PAGE, place):
            found += [id for _, id in page]
            place = page[-1]
        return found

    def next_due(self) -> int | None:
        """Return when to wake for the next question."""
        try:
            return self.referee.store.next_due(self.stuck)
        except StoreError as error:
            log.error("the clock could not be set: %s", error)
            return self.clock.now() + RETRY

    def set(self, due: int | None) -> None:
        """Wake for the next question, which is due at that second, or for what is stuck."""
        if self.working:
            times = [when for when in (due, *self.stuck.values()) if when is not None]
            self.alarm.set(min(times, default=None))


def due(batch: Batch, now: int, place: Due) -> list[Due]:
    """Return the next of the games in which something is due."""
    return batch.store.due(now, PAGE, place)


def reminded(batch: Batch, now: int, place: Due) -> list[Due]:
    """Return the next of the games in which somebody is to be reminded."""
    return batch.store.reminders(now, PAGE, place)


def tick(batch: Batch, id: str, now: int) -> bool:
    """Play what is due in one game. ``True``: it waits for a door that is behind."""
    opened = batch.game(id)
    if opened is None:
        return False
    waits = batch.tick(opened, now)
    reminders.remind(batch, opened, now)
    return waits
