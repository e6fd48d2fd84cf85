"""The interface of a door, and the news of a game for one reader, which it delivers."""

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

``told``: something has happened. ``asked``: somebody is asked a new question, which is public, so
the public gets a message even without events. ``again``: the same, but the one seat that is asked
was also asked in public before, and has just answered; it reads the answer to its order.
``reminder``: nothing has happened, but the deadline comes near and this reader has not answered.
The public is reminded, too, if it is secret who has answered. ``talk``: a seat has said something.
``neutral``: the message could not be composed.
"""


ROBOT = "robot"
"""The name of the door of robots: a seat whose address is there plays itself."""


class Talk(Struct, frozen=True):
    """A message of the seat ``by`` to the seat ``to`` (``PUBLIC``: to all)."""

    by: Seat
    to: Seat
    text: str


class News(Struct, frozen=True, kw_only=True):
    """The news of one item for one reader, as plain data.

    ``own`` are the ``events`` that tell this reader more than everybody. ``mine``: the reader's own
    order caused it, and its receipt answers that. ``prompted``: the reader is asked a new question,
    or reminded; in a ``neutral`` message, somebody is. ``settings`` are the reader's, with the time
    zone known to the game if the reader has set none. ``commitments`` are those of sealed questions
    that have closed, without their contents, at a door that ``proves``.

    ``entry`` is the number of the journal entry. It counts secret things and must not be shown.
    ``latest`` is that of the last entry in ``past``: see ``Door.told_until``.
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
        """Whether somebody is asked a new question."""
        return self.reason in ("asked", "again")


def zone_of(table: GameTable, viewer: Seat) -> str:
    """Return the zone of a seat's hours; nothing if it has none."""
    hours = table.state.people.times.hours.get(viewer)
    return hours.zone if hours else ""


Repeats = Literal["dropped", "checked", "kept"]
"""How a door treats a message that may have arrived before.

``dropped``: its readers drop it by its mark. ``checked``: the door looks for it, so every message
to a reader but the last must be known to be delivered. ``kept``: the same bytes must be sent again,
so they are stored first.
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
    """Whether the door itself reports the requests that people have heard (``desk.consent.hear``),
    because a delivered message need not be a signal to its reader. At every other door a delivered
    message counts as heard.
    """
    read_before: int | None = None
    """For a door that fetches its messages, such as mail, and may be behind: every message that
    arrived before this second has reached the referee. The clock closes no question to a reader of
    the door until the door has read all messages that arrived in time. After reading on, the door
    calls ``Writer.read_on``.
    """

    def compose(self, news: News, seen: GameView, notes: Notes, /) -> bytes | None:
        """Return the finished message for this reader, or ``None`` to send nothing. ``notes`` are
        the door's own.

        It must be pure: it depends on its arguments and the door's settings alone. If the reason is
        ``neutral``, there is neither view nor menu. The message then names the game and tells the
        reader to look at its board.
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
        """Return the number of the entry up to which a reader was told, or ``None`` for no pages.

        For a door that holds news back and tells later what has happened since: ``News.past`` has
        the pages of later entries.
        """
        return None

    def remember(self, store: Store) -> None:
        """Read the door's notes into memory again, in the writer's thread: another process may have
        changed them.
        """

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        """Return the answers to a sealed question that this door keeps until it closes, so that
        nothing tells when there is one. In the writer's thread.
        """
        return {}


Doors = Mapping[str, Door]
