"""Which lines of a mail are its writer's, found with what it answers and with what its seat may
order.
"""

from difflib import get_close_matches

from msgspec.structs import replace

from engine.menu import Menu, Refused
from engine.referee import desk
from mail import sent
from mail.incoming import verbs
from mail.incoming.session import MailSession
from mail.parse import talk
from mail.parse.reading import Reading
from mail.parse.subtract import What, said_in

CLOSE = 0.72
"""How much of a word must be right for it to be a mistyped one."""


def read_again(session: MailSession) -> Reading:
    """Return the mail as it is read with all that is known: what its writer was sent, and what
    they may order. A reply to a chat has its orders asked about: they may be meant for whoever
    said it.
    """
    reading = session.reading
    if not reading.body:
        return reading
    names, menu = session.writing.names, session.menu
    answers = sent.answered(session.notes, session.membership.address, reading.thread)
    ours = (names.shown, names.address, names.pattern.partition("{tag}")[0])
    said = said_in(
        reading.body,
        None if answers is None else answers.runs,
        ours,
        lambda line: what(menu, line),
    )
    own, doubtful = said.own, said.doubtful
    if answers is not None and answers.chat:
        doubtful = (*(line for line in own if what(menu, line) == "order"), *doubtful)
        own = tuple(line for line in own if line not in doubtful)
    return replace(reading, lines=own, aside=said.aside, doubtful=doubtful, body="")


def what(menu: Menu, line: str) -> What:
    """Return what a line is to a seat with this menu."""
    line = talk.plain(line)
    word = verbs.first_word(line)
    reserved = word in desk.RESERVED and verbs.is_own(line)
    if not reserved:
        try:
            menu.parse(line)
            return "order"
        except Refused as refused:
            if refused.refusal.start > 0:
                return "word" if is_word(line) else "tried"
    if is_word(line):
        return "word"
    firsts = {choice.parts[0] for choice in menu.choices}
    return "near" if get_close_matches(word, firsts, 1, CLOSE) else ""


def is_word(line: str) -> bool:
    """Return whether a line begins with a word of the referee's."""
    return verbs.is_own(line) or desk.verb_of(line) is not None
