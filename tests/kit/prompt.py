"""How much CPU an answer takes: the one stopwatch of the tests. A machine that is busy with
something else makes nothing slower here.
"""

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

MOST = 0.05
"""Seconds of CPU for one text."""
STALL = 2.0
"""Seconds of CPU after which nobody waits any longer: what is so slow
is no matter of a busy machine.
"""
TRIES = 4
"""A text is slow if it is slow each time: now and then a machine does something
else, and a cache is filled once.
"""
Try = Callable[[str], object]


class Stalled(BaseException):
    """The alarm has gone off. No clause that catches exceptions catches it."""


@contextmanager
def alarm() -> Iterator[None]:
    """Break off what takes longer than ``STALL``, in seconds of CPU."""

    def ring(_: int, __: FrameType | None) -> None:
        raise Stalled

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, STALL)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds(act: Try, text: str) -> float:
    """Return the CPU that a text takes; of several tries the least if it was much."""
    least = STALL
    for _ in range(TRIES):
        began = time.process_time()
        try:
            with alarm():
                act(text)
        except Stalled:
            return STALL
        least = min(least, time.process_time() - began)
        if least <= MOST:
            break
        gc.collect()
    return least
