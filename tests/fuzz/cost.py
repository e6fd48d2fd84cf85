"""What an input costs: calls, and memory."""

import sys
import tracemalloc
from collections import Counter
from types import FrameType

from tests.fuzz.targets import accepted

MEMORY = 64 << 20
"""Bytes that are held at once for one input."""
CALLS = 600_000
"""Calls of functions for one input: about as many as fit into 0.1 s of CPU."""


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
