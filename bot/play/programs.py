"""`meanwhile play --json`: one order a line comes in, one JSON object a line goes out."""

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256

from bot import objects
from bot.objects import Object
from bot.play.door import Bundle
from bot.play.lines import (
    BadLine,
    addressed,
    asked_about,
    stray,
    text_of,
    typed,
    unless,
    without_comment,
)
from bot.play.sitting import Sitting
from engine.errors import NotStored, UserError
from engine.letters import Receipt
from engine.menu import Refusal
from engine.state import PUBLIC, Seat


def to_standard_output(data: bytes) -> None:
    """One line, at once."""
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


class Programs:
    """The form in which programs play: lines come from somewhere,
    ``write`` takes each object as a line.
    """

    def __init__(
        self,
        lines: AsyncIterator[bytes] | None = None,
        write: Callable[[bytes], None] = to_standard_output,
    ) -> None:
        self.lines, self.write = lines, write
        self.sitting: Sitting
        self.gone = asyncio.Event()

    def emit(self, thing: Object) -> None:
        """One object."""
        self.write(objects.line(thing))

    def show(self, bundle: Bundle) -> None:
        """Messages, each once: where what everybody is told comes here as well, a seat reads
        only what it is told beside that; and the end of the game.
        """
        for thing in bundle.own if self.sitting.public else bundle.objects:
            self.emit(thing)

    async def play(self, sitting: Sitting, *, resumed: bool) -> None:
        """Answer every line to the last."""
        self.sitting = sitting
        standing = await sitting.standing()
        self.emit(introduction(sitting, resumed=resumed))
        await sitting.begin()
        if resumed and standing.result:
            self.emit(objects.result(standing.result, sitting.setup.secret.hex()))
        lines = self.lines if self.lines is not None else typed()
        follower = asyncio.ensure_future(sitting.follow(self.changed))
        try:
            while (line := await unless(self.gone, following(lines))) is not None:
                await self.answer(line)
        finally:
            follower.cancel()
            with suppress(asyncio.CancelledError):
                await follower

    async def changed(self) -> None:
        """Who has no seat any more has nothing to say."""
        with suppress(NotStored):
            await self.sitting.standing()
            if not self.sitting.homes:
                self.gone.set()

    def relieved(self) -> None:
        """Somebody has taken over these seats at another terminal."""
        self.refuse(None, Refusal(code="relieved"))
        self.gone.set()

    async def answer(self, line: bytes) -> None:
        """Answer one line; blank ones and comments need no answer."""
        sitting = self.sitting
        try:
            text = without_comment(text_of(line))
            if not text:
                return
            if (viewer := asked_about(text, sitting.homes)) is not None:
                await self.look(viewer)
            elif (found := addressed(text, sitting.homes)) is not None:
                await self.order(*found)
            else:
                raise stray(text, sitting.homes)
        except BadLine as bad:
            self.refuse(None, Refusal(code=bad.code, word=bad.word, wanted=bad.wanted))
        except NotStored as error:
            self.refuse(None, Refusal(code="not-stored", word=str(error)))

    async def order(self, seat: Seat, text: str) -> None:
        """Receipts or a refusal first, then the messages."""

        def said(receipt: Receipt, count: int) -> None:
            for thing in objects.of_receipt(
                sitting.game.name, text, receipt, count, sitting.place.language
            ):
                self.emit(thing)

        sitting = self.sitting
        await sitting.order(seat, text, said)

    def refuse(self, seat: Seat | None, why: Refusal) -> None:
        """A refusal that comes from this terminal and not from the referee."""
        self.emit(objects.refusal(self.sitting.game.name, seat, why, self.sitting.place.language))

    async def look(self, viewer: Seat) -> None:
        """Menu (of a seat), view and board."""
        sitting = self.sitting
        kind, language = sitting.game.name, sitting.place.language
        view, standing = await sitting.view(viewer), await sitting.standing()
        if viewer != PUBLIC:
            self.emit(
                objects.menu(
                    kind, viewer, view, await sitting.menu(viewer), standing.number, language
                )
            )
        self.emit(objects.view(viewer, view))
        try:
            png = str(await sitting.draw(viewer, view))
        except UserError as problem:
            png = None
            self.refuse(
                None if viewer == PUBLIC else viewer, Refusal(code="no-picture", word=str(problem))
            )
        self.emit(objects.board(kind, viewer, view, png, language))


async def following(lines: AsyncIterator[bytes]) -> bytes | None:
    """The next line, if there is one."""
    return await anext(lines, None)


def introduction(sitting: Sitting, *, resumed: bool) -> Object:
    """The first object: which game this is."""
    return {
        "kind": "game",
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
