"""What concerns no order of a game: taking a seat, leaving it, starting, talking, taking an
order back. Each room holds some of the verbs; here they are one table.
"""

from engine.letters import Letter, Receipt
from engine.menu import Refusal
from engine.referee.batch import Batch
from engine.referee.desk import (
    consent,
    handing,
    lobby,
    moderators,
    notices,
    person,
    proof,
    records,
    seats,
    standing,
    talk,
    time,
    undo,
)
from engine.referee.desk.verbs import No, Request, Verb
from engine.referee.open_game import OpenGame
from engine.state import Seat

ROOMS = (lobby, seats, handing, talk, proof, records, undo, time, standing, moderators, person)
VERBS: dict[str, Verb] = {verb.word: verb for room in ROOMS for verb in room.VERBS}
"""The desk's words, by word. A verb of two words (``gm pause``) goes before one of its first."""

RESERVED = frozenset(
    "address board check end gm help history map menu orders ping report rules status".split()
) | {word.split()[0] for word in VERBS if word != "leave"}
"""The house's own words. A game that uses one as a verb fails the kit.

``leave`` is the desk's before the start; afterwards a game may ask for it."""


def answer(
    batch: Batch, opened: OpenGame | None, seat: Seat | None, letter: Letter
) -> Receipt | None:
    """Return the desk's answer to a letter that begins with one of its words, ``None`` for any
    other letter.
    """
    verb = verb_of(letter.text)
    if (
        verb is None
        and opened is not None
        and letter.text.casefold().split(maxsplit=1)[:1] == ["gm"]
    ):
        wanted = [word.removeprefix("gm ") for word in VERBS if word.startswith("gm ")]
        return Receipt(
            status="refused",
            game=opened.id,
            seat=seat,
            order=letter.text,
            refusal=Refusal(code="unknown-word", wanted=tuple(wanted)),
        )
    if (
        verb is None
        or (opened is None and not verb.gameless)
        or (verb.word == "leave" and asked_for(opened, seat))
    ):
        return None
    request = Request(batch, opened, seat, letter)
    try:
        notices.allowed(request, verb.word)
        before = opened.n if opened is not None else 0
        receipt = verb.answer(request)
        if opened is not None:
            if opened.n > before or verb.word in notices.BRIEFING:
                notices.note(request)
            grant(batch, opened, letter.at)
        return receipt
    except No as no:
        return Receipt(
            status="refused",
            game=opened.id if opened else None,
            seat=seat,
            order=letter.text,
            refusal=no.refusal,
        )


def grant(batch: Batch, opened: OpenGame, at: int) -> None:
    """Do what a player has asked for, if the others agree by now; what is no longer possible is
    noted.
    """
    if not opened.table.state.result and (request := consent.granted(batch, opened, at)):
        verb = verb_of(request.letter.text)
        assert verb is not None
        try:
            verb.answer(request)
        except No as no:
            request.audit("ask failed", because=no.refusal.code)


def verb_of(text: str) -> Verb | None:
    """Return the verb that a text begins with."""
    words = text.casefold().split(maxsplit=2)
    return VERBS.get(" ".join(words[:2])) or VERBS.get(words[0] if words else "")


def asked_for(opened: OpenGame | None, seat: Seat | None) -> bool:
    """Return whether the game itself offers ``leave`` to this seat now."""
    return (
        opened is not None
        and seat is not None
        and any(choice.parts[0] == "leave" for choice in opened.menu(seat).choices)
    )
