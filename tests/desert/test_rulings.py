"""Single rulings at the place that decides them: each way of one in the same position."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec.structs import replace

from engine import Bar, Event, Table
from engine.games.desert import (
    condition,
    paths,
    s01_04_opening,
    s05_plans,
    s06_07_barrage,
    s08_retreat,
    s09_fitness,
    s10_11_antiarmour,
    s12_totals,
)
from engine.games.desert import orders as o
from engine.games.desert.chart_data import READINGS
from engine.games.desert.events import AaWaived, Undefended
from engine.games.desert.game import Desert
from engine.games.desert.gunnery import barrage_shift, resolve
from engine.games.desert.orders import Assigned, Placed, Plan
from engine.games.desert.s05_shares import points_of
from engine.games.desert.s12_assault import Melee
from engine.games.desert.s12_losses import Placing, places
from engine.games.desert.scenario_file import built_in_scenario, lay_out
from engine.games.desert.units import Role, Unit
from engine.games.desert.view import Bring, Own, View, project
from engine.games.desert.world import DesertOptions, Struck, Target, World
from tests.kit.each import each


def world(ruling: str) -> World:
    made = lay_out(built_in_scenario("halim-road"), DesertOptions(rulings=ruling))
    made.phasing, made.segment = "axis", 1
    return made


def ruling(key: str, **ways: object) -> Callable[[Callable[[World], object]], Callable[..., None]]:

    def decorate(found: Callable[[World], object]) -> Callable[..., None]:
        @each("value, wanted", ways.items())
        def test(value: str, wanted: object) -> None:
            assert found(world(f"{key}={value}")) == wanted

        test.__name__ = found.__name__
        return test

    return decorate


def sees(w: World, seat: str, roles: Mapping[str, list[Role]]) -> View:
    return project(w, seat, [Own(Assigned(dict(roles)))])


def code(bar: Bar | None) -> str | None:
    return bar.code if bar else None


def first(w: World, side: str, *classes: str) -> Unit:
    return next(u for u in w.of(side) if any(w.kinds[kind].cls in classes for kind in u.toe))


@ruling("R-WRECK", armoured=1, tanks=0)
def test_R_WRECK_armour_that_is_no_tank_leaves_a_wreck_or_none(w: World) -> int:
    unit = next(
        u for u in w.units.values() for k in u.toe
        if w.kinds[k].armoured and w.kinds[k].cls != "tank"
    )  # fmt: skip
    kind = next(k for k in unit.toe if w.kinds[k].cls != "tank")
    condition.remove(w, unit, {kind: 1}, wrecked=True)
    return len(w.wrecks)


@ruling("R-SP0", on=True, off=False)
def test_R_SP0_a_unit_of_no_stacking_points_is_a_target_or_not(w: World) -> bool:
    unit = first(w, "cw", "inf")
    unit.sp = 0
    return s01_04_opening.is_target(w, unit)


@ruling("R-POOLW", off={}, on={"cw_inf": 5})
def test_R_POOLW_withheld_points_are_in_the_loss_base_or_not(w: World) -> object:
    unit = first(w, "cw", "inf")
    unit.seg.roles = ()
    return s12_totals.in_base(w, unit, overrun=False)


@ruling("R-ZSIZE", size=True, size_and_ammo=False)
def test_R_ZSIZE_units_without_ammo_have_a_zone_or_none(w: World) -> bool:
    hexes = [hex for hex, side in w.stacks.items() if paths.qualifying(w, hex, side)]
    assert hexes
    for unit in w.units.values():
        unit.ammo = 0
    still = [hex for hex in hexes if paths.qualifying(w, hex, w.stacks[hex])]
    assert still in (hexes, [])
    return bool(still)


@ruling("R-AAONLY", off=set(), on={"C2"})
def test_R_AAONLY_fire_alone_meets_an_obligation_or_not(w: World) -> object:
    unit = first(w, "axis", "tank")
    fire = Role(next(iter(unit.toe)), 1, "aa", ("C2",))
    return s09_fitness.assaulted(sees(w, "axis", {unit.id: [fire]}))


@ruling("R-FOUR", on=None, off="E-FOUR")
def test_R_FOUR_the_first_hex_may_cost_more_than_four_or_not(w: World) -> str | None:
    unit = first(w, "cw", "inf")
    for other in w.of("axis"):
        other.hex = "A1"
    unit.hex = max(w.cells, key=lambda hex: w.board.distance("A1", hex) or 0)
    assert s08_retreat.dear(sees(w, "cw", {}), unit, ("C3",), 5) is not None
    return code(s08_retreat.dear(sees(w, "cw", {}), unit, (), 5))


@ruling("R-LARGEST", ca=(), ca_and_aa=("PZ-A",))
def test_R_LARGEST_who_fires_alone_is_looked_at_or_not(w: World) -> tuple[str, ...]:
    unit = first(w, "axis", "tank")
    unit.seg.roles = (Role(next(iter(unit.toe)), 1, "aa", ("C2",)),)
    return s12_totals.largest(w, "axis", ("C2",), []).units


@ruling("R-VUL", defender=False, both=True)
def test_R_VUL_the_attackers_forward_guns_are_exposed_or_not(w: World) -> bool:
    gun, foot = first(w, "axis", "arty", "at"), first(w, "axis", "inf")
    foot.hex, gun.position = gun.hex, "forward"
    foot.seg.roles = (Role(next(iter(foot.toe)), 1, "ca", ("C2",)),)
    parts = {"axis": s12_totals.Side(), "cw": s12_totals.Side()}
    s12_totals.reckon(w, parts, ("C2",), {}, overrun=False)
    return gun.id in {e.unit for e in parts["axis"].exposed}


@ruling("R-HOLDPTS", all=True, units=False)
def test_R_HOLDPTS_points_at_works_hold_a_hex_off_or_not(w: World) -> bool:
    unit = first(w, "cw", "inf")
    w.record.targets = {
        "axis": (
            Target("Nr1-Inf", unit.hex, "Inf", unit.id),
            Target(f"Fort-{unit.hex}", unit.hex, "Fort"),
        )
    }
    fired: dict[str, Any] = {"firer": "axis", "hex": unit.hex, "n": 1, "dice": 11, "result": "none"}
    w.record.hits = [Struck(target=f"Fort-{unit.hex}", points=99, **fired)]
    held = s06_07_barrage.is_held_off(w, unit.hex)
    w.record.hits.append(Struck(target="Nr1-Inf", points=99, **fired))
    assert s06_07_barrage.is_held_off(w, unit.hex)
    return held


def target_names(w: World) -> list[list[str]]:
    for unit in w.units.values():
        unit.firing = True
    targets = s01_04_opening.target_list(Noted(w).t, "axis")
    found = [target for target in targets if target.kind == "Inf"]
    hexes = dict.fromkeys(target.hex for target in found)
    return [[target.name for target in found if target.hex == hex] for hex in hexes]


def test_R_NAME_targets_are_numbered_over_the_whole_list_or_in_each_hex() -> None:
    whole = [name for here in target_names(world("R-NAME=list")) for name in here]
    assert whole == [f"Nr{n}-Inf" for n in range(1, len(whole) + 1)]
    for names in target_names(world("R-NAME=hex")):
        hex = names[0].partition("-")[0]
        assert names == [f"{hex}-Nr{n}-Inf" for n in range(1, len(names) + 1)]


class Noted:
    def __init__(self, w: World, dice: Mapping[str, tuple[int, ...]] | None = None):
        self.world, self.loaded = w, dict(dice or {})
        self.told: list[Event] = []
        self.pushed: list[Any] = []

    def dice(self, key: str) -> Callable[[range], int]:
        faces = iter(self.loaded.get(key, ()))
        return lambda die: next(faces, die[-1])

    def tell(self, event: Event | None, /, **copies: Event) -> None:
        self.told += [each for each in (event, *copies.values()) if each is not None]

    def push(self, frame: Any) -> None:
        self.pushed.append(frame)

    def pop(self, result: Any = None) -> None:
        self.pushed.append(result)

    @property
    def t(self) -> Table:
        return cast(Table, self)


def melee(w: World, **state: Any) -> Melee:
    parts = {"axis": s12_totals.Side(), "cw": s12_totals.Side()}
    return Melee(targets=("C2",), sides=parts, **state)


@ruling("R-ALLPIN", retreat=True, defends=False)
def test_R_ALLPIN_a_hex_in_which_all_are_pinned_is_undefended_or_not(w: World) -> bool:
    stack = w.stacked("C2", "cw")
    for unit in stack:
        unit.pinned = True
    first, second = Noted(w), Noted(w)
    melee(w).undefended(first.t)
    assert first.told == ([Undefended(("C2",))] if first.pushed else [])
    next(unit for unit in stack if unit.points).pinned = False
    melee(w).undefended(second.t)
    assert second.told == [Undefended(("C2",))], "who is not pinned might have defended"
    return bool(first.pushed)


@each(
    "value, walked, engaged",
    [("result", False, False), ("retreat", True, False), ("retreat", False, True)],
)
def test_R_ENG_a_retreat_result_or_one_that_is_walked_cancels_engaged(
    value: str, walked: bool, engaged: bool
) -> None:
    w = world(f"R-ENG={value}")
    halves = w.charts.assault
    column, mine, theirs = next(
        (n, min(engages), min(sums))
        for n, engages in enumerate(halves.attacker.engaged)
        for sums in halves.defender.retreats[n]
        if engages and sums
    )
    dice = {"1/assault/C2/att": pair(mine), "1/assault/C2/def": pair(theirs)}
    table, fight = Noted(w, dice), melee(w, column=column)
    fight.roll(table.t)
    assert fight.retreat > 0
    fight.moved = walked
    fight.losses(table.t)
    assert fight.engaged is engaged


def pair(total: int) -> tuple[int, int]:
    return max(1, total - 6), total - max(1, total - 6)


@ruling("R-CAPLIST", all=True, percentage=False)
def test_R_CAPLIST_lost_guns_may_count_as_captured_or_not(w: World) -> bool:
    foot, gun = first(w, "cw", "inf"), first(w, "cw", "arty", "at")
    fight, table = melee(w), Noted(w)
    loser = fight.sides["cw"]
    loser.captured, loser.raw_lost = True, 10
    loser.lost = {foot.id: {next(iter(foot.toe)): 1}}
    loser.guns = {gun.id: {next(iter(gun.toe)): 1}}
    fight.captured(table.t)
    (asked,) = table.pushed
    names = {entry.unit for entry in asked.asked["cw"].pool}
    assert names - {gun.id} == {foot.id}
    return gun.id in names


@ruling("R-OWNHEX", zone=False, any=True)
def test_R_OWNHEX_captured_points_may_be_put_into_own_hexes_under_a_zone_or_not(w: World) -> bool:
    view = project(w, "axis", [])
    (held, *_) = [hex for hex, seat in view.stacks.items() if seat == "axis"]
    view = replace(view, controlled=(held,))
    return places(view, Bring("axis", (held,), 1, {}))[held] is None


@ruling("R-GUARDHEX", source=[("B2", 1)], prisoners=[("C5", 1)])
def test_R_GUARDHEX_guards_stand_where_they_come_from_or_with_the_prisoners(w: World) -> object:
    unit = first(w, "axis", "inf")
    sheet = Placed(prisoners={"C5": 2}, guards={unit.id: 1})
    Placing({"axis": sheet}, {}).play(Noted(w).t, {"axis": sheet})
    return [(pile.hex, pile.n) for pile in w.guards]


@ruling("R-ZRIV=major R-ZENTER", one=True, all=False)
def test_R_ZENTER_a_zone_reaches_where_one_or_all_of_its_units_could_go(w: World) -> bool:
    """A river that is no major one: it can be waded, and not be driven through (R-ZRIV)."""
    foot, tanks = first(w, "cw", "inf"), first(w, "cw", "tank")
    for unit in w.of("cw"):
        unit.hex = "B2" if unit in (foot, tanks) else "E4"
    assert [paths.motorised(w, unit) for unit in (foot, tanks)] == [False, True]
    assert "C2" in paths.reached(w, "B2", "cw")
    return "C3" in paths.reached(w, "B2", "cw")


def planning(w: World, *hexes: str, nation: str = "") -> tuple[str, ...]:
    """Give guns of one point in these hexes, and a target in C2; return their ids."""
    name = next(k for unit in w.of("axis") for k in unit.toe if w.kinds[k].barrage)
    guns = [unit for unit in w.of("axis") if unit.kind != "hq"][: len(hexes)]
    for unit, hex in zip(guns, hexes, strict=True):
        unit.hex, unit.toe, unit.ammo = hex, {name: 1}, 99
        unit.firing, unit.position, unit.nation = True, "forward", nation
    w.record.targets = {"axis": (Target("Nr1-Inf", "C2", "Inf", first(w, "cw", "inf").id),)}
    return tuple(gun.id for gun in guns)


def planned(w: World, *guns: str) -> str | None:
    return code(s05_plans.wrong(project(w, "axis", [Own(Plan())]), "Nr1-Inf", guns))


@ruling("R-ZERO", on=[None, None], off=["W-ZERO", None])
def test_R_ZERO_a_barrage_without_actual_points_may_be_fired_or_not(w: World) -> object:
    (gun,) = planning(w, "B2")
    (name,) = w.units[gun].toe
    found = []
    for rating in (4, 5):
        w.kinds[name] = replace(w.kinds[name], barrage=rating)
        found.append(planned(w, gun))
    return found


@ruling("R-NATION", off=[None, None], on=["E-NATION", None])
def test_R_NATION_italian_guns_of_two_hexes_fire_together_or_not(w: World) -> object:
    found = []
    for nation in ("Italian", "German"):
        guns = planning(w, "B1", "B2", nation=nation)
        assert planned(w, guns[0]) is None
        found.append(planned(w, *guns))
    return found


@each("value, sheltered", [("on", True), ("off", False)])
def test_R_BOTHT_terrain_shelters_both_sides_or_the_defender_alone(
    value: str, sheltered: bool
) -> None:
    lost = {}
    for seat in ("axis", "cw"):
        w = world(f"R-BOTHT={value}")
        gun, target = first(w, seat, "arty"), first(w, w.other(seat), "inf")
        w.cells[target.hex].fortification = 2
        gun.toe = {next(kind for kind in gun.toe if w.kinds[kind].barrage): 10}
        aim = Target("Nr1-Inf", target.hex, "Inf", target.id)
        raw, points = points_of(w, (gun.id,))
        shift = barrage_shift(w.cells[target.hex], w.charts, "Inf")
        assert shift is not None
        reading = next(
            r
            for r in READINGS
            if resolve(w.charts, w.rulings, "Inf", raw, points, 0, r)
            != resolve(w.charts, w.rulings, "Inf", raw, points, shift, r)
        )
        key = f"1/barrage/{target.hex}/Nr1-Inf/1"
        table = Noted(w, {key: (reading // 10, reading % 10)})
        s06_07_barrage.one(table.t, seat, aim, 1, [gun.id])
        (hit,) = w.record.hits
        assert hit.dice == reading
        bare = resolve(w.charts, w.rulings, "Inf", raw, points, 0, reading)
        lost[seat] = (hit.lost, hit.pinned) != (bare.lose, bare.pinned)
    assert lost == {"axis": True, "cw": sheltered}, "the axis is phasing: C2 defends"


@ruling("R-AACALL", all=["C2"], called=[])
def test_R_AACALL_who_stops_calling_gives_up_their_own_fire_or_all(w: World) -> list[str]:
    unit = first(w, "axis", "tank")
    unit.seg.roles = (Role(next(iter(unit.toe)), 1, "aa", ("C2",)),)
    table = Noted(w)
    s10_11_antiarmour.Calling().answer(table.t, {"axis": o.Done()})
    assert table.told[0] == AaWaived()
    assert w.record.fired_aa == ["C2"]
    return [damage.hex for damage in w.record.damage]


def test_DS_3_a_unit_that_has_lost_its_guns_has_no_position() -> None:
    w = lay_out(built_in_scenario("sidi-rahal"))
    mortars = w.units["MORTARS"]
    mortars.position = "back"
    condition.remove(w, mortars, {"mortar": 1})
    assert mortars.position == "back"
    condition.remove(w, mortars, {"mortar": 1})
    assert mortars.position is None
    Desert().check(w)
