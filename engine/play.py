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

    ``missed``: the seats for which the question that has just closed was answered by default.
    ``rehearsal``: in a rehearsal, what rules note for whoever rehearses; otherwise ``None``.
    """

    missed: frozenset[Seat]
    rehearsal: list[Any] | None

    @property
    def game(self) -> Any:
        """The description of the game: an ``engine.game.Game``."""

    @property
    def world(self) -> Any:
        """The game's position."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The taken seats, in order of joining."""

    @property
    def complete(self) -> bool:
        """Whether all seats are taken."""

    @property
    def now(self) -> int:
        """The second of the entry that is being played (Unix time)."""

    @property
    def rolled(self) -> int:
        """How many rolls the game has seen."""

    def push(self, frame: Struct) -> None:
        """Begin a new piece of work; the present one waits."""

    def replace(self, frame: Struct) -> None:
        """Go on as another frame."""

    def pop(self, result: Any = None) -> None:
        """End the present piece of work; the frame below gets ``result``, if there is one."""

    def tell(self, event: Event | None, /, **copies: Event | None) -> None:
        """Make one happening known; a seat named in ``copies`` gets that copy instead.

        ``t.tell(Drew("ann"), ann=Drew("ann", card=7))``: Ann's copy says more. ``None``: that
        reader is told nothing. Raises ``TypeError`` for an event that the game does not list.
        """

    def end(self, result: str) -> None:
        """End the game: ``won SEAT …``, ``draw …``, or a word of the game's own."""

    def view(self, viewer: Seat) -> Any:
        """Return the present view of ``viewer``, with everything that this viewer may know."""

    def rehearse(self, result: Any) -> list[Any]:
        """Play on, on a copy, as if a frame had just popped with ``result``.

        Returns what the rules put into ``t.rehearsal``. Has no side effects; the same dice
        keys give the same results later.
        """

    def chapter(self) -> None:
        """Begin a new round or turn: the counters of ``nth`` start afresh."""

    def nth(self, cause: str) -> int:
        """Return how often this cause has come up in this chapter, this time included."""

    def dice(self, key: str, salts: Sequence[Seat] | None = None) -> Callable[[Sequence[T]], T]:
        """Return the dice for this cause, to be picked with.

        ``die = t.dice("place/1/1"); die(range(10)), die(range(8))``. ``salts``: whose salts go
        in, in this order; all seats unless said otherwise. A pick raises ``LoadedDice`` if
        scripted dice name a value that the die has not got.
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
        """Answer by default for the seats that have not answered; return these seats."""

    def way_out(self, seat: Seat) -> Order | None:
        """Return the order by which a seat leaves a game that goes on, if it can be given now."""

    def due_of(self, ask: Ask) -> int | None:
        """Return when a question that is opened now is due, as far as the rules know."""

    def rounded(self, at: int) -> int:
        """Return the next whole multiple of the game's tick, in seconds."""

    def play(self, at: int, seat: Seat, order: Order) -> Bulletin:
        """Play an order at second ``at``."""

    def save(self) -> bytes:
        """Return the state as JSON, the same bytes for the same state."""

    def restore(self, saved: bytes, told: Sequence[Told]) -> None:
        """Restore a saved state and the events told so far."""
