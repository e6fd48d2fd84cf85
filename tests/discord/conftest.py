"""The stage of these tests: a test that takes ``stage`` finds it set up, and it is taken down and
checked when the test is over.
"""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from engine.referee.clock import HandClock
from tests.discord.stage import Stage, staged


@pytest.fixture
def clock() -> HandClock:
    return HandClock(1_800_000_000)


@pytest.fixture
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> AbstractAsyncContextManager[Stage]:
    """Time passes by itself, or by the hand of a test that takes ``clock`` as well."""
    timed = "clock" in request.fixturenames
    return staged(tmp_path, request.getfixturevalue("clock") if timed else None)
