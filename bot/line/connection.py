"""One program at the other end of a socket: what it sends, line by line, and what it is sent."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable

from bot.line.protocol import Splitter
from bot.objects import stamped
from engine.referee.pace import RANDOM, STEP, blurred, leaves

UNREAD = 1 << 20
"""Bytes that may wait for a program that does not read, before its connection is cut."""
PIECE = 1 << 16
"""Bytes that are written between two looks at whether the program reads."""
AHEAD = 1 << 12
"""Bytes that are read at once; twice as many at most wait for their turn, the
others in the program's own socket.
"""
GRACE = 10.0
"""Seconds for which a connection that is being closed may still be read at the other end."""


def at_once() -> bool:
    """Return that nothing is kept back."""
    return False


class Connection:
    """``number`` counts the connections of this server; ``longest`` is the
    longest line in bytes. ``entered``: it speaks for somebody, so that it is not
    hung up on for lack of room or time. While it is ``paced``, an answer leaves at a fixed
    time after its line, blurred (``pace``), the next line is not looked at before, and what answers
    no line leaves after a time that nobody knows.

    ``numbered``: what it is sent are objects, which are counted.
    """

    numbered = False

    def __init__(
        self,
        number: int,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        longest: int,
        paced: Callable[[], bool] = at_once,
    ):
        self.number, self.reader, self.writer = number, reader, writer
        self.splitter = Splitter(longest)
        self.entered = False
        self.held: list[tuple[int, bytes]] | None = None
        self.waiting = 0
        self.paced = paced
        self.arrived: float | None = None
        self.kept: list[bytes] = []
        self.empty = asyncio.Event()
        self.empty.set()
        self.next = 1

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield the lines that come in, until the other end closes or the connection breaks. What
        has no end is dropped.
        """
        try:
            while data := await self.reader.read(AHEAD):
                for line in self.splitter.feed(data):
                    await self.empty.wait()
                    self.arrived = asyncio.get_running_loop().time()
                    yield line
        except OSError:
            return

    def post(self, number: int, data: bytes) -> None:
        """Send the message of news ``number``, now or when it is no longer held."""
        if self.held is None:
            self.write(data)
        else:
            self.held.append((number, data))
            self.waiting += len(data)
            self.watch()

    def write(self, data: bytes) -> None:
        """Send whole lines, now or when they may leave."""
        self.put(self.counted(data))

    def counted(self, data: bytes) -> bytes:
        """Return whole lines, with their numbers if they are counted."""
        if self.numbered:
            data, self.next = stamped(data, self.next)
        return data

    def put(self, data: bytes) -> None:
        """Send this, now or when it may leave."""
        if self.kept or self.paced():
            if not self.kept:
                loop = asyncio.get_running_loop()
                loop.call_at(self.leaves(loop.time()), self.let_go)
                self.empty.clear()
            self.kept.append(data)
        elif not (transport := self.writer.transport).is_closing():
            transport.write(data)
            self.watch()

    def leaves(self, now: float) -> float:
        if self.arrived is None:
            return now + STEP * RANDOM.random()
        return blurred(leaves(self.arrived, now))

    def let_go(self) -> None:
        """Send what was kept."""
        kept, self.kept, self.arrived = b"".join(self.kept), [], None
        self.empty.set()
        if kept and not self.writer.transport.is_closing():
            self.writer.write(kept)
            self.watch()

    def watch(self) -> None:
        """Cut the connection if the program leaves too much unread."""
        if self.writer.transport.get_write_buffer_size() + self.waiting > UNREAD:
            self.writer.transport.abort()

    async def drain(self) -> None:
        """Wait until the program has read most of what it was sent."""
        try:
            await self.writer.drain()
        except OSError:
            return

    def hold(self) -> None:
        """Keep back what is posted from now on."""
        self.held = []

    async def release(self, data: bytes = b"", before: int = 0, *, drop: bool = False) -> None:
        """Send what was held with numbers below ``before`` (or drop it), then
        ``data``, then the rest, in order.

        So an answer that was put together between two messages is read between them as well.
        """
        held = sorted(self.held or ())
        if not drop:
            self.write_all(message for message in held if message[0] < before)
        self.held = [message for message in held if message[0] >= before]
        data = self.counted(data)
        for i in range(0, len(data), PIECE):
            self.put(data[i : i + PIECE])
            await self.drain()
        held, self.held, self.waiting = sorted(self.held), None, 0
        self.write_all(held)

    def write_all(self, messages: Iterable[tuple[int, bytes]]) -> None:
        for _, data in messages:
            self.write(data)

    def hang_up(self) -> None:
        """Send what is still due and close; nothing more is written. Who does not
        read it in time does not get it.
        """
        self.let_go()
        if not self.writer.transport.is_closing():
            self.writer.close()
            asyncio.get_running_loop().call_later(GRACE, self.writer.transport.abort)

    @property
    def address(self) -> str:
        """Where it comes from; "" for a socket of this machine."""
        peer = self.writer.get_extra_info("peername")
        return str(peer[0]) if isinstance(peer, tuple) else ""

    async def closed(self) -> None:
        try:
            await self.writer.wait_closed()
        except OSError:
            return
