"""The condition of units: trucks and ammunition, CP and cohesion, lost points (rules 2.1, 3.7,
3.13).
"""

from collections.abc import Collection, Iterable, Mapping

from msgspec.structs import replace

from engine import Seat
from engine.games.desert import prices, units
from engine.games.desert.units import Kind, Unit
from engine.games.desert.world import Position, World


def head(p: Position, unit: Unit) -> Unit:
    above = (p.units.get(name) for name in (unit.parent, unit.attached_to) if name)
    return next((other for other in above if other is not None and other.hex == unit.hex), unit)


def holders(p: Position, unit: Unit) -> list[Unit]:
    above = head(p, unit)
    return [unit] if above is unit else [unit, above]


def trucks(p: Position, unit: Unit) -> list[units.Trucks]:
    return [group for holder in holders(p, unit) for group in holder.trucks]


def dumps_of(p: Position, unit: Unit) -> list[units.Dump]:
    return [
        dump
        for dump in p.dumps.values()
        if dump.real and dump.side == unit.side and dump.hex == unit.hex
    ]


def ammo(p: Position, unit: Unit) -> int:
    stored = sum(dump.ammo for dump in dumps_of(p, unit))
    return prices.ammo_at_hand(unit, trucks(p, unit), stored, p.charts)


def spend_ammo(w: World, unit: Unit, need: int) -> None:
    """Spend ammo: the unit's own, then that of ammo trucks, then of dumps."""
    need = min(need, ammo(w, unit))
    stored = dumps_of(w, unit)
    draw = prices.draw_ammo(
        need, unit.ammo, trucks(w, unit), sum(dump.ammo for dump in stored), w.charts
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
    """Empty up to ``n`` ammo trucks of a kind, and return their number."""
    there = sum(group.n for group in holder.trucks if group.kind == kind and group.cargo == "ammo")
    n = min(n, there)
    if n:
        take_trucks(holder, "ammo", n, kind)
        holder.trucks = (
            *holder.trucks,
            units.Trucks(next(g for g in ("light", "medium", "heavy") if g == kind), "empty", n),
        )
    return n


def take_trucks(holder: Unit, cargo: str, n: int, kind: str = "") -> None:
    """Remove up to ``n`` trucks with this cargo, the largest group first."""
    for _ in range(n):
        fitting = [g for g in holder.trucks if g.cargo == cargo and g.n and kind in ("", g.kind)]
        if not fitting:
            break
        group = max(fitting, key=lambda g: g.n)
        index = holder.trucks.index(group)
        rest = (replace(group, n=group.n - 1),) if group.n > 1 else ()
        holder.trucks = (*holder.trucks[:index], *rest, *holder.trucks[index + 1 :])


def pay(w: World, unit: Unit, cp: int) -> None:
    """Charge CP to a unit. CP above its CPA cost cohesion.

    Rule: DS-16.
    """
    bill = prices.pay(
        unit.cp_spent, unit.cohesion, prices.effective_cpa(unit, w.kinds, w.charts), cp
    )
    unit.cp_spent, unit.cohesion = bill.cp_spent, bill.cohesion


def shake(unit: Unit, cohesion: int) -> None:
    unit.cohesion = max(units.WORST_COHESION, min(units.BEST_COHESION, unit.cohesion + cohesion))


def charge(w: World, hexes: Iterable[units.Hex], side: Seat, price: int) -> None:
    for hex in sorted(set(hexes)):
        charge_units(w, (unit.id for unit in w.stacked(hex, side)), side, price)


def charge_units(w: World, names: Iterable[units.UnitId], side: Seat, price: int) -> None:
    cp = w.charts.cp
    ceiling = cp.attack if side == w.phasing else cp.defend
    for name in names:
        if (unit := w.units.get(name)) is not None:
            due = prices.top_up(unit.seg.cp_charged, price, ceiling)
            unit.seg.cp_charged += due
            pay(w, unit, due)


def cleared(w: World, unit: Unit) -> None:
    """Remove kinds without points. A unit without guns loses its position."""
    unit.toe = {kind: n for kind, n in unit.toe.items() if n > 0}
    if not units.gun_class(unit, w.kinds):
        unit.position = None


def remove(w: World, unit: Unit, points: Mapping[Kind, int], *, wrecked: bool = False) -> None:
    """Remove lost points from a unit. ``wrecked``: they become Destroyed Tanks in its hex (P33).
    Carried infantry loses its trucks too (P19.s4).

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
            add_wrecks(w, unit, kind, n)
    cleared(w, unit)
    for kind in points:
        busy = sum(role.n for role in unit.seg.roles if role.kind == kind)
        shrink(unit, kind, busy - unit.toe.get(kind, 0))


def shrink(unit: Unit, kind: Kind, n: int, task: str = "", at: Collection[units.Hex] = ()) -> None:
    """Remove points of a kind from a unit's roles: only of this ``task``, and against a hex of
    ``at``, if given.
    """
    kept: list[units.Role] = []
    for role in unit.seg.roles:
        meant = role.kind == kind and task in ("", role.task)
        if at and role.targets:
            meant = meant and not set(at).isdisjoint(role.targets)
        gone = min(max(0, n), role.n) if meant else 0
        n -= gone
        if role.n > gone:
            kept.append(replace(role, n=role.n - gone))
    unit.seg.roles = tuple(kept)


def add_wrecks(w: World, unit: Unit, kind: Kind, n: int) -> None:
    pile = next((pile for pile in w.wrecks if (pile.hex, pile.side) == (unit.hex, unit.side)), None)
    if pile is None:
        pile = units.Wrecks(unit.hex, unit.side, {})
        w.wrecks.append(pile)
        w.wrecks.sort(key=lambda pile: (pile.hex, pile.side))
    pile.toe[kind] = pile.toe.get(kind, 0) + n


def dead(unit: Unit) -> bool:
    """Return whether nothing is left of a unit."""
    if unit.kind == "warship":
        return unit.gun <= 0
    return not unit.points and unit.kind not in ("hq", "truck_convoy", "dummy_tank", "stack")


def bury(w: World) -> None:
    for name in [name for name, unit in w.units.items() if dead(unit)]:
        del w.units[name]
