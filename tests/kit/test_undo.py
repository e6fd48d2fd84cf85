"""Law 13, for what a seat may take back by its own right: that hangs on what everybody
knows, and brings nothing to light.
"""

import random

import pytest

from engine.state import PUBLIC, Anytime
from tests.kit.games import Case, cases, fresh
from tests.kit.pairs import Driver
from tests.kit.play import Play, choose
from tests.kit.test_laws import SEEDS

CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)


def taken(case: Case, seed: int, most: int = 150) -> tuple[Play, list[int]]:
    """A random game, and after how many entries somebody could have taken his last order back."""
    play, rng, found = fresh(case, seed), random.Random(seed), list[int]()
    while not play.over and len(play.entries) < most:
        play.enter(*choose(play, rng))
        if play.table.state.back is not None:
            found.append(len(play.entries))
    return play, found


@CASES
def test_what_can_be_taken_back_has_told_nobody_more_than_everybody_and_has_thrown_no_dice(
    case: Case,
) -> None:
    for seed in range(SEEDS):
        play = fresh(case, seed)
        whole, places = taken(case, seed)
        for n, (entry, bulletin) in enumerate(zip(whole.entries, whole.bulletins, strict=True), 1):
            if n not in places or isinstance(entry.order, Anytime):
                continue
            assert bulletin.rolls == (), f"{entry.order} has thrown dice"
            assert bulletin.asked is not None
            assert not bulletin.asked.sealed
            for seat in (PUBLIC, *play.table.seats):
                assert bulletin.own(seat) == [], (
                    f"{seat} has learnt more than everybody from {entry.order}"
                )


@CASES
def test_after_it_was_taken_back_the_position_is_the_one_before_it(case: Case) -> None:
    """Beside what everybody has filed since, which is filed again."""
    undone = 0
    for seed in range(SEEDS):
        whole, places = taken(case, seed, 80)
        for n in places[:: max(1, len(places) // 6)]:
            play = fresh(case, seed)
            for entry in whole.entries[len(play.entries) : n]:
                play.write(entry.at, entry.seat, entry.order)
            back = play.table.state.back
            assert back is not None
            before = fresh(case, seed)
            step = play.table.state.steps[back]
            for entry in whole.entries[len(before.entries) : n]:
                if entry.n < step or (
                    entry.n > step and before.table.menu(entry.seat).allows(entry.order)
                ):
                    before.write(entry.at, entry.seat, entry.order)
            play.take_back(back)
            undone += 1
            assert play.table.state.back is None, "one step, not a way back to the beginning"
            encode = case.game.codec[0].encode
            assert encode(play.table.world) == encode(before.table.world)
            assert encode(play.table.state.stack) == encode(before.table.state.stack)
    assert undone > 0 or case.game.name in SILENT


SILENT = ("ambush", "barrage", "desert", "patrol")
"""Games in which every order brings something to light, or is sealed."""


def test_pairs_of_worlds_take_orders_back() -> None:
    """The harness of law 5 does undo, and goes back by consent, where there are secrets."""
    (case,) = [case for case in cases() if case.game.name == "derelict"]
    undone = rolled_back = 0
    for seed in range(30):
        first, _ = case.kit.pair(seed)
        with case.kit.blind():
            driver = Driver(case, first, seed, 2 * seed + 1).run()
        undone, rolled_back = undone + driver.undone, rolled_back + driver.rolled_back
    assert undone > 5
    assert rolled_back > 5
