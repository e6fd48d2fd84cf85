"""The calculators of Desert: the worked segment 5.2 number by
number, rulings, and the data model.
"""

import pytest

from engine.games.desert import casualties, close_assault, gunnery, prices
from engine.games.desert.casualties import Exposed
from engine.games.desert.chart_data import Hit
from engine.games.desert.chart_file import shipped
from engine.games.desert.hexes import board
from engine.games.desert.rulings import BOOK, ISSUE, rulings
from engine.games.desert.scenario_file import house_scenario, lay_out
from engine.games.desert.units import (
    Rating,
    Role,
    Trucks,
    Unit,
    armor_class,
    gun_class,
    non_gun_bn,
    target_classes,
    usable,
)
from engine.games.desert.world import World

CHARTS = shipped()


@pytest.fixture
def halim() -> World:
    """The Halim Road as it opens."""
    return lay_out(house_scenario("halim-road"))


def stack(laid: World, hex: str, side: str) -> list[Unit]:
    """The units of a side in a hex."""
    return [unit for unit in laid.units.values() if unit.hex == hex and unit.side == side]


def raw(laid: World, *ids: str) -> int:
    """Raw barrage points."""
    units = [laid.units[id] for id in ids]
    return sum(
        gunnery.raw_points(unit, stack(laid, unit.hex, unit.side), laid.kinds) for unit in units
    )


# The worked segment 5.2.


@pytest.mark.parametrize(
    ("guns", "ships", "raw_points", "points", "target", "hex", "reading", "wanted"),
    [
        (["ART-1"], 0, 54, 5, "Inf", "C1", 54, {"pinned": True}),
        (["ART-2"], 0, 48, 5, "Arty", "C3", 62, {"lose": 1}),
        (["COAST-BTY"], 5, 24, 7, "Inf", "B1", 24, {}),
        (["FIELD-RGT"], 0, 48, 5, "Tank", "B2", 26, {}),
    ],
)
def test_5_2_barrages(
    halim: World,
    guns: list[str],
    ships: int,
    raw_points: int,
    points: int,
    target: gunnery.Target,
    hex: str,
    reading: int,
    wanted: dict[str, int],
) -> None:
    """P16, P17: points, column, shift and result of each row of the table."""
    assert raw(halim, *guns) == raw_points
    assert gunnery.barrage_points(raw_points, ships) == points
    shift = gunnery.barrage_shift(halim.cells[hex], CHARTS, target)
    hit = gunnery.resolve(CHARTS, ISSUE, target, raw_points, points, shift=shift, reading=reading)
    got = {name: value for name in hit.__struct_fields__ if (value := getattr(hit, name))}
    assert got == wanted


def test_5_2_the_truck_roll_has_no_shift_of_the_terrain() -> None:
    """P17, R-TSHIFT: 5 points, 64: one truck; a fortification would have saved it by the book."""
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, 0, 64) == 1
    assert gunnery.truck_hit(CHARTS, ISSUE, 5, -1, 64) == 1
    assert gunnery.truck_hit(CHARTS, BOOK, 5, -1, 64) == 0


def test_5_2_held_off(halim: World) -> None:
    """P8, P18, R-HOLD: C1 5 > 1, C3 5 > 2 with the dummy, C2 0 > 2."""
    for hex, points, battalions, wanted in (
        ("C1", 5, 1, True),
        ("C3", 5, 2, True),
        ("C2", 0, 2, False),
    ):
        assert non_gun_bn(stack(halim, hex, "cw"), halim.kinds) == battalions
        assert gunnery.held_off(ISSUE, points, battalions, 3) is wanted


def test_5_2_one_plan_holds_off(halim: World) -> None:
    """P9: the only plan on C1 is the one that holds it off; each of
    two that would do is not needed.
    """
    assert gunnery.plan_mark(5, 5, 1) == "holding off"
    assert gunnery.plan_mark(7, 2, 1) == "held off"
    assert gunnery.plan_mark(1, 1, 1) == ""


def test_5_2_anti_armour(halim: World) -> None:
    """3.10: raw, column, shift of the rough terrain for the phasing side alone, row, damage."""
    fights = (
        (25, "C2", True, 55, 3, 2, 3),
        (33, "C2", False, 61, 3, 3, 5),
        (10, "C3", True, 33, 1, 1, 0),
        (15, "C3", False, 52, 2, 2, 3),
    )
    for raw_points, hex, phasing, reading, points, column, damage in fights:
        shift = gunnery.hex_shift(halim.cells[hex], CHARTS) if phasing else 0
        fire = gunnery.fire(raw_points, shift)
        assert fire == gunnery.Fire(raw_points, points, column)
        assert CHARTS.damage(column, reading, phasing=phasing) == damage


def test_5_2_raw_anti_armour_points(halim: World) -> None:
    """P31: rating times the points assigned."""
    tanks = halim.units["PZ-A"]
    roles = [Role("medium", 5, "aa", ("C2",)), Role("light", 3, "ca", ("C2",))]
    friends = stack(halim, "B2", "axis")
    assert gunnery.raw_fire(tanks, roles, friends, halim.kinds) == 25
    assert gunnery.raw_fire(tanks, roles, friends, halim.kinds, "C2") == 25
    assert gunnery.raw_fire(tanks, roles, friends, halim.kinds, "C3") == 0


def test_5_2_armour_that_is_lost() -> None:
    """P31.s9, R-EXCEED: 2 cruisers (6) for 3; 1 medium and 1 light (6) for
    5; the book lets one cruiser do.
    """
    cruisers = [Exposed("HUSSARS", "cruiser", 7, 3)]
    assert casualties.armour_needed(3, ISSUE) == 4
    assert not casualties.enough(
        {("HUSSARS", "cruiser"): 1}, cruisers, casualties.armour_needed(3, ISSUE)
    )
    assert casualties.enough(
        {("HUSSARS", "cruiser"): 2}, cruisers, casualties.armour_needed(3, ISSUE)
    )
    assert casualties.enough(
        {("HUSSARS", "cruiser"): 1}, cruisers, casualties.armour_needed(3, BOOK)
    )
    tanks = [Exposed("PZ-A", "medium", 5, 4), Exposed("PZ-A", "light", 3, 2)]
    assert casualties.enough(
        {("PZ-A", "medium"): 1, ("PZ-A", "light"): 1}, tanks, casualties.armour_needed(5, ISSUE)
    )
    assert casualties.armour_needed(0, ISSUE) == 0


def parts(laid: World, rating: Rating, *assigned: tuple[str, str, int]) -> list[close_assault.Part]:
    """Parts of a side."""
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


def test_5_2_assault_c2(halim: World) -> None:
    """P39 to P53: totals, each modifier, differential and results of the assault on C2."""
    att = parts(
        halim, "off", ("I-FALKE", "axis_inf", 6), ("II-FALKE", "axis_inf", 6), ("PZ-A", "light", 2)
    )
    dfn = parts(halim, "defence", ("2-RIFLES", "cw_inf", 6), ("HUSSARS", "cruiser", 4))
    off = close_assault.strength(
        att, close_assault.tanks_unsupported(att, halim.kinds, ISSUE, halim.units), ISSUE
    )
    dff = close_assault.strength(
        dfn, close_assault.tanks_unsupported(dfn, halim.kinds, ISSUE, halim.units), ISSUE
    )
    assert off == close_assault.Strength(42, 0, 4)
    assert dff == close_assault.Strength(34, 0, 3)
    ground = board(halim.pairs, halim.hexsides)
    assert close_assault.terrain_modifier(ground, halim.cells, CHARTS, ["B1", "B2"], ["C2"]) == -2
    assert close_assault.raw_modifier(42, 34, CHARTS, ISSUE) == 0
    attackers = [halim.units[id] for id in ("I-FALKE", "II-FALKE", "PZ-A")]
    defenders = [halim.units[id] for id in ("2-RIFLES", "HUSSARS")]
    axis = [unit for unit in halim.units.values() if unit.side == "axis"]
    cw = [unit for unit in halim.units.values() if unit.side == "cw"]
    big, small = (
        close_assault.largest(attackers, axis, halim.kinds),
        close_assault.largest(defenders, cw, halim.kinds),
    )
    assert big == close_assault.Largest(2, ("FALKE",))
    assert small == close_assault.Largest(1, ("2-RIFLES", "HUSSARS"))
    assert close_assault.size_modifier(CHARTS, big.size, small.size) == 2
    assert close_assault.averages([halim.units["FALKE"]], ISSUE) == (2, -2)
    assert close_assault.averages(defenders, ISSUE) == (2, -2)
    att_morale = close_assault.morale(CHARTS, ISSUE, 2, -2, 43, leader=True)
    def_morale = close_assault.morale(CHARTS, ISSUE, 2, -2, 52, leader=False)
    assert (att_morale.adjustment, att_morale.final) == (0, 3)
    assert (def_morale.adjustment, def_morale.final) == (-1, 1)
    sum_up = close_assault.differential(CHARTS, ISSUE, 1, terrain=-2, raw=0, size=2, morale=2)
    assert (sum_up.adjusted, sum_up.overrun) == (3, False)
    assert close_assault.attacker_result(CHARTS, sum_up.column, 34) == close_assault.Result(
        5, False
    )
    assert close_assault.defender_result(CHARTS, sum_up.column, 12) == close_assault.Result(
        25, True, retreat=1
    )
    assert CHARTS.prisoner_percent(4) == 40


def test_5_2_losses_at_c2() -> None:
    """P57 to P61: 8 raw, 4 vulnerability, 4 captured, 3 of 16 points, 3 raw of the
    attacker; shares 42.9 and 57.1.
    """
    assert casualties.defender_loses([(34, 25)], overrun=False) == 8
    assert casualties.vulnerability_needed(8) == 4
    assert casualties.captured_needed(8, 40) == 4
    assert not casualties.many_lost(3, 16, ISSUE)
    assert casualties.attacker_loses(42, 5) == 3
    wanted = casualties.shares({"B1": 18, "B2": 24})
    assert {hex: casualties.tenths_of_percent(share) for hex, share in wanted.items()} == {
        "B1": 429,
        "B2": 571,
    }


def test_5_2_assault_c3_c4(halim: World) -> None:
    """The overrun of C3 and C4 from B3; by the book the last column."""
    att = parts(
        halim, "off", ("III-FALKE", "axis_inf", 7), ("MG-1", "axis_mg", 4), ("PZ-B", "medium", 3)
    )
    dfn = parts(halim, "defence", ("3-RIFLES", "cw_inf", 4), ("4-RIFLES", "cw_inf", 3))
    assert close_assault.raw_by_hex(dfn) == {"C3": 12, "C4": 9}
    off, dff = close_assault.strength(att, 0, ISSUE), close_assault.strength(dfn, 0, ISSUE)
    assert (off.raw, off.actual, dff.raw, dff.actual) == (52, 5, 21, 2)
    assert close_assault.tanks_unsupported(att, halim.kinds, ISSUE, halim.units) == 0
    ground = board(halim.pairs, halim.hexsides)
    assert close_assault.terrain_modifier(ground, halim.cells, CHARTS, ["B3"], ["C3", "C4"]) == 0
    assert close_assault.raw_modifier(52, 21, CHARTS, ISSUE) == 2
    attackers = [halim.units[id] for id in ("III-FALKE", "MG-1", "PZ-B")]
    axis = [unit for unit in halim.units.values() if unit.side == "axis"]
    assert close_assault.largest(attackers, axis, halim.kinds) == close_assault.Largest(
        1, ("III-FALKE", "MG-1", "PZ-B")
    )
    assert close_assault.averages(attackers, ISSUE) == (2, 3)
    assert close_assault.averages([halim.units[id] for id in ("3-RIFLES", "4-RIFLES")], ISSUE) == (
        0,
        -8,
    )
    assert close_assault.morale(CHARTS, ISSUE, 2, 3, 21, leader=False).final == 3
    assert close_assault.morale(CHARTS, ISSUE, 0, -8, 44, leader=False).final == -3
    summed = close_assault.differential(CHARTS, ISSUE, 3, raw=2, morale=6)
    assert (summed.adjusted, summed.overrun) == (11, True)
    shifted = close_assault.differential(CHARTS, BOOK, 3, raw=2, morale=6)
    assert (str(CHARTS.assault.columns[shifted.column]), shifted.overrun) == ("17..", True)
    assert close_assault.attacker_result(CHARTS, summed.column, 36).percent == 0
    assert close_assault.defender_result(CHARTS, summed.column, 23) == close_assault.Result(
        30, True, retreat=2
    )
    assert CHARTS.prisoner_percent(6) == 60


def test_5_2_losses_at_c3_c4() -> None:
    """P55 to P61: one hex walked of two is 10 % more; 12.7 up; 7
    vulnerability; 8 captured; 6 of 12 points.
    """
    at_c3 = casualties.loss_percent(30, casualties.ignored_hexes(2, 1, city=False))
    at_c4 = casualties.loss_percent(30, casualties.ignored_hexes(2, 2, city=False))
    assert (at_c3, at_c4) == (40, 30)
    assert casualties.defender_loses([(25, at_c3), (9, at_c4)], overrun=True) == 13
    assert casualties.vulnerability_needed(13) == 7
    assert casualties.enough({("AT-RGT", "at2"): 3}, [Exposed("AT-RGT", "at2", 3, 2)], 7)
    assert casualties.captured_needed(13, 60) == 8
    assert casualties.many_lost(6, 12, ISSUE)


def test_5_2_capability_points(halim: World) -> None:
    """3.13: HW-COY pays 6 for its retreat and 3 as a defender, of a CPA of 8:
    cohesion -1. B2 pays 3, then 2 more.
    """
    company = halim.units["HW-COY"]
    cpa = prices.effective_cpa(company, halim.kinds, CHARTS)
    assert cpa == 8
    assert prices.break_off(company, CHARTS) == 2
    ground = board(halim.pairs, halim.hexsides)
    steps = [
        prices.step_cost(ground, halim.cells, CHARTS, a, b, driving=False)
        for a, b in (("C4", "D3"), ("D3", "C3"))
    ]
    assert steps == [2, 2]
    first = prices.pay(0, 0, cpa, 6)
    assert first == prices.Bill(6, 0, 0)
    assert prices.pay(first.cp_spent, first.cohesion, cpa, 3) == prices.Bill(9, -1, 1)
    assert prices.top_up(0, CHARTS.cp.barraged_only, CHARTS.cp.attack) == 3
    assert prices.top_up(3, CHARTS.cp.attack, CHARTS.cp.attack) == 2


def test_5_2_ammunition(halim: World) -> None:
    """The prompt of 4.4: ART-1 needs 18 of 24, ART-2 12 of 16; RECCE is dry."""
    for id, needs, has in (("ART-1", 18, 24), ("ART-2", 12, 16), ("RECCE", 9, 0)):
        unit = halim.units[id]
        assert CHARTS.ammo.barrage * unit.points == needs
        assert prices.ammo_at_hand(unit, unit.trucks, 0, CHARTS) == has


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
    """house-1 says that it does; the ruling outranks it."""
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
    """Off: it reads as -4. On: surrender, unless morale is +1 or better, cohesion above -11,
    and the enemy not three times as strong.
    """
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
    """Trucks give infantry their CPA; a printed 0 counts as 10, except for
    moving; an HQ has that of the chart.
    """
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
    """A river is for those on foot; an escarpment is dearer
    upwards; both keep a ZOC out (R-ZRIV).
    """
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
