"""The odds of section 2, counted over all dice by playing every throw through the rules."""

from fractions import Fraction
from itertools import product

from engine.games.derelict.board import ALIEN_DICE, BONUS, MARINE_DICE, drawn
from engine.games.derelict.fight import Fight
from tests.derelict.stage import Stage
from tests.kit.each import each

SIX = range(1, 7)


def share(hits: list[bool]) -> Fraction:
    return Fraction(sum(hits), len(hits))


def shots(kind: str, again: bool) -> tuple[Fraction, Fraction]:
    """How often a shot hits, and how often its dice hold a double: each is fired at an alien."""
    count = 3 if kind == "marine_cannon" else 2
    s = Stage(f"{kind} 3,5 N; alien 3,1 S")
    s.say("activate M1")
    saved = s.play.table.save()
    hits, doubles = [], []
    for dice in product(SIX, repeat=count):
        s.play.table = s.play.table.load(saved)
        s.play.table.state.loaded["shot/"] = list(dice)
        s.world.target = "A1" if again else ""
        s.say("shoot A1")
        hits.append(s.gone("A1"))
        doubles.append(len(set(dice)) < count)
    return share(hits), share(doubles)


@each(
    "kind, first, again",
    [
        ("marine", Fraction(11, 36), Fraction(20, 36)),
        ("marine_cannon", Fraction(19, 27), Fraction(7, 8)),
    ],
)
def test_DL_11_2_odds_of_shots(kind: str, first: Fraction, again: Fraction) -> None:
    assert shots(kind, again=False)[0] == first
    assert shots(kind, again=True)[0] == again


@each("kind, jam", [("marine", Fraction(1, 6)), ("marine_cannon", Fraction(4, 9))])
def test_DL_13_5_odds_of_jams(kind: str, jam: Fraction) -> None:
    count = 3 if kind == "marine_cannon" else 2
    s = Stage(f"{kind} 5,6 N; alien 5,0 W")
    s.say("activate M1; overwatch; pass; activate A1")
    saved = s.play.table.save()
    jams = []
    for dice in product(SIX, repeat=count):
        s.play.table = s.play.table.load(saved)
        s.world.command, s.play.table.state.loaded["shot/"] = 0, list(dice)
        s.say("turn left")
        jams.append("jam" in s.unit("M1").markers)
    assert share(jams) == jam


def fights(kind: str) -> tuple[Fraction, Fraction, Fraction]:
    """Wins, ties and defeats of a marine that faces the alien."""
    leads = []
    for dice in product(SIX, repeat=MARINE_DICE.get(kind, 1) + ALIEN_DICE.get(kind, 3)):
        split = MARINE_DICE.get(kind, 1)
        leads.append(Fight(marine=dice[:split], alien=dice[split:], bonus=BONUS.get(kind, 0)).lead)
    return (
        share([lead > 0 for lead in leads]),
        share([lead == 0 for lead in leads]),
        share([lead < 0 for lead in leads]),
    )


@each(
    "kind, percent",
    [
        ("marine", (17.4, 16.7, 66.0)),
        ("marine_sarge", (34.0, 16.6, 49.4)),
        ("marine_hammer", (58.3, 14.8, 26.9)),
        ("marine_claws", (52.8, 19.2, 27.9)),
    ],
)
def test_DL_12_5_odds_of_fights(kind: str, percent: tuple[float, float, float]) -> None:
    assert tuple(round(float(part) * 100, 1) for part in fights(kind)) == percent
    assert sum(fights(kind)) == 1


def test_DL_12_5_odds_as_the_rules_play_them() -> None:
    """A plain marine attacks an alien that looks at it: every throw, through the rules."""
    s = Stage("marine 4,4 N; alien 4,3 S", {"cp/1": [1]})
    s.say("activate M1")
    saved = s.play.table.save()
    won, lost = [], []
    for dice in product(SIX, repeat=4):
        s.play.table = s.play.table.load(saved)
        s.play.table.state.loaded["assault/"] = list(dice)
        s.say("assault")
        won.append(s.gone("A1"))
        lost.append(s.gone("M1"))
    assert (round(float(share(won)) * 100, 1), round(float(share(lost)) * 100, 1)) == (17.4, 66.0)


def test_DL_2_8_the_draw_has_a_mean_of_two_aliens() -> None:
    """1 to 9 is one alien, 10 to 13 are two, 14 to 22 three."""
    values = [drawn(face) for face in range(1, 23)]
    assert [values.count(n) for n in (1, 2, 3)] == [9, 4, 9]
    assert Fraction(sum(values), 22) == 2


def test_DL_11_5_flames_destroy_five_times_in_six() -> None:
    s = Stage("marine_flame 0,5 E; alien 2,5 S", segs=("aaaaaaaaaa",) * 7, alone=False)
    s.say("activate M1")
    saved = s.play.table.save()
    dead = []
    for die in SIX:
        s.play.table = s.play.table.load(saved)
        s.play.table.state.loaded |= {"flame/A1/": [die], "flame/M1/": [1]}
        s.say("burn 0,5")
        dead.append(s.gone("A1"))
    assert share(dead) == Fraction(5, 6)
