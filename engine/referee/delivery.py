"""Takes finished messages from the outbox to the doors: each once, in order for each
receiver, again if it must be.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable

from engine.errors import TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.clock import Alarm, Clock
from engine.referee.doors import Doors
from engine.store.rows import LEASE, DeliveryReport, Retry

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5, 3600
"""Seconds before a message is tried again, at first and at the
most; the wait doubles in between.
"""
PATIENCE = 346
"""Times that a message is tried: the last one comes two weeks after the first."""

Receiver = tuple[str, str]
Lease = Callable[[tuple[Receiver, ...]], Awaitable[list[Outgoing]]]


class Dispatcher:
    """One for each process. ``settle`` notes what has become of messages; ``lease`` takes those
    that are due, and those for receivers who are back.

    A receiver is in one of three states. ``busy``: what comes waits in memory, behind a
    message that is being handed over or behind what is on its way from the outbox. ``held``:
    what comes waits in the outbox until a second, behind one that failed. Neither: nothing
    waits, what comes is handed over at once.
    """

    def __init__(
        self, doors: Doors, clock: Clock, settle: Callable[[DeliveryReport], None], lease: Lease
    ):
        self.doors, self.clock, self.settle, self.lease = doors, clock, settle, lease
        self.busy: dict[Receiver, deque[Outgoing]] = {}
        self.held: dict[Receiver, int] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.round = Alarm(clock, self.rounds)
        self.working = True

    async def start(self) -> None:
        """Hand out what waits, and look again from time to time."""
        await self.rounds()

    async def stop(self) -> None:
        """End; what is being handed over is finished first, what
        comes later waits in the outbox.
        """
        self.working = False
        await self.round.end()
        while self.tasks:
            await asyncio.wait(self.tasks)

    async def rounds(self) -> None:
        """Take what is due and belongs to nobody."""
        now = self.clock.now()
        await self.collect([receiver for receiver, until in self.held.items() if until <= now])
        if self.working:
            self.round.set(min([now + LEASE, *self.held.values()]))

    def receiver_is_back(self, door: str, sender: str) -> None:
        """What waits for this receiver is handed over now, before anything newer."""
        self.begin(self.collect([(door, sender)]))

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Do this beside everything else."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def collect(self, back: list[Receiver]) -> None:
        """Hand out what is due, and all that waits for those who are ``back``; what
        comes for them meanwhile waits.
        """
        waiting = [receiver for receiver in back if receiver not in self.busy]
        for receiver in waiting:
            self.held.pop(receiver, None)
            self.busy[receiver] = deque()
        messages: list[Outgoing] = []
        try:
            messages = await self.lease(tuple(waiting))
        except Exception as error:
            log.error("nothing could be taken from the outbox: %s", error)
            self.held |= dict.fromkeys(waiting, self.clock.now() + FIRST_WAIT)
        finally:
            newer = [outgoing for receiver in waiting for outgoing in self.busy.pop(receiver)]
        in_hand = {outgoing.id for queue in self.busy.values() for outgoing in queue}
        self.hand_out([*(outgoing for outgoing in messages if outgoing.id not in in_hand), *newer])

    def hand_out(self, messages: Iterable[Outgoing]) -> None:
        """Hand these over, in this order, none before an earlier one for the same receiver."""
        if not self.working:
            return
        settled = DeliveryReport()
        for outgoing in messages:
            receiver = outgoing.door, outgoing.sender
            if receiver in self.busy:
                self.busy[receiver].append(outgoing)
            elif receiver in self.held:
                due, why = self.held[receiver], "behind an earlier message"
                settled.later.append(Retry(outgoing.id, due, outgoing.tries, why))
            else:
                self.hand_over(receiver, outgoing, settled)
        if settled:
            self.settle(settled)

    def hand_over(self, receiver: Receiver, outgoing: Outgoing, settled: DeliveryReport) -> None:
        """Try one message; a door that takes its time gets a task, behind which the
        receiver's other messages wait.
        """
        try:
            sending = self.doors[outgoing.door].send(outgoing)
        except Exception as error:
            self.failed(outgoing, error, settled)
            return
        if sending is None:
            settled.sent.append(outgoing.id)
        else:
            self.busy[receiver] = deque([outgoing])
            self.begin(self.carry(receiver, outgoing, sending))

    async def carry(self, receiver: Receiver, outgoing: Outgoing, sending: Awaitable[None]) -> None:
        """Wait for the door, then see to what has come for the same receiver in the meantime."""
        settled = DeliveryReport()
        try:
            await sending
            settled.sent.append(outgoing.id)
        except Exception as error:
            self.failed(outgoing, error, settled)
        finally:
            _, *behind = self.busy.pop(receiver)
            self.settle(settled)
            self.hand_out(behind)

    def failed(self, outgoing: Outgoing, error: Exception, settled: DeliveryReport) -> None:
        """Note why a message was not handed over, and when it will be tried again."""
        # What a door says may hold half a character, which no database takes.
        why = str(error).encode(errors="replace").decode()
        if isinstance(error, Undeliverable) or outgoing.tries >= PATIENCE:
            settled.dead.append((outgoing.id, why))
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", outgoing.door, error)
        wait, tries = (
            min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(outgoing.tries, 20)),
            outgoing.tries + 1,
        )
        if isinstance(error, TryLater) and error.wait is not None:
            wait = error.wait
        due = self.clock.now() + wait
        if isinstance(error, TryLater) and error.at is not None:
            due, tries = error.at, outgoing.tries
        settled.later.append(Retry(outgoing.id, due, tries, why))
        if not (isinstance(error, TryLater) and error.alone):
            self.held[outgoing.door, outgoing.sender] = due
        if self.working:
            self.round.set(min(due, self.round.when or due))
