"""Tells what the ledger holds: to each reader in order, again if it must be, with the same mark.

Messages are composed here, after the commit and outside the writer's thread. What a reader has
been told is the cursor of the door and the game, which names those who are behind.
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Awaitable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import count

from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Doors
from engine.referee.happenings import Composer, Happened
from engine.referee.parcels import (
    Backlog,
    Key,
    Ledger,
    Parcel,
    Progress,
    Receiver,
    address_of,
    parcels,
    sealed,
)
from engine.store.rows import Cursor, DeliveryReport, Place, Retry

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
        self.composer = Composer(doors)
        self.progress: dict[Key, Progress] = {}
        self.changed: set[Key] = set()
        self.busy: dict[Receiver, deque[Parcel]] = {}
        self.held: dict[Receiver, int] = {}
        self.taken: set[int] = set()
        self.sent = Counter[str]()
        self.early: list[tuple[tuple[Happened, ...], tuple[Outgoing, ...]]] | None = []
        self.keeping: dict[Key, bool] = {}
        self.unkept: set[Key] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.round = Alarm(clock, self.rounds)
        self.delivered = DeliveryReport()
        self.numbers = count(1)
        self.thread = ThreadPoolExecutor(1, "composer")
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
            self.round.set(self.clock.now() + FIRST_WAIT)
            return
        for cursor in waiting.cursors:
            if self.keeps(cursor.door):
                self.keep_soon(cursor.door, cursor.game)
            else:
                self.progress[cursor.door, cursor.game] = Progress(cursor.upto, cursor.behind)
        parcels = [
            parcel
            for happened in waiting.happened
            for parcel in self.parcels(happened)
            if parcel.seq > self.place(parcel)
        ]
        for parcel in parcels:
            parcel.again = True
            progress = self.progress[parcel.key]
            if (place := progress.behind.get(parcel.reader.sender)) is not None:
                parcel.tries = place.tries
        for progress in self.progress.values():
            progress.behind.clear()
        stored = [Parcel(address_of(out), stored=out) for out in waiting.finished]
        self.note_told(waiting.happened)
        self.hand_out([*stored, *parcels])
        self.tell_early(waiting)
        self.round.set(self.clock.now() + LOOK)

    @property
    def idle(self) -> bool:
        """Whether nothing is on its way and nobody waits."""
        waits = any(progress.behind for progress in self.progress.values())
        return not (self.busy or self.keeping or waits)

    def place(self, parcel: Parcel) -> int:
        """Return up to which news a reader was told."""
        progress = self.progress.get(parcel.key)
        if progress is None:
            return parcel.seq
        place = progress.behind.get(parcel.reader.sender)
        return place.seq if place is not None else progress.upto

    async def stop(self) -> None:
        """End; what is being handed over is finished first, what
        comes later waits in the ledger.
        """
        self.working = False
        await self.round.end()
        while self.tasks:
            await asyncio.wait(self.tasks)
        self.thread.shutdown()
        self.flush()

    # ---- what is told

    def tell(self, happened: Iterable[Happened], stored: Iterable[Outgoing] = ()) -> None:
        """Tell what a batch has made known; it is on the disk. In the event loop."""
        told = tuple(happened)
        if not self.working:
            return
        if self.early is not None:
            self.early.append((told, tuple(stored)))
            return
        out = [parcel for one in told for parcel in self.parcels(one)]
        self.note_told(told)
        self.hand_out([*(Parcel(address_of(p), stored=p) for p in stored), *out])
        self.keep_all(told)

    def tell_early(self, waiting: Backlog) -> None:
        """Tell what has happened while the ledger was read, as far as that was not read."""
        read = {one.game: one.happenings[-1].row.seq for one in waiting.happened}
        stored = {out.id for out in waiting.finished}
        early, self.early = self.early or [], None
        for told, finished in early:
            self.tell(
                [one for one in told if one.happenings[-1].row.seq > read.get(one.game, 0)],
                [out for out in finished if out.id not in stored],
            )

    def parcels(self, happened: Happened) -> Iterator[Parcel]:
        """Return the parcels of those doors that store nothing."""
        doors = [door for door in self.doors if not self.keeps(door)]
        for parcel in parcels(happened, doors):
            parcel.number = next(self.numbers)
            yield parcel

    def note_told(self, told: Iterable[Happened]) -> None:
        """Move the cursors on; those for whom something is on its way are named when they are
        written.
        """
        for one in told:
            for door in self.told_by(one):
                key = door, one.game
                progress = self.progress.setdefault(key, Progress(0))
                progress.upto = max(progress.upto, one.happenings[-1].row.seq)
                self.changed.add(key)

    def told_by(self, happened: Happened) -> set[str]:
        """Return the doors that tell this and store nothing."""
        return {door for door in happened.doors & self.doors.keys() if not self.keeps(door)}

    def keeps(self, door: str) -> bool:
        """Return whether a door stores what it has composed."""
        return self.doors[door].repeats == "kept"

    # ---- doors that store what they have composed

    def keep_all(self, told: Iterable[Happened]) -> None:
        """Have the doors that store their messages compose them."""
        for one in told:
            for door in one.doors & self.doors.keys():
                if self.keeps(door):
                    self.keep_soon(door, one.game)

    def keep_soon(self, door: str, game: str) -> None:
        """Have one door compose what it is to tell of one game."""
        if (door, game) in self.keeping:
            self.keeping[door, game] = True
        else:
            self.keeping[door, game] = False
            self.begin(self.keep(door, game))

    async def keep(self, door: str, game: str) -> None:
        """Have one door compose what it is to tell of one game, until there is no more."""
        while True:
            self.keeping[door, game] = False
            try:
                await self.ledger.keep(door, game)
            except Exception as error:
                log.error("nothing could be composed for door %s: %s", door, error)
                self.unkept.add((door, game))
                soon = self.clock.now() + FIRST_WAIT
                self.round.set(min(soon, self.round.when or soon))
                break
            self.unkept.discard((door, game))
            if not self.keeping[door, game]:
                break
        del self.keeping[door, game]

    # ---- what waits

    async def rounds(self) -> None:
        """Take up what is due."""
        if self.early is not None:
            await self.start()
            return
        now = self.clock.now()
        for door, game in self.unkept.copy():
            self.keep_soon(door, game)
        await self.collect([receiver for receiver, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(min([now + LOOK, *self.held.values()]))

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
            for key, progress in self.progress.items()
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
        old = list(self.left(read, places))
        stored = self.not_in_hand(read)
        known = {(parcel.key, parcel.receiver, parcel.seq) for parcel in old}
        for key, sender in places:
            self.progress[key].behind.pop(sender, None)
        fresh = [one for one in newer if (one.key, one.receiver, one.seq) not in known]
        self.hand_out([*stored, *old, *fresh])

    def left(self, read: Backlog, places: Mapping[tuple[Key, str], Place]) -> Iterator[Parcel]:
        """Return what those who are behind have not been told."""
        tried = dict(places)
        for happened in read.happened:
            for parcel in self.parcels(happened):
                who = parcel.key, parcel.reader.sender
                if who in places and parcel.seq > places[who].seq:
                    # What was tried before is the first of them.
                    place = tried.pop(who, None)
                    parcel.tries = place.tries if place is not None else 0
                    parcel.again = parcel.tries > 0
                    yield parcel

    def not_in_hand(self, read: Backlog) -> list[Parcel]:
        """Return the stored messages that are not on their way, or gone, already: what was read
        may be older than what is known here.
        """
        return [
            Parcel(address_of(out), stored=out) for out in read.finished if out.id not in self.taken
        ]

    # ---- handing over

    def hand_out(self, out: Iterable[Parcel]) -> None:
        """Hand these over, in this order, none before an earlier one for the same receiver."""
        if not self.working:
            self.leave(out)
            return
        listed = list(out)
        self.taken |= {one.stored.id for one in listed if one.stored is not None}
        self.prepare([parcel for parcel in listed if parcel.ready is None])
        for parcel in listed:
            receiver = parcel.receiver
            if receiver in self.busy:
                self.busy[receiver].append(parcel)
            elif receiver in self.held:
                self.put_back(parcel, self.held[receiver], "behind an earlier message")
            else:
                self.hand_over(parcel)
        self.flush_soon()

    def leave(self, out: Iterable[Parcel]) -> None:
        """Leave these for the next process."""
        for parcel in out:
            if parcel.stored is None:
                self.put_back(parcel, 0, "")

    def prepare(self, out: list[Parcel]) -> None:
        """Have messages composed in a thread of their own, where a door draws; in a game with
        sealed questions all of them are composed before the first is handed over.
        """
        slow = list[Parcel]()
        for parcel in out:
            if parcel.stored is not None:
                continue
            if self.doors[parcel.reader.door].repeats == "checked":
                slow.append(parcel)
                loop = asyncio.get_running_loop()
                parcel.ready = loop.run_in_executor(self.thread, self.compose, parcel)
            elif sealed(parcel):
                parcel.payload, parcel.composed = self.compose(parcel), True
        for parcel in slow:
            if sealed(parcel):
                parcel.together = [p.ready for p in slow if p.ready and p.key == parcel.key]

    def compose(self, parcel: Parcel) -> bytes | None:
        """Return the finished message of a parcel."""
        assert parcel.happening is not None
        assert parcel.standing is not None
        return self.composer.compose(parcel.happening, parcel.standing, parcel.reader)

    def outgoing(self, parcel: Parcel, payload: bytes) -> Outgoing:
        """Return a message to be handed over."""
        if parcel.stored is not None:
            return parcel.stored
        assert parcel.happening is not None
        door, sender = parcel.receiver
        game, digest = parcel.reader.game, parcel.happening.digest
        return Outgoing(
            id=parcel.number,
            game=game,
            door=door,
            sender=sender,
            mark=self.ledger.mark(door, sender, game, parcel.seq, digest),
            payload=payload,
            tries=parcel.tries,
            again=parcel.again,
            seq=parcel.seq,
        )

    def hand_over(self, parcel: Parcel) -> None:
        """Try one message; a door that takes its time gets a task, behind which the
        receiver's other messages wait.
        """
        sending: Awaitable[None] | None
        if parcel.ready is not None:
            sending = self.when_ready(parcel)
        else:
            try:
                payload = parcel.payload if parcel.composed else self.compose(parcel)
                if payload is None:
                    self.passed(parcel)
                    return
                sending = self.doors[parcel.reader.door].send(self.outgoing(parcel, payload))
            except Exception as error:
                self.failed(parcel, error)
                return
        if sending is None:
            self.arrived(parcel)
        else:
            self.busy[parcel.receiver] = deque([parcel])
            self.begin(self.carry(parcel, sending))

    async def when_ready(self, parcel: Parcel) -> None:
        """Hand a message over that is composed elsewhere."""
        assert parcel.ready is not None
        if parcel.together:
            await asyncio.gather(*parcel.together, return_exceptions=True)
        payload = await parcel.ready
        if payload is not None:
            sending = self.doors[parcel.reader.door].send(self.outgoing(parcel, payload))
            if sending is not None:
                await sending

    async def carry(self, parcel: Parcel, sending: Awaitable[None]) -> None:
        """Wait for the door, then see to what has come for the same receiver in the meantime."""
        try:
            await sending
            self.arrived(parcel)
        except Exception as error:
            self.failed(parcel, error)
        finally:
            self.busy[parcel.receiver].popleft()
            if self.doors[parcel.reader.door].repeats != "dropped":
                await self.commit()
            behind = self.busy.pop(parcel.receiver)
            self.hand_out(behind)

    def arrived(self, parcel: Parcel) -> None:
        """Note that a message was handed over."""
        if parcel.stored is not None:
            self.delivered.gone.append(parcel.stored.id)
            self.sent[parcel.reader.door] += 1
        else:
            self.progress_of(parcel).sent += 1
        self.passed(parcel)

    def passed(self, parcel: Parcel) -> None:
        """Note that a reader is that far."""
        if parcel.stored is None:
            self.progress_of(parcel)
            self.changed.add(parcel.key)

    def progress_of(self, parcel: Parcel) -> Progress:
        """Return how far the door has told the game. What is written of a game in which nobody
        is behind is forgotten here.
        """
        return self.progress.setdefault(parcel.key, Progress(parcel.seq))

    def failed(self, parcel: Parcel, error: Exception) -> None:
        """Note why a message was not handed over, and when it will be tried again."""
        # What a door says may hold half a character, which no database takes.
        why = str(error).encode(errors="replace").decode()
        if isinstance(error, Undeliverable) or parcel.tries >= PATIENCE:
            self.delivered.lost.append((parcel.reader.door, why))
            if parcel.stored is not None:
                self.delivered.gone.append(parcel.stored.id)
            self.passed(parcel)
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
        self.put_back(parcel, due, why)
        if not (isinstance(error, TryLater) and error.alone):
            self.held[parcel.receiver] = due
        if self.working:
            self.round.set(min(due, self.round.when or due))

    def put_back(self, parcel: Parcel, due: int, why: str) -> None:
        """Leave a message in the ledger until second ``due``."""
        if parcel.stored is not None:
            self.taken.discard(parcel.stored.id)
            retry = Retry(parcel.stored.id, due, parcel.tries, why)
            self.delivered.later.append(retry)
            return
        progress = self.progress_of(parcel)
        place = Place(parcel.seq - 1, parcel.tries, due, why)
        if parcel.reader.sender not in progress.behind:
            progress.behind[parcel.reader.sender] = place
        self.changed.add(parcel.key)

    # ---- noting it

    def report(self) -> DeliveryReport:
        """Return what is to be noted, once: with the cursors that have changed, in which those are
        behind for whom something is on its way.
        """
        delivered, self.delivered = self.delivered, DeliveryReport()
        delivered.acts += self.composer.acts
        self.composer.acts.clear()
        pending: dict[Key, dict[str, Place]] = {}
        for queue in self.busy.values():
            for parcel in queue:
                if parcel.stored is None and parcel.key in self.changed:
                    place = Place(parcel.seq - 1, parcel.tries)
                    pending.setdefault(parcel.key, {}).setdefault(parcel.reader.sender, place)
        for key in self.changed:
            progress = self.progress.pop(key)
            behind = pending.get(key, {}) | progress.behind
            if behind:
                self.progress[key] = progress
            delivered.cursors[key] = Cursor(
                door=key[0], game=key[1], upto=progress.upto, behind=behind, sent=progress.sent
            )
            progress.sent = 0
        self.changed.clear()
        for door, sent in self.sent.items():
            # Stored messages are counted for the door, whatever game they are about.
            delivered.cursors[door, ""] = Cursor(door=door, game="", upto=0, sent=sent)
        self.sent.clear()
        return delivered

    def flush_soon(self) -> None:
        """Have what has changed noted within a second."""
        if self.timer is None and (self.changed or self.delivered or self.composer.acts):
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
