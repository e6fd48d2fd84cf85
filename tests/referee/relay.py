"""A toy for tests of the referee: seats speak in turn, and every order tries
another of the referee's duties.
"""

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from engine.game import Frame, Game, Options
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Int, OneOf
from engine.state import Anytime, Ask, Event, Order, Seat, SeatHolder

WORDS = ("red", "green", "blue")
KEPT = 4


class Rules(Options, frozen=True):
    """``pace``: seconds for a turn, 0 for ever. ``window``: seconds of
    a question to all, 0 for none.
    """

    players: Annotated[int, Meta(ge=1, le=4)] = 2
    pace: int = 0
    window: int = 0


class Say(Order, frozen=True):
    """A word; the next seat's turn."""

    word: str


class Add(Order, frozen=True):
    """A number; the same seat is asked again."""

    number: int


class Look(Order, frozen=True):
    """Something comes to light that may change the rest of a
    script; the same seat is asked again.
    """


class Roll(Order, frozen=True):
    """A die; the same seat is asked again."""


class Call(Order, frozen=True):
    """Everybody is asked at once."""


class Vote(Order, frozen=True):
    """An answer to that."""

    word: str


class Stumble(Order, frozen=True):
    """The rules fail half-way."""


class End(Order, frozen=True):
    """The game is over."""


class Note(Anytime, frozen=True):
    """A secret; only its own seat is told."""

    word: str


class Said(Event, frozen=True):
    """A word or a number was said."""

    final: ClassVar[bool] = False
    by: Seat
    what: str


class Seen(Event, frozen=True):
    """Something came to light."""

    stops: ClassVar[bool] = True
    by: Seat


class Rolled(Event, frozen=True):
    """A die fell."""

    by: Seat
    face: int


class Counted(Event, frozen=True):
    """The votes are in; ``missed`` have not voted."""

    votes: tuple[str, ...]
    missed: tuple[Seat, ...]


class Noted(Event, frozen=True):
    """For its own seat: the secret is noted."""

    word: str


class World(Struct):
    """Whose turn it is, the last few words, the sum of the numbers, and the secrets."""

    rules: Rules
    turn: int = 0
    words: list[str] = []
    total: int = 0
    notes: dict[Seat, str] = {}


class View(Struct, frozen=True):
    """What a viewer may know: everything but other seats' secrets."""

    turn: int
    words: tuple[str, ...]
    total: int
    note: str | None


class Speech(Frame):
    """One turn after the other."""

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.seats[t.world.turn],))

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [
            Choice(Say, "speak {word}", word=OneOf(WORDS)),
            Choice(Add, "add {number}", number=Int(0, 9)),
            *(
                Choice(order, order.__name__.casefold())
                for order in (Look, Roll, Call, Stumble, End)
            ),
        ]
        return Menu(choices, default=Say("red"))

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        w: World = t.world
        ((seat, order),) = orders.items()
        match order:
            case Say(word):
                w.words = [*w.words, word][-KEPT:]
                w.turn = (w.turn + 1) % len(t.seats)
                t.tell(Said(seat, word))
            case Add(number):
                w.total += number
                t.tell(Said(seat, str(number)))
            case Look():
                t.tell(Seen(seat))
            case Roll():
                t.tell(Rolled(seat, t.dice(f"roll/{t.nth('roll')}")(range(6))))
            case Call():
                t.push(Poll())
            case Stumble():
                w.total += 1000
                raise RuntimeError("the rules stumble")
            case End():
                t.end("over")


class Poll(Frame):
    """Everybody votes, in secret until all have."""

    def ask(self, t: Table) -> Ask | None:
        return Ask(t.seats, window=t.world.rules.window or None)

    def menu(self, view: View, seat: Seat) -> Menu:
        return Menu([Choice(Vote, "vote {word}", word=OneOf(WORDS))], default=Vote("red"))

    def answer(self, t: Table, orders: dict[Seat, Any]) -> None:
        t.tell(
            Counted(tuple(sorted(vote.word for vote in orders.values())), tuple(sorted(t.missed)))
        )
        t.pop()


class Relay(Game[World, Rules, View]):
    """Edition 1."""

    name = "relay"
    frames = (Speech, Poll)
    orders = (Say, Add, Look, Roll, Call, Vote, Stumble, End, Note)
    events = (Said, Seen, Rolled, Counted, Noted)

    def roles(self, options: Rules) -> int:
        return options.players

    def pace(self, options: Rules) -> int | None:
        return options.pace or None

    def setup(self, options: Rules, scenario: Any) -> World:
        return World(options)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        t.tell(Said(chair.seat, "here"))

    def begin(self, t: Table) -> Frame:
        return Speech()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        return View(world.turn, tuple(world.words), world.total, world.notes.get(viewer))

    def anytime(self, view: View, seat: Seat) -> Menu:
        return Menu([Choice(Note, "note {word}", word=OneOf(WORDS))])

    def always(self, t: Table, seat: Seat, order: Any) -> None:
        t.world.notes[seat] = order.word
        t.tell(None, **{seat: Noted(order.word)})


class Relay2(Relay):
    """Edition 2: every number counts twice."""

    edition = 2

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        view = super().view(world, viewer, shown)
        return View(view.turn, view.words, 2 * view.total, view.note)
