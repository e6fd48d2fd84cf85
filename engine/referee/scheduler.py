"""The tasks of the clock: questions that are due, reminders, and compensation for time in which the
referee did not work.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

from engine.errors import NotStored, StoreError
from engine.referee import desk, reminders
from engine.referee.batch import Batch
from engine.referee.clock import BEAT, Alarm, Clock, Gap, Heartbeat
from engine.referee.referee import Referee
from engine.store.rows import FIRST, LAST_ID, Due

log = logging.getLogger(__name__)

PAGE = 32
"""Games whose ticks are played in one transaction: letters that have come go before the next."""

FOR_EVER = 1 << 62
"""A second that never comes."""

Pages = Callable[[Batch, int, Due], list[Due]]
"""What gives a page of a list: up to a second, behind a place."""

RETRY = 10
"""Seconds after which something that could not be done is tried again."""


class Scheduler:
    """Plays the ticks that are due, through ``run`` (``Writer.run``).

    ``stuck`` are the games whose clock could not go on, with the time of the next try, and
    ``retry`` is that of all games if nothing could be read. ``turn``: due ticks are being played.
    ``begun``: a page of them was, or all. ``next``: the second of the next question.
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
        """Whether all that is due was played, as far as it can be."""
        return not (self.turn.locked() or self.referee.gaps)

    async def start(self) -> None:
        """Play what is due, and go on: if that is much, most of it between the letters that come
        meanwhile.
        """
        self.working = True
        self.alarm.now()
        await self.begun.wait()
        self.beat.set(self.clock.now() + BEAT)

    async def stop(self) -> None:
        """Stop, after the ticks that are being played."""
        self.working = False
        await self.alarm.end()
        await self.beat.end()
        with suppress(NotStored):
            await self.run(self.note)

    async def ring(self) -> None:
        """Play what is due, and wake again when the next question is. A game on which
        the rules fail stops no other.
        """
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
        """Make time that was lost good in every game in which a question was open then, or silence
        would mean agreement. Raises ``NotStored``.
        """
        for what in (due, reminded):
            async for games in self.pages(what, FOR_EVER, (gap.span[0], LAST_ID)):
                left = [id for id in games if id not in gap.made_good]
                await asyncio.gather(*(self.run(open_game, id) for id in left))
        if self.working:
            await self.run(self.close, gap)

    async def pages(self, what: Pages, until: int, place: Due) -> AsyncIterator[list[str]]:
        """Yield the games of a list, a page at a time, until it ends or the work does."""
        while self.working and (page := await self.run(what, until, place)):
            yield [id for _, id in page]
            place = page[-1]
            if len(page) == PAGE:
                self.begun.set()

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
            await self.run(self.note)
        self.alarm.stop()
        await self.ring()
        if self.working:
            self.beat.set(self.clock.now() + BEAT)

    def look_again(self) -> None:
        """Ask the doors that fetch what has arrived to do so."""
        for door in self.referee.doors.values():
            door.look_again()

    # ---- in the writer's thread

    def find_gap(self) -> None:
        """Note, before anything else, the time in which the referee did not work, if any.

        Deadlines move by that time, in each game before anything else happens there. Raises
        ``NotStored``.
        """
        try:
            gap = self.heartbeat.gap()
        except StoreError as error:
            raise NotStored(str(error)) from error
        if gap is not None:
            self.referee.gaps.append(Gap(gap))
        self.heartbeat.beats()

    def close(self, _: Batch, gap: Gap) -> None:
        """Forget a gap that is made good in every game."""
        self.referee.gaps.remove(gap)

    def note(self, batch: Batch) -> None:
        """Note that the referee works, unless time that was lost is still to be made good: another
        process does it then.
        """
        if not self.referee.gaps:
            self.heartbeat.note(batch)

    def next_due(self) -> int | None:
        """Return when to wake for the next question."""
        try:
            return self.referee.store.next_due(self.stuck)
        except StoreError as error:
            log.error("the clock could not be set: %s", error)
            return self.clock.now() + RETRY

    def set(self, due: int | None) -> None:
        """Wake at second ``due`` for the next question, or for stuck games; at once if time must be
        made good. A run that plays due ticks looks for more at its end.
        """
        self.next = due
        if not self.turn.locked():
            self.arm()

    def arm(self) -> None:
        """Set the alarm."""
        if not self.working:
            return
        times = (self.next, *self.stuck.values(), self.retry)
        self.alarm.set(min((when for when in times if when is not None), default=None))
        if self.referee.gaps and self.retry is None:
            self.alarm.now()


def due(batch: Batch, now: int, place: Due) -> list[Due]:
    """Return the next of the games in which something is due."""
    return batch.store.due(now, PAGE, place)


def reminded(batch: Batch, now: int, place: Due) -> list[Due]:
    """Return the next of the games with a reminder to send."""
    return batch.store.reminders(now, PAGE, place)


def open_game(batch: Batch, id: str) -> None:
    """Open a game, which makes good all lost time in it."""
    batch.known(id)


def tick(batch: Batch, id: str, now: int) -> bool:
    """Play what is due in one game. ``True``: it waits for a door that is behind."""
    opened = batch.game(id)
    if opened is None:
        return False
    waits = batch.tick(opened, now)
    desk.grant(batch, opened, now)
    desk.consent.remind(batch, opened, now)
    reminders.remind(batch, opened, now)
    return waits
