"""What the seats say to each other (BB-27): no orders, and no part of the history."""

from msgspec import Struct

from engine.desk.verbs import Request, Verb
from engine.letters import Receipt
from engine.menu import Choice
from engine.slots import OneOf, Text
from engine.state import PUBLIC

LENGTH = 2000
"""Characters of a text; what is longer is cut."""


class Saying(Struct, frozen=True):
    """``say NAME TEXT`` or ``say * TEXT``."""

    to: str
    text: str


def say(request: Request, asked: Saying) -> Receipt:
    """Hand it to those it is for, and to its speaker."""
    opened, seat, batch, heard = request.opened, request.seated(), request.batch, asked.to
    text, everybody = asked.text[:LENGTH], heard == PUBLIC
    receivers = opened.table.seats if everybody else (heard,)
    batch.rows_of(opened.id).talk.append((opened.id, request.letter.at, seat, heard, text))
    for address in opened.addresses:
        hears = address.viewer in (*receivers, seat) or (everybody and address.viewer == PUBLIC)
        door = batch.doors.get(address.door)
        if hears and door and (payload := door.say(opened.id, address.viewer, seat, heard, text)) is not None:
            batch.post(opened, address, payload)
    return request.done(did="say", to=heard)


def sayings(request: Request) -> list[Choice]:
    """How ``say`` is spelt."""
    return [Choice(Saying, "say {to} {text}", to=OneOf([PUBLIC, *request.opened.table.seats]), text=Text())]


VERBS = (Verb("say", "seat", sayings, say, misread="bad-say"),)
