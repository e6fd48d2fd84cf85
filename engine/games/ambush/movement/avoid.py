"""Stepping out of a skidder's way (rules 3.4): the ASK frame."""

from engine.games.ambush import orders
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.rolls import piloting
from engine.games.ambush.events import Avoided, TurnLost
from engine.games.ambush.movement.moves import begin
from engine.games.ambush.movement.routes import Waiting, choices_of
from engine.games.ambush.view import Dodge, View
from engine.games.ambush.world import World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import OneOf
from engine.state import Ask, Seat


def may_avoid(w: World, unit: Unit) -> bool:
    """Return whether a unit may try to avoid a skidder: public facts only (CO-2).

    Rule: CO-2.
    """
    ready = unit.turn == "ready" and not unit.prone and unit.able
    return ready and unit.walk > 0 and unit.owner in w.turns


class AskAvoid(Waiting):
    """The question whether a unit tries to avoid the skidder (3.4)."""

    unit: str
    skidder: str

    def ask(self, t: Table) -> Ask:
        return Ask((t.world.units[self.unit].owner,))

    def show(self, viewer: Seat) -> Dodge:
        return Dodge(self.unit, self.skidder)

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer yes with a whole move, or no; default: no."""
        yes = choices_of(view, orders.Dodge, "avoid yes", [self.unit])
        no = Choice(orders.Stay, "avoid no {unit}", unit=OneOf([self.unit]))
        return Menu([no, *yes], default=orders.Stay(self.unit), why=view.dodge)

    def returned(self, t: Table, order: orders.Dodge | orders.Stay) -> None:
        """Roll; with success the whole move is made now, for
        the first turn of its side (Q2).

        Rule: QU-2.
        """
        w: World = t.world
        unit = w.units[self.unit]
        t.tell(Avoided(self.unit, isinstance(order, orders.Dodge)))
        if isinstance(order, orders.Stay) or not piloting(t, unit, "avoid", 0):
            t.pop()
            return
        first = w.turns.index(unit.owner)
        w.turns = w.turns[:first] + w.turns[first + 1 :]
        t.tell(TurnLost(unit.owner, "first"))
        t.replace(begin(t, order, "A"))
