"""The rows of the store: games, messages, receipts and delivery state as plain data."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from engine.messages import Address, Outgoing
from engine.state import Setup
from engine.store import saved

NOT_COMPOSED = "not composed"
"""The audit action for a message that could not be composed. Its facts are the door and the type of
the exception.
"""
read_setup = msgspec.json.Decoder(Setup).decode


class GameRow(Struct, frozen=True, array_like=True):
    """A stored game. ``told`` is the number of its last news item."""

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
    told: int = 0

    def decoded_setup(self) -> Setup:
        """Return the decoded setup. Raises ``Newer``."""
        setup: Setup = saved.whole(self.kind, self.setup, read_setup)
        return setup


class GameSummary(Struct, frozen=True, array_like=True):
    """A game in a list, without its state. ``result`` is ``None`` while the game runs."""

    id: str
    kind: str
    edition: int
    created: int
    result: str | None


Due = tuple[int, str]
"""A due time and the id of its game. Sorts by time, then by game."""

FIRST: Due = (-1, "")
"""Sorts before every other place."""
LAST_ID = "\U0010ffff"
"""Sorts after the id of every game."""


class BulletinRow(Struct, frozen=True, array_like=True):
    """A stored bulletin: what entry ``n`` told, with all copies, and its rolls and commitments.
    ``commitments`` is empty if there are none.
    """

    game: str
    n: int
    at: int
    told: bytes
    rolls: bytes
    undo_to: int | None
    commitments: bytes = b""


class JournalRow(Struct, frozen=True, array_like=True):
    game: str
    n: int
    entry: bytes
    hash: bytes


class NewsRow(Struct, frozen=True, array_like=True, kw_only=True):
    """One item of news: number ``seq`` of its game, after entry ``n``, at second ``at``.

    ``kind`` is ``told`` (the bulletin of an entry; ``body`` as ``BulletinRow.told``), ``talk`` (a
    message between seats), ``reminder`` (of a deadline) or ``brief`` (for one reader alone).
    ``about`` is JSON that names the readers concerned. The numbers count secret items too, so never
    show them.
    """

    game: str
    seq: int
    n: int
    at: int
    kind: str
    question: int = 0
    body: bytes = b""
    rolls: bytes = b"[]"
    undo_to: int | None = None
    about: bytes = b"{}"
    commitments: bytes = b""

    def bulletin(self) -> BulletinRow:
        return BulletinRow(
            self.game,
            self.n,
            self.at,
            self.body,
            self.rolls,
            self.undo_to,
            commitments=self.commitments,
        )


class TalkRow(Struct, frozen=True, array_like=True):
    """A chat message of ``seat`` to ``receiver`` (``PUBLIC``: everybody) at second ``at``."""

    game: str
    at: int
    seat: str
    receiver: str
    text: str


class Snapshot(Struct, frozen=True, array_like=True, kw_only=True):
    """The state of a game after entry ``n`` and news ``told``."""

    n: int
    hash: bytes
    state: bytes
    due: int | None
    result: str | None
    told: int


class Rows(Struct, kw_only=True):
    """The changes of one batch to one game, written together. ``addresses`` are the new, changed or
    closed ones, in this order. ``remind`` is the second of the next reminder (``None``: never).
    """

    made: list[GameRow] = field(default_factory=list)
    addresses: list[Address] = field(default_factory=list)
    journal: list[JournalRow] = field(default_factory=list)
    news: list[NewsRow] = field(default_factory=list)
    snapshot: Snapshot | None = None
    remind: int | UnsetType | None = UNSET


class Place(Struct, frozen=True, array_like=True):
    """The place of a reader who is behind: told up to news ``seq`` and chat ``said``. The next
    message was tried ``tries`` times, last failed because of ``why``, and waits until second
    ``until``.
    """

    seq: int
    said: int
    tries: int = 0
    until: int = 0
    why: str = ""
    since: int = 0  # second of the first failed try; 0: none


class Cursor(Struct, kw_only=True):
    """How far a door has told a game: up to news ``upto``, except readers who are ``behind``, keyed
    by sender.
    """

    door: str
    game: str
    upto: int
    behind: dict[str, Place] = {}


class DeliveryReport(Struct, kw_only=True):
    """The results of delivery that a batch stores.

    ``lost`` lists door and reason of undeliverable messages. ``finished`` are composed messages to
    store. ``gone`` are the ids of stored messages that were delivered, ``later`` those that failed
    and wait for a retry. ``acts`` go to the audit log. ``heard`` are requests that reached a
    reader.
    """

    cursors: dict[tuple[str, str], Cursor] = field(default_factory=dict)
    lost: list[tuple[str, str]] = field(default_factory=list)
    finished: list[Outgoing] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    later: list[tuple[int, int, str]] = field(default_factory=list)  # id, tries, why
    acts: list["AuditEntry"] = field(default_factory=list)
    heard: list["RequestHeard"] = field(default_factory=list)

    def __bool__(self) -> bool:
        found = self.cursors, self.lost, self.finished, self.gone, self.later, self.acts
        return any(found) or bool(self.heard)

    def add(self, more: "DeliveryReport") -> None:
        """Merge another report into this one; its cursors replace older ones."""
        self.cursors |= more.cursors
        self.lost += more.lost
        self.finished += more.finished
        self.gone += more.gone
        self.later += more.later
        self.acts += more.acts
        self.heard += more.heard


class RequestHeard(Struct, frozen=True, array_like=True):
    """The delivery of a request to a seat. ``by`` is the seat that asks, for the command ``what``
    or an undo to ``line``. If the door stores its messages, only ``stored``, the number of the
    message, is set.
    """

    game: str
    door: str
    sender: str
    seat: str = ""
    by: str = ""
    what: str = ""
    line: int = 0
    stored: int = 0


class AuditEntry(Struct, frozen=True, array_like=True):
    """An act recorded forever. ``facts`` is JSON and must never contain a game's secrets."""

    at: int
    actor: str
    action: str
    game: str | None
    facts: str

    @classmethod
    def of(cls, at: int, actor: str, action: str, game: str | None, /, **facts: Any) -> Self:
        """Build the record of an act of ``actor`` at second ``at``."""
        return cls(at, actor, action, game, msgspec.json.encode(facts, order="sorted").decode())


class InboxRow(Struct, frozen=True, array_like=True):
    """An answered message of ``sender``. ``digest`` is the hash of sender and content. The message
    was written at second ``at`` or earlier.
    """

    door: str
    id: str
    digest: bytes
    at: int
    game: str | None
    receipt: bytes
    sender: str = ""


class Age(Struct, frozen=True, kw_only=True):
    """A selection of old rows, from before a second.

    ``receipts``: of messages that arrived earlier. ``messages``: stored ones not tried since.
    ``notes``: those of a door named ``FOLDER/…`` that an earlier batch put. With ``ended``, only
    notes whose next part is the id of a game that ended earlier.
    """

    what: Literal["receipts", "messages", "notes"]
    before: int
    door: str = ""
    folder: str = ""
    ended: bool = False


class Freed(Struct, frozen=True, kw_only=True):
    """The rows and bytes removed, or that would be. ``after`` is the last row checked, or ``None``
    if no more rows can follow.
    """

    rows: int
    bytes: int
    after: tuple[str | int, ...] | None = None


class Weight(Struct, frozen=True):
    """The size of a table. ``estimated``: only the content of its rows was counted."""

    table: str
    rows: int
    bytes: int
    estimated: bool = False


class Rewriting(Struct, frozen=True, kw_only=True):
    game: GameRow
    journal: tuple[JournalRow, ...]
    news: tuple[NewsRow, ...]
    names: dict[str, str] = {}


class Erasure(Struct, frozen=True, kw_only=True):
    """The removal of a person: their ``contacts`` (door and sender) and the ``words`` by which the
    audit log may name them. A ``stand_in`` gets their seats. ``notes`` to remove are given by door
    and name; ``games`` may hold news for them alone.
    """

    contacts: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    stand_in: tuple[str, str]
    notes: tuple[tuple[str, str], ...] = ()
    games: tuple[str, ...] = ()


class Undelivered(Struct, frozen=True):
    """The number of a door's undelivered messages with one reason (empty: unknown)."""

    door: str
    why: str
    count: int


TRIED = 15 * 86_400
"""Extra seconds for which a message that failed is stored. Delivery gives up earlier."""


class LateReader(Struct, frozen=True, order=True):
    """A reader whose messages have failed since a second, and the reason."""

    since: int
    door: str
    game: str
    sender: str
    why: str


def late_readers(waiting: Iterable[LateReader], before: int) -> list[LateReader]:
    """Return the first failure per reader and game that began before a second, the oldest first."""
    first: dict[tuple[str, str, str], LateReader] = {}
    for one in sorted(waiting):
        if 0 < one.since < before:
            first.setdefault((one.door, one.game, one.sender), one)
    return list(first.values())


def undelivered(counts: Mapping[tuple[str, str], int]) -> list[Undelivered]:
    """Return these counts as rows, the most frequent reason first."""
    found = [Undelivered(door, why, count) for (door, why), count in counts.items()]
    return sorted(found, key=lambda one: (-one.count, one.door, one.why))


class Tally(Struct, kw_only=True):
    """The number of games in the store, by kind. ``next_due`` is the second at which the first open
    question is due.
    """

    games: dict[str, int]
    running: dict[str, int]
    next_due: int | None


LeaseState = Literal["firm", "unsure", "lost"]
"""Whether a process may do work reserved for one process, such as speaking at a door.

``firm``: it proved this recently. ``unsure``: not recently, or not yet. ``lost``: another process
took over.
"""

CLOCK = "clock"
"""The name of the part that plays due questions. All other parts are doors."""

Parts = Mapping[str, Collection[str]]
"""The parts held by one process at a time: a name and the doors that belong together."""
