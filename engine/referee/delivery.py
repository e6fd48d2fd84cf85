"""Tells what the ledger holds: to each reader in order, again if it must be, with the same mark.

Messages are composed here, after the commit and outside the writer's thread. What a reader has
been told is the cursor of the door and the game, which names those who are behind.
"""

import asyncio
import logging
from collections.abc import Awaitable, Coroutine, Iterable, Iterator
from itertools import count

from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Doors
from engine.referee.handing_over import HandingOver
from engine.referee.happenings import Happened
from engine.referee.keeping import Keeping
from engine.referee.parcels import Backlog, Lane, Ledger, Parcel, Receiver, parcels, stored
from engine.referee.progress import Progress, ProgressBook
from engine.referee.queues import ReceiverQueue
from engine.store.rows import DeliveryReport

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5, 3600
"""Seconds before a message is tried again, at first and at the
most; the wait doubles in between.
"""
PATIENCE = 346
"""Times that a message is tried: the last one comes two weeks after the first."""
SECOND = 1.0
"""Seconds after which it is noted how far the doors have come, at the latest."""
BEHIND = "behind an earlier message"
LOOK = 60
"""Seconds between two looks at what waits."""


class Dispatcher:
    """One for each process.

    A receiver is in one of three states. ``busy``: what comes waits in memory, behind a
    message that is being handed over or behind what is on its way from the ledger. ``held``:
    what comes waits in the ledger until a second, behind one that failed; it may be that only
    what players say does. Neither: nothing waits, what comes is handed over at once. So a
    message waits for no more than one of every other receiver, where a door takes one at a time.
    """

    def __init__(self, doors: Doors, clock: Clock, ledger: Ledger):
        self.doors, self.clock, self.ledger = doors, clock, ledger
        self.over = HandingOver(doors, clock, ledger)
        self.composer = self.over.composer
        self.book = ProgressBook()
        self.busy: dict[Receiver, ReceiverQueue] = {}
        self.held: dict[Lane, int] = {}
        self.early: list[tuple[tuple[Happened, ...], tuple[Outgoing, ...]]] | None = []
        self.keeping = Keeping(ledger, self.over.thread, self.begin, self.look_soon)
        self.tasks: set[asyncio.Task[None]] = set()
        self.reading = 0
        self.round = Alarm(clock, self.rounds)
        self.numbers = count(1)
        self.timer: asyncio.TimerHandle | None = None
        self.working = True

    # ---- beginning and end

    async def start(self) -> None:
        """Hand out what waits, and look again from time to time. If it cannot be read now, nothing
        newer is told before. It is noted at once, so that processes that die young do not tell the
        same for ever.
        """
        self.reading += 1
        try:
            waiting = await self.ledger.behind()
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.look_soon()
            return
        finally:
            self.reading -= 1
        for cursor in waiting.cursors:
            if self.keeps(cursor.door):
                self.keeping.soon(cursor.door, cursor.game)
            else:
                key = cursor.door, cursor.game
                self.book.progress[key] = Progress(cursor.upto, cursor.behind)
        read, places = self.parcels(waiting.happened), self.book.waiting()
        found = list(self.book.not_told(read, places, anew=True))
        self.note_told(waiting.happened)
        self.hand_out([*map(stored, waiting.finished), *found])
        self.flush()
        self.tell_early(waiting)
        self.round.set(self.clock.now() + LOOK)

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way and nobody waits."""
        return not (self.busy or self.keeping.games or self.book.somebody_waits)

    async def stop(self) -> None:
        """End; what is being handed over is finished first, what
        comes later waits in the ledger.
        """
        self.working = False
        await self.round.end()
        while self.tasks:
            await asyncio.wait(self.tasks)
        self.over.thread.shutdown()
        self.flush()

    # ---- what is told

    def tell(self, happened: Iterable[Happened], finished: Iterable[Outgoing] = ()) -> None:
        """Tell what a batch has made known; it is on the disk. In the event loop."""
        told = tuple(happened)
        if not self.working:
            return
        if self.early is not None:
            self.early.append((told, tuple(finished)))
            return
        out = list(self.parcels(told))
        self.note_told(told)
        self.hand_out([*map(stored, finished), *out])

    def tell_early(self, waiting: Backlog) -> None:
        """Tell what has happened while the ledger was read, as far as that was not read."""
        read = {one.game: one.happenings[-1].row.seq for one in waiting.happened}
        known = {out.id for out in waiting.finished}
        early, self.early = self.early or [], None
        for told, finished in early:
            self.tell(
                [one for one in told if one.happenings[-1].row.seq > read.get(one.game, 0)],
                [out for out in finished if out.id not in known],
            )

    def parcels(self, told: Iterable[Happened]) -> Iterator[Parcel]:
        """Return the parcels of those doors that store nothing."""
        doors = [door for door in self.doors if not self.keeps(door)]
        for happened in told:
            for parcel in parcels(happened, doors):
                parcel.number = next(self.numbers)
                yield parcel

    def note_told(self, told: Iterable[Happened]) -> None:
        """Move the cursors on; have the doors that store their messages compose them."""
        for one in told:
            for door in one.doors & self.doors.keys():
                if self.keeps(door):
                    self.keeping.soon(door, one.game)
                else:
                    self.book.move_on((door, one.game), one.happenings[-1].row.seq)

    def keeps(self, door: str) -> bool:
        """Return whether a door stores what it has composed."""
        return self.doors[door].repeats == "kept"

    # ---- what waits

    async def rounds(self) -> None:
        """Take up what is due."""
        if self.early is not None:
            await self.start()
            return
        now = self.clock.now()
        self.keeping.again()
        await self.take_up([lane for lane, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(max(now + 1, min([now + LOOK, *self.held.values()])))

    def look_soon(self) -> None:
        """Look at what waits, since something has failed."""
        self.look_by(self.clock.now() + FIRST_WAIT)

    def look_by(self, second: int) -> None:
        """Look at what waits at this second, unless that is done before."""
        self.round.set(min(second, self.round.when or second))

    def receiver_is_back(self, door: str, sender: str) -> None:
        """Hand over now what waits for this receiver, before anything newer."""
        self.begin(self.collect([(door, sender)]))

    def door_is_back(self, door: str) -> None:
        """Hand over now what waits for anybody at this door."""
        self.begin(self.take_up([lane for lane in self.held if lane[0][0] == door]))

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Do this beside everything else."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def collect(self, back: Iterable[Receiver]) -> None:
        """Hand out all that waits for those who are ``back``."""
        await self.take_up([(receiver, talk) for receiver in back for talk in (False, True)])

    async def take_up(self, lanes: Iterable[Lane]) -> None:
        """Hand out all that waits in these lanes; what comes for their receivers meanwhile waits
        behind it. Those are left out to whom something is on its way.
        """
        waiting = [lane for lane in lanes if lane[0] not in self.busy]
        receivers = tuple({receiver: None for receiver, _ in waiting})
        self.busy |= {receiver: ReceiverQueue() for receiver in receivers}
        for lane in waiting:
            self.held.pop(lane, None)
        places = self.book.waiting(receivers)
        since: dict[str, int] = {}
        for ((_, game), _), place in places.items():
            since[game] = min(place.seq, place.said, since.get(game, place.seq))
        read, gone = Backlog(), self.book.gone.copy()
        self.reading += 1
        try:
            read = await self.ledger.since(since, receivers)
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.held |= dict.fromkeys(waiting, self.clock.now() + FIRST_WAIT)
            places.clear()
            gone.clear()
        finally:
            self.reading -= 1
        newer = [parcel for receiver in receivers for parcel in self.busy.pop(receiver).rest()]
        old = list(self.book.not_told(self.parcels(read.happened), places, anew=False))
        known = {(parcel.key, parcel.receiver, parcel.seq) for parcel in old}
        fresh = [one for one in newer if (one.key, one.receiver, one.seq) not in known]
        finished = map(stored, self.book.not_in_hand(read))
        self.hand_out([*(one for one in finished if one.lane in waiting), *old, *fresh])
        if not self.reading:
            # What was reported before a batch that has read is deleted with that batch.
            self.book.forget(gone)

    # ---- handing over

    def hand_out(self, out: Iterable[Parcel]) -> None:
        """Hand these over, in this order, none before an earlier one for the same receiver."""
        listed = list(out)
        if self.working:
            self.book.taken |= {one.stored.id for one in listed if one.stored is not None}
            self.over.prepare(listed)
        for parcel in listed:
            if parcel.receiver in self.busy:
                self.busy[parcel.receiver].add(parcel)
            else:
                self.hand_over(parcel)
        self.flush_soon()

    def hand_over(self, parcel: Parcel) -> None:
        """Try one message, unless it has to wait; a door that takes its time gets a task, behind
        which the receiver's other messages wait.
        """
        if not self.working or parcel.lane in self.held:
            self.book.put_back(parcel, self.held.get(parcel.lane, 0), BEHIND)
            return
        try:
            sent = self.over.send(parcel)
        except Exception as error:
            self.failed(parcel, error)
            return
        if isinstance(sent, bool):
            self.book.passed(parcel)
        else:
            self.busy.setdefault(parcel.receiver, ReceiverQueue()).flying = parcel
            self.begin(self.carry(parcel, sent))

    async def carry(self, parcel: Parcel, sending: Awaitable[bool]) -> None:
        """Wait for the door, then hand over what is next for the same receiver."""
        try:
            await sending
            self.book.passed(parcel)
        except Exception as error:
            self.failed(parcel, error)
        finally:
            self.busy[parcel.receiver].flying = None
            if self.doors[parcel.reader.door].repeats != "dropped":
                await self.commit()
            self.go_on(parcel.receiver)
            self.flush_soon()

    def go_on(self, receiver: Receiver) -> None:
        """Hand over what waits for a receiver, until a door takes its time again."""
        queue = self.busy[receiver]
        while queue.flying is None and (parcel := queue.next()) is not None:
            self.hand_over(parcel)
        if queue.flying is None:
            del self.busy[receiver]

    def failed(self, parcel: Parcel, error: Exception) -> None:
        """Note why a message was not handed over, and when it will be tried again."""
        # What a door says may hold half a character, which no database takes.
        why = str(error).encode(errors="replace").decode()
        if isinstance(error, Undeliverable) or parcel.tries >= PATIENCE:
            self.book.lost(parcel, why)
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", parcel.reader.door, error)
        later = error if isinstance(error, TryLater) else TryLater(why)
        due = later.at
        if due is None:
            wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(parcel.tries, 20))
            due = self.clock.now() + max(wait, later.wait)
            parcel.tries += 1
        self.book.failed(parcel, due, why)
        self.held[parcel.lane] = due
        if not (later.alone and parcel.stored is not None):
            self.held[parcel.receiver, not parcel.talk] = due
        if self.working:
            self.look_by(due)

    # ---- noting it

    def report(self) -> DeliveryReport:
        """Return what is to be noted, once."""
        on_their_way = (parcel for queue in self.busy.values() for parcel in queue.heads())
        return self.book.report(on_their_way, self.composer.acts)

    def flush_soon(self) -> None:
        """Have what has changed noted within a second."""
        changed = self.book.changed or self.book.delivered or self.composer.acts
        if self.timer is None and changed:
            self.timer = asyncio.get_running_loop().call_later(SECOND, self.flush)

    def flush(self) -> None:
        """Have all noted with the next batch."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if delivered := self.report():
            self.ledger.report(delivered)

    async def commit(self) -> None:
        """Note how far all have come; on the disk when this returns."""
        delivered = self.report()
        try:
            await self.ledger.commit(delivered)
        except Exception as error:
            log.error("what was told could not be noted: %s", error)
            self.ledger.report(delivered)
