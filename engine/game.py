"""The base classes of a game: ``Game``, its description, and ``Frame``, its rules at work."""

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
from engine.rulings import physical_dice, rulings, salts, times
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
    *salts.ORDERS,
    *times.ORDERS,
    *physical_dice.ORDERS,
)
REFEREE_EVENTS = (
    Committed,
    Disclosed,
    Undone,
    *rulings.EVENTS,
    *salts.EVENTS,
    *times.EVENTS,
    *physical_dice.EVENTS,
)
"""The engine's own events. Journals and bulletins of all games contain them too."""
T = TypeVar("T")
Choices = TypeVar("Choices", bound="Options")
View = TypeVar("View")
UNION: Any = Union
GENERIC_STATE: Any = State
"""Stand-ins for types that are built at run time from the lists of a game."""


def types_of(module: ModuleType, base: type[T]) -> tuple[type[T], ...]:
    """Return the subclasses of ``base`` that a module defines, in their order."""
    return tuple(
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, base) and kind.__module__ == module.__name__
    )


class Frame(Struct, tag=True):
    """A step of the game that can be interrupted. The top frame of the stack runs, and those below
    wait for it to pop.

    A frame refers to things by id, stores nothing that it could look up, never looks at another
    frame, and reads the world again whenever it is on top. Call ``push``, ``pop`` and ``replace``
    last in a method.
    """

    def ask(self, t: Table) -> Ask | None:
        """Return the question to wait for, or ``None`` to continue without one. It must be a cheap,
        pure function of public facts.
        """
        return None

    def menu(self, view: Any, seat: Seat) -> Menu:
        """Return the possible answers of ``seat``, made only from its own ``view``."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        """Continue with the answers, after the question has closed: an order for each seat that was
        asked. ``t.missed`` are the seats whose default was played.
        """
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def resume(self, t: Table) -> None:
        """Continue after ``begin``, ``push`` or an earlier step: push, pop, tell or roll."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def returned(self, t: Table, result: Any) -> None:
        """Continue after the frame above has popped with ``result``."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def line(self, t: Table, seat: Seat, order: Any) -> None:
        """Write a ``Line`` into the sheet of this seat."""
        raise NotImplementedError(type(self).__name__)  # only some frames need it

    def forget(self, t: Table, seat: Seat) -> None:
        """Empty the sheet of this seat. Every frame with sheets must override this."""

    def leaves(self, t: Table, seat: Seat, order: Order) -> tuple[str, ...]:
        """Return the secret texts that a seat is committed to when a question closes, before
        ``answer``.

        They are its answer, and its sheet if the frame has sheets. The number of texts must be
        public beforehand.
        """
        sheet = self.show(seat) if self.has_sheets else None
        return commitments.text(order), commitments.text(sheet)

    @property
    def has_sheets(self) -> bool:
        """Whether seats write secret sheets in this frame."""
        return type(self).forget is not Frame.forget

    def standing(self, t: Table, seat: Seat) -> Order | None:
        """Return the answer that this seat has filed beforehand, or ``None``."""
        return None

    def show(self, viewer: Seat) -> Struct | None:
        """Return the part of this frame that a viewer may see. By default it is hidden."""
        return None


class Gather(Frame):
    """The bottom frame until all seats are taken."""

    def ask(self, t: Table) -> Ask | None:
        return None if t.complete else Ask()

    def resume(self, t: Table) -> None:
        t.replace(t.game.begin(t))


class Script(Frame):
    """A frame that runs its ``steps``, methods named in order. Each may push frames."""

    at: str = ""
    steps: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, **more: Any) -> None:
        """Check the steps. Raises ``TypeError`` if a step is not a method."""
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
"""The maximum number of orders suggested to a person."""
NAME = re.compile(r"[a-z][a-z0-9-]*")
TIMEOUT = re.compile(r"none|[1-9][0-9]{0,5}[smhd]")
LENGTHS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


def seconds_of(timeout: str) -> int | None:
    """Return the seconds of a time-to-answer option: 5400 for ``90m``, ``None`` for ``none``.
    Raises ``ValueError`` if the text has another form.
    """
    if not TIMEOUT.fullmatch(timeout):
        raise ValueError(
            f"timeout: {timeout!r} is no time such as 90s, 15m, 2h or 2d, and not none"
        )
    return None if timeout == "none" else int(timeout[:-1]) * LENGTHS[timeout[-1]]


class Options(Struct, forbid_unknown_fields=True, frozen=True):
    """The options of a new game. A game's subclass gives each a default and limits."""


class Scenario(Struct, forbid_unknown_fields=True, frozen=True):
    """The content of a scenario file. A game with scenarios subclasses it."""


class Shown(Struct, frozen=True):
    """The view of games that don't define their own."""

    viewer: Seat
    world: Any  # the result of the world's ``show(viewer)``; ``None`` without that method
    frames: tuple[Any, ...]  # the visible parts of the frames, bottom first


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
    """Other files that can be given to a new game, such as ``charts``. Each maps to the scenario's
    key that stores its text.
    """
    frames: ClassVar[tuple[type[Frame], ...]] = ()
    orders: ClassVar[tuple[type[Order], ...]] = ()
    events: ClassVar[tuple[type[Event], ...]] = ()
    words: ClassVar[frozenset[str]] = frozenset()
    """First words of the orders that a seat can give at any time.

    Needed only for games in which one message gives several orders. An order in a mail may become
    legal only after the ones above it. These words mark its line as an order.
    """
    verbs: ClassVar[frozenset[str]] = frozenset()
    """More first words of orders, also of those that another phase has. A misspelt first word is
    understood only in a game that declares them all, here or in ``words``: elsewhere it may be
    another order's.
    """
    fewest: ClassVar[int] = 2
    """The minimum number of seats to start with, if players name their seats."""
    one_terminal: ClassVar[Mapping[str, str]] = {}
    """Default options if all seats are played at one terminal."""
    tick: ClassVar[int] = 1
    """Seconds. Questions close at whole multiples of it."""

    def __init_subclass__(cls, **more: Any) -> None:
        """Take the types of world and options from the base class. Raises ``TypeError`` if the name
        cannot be typed, or if a list of types cannot be read back from saves.
        """
        super().__init_subclass__(**more)
        take_types(cls)
        if not NAME.fullmatch(getattr(cls, "name", "game")):
            raise TypeError(f"{cls.__name__}.name: {cls.name!r}; needs small letters, digits and -")
        check_names(cls, "frames", Frame, (Gather,))
        check_names(cls, "orders", Order, REFEREE_ORDERS)
        check_names(cls, "events", Event, REFEREE_EVENTS)

    def roles(self, options: Choices) -> tuple[Seat, ...] | int:
        """Return the names of the seats, or their number if players name their seats."""
        raise NotImplementedError(self.name)  # each game has its own

    def pace(self, options: Choices) -> int | None:
        """Return the seconds until a question without a window is answered by default, if ever."""
        return None

    def watched(self, options: Choices) -> bool:
        """Return whether response times could reveal secrets in this game, for example with sealed
        windows. All answers of the process then leave at fixed times.
        """
        return False

    def setup(self, options: Choices, scenario: Any) -> World:
        """Return the world before anybody has joined. Raises ``ValueError`` if scenario and options
        don't fit together.
        """
        raise NotImplementedError(self.name)  # each game has its own

    def seated(self, t: Table, chair: SeatHolder) -> None:
        """Change the world after somebody has taken a seat."""

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        """Change the world after somebody has left before the start."""

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        """Change the world after another person has taken over a seat."""

    def enrols(self, world: World) -> bool:
        """Return whether somebody can take a seat now that the game has begun."""
        return False

    def begin(self, t: Table) -> Frame:
        """Return the first frame, once all seats are taken."""
        raise NotImplementedError(self.name)  # each game has its own

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        """Return everything that ``viewer`` may know; by default a ``Shown``. ``shown`` are the
        visible parts of the frames, bottom first.
        """
        show = getattr(world, "show", None)
        return cast(View, Shown(viewer, show(viewer) if show else None, tuple(shown)))

    def projected(self, t: Table, event: Event) -> Sequence[Told]:
        """Return the copies of an event that rules tell everybody; by default just that event. For
        games in which the position decides who notices it.
        """
        return (Told(event, {}),)

    def anytime(self, view: View, seat: Seat) -> Menu:
        """Return the orders that ``seat`` may give without being asked."""
        return Menu()

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        """Play an ``Anytime`` order: change the world, never the stack."""
        raise NotImplementedError(self.name)  # only some games need it

    def on_referee_order(self, t: Table, order: Any) -> None:
        """Play a ``House`` order of this game: change the world, never the stack."""
        raise NotImplementedError(self.name)  # only some games need it

    def idle(self, view: View, seat: Seat) -> str:
        """Return the refusal code for a seat that is not asked, such as ``not-your-turn``."""
        return "not-your-turn"

    def split(self, text: str) -> list[str]:
        """Return the orders in one message: one per line, or separated by ``;``."""
        return [
            part for line in text.splitlines() for part in map(str.strip, line.split(";")) if part
        ]

    def name_of_seat(self, name: str) -> str | None:
        """Return the seat for a player of this name, or ``None`` if the name is not allowed."""
        return name

    def uncovered(self, view: View, own: Mapping[Seat, View]) -> View:
        """Return the public view plus the secrets of each seat, for the replay of a finished game.
        ``own`` are the seats' views at the same time.
        """
        return view

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        """Return the order of a robot; by default a random answer. ``level`` is the strength, from
        1. A game with fewer levels plays its best. Raises ``IndexError`` if the seat is not asked.
        """
        return cast(Order, rng.choice(answers(menu)).sample(rng))

    def hints(self, view: View, menu: Menu) -> list[Order]:
        """Return up to five orders that a person would consider, the best first.

        It must be a pure function of the seat's view and menu, without dice or a generator, so that
        no other viewer can learn from it. No hint harms its own side (``Menu.harms``). By default
        it returns the menu's default and one order of each choice that can be listed.
        """
        firsts = (orders[0] for choice in answers(menu) if (orders := choice.orders()))
        found: list[Order] = [] if menu.default is None else [menu.default]
        for order in firsts:
            if order not in found:
                found.append(order)
        return found[:HINTS]

    def written(self, view: View) -> Sequence[str]:
        """Return the lines of the seat's sheet, spelled as orders. A mail repeats all of them."""
        return ()

    def resembles(self, text: str) -> bool:
        """Return whether a line has the form of an order, legal now or not."""
        return text.casefold().partition(" ")[0] in self.words

    def records(self, events: Sequence[Event], day: str, view: Any) -> dict[str, str]:
        """Return the game as files in its own formats: text by file ending (``pgn``), the one for
        people first.

        ``events`` are those that one viewer was told, without those undone. ``view`` is that
        viewer's present view. ``day`` is the date on which the game was made, as ``2006-11-19``.
        Raises ``ValueError`` if the game has not begun.
        """
        return {}

    def openings(self, events: Sequence[Event]) -> list[Opening]:
        """Return the game's own commitments that it has opened, in addition to those of the table.
        ``events`` are the public events, including those undone.
        """
        return []

    def winners(self, result: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        """Return the winners of a finished game by its ``result`` (``won SEAT …``, ``draw …``). In
        a draw all seats have won. ``None`` means that the game does not count.
        """
        word, *rest = result.split() or [""]
        if word in ("draw", "drawn"):
            return seats
        return tuple(rest[:1]) if word == "won" and rest and rest[0] in seats else None

    def check(self, world: World) -> None:
        """Assert the invariants of a position. A correction by hand may fail here."""

    def corrected(self, world: World) -> None:
        """Update the world after a moderator has corrected it by hand. It has passed ``check``."""

    def oddities(self, scenario: Any) -> Sequence[str]:
        """Return warnings about the files of a new game, one sentence each."""
        return ()

    @cached_property
    def frame_types(self) -> dict[type, None]:
        return dict.fromkeys((Gather, *self.frames))

    @cached_property
    def event_types(self) -> dict[type, None]:
        return dict.fromkeys((*REFEREE_EVENTS, *self.events))

    @cached_property
    def codec(self) -> tuple[msgspec.json.Encoder, msgspec.json.Decoder[Any]]:
        saved = GENERIC_STATE[self.world_type, UNION[tuple(self.frame_types)], self.order_type]
        return msgspec.json.Encoder(order="deterministic"), msgspec.json.Decoder(saved)

    @cached_property
    def told_decoder(self) -> "msgspec.json.Decoder[tuple[Told, ...]]":
        """Decodes the stored events of this edition's bulletins."""
        copy: Any = UNION[(*self.event_types, None)]
        copies: Any = dict.__class_getitem__((Seat, copy))
        fields = [("event", copy), ("copies", copies)]
        told: Any = msgspec.defstruct("Told", fields, bases=(Told,), frozen=True, array_like=True)
        return msgspec.json.Decoder(tuple[told, ...])

    @cached_property
    def order_type(self) -> Any:
        """The union of all orders that this game's journal can contain."""
        return UNION[(*REFEREE_ORDERS, *self.orders)]


def answers(menu: Menu) -> list[Choice]:
    """Return the choices that answer the question, without orders that are always possible."""
    return [choice for choice in menu.offered if choice.role != "anytime"]


AnyGame = Game[Any, Any, Any]
"""A game of any types, for the referee."""


def robot_order(game: AnyGame, view: Any, menu: Menu, rng: Random, level: int) -> Order:
    """Return the order of a robot of this level. Level 0 gives random answers."""
    if level:
        return game.robot(view, menu, rng, level)
    return cast(Order, rng.choice(answers(menu)).sample(rng))


def take_types(game: type[AnyGame]) -> None:
    """Store the types of world and options that ``Game[World, Options, View]`` names."""
    for base in vars(game).get("__orig_bases__", ()):
        world, options, *_ = (*get_args(base), None, None)
        if isinstance(world, type) and "world_type" not in vars(game):
            game.world_type = world
        if isinstance(options, type) and "options_type" not in vars(game):
            game.options_type = options


def check_names(game: type[AnyGame], field: str, base: type, engines: Sequence[type]) -> None:
    """Check that the members of a game's list have different names, none of them a name of the
    engine. Raises ``TypeError`` if not, because saves could not tell them apart.
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
    """Return the name of a frame, order or event in saves and journals."""
    return str(one.__struct_config__.tag)
