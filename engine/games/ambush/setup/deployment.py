"""Setting up (rules 2.5 S1 to S3, 4.4): visible units by turns, hidden ones in
secret, and commitments to those.
"""

import hashlib
from typing import Any

from msgspec import field

from engine.game import Frame, Script
from engine.games.ambush import menus, orders
from engine.games.ambush.acts import key
from engine.games.ambush.events import Noticed, Placed, Pledged
from engine.games.ambush.round.phases import Round, initiative
from engine.games.ambush.units import Unit
from engine.games.ambush.view import Sheet, View
from engine.games.ambush.world import Slot, World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Seat

SALT = 32


class Setup(Script):
    """From the map to the first round."""

    steps = ("deploy", "hide", "pledge", "play")

    def deploy(self, t: Table) -> None:
        """S2: alternately, lower initiative first."""
        w: World = t.world
        if any(undeployed(w, seat) for seat in w.seats):
            t.push(Deploying([seat for seat, _ in initiative(t)]))

    def hide(self, t: Table) -> None:
        """S3: all at once."""
        w: World = t.world
        w.phase = "hide"
        t.push(Hiding())

    def pledge(self, t: Table) -> None:
        """A commitment for every place in every allowance, used or not."""
        pledge(t)

    def play(self, t: Table) -> None:
        """The first round."""
        t.replace(Round())


def undeployed(w: World, seat: Seat) -> list[Unit]:
    """The visible units of a side that are not on the map yet."""
    return [
        u for u in w.units.values() if u.owner == seat and not u.hidden and not u.hex and not u.dead
    ]


class Deploying(Frame):
    """Visible units are put on the map, one by one.

    Rule: ST-2.
    """

    order: list[Seat]
    turn: int = 0

    def next(self, w: World) -> Seat | None:
        """Whose turn it is: the next side that has a unit left."""
        after = [self.order[(self.turn + k) % len(self.order)] for k in range(len(self.order))]
        return next((seat for seat in after if undeployed(w, seat)), None)

    def ask(self, t: Table) -> Ask | None:
        seat = self.next(t.world)
        return None if seat is None else Ask((seat,))

    def resume(self, t: Table) -> None:
        t.pop()

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.deploy_menu(view, seat)

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        w: World = t.world
        ((seat, order),) = answers.items()
        unit = w.units[order.unit]
        if isinstance(order, orders.Show):
            unit.hidden, unit.reserve, unit.turn = False, False, "ready"
            w.opened[seat] = w.opened.get(seat, 0) + 1
        unit.hex, unit.facing = order.place[:4], int(order.place[5])
        t.tell(Placed(unit.id, unit.hex, unit.facing))
        self.turn = self.order.index(seat) + 1


class Hiding(Frame):
    """Hidden units are put on the map, by all sides that can, at the same time.

    Rule: ST-3.
    """

    sheets: dict[Seat, list[orders.Hide]] = field(default_factory=dict)
    done: bool = False

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        able = tuple(
            seat
            for seat in w.seats
            if w.right(seat)
            and any(u.reserve and not u.hex for u in w.units.values() if u.owner == seat)
        )
        return Ask(able) if able and not self.done else None

    def resume(self, t: Table) -> None:
        t.pop()

    def show(self, viewer: Seat) -> Sheet:
        return Sheet("hide", tuple(self.sheets.get(viewer, ())))

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.hide_menu(view, seat)

    def line(self, t: Table, seat: Seat, order: orders.Hide | orders.Unhide) -> None:
        kept = [line for line in self.sheets.get(seat, []) if line.unit != order.unit]
        place = order.place if isinstance(order, orders.Hide) else "none"
        self.sheets[seat] = [*kept, order] if isinstance(order, orders.Hide) else kept
        t.tell(None, **{seat: Noticed(order.unit, place)})

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets.pop(seat, None)

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        w: World = t.world
        for lines in self.sheets.values():
            for line in lines:
                unit = w.units[line.unit]
                unit.hex, unit.facing = line.place[:4], int(line.place[5])
                unit.prone = w.cell(unit.hex).code == "r"
        self.done = True


def pledge(t: Table) -> None:
    """4.4. Which place holds which unit is drawn, so that a reveal says
    nothing about the other places.

    Rule: CM-1.
    """
    w: World = t.world
    for seat in w.seats:
        hidden = [u for u in w.of(seat) if u.hidden]
        places = w.allowance[seat] - w.opened.get(seat, 0)
        contents: list[Unit | None] = [*hidden, *([None] * (places - len(hidden)))]
        draw = t.dice(key(t, f"slots:{seat}"))
        for n in range(1, places + 1):
            slot = f"{seat}-hidden-{n}"
            unit = contents.pop(draw(range(len(contents))))
            salt = t.dice(key(t, f"salt:{slot}"))
            text = bytes(salt(range(256)) for _ in range(SALT)).hex()
            commitment = seal(preimage(text, slot, unit))
            w.slots[slot] = Slot(seat, unit.id if unit else "", text, commitment)
            t.tell(Pledged(slot, seat, commitment))


def seal(text: str) -> str:
    """A commitment: SHA-256 in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def preimage(salt: str, slot: str, unit: Unit | None) -> str:
    """``salt|slot|unit|hex|facing|pose``; a place that holds nothing: ``salt|slot|none|||``."""
    if unit is None:
        return f"{salt}|{slot}|none|||"
    return (
        f"{salt}|{slot}|{unit.id}|{unit.hex}|{unit.facing}|{'prone' if unit.prone else 'standing'}"
    )
