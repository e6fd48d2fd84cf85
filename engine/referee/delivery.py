"""Delivers news to each reader in order. Retries carry the same mark.

Messages are composed here, after the commit and outside the writer's thread. The cursor of a door
and a game records how far its readers were told, and which readers are behind.
docs/internals/storage.md describes the three states of a receiver.
"""

import asyncio
import logging
from collections.abc import (
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from functools import partial
from itertools import product
from typing import Any

from msgspec.structs import replace

from engine.errors import TryLater, Undeliverable
from engine.messages import Outgoing
from engine.referee import ledger
from engine.referee.accounts import Account
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Door, Doors
from engine.referee.news import GameNews
from engine.referee.sending import (
    Delivery,
    Key,
    Lane,
    ProgressBook,
    ReceiverQueue,
    Sender,
    deliveries,
    mark_first,
)
from engine.store.rows import DeliveryReport, LateReader, late_readers
from engine.store.store import Store

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5, 3600
"""Seconds before a retry. The wait doubles from the first to the longest."""
PATIENCE = 346
"""The maximum number of tries. The last one is two weeks after the first."""
SECOND = 1.0
"""The maximum number of seconds before progress is recorded."""
BEHIND = "behind an earlier message"
LATE = 900
"""Seconds of failed tries after which operators and moderators are told."""
LOOK = 60
"""Seconds between two checks for pending messages."""


class Dispatcher:
    """Delivers news, one dispatcher per process.

    A receiver is in one of three states. ``busy``: a message is being sent, or pending ones are
    being read from the store, and new ones wait in memory. ``held``: a message has failed, and new
    ones (perhaps only chat) wait in the store until a certain second. Otherwise a new message is
    sent at once. So at a door that takes one message at a time, a message waits for at most one of
    every other receiver.

    ``reached`` is the number of the last news item told by the doors here, per door and game. It is
    needed if other processes may add news: at the start, and always if they share the store.
    """

    def __init__(
        self,
        store: Store,
        doors: dict[str, Door],
        clock: Clock,
        *,
        run: Callable[..., Awaitable[Any]],
        beside: Callable[..., Awaitable[Any]],
        commit: Callable[[DeliveryReport], Awaitable[Any]],
        report: Callable[[DeliveryReport], None],
    ):
        """``run`` calls a function with a batch, ``beside`` one with a store in another thread. A
        report is on disk when ``commit`` is done, and soon after ``report``.
        """
        self.store, self.doors, self.clock = store, doors, clock
        self.run, self.beside, self.put, self.note = run, beside, commit, report
        self.sender = Sender(store, doors, clock)
        self.book = ProgressBook()
        self.busy: dict[Account, ReceiverQueue] = {}
        self.held: dict[Lane, int] = {}
        self.failing: dict[tuple[Key, str], LateReader] = {}
        self.warned: set[tuple[Key, str]] = set()
        self.reached: dict[Key, int] | None = {}
        self.unread: Doors | None = None  # doors whose pending news could not be read at the start
        self.missed = False  # a batch's news could not be told yet
        self.composing: dict[str, dict[str, None]] = {}  # games by door, in turn
        self.left: set[Key] = set()  # games whose messages could not be composed
        self.tasks: set[asyncio.Task[None]] = set()
        self.reading = 0
        self.round = Alarm(clock, self.rounds)
        self.timer: asyncio.TimerHandle | None = None
        self.working = True

    # ---- beginning and end

    async def start(self, doors: Doors) -> None:
        """Open all doors and deliver pending news. If the store can't be read, retry later and hold
        newer news back. A process that shares its database uses ``Sharing.start`` instead.
        """
        self.unread = None
        try:
            if not self.doors.keys() >= doors.keys():
                await self.open(doors)
            more = True
            while more or self.missed:
                if self.missed:
                    await self.hand_out_stored()
                self.missed = False
                more = await self.catch_up()
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.unread = doors
            self.look_soon()
            return
        self.reached = None
        await self.rounds()
        # Save progress at once, so that a crash loop doesn't repeat messages.
        self.flush()

    async def open(self, doors: Doors) -> None:
        """Open these doors, pending news first. Raises ``NotStored`` if it can't be read."""
        cursors, finished = await self.read(self.run(ledger.waiting, doors))
        self.doors.update(doors)
        now = self.clock.now()
        for cursor in cursors:
            if self.keeps(cursor.door) or not cursor.behind:
                continue
            # Their messages may have been sent before. They are read when it's their turn.
            behind = {who: replace(at, tries=at.tries or 1) for who, at in cursor.behind.items()}
            self.book.cursors[cursor.door, cursor.game] = replace(cursor, behind=behind)
            lanes = product([(cursor.door, who) for who in behind], (False, True))
            self.held |= dict.fromkeys(lanes, now)
        self.hand_out(self.book.not_in_hand(finished))
        self.look_by(now if self.held else now + LOOK)

    async def catch_up(self) -> bool:
        """Deliver missing news, and return whether there was any. Raises ``NotStored``."""
        assert self.reached is not None
        after: dict[Key, int] = await self.run(ledger.untold, self.doors, self.reached)
        since = dict[str, int]()
        for (door, game), seq in after.items():
            if not self.keeps(door):
                since[game] = min(seq, since.get(game, seq))
            elif (door, game) not in self.left:
                self.compose_soon(door, game)
        read = await self.told_since(since, ledger.PAGE)
        found, out = {one.game: one for one in read}, list[Delivery]()
        for (door, game), seq in after.items():
            if game not in found or self.keeps(door):
                continue
            known = self.reached.get((door, game))
            seq = max(seq, known or 0)
            if found[game].last > seq:
                told = list(self.deliveries(found[game], [door], seq))
                # If this process has not told the game before, another one may have.
                out += told if known is not None else mark_first(told)
                self.note_told(found[game], [door])
        self.hand_out(out)
        return bool(out)

    async def hand_out_stored(self) -> None:
        """Deliver stored messages that are not being sent. Raises ``NotStored``."""
        if kept := {name: door for name, door in self.doors.items() if self.keeps(name)}:
            _, finished = await self.read(self.run(ledger.waiting, kept))
            self.hand_out(self.book.not_in_hand(finished))

    async def read(self, reading: Awaitable[Any]) -> Any:
        self.reading += 1
        try:
            return await reading
        finally:
            self.reading -= 1

    async def told_since(self, places: Mapping[str, int], most: int | None = None) -> Any:
        look = partial(ledger.told_since, places=places, most=most)
        return await self.beside(look) if places else []

    def reached_by(self, key: Key, reached: Mapping[Key, int]) -> int:
        """Return the number of the last news item that a door was told."""
        cursor = self.book.cursors.get(key)
        return reached.get(key, 0 if cursor is None else cursor.upto)

    def next_at(self, door: str, one: GameNews) -> bool:
        """Return whether a door has been told everything before this news."""
        if self.reached is None or self.keeps(door):
            return True
        return self.reached.get((door, one.game)) == one.items[0].row.seq - 1

    @property
    def idle(self) -> bool:
        return not (self.busy or self.composing or self.book.somebody_waits)

    async def stop(self) -> None:
        self.working = False
        await self.round.end()
        while self.tasks:
            await asyncio.wait(self.tasks)
        self.sender.thread.shutdown()
        self.flush()

    # ---- news of batches

    def tell(self, told: Sequence[GameNews], finished: Sequence[Outgoing] = ()) -> bool:
        """Deliver the news of a stored batch. Call it in the event loop. Return whether a door here
        must be told something else first, which other processes have stored.
        """
        if not self.working:
            return False
        out, gap = list[Delivery](), False
        for one in told:
            doors = [door for door in self.doors if self.next_at(door, one)]
            gap = gap or (
                len(doors) < len(self.doors) and not one.doors & {*self.doors} <= {*doors}
            )
            out += self.deliveries(one, doors)
            self.note_told(one, doors)
        self.missed = self.missed or bool(told or finished)
        here = [Delivery.of(one) for one in finished if one.door in self.doors]
        self.hand_out([*here, *out])
        return gap

    def deliveries(
        self, news: GameNews, doors: Collection[str], after: int = 0
    ) -> Iterator[Delivery]:
        return deliveries(news, [door for door in doors if not self.keeps(door)], after)

    def note_told(self, news: GameNews, doors: Collection[str]) -> None:
        """Advance the cursors of these doors, or compose messages at doors that store them."""
        for door in news.doors & set(doors):
            if self.keeps(door):
                self.compose_soon(door, news.game)
                continue
            self.book.move_on((door, news.game), news.last)
            if self.reached is not None:
                self.reached[door, news.game] = news.last

    def keeps(self, door: str) -> bool:
        return self.doors[door].repeats == "kept"

    # ---- doors that store composed messages, because a retry must send the same bytes

    def compose_soon(self, door: str, game: str) -> None:
        if door in self.composing:
            self.composing[door][game] = None
        else:
            self.composing[door] = {game: None}
            self.begin(self.compose_all(door))

    async def compose_all(self, door: str) -> None:
        """Compose and store a door's messages until none are left. Games take turns."""
        loop, games = asyncio.get_running_loop(), self.composing[door]
        while games:
            del games[game := next(iter(games))]
            try:
                compose = partial(ledger.compose, self.store, self.doors, door, game)
                keep = await loop.run_in_executor(self.sender.thread, compose)
                if keep is not None:
                    await self.run(keep)
                    games[game] = None
            except Exception as error:
                log.error("nothing could be composed for door %s: %s", door, error)
                self.left.add((door, game))
                self.look_soon()
        del self.composing[door]

    # ---- pending messages

    async def rounds(self) -> None:
        if self.unread is not None:
            await self.start(self.unread)
            return
        now = self.clock.now()
        left, self.left = self.left, set()
        for door, game in left:
            self.compose_soon(door, game)
        self.warn()
        await self.take_up([lane for lane, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(max(now + 1, min([now + LOOK, *self.held.values()])))

    def late(self) -> list[LateReader]:
        return late_readers(self.failing.values(), self.clock.now() - LATE + 1)

    def warn(self) -> None:
        for one in self.late():
            who = (one.door, one.game), one.sender
            if who not in self.warned:
                self.warned.add(who)
                said = "door %s has failed to deliver news of game %s for %s minutes: %s"
                minutes = (self.clock.now() - one.since) // 60
                log.warning(said, one.door, one.game, minutes, one.why)

    def no_longer_fails(self, one: Delivery) -> None:
        """Forget the failures of a message, which was delivered or given up."""
        who = one.key, one.reader.sender
        self.failing.pop(who, None)
        self.warned.discard(who)

    def look_soon(self) -> None:
        self.look_by(self.clock.now() + FIRST_WAIT)

    def look_by(self, second: int) -> None:
        """Check for pending messages at this second or earlier."""
        self.round.set(min(second, self.round.when or second))

    def receiver_is_back(self, door: str, sender: str) -> None:
        self.begin(self.collect([(door, sender)]))

    def door_is_back(self, door: str) -> None:
        self.begin(self.take_up([lane for lane in self.held if lane[0][0] == door]))

    def begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def collect(self, back: Iterable[Account]) -> None:
        await self.take_up([(receiver, talk) for receiver in back for talk in (False, True)])

    async def take_up(self, lanes: Iterable[Lane]) -> None:
        """Send all pending messages of these lanes, before newer ones, if none is in flight."""
        waiting = [lane for lane in lanes if lane[0] not in self.busy]
        receivers = tuple({receiver: None for receiver, _ in waiting})
        self.busy |= {receiver: ReceiverQueue() for receiver in receivers}
        for lane in waiting:
            self.held.pop(lane, None)
        places = self.book.waiting(receivers)
        since: dict[str, int] = {}
        for ((_, game), _), place in places.items():
            since[game] = min(place.seq, place.said, since.get(game, place.seq))
        told, finished = list[GameNews](), list[Outgoing]()
        gone, reached = self.book.gone.copy(), self.reached
        try:
            if reached is None:
                told, finished = await self.read(self.run(ledger.since, since, receivers))
            else:
                finished = await self.read(self.run(ledger.stored_for, receivers))
                told = await self.read(self.told_since(since))
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.held |= dict.fromkeys(waiting, self.clock.now() + FIRST_WAIT)
            places.clear()
            gone.clear()
        newer = [one for receiver in receivers for one in self.busy.pop(receiver).rest()]
        waited = (one for news in told for one in self.deliveries(news, self.doors))
        if reached is not None:
            waited = (one for one in waited if one.seq <= self.reached_by(one.key, reached))
        old = list(self.book.missed(waited, places))
        known = {(one.key, one.receiver, one.seq) for one in old}
        fresh = [one for one in newer if (one.key, one.receiver, one.seq) not in known]
        kept = [one for one in self.book.not_in_hand(finished) if one.lane in waiting]
        self.hand_out([*kept, *old, *fresh])
        if not self.reading:
            # A batch that has read the store has also deleted the messages reported before.
            self.book.forget(gone)

    # ---- sending

    def hand_out(self, out: Iterable[Delivery]) -> None:
        listed = list(out)
        if self.working:
            self.book.taken |= {one.stored.id for one in listed if one.stored is not None}
            self.sender.prepare(listed)
        for one in listed:
            if one.receiver in self.busy:
                self.busy[one.receiver].add(one)
            else:
                self.hand_over(one)
        self.flush_soon()

    def hand_over(self, one: Delivery) -> None:
        """Try one message unless it must wait for another one of its receiver."""
        if not self.working or one.lane in self.held:
            self.book.put_back(one, self.held.get(one.lane, 0), BEHIND)
            return
        try:
            sent = self.sender.send(one)
        except Exception as error:
            self.failed(one, error)
            return
        if sent is None:
            self.passed(one)
        else:
            self.busy.setdefault(one.receiver, ReceiverQueue()).flying = one
            self.begin(self.carry(one, sent))

    async def carry(self, one: Delivery, sending: Awaitable[None]) -> None:
        """Wait for the door, then send the next message to the same receiver."""
        try:
            await sending
            self.passed(one)
        except Exception as error:
            self.failed(one, error)
        finally:
            self.busy[one.receiver].flying = None
            if self.doors[one.reader.door].repeats != "dropped":
                await self.commit()
            self.go_on(one.receiver)
            self.flush_soon()

    def passed(self, one: Delivery) -> None:
        """Record a delivered message, and the request for agreement in it, if any."""
        if self.failing or self.warned:
            self.no_longer_fails(one)
        self.book.passed(one)
        heard = one.heard() if one.payload is not None else []
        if heard and not self.doors[one.reader.door].says_who_heard:
            self.book.delivered.heard += heard

    def go_on(self, receiver: Account) -> None:
        queue = self.busy[receiver]
        while queue.flying is None and (one := queue.next()) is not None:
            self.hand_over(one)
        if queue.flying is None:
            del self.busy[receiver]

    def failed(self, one: Delivery, error: Exception) -> None:
        # An error's text may contain half a character, which no database accepts.
        why = str(error).encode(errors="replace").decode()
        if isinstance(error, Undeliverable) or one.tries >= PATIENCE:
            self.no_longer_fails(one)
            self.book.lost(one, why)
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", one.reader.door, error)
        who, now = (one.key, one.reader.sender), self.clock.now()
        first = self.failing.get(who)
        one.since = one.since or (first.since if first else now)
        self.failing[who] = LateReader(one.since, *one.key, one.reader.sender, why)
        self.warn()
        later = error if isinstance(error, TryLater) else TryLater(why)
        due = later.at
        if due is None:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(one.tries, 20))
            due = now + max(wait, later.wait)
            one.tries += 1
        self.book.failed(one, due, why)
        self.held[one.lane] = due
        if not (later.alone and one.stored is not None):
            self.held[one.receiver, not one.talk] = due
        if self.working:
            self.look_by(due)

    # ---- saving progress

    def report(self) -> DeliveryReport:
        """Return the unsaved progress. The next call returns only newer progress."""
        on_their_way = (one for queue in self.busy.values() for one in queue.heads())
        return self.book.report(on_their_way, self.sender.composer.acts)

    def flush_soon(self) -> None:
        changed = self.book.changed or self.book.delivered or self.sender.composer.acts
        if self.timer is None and changed:
            self.timer = asyncio.get_running_loop().call_later(SECOND, self.flush)

    def flush(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if delivered := self.report():
            self.note(delivered)

    async def commit(self) -> None:
        """Save all progress. It is on disk when this returns."""
        delivered = self.report()
        try:
            await self.put(delivered)
        except Exception as error:
            log.error("what was told could not be noted: %s", error)
            self.note(delivered)
