"""BattleBoard games for programs: joining, coming back, and broken connections."""

import asyncio
import hashlib
import hmac
import logging
from collections.abc import Callable
from functools import partial

from bot.line import protocol
from bot.line.doors import LineDoor
from bot.line.protocol import Command, Phase, Stand
from bot.line.server import Connection
from bot.message_factory import MessageFactory
from bot.queries import opened_game
from engine.errors import NotStored
from engine.games.battleboard.orders import Back, Gone
from engine.messages import Address, Message
from engine.referee import clock, referee
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.state import Seat, Setup
from engine.store import history

log = logging.getLogger(__name__)

KIND = "battleboard"
PATIENCE = 600
"""Seconds that a disconnected seat waits for its key if no clock ends its turns (BB-26)."""
AGAIN = 10
"""Seconds until a leave that could not be stored is tried again."""


class Battles:
    """The games on one port, at most ``most``. A new one begins when a program joins a full one."""

    longest = protocol.LONGEST
    numbered = False

    def __init__(self, writer: Writer, door: LineDoor, make: Callable[[], Setup], most: int = 1):
        self.writer, self.door, self.make, self.most = writer, door, make, most
        self.clock = writer.clock
        self.book = MessageFactory(writer.clock)
        self.games: list[str] = []
        self.visits: dict[Connection, Visit] = {}
        self.waiting: dict[str, clock.Cancellable] = {}
        self.leaving: set[asyncio.Task[None]] = set()
        self.opening = asyncio.Lock()

    async def begin(self) -> str:
        await self.another("")
        return self.games[-1]

    async def go_on(self, game: str) -> None:
        """Resume a game of an earlier server, all of whose connections are broken (BB-26)."""
        self.games.append(game)

        def places(batch: Batch) -> list[Address]:
            opened = opened_game(batch, game)
            return [address for address in opened.addresses if address.door == self.door.name]

        for place in await self.writer.run(places):
            await self.abandoned(place)

    async def another(self, full: str) -> bool:
        async with self.opening:
            if self.games and self.games[-1] != full:
                return True
            if len(self.games) >= self.most:
                return False
            setup = self.make()
            await self.writer.make(KIND, setup, [])
            self.games.append(setup.id)
            return True

    async def over(self) -> bool:
        return all(
            [(await self.writer.run(stand, game, None)).phase == "over" for game in self.games]
        )

    async def stop(self) -> None:
        for call in self.waiting.values():
            call.cancel()
        if self.leaving:
            await asyncio.wait(self.leaving)

    # ---- connections

    async def serve(self, connection: Connection) -> None:
        visit = self.visits[connection] = Visit(self, connection)
        self.door.plugged[visit.sender] = connection
        async for line in connection.lines():
            if self.door.plugged.get(visit.sender) is not connection:
                break
            await visit.line(line)
            connection.entered = visit.place is not None
            await connection.drain()

    def farewell(self, code: str) -> bytes:
        return f"error {code}\n".encode()

    async def broken(self, connection: Connection) -> None:
        """Apply BB-26, unless another connection has taken over the seat."""
        visit = self.visits.pop(connection)
        if self.door.plugged.get(visit.sender) is connection:
            del self.door.plugged[visit.sender]
            if visit.place is not None:
                await self.abandoned(visit.place)

    async def abandoned(self, place: Address) -> None:
        """Handle a seat without a connection. With a key it may come back for a while."""
        if place.key:
            self.wait(place, PATIENCE)
        else:
            await self.leave(place)

    def wait(self, place: Address, seconds: int) -> None:
        self.waiting[place.sender] = self.clock.at(
            self.clock.now() + seconds, partial(self.too_late, place)
        )

    def back(self, place: Address) -> None:
        if call := self.waiting.pop(place.sender, None):
            call.cancel()

    def too_late(self, place: Address) -> None:
        del self.waiting[place.sender]
        task = asyncio.ensure_future(self.leave(place))
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    async def leave(self, place: Address) -> None:
        """Leave according to option ``gone``; before the start, free the seat (BB-6)."""
        now = self.clock.now()

        def act(batch: Batch) -> None:
            opened = opened_game(batch, place.game)
            seat = opened.seat_of(self.door.name, place.sender)
            there = stand(batch, place.game, seat)
            if there.phase == "gathering":
                referee.take(
                    batch,
                    Message(
                        door=self.door.name,
                        id="",
                        sender=place.sender,
                        text="leave",
                        at=now,
                        game=place.game,
                    ),
                )
            elif there.playing and not (place.key and opened.table.state.pace is not None):
                batch.play_as_referee(opened, now, Gone(place.viewer))

        try:
            await self.writer.run(act)
        except NotStored:
            self.wait(place, AGAIN)


class Visit:
    """The dialogue of one connection. ``sender`` is its own number until it takes over a seat."""

    def __init__(self, battles: Battles, connection: Connection):
        self.battles, self.connection = battles, connection
        self.writer, self.clock = battles.writer, battles.clock
        self.sender = f"{battles.book.run}/{connection.number}"
        self.place: Address | None = None
        self.secret = ""

    async def line(self, line: bytes) -> None:
        command = protocol.read(line)
        try:
            answer = await self.answer(command)
        except NotStored:
            answer = "error not-stored"
        if answer:
            self.connection.write(f"{answer}\n".encode())

    async def answer(self, command: Command) -> str:
        entering = command.verb in protocol.ENTRANCES
        if command.fault or entering == (self.place is not None):
            stand, joined = await self.stand(command), self.place is not None
            return f"error {protocol.error(command, stand, joined=joined)}"
        match command.verb:
            case "key":
                self.secret = command.words[0]
                return "key-ok"
            case "join":
                return await self.join(command)
            case "resume":
                return await self.resume(*command.words)
        assert self.place is not None
        match command.verb:
            case "history":
                return await self.history(self.place, int(command.words[0]) if command.words else 1)
            case "withdraw":
                return await self.withdraw(self.place)
        code = await self.submit(self.place.game, command.order)
        return code and protocol.refused(code)

    async def submit(self, game: str, text: str, key: bytes = b"") -> str:
        """Submit a message, and return the code of its refusal, or ""."""
        battles = self.battles
        message = battles.book.message(battles.door.name, self.sender, text, game, key=key)
        receipt = await self.writer.submit_unpaced(message)
        if receipt.status == "answered" and receipt.facts["did"] == "join":
            assert receipt.seat is not None
            self.place = Address(
                door=message.door, sender=self.sender, game=game, viewer=receipt.seat, key=key
            )
        return receipt.refusal.code if receipt.refusal else ""

    async def stand(self, command: Command) -> Stand:
        if self.place is not None:
            return await self.writer.run(stand, self.place.game, self.place.viewer)
        if command.verb == "join":
            lobby = self.battles.games[-1]
            there = await self.writer.run(stand, lobby, None)
            if there.phase != "gathering" and await self.battles.another(lobby):
                return Stand("gathering")
            return there
        return Stand("gathering")

    async def join(self, command: Command) -> str:
        """Join according to BB-4, or join the next game if the last one is full."""
        while True:
            game = self.battles.games[-1]
            key = hashed(self.secret, game) if self.secret else b""
            code = await self.submit(game, command.order, key)
            if code != "game-started" or not await self.battles.another(game):
                return code and protocol.refused(code)

    async def withdraw(self, place: Address) -> str:
        """Withdraw according to BB-19, or before the start according to BB-6."""
        code = await self.submit(place.game, "withdraw")
        if code == "not-started":
            code = await self.submit(place.game, "leave")
            if not code:
                self.place = None
            elif code == "game-started":
                code = await self.submit(place.game, "withdraw")
        return code and protocol.refused(code)

    async def history(self, place: Address, first: int) -> str:
        """Answer with the history (BB-24), in its place between the messages."""

        def look(batch: Batch) -> tuple[list[str], int]:
            return lines_of(batch, place), opened_game(batch, place.game).told + 1

        self.connection.hold()
        said, before = b"", 0
        try:
            lines, before = await self.writer.run(look)
            said = "".join(f"{line}\n" for line in protocol.numbered(lines, first)).encode()
        finally:
            await self.connection.release(said, before)
        return ""

    async def resume(self, name: str, secret: str) -> str:
        """Let this connection speak for the seat from now on, and close the one that did.

        Rule: BB-25.
        """
        found = await self.writer.run(
            find, self.battles.games, self.battles.door.name, name, secret
        )
        if found is None:
            return "error bad-resume"
        door = self.battles.door
        before = door.plugged.get(found.sender)
        del door.plugged[self.sender]
        self.connection.hold()
        self.sender, self.place = found.sender, found
        door.plugged[self.sender] = self.connection
        self.battles.back(found)
        if before is not None:
            before.hang_up()
        now = self.clock.now()

        def look(batch: Batch) -> tuple[int, int]:
            opened = opened_game(batch, found.game)
            if stand(batch, found.game, found.viewer).playing:
                batch.play_as_referee(opened, now, Back(found.viewer))
            return len(lines_of(batch, found)), opened.told + 1

        try:
            n, cut = await self.writer.run(look)
        except NotStored:
            await self.connection.release(b"error not-stored\n", drop=True)
            self.connection.hang_up()
        else:
            await self.connection.release(f"resumed {n}\n".encode(), cut, drop=True)
        return ""


def hashed(secret: str, game: str) -> bytes:
    return hashlib.blake2b(secret.encode(), key=game.encode(), digest_size=32).digest()


def find(batch: Batch, games: list[str], door: str, name: str, secret: str) -> Address | None:
    """Return the seat with this name and secret. An unknown name takes just as long."""
    found = None
    for game in games:
        digest, addresses = hashed(secret, game), opened_game(batch, game).addresses
        mine = [a for a in addresses if a.door == door and a.viewer.casefold() == name.casefold()]
        key = mine[0].key if mine else b""
        if hmac.compare_digest(digest, key or bytes(len(digest))) and mine:
            found = mine[0]
    return found


def stand(batch: Batch, game: str, seat: Seat | None) -> Stand:
    table = opened_game(batch, game).table
    phase: Phase = "playing"
    if table.state.result is not None:
        phase = "over"
    elif len(table.seats) < table.state.places:
        phase = "gathering"
    if seat is None or phase != "playing":
        return Stand(phase)
    ask = table.ask()
    return Stand(
        phase,
        table.view(seat).board(seat).standing == "playing",
        ask is not None and seat in ask.seats,
    )


def lines_of(batch: Batch, place: Address) -> list[str]:
    opened = opened_game(batch, place.game)
    return protocol.told(
        history.pages(opened.table.game, batch.bulletins(opened), place.viewer), place.viewer
    )
