"""What the active unit does (DL-3 to DL-16): markers drop, action points are paid,
then the thing itself (DL-18.1).
"""

from engine.games.derelict import orders as o
from engine.games.derelict.after import After
from engine.games.derelict.board import Cell
from engine.games.derelict.events import (
    Activated,
    Guarding,
    Moved,
    Relaxed,
    Unjammed,
    Watching,
    Worked,
)
from engine.games.derelict.fight import Fight, ram
from engine.games.derelict.fire import burn, roll_in_flames, shoot, tell_points
from engine.games.derelict.menu import order_of
from engine.games.derelict.offers import Offer, actions
from engine.games.derelict.reveal import reveal, turn
from engine.games.derelict.units import ALERT, START_AP, Marker, Token
from engine.games.derelict.view import Deed, View
from engine.games.derelict.world import World, seat_of
from engine.play import Table
from engine.state import Order


def do(t: Table, order: Order) -> None:
    """Play one order of the main part of a turn; it is on the menu."""
    w: World = t.world
    if isinstance(order, o.Activate):
        activate(t, order.unit)
        return
    unit = w.unit(w.active)
    if isinstance(order, o.Command):
        w.command, w.ap = w.command - 1, w.ap + 1
        tell_points(t)
        return
    view: View = t.view(seat_of(w.side))
    offer = next(offer for offer in actions(view, view.position, unit) if fits(offer, order))
    w.deed = deed(unit, order, offer)
    if not isinstance(order, o.Unjam):
        unit = relax(t, unit)
    w.ap -= offer.cost
    again, w.target = w.target, ""
    match order:
        case o.Move() | o.Enter():
            assert offer.cell is not None
            w.last = "move"
            step(t, unit, offer.cell)
        case o.Turn(way):
            w.last = "turn"
            turn(t, unit.name, way)
        case o.Shoot(target):
            w.last, w.target = "shoot", target
            hit, _ = shoot(t, unit, target, again=again == target)
            if hit:
                w.target = ""
        case o.Burn(cell):
            w.last = "shoot"
            burn(t, unit, cell)
        case _:
            w.last = ""
            if other(t, unit, order, offer):
                return
    t.push(After())


def other(t: Table, unit: Token, order: Order, offer: Offer) -> bool:
    """Do what is forgotten at once. Return whether something else has
    been begun, or nothing follows.
    """
    w: World = t.world
    match order:
        case o.Door(cell):
            door = w.door(cell)
            w.change(door, kind="dooropen" if door.kind == "door" else "door")
            t.tell(Worked(unit.name, cell, door.kind == "door"))
            return False
        case o.Reveal():
            reveal(t, unit)
        case o.Assault():
            return assault(t, unit, offer)
        case o.Overwatch():
            w.history.pop(unit.name, None)
            settle(w, unit.name, "overwatch")
            t.tell(Watching(unit.name))
        case o.Guard():
            settle(w, unit.name, "guard")
            t.tell(Guarding(unit.name))
        case o.Unjam():
            w.mark(unit.name, without=("jam",))
            t.tell(Unjammed(unit.name, False))
    return True


def deed(unit: Token, order: Order, offer: Offer) -> Deed:
    """Return what a unit does as what was done last."""
    act = "turn" if offer.act in ("left", "right") else offer.act
    cell = getattr(order, "cell", offer.cell)
    return Deed(unit.name, act, tuple(dict.fromkeys((unit.cell, cell or unit.cell))))


def fits(offer: Offer, order: Order) -> bool:
    """Return whether this offer is what the order says."""
    match order:
        case o.Move(cell):
            return offer.act == "move" and offer.cell == cell
        case o.Turn(way):
            return offer.act == way
        case o.Shoot():
            return offer.act == "shoot" and order_of(offer) == order
        case _:
            return offer.act == type(order).__name__.lower()


def activate(t: Table, name: str) -> None:
    """Make a unit the active one; the one that was active is done, and a marine that is done
    comes back without action points (DL-3.1, DL-3.3).

    Rule: DL-3.
    """
    w: World = t.world
    if w.find(w.active):
        w.mark(w.active, "deactivated")
    w.deactivate()
    unit = w.unit(name)
    w.active, w.ap = name, 0 if "deactivated" in unit.markers else START_AP[unit.race]
    t.tell(Activated(name, w.ap))


def relax(t: Table, unit: Token) -> Token:
    """Return a unit that acts, no longer on guard or overwatch (DL-14.1)."""
    w: World = t.world
    if not set(unit.markers) & set(ALERT):
        return unit
    w.mark(unit.name, without=ALERT)
    w.history.pop(unit.name, None)
    t.tell(Relaxed(unit.name))
    return w.unit(unit.name)


def settle(w: World, name: str, marker: Marker) -> None:
    """Put a marker on a unit, and end its activation (DL-13.1, DL-14.1).

    Rule: DL-14.
    """
    w.mark(name, marker, "deactivated")
    w.deactivate()


def step(t: Table, unit: Token, cell: Cell) -> None:
    """Move a unit by one cell (DL-5.1, DL-10.1); from flame to flame a die decides (DL-5.2).

    Rule: DL-5.
    """
    w: World = t.world
    burning = unit.cell in (flames := w.position.flames) and cell in flames
    w.change(unit, x=cell[0], y=cell[1])
    t.tell(Moved(unit.name, unit.cell, cell))
    if burning:
        roll_in_flames(t, unit.name, "step")


def assault(t: Table, unit: Token, offer: Offer) -> bool:
    """Begin an assault, against a door at once, against a unit step by step
    (DL-12). Return whether a fight has begun.
    """
    if offer.unit:
        t.push(Fight(attacker=unit.name, defender=offer.unit))
        return True
    assert offer.cell is not None
    ram(t, unit, offer.cell)
    return False
