"""A person's screen at the other end of the socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager

import msgspec

from bot.line.server import Connection
from bot.local import wire
from bot.play.asking import Asking, ShownBoard, ShownQuestion


class FarScreen:
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

    def show(self, thing: wire.ScreenUpdate) -> None:
        if self.connection.writer.transport.is_closing():
            raise ConnectionResetError("the terminal is gone")
        self.connection.write(wire.line(thing))

    async def listen(self, lines: AsyncIterator[bytes]) -> None:
        try:
            async for line in lines:
                match wire.deed(line):
                    case wire.TypedInput(text):
                        self.typed.put_nowait(text)
                    case wire.BegunInput(text):
                        found = self.asking.complete(text)
                        words = await found if isinstance(found, Awaitable) else found
                        self.show(wire.WordsUpdate(list(words)))
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
        self.show(wire.AskUpdate(asking.who, asking.sealed, asking.leaving, True))
        return await self.typed.get()

    def renew(self, asking: Asking) -> None:
        self.asking = asking
        self.show(wire.AskUpdate(asking.who, asking.sealed, asking.leaving, False))

    def say(self, text: str, style: str = "") -> None:
        self.show(wire.SayUpdate(text, style))

    def board(self, board: ShownBoard) -> None:
        self.show(wire.BoardUpdate(board))

    def head(self, text: str) -> None:
        self.show(wire.HeadUpdate(text))

    def question(self, asked: ShownQuestion) -> None:
        self.show(wire.QuestionUpdate(asked))

    def page(self, title: str, text: str, signs: Sequence[str] = ()) -> None:
        self.show(wire.PageUpdate(title, text, list(signs)))

    def propose(self, order: str) -> None:
        self.show(wire.ProposeUpdate(order))

    def link(self, text: str, path: str) -> None:
        self.show(wire.LinkUpdate(text, path))

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.show(wire.AloneUpdate(ready, text, done))
        await self.read.get()
