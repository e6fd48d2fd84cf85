"""Secret choices at the end of a round: which hidden units show themselves (rules 2.5, HU-3a)."""

from engine.games.ambush import orders
from engine.games.ambush.events import Noticed
from engine.games.ambush.round.sheets import Writing, sheet_menu
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import OneOf
from engine.state import Ask, Seat


class Emerging(Writing[orders.Emerge]):
    """Which hidden units show themselves in the next round: everybody gets the form (HU-3a).

    Rule: EN-2.
    """

    kind = "reveal"

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask(w.seats) if not self.done and any(w.right(seat) for seat in w.seats) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer the form, also with nothing on it."""
        written = [line.unit for line in view.lines]
        hidden = [u.id for u in view.of(seat) if u.hidden and u.id not in written]
        choices = []
        if hidden:
            choices.append(Choice(orders.Emerge, "reveal {unit} next-round", unit=OneOf(hidden)))
        if written:
            choices.append(Choice(orders.Lurk, "reveal {unit} not", unit=OneOf(written)))
        return sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Emerge | orders.Lurk) -> None:
        emerges = isinstance(order, orders.Emerge)
        self.write(seat, order.unit, *([order] if isinstance(order, orders.Emerge) else []))
        t.tell(None, **{seat: Noticed(order.unit, "next-round" if emerges else "not")})

    def play(self, t: Table, lines: list[orders.Emerge]) -> None:
        t.world.revealing = [line.unit for line in lines]
