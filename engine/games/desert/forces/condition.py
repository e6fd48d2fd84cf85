"""What befalls units: CP and cohesion they pay, points they lose (rules 2.1, 3.7, 3.13)."""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from engine.games.desert.arithmetic import prices
from engine.games.desert.forces.markers import Wrecks
from engine.games.desert.forces.supplies import take_trucks
from engine.games.desert.forces.units import (
    BEST_COHESION,
    WORST_COHESION,
    Hex,
    Kind,
    Role,
    Unit,
    UnitId,
    gun_class,
)
from engine.games.desert.world import World
from engine.state import Seat


def pay(w: World, unit: Unit, cp: int) -> None:
    """Spend CP; each one over the CPA costs cohesion at once.

    Rule: DS-16.
    """
    bill = prices.pay(
        unit.cp_spent, unit.cohesion, prices.effective_cpa(unit, w.kinds, w.charts), cp
    )
    unit.cp_spent, unit.cohesion = bill.cp_spent, bill.cohesion


def shake(unit: Unit, cohesion: int) -> None:
    """Change cohesion, within its ends."""
    unit.cohesion = max(WORST_COHESION, min(BEST_COHESION, unit.cohesion + cohesion))


def charge(w: World, hexes: Iterable[Hex], side: Seat, price: int) -> None:
    """Charge combat CP to every unit in these hexes, as far as this segment's ceiling
    and what they have paid (3.13).
    """
    for hex in sorted(set(hexes)):
        charge_units(w, (unit.id for unit in w.stacked(hex, side)), side, price)


def charge_units(w: World, names: Iterable[UnitId], side: Seat, price: int) -> None:
    """Charge combat CP to those of these units of a side that there are."""
    cp = w.charts.cp
    ceiling = cp.attack if side == w.phasing else cp.defend
    for name in names:
        if (unit := w.units.get(name)) is not None:
            due = prices.top_up(unit.seg.cp_charged, price, ceiling)
            unit.seg.cp_charged += due
            pay(w, unit, due)


def cleared(w: World, unit: Unit) -> None:
    """Take away the kinds of which no point is left; who has no guns any more has no position."""
    unit.toe = {kind: n for kind, n in unit.toe.items() if n > 0}
    if not gun_class(unit, w.kinds):
        unit.position = None


def remove(w: World, unit: Unit, points: Mapping[Kind, int], *, wrecked: bool = False) -> None:
    """Take lost points from a unit; ``wrecked``: they become Destroyed Tanks in its hex (P33).
    Carried infantry takes its trucks with it (P19.s4).

    Rule: R-WRECK.
    """
    points = {kind: min(n, unit.toe.get(kind, 0)) for kind, n in points.items()}
    infantry = sum(n for kind, n in points.items() if w.kinds[kind].cls in ("inf", "mg", "hw"))
    riding = infantry if prices.rides(unit, w.kinds) else 0
    for group in prices.lost_carriers(unit, riding):
        take_trucks(unit, "troops", group.n, group.kind)
    for kind, n in points.items():
        unit.toe[kind] = unit.toe.get(kind, 0) - n
        w.lost[unit.side] = w.lost.get(unit.side, 0) + n
        if (
            wrecked
            and n
            and (
                w.kinds[kind].armoured
                if w.rulings.wreck == "armoured"
                else w.kinds[kind].cls == "tank"
            )
        ):
            wreck(w, unit, kind, n)
    cleared(w, unit)
    for kind in points:
        busy = sum(role.n for role in unit.seg.roles if role.kind == kind)
        shrink(unit, kind, busy - unit.toe.get(kind, 0))


def shrink(unit: Unit, kind: Kind, n: int, task: str = "", at: Collection[Hex] = ()) -> None:
    """Take up to ``n`` points of a kind from the roles of a unit; ``task``: in these alone;
    ``at``: of those with hexes to attack in those against one of these.
    """
    kept: list[Role] = []
    for role in unit.seg.roles:
        meant = role.kind == kind and task in ("", role.task)
        if at and role.targets:
            meant = meant and not set(at).isdisjoint(role.targets)
        gone = min(max(0, n), role.n) if meant else 0
        n -= gone
        if role.n > gone:
            kept.append(replace(role, n=role.n - gone))
    unit.seg.roles = tuple(kept)


def wreck(w: World, unit: Unit, kind: Kind, n: int) -> None:
    """Put Destroyed Tanks where the points stood."""
    pile = next((pile for pile in w.wrecks if (pile.hex, pile.side) == (unit.hex, unit.side)), None)
    if pile is None:
        pile = Wrecks(unit.hex, unit.side, {})
        w.wrecks.append(pile)
        w.wrecks.sort(key=lambda pile: (pile.hex, pile.side))
    pile.toe[kind] = pile.toe.get(kind, 0) + n


def dead(unit: Unit) -> bool:
    """Return whether a unit has no points left, and no role without them: an HQ, trucks, a
    dummy and a ship that floats live on (2.1).
    """
    if unit.kind == "warship":
        return unit.gun <= 0
    return not unit.points and unit.kind not in ("hq", "truck_convoy", "dummy_tank")


def bury(w: World) -> None:
    """Take eliminated units off the map."""
    for name in [name for name, unit in w.units.items() if dead(unit)]:
        del w.units[name]
