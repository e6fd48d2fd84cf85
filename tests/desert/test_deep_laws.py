"""The laws of the kit in games that nobody gives up: every prompt of whole segments, looked at closely."""

import random

import pytest

from tests.kit.described import Setting
from tests.kit.games import begin, registered
from tests.kit.play import asked, choose
from tests.kit.test_laws import closely, lawful, replays, rolls_hold

SAID = ({"stages": 1}, {"stages": 1, "profile": "book"}, {"stages": 1, "rulings": "R-WHPART=point R-SUM=columns"})


def deep(seed: int, scenario: str, look: float) -> set[str]:
    """A game to its end; the prompts that were open."""
    (case,) = [case for case in registered() if case.name == "desert-1"]
    play = begin(case, Setting(("axis", "cw"), {**SAID[seed % 3], "scenario": scenario}), seed)
    rng, steps = random.Random(seed), set[str]()
    while not play.over:
        lawful(case, play)
        steps.add(play.table.world.step)
        at, seat, order = choose(play, rng, beside=0)
        if rng.random() < 0.4:
            seat = rng.choice(asked(play.table))
            order = play.game.suggest(play.table.view(seat), play.table.menu(seat), rng)
        if seat in asked(play.table) and rng.random() < look:
            closely(play, seat, order, rng)
        play.enter(at, seat, order)
    replays(play)
    rolls_hold(case, play)
    return steps


def test_whole_segments_keep_the_laws() -> None:
    """Laws 1 to 4 at the prompts of 4.4."""
    steps = set[str]().union(*(deep(seed, "halim-road", 0.15) for seed in range(3)))
    assert {
        "position",
        "firing",
        "plan",
        "apply",
        "retreat",
        "assign",
        "aa_pick",
        "aa_loss",
        "ca_pick",
        "move",
    } <= steps


@pytest.mark.nightly
@pytest.mark.parametrize("scenario", ["halim-road", "sidi-rahal"])
def test_many_whole_segments_keep_the_laws(scenario: str) -> None:
    steps = set[str]().union(*(deep(seed, scenario, 0.3) for seed in range(1_000, 1_030)))
    assert {"ca_retreat", "ca_loss", "ca_captured", "ca_place", "obligations"} <= steps
