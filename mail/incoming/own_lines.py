"""Finds the writer's own lines, using our earlier mail and the seat's menu."""

import re
from difflib import get_close_matches
from functools import cache, lru_cache

from msgspec.structs import replace

from engine.game import AnyGame
from engine.menu import Menu
from engine.referee import commands
from engine.referee.referee import MOST_ORDERS
from mail import sent
from mail.incoming import verbs
from mail.incoming.session import MailSession
from mail.parse import courtesy
from mail.parse.quotes import What
from mail.parse.reading import Reading
from mail.parse.subtract import said_in

BRACKETS = re.compile(r"[\[(][^\[\]()\0]{0,60}[\])]")
NAMED = re.compile(r"[^\W\d_]+")
SHORT = 5
"""Maximum length of the words that mail programs put before the subject of a reply or forward."""
REPLIES = frozenset(["antwort", "weitergeleitet", "doorst.", "trả lời", "forward", "forwarded"])
"""Longer words that mail programs put before such a subject."""
CLOSE = 0.72
"""Similarity, from 0 to 1, from which a word counts as mistyped."""


def read_again(session: MailSession) -> Reading:
    """Return the mail, read again with our earlier mails and the seat's menu known.

    Orders in a reply to a chat are doubtful, since they may be meant for the other player. So are
    orders in a mail that a program may have written.
    """
    reading = session.reading
    if not reading.body:
        return reading
    names, menu = session.writing.names, session.menu
    answers = sent.answered(session.notes, session.membership.address, reading.thread)
    ours = (names.shown, names.address, names.pattern.partition("{tag}")[0])

    begun = 0

    @cache
    def known(line: str) -> What:
        nonlocal begun
        # Lines that begin like orders cost most. More of them than orders are refused anyway.
        found = what(menu, line, session.opened.table.game, lenient=begun <= MOST_ORDERS)
        begun += found in ("order", "tried")
        return found

    runs = None if answers is None else answers.runs
    said = said_in(reading.body, runs, ours, known, people(session), called(session))
    own, doubtful = said.own, said.doubtful
    chat = answers is not None and answers.chat
    if chat or announced(reading.subject, session.membership.game):
        doubtful = (*(line for line in own if known(line) == "order"), *doubtful)
        own = tuple(line for line in own if line not in doubtful)
    return replace(
        reading,
        lines=own,
        aside=tuple(line for line in said.aside if courtesy.PLACED.sub("", line).strip()),
        doubtful=doubtful,
        strange=said.strange,
        meant=said.meant,
        whole=reading.whole and said.whole,
        body="",
    )


def people(session: MailSession) -> list[str]:
    """Return the words of all names at the table, in lower case."""
    names = " ".join(chair.name for chair in session.opened.table.state.chairs)
    return [word.casefold() for word in NAMED.findall(names)]


def called(session: MailSession) -> list[str]:
    """Return the words of the writer's names, in lower case."""
    of, chairs = session.membership, session.opened.table.state.chairs
    seated = [chair.name for chair in chairs if chair.seat and chair.seat == of.seat]
    names = " ".join([session.reading.name, of.address.partition("@")[0], *seated])
    return [word.casefold() for word in NAMED.findall(names)]


def announced(subject: str, game: str) -> bool:
    """Return whether the subject suggests a program, such as an absence note. It does if longer
    words and a colon precede our subject; no reply begins like that in any language.
    """
    lead, found, _ = BRACKETS.sub("", subject.replace(f"[{game}]", "\0")).partition("\0")
    words = [part.strip().casefold() for part in re.split("[:：]", lead)[:-1]]
    return bool(found) and any(len(word) > SHORT and word not in REPLIES for word in words)


def what(menu: Menu, line: str, game: AnyGame, *, lenient: bool = True) -> What:
    """Classify a line for a seat with this menu. A line that merely resembles an order of the
    ``game`` may become legal after those above it.
    """
    line = verbs.plain(line)
    word = verbs.first_word(line)
    reserved = word in commands.RESERVED and verbs.is_own(line)
    if not reserved:
        lenient = lenient and not is_word(line)
        if (stop := menu.stops_at(line, lenient=lenient)) is None:
            return "order"
        if stop > 0:
            return "word" if is_word(line) else "tried"
    if is_word(line):
        return "word"
    if game.resembles(line) and not verbs.is_prose(line):
        return "tried"
    return "near" if is_near(word, frozenset(choice.parts[0] for choice in menu.choices)) else ""


@lru_cache(maxsize=2_000)
def is_near(word: str, firsts: frozenset[str]) -> bool:
    return bool(get_close_matches(word, firsts, 1, CLOSE))


def is_word(line: str) -> bool:
    """Return whether a line begins with a command of the referee or of mail."""
    return verbs.is_own(line) or commands.verb_of(line) is not None
