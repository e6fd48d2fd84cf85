"""The Movement step (rules 3.2): NORMAL turns, in order."""

from engine.games.ambush import orders
from engine.games.ambush.events import TurnSkipped
from engine.games.ambush.movement import moves, skids
from engine.games.ambush.movement.ending import Over, Skidding
from engine.games.ambush.movement.routes import Waiting, choices_of
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Seat


class Movement(Waiting):
    """NORMAL turns, in order."""

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask((w.turns[0],)) if w.turns and w.movable(w.turns[0]) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer any of one's units that is not done; default: the first stands still (3.6).

        Rule: WN-6.
        """
        mine = [unit.id for unit in view.movable(seat)]
        choices = choices_of(view, orders.Move, "move", mine)
        return Menu(choices, default=orders.Move(min(mine), "stand"))

    def returned(self, t: Table, result: orders.Move | Skidding | Over) -> None:
        """Take the turn when the window has closed, or slide on; the next turn follows."""
        w: World = t.world
        if isinstance(result, orders.Move):
            w.turns = w.turns[1:]
            t.push(moves.begin(t, result, "N"))
        elif isinstance(result, Skidding):
            t.push(skids.begin(t, result))

    def resume(self, t: Table) -> None:
        """Skip a turn without a unit that can move; without turns the step is over.

        Rule: QU-6.
        """
        w: World = t.world
        if w.turns:
            t.tell(TurnSkipped(w.turns[0]))
            w.turns = w.turns[1:]
        else:
            t.pop()
