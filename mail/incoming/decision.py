"""Decides whether the orders of a mail are played at once or wait for a YES, by one table.

Orders are played if the mail has one answer, and beside it nothing but greetings, signatures and
neutral chat. ``HOLD_RULES`` lists all reasons to ask first.
"""

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import cached_property
from typing import Literal

from msgspec import Struct

from engine.menu import Menu, Refused
from mail.incoming import order_sheet, own_lines, verbs
from mail.incoming.order_sheet import EXPLAINED, Orders, Part
from mail.incoming.own_lines import CLOSE
from mail.incoming.session import MailSession
from mail.parse import courtesy
from mail.parse.quotes import CLOSING, GREETING, TAGLINE
from mail.parse.subtract import NOT

SERIOUS = frozenset(["agree", "disagree", "undo", "leave", "hand", "withdraw", "resign"])
"""Referee commands that can't be undone."""
SAID_ANYWAY = frozenset(["say", "ask", "talk", "daily", "mute", "unmute", "language", "zone"])
"""Commands that are carried out although the orders in the same mail wait."""
TAKES_BACK = frozenset(["cancel", "undo", "wait", "pause", "stop"])
"""Referee commands that contradict an order in the same mail."""
LETTERS = 3
"""Words with fewer letters may be the name of a unit."""
WORDS = 24
"""Maximum number of words of a sentence that is searched for an order."""
WORD = re.compile(r"[^\W\d_]{2,}")


class MailOrders:
    """The lines of a mail by kind: its ``orders``, which may be impossible, and its ``commands``.

    The lines that are neither are in the reading of the session.
    """

    def __init__(self, session: MailSession, orders: Sequence[str], commands: Sequence[str]):
        self.session, self.orders, self.commands = session, orders, commands
        self.menu, self.texts = session.menu, session.opened.table.game.split("\n".join(orders))

    @cached_property
    def read(self) -> Orders:
        return order_sheet.read(self.session.opened, self.session.membership.seat, self.texts)

    @cached_property
    def final(self) -> bool:
        """Whether a line has an effect that can't be undone."""
        lines = (*self.orders, *self.commands, *self.session.reading.meant)
        return any(map(self.counts, lines))

    def counts(self, line: str) -> bool:
        return self.menu.takes(line) or verbs.first_word(line) in SERIOUS

    def is_neutral(self, line: str) -> bool:
        return courtesy.is_neutral(line, own_lines.people(self.session))

    @cached_property
    def strange(self) -> list[str]:
        """Lines that are the reason for a row that isn't about the orders themselves."""
        found = [line for row in HOLD_RULES if row.speaks for line in row.lines(self)]
        return list(dict.fromkeys(found))

    # ---- the rows

    def words(self) -> Sequence[str]:
        """Return the lines that aren't known to be neutral: corrections, conditions, questions …"""
        return self.session.reading.strange if self.final else ()

    def odd_orders(self) -> Sequence[str]:
        odd = (one for one in self.orders if not self.menu.takes(one) and is_odd(self.session, one))
        return list(odd) if self.final else ()

    def taken_back(self) -> Sequence[str]:
        found = (line for line in self.commands if verbs.first_word(line) in TAKES_BACK)
        return list(found) if self.final and self.orders else ()

    def beside_a_bare_word(self) -> Sequence[str]:
        """Return the other lines of a mail whose only orders are words such as ``ok`` or ``pass``.

        People also write these words without meaning an order.
        """
        if not self.final or not self.orders or not all(line.isalpha() for line in self.orders):
            return ()
        return [line for line in self.session.reading.aside if not is_polite(self.session, line)]

    def answers(self) -> Sequence[str]:
        """Return the answers if they exceed what the seat may answer in a row, otherwise none.

        All but the last may have been corrected by their writer.
        """
        return self.too_many_answers(self.read) if self.final else ()

    def too_many_answers(self, read: Orders) -> Sequence[str]:
        found = dict[str, str]()
        for part in read.parts:
            if part.what in ("answer", "later") and part.spelt:
                found.pop(part.spelt, None)
                found[part.spelt] = part.text
        most = self.menu.in_a_row
        return [*found.values()] if most is not None and len(found) > most else ()

    def corrected(self) -> Sequence[str]:
        """Return all orders with the misspelt ones corrected, if there is only one way to do so."""
        parts = self.read.parts
        wrong = [part for part in parts if part.refusal is not None]
        if not 0 < len(wrong) <= EXPLAINED:
            return ()
        said = {part.text: self.meant(part) for part in wrong}
        chosen = list(filter(None, (said.get(part.text, part.text) for part in parts)))
        if not all(said[p.text] or self.is_neutral(p.text) for p in wrong) or not chosen:
            return ()
        read = order_sheet.read(self.session.opened, self.session.membership.seat, chosen)
        return chosen if read.good and not self.too_many_answers(read) else ()

    def meant(self, part: Part) -> str:
        """Return the one order that a refused line may mean, or an empty string."""
        if part.refusal is None or is_negated(part.text) or self.is_neutral(part.text):
            return ""
        if found := self.inside(part.text):
            return found
        advised = self.menu.advised(part.refusal, part.text)
        return self.menu.corrected(part.text, advised.meant)

    def inside(self, line: str) -> str:
        """Return the one order within a sentence, or an empty string."""
        words = line.split()[:WORDS]
        firsts = {choice.parts[0] for choice in self.menu.offered}
        found = dict[str, None]()
        for start, word in enumerate(words):
            if word.casefold().strip("\"'“”‘’(") not in firsts:
                continue
            for end in range(len(words), start + 1, -1):
                text = " ".join(words[start:end]).strip("\"'“”‘’().,;:!")
                try:
                    found[self.menu.read(text, examples=False)[1]] = None
                except Refused:
                    continue
                break
        return next(iter(found)) if len(found) == 1 and "?" not in line else ""


class HoldRule(Struct, frozen=True):
    """A reason to ask before the orders of a mail are played.

    ``lines`` returns the lines that are the reason, or none. The lines of a row that ``speaks``
    aren't played after a YES, which plays the other orders. Those of other rows are played.
    """

    name: Literal["words", "odd order", "taken back", "bare word", "answers", "misspelt"]
    lines: Callable[[MailOrders], Sequence[str]]
    asking: tuple[str, str] = ("mail-held", "mail-held-rest")
    speaks: bool = True


HOLD_RULES = (
    HoldRule("words", MailOrders.words),
    HoldRule("odd order", MailOrders.odd_orders),
    HoldRule("taken back", MailOrders.taken_back),
    HoldRule("bare word", MailOrders.beside_a_bare_word),
    HoldRule("answers", MailOrders.answers, ("mail-held-answers", "mail-held-rest"), speaks=False),
    HoldRule(
        "misspelt", MailOrders.corrected, ("mail-held-misspelt", "mail-held-wrote"), speaks=False
    ),
)
"""The table: a mail is asked about for the first of these reasons. Without one it is played."""


def decide(mail: MailOrders) -> tuple[HoldRule | None, tuple[str, ...]]:
    """Return the row for a mail and the orders that a YES plays, or ``None`` to play it at once."""
    row = next((row for row in HOLD_RULES if row.lines(mail)), None)
    if row is None:
        return None, ()
    if not row.speaks:
        found = row.lines(mail)
        return row, tuple(found[-1:] if row.name == "answers" else found)
    lines = [verbs.plain(one) for one in mail.session.reading.meant]
    lines = lines or [*mail.orders, *mail.commands]
    lines = [one for one in lines if mail.counts(one) or one in mail.orders]
    return row, tuple(to_hold(mail.session, [one for one in lines if one not in mail.strange]))


def to_hold(session: MailSession, orders: Sequence[str]) -> list[str]:
    """Return the orders that a YES plays: all, or only the last of several answers to the
    question.
    """
    menu, seat = session.menu, session.membership.seat
    if not all(map(menu.takes, orders)):
        return list(orders)
    parts = order_sheet.read(session.opened, seat, orders).parts
    if any(part.what == "line" for part in parts):
        return list(orders)
    answers = [p.text for p in parts if p.what in ("answer", "later") and menu.takes(p.text)]
    return answers[-1:] if len(set(map(str.casefold, answers))) > 1 else list(orders)


def is_polite(session: MailSession, line: str) -> bool:
    """Return whether a line is a greeting, thanks, or added by a program."""
    polite = GREETING.match(line) or CLOSING.match(line) or TAGLINE.match(line)
    name = session.reading.name.casefold().split()
    return bool(polite) or line.casefold().strip(" .!,-").split()[0:1] == name[:1] != []


def is_negated(line: str) -> bool:
    """Return whether a line has a word that denies, stops or makes conditional what it says."""
    said = {word.casefold() for word in WORD.findall(line)}
    return bool(NOT.search(line) or courtesy.HALTS & said or courtesy.DOUBTS.intersection(line))


def is_odd(session: MailSession, line: str) -> bool:
    """Return whether an impossible order has words that no order could have.

    A mistyped word is not odd. A premature order is not odd either.
    """
    line = verbs.plain(line)
    if NOT.search(line):
        return True
    table, menu = session.opened.table, session.menu
    lead, colon, rest = line.replace("：", ":").partition(":")
    if colon and menu.takes(rest.strip()):
        return not courtesy.is_neutral(lead)
    first = verbs.first_word(line)
    firsts = {choice.parts[0] for choice in menu.choices}
    if first not in firsts and table.game.resembles(line):
        return False
    known = known_words(session, menu)
    said = [word.casefold() for word in WORD.findall(line) if not word.isupper()]
    if courtesy.HALTS.intersection(said) - known:
        return True
    long = [word for word in said if len(word) >= LETTERS]
    return not all(word in known or get_close_matches(word, known, 1, CLOSE) for word in long)


def known_words(session: MailSession, menu: Menu) -> set[str]:
    """Return the words that orders of the game may contain."""
    table = session.opened.table
    parts = [part for choice in menu.choices for part in choice.parts]
    said = " ".join([*parts, *own_lines.people(session), *menu.help()])
    return {word.casefold() for word in WORD.findall(said)} | set(table.game.words)
