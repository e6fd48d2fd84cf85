"""Single rulings at the place that decides them: each way of one in the same position."""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

from engine.games.desert.assault import sides, totals
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Role, Unit
from engine.games.desert.ground import zones
from engine.games.desert.projection import project
from engine.games.desert.scenarios.file import house_scenario, lay_out
from engine.games.desert.segment import s04_lists, s06_barrage, s08_retreat, s09_fitness
from engine.games.desert.sheets.sheets import Assigned
from engine.games.desert.view import Own, View
from engine.games.desert.world import DesertOptions, Struck, Target, World
from engine.play import Table


def world(ruling: str) -> World:
    """Return the Halim Road with one ruling, the axis phasing."""
    made = lay_out(house_scenario("halim-road"), DesertOptions(rulings=ruling))
    made.phasing, made.segment = "axis", 1
    return made


def sees(w: World, seat: str, roles: Mapping[str, list[Role]]) -> View:
    """Return what a seat sees that has written these roles."""
    return project(w, seat, [Own(Assigned(dict(roles)))])


def first(w: World, side: str, *classes: str) -> Unit:
    """Return the first unit of a side with points of one of these classes."""
    return next(u for u in w.of(side) if any(w.kinds[kind].cls in classes for kind in u.toe))


@pytest.mark.parametrize(("value", "wrecks"), [("armoured", 1), ("tanks", 0)])
def test_R_WRECK_armour_that_is_no_tank_leaves_a_wreck_or_none(value: str, wrecks: int) -> None:
    w = world(f"R-WRECK={value}")
    unit = next(
        u for u in w.units.values() for k in u.toe
        if w.kinds[k].armoured and w.kinds[k].cls != "tank"
    )  # fmt: skip
    kind = next(k for k in unit.toe if w.kinds[k].cls != "tank")
    condition.remove(w, unit, {kind: 1}, wrecked=True)
    assert len(w.wrecks) == wrecks


@pytest.mark.parametrize(("value", "listed"), [("on", True), ("off", False)])
def test_R_SP0_a_unit_of_no_stacking_points_is_a_target_or_not(value: str, listed: bool) -> None:
    w = world(f"R-SP0={value}")
    unit = first(w, "cw", "inf")
    unit.sp = 0
    assert s04_lists.is_target(w, unit) is listed


@pytest.mark.parametrize(("value", "whole"), [("off", False), ("on", True)])
def test_R_POOLW_withheld_points_are_in_the_loss_base_or_not(value: str, whole: bool) -> None:
    w = world(f"R-POOLW={value}")
    unit = first(w, "cw", "inf")
    unit.seg.roles = ()
    assert sides.in_base(w, unit, overrun=False) == (unit.toe if whole else {})


@pytest.mark.parametrize(("value", "zone"), [("size", True), ("size_and_ammo", False)])
def test_R_ZSIZE_units_without_ammo_have_a_zone_or_none(value: str, zone: bool) -> None:
    w = world(f"R-ZSIZE={value}")
    hexes = [hex for hex, side in w.stacks.items() if zones.qualifying(w, hex, side)]
    assert hexes
    for unit in w.units.values():
        unit.ammo = 0
    still = [hex for hex in hexes if zones.qualifying(w, hex, w.stacks[hex])]
    assert still == (hexes if zone else [])


@pytest.mark.parametrize(("value", "met"), [("off", False), ("on", True)])
def test_R_AAONLY_fire_alone_meets_an_obligation_or_not(value: str, met: bool) -> None:
    w = world(f"R-AAONLY={value}")
    unit = first(w, "axis", "tank")
    fire = Role(next(iter(unit.toe)), 1, "aa", ("C2",))
    assert s09_fitness.assaulted(sees(w, "axis", {unit.id: [fire]})) == ({"C2"} if met else set())


@pytest.mark.parametrize(("value", "code"), [("on", None), ("off", "E-FOUR")])
def test_R_FOUR_the_first_hex_may_cost_more_than_four_or_not(value: str, code: str | None) -> None:
    w = world(f"R-FOUR={value}")
    unit = first(w, "cw", "inf")
    for other in w.of("axis"):
        other.hex = "A1"
    unit.hex = max(w.cells, key=lambda hex: w.board.distance("A1", hex) or 0)
    bar = s08_retreat.dear(sees(w, "cw", {}), unit, (), 5)
    assert (bar.code if bar else None) == code
    assert s08_retreat.dear(sees(w, "cw", {}), unit, ("C3",), 5) is not None


@pytest.mark.parametrize(("value", "fires"), [("ca", False), ("ca_and_aa", True)])
def test_R_LARGEST_who_fires_alone_is_looked_at_or_not(value: str, fires: bool) -> None:
    w = world(f"R-LARGEST={value}")
    unit = first(w, "axis", "tank")
    unit.seg.roles = (Role(next(iter(unit.toe)), 1, "aa", ("C2",)),)
    found = totals.largest(w, "axis", ("C2",), [])
    assert found.units == ((unit.id,) if fires else ())


@pytest.mark.parametrize(("value", "exposed"), [("defender", False), ("both", True)])
def test_R_VUL_the_attackers_forward_guns_are_exposed_or_not(value: str, exposed: bool) -> None:
    w = world(f"R-VUL={value}")
    gun, foot = first(w, "axis", "arty", "at"), first(w, "axis", "inf")
    foot.hex, gun.position = gun.hex, "forward"
    foot.seg.roles = (Role(next(iter(foot.toe)), 1, "ca", ("C2",)),)
    parts = {"axis": sides.Side(), "cw": sides.Side()}
    sides.reckon(w, parts, ("C2",), overrun=False)
    assert (gun.id in {e.unit for e in parts["axis"].exposed}) is exposed


@pytest.mark.parametrize(("value", "held"), [("all", True), ("units", False)])
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
    assert s06_barrage.is_held_off(w, unit.hex) is held
    w.record.hits.append(Struck(target="Nr1-Inf", points=99, **fired))
    assert s06_barrage.is_held_off(w, unit.hex)


class Loaded:
    """A table whose dice always show their last face."""

    def __init__(self, w: World):
        self.world = w

    def dice(self, _key: str) -> Callable[[range], int]:
        return lambda faces: faces[-1]


def listed(ruling: str) -> dict[str, list[str]]:
    """Return the names of infantry on the list that the axis is shown, by hex."""
    w = world(ruling)
    for unit in w.units.values():
        unit.firing = True
    found: dict[str, list[str]] = {}
    for target in s04_lists.target_list(cast(Table, Loaded(w)), "axis"):
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
