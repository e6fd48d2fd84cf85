"""A port or a Unix socket, and its connections, whatever protocol they speak."""

import asyncio
import logging
import socket
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from typing import Any, Protocol

from msgspec import Struct

from bot.line.protocol import Splitter
from bot.objects import stamped
from engine.errors import UserError
from engine.referee.clock import RANDOM, STEP, release_time, with_jitter
from engine.referee.writer import Writer

UNREAD = 1 << 20
"""Unread bytes from which the connection of a program that doesn't read is cut."""
PIECE = 1 << 16
"""Bytes written between two checks whether the program reads."""
AHEAD = 1 << 12
"""Bytes read at once. At most twice as many are buffered; the rest stays in the socket."""
GRACE = 10.0
"""Seconds for which the other end may still read a closing connection."""


def at_once() -> bool:
    """Return ``False``: answers are not delayed."""
    return False


class Connection:
    """A connection.

    ``number`` counts the connections of this server. ``address`` is that of the other end, "" for a
    Unix socket. ``longest`` is the longest line in bytes.
    ``entered`` connections speak for a seat, so they are not closed for lack of room or time.
    ``numbered`` connections are sent objects, which are counted.

    While a connection is ``paced``, an answer leaves at a fixed, blurred time after its line
    (``pace``), and the next line waits. Other output leaves after a random time.
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
        self.transport = writer.transport
        peer = writer.get_extra_info("peername")
        self.address = str(peer[0]) if isinstance(peer, tuple) else ""
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
        """Yield lines until the connection ends. An unfinished last line is dropped."""
        try:
            while data := await self.reader.read(AHEAD):
                for line in self.splitter.feed(data):
                    await self.empty.wait()
                    self.arrived = asyncio.get_running_loop().time()
                    yield line
        except OSError:
            return

    def post(self, number: int, data: bytes) -> None:
        """Send the message of news ``number``, now or once it is no longer held."""
        if self.held is None:
            self.write(data)
        else:
            self.held.append((number, data))
            self.waiting += len(data)
            self.watch()

    def write(self, data: bytes) -> None:
        """Number and send whole lines, at once or delayed if the connection is paced."""
        self.put(self.counted(data) if self.numbered else data)

    def counted(self, data: bytes) -> bytes:
        """Return whole lines, with numbers if this connection counts them."""
        if self.numbered:
            data, self.next = stamped(data, self.next)
        return data

    def put(self, data: bytes) -> None:
        """Send bytes at once, or delayed if the connection is paced."""
        if self.kept or self.paced():
            if not self.kept:
                loop = asyncio.get_running_loop()
                loop.call_at(self.release_time(loop.time()), self.let_go)
                self.empty.clear()
            self.kept.append(data)
        elif not self.transport.is_closing():
            self.transport.write(data)
            self.watch()

    def release_time(self, now: float) -> float:
        if self.arrived is None:
            return now + STEP * RANDOM.random()
        return with_jitter(release_time(self.arrived, now))

    def let_go(self) -> None:
        """Send the delayed output."""
        kept, self.kept, self.arrived = b"".join(self.kept), [], None
        self.empty.set()
        if kept and not self.transport.is_closing():
            self.transport.write(kept)
            self.watch()

    def watch(self) -> None:
        """Cut the connection if the program leaves too much unread."""
        if self.transport.get_write_buffer_size() + self.waiting > UNREAD:
            self.transport.abort()

    async def drain(self) -> None:
        """Wait until the program has read most of its output."""
        try:
            await self.writer.drain()
        except OSError:
            return

    def hold(self) -> None:
        """Hold all messages posted from now on, until ``release``."""
        self.held = []

    async def release(self, data: bytes = b"", before: int = 0, *, drop: bool = False) -> None:
        """Send held messages numbered below ``before`` (or drop them), then ``data``, then the
        rest. This way an answer that was made between two messages is also read between them.
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
        """Send all pending output and close. A program that doesn't read it in time loses it."""
        self.let_go()
        if not self.transport.is_closing():
            self.writer.close()
            asyncio.get_running_loop().call_later(GRACE, self.transport.abort)

    async def closed(self) -> None:
        try:
            await self.writer.wait_closed()
        except OSError:
            return


log = logging.getLogger(__name__)


class Limits(Struct, frozen=True):
    """A connection beyond these replaces the one that waits longest, so a flood bars nobody."""

    most: int = 512  # open at once
    each: int = 64  # waiting to enter from one address
    patience: float = 60.0  # seconds for which a connection may wait to enter


class LineHost(Protocol):
    """The application behind the port."""

    longest: int
    """Maximum bytes of a line."""
    writer: Writer
    numbered: bool
    """Whether it sends objects, which are counted."""

    async def serve(self, connection: Connection) -> None:
        """Talk with a program until its connection ends."""

    def farewell(self, code: str) -> bytes:
        """Return the last line before closing, for ``too-many-connections`` or ``too-late``."""

    async def broken(self, connection: Connection) -> None:
        """Handle the end of a connection. Not called if it ends because the server stops."""


class LineServer:
    """Listens from ``start`` to ``stop``. ``left`` is called when the last connection has ended."""

    def __init__(
        self,
        host: LineHost,
        left: Callable[[], Coroutine[Any, Any, None]] | None = None,
        limits: Limits | None = None,
    ):
        self.host, self.left = host, left
        self.limits = limits or Limits()
        self.open: dict[Connection, asyncio.Task[None]] = {}
        self.count = 0
        self.stopping = False
        self.server: asyncio.Server | None = None

    async def start(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listen, with ``tls`` encrypted, and return the port, chosen if it was 0."""
        shakes = None if tls is None else self.limits.patience
        try:
            self.server = await asyncio.start_server(
                *(self.accept, host, port), limit=AHEAD, ssl=tls, ssl_handshake_timeout=shakes
            )
        except OSError as error:
            raise UserError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
        chosen: int = self.server.sockets[0].getsockname()[1]
        return chosen

    async def listen(self, sock: socket.socket) -> None:
        self.server = await asyncio.start_unix_server(self.accept, sock=sock, limit=AHEAD)

    async def stop(self) -> None:
        """Close all connections and stop listening. This doesn't make players leave their games."""
        self.stopping = True
        if self.server is not None:
            self.server.close()
        for connection in self.open:
            connection.hang_up()
        if self.open:
            await asyncio.wait(self.open.values())

    async def accept(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str = ""
    ) -> None:
        """Serve a connection. ``address`` is the other end if the socket doesn't know it."""
        if self.stopping:
            writer.close()
            return
        self.count += 1
        alive(writer)
        memory = self.host.writer.referee.memory
        connection = Connection(
            *(self.count, reader, writer, self.host.longest), lambda: memory.watched
        )
        connection.numbered = self.host.numbered
        connection.address = connection.address or address
        if not self.room_for(connection):
            self.send_away(connection, "too-many-connections")
            return
        task = asyncio.current_task()
        assert task is not None
        self.open[connection] = task
        impatient = asyncio.ensure_future(self.hurry(connection))
        try:
            await self.host.serve(connection)
        except Exception:
            log.exception("connection %d failed", connection.number)
        impatient.cancel()
        connection.hang_up()
        try:
            if not self.stopping:
                await self.host.broken(connection)
        except Exception:
            log.exception("the end of connection %d failed", connection.number)
        await connection.closed()
        del self.open[connection]
        if not self.open and self.left is not None and not self.stopping:
            await self.left()

    def room_for(self, connection: Connection) -> bool:
        """Make room, at the cost of who waits longest, best of the same address."""
        here = [other for other in self.open if not other.transport.is_closing()]
        waiting = [other for other in here if not other.entered]
        same = [other for other in waiting if other.address == connection.address]
        if len(same) >= self.limits.each:
            self.send_away(same[0], "too-many-connections")
        elif len(here) >= self.limits.most:
            if not waiting:
                return False
            crowd = Counter(other.address for other in waiting)
            self.send_away(
                max(waiting, key=lambda other: crowd[other.address]), "too-many-connections"
            )
        return True

    async def hurry(self, connection: Connection) -> None:
        """Close a connection that doesn't enter in time."""
        while True:
            before = connection.entered
            await asyncio.sleep(self.limits.patience)
            if not connection.entered and not before:
                self.send_away(connection, "too-late")
                return

    def send_away(self, connection: Connection, code: str) -> None:
        connection.write(self.host.farewell(code))
        connection.hang_up()


def alive(writer: asyncio.StreamWriter) -> None:
    """Enable keepalive, so that the network notices a program that has vanished."""
    sock: socket.socket = writer.get_extra_info("socket")
    if sock.family == socket.AF_UNIX:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_KEEPIDLE"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 20)
