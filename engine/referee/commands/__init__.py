"""Commands to the referee, such as joining, chatting or undoing. Each module contains some of
them.
"""

from itertools import groupby
from types import ModuleType

from engine.menu import Refusal
from engine.messages import Message, Receipt
from engine.plan import HOUR
from engine.referee.batch import Batch
from engine.referee.commands import (
    consent,
    contests,
    finding,
    lobby,
    moderators,
    outside,
    person,
    records,
    seats,
    talk,
    time,
    undo,
)
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Verb, Word
from engine.referee.open_game import OpenGame
from engine.state import Seat


def words_of(room: ModuleType) -> list[type[Word]]:
    found = (one for one in vars(room).values() if isinstance(one, type) and issubclass(one, Word))
    return [one for one in found if one.says and one.__module__ == room.__name__]


ROOMS = (lobby, finding, seats, talk, records, undo, time, moderators, contests, person, outside)
WORDS = tuple(one for room in ROOMS for one in words_of(room))
VERBS = {word: Verb(word, tuple(kinds)) for word, kinds in groupby(WORDS, lambda one: one.word())}
"""Verbs by their words. A two-word verb (``gm pause``) takes precedence over a one-word verb."""

RESERVED = frozenset(
    (
        "address board check end gm help history map menu orders ping replay report rules scores"
        " status"
    ).split()
) | {word.split()[0] for word in VERBS if word != "leave"}
"""Words of the referee. A game that uses one as a verb fails the kit.

``leave`` is a command before the start. Afterwards a game may offer it as an order.
"""


def answer(
    batch: Batch, opened: OpenGame | None, seat: Seat | None, message: Message
) -> Receipt | None:
    """Answer a message that begins with a command. Return ``None`` for any other message."""
    verb = verb_of(message.text)
    first = message.text.casefold().split(maxsplit=1)[:1]
    if verb is None and opened is not None and first == ["gm"]:
        wanted = (word.removeprefix("gm ") for word in VERBS if word.startswith("gm "))
        *_, word = message.text.split()[:2]
        start = message.text.index(word, 2 * (word.casefold() != "gm"))
        end = start + len(word)
        why = Refusal(code="unknown-word", word=word, start=start, end=end, wanted=tuple(wanted))
        return refused(opened, seat, message, why)
    if (
        verb is None
        or (opened is None and not verb.gameless)
        or (verb.word == "leave" and asked_for(opened, seat))
    ):
        return None
    request = Request(batch, opened, seat, message)
    try:
        if not verb.free:
            request.may_notify()
        before = opened.n if opened is not None else 0
        receipt = verb.answer(request)
        if opened is not None:
            if opened.n > before or verb.counts:
                request.count("notices", HOUR, request.person)
            grant(batch, opened, message.at)
        return receipt
    except No as no:
        return refused(opened, seat, message, no.refusal)


def refused(
    opened: OpenGame | None, seat: Seat | None, message: Message, refusal: Refusal
) -> Receipt:
    game = opened.id if opened else None
    return Receipt(status="refused", game=game, seat=seat, order=message.text, refusal=refusal)


def grant(batch: Batch, opened: OpenGame, at: int) -> None:
    """Carry out a player's request if the others agree by now, and it is still possible."""
    if not opened.table.state.result and (request := consent.granted(batch, opened, at)):
        verb = verb_of(request.message.text)
        assert verb is not None
        try:
            verb.answer(request)
        except No as no:
            request.audit("ask failed", because=no.refusal.code)


def words_about(topic: str) -> list[type[Word]]:
    begun = f"{' '.join(topic.casefold().split())} "
    return [one for one in WORDS if f"{one.key()} ".startswith(begun)]


def verb_of(text: str) -> Verb | None:
    words = text.casefold().split(maxsplit=2)
    return VERBS.get(" ".join(words[:2])) or VERBS.get(words[0] if words else "")


def asked_for(opened: OpenGame | None, seat: Seat | None) -> bool:
    """Return whether the game itself offers ``leave`` to this seat now."""
    return (
        opened is not None
        and seat is not None
        and any(choice.parts[0] == "leave" for choice in opened.menu(seat).choices)
    )
