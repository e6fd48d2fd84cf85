"""Trucks, dumps and ammunition of units, and what they spend (rules 2.1, 3.13)."""

from msgspec.structs import replace

from engine.games.desert.arithmetic import prices
from engine.games.desert.forces.markers import Dump
from engine.games.desert.forces.units import Trucks, Unit
from engine.games.desert.world import Position, World


def head(p: Position, unit: Unit) -> Unit:
    """Return the formation or HQ that stands with a unit in its hex, and shares
    its trucks; else the unit itself.
    """
    above = (p.units.get(name) for name in (unit.parent, unit.attached_to) if name)
    return next((other for other in above if other is not None and other.hex == unit.hex), unit)


def holders(p: Position, unit: Unit) -> list[Unit]:
    """Return the unit and its head: those whose trucks serve it."""
    above = head(p, unit)
    return [unit] if above is unit else [unit, above]


def trucks(p: Position, unit: Unit) -> list[Trucks]:
    """Return the trucks that serve a unit."""
    return [group for holder in holders(p, unit) for group in holder.trucks]


def dumps_of(p: Position, unit: Unit) -> list[Dump]:
    """Return own real dumps in the hex of a unit, ids ascending."""
    return [
        dump
        for dump in p.dumps.values()
        if dump.real and dump.side == unit.side and dump.hex == unit.hex
    ]


def ammo(p: Position, unit: Unit) -> int:
    """Return what a unit could spend."""
    stored = sum(dump.ammo for dump in dumps_of(p, unit))
    return prices.ammo_at_hand(unit, trucks(p, unit), stored, p.charts)


def spend_ammo(w: World, unit: Unit, need: int) -> None:
    """Spend ammo: the unit's own, then ammo trucks, then dumps. What is not there is not spent."""
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
    """Empty up to ``n`` ammo trucks of a kind; return how many."""
    there = sum(group.n for group in holder.trucks if group.kind == kind and group.cargo == "ammo")
    n = min(n, there)
    if n:
        take_trucks(holder, "ammo", n, kind)
        holder.trucks = (
            *holder.trucks,
            Trucks(next(g for g in ("light", "medium", "heavy") if g == kind), "empty", n),
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
