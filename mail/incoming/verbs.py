"""The words that this door answers itself: they look at a game, or are about mail.
Others are the desk's, or orders.
"""

from collections.abc import Callable
from importlib.resources import files
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import msgspec

import renderers
from engine.letters import Letter, Receipt
from engine.referee import desk
from engine.referee.desk.verbs import No, Request, Verb, spelling
from engine.referee.register import ADDRESS
from engine.state import PUBLIC
from engine.store import journal
from engine.store.history import taken_back
from mail.incoming import order_sheet
from mail.incoming import rules as pages
from mail.memberships import DOOR, Memberships
from mail.outgoing.envelope import Block
from mail.outgoing.reports import happened
from mail.outgoing.sentences import MANY, Writing, clipped, list_block, one_line, text_block
from renderers import LANGUAGES

if TYPE_CHECKING:
    from mail.incoming.session import MailSession

LINES = 200
"""Lines of a history in one mail at the most, the latest."""


def first_word(text: str) -> str:
    """The word that a line begins with."""
    return text.split(maxsplit=1)[0].casefold()


def rest_of(text: str) -> str:
    """What stands behind the first word."""
    return text.partition(" ")[2].strip()


def is_own(line: str) -> bool:
    """Does this door answer it? What the desk knows is the desk's; MUTE alone is about mails,
    with a name behind it about what somebody says.
    """
    if line.casefold() in ("mute", "mute off"):
        return True
    return first_word(line) in WORDS and desk.verb_of(line) is None


def did(writing: Writing, line: str, receipt: Receipt) -> list[str]:
    """What the desk has made of a line, and what it has told."""
    first, *more = (writing.said.did(receipt.facts) or writing.say("mail-did")).splitlines()
    return [writing.say("mail-line", line=clipped(line)) + first, *more]


# ---- about the game


def status(errand: "MailSession", _: str) -> None:
    """How the game stands."""
    errand.shows = True


def board(errand: "MailSession", rest: str) -> None:
    """The board, perhaps looked at in another way."""
    news, errand.shows = errand.news(), True
    known = renderers.modes(news.game.name, news.view())
    looks = {look.casefold(): look for look in known}
    if rest and rest.casefold() not in looks:
        errand.wrong = True
        errand.understood.append(
            one_line(errand.say("mail-no-look", look=rest) + errand.writing.said.listed(known))
        )
    errand.look = looks.get(rest.casefold(), "")


def orders(errand: "MailSession", _: str) -> None:
    """What the seat has said to the open question."""
    opened, seat, say = errand.opened, errand.place.seat, errand.say
    if not seat or not errand.asked_before:
        errand.blocks.append(text_block(say("mail-orders-none-asked")))
        return
    said = order_sheet.said_so_far(errand.batch, opened, seat)
    lines = [f"{n}. {text}" for n, text in enumerate(said, 1)] or [say("mail-orders-none")]
    answer = opened.table.state.answers.get(seat)
    last = say("mail-orders-open")
    if answer is not None:
        last = say("mail-orders-answer", order=opened.table.menu(seat).write(answer))
    errand.blocks += [text_block(say("mail-orders")), list_block(lines), text_block(last)]


def history(errand: "MailSession", rest: str) -> None:
    """What the reader was told, from a line on. Lines are counted as everybody
    reads them, so that UNDO and the other doors mean the same ones; what was for
    the reader alone has no number.
    """
    if rest and not rest.isdigit():
        unclear(errand, "history", rest, "history, history 12")
        return
    news, game, rows = (
        errand.news(),
        errand.opened.table.game,
        errand.batch.bulletins(errand.opened),
    )
    said, names = errand.writing.said, renderers.names(news.game.name, news.view())
    undone, count, lines = taken_back(rows), 0, list[str]()
    for row in rows:
        for happening in game.told_decoder.decode(row.told):
            public, copy = happening.copy(PUBLIC) is not None, happening.copy(news.viewer)
            count += public
            if copy is not None and count >= int(rest or 0):
                text = one_line(said.event(game.name, copy, news.viewer, names))
                text = errand.say("mail-undone", text=text) if row.n in undone else text
                lines.append(
                    f"{f'{count})' if public else '·'} {errand.writing.when(row.at)} {text}"
                )
    shown = lines[:LINES] if rest else lines[-LINES:]
    head = errand.say("mail-history", shown=len(shown), all=len(lines))
    errand.blocks += [
        text_block(head),
        Block("text", tuple(shown) or (errand.say("mail-history-empty"),)),
    ]


def report(errand: "MailSession", rest: str) -> None:
    """How the game stands, or stood when a question was put."""
    if not rest:
        errand.shows = True
        return
    opened, table = errand.opened, errand.opened.table
    if not rest.isdigit() or not 1 <= int(rest) <= table.state.question:
        unclear(errand, "report", rest, f"report 1, report {table.state.question}")
        return
    viewer, wanted = errand.place.seat or PUBLIC, int(rest)
    copy = type(table).new(table.game, table.setup)
    copy.run()
    since = upto = 0
    for entry in journal.effective(
        journal.read(table.game, table.setup, errand.batch.journal(opened))
    ):
        before = copy.state.question
        journal.play(copy, entry)
        ask = copy.ask()
        if copy.state.question >= wanted:
            upto = entry.n
            break
        if copy.state.question > before and ask is not None and viewer in ask.seats:
            since = entry.n
    told = [page for page in errand.batch.told(opened, viewer, since) if page.entry <= upto]
    view = copy.view(viewer)
    errand.old = msgspec.structs.replace(errand.news(), view=lambda: view)
    errand.blocks += [text_block(errand.say("mail-report-old", turn=wanted))]
    errand.blocks += happened(errand.writing, errand.old, told)
    errand.shows = True


def rules(errand: "MailSession", rest: str) -> None:
    """The rules for players: all of them, or what has to do with a topic."""
    game = errand.opened.table.game
    package = type(game).__module__.rpartition(".")[0]
    page = (files(package) / "RULES.md").read_text("utf-8")
    found = pages.about(page, rest)
    if not found:
        topics = errand.writing.said.listed(pages.topics(page))
        unclear(errand, "rules", rest, topics)
        return
    errand.blocks += [
        text_block(errand.say("mail-rules", kind=game.name)),
        Block("plain", tuple(found)),
    ]


def help_word(errand: "MailSession", rest: str) -> None:
    """What can be said, or what one word does."""
    say, said = errand.say, errand.writing.said
    topic = rest.casefold()
    if topic and said.knows(f"mail-word-{topic}"):
        errand.blocks.append(text_block(say(f"mail-word-{topic}")))
        return
    opened, seat = errand.opened, errand.place.seat or None
    letter = Letter(DOOR, "", errand.place.address, "", errand.at, opened.id)
    request = Request(errand.batch, opened, seat, letter)
    house = [line for verb in desk.VERBS.values() for line in spellings(verb, request)]
    patterns = errand.menu.help() if seat else ["join", "join NAME"]
    may = say("mail-may", patterns="; ".join(patterns)) if patterns else say("mail-may-nothing")
    own = [say(f"mail-word-{word}") for word in WORDS if said.knows(f"mail-word-{word}")]
    errand.blocks += [
        text_block(say("mail-help")),
        text_block(may),
        text_block(say("mail-help-words")),
    ]
    errand.blocks += [
        list_block(own),
        text_block(say("mail-help-desk", words="; ".join(dict.fromkeys(house)))),
    ]


def spellings(verb: Verb, request: Request) -> list[str]:
    """How a word of the desk is spelt, for who may use it."""
    try:
        request.allowed(verb.who)
        return [spelling(choice) for choice in verb.choices(request) if choice.offered]
    except No:
        return []


# ---- about mail


def ping(errand: "MailSession", _: str) -> None:
    """Does mail arrive?"""
    errand.understood.append(errand.say("mail-pong", at=errand.writing.when(errand.at)))


def mute(errand: "MailSession", rest: str) -> None:
    """No mails but those that ask something; ``mute off``: as before."""
    off = rest.casefold() == "off"
    errand.notes.put(f"mute/{errand.place.game}/{errand.place.address}", None if off else "yes")
    errand.effect = True
    errand.understood.append(errand.say("mail-muted-off" if off else "mail-muted"))


def language(errand: "MailSession", rest: str) -> None:
    """The language of one's mails, in all games."""
    wanted = renderers.sentences.language(rest) if rest else ""
    if not rest or wanted.split("-")[0].casefold() != rest.split("-")[0].casefold():
        unclear(errand, "language", rest, errand.writing.said.listed(LANGUAGES))
        return
    errand.notes.put(f"language/{errand.place.address}", wanted)
    errand.effect = True
    errand.speak()
    errand.understood.append(errand.say("mail-language", language=wanted))


def zone(errand: "MailSession", rest: str) -> None:
    """The zone in which times are told beside UTC."""
    try:
        ZoneInfo(rest)
    except (OSError, ValueError, KeyError):
        unclear(errand, "zone", rest, "Europe/Berlin, Asia/Taipei, America/New_York, UTC")
        return
    errand.notes.put(f"zone/{errand.place.address}", rest)
    errand.effect = True
    errand.speak()
    errand.understood.append(errand.say("mail-zone", zone=rest, now=errand.writing.when(errand.at)))


def address(errand: "MailSession", rest: str) -> None:
    """From now on mails go to another address: after a YES from here, and then one from there."""
    new = rest.casefold()
    if not ADDRESS.fullmatch(new):
        unclear(errand, "address", rest, "ann@new.example")
        return
    mine = {place.game for place in errand.places.of(errand.place.address)}
    if new == errand.place.address or any(place.game in mine for place in errand.places.of(new)):
        unclear(errand, "address", rest, errand.say("mail-address-free"))
        return
    errand.ask_old(new)


def games_of(writing: Writing, places: Memberships, address: str) -> list[str]:
    """The games of somebody, a line each."""
    lines = []
    for place in places.of(address):
        opened = places.batch.game(place.game)
        kind = opened.table.game.name if opened else ""
        state = (
            "over"
            if place.over
            else "asked"
            if place.turn
            else "running"
            if place.seat
            else "watching"
        )
        if not place.seat and not place.watches:
            state = "invited"
        lines.append(
            writing.say("mail-games-line", game=place.game, kind=kind, seat=place.seat, state=state)
        )
    return lines[:MANY]


def unclear(errand: "MailSession", word: str, said: str, possible: str) -> None:
    """What stands behind a word is none of what can stand there."""
    errand.wrong = True
    errand.understood.append(
        errand.say("mail-unclear", line=f"{word} {said}".strip(), possible=possible)
    )


def check(errand: "MailSession", _: str) -> None:
    """The orders of this mail are looked at only; see ``MailSession.orders``."""


Word = Callable[["MailSession", str], None]
WORDS: dict[str, Word] = {
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
