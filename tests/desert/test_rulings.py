"""Single rulings at the place that decides them: each way of one in the same position."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec.structs import replace

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
from engine.games.desert.s12_losses import Placing
from engine.games.desert.scenario_file import built_in_scenario, lay_out
from engine.games.desert.units import Role, Unit
from engine.games.desert.view import Own, View, project
from engine.games.desert.world import DesertOptions, Struck, Target, World
from engine.play import Table
from engine.state import Event
from tests.kit.each import each


def world(ruling: str) -> World:
    made = lay_out(built_in_scenario("halim-road"), DesertOptions(rulings=ruling))
    made.phasing, made.segment = "axis", 1
    return made


def sees(w: World, seat: str, roles: Mapping[str, list[Role]]) -> View:
    return project(w, seat, [Own(Assigned(dict(roles)))])


def first(w: World, side: str, *classes: str) -> Unit:
    return next(u for u in w.of(side) if any(w.kinds[kind].cls in classes for kind in u.toe))


@each("value, wrecks", [("armoured", 1), ("tanks", 0)])
def test_R_WRECK_armour_that_is_no_tank_leaves_a_wreck_or_none(value: str, wrecks: int) -> None:
    w = world(f"R-WRECK={value}")
    unit = next(
        u for u in w.units.values() for k in u.toe
        if w.kinds[k].armoured and w.kinds[k].cls != "tank"
    )  # fmt: skip
    kind = next(k for k in unit.toe if w.kinds[k].cls != "tank")
    condition.remove(w, unit, {kind: 1}, wrecked=True)
    assert len(w.wrecks) == wrecks


@each("value, listed", [("on", True), ("off", False)])
def test_R_SP0_a_unit_of_no_stacking_points_is_a_target_or_not(value: str, listed: bool) -> None:
    w = world(f"R-SP0={value}")
    unit = first(w, "cw", "inf")
    unit.sp = 0
    assert s01_04_opening.is_target(w, unit) is listed


@each("value, whole", [("off", False), ("on", True)])
def test_R_POOLW_withheld_points_are_in_the_loss_base_or_not(value: str, whole: bool) -> None:
    w = world(f"R-POOLW={value}")
    unit = first(w, "cw", "inf")
    unit.seg.roles = ()
    assert s12_totals.in_base(w, unit, overrun=False) == (unit.toe if whole else {})


@each("value, zone", [("size", True), ("size_and_ammo", False)])
def test_R_ZSIZE_units_without_ammo_have_a_zone_or_none(value: str, zone: bool) -> None:
    w = world(f"R-ZSIZE={value}")
    hexes = [hex for hex, side in w.stacks.items() if paths.qualifying(w, hex, side)]
    assert hexes
    for unit in w.units.values():
        unit.ammo = 0
    still = [hex for hex in hexes if paths.qualifying(w, hex, w.stacks[hex])]
    assert still == (hexes if zone else [])


@each("value, met", [("off", False), ("on", True)])
def test_R_AAONLY_fire_alone_meets_an_obligation_or_not(value: str, met: bool) -> None:
    w = world(f"R-AAONLY={value}")
    unit = first(w, "axis", "tank")
    fire = Role(next(iter(unit.toe)), 1, "aa", ("C2",))
    assert s09_fitness.assaulted(sees(w, "axis", {unit.id: [fire]})) == ({"C2"} if met else set())


@each("value, code", [("on", None), ("off", "E-FOUR")])
def test_R_FOUR_the_first_hex_may_cost_more_than_four_or_not(value: str, code: str | None) -> None:
    w = world(f"R-FOUR={value}")
    unit = first(w, "cw", "inf")
    for other in w.of("axis"):
        other.hex = "A1"
    unit.hex = max(w.cells, key=lambda hex: w.board.distance("A1", hex) or 0)
    bar = s08_retreat.dear(sees(w, "cw", {}), unit, (), 5)
    assert (bar.code if bar else None) == code
    assert s08_retreat.dear(sees(w, "cw", {}), unit, ("C3",), 5) is not None


@each("value, fires", [("ca", False), ("ca_and_aa", True)])
def test_R_LARGEST_who_fires_alone_is_looked_at_or_not(value: str, fires: bool) -> None:
    w = world(f"R-LARGEST={value}")
    unit = first(w, "axis", "tank")
    unit.seg.roles = (Role(next(iter(unit.toe)), 1, "aa", ("C2",)),)
    found = s12_totals.largest(w, "axis", ("C2",), [])
    assert found.units == ((unit.id,) if fires else ())


@each("value, exposed", [("defender", False), ("both", True)])
def test_R_VUL_the_attackers_forward_guns_are_exposed_or_not(value: str, exposed: bool) -> None:
    w = world(f"R-VUL={value}")
    gun, foot = first(w, "axis", "arty", "at"), first(w, "axis", "inf")
    foot.hex, gun.position = gun.hex, "forward"
    foot.seg.roles = (Role(next(iter(foot.toe)), 1, "ca", ("C2",)),)
    parts = {"axis": s12_totals.Side(), "cw": s12_totals.Side()}
    s12_totals.reckon(w, parts, ("C2",), overrun=False)
    assert (gun.id in {e.unit for e in parts["axis"].exposed}) is exposed


@each("value, held", [("all", True), ("units", False)])
def test_R_HOLDPTS_points_at_works_hold_a_hex_off_or_not(value: str, held: bool) -> None:
    w = world(f"R-HOLDPTS={value}")
    unit = first(w, "cw", "inf")
    w.record.targets = {
        "axis": (
            Target("Nr1-Inf", unit.hex, "Inf", unit.id),
            Target(f"Fort-{unit.hex}", unit.hex, "Fort"),
        )
    }
    fired: dict[str, Any] = {"firer": "axis", "hex": unit.hex, "n": 1, "dice": 11, "result": "none"}
    w.record.hits = [Struck(target=f"Fort-{unit.hex}", points=99, **fired)]
    assert s06_07_barrage.is_held_off(w, unit.hex) is held
    w.record.hits.append(Struck(target="Nr1-Inf", points=99, **fired))
    assert s06_07_barrage.is_held_off(w, unit.hex)


class Loaded:
    def __init__(self, w: World):
        self.world = w

    def dice(self, _key: str) -> Callable[[range], int]:
        return lambda faces: faces[-1]


def listed(ruling: str) -> dict[str, list[str]]:
    w = world(ruling)
    for unit in w.units.values():
        unit.firing = True
    found: dict[str, list[str]] = {}
    for target in s01_04_opening.target_list(cast(Table, Loaded(w)), "axis"):
        if target.kind == "Inf":
            found.setdefault(target.hex, []).append(target.name)
    assert len(found) > 1
    return found


def test_R_NAME_targets_are_numbered_over_the_whole_list() -> None:
    names = [name for here in listed("R-NAME=list").values() for name in here]
    assert names == [f"Nr{n}-Inf" for n in range(1, len(names) + 1)]


def test_R_NAME_targets_are_numbered_in_each_hex() -> None:
    for hex, names in listed("R-NAME=hex").items():
        assert names == [f"{hex}-Nr{n}-Inf" for n in range(1, len(names) + 1)]


class Noted:
    """A table that notes what it is told and what is pushed. Dice show the faces that a roll's key
    is given, else their last one.
    """

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


@each("value, flee", [("retreat", True), ("defends", False)])
def test_R_ALLPIN_a_hex_in_which_all_are_pinned_is_undefended_or_not(
    value: str, flee: bool
) -> None:
    w = world(f"R-ALLPIN={value}")
    stack = w.stacked("C2", "cw")
    for unit in stack:
        unit.pinned = True
    table = Noted(w)
    melee(w).undefended(table.t)
    assert table.told == ([Undefended(("C2",))] if flee else [])
    assert bool(table.pushed) is flee
    next(unit for unit in stack if unit.points).pinned = False
    table = Noted(w)
    melee(w).undefended(table.t)
    assert table.told == [Undefended(("C2",))], "who is not pinned might have defended"


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


@each("value, guns", [("all", True), ("percentage", False)])
def test_R_CAPLIST_lost_guns_may_count_as_captured_or_not(value: str, guns: bool) -> None:
    w = world(f"R-CAPLIST={value}")
    foot, gun = first(w, "cw", "inf"), first(w, "cw", "arty", "at")
    fight, table = melee(w), Noted(w)
    loser = fight.sides["cw"]
    loser.captured, loser.raw_lost = True, 10
    loser.lost = {foot.id: {next(iter(foot.toe)): 1}}
    loser.guns = {gun.id: {next(iter(gun.toe)): 1}}
    fight.captured(table.t)
    (asked,) = table.pushed
    names = {entry.unit for entry in asked.asked["cw"].pool}
    assert names == ({foot.id, gun.id} if guns else {foot.id})


@each("value", ["source", "prisoners"])
def test_R_GUARDHEX_guards_stand_where_they_come_from_or_with_the_prisoners(value: str) -> None:
    w = world(f"R-GUARDHEX={value}")
    unit = first(w, "axis", "inf")
    sheet = Placed(prisoners={"C5": 2}, guards={unit.id: 1})
    assert unit.hex != "C5"
    Placing({"axis": sheet}, {}).play(Noted(w).t, {"axis": sheet})
    assert [(pile.hex, pile.n) for pile in w.guards] == [
        (unit.hex if value == "source" else "C5", 1)
    ]


@each("value, reaches", [("one", True), ("all", False)])
def test_R_ZENTER_a_zone_reaches_where_one_or_all_of_its_units_could_go(
    value: str, reaches: bool
) -> None:
    """A river that is no major one: it can be waded, and not be driven through (R-ZRIV)."""
    w = world(f"R-ZENTER={value} R-ZRIV=major")
    foot, tanks = first(w, "cw", "inf"), first(w, "cw", "tank")
    for unit in w.of("cw"):
        unit.hex = "B2" if unit in (foot, tanks) else "E4"
    assert [paths.motorised(w, unit) for unit in (foot, tanks)] == [False, True]
    assert ("C3" in paths.reached(w, "B2", "cw")) is reaches
    assert "C2" in paths.reached(w, "B2", "cw")


def planning(ruling: str, *hexes: str, kind: str = "") -> tuple[World, list[Unit], View]:
    w = world(ruling)
    name = next(k for unit in w.of("axis") for k in unit.toe if w.kinds[k].barrage)
    guns = [unit for unit in w.of("axis") if unit.kind != "hq"][: len(hexes)]
    for unit, hex in zip(guns, hexes, strict=True):
        unit.hex, unit.toe, unit.ammo = hex, {name: 1}, 99
        unit.firing, unit.position, unit.nation = True, "forward", kind
    w.record.targets = {"axis": (Target("Nr1-Inf", "C2", "Inf", first(w, "cw", "inf").id),)}
    return w, guns, project(w, "axis", [Own(Plan())])


@each("value, code", [("on", None), ("off", "W-ZERO")])
def test_R_ZERO_a_barrage_without_actual_points_may_be_fired_or_not(
    value: str, code: str | None
) -> None:
    w, (gun,), _ = planning(f"R-ZERO={value}", "B2")
    (name,) = gun.toe
    for rating, found in ((4, code), (5, None)):
        w.kinds[name] = replace(w.kinds[name], barrage=rating)
        view = project(w, "axis", [Own(Plan())])
        why = s05_plans.wrong(view, "Nr1-Inf", (gun.id,))
        assert (why.code if why else None) == found


@each("value, code", [("off", None), ("on", "E-NATION")])
def test_R_NATION_italian_guns_of_two_hexes_fire_together_or_not(
    value: str, code: str | None
) -> None:
    _, (one, other), view = planning(f"R-NATION={value}", "B1", "B2", kind="Italian")
    why = s05_plans.wrong(view, "Nr1-Inf", (one.id, other.id))
    assert (why.code if why else None) == code
    assert s05_plans.wrong(view, "Nr1-Inf", (one.id,)) is None
    _, (one, other), view = planning(f"R-NATION={value}", "B1", "B2", kind="German")
    assert s05_plans.wrong(view, "Nr1-Inf", (one.id, other.id)) is None


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


@each("value, resolved", [("all", ["C2"]), ("called", [])])
def test_R_AACALL_who_stops_calling_gives_up_their_own_fire_or_all(
    value: str, resolved: list[str]
) -> None:
    w = world(f"R-AACALL={value}")
    unit = first(w, "axis", "tank")
    unit.seg.roles = (Role(next(iter(unit.toe)), 1, "aa", ("C2",)),)
    table = Noted(w)
    s10_11_antiarmour.Calling().answer(table.t, {"axis": o.Done()})
    assert table.told[0] == AaWaived()
    assert w.record.fired_aa == ["C2"]
    assert [damage.hex for damage in w.record.damage] == resolved


def test_DS_3_a_unit_that_has_lost_its_guns_has_no_position() -> None:
    w = lay_out(built_in_scenario("sidi-rahal"))
    mortars = w.units["MORTARS"]
    mortars.position = "back"
    condition.remove(w, mortars, {"mortar": 1})
    assert mortars.position == "back"
    condition.remove(w, mortars, {"mortar": 1})
    assert mortars.position is None
    Desert().check(w)
