"""Tells what the ledger holds: to each reader in order, again if it must be, with the same mark.

Messages are composed here, after the commit and outside the writer's thread. What a reader has
been told is the cursor of the door and the game, which names those who are behind.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Coroutine, Iterable, Iterator
from itertools import count

from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Doors
from engine.referee.handing_over import HandingOver
from engine.referee.happenings import Happened
from engine.referee.keeping import Keeping
from engine.referee.parcels import Backlog, Ledger, Parcel, Receiver, address_of, parcels
from engine.referee.progress import Progress, ProgressBook
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
LOOK = 60
"""Seconds between two looks at what waits."""


class Dispatcher:
    """One for each process.

    A receiver is in one of three states. ``busy``: what comes waits in memory, behind a
    message that is being handed over or behind what is on its way from the ledger. ``held``:
    what comes waits in the ledger until a second, behind one that failed. Neither: nothing
    waits, what comes is handed over at once.
    """

    def __init__(self, doors: Doors, clock: Clock, ledger: Ledger):
        self.doors, self.clock, self.ledger = doors, clock, ledger
        self.over = HandingOver(doors, ledger)
        self.composer = self.over.composer
        self.book = ProgressBook()
        self.busy: dict[Receiver, deque[Parcel]] = {}
        self.held: dict[Receiver, int] = {}
        self.early: list[tuple[tuple[Happened, ...], tuple[Outgoing, ...]]] | None = []
        self.keeping = Keeping(ledger, self.over.thread, self.begin, self.look_soon)
        self.tasks: set[asyncio.Task[None]] = set()
        self.round = Alarm(clock, self.rounds)
        self.numbers = count(1)
        self.timer: asyncio.TimerHandle | None = None
        self.working = True

    # ---- beginning and end

    async def start(self) -> None:
        """Hand out what waits, and look again from time to time. If it cannot be read now, nothing
        newer is told before.
        """
        try:
            waiting = await self.ledger.behind()
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.look_soon()
            return
        for cursor in waiting.cursors:
            if self.keeps(cursor.door):
                self.keeping.soon(cursor.door, cursor.game)
            else:
                key = cursor.door, cursor.game
                self.book.progress[key] = Progress(cursor.upto, cursor.behind)
        read = self.parcels(waiting.happened)
        found = [parcel for parcel in read if parcel.seq > self.book.place(parcel)]
        for parcel in found:
            parcel.again = True
            place = self.book.of(parcel).behind.get(parcel.reader.sender)
            parcel.tries = place.tries if place is not None else 0
        for progress in self.book.progress.values():
            progress.behind.clear()
        self.note_told(waiting.happened)
        self.hand_out([*map(stored, waiting.finished), *found])
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
        await self.collect([receiver for receiver, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(min([now + LOOK, *self.held.values()]))

    def look_soon(self) -> None:
        """Look at what waits, since something has failed."""
        self.look_by(self.clock.now() + FIRST_WAIT)

    def look_by(self, second: int) -> None:
        """Look at what waits at this second, unless that is done before."""
        self.round.set(min(second, self.round.when or second))

    def receiver_is_back(self, door: str, sender: str) -> None:
        """Hand over now what waits for this receiver, before anything newer."""
        self.begin(self.collect([(door, sender)]))

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Do this beside everything else."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def collect(self, back: list[Receiver]) -> None:
        """Hand out all that waits for those who are ``back``, and what is stored and due; what
        comes for them meanwhile waits.
        """
        waiting = [receiver for receiver in back if receiver not in self.busy]
        for receiver in waiting:
            self.held.pop(receiver, None)
            self.busy[receiver] = deque()
        places = {
            (key, sender): place
            for key, progress in self.book.progress.items()
            for sender, place in progress.behind.items()
            if (key[0], sender) in waiting
        }
        since: dict[str, int] = {}
        for ((_, game), _), place in places.items():
            since[game] = min(place.seq, since.get(game, place.seq))
        read = Backlog()
        try:
            read = await self.ledger.since(since, tuple(waiting))
        except Exception as error:
            log.error("what waits to be told could not be read: %s", error)
            self.held |= dict.fromkeys(waiting, self.clock.now() + FIRST_WAIT)
            places.clear()
        newer = [parcel for receiver in waiting for parcel in self.busy.pop(receiver)]
        old = list[Parcel]()
        tried = dict(places)
        for parcel in self.parcels(read.happened):
            who = parcel.key, parcel.reader.sender
            if who in places and parcel.seq > places[who].seq:
                # What was tried before is the first of them.
                first = tried.pop(who, None)
                parcel.tries = first.tries if first is not None else 0
                parcel.again = parcel.tries > 0
                old.append(parcel)
        known = {(parcel.key, parcel.receiver, parcel.seq) for parcel in old}
        for key, sender in places:
            self.book.progress[key].behind.pop(sender, None)
        fresh = [one for one in newer if (one.key, one.receiver, one.seq) not in known]
        self.hand_out([*map(stored, self.book.not_in_hand(read)), *old, *fresh])

    # ---- handing over

    def hand_out(self, out: Iterable[Parcel]) -> None:
        """Hand these over, in this order, none before an earlier one for the same receiver."""
        listed = list(out)
        if not self.working:
            for parcel in listed:
                if parcel.stored is None:
                    # The next process finds it.
                    self.book.put_back(parcel, 0, "")
            return
        self.book.taken |= {one.stored.id for one in listed if one.stored is not None}
        self.over.prepare(listed)
        for parcel in listed:
            receiver = parcel.receiver
            if receiver in self.busy:
                self.busy[receiver].append(parcel)
            elif receiver in self.held:
                self.book.put_back(parcel, self.held[receiver], "behind an earlier message")
            else:
                self.hand_over(parcel)
        self.flush_soon()

    def hand_over(self, parcel: Parcel) -> None:
        """Try one message; a door that takes its time gets a task, behind which the
        receiver's other messages wait.
        """
        try:
            sent = self.over.send(parcel)
        except Exception as error:
            self.failed(parcel, error)
            return
        if isinstance(sent, bool):
            self.went(parcel, sent=sent)
        else:
            self.busy[parcel.receiver] = deque([parcel])
            self.begin(self.carry(parcel, sent))

    def went(self, parcel: Parcel, *, sent: bool) -> None:
        """Note that a message was handed over, or that there was nothing to say."""
        if sent:
            self.book.arrived(parcel)
        else:
            self.book.passed(parcel)

    async def carry(self, parcel: Parcel, sending: Awaitable[bool]) -> None:
        """Wait for the door, then see to what has come for the same receiver in the meantime."""
        try:
            self.went(parcel, sent=await sending)
        except Exception as error:
            self.failed(parcel, error)
        finally:
            self.busy[parcel.receiver].popleft()
            if self.doors[parcel.reader.door].repeats != "dropped":
                await self.commit()
            behind = self.busy.pop(parcel.receiver)
            self.hand_out(behind)

    def failed(self, parcel: Parcel, error: Exception) -> None:
        """Note why a message was not handed over, and when it will be tried again."""
        # What a door says may hold half a character, which no database takes.
        why = str(error).encode(errors="replace").decode()
        if isinstance(error, Undeliverable) or parcel.tries >= PATIENCE:
            self.book.lost(parcel, why)
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", parcel.reader.door, error)
        wait, tries = (
            min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(parcel.tries, 20)),
            parcel.tries + 1,
        )
        if isinstance(error, TryLater) and error.wait is not None:
            wait = error.wait
        due = self.clock.now() + wait
        if isinstance(error, TryLater) and error.at is not None:
            due, tries = error.at, parcel.tries
        parcel.tries = tries
        self.book.put_back(parcel, due, why)
        if not (isinstance(error, TryLater) and error.alone):
            self.held[parcel.receiver] = due
        if self.working:
            self.look_by(due)

    # ---- noting it

    def report(self) -> DeliveryReport:
        """Return what is to be noted, once."""
        on_their_way = (parcel for queue in self.busy.values() for parcel in queue)
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


def stored(out: Outgoing) -> Parcel:
    """Return a stored message as it goes on its way."""
    return Parcel(address_of(out), stored=out)
