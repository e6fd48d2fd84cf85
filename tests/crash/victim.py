"""A process to be killed: ``python -m tests.crash.victim DB LOG AGAIN RUN [WRONG]``.

It plays several games as fast as it can and writes to LOG what its door sends. On standard
output it says which messages it submits and which receipts it gets; it also delivers the
messages of AGAIN, a file of an earlier run, once more. With WRONG it does one thing wrong, so
that the checks can be seen to fail.
"""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeVar

import msgspec

from engine.errors import NotStored
from engine.messages import Message, Outgoing
from engine.referee import clock, doors, referee, sending
from engine.referee.batch import Batch
from engine.referee.writer import Sharing, Writer
from engine.state import Seat
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import CLOCK, DeliveryReport
from tests.bench.stage import SEATS, TinyDoor, addresses, joins, setup
from tests.store.engines import opened

T = TypeVar("T")
DOOR, GAMES, CLIENTS, OVERTAKEN = "bench", 3, 2, 75


class Log(TinyDoor):
    def __init__(self, path: Path, mine: Path | None = None):
        self.mine = os.open(mine, os.O_WRONLY | os.O_CREAT) if mine else None
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(self.file, b"\n")  # the last line of one who was killed may be cut off

    def compose(self, news: doors.News, seen: doors.GameView, notes: Notes) -> bytes | None:
        return encode((seen.game, seen.question, news.events))

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:  # type: ignore[override]  # the victims differ
        if outgoing.sender == "everybody":
            return self.later(outgoing)
        self.write(outgoing)
        return None

    async def later(self, outgoing: Outgoing) -> None:
        await asyncio.sleep(0.001)
        self.write(outgoing)

    def write(self, outgoing: Outgoing) -> None:
        self.note(outgoing.mark, outgoing.sender, outgoing.payload)

    def note(self, mark: str, sender: str, payload: bytes) -> None:
        os.write(self.file, encode((mark, DOOR, sender, payload.decode())) + b"\n")
        if self.mine is not None:
            os.write(self.mine, b"x")


class Hasty(referee.Referee):
    """Tells a moment before it commits; the moment is long enough to be
    met by one kill in two or three.
    """

    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        door = self.doors[DOOR]
        assert isinstance(door, Log)
        batch.snapshots()
        for news in referee.made_known(batch):
            for one in sending.deliveries(news, self.doors):
                assert one.item is not None
                reader, digest = one.reader, one.item.digest
                mark = self.store.mark(DOOR, reader.sender, reader.game, one.seq, digest)
                door.note(mark, reader.sender, encode(("g", 1, [])))
        time.sleep(0.003)
        super().write(batch, at, delivered)


class Forgetful(referee.Referee):
    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        batch.inbox.clear()
        super().write(batch, at, delivered)


WRONG = {"hasty": Hasty, "forgetful": Forgetful}


def say(*what: object) -> None:
    os.write(1, encode(what) + b"\n")


async def deliver(writer: Writer, message: Message) -> None:
    say("letter", message)
    say("receipt", message.id, await stored(lambda: writer.submit(message)))


async def stored(act: Callable[[], Awaitable[T]]) -> T:
    """Do it until it can be stored: the server may be away for a moment."""
    while True:
        try:
            return await act()
        except NotStored:
            await asyncio.sleep(0.05)


async def play(writer: Writer, game: str, client: str, numbers: Iterator[int]) -> None:
    """One of the clients of a game. The seat that is asked bombs or passes, or says when it
    sleeps; its message may come too late, or twice.
    """

    def asked(batch: Batch) -> Seat:
        opened = batch.game(game)
        assert opened is not None
        ask = opened.table.ask()
        assert ask is not None
        return ask.seats[0]

    for n in numbers:
        seat = await stored(lambda: writer.run(asked))
        text = (
            f"bomb {SEATS[n % 3]} {n % 10} {n % 2}" if n % 4 else "say * hello" if n % 8 else "pass"
        )
        text = f"hours UTC 22:00-0{n // 32 % 8}:30" if n % 32 == 16 else text
        message = Message(
            door=DOOR, id=f"{client}/{n}", sender=seat, text=text, at=writer.clock.now(), game=game
        )
        await asyncio.gather(*(deliver(writer, message) for _ in range(1 + n % 2)))


def deaf(writer: Writer) -> None:
    writer.referee.store.lease_state = lambda door: "firm" if door else "lost"  # type: ignore[method-assign]  # it is wrong


def eager(writer: Writer) -> None:
    writer.dispatcher.next_at = lambda *_: True  # type: ignore[method-assign]  # it is wrong


LEFT_OUT = {"deaf": deaf, "eager": eager}
"""Safeguards of several processes."""


async def spoken(sharing: Sharing, wrong: str) -> None:
    await sharing.has("doors")
    say("begins")
    store = sharing.writer.referee.store
    while wrong == "deaf" or "lost" not in (store.lease_state(DOOR), store.lease_state(CLOCK)):
        await asyncio.sleep(0.1)
    os._exit(OVERTAKEN)


async def main(place: str, log: Path, again: Path, run: str, wrong: str = "") -> None:
    say("begun")
    with opened(place) as store:
        parts = {"doors": [DOOR], CLOCK: [CLOCK]}
        door = Log(log, again.with_suffix(".told"))
        writer = Writer(store, {DOOR: door}, clock.Clock(), parts)
        if wrong in LEFT_OUT:
            LEFT_OUT[wrong](writer)
        elif wrong:
            writer.referee = WRONG[wrong](store, writer.referee.doors)
        await writer.start()
        # It works whoever speaks.
        speaks = asyncio.create_task(spoken(writer.sharing, wrong)) if writer.sharing else None
        while not again.exists():
            await asyncio.sleep(0.01)
        for game in range(GAMES):

            def make(batch: Batch, game: int = game) -> None:
                if batch.game(f"g{game}") is None:
                    opened = batch.make("battleboard", setup(game), addresses(f"g{game}"))
                    for seat, join in joins():
                        batch.enter(opened, writer.clock.now(), seat, join)

            await stored(partial(writer.run, make))
        say("ready")
        messages = msgspec.json.decode(again.read_bytes(), type=list[Message])
        await asyncio.gather(*(deliver(writer, message) for message in messages))
        numbers = count() if run != "last" else iter(())
        clients = [(f"g{n % GAMES}", f"{run}.{n}") for n in range(GAMES * CLIENTS)]
        await asyncio.gather(*(play(writer, game, client, numbers) for game, client in clients))
        if writer.sharing:
            # Whoever spoke before may be believed to be there for a while.
            await writer.sharing.has("doors")
            while await stored(writer.dispatcher.catch_up):
                await asyncio.sleep(0)
        # What could not be told at once, or read, waits for its time.
        while not writer.dispatcher.idle:
            await asyncio.sleep(0.01)
        if speaks:
            speaks.cancel()
        await writer.stop()


if __name__ == "__main__":
    db, log, again, *rest = sys.argv[1:]
    asyncio.run(main(db, Path(log), Path(again), *rest))
