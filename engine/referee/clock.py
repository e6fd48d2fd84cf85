"""Time, for everything but the rules: whole seconds since 1970, and
a call when a second has come.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol

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
        """Return seconds since any moment: they only pass, and stand still while the machine
        sleeps, whatever its clock is set to.
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
        """Call what was to be called: the time has come."""
        self.call = None
        self.ringing = asyncio.ensure_future(self.ring())

    async def end(self) -> None:
        """Do not ring any more; a ring that has begun is finished first."""
        self.stop()
        if self.ringing is not None:
            await asyncio.wait([self.ringing])

    def stop(self) -> None:
        """Do not ring."""
        if self.call is not None:
            self.call.cancel()
        self.call, self.when = None, None
