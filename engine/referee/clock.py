"""Real time, and compensation for the server's downtime. Times are Unix seconds."""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable
from secrets import SystemRandom
from typing import Protocol

from engine.plan import Span
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.rulings import votes
from engine.rulings.times import Downtime
from engine.store import saved
from engine.store.store import Store

LATE = 0.01
"""Extra seconds of a wait, so that it never ends early."""


class Cancellable(Protocol):
    def cancel(self) -> None:
        pass


class Clock:
    def now(self) -> int:
        return int(time.time())

    def steady(self) -> float:
        """Return seconds since an arbitrary moment. They never go back, even if the clock is set,
        and don't count while the machine sleeps.
        """
        return time.monotonic()

    async def until(self, moment: float) -> None:
        """Wait until this moment of ``steady``."""
        await asyncio.sleep(moment - self.steady())

    def at(self, when: int, act: Callable[[], None]) -> Cancellable:
        """Call ``act`` in the event loop once second ``when`` has come."""
        return asyncio.get_running_loop().call_later(max(0.0, when - time.time()) + LATE, act)


class Wakening:
    """A scheduled call of ``HandClock``."""

    def __init__(self, when: int, act: Callable[[], None]):
        self.when, self.act, self.off = when, act, False

    def cancel(self) -> None:
        self.off = True


class HandClock(Clock):
    """A clock moved by hand. ``awaited`` collects the moments that were waited for."""

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
        """Change the time as if the machine had slept or the clock had been set."""
        self.time += seconds

    def at(self, when: int, act: Callable[[], None]) -> Cancellable:
        self.calls.append(Wakening(when, act))
        return self.calls[-1]

    def advance(self, seconds: int) -> None:
        self.time, self.passed = self.time + seconds, self.passed + seconds
        ready = sorted(
            (call for call in self.calls if call.when <= self.time), key=lambda call: call.when
        )
        self.calls = [call for call in self.calls if call.when > self.time and not call.off]
        for call in ready:
            if not call.off:
                call.act()


class Alarm:
    """Rings once, at the time to which it was last set."""

    def __init__(self, clock: Clock, ring: Callable[[], Awaitable[None]]):
        self.clock, self.ring = clock, ring
        self.when: int | None = None
        self.call: Cancellable | None = None
        self.ringing: asyncio.Future[None] | None = None

    def set(self, when: int | None) -> None:
        if when == self.when and self.call is not None:
            return
        self.stop()
        self.when = when
        if when is not None:
            self.call = self.clock.at(when, self.fire)

    def now(self) -> None:
        if self.ringing is None or self.ringing.done():
            self.stop()
            self.fire()

    def fire(self) -> None:
        self.call = None
        self.ringing = asyncio.ensure_future(self.ring())

    async def end(self) -> None:
        """Stop after the ring in progress."""
        self.stop()
        if self.ringing is not None:
            await asyncio.wait([self.ringing])

    def stop(self) -> None:
        if self.call is not None:
            self.call.cancel()
        self.call, self.when = None, None


log = logging.getLogger(__name__)

BEAT = 60
"""Seconds between two heartbeats."""
NOISE = 1
"""Seconds by which clocks of whole seconds can differ without any downtime."""
SHARE = 10
"""Downtime is made good if it exceeds 1/``SHARE`` of the time left for an answer, and always for a
window.
"""
LATEST = 16
"""The number of recent bulletins searched before all others."""
DOOR, NAME = "referee", "pulse"
"""The owner and the name of the heartbeat's note."""


class Gap:
    """A downtime of the server. It is made good in each game before anything else happens there.
    ``made_good`` are the games already done.
    """

    def __init__(self, span: Span):
        self.span = span
        self.made_good = set[str]()


class Heartbeat:
    """The last time at which the referee was working. It is stored for the next process, and
    detects sleep and changes of the clock.

    Used in the writer's thread. ``last`` is that time by the clock. ``base`` is the difference
    between the clock and the steady one while nothing was lost.
    """

    def __init__(self, clock: Clock, store: Store):
        self.clock, self.store = clock, store
        self.last: int | None = None
        self.base = 0.0

    def gap(self) -> Span | None:
        """Return the downtime just noticed, or ``None``. It is the time before this process
        started, or the time since the last beat by which the clock has advanced too far.
        """
        now, ahead = self.clock.now(), self.ahead()
        if self.last is None:
            since, until = int(self.store.note(DOOR, NAME) or now), now
            return (since, until) if until > since else None
        lost = int(ahead - self.base)
        # The time of the last job must not show, because it may have been a secret answer.
        return (now - lost, now) if lost > NOISE else None

    def ahead(self) -> float:
        """Return the difference between the clock and the steady one, in seconds."""
        return self.clock.now() - self.clock.steady()

    def beats(self) -> None:
        ahead = self.ahead()
        # Single lost seconds add up. If the clock was set back, count from there.
        if self.last is None or not 0 <= ahead - self.base < NOISE + 1:
            self.base = ahead
        self.last = self.clock.now()

    def note(self, batch: UnitOfWork) -> None:
        batch.notes_of(DOOR).put(NAME, str(self.clock.now()))


def time_lost(batch: UnitOfWork, opened: OpenGame, gap: Span) -> Downtime | None:
    """Return the order that extends a game's deadlines by a downtime, or ``None`` if they stay.

    A window is always extended. Another question, or the time for objections, is extended only if
    too much was lost. Public news from that time proves that the referee was working then, so only
    the rest counts. Secret entries prove nothing, because the result is public.
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
    game = opened.table.game
    for last in (LATEST, None):
        for row in reversed(batch.bulletins(opened, last=last)):
            if any(one.event is not None for one in saved.told(game, row.told)):
                return row.at
    return opened.table.setup.at


STEP = 0.05
"""Seconds between two times at which an answer may be sent."""
BLUR = 0.02
"""The maximum of a random extra wait, in seconds. It hides that a processor just used wakes up
sooner.
"""
RANDOM = SystemRandom()


def release_time(arrived: float, now: float) -> float:
    """Return the first whole multiple of ``STEP`` after ``arrived`` that is not before ``now``."""
    return arrived + STEP * max(1, math.ceil((now - arrived) / STEP))


def with_jitter(when: float) -> float:
    return when + BLUR * RANDOM.random()
