"""The referee's input and output: incoming messages, receipts, and messages to send."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from engine.menu import Refusal
from engine.plaintext import LINES, clean, clean_name
from engine.state import Seat

ECHO = 200
"""The maximum length of quoted order texts and words in a receipt, in characters."""
Rank = Literal["", "moderator", "operator"]


class Message(Struct, frozen=True, kw_only=True):
    """An incoming message. Two with the same ``id`` get the same receipt."""

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
    place: str = ""  # where the door could show a game for the sender (``engine.referee.places``)
    fresh: bool = False  # made just now and submitted once, so no receipt of this id is stored

    @property
    def began(self) -> int:
        """Time of writing or arrival, whichever is earlier."""
        return self.at if self.written is None else min(self.at, self.written)

    def __post_init__(self) -> None:
        """Remove invisible characters and terminal control codes."""
        force_setattr(self, "text", clean(self.text, LINES))
        force_setattr(self, "name", clean_name(self.name))


class Done(Struct, frozen=True):
    """An accepted order."""

    order: str  # in its canonical spelling
    n: int  # it is the ``n``-th order of its seat


class Receipt(Struct, frozen=True, kw_only=True):
    """The answer to a message.

    ``taken``: all orders were accepted. ``refused``: ``done`` was accepted, ``order`` was refused
    with ``refusal``, and the rest was dropped. ``stopped``: ``done`` was accepted, and the rest was
    dropped, because the events may change the player's plans or because somebody else is asked now.
    ``answered``: it was a command, and ``facts`` is its result.
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
        """Return it with long quoted texts shortened."""
        if self.refusal is None and len(self.order) <= ECHO:
            return self
        why = self.refusal and replace(self.refusal, word=beginning(self.refusal.word))
        return replace(self, order=beginning(self.order), refusal=why)


def beginning(text: str) -> str:
    """Return a text, shortened to ``ECHO`` characters if it is longer."""
    return text if len(text) <= ECHO else text[: ECHO - 1] + "…"


class Address(Struct, frozen=True, kw_only=True):
    """A reader of a game: a person at a ``door``, who may also give the viewer's orders."""

    door: str
    sender: str
    game: str
    viewer: Seat  # a seat, or ``PUBLIC`` for a place that everybody reads
    key: bytes = b""  # hash of a secret that gives access to the address
    quiet: bool = False  # it gets no news, but orders from it still count
    since: int = 0  # it gets the news after this number
    until: int | None = None  # … up to this number; ``None``: it is in use

    def hears(self, seq: int) -> bool:
        """Return whether this reader gets the news of this number."""
        return self.since < seq and (self.until is None or seq <= self.until)


class Outgoing(Struct, frozen=True, kw_only=True):
    """A composed message."""

    id: int  # order of sending in this process, or its number in the store
    game: str
    door: str
    sender: str
    mark: str  # the same on every retry, so that receivers can drop repetitions
    payload: bytes
    talk: bool = False  # a chat message of a player
    tries: int = 0
    again: bool = False  # it may have arrived before
    seq: int = 0  # number of the news in its game; counts secrets, so it never leaves the server
