"""Commands about the sender: alerts, personal data and erasure."""

from typing import ClassVar, get_args

from engine.plan import HOUR
from engine.referee import personal
from engine.referee.accounts import Signals, key
from engine.referee.commands.request import No, Request, Who
from engine.referee.commands.word import Facts, Word, says
from engine.referee.personal import kept_about
from engine.slots import OneOf

MOST = 5
"""The maximum number of requests for personal data per hour."""
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
    """Set how the sender is alerted, or show it."""

    places: ClassVar = {"how": OneOf(tuple(WAYS))}
    how: str = ""

    def do(self, request: Request) -> Facts:
        accounts = request.accounts
        mails = [one for one in accounts.person(request.sender) if one[0] == "mail"]
        if self.how == "mail" and all(accounts.settings(one).quiet for one in mails):
            raise No("no-mail-linked")
        if self.how:
            accounts.signal(request.sender, WAYS[self.how])
        return {"how": accounts.signals(request.sender) or USUAL}


@says("pages", "pages {how}", slash="me pages")
class OnPages(Own, frozen=True):
    """Name the sender on the club's pages, or stop it."""

    places: ClassVar = {"how": OneOf(("on", "off"))}
    how: str = ""

    def do(self, request: Request) -> Facts:
        accounts, person = request.accounts, request.accounts.person(request.sender)
        if self.how:
            accounts.publish(request.sender, on=self.how == "on")
        return {"how": "off" if accounts.listed().isdisjoint(person) else "on"}


@says("my data", slash="me data")
class MyData(Own, frozen=True):
    def do(self, request: Request) -> Facts:
        if len(request.times("asked", HOUR)) >= MOST:
            raise No("asked-too-often", word=str(MOST))
        request.count("asked", HOUR)
        person = request.accounts.person(request.sender)
        return {"data": kept_about(request.batch, person)}


@says("forget me", "forget me {answer}", slash="me forget")
class ForgetMe(Own, frozen=True):
    """Erase the sender within a day after `yes`. `no` cancels until then."""

    places: ClassVar = {"answer": OneOf(("yes", "no"))}
    answer: str = ""

    def do(self, request: Request) -> Facts:
        accounts, person = request.accounts, request.accounts.person(request.sender)
        if self.answer == "no":
            for account in person:
                accounts.notes.put(key(personal.FOLDER, *account), None)
            return {"did": "forget me no"}
        if games := personal.hindrances(request.batch, person):
            raise No("still-needed", *games)
        if not self.answer:
            return {}
        accounts.notes.put(key(personal.FOLDER, *request.sender), str(request.now))
        return {"did": "forget me yes"}
