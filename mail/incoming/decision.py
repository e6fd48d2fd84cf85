"""Decides whether the orders of a mail are played at once or wait for a YES, by one table.

Orders are played if the mail has one answer, and beside it nothing but greetings, signatures and
neutral chat. ``HOLD_RULES`` lists all reasons to ask first.
"""

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from typing import Literal

from msgspec import Struct

from engine.menu import Menu, Refused
from mail.incoming import order_sheet, own_lines, spoken, verbs
from mail.incoming.order_sheet import EXPLAINED, Orders, Part
from mail.incoming.own_lines import CLOSE
from mail.incoming.session import MailSession
from mail.parse import chat, courtesy
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
QUESTION = "?", "？"
LINES = 4
"""Maximum number of lines that are searched for orders."""
SHEET = 12
"""Maximum number of lines of a sheet that are compared with each other."""
WORD = re.compile(r"[^\W\d_]{2,}")
ALTERNATIVE = re.compile(
    r"\b(?:or|if|else|otherwise|oder|falls|wenn|sonst|ou|si|sinon|o|of|als|se|anders)\b|[或若如]",
    re.I,
)
"""Words for a condition or a choice."""


class MailOrders:
    """The lines of a mail by kind: its ``orders``, which may be impossible, and its ``commands``.

    The lines that are neither are in the reading of the session. If no line is an order, the
    orders are searched within the lines. ``spoken`` tells whether they were found there, with
    ``tails`` that may change them.
    """

    def __init__(self, session: MailSession, orders: Sequence[str], commands: Sequence[str]):
        self.session, self.commands, self.menu = session, commands, session.menu
        self.names = own_lines.people(session)
        self.spoken, self.tails = False, list[str]()
        self.written, self.begun = list(orders), dict[str, str]()
        self.counted: dict[str, bool] = {}
        chains = {line: self.chained(line) for line in dict.fromkeys(orders)}
        self.orders = [one for line in orders for one in chains[line]]
        # Whether a line has an effect that can't be undone.
        self.final = self.has_effect()
        if not self.final and len(orders) <= 2 * LINES:
            self.take_sentences()
            self.final = self.has_effect()

    def chained(self, line: str) -> Sequence[str]:
        """Return the orders of a line that has several, one after the other, else the line. An
        order is completed if there is only one way.
        """
        several = spoken.chain(self.session.opened.table.game, self.menu, line, self.names)
        whole = spoken.completed(self.menu, line, self.names)
        if whole != line:
            self.begun[whole] = line
        return several or (whole,)

    @cached_property
    def texts(self) -> list[str]:
        return self.session.opened.table.game.split("\n".join(self.orders))

    @cached_property
    def read(self) -> Orders:
        return order_sheet.read(self.session.opened, self.session.membership.seat, self.texts)

    def has_effect(self) -> bool:
        lines = dict.fromkeys((*self.texts, *self.commands, *self.session.reading.meant))
        return any(map(self.counts, lines))

    def counts(self, line: str) -> bool:
        if line not in self.counted:
            self.counted[line] = verbs.first_word(line) in SERIOUS or self.menu.takes(line)
        return self.counted[line]

    def take_sentences(self) -> None:
        """Replace sentences by the orders in them, if all other lines are chat."""
        pairs = [(spoken.sentence(self.menu, line, self.names), line) for line in self.orders]
        found = [one for one, _ in pairs if one.order]
        rest = [line for one, line in pairs if not one.order]
        doubts = [line for line in rest if not courtesy.is_harmless(line, self.names)]
        alone = len(found) == 1 and not any(spoken.spans(self.menu, line) for line in doubts)
        if found and (alone or not doubts):
            self.spoken = True
            self.orders = self.texts = [one.order for one in found]
            self.tails = [*(one.doubt for one in found if one.doubt), *doubts]

    @cached_property
    def strange(self) -> list[str]:
        """Lines that are the reason for a row that isn't about the orders themselves."""
        found = [line for row in HOLD_RULES if row.speaks for line in row.lines(self)]
        return list(dict.fromkeys(found))

    # ---- the rows

    def words(self) -> Sequence[str]:
        """Return the lines that aren't known to be neutral: corrections, conditions, questions …"""
        found = self.session.reading.strange if self.final else ()
        read = {*self.written} - ({*self.orders} if not self.spoken else set())
        return [*(one for one in found if one not in read), *self.tails]

    def odd_orders(self) -> Sequence[str]:
        odd = (one for one in self.texts if not self.menu.takes(one) and is_odd(self.session, one))
        return list(odd) if self.final else ()

    def taken_back(self) -> Sequence[str]:
        found = (line for line in self.commands if verbs.first_word(line) in TAKES_BACK)
        return list(found) if self.final and self.orders else ()

    def beside_a_bare_word(self) -> Sequence[str]:
        """Return the other lines of a mail whose only orders are words such as ``ok`` or ``pass``.

        People also write these words without meaning an order.
        """
        parts = self.read.parts if self.final else ()
        said = [self.begun.get(part.text, part.spelt or part.text).strip(" .!") for part in parts]
        if not said or not all(map(spoken.is_everyday, said)):
            return ()
        aside = (line for line in self.session.reading.aside if line not in self.written)
        return [line for line in aside if not is_polite(self.session, line)]

    def answers(self) -> Sequence[str]:
        """Return the orders if they exceed what the seat may answer, or contradict each other.

        All but the last may have been corrected by their writer.
        """
        if not self.final:
            return self.alternatives
        return self.too_many_answers(self.read) or self.overwritten()

    @cached_property
    def alternatives(self) -> Sequence[str]:
        """The orders of a mail whose only line names several."""
        found = [one for line in self.written[:LINES] for one in spoken.orders_in(self.menu, line)]
        return list(dict.fromkeys(found)) if len(set(found)) > 1 else ()

    def too_many_answers(self, read: Orders) -> Sequence[str]:
        found = dict[str, str]()
        ask = self.session.opened.table.ask()
        sealed = ask is not None and ask.secret
        for part in read.parts:
            if part.what in ("answer", "later") and (part.spelt or sealed):
                found.pop(part.spelt or part.text, None)
                found[part.spelt or part.text] = part.text
        most = 1 if sealed else self.menu.in_a_row
        # Two answers about the same unit contradict each other.
        units = {" ".join(spelt.split()[:2]) for spelt in found if len(spelt.split()) > 2}
        same = len(found) > 1 and len(units) == 1 and all(len(one.split()) > 2 for one in found)
        return [*found.values()] if same or (most is not None and len(found) > most) else ()

    def overwritten(self) -> Sequence[str]:
        """Return the lines of a sheet if a later line makes an earlier one useless."""
        lines = list(dict.fromkeys(part.text for part in self.read.parts if part.what == "line"))
        if not self.read.good or not 1 < len(lines) <= SHEET:
            return ()
        opened, seat = self.session.opened, self.session.membership.seat
        return lines if order_sheet.overwritten(opened, seat, lines) else ()

    def corrected(self) -> Sequence[str]:
        """Return all orders with the misspelt ones corrected, if there is only one way to do so.
        ``e4?`` is a question, too.
        """
        parts = self.read.parts
        if self.read.good and any(part.text.endswith(QUESTION) for part in parts):
            return [part.text.rstrip(" ?？") for part in parts]
        wrong = [part for part in parts if part.refusal is not None]
        if not 0 < len(wrong) <= EXPLAINED:
            return ()
        said = {part.text: self.meant(part) for part in wrong}
        chosen = list(filter(None, (said.get(part.text, part.text) for part in parts)))
        chat = (courtesy.is_harmless(p.text, self.names) for p in wrong if not said[p.text])
        if not all(chat) or not chosen:
            return ()
        read = order_sheet.read(self.session.opened, self.session.membership.seat, chosen)
        return chosen if read.good and not self.too_many_answers(read) else ()

    def meant(self, part: Part) -> str:
        """Return the one order that a refused line may mean, or an empty string."""
        told = courtesy.is_neutral(part.text, self.names) or chat.TALE.search(part.text)
        if part.refusal is None or told:
            return ""
        found = spoken.orders_in(self.menu, part.text)
        found = [o for o in found if not spoken.is_everyday(o) or spoken.stands_alone(o, part.text)]
        if found or spoken.is_negated(part.text):
            clear = len(found) == 1 and "?" not in part.text and not spoken.is_negated(part.text)
            return found[0] if clear else ""
        for text in dict.fromkeys((part.text, courtesy.without_end(part.text, self.names))):
            with suppress(Refused):
                return self.menu.read(text, examples=False)[1]
            advised = self.menu.advised(part.refusal, text)
            if meant := self.menu.corrected(text, advised.meant):
                return meant
        return ""

    # ---- what a correction says

    def other_orders(self, chosen: Sequence[str]) -> list[str]:
        """Return the orders that the strange lines name, or that result from their words."""
        lines = self.strange[:LINES]
        found = [one for line in lines for one in spoken.orders_in(self.menu, line, wanted=True)]
        if not found and len(chosen) == 1:
            found = [
                one
                for line in self.strange
                if (one := spoken.patched(self.menu, chosen[0], line, self.names))
            ]
        known = {one.casefold() for one in chosen}
        return [one for one in dict.fromkeys(found) if one.casefold() not in known]


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


class Decision(Struct, frozen=True):
    """The row for a mail, the orders that a YES plays, and others that it may mean.

    Without a row the mail is played at once.
    """

    row: HoldRule | None = None
    chosen: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def decide(mail: MailOrders) -> Decision:
    row = next((row for row in HOLD_RULES if row.lines(mail)), None)
    if row is None:
        return Decision()
    if row.name == "answers":
        *others, last = row.lines(mail)
        if any(part.what == "line" for part in mail.read.parts):
            return Decision(row, tuple(mail.texts))
        return Decision(row, (last,), tuple(others))
    if not row.speaks:
        return Decision(row, tuple(row.lines(mail)))
    lines = [verbs.plain(one) for one in mail.session.reading.meant]
    lines = [*mail.orders, *mail.commands] if mail.spoken or mail.begun or not lines else lines
    lines = [one for one in lines if mail.counts(one) or one in mail.orders]
    chosen = to_hold(mail.session, [one for one in lines if one not in mail.strange])
    others = mail.other_orders(chosen)
    if mail.spoken and len(mail.orders) == 1 and not mail.tails:
        return Decision(row, tuple(mail.orders), tuple(others))
    alternative = any(ALTERNATIVE.search(line) for line in mail.strange)
    if len(others) == 1 and len(chosen) <= 1 and not alternative:
        others, chosen = [one for one in chosen if mail.menu.takes(one)], others
    return Decision(row, tuple(chosen), tuple(others))


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
    name = session.reading.name.casefold().split()
    own = line.casefold().strip(" .!,-").split()[0:1] == name[:1] != []
    clauses = [one.strip() for one in re.split("[,.!]", line) if one.strip()]
    names = own_lines.people(session)
    said = [one for one in clauses if one.casefold() not in names]
    polite = bool(said) and all(GREETING.match(one) or CLOSING.match(one) for one in said)
    return polite or own or bool(TAGLINE.match(line))


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


def asked_for(session: MailSession) -> tuple[str, ...]:
    """Return the neutral lines of a mail without orders that ask for one within a sentence."""
    names, aside = own_lines.people(session), session.reading.aside[: 2 * LINES]
    return tuple(line for line in aside if spoken.sentence(session.menu, line, names).order)
