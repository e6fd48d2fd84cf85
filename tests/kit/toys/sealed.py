"""Barrage, a toy: sealed plans on sheets, losses that everybody is
asked about, secrets until the end.

Each round every seat assigns its batteries to zones in secret; the referee rolls for each zone
of each seat, hit or not; then every seat is asked which batteries it loses, also one that loses
none. Nobody learns anything but his own hits.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from engine.game import Frame, Game, Options, Scenario, Script
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Int, Many, OneOf
from engine.state import Anytime, Ask, Event, Line, Order, Seat, SeatHolder

ZONES = ("north", "middle", "south")
D6 = range(1, 7)


class Put(Line, frozen=True):
    """``n`` points of a battery go to a zone."""

    battery: str
    n: int
    zone: str


class Clear(Line, frozen=True):
    """An empty sheet again."""


class Ready(Order, frozen=True):
    """The sheet is the answer."""


class Lose(Order, frozen=True):
    batteries: tuple[str, ...]


class Yield(Anytime, frozen=True):
    """Give the game up; told at once."""


class Seated(Event, frozen=True):
    seat: Seat


class Fired(Event, frozen=True):
    seat: Seat
    zone: str
    points: int | None = None
    die: int | None = None


class Struck(Event, frozen=True):
    """How many batteries this seat has to lose: for its own eyes."""

    hits: int


class LossesTaken(Event, frozen=True):
    stops: ClassVar[bool] = True
    seat: Seat
    batteries: tuple[str, ...] | None = None


class Yielded(Event, frozen=True):
    seat: Seat


class Tally(Event, frozen=True):
    left: dict[Seat, list[str]]


class BarrageOptions(Options, frozen=True):
    """``hours`` to answer each question; 0: no deadline."""

    players: Annotated[int, Meta(ge=2, le=4)] = 2
    rounds: Annotated[int, Meta(ge=1, le=9)] = 4
    hours: Annotated[int, Meta(ge=0)] = 0


class BarrageScenario(Scenario, frozen=True):
    """The strengths of the batteries of each seat, in order of joining."""

    strengths: tuple[tuple[int, ...], ...] = ()


class World(Struct):
    """``batteries``: strength by name, by seat. ``hits``: what each seat has to lose."""

    options: BarrageOptions
    scenario: BarrageScenario
    batteries: dict[Seat, dict[str, int]] = {}
    plans: dict[Seat, list[Put]] = {}
    hits: dict[Seat, int] = {}
    given_up: list[Seat] = []
    round: int = 0


class Sheet(Struct, frozen=True):
    lines: tuple[Put, ...]


class View(Struct, frozen=True):
    """What one viewer knows: who plays, the round, and its own batteries, hits and plan."""

    viewer: Seat
    round: int
    seats: tuple[Seat, ...]
    given_up: tuple[Seat, ...]
    own: dict[str, int]
    hits: int
    sheet: tuple[Put, ...]


class Round(Script):
    steps = ("plan", "fire", "losses", "again")

    def plan(self, t: Table) -> None:
        t.world.round += 1
        t.chapter()
        t.push(Planning({seat: [] for seat in t.seats}))

    def fire(self, t: Table) -> None:
        """A die for every zone of every seat, fired at or not: the number of dice tells nothing."""
        w: World = t.world
        w.hits = dict.fromkeys(t.seats, 0)
        for k, seat in enumerate(t.seats):
            for zone in ZONES:
                points = sum(put.n for put in w.plans.get(seat, []) if put.zone == zone)
                die = t.dice(f"{w.round}/fire:{seat}/{zone}")(D6)
                t.tell(Fired(seat, zone), **{seat: Fired(seat, zone, points, die)})
                w.hits[t.seats[(k + 1) % len(t.seats)]] += points >= die
        w.plans = {}
        for seat in t.seats:
            t.tell(None, **{seat: Struck(w.hits[seat])})

    def losses(self, t: Table) -> None:
        t.push(Losses())

    def again(self, t: Table) -> None:
        w: World = t.world
        if w.round == w.options.rounds or len(w.given_up) >= len(t.seats) - 1:
            t.tell(Tally({seat: list(own) for seat, own in w.batteries.items()}))
            t.end("over")
        else:
            self.at = ""


def present(t: Table) -> tuple[Seat, ...]:
    return tuple(seat for seat in t.seats if seat not in t.world.given_up)


class Planning(Frame):
    sheets: dict[Seat, list[Put]]

    def ask(self, t: Table) -> Ask | None:
        return Ask(present(t)) if len(present(t)) > 1 else None

    def show(self, viewer: Seat) -> Sheet | None:
        return Sheet(tuple(self.sheets[viewer])) if viewer in self.sheets else None

    def menu(self, view: View, seat: Seat) -> Menu:
        left = {
            name: n - sum(put.n for put in view.sheet if put.battery == name)
            for name, n in view.own.items()
        }
        free = [name for name, n in left.items() if n]
        choices = [Choice(Ready, "done"), Choice(Clear, "clear")]
        if free:

            def points(got: dict[str, Any]) -> Int:
                return Int(1, left[got["battery"]])

            choices.append(
                Choice(
                    Put,
                    "put {battery} {n} on {zone}",
                    battery=OneOf(free),
                    n=points,
                    zone=OneOf(ZONES),
                )
            )
        return Menu(choices, default=Ready())

    def line(self, t: Table, seat: Seat, order: Line) -> None:
        self.sheets[seat] = [*self.sheets[seat], order] if isinstance(order, Put) else []

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets[seat] = []

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        t.world.plans = {seat: self.sheets[seat] for seat in orders}
        t.pop()

    def resume(self, t: Table) -> None:
        t.pop()


class Losses(Frame):
    """Everybody is asked, also who has nothing to lose: that a question is open tells nothing."""

    def ask(self, t: Table) -> Ask | None:
        return Ask(present(t)) if len(present(t)) > 1 else None

    def menu(self, view: View, seat: Seat) -> Menu:
        n = min(view.hits, len(view.own))
        return Menu(
            [Choice(Lose, "lose {batteries}", batteries=Many(list(view.own), n, n))],
            default=Lose(tuple(view.own)[:n]),
        )

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        for seat in sorted(orders):
            for name in orders[seat].batteries:
                del t.world.batteries[seat][name]
            t.tell(LossesTaken(seat), **{seat: LossesTaken(seat, orders[seat].batteries)})
        t.pop()

    def resume(self, t: Table) -> None:
        t.pop()


class Barrage(Game[World, BarrageOptions, View]):
    """Edition 1."""

    name, scenario_type = "barrage", BarrageScenario
    frames = (Round, Planning, Losses)
    orders = (Put, Clear, Ready, Lose, Yield)
    events = (Seated, Fired, Struck, LossesTaken, Yielded, Tally)

    def roles(self, options: BarrageOptions) -> int:
        return options.players

    def pace(self, options: BarrageOptions) -> int | None:
        return options.hours * 3600 or None

    def setup(self, options: BarrageOptions, scenario: BarrageScenario) -> World:
        return World(options, scenario)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        """Batteries of 1 to 6 points; a scenario may say which."""
        given = t.world.scenario.strengths
        strengths = given[chair.number - 1] if chair.number <= len(given) else (1, 2, 3, 4)
        t.world.batteries[chair.seat] = {
            f"{chair.seat[:1]}{i}": n for i, n in enumerate(strengths, 1)
        }
        t.tell(Seated(chair.seat))

    def begin(self, t: Table) -> Frame:
        return Round()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        sheet = next((part.lines for part in shown if isinstance(part, Sheet)), ())
        own = dict(sorted(world.batteries.get(viewer, {}).items()))
        return View(
            viewer,
            world.round,
            tuple(sorted(world.batteries)),
            tuple(world.given_up),
            own,
            world.hits.get(viewer, 0),
            sheet,
        )

    def anytime(self, view: View, seat: Seat) -> Menu:
        return Menu([Choice(Yield, "yield")] if seat not in view.given_up else [])

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        """Told at once; the open question goes on without the seat."""
        t.world.given_up = [*t.world.given_up, seat]
        t.tell(Yielded(seat))

    def idle(self, view: View, seat: Seat) -> str:
        return "not-playing" if seat in view.given_up else "not-your-turn"

    def check(self, world: World) -> None:
        for seat, plan in world.plans.items():
            for name, n in world.batteries[seat].items():
                assert sum(put.n for put in plan if put.battery == name) <= n, (seat, name)
