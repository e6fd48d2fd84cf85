"""One game being played: a world, a stack of unfinished work, and at most one open question.

Rules get a ``Table``: they push and pop frames, roll, and tell. They never see a clock, a database or a random
generator,
and they never wait; only a question waits.
"""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, Self, TypeVar, cast

import msgspec

from engine import dice
from engine.game import Frame, Game, Gather
from engine.menu import Menu
from engine.state import (
    Anytime,
    Ask,
    Bulletin,
    Chair,
    Committed,
    Disclosed,
    Event,
    House,
    Join,
    Leave,
    Line,
    Order,
    Retract,
    Roll,
    Seat,
    Setup,
    Start,
    State,
    Tick,
    Told,
    Undo,
    Undone,
)

RUNAWAY = 100_000
"""Steps of one run after which the rules are taken to be in an endless loop."""


T = TypeVar("T")


class LoadedDice(Exception):
    """Scripted dice cannot show this: names the key, the value and what would have been possible."""

    def __init__(self, key: str, value: int | str, faces: Sequence[Any]):
        self.key, self.value, self.faces = key, value, tuple(dict.fromkeys(map(str, faces)))
        super().__init__(f"loaded dice: {key} cannot be {value!r}; possible: {', '.join(self.faces)}")


class Table:
    """A game being played. ``told`` and ``rolls`` gather what the present run makes known."""

    def __init__(self, game: Game, setup: Setup, state: State[Any, Any, Any]):
        self.game, self.setup, self.state = game, setup, state
        self.told: list[Told] = []
        self.rolls: list[Roll] = []
        self.missed: frozenset[Seat] = frozenset()
        self.struck = False
        self.popped: tuple[Any] | None = None
        self.rehearsal: list[Any] | None = None

    @classmethod
    def new(cls, game: Game, setup: Setup) -> Self:
        """A game that waits for its players. Raises ``msgspec.ValidationError`` or ``ValueError`` for bad options."""
        options = msgspec.convert(setup.options, game.options_type)
        scenario = msgspec.convert(setup.scenario, game.scenario_type)
        roles = game.roles(options)
        state: State[Any, Any, Any] = State(
            game.setup(options, scenario),
            [Gather()],
            roles if isinstance(roles, int) else len(roles),
            pace=game.pace(options),
            now=setup.at,
            loaded={key: list(values) for key, values in setup.loaded.items()},
        )
        table = cls(game, setup, state)
        table.tell(Committed(setup.in_dice, sha256(setup.secret).hexdigest(), bool(setup.loaded)))
        return table

    def save(self) -> bytes:
        """The state as JSON, the same bytes for the same state."""
        return self.game.codec[0].encode(self.state)

    def load(self, data: bytes) -> Self:
        """Another table of this game, in the saved state."""
        return type(self)(self.game, self.setup, self.game.codec[1].decode(data))

    # ---- for rules

    @property
    def world(self) -> Any:
        """The game's position."""
        return self.state.world

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, in order of joining."""
        return tuple(chair.seat for chair in self.state.chairs)

    def push(self, frame: Frame) -> None:
        """Begin a new piece of work; the present one waits."""
        self.state.stack.append(frame)

    def replace(self, frame: Frame) -> None:
        """Go on as another frame."""
        self.state.stack[-1] = frame

    def pop(self, result: Any = None) -> None:
        """The present piece of work is done; the frame below gets ``result``, if there is one."""
        self.state.stack.pop()
        self.popped = None if result is None else (result,)

    def tell(self, event: Event | None, /, **copies: Event | None) -> None:
        """``tell(Drew("ann"), ann=Drew("ann", card=7))``: one happening; Ann's copy says more. ``None``: not told at
        all."""
        self.told.append(Told(event, copies))

    def end(self, result: str) -> None:
        """The game is over."""
        self.state.result = result
        self.tell(Disclosed(self.setup.secret.hex()))
        self.state.stack.clear()

    def rehearse(self, result: Any) -> list[Any]:
        """Play on, on a copy, as if a frame had just popped with ``result``: what the rules put into ``t.rehearsal``.

        Nothing of it has happened; keyed dice will fall as they fell here.
        """
        copy = self.load(self.save())
        copy.rehearsal, copy.popped = [], (result,)
        copy.run()
        return copy.rehearsal

    def chapter(self) -> None:
        """A new round or turn: the counters of ``nth`` start afresh."""
        self.state.counts = {}

    def nth(self, cause: str) -> int:
        """How often this cause has come up in this chapter, this time included."""
        n = self.state.counts[cause] = self.state.counts.get(cause, 0) + 1
        return n

    def dice(self, key: str, salts: Sequence[Seat] | None = None) -> Callable[[Sequence[T]], T]:
        """The dice for this cause, to be picked with: ``die = t.dice("place/1/1"); die(range(10)), die(range(8))``.

        ``salts``: whose salts go in, in this order; all seats unless said otherwise. Raises ``LoadedDice`` in a pick if
        scripted dice name a value that the die has not got.
        """
        state = self.state
        salt = {chair.seat: chair.salt for chair in state.chairs}
        mixed = tuple(salt[seat] for seat in (self.seats if salts is None else salts))
        numbers = dice.stream(
            self.setup.secret,
            (self.setup.in_dice.encode(), *(text.encode() for text in mixed)),
            self.game.dice_key(state.epoch, key),
        )
        state.rolled += 1
        index = len(self.rolls)
        self.rolls.append(Roll(state.epoch, key, mixed, ()))

        def pick(options: Sequence[T]) -> T:
            value, loaded = self.scripted(key, options)
            if value is None:
                value = dice.face(numbers, len(options))
            roll = self.rolls[index]
            self.rolls[index] = Roll(roll.epoch, key, mixed, (*roll.dice, (len(options), value)), roll.loaded or loaded)
            return options[value]

        return pick

    def scripted(self, key: str, options: Sequence[Any]) -> tuple[int | None, bool]:
        """The face that loaded dice give to ``key``: those of the longest name that fits it and is not used up."""
        fitting = [name for name, left in self.state.loaded.items() if left and self.game.loaded_for(name, key)]
        if not fitting:
            return None, False
        left = self.state.loaded[max(fitting, key=len)]
        if left[0] not in options:
            raise LoadedDice(key, left[0], options)
        return list(options).index(left.pop(0)), True

    # ---- for the referee

    def ask(self) -> Ask | None:
        """The open question, if there is one."""
        return cast(Frame, self.state.stack[-1]).ask(self) if self.state.open else None

    def view(self, viewer: Seat) -> Any:
        """What ``viewer`` may know of the game now."""
        shown = [part for frame in self.state.stack if (part := frame.show(viewer)) is not None]
        return self.game.view(self.world, viewer, shown)

    def menu(self, seat: Seat) -> Menu:
        """What ``seat`` may order now: the answers to the open question, if it is asked, and the anytime orders."""
        ask = self.ask()
        if ask is None or not self.state.stack or seat not in self.seats or isinstance(self.state.stack[-1], Gather):
            return Menu(idle="not-started" if self.state.stack else "game-over")
        view = self.view(seat)
        anytime = self.game.anytime(view, seat)
        if seat not in ask.seats:
            return Menu(anytime.choices, idle=self.game.idle(view, seat))
        menu: Menu = self.state.stack[-1].menu(view, seat)
        return menu + anytime

    def take(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """One journal entry: ``order`` is legal (it came from the seat's menu) or the house's. ``at`` in seconds."""
        state = self.state
        state.now = max(state.now, at)
        if isinstance(order, Tick):
            self.close()
        elif isinstance(order, Line):
            state.answers.pop(seat, None)
            top: Frame = state.stack[-1]
            if isinstance(order, Retract):
                top.forget(self, seat)
            else:
                top.line(self, seat, order)
        elif isinstance(order, House | Anytime):
            self.beside(seat, order)
            state.answers = {who: said for who, said in state.answers.items() if self.menu(who).allows(said)}
        else:
            state.answers[seat] = order
        if not isinstance(order, House):
            state.orders[seat] = state.orders.get(seat, 0) + 1
        return self.run()

    def beside(self, seat: Seat, order: Order) -> None:
        """An order that answers no question."""
        state = self.state
        if isinstance(order, Join):
            state.joins += 1
            chair = Chair(order.seat, order.name, state.joins, order.salt)
            state.chairs.append(chair)
            self.game.seated(self, chair)
        elif isinstance(order, Leave):
            chair = next(chair for chair in state.chairs if chair.seat == order.seat)
            self.game.unseated(self, chair)
            state.chairs.remove(chair)
        elif isinstance(order, Start):
            state.places = len(state.chairs)
        elif isinstance(order, Anytime):
            self.game.always(self, seat, order)
        else:
            self.game.house(self, order)

    def close(self) -> None:
        """The clock has come: who has not answered a question that is due is answered for."""
        ask, due = self.ask(), self.state.due
        if ask is None or due is None or self.state.now < due:
            return
        self.struck = True
        self.missed = frozenset(seat for seat in ask.seats if seat not in self.state.answers)
        for seat in self.missed:
            self.state.answers[seat] = self.menu(seat).default

    def undo(self, to: int) -> Undo:
        """The order that takes this game back to entry ``to``."""
        return Undo(to, self.state.question, self.state.rolled, dict(self.state.orders))

    def go_on(self, at: int, n: int, seat: Seat, undo: Undo) -> Bulletin:
        """After an undo, which is entry ``n``: dice are other dice, and the open question is a new one with its own
        time."""
        state = self.state
        state.now, state.epoch, state.open = max(state.now, at), n, False
        state.question, state.rolled, state.orders = undo.question, undo.rolled, dict(undo.orders)
        self.tell(Undone(seat))
        return self.run()

    def run(self) -> Bulletin:
        """The whole engine: go on until somebody must be asked."""
        before = self.state.question
        for _ in range(RUNAWAY):
            if not self.step():
                break
        else:
            raise RuntimeError(f"{self.game.name}: the rules run in circles on {type(self.state.stack[-1]).__name__}")
        state = self.state
        self.game.check(state.world)
        bulletin = Bulletin(
            state.now, state.question, tuple(self.told), tuple(self.rolls), self.ask(), state.due,
            state.question > before,
        )  # fmt: skip
        self.told, self.rolls, self.missed, self.struck = [], [], frozenset(), False
        return bulletin

    def step(self) -> bool:
        """One transition: the top frame does one thing. ``False``: the game waits for an answer, or is over."""
        state = self.state
        if not state.stack:
            state.open, state.due = False, None
            return False
        top: Frame = state.stack[-1]
        if self.popped is not None:
            (result,), self.popped = self.popped, None
            top.returned(self, result)
        elif (ask := top.ask(self)) is None:
            state.open, state.answers = False, {}
            top.resume(self)
        else:
            if not state.open:
                self.open(top, ask)
            if not self.closed(ask):
                return False
            orders, state.open, state.answers = state.answers, False, {}
            top.answer(self, orders)
        return True

    def open(self, top: Frame, ask: Ask) -> None:
        """A new question: its number, its due time, and the answers that were filed beforehand."""
        state = self.state
        state.open, state.question = True, state.question + 1
        self.missed, self.struck = frozenset(), False
        length = state.pace if ask.window is None else ask.window
        if length is None or (ask.window is None and not ask.seats):
            state.due = None
        else:
            state.due = -(-(state.now + length) // self.game.tick) * self.game.tick
        state.answers = {seat: order for seat in ask.seats if (order := top.standing(self, seat)) is not None}
        if ask.forced and (only := top.menu(self.view(ask.seats[0]), ask.seats[0]).only()) is not None:
            state.answers[ask.seats[0]] = only

    def closed(self, ask: Ask) -> bool:
        """May the question be closed now?"""
        if ask.window is not None:
            return self.struck
        return bool(ask.seats) and all(seat in self.state.answers for seat in ask.seats)
