"""What is kept about the sender, and having it erased."""

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Choice
from engine.referee import forgetting
from engine.referee.desk.verbs import No, Plain, Request, Verb
from engine.referee.personal import kept_about
from engine.referee.register import key
from engine.slots import OneOf

HOUR = 3_600
MOST = 5
"""How often somebody may have all that is kept about them gathered in an hour."""


class Forgetting(Struct, frozen=True):
    """``forget me yes``: be forgotten; ``forget me no``: not after all; without an answer: ask."""

    answer: str = ""


def my_data(request: Request, _: Plain) -> Receipt:
    """Everything that is kept about you, as a file."""
    register, at = request.register, max(request.letter.at, request.batch.now)
    if len(register.times("asked", request.sender, at - HOUR)) >= MOST:
        raise No("asked-too-often", word=str(MOST))
    register.note_time("asked", request.sender, at, at - HOUR)
    contacts = register.person(request.sender)
    return request.done(did="my data", data=kept_about(request.batch, contacts))


def forget_me(request: Request, asked: Forgetting) -> Receipt:
    """Have your name, your addresses and what you have said erased within a day, once you have
    said `yes`; `no` takes it back until then. Not while a game that is not over needs you.
    """
    register, contacts = request.register, request.register.person(request.sender)
    if asked.answer == "no":
        for contact in contacts:
            register.notes.put(key(forgetting.FOLDER, *contact), None)
        return request.done(did="forget me no")
    if games := forgetting.hindrances(request.batch, contacts):
        raise No("still-needed", *games)
    if not asked.answer:
        return request.done(did="forget me")
    at = max(request.letter.at, request.batch.now)
    register.notes.put(key(forgetting.FOLDER, *request.sender), str(at))
    return request.done(did="forget me yes")


def forgettings(_: Request) -> list[Choice]:
    """Return how ``forget me`` is spelt."""
    answer = OneOf(("yes", "no"))
    return [
        Choice(Forgetting, "forget me"),
        Choice(Forgetting, "forget me {answer}", answer=answer),
    ]


VERBS = (
    Verb("my data", "anybody", lambda _: [Choice(Plain, "my data")], my_data, gameless=True),
    Verb("forget me", "anybody", forgettings, forget_me, gameless=True),
)
