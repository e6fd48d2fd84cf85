"""Weapons, damage, the End step, victory, heat, and scenario files."""

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.ambush import EDITIONS
from engine.games.ambush.damage import HITS, soak
from engine.games.ambush.units import CLUSTERS, missiles, skeleton
from engine.games.ambush.view import View
from engine.state import PUBLIC, Ask, Setup
from engine.table import GameTable
from engine.testing.kit import Play
from tests.ambush.scenarios import Case, scenario
from tests.ambush.test_moving import a1, played, refusal, seen

SHIPPED = Path(__file__).parent.parent.parent / "engine" / "games" / "ambush" / "scenarios"
ARMED = {"id": "A1", "at": "0305/0", "weapons": ["ML:RA", "ML:LA", "PPC:CT", "SRM6:RT", "LRM10:LT"]}
TARGET = {"id": "B9", "at": "0302/3"}


def volley(*play: str, **case: Any) -> Any:
    """The Weapons step with A1 and B9 face to face; both have stood still."""
    return played(
        "A: move A1 stand",
        "B: move B9 stand",
        *play,
        **{"fixture": "clear", "unit": [ARMED, TARGET], **case},
    )


def test_WP_1_fire_orders_are_a_sheet_and_are_played_when_all_have_said_ok() -> None:
    run = volley("A: fire A1 ML#1>B9 PPC>B9", "A: fire A1 ML#2>B9", "A: ok")
    assert not seen(run, "Shot A1")
    assert run.table.view(PUBLIC).sheet.lines == ()
    run.line("A: cease A1")
    assert run.table.ask() == Ask(("A", "B"))
    run.line("A: fire A1 ML#2>B9")
    told = [event for one in run.bulletins[-1].told for event in one.copies.values()]
    assert msgspec.to_builtins(told[0])["shots"] == (("ML#2", "B9", 4),)
    run.line("B: ok")
    run.line("A: ok")
    assert seen(run, "Shot A1 weapon=ML#2 target=B9 need=4", "Struck B9 side=front")
    assert not seen(run, "Shot A1 weapon=PPC")


def test_WP_2_target_numbers() -> None:
    """2.15; the cases T09 to T16 are the rest. Range 3: ML +0, PPC minimum +1, LRM minimum +4."""
    run = volley("A: fire A1 ML#1>B9 PPC>B9 LRM10>B9", "A: ok", "B: ok")
    assert seen(
        run,
        "Shot A1 weapon=ML#1 need=4",
        "Shot A1 weapon=PPC need=5",
        "Shot A1 weapon=LRM10 need=8",
    )
    far = volley(
        "A: fire A1 ML#1>B9 PPC>B9", "A: ok", "B: ok", unit=[ARMED, {"id": "B9", "at": "0301/3"}]
    )
    assert seen(far, "Shot A1 weapon=ML#1 need=6", "Shot A1 weapon=PPC need=4")


def test_WP_3_twists_arcs_and_second_targets() -> None:
    behind = [{"id": "A1", "at": "0305/2", "weapons": ["ML:RA", "ML:LA", "ML:CTr"]}, TARGET]
    run = volley(unit=behind)
    assert refusal(run, "A", "fire A1 ML#1>B9") == ("no-such-shot", "ML#1>B9", "WP-3")
    assert run.table.menu("A").complete("fire A1 twist ") == ["-1:", "0:", "+1:"]
    assert run.table.menu("A").complete("fire A1 twist +1: ") == ["ML#3>B9"]
    assert run.table.menu("A").complete("fire A1 twist 0: ") == ["ML#2>B9"]
    other = {"id": "B8", "side": "B", "tons": 45, "walk": 6, "at": "0503/3"}
    two = volley("A: fire A1 ML#1>B9 ML#2>B8", "A: ok", "B: ok", unit=[ARMED, TARGET, other])
    assert seen(two, "Shot A1 weapon=ML#1 target=B9 need=4", "Shot A1 weapon=ML#2 target=B8 need=5")


def test_WP_4_all_damage_comes_after_all_shots() -> None:
    """Both sides fire and both are destroyed."""
    unit = [
        {**ARMED, "armour": {}, "weapons": ["AC20:RT"]},
        {**TARGET, "armour": {}, "weapons": ["AC20:RT"]},
    ]
    run = volley(
        "A: fire A1 AC20>B9",
        "B: fire B9 AC20>A1",
        "A: ok",
        "B: ok",
        unit=unit,
        dice={"loc": [12, 12]},
    )
    assert seen(
        run, "Shot A1 target=B9", "Shot B9 target=A1", "Destroyed A1", "Destroyed B9", "Drawn"
    )


def test_WP_5_missiles_hit_in_groups() -> None:
    """2.4: SRM each its own location, LRM by fives; the table."""
    run = volley(
        "A: fire A1 SRM6>B9 LRM10>B9",
        "A: ok",
        "B: ok",
        dice={"cluster:A1:SRM6": [9], "cluster:A1:LRM10": [12], "hit:A1": [12, 12]},
    )
    assert seen(
        run,
        "Shot A1 weapon=SRM6 missiles=5 damage=10",
        "Shot A1 weapon=LRM10 missiles=10 damage=10",
    )
    assert sum(type(event).__name__ == "Struck" for event in run.events()) == 5 + 2
    assert [missiles(rack, 7) for rack in (2, 4, 5, 6, 10, 15, 20)] == [1, 3, 3, 4, 6, 9, 12]
    assert len(CLUSTERS) == 11


def test_WP_6_locations_armour_structure_and_inwards() -> None:
    """2.16."""
    assert HITS["front"][0] == "CT"
    assert HITS["rear"] == HITS["front"]
    assert HITS["left"] == ("LT", "LL", "LA", "LA", "LL", "LT", "CT", "RT", "RA", "RL", "HD")
    mirror = {"LT": "RT", "LL": "RL", "LA": "RA", "RT": "LT", "RA": "LA", "RL": "LL"}
    assert HITS["right"] == tuple(mirror.get(place, place) for place in HITS["left"])
    unit = a1(played())
    unit.armour["LA"], unit.armour["LT"], unit.armour["CT"] = 2, 3, 1
    frame = skeleton(55)
    assert soak(unit, "LA", rear=False, amount=2 + frame["LA"] + 3 + frame["LT"] + 4) == [
        ("LA", 2 + frame["LA"]),
        ("LT", 3 + frame["LT"]),
        ("CT", 4),
    ]
    assert unit.structure["LA"] == unit.structure["LT"] == 0
    rear = a1(played())
    soak(rear, "CT", rear=True, amount=7)
    assert (rear.armour["CTr"], rear.structure["CT"], rear.armour["CT"]) == (
        0,
        frame["CT"] - 1,
        frame["CT"] + 4,
    )
    lost = a1(played())
    soak(lost, "RT", rear=False, amount=lost.armour["RT"] + frame["RT"])
    assert lost.structure["RA"] == 0
    assert skeleton(100)["CT"] == 31


def test_WP_7_partial_cover_saves_the_legs_and_buildings_take_their_part() -> None:
    covered = volley(
        "A: fire A1 ML#1>B9", "A: ok", "B: ok", map={"0303": ".1"}, dice={"loc:B9": [9]}
    )
    assert seen(covered, "Shot A1 need=5", "Struck B9 place=LL took=()")
    house = volley("A: fire A1 PPC>B9", "A: ok", "B: ok", map={"0302": "M40h1"})
    assert seen(house, "Absorbed hex=0302 cf=36")
    assert house.world.units["B9"].built - house.world.units["B9"].left == 6


def test_WP_8_twenty_damage_in_the_weapons_step_is_rolled_for_at_its_end() -> None:
    unit = [{**ARMED, "weapons": ["AC20:RT", "ML:RA"]}, TARGET]
    run = volley("A: fire A1 AC20>B9 ML>B9", "A: ok", "B: ok", unit=unit, dice={"psr:B9": [2]})
    assert seen(run, "Struck B9", "Struck B9", "Rolled B9 roll=damage need=6 dice=2", "Fell B9")


def test_EN_1_unconscious_pilots_may_wake_up_at_the_end_of_a_round() -> None:
    run = played(
        "A: move A1 run F F F F R F",
        "B: ok",
        "A: ok",
        turns="A",
        dice={"psr:A1": [4, 2], "awake:A1": [2], "recover:A1": [3]},
    )
    assert seen(
        run, "Fainted A1", "Rolled A1 roll=recover need=3 dice=3", "Woke A1", "RoundBegan round=2"
    )


def test_EN_2_everybody_gets_the_form_for_the_next_round() -> None:
    """2.5: with nothing to choose as well, while anybody may have hidden units."""
    run = played(
        "A: move A1 walk F", "A: ok", "B: ok", fixture="H", turns="A", options={"end_detect": "no"}
    )
    assert run.table.ask() == Ask(("A", "B"))
    assert run.table.menu("A").help()[0] == "ok"
    assert run.table.menu("B").help()[0] == "reveal {unit} next-round"


def test_EN_3_turn_order_of_the_second_round() -> None:
    """2.6: by initiative, ties rolled again; only visible units that can move count."""
    run = played(
        "A: move A1 walk F",
        "A: ok",
        "B: ok",
        turns="A",
        dice={"initiative:A": [8, 9], "initiative:B": [8, 3]},
    )
    assert run.world.order == ["B", "A"]
    assert run.world.turns == ["B", "A"]


def test_VI_1_objectives_points_and_the_last_side() -> None:
    """2.17: tons destroyed, half of the crippled, objectives held by the
    last side that stood near alone.
    """
    made = scenario(
        Case(
            "v",
            fixture="clear",
            turns="A",
            unit=[
                {**ARMED, "weapons": ["AC20:RT"]},
                {**TARGET, "armour": {}},
                {"id": "B8", "side": "B", "tons": 30, "walk": 4, "at": "1212/0"},
            ],
        )
    )
    made |= {"objective": [{"hex": "0304", "points": 7}], "end": {"rounds": 1}}
    setup = Setup(
        id="v",
        secret=b"k" * 32,
        options={"window": "0"},
        scenario=made,
        at=0,
        loaded={"hit": [7], "loc": [12]},
    )
    play = Play(EDITIONS[-1], setup)
    play.join(("A", "B"))
    for seat, text in (("A", "move A1 stand"), ("A", "fire A1 AC20>B9"), ("A", "ok"), ("B", "ok")):
        play.submit(1, seat, text)
    assert play.table.state.result == "won A"
    assert play.table.world.score == {"A": 45 + 7, "B": 0}


def test_VI_2_at_the_end_everything_is_open() -> None:
    run = played(
        "A: move A1 stand",
        "B: move B9 stand",
        "A: fire A1 AC20>B9",
        "A: ok",
        "B: ok",
        fixture="H",
        turns="AB",
        unit=[
            {**ARMED, "at": "1109/3", "weapons": ["AC20:RT"]},
            {"id": "B9", "armour": {}},
            {"id": "BH", "armour": {}},
        ],
        dice={"loc:B9": [12]},
    )
    assert seen(run, "Revealed BH cause=alone")
    view: View = run.table.view("A")
    assert "BH" in view.units


def test_HT_1_heat_slows_and_stalls() -> None:
    """2.18."""
    hot = [{**ARMED, "sinks": 0, "weapons": ["PPC:RT", "PPC:LT"]}, TARGET]
    run = volley(
        "A: fire A1 PPC#1>B9 PPC#2>B9",
        "A: ok",
        "B: ok",
        unit=hot,
        options={"heat": "yes"},
        dice={"heat:A1": [5]},
    )
    assert seen(
        run, "Rolled A1 roll=heat need=6 dice=5", "Shutdown A1 on=False", "RoundBegan round=2"
    )
    assert (a1(run).heat, a1(run).points("walk"), a1(run).able) == (20, 1, False)
    assert run.world.turns == ["B"]


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_SC_1_scenarios_of_the_house_can_be_played(path: Path) -> None:
    """By file, or by the name of a battle."""
    made = tomllib.loads(path.read_text("utf-8"))
    table = GameTable.new(
        EDITIONS[-1], Setup(id=path.stem, secret=b"k" * 32, options={}, scenario=made, at=0)
    )
    named = GameTable.new(
        EDITIONS[-1],
        Setup(id=path.stem, secret=b"k" * 32, options={"battle": path.stem}, scenario={}, at=0),
    )
    assert named.save() == table.save()
    for unit in table.world.units.values():
        frame = skeleton(unit.tons)
        for place, most in frame.items():
            worn = unit.armour[place] + unit.armour.get(f"{place}r", 0)
            assert worn <= (9 if place == "HD" else 2 * most), (unit.id, place)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"map": None}, "map: a scenario file needs a map"),
        ({"map": {"size": "2x1", "rows": [". x"]}}, "map.rows: row 1, column 2: 'x' is no terrain"),
        ({"map": {"size": "2x2", "rows": [". ."]}}, "map.rows: 1 rows; the size 2x2 wants 2"),
        ({"map": {"size": "wide", "rows": []}}, "map.size: 'wide'"),
        ({"unit.side": "C"}, "unit[0].side: 'C' does not play; possible: A, B"),
        ({"unit.tons": 57}, "unit[0].tons: 57 is not"),
        ({"unit.at": "9901/0"}, "unit[0].at: 9901 is off the map"),
        ({"unit.at": "0101"}, "unit[0].at: '0101' is no place"),
        ({"unit.weapons": ["BFG:RA"]}, "unit[0].weapons[0]: 'BFG:RA'"),
        ({"unit.armour": {"XX": 1}}, "unit[0].armour: no location 'XX'"),
        ({"unit.id": "B9"}, "unit[1].id: B9 is there twice"),
        ({"unit.hidden": True}, "unit[0].at: nobody can hide in 0309"),
        (
            {"side": {"A": {"ambush": ["0101-0202"]}, "B": {"ambush": ["0202"]}}},
            "side.B.ambush: 0202 lies in the zone of A",
        ),
        ({"side": {"A": {"deploy": ["all"]}}}, "side.A.deploy: 'all' is neither"),
        ({"objective": [{"hex": "5050"}]}, "objective[0].hex: 5050 is off the map"),
        ({"turns": "AXB"}, "turns: 'AXB'"),
    ],
)
def test_SC_2_errors_name_the_key_and_what_would_have_worked(
    change: dict[str, Any], text: str
) -> None:
    made = scenario(Case("bad", fixture="clear"))
    for key, value in change.items():
        first, _, second = key.partition(".")
        if second:
            made["unit"][0][second] = value
        elif value is None:
            made.pop(first)
        else:
            made[first] = value
    with pytest.raises(ValueError, match=re.escape(text)):
        GameTable.new(
            EDITIONS[-1], Setup(id="bad", secret=b"k" * 32, options={}, scenario=made, at=0)
        )


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"window": "soon"}, "window: 'soon' is no time"),
        ({"tick": "0"}, "tick: '0'"),
        ({"deadline": "local"}, "deadline: 'local'"),
    ],
)
def test_SC_3_options_are_checked(options: dict[str, str], text: str) -> None:
    with pytest.raises(msgspec.ValidationError) as error:
        GameTable.new(
            EDITIONS[-1],
            Setup(id="bad", secret=b"k" * 32, options=options, scenario=scenario(Case("x")), at=0),
        )
    assert text in str(error.value)


def test_SC_4_a_shot_only_at_the_end_of_a_move() -> None:
    """Option pbs_trigger=end_of_move."""
    option = {"pbs_trigger": "end_of_move"}
    passing = played("B: ambush BH fire", "A: move A1 run F F F F F F", fixture="H", options=option)
    assert not seen(passing, "Revealed BH")
    ending = played("B: ambush BH fire", "A: move A1 run F F F", fixture="H", options=option)
    assert seen(ending, "Stepped A1 hex=0305", "Revealed BH cause=shot")
