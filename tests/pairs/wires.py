"""Ends of connections without a network, and a loop in which time passes only when nobody has
anything to do.
"""

import asyncio
import selectors
from collections.abc import AsyncIterator, Callable
from typing import Any

from msgspec.structs import replace

from engine.messages import Outgoing
from mail.outgoing.envelope import read_mail, write_mail


class Still(selectors.DefaultSelector):
    """Waits for nobody: the time that would have been waited has passed at once."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("nothing will ever happen here again")
        self.now += max(0.0, timeout)
        return super().select(0)


class StillLoop(asyncio.SelectorEventLoop):
    """A loop of one thread and of a time of its own: what happens in it, and in which order, does
    not depend on how fast the machine is.
    """

    def __init__(self) -> None:
        self.still = Still()
        super().__init__(self.still)

    def time(self) -> float:
        return self.still.now

    def run_in_executor(  # type: ignore[override]  # what is awaited is all that is used
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


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
        self.task = asyncio.ensure_future(work)
        self.task.add_done_callback(lambda _: self.idle.set())

    async def say(self, text: str) -> None:
        self.idle.clear()
        self.sent.put_nowait(text.encode() + b"\n")
        if self.task is not None and self.task.done():
            self.idle.set()
        await self.idle.wait()

    async def end(self) -> None:
        self.sent.put_nowait(b"")
        if self.task is not None:
            await asyncio.wait([self.task])
            self.task.result()

    def take(self) -> bytes:
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


def comparable(outgoing: Outgoing) -> bytes:
    """Return a message without the number of the last entry in the replay of a finished game. That
    replay shows all entries.
    """
    if outgoing.door != "mail":
        return outgoing.payload
    mail = read_mail(outgoing.payload)
    replay = mail.replay and replace(mail.replay, until=0)
    return write_mail(replace(mail, replay=replay))
