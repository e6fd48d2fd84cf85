"""Ends of connections without a network, and a loop whose seconds are short."""

import asyncio
import selectors
from collections.abc import AsyncIterator
from typing import Any

SPEED = 1_000.0
"""Seconds of the loop in one of the machine: nobody waits for what leaves at fixed times."""


class Hasty(selectors.DefaultSelector):
    """Waits as long as the loop's seconds are."""

    def select(self, timeout: float | None = None) -> Any:
        return super().select(timeout / SPEED if timeout else timeout)


class FastLoop(asyncio.SelectorEventLoop):
    """Its seconds pass ``SPEED`` times as fast."""

    def __init__(self) -> None:
        super().__init__(Hasty())

    def time(self) -> float:
        return super().time() * SPEED


class Wire:
    """What a program has at its end of a connection: it says a line, and reads until the other
    side wants the next. Stands in for reader, writer and transport at once.
    """

    def __init__(self) -> None:
        self.sent: asyncio.Queue[bytes] = asyncio.Queue()
        self.idle = asyncio.Event()
        self.came = bytearray()
        self.closing = False
        self.task: asyncio.Task[Any] | None = None

    @property
    def transport(self) -> "Wire":
        return self

    def begin(self, work: Any) -> None:
        """Have the other side serve this connection."""
        self.task = asyncio.ensure_future(work)
        self.task.add_done_callback(lambda _: self.idle.set())

    async def say(self, text: str) -> None:
        """Send a line, and wait until it has been answered."""
        self.idle.clear()
        self.sent.put_nowait(text.encode() + b"\n")
        if self.task is not None and self.task.done():
            self.idle.set()
        await self.idle.wait()

    async def end(self) -> None:
        """Hang up."""
        self.sent.put_nowait(b"")
        if self.task is not None:
            await asyncio.wait([self.task])
            self.task.result()

    def take(self) -> bytes:
        """Return what has come since the last time."""
        came = bytes(self.came)
        self.came.clear()
        return came

    # ---- what the other side sees of it

    async def read(self, n: int) -> bytes:
        self.idle.set()
        return await self.sent.get()

    async def lines(self) -> AsyncIterator[bytes]:
        while data := await self.read(1):
            yield data

    def write(self, data: bytes) -> None:
        if not self.closing:
            self.came += data

    async def drain(self) -> None:
        """Read all there is."""

    def is_closing(self) -> bool:
        return self.closing

    def get_write_buffer_size(self) -> int:
        return 0

    def close(self) -> None:
        self.closing = True
        self.sent.put_nowait(b"")

    abort = close

    async def wait_closed(self) -> None:
        """Closed at once."""

    def get_extra_info(self, name: str) -> None:
        return None
