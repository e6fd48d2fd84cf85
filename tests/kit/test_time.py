"""Laws 6 and 13, tried closely on a toy: sealed answers in any order, and dice after an undo."""

from engine.games import find
from engine.plan import HOUR, ClockPlan
from engine.testing.kit import Case
from engine.testing.pairs import measure
from tests.ambush.kit import AmbushKit
from tests.desert.kit import DesertKit
from tests.kit.each import each

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
