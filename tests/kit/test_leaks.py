"""Law 5: no leak. Pairs of worlds agree; and they would not if there were a leak."""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import msgspec
import pytest

from engine.state import PUBLIC
from tests.kit.games import Case, cases, fresh, toys
from tests.kit.pairs import measure
from tests.kit.play import choose

SECRETIVE = pytest.mark.parametrize("case", [case for case in cases() if case.kit.secrets], ids=lambda case: case.name)
OPEN = [case for case in cases() if not case.kit.secrets]
LEAKS = [(case, leak) for case in cases() for leak in case.kit.leaks]


@SECRETIVE
def test_worlds_that_differ_in_secrets_look_the_same(case: Case) -> None:
    power = measure(case, range(60))
    print(f"{case.name}: {power}")
    assert power.found == ()
    assert power.kinds.get("abandoned", 0) <= power.pairs // 5


@pytest.mark.nightly
@SECRETIVE
def test_thousands_of_worlds_look_the_same(case: Case) -> None:
    power = measure(case, range(1_000, 5_000))
    print(f"{case.name}: {power}")
    assert power.found == ()


@SECRETIVE
def test_a_game_says_which_leaks_would_be_seen(case: Case) -> None:
    assert len(case.kit.leaks) >= 3


def told_apart(case: Case, seed: int) -> str:
    """Where somebody is told or shown something else than everybody, in one random game; or nothing."""
    play, rng = fresh(case, seed), random.Random(seed)
    while not play.over and len(play.entries) < 120:
        table = play.table
        everybody = msgspec.to_builtins(table.view(PUBLIC)) | {"viewer": ""}
        for seat in table.seats:
            if msgspec.to_builtins(table.view(seat)) | {"viewer": ""} != everybody:
                return f"{seat} sees {table.view(seat)}"
            if own := play.bulletins[-1].own(seat):
                return f"{seat} is told {own}"
        play.enter(*choose(play, rng))
    return ""


@pytest.mark.parametrize("seed", range(3))
def test_where_nothing_is_secret_everybody_is_told_and_shown_the_same(seed: int) -> None:
    assert [told_apart(case, seed) for case in OPEN] == [""] * len(OPEN)


@pytest.mark.parametrize("case", toys(), ids=lambda case: case.name)
def test_a_game_with_secrets_cannot_say_that_it_has_none(case: Case) -> None:
    assert any(told_apart(case, seed) for seed in range(5))


@pytest.mark.parametrize(("case", "leak"), LEAKS, ids=lambda part: getattr(part, "__name__", None) or part.name)
def test_a_planted_leak_is_seen(case: Case, leak: Callable[[], AbstractContextManager[Any]]) -> None:
    """In 2 of 100 pairs at the least; ``pytest -m nightly -s`` prints the whole shares."""
    with leak():
        power = measure(case, range(100), enough=2)
    print(f"{case.name}, {leak.__name__}: {power}")
    assert power.share >= 0.02


@pytest.mark.nightly
@pytest.mark.parametrize(("case", "leak"), LEAKS, ids=lambda part: getattr(part, "__name__", None) or part.name)
def test_the_share_of_pairs_that_see_a_planted_leak(
    case: Case, leak: Callable[[], AbstractContextManager[Any]]
) -> None:
    with leak():
        power = measure(case, range(200))
    print(f"{case.name}, {leak.__name__}: {power}")
    assert power.share >= 0.02
