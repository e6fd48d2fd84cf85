"""The writer: a queue of jobs, played and stored in batches, one batch at a time."""

import asyncio
import gc
import logging
from collections import deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import UNSET

from engine.errors import Behind, InUse, NotStored, StoreError
from engine.messages import Address, Message, Receipt
from engine.referee import ledger, ratings
from engine.referee.batch import Batch
from engine.referee.clock import DOOR, NAME, Clock, release_time, with_jitter
from engine.referee.delivery import Dispatcher
from engine.referee.doors import Door, Doors
from engine.referee.open_game import Deferred, DeferredResults
from engine.referee.referee import Job, Outcome, Referee
from engine.referee.scheduler import RETRY, Scheduler
from engine.referee.shares import Shares
from engine.state import Setup
from engine.store.rows import CLOCK, DeliveryReport, Parts
from engine.store.store import Store

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Queued = tuple[Job, "asyncio.Future[Any]"]
"""A job and the future of its result."""

BATCH = 64
"""The maximum number of jobs in one transaction."""

IDLE = 0.02
"""Seconds for which a delivery report waits to be stored with a batch."""

SLOW = 0.1
"""While batches take longer than this on average, in seconds, they run in the writer's thread. Each
counts half as much as the next.
"""

GARBAGE = 20_000, 20, 20
"""The thresholds of Python's search for cycles (``gc.set_threshold``). An order makes a thousand
objects, and next to no cycles.
"""

LOOK = 0.25
"""Seconds between checks for work of other processes."""
SELDOM = 5.0
"""Seconds between checks for rare changes: settings of readers, stored messages."""
FRESH = 15
"""The maximum age of the note that the clock runs, in seconds."""


class Writer:
    """Plays and stores messages for an event loop, one batch at a time, and answers their senders
    once per batch.

    Quick batches run in the event loop's thread (see ``is_quick``), all others in the writer's
    thread. A batch starts after the previous one was announced, so two threads never use the store
    at once. ``many``: the last batch had several jobs. ``published`` counts public news items. With
    ``shares``, people wait for their turn if they say very much.

    If several processes share the store, each holds some of the ``parts``, and ``doors`` are those
    of its parts; see ``Sharing``.
    """

    def __init__(self, store: Store, doors: Doors, clock: Clock, parts: Parts | None = None):
        self.clock = clock
        self.sharing = Sharing(self, doors, parts) if store.shared else None
        here: dict[str, Door] = {} if store.shared else {**doors}
        self.referee = Referee(store, here)
        self.referee.answers = self.answers = DeferredResults()
        self.looking = set[asyncio.Task[None]]()
        # Without other processes, doors open once pending news has been read.
        self.dispatcher = Dispatcher(
            store,
            here if store.shared else {},
            clock,
            run=self.run,
            beside=self.beside,
            commit=self.put,
            report=self.report,
        )
        self.scheduler = Scheduler(self.referee, clock, self.run)
        self.jobs: list[Queued] = []
        self.delivered: deque[DeliveryReport] = deque()
        self.flushing = False
        self.waiting: list[Queued] = []
        self.thread = ThreadPoolExecutor(1, "writer")
        self.reader = ThreadPoolExecutor(1, "reader")
        self.mean, self.many = 0.0, False
        self.working, self.published = False, 0
        self.shares: Shares | None = None
        self.loop: asyncio.AbstractEventLoop | None = None
        self.resting = asyncio.Event()
        self.resting.set()

    async def start(self) -> None:
        gc.set_threshold(*GARBAGE)
        self.loop = asyncio.get_running_loop()
        self.working = True
        with suppress(StoreError):
            await self.loop.run_in_executor(self.thread, ratings.begin, self.referee.store)
        with suppress(NotStored):
            self.dispatcher.sender.composer.settings = await self.run(ledger.settings)
        if self.sharing:
            await self.sharing.start()
            return
        await self.dispatcher.start(self.referee.doors)
        with suppress(NotStored):
            await self.run(Batch.note_doors)
        await self.scheduler.start()

    async def stop(self) -> None:
        if self.sharing:
            await self.sharing.stop()
        await self.scheduler.stop()
        while self.looking:
            await asyncio.wait(self.looking)
        await self.dispatcher.stop()
        with suppress(NotStored):
            # Store the doors' progress. If that fails, it is stored at the end.
            await self.run(lambda _: None)
        self.working = False
        self.wake()
        await self.resting.wait()
        self.thread.shutdown()
        self.reader.shutdown()
        announce_failure(
            [future for _, future in self.waiting], NotStored("the referee does not work any more")
        )

    async def submit(self, message: Message) -> Receipt:
        """Submit a message and return its receipt once all its effects are on disk.

        While answers are ``paced``, it returns at a fixed time after the call, so ask the writer
        for nothing else before you answer. Raises ``NotStored`` if the batch can't be written.
        """
        arrived = self.clock.steady()
        try:
            receipt = await self.submit_unpaced(message)
        except NotStored:
            await self.hold_back(arrived)
            raise
        await self.hold_back(arrived)
        return receipt

    async def submit_unpaced(self, message: Message) -> Receipt:
        """Submit a message and return its receipt at once, for callers that delay their answers
        themselves or don't answer. Raises ``NotStored`` if the batch can't be written.
        """
        if self.shares is not None:
            await self.shares.turn((message.door, message.sender), len(message.text))
        receipt: Receipt = await self.put(message)
        return receipt

    @property
    def paced(self) -> bool:
        """Whether answers are sent at fixed times, because a watched game was played here."""
        return self.referee.memory.watched

    async def hold_back(self, arrived: float) -> None:
        """Wait until the answer to a message that arrived at ``arrived`` may be sent."""
        if self.paced:
            await self.clock.until(with_jitter(release_time(arrived, self.clock.steady())))

    async def run(
        self, act: Callable[Concatenate[Batch, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run ``act(batch, …)`` as a job. Raises its exceptions, and ``NotStored``."""
        result: T = await self.put(lambda batch: act(batch, *args, **kwargs))
        return result

    async def make(self, kind: str, setup: Setup, addresses: list[Address]) -> None:
        """Create a game. Raises ``UnknownGame``, ``ValueError`` or ``NotStored``."""
        await self.run(Batch.make, kind, setup, addresses)

    async def read_on(self) -> None:
        """Continue after a door has fetched its messages: play the ticks that waited for it."""
        if self.sharing:
            await self.sharing.read_on()
        if self.scheduler.stuck or self.waiting:
            self.scheduler.stuck.clear()
            await self.scheduler.ring()
            waiting, self.waiting = self.waiting, []
            self.jobs += waiting
            self.wake()

    async def beside(self, look: Callable[[Store], T]) -> T:
        """Return ``look(store)`` for a read-only store in another thread. Raises its exceptions."""
        assert self.loop is not None

        def found() -> T:
            with self.referee.store.read_only() as store:
                return look(store)

        return await self.loop.run_in_executor(self.reader, found)

    def report(self, delivered: DeliveryReport) -> None:
        """Store a report with the next batch, or after ``IDLE`` seconds."""
        self.delivered.append(delivered)
        if not self.flushing:
            self.flushing = True
            asyncio.get_running_loop().call_later(IDLE, self.flush)

    async def commit(self, delivered: DeliveryReport) -> None:
        """Store a report. It is on disk when this returns. Raises ``NotStored`` if that fails."""
        await self.put(delivered)

    def flush(self) -> None:
        self.flushing = False
        self.wake()

    # ---- batches

    def put(self, job: Job) -> "asyncio.Future[Any]":
        if self.loop is None or not self.working:
            raise NotStored("the referee does not work")
        future = self.loop.create_future()
        self.jobs.append((job, future))
        self.wake()
        return future

    def wake(self) -> None:
        if self.loop is not None and self.resting.is_set():
            self.resting.clear()
            self.loop.call_soon(self.work)

    def work(self, seen: int = 1) -> None:
        """Play the queued jobs as one batch. Under load, wait while the loop adds more jobs."""
        assert self.loop is not None
        if self.many and seen < len(self.jobs) < BATCH:
            self.loop.call_soon(self.work, len(self.jobs))
            return
        batch, self.jobs = self.jobs[:BATCH], self.jobs[BATCH:]
        self.many = len(batch) > 1
        delivered = DeliveryReport()
        while self.delivered:
            delivered.add(self.delivered.popleft())
        if not batch and not delivered:
            self.resting.set()
        elif self.is_quick(batch):
            self.announce(batch, delivered, self.one_batch(batch, delivered))
        else:
            taken = self.loop.run_in_executor(self.thread, self.one_batch, batch, delivered)
            taken.add_done_callback(lambda taken: self.announce(batch, delivered, taken.result()))

    def is_quick(self, batch: list[Queued]) -> bool:
        """Return whether a batch is played in the event loop: it is quick and reveals nothing."""
        assert self.loop is not None
        return (
            not self.paced
            # Never block the event loop on a database server or another process.
            and not self.sharing
            and self.mean <= SLOW
            and all(
                isinstance(job, DeliveryReport)
                or (isinstance(job, Message) and job.game in self.referee.memory)
                for job, _ in batch
            )
        )

    def one_batch(self, batch: list[Queued], delivered: DeliveryReport) -> Outcome | NotStored:
        """Return the outcome of one batch, or the reason why it could not be written."""
        assert self.loop is not None
        began = self.loop.time()
        try:
            if not self.sharing or self.scheduler.working:
                self.scheduler.find_gap()
            outcome = self.referee.take([job for job, _ in batch], self.clock.now(), delivered)
        except NotStored as error:
            return error
        except Exception as error:
            log.exception("a batch has failed")
            return NotStored(repr(error))
        finally:
            self.mean = (self.mean + self.loop.time() - began) / 2
        # After messages that change no deadline, and after mere questions, the alarm stays.
        messages = all(isinstance(job, Message) for job, _ in batch)
        moved = outcome.clocked or (outcome.written and not messages)
        if moved or self.sharing or self.scheduler.unsettled:
            outcome.due = self.scheduler.next_due()
        return outcome

    def announce(
        self, batch: list[Queued], delivered: DeliveryReport, outcome: Outcome | NotStored
    ) -> None:
        """After the commit, in the event loop: answer, send, and start the next batch."""
        assert self.loop is not None
        self.resting.set()
        if self.jobs:
            self.wake()
        if isinstance(outcome, NotStored):
            self.delivered.appendleft(delivered)
            self.loop.call_later(RETRY, self.wake)
            announce_failure([future for _, future in batch], outcome)
        else:
            # A stored order counts: answer its sender even if delivery to others fails.
            self.answer(batch, outcome)
            self.tell(outcome)
            self.loop.call_soon(self.prepare, [one.game for one in outcome.told])

    def prepare(self, games: list[str]) -> None:
        for game in games if self.resting.is_set() and not self.paced else ():
            if (opened := self.referee.memory.get(game)) is not None:
                # If rules fail here, they fail again when the order comes, and are logged then.
                with suppress(Exception):
                    opened.prepare()

    def tell(self, outcome: Outcome) -> None:
        self.dispatcher.sender.composer.settings |= outcome.settings
        gap = self.dispatcher.tell(outcome.told, outcome.finished)
        if self.sharing and gap:
            self.sharing.look.set()
        self.published += sum(item.for_everybody for game in outcome.told for item in game.items)

    def answer(self, batch: list[Queued], outcome: Outcome) -> None:
        if outcome.due is not UNSET:
            self.scheduler.set(outcome.due)
        for (job, future), answer in zip(batch, outcome.answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Behind):
                self.waiting.append((job, future))
                self.scheduler.look_again()
            elif isinstance(answer, Deferred):
                task = asyncio.ensure_future(self.look_up(answer, job, future))
                self.looking.add(task)
                task.add_done_callback(self.looking.discard)
            elif isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    async def look_up(self, aside: Deferred, job: Job, future: "asyncio.Future[Any]") -> None:
        """Compute a job's deferred result in another thread, then run the job again."""
        try:
            answer = await self.beside(aside.find)
        except Exception as error:
            answer = error
        self.answers.note(aside.key, answer)
        self.jobs.append((job, future))
        self.wake()


class Sharing:
    """Takes over this process's parts and follows the other processes.

    ``parts`` maps each requested part to the doors that belong together. ``None`` requests all
    parts, or none if any is taken. ``mine`` has an event for each part, set once it is taken over.
    News and moves of other processes are read from the store. A game in memory is valid while its
    stamp is unchanged.
    """

    def __init__(self, writer: "Writer", doors: Doors, parts: Parts | None):
        self.writer, self.doors, self.needs_all = writer, doors, parts is None
        self.parts = {name: [name] for name in (*doors, CLOCK)} if parts is None else parts
        self.mine: dict[str, asyncio.Event] = {part: asyncio.Event() for part in self.parts}
        self.look = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.seldom = 0.0

    async def start(self) -> None:
        """Request the parts, and return as soon as messages can be played.

        The clock then runs, here or elsewhere, and all downtimes were made good. Raises ``InUse``
        if another process has a part that this one needs.
        """
        store = self.writer.referee.store
        if self.needs_all and (there := store.holders()):
            raise InUse(f"the database is served by {next(iter(there.values()))}")
        store.apply(self.parts)
        self.task = asyncio.create_task(self.follow())
        needed = self.parts if self.needs_all else ()
        while not all(self.mine[part].is_set() for part in needed) or not await self.clock_goes():
            await asyncio.sleep(LOOK / 5)

    async def clock_goes(self) -> bool:
        if (mine := self.mine.get(CLOCK)) is not None and mine.is_set():
            return True
        try:
            there, noted = await self.writer.run(clock_noted)
        except NotStored:
            return False
        return there and noted is not None and int(noted) > self.writer.clock.now() - FRESH

    async def stop(self) -> None:
        if self.task is not None:
            self.task.cancel()
            with suppress(asyncio.CancelledError):
                await self.task

    async def has(self, part: str) -> None:
        await self.mine[part].wait()

    async def follow(self) -> None:
        """Take over assigned parts and read other processes' news, forever."""
        while True:
            try:
                for part, doors in self.parts.items():
                    if (
                        not self.mine[part].is_set()
                        and self.writer.referee.store.lease_state(next(iter(doors))) == "firm"
                    ):
                        await self.take_up(part, doors)
                await self.catch_up()
            except NotStored as error:
                log.warning("what others have done cannot be read now: %s", error)
            except Exception:
                log.exception("what others have done could not be taken up")
            # On Python 3.11, ``wait_for`` may swallow a cancellation.
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self.look.wait()
            self.look.clear()

    async def take_up(self, part: str, doors: Collection[str]) -> None:
        """Start working on a part. Raises ``NotStored`` if the store fails."""
        if part == CLOCK:
            await self.writer.scheduler.start()
            self.seldom = 0.0  # store that at once
        else:
            mine = {name: self.doors[name] for name in doors}
            for door in mine.values():
                await self.writer.run(remember, door)
            await self.writer.dispatcher.open(mine)
            await self.writer.run(Batch.note_doors)
        self.mine[part].set()

    async def catch_up(self) -> None:
        writer, now = self.writer, asyncio.get_running_loop().time()
        if await writer.dispatcher.catch_up():
            self.look.set()  # there may be more
        if now - self.seldom < SELDOM:
            return
        if CLOCK in self.parts and self.mine[CLOCK].is_set():
            await writer.run(writer.scheduler.note)
        # Nothing is stored while downtimes are being made good, so retry soon.
        self.seldom = now if not writer.referee.gaps else self.seldom
        writer.dispatcher.sender.composer.settings = await writer.run(ledger.settings)
        await writer.dispatcher.hand_out_stored()
        if writer.waiting or writer.scheduler.stuck:
            await writer.read_on()

    async def read_on(self) -> None:
        """Store how far the doors here have fetched messages."""
        with suppress(NotStored):
            await self.writer.run(Batch.note_doors)


def announce_failure(futures: list["asyncio.Future[Any]"], error: Exception) -> None:
    for future in futures:
        if not future.done():
            future.set_exception(error)


def clock_noted(batch: Batch) -> tuple[bool, str | None]:
    """Return whether a process holds the clock, and when it last recorded that it runs."""
    return CLOCK in batch.store.holders(), batch.notes_of(DOOR).get(NAME)


def remember(batch: Batch, door: Door) -> None:
    door.remember(batch.store)
