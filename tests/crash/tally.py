"""Tally, a toy: two seats name numbers in turn, or call a vote, in which both answer in secret.

Every number is another one, so that each order can be told from all others wherever it is read.
"""

from importlib.metadata import EntryPoint, entry_points
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

import engine.games
from engine.game import Frame, Game, Options
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Int
from engine.state import Ask, Event, Order, Seat, SeatHolder
from renderers import registry

MOST = 999_999


class Rules(Options, frozen=True):
    """``pace``: seconds for an answer; the seat that is ``first`` begins."""

    players: Annotated[int, Meta(ge=2, le=2)] = 2
    pace: int = 30 * 86_400
    first: Annotated[int, Meta(ge=0, le=1)] = 0


class Name(Order, frozen=True):
    number: int


class Nod(Order, frozen=True):
    """A word that can be pressed; the next seat's turn."""


class Call(Order, frozen=True):
    """Everybody is asked at once."""


class Vote(Order, frozen=True):
    number: int


class Seated(Event, frozen=True):
    seat: Seat


class Named(Event, frozen=True):
    final: ClassVar[bool] = False
    number: str


class Nodded(Event, frozen=True):
    """Somebody has nodded, for the ``count``-th time."""

    final: ClassVar[bool] = False
    count: int


class Voted(Event, frozen=True):
    votes: tuple[str, ...]


class World(Struct):
    turn: int
    nods: int = 0


class View(Struct, frozen=True):
    nods: int


class Naming(Frame):
    def ask(self, t: Table) -> Ask | None:
        return Ask((t.seats[t.world.turn],))

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Choice(Nod, "nod"), Choice(Call, "call")]
        return Menu([*choices, Choice(Name, "name {number}", number=Int(0, MOST))], default=Nod())

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        w: World = t.world
        (order,) = orders.values()
        match order:
            case Name(number):
                t.tell(Named(str(number)))
            case Nod():
                w.nods += 1
                t.tell(Nodded(w.nods))
            case Call():
                t.push(Voting())
                return
        w.turn = 1 - w.turn


class Voting(Frame):
    def ask(self, t: Table) -> Ask | None:
        return Ask(t.seats)

    def menu(self, view: View, seat: Seat) -> Menu:
        return Menu([Choice(Vote, "vote {number}", number=Int(0, MOST))], default=Vote(0))

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        t.tell(Voted(tuple(sorted(str(vote.number) for vote in orders.values()))))
        t.world.turn = 1 - t.world.turn
        t.pop()


class Tally(Game[World, Rules, View]):
    name = "tally"
    frames = (Naming, Voting)
    orders = (Name, Nod, Call, Vote)
    events = (Seated, Named, Nodded, Voted)

    def roles(self, options: Rules) -> int:
        return options.players

    def pace(self, options: Rules) -> int | None:
        return options.pace or None

    def setup(self, options: Rules, scenario: Any) -> World:
        return World(options.first)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        t.tell(Seated(chair.seat))

    def begin(self, t: Table) -> Frame:
        return Naming()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        return View(world.nods)


EDITIONS = [Tally()]


def install() -> None:
    def entries(*, group: str) -> list[EntryPoint]:
        more = [EntryPoint("tally", f"{__name__}:EDITIONS", group)]
        return [*entry_points(group=group), *(more if group == "meanwhile.games" else [])]

    where: list[Any] = [engine.games, registry]
    for module in where:
        module.entry_points = entries


install()
