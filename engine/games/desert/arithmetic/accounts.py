"""What things cost and who pays: ammunition, CP, cohesion, points that are
removed (rules 2.1, 3.7, 3.13).
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from engine.games.desert.arithmetic import ledger
from engine.games.desert.forces.units import (
    BEST_COHESION,
    WORST_COHESION,
    Dump,
    Hex,
    Kind,
    Role,
    Trucks,
    Unit,
    Wrecks,
)
from engine.games.desert.ground.zones import charts_of
from engine.games.desert.world import Position, World, land
from engine.state import Seat


def head(p: Position, unit: Unit) -> Unit:
    """The formation or HQ that stands with a unit in its hex, and shares
    its trucks; else the unit itself.
    """
    above = (p.units.get(name) for name in (unit.parent, unit.attached_to) if name)
    return next((other for other in above if other is not None and other.hex == unit.hex), unit)


def holders(p: Position, unit: Unit) -> list[Unit]:
    """The unit and its head: those whose trucks serve it."""
    above = head(p, unit)
    return [unit] if above is unit else [unit, above]


def trucks(p: Position, unit: Unit) -> list[Trucks]:
    """The trucks that serve a unit."""
    return [group for holder in holders(p, unit) for group in holder.trucks]


def dumps_of(p: Position, unit: Unit) -> list[Dump]:
    """Own real dumps in the hex of a unit, ids ascending."""
    return [
        dump
        for dump in p.dumps.values()
        if dump.real and dump.side == unit.side and dump.hex == unit.hex
    ]


def ammo(p: Position, unit: Unit) -> int:
    """What a unit could spend."""
    stored = sum(dump.ammo for dump in dumps_of(p, unit))
    return ledger.ammo_at_hand(unit, trucks(p, unit), stored, charts_of(p))


def spend_ammo(w: World, unit: Unit, need: int) -> None:
    """Spend ammo: the unit's own, then ammo trucks, then dumps. What is not there is not spent."""
    need = min(need, ammo(w, unit))
    stored = dumps_of(w, unit)
    draw = ledger.draw_ammo(
        need, unit.ammo, trucks(w, unit), sum(dump.ammo for dump in stored), charts_of(w)
    )
    assert draw is not None
    unit.ammo = draw.kept
    for kind, n in draw.emptied.items():
        for holder in holders(w, unit):
            n -= empty(holder, kind, n)
    left = draw.dumps
    for dump in stored:
        taken = min(left, dump.ammo)
        dump.ammo, left = dump.ammo - taken, left - taken


def empty(holder: Unit, kind: str, n: int) -> int:
    """Up to ``n`` ammo trucks of a kind are empty now; how many."""
    there = sum(group.n for group in holder.trucks if group.kind == kind and group.cargo == "ammo")
    n = min(n, there)
    if n:
        take_trucks(holder, "ammo", n, kind)
        holder.trucks = (
            *holder.trucks,
            Trucks(next(g for g in ("light", "medium", "heavy") if g == kind), "empty", n),
        )
    return n


def take_trucks(holder: Unit, cargo: str, n: int, kind: str = "") -> int:
    """Remove up to ``n`` trucks with this cargo, the largest group first; how many."""
    gone = 0
    while gone < n:
        fitting = [g for g in holder.trucks if g.cargo == cargo and g.n and kind in ("", g.kind)]
        if not fitting:
            break
        group = max(fitting, key=lambda g: g.n)
        index = holder.trucks.index(group)
        rest = (replace(group, n=group.n - 1),) if group.n > 1 else ()
        holder.trucks = (*holder.trucks[:index], *rest, *holder.trucks[index + 1 :])
        gone += 1
    return gone


def pay(w: World, unit: Unit, cp: int) -> None:
    """Spend CP; each one over the CPA costs cohesion at once."""
    bill = ledger.pay(
        unit.cp_spent, unit.cohesion, ledger.effective_cpa(unit, w.kinds, charts_of(w)), cp
    )
    unit.cp_spent, unit.cohesion = bill.cp_spent, bill.cohesion


def shake(unit: Unit, cohesion: int) -> None:
    """Change cohesion, within its ends."""
    unit.cohesion = max(WORST_COHESION, min(BEST_COHESION, unit.cohesion + cohesion))


def charge(w: World, hexes: Iterable[Hex], side: Seat, price: int) -> None:
    """Combat CP for every unit in these hexes, as far as this segment's ceiling
    and what they have paid (3.13).
    """
    cp = charts_of(w).cp
    ceiling = cp.attack if side == w.phasing else cp.defend
    for hex in sorted(set(hexes)):
        for unit in w.stacked(hex, side):
            due = ledger.top_up(unit.seg.cp_charged, price, ceiling)
            unit.seg.cp_charged += due
            pay(w, unit, due)


def remove(w: World, unit: Unit, points: Mapping[Kind, int], wrecked: bool = False) -> None:
    """Points of a unit are lost; ``wrecked``: they become Destroyed Tanks in its hex (P33).
    Carried infantry takes its trucks with it (P19.s4).
    """
    points = {kind: min(n, unit.toe.get(kind, 0)) for kind, n in points.items()}
    infantry = sum(n for kind, n in points.items() if w.kinds[kind].cls in ("inf", "mg", "hw"))
    riding = infantry if ledger.rides(unit, w.kinds) else 0
    for group in ledger.lost_carriers(unit, riding):
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
    unit.toe = {kind: n for kind, n in unit.toe.items() if n > 0}
    for kind in points:
        busy = sum(role.n for role in unit.seg.roles if role.kind == kind)
        shrink(unit, kind, busy - unit.toe.get(kind, 0))


def shrink(unit: Unit, kind: Kind, n: int, task: str = "", at: Collection[Hex] = ()) -> None:
    """Up to ``n`` fewer points of a kind in the roles of a unit; ``task``: in these alone;
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
    """Destroyed Tanks where the points stood."""
    pile = next((pile for pile in w.wrecks if (pile.hex, pile.side) == (unit.hex, unit.side)), None)
    if pile is None:
        pile = Wrecks(unit.hex, unit.side, {})
        w.wrecks.append(pile)
        w.wrecks.sort(key=lambda pile: (pile.hex, pile.side))
    pile.toe[kind] = pile.toe.get(kind, 0) + n


def dead(unit: Unit) -> bool:
    """No points left, and no role without them: not an HQ, trucks, a
    dummy or a ship that floats (2.1).
    """
    if unit.kind == "warship":
        return unit.gun <= 0
    return not unit.points and unit.kind not in ("hq", "truck_convoy", "dummy_tank")


def bury(w: World) -> list[str]:
    """Take eliminated units off the map; their ids."""
    gone = [name for name, unit in w.units.items() if dead(unit)]
    for name in gone:
        del w.units[name]
    return gone


def stacking(p: Position, hex: Hex, side: Seat) -> int:
    """Stacking points of a side in a hex."""
    return sum(
        unit.sp or 0
        for unit in p.units.values()
        if unit.hex == hex and unit.side == side and land(unit)
    )


def stacking_limit(p: Position, hex: Hex) -> int:
    """Stacking points that may stand in a hex."""
    return charts_of(p).ground[p.cells[hex].terrain].bears
