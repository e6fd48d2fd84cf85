"""The socket next to the database, as a service of `meanwhile serve`.

Clients take seats or run operator commands.
"""

import asyncio
import contextlib
import logging
import shlex
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from bot import sockets
from bot.line.server import Connection, LineServer
from bot.local import door, remote, robots, wire
from bot.local.screen import FarScreen
from bot.play.door import TERMINAL, Tray
from bot.play.lines import alongside
from bot.play.people import TerminalPeople
from bot.play.programs import Programs
from bot.play.sitting import Sitting, TerminalSeat, nothing
from bot.service.supervisor import Service
from bot.words import words
from engine.errors import NotStored, UserError
from engine.menu import Refusal
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT, Door
from engine.referee.writer import Writer

log = logging.getLogger(__name__)

Form = TerminalPeople | Programs


class LocalService(Service):
    """The terminals of this machine. ``served`` means that this process is restarted when it ends,
    so that clients wait for it. ``remote_commands`` are its operator commands.
    """

    name = "terminals"
    longest = wire.LONGEST
    numbered = False

    def __init__(
        self,
        db: Path,
        language: str = "en",
        served: bool = True,
        remote_commands: Mapping[str, remote.RemoteCommand] = MappingProxyType({}),
    ):
        self.db, self.served, self.remote_commands = db, served, remote_commands
        self.door = door.LocalDoor(language)
        self.server = LineServer(self)
        self.listening = asyncio.Event()
        self.robots = robots.RobotKeeper(self.door, db, language)
        self.here: dict[str, Form] = {}
        self.writer: Writer

    @property
    def doors(self) -> Mapping[str, Door]:
        return {TERMINAL: self.door, ROBOT: self.robots.door}

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        await self.listen()
        await self.robots.keep(self.writer)

    async def listen(self) -> None:
        await self.server.listen(sockets.listening(sockets.path_of(self.db)))
        self.listening.set()

    async def ready(self) -> None:
        await self.listening.wait()

    async def last_call(self) -> None:
        await self.server.stop()
        sockets.path_of(self.db).unlink(missing_ok=True)

    # ---- one connection

    async def serve(self, connection: Connection) -> None:
        connection.entered = True
        lines, said = connection.lines(), words("en")
        try:
            request = wire.request(await anext(lines, b""))
            match request:
                case wire.SitRequest():
                    said = words(request.language)
                    await self.sit(connection, request, lines)
                case wire.RunRequest(name, facts):
                    told = await self.writer.run(self.run_remote_command, name, facts)
                    connection.write(wire.line(wire.DoneReply(tuple(told))))
        except msgspec.DecodeError as error:
            connection.write(wire.line(wire.ErrorReply(f"the request cannot be read: {error}")))
        except UserError as problem:
            connection.write(wire.line(wire.ErrorReply(said.problem(problem))))
        except NotStored:
            why = said.refusal(Refusal(code="not-stored"))
            connection.write(wire.line(wire.ErrorReply(why)))

    def run_remote_command(self, batch: Batch, name: str, facts: dict[str, Any]) -> list[str]:
        """Run an operator command, in the writer's thread. Raises ``UserError`` if it fails."""
        if (remote_command := self.remote_commands.get(name)) is None:
            raise UserError(
                f"no remote command {name!r} here: the serving process is of another version"
            )
        return list(remote_command(batch, **facts))

    def farewell(self, code: str) -> bytes:
        return wire.line(wire.ErrorReply(words(self.door.language).refusal(Refusal(code=code))))

    async def broken(self, connection: Connection) -> None:
        """Do nothing, since connections leave nothing behind."""

    async def sit(
        self, connection: Connection, request: wire.SitRequest, lines: AsyncIterator[bytes]
    ) -> None:
        """Let a person or program play at a terminal until they leave or lose their seats. Raises
        ``UserError`` if a seat can't be taken, ``NotStored`` if that can't be stored.
        """
        place = TerminalSeat(self.db, Path(request.pictures), request.language)
        form, listen = self.form(connection, request, place, lines)
        tray = Tray(form.show)
        sitting = Sitting(self.writer, tray, place, request.game, self.door.robots_of(request.game))
        sitting.program = request.form == "program"
        await sitting.take(request.seats, request.name)
        mine = [home.sender for home in sitting.homes.values() if home.door == TERMINAL]
        self.relieve(mine)
        self.here |= dict.fromkeys(mine, form)
        self.door.plug(tray, [*mine, request.game] if sitting.public else mine, request.language)
        connection.write(wire.line(wire.WelcomeReply(self.served)))
        try:
            await sitting.collect()
            with contextlib.suppress(OSError):  # the terminal is gone
                async with alongside(listen()):
                    await form.play(sitting, resumed=True)
                connection.write(wire.line(wire.EndReply()))
        finally:
            self.door.unplug(tray)
            self.here = {sender: who for sender, who in self.here.items() if who is not form}

    def form(
        self,
        connection: Connection,
        request: wire.SitRequest,
        place: TerminalSeat,
        lines: AsyncIterator[bytes],
    ) -> tuple[Form, Callable[[], Coroutine[Any, Any, None]]]:
        """Return the form of play, and the coroutine that listens to its screen."""
        if request.form == "program":
            return Programs(lines, connection.write, prompts=True), nothing
        again = f"sit {{id}}{''.join(f' --seat {shlex.quote(seat)}' for seat in request.seats)}"
        if not request.seats and request.name:
            again += f" --name {shlex.quote(request.name)}"
        screen = FarScreen(connection, request)
        people = TerminalPeople(place, screen, reads=True, again=again)
        return people, partial(screen.listen, lines)

    def relieve(self, senders: list[str]) -> None:
        """End the sessions of other terminals on these seats."""
        for form in {self.here[sender] for sender in senders if sender in self.here}:
            form.relieved()
