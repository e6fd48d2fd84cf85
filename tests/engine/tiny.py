"""A game for tests of the table: it asks the questions of its scenario, one after
the other, and keeps the answers.
"""

from typing import Any

import msgspec
from msgspec import Struct

from engine import state, table
from engine.game import Frame, Game, Options, Scenario, Script
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import OneOf
from engine.state import Anytime, Seat


class Say(state.Order, frozen=True):
    word: str


class Note(state.Line, frozen=True):
    word: str


class Keep(Anytime, frozen=True):
    word: str


class Ban(Anytime, frozen=True):
    word: str


class Quit(Anytime, frozen=True):
    """The seat is asked no more."""


class Shut(state.House, frozen=True):
    """The house ends the game."""


class Heard(state.Event, frozen=True):
    seat: Seat
    word: str | None = None


class Item(Struct, frozen=True):
    """A question of the scenario. ``words``: what may be said; ``rolls``:
    dice thrown when it is answered.
    """

    seats: tuple[Seat, ...]
    window: int | None = None
    forced: bool = False
    words: tuple[str, ...] = ("pass", "yes", "no")
    rolls: int = 0


class TinyOptions(Options, frozen=True):
    """``pace``: seconds for an answer; 0: no deadline."""

    pace: int = 0


class TinyScenario(Scenario, frozen=True):
    items: tuple[Item, ...] = ()


class World(Struct):
    """``log``: what was answered, and by whom it was not."""

    pace: int
    items: list[Item]
    log: list[str] = []
    banned: list[str] = []
    kept: dict[Seat, str] = {}
    gone: list[Seat] = []
    sheets: dict[Seat, list[str]] = {}


class View(Struct, frozen=True):
    viewer: Seat
    words: tuple[str, ...]
    sheet: tuple[str, ...]


class Questions(Frame):
    def ask(self, t: Table) -> state.Ask | None:
        w: World = t.world
        if not w.items:
            return None
        item = w.items[0]
        seats = tuple(seat for seat in item.seats if seat not in w.gone)
        return state.Ask(seats, item.window, item.forced) if seats else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """The words that are left; ``note`` does not end the question."""
        words = list(view.words)
        choices = [
            Choice(Say, "say {word}", word=OneOf(words)),
            Choice(Note, "note {word}", word=OneOf(words)),
        ]
        return Menu(choices[: 1 if len(words) == 1 else 2], default=Say(words[0]))

    def standing(self, t: Table, seat: Seat) -> state.Order | None:
        return Say(t.world.kept[seat]) if seat in t.world.kept else None

    def line(self, t: Table, seat: Seat, order: Any) -> None:
        t.world.sheets[seat] = [*t.world.sheets.get(seat, []), order.word]

    def answer(self, t: Any, orders: dict[Seat, Any]) -> None:
        """Write down who said what, in alphabetical order, and who said nothing."""
        w: World = t.world
        item = w.items.pop(0)
        said = " ".join(f"{seat}={orders[seat].word}" for seat in sorted(orders))
        w.log.append(said + "".join(f" !{seat}" for seat in sorted(t.missed)))
        for n in range(item.rolls):
            w.log.append(f"die {t.dice(f'q{t.state.question}/{n}')(range(1, 7))}")
        for seat in sorted(orders):
            t.tell(Heard(seat), **{seat: Heard(seat, orders[seat].word)})

    def returned(self, t: Any, result: Any) -> None:
        assert t.rehearsal is not None
        t.rehearsal.append(t.dice(f"q{t.state.question}/0")(range(1, 7)))
        t.world.items.pop(0)

    def resume(self, t: Table) -> None:
        if t.world.items:
            t.world.items.pop(0)
        else:
            t.end("over")


class Loop(Frame):
    def resume(self, t: Table) -> None:
        """Nothing at all."""


class Steps(Script):
    """Three steps; the second waits for the frame that it pushes."""

    steps = ("first", "second", "third")

    def first(self, t: Table) -> None:
        t.world.log.append("first")

    def second(self, t: Table) -> None:
        t.world.log.append("second")
        t.push(Inner(3))

    def third(self, t: Table) -> None:
        t.world.log.append("third")


class Inner(Frame):
    """Pushes itself, less each time, and gives back how deep it was; a result of 0 is a result."""

    left: int

    def resume(self, t: Table) -> None:
        if self.left:
            t.push(Inner(self.left - 1))
        else:
            t.pop(0)

    def returned(self, t: Table, result: int) -> None:
        t.world.log.append(f"{self.left} got {result}")
        t.pop(None if self.left == 3 else result + 1)


class Tiny(Game[World, TinyOptions, View]):
    """Edition 1."""

    name, scenario_type = "tiny", TinyScenario
    frames = (Questions, Loop, Steps, Inner)
    orders = (Say, Note, Keep, Ban, Quit, Shut)
    events = (Heard,)
    tick = 10
    first: type[Frame] = Questions

    def roles(self, options: TinyOptions) -> tuple[Seat, ...]:
        return ("a", "b", "c")

    def pace(self, options: TinyOptions) -> int | None:
        return options.pace or None

    def setup(self, options: TinyOptions, scenario: TinyScenario) -> World:
        return World(options.pace, list(scenario.items))

    def seated(self, t: Table, chair: state.SeatHolder) -> None:
        """Nothing to deal."""

    def begin(self, t: Table) -> Frame:
        return self.first()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        words = (
            tuple(word for word in world.items[0].words if word not in world.banned)
            if world.items
            else ()
        )
        return View(viewer, words, tuple(world.sheets.get(viewer, ())))

    def anytime(self, view: View, seat: Seat) -> Menu:
        words = [word for word in view.words if word != "pass"]
        return Menu(
            [
                Choice(Keep, "keep {word}", word=OneOf(words)),
                Choice(Ban, "ban {word}", word=OneOf(words)),
                Choice(Quit, "quit"),
            ]
        )

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        w: World = t.world
        match order:
            case Keep(word):
                w.kept[seat] = word
            case Ban(word):
                w.banned.append(word)
            case Quit():
                w.gone.append(seat)

    def on_referee_order(self, t: Table, order: Any) -> None:
        t.end("shut")


class TinyLoop(Tiny):
    first = Loop


class TinySteps(Tiny):
    first = Steps


def made(game: "Tiny | None" = None, **said: Any) -> table.GameTable:
    setup: dict[str, Any] = {"id": "tiny-1", "secret": bytes(32), "at": 1000}
    setup |= {"options": {}, "scenario": {}} | said
    return table.GameTable.new(game or Tiny(), state.Setup(**setup))


def tiny(
    *items: Item,
    pace: int = 0,
    at: int = 1000,
    game: Tiny | None = None,
    loaded: dict[str, list[int | str]] | None = None,
) -> table.GameTable:
    """A game of these questions with all seats taken, at second ``at``."""
    scenario = {"items": msgspec.to_builtins(items)}
    t = made(game, options={"pace": pace}, scenario=scenario, at=at, loaded=loaded or {})
    t.run()
    for seat in "abc":
        t.take(at, state.REFEREE, state.Join(seat, seat, seat))
    return t
