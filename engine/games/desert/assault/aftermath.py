"""What follows from a close assault for those who fought it (rules 3.11, P46, P52, P61)."""

from collections.abc import Iterable

from engine.games.desert.arithmetic import casualties
from engine.games.desert.assault.retreat import Fallen
from engine.games.desert.assault.sides import FAR, Side
from engine.games.desert.dossiers import changes
from engine.games.desert.events import Costs
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Hexes, UnitId
from engine.games.desert.world import World
from engine.play import Table


def decimate(w: World, fallen: Fallen) -> None:
    """Take 10 % of the points for each missing hex, where P46 leaves no way out (R-BUYOUT)."""
    for unit in w.defenders(fallen.hex):
        for kind, n in list(unit.toe.items()):
            condition.remove(w, unit, {kind: -(-n * casualties.IGNORED * fallen.ignored // 100)})
    condition.bury(w)


def shaken(w: World, sides: Iterable[Side]) -> None:
    """Take 3 cohesion from those who lost more than 30 % (P61)."""
    for side in sides:
        lost = sum(
            n for points in (*side.lost.values(), *side.guns.values()) for n in points.values()
        )
        if casualties.many_lost(lost, side.toe, w.rulings):
            for name in sorted(
                {entry.unit for entry in (*side.pool, *side.exposed)} & set(w.units)
            ):
                condition.shake(w.units[name], -FAR)


def tell_costs(t: Table, targets: Hexes, before: dict[UnitId, tuple[int, int, int]]) -> None:
    """Tell each side what it has changed for its units that are left (P52)."""
    for side in t.world.seats:
        changed = changes(t.world, side, before)
        if any(changed.values()):
            t.tell(None, **{side: Costs(targets, **changed)})
