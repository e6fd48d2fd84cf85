"""Programs in JSON, and one game of any kind for them: each seat has a connection, which joins with
the token of the seat.
"""

import hashlib
import hmac
import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Generic, TypeVar

from bot import message_factory, objects
from bot.line.doors import JsonDoor
from bot.line.server import Connection
from bot.objects import Object, RefusalObject
from bot.play.lines import BadLine, text_of
from bot.queries import opened_game, replay, seen_by
from engine.errors import LoadedDice, NotStored, UserError
from engine.menu import LONGEST, Refusal
from engine.messages import Message
from engine.referee import referee
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.referee.writer import Writer
from engine.state import PUBLIC, Seat, Setup
from engine.table import GameTable
from renderers.reading.looking import look_of

OWN, PUBLICLY = "?", "public?"
"""The lines that ask for the seat's own view, and for the public one."""


Member = TypeVar("Member")
"""The object that a connection speaks for, once it has entered."""


class ObjectHost(ABC, Generic[Member]):
    """Talks in JSON objects with the programs at a port."""

    longest = LONGEST
    numbered = True

    def __init__(self, writer: Writer, door: JsonDoor):
        self.writer, self.door = writer, door
        self.book = message_factory.MessageFactory(writer.clock)

    @abstractmethod
    async def enter(self, connection: Connection, text: str) -> Member:
        """Read the line that a connection enters with. Raises ``BadLine`` if it opens nothing."""

    @abstractmethod
    async def answer(self, connection: Connection, member: Member, text: str) -> None:
        """Answer an order or a question. The receipt comes before the messages of its order. Raises
        ``NotStored`` if the order can't be stored.
        """

    @abstractmethod
    def sender(self, member: Member, /) -> str:
        """Return the id of a member as a sender, the same on every connection."""

    @abstractmethod
    def refusal(self, member: Member | None, why: Refusal, /) -> RefusalObject: ...

    async def serve(self, connection: Connection) -> None:
        """Read a token first, then orders and questions, one after the other."""
        member: Member | None = None
        self.write(connection, objects.hello())
        async for line in connection.lines():
            if member is not None and self.door.plugged.get(self.sender(member)) is not connection:
                break  # somebody else has entered there
            try:
                if not (text := text_of(line)):
                    raise BadLine(Refusal(code="empty"))
                if (greeting := objects.greeted(text, self.door.language)) is not None:
                    self.write(connection, greeting)
                    if greeting["kind"] == "refusal":
                        break
                elif member is None:
                    member = await self.enter(connection, text)
                else:
                    await self.answer(connection, member, text)
            except BadLine as bad:
                self.write(connection, self.refusal(member, bad.refusal))
            except NotStored:
                self.write(connection, self.refusal(member, Refusal(code="not-stored")))
            await connection.drain()

    def farewell(self, code: str) -> bytes:
        return objects.line(self.refusal(None, Refusal(code=code)))

    async def broken(self, connection: Connection) -> None:
        """Let the messages of the member wait until it is back."""
        for sender, other in list(self.door.plugged.items()):
            if other is connection:
                del self.door.plugged[sender]

    def looks(self, text: str) -> bool:
        """Return whether a line only asks for something to see."""
        asks = text in (OWN, PUBLICLY) or objects.asks_menu(text)
        return asks or look_of(text) is not None

    async def shown(self, seen: GameView, text: str) -> list[Object]:
        """Return the answer to such a line: a part of the menu, the answer to a word, or menu, view
        and board. The public has no menu.
        """
        language, run = self.door.language, self.writer.run
        if objects.asks_menu(text):
            return [objects.of_menu(seen, text, language)]
        if (word := look_of(text)) is not None:
            past = await run(replay, seen.game, seen.source) if word.past else None
            return objects.looked(seen, word, self.writer.clock.now(), past, language)
        menu = [objects.menu(seen, language)] if seen.viewer != PUBLIC else []
        return [*menu, objects.view(seen), objects.board(seen, None, language)]

    def write(self, connection: Connection, *made: Object) -> None:
        connection.write(b"".join(map(objects.line, made)))

    def let_in(self, connection: Connection, sender: str, receipt: Object) -> None:
        """Let a connection speak for a sender, and close an earlier one."""
        if before := self.door.plugged.get(sender):
            before.hang_up()
        self.write(connection, receipt)
        self.door.plugged[sender] = connection
        connection.entered = True
        self.writer.dispatcher.receiver_is_back(self.door.name, sender)


class Seats(ObjectHost[Seat]):
    """The seats of one game, and the connections that speak for them. Their turns are timed by the
    clock, also while nobody is connected.
    """

    def __init__(self, writer: Writer, door: JsonDoor, kind: str, game: str):
        super().__init__(writer, door)
        self.kind, self.game = kind, game

    async def make(self, setup: Setup, seats: Iterable[Seat]) -> dict[Seat, str]:
        """Create the game and take these seats, all or nothing; return the token of each. Raises
        ``UserError`` if a seat or the dice are wrong, ``NotStored`` if it can't be stored.
        """
        tokens = {seat: secrets.token_urlsafe(18) for seat in seats}

        def act(batch: Batch) -> None:
            batch.make(self.kind, setup, [])
            for seat, token in tokens.items():
                receipt = referee.take(batch, self.message(seat, f"join {seat}", hashed(token)))
                if receipt.refusal is not None:
                    why = self.refusal(seat, receipt.refusal)["text"]
                    raise UserError(f"--seats: {seat}: {why}")

        try:
            await self.writer.run(act)
        except LoadedDice as error:
            raise UserError(f"--dice: {error}") from error
        return tokens

    def message(self, seat: Seat, text: str, key: bytes = b"") -> Message:
        door, sender = self.door.name, self.sender(seat)
        return self.book.message(door, sender, text, self.game, name=seat, key=key)

    def sender(self, seat: Seat) -> str:
        return f"{self.game}/{seat}"

    def table(self, batch: Batch) -> GameTable:
        """Return the game. Call this in the writer's thread."""
        return opened_game(batch, self.game).table

    def refusal(self, seat: Seat | None, why: Refusal) -> RefusalObject:
        return objects.refusal(self.kind, seat, why, self.door.language)

    async def over(self) -> bool:
        return await self.writer.run(lambda batch: self.table(batch).state.result is not None)

    async def stop(self) -> None:
        """Do nothing, since no work continues between lines."""

    async def enter(self, connection: Connection, text: str) -> Seat:
        """Read ``join TOKEN``, and return the seat that it opens. Raises ``BadLine`` if it opens
        none.
        """
        verb, _, token = text.partition(" ")
        if verb != "join":
            raise BadLine(Refusal(code="bad-token"))
        digest = hashed(token.strip())

        def look(batch: Batch) -> Seat | None:
            opened = opened_game(batch, self.game)
            mine = [address for address in opened.addresses if address.door == self.door.name]
            return next(
                (address.viewer for address in mine if hmac.compare_digest(address.key, digest)),
                None,
            )

        seat = await self.writer.run(look)
        if seat is None:
            raise BadLine(Refusal(code="bad-token"))
        count = await self.count(seat)
        receipt = {"kind": "receipt", "seat": seat, "order": "join", "n": count}
        self.let_in(connection, self.sender(seat), receipt)
        return seat

    async def answer(self, connection: Connection, seat: Seat, text: str) -> None:
        made: list[Object] = []
        # News that arrives in the meantime follows the answer, which doesn't include it yet.
        connection.hold()
        try:
            if self.looks(text):
                viewer = PUBLIC if text == PUBLICLY else seat
                seen = await self.writer.run(lambda batch: seen_by(self.table(batch), viewer))
                made = await self.shown(seen, text)
                return
            receipt = await self.writer.submit_unpaced(self.message(seat, text))
            count = await self.count(seat) if receipt.status == "answered" else 0
            made = objects.of_receipt(self.kind, text, receipt, count, self.door.language)
        finally:
            await connection.release(b"".join(map(objects.line, made)))

    async def count(self, seat: Seat) -> int:
        return await self.writer.run(lambda batch: self.table(batch).state.orders.get(seat, 0))


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
