"""Tells what the ledger holds: to each reader in order, again if it must be, with the same mark.

Messages are composed here, after the commit and outside the writer's thread. What a reader has
been told is the cursor of the door and the game, which names those who are behind.
"""

import asyncio
import logging
from collections.abc import Awaitable, Collection, Coroutine, Iterable, Iterator
from itertools import count, product

from msgspec.structs import replace

from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Door, Doors
from engine.referee.handing_over import HandingOver
from engine.referee.happenings import Happened
from engine.referee.keeping import Keeping
from engine.referee.parcels import (
    Backlog,
    Key,
    Lane,
    Ledger,
    Parcel,
    Receiver,
    heard_by,
    parcels,
    stored,
)
from engine.referee.progress import Progress, ProgressBook
from engine.referee.queues import ReceiverQueue
from engine.store.rows import DeliveryReport, LateReader, late_readers

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
LATE = 900
"""Seconds of tries in vain after which operators and moderators are told."""
LOOK = 60
"""Seconds between two looks at what waits."""


class Dispatcher:
    """One for each process.

    A receiver is in one of three states. ``busy``: what comes waits in memory, behind a
    message that is being handed over or behind what is on its way from the ledger. ``held``:
    what comes waits in the ledger until a second, behind one that failed; it may be that only
    what players say does. Neither: nothing waits, what comes is handed over at once. So a
    message waits for no more than one of every other receiver, where a door takes one at a time.
    ``reached``: where several processes work on the store, how far the doors here have been told
    of games, in memory; what does not follow that is read from the ledger.
    """

    def __init__(self, doors: dict[str, Door], clock: Clock, ledger: Ledger):
        self.doors, self.clock, self.ledger = doors, clock, ledger
        self.over = HandingOver(doors, clock, ledger)
        self.composer = self.over.composer
        self.book = ProgressBook()
        self.busy: dict[Receiver, ReceiverQueue] = {}
        self.held: dict[Lane, int] = {}
        self.failing: dict[tuple[Key, str], LateReader] = {}
        self.warned: set[tuple[Key, str]] = set()
        self.early: list[tuple[tuple[Happened, ...], tuple[Outgoing, ...]]] | None = []
        self.reached: dict[Key, int] | None = None
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
            waiting = await self.ledger.behind(self.doors)
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
        read, places = self.parcels(waiting.happened, self.doors), self.book.waiting()
        found = list(self.book.not_told(read, places, anew=True))
        self.note_told(waiting.happened, self.doors)
        self.hand_out([*map(stored, waiting.finished), *found])
        self.flush()
        self.tell_early(waiting)
        self.round.set(self.clock.now() + LOOK)

    # ---- one of several processes

    def share(self) -> None:
        """Begin where other processes work on the store: at no door yet."""
        self.early, self.reached = None, {}
        self.round.set(self.clock.now() + LOOK)

    async def open(self, doors: Doors) -> None:
        """Speak at these doors from now on, at first what waits there. Raises ``NotStored``."""
        waiting = await self.ledger.waiting_at(doors)
        self.doors.update(doors)
        now = self.clock.now()
        for cursor in waiting.cursors:
            if self.keeps(cursor.door) or not cursor.behind:
                continue
            # What they wait for may have been handed over, and is read when it is their turn.
            behind = {who: replace(at, tries=at.tries or 1) for who, at in cursor.behind.items()}
            self.book.progress[cursor.door, cursor.game] = Progress(cursor.upto, behind)
            lanes = product([(cursor.door, who) for who in behind], (False, True))
            self.held |= dict.fromkeys(lanes, now)
        self.hand_out(map(stored, self.book.not_in_hand(waiting)))
        self.look_by(now)

    async def catch_up(self) -> bool:
        """Tell what other processes have made known; return whether there was any. Raises
        ``NotStored``.
        """
        assert self.reached is not None
        read = await self.ledger.untold(self.reached)
        happened, out = {one.game: one for one in read.happened}, list[Parcel]()
        for (door, game), after in read.after.items():
            if self.keeps(door):
                if (door, game) not in self.keeping.left:
                    self.keeping.soon(door, game)
            elif game in happened:
                anew = (door, game) not in self.reached
                after = max(after, self.reached.get((door, game), 0))
                news = tuple(one for one in happened[game].happenings if one.row.seq > after)
                if news:
                    told = [replace(happened[game], happenings=news)]
                    out += self.perhaps_again(self.parcels(told, [door]), anew=anew)
                    self.note_told(told, [door])
        self.hand_out(out)
        return bool(out)

    def perhaps_again(self, out: Iterator[Parcel], *, anew: bool) -> Iterator[Parcel]:
        """Return these, the first one to each reader marked if they are taken up ``anew``: whoever
        spoke before may have handed it over.
        """
        firsts = set[Lane]()
        for parcel in out:
            parcel.again = anew and parcel.lane not in firsts
            firsts.add(parcel.lane)
            yield parcel

    async def hand_out_stored(self) -> None:
        """Hand out what other processes have stored. Raises ``NotStored``."""
        kept = {name: door for name, door in self.doors.items() if self.keeps(name)}
        if kept:
            self.reading += 1
            try:
                read = await self.ledger.waiting_at(kept)
            finally:
                self.reading -= 1
            self.hand_out(map(stored, self.book.not_in_hand(read)))

    def reached_by(self, key: Key) -> int:
        """Return how far a door has told a game, to all but those who are behind; 0 where another
        process has told it, and nobody waits.
        """
        assert self.reached is not None
        progress = self.book.progress.get(key)
        return self.reached.get(key, 0 if progress is None else progress.upto)

    def next_at(self, door: str, one: Happened) -> bool:
        """Return whether a door has been told all that was before this."""
        if self.reached is None or self.keeps(door):
            return True
        return self.reached.get((door, one.game)) == one.happenings[0].row.seq - 1

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
        out = list[Parcel]()
        for one in told:
            doors = [door for door in self.doors if self.next_at(door, one)]
            out += self.parcels([one], doors)
            self.note_told([one], doors)
        self.hand_out([*(stored(one) for one in finished if one.door in self.doors), *out])

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

    def parcels(self, told: Iterable[Happened], doors: Collection[str]) -> Iterator[Parcel]:
        """Return the parcels of those of these doors that store nothing."""
        speaking = [door for door in doors if not self.keeps(door)]
        for happened in told:
            for parcel in parcels(happened, speaking):
                parcel.number = next(self.numbers)
                yield parcel

    def note_told(self, told: Iterable[Happened], doors: Collection[str]) -> None:
        """Move the cursors of these doors on; have those that store their messages compose them."""
        for one in told:
            for door in one.doors & set(doors):
                key, last = (door, one.game), one.happenings[-1].row.seq
                if self.keeps(door):
                    self.keeping.soon(door, one.game)
                    continue
                self.book.move_on(key, last)
                if self.reached is not None:
                    self.reached[key] = last

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
        self.warn()
        await self.take_up([lane for lane, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(max(now + 1, min([now + LOOK, *self.held.values()])))

    def late(self) -> list[LateReader]:
        """Return the readers for whom a message has been tried in vain for a long time."""
        return late_readers(self.failing.values(), self.clock.now() - LATE + 1)

    def warn(self) -> None:
        """Tell the operator of those who have become late, each once."""
        for one in self.late():
            who = (one.door, one.game), one.sender
            if who not in self.warned:
                self.warned.add(who)
                log.warning(
                    "door %s has failed to deliver news of game %s for %s minutes: %s",
                    one.door,
                    one.game,
                    (self.clock.now() - one.since) // 60,
                    one.why,
                )

    def no_longer_fails(self, parcel: Parcel) -> None:
        """Forget that a message was tried in vain: it is gone, or lost and counted as such."""
        who = parcel.key, parcel.reader.sender
        self.failing.pop(who, None)
        self.warned.discard(who)

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
        waited = self.parcels(read.happened, self.doors)
        if self.reached is not None:
            waited = (one for one in waited if one.seq <= self.reached_by(one.key))
        old = list(self.book.not_told(waited, places, anew=False))
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
        if sent is None:
            self.passed(parcel)
        else:
            self.busy.setdefault(parcel.receiver, ReceiverQueue()).flying = parcel
            self.begin(self.carry(parcel, sent))

    async def carry(self, parcel: Parcel, sending: Awaitable[None]) -> None:
        """Wait for the door, then hand over what is next for the same receiver."""
        try:
            await sending
            self.passed(parcel)
        except Exception as error:
            self.failed(parcel, error)
        finally:
            self.busy[parcel.receiver].flying = None
            if self.doors[parcel.reader.door].repeats != "dropped":
                await self.commit()
            self.go_on(parcel.receiver)
            self.flush_soon()

    def passed(self, parcel: Parcel) -> None:
        """Note that a reader is that far, and has heard of the request that the message puts to
        them.
        """
        self.no_longer_fails(parcel)
        self.book.passed(parcel)
        sent = parcel.payload is not None
        if sent and not self.doors[parcel.reader.door].says_who_heard:
            self.book.delivered.heard += heard_by(parcel)

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
            self.no_longer_fails(parcel)
            self.book.lost(parcel, why)
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", parcel.reader.door, error)
        who, now = (parcel.key, parcel.reader.sender), self.clock.now()
        first = self.failing.get(who)
        parcel.since = parcel.since or (first.since if first else now)
        self.failing[who] = LateReader(parcel.since, *parcel.key, parcel.reader.sender, why)
        self.warn()
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
