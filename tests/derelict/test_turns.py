"""The course of a turn: things on the board, activation, costs, steps, doors,
command points (DL-1 to DL-7, DL-16).
"""

from engine.games.derelict.board import BLIPS, DOORS, MARINES, Token, board, distance
from engine.games.derelict.events import (
    Activated,
    CommandDie,
    Ended,
    Killed,
    Moved,
    Reinforced,
    Turned90,
)
from tests.derelict.stage import OPEN, Stage, only
from tests.kit.each import each


def test_DL_1_doors_and_units_block_movement_marks_and_open_doors_do_not() -> None:
    """DL-1.5, DL-1.7."""
    s = Stage("marine 3,3 N; door 2,2; dooropen 3,2; lurk 4,2; marine 3,4 N; objective 2,4")
    s.say("activate M1")
    assert {text for text in s.offers() if text.startswith("move")} == {
        "move 3,2",
        "move 4,2",
        "move 2,4",
        "move 4,4",
    }


def test_DL_2_sides_take_turns_and_the_counter_goes_up_with_the_marines() -> None:
    """DL-2.1, DL-2.4: all markers go at a pass, unused action points are lost."""
    s = Stage("marine 3,3 N; marine 5,5 N", profile="seed").then("activate M1; activate M2")
    assert s.unit("M1").markers == ("deactivated",)
    assert (s.world.turn, s.asked) == (1, "marine")
    s.say("pass")
    assert (s.world.turn, s.asked, s.unit("M1").markers, s.world.active, s.world.ap) == (
        1,
        "alien",
        (),
        "",
        0,
    )
    s.say("pass")
    assert (s.world.turn, s.asked) == (2, "marine")


def test_DL_2_2_with_an_active_unit_the_others_are_offered() -> None:
    s = Stage("marine 3,3 N; marine 5,5 N", profile="seed")
    assert {"pass", "activate M1", "activate M2"} <= set(s.offers())
    s.say("activate M1")
    assert "activate M1" not in s.offers()
    s.say("activate M2")
    assert "activate M1" not in s.offers(), (
        "in the first edition of the rules a unit is activated once a turn (DL-3.3)"
    )


def test_DL_2_5_a_side_without_units_has_lost_one_whose_units_are_done_has_not() -> None:
    s = Stage("marine 3,3 N; alien 3,2 S", {"assault/": [6, 1, 1, 1]}, alone=True)
    s.say("activate M1; assault")
    assert s.asked == "marine", "nothing is over before the aliens are to move"
    events = s.say("pass")
    assert only(Ended, events) == Ended("marine", "no-aliens")
    s = Stage("marine 3,3 N; alien 9,6 N", alone=True, profile="seed")
    s.say("activate M1; turn left; turn left; turn left; turn left")
    assert s.offers() == {"pass": 0}


def test_DL_2_6_marines_are_deployed_on_start_marks_and_look_as_these_do() -> None:
    s = Stage(
        "drop_marine 0,6; drop_marine 1,6; marine 0,6 N; marine 1,6 N; marine 5,5 W; start_marine"
        " 4,1 E; start_marine 2,1 S; start_marine 6,0 W"
    )
    assert s.offers() == {"activate M1": 0, "activate M2": 0}
    s.say("activate M2")
    assert s.offers() == {"move 6,0": 0, "move 2,1": 0, "move 4,1": 0}
    s.say("move 4,1")
    assert (s.unit("M2").cell, s.unit("M2").rot) == ((4, 1), 270)
    assert s.offers() == {"activate M1": 0}
    s.say("activate M1; move 2,1")
    assert s.verbs() == {"pass", "activate"}, "the third marine stood on no drop mark"


def test_DL_2_7_markers_and_flames_go_and_the_command_die_is_thrown() -> None:
    s = Stage("marine 3,3 N +overwatch; marine 5,5 N +guard; flame 0,0; blip_2 3,0", {"cp/1": [4]})
    assert s.unit("M1").markers == s.unit("M2").markers == ()
    assert not any(token.kind == "flame" for token in s.world.tokens)
    assert s.asked == "alien", "what is removed may open a view: the blip at 3,0 is seen (DL-9.1)"
    s.say("done; place 2,0; done", "")
    assert (s.asked, s.world.command) == ("marine", 4)


def test_DL_2_7_a_sarge_or_a_hammer_may_have_the_die_again_and_keeps_the_second() -> None:
    for kind in ("marine_sarge", "marine_hammer"):
        s = Stage(f"{kind} 3,3 N", {"cp/1": [5], "reroll/cp/1": [2]})
        assert (s.asked, s.view().shown.kind, s.world.command) == ("marine", "command", 0)
        assert only(CommandDie, s.say("reroll")) == CommandDie(2, True)
        assert s.world.command == 2
    s = Stage("marine_axe 3,3 N", {"cp/1": [5]})
    assert s.world.command == 5


def test_DL_2_8_four_blips_on_the_first_turn_two_later_and_the_draw_table() -> None:
    draws: list[int | str] = [9, 10, 13, 14, 1, 22]
    marks = ";".join(f"lurk {x},0" for x in range(7))
    s = Stage(f"marine 9,6 S; {marks}", {"draw/": draws}).then("pass")
    assert s.asked == "alien"
    assert list(s.offers()) == [f"deploy {x},0" for x in range(7)]
    told = s.say("deploy 3,0")
    assert only(Reinforced, told) == Reinforced("B1", (3, 0)), "the public reads no value"
    s.say("deploy 0,0; deploy 1,0; deploy 2,0")
    assert [s.unit(f"B{n}").value for n in (1, 2, 3, 4)] == [1, 2, 2, 3]
    s.say("pass; pass")
    s.say("deploy 4,0; deploy 5,0")
    assert [s.unit(f"B{n}").value for n in (5, 6)] == [1, 3]
    assert s.verbs() == {"pass", "activate"}


def test_DL_2_8_without_a_free_lurk_cell_a_blip_is_lost_and_lurk_cells_may_be_walls() -> None:
    s = Stage("marine 9,6 N; lurk 2,0; lurk 4,0; alien 4,0", grid=("##########", *OPEN[1:]))
    s.say("pass")
    assert list(s.offers()) == ["deploy 2,0"]
    s.say("deploy 2,0")
    assert s.verbs() == {"pass", "activate"}


def test_DL_2_9_command_points_that_are_left_stay_for_the_alien_turn() -> None:
    s = Stage("marine 3,3 N", {"cp/1": [3], "cp/2": [5]}).then("pass")
    assert s.world.command == 3
    s.say("pass")
    assert s.world.command == 5


@each("unit, ap", [("marine", 4), ("alien", 6), ("blip", 6)])
def test_DL_3_action_points_at_activation(unit: str, ap: int) -> None:
    s = Stage(f"marine 9,6 S; {unit} 0,0 S")
    if unit != "marine":
        s.say("pass")
    name = {"marine": "M2", "alien": "A1", "blip": "B1"}[unit]
    assert only(Activated, s.say(f"activate {name}")).ap == ap


def test_DL_3_3_with_a_command_point_a_marine_comes_back_without_action_points() -> None:
    """DL-3.4, DL-16.1: its marker stays with it."""
    s = Stage("marine 3,3 N; marine 5,5 N", {"cp/1": [2]})
    s.say("activate M1; activate M2; activate M1")
    assert (s.world.ap, s.unit("M1").markers) == (0, ("deactivated",))
    s.say("command; move 3,2")
    assert (s.unit("M1").cell, s.unit("M1").markers, s.world.command) == (
        (3, 2),
        ("deactivated",),
        1,
    )
    s.say("command")
    assert s.world.command == 0
    assert "activate M2" not in s.offers(), "no command point is left"


def test_DL_4_costs_of_steps_and_turns() -> None:
    """DL-4.1: what costs more than is left is not offered."""
    s = Stage("marine 3,3 N; alien 0,0 N; blip 7,3 E", grid=("..........",) * 7).then("activate M1")
    costs = s.offers()
    assert [costs[f"move {x},2"] for x in (2, 3, 4)] == [1, 1, 1]
    assert [costs[f"move {x},4"] for x in (2, 3, 4)] == [2, 2, 2]
    assert "move 2,3" not in costs
    assert "move 4,3" not in costs
    assert costs["turn left"] == costs["turn right"] == 1
    s.say("turn left; turn left; move 2,4")
    assert s.world.ap == 1
    assert "move 3,3" not in s.offers(), "backwards costs 2"
    assert "move 3,5" in s.offers()


@each(
    "profile, after_move, without",
    [("seed", [0, 1, 1, 1], [1, 1, 1]), ("full", [0, 0, 0, 0], [1, 0, 0])],
)
def test_DL_4_2_what_turns_of_an_alien_cost(
    profile: str, after_move: list[int], without: list[int]
) -> None:
    for first, wanted in (("move 3,4", after_move), ("", without)):
        s = Stage("alien 3,3 S; marine 9,6 S", profile=profile).then("pass; activate A1")
        if first:
            s.say(first)
        paid = []
        for _ in wanted:
            paid.append(s.offers()["turn left"])
            assert only(Turned90, s.say("turn left")).unit == "A1"
        assert paid == wanted


def test_DL_4_2_a_door_forgets_the_move() -> None:
    s = Stage("alien 3,3 S; marine 9,6 S; door 3,5").then("pass; activate A1; move 3,4; door 3,5")
    assert s.offers()["turn left"] == 1


def test_DL_5_a_diagonal_step_between_two_walls_is_legal() -> None:
    """DL-5.1; through the same gap nobody sees (DL-G6)."""
    s = Stage("marine 0,0 S", grid=(".#", "#."), profile="seed").then("activate M1")
    assert "move 1,1" in s.offers()
    assert not s.world.position.clear((0, 0), (1, 1))


@each("die, dead", [(1, False), (2, True)])
def test_DL_5_2_into_flames_nobody_steps_in_them_a_die_decides(die: int, dead: bool) -> None:
    s = Stage(
        "marine 9,6 S; alien 3,3 S; alien 3,0 S", {"step/A1/": [die]}, rules={"side": "alien"}
    )
    s.world.tokens += [s.unit("A1").__class__(kind="flame", x=x, y=3) for x in (3, 4)]
    s.say("activate A2; move 3,1; move 3,2")
    assert "move 4,3" not in s.offers()
    s.say("activate A1")
    assert s.offers()["move 4,3"] == 1
    events = s.say("move 4,3")
    assert s.gone("A1") is dead
    assert (s.world.active, s.world.ap) == (("", 0) if dead else ("A1", 5))
    assert any(isinstance(event, Killed) for event in events) is dead


def test_DL_6_doors_in_the_three_cells_ahead_are_worked_for_a_point() -> None:
    """DL-6.1, DL-6.2: an open door with a unit in it cannot be closed."""
    s = Stage(
        "marine 3,3 N; door 2,2; dooropen 3,2; dooropen 4,2; marine 4,2; door 3,4", profile="seed"
    )
    s.say("activate M1")
    doors = {text: cost for text, cost in s.offers().items() if text.startswith("door")}
    assert doors == {"door 2,2": 1, "door 3,2": 1}
    s.say("door 2,2; door 3,2")
    assert [s.world.door(cell).kind for cell in ((2, 2), (3, 2))] == ["dooropen", "door"]


def test_DL_6_3_open_and_close_are_refused_if_it_is_so_already() -> None:
    s = Stage("marine 3,3 N; door 2,2; dooropen 4,2", profile="seed").then("activate M1")
    assert s.refused("open 4,2").code == "no-such-door"
    assert s.refused("close 2,2").code == "no-such-door"
    assert s.refused("door").wanted, "two doors are in reach: which one?"
    s.say("open; close 4,2")
    assert [s.world.door(cell).kind for cell in ((2, 2), (4, 2))] == ["dooropen", "door"]


def test_DL_7_a_blip_goes_neither_beside_a_marine_nor_into_its_view() -> None:
    """DL-7.1: it does not hide behind itself, and may turn and work doors."""
    s = Stage("marine 4,3 E; blip 2,3; blip 8,0", profile="seed").then("pass; activate B1")
    steps = {text[5:] for text in s.offers() if text.startswith("move")}
    assert steps == {"1,2", "1,3", "1,4", "2,2", "2,4"}
    s.say("activate B2")
    assert "move" not in s.verbs(), "on the diagonal and ahead of it all is seen"


def test_DL_10_from_a_lurk_cell_to_the_nearest_free_entry() -> None:
    """DL-10.1: nearest by the larger difference, then smaller y, then x; 1 point, no path."""
    s = Stage(
        "marine 9,6 S; blip 0,0; lurk 0,0; alien_entry 4,4; alien_entry 4,2; alien_entry 2,4;"
        " alien_entry 9,0"
    )
    s.say("pass; activate B1")
    assert s.offers()["enter"] == 1
    assert only(Moved, s.say("enter")).cell == (4, 2)
    assert s.world.ap == 5
    assert "enter" not in s.offers()


def test_DL_10_1_a_blip_that_enters_in_view_goes_on_as_an_alien_under_overwatch() -> None:
    s = Stage(
        "marine 5,6 N +deactivated; blip 0,3; lurk 0,3; alien_entry 5,2",
        {"shot/M1/": [1, 2]},
        rules={"side": "alien"},
    )
    s.world.mark("M1", "overwatch")
    s.say("activate B1; enter")
    assert s.view().shown.phase == "orient"
    s.say("done")
    assert (s.world.active, s.world.ap) == ("A2", 5)
    assert [roll.key for roll in s.play.bulletins[-1].rolls] == ["shot/M1/1"]


def test_DL_16_a_command_point_is_an_action_point() -> None:
    """DL-16.1: it does not break what follows immediately."""
    s = Stage("marine 3,3 N; alien 3,0 S", {"cp/1": [2], "shot/M1/": [1, 2, 5, 1]})
    s.say("activate M1; shoot A1; command; shoot A1")
    assert s.gone("A1"), "5 hits at once again on the same target"
    assert (s.world.ap, s.world.command) == (3, 1)


def test_DL_1_1_only_corridor_can_be_entered_or_seen_through() -> None:
    s = Stage("marine 1,1 E; alien 4,1 W", grid=("......", "...#..", "......"), alone=True)
    s.say("activate M1")
    assert "shoot A1" not in s.offers()
    s.say("move 2,1")
    steps = {text for text in s.offers() if text.startswith("move ")}
    assert {"move 3,0", "move 3,2"} <= steps
    assert "move 3,1" not in steps


@each("kind, aliens", [("blip", 1), ("blip_2", 2), ("blip_3", 3)])
def test_DL_1_2_a_blip_is_one_two_or_three_aliens(kind: str, aliens: int) -> None:
    assert BLIPS[kind] == aliens
    s = Stage(f"{kind} 3,3; marine 9,6 S", profile="seed").then("pass; activate B1; reveal")
    for _ in range(aliens - 1):
        s.say(next(text for text in s.offers() if text.startswith("deploy ")))
    assert not any(text.startswith("deploy ") for text in s.offers())
    assert sum(token.kind == "alien" for token in s.world.tokens) == 1 + aliens, "one is far away"


def test_DL_1_2_every_kind_that_begins_with_marine_is_one() -> None:
    assert all(kind.startswith("marine") for kind in MARINES)
    assert {Token(kind=kind, x=0, y=0).race for kind in MARINES} == {"marine"}


def test_DL_1_3_a_door_fills_a_whole_cell() -> None:
    s = Stage("marine 2,2 E; door 3,2", alone=True).then("activate M1")
    assert "move 3,2" not in s.offers()
    s.say("door 3,2")
    assert "move 3,2" in s.offers()
    assert {token.kind for token in s.world.tokens if token.cell == (3, 2)} <= set(DOORS)


def test_DL_1_4_markers_stand_in_the_cell_of_their_unit_and_go_with_it() -> None:
    s = Stage("marine 3,3 E; marine 5,5 N", {"cp/": [1, 1]})
    s.say("activate M1; move 4,3; activate M2; activate M1; command; move 5,3")
    assert (s.unit("M1").cell, s.unit("M1").markers) == ((5, 3), ("deactivated",))


def test_DL_2_3_each_unit_acts_once_a_turn_in_any_order() -> None:
    s = Stage("marine 3,3 N; marine 5,5 N; marine 7,5 N", profile="seed")
    s.say("activate M3; activate M1; activate M2")
    left = {text for text in s.offers() if text.startswith("activate ")}
    assert not left & {"activate M1", "activate M2", "activate M3"}


def test_DL_3_1_activating_another_unit_ends_the_first_and_costs_nothing() -> None:
    s = Stage("marine 3,3 N; marine 5,5 N", profile="seed").then("activate M1; move 3,2")
    assert s.offers()["activate M2"] == 0
    s.say("activate M2")
    assert s.unit("M1").markers == ("deactivated",)
    assert (s.world.active, s.world.ap) == ("M2", 4)


def test_DL_3_2_a_unit_without_action_points_stays_active() -> None:
    s = Stage("marine 3,6 N; marine 7,5 N", profile="seed")
    s.say("activate M1; move 3,5; move 3,4; move 3,3; move 3,2")
    assert (s.world.active, s.world.ap) == ("M1", 0)
    assert s.unit("M1").markers == ()


def test_DL_G1_columns_go_right_and_rows_down_from_zero() -> None:
    there = board((".#", ".."))
    assert there.corridors == ((0, 0), (0, 1), (1, 1))
    assert not there.corridor((1, 0))


@each("a, b, far", [((0, 0), (3, 1), 3), ((2, 2), (2, 2), 0), ((5, 1), (1, 7), 6)])
def test_DL_G4_a_distance_is_the_greater_of_columns_and_rows(
    a: tuple[int, int], b: tuple[int, int], far: int
) -> None:
    assert distance(a, b) == distance(b, a) == far


def test_DL_G7_sight_has_no_limit_and_both_ways_must_be_free() -> None:
    assert board(("." * 60,)).clear((0, 0), (59, 0), 0)
    for wall in ((1, 0), (1, 1)):
        grid = tuple("".join("#" if (x, y) == wall else "." for x in range(3)) for y in range(2))
        there = board(grid)
        assert not there.clear((0, 0), (2, 1), there.walls), wall
