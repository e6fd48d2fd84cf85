"""The laws of the kit in games that nobody gives up: every prompt of whole segments, looked at
closely; what happens in them, and that they end with a score (3.15).
"""

import random
from collections.abc import Callable
from copy import deepcopy
from typing import get_args

import pytest

from engine.games.desert import scenario_file, world
from engine.state import PUBLIC
from engine.testing.holds import closely, lawful, replays, rolls_hold
from engine.testing.kit import Setting, asked, begin, choose
from tests.desert.twins import Made, scenario
from tests.kit.games import registered

SAID = (
    {"stages": 1},
    {"stages": 1, "profile": "book"},
    {"stages": 1, "rulings": "R-WHPART=point R-SUM=columns"},
)


COMMON = (
    "position firing plan apply retreat assign aa_pick aa_loss ca_pick move"
    " Barraged AaFired Totalled Assaulted Lost SegmentOver StageOver Ended"
)
RARE = "HeldOff Retreated Seized Settled Vacated Undefended Unmet Shifted Marched"
"""Steps and events that whole games come to; and events that need no special table."""
NAMES = pytest.mark.parametrize("name", ["halim-road", "sidi-rahal"])


def dry(made: Made) -> Made:
    """The same scenario, in which the Commonwealth has no ammunition: it can make
    no assault that it owes (3.12).
    """
    made["unit"] = [
        unit | ({"ammo": 0, "max_ammo": 0} if unit["side"] == "cw" else {}) for unit in made["unit"]
    ]
    made["dump"] = [dump for dump in made["dump"] if dump["side"] != "cw"]
    return made


def deep(seed: int, name: str, look: float, changed: Callable[[Made], Made] = deepcopy) -> set[str]:
    (case,) = [case for case in registered() if case.name == "desert-2"]
    play = begin(case, Setting(("axis", "cw"), SAID[seed % 3], changed(scenario(name))), seed)
    rng, steps = random.Random(seed), set[str]()
    while not play.over:
        lawful(case, play)
        steps.add(play.table.world.step)
        at, seat, order = choose(play, rng, beside=0)
        if rng.random() < 0.4:
            seat = rng.choice(asked(play.table))
            order = play.game.robot(play.table.view(seat), play.table.menu(seat), rng)
        if seat in asked(play.table) and rng.random() < look:
            closely(play, seat, order, rng)
        play.enter(at, seat, order)
    assert set(play.table.world.score) == set(scenario_file.SEATS)
    replays(play)
    rolls_hold(case, play)
    heard = (b.events(viewer) for b in play.bulletins for viewer in (*scenario_file.SEATS, PUBLIC))
    return steps | {type(event).__name__ for events in heard for event in events}


def test_whole_segments_keep_the_laws() -> None:
    """Laws 1 to 4 at the prompts of 4.4."""
    steps = set[str]().union(*(deep(seed, "halim-road", 0.15) for seed in range(3)))
    assert set(COMMON.split()) <= steps


@NAMES
def test_forced_retreats_keep_the_laws(name: str) -> None:
    """3.12: who owes an assault and cannot make it."""
    assert any("obligations" in deep(seed, name, 0.1, dry) for seed in range(20))


@pytest.mark.nightly
@NAMES
def test_many_whole_segments_keep_the_laws(name: str) -> None:
    steps = set[str]().union(*(deep(seed, name, 0.3) for seed in range(1_000, 1_030)))
    steps |= set[str]().union(*(deep(seed, name, 0.3, dry) for seed in range(1_000, 1_010)))
    assert set(get_args(world.Step)) - steps == {"seating", "over"}
    assert set(RARE.split()) <= steps
