"""How often dice decide what (DL-2.8, DL-11, DL-12.5, DL-13.5), over all throws."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from engine.games.derelict.board import ALIEN_DICE, BONUS, MARINE_DICE, drawn
from engine.games.derelict.fight import Fight
from tests.derelict.stage import Stage
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

SIX = range(1, 7)
BOLTER, CANNON = ("marine", 2), ("marine_cannon", 3)


def share(hits: list[bool]) -> Fraction:
    return Fraction(sum(hits), len(hits))


def odds(s: Stage, key: str, count: int, order: str, hit: Callable[[], bool]) -> Fraction:
    saved, hits = s.play.table.save(), []
    for dice in product(SIX, repeat=count):
        s.play.table = s.play.table.load(saved)
        s.play.table.state.loaded[key] = list(dice)
        s.say(order)
        hits.append(hit())
    return share(hits)


@each(
    "weapon, target, wanted",
    [
        (BOLTER, "", Fraction(11, 36)),
        (BOLTER, "A1", Fraction(20, 36)),
        (CANNON, "", Fraction(19, 27)),
        (CANNON, "A1", Fraction(7, 8)),
    ],
)
def test_DL_11_2_odds_of_shots(weapon: tuple[str, int], target: str, wanted: Fraction) -> None:
    kind, count = weapon
    s = Stage(f"{kind} 3,5 N; alien 3,1 S").then("activate M1")
    s.world.target = target
    assert odds(s, "shot/", count, "shoot A1", lambda: s.gone("A1")) == wanted


@each("weapon, wanted", [(BOLTER, Fraction(1, 6)), (CANNON, Fraction(4, 9))])
def test_DL_13_5_odds_of_jams(weapon: tuple[str, int], wanted: Fraction) -> None:
    kind, count = weapon
    s = Stage(f"{kind} 5,6 N; alien 5,0 W").then("activate M1; overwatch; pass; activate A1")
    s.world.command = 0
    jams = odds(s, "shot/", count, "turn left", lambda: "jam" in s.unit("M1").markers)
    assert jams == wanted


@each("kind, percent", DATA["DL_12_5_odds_of_fights"])
def test_DL_12_5_odds_of_fights(kind: str, percent: tuple[float, float, float]) -> None:
    mine, theirs = MARINE_DICE.get(kind, 1), ALIEN_DICE.get(kind, 3)
    leads = [
        Fight(marine=dice[:mine], alien=dice[mine:], bonus=BONUS.get(kind, 0)).lead
        for dice in product(SIX, repeat=mine + theirs)
    ]
    found = [[lead > 0 for lead in leads], [lead == 0 for lead in leads]]
    found.append([lead < 0 for lead in leads])
    assert tuple(round(float(share(one)) * 100, 1) for one in found) == percent


def test_DL_2_8_the_draw_has_a_mean_of_two_aliens() -> None:
    values = [drawn(face) for face in range(1, 23)]
    assert [values.count(n) for n in (1, 2, 3)] == [9, 4, 9]
    assert Fraction(sum(values), 22) == 2


def test_DL_11_5_flames_destroy_five_times_in_six() -> None:
    s = Stage("marine_flame 0,5 E; alien 2,5 S", {"flame/M1/": [1]}, segs=("aaaaaaaaaa",) * 7)
    s.say("activate M1")
    assert odds(s, "flame/A1/", 1, "burn 0,5", lambda: s.gone("A1")) == Fraction(5, 6)
