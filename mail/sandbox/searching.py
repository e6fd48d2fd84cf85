"""SEARCH: finds mails (RFC 9051, 6.4.4)."""

import time
from calendar import timegm
from collections.abc import Callable
from typing import Any

from mail.sandbox.boxes import StoredMail
from mail.sandbox.grammar import Wrong, among, text
from mail.sandbox.parts import halves, parsed

FLAGS = {"ANSWERED", "DELETED", "DRAFT", "FLAGGED", "SEEN"}
HEADERS = {"BCC", "CC", "FROM", "SUBJECT", "TO"}
DAY = 86_400

Condition = Callable[[int, StoredMail], bool]
"""A test of a mail and its number."""


class Search:
    """A search: its remaining words, and the mails to search."""

    def __init__(self, words: list[Any], mails: list[StoredMail]):
        self.words, self.mails = list(words), mails

    def found(self) -> list[StoredMail]:
        """Return the mails that match. Raises ``Wrong`` if a word is unknown, since ignoring it
        would find wrong mails.
        """
        if self.words and text(self.words[0]).upper() == "CHARSET":
            del self.words[:2]
        fits = self.all()
        return [mail for number, mail in enumerate(self.mails, 1) if fits(number, mail)]

    def all(self) -> Condition:
        """Combine all remaining words into one condition."""
        conditions: list[Condition] = []
        while self.words:
            conditions.append(self.one())
        return lambda number, mail: all(fits(number, mail) for fits in conditions)

    def take(self) -> str:
        if not self.words:
            raise Wrong("a search that ends too early")
        return text(self.words.pop(0))

    def one(self) -> Condition:
        if self.words and isinstance(self.words[0], list):
            return Search(self.words.pop(0), self.mails).all()
        word = self.take()
        key = word.upper()
        if key.removeprefix("UN") in FLAGS:
            flag = "\\" + key.removeprefix("UN").capitalize()
            return lambda _, mail: (flag in mail.flags) != key.startswith("UN")
        if key in HEADERS or key == "HEADER":
            name, wanted = self.take() if key == "HEADER" else key, self.take().casefold()
            return lambda _, mail: any(wanted in value for value in headers_of(mail, name))
        match key:
            case "ALL" | "OLD":
                return lambda *_: True
            case "NEW" | "RECENT":
                return lambda *_: False
            case "NOT":
                fits = self.one()
                return lambda number, mail: not fits(number, mail)
            case "OR":
                one, other = self.one(), self.one()
                return lambda number, mail: one(number, mail) or other(number, mail)
            case "KEYWORD" | "UNKEYWORD":
                flag = self.take()
                return lambda _, mail: (flag in mail.flags) == (key == "KEYWORD")
            case "BODY":
                said = self.take().casefold().encode()
                return lambda _, mail: said in halves(mail.raw)[1].lower()
            case "TEXT":
                said = self.take().casefold().encode()
                return lambda _, mail: said in mail.raw.lower()
            case "LARGER" | "SMALLER":
                size = int(self.take())
                return lambda _, mail: (len(mail.raw) > size) == (key == "LARGER")
            case "BEFORE" | "SENTBEFORE":
                day = day_of(self.take())
                return lambda _, mail: mail.at < day
            case "SINCE" | "SENTSINCE":
                day = day_of(self.take())
                return lambda _, mail: mail.at >= day
            case "ON" | "SENTON":
                day = day_of(self.take())
                return lambda _, mail: day <= mail.at < day + DAY
            case "UID":
                uids = among(self.take(), max((mail.uid for mail in self.mails), default=0))
                return lambda _, mail: uids(mail.uid)
        numbers = among(word, len(self.mails))
        return lambda number, _: numbers(number)


def headers_of(mail: StoredMail, name: str) -> list[str]:
    return [str(value).casefold() for value in parsed(halves(mail.raw)[0]).get_all(name, [])]


def day_of(word: str) -> int:
    """Return the first second of a day (``3-Nov-2026``). Raises ``Wrong`` if it is not a date."""
    try:
        return timegm(time.strptime(word, "%d-%b-%Y"))
    except ValueError as error:
        raise Wrong(f"{word} is no date") from error
