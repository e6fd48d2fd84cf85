"""Proof that a game is fair, and the game in a format of its own."""

from hashlib import sha256
from typing import ClassVar

from engine.house import calendar
from engine.referee.desk.request import No, Request
from engine.referee.desk.word import Facts, Word, says
from engine.slots import OneOf
from engine.state import PUBLIC
from engine.store.history import pages
from engine.store.record import commitments_in

LISTED = 20
"""Commitments that are listed, the newest."""


@says("proof", by="anybody", slash="proof", free=True)
class Proving(Word, frozen=True):
    """The hashes that were published; when the game is over also what they were made of."""

    def do(self, request: Request) -> Facts:
        opened = request.opened
        setup, over = opened.table.setup, opened.table.state.result is not None
        rows = request.batch.bulletins(opened)
        found = [one for row in rows for one in commitments_in(row.commitments)]
        sealed = [
            {
                "seat": one.seat,
                "epoch": one.epoch,
                "question": one.question,
                "root": one.root,
                "leaves": list(one.leaves) if over else [],
            }
            for one in found[-LISTED:]
        ]
        return {
            "named": setup.in_dice,
            "dice": sha256(setup.secret).hexdigest(),
            "secret": setup.secret.hex() if over else "",
            "sealed": sealed,
        }


def forms(request: Request) -> dict[str, str]:
    """Return the formats of the game, from public news that nobody took back. Raises ``No`` if it
    has none, or has not begun.
    """
    table = request.opened.table
    told = [
        event
        for page in pages(table.game, request.batch.bulletins(request.opened), PUBLIC)
        if not page.undone
        for event in page.events
    ]
    try:
        day = calendar.shown(table.setup.at).split()[0]
        found = table.game.records(told, day, table.view(PUBLIC))
    except ValueError as error:
        raise No("not-started") from error
    if not found:
        raise No("no-record")
    return found


@says("record", "record {form}", by="anybody", free=True)
class Recorded(Word, frozen=True):
    """All that was done, in a format of the game: the moves of dice chess, for example."""

    places: ClassVar = {"form": lambda request: OneOf(list(forms(request)))}
    form: str = ""

    def do(self, request: Request) -> Facts:
        found = forms(request)
        form = self.form or next(iter(found))
        return {"form": form, "text": found[form]}
