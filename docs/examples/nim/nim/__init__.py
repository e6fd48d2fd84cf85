"""Nim: whoever takes the last stick wins. Once in a game, each may have the other take again."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from meanwhile import (
    Ask,
    Choice,
    Event,
    Frame,
    Game,
    Int,
    Menu,
    Options,
    Order,
    Seat,
    Shown,
    Table,
)
from meanwhile.board import GridRenderer


class Take(Order, frozen=True):
    n: int


class Again(Order, frozen=True):
    """The opponent must take once more."""


class Noted(Order, frozen=True):
    """So be it."""


class Took(Event, frozen=True):
    by: Seat
    n: int
    left: int


class Recalled(Event, frozen=True):
    by: Seat


class Heap(Struct, frozen=True):
    left: int
    jokers: tuple[Seat, ...]


class Sticks(Struct):
    left: int
    turn: Seat
    jokers: list[Seat]

    def show(self, viewer: Seat) -> Heap:
        return Heap(self.left, tuple(self.jokers))


class Sizes(Options, frozen=True):
    sticks: int = 7


class Turns(Frame):
    """Take sticks in turn."""

    def ask(self, t: Table) -> Ask:
        return Ask((t.world.turn,))

    def menu(self, view: Shown, seat: Seat) -> Menu:
        most = min(3, view.world.left)
        return Menu([Choice(Take, "take {n}", n=Int(1, most))], default=Take(1))

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        w, other = t.world, next(seat for seat in t.seats if seat != t.world.turn)
        w.left -= orders[w.turn].n
        t.tell(Took(w.turn, orders[w.turn].n, w.left))
        if w.left == 0:
            t.end(f"won {w.turn}")
        elif other in w.jokers:
            t.push(Reply(other))
        else:
            w.turn = other

    def returned(self, t: Table, result: Any) -> None:
        if result != "again":
            t.world.turn = result


class Reply(Frame):
    """The opponent may say “again”."""

    seat: Seat

    def ask(self, t: Table) -> Ask:
        return Ask((self.seat,))

    def menu(self, view: Shown, seat: Seat) -> Menu:
        return Menu([Choice(Again, "again"), Choice(Noted, "fine")], default=Noted())

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        if isinstance(orders[self.seat], Again):
            t.world.jokers.remove(self.seat)
            t.tell(Recalled(self.seat))
            t.pop("again")
        else:
            t.pop(self.seat)


class Nim(Game[Sticks, Sizes, Shown]):
    name = "nim"
    frames, orders, events = (Turns, Reply), (Take, Again, Noted), (Took, Recalled)

    def roles(self, options: Sizes) -> int:
        return 2

    def setup(self, options: Sizes, scenario: Any) -> Sticks:
        return Sticks(options.sticks, "", [])

    def begin(self, t: Table) -> Frame:
        t.world.turn, t.world.jokers = t.seats[0], list(t.seats)
        return Turns()


class Looks(GridRenderer):
    kind, signs = "nim", {"|": "nim-stick"}

    def rows(self, view: Shown) -> Sequence[str]:
        return ["|" * view.world.left]


EDITIONS, LOOKS = (Nim(),), Looks()
