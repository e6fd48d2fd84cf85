"""A person's screen at the other end of the socket."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Sequence

import msgspec

from bot.line.server import Connection
from bot.local import wire
from bot.play.asking import Asking


class FarScreen:
    """Shows output on the screen at the other end of the socket. ``echoes`` means that typed text
    stays visible there. ``size`` is in columns and lines.
    """

    def __init__(self, connection: Connection, echoes: bool, size: tuple[int, int]):
        self.connection, self.echoes, self.size = connection, echoes, size
        self.typed: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.read: asyncio.Queue[None] = asyncio.Queue()
        self.asking = Asking()

    def show(self, thing: wire.ScreenUpdate) -> None:
        """Send an update. Raises ``OSError`` if the other end is gone."""
        if self.connection.writer.transport.is_closing():
            raise ConnectionResetError("the terminal is gone")
        self.connection.write(wire.line(thing))

    async def listen(self, lines: AsyncIterator[bytes]) -> None:
        """Handle the inputs from the other end until it leaves."""
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
        except (msgspec.DecodeError, OSError):
            pass  # a client that doesn't speak like a screen has left
        finally:
            self.typed.put_nowait(None)
            self.read.put_nowait(None)

    async def ask(self, asking: Asking) -> bytes | None:
        self.asking = asking
        self.show(wire.AskUpdate(asking.who, asking.sealed, True))
        return await self.typed.get()

    def renew(self, asking: Asking) -> None:
        self.asking = asking
        self.show(wire.AskUpdate(asking.who, asking.sealed, False))

    def say(self, text: str, style: str = "") -> None:
        self.show(wire.SayUpdate(text, style))

    def board(self, text: str, signs: Sequence[str]) -> None:
        self.show(wire.BoardUpdate(text, list(signs)))

    def link(self, text: str, path: str) -> None:
        self.show(wire.LinkUpdate(text, path))

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.show(wire.AloneUpdate(ready, text, done))
        await self.read.get()
