"""Time, for everything but the rules: whole seconds since 1970, and
a call when a second has come.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from secrets import SystemRandom
from typing import Protocol

from engine.house import votes
from engine.house.times import Downtime
from engine.plan import Span
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.store import saved
from engine.store.store import Store

LATE = 0.01
"""Seconds added to a wait, so that it never ends before its time."""


class Cancellable(Protocol):
    """A call that can still be called off."""

    def cancel(self) -> None:
        """Call it off."""


class Clock:
    """The clock of the machine."""

    def now(self) -> int:
        """Return the present second."""
        return int(time.time())

    def steady(self) -> float:
        """Return seconds since any moment. They never go back, whatever the clock is set to, and do
        not count while the machine sleeps.
        """
        return time.monotonic()

    async def until(self, moment: float) -> None:
        """Return at this moment of ``steady``."""
        await asyncio.sleep(moment - self.steady())

    def at(self, when: int, act: Callable[[], None]) -> Cancellable:
        """Call ``act`` in the event loop when second ``when`` has come."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()) + LATE, act)


class Wakening:
    """A call that a clock moved by hand will make."""

    def __init__(self, when: int, act: Callable[[], None]):
        self.when, self.act, self.off = when, act, False

    def cancel(self) -> None:
        """Call it off."""
        self.off = True


class HandClock(Clock):
    """A clock that is moved by hand, for tests and scripts. ``awaited`` are the moments until which
    somebody would have waited; nobody does.
    """

    def __init__(self, now: int = 0):
        self.time, self.passed = now, 0
        self.awaited = list[float]()
        self.calls: list[Wakening] = []

    def now(self) -> int:
        return self.time

    def steady(self) -> float:
        return float(self.passed)

    async def until(self, moment: float) -> None:
        self.awaited.append(moment)

    def jump(self, seconds: int) -> None:
        """Take note that the machine has slept, or that its clock was set: it shows another time,
        and no time has passed.
        """
        self.time += seconds

    def at(self, when: int, act: Callable[[], None]) -> Cancellable:
        self.calls.append(Wakening(when, act))
        return self.calls[-1]

    def advance(self, seconds: int) -> None:
        """Move on, and make the calls whose time has come, in order of their time."""
        self.time, self.passed = self.time + seconds, self.passed + seconds
        ready = sorted(
            (call for call in self.calls if call.when <= self.time), key=lambda call: call.when
        )
        self.calls = [call for call in self.calls if call.when > self.time and not call.off]
        for call in ready:
            if not call.off:
                call.act()


class Alarm:
    """Rings once, at the time it was last set to."""

    def __init__(self, clock: Clock, ring: Callable[[], Awaitable[None]]):
        self.clock, self.ring = clock, ring
        self.when: int | None = None
        self.call: Cancellable | None = None
        self.ringing: asyncio.Future[None] | None = None

    def set(self, when: int | None) -> None:
        """Ring at second ``when``; ``None``: not at all."""
        if when == self.when and self.call is not None:
            return
        self.stop()
        self.when = when
        if when is not None:
            self.call = self.clock.at(when, self.fire)

    def now(self) -> None:
        """Ring now, unless it does so already."""
        if self.ringing is None or self.ringing.done():
            self.stop()
            self.fire()

    def fire(self) -> None:
        """Call the function: the time has come."""
        self.call = None
        self.ringing = asyncio.ensure_future(self.ring())

    async def end(self) -> None:
        """Stop ringing; a ring that has begun is finished first."""
        self.stop()
        if self.ringing is not None:
            await asyncio.wait([self.ringing])

    def stop(self) -> None:
        """Do not ring."""
        if self.call is not None:
            self.call.cancel()
        self.call, self.when = None, None


log = logging.getLogger(__name__)

BEAT = 60
"""Seconds between two notes."""
NOISE = 1
"""Seconds by which clocks that show whole ones may differ though none was lost."""
SHARE = 10
"""Lost time is made good if it is more than one part in ``SHARE`` of the time that was left for an
answer; for a window, always.
"""
LATEST = 16
"""Bulletins that are looked at before all are."""
DOOR, NAME = "referee", "pulse"
"""Where the note lies among the notes of doors."""


class Gap:
    """A time in which the referee did not work, which is being made good: in each game before
    anything else is done there. ``made_good`` are the games in which it is.
    """

    def __init__(self, span: Span):
        self.span = span
        self.made_good = set[str]()


class Heartbeat:
    """The last time at which the referee was at work: in the store for the next process, and in
    memory for a machine that sleeps or whose clock is set.

    Used in the writer's thread. ``last`` is that time by the clock. ``base`` is the lead of the
    clock over the steady one when nothing was lost.
    """

    def __init__(self, clock: Clock, store: Store):
        self.clock, self.store = clock, store
        self.last: int | None = None
        self.base = 0.0

    def gap(self) -> Span | None:
        """Return the span in which the referee has not worked.

        It is the time before this process, or since the last beat, as far as the clock shows more
        time than has passed.
        """
        now, ahead = self.clock.now(), self.ahead()
        if self.last is None:
            since, until = int(self.store.note(DOOR, NAME) or now), now
            return (since, until) if until > since else None
        lost = int(ahead - self.base)
        # When the last job came is not told: it may have been somebody's secret answer.
        return (now - lost, now) if lost > NOISE else None

    def ahead(self) -> float:
        """Return by how much the clock is ahead of the steady one."""
        return self.clock.now() - self.clock.steady()

    def beats(self) -> None:
        """Note that the referee works, and that what was lost is made good."""
        ahead = self.ahead()
        # Seconds lost one by one add up; a clock that was put back counts from there.
        if self.last is None or not 0 <= ahead - self.base < NOISE + 1:
            self.base = ahead
        self.last = self.clock.now()

    def note(self, batch: UnitOfWork) -> None:
        """Write that down."""
        batch.notes_of(DOOR).put(NAME, str(self.clock.now()))


def time_lost(batch: UnitOfWork, opened: OpenGame, gap: Span) -> Downtime | None:
    """Return the time by which the deadlines of a game move, if they do.

    A window always moves; another question, or the time for objections, only if too much was lost.
    News that everybody was told in that time proves that the referee was working then, so only the
    rest counts. Secret entries prove nothing, because the proof would be public.
    """
    state = opened.table.state
    dues = [
        due
        for due in (state.due, votes.agreed_at(opened.table))
        if due is not None and due > gap[0]
    ]
    if not dues:
        return None
    since = max(gap[0], last_told(batch, opened))
    left = min((due - since for due in dues if due > since), default=0)
    lost, ask = gap[1] - since, opened.table.ask()
    window = ask is not None and ask.window is not None and (state.due or 0) > since
    if lost > 0 and left > 0 and (window or lost * SHARE > left):
        log.info("game %s: %s seconds are made good", opened.id, lost)
        return Downtime(since, gap[1])
    return None


def last_told(batch: UnitOfWork, opened: OpenGame) -> int:
    """Return the second of the last public news of a game."""
    game = opened.table.game
    for last in (LATEST, None):
        for row in reversed(batch.bulletins(opened, last=last)):
            if any(one.event is not None for one in saved.told(game, row.told)):
                return row.at
    return opened.table.setup.at


STEP = 0.05
"""Seconds between two times at which an answer may leave."""
BLUR = 0.02
"""Most seconds of a random extra wait. A processor that has just been awake wakes sooner, and that
would show.
"""
RANDOM = SystemRandom()


def leaves(arrived: float, now: float) -> float:
    """Return when an answer leaves that is ready ``now``: at the first whole multiple of ``STEP``
    after the arrival of what it answers. All times are seconds of one steady clock.
    """
    return arrived + STEP * max(1, math.ceil((now - arrived) / STEP))


def blurred(when: float) -> float:
    """Return a random time a little later."""
    return when + BLUR * RANDOM.random()
