"""What a door must offer, and what it is told: the news of a game for one reader."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Protocol, Self, runtime_checkable

from msgspec import Struct

from engine.game import AnyGame
from engine.letters import Outgoing
from engine.menu import Menu
from engine.state import Ask, Chair, Event, Seat
from engine.store.history import Page
from engine.store.notes import Notes
from engine.table import GameTable


class Past(Struct):
    """For doors that do not tell everything at once: ``entry`` is the number of the present
    entry, ``notes`` are what the door keeps, written with the batch. Numbers of entries count
    secret things, and are not to be shown.
    """

    entry: int
    read: Callable[[int], list[Page]]
    notes: Notes
    told: bool = False

    def since(self, entry: int) -> list[Page]:
        """The pages that the reader was given by entries after this number, up
        to now; the message tells them.
        """
        pages = self.read(entry)
        self.told = self.told or bool(pages)
        return pages


class News(Struct, frozen=True):
    """What one bulletin brings to one reader, and the means to show where the game stands: all
    from that reader's view. ``own`` are those of the ``events`` that tell this reader more
    than everybody; ``fresh`` says that somebody is asked anew, ``prompted`` that this reader
    is. Everybody may know the former, so the public is told of it even where there are no
    events. ``mine``: it comes of this reader's own order, which has its receipt. ``reminder``:
    nothing has happened; the deadline comes near, and this reader, who is asked, has not
    answered; the public is reminded where who has answered is a secret. ``zone``: where the
    reader lives, as far as that was said.

    ``sealed``: the question is sealed, or others of this game are; then nothing that
    others notice may depend on who has answered, or on how somebody is reached. ``again``:
    the one seat that is asked was asked openly before as well, and has just answered; it
    reads the answer to its order.
    """

    game_id: str
    game: AnyGame
    viewer: Seat
    sender: str
    at: int
    events: list[Event]
    own: list[Event]
    mine: bool
    question: int
    asked: Ask | None
    due: int | None
    fresh: bool
    prompted: bool
    result: str | None
    chairs: tuple[Chair, ...]
    view: Callable[[], Any]
    menu: Callable[[], Menu]
    past: Past | None = None
    reminder: bool = False
    zone: str = ""
    sealed: bool = False
    again: bool = False

    @classmethod
    def of(
        cls, table: GameTable, viewer: Seat, sender: str, at: int, past: Past | None = None
    ) -> Self:
        """Return how a game stands for one reader at second ``at``; nothing has happened."""
        state, asked = table.state, table.ask()
        return cls(
            game_id=table.setup.id,
            game=table.game,
            viewer=viewer,
            sender=sender,
            at=at,
            events=[],
            own=[],
            mine=False,
            question=state.question,
            asked=asked,
            due=state.due,
            fresh=False,
            prompted=False,
            result=state.result,
            chairs=tuple(state.chairs),
            view=partial(table.view, viewer),
            menu=partial(table.menu, viewer),
            past=past,
            zone=zone_of(table, viewer),
            sealed=table.sealed(asked),
        )


def zone_of(table: GameTable, viewer: Seat) -> str:
    """Return the zone of a seat's hours; nothing if it has none."""
    hours = table.state.people.times.hours.get(viewer)
    return hours.zone if hours else ""


class Door(Protocol):
    """What the referee needs of a door."""

    def compose(self, news: News) -> bytes | None:
        """The finished message for this reader; ``None``: nothing is sent.
        Called in the writer's thread; pure.
        """

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        """The finished message for a reader of what ``by`` says to ``to``
        (``PUBLIC``: to all). Like ``compose``.
        """

    def neutral(
        self, game: str, viewer: Seat, sender: str, asked: tuple[Seat, ...] = ()
    ) -> bytes | None:
        """The message in place of one that could not be composed, made from nothing but this:
        which game, and that its board is to be looked at. ``asked`` are the seats that are
        asked anew. ``None``: nothing is sent.
        """

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        """Hand a message over, at once (``None``) or when the awaitable is done. Raises
        ``TryLater``, ``Undeliverable``.
        """


@runtime_checkable
class Fetches(Door, Protocol):
    """A door that fetches what has arrived, such as mail, and may be behind. A question
    that is put to somebody whom it serves is not closed by the clock before the door has
    read all that arrived in time.

    Everything that arrived before second ``read_before`` has been handed over. When the door
    has read on, it calls ``Writer.read_on``.
    """

    read_before: int

    def look_again(self) -> None:
        """Something waits for this door. In the event loop; it does not wait itself."""


Doors = Mapping[str, Door]
