"""Shots, flames, overwatch, jams, victory (DL-11, DL-13, DL-15, DL-17, DL-18)."""

from engine.games.derelict.events import (
    Broken,
    Burnt,
    Ended,
    Exposed,
    Jammed,
    Killed,
    Shot,
    Singed,
    Unjammed,
)
from tests.derelict.stage import OPEN, Stage, only
from tests.kit.each import each

SEGS = ("aaabbbbccc",) * 7


@each(
    "kind, verbs",
    [
        *(
            (kind, {"shoot", "overwatch"})
            for kind in ("marine", "marine_chain", "marine_sarge", "marine_axe")
        ),
        ("marine_cannon", {"shoot", "overwatch"}),
        ("marine_flame", {"burn"}),
        ("marine_hammer", set()),
        ("marine_claws", set()),
    ],
)
def test_DL_11_1_who_has_which_weapon(kind: str, verbs: set[str]) -> None:
    """DL-13.2: overwatch for bolter and cannon only."""
    s = Stage(f"{kind} 3,5 N; alien 3,1 S")
    s.play.table.state.world.ap = 0
    if s.view().shown.phase == "prompt":
        s.say("keep")
    s.say("activate M1")
    assert s.verbs() & {"shoot", "overwatch", "burn"} == verbs


@each(
    "kind, dice, hit",
    [
        ("marine", [5, 5], False),
        ("marine", [6, 1], True),
        ("marine_cannon", [4, 4, 4], False),
        ("marine_cannon", [1, 5, 1], True),
    ],
)
def test_DL_11_2_a_first_shot_hits_on_6_with_two_dice_or_on_5_with_three(
    kind: str, dice: list[int], hit: bool
) -> None:
    s = Stage(f"{kind} 3,5 N; alien 3,1 S", {"shot/M1/1": list(dice)}).then("activate M1")
    shot = only(Shot, s.say("shoot A1"))
    assert (shot.dice, shot.hit, shot.overwatch) == (tuple(dice), hit, False)
    assert s.gone("A1") is hit
    assert s.unit("M1").markers == (), "an ordinary shot never jams (DL-11.4)"


@each("kind, needs", [("marine", (6, 5)), ("marine_cannon", (5, 4))])
def test_DL_11_3_at_once_again_on_the_same_target_is_easier(
    kind: str, needs: tuple[int, int]
) -> None:
    s = Stage(f"{kind} 3,5 N; alien 3,1 S; alien 5,1 S", {"shot/": [1, 2, 3] * 20})
    s.say("activate M1")
    asked = [only(Shot, s.say(f"shoot {target}")).needs for target in ("A1", "A1", "A2", "A1")]
    assert asked == [needs[0], needs[1], needs[0], needs[0]]
    s.say("pass; pass; activate M1; shoot A1; turn left; turn right")
    assert only(Shot, s.say("shoot A1")).needs == needs[0], "a turn came between"


def test_DL_11_a_shot_is_free_directly_after_a_move_or_turn() -> None:
    s = Stage("marine 3,5 N; alien 3,0 S", {"shot/": [1, 2] * 9}).then("activate M1")
    assert s.offers()["shoot A1"] == 1
    s.say("move 3,4")
    assert s.offers()["shoot A1"] == 0
    s.say("shoot A1")
    assert (s.world.ap, s.offers()["shoot A1"]) == (3, 1)


def test_DL_11_2_blips_and_open_doors_are_no_targets_closed_doors_are() -> None:
    s = Stage("marine 3,5 N; door 3,1; dooropen 5,3; blip 9,0; alien 3,0 S", {"shot/M1/1": [6, 1]})
    s.say("activate M1")
    assert {text for text in s.offers() if text.startswith("shoot")} == {"shoot 3,1"}
    assert only(Broken, s.say("shoot 3,1")).cell == (3, 1)
    assert "shoot A1" in s.offers(), "behind the door"


def test_DL_11_5_flames_fill_a_segment_and_destroy_on_2() -> None:
    dice: dict[str, list[int | str]] = {
        "flame/M1/": [1],
        "flame/A1/": [2],
        "flame/B1/": [1],
        "flame/M2/": [6],
    }
    s = Stage(
        "marine_flame 4,5 W; alien 5,1 S; blip 6,6; marine 3,3 W; alien 2,0; door 5,4",
        dice,
        segs=SEGS,
    )
    s.say("activate M1")
    offered = [text for text in s.offers() if text.startswith("burn")]
    assert offered == ["burn 2,3", "burn 4,5"], (
        "of each segment the nearest cell in view, ties by y, then x"
    )
    events = s.say("burn 4,5")
    burnt = only(Burnt, events)
    assert burnt.fuel == 5
    assert set(burnt.cells) == {(x, y) for x in range(3, 7) for y in range(7)} - {(5, 4)}, (
        "not the closed door"
    )
    singed = [event.unit for event in events if isinstance(event, Singed)]
    assert singed == ["A1", "M2", "M1", "B1"], "row by row, left to right"
    assert [event.unit for event in events if isinstance(event, Killed)] == ["A1", "M2"]
    assert s.world.ap == 2
    assert not s.world.position.clear((4, 5), (4, 2)), "flames block sight"


def test_DL_11_5_any_cell_of_the_segment_will_do_and_the_reach_is_12() -> None:
    s = Stage("marine_flame 0,0 E", grid=("." * 16,), segs=("aaaabbbbccccddee",), alone=True)
    s.say("activate M1")
    assert [text for text in s.offers() if text.startswith("burn")] == [
        "burn 0,0",
        "burn 4,0",
        "burn 8,0",
        "burn 12,0",
    ]
    s.say("burn 6,0")
    assert {token.cell for token in s.world.tokens if token.kind == "flame"} == {
        (x, 0) for x in range(4, 8)
    }


def test_DL_11_5_without_fuel_no_flames() -> None:
    s = Stage("marine_flame 4,5 W", rules={"fuel": 1}, segs=SEGS)
    s.say("activate M1; burn 2,5; command")
    assert s.world.fuel == 0
    assert "burn" not in s.verbs()


def watch(
    kind: str = "marine",
    dice: dict[str, list[int | str]] | None = None,
    more: str = "",
    cp: int = 0,
) -> Stage:
    """A marine on overwatch at 5,6, looking north; the aliens' turn. Command points as given."""
    s = Stage(f"{kind} 5,6 N; alien 5,0 W; {more}", {"shot/M1/": [1, 2] * 30, **(dice or {})})
    s.say("activate M1; overwatch")
    assert s.unit("M1").markers == ("deactivated", "overwatch")
    assert (s.world.active, s.world.ap) == ("", 0)
    s.aliens_turn()
    s.world.command = cp
    return s


def test_DL_13_after_each_action_of_an_alien_in_view_an_automatic_shot() -> None:
    """DL-13.1, DL-13.3: not after the activation."""
    s = watch()
    assert not [event for event in s.say("activate A1") if isinstance(event, Shot)]
    for order in ("turn left", "move 5,1"):
        shot = only(Shot, s.say(order))
        assert (shot.unit, shot.target, shot.overwatch) == ("M1", "A1", True)
    assert s.asked == "alien"


def test_DL_13_4_the_second_shot_at_the_same_alien_is_easier_also_after_another_action() -> None:
    s = watch(more="alien 4,0 W")
    s.say("activate A1")
    assert [only(Shot, s.say(order)).needs for order in ("turn left", "turn left")] == [6, 5]
    s.say("activate A2")
    assert only(Shot, s.say("turn left")).needs == 6
    assert only(Shot, s.say("turn left")).needs == 5


def test_DL_13_3_beyond_12_cells_or_out_of_view_nobody_shoots() -> None:
    s = Stage("marine 0,0 E; alien 13,0 W", {"shot/": [1, 2] * 9}, grid=("." * 16,), alone=True)
    s.say("activate M1; overwatch; pass; activate A1")
    assert not [event for event in s.say("turn left") if isinstance(event, Shot)]
    assert only(Shot, s.say("move 12,0")).unit == "M1"


def test_DL_13_4_all_who_see_it_shoot_even_when_it_is_dead() -> None:
    s = Stage("marine 5,6 N; marine 6,6 N; alien 5,0 W", {"shot/M1/1": [6, 1], "shot/M2/1": [3, 2]})
    s.say("activate M1; overwatch; activate M2; overwatch; pass; activate A1")
    events = s.say("turn left")
    assert [(event.unit, event.hit) for event in events if isinstance(event, Shot)] == [
        ("M1", True),
        ("M2", False),
    ]
    assert len([event for event in events if isinstance(event, Killed)]) == 1
    assert (s.world.active, s.world.ap, s.asked) == ("", 0, "alien")


@each(
    "kind, dice, jams",
    [
        ("marine", [1, 2], False),
        ("marine", [3, 3], True),
        ("marine", [6, 6], True),
        ("marine_cannon", [1, 2, 3], False),
        ("marine_cannon", [4, 1, 4], True),
    ],
)
def test_DL_13_5_a_double_jams_hit_or_miss(kind: str, dice: list[int], jams: bool) -> None:
    s = watch(kind, {"shot/M1/": list(dice)})
    s.say("activate A1")
    events = s.say("turn left")
    assert any(isinstance(event, Jammed) for event in events) is jams
    assert ("jam" in s.unit("M1").markers) is jams
    assert ("overwatch" in s.unit("M1").markers) is not jams
    assert s.asked == "alien", "without a command point nobody is asked"


def test_DL_13_5_a_command_point_clears_the_jam_at_once() -> None:
    s = watch("marine", {"shot/M1/": [3, 3, 1, 2, 4, 4]}, cp=2)
    s.say("activate A1; turn left")
    assert (s.asked, s.view().shown.kind) == ("marine", "jam")
    assert only(Unjammed, s.say("unjam")) == Unjammed("M1", True)
    assert (s.asked, s.world.command, s.unit("M1").markers) == ("alien", 1, ("overwatch",))
    assert only(Shot, s.say("turn left")).needs == 6, "the memory of sustained fire is lost"
    s.say("turn left")
    s.say("leave")
    assert (s.unit("M1").markers, s.world.command) == (("jam",), 1)
    assert not [event for event in s.say("turn left") if isinstance(event, Shot)]


def test_DL_13_1_overwatch_replaces_guard_and_moving_drops_it() -> None:
    s = Stage("marine 5,6 N", {"cp/1": [6]})
    s.say("activate M1; command; command; guard; activate M1; command; command; overwatch")
    assert s.unit("M1").markers == ("deactivated", "overwatch")
    s.say("activate M1; command")
    assert "overwatch" in s.unit("M1").markers, "neither activation nor command is an action"
    s.say("turn left")
    assert s.unit("M1").markers == ("deactivated",)


def test_DL_15_a_jammed_marine_neither_shoots_nor_watches_until_it_is_cleared() -> None:
    """DL-15.1: one action point. A jam lasts into a marine turn only on a prepared board."""
    s = Stage("marine 5,6 N; alien 5,0 S", rules={"side": "marine"})
    s.world.mark("M1", "jam")
    s.say("activate M1")
    assert {"shoot", "overwatch"}.isdisjoint(s.verbs())
    assert s.offers()["unjam"] == 1
    s.say("move 5,5")
    assert s.unit("M1").markers == ("jam",), "it moves with the marine"
    s.say("unjam")
    assert (s.unit("M1").markers, s.world.ap) == ((), 2)
    assert {"shoot", "overwatch"} <= s.verbs()


def test_DL_17_an_objective_in_flames_wins_for_the_marines() -> None:
    s = Stage("marine_flame 4,5 W; objective 1,1", segs=SEGS)
    assert only(Ended, s.say("activate M1; burn 2,5")) == Ended("marine", "objective")


def test_DL_17_1_without_fuel_or_flamer_the_objective_is_lost_but_the_last_shot_counts() -> None:
    s = Stage("marine_flame 4,5 W; objective 9,1", rules={"fuel": 1}, segs=SEGS)
    assert only(Ended, s.say("activate M1; burn 2,5")) == Ended("alien", "no-fuel")
    s = Stage("marine_flame 4,5 W; objective 1,1", rules={"fuel": 1}, segs=SEGS)
    assert only(Ended, s.say("activate M1; burn 2,5")).winner == "marine"
    s = Stage("marine_flame 4,3 W; objective 9,1; alien 4,2 S", {"assault/": [1, 6, 6, 6]})
    s.say("pass; activate A1; assault")
    assert s.play.table.state.result == "won alien no-fuel"


def test_DL_17_1_without_marines_the_aliens_have_won() -> None:
    s = Stage("marine 4,3 W; alien 4,2 S", {"assault/": [1, 6, 6, 6]}, alone=True)
    assert only(Ended, s.say("pass; activate A1; assault")) == Ended("alien", "no-marines")


def test_DL_18_forced_reveals_come_before_overwatch_and_again_after_it() -> None:
    """DL-18.1: an alien that steps aside shows a blip, is shot at, and its death shows another."""
    s = Stage(
        "marine 0,0 E; alien 2,0 N; blip 4,1; blip 4,0",
        {"shot/M1/1": [6, 1]},
        grid=("......", "......"),
    )
    s.say("activate M1; overwatch; pass; activate A1")
    events = s.say("move 3,0")
    assert [type(event) for event in events if isinstance(event, Exposed | Shot)] == [Exposed]
    events = s.say("done")
    assert [type(event) for event in events if isinstance(event, Exposed | Shot)] == [Shot, Exposed]
    assert s.gone("A1")
    assert only(Exposed, events).cell == (4, 0), "its death opens the view of the blip behind it"


def test_DL_18_1_a_dead_active_unit_leaves_no_active_unit() -> None:
    s = watch("marine", {"shot/M1/": [6, 1]})
    s.say("activate A1; turn left")
    assert (s.gone("A1"), s.world.active, s.world.ap, s.asked) == (True, "", 0, "alien")


def test_DL_6_4_doors_are_shot_and_rammed_away() -> None:
    s = Stage(
        "marine 3,3 N; door 3,2; alien 7,3 N; dooropen 7,2; alien 7,0",
        {"assault/": [6, 5, 5, 6]},
        grid=OPEN,
    )
    s.say("activate M1; assault; pass; activate A1; assault")
    assert not [token for token in s.world.tokens if token.kind in ("door", "dooropen")]
