"""`meanwhile play --json`: one order a line comes in, one JSON object a line goes out."""

import asyncio
import sys
from contextlib import suppress
from hashlib import sha256

from bot import objects
from bot.objects import Object
from bot.play.door import Bundle
from bot.play.lines import BadLine, addressed, asked_about, stray, text_of, typed, without_comment
from bot.play.sitting import Sitting, nothing
from engine.letters import Receipt
from engine.menu import Refusal
from engine.referee import NotStored
from engine.state import PUBLIC, Seat


def emit(thing: Object) -> None:
    """One object on one line, at once."""
    sys.stdout.buffer.write(objects.line(thing))
    sys.stdout.buffer.flush()


def show(bundle: Bundle) -> None:
    """Messages, each once: to a seat only what it is told beside the public; and the end of the game."""
    for thing in bundle.own:
        emit(thing)


async def play(sitting: Sitting, resumed: bool) -> None:
    """Answer standard input to its end."""
    standing = await sitting.standing()
    emit(introduction(sitting, resumed))
    await sitting.begin()
    if resumed and standing.result:
        emit(objects.result(standing.result, sitting.setup.secret.hex()))
    follower = asyncio.ensure_future(sitting.follow(nothing))
    try:
        async for line in typed():
            await answer(sitting, line)
    finally:
        follower.cancel()
        with suppress(asyncio.CancelledError):
            await follower


def introduction(sitting: Sitting, resumed: bool) -> Object:
    """The first object: which game this is."""
    return {
        "kind": "game",
        "id": sitting.id,
        "game": sitting.game.name,
        "edition": sitting.game.edition,
        "seats": list(sitting.homes),
        "robots": [seat for seat in sitting.homes if seat in sitting.robots],
        "commitment": sha256(sitting.setup.secret).hexdigest(),
        "loaded": bool(sitting.setup.loaded),
        "resumed": resumed,
        "db": str(sitting.place.db),
    }


async def answer(sitting: Sitting, line: bytes) -> None:
    """Answer one line; blank ones and comments need no answer."""
    try:
        text = without_comment(text_of(line))
        if not text:
            return
        if (viewer := asked_about(text, sitting.homes)) is not None:
            await look(sitting, viewer)
        elif (found := addressed(text, sitting.homes)) is not None:
            await order(sitting, *found)
        else:
            raise stray(text, sitting.homes)
    except BadLine as bad:
        refuse(sitting, None, Refusal(bad.code, word=bad.word, wanted=bad.wanted))
    except NotStored as error:
        refuse(sitting, None, Refusal("not-stored", word=str(error)))


async def order(sitting: Sitting, seat: Seat, text: str) -> None:
    """Receipts or a refusal first, then the messages."""

    def said(receipt: Receipt, count: int) -> None:
        for thing in objects.of_receipt(sitting.game.name, text, receipt, count, sitting.place.language):
            emit(thing)

    await sitting.order(seat, text, said)


def refuse(sitting: Sitting, seat: Seat | None, why: Refusal) -> None:
    """A refusal that comes from this terminal and not from the referee."""
    emit(objects.refusal(sitting.game.name, seat, why, sitting.place.language))


async def look(sitting: Sitting, viewer: Seat) -> None:
    """Menu (of a seat), view and board."""
    kind, language = sitting.game.name, sitting.place.language
    view, standing = await sitting.view(viewer), await sitting.standing()
    if viewer != PUBLIC:
        emit(objects.menu(kind, viewer, view, await sitting.menu(viewer), standing.number, language))
    emit(objects.view(viewer, view))
    try:
        png = str(await sitting.draw(viewer, view))
    except OSError as error:
        png = None
        word = f"{error.filename or sitting.place.pictures} ({error.strerror})"
        refuse(sitting, None if viewer == PUBLIC else viewer, Refusal("no-picture", word=word))
    emit(objects.board(kind, viewer, view, png, language))
