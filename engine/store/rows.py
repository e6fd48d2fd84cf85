"""The rows of the store: games, messages, receipts and delivery state as plain data."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from engine.messages import Address, Outgoing
from engine.state import Commitment, Setup
from engine.store import saved

NOT_COMPOSED = "not composed"
"""The audit action for a message that could not be composed. Its facts are the door and the type of
the exception.
"""
read_setup = msgspec.json.Decoder(Setup).decode


class GameRow(Struct, frozen=True, array_like=True):
    id: str
    kind: str
    edition: int
    created: int
    setup: bytes
    n: int  # number of its last journal entry
    hash: bytes  # hash of the journal up to it
    state: bytes
    due: int | None
    result: str | None
    told: int = 0  # number of its last news item

    def decoded_setup(self) -> Setup:
        setup: Setup = saved.whole(self.kind, self.setup, read_setup)
        return setup


class GameSummary(Struct, frozen=True, array_like=True):
    id: str
    kind: str
    edition: int
    created: int
    result: str | None  # ``None`` while the game runs


Due = tuple[int, str]
"""A deadline and the id of its game."""

FIRST: Due = (-1, "")
"""Sorts before every other deadline."""
LAST_ID = "\U0010ffff"
"""Sorts after the id of every game."""


class BulletinRow(Struct, frozen=True, array_like=True):
    """A stored bulletin: the events of entry ``n`` with all copies, its rolls and commitments."""

    game: str
    n: int
    at: int
    told: bytes
    rolls: bytes
    undo_to: int | None
    commitments: bytes = b""  # empty if there are none


def commitments_in(data: bytes) -> tuple[Commitment, ...]:
    return msgspec.json.decode(data, type=tuple[Commitment, ...]) if data else ()


class JournalRow(Struct, frozen=True, array_like=True):
    game: str
    n: int
    entry: bytes
    hash: bytes


class NewsRow(Struct, frozen=True, array_like=True, kw_only=True):
    """One news item of a game.

    ``kind`` is ``told`` (a bulletin; ``body`` as in ``BulletinRow.told``), ``talk`` (chat),
    ``reminder`` (of a deadline) or ``brief`` (for one reader). Numbers count secret items too, so
    never show them.
    """

    game: str
    seq: int  # its number
    n: int  # the journal entry before it
    at: int
    kind: str
    question: int = 0
    body: bytes = b""
    rolls: bytes = b"[]"
    undo_to: int | None = None
    about: bytes = b"{}"  # JSON that names the readers concerned
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
    game: str
    at: int
    seat: str
    receiver: str  # a seat, or ``PUBLIC`` for everybody
    text: str


class Snapshot(Struct, frozen=True, array_like=True, kw_only=True):
    n: int
    hash: bytes
    state: bytes
    due: int | None
    result: str | None
    told: int


class RatedRow(Struct, frozen=True, array_like=True, kw_only=True):
    """An account's rating at a kind of game after its rated game number ``games``."""

    kind: str
    door: str
    sender: str
    games: int
    game: str  # the id of that game
    at: int
    mu: float
    sigma: float
    won: int  # games won so far
    drawn: int


class ConductRow(Struct, frozen=True, array_like=True, kw_only=True):
    """The conduct of an account in one day, counted. Days are numbered from 1970, in UTC."""

    door: str
    sender: str
    day: int
    kept: int = 0  # questions answered in time
    missed: int = 0  # deadlines missed
    gone: int = 0  # seats lost


class Rows(Struct, kw_only=True):
    made: list[GameRow] = field(default_factory=list)
    # new, changed or closed ones, in this order
    addresses: list[Address] = field(default_factory=list)
    journal: list[JournalRow] = field(default_factory=list)
    news: list[NewsRow] = field(default_factory=list)
    snapshot: Snapshot | None = None
    rated: list[RatedRow] = field(default_factory=list)
    conduct: list[ConductRow] = field(default_factory=list)
    remind: int | UnsetType | None = UNSET  # second of the next reminder; ``None``: never


class Place(Struct, frozen=True, array_like=True):
    """The progress of a reader who is behind, and the state of their next message."""

    seq: int  # news read up to this number
    said: int  # chat read up to this number
    tries: int = 0
    until: int = 0  # second of the next try
    why: str = ""  # the last error
    since: int = 0  # second of the first failed try; 0: none


class Cursor(Struct, kw_only=True):
    door: str
    game: str
    upto: int  # told up to this number, except readers who are ``behind``
    behind: dict[str, Place] = {}  # by sender


class DeliveryReport(Struct, kw_only=True):
    """The results of delivery, for the next batch to store."""

    cursors: dict[tuple[str, str], Cursor] = field(default_factory=dict)
    # door and reason of each undeliverable message
    lost: list[tuple[str, str]] = field(default_factory=list)
    finished: list[Outgoing] = field(default_factory=list)  # composed messages to store
    gone: list[int] = field(default_factory=list)  # ids of stored messages that were delivered
    # failed messages that will be retried: id, tries, error
    later: list[tuple[int, int, str]] = field(default_factory=list)
    acts: list["AuditEntry"] = field(default_factory=list)  # for the audit log
    heard: list["RequestHeard"] = field(default_factory=list)  # requests that have reached a seat

    def __bool__(self) -> bool:
        found = self.cursors, self.lost, self.finished, self.gone, self.later, self.acts
        return any(found) or bool(self.heard)

    def add(self, more: "DeliveryReport") -> None:
        self.cursors |= more.cursors
        self.lost += more.lost
        self.finished += more.finished
        self.gone += more.gone
        self.later += more.later
        self.acts += more.acts
        self.heard += more.heard


class RequestHeard(Struct, frozen=True, array_like=True):
    """A request has reached a seat. At doors that store messages, only ``stored`` is set."""

    game: str
    door: str
    sender: str
    seat: str = ""
    by: str = ""  # the asking seat
    what: str = ""  # the moderator's order, or ""
    line: int = 0  # line of an undo, or 0
    stored: int = 0  # number of the stored message


class AuditEntry(Struct, frozen=True, array_like=True):
    at: int
    actor: str
    action: str
    game: str | None
    facts: str  # JSON without secrets of games

    @classmethod
    def of(cls, at: int, actor: str, action: str, game: str | None, /, **facts: Any) -> Self:
        return cls(at, actor, action, game, msgspec.json.encode(facts, order="sorted").decode())


class InboxRow(Struct, frozen=True, array_like=True):
    door: str
    id: str
    digest: bytes  # hash of sender and content
    at: int  # it was written then or earlier
    game: str | None
    receipt: bytes
    sender: str = ""


class Age(Struct, frozen=True, kw_only=True):
    # receipts, stored messages to send, or notes of ``door`` in ``folder``
    what: Literal["receipts", "messages", "notes"]
    before: int  # the second before which a row is old
    door: str = ""
    folder: str = ""
    ended: bool = False  # only notes about games that ended before then


class Freed(Struct, frozen=True, kw_only=True):
    rows: int
    bytes: int
    # the key of the last row checked; ``None``: no more rows
    after: tuple[str | int, ...] | None = None


class Weight(Struct, frozen=True):
    table: str
    rows: int
    bytes: int
    estimated: bool = False  # only the content of its rows was counted


class Rewriting(Struct, frozen=True, kw_only=True):
    game: GameRow
    journal: tuple[JournalRow, ...]
    news: tuple[NewsRow, ...]
    names: dict[str, str] = {}


class Erasure(Struct, frozen=True, kw_only=True):
    accounts: tuple[tuple[str, str], ...]  # door and sender of each
    words: tuple[str, ...]  # words by which the audit log may name the person
    stand_in: tuple[str, str]  # gets the person's seats
    notes: tuple[tuple[str, str], ...] = ()  # door and name of notes to delete
    games: tuple[str, ...] = ()  # games with news for this person alone


class Undelivered(Struct, frozen=True):
    door: str
    why: str  # empty: unknown
    count: int


TRIED = 15 * 86_400
"""Extra seconds for which a failed message is stored. Delivery gives up earlier."""


class LateReader(Struct, frozen=True, order=True):
    since: int  # second of the first failure
    door: str
    game: str
    sender: str
    why: str  # the last error


def late_readers(waiting: Iterable[LateReader], before: int) -> list[LateReader]:
    first: dict[tuple[str, str, str], LateReader] = {}
    for one in sorted(waiting):
        if 0 < one.since < before:
            first.setdefault((one.door, one.game, one.sender), one)
    return list(first.values())


def undelivered(counts: Mapping[tuple[str, str], int]) -> list[Undelivered]:
    found = [Undelivered(door, why, count) for (door, why), count in counts.items()]
    return sorted(found, key=lambda one: (-one.count, one.door, one.why))


class Tally(Struct, kw_only=True):
    games: dict[str, int]
    running: dict[str, int]
    next_due: int | None  # the next deadline of all games


LeaseState = Literal["firm", "unsure", "lost"]
"""The state of a process's exclusive right to work, such as sending at a door.

``firm``: it proved its right recently. ``unsure``: not recently, or not yet. ``lost``: another
process took over.
"""

CLOCK = "clock"
"""The name of the part that plays due ticks. All other parts are doors."""

Parts = Mapping[str, Collection[str]]
"""The parts that only one process at a time can hold: names, each with its doors."""
