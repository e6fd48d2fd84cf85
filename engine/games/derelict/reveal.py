"""Reveals: a blip becomes aliens, voluntarily (DL-8) or because a marine sees it (DL-9)."""

from engine import Ask, Frame, Menu, Order, Seat, Table
from engine.games.derelict import board
from engine.games.derelict import orders as o
from engine.games.derelict.board import Token, way
from engine.games.derelict.events import Exposed, More, Placed, Revealed, Turned90, Vanished
from engine.games.derelict.menu import Act, Offer, cell_menu, order_of, orient_menu, voluntary_menu
from engine.games.derelict.view import ALIENS, MARINES, Deed, Profile, Shown, View
from engine.games.derelict.world import World


def emerge(w: World, blip: Token) -> tuple[str, int]:
    """Turn a blip into an alien in its place. Return the alien's name, and the number of aliens
    still due (DL-8.2).
    """
    w.deed = Deed(blip.name, "reveal", (blip.cell,))
    room = board.MOST_ALIENS - len(w.position.of("alien"))
    alien = w.change(blip, kind="alien", value=0, name=w.name("A"))
    w.active = alien.name if w.active == blip.name else w.active
    return alien.name, min(blip.value, room) - 1


def add(t: Table, cell: board.Cell, like: str, markers: tuple[board.Marker, ...], by: Seat) -> str:
    """Add one more alien of a reveal, facing like ``like``, and return its name."""
    w: World = t.world
    rot = w.unit(like).rot
    alien = Token(kind="alien", x=cell[0], y=cell[1], rot=rot, name=w.name("A"), markers=markers)
    w.tokens.append(alien)
    w.deed = Deed(alien.name, "place", (cell,))
    t.tell(Placed(alien.name, cell, rot, by))
    return alien.name


def turn(t: Table, name: str, way: str) -> None:
    w: World = t.world
    unit = w.unit(name)
    rot = (unit.rot + (board.LEFT if way == "left" else board.RIGHT)) % 360
    w.change(unit, rot=rot)
    t.tell(Turned90(name, rot))


def preferred(w: World, seat: Seat, first: str, *, hidden: bool) -> board.Cell | None:
    """Return the cell for an extra alien from a seat's standing orders, or ``None``. See
    ``landing`` for the other arguments.
    """
    filed = w.filed(seat)
    if not filed.cells and not filed.first:
        return None
    free = w.position.landing(w.unit(first).cell, hidden=hidden)
    return next(
        (cell for cell in filed.cells if cell in free), free[0] if filed.first and free else None
    )


class Voluntary(Frame):
    """A voluntary reveal: further aliens are deployed and turned. It pops with the order that ends
    it, ``Activate`` or ``Pass``.

    Rule: DL-8.
    """

    first: str  # the alien that replaced the blip
    last: str  # the alien placed last
    due: int  # number of aliens still to be placed

    def ask(self, t: Table) -> Ask | None:
        return Ask((ALIENS,))

    def menu(self, view: View, seat: Seat) -> Menu:
        first = view.position.standing(self.first).cell
        return voluntary_menu(view, self.last, first, self.act(view.profile))

    def show(self, viewer: Seat) -> Shown:
        return Shown(phase="voluntary", unit=self.last, due=self.due if viewer == ALIENS else None)

    def standing(self, t: Table, seat: Seat) -> Order | None:
        w: World = t.world
        cell = preferred(w, seat, self.first, hidden=True) if self.due else None
        return order_of(Offer(self.act(w.options.profile), 0, cell)) if cell else None

    def act(self, profile: Profile) -> Act:
        """Return the verb for the next alien. The oldest rules deploy the second and place the
        third. The original program deploys both (DL-8.3).
        """
        return "place" if profile == "complete" and self.last != self.first else "deploy"

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        match orders[ALIENS]:
            case o.Turn(way):
                turn(t, self.last, way)
            case o.Deploy(cell) | o.Place(cell):
                self.last = add(t, cell, self.last, (), ALIENS)
                self.due -= 1
            case order:
                t.pop(order)


def reveal(t: Table, blip: Token) -> None:
    """Reveal the active blip voluntarily (DL-8.2)."""
    w: World = t.world
    w.deactivate()
    name, due = emerge(w, blip)
    t.tell(Revealed(blip.name, name, blip.cell))
    t.push(Voluntary(name, name, due))


class Forced(Frame):
    """A forced reveal: the aliens' player turns the alien, then the marines' player places the next
    one, as long as any are due.

    Rule: DL-9.
    """

    first: str
    last: str
    due: int
    placing: bool = False

    def ask(self, t: Table) -> Ask | None:
        return Ask((MARINES if self.placing else ALIENS,))

    def menu(self, view: View, seat: Seat) -> Menu:
        if not self.placing:
            return orient_menu(view, self.last)
        first = view.position.standing(self.first).cell
        return cell_menu(view, "place", view.position.landing(first, hidden=False))

    def show(self, viewer: Seat) -> Shown:
        """Return the public state of the reveal. Until the last alien is placed, only the aliens'
        player knows how many are due.
        """
        return Shown(
            phase="place" if self.placing else "orient",
            unit=self.last,
            other=self.first,
            due=self.due if viewer == ALIENS else None,
        )

    def standing(self, t: Table, seat: Seat) -> Order | None:
        w: World = t.world
        if self.placing:
            cell = preferred(w, seat, self.first, hidden=False)
            return o.Place(cell) if cell else None
        filed = w.filed(seat)
        if filed.facing == "ask":
            return None
        return step_towards(w, w.unit(self.last)) if filed.facing == "nearest" else o.Done()

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        match orders.get(ALIENS, orders.get(MARINES)):
            case o.Turn(way):
                turn(t, self.last, way)
            case o.Place(cell):
                tired = "deactivated" in w.unit(self.first).markers
                markers: tuple[board.Marker, ...] = ("deactivated",) if tired else ()
                self.last = add(t, cell, self.last, markers, MARINES)
                self.due, self.placing = self.due - 1, False
            case _ if self.due and w.position.landing(w.unit(self.first).cell, hidden=False):
                t.tell(More(self.first))
                self.placing = True
            case _:
                t.pop()


def step_towards(w: World, alien: Token) -> Order:
    marines = w.position.of("marine")
    if not marines:
        return o.Done()
    nearest = min(marines, key=lambda one: (board.distance(alien.cell, one.cell), one.y, one.x))
    wanted = board.facing(alien.cell, nearest.cell)
    return o.Done() if wanted == alien.rot else o.Turn(way(alien.rot, wanted))


def expose(t: Table, blip: Token) -> None:
    """Reveal a blip that a marine sees (DL-9.2)."""
    w: World = t.world
    if w.position.full:
        w.remove(blip.name)
        t.tell(Vanished(blip.name, blip.cell))
        return
    name, due = emerge(w, blip)
    t.tell(Exposed(blip.name, name, blip.cell))
    t.push(Forced(name, name, due))
