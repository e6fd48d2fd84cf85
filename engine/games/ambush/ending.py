"""The end of a move (rules 3.2 Q4, 2.12 HU-3e)."""

from msgspec import Struct

from engine.games.ambush.acts import reveal
from engine.games.ambush.events import Closing, MoveOver
from engine.games.ambush.hexes import adjacent
from engine.games.ambush.units import Unit
from engine.games.ambush.world import World
from engine.state import Seat
from engine.table import Table


class Over(Struct):
    """Result of a frame: the whole move of this unit is over."""

    unit: str


def finish(t: Table, unit: Unit, owed: list[Seat]) -> None:
    """A move is completely over: who ends it beside a hidden enemy finds it, and the HIDDEN turns are used up."""
    w: World = t.world
    unit.turn = "done"
    if unit.alive:
        t.tell(MoveOver(unit.id, unit.hex, unit.facing, unit.prone))
        if w.rules.end_detect:
            for other in sorted(w.units.values(), key=lambda u: u.id):
                if other.hidden and other.alive and other.owner != unit.owner and adjacent(other.hex, unit.hex):
                    reveal(t, other, "adjacent")
    for seat in owed:
        if w.right(seat):
            t.tell(None, **{seat: Closing()})
    t.pop(Over(unit.id))
