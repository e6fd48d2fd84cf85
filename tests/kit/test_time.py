"""Laws 6 and 13, tried closely on a toy: sealed answers in any order, and dice after an undo."""

from itertools import permutations

from engine.games import find
from engine.plan import HOUR, ClockPlan
from engine.state import REFEREE
from engine.testing.holds import sealed
from engine.testing.kit import Case, asked, fresh
from engine.testing.pairs import Driver, measure
from tests.ambush.kit import AmbushKit
from tests.desert.kit import DesertKit
from tests.kit.each import each
from tests.kit.games import cases


def test_the_toy_asks_many_sealed_questions() -> None:
    (case,) = [case for case in cases() if case.name == "barrage"]
    assert sum(sealed(case, seed) for seed in range(10)) > 20


def test_three_letters_in_every_order() -> None:
    """All orders of arrival of three answers, at different times within a window of time."""
    (case,) = [case for case in cases() if case.name == "barrage"]
    seed = next(seed for seed in range(50) if len(case.kit.setting(seed).seats) == 3)
    play = fresh(case, seed)
    ends = set()
    for seats in permutations(play.table.seats):
        copy = play.table.load(play.table.save())
        for k, seat in enumerate(seats):
            copy.take(play.now + (30 if k == 2 else k), seat, copy.menu(seat).default)
        ends.add(copy.save())
    assert len(ends) == 1


def test_after_an_undo_the_same_orders_meet_other_dice() -> None:
    (case,) = [case for case in cases() if case.name == "barrage"]
    play = fresh(case, 7)
    start, faces = len(play.entries), set()
    for _ in range(4):
        while asked(play.table) and play.table.world.round == 1 and not play.table.world.hits:
            seat = next(seat for seat in asked(play.table) if seat not in play.table.state.answers)
            bulletin = play.enter(play.now, seat, play.table.menu(seat).default)
        faces.add(tuple(roll.dice for roll in bulletin.rolls))
        play.undo(play.now, REFEREE, start)
    assert len(faces) == 4


def test_pairs_of_worlds_take_orders_back() -> None:
    """The harness of law 5 does undo, and goes back by consent, where there are secrets."""
    case = next(case for case in cases() if case.name == "derelict-2")
    undone = rolled_back = 0
    for seed in range(30):
        if undone > 5 and rolled_back > 5:
            break
        first, _ = case.kit.pair(seed)
        with case.kit.blind():
            driver = Driver(case, first, seed, 2 * seed + 1).run()
        undone, rolled_back = undone + driver.undone, rolled_back + driver.rolled_back
    assert undone > 5
    assert rolled_back > 5


CLOCK = ClockPlan(each=HOUR, replace=1)


class Ambush(AmbushKit):
    """Nothing is tried at every step: the views have pairs of their own."""

    probes = ()


class Desert(DesertKit):
    probes = ()


@each(
    "case, pairs",
    [(Case("ambush", find("ambush"), Ambush()), 8), (Case("desert", find("desert"), Desert()), 2)],
)
def test_with_a_clock_worlds_that_differ_in_secrets_look_the_same(case: Case, pairs: int) -> None:
    power = measure(case, range(pairs), clock=CLOCK)
    print(f"{case.name}: {power}")
    assert power.found == ()
    assert power.prompts > 2 * pairs, "and the owner of the secrets was asked"
