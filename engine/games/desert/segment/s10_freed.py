"""Step 10, freed points: who fired at a hex without armour assaults it (R-AAFREE, SPI 14.23)."""

from collections import Counter

from msgspec.structs import replace

from engine.games.desert.arithmetic.prices import ammo_price
from engine.games.desert.events import Freed
from engine.games.desert.forces import supplies
from engine.games.desert.forces.units import Hex, Hexes, Kind, Role, Task
from engine.games.desert.segment.s09_fitness import reach
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.world import World
from engine.play import Table


def any_armour(w: World, hex: Hex) -> bool:
    """Return whether there is armour in a hex of the defender, or a dummy of it."""
    here = w.defenders(hex)
    return any(
        unit.kind == "dummy_tank" or any(w.kinds[kind].armoured for kind in unit.toe)
        for unit in here
    )


def free(t: Table, hex: Hex) -> None:
    """Let half of the points that fired at a hex without armour, rounded down, join its
    assault: the best first, of those that may assault it and have ammo left (SPI 14.23).

    Rule: R-AAFREE.
    """
    w: World = t.world
    fight = next(
        (fight for fight in w.record.fights if fight.assault and hex in fight.targets), None
    )
    if fight is None:
        return
    charts = w.charts
    fired = [(w.units[name], role) for name, role in roles_of(w, w.phasing, "aa", hex)]
    most = moved = sum(role.n for _, role in fired) // 2
    for unit, role in sorted(
        fired, key=lambda one: (-w.kinds[one[1].kind].off, one[0].id, one[1].kind)
    ):
        point = w.kinds[role.kind]
        price = ammo_price(charts, "ca", point.cls, 1)
        meant = sum(
            ammo_price(charts, "ca", w.kinds[r.kind].cls, r.n)
            for r in unit.seg.roles
            if r.task == "ca"
        )
        rich = (supplies.ammo(w, unit) - meant) // price if price else role.n
        able = point.off and unit.hex in fight.origins and reach(w, unit, "ca", hex) is None
        n = min(most, role.n, max(0, rich)) if able else 0
        if n:
            rest = [one for one in unit.seg.roles if one != role]
            joined = replace(role, n=n, task="ca", targets=fight.targets)
            unit.seg.roles = tuple(merged([*rest, replace(role, n=role.n - n), joined]))
            most -= n
    if moved > most:
        t.tell(None, **{w.phasing: Freed(hex, moved - most)})


def merged(roles: list[Role]) -> list[Role]:
    """Return roles of the same kind, task and targets as one."""
    found: Counter[tuple[Kind, Task, Hexes]] = Counter()
    for role in roles:
        found[role.kind, role.task, role.targets] += role.n
    return [Role(kind, n, task, targets) for (kind, task, targets), n in sorted(found.items()) if n]
