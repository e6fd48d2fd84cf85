"""The classes that a game subclasses: ``Game``, which describes it, and ``Frame``, its rules at
work.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from types import ModuleType
from typing import Any, ClassVar, Generic, TypeVar, Union, cast, get_args

import msgspec
from msgspec import Struct

from engine import commitments
from engine.menu import Choice, Menu
from engine.play import Table
from engine.rolls import Rolls, World
from engine.rulings import physical_dice, rulings, times
from engine.state import (
    Ask,
    Committed,
    Disclosed,
    Event,
    Join,
    Leave,
    Opening,
    Order,
    Retract,
    Seat,
    SeatHolder,
    Start,
    State,
    Tick,
    Told,
    Undo,
    Undone,
)

REFEREE_ORDERS = (
    Tick,
    Join,
    Leave,
    Start,
    Undo,
    Retract,
    *rulings.ORDERS,
    *times.ORDERS,
    *physical_dice.ORDERS,
)
REFEREE_EVENTS = (
    Committed,
    Disclosed,
    Undone,
    *rulings.EVENTS,
    *times.EVENTS,
    *physical_dice.EVENTS,
)
"""The engine's own events. Journals and bulletins of all games hold them beside the game's."""
T = TypeVar("T")
Choices = TypeVar("Choices", bound="Options")
View = TypeVar("View")
UNION: Any = Union
GENERIC_STATE: Any = State
"""Types that are put together at run time, from the lists that a game gives."""


def types_of(module: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """Return the subclasses of ``base`` that a module defines, in their order: a game's events,
    for example.
    """
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    )


class Frame(Struct, tag=True):
    """One piece of unfinished work. The top one is what is happening now; the
    ones below wait for it to pop.

    A frame refers to things by id, holds nothing that can be looked up, never looks at another
    frame, and looks at the world afresh whenever it is on top. ``push``, ``pop`` and
    ``replace`` are the last thing a method does.
    """

    def ask(self, t: Table) -> Ask | None:
        """Return the question to wait for, or None to continue without one. It must be a cheap,
        pure function of public facts.
        """
        return None

    def menu(self, view: Any, seat: Seat) -> Menu:
        """Return the possible answers of ``seat``, made from its own ``view`` alone."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        """Go on with the answers to the question, which has closed: an order for each seat that was
        asked. ``t.missed`` are the seats whose default was played.
        """
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def resume(self, t: Table) -> None:
        """Do the next bit: push, pop, replace, tell, roll."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def returned(self, t: Table, result: Any) -> None:
        """Go on after the frame above has popped with ``result``."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def line(self, t: Table, seat: Seat, order: Any) -> None:
        """Note a ``Line`` on the sheet of this seat."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def forget(self, t: Table, seat: Seat) -> None:
        """Empty the sheet of this seat. A frame that has sheets must do it; others have nothing to
        forget.
        """

    def leaves(self, t: Table, seat: Seat, order: Order) -> tuple[str, ...]:
        """Return to what a seat is committed when a sealed question closes, before ``answer``: its
        answer, and its sheet in a frame that has sheets.

        How many texts there are must be known to everybody beforehand.
        """
        sheet = self.show(seat) if self.has_sheets else None
        return commitments.text(order), commitments.text(sheet)

    @property
    def has_sheets(self) -> bool:
        """Whether seats write sheets here, which is always in secret."""
        return type(self).forget is not Frame.forget

    def standing(self, t: Table, seat: Seat) -> Order | None:
        """Return the answer that this seat has filed beforehand, None if there is none."""
        return None

    def show(self, viewer: Seat) -> Struct | None:
        """Return the part of this frame that a viewer may see; by default nothing."""
        return None


class Gather(Frame):
    """Seats are being taken. Bottom of the stack until the last one is."""

    def ask(self, t: Table) -> Ask | None:
        return None if t.complete else Ask()

    def resume(self, t: Table) -> None:
        t.replace(t.game.begin(t))


class Script(Frame):
    """A frame that does its ``steps`` one after the other; each may push frames and
    is followed when they are done.
    """

    at: str = ""
    steps: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Refuse steps that have no method. Raises ``TypeError``."""
        super().__init_subclass__(**more)
        for step in cls.steps:
            if not callable(getattr(cls, step, None)):
                raise TypeError(f"{cls.__name__}.steps: {cls.__name__} has no method {step!r}")

    def resume(self, t: Table) -> None:
        following = self.steps.index(self.at) + 1 if self.at else 0
        if following == len(self.steps):
            t.pop()
        else:
            self.at = self.steps[following]
            getattr(self, self.at)(t)


HINTS = 5
"""Most orders that a person is shown as worth considering."""
NAME = re.compile(r"[a-z][a-z0-9-]*")
TIMEOUT = re.compile(r"none|[1-9][0-9]{0,5}[smhd]")
LENGTHS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def seconds_of(timeout: str) -> int | None:
    """Return the seconds of an option for the time to answer: 5400 for ``90m``, None for ``none``.
    Raises ``ValueError`` for any other text.
    """
    if not TIMEOUT.fullmatch(timeout):
        raise ValueError(
            f"timeout: {timeout!r} is no time such as 90s, 15m, 2h or 2d, and not none"
        )
    return None if timeout == "none" else int(timeout[:-1]) * LENGTHS[timeout[-1]]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The options of a new game. A game subclasses it, and gives each option a default and its
    limits.
    """


class Scenario(Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a scenario file. A game with scenarios subclasses it."""


class Shown(Struct, frozen=True):
    """The view of a game that makes none of its own: what world and frames show to a viewer.

    ``world`` is what ``show(viewer)`` of the world returns, ``None`` if it has no such method;
    ``frames`` are what the frames show, bottom first.
    """

    viewer: Seat
    world: Any
    frames: tuple[Any, ...]


class Game(Rolls[World], Generic[World, Choices, View]):
    """The description of a game. Subclass it, fill it in, and name it in the entry point group
    ``meanwhile.games``.

    ``class Nim(Game[World, NimOptions, Shown])`` names the types of its world, its options and its
    views. The engine saves and reads these types, and a type checker checks the methods against
    them.
    """

    name: ClassVar[str]
    edition: ClassVar[int] = 1
    world_type: ClassVar[type]
    options_type: ClassVar[type[Any]] = Options
    scenario_type: ClassVar[type[Scenario]] = Scenario
    texts: ClassVar[Mapping[str, str]] = {}
    """Files of other kinds that a game may be made with, such as ``charts``, and the key of the
    scenario that keeps the text of each.
    """
    frames: ClassVar[tuple[type[Frame], ...]] = ()
    orders: ClassVar[tuple[type[Order], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    words: ClassVar[frozenset[str]] = frozenset()
    """First words of the orders that a seat can give at any time. A mail may hold orders that
    become legal only after those above them, and these words tell that they are orders. For games
    in which one message gives several orders.
    """
    verbs: ClassVar[frozenset[str]] = frozenset()
    """More first words of orders, for games whose menus differ from phase to phase: a correction by
    spelling never turns one kind of order into another unasked.
    """
    fewest: ClassVar[int] = 2
    """Seats with which the game can start, where they are named by those who take them."""
    one_terminal: ClassVar[Mapping[str, str]] = {}
    """Options as they are where all seats are at one terminal, unless the
    maker of the game says otherwise.
    """
    tick: ClassVar[int] = 1
    """Seconds; questions close at whole multiples of it."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Take the types of world and options from the base class. Raises ``TypeError`` for a name
        that cannot be typed, and for lists that could not be read back.
        """
        super().__init_subclass__(**more)
        take_types(cls)
        if not NAME.fullmatch(getattr(cls, "name", "game")):
            raise TypeError(f"{cls.__name__}.name: {cls.name!r}; needs small letters, digits and -")
        check_names(cls, "frames", Frame, (Gather,))
        check_names(cls, "orders", Order, REFEREE_ORDERS)
        check_names(cls, "events", Event, REFEREE_EVENTS)

    def roles(self, options: Choices) -> tuple[Seat, ...] | int:
        """Return the seats by name (``("white", "black")``), or how many there are, named by those
        who take them.
        """
        raise NotImplementedError(self.name)  # each game has its own

    def pace(self, options: Choices) -> int | None:
        """Return the seconds after which a question without a window is answered by default; None:
        never.
        """
        return None

    def watched(self, options: Choices) -> bool:
        """Return whether there is work in this game that nobody may notice by the time of an
        answer, as in games with sealed windows. Then all answers of the process leave at
        fixed times.
        """
        return False

    def setup(self, options: Choices, scenario: Any) -> World:
        """Return the world before anybody has joined. Raises ``ValueError`` if scenario and options
        do not fit together.
        """
        raise NotImplementedError(self.name)  # each game has its own

    def seated(self, t: Table, chair: SeatHolder) -> None:
        """Change the world for somebody who has taken a seat."""

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        """Change the world for somebody who has left before the start."""

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        """Change the world for somebody else who sits on a taken seat now."""

    def begin(self, t: Table) -> Frame:
        """Return the first frame of the game proper; all seats are taken."""
        raise NotImplementedError(self.name)  # each game has its own

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        """Return the view of ``viewer``, with everything that this viewer may know; by default a
        ``Shown``.

        ``shown`` is the frames' part of it, bottom first.
        """
        show = getattr(world, "show", None)
        return cast(View, Shown(viewer, show(viewer) if show else None, tuple(shown)))

    def anytime(self, view: View, seat: Seat) -> Menu:
        """Return the orders that ``seat`` may give besides answering questions."""
        return Menu()

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        """Play an ``Anytime`` order: change the world, never the stack."""
        raise NotImplementedError(self.name)  # only some games need it

    def on_referee_order(self, t: Table, order: Any) -> None:
        """Play a ``House`` order of this game: change the world, never the stack."""
        raise NotImplementedError(self.name)  # only some games need it

    def idle(self, view: View, seat: Seat) -> str:
        """Return the refusal code for a seat that is not asked: ``not-your-turn``, or why it never
        will be again.
        """
        return "not-your-turn"

    def split(self, text: str) -> list[str]:
        """Return the orders in one message: a line each, or with ``;`` between them."""
        return [
            part for line in text.splitlines() for part in map(str.strip, line.split(";")) if part
        ]

    def name_of_seat(self, name: str) -> str | None:
        """Return the seat that somebody of this name gets where seats are named by their players;
        None for what is not a name.
        """
        return name

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        """Return the order of a robot; by default a random answer.

        ``level``: how well it plays, from 1; a game of fewer levels plays as well as it can. Raises
        ``IndexError`` if the seat is not asked.
        """
        return cast(Order, rng.choice(answers(menu)).sample(rng))

    def hints(self, view: View, menu: Menu) -> list[Order]:
        """Return up to five orders that a person would consider, the best first.

        It must be a pure function of the seat's view and menu, without dice or a generator, so that
        no other viewer can learn from it. No hint harms its own side (``Menu.harms``). By default:
        the default order, then the first order of each choice whose orders can be listed.
        """
        firsts = (orders[0] for choice in answers(menu) if (orders := choice.orders()))
        found: list[Order] = [] if menu.default is None else [menu.default]
        for order in firsts:
            if order not in found:
                found.append(order)
        return found[:HINTS]

    def written(self, view: View) -> Sequence[str]:
        """Return the lines of the seat's sheet in the spelling of orders. A mail replaces the whole
        sheet, so it must repeat them.
        """
        return ()

    def resembles(self, text: str) -> bool:
        """Return whether a line has the form of an order, which may be given now or not."""
        return text.casefold().partition(" ")[0] in self.words

    def records(self, events: Sequence[Event], day: str, view: Any) -> dict[str, str]:
        """Return the game as files in its own formats: text by ending (``pgn``), the one for people
        first.

        It is made from the events that somebody was told, without those taken back, and from their
        present ``view``. ``day`` is the date on which the game was made, as ``2006-11-19``. Raises
        ``ValueError`` if the game has not begun.
        """
        return {}

    def openings(self, events: Sequence[Event]) -> list[Opening]:
        """Return the game's own commitments that it has opened, in addition to those of the table.

        They are found in the public events, those that were taken back included.
        """
        return []

    def winners(self, result: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        """Return the winners of a game that is over, from its ``result`` (``won SEAT …``, ``draw
        …``).

        All seats have won if it is drawn. None means that the game does not count.
        """
        word, *rest = result.split() or [""]
        if word in ("draw", "drawn"):
            return seats
        return tuple(rest[:1]) if word == "won" and rest and rest[0] in seats else None

    def check(self, world: World) -> None:
        """Assert what must hold of every position. A correction of the position may fail here."""

    def corrected(self, world: World) -> None:
        """Note the parts of a position that the rules must look at again after a correction by
        hand. The position has passed ``check``.
        """

    def oddities(self, scenario: Any) -> Sequence[str]:
        """Return warnings about the files of a new game, one sentence each. The game is made
        anyway.
        """
        return ()

    @cached_property
    def frame_types(self) -> dict[type, None]:
        """The types of frames that the stack can hold."""
        return dict.fromkeys((Gather, *self.frames))

    @cached_property
    def event_types(self) -> dict[type, None]:
        """What may be told."""
        return dict.fromkeys((*REFEREE_EVENTS, *self.events))

    @cached_property
    def codec(self) -> tuple[msgspec.json.Encoder, msgspec.json.Decoder[Any]]:
        """Encoder and decoder of this edition's saves."""
        saved = GENERIC_STATE[self.world_type, UNION[tuple(self.frame_types)], self.order_type]
        return msgspec.json.Encoder(order="deterministic"), msgspec.json.Decoder(saved)

    @cached_property
    def told_decoder(self) -> "msgspec.json.Decoder[tuple[Told, ...]]":
        """Reads what bulletins of this edition told."""
        copy: Any = UNION[(*self.event_types, None)]
        copies: Any = dict.__class_getitem__((Seat, copy))
        fields = [("event", copy), ("copies", copies)]
        told: Any = msgspec.defstruct("Told", fields, bases=(Told,), frozen=True, array_like=True)
        return msgspec.json.Decoder(tuple[told, ...])

    @cached_property
    def order_type(self) -> Any:
        """The union of all orders that this game's journal can hold."""
        return UNION[(*REFEREE_ORDERS, *self.orders)]


def answers(menu: Menu) -> list[Choice]:
    """Return the choices that answer the question, beside what may be said at any time."""
    return [choice for choice in menu.offered if choice.role != "anytime"]


AnyGame = Game[Any, Any, Any]
"""A game of whatever types, as the referee has it."""


def robot_order(game: AnyGame, view: Any, menu: Menu, rng: Random, level: int) -> Order:
    """Return the order of a robot of this level; level 0 gives random answers."""
    if level:
        return game.robot(view, menu, rng, level)
    return cast(Order, rng.choice(answers(menu)).sample(rng))


def take_types(game: type[AnyGame]) -> None:
    """Note the types of the world and the options that ``Game[World, Options, View]`` names."""
    for base in vars(game).get("__orig_bases__", ()):
        world, options, *_ = (*get_args(base), None, None)
        if isinstance(world, type) and "world_type" not in vars(game):
            game.world_type = world
        if isinstance(options, type) and "options_type" not in vars(game):
            game.options_type = options


def check_names(game: type[AnyGame], field: str, base: type, engines: Sequence[type]) -> None:
    """Refuse a list of a game if two of its members have the same name, or one has a name of the
    engine's. Raises ``TypeError``, because saves could not tell them apart.
    """
    known = {tag_of(one): "is a name of the engine" for one in engines}
    for one in getattr(game, field):
        where = f"{game.__name__}.{field}: {getattr(one, '__name__', one)}"
        if not (isinstance(one, type) and issubclass(one, base)):
            raise TypeError(f"{where} is not a subclass of {base.__name__}")
        if (taken := known.get(tag_of(one))) is not None:
            raise TypeError(f"{where} {taken}; give it another name")
        known[tag_of(one)] = "stands there twice, or two have this name"


def tag_of(one: Any) -> str:
    """Return the name of a frame, an order or an event in saves and journals."""
    return str(one.__struct_config__.tag)
