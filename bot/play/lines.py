"""Lines typed at a terminal by people and programs: reading without blocking, finding their
seat.
"""

import asyncio
import os
import re
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

from engine.errors import NotStored
from engine.menu import LONGEST, Refusal, too_long
from engine.state import PUBLIC, Seat

CHUNK = 65536
STDIN, CLOSED = 0, -1
WAITING = 100
"""Maximum number of lines that are read ahead."""

COMMENT = re.compile(r"(^|\s)#.*")
TALK = re.compile(r"say\s", re.IGNORECASE)


class BadLine(Exception):
    """Raised for a line that can't be handled; ``refusal`` gives the reason."""

    def __init__(self, refusal: Refusal):
        super().__init__(refusal.code)
        self.refusal = refusal


@contextmanager
def telling(refuse: Callable[[Refusal], None]) -> Iterator[None]:
    try:
        yield
    except BadLine as bad:
        refuse(bad.refusal)
    except NotStored as error:
        refuse(Refusal(code="not-stored", word=str(error)))


@asynccontextmanager
async def alongside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run some work for as long as the block runs. Raises the errors of the work."""
    task = asyncio.ensure_future(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


def typed() -> AsyncIterator[bytes]:
    return lines_of(STDIN if sys.stdin else CLOSED)


async def lines_of(fd: int) -> AsyncIterator[bytes]:
    """Yield lines without ends, cut one byte after ``LONGEST``."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes | None] = asyncio.Queue()
    room = threading.Semaphore(WAITING)

    def hand(line: bytes | None) -> None:
        room.acquire()
        loop.call_soon_threadsafe(queue.put_nowait, line)

    def read() -> None:
        # Read beneath Python's buffers: at exit, a thread that is still reading would hold their
        # lock.
        kept = b""
        with suppress(RuntimeError):  # the loop has ended
            with suppress(OSError):  # an unreadable file counts as ended
                while chunk := os.read(fd, CHUNK):
                    *whole, rest = (kept + chunk).split(b"\n")
                    kept = rest[: LONGEST + 1]
                    for line in whole:
                        hand(line[: LONGEST + 1])
            for last in [kept, None] if kept else [None]:
                hand(last)

    threading.Thread(target=read, name="stdin", daemon=True).start()
    while (found := await queue.get()) is not None:
        room.release()
        yield found


async def unless(gone: asyncio.Event, line: Coroutine[Any, Any, bytes | None]) -> bytes | None:
    """Return the next line, or ``None`` at the end or once ``gone`` is set."""
    reading, leaving = asyncio.ensure_future(line), asyncio.ensure_future(gone.wait())
    try:
        await asyncio.wait([reading, leaving], return_when=asyncio.FIRST_COMPLETED)
        return await reading if reading.done() else None
    finally:
        for task in (reading, leaving):
            task.cancel()
        await asyncio.gather(reading, leaving, return_exceptions=True)


def text_of(line: bytes) -> str:
    """Return a line as text. Raises ``BadLine``: ``too-long`` or ``bad-utf8``."""
    if len(line) > LONGEST:
        raise BadLine(too_long())
    try:
        return line.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        raise BadLine(Refusal(code="bad-utf8", word=str(error.start + 1))) from error


def without_comment(line: str) -> str:
    """Drop a comment: ``#`` at the beginning or after a blank, except in chat."""
    order = line.partition(":")[2].lstrip()
    talk = TALK.match(line) or (TALK.match(order) and not line.startswith("#"))
    return line if talk else COMMENT.sub("", line).strip()


def addressed(line: str, seats: Iterable[Seat]) -> tuple[Seat, str] | None:
    """Parse ``SEAT: ORDER`` into seat and order, ignoring case; ``None`` for any other line."""
    fitting = [seat for seat in seats if line.casefold().startswith(f"{seat.casefold()}:")]
    seat = max(fitting, key=len, default=None)
    return None if seat is None else (seat, line[len(seat) + 1 :].strip())


def asked_about(line: str, seats: Iterable[Seat]) -> Seat | None:
    """Return the viewer of ``SEAT?`` or ``public?``, or ``None`` for any other line."""
    for name, viewer in (*((seat, seat) for seat in seats), ("public", PUBLIC)):
        if line.casefold() == f"{name.casefold()}?":
            return viewer
    return None


def stray(line: str, seats: Iterable[Seat]) -> Refusal:
    """Return the refusal of a line that is neither an order nor a question of a seat."""
    name, colon, _ = line.partition(":")
    named = name if colon else line.removesuffix("?")
    if (colon or line.endswith("?")) and named and " " not in named:
        return Refusal(code="no-such-seat", word=named, wanted=tuple(seats))
    wanted = (f"{next(iter(seats), 'SEAT')}: ORDER", "SEAT?", "public?")
    return Refusal(code="bad-line", word=line.split()[0][:40], wanted=wanted)
