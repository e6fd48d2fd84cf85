"""Assaults and guard (DL-12, DL-14): dice, bonuses, re-rolls, what comes of them."""

from fractions import Fraction
from itertools import product

from engine.games.derelict.board import ALIEN_DICE, BONUS, MARINE_DICE, drawn
from engine.games.derelict.events import Fought, Killed, Rammed, Relaxed, Settled, Turned90
from engine.games.derelict.fight import Fight
from tests.derelict.stage import Stage, only
from tests.kit.each import each

Dice = dict[str, list[int | str]]


def attacked(
    kind: str, rot: str, dice: Dice, markers: str = "", orders: str = "activate A1; assault"
) -> Stage:
    """An alien at 4,3 looks at a marine at 4,4 that looks as said, and attacks it."""
    s = Stage(f"{kind} 4,4 {rot}; alien 4,3 S", dice, rules={"side": "alien"})
    for marker in markers.split():
        s.world.mark("M1", marker)  # type: ignore[arg-type]  # a marker
    s.say(orders)
    return s


def fought(s: Stage) -> Fought:
    return [event for event in s.play.bulletins[-1].events("*") if isinstance(event, Fought)][-1]


def test_DL_12_1_what_stands_straight_ahead_is_attacked() -> None:
    """A unit in an open door comes before the door."""
    s = Stage(
        "marine 3,3 N; alien 2,2; alien 3,2 W; dooropen 3,2; door 4,2", {"assault/": [1, 1, 1, 6]}
    )
    s.say("activate M1")
    assert s.offers()["assault"] == 1
    only(Fought, s.say("assault"))
    s = Stage("marine 3,3 N; marine 3,2 N; blip 3,4").then("activate M1")
    assert "assault" not in s.verbs(), "a friend ahead is no target"


def test_DL_12_2_a_marine_that_is_attacked_is_no_longer_on_overwatch() -> None:
    s = attacked("marine", "N", {"assault/": [3, 3, 2, 1]}, "overwatch")
    events = s.play.bulletins[-1].events("*")
    assert isinstance(events[0], Relaxed)
    assert s.unit("M1").markers == ()
    assert not [roll for roll in s.play.bulletins[-1].rolls if roll.key.startswith("shot")]


@each(
    "kind, dice, broken",
    [
        ("marine", [5], False),
        ("marine", [6], True),
        ("alien", [5, 5, 5], False),
        ("alien", [1, 6, 1], True),
    ],
)
def test_DL_12_3_a_6_removes_a_door(kind: str, dice: list[int], broken: bool) -> None:
    s = Stage(f"{kind} 3,3 N; dooropen 3,2; marine 0,6 S", {"assault/": list(dice)})
    if kind == "alien":
        s.say("pass")
    s.say("activate " + ("A1" if kind == "alien" else "M1"))
    rammed = only(Rammed, s.say("assault"))
    assert (rammed.dice, rammed.broken) == (tuple(dice), broken)
    assert any(token.kind == "dooropen" for token in s.world.tokens) is not broken


def test_DL_12_3_a_chain_sword_needs_no_dice_against_a_door() -> None:
    s = Stage("marine_chain 3,3 N; door 3,2").then("activate M1")
    assert only(Rammed, s.say("assault")).dice == ()
    assert not s.world.position.doors


@each(
    "kind, facing, marine, bonus, alien",
    [
        ("marine", True, 1, 0, 3),
        ("marine_axe", True, 1, 0, 3),
        ("marine_sarge", True, 1, 1, 3),
        ("marine_hammer", True, 1, 2, 2),
        ("marine_claws", True, 2, 1, 3),
        ("marine_sarge", False, 1, 0, 3),
        ("marine_hammer", False, 1, 0, 3),
        ("marine_claws", False, 1, 0, 3),
        ("marine_chain", True, 1, 0, 3),
    ],
)
def test_DL_12_4_dice_and_bonus_of_each_marine(
    kind: str, facing: bool, marine: int, bonus: int, alien: int
) -> None:
    dice: list[int | str] = [6, *[6] * (marine - 1), *[1] * alien]
    s = attacked(kind, "N" if facing else "E", {"assault/": dice})
    got = fought(s)
    assert (len(got.marine), got.bonus, len(got.alien)) == (marine, bonus, alien)


@each(
    "facing, dice, dead, prompt",
    [
        (True, [2, 3, 1, 1], "M1", ""),
        (True, [3, 3, 1, 1], "", ""),
        (True, [4, 3, 1, 1], "A1", ""),
        (False, [2, 3, 1, 1], "M1", ""),
        (False, [3, 3, 1, 1], "", "face"),
        (False, [4, 3, 1, 1], "", "face"),
    ],
)
def test_DL_12_7_what_comes_of_an_attack_by_an_alien(
    facing: bool, dice: list[int], dead: str, prompt: str
) -> None:
    """DL-12.5: the higher die wins; equal is a tie."""
    s = Stage(
        f"marine 4,4 {'N' if facing else 'S'}; alien 4,3 S",
        {"assault/": list(dice)},
        rules={"side": "alien"},
    )
    s.say("standing face ask", "marine")
    s.say("activate A1; assault")
    killed = [event.unit for event in s.play.bulletins[-1].events("*") if isinstance(event, Killed)]
    assert killed == ([dead] if dead else [])
    assert s.view().shown.kind == prompt
    if prompt:
        assert s.asked == "marine"
        assert only(Turned90, s.say("face")).rot == 180
    assert s.asked == "alien"
    assert s.world.ap == (0 if dead == "A1" else 5), "the attacker goes on with what is left"


def test_DL_12_7_a_defender_may_stay_as_it_is_and_aliens_are_asked_too() -> None:
    s = Stage("marine 4,4 N; alien 4,3 N", {"assault/": [1, 3, 1, 1]})
    s.say("standing face ask", "alien")
    s.say("activate M1; assault")
    assert (s.asked, s.view().shown.unit) == ("alien", "A1")
    s.say("stay")
    assert (s.unit("A1").rot, s.asked, s.world.ap) == (180, "marine", 3)
    assert not s.gone("M1"), "it faced elsewhere"


def test_DL_12_7_an_attacker_that_loses_to_a_defender_that_faces_it_is_removed() -> None:
    s = Stage("marine 4,4 N; alien 4,3 S", {"assault/": [1, 3, 1, 1]})
    events = s.say("activate M1; assault")
    assert only(Settled, events).winner == "A1"
    assert (s.gone("M1"), s.world.active, s.world.ap) == (True, "", 0)


@each("kind", ["marine_sarge", "marine_hammer"])
def test_DL_12_6_sarge_and_hammer_may_have_the_best_die_of_the_alien_again(kind: str) -> None:
    alien = [6, 2, 1] if kind == "marine_sarge" else [6, 2]
    s = attacked(kind, "N", {"assault/": [2, *alien], "reroll/assault/A1/M1/1/best": [1]})
    assert (s.asked, s.view().shown.kind) == ("marine", "best")
    events = s.say("reroll")
    assert sorted(only(Fought, events).alien) == sorted([1, *alien[1:]])
    assert s.gone("A1"), "2 and the bonus beat a 2"


def test_DL_12_6_a_tie_may_be_thrown_again_a_victory_and_another_facing_may_not() -> None:
    s = attacked("marine_sarge", "N", {"assault/": [2, 3, 1, 1]})
    assert s.view().shown.kind == "best"
    s.say("keep")
    assert s.asked == "alien"
    s = attacked("marine_sarge", "N", {"assault/": [3, 3, 1, 1]})
    assert s.gone("A1")
    s = attacked("marine_sarge", "E", {"assault/": [1, 3, 1, 1]})
    assert s.gone("M1")


@each("rot", ["N", "E"])
def test_DL_14_guard_throws_all_dice_again_whatever_it_faces(rot: str) -> None:
    """DL-12.6: the program wants facing. The bonus counts again."""
    first: list[int | str] = [1, 1, 6, 1, 1] if rot == "N" else [1, 6, 1, 1]
    again: list[int | str] = [5, 6] if rot == "N" else [5]
    s = attacked("marine_claws", rot, {"assault/": first, "reroll/": again}, "guard")
    assert (s.asked, s.view().shown.kind) == ("marine", "guard")
    got = only(Fought, s.say("reroll"))
    assert (got.marine, got.bonus) == (((5, 6), 1) if rot == "N" else ((5,), 0))
    assert s.gone("A1") is (rot == "N")
    assert s.gone("M1") is (rot == "E")


def test_DL_14_1_guard_costs_2_ends_the_activation_and_goes_with_any_action() -> None:
    s = Stage("marine 4,4 N; marine 0,0 N", {"cp/1": [3]}).then("activate M1; guard")
    assert (s.unit("M1").markers, s.world.active, s.world.ap) == (("deactivated", "guard"), "", 0)
    s.say("activate M1; command; move 4,3")
    assert s.unit("M1").markers == ("deactivated",)


def test_DL_14_both_re_rolls_come_in_this_order() -> None:
    """DL-12.6: first the alien's best die, then all of the marine's."""
    dice: Dice = {
        "assault/": [1, 6, 5, 1],
        "reroll/assault/A1/M1/1/best": [6],
        "reroll/assault/A1/M1/1/guard": [6],
    }
    s = attacked("marine_sarge", "N", dice, "guard")
    kinds = [s.view().shown.kind]
    s.say("reroll")
    kinds.append(s.view().shown.kind)
    s.say("reroll")
    assert kinds == ["best", "guard"]
    assert s.gone("A1"), "6 and 1 against 6"


def test_DL_12_keys_of_the_dice_name_both_sides_and_count() -> None:
    s = attacked("marine", "N", {"assault/": [3, 3, 1, 1] * 2})
    s.say("assault")
    keys = [roll.key for bulletin in s.play.bulletins for roll in bulletin.rolls]
    assert keys == [f"assault/A1/M1/{n}/{end}" for n in (1, 2) for end in ("def", "att")]


@each("side, dice", [("marine", [6]), ("alien", [1, 6, 1])])
def test_DL_12_1_a_friend_in_an_open_door_does_not_shield_it_and_is_not_harmed(
    side: str, dice: list[int]
) -> None:
    one, other = ("M1", "M2") if side == "marine" else ("A1", "A2")
    tokens = f"{side} 4,4 N; {side} 4,3 N; dooropen 4,3"
    s = Stage(tokens, {f"assault/{one}/4,3/": [*dice]}, rules={"side": side})
    s.say(f"activate {one}")
    events = s.say("assault")
    assert only(Rammed, events).broken
    assert not s.world.position.doors
    assert s.unit(other).cell == (4, 3)
    assert s.world.ap == (3 if side == "marine" else 5)
    assert "assault" not in s.offers(), "there is nothing left to attack"


def test_DL_12_1_an_enemy_in_an_open_door_is_attacked_before_the_door() -> None:
    s = Stage("marine 4,4 N; alien 4,3 N; dooropen 4,3", {"assault/": [6, 1, 1, 1]})
    events = s.say("activate M1; assault")
    assert only(Settled, events).winner == "M1"
    assert s.gone("A1")
    assert s.world.position.doors


@each("marker", ["guard", "overwatch"])
def test_DL_14_command_keeps_guard_and_overwatch_as_we_have_decided(marker: str) -> None:
    s = Stage("marine 4,4 N; marine 0,0 N", {"cp/1": [3]})
    s.say(f"activate M1; {marker}; activate M1; command")
    assert s.unit("M1").markers == ("deactivated", marker)
    s.say("turn left")
    assert s.unit("M1").markers == ("deactivated",)


SIX = range(1, 7)


def share(hits: list[bool]) -> Fraction:
    return Fraction(sum(hits), len(hits))


def shots(kind: str, again: bool) -> tuple[Fraction, Fraction]:
    """How often a shot hits, and how often its dice hold a double: each is fired at an alien."""
    count = 3 if kind == "marine_cannon" else 2
    s = Stage(f"{kind} 3,5 N; alien 3,1 S").then("activate M1")
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
    s = Stage(f"{kind} 5,6 N; alien 5,0 W").then("activate M1; overwatch; pass; activate A1")
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
    s = Stage("marine 4,4 N; alien 4,3 S", {"cp/1": [1]}).then("activate M1")
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
