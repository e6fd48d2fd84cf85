"""What is measured with: seconds of a processor, which a busy machine does not stretch as it
does seconds of the clock on the wall.
"""

import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from engine.store.sqlite import SqliteStore


def cpu_of(pid: int) -> float:
    """Return the seconds of the processor that a process has had, user and system, all threads.

    The number of its clock is made as Linux makes it (``clock_getcpuclockid(3)``).
    """
    return time.clock_gettime(~pid << 3 | 2)


def milliseconds(act: Callable[[], object], rounds: int = 1) -> float:
    """Return the milliseconds of the processor that this thread needs, the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        act()
        best = min(best, time.thread_time() - start)
    return best * 1e3


def cpu_until_it_ends(command: tuple[str, ...]) -> float:
    """Return the seconds of the processor of a command, from its start to its end."""
    quiet = os.open(os.devnull, os.O_WRONLY)
    into = [(os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)]
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=into)
    os.close(quiet)
    _, status, used = os.wait4(pid, 0)
    assert status == 0, f"{command} ended with {os.waitstatus_to_exitcode(status)}"
    return used.ru_utime + used.ru_stime


def by_turns(runs: int, *acts: Callable[[], float]) -> list[float]:
    """Return the medians of some runs of each, by turns, so that all see the machine in the same
    minutes.
    """
    found = [[act() for act in acts] for _ in range(runs)]
    return [statistics.median(column) for column in zip(*found, strict=True)]


def used_bytes(store: SqliteStore) -> int:
    pages, free, size = (
        int(store.db.execute(f"pragma {what}").fetchone()[0])
        for what in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def log_pages(path: Path) -> int:
    page, frame, head = 4096, 24, 32
    log = path.with_name(path.name + "-wal")
    return (log.stat().st_size - head) // (page + frame)
