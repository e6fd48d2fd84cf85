"""What a door must offer, and what it is told: the news of a game for one reader."""

from collections.abc import Awaitable, Mapping
from typing import Literal

from msgspec import Struct

from engine.letters import Outgoing
from engine.referee.register import Settings
from engine.seen import Seen as Seen
from engine.state import Commitment, Event, Order, Seat
from engine.store.history import Page
from engine.store.notes import Notes
from engine.store.store import Store
from engine.table import GameTable

Reason = Literal["told", "asked", "again", "reminder", "talk", "neutral"]
"""Why a reader hears of a game. ``told``: something has happened. ``asked``: somebody is asked
anew, which everybody may know, so the public is told of it even where there are no events.
``again``: the same, and the one seat that is asked was asked openly before as well and has just
answered; it reads the answer to its order. ``reminder``: nothing has happened; the deadline
comes near, and this reader, who is asked, has not answered; the public is reminded where who
has answered is a secret. ``talk``: a seat has said something. ``neutral``: what there is to
tell could not be composed.
"""


ROBOT = "robot"
"""The name of the door of robots: a seat whose address is there plays itself."""


class Talk(Struct, frozen=True):
    """What ``by`` says to ``to`` (``PUBLIC``: to all)."""

    by: Seat
    to: Seat
    text: str


class News(Struct, frozen=True, kw_only=True):
    """What one happening brings to one reader, as plain data. ``own`` are those of the ``events``
    that tell this reader more than everybody; ``mine``: it comes of this reader's own order,
    which has its receipt. ``prompted``: the reader is asked anew, or reminded; of a ``neutral``
    message, that somebody is asked anew. ``settings`` are the reader's, with the zone that the
    game knows where they have said none. ``commitments`` are those of the sealed questions that
    have closed, without what they hold, at a door that ``proves``. ``entry`` is the number of the
    journal entry, which counts secret things and is not to be shown; ``latest`` is that of the
    last one that ``past`` tells of: see ``Door.told_until``.
    """

    sender: str
    at: int
    reason: Reason = "told"
    events: tuple[Event, ...] = ()
    own: tuple[Event, ...] = ()
    mine: bool = False
    prompted: bool = False
    talk: Talk | None = None
    settings: Settings = Settings()
    commitments: tuple[Commitment, ...] = ()
    entry: int = 0
    latest: int = 0
    past: tuple[Page, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether somebody is asked anew."""
        return self.reason in ("asked", "again")


def zone_of(table: GameTable, viewer: Seat) -> str:
    """Return the zone of a seat's hours; nothing if it has none."""
    hours = table.state.people.times.hours.get(viewer)
    return hours.zone if hours else ""


Repeats = Literal["dropped", "checked", "kept"]
"""What a door does about a message that may have arrived before. ``dropped``: its readers drop it
by its mark. ``checked``: the door looks; so it must be known of all but the last message to a
reader that it was handed over. ``kept``: the same bytes have to go again, so they are stored
before they go.
"""


class Door:
    """A way to play, as the referee sees it: subclass it, set ``looks``, ``shares`` and
    ``repeats``, and write ``compose`` and ``send``. Override the rest if the door needs it.
    """

    looks: bool = True  # ``compose`` reads view and menu
    shares: bool = False  # it makes the same of the same news for one viewer and equal settings
    repeats: Repeats = "dropped"
    proves: bool = False
    """Whether readers get every commitment with the news, even if they are told nothing else: for
    programs. People ask for them with ``proof``.
    """
    says_who_heard: bool = False
    """Whether the door says itself which requests people have heard of (``desk.consent.hear``),
    because a message that was handed over need not be a signal to its reader. At every other door
    a person has heard what was handed over.
    """
    read_before: int | None = None
    """For a door that fetches what has arrived, such as mail, and may be behind: it has handed
    over everything that arrived before this second. The clock does not close a question to
    somebody whom the door serves before it has read all that arrived in time. When the door has
    read on, it calls ``Writer.read_on``.
    """

    def compose(self, news: News, seen: Seen, notes: Notes, /) -> bytes | None:
        """Return the finished message for this reader; ``None``: nothing is sent. ``notes`` are
        the door's own.

        Pure: it depends on nothing but this and the door's settings. If the reason is
        ``neutral`` there is neither view nor menu: the message says which game, and that its
        board is to be looked at.
        """
        raise NotImplementedError

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        """Hand a message over, at once (``None``) or when the awaitable is done. Raises
        ``TryLater``, ``Undeliverable``.
        """
        raise NotImplementedError

    def look_again(self) -> None:
        """Note that something waits for this door to read on. In the event loop; do not wait."""

    def told_until(self, game: str, sender: str, notes: Notes) -> int | None:
        """Return the number of the entry up to which a reader was told, for a door that holds news
        back and tells later what has happened since: ``News.past`` has the pages of later entries.
        ``None``: it wants no pages.
        """
        return None

    def remember(self, store: Store) -> None:
        """Read anew what this door has in memory of its notes, in the writer's thread: another
        process may have changed them.
        """

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        """Return the answers to a sealed question that this door keeps until it closes, so that
        nothing tells when there is one. In the writer's thread.
        """
        return {}


Doors = Mapping[str, Door]
