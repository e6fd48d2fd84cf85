"""Takes finished messages from the outbox to the doors: each once, in order for each receiver, again if it must be."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable

from engine.clock import Alarm, Clock
from engine.letters import Doors, Parcel, TryLater, Undeliverable
from engine.store import LEASE, Settled

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 5, 3600
"""Seconds before a message is tried again, at first and at the most; the wait doubles in between."""

Receiver = tuple[str, str]


class Postman:
    """One for each process. ``settle`` notes what has become of messages, ``lease`` takes those that wait."""

    def __init__(
        self,
        doors: Doors,
        clock: Clock,
        settle: Callable[[Settled], None],
        lease: Callable[[], Awaitable[list[Parcel]]],
    ):
        self.doors, self.clock, self.settle, self.lease = doors, clock, settle, lease
        self.busy: dict[Receiver, deque[Parcel]] = {}
        self.held: dict[Receiver, int] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.round = Alarm(clock, self.rounds)

    async def start(self) -> None:
        """Hand out what waits, and look again from time to time."""
        await self.rounds()

    async def stop(self) -> None:
        """End; what is being handed over is finished first."""
        self.round.stop()
        if self.tasks:
            await asyncio.wait(self.tasks)

    async def rounds(self) -> None:
        """Take what is due and belongs to nobody."""
        now = self.clock.now()
        self.held = {receiver: until for receiver, until in self.held.items() if until > now}
        self.hand_out(await self.lease())
        self.round.set(min([now + LEASE, *self.held.values()]))

    def hand_out(self, parcels: Iterable[Parcel]) -> None:
        """Hand these over, in this order, none before an earlier one for the same receiver."""
        settled = Settled()
        for parcel in parcels:
            receiver = parcel.door, parcel.sender
            if receiver in self.busy:
                self.busy[receiver].append(parcel)
            else:
                self.hand_over(parcel, settled)
        if settled:
            self.settle(settled)

    def hand_over(self, parcel: Parcel, settled: Settled) -> None:
        """Try one message; a door that takes its time gets a task, behind which the receiver's other messages wait."""
        receiver = parcel.door, parcel.sender
        if receiver in self.held:
            settled.later.append((parcel.id, self.held[receiver], "behind an earlier message"))
            return
        try:
            waiting = self.doors[parcel.door].send(parcel)
        except Exception as error:
            self.failed(parcel, error, settled)
            return
        if waiting is None:
            settled.sent.append(parcel.id)
        else:
            self.busy[receiver] = deque()
            task = asyncio.ensure_future(self.carry(receiver, parcel, waiting))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def carry(self, receiver: Receiver, parcel: Parcel, waiting: Awaitable[None]) -> None:
        """Wait for the door, then see to what has come for the same receiver in the meantime."""
        settled = Settled()
        try:
            await waiting
            settled.sent.append(parcel.id)
        except Exception as error:
            self.failed(parcel, error, settled)
        finally:
            behind = self.busy.pop(receiver)
            self.settle(settled)
            self.hand_out(behind)

    def failed(self, parcel: Parcel, error: Exception, settled: Settled) -> None:
        """Note why a message was not handed over, and when it will be tried again."""
        if isinstance(error, Undeliverable):
            settled.dead.append((parcel.id, str(error)))
            return
        if not isinstance(error, TryLater):
            log.error("door %s failed with %r", parcel.door, error)
        due = self.clock.now() + min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(parcel.tries, 20))
        settled.later.append((parcel.id, due, str(error)))
        self.held[parcel.door, parcel.sender] = due
        self.round.set(min(due, self.round.when or due))

    def receiver_is_back(self, door: str, sender: str) -> None:
        """Nothing has to wait behind an earlier message for this receiver any longer."""
        self.held.pop((door, sender), None)
