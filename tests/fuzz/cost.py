"""What an input costs: seconds of CPU as they would be on a quiet machine, calls, and memory."""

import sys
import time
import tracemalloc
from collections import Counter
from types import FrameType

from tests.fuzz.targets import accepted
from tests.kit import prompt

GOAL, MEMORY = 0.1, 64 << 20
"""Seconds of CPU, and bytes that are held at once, for one input."""
CALLS = 600_000
"""Calls of functions for one input: about as many as fit into ``GOAL``."""
ADDITIONS, QUIET = 5_000, 0.00016
"""A yardstick: so many additions, and the seconds that they take on a quiet machine."""


def busy() -> float:
    """Return how many times slower the machine is now than when nobody else uses it."""

    def once() -> float:
        began, total = time.thread_time(), 0
        for n in range(ADDITIONS):
            total += n
        return time.thread_time() - began

    return max(1.0, min(once() for _ in range(10)) / QUIET)


def seconds(name: str, data: bytes) -> float:
    """Return the seconds of CPU that an input takes, at the most ``prompt.STALL``."""
    before, began = busy(), time.process_time()
    try:
        with prompt.alarm():
            accepted(name, data)
    except prompt.Stalled:
        return prompt.STALL
    return (time.process_time() - began) * 2 / (before + busy())


def calls(name: str, data: bytes) -> int:
    """Return how many functions are called, of Python and of C."""
    counted = Counter[str]()

    def note(_: FrameType, event: str, __: object) -> None:
        counted[event] += 1

    sys.setprofile(note)
    try:
        accepted(name, data)
    finally:
        sys.setprofile(None)
    return counted["call"] + counted["c_call"]


def memory(name: str, data: bytes) -> int:
    """Return how many bytes an input holds at once, as far as Python knows."""
    tracemalloc.start()
    try:
        accepted(name, data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
