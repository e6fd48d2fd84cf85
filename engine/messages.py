"""What goes in and out of the referee: messages, receipts, and news of a game for one reader."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from engine.menu import Refusal
from engine.plaintext import LINES, clean, clean_name
from engine.state import Seat

ECHO = 200
"""Characters of a refused order, and of the word that was wrong, in a receipt."""
Rank = Literal["", "moderator", "operator"]


class Message(Struct, frozen=True, kw_only=True):
    """A message that arrived through a door. Two with the same ``id`` get the same receipt."""

    door: str
    id: str  # the door's own: Message-ID, interaction id, connection and line number
    sender: str  # as the door identifies the person
    text: str
    at: int  # arrival, in seconds since 1970
    game: str | None = None  # if the door knows it
    name: str = ""  # to show
    key: bytes = b""  # hash of a secret that may later speak for the seat that is joined
    rank: Rank = ""  # the door vouches that the sender moderates this place or operates the server
    account: str = ""  # name of the account, if ``sender`` is a mere number
    # Time of writing, if the door knows it and may deliver the message again much later. Messages
    # older than the oldest receipt are refused.
    written: int | None = None
    careful: bool = False  # typed by a person: orders that they may regret need a confirmation

    @property
    def began(self) -> int:
        """Time of writing or arrival, whichever is earlier."""
        return self.at if self.written is None else min(self.at, self.written)

    def __post_init__(self) -> None:
        """Take out what commands a terminal or cannot be seen, whatever door it came through."""
        force_setattr(self, "text", clean(self.text, LINES))
        force_setattr(self, "name", clean_name(self.name))


class Done(Struct, frozen=True):
    """An order that was taken, in its canonical spelling: the ``n``-th of its seat."""

    order: str
    n: int


class Receipt(Struct, frozen=True, kw_only=True):
    """The answer to a message.

    ``taken``: all of it was done. ``refused``: ``done`` was done, ``order`` was refused for
    ``refusal``, the rest dropped. ``stopped``: ``done`` was done; the rest was dropped
    because of what it brought to light, or because somebody else is asked now. ``answered``:
    the desk has answered, with ``facts``.
    """

    status: Literal["taken", "refused", "stopped", "answered"]
    game: str | None = None
    seat: Seat | None = None
    done: tuple[Done, ...] = ()
    order: str = ""
    refusal: Refusal | None = None
    dropped: tuple[str, ...] = ()
    facts: dict[str, Any] = {}

    def short(self) -> "Receipt":
        """Return the same, with no more than the beginnings of long texts that its reader has
        written.
        """
        why = self.refusal and replace(self.refusal, word=beginning(self.refusal.word))
        return replace(self, order=beginning(self.order), refusal=why)


def beginning(text: str) -> str:
    """Return a text, cut if it is longer than ``ECHO`` characters."""
    return text if len(text) <= ECHO else text[: ECHO - 1] + "…"


class Address(Struct, frozen=True, kw_only=True):
    """Where a viewer of a game is reached, and who may speak for it: ``sender`` at ``door``.

    ``viewer`` is a seat, or ``PUBLIC`` for a place that everybody reads. ``key``
    is the hash of a secret that opens it. At a ``quiet`` address nothing is told;
    it is still good for speaking. It hears the news of its game after number ``since``, up
    to ``until``; ``None``: it is in use.
    """

    door: str
    sender: str
    game: str
    viewer: Seat
    key: bytes = b""
    quiet: bool = False
    since: int = 0
    until: int | None = None

    def hears(self, seq: int) -> bool:
        """Return whether the news of this number are for it."""
        return self.since < seq and (self.until is None or seq <= self.until)


class Outgoing(Struct, frozen=True, kw_only=True):
    """A finished message. ``mark`` is the same whenever this message is sent again; ``id`` says
    in which order this process hands messages over, or under which number it is stored.

    ``talk``: it is what a player says. ``again``: it may have arrived before. ``seq``: the
    number of the news in its game, which leaves the house nowhere.
    """

    id: int
    game: str
    door: str
    sender: str
    mark: str
    payload: bytes
    talk: bool = False
    tries: int = 0
    again: bool = False
    seq: int = 0
