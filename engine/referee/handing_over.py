"""What is composed for a reader, and handed to a door."""

import asyncio
from collections.abc import Awaitable, Iterable
from concurrent.futures import ThreadPoolExecutor

from engine.errors import TryLater
from engine.letters import Outgoing
from engine.referee.clock import Clock
from engine.referee.doors import Doors
from engine.referee.happenings import Composer
from engine.referee.parcels import Ledger, Parcel, sealed

NOT_FIRM = "another process may have taken over"


class HandingOver:
    """Composes messages, in a thread of its own where a door draws, and hands them to doors."""

    def __init__(self, doors: Doors, clock: Clock, ledger: Ledger):
        self.doors, self.clock, self.ledger = doors, clock, ledger
        self.composer = Composer(doors)
        self.thread = ThreadPoolExecutor(1, "composer")

    def prepare(self, out: Iterable[Parcel]) -> None:
        """Compose the messages of games with sealed questions: all of them before the first is
        handed over. Every other one is composed when its turn has come.
        """
        slow = list[Parcel]()
        for parcel in filter(sealed, out):
            if self.draws(parcel):
                slow.append(parcel)
                self.begin(parcel)
            else:
                parcel.payload, parcel.composed = self.compose(parcel), True
        for parcel in slow:
            parcel.together = [p.ready for p in slow if p.ready and p.key == parcel.key]

    def draws(self, parcel: Parcel) -> bool:
        """Return whether a message is to be composed in the thread for that."""
        return not parcel.composed and self.doors[parcel.reader.door].repeats == "checked"

    def begin(self, parcel: Parcel) -> None:
        """Have a message composed in the thread for that."""
        loop = asyncio.get_running_loop()
        parcel.ready = loop.run_in_executor(self.thread, self.compose, parcel)

    def compose(self, parcel: Parcel) -> bytes | None:
        """Return the finished message of a parcel."""
        assert parcel.happening is not None
        assert parcel.standing is not None
        return self.composer.compose(parcel.happening, parcel.standing, parcel.reader)

    def send(self, parcel: Parcel) -> Awaitable[None] | None:
        """Hand a message to its door, if there is anything to say. Raises what the door raises,
        at once or when awaited.
        """
        if parcel.ready is None and self.draws(parcel):
            self.begin(parcel)
        if parcel.ready is not None:
            return self.when_ready(parcel)
        payload = parcel.payload if parcel.composed else self.compose(parcel)
        parcel.payload = payload
        return None if payload is None else self.to_door(parcel, payload)

    async def when_ready(self, parcel: Parcel) -> None:
        """Hand a message over that is composed elsewhere."""
        assert parcel.ready is not None
        if parcel.together:
            await asyncio.gather(*parcel.together, return_exceptions=True)
        payload = parcel.payload = await parcel.ready
        if payload is not None and (sending := self.to_door(parcel, payload)) is not None:
            await sending

    def to_door(self, parcel: Parcel, payload: bytes) -> Awaitable[None] | None:
        """Hand this over, unless another process may be doing so."""
        if self.ledger.hold(parcel.reader.door) != "firm":
            raise TryLater(NOT_FIRM, at=self.clock.now() + 1)
        return self.doors[parcel.reader.door].send(self.outgoing(parcel, payload))

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
            talk=parcel.talk,
            tries=parcel.tries,
            again=parcel.again,
            seq=parcel.seq,
        )
