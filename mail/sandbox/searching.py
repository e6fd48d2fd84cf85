"""SEARCH: which mails are meant (RFC 9051, 6.4.4)."""

import time
from calendar import timegm
from typing import Any

from mail.sandbox.boxes import Kept
from mail.sandbox.grammar import Wrong, numbers, text
from mail.sandbox.parts import halves, parsed

FLAGS = {"ANSWERED", "DELETED", "DRAFT", "FLAGGED", "SEEN"}
HEADERS = {"BCC", "CC", "FROM", "SUBJECT", "TO"}
DAY = 86_400


class Search:
    """The words of a search, and the mails that are looked through."""

    def __init__(self, words: list[Any], mails: list[Kept]):
        self.words, self.mails = list(words), mails

    def found(self) -> list[Kept]:
        """Return those that fit. Raise ``Wrong`` for a word that is not known: nothing is left
        out in silence.
        """
        if self.words and text(self.words[0]).upper() == "CHARSET":
            del self.words[:2]
        found = {mail.uid for mail in self.mails}
        while self.words:
            found &= self.one()
        return [mail for mail in self.mails if mail.uid in found]

    def take(self) -> str:
        """Return the next word."""
        if not self.words:
            raise Wrong("a search that ends too early")
        return text(self.words.pop(0))

    def one(self) -> set[int]:
        """Return the uids that one condition leaves."""
        if self.words and isinstance(self.words[0], list):
            inner = Search(self.words.pop(0), self.mails)
            return {mail.uid for mail in inner.found()}
        word = self.take()
        key = word.upper()
        everything = {mail.uid for mail in self.mails}
        if key == "ALL":
            return everything
        if key == "NOT":
            return everything - self.one()
        if key == "OR":
            return self.one() | self.one()
        if key.removeprefix("UN") in FLAGS:
            flag = "\\" + key.removeprefix("UN").capitalize()
            return {mail.uid for mail in self.mails if (flag in mail.flags) != key.startswith("UN")}
        if key in ("KEYWORD", "UNKEYWORD"):
            flag = self.take()
            return {mail.uid for mail in self.mails if (flag in mail.flags) == (key == "KEYWORD")}
        if key in ("NEW", "RECENT", "OLD"):
            return everything if key == "OLD" else set()
        if key in HEADERS or key == "HEADER":
            name = self.take() if key == "HEADER" else key
            wanted = self.take().casefold()
            return {
                mail.uid
                for mail in self.mails
                if any(wanted in value for value in headers_of(mail, name))
            }
        if key in ("BODY", "TEXT"):
            text_wanted = self.take().casefold().encode()
            looked = {
                mail.uid: halves(mail.raw)[1] if key == "BODY" else mail.raw for mail in self.mails
            }
            return {uid for uid, raw in looked.items() if text_wanted in raw.lower()}
        if key in ("BEFORE", "ON", "SINCE", "SENTBEFORE", "SENTON", "SENTSINCE"):
            day = day_of(self.take())
            how = key.removeprefix("SENT")
            return {mail.uid for mail in self.mails if fits(how, mail.at, day)}
        if key in ("LARGER", "SMALLER"):
            size = int(self.take())
            return {mail.uid for mail in self.mails if (len(mail.raw) > size) == (key == "LARGER")}
        if key == "UID":
            largest = max(everything, default=0)
            ranges = list(numbers(self.take(), largest))
            return {uid for uid in everything if any(low <= uid <= high for low, high in ranges)}
        ranges = list(numbers(word, len(self.mails)))
        return {
            mail.uid
            for number, mail in enumerate(self.mails, 1)
            if any(low <= number <= high for low, high in ranges)
        }


def headers_of(mail: Kept, name: str) -> list[str]:
    """Return all headers of that name."""
    return [str(value).casefold() for value in parsed(halves(mail.raw)[0]).get_all(name, [])]


def day_of(word: str) -> int:
    """Return the first second of a day (``3-Nov-2026``). Raise ``Wrong``."""
    try:
        return timegm(time.strptime(word, "%d-%b-%Y"))
    except ValueError as error:
        raise Wrong(f"{word} is no date") from error


def fits(how: str, at: int, day: int) -> bool:
    """Return whether second ``at`` is BEFORE, ON or SINCE that day."""
    return at < day if how == "BEFORE" else at >= day if how == "SINCE" else day <= at < day + DAY
