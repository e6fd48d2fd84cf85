"""The writer: the one thread that plays and writes, and the queue before it."""

import asyncio
import logging
import queue
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Concatenate, ParamSpec, TypeVar

from msgspec import UNSET, UnsetType

from engine.errors import Behind, NotStored
from engine.letters import Address, Letter, Receipt
from engine.referee import ledger
from engine.referee.batch import Batch
from engine.referee.clock import Clock
from engine.referee.delivery import Dispatcher
from engine.referee.doors import Doors
from engine.referee.parcels import Backlog, Receiver
from engine.referee.referee import Job, Outcome, Referee
from engine.referee.scheduler import RETRY, Scheduler
from engine.state import Setup
from engine.store.contract import Store
from engine.store.rows import DeliveryReport

log = logging.getLogger(__name__)

T = TypeVar("T")
P = ParamSpec("P")
Queued = tuple[Job, "asyncio.Future[Any]"]
"""A job, and who waits for its answer."""

BATCH = 64
"""Jobs that are written in one transaction at the most."""

IDLE = 0.02
"""Seconds for which a report of deliveries waits for a batch to be written with."""

QUARTER = 0.25
"""Seconds after the arrival of a letter at which its receipt leaves, in games where the time
that an order takes could tell something.
"""


class Signal(Enum):
    """What the writer's thread may be told beside jobs: write the news that there are; finish."""

    FLUSH = auto()
    STOP = auto()


class Writer:
    """The one thread that plays and writes, for an event loop. Whoever waits is told
    once a batch, not once a letter.
    """

    def __init__(self, store: Store, doors: Doors, clock: Clock):
        self.clock = clock
        self.referee = Referee(store, doors)
        self.dispatcher = Dispatcher(doors, clock, self)
        self.scheduler = Scheduler(self.referee, clock, self.run)
        self.jobs: queue.SimpleQueue[Queued | Signal] = queue.SimpleQueue()
        self.delivered: deque[DeliveryReport] = deque()
        self.flushing = False
        self.games_watched: dict[str, bool] = {}
        self.waiting: list[Queued] = []
        self.thread = threading.Thread(target=self.work, name="writer")
        self.working = False
        self.loop: asyncio.AbstractEventLoop | None = None

    async def start(self) -> None:
        """Begin to work: what waits is told, what is due is played."""
        self.loop = asyncio.get_running_loop()
        self.working = True
        self.thread.start()
        with suppress(NotStored):
            self.dispatcher.composer.settings = await self.run(ledger.settings)
        await self.dispatcher.start()
        with suppress(NotStored):
            await self.run(Batch.note_doors)
        await self.scheduler.start()

    async def stop(self) -> None:
        """Finish what has been submitted, and end."""
        await self.scheduler.stop()
        await self.dispatcher.stop()
        with suppress(NotStored):
            # How far the doors have come; what cannot be written now is written with the end.
            await self.run(lambda _: None)
        self.working = False
        self.jobs.put(Signal.STOP)
        await asyncio.to_thread(self.thread.join)
        announce_failure(
            [future for _, future in self.waiting], NotStored("the referee does not work any more")
        )

    async def submit(self, letter: Letter) -> Receipt:
        """Return the receipt of a letter; all that it caused is on the disk. Raises ``NotStored``.

        However much work the letter made: in a game that is watched the receipt leaves
        a quarter of a second after it.
        """
        leaves = asyncio.get_running_loop().time() + QUARTER
        receipt: Receipt = await self.put(letter)
        if receipt.game is not None and await self.watched(receipt.game):
            await asyncio.sleep(leaves - asyncio.get_running_loop().time())
        return receipt

    async def watched(self, game: str) -> bool:
        """Return whether the receipts of this game leave at fixed times."""
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

    async def read_on(self) -> None:
        """Play the ticks that waited for a door that has read on, then the letters."""
        if self.scheduler.stuck or self.waiting:
            self.scheduler.stuck.clear()
            await self.scheduler.ring()
            waiting, self.waiting = self.waiting, []
            for job in waiting:
                self.jobs.put(job)

    # ---- what delivery asks of the ledger

    def report(self, delivered: DeliveryReport) -> None:
        """Note this with the next batch; it wakes nobody for a while."""
        self.delivered.append(delivered)
        if not self.flushing:
            self.flushing = True
            asyncio.get_running_loop().call_later(IDLE, self.flush)

    async def commit(self, delivered: DeliveryReport) -> None:
        """Note this; it is on the disk when this returns. Raises ``NotStored``."""
        await self.put(delivered)

    async def behind(self) -> Backlog:
        """Return all that waits, at the start. Raises ``NotStored``."""
        return await self.run(ledger.behind)

    async def since(self, places: dict[str, int], receivers: tuple[Receiver, ...]) -> Backlog:
        """Return what games have told since these numbers, and what is stored and due, or is for
        these receivers. Raises ``NotStored``.
        """
        return await self.run(ledger.since, places, receivers)

    async def keep(self, door: str, game: str) -> None:
        """Compose what a door is to tell of a game, and store it. Raises ``NotStored``."""
        await self.run(ledger.keep, door, game)

    def mark(self, *parts: str | bytes | int) -> str:
        """Return the mark that these parts give."""
        return self.referee.store.mark(*parts)

    def flush(self) -> None:
        """No batch may have come: write the news without one."""
        self.flushing = False
        if self.delivered:
            self.jobs.put(Signal.FLUSH)

    def put(self, job: Job) -> "asyncio.Future[Any]":
        """Queue a job for the writer's thread."""
        if self.loop is None or not self.working:
            raise NotStored("the referee does not work")
        future = self.loop.create_future()
        self.jobs.put((job, future))
        return future

    def work(self) -> None:
        """Work until told to stop: the writer's thread."""
        delivered, wait = DeliveryReport(), None
        running = True
        while running:
            batch, running = self.gather(wait)
            while self.delivered:
                delivered.add(self.delivered.popleft())
            if batch or delivered:
                written = self.one_batch(batch, delivered)
                delivered, wait = (DeliveryReport(), None) if written else (delivered, RETRY)

    def gather(self, wait: float | None) -> tuple[list[Queued], bool]:
        """Wait for jobs, no longer than ``wait`` seconds, and take all that have come;
        ``False``: there will be no more.
        """
        batch: list[Queued] = []
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

    def one_batch(self, batch: list[Queued], delivered: DeliveryReport) -> bool:
        """Take one batch and announce it. ``False``: it could not be written."""
        assert self.loop is not None
        try:
            before = self.scheduler.make_good()
            outcome = self.referee.take([job for job, _ in batch], self.clock.now(), delivered)
        except NotStored as error:
            self.loop.call_soon_threadsafe(announce_failure, [future for _, future in batch], error)
            return False
        outcome.told = before.told + outcome.told
        outcome.finished = before.finished + outcome.finished
        # Letters that have moved no deadline leave the alarm as it is.
        letters = all(isinstance(job, Letter) for job, _ in batch)
        moved = outcome.clocked or before.clocked or not letters or self.scheduler.stuck
        due = self.scheduler.next_due() if moved else UNSET
        self.loop.call_soon_threadsafe(self.announce, batch, outcome, due)
        return True

    def announce(self, batch: list[Queued], outcome: Outcome, due: int | UnsetType | None) -> None:
        """In the event loop, after the commit: hand the messages over, then answer who waits."""
        self.dispatcher.composer.settings |= outcome.settings
        self.dispatcher.tell(outcome.told, outcome.finished)
        if due is not UNSET:
            self.scheduler.set(due)
        for (job, future), answer in zip(batch, outcome.answers, strict=True):
            if future.done():
                continue
            if isinstance(answer, Behind):
                self.waiting.append((job, future))
                self.scheduler.look_again()
            elif isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)


def announce_failure(futures: list["asyncio.Future[Any]"], error: Exception) -> None:
    """In the event loop: nothing has happened."""
    for future in futures:
        if not future.done():
            future.set_exception(error)


def is_watched(batch: Batch, game: str) -> bool:
    """Return whether a game says so, with its options."""
    opened = batch.game(game)
    return opened is not None and opened.table.watched
