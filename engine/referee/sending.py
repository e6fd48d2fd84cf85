"""Deliveries: what is composed and handed to a door, whose turn it is at each receiver, and who is
behind until that is noted in the store.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Collection, Container, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from msgspec.structs import replace

from engine.errors import TryLater
from engine.house import votes
from engine.letters import Address, Outgoing
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.news import Composer, GameNews, NewsItem
from engine.referee.register import Contact
from engine.state import PUBLIC
from engine.store.rows import AuditEntry, Cursor, DeliveryReport, Place, RequestHeard
from engine.store.store import Store

NUMBERS = count(1)
"""Deliveries of this process, in the order in which they were made."""
NOT_FIRM = "another process may have taken over"
Key = tuple[str, str]
"""A door and a game: whose cursor it is."""
Lane = tuple[Contact, bool]
"""A receiver, and whether it is about what players say."""


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
        self.since = 0  # the second of the first try in vain
        self.again, self.number = False, next(NUMBERS)
        self.payload, self.composed = (stored.payload if stored else None), stored is not None
        self.ready: asyncio.Future[bytes | None] | None = None  # it is composed in the thread
        self.together: list[asyncio.Future[bytes | None]] = []  # what it waits for before it goes

    @classmethod
    def of(cls, out: Outgoing) -> "Delivery":
        """Return a stored message as it goes on its way."""
        reader = Address(door=out.door, sender=out.sender, game=out.game, viewer=PUBLIC)
        return cls(reader, stored=out)

    @property
    def sealed(self) -> bool:
        """Whether questions of its game are sealed."""
        return self.game is not None and self.game.everybody.sealed

    def before(self, place: Place) -> Place:
        """Return the place from which on a reader is told this message too."""
        if self.talk:
            return replace(place, said=min(place.said, self.seq - 1))
        return replace(place, seq=min(place.seq, self.seq - 1))

    def heard(self) -> list[RequestHeard]:
        """Return which request its reader has heard of when it was handed over, if any."""
        reader, item = self.reader, self.item
        if self.stored is not None:
            return [RequestHeard(reader.game, *self.receiver, stored=self.stored.id)]
        if item is None or reader.viewer == PUBLIC:
            return []
        asked = votes.request_in(item.general)
        if asked is None:
            return []
        by, what, line = asked
        return [RequestHeard(reader.game, *self.receiver, reader.viewer, by, what, line)]


def deliveries(game: GameNews, doors: Iterable[str], after: int = 0) -> Iterator[Delivery]:
    """Return a delivery for each reader of each item after a number, in order, the public first."""
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
    """Mark the first message to each reader, of each kind: it may have been handed over before."""
    for one in {one.lane: one for one in reversed(out)}.values():
        one.again = True
    return out


def one_reader(game: GameNews, item: NewsItem, who: Contact) -> Address:
    """Return the one reader that a brief is for, who need not have an address."""
    for one in game.readers:
        if (one.door, one.sender) == who and one.hears(item.row.seq):
            return one
    return Address(door=who[0], sender=who[1], game=game.game, viewer=PUBLIC)


class Sender:
    """Composes deliveries, in a thread of its own where a door draws, and hands them to doors."""

    def __init__(self, store: Store, doors: Doors, clock: Clock):
        self.store, self.doors, self.clock = store, doors, clock
        self.composer = Composer(doors)
        self.thread = ThreadPoolExecutor(1, "composer")

    def prepare(self, out: Iterable[Delivery]) -> None:
        """Compose the messages of games with sealed questions: all of them before the first is
        handed over. Every other one is composed when its turn has come.
        """
        slow = list[Delivery]()
        for one in out:
            if one.sealed and self.draws(one):
                slow.append(one)
                self.draw(one)
            elif one.sealed:
                one.payload, one.composed = self.compose(one), True
        for one in slow:
            one.together = [other.ready for other in slow if other.ready and other.key == one.key]

    def draws(self, one: Delivery) -> bool:
        """Return whether a message is to be composed in the thread for that."""
        return not one.composed and self.doors[one.reader.door].repeats == "checked"

    def draw(self, one: Delivery) -> None:
        """Have a message composed in the thread for that."""
        one.ready = asyncio.get_running_loop().run_in_executor(self.thread, self.compose, one)

    def compose(self, one: Delivery) -> bytes | None:
        assert one.item is not None
        assert one.game is not None
        return self.composer.compose(one.item, one.game, one.reader)

    def send(self, one: Delivery) -> Awaitable[None] | None:
        """Hand a message to its door, if there is anything to say. Raises what the door raises,
        at once or when awaited.
        """
        if one.ready is None and self.draws(one):
            self.draw(one)
        if one.ready is not None:
            return self.send_drawn(one, one.ready)
        if not one.composed:
            one.payload = self.compose(one)
        return None if one.payload is None else self.to_door(one, one.payload)

    async def send_drawn(self, one: Delivery, ready: Awaitable[bytes | None]) -> None:
        """Hand a message over that is composed in the thread for that."""
        if one.together:
            await asyncio.gather(*one.together, return_exceptions=True)
        payload = one.payload = await ready
        if payload is not None and (sending := self.to_door(one, payload)) is not None:
            await sending

    def to_door(self, one: Delivery, payload: bytes) -> Awaitable[None] | None:
        """Hand this over, unless another process may be doing so."""
        if self.store.hold(one.reader.door) != "firm":
            raise TryLater(NOT_FIRM, at=self.clock.now() + 1)
        return self.doors[one.reader.door].send(one.stored or self.outgoing(one, payload))

    def outgoing(self, one: Delivery, payload: bytes) -> Outgoing:
        """Return a message to be handed over."""
        assert one.item is not None
        door, sender = one.receiver
        game = one.reader.game
        return Outgoing(
            id=one.number,
            game=game,
            door=door,
            sender=sender,
            mark=self.store.mark(door, sender, game, one.seq, one.item.digest),
            payload=payload,
            talk=one.talk,
            tries=one.tries,
            again=one.again,
            seq=one.seq,
        )


class ReceiverQueue:
    """What waits in memory for one receiver, behind the message that is ``flying``, or behind what
    is being read from the store. Reports go before talk, games take turns, and each keeps its
    order.
    """

    def __init__(self, flying: Delivery | None = None):
        self.flying = flying
        self.lanes: tuple[dict[str, deque[Delivery]], ...] = ({}, {})

    def add(self, one: Delivery) -> None:
        self.lanes[one.talk].setdefault(one.reader.game, deque()).append(one)

    def next(self) -> Delivery | None:
        """Remove and return what is to be handed over next."""
        for games in self.lanes:
            for game in games:
                waiting = games.pop(game)
                one = waiting.popleft()
                if waiting:
                    games[game] = waiting
                return one
        return None

    def rest(self) -> Iterator[Delivery]:
        """Remove and return all that waits, in the order of its turns."""
        return iter(self.next, None)

    def heads(self) -> Iterator[Delivery]:
        """Return what is flying, and the first of all that waits in each game."""
        if self.flying is not None:
            yield self.flying
        yield from (waiting[0] for games in self.lanes for waiting in games.values())


class ProgressBook:
    """The cursors of the games in which somebody is behind, or something has ``changed`` since it
    was noted.
    """

    def __init__(self) -> None:
        self.cursors: dict[Key, Cursor] = {}
        self.changed: set[Key] = set()
        self.taken: set[int] = set()  # stored messages on their way, or gone and perhaps not noted
        self.gone: set[int] = set()  # those of them that were reported as gone
        self.delivered = DeliveryReport()

    @property
    def somebody_waits(self) -> bool:
        return any(cursor.behind for cursor in self.cursors.values())

    def cursor(self, key: Key, upto: int) -> Cursor:
        """Return a cursor; one of which nothing is known stands at ``upto``."""
        if key not in self.cursors:
            self.cursors[key] = Cursor(door=key[0], game=key[1], upto=upto)
        return self.cursors[key]

    def waiting(self, whom: Container[Contact] | None = None) -> dict[tuple[Key, str], Place]:
        """Return the places of those who are behind, of all or these receivers."""
        return {
            (key, sender): place
            for key, cursor in self.cursors.items()
            for sender, place in cursor.behind.items()
            if whom is None or (key[0], sender) in whom
        }

    def missed(
        self, read: Iterable[Delivery], places: Mapping[tuple[Key, str], Place]
    ) -> Iterator[Delivery]:
        """Return what those have missed who are at these ``places``, from what was read; they wait
        for it no longer. The first of each kind was tried as often as its place says.
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
        """Move a cursor on; those for whom something is on its way are named when it is noted."""
        cursor = self.cursor(key, 0)
        cursor.upto = max(cursor.upto, upto)
        self.changed.add(key)

    def not_in_hand(self, finished: Iterable[Outgoing]) -> list[Delivery]:
        """Return the stored messages that are not on their way, or gone, already: what was read
        may be older than what is known here.
        """
        return [Delivery.of(out) for out in finished if out.id not in self.taken]

    def forget(self, gone: Collection[int]) -> None:
        """Forget messages that are gone from the store, and from all that was read of it."""
        self.taken.difference_update(gone)
        self.gone.difference_update(gone)

    def lost(self, one: Delivery, why: str) -> None:
        """Note that a message can never be handed over."""
        self.delivered.lost.append((one.reader.door, why))
        self.passed(one)

    def passed(self, one: Delivery) -> None:
        """Note that a reader is that far."""
        if one.stored is not None:
            self.delivered.gone.append(one.stored.id)
        else:
            self.cursor(one.key, one.seq)
            self.changed.add(one.key)

    def failed(self, one: Delivery, due: int, why: str) -> None:
        """Leave a message in the store until second ``due`` that was tried in vain."""
        if one.stored is not None:
            self.delivered.later.append((one.stored.id, one.tries, why))
        self.put_back(one, due, why)

    def put_back(self, one: Delivery, due: int = 0, why: str = "") -> None:
        """Leave a message in the store."""
        if one.stored is not None:
            self.taken.discard(one.stored.id)
            return
        cursor, sender = self.cursor(one.key, one.seq), one.reader.sender
        upto = cursor.upto
        place = cursor.behind.get(sender) or Place(upto, upto, one.tries, due, why, one.since)
        cursor.behind[sender] = one.before(place)
        self.changed.add(one.key)

    def report(self, on_their_way: Iterable[Delivery], acts: list[AuditEntry]) -> DeliveryReport:
        """Return what is to be noted, once, with these ``acts``: with the cursors that have
        changed, in which those are behind for whom something is on its way.
        """
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
