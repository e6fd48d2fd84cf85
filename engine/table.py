"""One game being played: a world, a stack of frames, and at most one open question.

Rules get a ``Table``: they push and pop frames, roll, and tell. They never see a clock, a database
or a random generator, and they never wait. Only a question waits.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any, Self, TypeVar, cast

import msgspec
from msgspec import Struct

from engine import commitments, dice, rolls
from engine.game import AnyGame, Frame, Gather
from engine.menu import Menu
from engine.rulings import physical_dice, rulings, salts, times
from engine.state import (
    Anytime,
    Ask,
    Bulletin,
    Commitment,
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
    SeatHolder,
    Setup,
    Start,
    State,
    Tick,
    Told,
)

RUNAWAY = 100_000
"""The maximum number of steps in one run. Beyond it, the rules must be in an endless loop."""

UNATTENDED = 500
"""The maximum number of questions in a row asked only of removed seats. Beyond it, the game is
given up.
"""

T = TypeVar("T")


class GameTable:
    """A game being played, and the news of its present run."""

    def __init__(self, game: AnyGame, setup: Setup, state: State[Any, Any, Any]):
        self.game, self.setup, self.state = game, setup, state
        self.popped: tuple[Any] | None = None
        self.shown: tuple[list[SeatHolder], tuple[SeatHolder, ...]] = ([], ())
        self.rehearsal: list[Any] | None = None
        self.begin_run()

    def begin_run(self, told: Sequence[Told] = ()) -> None:
        """Drop the news of the last run, except ``told``."""
        self.told, self.rolls, self.commitments = list(told), list[Roll](), list[Commitment]()
        self.missed, self.struck, self.unattended = frozenset[Seat](), False, 0

    @cached_property
    def options(self) -> Any:
        return msgspec.convert(self.setup.options, self.game.options_type)

    @cached_property
    def watched(self) -> bool:
        return self.game.watched(self.options)

    def sealed(self, ask: Ask | None) -> bool:
        """Return whether this question is sealed, or the game may have sealed questions at all."""
        return self.watched or (ask is not None and ask.sealed)

    @classmethod
    def new(cls, game: AnyGame, setup: Setup) -> Self:
        """Return a game that waits for its players. Raises ``msgspec.ValidationError`` or
        ``ValueError`` if the options are not valid.
        """
        options = msgspec.convert(setup.options, game.options_type)
        scenario = msgspec.convert(setup.scenario, game.scenario_type)
        roles, pace = game.roles(options), game.pace(options)
        if setup.seating == "random" and isinstance(roles, int):
            raise ValueError("the seats of this game have no names, so they cannot be drawn")
        if setup.clock is not None and pace is not None:
            raise ValueError(
                "the time for an answer is said twice: by an option of the game, and by its clock"
            )
        state: State[Any, Any, Any] = State(
            world=game.setup(options, scenario),
            stack=[Gather()],
            places=roles if isinstance(roles, int) else len(roles),
            pace=pace if setup.clock is None else setup.clock.each,
            now=setup.at,
            loaded={key: list(values) for key, values in setup.loaded.items()},
        )
        table = cls(game, setup, state)
        loaded = bool(setup.loaded) or game.has_typed_dice(state.world)
        table.tell(Committed(setup.in_dice, sha256(setup.secret).hexdigest(), loaded))
        if setup.clock is not None:
            table.tell(times.ClockSet(setup.clock))
        if not setup.rated:
            table.tell(rulings.Unrated())
        return table

    def save(self) -> bytes:
        return self.game.codec[0].encode(self.state)

    def load(self, data: bytes) -> Self:
        return type(self)(self.game, self.setup, self.game.codec[1].decode(data))

    # ---- for rules

    @property
    def world(self) -> Any:
        return self.state.world

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(chair.seat for chair in self.state.chairs)

    @property
    def chairs(self) -> tuple[SeatHolder, ...]:
        """The taken seats without their salts. They are copied once while nobody comes or goes."""
        known, shown = self.shown
        if known != self.state.chairs:
            known = self.state.chairs.copy()
            shown = tuple([msgspec.structs.replace(chair, salt="") for chair in known])
            self.shown = known, shown
        return shown

    @property
    def complete(self) -> bool:
        """Whether all seats are taken and all salts open."""
        return len(self.state.chairs) == self.state.places and not any(salts.closed(self))

    @property
    def now(self) -> int:
        return self.state.now

    @property
    def rolled(self) -> int:
        return self.state.rolled

    def push(self, frame: Struct) -> None:
        """Put a frame on top of the stack. Raises ``TypeError`` if the game does not list its
        type.
        """
        self.listed("frames", frame, self.game.frame_types)
        self.state.stack.append(frame)

    def replace(self, frame: Struct) -> None:
        """Replace the top frame. Raises ``TypeError`` if the game doesn't list its type."""
        self.listed("frames", frame, self.game.frame_types)
        self.state.stack[-1] = frame

    def listed(self, field: str, thing: Struct, types: Collection[type]) -> None:
        """Raises ``TypeError`` if the game doesn't list this type. It could never be read again."""
        if type(thing) not in types:
            name = type(thing).__name__
            raise TypeError(
                f"{name} is not in {type(self.game).__name__}.{field}; add it to that list"
            )

    def pop(self, result: Any = None) -> None:
        self.state.stack.pop()
        self.popped = None if result is None else (result,)

    def tell(self, event: Event | None, /, **copies: Event | None) -> None:
        for copy in (event, *copies.values()):
            if copy is not None:
                self.listed("events", copy, self.game.event_types)
        if event is not None and not copies:
            self.told += self.game.projected(self, event)
        else:
            self.told.append(Told(event, copies))

    def end(self, result: str) -> None:
        """End the game and disclose the secret of its dice."""
        self.state.result, self.state.throw = result, None
        self.tell(Disclosed(self.setup.secret.hex()))
        self.state.stack.clear()

    def rehearse(self, result: Any) -> list[Any]:
        copy = self.load(self.save())
        copy.rehearsal, copy.popped = [], (result,)
        copy.run()
        return copy.rehearsal

    def chapter(self) -> None:
        self.state.counts = {}

    def nth(self, cause: str) -> int:
        n = self.state.counts[cause] = self.state.counts.get(cause, 0) + 1
        return n

    def dice(self, key: str, seats: Sequence[Seat] | None = None) -> Callable[[Sequence[T]], T]:
        state = self.state
        salt = {chair.seat: chair.salt for chair in state.chairs}
        mixed = tuple(salt[seat] for seat in (self.seats if seats is None else seats))
        numbers = dice.stream(
            self.setup.secret,
            (self.setup.in_dice.encode(), *(text.encode() for text in mixed)),
            self.game.key_in_dice(state.epoch, key),
        )
        state.rolled += 1
        index, typing = len(self.rolls), self.game.types_dice(self.world, key)
        stand = self.setup.thrown.get(f"{state.epoch}/{key}")
        self.rolls.append(Roll(state.epoch, key, mixed, ()))

        def pick(options: Sequence[T]) -> T:
            roll = self.rolls[index]
            value = (
                stand[len(roll.dice)][1]
                if stand
                else self.game.scripted(state.loaded, key, options)
            )
            if value is None and typing:
                value = physical_dice.face(self, key, len(roll.dice), options)
            loaded = roll.loaded or value is not None
            if value is None:
                value = dice.face(numbers, len(options))
            thrown = (*roll.dice, (len(options), value))
            self.rolls[index] = msgspec.structs.replace(roll, dice=thrown, loaded=loaded)
            return options[value]

        return pick

    # ---- for the referee

    def ask(self) -> Ask | None:
        if self.state.throw is not None:
            return Ask(tuple(seat for seat in self.seats if seat not in self.state.people.removed))
        waits = self.state.open and self.state.stack
        return cast(Frame, self.state.stack[-1]).ask(self) if waits else None

    def view(self, viewer: Seat) -> Any:
        shown = [part for frame in self.state.stack if (part := frame.show(viewer)) is not None]
        return self.game.view(self.world, viewer, shown)

    def menu(self, seat: Seat) -> Menu:
        """Return the present orders of ``seat``: none if a moderator has removed it."""
        return (
            Menu(idle="seat-removed") if seat in self.state.people.removed else self.menu_of(seat)
        )

    def menu_of(self, seat: Seat) -> Menu:
        """Return the present orders of ``seat``, even if it was removed. They are answers to the
        open question, if the seat is asked, and orders that are always possible.
        """
        ask = self.ask()
        if self.state.throw is not None and ask is not None and seat in ask.seats:
            return physical_dice.menu(self, self.game.anytime(self.view(seat), seat))
        if (
            ask is None
            or not self.state.stack
            or seat not in self.seats
            or isinstance(self.state.stack[-1], Gather)
        ):
            return Menu(idle="not-started" if self.state.stack else "game-over")
        view = self.view(seat)
        anytime = self.game.anytime(view, seat)
        menu = Menu(anytime.choices, idle=self.game.idle(view, seat))
        if seat in ask.seats:
            menu = self.state.stack[-1].menu(view, seat) + anytime
            menu.hints = lambda: self.game.hints(view, menu)
        menu.verbs = self.game.words | self.game.verbs
        return menu

    def take(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """Play one journal entry at second ``at`` and return its bulletin. ``order`` comes from the
        seat's menu or from the referee.
        """
        if self.state.throw is not None and isinstance(order, Tick | physical_dice.Type):
            return physical_dice.take(self, at, seat, order)
        typing = self.game.has_typed_dice(self.world)
        return (
            physical_dice.guarded(self, at, seat, order) if typing else self.play(at, seat, order)
        )

    def restore(self, saved: bytes, told: Sequence[Told]) -> None:
        self.state, self.popped = self.game.codec[1].decode(saved), None
        self.begin_run(told)

    def play(self, at: int, seat: Seat, order: Order) -> Bulletin:
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
            self.anytime(seat, order)
            if state.throw is None:
                state.answers = {
                    who: said
                    for who, said in state.answers.items()
                    if self.menu_of(who).allows(said)
                }
                self.answer_for_removed()
        else:
            state.answers[seat] = order
        if not isinstance(order, House | Retract):
            state.orders[seat] = state.orders.get(seat, 0) + 1
            if not isinstance(order, Anytime):
                times.spoke(self, seat)
        return self.run()

    def retractable(self, seat: Seat) -> bool:
        """Return whether this seat has an answer or a sheet that it can take back."""
        ask = self.ask()
        if ask is None or seat not in ask.seats or self.state.throw is not None:
            return False
        return seat in self.state.answers or self.state.stack[-1].has_sheets

    def anytime(self, seat: Seat, order: Order) -> None:
        state = self.state
        if isinstance(order, Join):
            state.joins += 1
            if self.setup.seating == "random":
                self.draw()
            chair = salts.holder(order, state.joins)
            state.chairs.append(chair)
            self.game.seated(self, chair)
            if isinstance(order, salts.Pledge):
                if order.pledge:
                    self.tell(salts.Pledged(chair.seat, chair.pledge))
                salts.filled(self, order.drawn)
        elif isinstance(order, Leave):
            chair = next(chair for chair in state.chairs if chair.seat == order.seat)
            self.game.unseated(self, chair)
            state.chairs.remove(chair)
        elif isinstance(order, Start):
            state.places = len(state.chairs)
            if isinstance(order, salts.Begin):
                salts.filled(self, order.drawn)
        elif isinstance(order, rulings.Ruling):
            order.do(self)
        elif isinstance(order, Anytime):
            self.game.always(self, seat, order)
        else:
            self.game.on_referee_order(self, order)

    def draw(self) -> Seat:
        """Draw a free seat by dice. The key contains the number of taken seats, so that nobody gets
        another seat by leaving and joining again.
        """
        roles = self.game.roles(self.options)
        named = roles if isinstance(roles, tuple) else ()
        free = [role for role in named if role not in self.seats]
        return self.dice(f"{rolls.SEAT_KEY}{len(self.seats) + 1}", ())(free)

    def way_out(self, seat: Seat) -> Order | None:
        for choice in self.menu(seat).offered:
            if issubclass(choice.order, Anytime) and choice.order.confirmed:
                found: list[Order] | None = choice.orders(1)
                return found[0] if found else None
        return None

    def answer_for_removed(self) -> None:
        if (removed := self.state.people.removed) and (ask := self.ask()) is not None:
            self.answer_for([seat for seat in ask.seats if seat in removed])

    def answer_for(self, asked: Sequence[Seat]) -> frozenset[Seat]:
        silent = [seat for seat in asked if seat not in self.state.answers]
        self.state.answers |= {seat: self.menu_of(seat).default for seat in silent}
        return frozenset(silent)

    def close(self) -> None:
        """Once the deadline has passed, play the default for the seats that have not answered."""
        ask, due = self.ask(), self.state.due
        if ask is not None and due is not None and self.state.now >= due:
            self.struck, self.missed = True, self.answer_for(ask.seats)

    def run(self) -> Bulletin:
        """Run the rules until a question must wait, and return the bulletin. Raises
        ``RuntimeError`` if they are in an endless loop.
        """
        before = self.state.question
        for _ in range(RUNAWAY):
            if not self.step():
                break
        else:
            raise RuntimeError(
                f"{self.game.name}: the rules run in circles on"
                f" {type(self.state.stack[-1]).__name__}"
            )
        state = self.state
        self.game.check(state.world)
        bulletin = Bulletin(
            at=state.now,
            question=state.question,
            told=tuple(self.told),
            rolls=tuple(self.rolls),
            commitments=tuple(self.commitments),
            asked=self.ask(),
            due=state.due,
            fresh=state.question > before,
        )
        self.begin_run()
        return bulletin

    def step(self) -> bool:
        """Let the top frame do one step. Return whether the game goes on."""
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
                removed = state.people.removed
                self.unattended += bool(removed and ask.seats) and set(ask.seats) <= set(removed)
                if self.unattended > UNATTENDED:
                    self.end(rulings.ABANDONED)
                    return True
            if not self.closed(ask):
                return False
            times.closed(self, ask)
            orders, state.open, state.answers = state.answers, False, {}
            self.commitments += commitments.closed(self, top, ask, orders)
            top.answer(self, orders)
        return True

    def open(self, top: Frame, ask: Ask) -> None:
        """Open a question: give it number and deadline, and take the answers filed beforehand."""
        state = self.state
        state.open, state.question = True, state.question + 1
        self.missed, self.struck = frozenset(), False
        times.opened(self)
        state.due = None if state.people.times.paused is not None else self.due_of(ask)
        state.answers = {
            seat: order for seat in ask.seats if (order := top.standing(self, seat)) is not None
        }
        self.answer_for_removed()
        if (
            ask.forced
            and (only := top.menu(self.view(ask.seats[0]), ask.seats[0]).only()) is not None
        ):
            state.answers[ask.seats[0]] = only

    def due_of(self, ask: Ask) -> int | None:
        length = self.state.pace if ask.window is None else ask.window
        if length is None or (ask.window is None and not ask.seats):
            return None
        return self.rounded(self.state.now + length)

    def rounded(self, at: int) -> int:
        return -(-at // self.game.tick) * self.game.tick

    def closed(self, ask: Ask) -> bool:
        if ask.window is not None or self.struck or not ask.seats:
            return self.struck
        held = any(seat in ask.seats for seat in self.state.people.times.holding)
        return not held and all(seat in self.state.answers for seat in ask.seats)
