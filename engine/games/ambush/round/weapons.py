"""The Weapons step, and the secret choices at the end of a round (rules 2.5, 2.15)."""

from typing import Any

from msgspec import field

from engine.game import Frame
from engine.games.ambush import menus, orders
from engine.games.ambush.acts import reveal, settle, shaken
from engine.games.ambush.board import sight
from engine.games.ambush.events import Aimed, Noticed
from engine.games.ambush.interrupts import point_blank
from engine.games.ambush.units import Unit, Weapon
from engine.games.ambush.view import Sheet, View
from engine.games.ambush.world import Position, World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Seat


class Volley(Frame):
    """Everybody writes fire orders; when all have said ok they are fired at once.

    Rule: WP-1.
    """

    sheets: dict[Seat, list[orders.Aim]] = field(default_factory=dict)
    done: bool = False

    def ask(self, t: Table) -> Ask | None:
        """Public facts: who has a visible unit, or may have hidden ones."""
        w: World = t.world
        able = tuple(
            seat for seat in w.seats if w.right(seat) or any(u.visible for u in w.of(seat))
        )
        return Ask(able) if not self.done else None

    def resume(self, t: Table) -> None:
        t.pop()

    def show(self, viewer: Seat) -> Sheet:
        return Sheet("fire", tuple(self.sheets.get(viewer, ())))

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.fire_menu(view, seat)

    def line(self, t: Table, seat: Seat, order: orders.Aim | orders.Cease) -> None:
        kept = [line for line in self.sheets.get(seat, []) if line.unit != order.unit]
        if isinstance(order, orders.Cease):
            self.sheets[seat] = kept
            t.tell(None, **{seat: Noticed(order.unit, "cease")})
            return
        self.sheets[seat] = [*kept, order]
        shots = tuple(
            (gun.label, target.id, need) for gun, target, need in numbers(t.view(seat), order)
        )
        t.tell(None, **{seat: Aimed(order.unit, order.twist, shots)})

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets.pop(seat, None)

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """All shots, then all damage, then the rolls.

        Rules: WP-4, WP-8.
        """
        w: World = t.world
        self.done = True
        lines = sorted(
            (line for sheet in self.sheets.values() for line in sheet), key=lambda line: line.unit
        )
        plans = [(w.units[line.unit], shot) for line in lines for shot in numbers(w, line)]
        for name in dict.fromkeys(unit.id for unit, _ in plans if unit.hidden):
            reveal(t, w.units[name], "fire")
        hits: dict[str, list[point_blank.Hit]] = {}
        for unit, (gun, target, need) in plans:
            side, cover = sight.struck_side(target, unit.hex), sight.sight(w, unit, target).cover
            found = [
                (amount, side, cover) for amount in point_blank.fire(t, unit, gun, target, need)
            ]
            hits.setdefault(target.id, []).extend(found)
        for name in sorted(hits):
            point_blank.land(t, w.units[name], hits[name])
        for name in sorted(hits):
            settle(t, w.units[name])
            shaken(t, w.units[name])


def numbers(p: Position, order: orders.Aim) -> list[tuple[Weapon, Unit, int]]:
    """The shots of one unit with their target numbers; the first one's
    target is the main one (2.15).

    Rule: WP-3.
    """
    unit = p.units[order.unit]
    guns = {gun.label: gun for gun in unit.guns()}
    first = order.shots[0].partition(">")[2]
    found = []
    for shot in order.shots:
        label, _, name = shot.partition(">")
        target = p.units[name]
        second = 0 if name == first else 1 if sight.ahead(unit, order.twist, target.hex) else 2
        need = sight.fire_number(p, unit, guns[label], target, second)
        assert need is not None, order
        found.append((guns[label], target, need))
    return found


class Emerging(Frame):
    """Which hidden units show themselves in the next round: everybody gets the form (HU-3a).

    Rule: EN-2.
    """

    sheets: dict[Seat, list[orders.Emerge]] = field(default_factory=dict)
    done: bool = False

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask(w.seats) if not self.done and any(w.right(seat) for seat in w.seats) else None

    def resume(self, t: Table) -> None:
        t.pop()

    def show(self, viewer: Seat) -> Sheet:
        return Sheet("reveal", tuple(self.sheets.get(viewer, ())))

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.reveal_menu(view, seat)

    def line(self, t: Table, seat: Seat, order: orders.Emerge | orders.Lurk) -> None:
        kept = [line for line in self.sheets.get(seat, []) if line.unit != order.unit]
        emerges = isinstance(order, orders.Emerge)
        self.sheets[seat] = [*kept, order] if isinstance(order, orders.Emerge) else kept
        t.tell(None, **{seat: Noticed(order.unit, "next-round" if emerges else "not")})

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets.pop(seat, None)

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        w: World = t.world
        self.done = True
        w.revealing = sorted(line.unit for sheet in self.sheets.values() for line in sheet)
