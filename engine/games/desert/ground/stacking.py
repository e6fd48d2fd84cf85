"""Stacking points in a hex (rules 2.1)."""

from engine.games.desert.forces.units import Hex
from engine.games.desert.ground.zones import charts_of
from engine.games.desert.world import Position, land
from engine.state import Seat


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
