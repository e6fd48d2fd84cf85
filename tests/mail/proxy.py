"""A line on which things go wrong: what stands between a mail program and its server is cut, or
falls silent, after so many bytes. What goes wrong when is drawn from a seed.
"""

import asyncio
import contextlib
import random
import threading
from typing import Literal

from tests.mail.posts import LOOPBACK, PATIENCE

Fate = tuple[Literal["sound", "cut", "silent"], int]
"""What becomes of a connection, and after how many bytes."""


class Proxy:
    """Hands on what comes to ``port``, in a thread of its own. ``fates`` counts what has become
    of connections; when ``calm`` is set, nothing goes wrong any more.
    """

    def __init__(self, target: int, seed: int, cut: tuple[int, int], silent: float):
        self.target, self.cut, self.silent = target, cut, silent
        self.lot = random.Random(seed)
        self.fates: dict[str, int] = {"sound": 0, "cut": 0, "silent": 0}
        self.calm = False
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, name="proxy", daemon=True)
        self.thread.start()
        self.tasks: set[asyncio.Task[None]] = set()
        self.port: int = asyncio.run_coroutine_threadsafe(self.start(), self.loop).result(PATIENCE)

    async def start(self) -> int:
        self.server = await asyncio.start_server(self.connected, LOOPBACK, 0)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    def fate(self) -> Fate:
        if self.calm:
            return "sound", 0
        return ("silent" if self.lot.random() < self.silent else "cut"), self.lot.randint(*self.cut)

    async def connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        out: asyncio.StreamWriter | None = None
        try:
            with contextlib.suppress(OSError):
                far, out = await asyncio.open_connection(LOOPBACK, self.target)
                await Line(self.fate(), self.fates).run((reader, out), (far, writer))
        finally:
            for line in filter(None, (writer, out)):
                line.transport.abort()
            self.tasks.discard(task)

    async def end(self) -> None:
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        # A connection that is broken off ends in the loop's next round.
        await asyncio.sleep(0.01)

    def stop(self) -> None:
        asyncio.run_coroutine_threadsafe(self.end(), self.loop).result(PATIENCE)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


class Line:
    def __init__(self, fate: Fate, fates: dict[str, int]):
        (self.end, self.left), self.fates = fate, fates

    async def run(self, *ways: tuple[asyncio.StreamReader, asyncio.StreamWriter]) -> None:
        tasks = [asyncio.create_task(self.way(*way)) for way in ways]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def way(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            if self.end != "sound":
                data, self.left = data[: max(0, self.left)], self.left - len(data)
            writer.write(data)
            await writer.drain()
            if self.end != "sound" and self.left <= 0:
                self.fates[self.end] += 1
                if self.end == "silent":
                    await asyncio.Event().wait()
                return
