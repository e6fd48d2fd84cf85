"""Messages on their way: for each reader of each happening, and what delivery asks for."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from msgspec import Struct

from engine.house import votes
from engine.letters import Address, Outgoing
from engine.referee.doors import Doors
from engine.referee.happenings import Happened, Happening, StandingGame
from engine.state import PUBLIC
from engine.store.notes import DraftNotes
from engine.store.rows import AuditEntry, Cursor, DeliveryReport, Hold, RequestHeard

Receiver = tuple[str, str]
"""A door and a sender there."""
Lane = tuple[Receiver, bool]
"""A receiver, and whether it is about what players say."""
Key = tuple[str, str]
"""A door and a game."""


class Backlog(Struct, frozen=True, kw_only=True):
    """What is read from the ledger: how far doors have come in games, what these have told since,
    and stored messages.
    """

    cursors: tuple[Cursor, ...] = ()
    happened: tuple[Happened, ...] = ()
    finished: tuple[Outgoing, ...] = ()


class Untold(Struct, frozen=True):
    """What doors have not told, and behind which number of each of their games."""

    after: Mapping[Key, int]
    happened: tuple[Happened, ...]


class Composed(Struct, frozen=True, kw_only=True):
    """What a door is to tell of a game up to news ``upto``: messages for readers, those that are
    talk marked; what the door notes of it, and the audit log. ``asking`` are those messages, by
    their place, that put a request to their readers.
    """

    door: str
    game: str
    upto: int
    messages: tuple[tuple[Address, bytes, bool], ...]
    notes: DraftNotes
    acts: tuple[AuditEntry, ...]
    asking: Mapping[int, RequestHeard] = {}


class Ledger(Protocol):
    """What delivery needs of the writer. Each method is called in the event loop."""

    def report(self, delivered: DeliveryReport) -> None:
        """Note this with the next batch, or soon."""

    async def commit(self, delivered: DeliveryReport) -> None:
        """Note this; it is on the disk when this returns. Raises ``NotStored``."""

    async def behind(self, doors: Doors) -> Backlog:
        """Return all that waits at these doors, at the start. Raises ``NotStored``."""

    async def waiting_at(self, doors: Doors) -> Backlog:
        """Return how far these doors have come where somebody waits, and the messages that are
        stored for them, without any news. Raises ``NotStored``.
        """

    async def untold(self, reached: Mapping[Key, int]) -> Untold:
        """Return what other processes have made known that the doors here have not told. Raises
        ``NotStored``.
        """

    async def since(self, places: dict[str, int], receivers: tuple[Receiver, ...]) -> Backlog:
        """Return what games have told since these numbers, and what is stored for these
        receivers. Raises ``NotStored``.
        """

    def compose(self, door: str, game: str) -> Composed | None:
        """Return what a door is to tell of a game next, composed; in any thread but the writer's.
        Raises ``StoreError``.
        """

    async def keep(self, made: Composed) -> None:
        """Store what was composed, unless it is out of date; it comes like all that a batch has
        stored. Raises ``NotStored``.
        """

    def hold(self, door: str) -> Hold:
        """Return whether people may be told by this door."""

    def mark(self, *parts: str | bytes | int) -> str:
        """Return the mark that these parts give."""


class Parcel:
    """One message on its way to a receiver: of a happening, or stored. ``key``: the cursor that it
    belongs to; ``talk``: it is what a player says; ``lane``: what waits when it does.
    """

    def __init__(
        self,
        reader: Address,
        happening: Happening | None = None,
        standing: StandingGame | None = None,
        stored: Outgoing | None = None,
    ):
        self.reader, self.receiver = reader, (reader.door, reader.sender)
        self.key: Key = (reader.door, reader.game)
        self.happening, self.standing, self.stored = happening, standing, stored
        self.seq = happening.row.seq if happening else 0
        self.talk = happening.row.kind == "talk" if happening else bool(stored and stored.talk)
        self.lane: Lane = (self.receiver, self.talk)
        self.tries = stored.tries if stored else 0
        self.since = 0  # the second of the first try in vain
        self.again, self.number = False, 0
        self.payload, self.composed = (stored.payload if stored else None), stored is not None
        self.ready: asyncio.Future[bytes | None] | None = None
        self.together: list[asyncio.Future[bytes | None]] = []


def parcels(happened: Happened, doors: Iterable[str]) -> Iterator[Parcel]:
    """Return a parcel for each reader of each happening, in order, the public first."""
    known = set(doors)
    for happening in happened.happenings:
        only = happening.about.reader
        for reader in happened.readers:
            if reader.door in known and reader.hears(happening.row.seq) and not only:
                yield Parcel(reader, happening, happened.standing)
        if only and only[0] in known:
            yield Parcel(reader_of(happened, happening), happening, happened.standing)


def reader_of(happened: Happened, happening: Happening) -> Address:
    """Return the one reader that a brief is for, who need not have an address."""
    door, sender = happening.about.reader or ("", "")
    found = (
        one
        for one in happened.readers
        if (one.door, one.sender) == (door, sender) and one.hears(happening.row.seq)
    )
    nobody = Address(door=door, sender=sender, game=happened.game, viewer=PUBLIC)
    return next(found, nobody)


def heard_by(parcel: Parcel) -> list[RequestHeard]:
    """Return which request its reader has heard of with a parcel that was handed over, if any."""
    reader, happening = parcel.reader, parcel.happening
    if parcel.stored is not None:
        return [RequestHeard(reader.game, *parcel.receiver, stored=parcel.stored.id)]
    if happening is None or reader.viewer == PUBLIC:
        return []
    asked = votes.request_in(happening.general)
    if asked is None:
        return []
    by, what, line = asked
    return [RequestHeard(reader.game, *parcel.receiver, reader.viewer, by, what, line)]


def sealed(parcel: Parcel) -> bool:
    """Return whether questions of its game are sealed."""
    return parcel.standing is not None and parcel.standing.everybody.sealed


def stored(out: Outgoing) -> Parcel:
    """Return a stored message as it goes on its way."""
    reader = Address(door=out.door, sender=out.sender, game=out.game, viewer=PUBLIC)
    return Parcel(reader, stored=out)
