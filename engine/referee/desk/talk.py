"""What the seats say to each other (BB-27): no orders, and no part of the history.

Rule: BB-27.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.house.rulings import Questioned
from engine.letters import Address, Receipt
from engine.menu import Choice
from engine.plaintext import clean
from engine.referee import telling
from engine.referee.desk.verbs import No, Request, Verb
from engine.slots import Miss, OneOf, Reader, Text
from engine.state import PUBLIC, Seat, Told

LENGTH = 2000
"""Characters of a text; what is longer is cut."""
LIMITS = (60, 3_600), (200, 86_400)
"""How often a seat may speak in so many seconds: what it says goes to
everybody at the table, by mail too.
"""
LISTED = 50
"""Things said that are listed."""


class Saying(Struct, frozen=True):
    """``say NAME TEXT``, ``say NAME,NAME TEXT`` or ``say * TEXT``."""

    to: tuple[Seat, ...]
    text: str


class Hearers(OneOf):
    """One word: a seat, everybody, or several seats with commas between them."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        try:
            seat, after = super().read(reader, i, end)
            return (seat,), after
        except Miss:
            seats = {seat.casefold(): seat for seat in self.of}
            named = [seats.get(word.casefold()) for word in (reader.word(i, end) or "").split(",")]
            if len(named) < 2 or None in named or PUBLIC in named:
                raise
            return tuple(dict.fromkeys(named)), i + 1

    def write(self, value: Any) -> str:
        return ",".join(value) if isinstance(value, tuple) else super().write(value)

    def sample(self, rng: Random) -> Any:
        return (super().sample(rng),)


class Muting(Struct, frozen=True):
    """``mute SEAT``: not to hear what a seat says; ``mute DOOR``: to hear nothing there."""

    whom: str


class Listening(Struct, frozen=True):
    """``talk``: what was said to the sender, and by them."""


def say(request: Request, asked: Saying) -> Receipt:
    """Hand it to those it is for, and to its speaker."""
    opened, seat, batch = request.opened, request.seated(), request.batch
    if seat in opened.table.state.people.hushed:
        raise No("hushed")
    may_say(request, seat)
    to, everybody = asked.to, PUBLIC in asked.to
    receivers = opened.table.seats if everybody else to
    text = clean(asked.text)[:LENGTH]
    for n, heard in enumerate((PUBLIC,) if everybody else to):
        hearers = {heard, *(receivers if everybody else ()), *(() if n else (seat,))}
        deaf = {
            viewer for viewer in hearers - {seat} if request.register.mutes(opened.id, viewer, seat)
        }
        said = seat, heard, text
        telling.say(batch, opened, request.letter.at, said, sorted(hearers - deaf))
    return request.done(did="say", to=",".join(to))


class AskModerators(Struct, frozen=True):
    """``ask TEXT``: a question to the moderators."""

    text: str


def ask(request: Request, asked: AskModerators) -> Receipt:
    """Ask the moderators something; nobody else is told. Who operates the server stands in for
    them where there are none.
    """
    opened, seat, register = request.opened, request.seated(), request.register
    staff = list(register.staff(opened.id)) or register.operators()
    if not [who for who in staff if who not in register.person(request.sender)]:
        raise No("nobody-to-ask")
    may_say(request, seat)
    question = Questioned(seat, clean(asked.text)[:LENGTH])
    for who in staff:
        own = opened.seat_of(*who)
        told = Told(None, {own: question}) if own else Told(question, {})
        telling.brief(request.batch, opened, who, [told])
    return request.done(did="question")


def may_say(request: Request, seat: Seat) -> None:
    """Count what a seat says. Raises ``No`` if it has said too much of late."""
    register, who, now = (
        request.register,
        (request.opened.id, seat),
        max(request.letter.at, request.batch.now),
    )
    longest = now - max(seconds for _, seconds in LIMITS)
    past = register.times("talk", who, longest)
    free = max([now, *(past[-most] + seconds for most, seconds in LIMITS if len(past) >= most)])
    if free > now:
        raise No("too-much-said", word=str(-(-(free - now) // 60)))
    register.note_time("talk", who, now, longest)


def mute(request: Request, asked: Muting) -> Receipt:
    """Mute a seat, or one of your own accounts."""
    return set_muted(request, asked.whom, on=True)


def unmute(request: Request, asked: Muting) -> Receipt:
    """Hear it again."""
    return set_muted(request, asked.whom, on=False)


def set_muted(request: Request, which: str, *, on: bool) -> Receipt:
    """Mute a seat for the sender's own seat, in this game; or a door for the sender, in all their
    games.
    """
    opened, seat, word = request.opened, request.seated(), "mute" if on else "unmute"
    if which in opened.table.seats:
        request.register.mute(opened.id, seat, which, on=on)
        return request.done(did=word, whom=which)
    contacts = [
        contact for contact in request.register.person(request.sender) if contact[0] == which
    ]
    others = [contact for contact in request.register.person(request.sender) if contact[0] != which]
    if on and all(request.register.settings(contact).quiet for contact in others):
        raise No("last-address", word=which)
    for contact in contacts:
        wanted = replace(request.register.settings(contact), quiet=on)
        request.register.set(contact, wanted)
        for id in {opened.id, *request.batch.store.games_of(*contact)}:
            hush_in(request, id, contact, on=on)
    return request.done(did=word, whom=which)


def hush_in(request: Request, id: str, contact: tuple[str, str], *, on: bool) -> None:
    """Make one address quiet in one game, or no longer."""
    game = request.batch.known(id)
    for address in list(game.addresses) if game is not None else ():
        if game is not None and (address.door, address.sender) == contact:
            changed: Address = replace(address, quiet=on)
            request.batch.settle(game, changed)


def talk(request: Request, _: Listening) -> Receipt:
    """Tell what the sender could hear: said to all, to their seat, or by it."""
    opened, seat = request.opened, request.seat
    rows, zone = request.batch.talk(opened), request.register.settings(request.sender).zone
    said = [
        [row.at, row.seat, row.receiver, row.text]
        for row in rows
        if hearable(row.seat, row.receiver, seat)
    ]
    return request.done(did="talk", said=said[-LISTED:], zone=zone)


def hearable(by: Seat, to: Seat, seat: Seat | None) -> bool:
    """Return whether this seat, or nobody's, may know that this was said."""
    return to == PUBLIC or (seat is not None and seat in (by, to))


def sayings(request: Request) -> Sequence[Choice]:
    """Return how ``say`` is spelt."""
    return [
        Choice(
            Saying,
            "say {to} {text}",
            to=Hearers([PUBLIC, *request.opened.table.seats]),
            text=Text(),
        )
    ]


def mutings(word: str, request: Request) -> Sequence[Choice]:
    """Return how ``mute`` and ``unmute`` are spelt."""
    doors = {door for door, _ in request.register.person(request.sender)}
    others = [seat for seat in request.opened.table.seats if seat != request.seat]
    return [
        Choice(Muting, f"{word} {{whom}}", whom=OneOf([*others, *sorted(doors)], "no-such-seat"))
    ]


VERBS = (
    Verb("say", "seat", sayings, say, misread="bad-say"),
    Verb("ask", "seat", lambda _: [Choice(AskModerators, "ask {text}", text=Text())], ask),
    Verb("talk", "anybody", lambda _: [Choice(Listening, "talk")], talk),
    Verb("mute", "seat", lambda request: mutings("mute", request), mute),
    Verb("unmute", "seat", lambda request: mutings("unmute", request), unmute),
)
