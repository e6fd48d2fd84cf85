"""How the sender is called, what is kept about them, and having it erased."""

from typing import get_args

from msgspec import Struct

from engine.letters import Receipt
from engine.menu import Choice
from engine.referee import forgetting
from engine.referee.desk.verbs import No, Plain, Request, Verb
from engine.referee.personal import kept_about
from engine.referee.register import Signals, key
from engine.slots import OneOf

HOUR = 3_600
MOST = 5
"""How often somebody may have all that is kept about them gathered in an hour."""


class Forgetting(Struct, frozen=True):
    """``forget me yes``: be forgotten; ``forget me no``: not after all; without an answer: ask."""

    answer: str = ""


class Signalling(Struct, frozen=True):
    """``signals HOW``: be told so that one must act; ``usual``: as it is for everybody; without a
    word: say how it is.
    """

    how: str = ""


USUAL = "usual"
WAYS: dict[str, Signals] = {one or USUAL: one for one in get_args(Signals)}
"""The ways of being told that one must act, as they are said."""


def signals(request: Request, asked: Signalling) -> Receipt:
    """Say how you want to hear that you must act: by private message, by a mention in the thread,
    by mail alone, or not at all (`silent`); `usual`: as each question needs it. Without a word:
    how it is now.
    """
    register = request.register
    if asked.how == "mail" and all(
        register.settings(one).quiet for one in register.person(request.sender) if one[0] == "mail"
    ):
        raise No("no-mail-linked")
    if asked.how:
        register.signal(request.sender, WAYS[asked.how])
    return request.done(did="signals", how=register.signals(request.sender) or USUAL)


def signallings(_: Request) -> list[Choice]:
    """Return how ``signals`` is spelt."""
    return [
        Choice(Signalling, "signals"),
        Choice(Signalling, "signals {how}", how=OneOf(tuple(WAYS))),
    ]


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
    Verb("signals", "anybody", signallings, signals, gameless=True),
    Verb("my data", "anybody", lambda _: [Choice(Plain, "my data")], my_data, gameless=True),
    Verb("forget me", "anybody", forgettings, forget_me, gameless=True),
)
