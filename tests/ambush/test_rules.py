"""Rules that want more than a case can say: see `cases/rules.toml` for the others."""

import re
import tomllib
from typing import Any

import msgspec
import pytest

from engine.games.ambush import sight
from engine.games.ambush.damage import HITS, soak
from engine.games.ambush.units import CLUSTERS, missiles, skeleton
from engine.state import PUBLIC, Ask
from tests.ambush.scenarios import Case, fits, scenario
from tests.ambush.stage import SHIPPED, a1, joined, played, refusal, seen, table
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

ARMED: dict[str, Any] = {"id": "A1", "at": "0305/0", "weapons": ["ML:RA", "ML:LA", "PPC:CT"]}
TARGET: dict[str, Any] = {"id": "B9", "at": "0302/3"}
SLID_AT = {"id": "B1", "side": "B", "tons": 45, "walk": 6, "at": "0304/2", "done": True}


def test_MV_6_own_hidden_units_are_in_the_way_and_only_their_owner_is_told() -> None:
    hidden = [{"id": "AH", "side": "A", "tons": 50, "walk": 5, "at": "0307/0", "hidden": True}]
    run = played(unit=hidden, map={"0307": "w"}, allowance={"A": 1})
    assert refusal(run, "A", "move A1 walk F F") == ("occupied", "F", "MV-6")
    assert refusal(run, "A", "move A1 walk F on_fall: S F")[:2] == ("no-such-step", "F")
    ground = sight.Ground(run.table.view("B"), a1(run), "walk")
    at = ground.step(sight.spot(a1(run), "walk"), "F")
    assert isinstance(at, sight.Spot)
    assert isinstance(ground.step(at, "F"), sight.Spot)


@each(
    "cell, cause, need",
    [
        *(("1", "psr", 4), ("2", "psr", 5)),
        *(("L15h1", "enter", 5), ("M70h1", "enter", 6), ("H90h2", "enter", 7)),
    ],
)
def test_PS_1_rolls_on_entering_water_and_buildings(cell: str, cause: str, need: int) -> None:
    """2.3, 2.8; H before the step counts."""
    run = played("A: move A1 walk F", map={"0308": cell})
    assert seen(run, f"Rolled A1 roll=terrain need={need}")
    assert f"{cause}:A1" in {roll.key.split("/")[2] for one in run.bulletins for roll in one.rolls}


def test_CO_6_IS_9_T66_a_hidden_unit_does_not_change_which_way_a_push_goes() -> None:
    ends = set()
    for place in ("0303", "0302", "0403", "0204", "0604", ""):
        hidden = {"id": "BH", "at": f"{place}/0", "hidden": True, "done": False}
        run = played(
            "A: move A1 run F F F F R F",
            unit=[SLID_AT, *([SLID_AT | hidden] if place else [])],
            map={place: "w"} if place else {},
            allowance={"B": 1},
            options={"end_detect": "no"},
            dice={"psr:A1": [4, 9], "collide:A1": [12]},
        )
        ends.add((repr([one for one in run.events() if fits(one, "Pushed B1")]), a1(run).hex))
        touched = seen(run, "Revealed BH cause=pushed", "Pushed BH hex=0302", "Pushed B1")
        assert touched == (place == "0303")
    assert len(ends) == 1


def test_WP_1_fire_orders_are_a_sheet_and_are_played_when_all_have_said_ok() -> None:
    run = played(
        *("A: move A1 stand", "B: move B9 stand", "A: fire A1 ML#1>B9 PPC>B9"),
        *("A: fire A1 ML#2>B9", "A: ok"),
        fixture="clear",
        unit=[ARMED, TARGET],
    )
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


def test_WP_5_the_table_of_missiles() -> None:
    """2.4."""
    assert [missiles(rack, 7) for rack in (2, 4, 5, 6, 10, 15, 20)] == [1, 3, 3, 4, 6, 9, 12]
    assert len(CLUSTERS) == 11


def test_WP_6_locations_armour_structure_and_inwards() -> None:
    """2.16."""
    assert HITS["front"][0] == "CT"
    assert HITS["rear"] == HITS["front"]
    assert HITS["left"] == ("LT", "LL", "LA", "LA", "LL", "LT", "CT", "RT", "RA", "RL", "HD")
    mirror = {"LT": "RT", "LL": "RL", "LA": "RA", "RT": "LT", "RA": "LA", "RL": "LL"}
    assert HITS["right"] == tuple(mirror.get(place, place) for place in HITS["left"])
    unit, rear, lost = a1(played()), a1(played()), a1(played())
    unit.armour |= {"LA": 2, "LT": 3, "CT": 1}
    frame = skeleton(55)
    arm, side = 2 + frame["LA"], 3 + frame["LT"]
    took = soak(unit, "LA", rear=False, amount=arm + side + 4)
    assert took == [("LA", arm), ("LT", side), ("CT", 4)]
    assert unit.structure["LA"] == unit.structure["LT"] == 0
    soak(rear, "CT", rear=True, amount=7)
    assert (rear.armour["CTr"], rear.structure["CT"]) == (0, frame["CT"] - 1)
    assert rear.armour["CT"] == frame["CT"] + 4
    soak(lost, "RT", rear=False, amount=lost.armour["RT"] + frame["RT"])
    assert lost.structure["RA"] == 0
    assert skeleton(100)["CT"] == 31


def test_VI_1_objectives_points_and_the_last_side() -> None:
    """2.17: tons destroyed, half of the crippled, objectives held by the last side that stood near
    alone.
    """
    far = {"id": "B8", "side": "B", "tons": 30, "walk": 4, "at": "1212/0"}
    units: list[dict[str, Any]] = [ARMED | {"weapons": ["AC20:RT"]}, TARGET | {"armour": {}}, far]
    made = scenario(Case("v", fixture="clear", turns="A", unit=units))
    made |= {"objective": [{"hex": "0304", "points": 7}], "end": {"rounds": 1}}
    play = joined(made, options={"window": "0"}, loaded={"hit": [7], "loc": [12]})
    for seat, text in (("A", "move A1 stand"), ("A", "fire A1 AC20>B9"), ("A", "ok"), ("B", "ok")):
        play.submit(1, seat, text)
    assert play.table.state.result == "won A"
    assert play.table.world.score == {"A": 45 + 7, "B": 0}


@each("path", sorted(SHIPPED.glob("*.toml")))
def test_SC_1_scenarios_of_the_house_can_be_played(path: Any) -> None:
    found = table(tomllib.loads(path.read_text("utf-8")))
    assert table({}, battle=path.stem).world == found.world
    for unit in found.world.units.values():
        for place, most in skeleton(unit.tons).items():
            worn = unit.armour[place] + unit.armour.get(f"{place}r", 0)
            assert worn <= (9 if place == "HD" else 2 * most), (unit.id, place)


TWO_ZONES = {"A": {"ambush": ["0101-0202"]}, "B": {"ambush": ["0202"]}}


@each(
    "key, value, text",
    [
        ("map", None, "map: a scenario file needs a map"),
        ("map", {"size": "2x1", "rows": [". x"]}, "map.rows: row 1, column 2: 'x' is no terrain"),
        ("map", {"size": "2x2", "rows": [". ."]}, "map.rows: 1 rows; the size 2x2 wants 2"),
        ("map", {"size": "wide", "rows": []}, "map.size: 'wide'"),
        ("unit.side", "C", "unit[0].side: 'C' does not play; possible: A, B"),
        ("unit.tons", 57, "unit[0].tons: 57 is not"),
        ("unit.at", "9901/0", "unit[0].at: 9901 is off the map"),
        ("unit.at", "0101", "unit[0].at: '0101' is no place"),
        ("unit.weapons", ["BFG:RA"], "unit[0].weapons[0]: 'BFG:RA'"),
        ("unit.armour", {"XX": 1}, "unit[0].armour: no location 'XX'"),
        ("unit.id", "B9", "unit[1].id: B9 is there twice"),
        ("unit.hidden", True, "unit[0].at: nobody can hide in 0309"),
        ("side", TWO_ZONES, "side.B.ambush: 0202 lies in the zone of A"),
        ("side", {"A": {"deploy": ["all"]}}, "side.A.deploy: 'all' is neither"),
        ("objective", [{"hex": "5050"}], "objective[0].hex: 5050 is off the map"),
        ("turns", "AXB", "turns: 'AXB'"),
    ],
)
def test_SC_2_errors_name_the_key_and_what_would_have_worked(
    key: str, value: Any, text: str
) -> None:
    made = scenario(Case("bad", fixture="clear"))
    first, _, second = key.partition(".")
    (made["unit"][0] if second else made)[second or first] = value
    if value is None:
        made.pop(first)
    with pytest.raises(ValueError, match=re.escape(text)):
        table(made)


@each("name, value, text", DATA["SC_3_options_are_checked"])
def test_SC_3_options_are_checked(name: str, value: str, text: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=text):
        table(scenario(Case("x")), **{name: value})
