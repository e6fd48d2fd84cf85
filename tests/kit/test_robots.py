"""Robots among themselves come to an end, whatever the options say: where nobody but they is asked
any more, a game is not stuck.
"""

import random

import pytest

from engine.state import REFEREE, Tick
from engine.testing.kit import Case, asked, fresh
from engine.testing.laws import TONIGHT
from tests.kit.games import registered

CASES = pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)


def ends(case: Case, seed: int) -> bool:
    """Whether a game ends in which robots answer at once; what they let go by, time closes."""
    play, rng = fresh(case, seed), random.Random(seed)
    while not play.over and len(play.entries) < case.kit.orders:
        table = play.table
        if silent := [seat for seat in asked(table) if seat not in table.state.answers]:
            seat = rng.choice(silent)
            play.enter(play.now, seat, play.game.robot(table.view(seat), table.menu(seat), rng))
        else:
            assert table.state.due is not None, "nobody is asked, and no time is set"
            play.enter(table.state.due, REFEREE, Tick())
    return play.over


@CASES
def test_robots_among_themselves_come_to_an_end(case: Case) -> None:
    assert [seed for seed in range(2) if not ends(case, seed)] == []


@pytest.mark.nightly
@CASES
def test_robots_come_to_an_end_in_many_games(case: Case) -> None:
    assert [seed for seed in range(TONIGHT, TONIGHT + 100) if not ends(case, seed)] == []
