"""An IMAP connection that doesn't hang: aioimaplib with fixes for misbehaving servers.

The library's parser recurses for every line and fails at about a thousand. A lost connection wakes
nobody, an EXISTS inside another answer is dropped, and there is no STARTTLS.
"""

import asyncio
import contextlib
import re
import socket
import ssl
from collections.abc import Coroutine
from typing import Any

from aioimaplib import aioimaplib

from mail.transport.reasons import GARBLED, reason

KEEPALIVE = {"TCP_KEEPIDLE": 60, "TCP_KEEPINTVL": 20, "TCP_KEEPCNT": 3}
"""Seconds of silence before the first probe, seconds between probes, and their number.

A setting that the system doesn't know is skipped.
"""
PERSONAL = re.compile(rb'(?:NAMESPACE )?\(\("((?:[^"\\]|\\.)*)" ', re.I)
"""The first prefix of the personal namespace."""


class Lost(ConnectionError):
    """Raised if the connection is lost, or unusable because of a server's answer."""


class Said(Lost):
    """Raised if the server refuses a command. The text names the command and quotes the server."""

    at_login = False

    def __init__(self, what: str, answer: Any):
        super().__init__(f"the server refuses {what}: {words_of(answer)}")


class NotNow(Said):
    """Raised if the server temporarily refuses all logins."""

    at_login = True


class Unwelcome(Lost):
    """Raised if the server refuses to talk to us. The text quotes the server."""


def words_of(answer: Any) -> str:
    """Return a server's answer to a command, on one line."""
    return f"{answer.result} {words_in(answer.lines[-1] if answer.lines else b'')}".strip()


def words_in(line: bytes) -> str:
    said = bytes(line).decode("utf-8", "replace")
    return " ".join("".join(c if c.isprintable() else " " for c in said).split())[:200]


def unfinished(command: Any) -> bool:
    """Return whether more of an answer will follow. The library's own test reads all earlier lines
    again for each line.
    """
    if not isinstance(command, aioimaplib.FetchCommand):
        return bool(command.wait_data())
    depth = 0
    for line in reversed(command.response.lines):
        if isinstance(line, bytes):
            depth += line.count(b"(") - line.count(b")")
            if command.FETCH_MESSAGE_DATA_RE.match(line):
                break
    return depth != 0


class Protocol(aioimaplib.IMAP4ClientProtocol):  # type: ignore[misc]  # the library has no types
    """The protocol. ``changed`` is set if there may be new mail, and if the connection is lost."""

    pending_sync_command: Any

    def __init__(self, loop: asyncio.AbstractEventLoop, lost: Any = None):
        super().__init__(loop, lost)
        self.changed = asyncio.Event()
        self.lost: Lost | None = None
        self.in_clear: list[bytes] | None = None
        self.greeting = b""
        self.greeted = asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        line = transport.get_extra_info("socket")
        if line is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in KEEPALIVE.items():
                if hasattr(socket, name):
                    line.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail all pending commands, since no answer will come."""
        self.lost = self.lost or Lost(
            reason(exc) if exc else "the server has closed the connection"
        )
        waiting = [*self.pending_async_commands.values()]
        if self.pending_sync_command is not None:
            waiting.append(self.pending_sync_command)
        self.pending_async_commands.clear()
        self.pending_sync_command = None
        for command in waiting:
            command._exception = self.lost
            command.close(b"connection lost", "KO")
        self._idle_event.set()
        self.changed.set()
        self.greeted.set()
        super().connection_lost(exc)

    def data_received(self, d: bytes) -> None:
        """Parse incoming data. Unreadable data ends the connection."""
        try:
            super().data_received(d)
        except Exception:
            self.lost = Lost(GARBLED)
            self.transport.abort()

    async def execute(self, command: Any, scrub: str | None = None) -> Any:
        """Send a command and wait for its answer. Raises ``Lost`` at once if the connection is
        lost.
        """
        if self.lost is not None:
            raise self.lost
        return await super().execute(command, scrub=scrub)

    def _handle_line(self, line: bytes, current_cmd: Any) -> Any:
        if self.in_clear is not None:
            self.in_clear.append(line)
        if self.state == aioimaplib.CONNECTED:
            self.greeting = self.greeting or line
            self.greeted.set()
            return None
        if line.startswith(b"* ") and line.endswith(b" EXISTS"):
            self.changed.set()
        return super()._handle_line(line, current_cmd)

    def _continuation(self, line: bytes) -> None:
        """Answer a server that refuses a token. It sends the reason on a line of its own, and waits
        for an empty one.
        """
        if (
            self.pending_sync_command is not None
            and self.pending_sync_command.name == "AUTHENTICATE"
        ):
            self.transport.write(b"\r\n")
            return
        super()._continuation(line)

    def _handle_responses(self, data: bytes, line_handler: Any, current_cmd: Any = None) -> None:
        """Parse like the library, but in a loop: lines, some followed by bytes of a mail."""
        command, rest = current_cmd, memoryview(data)
        while rest:
            if command is not None and command.wait_literal_data():
                wanted = command._expected_size - len(command._resp_literal_data)
                command.append_literal_data(bytes(rest[:wanted]))
                rest = rest[wanted:]
                continue
            found = data.find(b"\r\n", len(data) - len(rest))
            if found < 0:
                raise aioimaplib.IncompleteRead(command, bytes(rest))
            line = data[len(data) - len(rest) : found]
            rest = memoryview(data)[found + 2 :]
            command = line_handler(line, command)
            size = aioimaplib.literal_data_re.match(line)
            if size is not None:
                command = command or aioimaplib.Command("NIL", "unused")
                command.begin_literal_data(int(size.group("size")))
            elif command is not None and not unfinished(command):
                command = None
        if self.pending_sync_command is not None:
            self.pending_sync_command.flush()
        if command is not None and unfinished(command):
            raise aioimaplib.IncompleteRead(command)


class ImapClient(aioimaplib.IMAP4):  # type: ignore[misc]  # the library has no types
    protocol: Protocol

    def create_client(
        self, host: str, port: int, loop: Any, conn_lost_cb: Any = None, ssl_context: Any = None
    ) -> None:
        own = loop or asyncio.get_running_loop()
        self.protocol = Protocol(own, conn_lost_cb)
        self._client_task = own.create_task(
            own.create_connection(lambda: self.protocol, host, port, ssl=ssl_context)
        )

    # The library waits with asyncio.wait_for. In Python 3.11 that swallows a cancellation that
    # arrives together with the answer.

    async def in_time(self, answer: Coroutine[Any, Any, Any]) -> Any:
        """Await an answer. Raises ``TimeoutError`` if it takes longer than ``timeout``."""
        async with asyncio.timeout(self.timeout):
            return await answer

    async def wait_hello_from_server(self) -> None:
        """Wait until the server greets. Raises ``Unwelcome`` if it refuses to talk to us, ``Lost``
        if it gives no reason, and ``TimeoutError`` if it says nothing.
        """
        try:
            async with asyncio.timeout(self.timeout):
                await self._client_task
                await self.protocol.greeted.wait()
        except TimeoutError:
            raise TimeoutError(f"the server says nothing for {self.timeout:g} seconds") from None
        said = words_in(self.protocol.greeting).removeprefix("* ")
        kind = said.partition(" ")[0].upper()
        if not said:
            raise self.protocol.lost or Lost("the server greets with nothing")
        if kind == "PREAUTH":
            raise Unwelcome(f"the server takes us for somebody who has not logged in ({said})")
        if kind != "OK":
            raise Unwelcome(f"the server lets nobody in ({said})")
        self.protocol.state = aioimaplib.NONAUTH
        await self.in_time(self.protocol.capability())

    async def login(self, user: str, password: str) -> Any:
        return await self.in_time(self.protocol.login(user, password))

    async def xoauth2(self, user: str, token: str) -> Any:
        return await self.in_time(self.protocol.xoauth2(user, token))

    async def create(self, folder: str) -> Any:
        return await self.in_time(self.protocol.simple_command("CREATE", folder))

    async def status(self, folder: str, names: str) -> Any:
        return await self.in_time(self.protocol.simple_command("STATUS", folder, names))

    async def prefix(self) -> str:
        """Return the prefix of our own folders at this server (RFC 2342), such as ``INBOX.``."""
        if not self.has_capability("NAMESPACE"):
            return ""
        answer = await self.in_time(self.protocol.namespace())
        found = next(filter(None, (PERSONAL.match(bytes(line)) for line in answer.lines)), None)
        return re.sub(r"\\(.)", r"\1", found[1].decode("ascii", "replace")) if found else ""

    async def select(self, folder: str = "INBOX") -> Any:
        return await self.in_time(self.protocol.select(folder))

    async def noop(self) -> Any:
        return await self.in_time(self.protocol.simple_command("NOOP"))

    async def uid_search(self, *criteria: str, charset: str | None = None) -> Any:
        """Search without a charset by default, since some servers refuse every charset."""
        return await self.in_time(self.protocol.search(*criteria, by_uid=True, charset=charset))

    async def starttls(self, trust: ssl.SSLContext, host: str) -> None:
        """Encrypt a connection that began unencrypted. Raises ``Lost`` if the server refuses, or
        has sent more than its answer unencrypted.
        """
        protocol = self.protocol
        protocol.in_clear = []
        answer = await protocol.execute(
            aioimaplib.Command("STARTTLS", protocol.new_tag(), loop=protocol.loop)
        )
        if answer.result != "OK" or len(protocol.in_clear) != 1 or protocol.incomplete_line:
            raise Lost(f"no STARTTLS: {answer.result}")
        protocol.in_clear = None
        protocol.transport.pause_reading()
        protocol.transport = await protocol.loop.start_tls(
            protocol.transport, protocol, trust, server_hostname=host
        )
        await protocol.capability()

    async def idle_until_changed(self, seconds: float) -> None:
        """Idle until there may be new mail, or for at most ``seconds``. Raises ``Lost`` if the
        connection is lost, and ``TimeoutError`` if the server doesn't answer.
        """
        async with asyncio.timeout(self.timeout):
            idle = await self.idle_start(timeout=2 * seconds)
        idle.add_done_callback(lambda task: task.cancelled() or task.exception())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.protocol.changed.wait()
        if self.protocol.lost is not None:
            raise self.protocol.lost
        self.idle_done()
        # Awaiting it directly would pass a cancellation on to a task that ignores it.
        if not (await asyncio.wait({idle}, timeout=self.timeout))[0]:
            raise TimeoutError("IDLE does not end")
        idle.result()
        while not self.protocol.idle_queue.empty():
            self.protocol.idle_queue.get_nowait()

    def abort(self) -> None:
        for task in (*self.tasks, self._client_task):
            task.cancel()
        if self._idle_waiter is not None:
            self._idle_waiter.cancel()
        if self.protocol.transport is not None:
            self.protocol.transport.abort()
