"""The calculators of Desert: rulings and the data model. Case 5.2 plays the worked segment."""

import pytest

from engine.games.desert import casualties, chart_data, chart_file, close_assault, gunnery, prices
from engine.games.desert.hexes import board
from engine.games.desert.rulings import BOOK, ISSUE, rulings
from engine.games.desert.scenario_file import built_in_scenario, lay_out
from engine.games.desert.units import Trucks, Unit, usable
from engine.games.desert.world import World
from tests.kit.each import each

CHARTS = chart_file.shipped()


@pytest.fixture
def halim() -> World:
    return lay_out(built_in_scenario("halim-road"))


def stack(laid: World, unit: Unit) -> list[Unit]:
    return [one for one in laid.units.values() if (one.hex, one.side) == (unit.hex, unit.side)]


def test_5_2_the_truck_roll_has_no_shift_of_the_terrain() -> None:
    """P17, R-TSHIFT: 5 points, 64: one truck; a fortification would have saved it by the book."""
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, 0, 64) == 1
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, -1, 64) == 1
    assert gunnery.truck_hit(CHARTS, BOOK, 5, -1, 64) == 0


# Rulings (3.1) that are arithmetic and have no case of their own.


def test_R_ROUND_once_or_by_unit() -> None:
    """P44: 14 and 14 raw points are 3 actual ones together, 1 and 1 by unit."""
    two = [close_assault.Part(unit, "A1", "x", 7, 2) for unit in ("A", "B")]
    assert close_assault.strength(two, 0, ISSUE).actual == 3
    assert close_assault.strength(two, 0, rulings("issue", "R-ROUND=unit")).actual == 2


@each("ruling, lacking", [("points", 1), ("units", 2)])
def test_R_CA_UNIT_points_or_units(ruling: str, lacking: int, halim: World) -> None:
    """P42: 5 tanks beside one battalion of 4 points lack one; two tanks do beside one unit."""
    mixed = [
        close_assault.part(unit, kind, n, "off", stack(halim, unit), halim.kinds)
        for unit, kind, n in (
            (halim.units["PZ-A"], "medium", 5),
            (halim.units["I-FALKE"], "axis_inf", 4),
        )
    ]
    r = rulings("issue", f"R-CA-UNIT={ruling}")
    assert close_assault.tanks_unsupported(mixed, halim.kinds, r, halim.units) == lacking


@each("ruling, pinned", [("chart", True), ("on", True), ("off", False)])
def test_R_TPIN_a_loss_pins_or_does_not(ruling: str, pinned: bool) -> None:
    r = rulings("issue", f"R-TPIN={ruling}")
    hit = gunnery.resolve(CHARTS, r, "Inf", 170, 17, shift=0, reading=66)
    assert hit == chart_data.Hit(pinned=pinned, lose=2)


def test_R_THIRTY_more_or_as_many() -> None:
    """P61, DS-16: 3 of 10 points are not more than 30 %; for the book they are enough."""
    assert not casualties.many_lost(3, 10, ISSUE)
    assert casualties.many_lost(3, 10, BOOK)
    assert casualties.many_lost(4, 10, ISSUE)


@each(
    "basic, cohesion, outweighed, surrender",
    [(1, -10, False, False), (0, -10, False, True), (1, -11, False, True), (1, -10, True, True)],
)
def test_R_SURR_the_last_column_of_the_morale_chart(
    basic: int, cohesion: int, outweighed: bool, surrender: bool
) -> None:
    issue = close_assault.morale(CHARTS, ISSUE, 2, -10, 66, leader=False)
    assert issue == close_assault.Morale(2, -10, -4, -2)
    book = close_assault.morale(
        CHARTS, BOOK, basic, cohesion, 66, leader=False, outweighed=outweighed
    )
    assert book.surrender is surrender


def test_R_PROBE_less_than_half_of_the_points() -> None:
    assert close_assault.is_probe(3, 8, ISSUE)
    assert not close_assault.is_probe(4, 8, ISSUE)
    assert not close_assault.is_probe(3, 8, rulings("issue", "R-PROBE=off"))


# The data model (2.1).


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


def test_2_1_a_printed_zero_moves_nothing_and_infantry_walks_beside_too_few_trucks(
    halim: World,
) -> None:
    coast, riflemen = halim.units["COAST-BTY"], halim.units["2-RIFLES"]
    assert prices.effective_cpa(coast, halim.kinds, CHARTS, moving=True) == 0
    riflemen.trucks = (Trucks("medium", "troops", 5),)
    assert prices.effective_cpa(riflemen, halim.kinds, CHARTS) == 10


def test_2_2_hexsides(halim: World) -> None:
    """Rivers are for those on foot; escarpments are dearer upwards; both keep ZOCs out (R-ZRIV)."""
    ground = board(halim.pairs, halim.hexsides)
    for a, b, walked, driven in (("B2", "C3", 8, None), ("B4", "C4", 8, None), ("C4", "B4", 6, 10)):
        step = (ground, halim.cells, CHARTS, a, b)
        assert prices.step_cost(*step, driving=False) == walked
        assert prices.step_cost(*step, driving=True) == driven
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
