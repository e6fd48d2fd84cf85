"""Orders filed beforehand, in the words of the game: seen, changed and withdrawn by their owner alone."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.desk.verbs import No, Request, Verb
from engine.filed import ALWAYS, LONGEST, MOST
from engine.letters import Receipt
from engine.menu import Choice
from engine.slots import Int, Text
from engine.times import FileOrders


class Filing(Struct, frozen=True):
    """``standing add ORDER``: play this when I am asked and it answers; ``standing add always ORDER``: every time."""

    text: str


class FilingAlways(Struct, frozen=True):
    """``standing add always ORDER``: the same, and it stays."""

    text: str


class Listing(Struct, frozen=True):
    """``standing`` or ``standing list``: what I have filed."""


class Dropping(Struct, frozen=True):
    """``standing drop 2`` or ``standing drop all``: no longer that."""

    number: int = 0


def standing(request: Request, asked: Any) -> Receipt:
    """File orders, list them, drop them. Nobody else is told, nor can tell."""
    opened, seat = request.opened, request.seated()
    if opened.table.state.result is not None:
        raise No("game-over")
    texts = opened.table.state.people.times.standing.get(seat, ())
    match asked:
        case Filing(text) | FilingAlways(text):
            new = ALWAYS * isinstance(asked, FilingAlways) + " ".join(text.split())[:LONGEST]
            if len(texts) >= MOST:
                raise No("too-many-standing", word=str(MOST))
            kept = texts if new in texts else (*texts, new)
        case Dropping(number):
            if number > len(texts):
                raise No("no-such-standing", word=str(number))
            kept = tuple(text for n, text in enumerate(texts, 1) if number not in (0, n))
        case _:
            kept = texts
    if kept != texts:
        request.batch.house(opened, request.letter.at, FileOrders(seat, kept))
    return request.done(did="standing", orders=list(kept))


def standing_choices(_: Request) -> Sequence[Choice]:
    """How ``standing`` is spelt."""
    return [
        Choice(FilingAlways, "standing add always {text}", text=Text()),
        Choice(Filing, "standing add {text}", text=Text()),
        Choice(Listing, "standing list"),
        Choice(Listing, "standing"),
        Choice(Dropping, "standing drop all"),
        Choice(Dropping, "standing drop {number}", number=Int(1, MOST)),
    ]


VERBS = (Verb("standing", "seat", standing_choices, standing, misread="bad-standing"),)
