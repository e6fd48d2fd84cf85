"""Step 1, contact: who touches whom, and what must be assaulted (rules 3.2)."""

from engine.games.desert.forces.units import Hex, Unit, gun_class
from engine.games.desert.world import Position, World


def exempt(p: Position, unit: Unit) -> bool:
    """Guns and pinned units could not attack: they do not count (R-EXEMPT).

    Rule: R-EXEMPT.
    """
    return p.rulings.exempt == "on" and (unit.pinned or gun_class(unit, p.kinds))


def obliged(w: World) -> tuple[Hex, ...]:
    """Enemy hexes that the phasing side must assault (3.2.3).

    Rules: DS-2, R-MUST.
    """
    found = set()
    for own, enemy in w.record.adjacent:
        units = [unit for unit in w.stacked(own, w.phasing) if not exempt(w, unit) and unit.points]
        if units and (w.rulings.must == "all" or (enemy, own) in w.record.zoc):
            found.add(enemy)
    return tuple(sorted(found))
