"""Buildings and those inside (rules 2.3)."""

from msgspec.structs import replace

from engine.games.ambush.board.hexes import Hex
from engine.games.ambush.board.terrain import Cell
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.damage import crash, settle, tenth
from engine.games.ambush.effects.secrets import reveal
from engine.games.ambush.events import Absorbed
from engine.games.ambush.world import World
from engine.play import Table


def wear(t: Table, hex: Hex, amount: int) -> int:
    """Take this much of a building's construction factor, and return what is left. At 0
    it becomes rough ground (2.3).
    """
    w: World = t.world
    cell = w.cell(hex)
    left = max(0, cell.cf - amount)
    rest = replace(cell, cf=left) if left else Cell("r", cell.level)
    w.changed = {**w.changed, hex: rest.text()}
    t.tell(Absorbed(hex, left))
    return left


def wreck(t: Table, hex: Hex, amount: int) -> bool:
    """Do :func:`wear`, and return whether the building has collapsed on whoever is inside."""
    w: World = t.world
    cell = w.cell(hex)
    if wear(t, hex, amount):
        return False
    for unit in [u for u in w.units.values() if u.hex == hex and u.alive]:
        if unit.hidden:
            reveal(t, unit, "struck")
        crash(t, unit, tenth(cell.cf) * cell.height)
    return True


def burden(t: Table, unit: Unit) -> None:
    """Do what a unit does to the building it enters, and what follows: too heavy, or the
    last straw, and it collapses (2.3).

    Rule: PS-2.
    """
    w: World = t.world
    if unit.alive:
        cell = w.cell(unit.hex)
        wreck(t, unit.hex, cell.cf if cell.cf < unit.tons else tenth(unit.tons))
        settle(t, unit)
