"""A port or a socket of this machine, and the connections to it, whatever they say there."""

import asyncio
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from msgspec import Struct

from bot.line.connection import AHEAD, Connection
from engine.errors import UserError
from engine.referee.writer import Writer

log = logging.getLogger(__name__)


class Limits(Struct, frozen=True):
    """How many connections there may be at once, how many of one address may wait to enter, and
    for how many seconds each may. Where one more comes, the one that waits longest makes room
    for it: who waits says so at once, and a flood of those who say nothing keeps nobody out.
    """

    most: int = 512
    each: int = 64
    patience: float = 60.0


class LineHost(Protocol):
    """What happens behind the port."""

    longest: int
    """Bytes of a line at the most."""
    writer: Writer
    numbered: bool
    """Whether objects are sent, which are counted."""

    async def serve(self, connection: Connection) -> None:
        """Talk with a program until its connection ends."""

    def farewell(self, code: str) -> bytes:
        """Return what is said to a connection that is closed: ``too-many-connections`` or
        ``too-late``.
        """

    async def broken(self, connection: Connection) -> None:
        """Note that a connection has ended; not called for those that the server itself ends when
        it stops.
        """


class LineServer:
    """Listens from ``start`` to ``stop``. ``left`` is called
    whenever the last connection has gone.
    """

    def __init__(
        self,
        house: LineHost,
        left: Callable[[], Coroutine[Any, Any, None]] | None = None,
        limits: Limits | None = None,
    ):
        self.house, self.left = house, left
        self.limits = limits or Limits()
        self.open: dict[Connection, asyncio.Task[None]] = {}
        self.count = 0
        self.stopping = False
        self.server: asyncio.Server | None = None

    async def start(self, host: str, port: int, tls: ssl.SSLContext | None = None) -> int:
        """Listen, and return the port, which is chosen if it was 0; with ``tls``, encrypted.
        Raises ``UserError``.
        """
        shakes = None if tls is None else self.limits.patience
        try:
            self.server = await asyncio.start_server(
                *(self.accept, host, port),
                limit=AHEAD,
                ssl=tls,
                ssl_handshake_timeout=shakes,
            )
        except OSError as error:
            raise UserError(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
        chosen: int = self.server.sockets[0].getsockname()[1]
        return chosen

    async def listen(self, sock: socket.socket) -> None:
        self.server = await asyncio.start_unix_server(self.accept, sock=sock, limit=AHEAD)

    async def stop(self) -> None:
        """Hang up everywhere and listen no longer. Nobody is taken to have left because of it."""
        self.stopping = True
        if self.server is not None:
            self.server.close()
        for connection in self.open:
            connection.hang_up()
        if self.open:
            await asyncio.wait(self.open.values())

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection, from its first to its last byte."""
        if self.stopping:
            writer.close()
            return
        self.count += 1
        alive(writer)
        connection = Connection(
            *(self.count, reader, writer, self.house.longest), lambda: self.house.writer.paced
        )
        connection.numbered = self.house.numbered
        if not self.room_for(connection):
            self.send_away(connection, "too-many-connections")
            return
        task = asyncio.current_task()
        assert task is not None
        self.open[connection] = task
        impatient = asyncio.ensure_future(self.hurry(connection))
        try:
            await self.house.serve(connection)
        except Exception:
            log.exception("connection %d failed", connection.number)
        impatient.cancel()
        connection.hang_up()
        try:
            if not self.stopping:
                await self.house.broken(connection)
        except Exception:
            log.exception("the end of connection %d failed", connection.number)
        await connection.closed()
        del self.open[connection]
        if not self.open and self.left is not None and not self.stopping:
            await self.left()

    def room_for(self, connection: Connection) -> bool:
        """Return whether there is room for one more. Who waits longest, of the same address first,
        makes it.
        """
        here = [other for other in self.open if not other.writer.transport.is_closing()]
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
        """Close a connection that does not enter in time, and one that has
        left and does not enter again.
        """
        while True:
            before = connection.entered
            await asyncio.sleep(self.limits.patience)
            if not connection.entered and not before:
                self.send_away(connection, "too-late")
                return

    def send_away(self, connection: Connection, code: str) -> None:
        """Say why, and close."""
        connection.write(self.house.farewell(code))
        connection.hang_up()


def alive(writer: asyncio.StreamWriter) -> None:
    """Have the network notice a program that has vanished without a word."""
    sock: socket.socket = writer.get_extra_info("socket")
    if sock.family == socket.AF_UNIX:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_KEEPIDLE"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 20)
