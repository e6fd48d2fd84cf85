"""What lies on the map, who acts, and the geometry of the map (DL-1, DL-2, DL-3, DL-G)."""

from engine.games.derelict.board import BLIPS, DOORS, MARINES, Token, board, distance
from tests.derelict.stage import Stage
from tests.kit.each import each


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
    s = Stage(f"{kind} 3,3; marine 9,6 S", profile="seed")
    s.say("pass; activate B1; reveal")
    for _ in range(aliens - 1):
        s.say(next(text for text in s.offers() if text.startswith("deploy ")))
    assert not any(text.startswith("deploy ") for text in s.offers())
    assert sum(token.kind == "alien" for token in s.world.tokens) == 1 + aliens, "one is far away"


def test_DL_1_2_every_kind_that_begins_with_marine_is_one() -> None:
    assert all(kind.startswith("marine") for kind in MARINES)
    assert {Token(kind=kind, x=0, y=0).race for kind in MARINES} == {"marine"}


def test_DL_1_3_a_door_fills_a_whole_cell() -> None:
    s = Stage("marine 2,2 E; door 3,2", alone=True)
    s.say("activate M1")
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
    s = Stage("marine 3,3 N; marine 5,5 N", profile="seed")
    s.say("activate M1; move 3,2")
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
