"""Laws 6 and 13, tried closely on a toy: sealed answers in any order, and dice after an undo."""

from engine.games import find
from engine.plan import HOUR, ClockPlan
from engine.testing.kit import Case
from engine.testing.pairs import Driver, measure
from tests.ambush.kit import AmbushKit
from tests.desert.kit import DesertKit
from tests.kit.each import each
from tests.kit.games import cases

CLOCK = ClockPlan(each=HOUR, replace=1)


class Ambush(AmbushKit):
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
