"""Which lines of a mail are its writer's, found with what it answers and with what its seat may
order.
"""

import re
from difflib import get_close_matches
from functools import cache

from msgspec.structs import replace

from engine.game import AnyGame
from engine.menu import Menu
from engine.referee import desk
from mail import sent
from mail.incoming import verbs
from mail.incoming.session import MailSession
from mail.parse.quotes import What
from mail.parse.reading import Reading
from mail.parse.subtract import said_in

BRACKETS = re.compile(r"[\[(][^\[\]()\0]{0,60}[\])]")
NAMED = re.compile(r"[^\W\d_]+")
SHORT = 5
"""Characters of what programs put before the subject of a reply, or of what is passed on."""
REPLIES = frozenset(["antwort", "weitergeleitet", "doorst.", "trả lời", "forward", "forwarded"])
"""Longer ones."""
CLOSE = 0.72
"""How much of a word must be right for it to be a mistyped one."""


def read_again(session: MailSession) -> Reading:
    """Return the mail as it is read with all that is known: what its writer was sent, and what
    they may order. A reply to a chat has its orders asked about: they may be meant for whoever
    said it; and so has what may come from a program.
    """
    reading = session.reading
    if not reading.body:
        return reading
    names, menu = session.writing.names, session.menu
    answers = sent.answered(session.notes, session.membership.address, reading.thread)
    ours = (names.shown, names.address, names.pattern.partition("{tag}")[0])

    @cache
    def known(line: str) -> What:
        return what(menu, line, session.opened.table.game)

    runs = None if answers is None else answers.runs
    chairs = session.opened.table.state.chairs
    people = [word for chair in chairs for word in chair.name.replace("_", " ").split()]
    said = said_in(reading.body, runs, ours, known, people, called(session))
    own, doubtful = said.own, said.doubtful
    chat = answers is not None and answers.chat
    if chat or announced(reading.subject, session.membership.game):
        doubtful = (*(line for line in own if known(line) == "order"), *doubtful)
        own = tuple(line for line in own if line not in doubtful)
    return replace(
        reading,
        lines=own,
        aside=said.aside,
        doubtful=doubtful,
        strange=said.strange,
        meant=said.meant,
        whole=reading.whole and said.whole,
        body="",
    )


def called(session: MailSession) -> list[str]:
    """Return what the writer of a mail is called: the words of their names, in lower case."""
    of, chairs = session.membership, session.opened.table.state.chairs
    seated = [chair.name for chair in chairs if chair.seat and chair.seat == of.seat]
    names = " ".join([session.reading.name, of.address.partition("@")[0], *seated])
    return [word.casefold() for word in NAMED.findall(names)]


def announced(subject: str, game: str) -> bool:
    """Return whether our subject stands behind words and a colon that no reply begins with, in
    whatever language: a program may have written the mail, such as one that says who is away.
    """
    lead, found, _ = BRACKETS.sub("", subject.replace(f"[{game}]", "\0")).partition("\0")
    words = [part.strip().casefold() for part in re.split("[:：]", lead)[:-1]]
    return bool(found) and any(len(word) > SHORT and word not in REPLIES for word in words)


def what(menu: Menu, line: str, game: AnyGame) -> What:
    """Return what a line is to a seat with this menu; what resembles an order of the ``game`` may
    be one that can be given after those above it.
    """
    line = verbs.plain(line)
    word = verbs.first_word(line)
    reserved = word in desk.RESERVED and verbs.is_own(line)
    if not reserved:
        if (stop := menu.stops_at(line)) is None:
            return "order"
        if stop > 0:
            return "word" if is_word(line) else "tried"
    if is_word(line):
        return "word"
    if game.resembles(line) and not verbs.is_prose(line):
        return "tried"
    firsts = {choice.parts[0] for choice in menu.choices}
    return "near" if get_close_matches(word, firsts, 1, CLOSE) else ""


def is_word(line: str) -> bool:
    """Return whether a line begins with a word of the referee's."""
    return verbs.is_own(line) or desk.verb_of(line) is not None
