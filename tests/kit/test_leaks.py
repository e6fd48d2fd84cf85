"""Law 5: no leak. Pairs of worlds agree; and they would not if there were a leak."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.kit.games import Case, cases
from tests.kit.pairs import measure

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
LEAKS = [(case, leak) for case in cases() for leak in case.kit.leaks]


@CASES
def test_worlds_that_differ_in_secrets_look_the_same(case: Case) -> None:
    power = measure(case, range(case.kit.pairs))
    print(f"{case.name}: {power}")
    assert power.found == ()
    assert power.kinds.get("abandoned", 0) <= power.pairs // 5


@pytest.mark.nightly
@CASES
def test_thousands_of_worlds_look_the_same(case: Case) -> None:
    power = measure(case, range(1_000, 5_000))
    print(f"{case.name}: {power}")
    assert power.found == ()


@CASES
def test_a_game_says_which_leaks_would_be_seen(case: Case) -> None:
    assert len(case.kit.leaks) >= 3


@pytest.mark.parametrize(
    ("case", "leak"), LEAKS, ids=lambda part: getattr(part, "__name__", None) or part.name
)
def test_a_planted_leak_is_seen(
    case: Case, leak: Callable[[], AbstractContextManager[Any]]
) -> None:
    """In 2 of 100 pairs at the least; ``pytest -m nightly -s`` prints the whole shares."""
    with leak():
        power = measure(case, range(100), enough=2)
    print(f"{case.name}, {leak.__name__}: {power}")
    assert power.share >= 0.02


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("case", "leak"), LEAKS, ids=lambda part: getattr(part, "__name__", None) or part.name
)
def test_the_share_of_pairs_that_see_a_planted_leak(
    case: Case, leak: Callable[[], AbstractContextManager[Any]]
) -> None:
    with leak():
        power = measure(case, range(200))
    print(f"{case.name}, {leak.__name__}: {power}")
    assert power.share >= 0.02
