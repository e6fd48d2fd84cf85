"""The interface between rules and the running game: the author's reference.

Frames and games get a ``t: Table``. Rules never see a clock, a database or a random generator, and
they never wait; only a question waits. ``Governed`` adds the part that only the referee's own
rulings see. ``engine.table.GameTable`` is the one class that is both.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from engine.state import Ask, Bulletin, Commitment, Event, Order, Roll, Seat, Setup, State, Told

T = TypeVar("T")


class Table(Protocol):
    """A game being played, as its own rules see it.

    ``missed`` are the seats for which the question that has just closed was answered by default.
    ``rehearsal`` is the list that rules fill during a rehearsal, otherwise ``None``.
    """

    missed: frozenset[Seat]
    rehearsal: list[Any] | None

    @property
    def game(self) -> Any:
        """The description of the game: an ``engine.game.Game``."""

    @property
    def world(self) -> Any:
        """The position: the game's own data."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, in order of joining."""

    @property
    def complete(self) -> bool:
        """Whether all seats are taken and all salts open."""

    @property
    def now(self) -> int:
        """The Unix second of the entry being played."""

    @property
    def rolled(self) -> int:
        """The number of rolls so far."""

    def push(self, frame: Struct) -> None:
        """Put a frame on top of the stack. The frame below waits until it pops."""

    def replace(self, frame: Struct) -> None:
        """Replace the top frame of the stack."""

    def pop(self, result: Any = None) -> None:
        """Remove the top frame. The frame below gets ``result``, unless it is ``None``."""

    def tell(self, event: Event | None, /, **copies: Event | None) -> None:
        """Announce an event to everybody, except that a seat named in ``copies`` gets that copy
        instead.

        After ``t.tell(Drew("ann"), ann=Drew("ann", card=7))`` Ann reads more than the others.
        ``None`` as a copy tells this reader nothing. Raises ``TypeError`` if the game does not list
        the event.
        """

    def end(self, result: str) -> None:
        """End the game: ``won SEAT …``, ``draw …``, or a word of the game's own."""

    def view(self, viewer: Seat) -> Any:
        """Return everything that ``viewer`` may know now."""

    def rehearse(self, result: Any) -> list[Any]:
        """Continue on a copy of the game as if the top frame had popped with ``result``.

        Returns the list that the rules fill in ``t.rehearsal``. The game itself is unchanged. The
        same dice keys give the same results later.
        """

    def chapter(self) -> None:
        """Begin a new round or turn: reset the counters of ``nth``."""

    def nth(self, cause: str) -> int:
        """Return how often this cause has come up since ``chapter``, this time included."""

    def dice(self, key: str, seats: Sequence[Seat] | None = None) -> Callable[[Sequence[T]], T]:
        """Return a function that picks one of its options by the dice of this key.

        ``die = t.dice("place/1/1"); die(range(10)), die(range(8))``. ``seats`` are those whose
        salts are used, in this order; by default all. A pick raises ``LoadedDice`` if scripted dice
        name a value that is not among the options.
        """


class Governed(Table, Protocol):
    """A game being played, as rulings, the clock and physical dice see it."""

    state: State[Any, Any, Any]
    told: list[Told]
    rolls: list[Roll]
    commitments: list[Commitment]

    @property
    def setup(self) -> Setup:
        """The setup from which the game was made."""

    def ask(self) -> Ask | None:
        """Return the open question, if there is one."""

    def answer_for(self, asked: Sequence[Seat]) -> frozenset[Seat]:
        """Play the default answer of the asked seats without an answer, and return these seats."""

    def way_out(self, seat: Seat) -> Order | None:
        """Return the order by which a seat leaves a running game, if it can be given now."""

    def due_of(self, ask: Ask) -> int | None:
        """Return the deadline of a question that opens now (Unix seconds), by the rules alone."""

    def rounded(self, at: int) -> int:
        """Return the second ``at``, rounded up to a whole multiple of the game's tick."""

    def play(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """Play an order at second ``at`` and return its bulletin."""

    def save(self) -> bytes:
        """Return the state as JSON, the same bytes for the same state."""

    def restore(self, saved: bytes, told: Sequence[Told]) -> None:
        """Restore a saved state and the events told so far."""
