"""Whatever happens to one of several processes at one database, the others go on, and nothing is
lost, played twice or told out of order.
"""

from pathlib import Path

import pytest

from tests.crash.several import KINDS, Several, shown

SOON = 5.0
"""Seconds after which there must be a new holder."""


def test_what_happens_to_one_of_several_is_made_up_for_by_the_others(tmp_path: Path) -> None:
    several = Several(tmp_path)
    for kind in ("other", "cut", "kill"):
        several.round(kind)
    assert several.end() == []
    assert len(several.ledger.receipts) > 100


@pytest.mark.nightly
@pytest.mark.timeout(1200)
def test_a_hundred_rounds(tmp_path: Path) -> None:
    several = Several(tmp_path, follows=True)
    for n in range(100):
        several.round(KINDS[n % len(KINDS)])
    assert several.end() == []
    print(f"100 rounds, {len(several.ledger.receipts):,} answered; until another has the games:")
    print(*shown(several.times), sep="\n")
    assert all(several.times.values())
    assert max(time for times in several.times.values() for time in times) < SOON


@pytest.mark.nightly
@pytest.mark.parametrize("wrong", ["deaf", "eager"])
def test_a_careless_process_among_several_is_found_out(tmp_path: Path, wrong: str) -> None:
    several = Several(tmp_path, wrong)
    for n in range(40):
        several.round(("stop", "other")[n % 2])
        # On a busy machine who is deaf may say nothing in a round.
        if n > 10 and (wrong == "eager" or max(several.late) > 1):
            break
    assert several.end() != []
