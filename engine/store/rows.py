"""What the store keeps of games, letters and messages, as plain rows."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, Self

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from engine.letters import Address, Outgoing
from engine.state import Setup
from engine.store import saved

NOT_COMPOSED = "not composed"
"""The act under which the audit log notes that a message could not be composed: the door, the
game, the type of the exception.
"""
read_setup = msgspec.json.Decoder(Setup).decode


class GameRow(Struct, frozen=True, array_like=True):
    """A game as it is stored. ``told`` is the number of its last news."""

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
        """Return what the game was made of. Raises ``Newer``."""
        setup: Setup = saved.whole(self.kind, self.setup, read_setup)
        return setup


class GameSummary(Struct, frozen=True, array_like=True):
    """What a list says of a game, without its state: ``result`` is ``None`` while it runs."""

    id: str
    kind: str
    edition: int
    created: int
    result: str | None


Due = tuple[int, str]
"""A second, and the game in which something is due then: a place in the order of both."""

FIRST: Due = (-1, "")
"""The place before all others."""
LAST_ID = "\U0010ffff"
"""Behind the id of every game."""


class BulletinRow(Struct, frozen=True, array_like=True):
    """A bulletin as it is stored: what entry ``n`` told, with all copies, the dice thrown, and
    what was committed to; the last is empty where nothing was.
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
    """One happening that is told: number ``seq`` of its game, after entry ``n``, at second ``at``.

    ``told``: the bulletin of an entry (``body`` as ``BulletinRow.told``); ``talk``: what a seat
    has said; ``reminder``: that a deadline comes near; ``brief``: for one reader alone. ``about``
    is JSON that says whom it concerns. The numbers count secret things and leave the house
    nowhere.
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
    """What ``seat`` has said to ``receiver`` (``PUBLIC``: to all) at second ``at``."""

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
    """What a batch has made of one game, to be written together. ``addresses`` are those that are
    new, changed or closed, in this order; ``remind``: when somebody is to be reminded, ``None``
    for never.
    """

    made: list[GameRow] = field(default_factory=list)
    addresses: list[Address] = field(default_factory=list)
    journal: list[JournalRow] = field(default_factory=list)
    news: list[NewsRow] = field(default_factory=list)
    snapshot: Snapshot | None = None
    remind: int | UnsetType | None = UNSET


class Place(Struct, frozen=True, array_like=True):
    """How far a reader was told who is behind the others: up to news ``seq``, and of what players
    say up to ``said``; the next was tried ``tries`` times, for the last time in vain because of
    ``why``, and waits until a second.
    """

    seq: int
    said: int
    tries: int = 0
    until: int = 0
    why: str = ""
    since: int = 0  # the second of the first try in vain; 0: none was


class Cursor(Struct, kw_only=True):
    """How far a door has told a game: up to news ``upto``, but for those who are ``behind``, by
    sender.
    """

    door: str
    game: str
    upto: int
    behind: dict[str, Place] = {}


class DeliveryReport(Struct, kw_only=True):
    """What has become of messages: how far the doors have come; how many were ``lost``, by door
    and reason; which are ``finished`` and to be stored as they are; of those that are stored,
    which have ``gone`` and which are to be tried again ``later``; what the audit log is to note;
    which requests were ``heard``.
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
        """Report these as well; a later cursor takes the place of an earlier one."""
        self.cursors |= more.cursors
        self.lost += more.lost
        self.finished += more.finished
        self.gone += more.gone
        self.later += more.later
        self.acts += more.acts
        self.heard += more.heard


class RequestHeard(Struct, frozen=True, array_like=True):
    """A request was delivered to a seat: ``by`` whom, for ``what`` or else to which ``line``. Where
    a door stores its messages, the one that went is known by its number (``stored``) alone.
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
    """A letter of ``sender`` that has been answered. ``digest`` is the hash of who said what. It
    was not written after second ``at``.
    """

    door: str
    id: str
    digest: bytes
    at: int
    game: str | None
    receipt: bytes
    sender: str = ""


class Age(Struct, frozen=True, kw_only=True):
    """What has grown old. ``receipts``: of letters that came before that second. ``messages``:
    stored ones that nobody has tried to hand over since. ``notes``: those of a door that are
    called ``FOLDER/...`` and that were put by a batch before it; ``ended``: whose names go on with
    the id of a game that has ended before it.
    """

    what: Literal["receipts", "messages", "notes"]
    before: int
    door: str = ""
    folder: str = ""
    ended: bool = False


class Freed(Struct, frozen=True, kw_only=True):
    """How much was removed, or would be. ``after``: the last row that was looked at, if there may
    be more behind it.
    """

    rows: int
    bytes: int
    after: tuple[str | int, ...] | None = None


class Weight(Struct, frozen=True):
    """How much a table holds. ``estimated``: only what stands in its rows was counted."""

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
    """Who goes: a person's ``contacts`` (door and sender), and the ``words`` by which the audit log
    may name them; a ``stand_in`` has their seats. ``notes``: which go, by door and name;
    ``games``: those that may have told them something alone.
    """

    contacts: tuple[tuple[str, str], ...]
    words: tuple[str, ...]
    stand_in: tuple[str, str]
    notes: tuple[tuple[str, str], ...] = ()
    games: tuple[str, ...] = ()


class Undelivered(Struct, frozen=True):
    """How many messages of a door wait, or are dead, for one reason; ``""``: none is known."""

    door: str
    why: str
    count: int


TRIED = 15 * 86_400
"""Seconds that a message which was tried in vain is kept longer: delivery gives it up before."""


class LateReader(Struct, frozen=True, order=True):
    """A reader for whom a message has been tried in vain since a second, and why."""

    since: int
    door: str
    game: str
    sender: str
    why: str


def late_readers(waiting: Iterable[LateReader], before: int) -> list[LateReader]:
    """Return the first wait of each reader in a game that began before a second, the longest
    first.
    """
    first: dict[tuple[str, str, str], LateReader] = {}
    for one in sorted(waiting):
        if 0 < one.since < before:
            first.setdefault((one.door, one.game, one.sender), one)
    return list(first.values())


def undelivered(counts: Mapping[tuple[str, str], int]) -> list[Undelivered]:
    """Return how many messages these are, the most frequent reason first."""
    found = [Undelivered(door, why, count) for (door, why), count in counts.items()]
    return sorted(found, key=lambda one: (-one.count, one.door, one.why))


class Tally(Struct, kw_only=True):
    """How many games the store holds, by kind; ``next_due`` is the second at which
    the first open question is due.
    """

    games: dict[str, int]
    running: dict[str, int]
    next_due: int | None


Hold = Literal["firm", "unsure", "lost"]
"""Whether a process may do what one process alone does, such as to speak at a door: it has lately
proved to be that one; it has not, or not yet; or another one has taken over from it.
"""

CLOCK = "clock"
"""What the process does that plays what is due; the other parts are doors."""

Parts = Mapping[str, Collection[str]]
"""What one process does at a time, by name: each the doors that go together."""
