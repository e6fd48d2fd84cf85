"""The sender's alerts, data and erasure."""

from typing import ClassVar, get_args

from engine.plan import HOUR
from engine.referee import personal
from engine.referee.desk.request import No, Request, Who
from engine.referee.desk.word import Facts, Word, says
from engine.referee.personal import kept_about
from engine.referee.register import Signals, key
from engine.slots import OneOf

MOST = 5
"""Most requests per hour for all personal data."""
USUAL = "usual"
WAYS: dict[str, Signals] = {one or USUAL: one for one in get_args(Signals)}
"""The ways of being alerted, by their words."""


class Own(Word, frozen=True):
    """A command about the sender alone, in all games."""

    by: ClassVar[Who] = "anybody"
    gameless: ClassVar = True
    free: ClassVar = True


@says("signals", "signals {how}", slash="me signals")
class Signalling(Own, frozen=True):
    """Without a way, show the present one."""

    places: ClassVar = {"how": OneOf(tuple(WAYS))}
    how: str = ""

    def do(self, request: Request) -> Facts:
        register = request.register
        mails = [one for one in register.person(request.sender) if one[0] == "mail"]
        if self.how == "mail" and all(register.settings(one).quiet for one in mails):
            raise No("no-mail-linked")
        if self.how:
            register.signal(request.sender, WAYS[self.how])
        return {"how": register.signals(request.sender) or USUAL}


@says("my data", slash="me data")
class MyData(Own, frozen=True):
    def do(self, request: Request) -> Facts:
        if len(request.times("asked", HOUR)) >= MOST:
            raise No("asked-too-often", word=str(MOST))
        request.count("asked", HOUR)
        contacts = request.register.person(request.sender)
        return {"data": kept_about(request.batch, contacts)}


@says("forget me", "forget me {answer}", slash="me forget")
class ForgetMe(Own, frozen=True):
    """Erase the sender within a day of `yes`; `no` cancels until then. Refused while an unfinished
    game needs them.
    """

    places: ClassVar = {"answer": OneOf(("yes", "no"))}
    answer: str = ""

    def do(self, request: Request) -> Facts:
        register, contacts = request.register, request.register.person(request.sender)
        if self.answer == "no":
            for contact in contacts:
                register.notes.put(key(personal.FOLDER, *contact), None)
            return {"did": "forget me no"}
        if games := personal.hindrances(request.batch, contacts):
            raise No("still-needed", *games)
        if not self.answer:
            return {}
        register.notes.put(key(personal.FOLDER, *request.sender), str(request.now))
        return {"did": "forget me yes"}
