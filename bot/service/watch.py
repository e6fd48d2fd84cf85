"""Watches the services, and tells the operators about long failures."""

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import msgspec

from bot import stores
from bot.service.supervisor import Service
from engine.errors import NotStored, StoreError, TryLater, Undeliverable
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.store import counts
from engine.store.store import Store

log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two checks."""
LONG = 3_600
"""Seconds of failure before operators are told, and between two mails about lost messages."""
SOON = 60
"""Seconds of failure before `meanwhile doctor` reports it, since services need time to start."""
SHORT = 500
"""Maximum characters of a failure that are stored."""

DOOR = "watch"
"""The name of the notes about failures."""

Tell = Callable[[str, Sequence[str]], Awaitable[None]]
"""A function that tells the operators a subject and lines.

It raises ``TryLater`` or ``Undeliverable`` if that fails.
"""


class WatchService(Service):
    """Watches the other services.

    ``tells`` are the functions that reach operators, by the service they use, so that a failing
    service can be reported by another. Without any, failures are only logged.
    """

    name = "watch"

    def __init__(
        self,
        db: Path,
        services: Sequence[Service],
        tells: Mapping[str, Tell],
        every: float = EVERY,
        clock: Callable[[], float] = time.time,
    ):
        self.db, self.services, self.tells, self.every, self.clock = (
            db,
            services,
            tells,
            every,
            clock,
        )
        self.writer: Writer | None = None
        self.since: dict[str, float] = {}
        self.kept: dict[str, str] | None = None
        self.told: set[str] = set()
        self.lost: Counter[tuple[str, str]] | None = None
        self.told_of_lost = 0.0

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(self.every)

    async def look(self) -> None:
        now = self.clock()
        wrong = {one.name: said for one in self.services if (said := one.wrong)}
        self.since = {name: self.since.get(name, now) for name in wrong}
        await self.keep(
            {name: said for name, said in wrong.items() if now - self.since[name] >= SOON}
        )
        worse = [name for name in wrong if now - self.since[name] >= LONG and name not in self.told]
        better = [name for name in self.told if name not in wrong]
        lines = [f"{name} has been out of order for an hour: {wrong[name]}" for name in worse]
        lines += [f"{name} is well again" for name in better]
        lost = await self.lost_by_now()
        fresh = lost - (self.lost if self.lost is not None else lost)
        tell_lost = bool(fresh) and now - self.told_of_lost >= LONG
        if tell_lost:
            lines += [
                f"{count} messages by {door} could not be delivered: {why}"
                for (door, why), count in fresh.items()
            ]
        if self.lost is None:
            self.lost = lost
        if lines and await self.tell(lines):
            self.told = (self.told | set(worse)) - set(better)
            if tell_lost:
                self.lost, self.told_of_lost = lost, now

    async def lost_by_now(self) -> Counter[tuple[str, str]]:
        try:
            return await asyncio.to_thread(lost_in, self.db)
        except StoreError as error:
            log.warning("what was lost cannot be looked at: %s", error)
            return self.lost or Counter()

    async def keep(self, wrong: Mapping[str, str]) -> None:
        if self.writer is None or wrong == self.kept:
            return

        def put(batch: Batch) -> None:
            notes = batch.notes_of(DOOR)
            for name in {*wrong, *(notes.below("ails") if self.kept is None else self.kept)}:
                said = f"{int(self.since[name])} {wrong[name]}"[:SHORT] if name in wrong else None
                notes.put(f"ails/{name}", said)

        # If that fails, the next check writes it.
        with contextlib.suppress(NotStored):
            await self.writer.run(put)
            self.kept = dict(wrong)

    async def tell(self, lines: Sequence[str]) -> bool:
        for line in lines:
            log.error("%s", line)
        ends = [await self.told_by(tell, lines) for tell in self.tells.values()]
        return any(ends) or not ends

    async def told_by(self, tell: Tell, lines: Sequence[str]) -> bool:
        try:
            await tell(lines[0], lines)
        except (TryLater, Undeliverable) as error:
            log.warning("the operators could not be told: %s", error)
            return isinstance(error, Undeliverable)
        return True


def ailing(store: Store) -> dict[str, tuple[int, str]]:
    """Return the failures that the serving process recorded last: time and reason, by service."""
    found = {
        name.removeprefix("ails/"): text.partition(" ") for name, text in store.notes(DOOR).items()
    }
    return {name: (int(since), why) for name, (since, _, why) in found.items()}


def lost_in(db: Path) -> Counter[tuple[str, str]]:
    """Count messages that are lost, and those that could not be composed."""
    with stores.opened(db, reading=True) as store:
        dead = Counter({(lost.door, lost.why): lost.count for lost in counts.lost(store)})
        for door, game, facts, count in counts.not_composed(store):
            failed = msgspec.json.decode(facts)["error"]
            dead[door, f"neutral ones went out instead, after {failed} in game {game}"] = count
        return dead
