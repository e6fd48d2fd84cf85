"""Programs as players of a served game: JSON objects over WebSocket (docs/line-protocol.md).

A connection speaks for an account, which a secret token opens. The account's name is the token's
hash, so the referee keeps no token.
"""

import asyncio
import contextlib
import socket
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from aiohttp import WSMsgType, web
from msgspec import Meta, Struct

from bot import objects, queries
from bot.config import Config
from bot.line.command import encrypted
from bot.line.doors import JsonDoor
from bot.line.seats import PUBLICLY, ObjectHost, hashed
from bot.line.server import Connection, LineServer
from bot.objects import Object, RefusalObject
from bot.play.lines import BadLine
from bot.service.entries import DoorEntry
from bot.service.supervisor import Service
from bot.web import LOOPBACK, served
from engine.menu import LONGEST, Refusal
from engine.plaintext import clean_name
from engine.referee.batch import Batch
from engine.referee.commands.seats import PROGRAM
from engine.referee.doors import Door, GameView, News
from engine.referee.writer import Writer
from engine.store.notes import Notes
from renderers.reading.looking import look_of

SHORTEST = 20
"""Characters of a token, at least, so that nobody guesses it."""
LARGEST = 1 << 24
"""Bytes of an object, at most."""
HEARTBEAT = 30.0
"""Seconds between two checks whether the other end is still there."""


class ProgramSettings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The table ``[doors.program]``."""

    port: Annotated[int, Meta(ge=0, le=65535)]
    host: str = LOOPBACK
    certificate: str = ""  # PEM file; with it the port is encrypted
    key: str = ""  # PEM file, if the certificate's file doesn't contain it


class ProgramDoor(JsonDoor):
    """The door of programs in a served house. Its objects name their game."""

    name = PROGRAM

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        made = super().compose(news, seen, notes)
        name = b',"game":%s}\n' % objects.encode(seen.game)
        return made and b"".join(line[:-1] + name for line in made.splitlines())


def lines_of(game: str | None, made: Sequence[Object]) -> bytes:
    """Return objects as lines that name their game."""
    named = {"game": game} if game else {}
    return b"".join(objects.line({**one, **named}) for one in made)


@dataclass
class ConnectedProgram:
    """A program that is connected: its account, and the name that others see."""

    sender: str
    name: str


class ProgramHost(ObjectHost[ConnectedProgram]):
    """Talks with the programs of a served house."""

    def sender(self, program: ConnectedProgram, /) -> str:
        return program.sender

    def refusal(self, _: ConnectedProgram | None, why: Refusal, /) -> RefusalObject:
        return objects.refusal("house", None, why, self.door.language)

    async def enter(self, connection: Connection, text: str) -> ConnectedProgram:
        """Read ``token SECRET NAME``. Raises ``BadLine`` if it opens no account."""
        verb, _, rest = text.partition(" ")
        token, _, name = rest.strip().partition(" ")
        if verb != "token" or len(token) < SHORTEST:
            raise BadLine(Refusal(code="no-account", wanted=("token SECRET NAME",)))
        sender = hashed(token).hex()[:24]
        receipt = {"kind": "receipt", "seat": None, "order": "token", "n": 0, "account": sender}
        self.let_in(connection, sender, receipt)
        return ConnectedProgram(sender, clean_name(name) or f"{PROGRAM}-{sender[:4]}")

    async def answer(self, connection: Connection, program: ConnectedProgram, text: str) -> None:
        game, text = addressed(text)
        made: Sequence[Object] = []
        # News that arrives in the meantime follows the answer, which doesn't include it yet.
        connection.hold()
        try:
            if self.looks(text) and (game or look_of(text) is None):
                made = await self.look(program, game, text)
                return
            message = self.book.message(
                self.door.name, program.sender, text, game, name=program.name
            )
            receipt = await self.writer.submit_unpaced(message)
            game = receipt.game or game
            kind = await self.writer.run(kind_of, game) if game else "house"
            made = objects.of_receipt(kind, text, receipt, 0, self.door.language)
        finally:
            await connection.release(lines_of(game, made))

    async def look(
        self, program: ConnectedProgram, game: str | None, text: str
    ) -> Sequence[Object]:
        """Return the view of a game that a program plays or observes."""
        who, run = (self.door.name, program.sender), self.writer.run
        if game is None or not await run(reads, game, who):
            return [self.refusal(program, Refusal(code="no-game-of-yours"))]
        seen = await run(queries.seen, game, None if text == PUBLICLY else who)
        assert seen is not None
        return await self.shown(seen, text)


def addressed(text: str) -> tuple[str | None, str]:
    """Split ``@GAME TEXT``. Without a game, the text goes to the only one that waits, or to the
    house.
    """
    if not text.startswith("@"):
        return None, text
    game, _, rest = text[1:].partition(" ")
    return game, rest.strip()


def reads(batch: Batch, game: str, who: tuple[str, str]) -> bool:
    opened = batch.known(game)
    person = batch.accounts.person(who)
    return opened is not None and any((a.door, a.sender) in person for a in opened.addresses)


def kind_of(batch: Batch, game: str) -> str:
    opened = batch.known(game)
    return opened.table.game.name if opened is not None else "house"


class ProgramService(Service):
    """Listens for programs."""

    name = "programs"

    def __init__(self, settings: ProgramSettings, language: str):
        self.settings, self.door = settings, ProgramDoor(language)
        self.port = settings.port
        self.server: LineServer
        self.listening = asyncio.Event()

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def on_open(self, writer: Writer) -> None:
        self.server = LineServer(ProgramHost(writer, self.door))

    async def run(self) -> None:
        app = web.Application()
        app.router.add_get("/", self.connect)
        where, host = f"[doors.{PROGRAM}] port = {self.port}", self.settings.host
        async with served(app, where, self.port, host=host, tls=self.tls()) as self.port:
            self.listening.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.listening.clear()

    async def ready(self) -> None:
        await self.listening.wait()

    def tls(self) -> ssl.SSLContext | None:
        files = self.settings.certificate, self.settings.key
        return encrypted(*(Path(file) if file else None for file in files))

    async def last_call(self) -> None:
        await self.server.stop()

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Carry lines between a WebSocket and the server of lines: a message is a line."""
        ws = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=LONGEST)
        await ws.prepare(request)
        near, far = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=near, limit=LARGEST)
        served = asyncio.ensure_future(
            self.server.accept(*await asyncio.open_connection(sock=far), request.remote or "")
        )
        speaking = asyncio.ensure_future(spoken(reader, ws))
        try:
            async for message in ws:
                if message.type == WSMsgType.TEXT:
                    writer.write(message.data.encode() + b"\n")
                    await writer.drain()
        except OSError:
            pass  # the server of lines has hung up
        finally:
            writer.close()
            await served
            await speaking
        return ws


async def spoken(reader: asyncio.StreamReader, ws: web.WebSocketResponse) -> None:
    """Send all lines as messages until there are no more, then close the WebSocket."""
    with contextlib.suppress(OSError):
        while line := await reader.readline():
            await ws.send_str(line.decode().rstrip("\n"))
    await ws.close()


class ProgramEntry(DoorEntry):
    """Programs. A person's name here is the hash of a token."""

    name, title = PROGRAM, "programs"
    mark = PROGRAM
    needs = f"`port` under [doors.{PROGRAM}] for programs (docs/line-protocol.md)"
    settings = ProgramSettings

    def service(self, config: Config, settings: Any, db: Path) -> Service:  # noqa: ARG002
        return ProgramService(settings, config.language)


ENTRY = ProgramEntry()
