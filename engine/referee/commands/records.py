"""Commands for proofs of fairness, and for games in their own file formats."""

from functools import partial
from hashlib import sha256
from typing import ClassVar

from engine.game import AnyGame
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, Word, says
from engine.referee.open_game import PastRows
from engine.rulings import calendar
from engine.slots import Int, OneOf
from engine.state import PUBLIC, Commitment, Event, Setup
from engine.store import updates
from engine.store.history import pages
from engine.store.rows import commitments_in

LISTED = 20
"""The maximum number of commitments listed, the newest ones."""


@says("proof", "proof {update}", by="anybody", slash="proof", free=True)
class Proving(Word, frozen=True):
    """The published hashes and, after the end, their contents; or an update, opened."""

    places: ClassVar = {"update": Int(1, 999_999)}
    update: int = 0

    def do(self, request: Request) -> Facts:
        return self.opened(request) if self.update else self.hashes(request)

    def opened(self, request: Request) -> Facts:
        opened = request.opened
        find = partial(all_updates, opened.table.setup)
        key = ("updates", opened.id, opened.n)
        made: list[updates.PublicUpdate] = request.batch.look_up(opened, key, find)
        if self.update > len(made):
            raise No("no-such-update", f"1–{len(made)}", word=str(self.update))
        one = made[self.update - 1]
        return {
            "did": "proof update",
            "number": str(one.number),
            "told": one.told,
            "leaf": one.leaf,
            "before": one.before,
            "seal": one.seal,
            "head": one.head,
        }

    def hashes(self, request: Request) -> Facts:
        opened = request.opened
        last = request.batch.last_update(opened)
        setup, over = opened.table.setup, opened.table.state.result is not None
        find = partial(newest_sealed, setup.id)
        found = request.batch.look_up(opened, ("sealed", opened.id, opened.n), find)
        seats = [
            {
                "seat": one.seat,
                "pledge": one.pledge,
                "salt": one.salt if over or one.source == "kept" else "",
            }
            for one in opened.table.state.chairs
            if one.pledge
        ]
        sealed = [
            {
                "seat": one.seat,
                "epoch": one.epoch,
                "question": one.question,
                "root": one.root,
                "leaves": list(one.leaves) if over else [],
            }
            for one in found
        ]
        return {
            "named": setup.in_dice,
            "dice": sha256(setup.secret).hexdigest(),
            "secret": setup.secret.hex() if over else "",
            "salts": seats,
            "sealed": sealed,
            "update": str(last.number),
            "head": last.head,
        }


def all_updates(setup: Setup, past: PastRows) -> list[updates.PublicUpdate]:
    return updates.of_rows(setup, past.journal(setup.id), past.bulletins(setup.id))[1]


def newest_sealed(game: str, past: PastRows) -> list[Commitment]:
    rows = past.bulletins(game)
    return [one for row in rows for one in commitments_in(row.commitments)][-LISTED:]


def told_to_all(kind: AnyGame, game: str, past: PastRows) -> list[Event]:
    """Return the public news of a game without undone entries."""
    found = pages(kind, past.bulletins(game), PUBLIC)
    return [event for page in found if not page.undone for event in page.events]


def forms(request: Request) -> dict[str, str]:
    """Return the game's file formats, made from public news. Raises ``No`` if there are none."""
    opened, table = request.opened, request.opened.table
    find = partial(told_to_all, table.game, opened.id)
    told = request.batch.look_up(opened, ("told", opened.id, opened.n), find)
    try:
        day = calendar.format_time(table.setup.at).split()[0]
        found = table.game.records(told, day, table.view(PUBLIC))
    except ValueError as error:
        raise No("not-started") from error
    if not found:
        raise No("no-record")
    return found


@says("record", "record {form}", by="anybody", free=True)
class Recorded(Word, frozen=True):
    """Show the game in one of its file formats, such as the moves of dice chess."""

    places: ClassVar = {"form": lambda request: OneOf(list(forms(request)))}
    form: str = ""

    def do(self, request: Request) -> Facts:
        found = forms(request)
        form = self.form or next(iter(found))
        return {"form": form, "text": found[form]}
