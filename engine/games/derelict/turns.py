"""The turns of Derelict: deployment, the starts of both turns, and the main part (DL-2)."""

from typing import Any

from engine import Ask, Frame, Menu, Order, Script, Seat, Table
from engine.games.derelict import events, fire
from engine.games.derelict import menu as menus
from engine.games.derelict import orders as o
from engine.games.derelict.board import ALERT, REROLLERS, START_AP, Cell, Marker, Token, drawn
from engine.games.derelict.fight import After, Fight, bare, finish, ram, verdict
from engine.games.derelict.menu import Offer, menu
from engine.games.derelict.reveal import reveal, turn
from engine.games.derelict.view import ALIENS, MARINES, Deed, Shown, View
from engine.games.derelict.world import World, seat_of


def do(t: Table, order: Order) -> None:
    w: World = t.world
    if isinstance(order, o.Activate):
        activate(t, order.unit)
        return
    unit = w.unit(w.active)
    if isinstance(order, o.Command):
        w.command, w.ap = w.command - 1, w.ap + 1
        fire.tell_points(t)
        return
    view: View = t.view(seat_of(w.side))
    offer = next(offer for offer in menus.actions(view, view.position, unit) if fits(offer, order))
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
            hit, _ = fire.shoot(t, unit, target, again=again == target)
            if hit:
                w.target = ""
        case o.Burn(cell):
            w.last = "shoot"
            fire.burn(t, unit, cell)
        case _:
            w.last = ""
            if other(t, unit, order, offer):
                return
    t.push(After())


def other(t: Table, unit: Token, order: Order, offer: Offer) -> bool:
    """Play a simple action. Return whether it started a frame or has no consequences."""
    w: World = t.world
    match order:
        case o.Door(cell):
            door = w.door(cell)
            w.change(door, kind="dooropen" if door.kind == "door" else "door")
            t.tell(events.Worked(unit.name, cell, door.kind == "door"))
            return False
        case o.Reveal():
            reveal(t, unit)
        case o.Assault():
            return assault(t, unit, offer)
        case o.Overwatch():
            w.history.pop(unit.name, None)
            end_activation(w, unit.name, "overwatch")
            t.tell(events.Watching(unit.name))
        case o.Guard():
            end_activation(w, unit.name, "guard")
            t.tell(events.Guarding(unit.name))
        case o.Unjam():
            w.mark(unit.name, without=("jam",))
            t.tell(events.Unjammed(unit.name, False))
    return True


def deed(unit: Token, order: Order, offer: Offer) -> Deed:
    act = "turn" if offer.act in ("left", "right") else offer.act
    cell = getattr(order, "cell", offer.cell)
    return Deed(unit.name, act, tuple(dict.fromkeys((unit.cell, cell or unit.cell))))


def fits(offer: Offer, order: Order) -> bool:
    match order:
        case o.Move(cell):
            return offer.act == "move" and offer.cell == cell
        case o.Turn(way):
            return offer.act == way
        case o.Shoot():
            return offer.act == "shoot" and menus.order_of(offer) == order
        case _:
            return offer.act == type(order).__name__.lower()


def activate(t: Table, name: str) -> None:
    """Activate a unit. The previous one is done, and a marine that was done gets no action points
    (DL-3.1, DL-3.3).

    Rule: DL-3.
    """
    w: World = t.world
    if w.find(w.active):
        w.mark(w.active, "deactivated")
    w.deactivate()
    unit = w.unit(name)
    w.active, w.ap = name, 0 if "deactivated" in unit.markers else START_AP[unit.race]
    t.tell(events.Activated(name, w.ap))


def relax(t: Table, unit: Token) -> Token:
    """Return a unit that acts, no longer on guard or overwatch (DL-14.1)."""
    w: World = t.world
    if not set(unit.markers) & set(ALERT):
        return unit
    w.mark(unit.name, without=ALERT)
    w.history.pop(unit.name, None)
    t.tell(events.Relaxed(unit.name))
    return w.unit(unit.name)


def end_activation(w: World, name: str, marker: Marker) -> None:
    """Rule: DL-14."""
    w.mark(name, marker, "deactivated")
    w.deactivate()


def step(t: Table, unit: Token, cell: Cell) -> None:
    """Move a unit by one cell (DL-5.1, DL-10.1). From flame to flame a die decides (DL-5.2).

    Rule: DL-5.
    """
    w: World = t.world
    burning = unit.cell in (flames := w.position.flames) and cell in flames
    w.change(unit, x=cell[0], y=cell[1])
    t.tell(events.Moved(unit.name, unit.cell, cell))
    if burning:
        fire.roll_in_flames(t, unit.name, "step")


def assault(t: Table, unit: Token, offer: Offer) -> bool:
    """Start an assault: at once against a door, step by step against a unit (DL-12). Return whether
    a fight has begun.
    """
    if offer.unit:
        t.push(Fight(attacker=unit.name, defender=offer.unit))
        return True
    assert offer.cell is not None
    ram(t, unit, offer.cell)
    return False


CLEARED: tuple[Marker, ...] = (*ALERT, "jam")
"""Markers that marines lose when their turn starts. Without command points jams stay (DL-15)."""


class Deployment(Frame):
    """Marines on drop marks choose start marks, before turn 1 (DL-2.6)."""

    picked: str = ""

    def ask(self, t: Table) -> Ask | None:
        return Ask((MARINES,)) if self.picked or self.more(t.world) else None

    def more(self, w: World) -> bool:
        position = w.position
        drop = set(position.marks["drop_marine"])
        places = any(not position.blocks(cell) for cell in position.marks["start_marine"])
        return w.armed and places and any(unit.cell in drop for unit in position.of("marine"))

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.deployment_menu(view, self.picked)

    def show(self, viewer: Seat) -> Shown:
        return Shown(phase="deployment", unit=self.picked)

    def resume(self, t: Table) -> None:
        t.replace(MarineStart())

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        match orders[MARINES]:
            case o.Activate(unit):
                self.picked = unit
            case o.Move(cell):
                marine = w.unit(self.picked)
                rot = next(
                    mark.rot
                    for mark in w.tokens
                    if mark.kind == "start_marine" and mark.cell == cell
                )
                w.change(marine, x=cell[0], y=cell[1], rot=rot)
                w.deed = Deed(marine.name, "move", (marine.cell, cell))
                t.tell(events.Deployed(marine.name, cell, rot))
                self.picked = ""
                t.push(After())


class MarineStart(Script):
    """The start of the marines' turn: markers and flames are removed, then the command die is
    rolled (DL-2.7).
    """

    steps = ("clear", "throw", "again", "begin")
    die: int = 0

    def clear(self, t: Table) -> None:
        """Remove markers and flames, then check for newly visible blips (DL-2.7 a)."""
        w: World = t.world
        w.side = "marine"
        w.deactivate()
        w.history = {}
        if not w.armed:
            return
        cleared = CLEARED if w.full else ALERT
        kept = [token for token in w.tokens if token.kind != "flame"]
        worn = [unit for unit in kept if set(unit.markers) & set(cleared)]
        if worn or len(kept) < len(w.tokens):
            w.tokens, w.opened = kept, True
            for unit in worn:
                w.mark(unit.name, without=cleared)
            t.tell(events.Cleared(jams=w.full))
            t.push(After())
        elif w.overlooked:
            t.push(After())

    def throw(self, t: Table) -> None:
        w: World = t.world
        if w.full:
            (self.die,) = fire.roll(t, f"cp/{w.turn}", 1)
            fire.tell_command(t, events.CommandDie(self.die, False))

    def again(self, t: Table) -> None:
        """Ask for a re-roll, with a sergeant or a hammer on the board."""
        w: World = t.world
        w.command = 0
        if w.full and any(token.kind in REROLLERS for token in w.tokens):
            t.push(fire.Prompt(seat=MARINES, kind="command", dice=(self.die,)))

    def returned(self, t: Table, result: Any) -> None:
        if result:
            (self.die,) = fire.roll(t, f"reroll/cp/{t.world.turn}", 1)
            fire.tell_command(t, events.CommandDie(self.die, True))

    def begin(self, t: Table) -> None:
        """Begin the marines' turn. Old command points are lost (DL-2.9)."""
        w: World = t.world
        w.command = self.die
        t.tell(events.TurnBegan(MARINES, w.turn))
        if w.full:
            fire.tell_points(t)
        t.replace(Main())


class AlienStart(Frame):
    """The start of the aliens' turn: reinforcement blips on free lurk cells (DL-2.8)."""

    left: int  # number of blips still to be placed
    drawn: int = 0

    def ask(self, t: Table) -> Ask | None:
        return Ask((ALIENS,)) if self.left and t.world.position.lurking() else None

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.cell_menu(view, "deploy", view.position.lurking())

    def show(self, viewer: Seat) -> Shown:
        return Shown(phase="reinforcement", left=self.left)

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        """Place a reinforcement blip. Its value is drawn after the cell is chosen, and is the
        aliens' secret (DL-2.8).
        """
        w: World = t.world
        order = orders[ALIENS]
        assert isinstance(order, o.Deploy)
        self.left, self.drawn = self.left - 1, self.drawn + 1
        value = drawn(t.dice(f"draw/{w.turn}/{self.drawn}")(range(1, 23)))
        blip = Token(kind="blip", x=order.cell[0], y=order.cell[1], name=w.name("B"), value=value)
        w.tokens.append(blip)
        w.opened = True
        w.deed = Deed(blip.name, "lurk", (order.cell,))
        t.tell(
            events.Reinforced(blip.name, order.cell),
            alien=events.Reinforced(blip.name, order.cell, value),
        )
        t.push(After())

    def resume(self, t: Table) -> None:
        """Lose the remaining blips, because no lurk cell is free."""
        t.tell(events.TurnBegan(ALIENS, t.world.turn))
        t.replace(Main())


class Main(Frame):
    """The main part of a turn: the side to move acts until it passes or has no unit.

    Rule: DL-2.
    """

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return None if w.overlooked or bare(w) else Ask((seat_of(w.side),))

    def menu(self, view: View, seat: Seat) -> Menu:
        return menu(view, menus.main(view), o.Pass())

    def show(self, viewer: Seat) -> Shown:
        return Shown(phase="main")

    def resume(self, t: Table) -> None:
        """Reveal blips in view from the setup or after a correction (DL-9.1), and check for the end
        (DL-2.5).
        """
        w: World = t.world
        if w.overlooked:
            t.push(After(at="overwatch"))
        elif found := bare(w):
            finish(t, *found)

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        (order,) = orders.values()
        self.play(t, order)

    def returned(self, t: Table, result: Order) -> None:
        """Play the order that ended a voluntary reveal (DL-8.4, DL-8.6)."""
        self.play(t, result)

    def play(self, t: Table, order: Order) -> None:
        if isinstance(order, o.Pass):
            self.over(t)
        else:
            do(t, order)

    def over(self, t: Table) -> None:
        """End the turn (DL-2.4). The turn number increases before the marines' turn (DL-2.1)."""
        w: World = t.world
        if found := verdict(w):
            finish(t, *found)
            return
        w.deactivate()
        for unit in [token for token in w.tokens if "deactivated" in token.markers]:
            w.mark(unit.name, without=("deactivated",))
        if w.side == "marine":
            w.side = "alien"
            t.replace(AlienStart((4 if w.turn == 1 else 2) if w.full else 0))
        elif w.last_turn and w.turn >= w.last_turn:
            finish(t, w.afterwards, "last-turn")
        else:
            w.turn += 1
            t.replace(MarineStart())
