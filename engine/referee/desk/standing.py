"""Orders filed beforehand, in the words of the game: seen, changed and
withdrawn by their owner alone.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engine.house.times import FileOrders
from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.desk.verbs import No, Request, Verb
from engine.referee.standing_orders import ALWAYS, LONGEST, MOST
from engine.slots import Int, Text


class Filing(Struct, frozen=True):
    """``queue add ORDER``: play this when I am asked and it answers; ``queue
    add always ORDER``: every time.
    """

    text: str


class FilingAlways(Struct, frozen=True):
    """``queue add always ORDER``: the same, and it stays."""

    text: str


class Listing(Struct, frozen=True):
    """``queue`` or ``queue list``: what I have filed."""


class Dropping(Struct, frozen=True):
    """``queue drop 2`` or ``queue drop all``: no longer that."""

    number: int = 0


def queue(request: Request, asked: Any) -> Receipt:
    """File orders, list them, drop them. Nobody else is told, nor can tell."""
    opened, seat = request.opened, request.seated()
    if opened.table.state.result is not None:
        raise No("game-over")
    texts = opened.table.state.people.times.standing.get(seat, ())
    match asked:
        case Filing(text) | FilingAlways(text):
            new = ALWAYS * isinstance(asked, FilingAlways) + " ".join(text.split())[:LONGEST]
            if len(texts) >= MOST:
                raise No("too-many-queued", word=str(MOST))
            kept = texts if new in texts else (*texts, new)
        case Dropping(number):
            if number > len(texts):
                raise No("no-such-queued", word=str(number))
            kept = tuple(text for n, text in enumerate(texts, 1) if number not in (0, n))
        case _:
            kept = texts
    if kept != texts:
        request.batch.house(opened, request.letter.at, FileOrders(seat, kept))
    return request.done(did="queue", orders=list(kept))


def queue_choices(_: Request) -> Sequence[Choice]:
    """Return how ``queue`` is spelt."""
    return [
        Choice(FilingAlways, "queue add always {text}", text=Text()),
        Choice(Filing, "queue add {text}", text=Text()),
        Choice(Listing, "queue list"),
        Choice(Listing, "queue"),
        Choice(Dropping, "queue drop all"),
        Choice(Dropping, "queue drop {number}", number=Int(1, MOST)),
    ]


VERBS = (Verb("queue", "seat", queue_choices, queue, misread="bad-queue"),)
