"""Composing and sending messages, the queue of each receiver, and progress that is not stored
yet.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Collection, Container, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from msgspec.structs import replace

from engine.errors import TryLater
from engine.messages import Address, Outgoing
from engine.referee.accounts import Account
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.news import Composer, GameNews, NewsItem
from engine.state import PUBLIC
from engine.store.rows import AuditEntry, Cursor, DeliveryReport, Place, RequestHeard
from engine.store.store import Store

NUMBERS = count(1)
"""Numbers the deliveries of this process."""
NOT_FIRM = "another process may have taken over"
Key = tuple[str, str]
"""The door and game of a cursor."""
Lane = tuple[Account, bool]
"""A receiver, and whether the messages are chat."""


class Delivery:
    """One message for one receiver: an item of the news of ``game``, or a ``stored`` message."""

    def __init__(
        self,
        reader: Address,
        item: NewsItem | None = None,
        game: GameNews | None = None,
        stored: Outgoing | None = None,
    ):
        self.reader, self.receiver = reader, (reader.door, reader.sender)
        self.key: Key = (reader.door, reader.game)
        self.item, self.game, self.stored = item, game, stored
        self.seq = item.row.seq if item else 0
        self.talk = item.row.kind == "talk" if item else bool(stored and stored.talk)
        self.lane: Lane = (self.receiver, self.talk)
        self.tries = stored.tries if stored else 0
        self.since = 0  # second of the first failed try
        self.again, self.number = False, next(NUMBERS)
        self.payload, self.composed = (stored.payload if stored else None), stored is not None
        self.ready: asyncio.Future[bytes | None] | None = None  # set while the thread composes it
        self.together: list[asyncio.Future[bytes | None]] = []  # to be awaited before it is sent

    @classmethod
    def of(cls, out: Outgoing) -> "Delivery":
        reader = Address(door=out.door, sender=out.sender, game=out.game, viewer=PUBLIC)
        return cls(reader, stored=out)

    @property
    def sealed(self) -> bool:
        return self.game is not None and self.game.everybody.sealed

    def before(self, place: Place) -> Place:
        """Return a reader's place, moved back so that this message is sent again."""
        if self.talk:
            return replace(place, said=min(place.said, self.seq - 1))
        return replace(place, seq=min(place.seq, self.seq - 1))

    def heard(self) -> list[RequestHeard]:
        """Return the request for agreement that the reader receives with this message, if any."""
        reader, item = self.reader, self.item
        if self.stored is not None:
            return [RequestHeard(reader.game, *self.receiver, stored=self.stored.id)]
        if item is None or (asked := item.request) is None or reader.viewer == PUBLIC:
            return []
        by, what, line = asked
        return [RequestHeard(reader.game, *self.receiver, reader.viewer, by, what, line)]


def deliveries(game: GameNews, doors: Iterable[str], after: int = 0) -> Iterator[Delivery]:
    """Yield a delivery to each reader of each item numbered above ``after``."""
    known = set(doors)
    for item in game.items:
        only = item.about.reader
        if item.row.seq <= after:
            continue
        for reader in game.readers if not only else ():
            if reader.door in known and reader.hears(item.row.seq):
                yield Delivery(reader, item, game)
        if only and only[0] in known:
            yield Delivery(one_reader(game, item, only), item, game)


def mark_first(out: list[Delivery]) -> list[Delivery]:
    """Mark the first message to each reader as possibly sent before, chat separately."""
    for one in {one.lane: one for one in reversed(out)}.values():
        one.again = True
    return out


def one_reader(game: GameNews, item: NewsItem, who: Account) -> Address:
    """Return the address of a brief's reader, who may have none in the game."""
    for one in game.readers:
        if (one.door, one.sender) == who and one.hears(item.row.seq):
            return one
    return Address(door=who[0], sender=who[1], game=game.game, viewer=PUBLIC)


class Sender:
    """Composes messages, in a thread if necessary, and gives them to doors."""

    def __init__(self, store: Store, doors: Doors, clock: Clock):
        self.store, self.doors, self.clock = store, doors, clock
        self.composer = Composer(doors)
        self.thread = ThreadPoolExecutor(1, "composer")

    def prepare(self, out: Iterable[Delivery]) -> None:
        slow = list[Delivery]()
        for one in out:
            if not one.sealed:
                continue
            if self.draws(one):
                slow.append(one)
                self.draw(one)
            else:
                one.payload, one.composed = self.compose(one), True
        for one in slow:
            one.together = [other.ready for other in slow if other.ready and other.key == one.key]

    def draws(self, one: Delivery) -> bool:
        return not one.composed and self.doors[one.reader.door].repeats == "checked"

    def draw(self, one: Delivery) -> None:
        one.ready = asyncio.get_running_loop().run_in_executor(self.thread, self.compose, one)

    def compose(self, one: Delivery) -> bytes | None:
        assert one.item is not None
        assert one.game is not None
        return self.composer.compose(one.item, one.game, one.reader)

    def send(self, one: Delivery) -> Awaitable[None] | None:
        if one.ready is None and not one.composed and self.draws(one):
            self.draw(one)
        if one.ready is not None:
            return self.send_drawn(one, one.ready)
        if not one.composed:
            one.payload = self.compose(one)
        return None if one.payload is None else self.to_door(one, one.payload)

    async def send_drawn(self, one: Delivery, ready: Awaitable[bytes | None]) -> None:
        if one.together:
            await asyncio.gather(*one.together, return_exceptions=True)
        payload = one.payload = await ready
        if payload is not None and (sending := self.to_door(one, payload)) is not None:
            await sending

    def to_door(self, one: Delivery, payload: bytes) -> Awaitable[None] | None:
        """Give a message to its door. Raises ``TryLater`` if another process may hold the door."""
        if self.store.lease_state(one.reader.door) != "firm":
            raise TryLater(NOT_FIRM, at=self.clock.now() + 1)
        return self.doors[one.reader.door].send(one.stored or self.outgoing(one, payload))

    def outgoing(self, one: Delivery, payload: bytes) -> Outgoing:
        assert one.item is not None
        door, sender = one.receiver
        game, mark = one.reader.game, ""
        if self.doors[door].marks:
            mark = self.store.mark(door, sender, game, one.seq, one.item.digest)
        return Outgoing(
            id=one.number,
            game=game,
            door=door,
            sender=sender,
            mark=mark,
            payload=payload,
            talk=one.talk,
            tries=one.tries,
            again=one.again,
            seq=one.seq,
        )


class ReceiverQueue:
    """The messages in memory for one receiver. News precedes chat, and games take turns."""

    def __init__(self, flying: Delivery | None = None):
        self.flying = flying
        self.lanes: tuple[dict[str, deque[Delivery]], ...] = ({}, {})

    def add(self, one: Delivery) -> None:
        self.lanes[one.talk].setdefault(one.reader.game, deque()).append(one)

    def next(self) -> Delivery | None:
        for games in self.lanes:
            for game in games:
                waiting = games.pop(game)
                one = waiting.popleft()
                if waiting:
                    games[game] = waiting
                return one
        return None

    def rest(self) -> Iterator[Delivery]:
        return iter(self.next, None)

    def heads(self) -> Iterator[Delivery]:
        """Yield the message in flight and the first waiting message of each game."""
        if self.flying is not None:
            yield self.flying
        yield from (waiting[0] for games in self.lanes for waiting in games.values())


class ProgressBook:
    """The cursors of games with readers who are behind, or that have ``changed``."""

    def __init__(self) -> None:
        self.cursors: dict[Key, Cursor] = {}
        self.changed: set[Key] = set()
        self.taken: set[int] = (
            set()
        )  # stored messages in flight, or sent and perhaps not recorded yet
        self.gone: set[int] = set()  # those of them reported as gone
        self.delivered = DeliveryReport()

    @property
    def somebody_waits(self) -> bool:
        return any(cursor.behind for cursor in self.cursors.values())

    def cursor(self, key: Key, upto: int) -> Cursor:
        """Return a cursor. A new one starts at ``upto``."""
        if (cursor := self.cursors.get(key)) is None:
            cursor = self.cursors[key] = Cursor(door=key[0], game=key[1], upto=upto)
        return cursor

    def waiting(self, whom: Container[Account] | None = None) -> dict[tuple[Key, str], Place]:
        return {
            (key, sender): place
            for key, cursor in self.cursors.items()
            for sender, place in cursor.behind.items()
            if whom is None or (key[0], sender) in whom
        }

    def missed(
        self, read: Iterable[Delivery], places: Mapping[tuple[Key, str], Place]
    ) -> Iterator[Delivery]:
        """Yield the deliveries that the readers at ``places`` have missed, and no longer count
        these readers as behind.

        ``read`` are deliveries just read from the store. The first one of a reader gets the place's
        number of tries.
        """
        firsts = set[tuple[Key, str, bool]]()
        for one in read:
            who = one.key, one.reader.sender
            place = places.get(who)
            if place is not None and one.seq > (place.said if one.talk else place.seq):
                if (first := (*who, one.talk)) not in firsts:
                    firsts.add(first)
                    one.tries, one.since, one.again = place.tries, place.since, place.tries > 0
                yield one
        for key, sender in places:
            self.cursors[key].behind.pop(sender, None)

    def move_on(self, key: Key, upto: int) -> None:
        """Advance a cursor. Readers with messages in flight are added when the cursor is stored."""
        cursor = self.cursor(key, 0)
        cursor.upto = max(cursor.upto, upto)
        self.changed.add(key)

    def not_in_hand(self, finished: Iterable[Outgoing]) -> list[Delivery]:
        """Return the stored messages that are neither in flight nor delivered."""
        return [Delivery.of(out) for out in finished if out.id not in self.taken]

    def forget(self, gone: Collection[int]) -> None:
        self.taken.difference_update(gone)
        self.gone.difference_update(gone)

    def lost(self, one: Delivery, why: str) -> None:
        self.delivered.lost.append((one.reader.door, why))
        self.passed(one)

    def passed(self, one: Delivery) -> None:
        if one.stored is not None:
            self.delivered.gone.append(one.stored.id)
        else:
            self.cursor(one.key, one.seq)
            self.changed.add(one.key)

    def failed(self, one: Delivery, due: int, why: str) -> None:
        """Leave a failed message in the store until second ``due``."""
        if one.stored is not None:
            self.delivered.later.append((one.stored.id, one.tries, why))
        self.put_back(one, due, why)

    def put_back(self, one: Delivery, due: int = 0, why: str = "") -> None:
        """Leave a message in the store for a later read."""
        if one.stored is not None:
            self.taken.discard(one.stored.id)
            return
        cursor, sender = self.cursor(one.key, one.seq), one.reader.sender
        upto = cursor.upto
        place = cursor.behind.get(sender) or Place(upto, upto, one.tries, due, why, one.since)
        cursor.behind[sender] = one.before(place)
        self.changed.add(one.key)

    def report(self, on_their_way: Iterable[Delivery], acts: list[AuditEntry]) -> DeliveryReport:
        """Return the unsaved progress, once. Readers with messages in flight count as behind."""
        delivered, self.delivered = self.delivered, DeliveryReport()
        self.gone.update(delivered.gone)
        delivered.acts += acts
        acts.clear()
        behinds = {key: self.cursors[key].behind.copy() for key in self.changed}
        for one in on_their_way:
            if one.stored is None and one.key in behinds:
                behind, sender = behinds[one.key], one.reader.sender
                upto = self.cursors[one.key].upto
                place = behind.get(sender) or Place(upto, upto, one.tries, since=one.since)
                behind[sender] = one.before(place)
        for key, behind in behinds.items():
            cursor = self.cursors[key]
            if not behind:
                del self.cursors[key]
            delivered.cursors[key] = replace(cursor, behind=behind)
        self.changed.clear()
        return delivered
