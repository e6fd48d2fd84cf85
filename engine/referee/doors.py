"""The interface of a door, and the news that it delivers to one reader."""

from collections.abc import Awaitable, Mapping
from typing import Literal

from msgspec import Struct

from engine.game_view import GameView as GameView
from engine.messages import Outgoing
from engine.referee.accounts import Settings
from engine.state import Commitment, Event, Order, Seat
from engine.store.history import Page
from engine.store.notes import Notes
from engine.store.store import Store
from engine.table import GameTable

Reason = Literal["told", "asked", "again", "reminder", "talk", "neutral"]
"""The reason of a message.

``told``: something has happened. ``asked``: somebody is asked a new question. That is public, so
everybody gets a message even without events. ``again``: the same, but only one seat is asked, which
was also asked before and has just answered, so it reads its receipt instead. ``reminder``: the
deadline is near, and this reader has not answered. If it is secret who has answered, the public is
reminded too. ``talk``: a chat message. ``neutral``: the message could not be composed.
"""


ROBOT = "robot"
"""The name of the robots' door. A seat with an address there is played by a robot."""
WEBHOOK = "webhook"
"""The name of the door of webhooks, which answer nothing."""


class Talk(Struct, frozen=True):
    """A chat message."""

    by: Seat
    to: Seat  # a seat, or ``PUBLIC`` for everybody
    text: str


class News(Struct, frozen=True, kw_only=True):
    """One news item for one reader, as plain data."""

    sender: str
    at: int
    reason: Reason = "told"
    events: tuple[Event, ...] = ()
    own: tuple[Event, ...] = ()  # the ``events`` that tell this reader more than everybody
    mine: bool = False  # the reader's own order caused it, and its receipt answers that
    prompted: bool = False  # the reader is asked or reminded; in a ``neutral`` message, somebody is
    talk: Talk | None = None
    # the reader's, with the time zone known to the game if the reader has set none
    settings: Settings = Settings()
    # those of sealed questions that have closed, without contents, if the door ``proves``
    commitments: tuple[Commitment, ...] = ()
    entry: int = 0  # number of the journal entry; it counts secrets, so it must not be shown
    latest: int = 0  # number of the last entry in ``past``, see ``Door.told_until``
    past: tuple[Page, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether somebody is asked a new question."""
        return self.reason in ("asked", "again")


def zone_of(table: GameTable, viewer: Seat) -> str:
    """Return the time zone of a seat's quiet hours, or ""."""
    hours = table.state.people.times.hours.get(viewer)
    return hours.zone if hours else ""


Repeats = Literal["dropped", "checked", "kept"]
"""How a door prevents a message from arriving twice.

``dropped``: its readers drop repetitions by their mark. ``checked``: the door looks for the message
first, so all earlier messages to the reader must be known to be delivered. ``kept``: a retry must
send the same bytes, so they are stored first.
"""


class Door:
    """A way to play. Subclass it, set ``looks``, ``shares`` and ``repeats``, and implement
    ``compose`` and ``send``. Override the rest as needed.
    """

    looks: bool = True  # ``compose`` reads view and menu
    shares: bool = False  # viewers with equal settings get equal messages
    repeats: Repeats = "dropped"
    proves: bool = False
    """Whether readers get every commitment with the news, even without events. For programs. People
    use the command ``proof``.
    """
    marks: bool = True  # ``send`` uses the marks of messages
    says_who_heard: bool = False
    """Whether the door itself reports the requests for agreement that people have received
    (``commands.consent.hear``).

    At other doors a delivered message counts as received.
    """
    read_before: int | None = None
    """For doors that fetch messages, such as mail, and may be behind: all messages that arrived
    before this second have reached the referee.

    The clock closes no question to a reader of the door until the door has read all messages that
    arrived in time. After reading on, the door calls ``Writer.read_on``.
    """

    def audience(self, events: tuple[Event, ...], viewer: Seat) -> Seat:
        """Return a viewer who gets the same message of these public events, if the door
        ``shares``.
        """
        return viewer

    def compose(self, news: News, seen: GameView, notes: Notes, /) -> bytes | None:
        """Return the finished message for this reader, or ``None`` to send nothing. ``notes`` are
        the door's own.

        It must be pure: it depends only on its arguments and the door's settings. If the reason is
        ``neutral``, there is neither view nor menu. The message then names the game and tells the
        reader to look at its board.
        """
        raise NotImplementedError

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        """Send a message, at once (``None``) or when the awaitable is done. Raises ``TryLater`` if
        it fails now, and ``Undeliverable`` if it can never succeed.
        """
        raise NotImplementedError

    def look_again(self) -> None:
        """Fetch messages soon, because a game waits for this door. Don't block."""

    def told_until(self, game: str, sender: str, notes: Notes) -> int | None:
        """Return the number of the last entry that a reader was told, or ``None`` to get no pages.

        For a door that holds news back and delivers it later: ``News.past`` then contains the pages
        of later entries.
        """
        return None

    def remember(self, store: Store) -> None:
        """Reload the door's notes, because another process may have changed them. Called in the
        writer's thread.
        """

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        """Return the answers to a sealed question that this door keeps until it closes, so that
        their time stays secret. Called in the writer's thread.
        """
        return {}


Doors = Mapping[str, Door]
