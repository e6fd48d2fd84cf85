"""`meanwhile sit`: a terminal that connects to the serving process through its socket.

If nobody serves the database, this process serves it for the time being.
"""

import asyncio
import getpass
import sys
from contextlib import AsyncExitStack, suppress
from pathlib import Path

import click

from bot import objects, sockets, stores
from bot.cli_commands.remote_commands import REMOTE_COMMANDS
from bot.config import (
    database_option,
    json_option,
    language_option,
    pictures_option,
    plain_option,
)
from bot.local import host, wire
from bot.play.asking import Asking, Completions
from bot.play.lines import alongside, typed
from bot.play.programs import to_standard_output
from bot.play.screens import Screen
from bot.play.terminals import screen
from bot.service.app import open_writer
from bot.words import words
from engine import errors
from engine.menu import NotPossible, Refusal
from engine.referee.doors import Door

AGAIN = 0.5
"""Seconds between two attempts to reach the serving process."""
PATIENCE = 6
"""Number of attempts while the database is locked by a process that doesn't answer yet."""
BREAKS, CALM = 5, 3.0
"""The session ends after this number of consecutive connections that broke within ``CALM``
seconds.
"""
END, PROBLEM = b'{"kind":"end"}\n', b'{"kind":"problem"'

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@click.command("sit")
@click.argument("game")
@click.option(
    "--seat",
    "seats",
    multiple=True,
    metavar="SEAT",
    help="Seat to take, or to resume. May be repeated.",
)
@click.option(
    "--name", metavar="NAME", help="Your name; by default your user name on this machine."
)
@json_option
@plain_option
@pictures_option
@language_option
@database_option
def sit_command(
    *,
    game: str,
    seats: tuple[str, ...],
    name: str | None,
    as_json: bool,
    plain: bool,
    pictures: Path,
    language: str,
    db: Path,
) -> None:
    """Take a seat at this terminal in a GAME that others play elsewhere.

    While `meanwhile serve` runs, it is the same game as in Discord and by mail; otherwise
    this command has the database to itself. The game continues when you leave. Repeat the
    command to get your seat back.

    \b
    Examples:
      meanwhile sit k3x9fa
      meanwhile sit k3x9fa --seat black
    """
    terminal = not as_json and all(stream and stream.isatty() for stream in (sys.stdin, sys.stdout))
    shown = screen(terminal=terminal, plain=plain, language=language)
    request = wire.SitRequest(
        game=game.strip().casefold(),
        seats=seats,
        name=name or getpass.getuser(),
        form="program" if as_json else "person",
        language=language,
        pictures=str(pictures.absolute()),
        echoes=shown.echoes,
        stays=shown.stays,
        width=shown.size[0],
        height=shown.size[1],
    )
    if not stores.is_there(db):
        raise NotPossible("no-database", word=str(db))
    asyncio.run(Program(db, request).sit() if as_json else GuestPerson(db, request, shown).sit())


class Guest:
    """The client end of the socket. ``served``: a server has the database, and comes back."""

    def __init__(self, db: Path, request: wire.SitRequest):
        self.db, self.request = db, request
        self.served = False
        self.next: asyncio.Task[bytes | None] | None = None

    async def sit(self) -> None:
        """Take the seats, and stay until the end, even if the serving process restarts. Raises
        ``UserError`` if the request is refused, ``StoreError`` if the database can't be used.
        """
        loop, breaks = asyncio.get_running_loop(), 0
        while breaks < BREAKS:
            async with AsyncExitStack() as stack:
                streams = await self.reach(stack)
                if streams is None:
                    return
                begun, (reader, writer) = loop.time(), streams
                stack.callback(writer.close)
                writer.write(wire.line(self.request))
                with suppress(ConnectionError):
                    if await self.welcomed(await reader.readline()) and await self.stay(
                        reader, writer
                    ):
                        return
            self.lost()
            breaks = breaks + 1 if loop.time() - begun < CALM else 0
            await asyncio.sleep(AGAIN if breaks else 0)
        raise NotPossible("breaks-off", word=str(self.db))

    async def reach(self, stack: AsyncExitStack) -> Streams | None:
        """Return a connection to the serving process, or ``None`` if the player left. If there is
        no such process, the database is served here until ``stack`` closes.
        """
        path, tries = sockets.path_of(self.db), 0
        while (found := sockets.connected(path)) is None:
            if not self.served:
                try:
                    await self.serve(stack)
                    continue
                except errors.StoreError:
                    tries += 1
                    if tries == PATIENCE:
                        raise
            await asyncio.sleep(AGAIN)
            if self.left:
                return None
        found.setblocking(False)
        return await asyncio.open_unix_connection(sock=found, limit=wire.LONGEST)

    async def serve(self, stack: AsyncExitStack) -> None:
        """Serve the database here. Raises ``StoreError`` if it can't be opened."""
        service = host.LocalService(
            self.db, self.request.language, served=False, remote_commands=REMOTE_COMMANDS
        )
        doors: dict[str, Door] = dict(service.doors)
        await stack.enter_async_context(open_writer(self.db, doors, None, service.on_open))
        stack.push_async_callback(service.last_call)
        await service.listen()
        await stack.enter_async_context(alongside(service.robots.keep(service.writer)))

    async def welcomed(self, line: bytes) -> bool:
        """Return whether seats are taken. Raises ``UserError`` if they are refused."""
        if not line:
            return False
        answer = wire.reply(line)
        if isinstance(answer, wire.ErrorReply):
            raise errors.UserError(answer.text)
        assert isinstance(answer, wire.WelcomeReply)
        # Once a server has had the database, leave it to the server from then on.
        self.served = self.served or answer.served
        return True

    async def stay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Play until the end and return ``True``, or ``False`` if the connection broke."""
        raise NotImplementedError  # a person and a program do it differently

    def lost(self) -> None:
        raise NotImplementedError  # a person and a program do it differently

    async def read(self) -> bytes | None:
        raise NotImplementedError  # a person and a program do it differently

    async def line(self) -> bytes | None:
        if self.next is None:
            self.next = asyncio.ensure_future(self.read())
        line = await asyncio.shield(self.next)
        self.next = None
        return line

    @property
    def left(self) -> bool:
        """Whether the player left while there was no connection."""
        return self.next is not None and self.next.done() and self.next.result() is None


class GuestPerson(Guest):
    def __init__(self, db: Path, request: wire.SitRequest, screen: Screen):
        super().__init__(db, request)
        self.screen, self.said = screen, words(request.language)
        self.asking = Asking()
        self.asking.complete = self.complete
        self.completed: asyncio.Queue[Completions] = asyncio.Queue()
        self.writer: asyncio.StreamWriter | None = None
        self.answered = True

    async def stay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        self.writer = writer
        wanted = asyncio.Event()
        try:
            async with alongside(self.answer(wanted)), AsyncExitStack() as stack:
                while line := await reader.readline():
                    match wire.reply(line):
                        case wire.ShowUpdate() as shown:
                            shown.on(self.screen)
                        case wire.AskUpdate(who, sealed, leaving, now):
                            self.asking.who, self.asking.sealed = who, sealed
                            self.asking.leaving = leaving
                            self.screen.renew(self.asking)
                            if now:
                                self.answered = True
                                wanted.set()
                        case wire.WordsUpdate(found):
                            self.completed.put_nowait(found)
                        case wire.AloneUpdate(ready, text, done):
                            reading = self.alone(ready, text, done)
                            await stack.enter_async_context(alongside(reading))
                        case wire.ErrorReply(text):
                            raise errors.UserError(text)
                        case wire.EndReply():
                            return True
            return False
        finally:
            self.writer = None

    async def sit(self) -> None:
        self.screen.resized = self.resized
        async with self.screen.opened():
            await super().sit()

    def resized(self) -> None:
        self.send(wire.SizeInput(*self.screen.size))

    async def answer(self, wanted: asyncio.Event) -> None:
        while True:
            await wanted.wait()
            wanted.clear()
            line = await self.line()
            self.answered = line is None
            self.send(wire.TypedInput(line))

    async def read(self) -> bytes | None:
        return await self.screen.ask(self.asking)

    def send(self, deed: wire.ScreenInput) -> None:
        if self.writer is not None:
            self.writer.write(wire.line(deed))

    async def complete(self, text: str) -> Completions:
        if self.writer is None:
            return []
        self.send(wire.BegunInput(text))
        with suppress(TimeoutError):
            async with asyncio.timeout(AGAIN):
                return await self.completed.get()
        return []

    async def alone(self, ready: str, text: str, done: str) -> None:
        """Show a text meant for one person, and report that it was read."""
        await self.screen.alone(ready, text, done)
        self.send(wire.ReadInput())

    def lost(self) -> None:
        if not self.answered:
            self.screen.say(self.said.say("terminal-unsure"), "yellow")
            self.answered = True
        if self.served:
            self.screen.say(self.said.say("terminal-away"), "yellow")


class Program(Guest):
    def __init__(self, db: Path, request: wire.SitRequest):
        super().__init__(db, request)
        self.lines = typed()
        self.over = False

    async def stay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        async with alongside(self.feed(writer)):
            while line := await reader.readline():
                if line == END:
                    return True
                if line.startswith(PROBLEM):
                    raise errors.UserError(wire.problem(line).text)
                to_standard_output(line)
        return False

    async def feed(self, writer: asyncio.StreamWriter) -> None:
        """Send standard input to the server until it ends. A line waits while nobody serves."""
        with suppress(ConnectionError):  # the next connection sends the unsent line
            while not self.over:
                if (line := await self.line()) is None:
                    self.over = True
                else:
                    writer.write(line + b"\n")
                    await writer.drain()
            writer.write_eof()

    async def read(self) -> bytes | None:
        return await anext(self.lines, None)

    def lost(self) -> None:
        made = objects.refusal("house", None, Refusal(code="broken"), self.request.language)
        to_standard_output(objects.line(made))
