"""The words that this door answers itself: they look at a game, or are about mail. Others are the
desk's, or orders. Each returns what it adds to the answer.
"""

import re
from collections.abc import Callable
from functools import partial
from zoneinfo import ZoneInfo

from msgspec.structs import replace

import renderers
import renderers.rules
from engine.game import AnyGame
from engine.games import rules_of
from engine.letters import Letter
from engine.referee import desk
from engine.referee.desk.request import No, Request
from engine.referee.desk.word import Verb, spelling
from engine.referee.open_game import PastRows
from engine.referee.register import ADDRESS
from engine.state import PUBLIC, Event, Seat, Setup
from engine.store import journal
from engine.store.history import taken_back
from engine.table import GameTable
from mail.incoming import confirmations, order_sheet
from mail.incoming.answers import Reply
from mail.incoming.session import MailSession
from mail.memberships import DOOR
from mail.outgoing.blocks import Block, list_block, one_line, text_block
from mail.outgoing.situation import happened
from renderers import LANGUAGES

LINES = 200
"""Lines of a history in one mail at the most, the latest."""


def first_word(text: str) -> str:
    """Return the word that a line begins with."""
    return text.split(maxsplit=1)[0].casefold()


def rest_of(text: str) -> str:
    """Return what stands behind the first word."""
    return text.partition(" ")[2].strip()


def is_own(line: str) -> bool:
    """Return whether this door answers a line. What the desk knows is the desk's; MUTE alone is
    about mails, with a name behind it about what somebody says.
    """
    if line.casefold() in ("mute", "mute off"):
        return True
    return first_word(line) in WORDS and desk.verb_of(line) is None


def unclear(session: MailSession, word: str, said: str, possible: str) -> Reply:
    """Say that what stands behind a word is none of what can stand there."""
    line = f"{word} {said}".strip()
    return Reply(wrong=True, rows=(("not", line, session.say("mail-unclear", possible=possible)),))


# ---- about the game


def status(_: MailSession, __: str) -> Reply:
    """Show how the game stands."""
    return Reply(shows=True)


def board(session: MailSession, rest: str) -> Reply:
    """Show the board, perhaps in another mode."""
    seen = session.seen()
    if (mode := renderers.mode_named(seen.kind.name, seen.view, rest)) is not None:
        return Reply(shows=True, mode=mode)
    known = renderers.modes(seen.kind.name, seen.view)
    text = one_line(session.say("mail-no-look", look=rest) + session.writing.said.listed(known))
    return Reply(shows=True, mode="", wrong=True, understood=(text,))


def orders(session: MailSession, _: str) -> Reply:
    """Show what the seat has said to the open question."""
    opened, seat, say = session.opened, session.membership.seat, session.say
    if not seat or not session.asked_before:
        return Reply(blocks=(text_block(say("mail-orders-none-asked")),))
    said = order_sheet.said_so_far(session.batch, opened, seat)
    lines = [f"{n}. {text}" for n, text in enumerate(said, 1)] or [say("mail-orders-none")]
    answer = opened.table.state.answers.get(seat)
    last = say("mail-orders-open")
    if answer is not None:
        last = say("mail-orders-answer", order=opened.table.menu(seat).write(answer))
    return Reply(blocks=(text_block(say("mail-orders")), list_block(lines), text_block(last)))


def history(session: MailSession, rest: str) -> Reply:
    """Show what the reader was told, from a line on. Lines are counted as everybody reads them,
    so that UNDO and the other doors mean the same ones; what was for the reader alone has no
    number.
    """
    if rest and not rest.isdigit():
        return unclear(session, "history", rest, "history, history 12")
    seen, opened = session.seen(), session.opened
    first = int(rest) if rest else None
    names = renderers.names(seen.kind.name, seen.view)
    find = partial(lines_told, seen.kind, opened.id, seen.viewer, first)
    key = ("history", opened.id, seen.viewer, rest, opened.n)
    shown, most = session.batch.look_up(opened, key, find)
    lines = list[str]()
    for number, at, event, undone in shown:
        text = one_line(session.writing.said.event(seen.kind.name, event, seen.viewer, names))
        text = session.say("mail-undone", text=text) if undone else text
        lines.append(f"{f'{number})' if number else '·'} {session.writing.when(at)} {text}")
    head = session.say("mail-history", shown=len(lines), all=most)
    page = Block("text", tuple(lines) or (session.say("mail-history-empty"),))
    return Reply(blocks=(text_block(head), page))


def lines_told(
    kind: AnyGame, game: str, viewer: Seat, first: int | None, reading: PastRows
) -> tuple[list[tuple[int, int, Event, bool]], int]:
    """Return the lines that a viewer was told from ``first`` on, or else the latest, and how many
    there are. Of each: the number (0: told to the viewer alone), the second, the event, and
    whether it was taken back.
    """
    rows = reading.bulletins(game)
    undone, count = taken_back(rows), 0
    lines = list[tuple[int, int, Event, bool]]()
    for row in rows:
        for happening in kind.told_decoder.decode(row.told):
            public, copy = happening.copy(PUBLIC) is not None, happening.copy(viewer)
            count += public
            if copy is not None and count >= (first or 0):
                lines.append((count if public else 0, row.at, copy, row.n in undone))
    return lines[-LINES:] if first is None else lines[:LINES], len(lines)


def report(session: MailSession, rest: str) -> Reply:
    """Show how the game stands, or stood when a question was put."""
    if not rest:
        return Reply(shows=True)
    opened, table = session.opened, session.opened.table
    if not rest.isdigit() or not 1 <= int(rest) <= table.state.question:
        possible = f"report 1, report {table.state.question}"
        return unclear(session, "report", rest, possible)
    viewer, wanted = session.membership.seat or PUBLIC, int(rest)
    find = partial(when_put, table.game, table.setup, viewer, wanted)
    key = ("put", opened.id, viewer, wanted, opened.n)
    since, upto, save = session.batch.look_up(opened, key, find)
    copy = table.load(save)
    told = [page for page in session.batch.told(opened, viewer, since) if page.entry <= upto]
    past = replace(session.seen(), view=copy.view(viewer))
    title = text_block(session.say("mail-report-old", turn=wanted))
    blocks = (title, *happened(session.writing, past, told))
    return Reply(shows=True, past=past, blocks=blocks)


def when_put(
    kind: AnyGame, setup: Setup, viewer: Seat, wanted: int, reading: PastRows
) -> tuple[int, int, bytes]:
    """Return after which entry the viewer was asked before a question, after which one it was put,
    and how the game stood then, as it is saved.
    """
    copy = GameTable.new(kind, setup)
    copy.run()
    since = upto = 0
    for entry in journal.effective(journal.read(kind, setup, reading.journal(setup.id))):
        before = copy.state.question
        journal.play(copy, entry)
        ask = copy.ask()
        if copy.state.question >= wanted:
            upto = entry.n
            break
        if copy.state.question > before and ask is not None and viewer in ask.seats:
            since = entry.n
    return since, upto, copy.save()


def rules(session: MailSession, rest: str) -> Reply:
    """Show the rules for players: all of them, or what has to do with a topic."""
    game = session.opened.table.game
    page = rules_of(game)
    found = renderers.rules.about(page, rest)
    if not found:
        return unclear(
            session, "rules", rest, session.writing.said.listed(renderers.rules.topics(page))
        )
    title = text_block(session.say("mail-rules", kind=game.name))
    # With a bar before each line, so that nobody's program takes it for an order.
    barred = tuple(f"| {line}".rstrip() for line in found)
    return Reply(blocks=(title, Block("plain", barred)))


def help_word(session: MailSession, rest: str) -> Reply:
    say, said = session.say, session.writing.said
    topic = rest.casefold()
    lines = [say(f"mail-word-{topic}")] if topic and said.knows(f"mail-word-{topic}") else []
    for one in desk.words_about(topic) if topic else ():
        lines.append(f"{', '.join(one.spellings())}: {say(one.message())}")
    if lines:
        return Reply(blocks=(list_block(lines),))
    opened, of = session.opened, session.membership
    letter = Letter(door=DOOR, id="", sender=of.address, text="", at=session.at, game=opened.id)
    request = Request(session.batch, opened, of.seat or None, letter)
    house = [line for verb in desk.VERBS.values() for line in spellings(verb, request)]
    patterns = session.menu.help() if of.seat else ["join", "join NAME"]
    may = say("mail-may", patterns="; ".join(patterns)) if patterns else say("mail-may-nothing")
    own = [say(f"mail-word-{word}") for word in WORDS if said.knows(f"mail-word-{word}")]
    desk_words = say("mail-help-desk", words="; ".join(dict.fromkeys(house)))
    first = (text_block(line) for line in (say("mail-help"), may, say("mail-help-words")))
    return Reply(blocks=(*first, list_block(own), text_block(desk_words)))


def spellings(verb: Verb, request: Request) -> list[str]:
    """Return how a word of the desk is spelt, for who may use it."""
    try:
        request.allowed(verb.who)
        return [spelling(choice) for choice in verb.choices(request) if choice.offered]
    except No:
        return []


# ---- about mail


def ping(session: MailSession, _: str) -> Reply:
    return Reply(understood=(session.say("mail-pong", at=session.writing.when(session.at)),))


def mute(session: MailSession, rest: str) -> Reply:
    """Send no mails but those that ask something; ``mute off``: as before."""
    off, of = rest.casefold() == "off", session.membership
    session.notes.put(f"mute/{of.game}/{of.address}", None if off else "yes")
    said = session.say("mail-muted-off" if off else "mail-muted")
    return Reply(effect=True, understood=(said,))


def daily(session: MailSession, rest: str) -> Reply:
    """Send no receipts for orders that were simply done; ``daily off``: as before."""
    off, of = rest.casefold() == "off", session.membership
    session.notes.put(f"daily/{of.game}/{of.address}", None if off else "yes")
    said = session.say("mail-daily-off" if off else "mail-daily")
    return Reply(effect=True, again=True, understood=(said,))


def language(session: MailSession, rest: str) -> Reply:
    """Choose the language of one's mails, in all games."""
    wanted = renderers.sentences.language(rest) if rest else ""
    if not rest or wanted.split("-")[0].casefold() != rest.split("-")[0].casefold():
        return unclear(session, "language", rest, session.writing.said.listed(LANGUAGES))
    choose(session, language=wanted)
    return Reply(effect=True, understood=(session.say("mail-language", language=wanted),))


def zone(session: MailSession, rest: str) -> Reply:
    """Choose the zone in which times are told beside UTC."""
    try:
        ZoneInfo(rest)
    except (OSError, ValueError, KeyError):
        possible = "Europe/Berlin, Asia/Taipei, America/New_York, UTC"
        return unclear(session, "zone", rest, possible)
    choose(session, zone=rest)
    now = session.writing.when(session.at)
    return Reply(effect=True, understood=(session.say("mail-zone", zone=rest, now=now),))


def choose(session: MailSession, **changes: str) -> None:
    """Note how a reader wants their mails, and write like that from here on."""
    who, register = (DOOR, session.membership.address), session.batch.register
    register.set(who, replace(register.settings(who), **changes))
    session.choose_words()


def address(session: MailSession, rest: str) -> Reply:
    """Mail to another address from now on: after a YES from here, and then one from there."""
    new, own, of = rest.casefold(), session.membership.address, session.memberships.of
    if not ADDRESS.fullmatch(new):
        return unclear(session, "address", rest, "ann@new.example")
    mine = {one.game for one in of(own)}
    if new == own or any(one.game in mine for one in of(new)):
        return unclear(session, "address", rest, session.say("mail-address-free"))
    return confirmations.ask_old(session, new)


def check(_: MailSession, __: str) -> Reply:
    """Do nothing: the orders of this mail are looked at only; see ``Interpreter.orders``."""
    return Reply()


MailVerb = Callable[[MailSession, str], Reply]
WORDS: dict[str, MailVerb] = {
    "status": status,
    "board": board,
    "map": board,
    "orders": orders,
    "check": check,
    "history": history,
    "report": report,
    "rules": rules,
    "help": help_word,
    "mute": mute,
    "daily": daily,
    "language": language,
    "zone": zone,
    "address": address,
    "ping": ping,
}
"""The words by which they are said; some have no sentence of their own in the help."""
HARMLESS = frozenset(
    ["status", "board", "map", "orders", "history", "report", "rules", "help", "ping"]
)
"""Those that only look. What they show goes to the registered address."""


SAY = re.compile(r"say\s+(?:to\s+)?(?P<to>[^\s:,]+)\s*[:,]?(?:\s+(?P<text>\S.*))?$", re.I)
ALL = frozenset(["all", "everybody", "everyone", "*"])


def plain(line: str) -> str:
    """Return ``say to Bob: hello`` as ``say Bob hello``, ``say all hello`` as ``say * hello``;
    any other line as it is.
    """
    match = SAY.match(line)
    if match is None or not match["text"]:
        return line
    to = "*" if match["to"].casefold() in ALL else match["to"]
    return f"say {to} {match['text']}"


def is_prose(line: str) -> bool:
    """Return whether a line is a sentence, such as people write around their orders. A mistyped
    order is none, and is refused instead.
    """
    return line[-1] in ".:!?,。：！？" and (len(line.split()) > 2 or not line.isascii())
