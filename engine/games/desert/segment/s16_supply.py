"""Step 16, supply: ammunition from dumps, between segments (rules 3.15.5)."""

from engine.games.desert.events import Supplied
from engine.games.desert.forces import supplies
from engine.games.desert.forces.units import UnitId
from engine.games.desert.world import World
from engine.play import Table


def supply(t: Table) -> None:
    """Fill up every unit in a hex with an own real dump, while the stock lasts (3.15.5)."""
    w: World = t.world
    for seat in w.seats:
        drawn: dict[UnitId, int] = {}
        for unit in w.of(seat):
            for dump in supplies.dumps_of(w, unit):
                taken = min(dump.ammo, max(0, unit.max_ammo - unit.ammo))
                if taken:
                    unit.ammo, dump.ammo = unit.ammo + taken, dump.ammo - taken
                    drawn[unit.id] = drawn.get(unit.id, 0) + taken
        if drawn:
            t.tell(None, **{seat: Supplied(drawn)})
