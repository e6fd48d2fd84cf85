"""The referee: a letter in, a receipt out. Letters are taken in batches: played, written,
committed, and only then told.
"""

import asyncio
import hashlib
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum, auto
from functools import partial
from operator import attrgetter
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from engine.errors import Behind, LoadedDice, NotStored, StoreError, UnknownGame
from engine.letters import Address, Letter, Outgoing, Receipt
from engine.menu import Refusal
from engine.referee import dispatch, reminders
from engine.referee.batch import Batch
from engine.referee.clock import Alarm, Clock
from engine.referee.delivery import Dispatcher, Receiver
from engine.referee.doors import Doors, Fetches
from engine.referee.downtime import BEAT, Heartbeat, slept
from engine.referee.open_game import OpenGame
from engine.state import Setup
from engine.store.contract import Store
from engine.store.journal import encode
from engine.store.rows import AuditEntry, DeliveryReport, InboxRow, LeaseRequest

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Look = Callable[[Batch], Any]
"""Something that is done between letters in the writer's thread; it may make a game."""
Job = Letter | LeaseRequest | Look
Waiting = tuple[Job, "asyncio.Future[Any]"]
"""A job, and who waits for its answer."""

BATCH = 64
"""Jobs that are written in one transaction at the most."""

IDLE = 0.02
"""Seconds for which news of the outbox waits for a batch to be written with."""

RETRY = 10
"""Seconds after which something that could not be done is tried again."""

QUARTER = 0.25
"""Seconds after the arrival of a letter at which its receipt leaves, in games where the time
that an order takes could tell something.
"""

INTERNAL = Refusal("internal")

number_of = attrgetter("id")
read_receipt = msgspec.json.Decoder(Receipt).decode


class Fault(Exception):
    """Job number ``index`` of a batch has failed."""

    def __init__(self, index: int, error: Exception):
        super().__init__(f"job {index}: {error}")
        self.index, self.error = index, error


class Signal(Enum):
    """What the writer's thread may be told beside jobs: write the news that there are; finish."""

    FLUSH = auto()
    STOP = auto()


class Outcome(Struct):
    """What a batch has come to: an answer or an exception for each job, and
    the messages to be handed over.
    """

    answers: list[Any]
    messages: list[Outgoing]


class Referee:
    """Takes batches, one after the other. Not for several threads at once: see ``Writer``."""

    def __init__(self, store: Store, doors: Doors):
        self.store, self.doors = store, doors
        self.memory: dict[str, OpenGame] = {}

    def take(self, jobs: Sequence[Job], at: int, settled: DeliveryReport | None = None) -> Outcome:
        """Take a batch at second ``at``; it is durable when this returns. Raises ``NotStored``."""
        faults: dict[int, Exception] = {}
        while True:
            batch = Batch(self.store, self.doors, self.memory, at)
            try:
                batch.leases = [job for job in jobs if isinstance(job, LeaseRequest)]
                answers = [self.one(batch, job, i, faults) for i, job in enumerate(jobs)]
                leased = iter(self.write(batch, at, settled or DeliveryReport()))
                for i, job in enumerate(jobs):
                    if isinstance(job, LeaseRequest):
                        answers[i] = next(leased)
                messages = [
                    outgoing
                    for rows in batch.rows.values()
                    for outgoing in rows.messages
                    if not rows.stale(outgoing)
                ]
                return Outcome(answers, sorted(messages, key=number_of))
            except Fault as fault:
                # What the batch has made in memory is void; it is played again
                # without the letter that failed.
                self.forget(batch)
                faults[fault.index] = fault.error
            except Exception as error:
                self.forget(batch)
                log.error("a batch could not be written: %s", error)
                remedy = error.remedy if isinstance(error, StoreError) else ""
                raise NotStored("; ".join(filter(None, (str(error), remedy)))) from error

    def one(self, batch: Batch, job: Job, index: int, faults: dict[int, Exception]) -> Any:
        """The answer to one job. Raises ``Fault`` if the rules fail on it,
        ``StoreError`` if the store does.
        """
        try:
            if isinstance(job, LeaseRequest):
                return None
            if not isinstance(job, Letter):
                return faults[index] if index in faults else job(batch)
            return self.answer(batch, job, faults.get(index))
        except StoreError:
            raise
        except Exception as error:
            if isinstance(error, Behind) and isinstance(job, Letter):
                return error
            if index in faults:
                # Not even the refusal can be noted: half a character in
                # the letter's text, for instance.
                return Receipt("refused", refusal=INTERNAL)
            if isinstance(job, Letter) and not isinstance(error, LoadedDice | UnknownGame):
                log.exception("a letter of door %s failed in game %s", job.door, job.game)
            raise Fault(index, error) from error

    def answer(self, batch: Batch, letter: Letter, fault: Exception | None) -> Receipt:
        """The receipt of a letter: the same again for the same letter, a refusal for
        another one under the same id.
        """
        key = letter.door, letter.id
        digest = digest_of(letter)
        seen = (
            self.store.answered(*key)
            if (row := batch.inbox.get(key)) is None
            else (row.digest, row.receipt)
        )
        if seen:
            if seen[0] == digest:
                return read_receipt(seen[1])
            facts = encode({"id": letter.id}).decode()
            batch.acts.append(
                AuditEntry(letter.at, letter.door, "same id, other letter", None, facts)
            )
            return Receipt("refused", order=letter.text, refusal=Refusal("id-used-before"))
        if fault is not None:
            receipt = Receipt("refused", letter.game, order=letter.text, refusal=refusal_of(fault))
        else:
            receipt = dispatch.take(batch, letter)
        batch.inbox[key] = InboxRow(*key, digest, letter.at, receipt.game, encode(receipt))
        return receipt

    def write(self, batch: Batch, at: int, settled: DeliveryReport) -> list[list[Outgoing]]:
        """Commit what the batch has made, and return what each lease has taken."""
        notes = [
            (door, name, value)
            for door, notes in batch.notes.items()
            for name, value in notes.fresh.items()
        ]
        if not (batch.rows or batch.inbox or batch.acts or batch.leases or notes or settled):
            return []
        batch.snapshots()
        for id, rows in batch.rows.items():
            reminders.note(batch.memory[id], rows, batch.now)
        return self.store.write(
            at,
            inbox=batch.inbox.values(),
            games=batch.rows,
            settled=settled,
            acts=batch.acts,
            leases=batch.leases,
            notes=notes,
        )

    def forget(self, batch: Batch) -> None:
        """Drop from memory what the batch has changed; the store has it as it was."""
        for id in list(batch.rows):
            batch.drop(id)


def refusal_of(fault: Exception) -> Refusal:
    """What the sender of a letter is told on which the rules have failed: a constant, unless
    the maker's own scripted dice are to blame, or the game is not installed.
    """
    if isinstance(fault, LoadedDice):
        return Refusal("loaded-dice", word=f"{fault.key} = {fault.value}", wanted=fault.faces[:25])
    if isinstance(fault, UnknownGame):
        return Refusal("not-installed", word=str(fault))
    return INTERNAL


def digest_of(letter: Letter) -> bytes:
    """The hash of who said what, where."""
    said = "\0".join((letter.sender, letter.game or "", letter.name, letter.text)).encode()
    return hashlib.blake2b(said + letter.key, digest_size=16).digest()


class Writer:
    """The one thread that plays and writes, for an event loop. Whoever waits is told
    once a batch, not once a letter.
    """

    def __init__(self, store: Store, doors: Doors, clock: Clock):
        self.clock = clock
        self.referee = Referee(store, doors)
        self.dispatcher = Dispatcher(doors, clock, self.settle, self.lease)
        self.alarm = Alarm(clock, self.ring)
        self.heartbeat, self.beat = Heartbeat(clock, store), Alarm(clock, self.rest)
        self.jobs: queue.SimpleQueue[Waiting | Signal] = queue.SimpleQueue()
        self.news: deque[DeliveryReport] = deque()
        self.flushing = False
        self.stuck: dict[str, int] = {}
        self.games_watched: dict[str, bool] = {}
        self.waiting: list[Waiting] = []
        self.thread = threading.Thread(target=self.work, name="writer")
        self.working = False
        self.loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Begin to work: what lies in the outbox goes out, what is due is played."""
        self.loop = asyncio.get_running_loop()
        self.working = True
        self.thread.start()
        await self.dispatcher.start()
        with suppress(NotStored):
            await self.run(Batch.note_doors)
        await self.ring()
        self.beat.set(self.clock.now() + BEAT)

    async def stop(self) -> None:
        """Finish what has been submitted, and end."""
        await self.alarm.end()
        await self.beat.end()
        await self.dispatcher.stop()
        with suppress(NotStored):
            await self.run(self.heartbeat.note)
        self.working = False
        self.jobs.put(Signal.STOP)
        await asyncio.to_thread(self.thread.join)
        announce_failure(
            [future for _, future in self.waiting], NotStored("the referee does not work any more")
        )

    async def submit(self, letter: Letter) -> Receipt:
        """The receipt of a letter; all that it caused is on the disk. Raises ``NotStored``.

        However much work the letter made: in a game that is watched the receipt leaves
        a quarter of a second after it.
        """
        leaves = asyncio.get_running_loop().time() + QUARTER
        receipt: Receipt = await self.put(letter)
        if receipt.game is not None and await self.watched(receipt.game):
            await asyncio.sleep(leaves - asyncio.get_running_loop().time())
        return receipt

    async def watched(self, game: str) -> bool:
        """Do the receipts of this game leave at fixed times?"""
        if game not in self.games_watched:
            try:
                self.games_watched[game] = await self.run(is_watched, game)
            except NotStored:
                return False
        return self.games_watched[game]

    async def run(
        self, act: Callable[Concatenate[Batch, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Call ``act`` between two letters, in the writer's thread, with the batch before its
        other arguments: to build a view, or to change something. Raises what it raises, or
        ``NotStored``.
        """
        result: T = await self.put(lambda batch: act(batch, *args, **kwargs))
        return result

    async def make(self, kind: str, setup: Setup, addresses: list[Address]) -> None:
        """Make a game. Raises ``UnknownGame``, ``msgspec.ValidationError``,
        ``ValueError`` or ``NotStored``.
        """
        await self.run(Batch.make, kind, setup, addresses)

    async def ring(self) -> None:
        """Play what is due, and wake again when the next question is. A game on which
        the rules fail stops no other.
        """
        now = self.clock.now()
        try:
            due = await self.run(
                lambda batch: dict.fromkeys(batch.store.due(now) + batch.store.reminders(now))
            )
        except NotStored:
            if self.working:
                self.alarm.set(now + RETRY)
            return
        games = [id for id in due if self.stuck.get(id, now) <= now]
        ends = await asyncio.gather(
            *(self.run(tick, id, now) for id in games), return_exceptions=True
        )
        for id, end in zip(games, ends, strict=True):
            self.stuck.pop(id, None)
            if isinstance(end, BaseException):
                log.error("the clock could not go on in game %s", id, exc_info=end)
            if end:
                self.stuck[id] = now + RETRY
        if True in ends:
            self.look_again()

    async def rest(self) -> None:
        """Nothing may be due for a long time: note that the referee works, and look at the
        clock, which may have been set.
        """
        with suppress(NotStored):
            await self.run(self.heartbeat.note)
        self.alarm.stop()
        await self.ring()
        if self.working:
            self.beat.set(self.clock.now() + BEAT)

    def look_again(self) -> None:
        """Ask the doors that fetch what has arrived to do so."""
        for door in self.referee.doors.values():
            if isinstance(door, Fetches):
                door.look_again()

    async def read_on(self) -> None:
        """A door has read on: the ticks that waited for it are played, then the letters."""
        if self.stuck or self.waiting:
            self.stuck.clear()
            await self.ring()
            waiting, self.waiting = self.waiting, []
            for job in waiting:
                self.jobs.put(job)

    async def lease(self, back: tuple[Receiver, ...] = ()) -> list[Outgoing]:
        """Take what is due from the outbox, and all that waits for those who are ``back``."""
        leased: list[Outgoing] = await self.put(
            LeaseRequest(self.clock.now(), tuple(self.referee.doors), back)
        )
        return leased

    def settle(self, settled: DeliveryReport) -> None:
        """Note what has become of messages, with the next batch; it wakes nobody for a while."""
        self.news.append(settled)
        if not self.flushing:
            self.flushing = True
            asyncio.get_running_loop().call_later(IDLE, self.flush)

    def flush(self) -> None:
        """No batch may have come: write the news without one."""
        self.flushing = False
        if self.news:
            self.jobs.put(Signal.FLUSH)

    def put(self, job: Job) -> "asyncio.Future[Any]":
        """Queue a job for the writer's thread."""
        if self.loop is None or not self.working:
            raise NotStored("the referee does not work")
        future = self.loop.create_future()
        self.jobs.put((job, future))
        return future

    def work(self) -> None:
        """The writer's thread."""
        settled, wait = DeliveryReport(), None
        running = True
        while running:
            batch, running = self.gather(wait)
            while self.news:
                settled.add(self.news.popleft())
            if batch or settled:
                written = self.one_batch(batch, settled)
                settled, wait = (DeliveryReport(), None) if written else (settled, RETRY)

    def gather(self, wait: float | None) -> tuple[list[Waiting], bool]:
        """Wait for jobs, no longer than ``wait`` seconds, and take all that have come;
        ``False``: there will be no more.
        """
        batch: list[Waiting] = []
        try:
            item = self.jobs.get(timeout=wait)
            while not isinstance(item, Signal):
                batch.append(item)
                if len(batch) == BATCH:
                    break
                item = self.jobs.get_nowait()
        except queue.Empty:
            return batch, True
        return batch, item is not Signal.STOP

    def one_batch(self, batch: list[Waiting], settled: DeliveryReport) -> bool:
        """Take one batch and announce it. ``False``: it could not be written."""
        assert self.loop is not None
        try:
            before = self.make_good()
            outcome = self.referee.take([job for job, _ in batch], self.clock.now(), settled)
        except NotStored as error:
            self.loop.call_soon_threadsafe(announce_failure, [future for _, future in batch], error)
            return False
        outcome.messages = before + outcome.messages
        self.loop.call_soon_threadsafe(self.announce, batch, outcome, self.next_due())
        return True

    def make_good(self) -> list[Outgoing]:
        """Before anything else: what is due is due later by the time in which the referee did
        not work. What there is to tell of it. Raises ``NotStored``.
        """
        try:
            gap = self.heartbeat.gap()
            games = [] if gap is None else self.referee.store.running(gap[0])
        except StoreError as error:
            raise NotStored(str(error)) from error
        outcome = self.referee.take(
            [partial(slept, id=id, gap=gap) for id in games if gap], self.clock.now()
        )
        for id, answer in zip(games, outcome.answers, strict=True):
            if isinstance(answer, Exception):
                log.error("the time lost could not be made good in game %s", id, exc_info=answer)
        self.heartbeat.beats()
        return outcome.messages

    def next_due(self) -> int | None:
        """When to wake for the next question."""
        try:
            return self.referee.store.next_due(self.stuck)
        except StoreError as error:
            log.error("the clock could not be set: %s", error)
            return self.clock.now() + RETRY

    def announce(self, batch: list[Waiting], outcome: Outcome, due: int | None) -> None:
        """In the event loop, after the commit: hand the messages over, then answer who waits."""
        self.dispatcher.hand_out(outcome.messages)
        if self.working:
            times = [when for when in (due, *self.stuck.values()) if when is not None]
            self.alarm.set(min(times, default=None))
        for (job, future), answer in zip(batch, outcome.answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Behind):
                self.waiting.append((job, future))
                self.look_again()
            elif isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def announce_failure(futures: list["asyncio.Future[Any]"], error: Exception) -> None:
    """In the event loop: nothing has happened."""
    for future in futures:
        if not future.done():
            future.set_exception(error)


def tick(batch: Batch, id: str, now: int) -> bool:
    """Play what is due in one game. ``True``: it waits for a door that is behind."""
    opened = batch.game(id)
    if opened is None:
        return False
    waits = batch.tick(opened, now)
    reminders.remind(batch, opened, now)
    return waits


def is_watched(batch: Batch, game: str) -> bool:
    """Does the kind of this game say so, with the options of this one?"""
    opened = batch.game(game)
    return opened is not None and opened.table.watched
