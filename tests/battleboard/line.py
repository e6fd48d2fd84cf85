"""A line server in a test, with a clock that is moved by hand, and programs
that talk to it over real sockets.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Self

from bot.line.battles import Battles
from bot.line.doors import LineDoor
from bot.line.server import LineServer
from bot.service.app import open_writer
from engine.referee.clock import HandClock
from engine.referee.new_games import new_id
from engine.state import Setup

HOST = "127.0.0.1"
BEGIN = 1_000_000
"""The second at which the clock of a test stands at first."""
PATIENCE = 20
"""Seconds after which a line that does not come is taken never to come."""
LONGEST = 1 << 22
"""Bytes of a line that a program reads."""


class Program:
    """One client. ``heard`` is all it has read."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.reader, self.writer = reader, writer
        self.heard: list[str] = []

    @classmethod
    async def connect(cls, port: int, host: str = HOST) -> Self:
        return cls(*await asyncio.open_connection(host, port, limit=LONGEST))

    async def send(self, *lines: str) -> None:
        await self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    async def send_bytes(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def hear(self) -> str | None:
        """The next line; ``None``: the server has hung up. Raises ``TimeoutError``."""
        try:
            line = (await asyncio.wait_for(self.reader.readline(), PATIENCE)).decode()
        except ConnectionError:
            return None
        if not line:
            return None
        assert line.endswith("\n"), line
        self.heard.append(line.removesuffix("\n"))
        return self.heard[-1]

    async def hears(self, *lines: str) -> None:
        for line in lines:
            assert await self.hear() == line

    async def asks(self, said: str, *answer: str) -> None:
        await self.send(said)
        await self.hears(*answer)

    async def hears_nothing_else(self) -> None:
        await self.asks("", "error empty")

    async def is_hung_up(self) -> None:
        assert await self.hear() is None

    async def history(self) -> list[str]:
        await self.send("history")
        found: list[str] = []
        count = await self.hear()
        while (line := await self.hear()) != "history end":
            assert line is not None
            found.append(line.removeprefix(f"history {len(found) + 1} "))
        assert count == f"history {len(found)}"
        return found

    def stop_reading(self) -> None:
        assert isinstance(self.writer.transport, asyncio.Transport)
        self.writer.transport.pause_reading()

    def hang_up(self) -> None:
        self.writer.transport.abort()

    async def close(self) -> None:
        self.writer.close()
        # The server may still have been sending.
        with suppress(ConnectionError, ssl.SSLError):
            await self.writer.wait_closed()


class Port:
    def __init__(self, number: int, battles: Battles, clock: HandClock):
        self.number, self.battles, self.clock = number, battles, clock
        self.programs: list[Program] = []

    async def connect(self) -> Program:
        self.programs.append(await Program.connect(self.number))
        return self.programs[-1]

    async def joined(self, name: str, *, key: str = "") -> Program:
        """A new program that has joined; its ``ok`` is read."""
        program = await self.connect()
        if key:
            await program.asks(f"key {key}", "key-ok")
        await program.send(f"join {name}")
        line = await program.hear()
        assert line is not None
        assert line.startswith("ok "), line
        return program

    async def playing(self, *names: str, **keys: str) -> list[Program]:
        programs = [await self.joined(name, key=keys.get(name, "")) for name in names]
        for program in programs:
            await program.hears(f"turn-order {' '.join(names)}", f"move-started {names[0]}")
        await programs[0].hears("your-move")
        return programs

    async def unheard(self, program: Program) -> None:
        before = len(self.battles.visits)
        program.hang_up()
        while len(self.battles.visits) == before:
            await asyncio.sleep(0)

    async def passes(self, seconds: int) -> None:
        for rest in range(seconds, 0, -60):
            self.clock.advance(min(60, rest))
            await self.battles.writer.run(lambda _: None)


@asynccontextmanager
async def served(
    path: Path,
    *,
    games: int = 1,
    resume: str = "",
    scenario: dict[str, Any] | None = None,
    **options: Any,
) -> AsyncIterator[Port]:
    clock, door = HandClock(BEGIN), LineDoor()
    chosen = {"order": "join", "illegal": "pass", **options}

    def make() -> Setup:
        return Setup(
            id=new_id(), secret=b"secret", options=chosen, scenario=scenario or {}, at=clock.now()
        )

    async with open_writer(path, {door.name: door}, clock) as writer:
        battles = Battles(writer, door, make, games)
        await (battles.go_on(resume) if resume else battles.begin())
        server = LineServer(battles)
        port = Port(await server.start(HOST, 0), battles, clock)
        try:
            yield port
        finally:
            for program in port.programs:
                await program.close()
            await server.stop()
            await battles.stop()
