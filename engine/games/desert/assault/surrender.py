"""Who surrenders in an assault (rules 3.11, R-SURR)."""

from engine.games.desert.arithmetic import prices
from engine.games.desert.events import Surrendered
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Hex, Unit
from engine.games.desert.world import World
from engine.play import Table
from engine.state import Seat

HOPELESS = -17
"""Cohesion at which the units of an assaulted hex surrender (R-SURR)."""


def hopeless(w: World, hex: Hex) -> list[Unit]:
    """Return units of a hex that surrender when it is assaulted (R-SURR): those whose cohesion
    is -17 or worse; all of them, if none has ammo left to defend with (SPI 17.26, 15.88).

    Rule: R-SURR.
    """
    stack = [unit for unit in w.defenders(hex) if unit.points]
    charts = w.charts
    dry = all(
        supplies.ammo(w, unit)
        < min(prices.ammo_price(charts, "ca", w.kinds[k].cls, 1) for k in unit.toe)
        for unit in stack
    )
    return stack if dry else [unit for unit in stack if unit.cohesion <= HOPELESS]


def yield_up(t: Table, hex: Hex, side: Seat, units: list[Unit]) -> None:
    """Take these units of a hex prisoner, all of them."""
    w: World = t.world
    for unit in units:
        w.captured[side] = w.captured.get(side, 0) + unit.points
        condition.remove(w, unit, dict(unit.toe))
        del w.units[unit.id]
    if units:
        t.tell(Surrendered(hex, side))
