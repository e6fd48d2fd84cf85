"""The plain typed data of a running game: orders, events, questions, the saved state, and
bulletins.

Nothing here does anything. A ``State`` holds everything that the future depends on, and a
``Bulletin`` everything that anybody may learn.
"""

from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine.plan import ClockPlan, Times

Seat = str
PUBLIC: Seat = "*"
"""The viewer who may know what everybody may know. No seat can have this name (BB-2)."""
REFEREE: Seat = ""
"""The name of the referee in the journal, for its own orders."""


World = TypeVar("World")
Frames = TypeVar("Frames")
Orders = TypeVar("Orders")


class Order(Struct, tag=True, frozen=True):
    """An order of a seat. A game's orders are subclasses; their fields are the slots of its menu.

    ``confirmed``: it ends its seat's part in the game. A door whose messages could be forged asks
    for a confirmation.
    """

    confirmed: ClassVar[bool] = False


class Anytime(Order, frozen=True):
    """An order that answers no question: withdraw, resign, file a standing order."""


class Line(Order, frozen=True):
    """An order that edits the seat's own sheet in the top frame; the question
    stays open until an ordinary order.
    """


class Retract(Line, frozen=True):
    """Take back your answer to the open question, and all of your sheet."""


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


class SeatHolder(Struct, frozen=True):
    """A taken seat. ``number`` counts the joins of this game from 1 and is never used again."""

    seat: Seat
    name: str
    number: int
    salt: str


class Proposal(Struct, kw_only=True):
    """A seat's request for the agreement of all others: to an undo, or to a power of a moderator.

    An undo removes the entries after number ``to``, so that the game is again as after line
    ``line`` of its public history. ``what`` is the moderator's order otherwise. Silence agrees from
    second ``until`` on, but never if the agreement must be ``spoken``. ``heard`` is the second at
    which a seat received the request; its silence counts from then on. ``reminded``: they were
    asked twice.
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
    """Facts about the people of a game, not about its position. An undo keeps them.

    Seats that are ``removed`` are answered for, those that are ``vacant`` may be taken, those that
    are ``hushed`` may not talk. ``times``: their absences, quiet hours and banks.
    """

    removed: tuple[Seat, ...] = ()
    vacant: tuple[Seat, ...] = ()
    hushed: tuple[Seat, ...] = ()
    proposal: Proposal | None = None
    times: Times = msgspec.field(default_factory=Times)


class Undo(House, frozen=True, kw_only=True):
    """Undo the entries after number ``to``. Counters of questions, rolls and orders continue, and
    so do facts about people.

    ``how`` is empty if it was a seat's own right, ``consent`` if all agreed, or ``moderator``. In
    the last two cases players read that the game is again as after line ``line`` of its public
    history, and whether something was ``revealed`` since. ``epoch`` is the new epoch of the dice, a
    number that everybody knows.
    """

    to: int
    question: int
    rolled: int
    orders: dict[Seat, int]
    joins: int = 0
    chairs: tuple[SeatHolder, ...] = ()
    people: People | None = None
    how: str = ""
    line: int = 0
    revealed: bool = False
    epoch: int | None = None


class Event(Struct, tag=True, frozen=True):
    """Something that happened, as data. Sentences are made at the edge.

    ``stops``: a script of orders ends here, because the news may change the rest. ``final``: the
    seat can no longer take back the order that caused it on its own. An event with a fuller copy
    for anybody is final, because the right to undo must depend on public facts alone.
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
    """A question. The seats asked and the deadline are public; the text of the question and the
    answers are not.

    One seat: its answer closes the question. Several: their answers are sealed until all are in.
    With a ``window`` (seconds) it closes at the first tick after the window, answered or not, and
    never before. No seats: the game waits for the house. ``forced``: one seat and no window; if it
    has a single legal order, that order is played for it. ``secret``: nobody else may know the
    possible answers, even if one seat alone is asked. ``opportunity``: everybody who might respond
    is asked, and silence is an answer; every window is one.
    """

    seats: tuple[Seat, ...] = ()
    window: int | None = None
    forced: bool = False
    secret: bool = False
    opportunity: bool = False

    @property
    def presence(self) -> bool:
        """Whether it counts who answers: a function of public facts."""
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
    """A commitment to a seat's secret placement or answer, made when the question closed. The
    ``root`` is public from then on (``engine.commitments``); the texts of its ``leaves`` are secret
    until the game ends.
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
    """An entry that waits for a roll which the players throw themselves.

    It has the seat, the key, the faces of the missing die, and the numbers typed so far, which stay
    secret until all are in.
    """

    seat: Seat
    order: Orders
    key: str
    faces: tuple[str, ...]
    typed: dict[Seat, tuple[str, ...]] = {}


class State(Struct, Generic[World, Frames, Orders], kw_only=True, omit_defaults=True):
    """A whole game at one moment, as it is saved. It is a position, not a log, so its size does not
    grow with age.

    ``steps`` are the last entries that everybody saw, by seat, and ``back`` is the seat that may
    take its one back. ``typed`` are the dice, by key, that the players have thrown for the present
    entry, and ``throw`` is the one it waits for.
    """

    world: World
    stack: list[Frames]
    places: int
    chairs: list[SeatHolder] = []
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
    """The constants of a game, fixed when it was made. ``secret`` is published when the game ends.

    ``dice_id`` replaces ``id`` in the keys of the dice. Games made from a given seed share it, so
    that the same seed throws the same dice. ``clock`` overrides a deadline among the options. In a
    game that is not ``rated``, an owner who plays may also moderate.

    ``thrown`` are dice (faces, face from 0) by ``EPOCH/KEY`` that cannot be recomputed, because a
    salt was the name of a person who has been forgotten. Defaults are not written, so a new field
    does not change the chains of older games.
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
