"""The clock's tasks: deadlines, reminders, and compensation for the server's downtime."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from engine.errors import NotStored, StoreError
from engine.referee import commands, contests, reminders, stages
from engine.referee.batch import Batch
from engine.referee.clock import BEAT, Alarm, Clock, Gap, Heartbeat
from engine.referee.referee import Referee
from engine.store.rows import FIRST, LAST_ID, Due

log = logging.getLogger(__name__)

PAGE = 32
"""The number of games whose ticks are played in one transaction. Pending messages are played before
the next page.
"""

FOR_EVER = 1 << 62
"""A second that never comes."""

Pages = Callable[[Batch, int, Due], list[Due]]
"""Returns a page of games up to a second, after a place."""

RETRY = 10
"""Seconds before a failed task is retried."""


def look(batch: Batch) -> bool:
    """Bring people together, and contests up to date. Return whether work is left."""
    commands.finding.look(batch)
    return contests.look(batch)


class Scheduler:
    """Plays due ticks through ``run`` (``Writer.run``).

    ``stuck`` are games whose ticks failed, with the time of the retry. ``retry`` is the time to
    retry all games if nothing could be read. ``turn`` is locked while ticks are played, and
    ``begun`` is set after their first page. ``next`` is the second of the next deadline or
    reminder.
    """

    def __init__(self, referee: Referee, clock: Clock, run: Callable[..., Awaitable[Any]]):
        self.referee, self.clock, self.run = referee, clock, run
        self.alarm, self.beat = Alarm(clock, self.ring), Alarm(clock, self.rest)
        self.heartbeat = Heartbeat(clock, referee.store)
        self.stuck: dict[str, int] = {}
        self.turn, self.begun = asyncio.Lock(), asyncio.Event()
        self.next: int | None = None
        self.retry: int | None = None
        self.working = False

    @property
    def quiet(self) -> bool:
        return not (self.turn.locked() or self.referee.gaps)

    @property
    def unsettled(self) -> bool:
        """Whether the alarm may not know of everything that is due."""
        return bool(self.turn.locked() or self.stuck or self.referee.gaps)

    async def start(self) -> None:
        """Play due ticks and start the alarm. Most ticks are played between incoming messages."""
        self.working = True
        self.alarm.now()
        await self.begun.wait()
        self.beat.set(self.clock.now() + BEAT)

    async def stop(self) -> None:
        self.working = False
        await self.alarm.end()
        await self.beat.end()
        with suppress(NotStored):
            await self.run(self.note)

    async def ring(self) -> None:
        """Play due ticks, and set the alarm for the next one. Rules may fail in some games."""
        async with self.turn:
            now, waits = self.clock.now(), False
            self.retry = None
            try:
                while self.working and self.referee.gaps:
                    await self.make_good(self.referee.gaps[0])
                for what in (due, reminded):
                    async for games in self.pages(what, now, FIRST):
                        waits |= await self.ticks(games, now)
            except NotStored:
                self.retry = now + RETRY
            finally:
                self.begun.set()
        self.arm()
        if waits:
            self.look_again()

    async def make_good(self, gap: Gap) -> None:
        """Compensate for a downtime in every game with a deadline or an open request."""
        for what in (due, reminded):
            async for games in self.pages(what, FOR_EVER, (gap.span[0], LAST_ID)):
                left = [id for id in games if id not in gap.made_good]
                await asyncio.gather(*(self.run(open_game, id) for id in left))
        if self.working:
            await self.run(self.close, gap)

    async def pages(self, what: Pages, until: int, place: Due) -> AsyncIterator[list[str]]:
        while self.working and (page := await self.run(what, until, place)):
            yield [id for _, id in page]
            place = page[-1]
            if len(page) == PAGE:
                self.begun.set()

    async def ticks(self, games: list[str], now: int) -> bool:
        """Play due ticks of these games. Return whether a tick must wait for a door."""
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
        """Record that the referee is working, and check the clock, in case it was set. Bring people
        together who look for a game, and do what contests wait for.
        """
        with suppress(NotStored):
            await self.run(self.note)
        try:
            while await self.run(look):
                pass
        except Exception:
            log.exception("the work of the minute could not be done")
        self.alarm.stop()
        await self.ring()
        if self.working:
            self.beat.set(self.clock.now() + BEAT)

    def look_again(self) -> None:
        for door in self.referee.doors.values():
            door.look_again()

    # ---- in the writer's thread

    def find_gap(self) -> None:
        """Find a downtime of the server before anything else is played. It is added to the
        referee's gaps, to be made good in each game. Raises ``NotStored`` if the store fails.
        """
        try:
            gap = self.heartbeat.gap()
        except StoreError as error:
            raise NotStored(str(error)) from error
        if gap is not None:
            self.referee.gaps.append(Gap(gap))
        self.heartbeat.beats()

    def close(self, batch: Batch, gap: Gap) -> None:
        stages.note_gap(batch, gap.span)
        self.referee.gaps.remove(gap)

    def note(self, batch: Batch) -> None:
        """Record that the referee is working, unless downtimes must still be made good. A process
        that takes over would otherwise not know of them.
        """
        if not self.referee.gaps:
            self.heartbeat.note(batch)

    def next_due(self) -> int | None:
        try:
            return self.referee.store.next_due(self.stuck)
        except StoreError as error:
            log.error("the clock could not be set: %s", error)
            return self.clock.now() + RETRY

    def set(self, due: int | None) -> None:
        """Set the alarm for second ``due``, or earlier for stuck games and downtimes."""
        self.next = due
        if not self.turn.locked():
            self.arm()

    def arm(self) -> None:
        if not self.working:
            return
        times = (self.next, *self.stuck.values(), self.retry)
        self.alarm.set(min((when for when in times if when is not None), default=None))
        if self.referee.gaps and self.retry is None:
            self.alarm.now()


def due(batch: Batch, now: int, place: Due) -> list[Due]:
    return batch.store.due(now, PAGE, place)


def reminded(batch: Batch, now: int, place: Due) -> list[Due]:
    return batch.store.reminders(now, PAGE, place)


def open_game(batch: Batch, id: str) -> None:
    batch.known(id)


def tick(batch: Batch, id: str, now: int) -> bool:
    opened = batch.game(id)
    if opened is None:
        return False
    waits = batch.tick(opened, now)
    commands.grant(batch, opened, now)
    commands.consent.remind(batch, opened, now)
    reminders.remind(batch, opened, now)
    return waits
