"""Finds reasons not to play the orders of a mail at once.

These are words that may withdraw the orders or add a condition, and more answers than one question
takes.
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches

from engine.menu import Refused
from engine.state import Anytime, Line, Order
from mail.incoming import order_sheet, verbs
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
WORD = re.compile(r"[^\W\d_]{2,}")


def strange_words(session: MailSession, orders: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the lines that make the ``orders`` of a mail wait, or none if all is clear. ``others``
    are the commands in the mail.
    """
    reading, menu = session.reading, session.menu
    found = list(reading.strange)
    if not any(counts(session, line) for line in (*orders, *others)):
        return []
    found += [line for line in orders if not menu.takes(line) and is_odd(session, line)]
    found += [line for line in others if orders and verbs.first_word(line) in TAKES_BACK]
    if orders and all(line.isalpha() for line in orders):
        found += [line for line in reading.aside if not is_polite(session, line)]
    return list(dict.fromkeys(found))


def counts(session: MailSession, line: str) -> bool:
    """Return whether a line has an effect that can't be undone."""
    return session.menu.takes(line) or verbs.first_word(line) in SERIOUS


def is_polite(session: MailSession, line: str) -> bool:
    """Return whether a line is a greeting, thanks, or added by a program."""
    polite = GREETING.match(line) or CLOSING.match(line) or TAGLINE.match(line)
    name = session.reading.name.casefold().split()
    return bool(polite) or line.casefold().strip(" .!,-").split()[0:1] == name[:1] != []


def is_odd(session: MailSession, line: str) -> bool:
    """Return whether an impossible order has words that no order could have. A mistyped word is not
    odd. A premature order is not odd either.
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
    known = {
        word for choice in menu.choices for part in choice.parts for word in WORD.findall(part)
    }
    known |= set(table.game.words) | names_of(session)
    known |= {word.casefold() for hint in menu.help() for word in WORD.findall(hint)}
    said = [word.casefold() for word in WORD.findall(line) if not word.isupper()]
    if courtesy.HALTS.intersection(said) - known:
        return True
    long = [word for word in said if len(word) >= LETTERS]
    return not all(word in known or get_close_matches(word, known, 1, CLOSE) for word in long)


def names_of(session: MailSession) -> set[str]:
    names = " ".join(chair.name for chair in session.opened.table.state.chairs)
    return {word.casefold() for word in WORD.findall(names.replace("_", " "))}


def second_answers(session: MailSession, orders: Sequence[str]) -> list[str]:
    """Return the answers of a mail if they exceed what the seat may answer in a row, otherwise
    none. All but the last may have been corrected by their writer.
    """
    menu, table = session.menu, session.opened.table
    if menu.in_a_row is None:
        return []
    found: dict[Order, str] = {}
    for text in table.game.split("\n".join(orders)):
        try:
            order, _ = menu.read(text, table.state.question, examples=False)
        except Refused:
            continue
        if not isinstance(order, Anytime | Line):
            found.pop(order, None)
            found[order] = text
    return list(found.values()) if len(found) > menu.in_a_row else []


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
