"""Reveals (rules 2.12): a hidden unit is hidden no more."""

from engine.games.ambush.board.units import Unit
from engine.games.ambush.events import Cause, Revealed
from engine.games.ambush.world import World
from engine.play import Table


def reveal(t: Table, unit: Unit, cause: Cause) -> None:
    """Show a hidden unit to everybody, for the rest of the game (HU-6); it moves and
    counts from the next round on.

    Rule: HU-6.
    """
    w: World = t.world
    name, slot = next((name, slot) for name, slot in w.slots.items() if slot.unit == unit.id)
    unit.hidden, slot.open = False, True
    w.opened[unit.owner] = w.opened.get(unit.owner, 0) + 1
    t.tell(
        Revealed(
            unit=unit.id,
            owner=unit.owner,
            hex=unit.hex,
            facing=unit.facing,
            prone=unit.prone,
            cause=cause,
            slot=name,
            salt=slot.salt,
        )
    )
