"""A port or a socket of this machine, and the connections to it, whatever they say there."""

import asyncio
import logging
import socket
from collections.abc import Callable, Coroutine
from typing import Any, Protocol

from bot.line.connection import AHEAD, Connection
from bot.making import Problem

log = logging.getLogger(__name__)

MOST = 512
"""Connections at once; one more is closed as soon as it comes."""


class House(Protocol):
    """What happens behind the port."""

    longest: int
    """Bytes of a line at the most."""

    async def serve(self, connection: Connection) -> None:
        """Talk with a program until its connection ends."""

    async def broken(self, connection: Connection) -> None:
        """The connection has ended; not called for those that the server itself ends when it stops."""


class Server:
    """Listens from ``start`` to ``stop``. ``left`` is called whenever the last connection has gone."""

    def __init__(self, house: House, left: Callable[[], Coroutine[Any, Any, None]] | None = None):
        self.house, self.left = house, left
        self.open: dict[Connection, asyncio.Task[None]] = {}
        self.count = 0
        self.stopping = False
        self.server: asyncio.Server | None = None

    async def start(self, host: str, port: int) -> int:
        """Listen; the port, which is chosen if it was 0. Raises ``Problem``."""
        try:
            self.server = await asyncio.start_server(self.accept, host, port, limit=AHEAD)
        except OSError as error:
            raise Problem(f"cannot listen on {host}:{port}: {error.strerror or error}") from error
        chosen: int = self.server.sockets[0].getsockname()[1]
        return chosen

    async def listen(self, sock: socket.socket) -> None:
        """Listen at a socket of this machine."""
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
        """One connection, from its first to its last byte."""
        if self.stopping or len(self.open) >= MOST:
            writer.close()
            return
        self.count += 1
        alive(writer)
        connection = Connection(self.count, reader, writer, self.house.longest)
        task = asyncio.current_task()
        assert task is not None
        self.open[connection] = task
        try:
            await self.house.serve(connection)
        except Exception:
            log.exception("connection %d failed", connection.number)
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


def alive(writer: asyncio.StreamWriter) -> None:
    """Have the network notice a program that has vanished without a word."""
    sock: socket.socket = writer.get_extra_info("socket")
    if sock.family == socket.AF_UNIX:
        return
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_KEEPIDLE"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 60)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 20)
