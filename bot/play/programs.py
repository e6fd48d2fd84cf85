"""`meanwhile play --json`: reads orders and writes JSON objects, each on a line."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256

from bot import objects
from bot.play import lines as inputs
from bot.play.door import Bundle
from bot.play.sitting import Sitting
from engine import PUBLIC, Seat, errors, messages
from engine.menu import Refusal
from renderers.reading.looking import look_of


def to_standard_output(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Programs:
    """The form in which programs play. ``lines`` are the input, and ``write`` gets each object as a
    line. With ``prompts``, a seat that is asked gets its menu unrequested.
    """

    def __init__(
        self,
        lines: AsyncIterator[bytes] | None = None,
        write: Callable[[bytes], None] = to_standard_output,
        *,
        prompts: bool = False,
    ) -> None:
        self.lines, self.write, self.prompts = lines, write, prompts
        self.prompted: dict[Seat, int] = {}
        self.sitting: Sitting
        self.gone = asyncio.Event()
        self.next = 1

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        yield

    def emit(self, thing: objects.Object) -> None:
        data, self.next = objects.stamped(objects.line(thing), self.next)
        self.write(data)

    def show(self, bundle: Bundle) -> None:
        """Write messages, each once, and the end of the game. If public news comes here as well, a
        seat gets only its private messages.
        """
        for thing in bundle.own if self.sitting.public else bundle.objects:
            self.emit(thing)

    async def play(self, sitting: Sitting, *, resumed: bool) -> None:
        """Answer every line until the input or the game ends."""
        self.sitting = sitting
        seen = await sitting.see(PUBLIC)
        self.emit(
            {
                "kind": "game",
                "protocol": objects.PROTOCOL,
                "version": objects.VERSION,
                "id": sitting.id,
                "game": sitting.game.name,
                "edition": sitting.game.edition,
                "seats": list(sitting.seats),
                "robots": [seat for seat in sitting.seats if seat in sitting.robots],
                "commitment": sha256(sitting.setup.secret).hexdigest(),
                "loaded": bool(sitting.setup.loaded),
                "resumed": resumed,
                "db": str(sitting.place.db),
            }
        )
        await sitting.begin()
        if resumed and seen.result:
            self.emit(objects.result(seen, sitting.setup.secret.hex()))
        await self.prompt()
        lines = self.lines if self.lines is not None else inputs.typed()
        async with inputs.alongside(sitting.follow(self.changed)):
            while (line := await inputs.unless(self.gone, following(lines))) is not None:
                await self.answer(line)

    async def changed(self) -> None:
        """End if no seat is played here now."""
        with suppress(errors.NotStored):
            await self.sitting.read()
            if not self.sitting.homes:
                self.gone.set()
        await self.prompt()

    async def prompt(self) -> None:
        """Show the menu of every newly asked seat, once for each question."""
        with suppress(errors.NotStored):
            for seat in (*self.sitting.homes,) if self.prompts else ():
                now = await self.sitting.see(seat)
                new = self.prompted.get(seat) != now.question
                if new and now.is_asked and not now.answered:
                    self.prompted[seat] = now.question
                    self.emit(objects.menu(now, self.sitting.place.language))

    def relieved(self) -> None:
        self.refuse(Refusal(code="relieved"))
        self.gone.set()

    async def answer(self, line: bytes) -> None:
        homes = self.sitting.homes
        with inputs.telling(self.refuse):
            text = inputs.without_comment(inputs.text_of(line))
            if not text:
                return
            if (greeting := objects.greeted(text, self.sitting.place.language)) is not None:
                self.emit(greeting)
                if greeting["kind"] == "refusal":
                    self.gone.set()
            elif (viewer := inputs.asked_about(text, homes)) is not None:
                await self.look(viewer)
            elif (found := inputs.addressed(text, homes)) is not None:
                await self.order(*found)
            else:
                self.refuse(inputs.stray(text, homes))

    async def order(self, seat: Seat, text: str) -> None:
        """Play orders, and write their receipts or a refusal, then the messages. A line may also
        ask for more of a menu, or be a command that only looks.
        """
        sitting = self.sitting
        if objects.asks_menu(text):
            now = await sitting.see(seat)
            self.emit(objects.of_menu(now, text, sitting.place.language))
            return
        if (word := look_of(text)) is not None:
            past = await sitting.past(seat) if word.past else None
            now, at = await sitting.see(seat), sitting.writer.clock.now()
            for thing in objects.looked(now, word, at, past, sitting.place.language):
                self.emit(thing)
            return

        def report(receipt: messages.Receipt, count: int) -> None:
            kind, language = sitting.game.name, sitting.place.language
            for thing in objects.of_receipt(kind, text, receipt, count, language):
                self.emit(thing)

        await sitting.order(seat, text, report)
        await self.prompt()

    def refuse(self, why: Refusal, seat: Seat | None = None) -> None:
        """Write a refusal by this terminal, not by the referee."""
        self.emit(objects.refusal(self.sitting.game.name, seat, why, self.sitting.place.language))

    async def look(self, viewer: Seat) -> None:
        """Show menu (of a seat), view and board."""
        now, png = await self.sitting.see(viewer), None
        language = self.sitting.place.language
        if viewer != PUBLIC:
            self.emit(objects.menu(now, language))
        self.emit(objects.view(now))
        try:
            png = str(await self.sitting.draw(now))
        except errors.UserError as problem:
            self.refuse(Refusal(code="no-picture", word=str(problem)), viewer or None)
        self.emit(objects.board(now, png, language))


async def following(lines: AsyncIterator[bytes]) -> bytes | None:
    return await anext(lines, None)
