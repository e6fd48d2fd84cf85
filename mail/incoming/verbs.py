"""Commands that the mail door answers itself: looking at a game, and settings of the mails.

Other words are referee commands or orders. Each verb returns its part of the answer.
"""

import re
from collections.abc import Callable
from functools import partial
from zoneinfo import ZoneInfo

from msgspec.structs import replace

import renderers
from engine.game import AnyGame
from engine.menu import Refused
from engine.referee import commands
from engine.referee.accounts import ADDRESS
from engine.referee.open_game import PastRows
from engine.state import Seat, Setup
from engine.store import journal, record
from engine.store.history import Past
from engine.table import GameTable
from mail.incoming import confirmations
from mail.incoming.answers import Reply
from mail.incoming.session import MailSession
from mail.memberships import DOOR
from mail.outgoing.blocks import Block, list_block, one_line, text_block
from mail.outgoing.envelope import REPLAY
from mail.outgoing.situation import MailHand, happened
from renderers import LANGUAGES
from renderers.reading.looking import BY_WORD, HelpWord, LookingWord, Onlooker, look_of
from renderers.reading.parts import (
    BoardPart,
    HistoryPart,
    ListingPart,
    Part,
    RulesPart,
    SayingPart,
    StatusPart,
    undone,
)

LINES = 200
"""Maximum number of lines of a history in one mail; the latest are kept."""


def first_word(text: str) -> str:
    return text.split(maxsplit=1)[0].casefold()


def rest_of(text: str) -> str:
    return text.partition(" ")[2].strip()


def is_own(line: str) -> bool:
    """Return whether the mail door answers a line itself. MUTE alone is about mails; with a name it
    is the referee's and silences a player.
    """
    if line.casefold() in ("mute", "mute off") or is_now(line):
        return True
    return first_word(line) in (*WORDS, *BY_WORD) and commands.verb_of(line) is None


def is_now(line: str) -> bool:
    """Return whether a line is the word NOW alone, which plays an answer at once."""
    return line.casefold().rstrip(".!") == "now"


def unclear(session: MailSession, word: str, said: str, possible: str) -> Reply:
    """Return a refusal of the text after a command, with the ``possible`` texts."""
    line = f"{word} {said}".strip()
    return Reply(wrong=True, rows=(("not", line, session.say("mail-unclear", possible=possible)),))


# ---- about the game


def look(session: MailSession, line: str) -> Reply:
    """Answer a command that looks at the game. The history, if needed, is read in another
    thread.
    """
    word, said, opened, seen = look_of(line), session.writing.said, session.opened, session.seen()
    assert word is not None
    by = Onlooker(
        said=said,
        seen=seen,
        now=session.at,
        referee=commands.WORDS,
        own=[(spelt, session.say(f"mail-word-{one}")) for one, spelt in SPELT.items()],
    )
    key = ("look", opened.id, seen.source, line.casefold(), said.language, opened.n)
    find = partial(found, word, by, opened.table.setup)
    try:
        parts = session.batch.look_up(opened, key, find) if word.past else word.parts(by)
    except Refused as refused:
        why = one_line(said.refusal(refused.refusal, opened.table.game.name))
        return Reply(wrong=True, rows=(("not", line, why),))
    reply = Reply()
    if isinstance(word, HelpWord) and not word.rest:
        reply = Reply(blocks=(text_block(session.say("mail-help")),))
    return sum((laid(session, part) for part in parts), reply)


def found(word: LookingWord, by: Onlooker, setup: Setup, rows: PastRows) -> tuple[Part, ...]:
    """Return the answer to a command that needs the history."""
    seen = by.seen
    journalled, told = rows.journal(seen.game), rows.bulletins(seen.game)
    return word.parts(replace(by, past=Past(seen.kind, setup, journalled, told, seen.source)))


def laid(session: MailSession, part: Part) -> Reply:
    """Return a part in the form that a mail shows it."""
    hand, said = MailHand(session.writing, session.at, ticked=False), session.writing.said
    match part:
        case StatusPart():
            return Reply(shows=True)
        case BoardPart(mode):
            return Reply(shows=True, mode=mode)
        case SayingPart(lines):
            return Reply(blocks=(text_block(*map(hand.line, lines)),))
        case ListingPart(head, rows, dense=True):
            terms = "; ".join(hand.line(term) for term, _ in rows)
            return Reply(blocks=(text_block(f"{hand.line(head)} {terms}"),))
        case ListingPart(head, rows):
            texts = [": ".join(filter(None, map(hand.line, row))) for row in rows]
            first = (text_block(hand.line(head)),) if head else ()
            return Reply(blocks=(*first, list_block(texts)))
        case RulesPart(head, rules):
            # The bar before each line keeps the parser from taking a quoted rule for an order.
            barred = tuple(f"| {line}".rstrip() for line in rules)
            return Reply(blocks=(text_block(hand.line(head)), Block("plain", barred)))
        case HistoryPart(every, count, start):
            shown = every[:LINES] if start else every[-LINES:]
            told = tuple(
                f"{f'{row.number})' if row.number else '·'} "
                f"{hand.line((row.at,))} {hand.line(undone(said, row))}"
                for row in shown
            )
            first = (text_block(said.say("reading-history", shown=len(shown), every=count)),)
            nothing = (said.say("reading-nothing-told"),)
            return Reply(blocks=(*first, Block("text", told or nothing)))


def report(session: MailSession, rest: str) -> Reply:
    """Show the game as it is now, or as it was when question number ``rest`` was asked."""
    if not rest:
        return Reply(shows=True)
    opened, table = session.opened, session.opened.table
    if not rest.isdigit() or not 1 <= int(rest) <= table.state.question:
        possible = f"report 1, report {table.state.question}"
        return unclear(session, "report", rest, possible)
    seen, wanted = session.seen(), int(rest)
    viewer = seen.source
    find = partial(when_put, table.game, table.setup, viewer, wanted)
    key = ("put", opened.id, viewer, wanted, opened.n)
    since, upto, save = session.batch.look_up(opened, key, find)
    copy = table.load(save)
    told = [page for page in session.batch.told(opened, viewer, since) if page.entry <= upto]
    past = replace(seen, view=copy.view(viewer))
    title = text_block(session.say("mail-report-old", turn=wanted))
    blocks = (title, *happened(session.writing, past, told))
    return Reply(shows=True, past=past, blocks=blocks)


def when_put(
    kind: AnyGame, setup: Setup, viewer: Seat, wanted: int, reading: PastRows
) -> tuple[int, int, bytes]:
    """Return the last entry before a question, the entry that asked it, and the game saved then.
    The first is the last earlier entry at which the viewer was asked.
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


# ---- about mail


def switch(name: str, session: MailSession, rest: str) -> Reply:
    """Turn a setting of the mails about this game on, or with ``off`` behind its name off."""
    off, of = rest.casefold() == "off", session.membership
    session.notes.put(f"{name}/{of.game}/{of.address}", None if off else "yes")
    said = session.say(f"mail-{name}-off" if off else f"mail-{name}")
    return Reply(effect=True, understood=(said,))


def language(session: MailSession, rest: str) -> Reply:
    """Set the language of the reader's mails in all games."""
    wanted = renderers.sentences.language(rest) if rest else ""
    if not rest or wanted.split("-")[0].casefold() != rest.split("-")[0].casefold():
        return unclear(session, "language", rest, session.writing.said.listed(LANGUAGES))
    choose(session, language=wanted)
    return Reply(effect=True, understood=(session.say("mail-language", language=wanted),))


def zone(session: MailSession, rest: str) -> Reply:
    """Set the time zone in which times are shown in addition to UTC."""
    try:
        ZoneInfo(rest)
    except (OSError, ValueError, KeyError):
        possible = "Europe/Berlin, Asia/Taipei, America/New_York, UTC"
        return unclear(session, "zone", rest, possible)
    choose(session, zone=rest)
    now = session.writing.when(session.at)
    return Reply(effect=True, understood=(session.say("mail-zone", zone=rest, now=now),))


def choose(session: MailSession, **changes: str) -> None:
    """Save settings of the reader, and apply them to this answer."""
    who, accounts = (DOOR, session.membership.address), session.batch.accounts
    accounts.set(who, replace(accounts.settings(who), **changes))
    session.choose_words()


def address(session: MailSession, rest: str) -> Reply:
    """Move the mails to another address, after a YES from the old and one from the new address."""
    new, own, of = rest.casefold(), session.membership.address, session.memberships.of
    if not ADDRESS.fullmatch(new):
        return unclear(session, "address", rest, "ann@new.example")
    mine = {one.game for one in of(own)}
    if new == own or any(one.game in mine for one in of(new)):
        return unclear(session, "address", rest, session.say("mail-address-free"))
    confirmations.ask(session, "leaving", (new,), [session.say("mail-leaving", address=new)])
    return confirmations.waits(session, f"address {new}")


def check(_: MailSession, __: str) -> Reply:
    """Do nothing, since ``Interpreter.orders`` checks the orders of this mail."""
    return Reply()


def export(session: MailSession, rest: str) -> Reply:
    """Attach the whole record of a game that is over."""
    game, batch = session.membership.game, session.batch
    row = batch.store.game(game)
    if rest or row is None or session.opened.table.state.result is None:
        return Reply(wrong=True, rows=(("not", "export", session.say("mail-export-running")),))
    data = record.write(record.export(batch.store, row, bare=True))
    said = session.say("mail-export", file=f"{game}.json")
    return Reply(effect=True, understood=(said,), files=((f"{game}.json", data),))


def replay(session: MailSession, rest: str) -> Reply:
    """Attach the game so far, as this reader may know it, as a page."""
    if rest:
        return unclear(session, "replay", rest, "replay")
    return Reply(again=True, understood=(session.say("mail-replay", file=REPLAY),), replay=True)


MailVerb = Callable[[MailSession, str], Reply]
WORDS: dict[str, MailVerb] = {
    "check": check,
    "report": report,
    "mute": partial(switch, "mute"),  # only mails that ask something
    "daily": partial(switch, "daily"),  # no receipts for orders that simply went through
    "language": language,
    "zone": zone,
    "address": address,
    "export": export,
    "replay": replay,
}
SPELT = {
    "check": "check, check ORDER",
    "report": "report, report 3",
    "mute": "mute, mute off",
    "daily": "daily, daily off",
    "now": "now",
    "language": "language zh-TW",
    "zone": "zone Asia/Taipei",
    "address": "address NEW@EXAMPLE",
    "export": "export",
    "replay": "replay",
    "end": "end",
}
"""How help spells these commands."""
HARMLESS = frozenset(["report", "replay", *BY_WORD])
"""Commands that only look, so their answer may go to the registered address."""


SAY = re.compile(r"say\s+(?:to\s+)?(?P<to>[^\s:,]+)\s*[:,]?(?:\s+(?P<text>\S.*))?$", re.I)
ALL = frozenset(["all", "everybody", "everyone", "*"])


def plain(line: str) -> str:
    """Normalise ``say to Bob: hello`` to ``say Bob hello``, and ``say all hello`` to ``say *
    hello``. Other lines are returned unchanged.
    """
    match = SAY.match(line)
    if match is None or not match["text"]:
        return line
    to = "*" if match["to"].casefold() in ALL else match["to"]
    return f"say {to} {match['text']}"


def is_prose(line: str) -> bool:
    """Return whether a line looks like a sentence that people write around their orders. A mistyped
    order is not a sentence; it is refused instead.
    """
    return line[-1] in ".:!?,。：！？" and (len(line.split()) > 2 or not line.isascii())
