"""A person's screen at the other end of the socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from bot.line.server import Connection
from bot.local import wire
from bot.play.asking import Asking


def shows(what: wire.Shows) -> Callable[..., None]:
    """Return a method that lets the client's screen do the same."""

    def show(self: "FarScreen", *given: Any) -> None:
        self.send(wire.ShowUpdate(what, given))

    return show


class FarScreen:
    say = shows("say")
    head = shows("head")
    board = shows("board")
    question = shows("question")
    page = shows("page")
    propose = shows("propose")
    link = shows("link")

    def __init__(self, connection: Connection, request: wire.SitRequest):
        self.connection, self.echoes, self.stays = connection, request.echoes, request.stays
        self.size = (request.width, request.height)
        self.resized: Callable[[], None] = lambda: None
        self.typed: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.read: asyncio.Queue[None] = asyncio.Queue()
        self.asking = Asking()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        yield  # the other end does it

    def send(self, update: wire.ScreenUpdate) -> None:
        if self.connection.writer.transport.is_closing():
            raise ConnectionResetError("the terminal is gone")
        self.connection.write(wire.line(update))

    async def listen(self, lines: AsyncIterator[bytes]) -> None:
        try:
            async for line in lines:
                match wire.deed(line):
                    case wire.TypedInput(text):
                        self.typed.put_nowait(text)
                    case wire.BegunInput(text):
                        found = self.asking.complete(text)
                        words = await found if isinstance(found, Awaitable) else found
                        self.send(wire.WordsUpdate(list(words)))
                    case wire.ReadInput():
                        self.read.put_nowait(None)
                    case wire.SizeInput(width, height):
                        self.size = (width, height)
                        self.resized()
        except (msgspec.DecodeError, OSError):
            pass  # a client that doesn't speak like a screen has left
        finally:
            self.typed.put_nowait(None)
            self.read.put_nowait(None)

    async def ask(self, asking: Asking) -> bytes | None:
        self.asking = asking
        self.send(wire.AskUpdate(asking.who, asking.sealed, asking.leaving, True))
        return await self.typed.get()

    def renew(self, asking: Asking) -> None:
        self.asking = asking
        self.send(wire.AskUpdate(asking.who, asking.sealed, asking.leaving, False))

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.send(wire.AloneUpdate(ready, text, done))
        await self.read.get()
