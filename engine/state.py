"""The plain typed data of a running game: orders, events, questions, the saved state, and
bulletins.

A ``State`` holds everything that can affect the rest of the game, and a ``Bulletin`` everything
that anybody may learn.
"""

from typing import Any, ClassVar, Generic, Literal, TypeVar

import msgspec
from msgspec import Struct

from engine.plan import ClockPlan, Times

Seat = str
PUBLIC: Seat = "*"
"""The viewer without a seat, who knows only public facts. No seat can have this name (BB-2)."""
REFEREE: Seat = ""
"""The name of the referee in the journal, for its own orders."""


World = TypeVar("World")
Frames = TypeVar("Frames")
Orders = TypeVar("Orders")


class Order(Struct, tag=True, frozen=True):
    """An order of a seat. A game's orders are subclasses, and their fields are the slots of its
    menu.

    A ``confirmed`` order ends the seat's part in the game. Doors whose messages could be forged ask
    for a confirmation.
    """

    confirmed: ClassVar[bool] = False


class Anytime(Order, frozen=True):
    """An order that answers no question: withdraw, resign, file a standing order."""


class Line(Order, frozen=True):
    """An order that edits the seat's own sheet. The question stays open."""


class Retract(Line, frozen=True):
    """Take back your answer to the open question, and all of your sheet."""


class House(Order, frozen=True):
    """An order of the referee, never of a seat."""


class Tick(House, frozen=True):
    """The deadline of the open question has come."""


class Join(House, frozen=True):
    """A person takes a seat."""

    seat: Seat
    name: str  # the name that others see
    salt: str  # goes into the dice


class Leave(House, frozen=True):
    """A seat becomes free again. Only before the start."""

    seat: Seat


class Start(House, frozen=True):
    """The game begins with the seats that are taken."""


class SeatHolder(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A taken seat."""

    seat: Seat
    name: str
    number: int  # counts the joins of this game from 1; never used again
    salt: str  # empty while the player keeps it
    pledge: str = ""  # SHA-256 of the salt, if it was pledged (``engine.rulings.salts``)
    # fixed by the join, drawn by the referee when all seats are taken, or kept by the player
    source: Literal["fixed", "drawn", "kept"] = "fixed"


class Proposal(Struct, kw_only=True):
    """A seat's request for the agreement of all others: to an undo, or to a moderator's order."""

    by: Seat
    agreed: tuple[Seat, ...]
    line: int = 0  # undo to this line of the public history …
    to: int = 0  # … by removing the entries after this number
    what: str = ""  # the moderator's order, if it is not an undo
    until: int | None = None  # from this second on silence means agreement
    spoken: bool = False  # silence never means agreement
    # when each seat received the request; its silence counts from then on
    heard: dict[Seat, int] = {}
    reminded: bool = False  # the seats were asked twice

    @property
    def aloud(self) -> bool:
        """Whether everybody must agree explicitly."""
        return self.spoken or not self.what


class People(Struct, omit_defaults=True, kw_only=True):
    """Facts about the people of a game, not about its position. An undo keeps them."""

    removed: tuple[Seat, ...] = ()  # the default order is played for these seats
    vacant: tuple[Seat, ...] = ()  # anybody may take these seats
    hushed: tuple[Seat, ...] = ()  # these seats may not chat
    proposal: Proposal | None = None
    # these seats have heard an earlier request and not the open one, so they may mean that
    unsure: tuple[Seat, ...] = ()
    times: Times = msgspec.field(default_factory=Times)

    def put(self, proposal: Proposal | None) -> None:
        """Replace the open request by another, or close it (``None``)."""
        if self.proposal is not None:
            silent = {*self.proposal.heard} - {*self.proposal.agreed}
            self.unsure = tuple(sorted({*self.unsure, *silent}))
        self.proposal = proposal


class Undo(House, frozen=True, kw_only=True):
    """Undo the entries after number ``to``. Counters and facts about people continue."""

    to: int
    question: int
    rolled: int
    orders: dict[Seat, int]
    joins: int = 0
    chairs: tuple[SeatHolder, ...] = ()
    people: People | None = None
    how: str = ""  # empty: a seat's own right; ``consent``: all agreed; or ``moderator``
    line: int = 0  # line of the public history, named to players if ``how`` is not empty
    revealed: bool = False  # hidden information has come to light since then
    epoch: int | None = None  # the new epoch of the dice, a public number


class Event(Struct, tag=True, frozen=True):
    """Something that happened, as data. Renderers turn it into sentences.

    If it ``stops``, the rest of a script of orders is dropped, because the news may change the
    player's plans. If it is ``final``, the seat can no longer take back the order that caused it.
    An event with a fuller copy for anybody must be final, because the right to undo must depend on
    public facts alone. A ``minor`` event alone is no reason for a private message.
    """

    stops: ClassVar[bool] = False
    final: ClassVar[bool] = True
    minor: ClassVar[bool] = False


class Committed(Event, frozen=True):
    """The game is made. Announces its id in the dice, and the commitment to their secret."""

    game: str
    commitment: str  # SHA-256 of the secret, in hex
    loaded: bool  # some dice are scripted, or typed by players


class Disclosed(Event, frozen=True):
    """The game is over. Announces the secret of its dice, so that everybody can recompute them."""

    secret: str  # in hex


class Undone(Event, frozen=True):
    """A seat has taken back its last order."""

    by: Seat


class Ask(Struct, frozen=True):
    """A question. The seats asked and the deadline are public. Its text and the answers are not.

    If one seat is asked, its answer closes the question. If several are asked, their answers stay
    sealed until all are in. If none is asked, the game waits for the referee.
    """

    seats: tuple[Seat, ...] = ()
    # seconds; it closes at the first tick after the window, answered or not, never before
    window: int | None = None
    forced: bool = False  # one seat and no window; a single legal order is played for the seat
    secret: bool = False  # the possible answers are secret, even if only one seat is asked
    # everybody who might respond is asked, and silence is an answer; true of every window
    opportunity: bool = False

    @property
    def presence(self) -> bool:
        """Whether missing the question counts as an absence. Depends on public facts alone."""
        return self.window is None and not self.opportunity

    @property
    def sealed(self) -> bool:
        """Whether the question and its answers are hidden from seats that are not asked."""
        return self.secret or self.window is not None or len(self.seats) > 1


class Roll(Struct, frozen=True, array_like=True):
    """The dice thrown under one key. Secret until the game ends."""

    epoch: int
    key: str
    salts: tuple[str, ...]  # the salts that went in
    dice: tuple[tuple[int, int], ...]  # ``(faces, face from 0)`` of each die
    loaded: bool = False


class Commitment(Struct, frozen=True, array_like=True):
    """A commitment to a seat's secret placement or answer, made when the question closed."""

    seat: Seat
    epoch: int
    question: int
    root: str  # public from then on, see ``engine.commitments``
    leaves: tuple[str, ...]  # the texts, secret until the game ends


class Opening(Struct, frozen=True, kw_only=True):
    """The opening of a game's own commitment."""

    event: int  # number of the public event that opens it
    seat: Seat
    place: str  # the place of the seat that held ``text``
    text: str
    opened: str  # SHA-256 of this is the ``commitment``
    commitment: str


class Throw(Struct, Generic[Orders]):
    """An entry that waits for a roll which players throw by hand and type."""

    seat: Seat
    order: Orders
    key: str
    faces: tuple[str, ...]  # faces of the missing die
    typed: dict[Seat, tuple[str, ...]] = {}  # numbers typed so far, secret until all are in


class Update(Struct, frozen=True, array_like=True):
    """The last of a game's updates (``engine.store.updates``): its number, and its head in hex.
    ``rest`` is the hash of the entries since, and secret.
    """

    number: int
    head: str
    rest: str = ""


class State(Struct, Generic[World, Frames, Orders], kw_only=True, omit_defaults=True):
    """A whole game at one moment, as it is saved. It is a position, not a log."""

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
    steps: dict[Seat, int] = {}  # number of each seat's last publicly visible entry
    back: Seat | None = None  # the seat that may take back its last entry
    typed: dict[str, list[str]] = {}  # dice, by key, that players have thrown for the present entry
    throw: Throw[Orders] | None = None  # the dice that the entry waits for
    update: Update | None = None  # set by the referee; a replay leaves it out


class Setup(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The constants of a game, fixed when it was made. Defaults are not written, so a new field
    does not change the hash chains of older games.
    """

    id: str
    secret: bytes  # published when the game ends
    options: dict[str, Any]
    scenario: dict[str, Any]
    at: int
    loaded: dict[str, list[int | str]] = {}
    dice_id: str = ""  # replaces ``id`` in the keys of the dice; the same for all games of one seed
    clock: ClockPlan | None = None  # replaces the deadline of the options
    private: bool = False
    seating: Literal["chosen", "random"] = "chosen"
    rated: bool = True  # in an unrated game, an owner who plays may also moderate
    needs: int = 0  # the least reliability of a player who joins, in percent; new people may join
    # dice ``[faces, face from 0]`` by ``EPOCH/KEY`` that cannot be recomputed, because a salt was
    # the name of an erased person
    thrown: dict[str, list[list[int]]] = {}
    # fixed when a seat is taken, or pledged and opened later (``engine.rulings.salts``)
    salts: Literal["fixed", "pledged"] = "fixed"
    contest: str = ""  # the contest that waits for its result
    # hashes of the updates that named this person, by number
    erased: dict[str, tuple[str, str]] = {}

    @property
    def in_dice(self) -> str:
        """The game id in the keys of the dice."""
        return self.dice_id or self.id

    @property
    def contest_number(self) -> str:
        """Round and table of a contest's game, from 1: ``2/7``."""
        if not self.contest:
            return ""
        _, _, number, index, *_ = self.dice_id.split("/")
        return f"{number}/{int(index) + 1}"


class Told(Struct, frozen=True, array_like=True):
    """One event and its copies."""

    event: Event | None  # the general copy; ``None``: nobody else is told
    copies: dict[Seat, Event | None]  # fuller copies for some seats

    def copy(self, viewer: Seat) -> Event | None:
        return self.copies.get(viewer, self.event)


class Bulletin(Struct, frozen=True, kw_only=True):
    """The news caused by one journal entry."""

    at: int
    question: int
    told: tuple[Told, ...] = ()
    rolls: tuple[Roll, ...] = ()
    # those of the sealed questions that the entry has closed
    commitments: tuple[Commitment, ...] = ()
    asked: Ask | None = None
    due: int | None = None
    fresh: bool = False  # the question is new, so the seats asked get a prompt

    def events(self, viewer: Seat) -> list[Event]:
        """Return this viewer's copies of the events, in order."""
        return [copy for told in self.told if (copy := told.copy(viewer)) is not None]

    def own(self, viewer: Seat) -> list[Event]:
        """Return the viewer's copies that differ from the public ones."""
        kept = [(told.copies.get(viewer), told.event) for told in self.told]
        return [copy for copy, general in kept if copy is not None and copy != general]
