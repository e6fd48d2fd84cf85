"""The end of a move (rules 3.2 Q4, 2.12 HU-3e)."""

from msgspec import Struct

from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.reveal import reveal
from engine.games.ambush.events import Closing, MoveOver
from engine.games.ambush.hidden.windows import Window, had_chance, near, touches
from engine.games.ambush.world import World
from engine.play import Table
from engine.state import Seat


class Over(Struct):
    """Result of a frame: the whole move of this unit is over."""

    unit: str


class Skidding(Struct):
    """Result of a move: the unit has fallen and slides on; whoever gets this pushes its skid.

    ``turn`` and ``owed``: the kind of turn it had, and the HIDDEN turns behind it.
    """

    unit: str
    direction: int
    turn: str
    owed: list[Seat]


def finish(t: Table, unit: Unit, owed: list[Seat]) -> None:
    """End a move for good: who ends it beside a hidden enemy finds it,
    and the HIDDEN turns are used up.

    Whoever is found without having had an opportunity in this move has one
    first; then this is called again.

    Rules: HU-3, QU-4.
    """
    w: World = t.world
    found = [u for u in w.units.values() if w.rules.end_detect and u.hidden and touches(u, unit)]
    late = [other.id for other in found if not had_chance(w, unit, other)]
    if late and (owners := near(w, unit, late)):
        t.push(Window(unit.id, owners))
        return
    unit.turn = "done"
    if unit.alive:
        t.tell(MoveOver(unit.id, unit.hex, unit.facing, unit.prone))
    for other in found:
        reveal(t, other, "adjacent")
    for seat in owed:
        if w.right(seat):
            t.tell(None, **{seat: Closing()})
    t.pop(Over(unit.id))
