"""Patrol, a toy: units walk over a small grid past hidden ones, who may fire at them on the way.

Every public input is kept in a ``Watch`` that asks, always, all who may still have hidden
units, until a tick that public facts fix; a rehearsal finds what each is asked. Then the move
is played in one go, step by step. Who was shot at must fall back, which is a move of its own
with a window of its own, inside the first.
"""

from typing import Any

from msgspec import Struct, field

from engine.game import Frame, Game, Script
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Many, OneOf, Path
from engine.state import PUBLIC, Ask, Order, Seat
from tests.kit.toys import field as f
from tests.kit.toys.field import SEATS, Facts, Fire, Retreat, Stay, Unit, View, Walk, World, step


class Days(Script):
    steps = ("morning", "moves", "evening", "again")

    def morning(self, t: Table) -> None:
        w: World = t.world
        w.day += 1
        t.chapter()
        w.turn = t.dice(f"{w.day}/first")(SEATS)
        for unit in w.units.values():
            unit.done = unit.spent = False
        t.tell(f.Began(w.day, w.turn))

    def moves(self, t: Table) -> None:
        t.push(Movement())

    def evening(self, t: Table) -> None:
        """A public die: it falls the same, whatever was rolled in secret."""
        t.tell(f.Weather(t.dice(f"{t.world.day}/weather")(f.D6)))

    def again(self, t: Table) -> None:
        w: World = t.world
        if w.day == w.options.days:
            hits = {
                seat: sum(unit.hits for unit in w.units.values() if unit.owner == seat)
                for seat in SEATS
            }
            t.end(f"over {hits['red']}:{hits['blue']}")
        else:
            self.at = ""


class Over(Struct, frozen=True):
    unit: str


class Fired(Struct, frozen=True):
    units: tuple[str, ...]


def movable(units: dict[str, Unit], seat: Seat) -> list[str]:
    """The units of ``seat`` that may still move."""
    return [
        name
        for name, unit in units.items()
        if unit.owner == seat and not (unit.hidden or unit.done)
    ]


class Movement(Frame):
    """Seats move a unit in turn, as long as they have one."""

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask((w.turn,)) if movable(w.units, w.turn) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        mine = movable(view.units, seat)
        choice = Choice(
            Walk,
            "walk {unit} {steps}",
            unit=OneOf(mine),
            steps=lambda got: route(view, got["unit"]),
        )
        return Menu([choice], default=Walk(mine[0], ()) if mine else None)

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        watch(t, t.world.turn, orders[t.world.turn])

    def returned(self, t: Table, result: Walk | Over) -> None:
        """The window has closed: the move is played. The move is over: the other seat's turn."""
        if isinstance(result, Walk):
            t.push(Move(result.unit, list(result.steps)))
        else:
            self.pass_on(t)

    def resume(self, t: Table) -> None:
        """The seat has no unit left to move; if the other has none either, the moves are over."""
        if any(movable(t.world.units, seat) for seat in SEATS):
            self.pass_on(t)
        else:
            t.pop()

    def pass_on(self, t: Table) -> None:
        t.world.turn = other(t.world.turn)


def other(seat: Seat) -> Seat:
    return SEATS[1 - SEATS.index(seat)]


def route(view: View, unit: str) -> Path:
    """Up to ``REACH`` steps over free squares."""

    def steps(place: tuple[f.Place, int]) -> dict[str, tuple[f.Place, int]]:
        at, left = place
        if not left:
            return {}
        return {word: (step(at, word), left - 1) for word in f.STEPS if view.free(step(at, word))}

    return Path((view.units[unit].at, f.REACH), steps)


def watch(t: Table, seat: Seat, order: Walk | Retreat | Stay) -> None:
    """The window behind a public input: who is asked and until when is
    public, what is asked is rehearsed.
    """
    owners = (other(seat),) if f.may_hide(t.world, other(seat)) else ()
    facts: dict[Seat, Facts] = {}
    for owner, fact in t.rehearse(order) if owners else ():
        facts.setdefault(owner, fact)
    t.push(Watch(order, owners, facts))


class Watch(Frame):
    order: Walk | Retreat | Stay
    owners: tuple[Seat, ...]
    facts: dict[Seat, Facts]

    def ask(self, t: Table) -> Ask | None:
        return Ask(self.owners, t.world.options.window) if self.owners else None

    def show(self, viewer: Seat) -> Facts | None:
        return self.facts.get(viewer)

    def menu(self, view: View, seat: Seat) -> Menu:
        fire = [Choice(Fire, "fire {units}", units=Many(view.why.units, 1))] if view.why else []
        return Menu([Choice(f.Noted, "noted"), *fire], default=f.Noted(), why=view.why)

    def standing(self, t: Table, seat: Seat) -> Order | None:
        ready = (
            [name for name in self.facts[seat].units if t.world.units[name].policy == "fire"]
            if seat in self.facts
            else []
        )
        return Fire(tuple(ready)) if ready else None

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        t.world.facts = self.facts
        t.world.said = {
            seat: order.units for seat, order in orders.items() if isinstance(order, Fire)
        }
        t.pop(self.order)

    def resume(self, t: Table) -> None:
        t.world.facts, t.world.said = {}, {}
        t.pop(self.order)


class Move(Frame):
    unit: str
    steps: list[str] = field(default_factory=list)

    def resume(self, t: Table) -> None:
        """One step; beside a hidden unit there is a window."""
        w: World = t.world
        mover = w.units[self.unit]
        if not self.steps:
            mover.done = True
            t.tell(f.Done(self.unit))
            t.pop(Over(self.unit))
            return
        ahead = step(mover.at, self.steps.pop(0))
        there = next((name for name, unit in w.units.items() if unit.at == ahead), None)
        if there is not None:
            self.steps = []
            if w.units[there].hidden:
                reveal(t, there)
            return
        mover.at = ahead
        t.tell(f.Stepped(self.unit, ahead))
        chance = tuple(
            sorted(
                n
                for n, u in w.units.items()
                if u.hidden and u.owner != mover.owner and f.near(u.at, ahead)
            )
        )
        if chance and not all(w.units[name].spent for name in chance):
            t.push(Chance(tuple(name for name in chance if not w.units[name].spent), self.unit))

    def returned(self, t: Table, result: Fired) -> None:
        """Shot at: the rest of the order is void, and the unit falls back."""
        t.replace(FallBack(self.unit))


def reveal(t: Table, name: str) -> None:
    w: World = t.world
    unit = w.units[name]
    unit.hidden = False
    w.found[unit.owner] = w.found.get(unit.owner, 0) + 1
    t.tell(f.Revealed(name, unit.at))


class Chance(Frame):
    """A moment at which somebody may fire. It never waits: the answer was given
    before, or standing orders decide.
    """

    units: tuple[str, ...]
    mover: str

    def resume(self, t: Table) -> None:
        """In a rehearsal the opportunity is noted, and everybody holds."""
        w: World = t.world
        owner, facts = (
            w.units[self.units[0]].owner,
            Facts(self.units, self.mover, w.units[self.mover].at),
        )
        if t.rehearsal is not None:
            t.rehearsal.append((owner, facts))
            t.pop()
            return
        if w.facts.get(owner) == facts:
            firing = w.said.get(owner, ())
        else:
            firing = tuple(name for name in self.units if w.units[name].policy == "fire")
        nerve = t.dice(f"{w.day}/nerve:{self.mover}/{t.nth(f'nerve/{self.mover}')}")(f.D6)
        for name in firing if nerve > 1 else ():
            reveal(t, name)
            w.units[name].spent = True
            die = t.dice(f"{w.day}/shot:{name}/{t.nth(f'shot/{name}')}")(f.D6)
            w.units[self.mover].hits += die > 3
            t.tell(f.Shot(name, self.mover, die))
        t.pop(Fired(firing) if firing and nerve > 1 else None)


class FallBack(Frame):
    unit: str

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.units[self.unit].owner,), forced=True)

    def show(self, viewer: Seat) -> f.Pending:
        return f.Pending(self.unit)

    def menu(self, view: View, seat: Seat) -> Menu:
        free = [word for word in f.STEPS if view.free(step(view.units[self.unit].at, word))]
        if not free:
            return Menu(
                [Choice(Stay, "stay {unit}", unit=OneOf([self.unit]))], default=Stay(self.unit)
            )
        back = Choice(Retreat, "retreat {unit} {to}", unit=OneOf([self.unit]), to=OneOf(free))
        return Menu([back], default=Retreat(self.unit, free[0]))

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        ((seat, order),) = orders.items()
        watch(t, seat, order)

    def returned(self, t: Table, order: Retreat | Stay) -> None:
        t.replace(Move(self.unit, [order.to] if isinstance(order, Retreat) else []))


class Patrol(Game[World, f.PatrolOptions, View]):
    """Edition 1."""

    name, scenario_type = "patrol", f.PatrolScenario
    frames = (Days, Movement, Watch, Move, Chance, FallBack)
    orders = (Walk, Retreat, Stay, Fire, f.Noted, f.Standing)
    events = (f.Began, f.Stepped, f.Revealed, f.Shot, f.Done, f.Filed, f.Weather)
    tick = 60

    def roles(self, options: f.PatrolOptions) -> tuple[Seat, ...]:
        return SEATS

    def pace(self, options: f.PatrolOptions) -> int | None:
        return options.hours * 3600 or None

    def setup(self, options: f.PatrolOptions, scenario: f.PatrolScenario) -> World:
        """As the scenario says. Hidden units are numbered; the number of
        slots is what everybody knows.
        """
        units = {
            f"{seat}{i}": Unit(seat, at)
            for seat in SEATS
            for i, at in enumerate(scenario.visible.get(seat, ()), 1)
        }
        for seat in SEATS:
            policies = scenario.policies.get(seat, ())
            for i, at in enumerate(scenario.hidden.get(seat, ()), 1):
                policy = policies[i - 1] if i <= len(policies) else "hold"
                units[f"{seat}-hidden{i}"] = Unit(seat, at, hidden=True, policy=policy)
        return World(options, dict(sorted(units.items())), dict(scenario.slots))

    def begin(self, t: Table) -> Frame:
        return Days()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        known = {
            n: u for n, u in world.units.items() if not u.hidden or u.owner == viewer != PUBLIC
        }
        units = {
            n: u
            if u.owner == viewer
            else Unit(u.owner, u.at, False, u.done, u.spent, "hold", u.hits)
            for n, u in known.items()
        }
        left = {seat: world.slots.get(seat, 0) - world.found.get(seat, 0) for seat in SEATS}
        pending = tuple(part.unit for part in shown if isinstance(part, f.Pending))
        why = next((part for part in shown if isinstance(part, Facts)), None)
        return View(viewer, world.day, world.options.size, world.turn, units, left, pending, why)

    def anytime(self, view: View, seat: Seat) -> Menu:
        mine = [name for name, unit in view.units.items() if unit.hidden]
        return Menu(
            [
                Choice(
                    f.Standing,
                    "file {unit} {policy}",
                    unit=OneOf(mine),
                    policy=OneOf(["hold", "fire"]),
                )
            ]
            if mine
            else []
        )

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        t.world.units[order.unit].policy = order.policy
        t.tell(None, **{seat: f.Filed(order.unit, order.policy)})

    def check(self, world: World) -> None:
        """No two visible units on one square, and all of them on the grid."""
        places = [unit.at for unit in world.units.values() if not unit.hidden]
        assert len(places) == len(set(places)), places
        assert all(
            0 <= x < world.options.size and 0 <= y < world.options.size for x, y in places
        ), places
