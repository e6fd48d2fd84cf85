"""What goes in and out of the referee: letters, receipts, and the news of a game for one reader."""

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from engine.menu import Refusal
from engine.plaintext import LINES, clean, clean_name
from engine.state import Seat

ECHO = 200
"""Characters of a refused order, and of the word that was wrong, in a receipt."""
Rank = Literal["", "moderator", "operator"]


class Letter(Struct, frozen=True, kw_only=True):
    """Something that came in through a door.

    ``id`` is the door's own name for it (Message-ID, interaction id, connection and line
    number): the same id gets the same receipt again. ``sender`` is who the door says it is,
    ``name`` how that person is shown, ``game`` the game as far as the door can tell, ``at`` the
    second in which it arrived. ``written`` is the one in which it was written, where the door knows
    that and may bring the same letter again much later: what was written before receipts were
    forgotten is refused. ``key`` is the hash of a secret that may later speak for the
    seat that this letter joins. ``rank`` is what the door vouches for: that the sender
    moderates the place where the game is shown, or operates the house. ``account`` is the name
    of the sender's account at the door, where ``sender`` is no more than a number. ``careful``: a
    person has typed it, who is asked before an order that they may regret.
    """

    door: str
    id: str
    sender: str
    text: str
    at: int
    game: str | None = None
    name: str = ""
    key: bytes = b""
    rank: Rank = ""
    account: str = ""
    written: int | None = None
    careful: bool = False

    @property
    def began(self) -> int:
        """The second from which on there has been this letter."""
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
    """The answer to a letter.

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
