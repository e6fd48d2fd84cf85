"""The plain typed data of a game being played: orders, events, questions, the saved
state, and what is told of it.

Nothing here does anything. Whatever may happen tomorrow is in a ``State``; whatever anybody
may learn is in a ``Bulletin``.
"""

from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine.plan import ClockPlan, Times

Seat = str
PUBLIC: Seat = "*"
"""The viewer who may know what everybody may know. No seat can have this name (BB-2)."""
HOUSE: Seat = ""
"""In whose name the referee's own orders stand in the journal."""


World = TypeVar("World")
Frames = TypeVar("Frames")
Orders = TypeVar("Orders")


class Order(Struct, tag=True, frozen=True):
    """What a seat says. A game's orders are subclasses; their fields are the slots of its menu.

    ``confirmed``: it ends its seat's part in the game; a door at which anybody could
    have written it asks once more.
    """

    confirmed: ClassVar[bool] = False


class Anytime(Order, frozen=True):
    """An order that answers no question: withdraw, resign, file a standing order."""


class Line(Order, frozen=True):
    """An order that edits the seat's own sheet in the top frame; the question
    stays open until an ordinary order.
    """


class Retract(Line, frozen=True):
    """Take back what one has said to the open question: the answer, and all of one's sheet."""


class House(Order, frozen=True):
    """An order of the referee, never of a seat."""


class Tick(House, frozen=True):
    """The time of this entry has come."""


class Join(House, frozen=True):
    """``seat`` is taken, by somebody shown as ``name``; ``salt`` goes into the dice."""

    seat: Seat
    name: str
    salt: str


class Leave(House, frozen=True):
    """``seat`` is free again; only before the start."""

    seat: Seat


class Start(House, frozen=True):
    """Begin with the seats that are taken."""


class Chair(Struct, frozen=True):
    """A taken seat. ``number`` counts the joins of this game from 1 and is never used again."""

    seat: Seat
    name: str
    number: int
    salt: str


class Proposal(Struct, kw_only=True):
    """A seat's request that all others agree: that entries after number ``to`` have not
    happened, so that the game stands again as after line ``line`` of its public history; or
    ``what`` a moderator could do. ``until`` is the earliest second at which silence can agree to
    it, unless it is to be ``spoken``: then silence never does. ``heard``: when the request was
    delivered to a seat; its silence counts from then on. ``reminded``: they were asked twice.
    """

    by: Seat
    agreed: tuple[Seat, ...]
    line: int = 0
    to: int = 0
    what: str = ""
    until: int | None = None
    spoken: bool = False
    heard: dict[Seat, int] = {}
    reminded: bool = False

    @property
    def aloud(self) -> bool:
        """Whether only the spoken agreement of everybody carries it."""
        return self.spoken or not self.what


class People(Struct, omit_defaults=True):
    """What concerns the people of a game and not its position; it goes
    on when an order is taken back.

    Seats that are ``removed`` are answered for, those that are ``vacant`` may be taken, those
    that are ``hushed`` may not talk. ``times``: what it knows of their time.
    """

    removed: tuple[Seat, ...] = ()
    vacant: tuple[Seat, ...] = ()
    hushed: tuple[Seat, ...] = ()
    proposal: Proposal | None = None
    times: Times = msgspec.field(default_factory=Times)


class Undo(House, frozen=True, kw_only=True):
    """Entries after number ``to`` have not happened. What counts questions, rolls
    and orders goes on all the same, and so does what concerns people, where it is said.

    ``how`` it came about: nothing for a seat's own right, ``consent`` of all, or a
    ``moderator``; of the latter two it is told that the game stands again as after line
    ``line`` of its public history, and whether something was ``revealed`` since. ``epoch``:
    that of the dice from now on, a number that everybody knows.
    """

    to: int
    question: int
    rolled: int
    orders: dict[Seat, int]
    joins: int = 0
    chairs: tuple[Chair, ...] = ()
    people: People | None = None
    how: str = ""
    line: int = 0
    revealed: bool = False
    epoch: int | None = None


class Event(Struct, tag=True, frozen=True):
    """Something that happened, as data. Sentences are made at the edge.

    ``stops``: a script of orders ends here, because what was learnt may change the rest.
    ``final``: the order that caused it can no longer be taken back by its seat alone. An
    event of which anybody gets a fuller copy is final: whether a seat may take back its order
    hangs on what everybody is told.
    """

    stops: ClassVar[bool] = False
    final: ClassVar[bool] = True


class Committed(Event, frozen=True):
    """The game is made: its id in the dice, and SHA-256 of their secret in hex. ``loaded``:
    some dice are scripted, or typed by the players.
    """

    game: str
    commitment: str
    loaded: bool


class Disclosed(Event, frozen=True):
    """The game is over: the secret of its dice, in hex; with it anybody can recompute them."""

    secret: str


class Undone(Event, frozen=True):
    """A seat has taken its last order back."""

    by: Seat


class Ask(Struct, frozen=True):
    """A question. Who is asked, and until when, is public; what they
    are asked, and have said, is not.

    One seat: its answer closes the question. Several: sealed, closed when all are in. With
    a ``window`` (seconds) it closes at the first tick after the window, answered or not,
    and never before. No seats: the game waits for the house. ``forced``: one seat and no
    window; if it has a single legal order, that order is played for it. ``secret``: what
    may be answered is nobody else's business, even where one seat alone is asked.
    ``opportunity``: it is put to everybody who might have something to say, and saying
    nothing is an answer; every window is one.
    """

    seats: tuple[Seat, ...] = ()
    window: int | None = None
    forced: bool = False
    secret: bool = False
    opportunity: bool = False

    @property
    def presence(self) -> bool:
        """Whether it counts who answers and who does not: a function of what everybody knows."""
        return self.window is None and not self.opportunity

    @property
    def sealed(self) -> bool:
        """Whether what those who are asked see and say is nobody else's business."""
        return self.secret or self.window is not None or len(self.seats) > 1


class Roll(Struct, frozen=True, array_like=True):
    """The dice thrown under one key: ``[faces, face from 0]`` each, and whose salts went
    in. Secret until the game ends.
    """

    epoch: int
    key: str
    salts: tuple[str, ...]
    dice: tuple[tuple[int, int], ...]
    loaded: bool = False


class Commitment(Struct, frozen=True, array_like=True):
    """What a seat has placed or answered in secret, as it was when the question closed. The
    ``root`` is public from then on (``engine.commitments``), the texts of its ``leaves`` are
    secret until the game ends.
    """

    seat: Seat
    epoch: int
    question: int
    root: str
    leaves: tuple[str, ...]


class Opening(Struct, frozen=True, kw_only=True):
    """Something that a game has committed to by itself and opened: ``event``, of those that were
    told, opens the ``place`` of a seat, which held ``text``. ``opened`` is what SHA-256 makes the
    ``commitment`` of.
    """

    event: int
    seat: Seat
    place: str
    text: str
    opened: str
    commitment: str


class Throw(Struct, Generic[Orders]):
    """An entry that waits for a roll that the players throw themselves: whose it is, the key,
    the faces of the die that is missing, and what has been typed so far, which is nobody
    else's business until all have.
    """

    seat: Seat
    order: Orders
    key: str
    faces: tuple[str, ...]
    typed: dict[Seat, tuple[str, ...]] = {}


class State(Struct, Generic[World, Frames, Orders], kw_only=True, omit_defaults=True):
    """A whole game at one moment, as it is saved. A position, not a log:
    its size does not grow with age.

    ``steps``: the last entry of each seat that everybody saw it give; ``back``: the seat that
    may take its one back. ``typed``: dice by key that the players have thrown for the entry
    that is being played, ``throw``: the one for which it waits.
    """

    world: World
    stack: list[Frames]
    places: int
    chairs: list[Chair] = []
    joins: int = 0
    pace: int | None = None
    now: int = 0
    question: int = 0
    open: bool = False
    due: int | None = None
    answers: dict[Seat, Orders] = {}
    orders: dict[Seat, int] = {}
    counts: dict[str, int] = {}
    rolled: int = 0
    epoch: int = 0
    loaded: dict[str, list[int | str]] = {}
    result: str | None = None
    people: People = msgspec.field(default_factory=People)
    steps: dict[Seat, int] = {}
    back: Seat | None = None
    typed: dict[str, list[str]] = {}
    throw: Throw[Orders] | None = None


class Setup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a game was made of, fixed when it was made. ``secret`` is published when the game ends.

    ``dice_id`` is the game id in the dice, where it is not ``id``: a game made from a given
    seed has the same one as every other game made from it, so that the same seed throws the
    same dice. ``clock`` goes before a deadline among the options. In a game that is not
    ``rated``, an owner who plays may moderate all the same. ``thrown``: dice (faces, face from 0)
    that stand as they were thrown, by ``EPOCH/KEY``: a salt of theirs was the name of somebody who
    has been forgotten, so that they cannot be recomputed. What is not said is not written
    either: a field that is added later leaves the chains of older games whole.
    """

    id: str
    secret: bytes
    options: dict[str, Any]
    scenario: dict[str, Any]
    at: int
    loaded: dict[str, list[int | str]] = {}
    dice_id: str = ""
    clock: ClockPlan | None = None
    private: bool = False
    seating: Literal["chosen", "random"] = "chosen"
    rated: bool = True
    thrown: dict[str, list[list[int]]] = {}

    @property
    def in_dice(self) -> str:
        """The game id of the dice scheme."""
        return self.dice_id or self.id


class Told(Struct, frozen=True, array_like=True):
    """One happening: the general copy (``None``: nobody else is told) and
    the fuller copies of some seats.
    """

    event: Event | None
    copies: dict[Seat, Event | None]

    def copy(self, viewer: Seat) -> Event | None:
        """Return the one copy that this viewer gets."""
        return self.copies.get(viewer, self.event)


class Bulletin(Struct, frozen=True, kw_only=True):
    """What one entry made known. ``fresh``: the question is new, so those asked get a prompt.
    ``commitments`` are those of the sealed questions that it has closed.
    """

    at: int
    question: int
    told: tuple[Told, ...] = ()
    rolls: tuple[Roll, ...] = ()
    commitments: tuple[Commitment, ...] = ()
    asked: Ask | None = None
    due: int | None = None
    fresh: bool = False

    def events(self, viewer: Seat) -> list[Event]:
        """Return the copies that this viewer gets, in order."""
        return [copy for told in self.told if (copy := told.copy(viewer)) is not None]

    def own(self, viewer: Seat) -> list[Event]:
        """Return those copies that are this viewer's alone and not what everybody gets."""
        kept = [(told.copies.get(viewer), told.event) for told in self.told]
        return [copy for copy, general in kept if copy is not None and copy != general]
