"""The calculators of Desert: rulings and the data model. Case 5.2 plays the worked segment."""

import pytest

from engine.games.desert import casualties, close_assault, gunnery, prices
from engine.games.desert.chart_data import Hit
from engine.games.desert.chart_file import shipped
from engine.games.desert.hexes import board
from engine.games.desert.rulings import BOOK, ISSUE, rulings
from engine.games.desert.scenario_file import built_in_scenario, lay_out
from engine.games.desert.units import (
    Rating,
    Trucks,
    Unit,
    armor_class,
    gun_class,
    target_classes,
    usable,
)
from engine.games.desert.world import World

CHARTS = shipped()


@pytest.fixture
def halim() -> World:
    return lay_out(built_in_scenario("halim-road"))


def stack(laid: World, hex: str, side: str) -> list[Unit]:
    return [unit for unit in laid.units.values() if unit.hex == hex and unit.side == side]


def raw(laid: World, *ids: str) -> int:
    units = [laid.units[id] for id in ids]
    return sum(
        gunnery.raw_points(unit, stack(laid, unit.hex, unit.side), laid.kinds) for unit in units
    )


# The worked segment 5.2.


def test_5_2_the_truck_roll_has_no_shift_of_the_terrain() -> None:
    """P17, R-TSHIFT: 5 points, 64: one truck; a fortification would have saved it by the book."""
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, 0, 64) == 1
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, -1, 64) == 1
    assert gunnery.truck_hit(CHARTS, BOOK, 5, -1, 64) == 0


def test_5_2_one_plan_holds_off(halim: World) -> None:
    """P9: the only plan on C1 is the one that holds it off; each of
    two that would do is not needed.
    """
    assert gunnery.plan_mark(5, 5, 1) == "holding off"
    assert gunnery.plan_mark(7, 2, 1) == "held off"
    assert gunnery.plan_mark(1, 1, 1) == ""


def parts(laid: World, rating: Rating, *assigned: tuple[str, str, int]) -> list[close_assault.Part]:
    return [
        close_assault.part(
            laid.units[id],
            kind,
            n,
            rating,
            stack(laid, laid.units[id].hex, laid.units[id].side),
            laid.kinds,
        )
        for id, kind, n in assigned
    ]


# Rulings (3.1) that are arithmetic and have no case of their own.


def test_R_ROUND_once_or_by_unit() -> None:
    """P44: 14 and 14 raw points are 3 actual ones together, 1 and 1 by unit."""
    two = [close_assault.Part(unit, "A1", "x", 7, 2) for unit in ("A", "B")]
    assert close_assault.strength(two, 0, ISSUE).actual == 3
    assert close_assault.strength(two, 0, rulings("issue", "R-ROUND=unit")).actual == 2


def test_R_CA_UNIT_points_or_units(halim: World) -> None:
    """P42: 5 tanks beside one battalion of 4 points lack one, beside one unit four."""
    mixed = parts(halim, "off", ("PZ-A", "medium", 5), ("I-FALKE", "axis_inf", 4))
    assert close_assault.tanks_unsupported(mixed, halim.kinds, ISSUE, halim.units) == 1
    by_unit = rulings("issue", "R-CA-UNIT=units")
    assert close_assault.tanks_unsupported(mixed, halim.kinds, by_unit, halim.units) == 2


def test_R_TPIN_a_loss_pins_or_does_not() -> None:
    for ruling, pinned in (("chart", True), ("on", True), ("off", False)):
        r = rulings("issue", f"R-TPIN={ruling}")
        assert gunnery.resolve(CHARTS, r, "Inf", 170, 17, shift=0, reading=66) == Hit(
            pinned=pinned, lose=2
        )


def test_R_THIRTY_more_or_as_many() -> None:
    """P61: 3 of 10 points are not more than 30 %; for the book they are enough."""
    assert not casualties.many_lost(3, 10, ISSUE)
    assert casualties.many_lost(3, 10, BOOK)
    assert casualties.many_lost(4, 10, ISSUE)


def test_R_SURR_the_last_column_of_the_morale_chart() -> None:
    assert close_assault.morale(CHARTS, ISSUE, 2, -10, 66, leader=False) == close_assault.Morale(
        2, -10, -4, -2
    )
    for basic, cohesion, outweighed, surrender in (
        (1, -10, False, False),
        (0, -10, False, True),
        (1, -11, False, True),
        (1, -10, True, True),
    ):
        found = close_assault.morale(
            CHARTS, BOOK, basic, cohesion, 66, leader=False, outweighed=outweighed
        )
        assert found.surrender is surrender


def test_R_PROBE_less_than_half_of_the_points() -> None:
    assert close_assault.is_probe(3, 8, ISSUE)
    assert not close_assault.is_probe(4, 8, ISSUE)
    assert not close_assault.is_probe(3, 8, rulings("issue", "R-PROBE=off"))


# The data model (2.1).


def test_2_1_classes_of_units(halim: World) -> None:
    kinds, units = halim.kinds, halim.units
    wanted = {
        "1-RIFLES": "Inf",
        "COAST-BTY": "Arty",
        "KESTREL": "Ship",
        "HUSSARS": "Tank",
        "DUMMY": "Tank",
    }
    wanted |= {"LAA-BTY": "Arty", "RECCE": "Tank", "PAK-1": "Arty", "HW-COY": "Inf"}
    assert {id: target_classes(units[id], kinds) for id in wanted} == {
        id: (name,) for id, name in wanted.items()
    }
    assert gun_class(units["AT-RGT"], kinds)
    assert not armor_class(units["AT-RGT"], kinds)
    both = Unit(id="X", side="axis", kind="gun", hex="B1", name="X", toe={"how10": 2, "medium": 1})
    assert target_classes(both, kinds) == ("Tank", "Arty")


def test_2_1_a_parenthesised_rating_counts_only_alone(halim: World) -> None:
    """LAA-BTY defends with its (1) alone in D2; not beside riflemen with
    ammunition, but beside dry ones.
    """
    battery, riflemen = halim.units["LAA-BTY"], halim.units["2-RIFLES"]
    assert usable(battery, "laa", "defence", [battery, halim.units["BDE-HQ"]], halim.kinds)
    assert not usable(battery, "laa", "defence", [battery, riflemen], halim.kinds)
    riflemen.ammo = 0
    assert usable(battery, "laa", "defence", [battery, riflemen], halim.kinds)
    assert not usable(battery, "laa", "barrage", [battery], halim.kinds)


def test_2_1_effective_cpa(halim: World) -> None:
    wanted = {
        "2-RIFLES": 20,
        "1-RIFLES": 10,
        "PZ-A": 25,
        "COAST-BTY": 10,
        "FALKE": 20,
        "HW-COY": 8,
        "MG-1": 15,
    }
    assert {
        id: prices.effective_cpa(halim.units[id], halim.kinds, CHARTS) for id in wanted
    } == wanted
    assert prices.effective_cpa(halim.units["COAST-BTY"], halim.kinds, CHARTS, moving=True) == 0
    driving = {
        "2-RIFLES": True,
        "1-RIFLES": False,
        "PZ-A": True,
        "COAST-BTY": False,
        "HW-COY": False,
    }
    assert {id: prices.motorised(halim.units[id], halim.kinds, CHARTS) for id in driving} == driving
    halim.units["2-RIFLES"].trucks = (Trucks("medium", "troops", 5),)
    assert prices.effective_cpa(halim.units["2-RIFLES"], halim.kinds, CHARTS) == 10


def test_2_2_hexsides(halim: World) -> None:
    """Rivers are for those on foot; escarpments are dearer upwards; both keep ZOCs out (R-ZRIV)."""
    ground = board(halim.pairs, halim.hexsides)
    cost = {
        (a, b, driving): prices.step_cost(ground, halim.cells, CHARTS, a, b, driving=driving)
        for a, b in (("B2", "C3"), ("B4", "C4"), ("C4", "B4"))
        for driving in (False, True)
    }
    assert cost == {
        ("B2", "C3", False): 8,
        ("B2", "C3", True): None,
        ("B4", "C4", False): 8,
        ("B4", "C4", True): None,
        ("C4", "B4", False): 6,
        ("C4", "B4", True): 10,
    }
    assert not gunnery.may_fire(ground, CHARTS, "B4", "C4")
    assert not gunnery.may_fire(ground, CHARTS, "C4", "B4")
    assert gunnery.may_fire(ground, CHARTS, "B2", "C3")
    assert ground.blocks_zoc(CHARTS, "B2", "C3", any_river=True)
    assert not ground.blocks_zoc(CHARTS, "B2", "C3", any_river=False)
    assert ground.blocks_zoc(CHARTS, "C4", "B4", any_river=False)
    assert close_assault.side_modifier(ground, CHARTS, ["B4"], "C4") == -3
    assert close_assault.side_modifier(ground, CHARTS, ["C4"], "B4") == 1
    assert ground.distance("B1", "E4") == 4
    assert ground.within("C4", 1) == ["B3", "B4", "C3", "C4", "C5", "D3", "D4"]
