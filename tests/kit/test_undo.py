"""The harness of law 5 takes orders back."""

from engine.testing.pairs import Driver
from tests.kit.games import cases


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
