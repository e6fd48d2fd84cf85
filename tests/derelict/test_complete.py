"""The profile ``complete``: the table of actions of the oldest text, row by row (DL-4), and what
else it departs from ``full`` in.
"""

from engine.games.derelict.events import Burnt, Cleared, Jammed, Placed
from tests.derelict.stage import Stage, only
from tests.kit.each import each

TABLE = [
    # action, the board, what is ordered before, the offer, its cost
    ("activate ally", "marine 3,3 N; marine 5,5 N", "", "activate M2", 0),
    ("activate ally", "alien 3,3 N", "pass", "activate A1", 0),
    ("activate ally", "blip 3,3 N", "pass", "activate B1", 0),
    ("shoot", "marine 3,5 N; alien 3,1 S", "activate M1", "shoot A1", 1),
    ("shoot", "marine 3,5 N; alien 3,1 S", "activate M1; move 3,4", "shoot A1", 0),
    ("shoot", "marine 3,5 W; alien 3,1 S", "activate M1; turn right", "shoot A1", 0),
    ("shoot", "marine_cannon 3,5 N; alien 3,1 S", "activate M1", "shoot A1", 1),
    ("shoot", "marine_flame 3,5 N", "activate M1", "burn 3,1", 1),
    ("shoot", "marine_flame 3,5 N", "activate M1; move 3,4", "burn 3,1", 0),
    ("assault", "marine 3,4 N; alien 3,3 S", "activate M1", "assault", 1),
    ("assault", "marine 3,4 N; alien 3,3 S", "pass; activate A1", "assault", 1),
    ("move forward", "marine 3,3 N", "activate M1", "move 3,2", 1),
    ("move forward", "marine 3,3 N", "activate M1", "move 2,2", 1),
    ("move forward", "alien 3,3 N", "pass; activate A1", "move 4,2", 1),
    ("move forward", "blip 3,3 N", "pass; activate B1", "move 3,2", 1),
    ("move backward", "marine 3,3 N", "activate M1", "move 3,4", 2),
    ("move backward", "alien 3,3 N", "pass; activate A1", "move 2,4", 2),
    ("move backward", "blip 3,3 N", "pass; activate B1", "move 2,4", 1),
    ("move sideways", "alien 3,3 N", "pass; activate A1", "move 2,3", 1),
    ("move sideways", "blip 3,3 N", "pass; activate B1", "move 4,3", 1),
    ("door open", "marine 3,3 N; door 3,2", "activate M1", "door 3,2", 1),
    ("door open", "alien 3,3 N; door 3,2", "pass; activate A1", "door 3,2", 1),
    ("door close", "blip 3,3 N; dooropen 3,2", "pass; activate B1", "door 3,2", 1),
    ("turn", "marine 3,3 N", "activate M1", "turn left", 1),
    ("turn", "marine 3,3 N", "activate M1; move 3,2", "turn left", 1),
    ("turn", "alien 3,3 N", "pass; activate A1", "turn right", 1),
    ("turn", "alien 3,3 N", "pass; activate A1; move 3,2", "turn right", 0),
    ("turn", "alien 3,3 N", "pass; activate A1; move 3,2; turn left", "turn left", 1),
    ("turn", "alien 3,3 N", "pass; activate A1; turn left", "turn left", 1),
    ("turn", "blip 3,3 N", "pass; activate B1", "turn left", 0),
    ("unjam", "marine 3,3 N +jam", "activate M1", "unjam", 1),
    ("overwatch", "marine 3,3 N", "activate M1", "overwatch", 2),
    ("guard", "marine 3,3 N", "activate M1", "guard", 2),
    ("reveal", "blip 3,3 N", "pass; activate B1", "reveal", 6),
    ("pass turn", "marine 3,3 N", "", "pass", 0),
    ("pass turn", "marine 3,3 N", "pass", "pass", 0),
]


def begun(tokens: str, before: str = "", **more: object) -> Stage:
    """A game of the profile, a marine in the corner beside what is tested; some orders on."""
    s = Stage(tokens, profile="complete", **more)  # type: ignore[arg-type]  # options of the stage
    if before:
        s.say(before)
    return s


@each("row, tokens, before, offer, cost", TABLE)
def test_DL_4_the_oldest_table_of_actions(
    row: str, tokens: str, before: str, offer: str, cost: int
) -> None:
    offers = begun(tokens, before).offers()
    assert offers.get(offer) == cost, (row, offers)


@each(
    "tokens, before, verbs",
    [
        ("alien 3,3 N; marine 3,1 S", "pass; activate A1", {"shoot", "overwatch", "guard"}),
        ("blip 3,3 N; marine 3,2 S", "pass; activate B1", {"shoot", "assault", "overwatch"}),
        ("marine 3,3 N", "activate M1", {"reveal", "command", "unjam", "enter"}),
    ],
)
def test_DL_4_what_the_oldest_table_leaves_out_is_not_offered(
    tokens: str, before: str, verbs: set[str]
) -> None:
    assert not begun(tokens, before).verbs() & verbs


def test_DL_3_3_no_marine_is_activated_twice_and_there_are_no_command_points() -> None:
    s = begun("marine 3,3 N; marine 5,5 N", "activate M1; activate M2", rules={"command": 6})
    assert s.world.command == 0
    assert "activate M1" not in s.offers()


def test_DL_2_8_no_blips_come() -> None:
    s = begun("marine 3,3 N; lurk 9,6")
    s.aliens_turn()
    assert s.view().shown.phase == "main"


def test_DL_8_3_the_second_alien_is_deployed_and_the_third_placed() -> None:
    s = begun("blip_3 3,3; marine 9,6 S", "pass; activate B1; reveal")
    assert "deploy" in s.verbs()
    assert "place" not in s.verbs()
    s.say("deploy 2,2")
    assert "place" in s.verbs()
    assert s.refused("deploy 4,4").code
    assert only(Placed, s.say("place 4,4")).by == "alien"


def test_DL_8_5_the_alien_put_last_acts_only_after_another_unit() -> None:
    s = begun("blip_2 3,3; marine 9,6 S", "pass; activate B1; reveal; deploy 2,2")
    offered = {name for name in s.offers() if name.startswith("activate")}
    last = s.view().shown.unit
    assert f"activate {last}" not in offered
    assert len(offered) == 2


def test_DL_9_1_a_blip_in_view_stays_one_and_cannot_be_shot() -> None:
    s = begun("marine 0,0 E; blip 3,0", "activate M1; move 1,0")
    assert s.unit("B1").kind == "blip"
    assert "shoot" not in s.verbs()


def test_DL_10_1_nobody_enters_from_a_lurk_cell() -> None:
    s = begun("marine 9,6 S; alien 0,0 S; lurk 0,0; alien_entry 5,3", "pass; activate A1")
    assert "enter" not in s.verbs()


def test_DL_15_1_a_jam_stays_until_it_is_cleared() -> None:
    s = begun(
        "marine 3,5 N; marine 0,6 N; alien 3,1 S",
        "activate M1; overwatch; activate M2; guard; pass; activate A1",
        dice={"shot/M1": [2, 2]},
    )
    told = s.say("move 3,2")
    assert only(Jammed, told).unit == "M1"
    assert not only(Cleared, s.say("pass")).jams
    assert s.unit("M1").markers == ("jam",)
    assert not s.unit("M2").markers
    s.say("activate M1")
    assert not s.verbs() & {"shoot", "overwatch"}
    s.say("unjam")
    assert {"shoot", "overwatch"} <= s.verbs()
    assert s.world.ap == 3


def test_DL_17_1_an_objective_that_burns_wins_the_game() -> None:
    s = begun("marine_flame 3,5 N; objective 3,1", "activate M1")
    assert only(Burnt, s.say("burn 3,1")).unit == "M1"
    assert s.world.winner == "marine"
