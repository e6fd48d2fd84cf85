"""A writer with its dispatcher in an event loop, and a clock that is moved by hand."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

from engine.errors import TryLater
from engine.messages import Message, Outgoing, Receipt
from engine.referee.clock import Alarm, HandClock
from engine.referee.doors import Door
from engine.referee.writer import Writer
from tests.referee.stage import DOOR, House

IDS = count(1)
READERS = ("ann", "bob", "everybody")
"""Whom the box of a house with one table reaches."""


def alarms_of(writer: Writer) -> tuple[Alarm, ...]:
    return writer.scheduler.alarm, writer.scheduler.beat, writer.dispatcher.round


class Office:
    """What an open house consists of."""

    def __init__(self, house: House, more: dict[str, Door]):
        self.house, self.box, self.clock = house, house.box, HandClock(house.opens)
        self.writer = Writer(house.store, {DOOR: house.box, **more}, self.clock)

    async def say(self, sender: str, text: str, game: str | None = "g", **more: Any) -> Receipt:
        """A message that nobody has written before; its receipt."""
        id = more.pop("id", f"<office {next(IDS)}>")
        return await self.writer.submit(
            Message(
                door=DOOR, id=id, sender=sender, text=text, at=self.clock.now(), game=game, **more
            )
        )

    async def says(self, *texts: str, by: str = "ann") -> None:
        """Have somebody say all this in the game, and wait until everybody has been told."""
        for text in texts:
            await self.say(by, text)
        await self.quiet()

    async def quiet(self) -> None:
        for _ in range(4):
            for alarm in alarms_of(self.writer):
                if alarm.ringing is not None:
                    await asyncio.wait([alarm.ringing])
            while tasks := set(self.writer.dispatcher.tasks):
                await asyncio.wait(tasks)
            self.writer.dispatcher.flush()
            await self.writer.run(lambda _: None)
            await asyncio.sleep(0)

    async def wait(self, seconds: int) -> None:
        for _ in range(seconds):
            self.clock.advance(1)
            await self.quiet()

    async def later(self, seconds: int) -> None:
        self.clock.advance(seconds)
        await self.quiet()

    def cut_off(self, *senders: str, error: Exception | None = None) -> None:
        """From now on these cannot be reached, and everybody else can be."""

        def answer(outgoing: Outgoing) -> None:
            if outgoing.sender in senders:
                raise error or TryLater("no line")

        self.box.answer = answer

    def hold_up(self, sender: str, act: Callable[[], Awaitable[None]]) -> None:
        """From now on a message to this one waits for ``act``."""
        self.box.answer = lambda outgoing: act() if outgoing.sender == sender else None

    def back(self, *senders: str) -> None:
        """All can be reached again, and these, or the whole door, are known to be back."""
        self.cut_off()
        for sender in senders:
            self.writer.dispatcher.receiver_is_back(DOOR, sender)
        if not senders:
            self.writer.dispatcher.door_is_back(DOOR)

    def counts(self) -> list[int]:
        """How many messages each of the readers has been sent."""
        return [len(self.box.texts(reader)) for reader in READERS]

    def behind(self) -> dict[str, tuple[int, int, str]]:
        """Who is behind at the box: until when, how often tried, and why."""
        cursors = self.house.store.behind(DOOR)
        return {
            sender: (place.until, place.tries, place.why)
            for cursor in cursors
            for sender, place in cursor.behind.items()
        }


@asynccontextmanager
async def at_work(house: House, **doors: Door) -> AsyncIterator[Office]:
    """A process that works on the house's file until the block ends."""
    house.again()
    office = Office(house, doors)
    await office.writer.start()
    try:
        yield office
    finally:
        await office.writer.stop()


@asynccontextmanager
async def quiet_office(house: House) -> AsyncIterator[Office]:
    async with at_work(house) as office:
        await office.quiet()
        house.box.sent.clear()
        yield office


def numbers(messages: list[Outgoing]) -> list[int]:
    return [outgoing.id for outgoing in messages]
