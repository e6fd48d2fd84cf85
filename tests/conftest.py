"""What holds for every test."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# A slow machine is not a mistake in the program: an example may take as long as it takes.
settings.register_profile("meanwhile", settings(), deadline=None)
settings.load_profile("meanwhile")

HERE = Path(__file__).parent
SLOW = frozenset((HERE / "slow.txt").read_text("utf-8").split())
"""Modules, classes and tests that `make quick` leaves out; `make test` runs them."""
AT_NIGHT = frozenset((HERE / "at_night.txt").read_text("utf-8").splitlines())
"""Tests, and cases of tests, that `make test` leaves out: what they hold, cheaper ones hold in a
small sample. `make nightly` runs them.
"""

MEMORY = Path("/dev/shm")
ROOM = 2 << 30
"""Bytes that must be free there; the whole suite needs far less."""


def pytest_configure(config: pytest.Config) -> None:
    """Let tests write into memory where there is room: thousands of databases that are synced
    to a disk make them wait, and no test can take the power away.
    """
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are cores: a fifth of the time, tests wait for servers
    and for processes.
    """
    return len(os.sched_getaffinity(0)) + 1 if hasattr(os, "sched_getaffinity") else 3


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, and what waits for the night."""
    for item in items:
        test = item.nodeid.partition("[")[0]
        if item.nodeid in AT_NIGHT or test in AT_NIGHT:
            item.add_marker(pytest.mark.at_night)
        whole = test.split("::")
        if any("::".join(whole[:length]) in SLOW for length in range(1, len(whole) + 1)):
            item.add_marker(pytest.mark.slow)
