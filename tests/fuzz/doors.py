"""What a player's text costs a whole referee, in the positions that make most work of it.

The first line of an input says in which (``#derelict``); without it, it is the first. What a text
has done is taken back, so that each input meets the same position.
"""

import atexit
import tempfile
from contextlib import ExitStack
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from bot import objects, queries
from bot.discord import ids, panel, ways
from bot.discord.answer import values_of
from bot.discord.post import Post, card_of, escaped, fitted
from bot.discord.words import words
from engine.menu import Refused
from engine.messages import Message, Receipt
from engine.referee import referee
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.store.sqlite import SqliteStore
from mail.incoming.incoming import Incoming
from mail.memberships import DOOR
from mail.names import MailNames
from mail.outgoing.sentences import Writing
from mail.parse.reading import glance
from tests.mail.nasty import POSITIONS, positioned
from tests.mail.positions import answer
from tests.mail.stage import KEY, MX, Office, address

MARK = b"\x00text\x00"
NUMBERS = count()
KEPT = ExitStack()
atexit.register(KEPT.close)
NAMES = ids.ButtonNames("fuzz")


class Undone(Exception):
    """Ends the work of a batch, so that nothing of it stays. ``result``: what came of it."""

    def __init__(self, result: Any):
        super().__init__()
        self.result = result


class Ignored(Exception):
    """A text that has changed nothing."""


class Standing(Struct, frozen=True):
    """A referee with a game at a position. ``letter``: an answer of Ann's, with ``MARK`` where her
    text belongs.
    """

    referee: referee.Referee
    letter: bytes
    now: int
    seen: GameView

    def undone(self, act: Any) -> Any:
        """Return ``act(batch)``, whose effects are taken back."""

        def job(batch: Batch) -> None:
            raise Undone(act(batch))

        (found,) = self.referee.take([job], self.now).answers
        if isinstance(found, Undone):
            return found.result
        raise found


WRITING = Writing(MailNames(KEY, "referee@play.example"), "en")


@cache
def standing(position: str) -> Standing:
    folder = Path(KEPT.enter_context(tempfile.TemporaryDirectory()))
    made = list[Any]()

    async def look(at: Office) -> None:
        made.extend((answer(at, MARK.decode()), at.clock.now()))

    positioned(folder, look, position)
    store = KEPT.enter_context(SqliteStore(folder / "m.db"))
    served = referee.Referee(store, {})
    who = DOOR, address("Ann")
    raw, now = made
    (seen,) = served.take([lambda batch: queries.seen(batch, "g12", who)], now).answers
    return Standing(served, raw, now, seen)


def placed(data: bytes) -> tuple[Standing, bytes]:
    """Return the position that an input names, and the rest of it."""
    head, _, rest = data.partition(b"\n")
    name = head.removeprefix(b"#").decode("utf-8", "replace")
    if name in POSITIONS:
        return standing(name), rest
    return standing(next(iter(POSITIONS))), data


def letter(data: bytes) -> object:
    """Play a whole mail of Ann's, with its answer."""
    at, text = placed(data)
    raw = at.letter.replace(MARK, text).replace(
        b"Message-ID: <", b"Message-ID: <%d." % next(NUMBERS)
    )

    def act(batch: Batch) -> Any:
        handled = Incoming(at.referee, batch, WRITING, MX, glance(raw, "play.example"), at.now)
        return handled.handle(), bool(batch.rows)

    # What a picture costs does not hang on the text.
    with patch("renderers.encoded", lambda *_: b"PNG"):
        handled, moved = at.undone(act)
    if not moved:
        raise Ignored
    return handled


def said(data: bytes) -> object:
    """Play a text of Ann's as any door hands it on, and make the answer as programs read it."""
    at, text = placed(data)
    message = Message(
        door=DOOR,
        id=f"{next(NUMBERS)}",
        sender=address("Ann"),
        text=text.decode("utf-8", "replace"),
        at=at.now,
        game="g12",
    )
    receipt: Receipt = at.undone(lambda batch: referee.take(batch, message))
    objects.of_receipt(at.seen.kind.name, message.text, receipt, 1)
    if receipt.status == "refused":
        raise Ignored
    return receipt


def press(data: bytes) -> object:
    """Open the panel of a button's name (a line), and complete, show and read the text of a form
    (the rest).
    """
    at, rest = placed(data)
    head, _, text = rest.decode("utf-8", "replace").partition("\n")
    inner = {"component": {"custom_id": "text", "value": text}}
    typed = values_of({"components": [inner]}).get("text", "")
    open_ways = ways.Ways(at.seen)
    ways.typing(at.seen.menu, typed, at.seen.question)
    name = ids.read(head[:100]) or ids.Name("", "")
    open_ways.resolved(NAMES, name)
    there = panel.opened(name, open_ways, name.path)
    shown, _ = panel.panel(words("en"), NAMES, open_ways, there, [escaped(typed)])
    card_of(fitted(Post(shown.text, parts=shown.parts), "text.txt"))
    if not at.seen.menu.takes(typed):
        raise Ignored
    return shown


REFUSALS = (Ignored, Refused)
