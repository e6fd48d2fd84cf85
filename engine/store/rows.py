"""What the store keeps of games, letters and messages, as plain rows."""

from typing import Any, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from engine.letters import Address, Outgoing
from engine.state import Setup

WAITING, SENT, DEAD, STALE = 0, 1, 2, 3
"""What has become of a message in the outbox; a stale one was no longer true
before it could be handed over.
"""

LEASE = 60
"""Seconds for which a message belongs to the dispatcher that has taken it."""

NOT_COMPOSED = "not composed"
"""The act under which the audit log notes that a message could not be composed: the door, the
game, the type of the exception.
"""


class GameRow(Struct, frozen=True, array_like=True):
    """A game as it is stored."""

    id: str
    kind: str
    edition: int
    created: int
    setup: bytes
    n: int
    hash: bytes
    state: bytes
    due: int | None
    result: str | None

    def decoded_setup(self) -> Setup:
        """Return what the game was made of."""
        return msgspec.json.decode(self.setup, type=Setup)


class BulletinRow(Struct, frozen=True, array_like=True):
    """A bulletin as it is stored: what entry ``n`` told, with all copies, and the dice thrown."""

    game: str
    n: int
    at: int
    told: bytes
    rolls: bytes
    undo_to: int | None


class JournalRow(Struct, frozen=True, array_like=True):
    """A journal entry as it is stored, and the hash of the journal up to it."""

    game: str
    n: int
    entry: bytes
    hash: bytes


class TalkRow(Struct, frozen=True, array_like=True):
    """What ``seat`` has said to ``receiver`` (``PUBLIC``: to all) at second ``at``."""

    game: str
    at: int
    seat: str
    receiver: str
    text: str


class Snapshot(Struct, frozen=True, array_like=True):
    """The state of a game after entry ``n``."""

    n: int
    hash: bytes
    state: bytes
    due: int | None
    result: str | None


class Rows(Struct):
    """What a batch has made of one game, to be written together. ``remind``: when
    somebody is to be reminded, ``None`` for never; ``open_question``: what only says that
    an earlier one is open is stale.
    """

    made: list[GameRow] = field(default_factory=list)
    addresses: list[Address] = field(default_factory=list)
    closed: list[Address] = field(default_factory=list)
    journal: list[JournalRow] = field(default_factory=list)
    bulletins: list[BulletinRow] = field(default_factory=list)
    talk: list[TalkRow] = field(default_factory=list)
    messages: list[Outgoing] = field(default_factory=list)
    snapshot: Snapshot | None = None
    remind: int | UnsetType | None = UNSET
    open_question: int | None = None

    def stale(self, outgoing: Outgoing) -> bool:
        """Return whether the message only says that a question is open which no longer is."""
        asked, now = outgoing.question, self.open_question
        return asked is not None and now is not None and asked < now


class Retry(Struct, frozen=True):
    """Message ``id`` is to be tried again at second ``due``; ``tries``: how often it was tried."""

    id: int
    due: int
    tries: int
    why: str


class DeliveryReport(Struct):
    """What has become of messages: sent; dead, and why; to be tried again."""

    sent: list[int] = field(default_factory=list)
    dead: list[tuple[int, str]] = field(default_factory=list)
    later: list[Retry] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.sent or self.dead or self.later)

    def add(self, more: "DeliveryReport") -> None:
        """Report these as well."""
        self.sent += more.sent
        self.dead += more.dead
        self.later += more.later


class LeaseRequest(Struct, frozen=True):
    """The dispatcher wants the messages that are due at these doors by second ``at``, and,
    whatever their time, those for receivers (door and sender) who are ``back``.
    """

    at: int
    doors: tuple[str, ...]
    back: tuple[tuple[str, str], ...] = ()


class AuditEntry(Struct, frozen=True, array_like=True):
    """An act that is noted for ever. ``facts`` is JSON, and never holds hidden things of a game."""

    at: int
    actor: str
    action: str
    game: str | None
    facts: str

    @classmethod
    def of(cls, at: int, actor: str, action: str, game: str | None, /, **facts: Any) -> Self:
        """Return what ``actor`` has done at second ``at``."""
        return cls(at, actor, action, game, msgspec.json.encode(facts, order="sorted").decode())


class InboxRow(Struct, frozen=True, array_like=True):
    """A letter that has been answered. ``digest`` is the hash of who said what."""

    door: str
    id: str
    digest: bytes
    at: int
    game: str | None
    receipt: bytes


class Undelivered(Struct, frozen=True):
    """How many messages of a door wait, or are dead, for one reason; ``""``: none is known."""

    door: str
    why: str
    count: int


class Tally(Struct, kw_only=True):
    """How much the store holds, by door or by kind of game; ``next_due`` is the second at which
    the first open question is due.
    """

    letters: dict[str, int]
    waiting: dict[str, int]
    sent: dict[str, int]
    dead: dict[str, int]
    not_composed: dict[str, int]
    games: dict[str, int]
    running: dict[str, int]
    entries: int
    next_due: int | None
