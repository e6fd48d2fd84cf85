"""A process that stands by takes over, and nothing is lost, played twice or told out of order."""

from pathlib import Path

import pytest

from tests.crash.takeover import KINDS, Takeovers
from tests.store import server

SOON = 5.0
"""Seconds after which there must be a new holder."""


def test_what_happens_to_who_works_is_made_up_for_by_who_stands_by(tmp_path: Path) -> None:
    takeovers = Takeovers(tmp_path, server.fresh())
    for kind in KINDS:
        takeovers.round(kind)
    assert takeovers.end() == []
    assert all(takeovers.times.values())
    assert len(takeovers.ledger.receipts) > 100


@pytest.mark.nightly
def test_a_hundred_takeovers(tmp_path: Path) -> None:
    takeovers = Takeovers(tmp_path, server.fresh())
    for n in range(100):
        takeovers.round(KINDS[n % len(KINDS)])
    assert takeovers.end() == []
    assert max(time for times in takeovers.times.values() for time in times) < SOON
