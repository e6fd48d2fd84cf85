"""The objects that programs read, one a line, made of what their reader may know: a receipt, the
reader's copies of the events, its view and its menu. ``bot.objects`` says what is in them.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypedDict, cast

import msgspec

import renderers
from engine.letters import Receipt
from engine.menu import Refusal, Refused
from engine.offers import Offer, Unlisted
from engine.referee import desk
from engine.referee.doors import News, Seen, Talk
from engine.state import PUBLIC, Commitment, Disclosed, Event, Seat
from renderers import reading
from renderers.reading import Situation
from renderers.reading.looking import LookingWord, Onlooker, PastReader
from renderers.reading.parts import BoardPart, Part

PROTOCOL: Final = "meanwhile"
VERSION: Final = 1


class AnyObject(TypedDict):
    """An object of any kind: ``number`` counts the objects that this connection was sent, from 1,
    so that a program sees when it has missed one.
    """

    number: NotRequired[int]


class HelloObject(AnyObject):
    """The first object at ``meanwhile line --json``, and the answer to ``hello VERSION``."""

    kind: Literal["hello"]
    protocol: Literal["meanwhile"]
    version: int


class ListeningObject(AnyObject):
    """What ``meanwhile line --json`` writes to standard output as soon as it listens. ``tokens``:
    with which each seat is joined; not there if a game is gone on with.
    """

    kind: Literal["listening"]
    host: str
    port: int
    tls: bool
    game: str
    tokens: NotRequired[dict[str, str]]


class GameObject(AnyObject):
    """The first object at ``meanwhile play --json`` and ``meanwhile sit --json``: the protocol,
    and which game is played.
    """

    kind: Literal["game"]
    protocol: Literal["meanwhile"]
    version: int
    id: str
    game: str
    edition: int
    seats: list[str]
    robots: list[str]
    commitment: str
    loaded: bool
    resumed: bool
    db: str


class ReceiptObject(AnyObject):
    """What was done. ``n`` counts the seat's own orders; ``dropped`` are the orders behind it that
    were not tried. What a word to the referee has brought stands beside these.
    """

    kind: Literal["receipt"]
    seat: str | None
    order: str
    n: int
    dropped: NotRequired[list[str]]


class RefusalObject(AnyObject):
    """What was not done, and has changed nothing. ``reason``: a stable code; ``text``: the same in
    a sentence; ``place``: the first character of what is wrong, and the one behind it; ``wanted``:
    words for that place; ``legal``: up to ten orders that would be taken, ``meant``: up to three
    that the words may have meant; ``rule``: its number.
    """

    kind: Literal["refusal"]
    seat: str | None
    reason: str
    text: str
    legal: list[str]
    place: list[int]
    wanted: list[str]
    meant: list[str]
    rule: str
    dropped: NotRequired[list[str]]


class MessageObject(AnyObject):
    """Something that has happened, as ``to`` may know it. ``data`` has the fields of the event.
    A message that comes again bears the same ``mark``: it is to be dropped then.
    """

    kind: Literal["message"]
    to: str
    event: str
    text: str
    data: dict[str, Any]
    mark: NotRequired[str]


class MenuObject(AnyObject):
    """The present orders of a seat.

    ``choices`` are the patterns, ``legal`` up to ten orders, and ``offers`` the first hundred legal
    orders as data, of ``count``. ``next`` is the line that asks for more of them, or ``null``.
    ``unlisted`` are the choices with too many orders to list; ``parts?`` leads through them word by
    word. ``asked``: the game waits for the seat. It doesn't wait for a seat that has answered in
    secret, which may still change the answer. ``situation`` is the question in parts, with names,
    times and orders as data.
    """

    kind: Literal["menu"]
    seat: str
    prompt: str
    choices: list[str]
    legal: list[str]
    offers: list[Offer]
    count: int
    next: str | None
    unlisted: list[Unlisted]
    asked: bool
    situation: Situation
    mark: NotRequired[str]


class OffersObject(AnyObject):
    """The legal orders from number ``first`` on, counted from 0, as they are now."""

    kind: Literal["offers"]
    seat: str
    first: int
    offers: list[Offer]
    count: int
    next: str | None


class PartsObject(AnyObject):
    """How an order that begins with ``text`` can go on: ``words``, one of which may follow;
    ``whole``: it is a legal order as it stands.
    """

    kind: Literal["parts"]
    seat: str
    text: str
    words: list[str]
    whole: bool


class ViewObject(AnyObject):
    """The game as ``to`` may know it: the fields of the view of its rules."""

    kind: Literal["view"]
    to: str
    data: dict[str, Any]


class BoardObject(AnyObject):
    """The game as ``to`` may know it, as text; ``png``: the path of its picture, if one was
    written.
    """

    kind: Literal["board"]
    to: str
    png: str | None
    text: str


class LookObject(AnyObject):
    """The answer to a word with which people look at a game, such as ``status`` or ``history 12``,
    in parts.
    """

    kind: Literal["look"]
    to: str
    word: str
    parts: list[Part]


class CommitmentObject(AnyObject):
    """The hash to which ``seat`` has committed itself with a sealed question that has closed."""

    kind: Literal["commitment"]
    to: str
    seat: str
    epoch: int
    question: int
    root: str
    mark: NotRequired[str]


class ResultObject(AnyObject):
    """How the game has ended, and the secret of its dice, in hex."""

    kind: Literal["result"]
    result: str
    secret: str
    mark: NotRequired[str]


OBJECTS: tuple[type, ...] = (
    HelloObject,
    ListeningObject,
    GameObject,
    ReceiptObject,
    RefusalObject,
    MessageObject,
    MenuObject,
    OffersObject,
    PartsObject,
    ViewObject,
    BoardObject,
    LookObject,
    CommitmentObject,
    ResultObject,
)
"""Every kind."""


Object = Mapping[str, Any]

OFFERS = 100
"""Legal orders that are listed as data at a time."""
PAGE, PARTS = "offers?", "parts?"
"""The first words of lines that ask for more offers, and for parts of an order."""
GREETING = re.compile(r"hello ([0-9]\S*)")

encode = msgspec.json.Encoder().encode


def line(thing: Object) -> bytes:
    return encode(thing) + b"\n"


def stamped(data: bytes, number: int) -> tuple[bytes, int]:
    """Return whole lines with the numbers from ``number`` on, and the number behind them."""
    lines = data.splitlines(keepends=True)
    made = [b'%s,"number":%d}\n' % (line[:-2], number + k) for k, line in enumerate(lines)]
    return b"".join(made), number + len(lines)


def hello() -> HelloObject:
    """Return which protocol is spoken here."""
    return {"kind": "hello", "protocol": PROTOCOL, "version": VERSION}


def greeted(text: str, language: str = "en") -> HelloObject | RefusalObject | None:
    """Return the answer to a line that says which version a program speaks; ``None``: it is
    another line.
    """
    if (said := GREETING.fullmatch(text)) is None:
        return None
    if said[1] == str(VERSION):
        return hello()
    start, end = said.span(1)
    facts = (("version", VERSION),)
    why = Refusal(code="bad-version", start=start, end=end, word=said[1], facts=facts)
    return refusal("house", None, why, language)


def of_receipt(
    kind: str, text: str, receipt: Receipt, count: int, language: str = "en"
) -> list[Object]:
    """Return what a letter has come to: a ``receipt`` for each thing done, and the ``refusal`` of
    the one that was not.

    ``n`` counts the seat's own orders; ``count`` are those it has given, for what the referee
    did, which is no order. What was not tried any more is ``dropped``.
    """
    seat = receipt.seat
    done: list[ReceiptObject | RefusalObject] = [
        {"kind": "receipt", "seat": seat, "order": d.order, "n": d.n} for d in receipt.done
    ]
    if receipt.status == "answered":
        said = {"kind": "receipt", "seat": seat, "order": text, "n": count, **receipt.facts}
        done.append(cast(ReceiptObject, said))
    if receipt.refusal is not None:
        done.append(refusal(kind, seat, receipt.refusal, language))
    if receipt.dropped and done:
        done[-1]["dropped"] = list(receipt.dropped)
    return [*done]


def refusal(kind: str, seat: Seat | None, why: Refusal, language: str = "en") -> RefusalObject:
    """Return why an order was refused: the stable code, reason and place in a sentence, and
    orders that would be taken.
    """
    return {
        "kind": "refusal",
        "seat": seat,
        "reason": why.code,
        "text": renderers.sentences_in(language).refusal(why, kind),
        "legal": list(why.legal),
        "place": [why.start, why.end],
        "wanted": list(why.wanted),
        "meant": list(why.meant),
        "rule": why.rule,
    }


def told(news: News, seen: Seen, language: str = "en") -> list[Object]:
    """Return what one reader is told, as messages: an object for each event, and the ``result``
    when the game is over. What others say is there for who may hear it.
    """
    if news.talk is not None:
        return [talk(seen.viewer, news.talk)]
    if news.reason == "neutral":
        return [neutral(seen.viewer, seen.game, language)]
    sealed: list[Object] = [committed(seen.viewer, one) for one in news.commitments]
    kind, secrets = seen.kind.name, [e.secret for e in news.events if isinstance(e, Disclosed)]
    names = renderers.names(kind, seen.view) if news.events else {}
    made: list[Object] = [
        message(kind, seen.viewer, event, names, language) for event in news.events
    ]
    made += sealed
    return made + [result(seen.result, *secrets) for _ in secrets[:1] if seen.result is not None]


def message(
    kind: str, viewer: Seat, event: Event, names: Mapping[Seat, str], language: str = "en"
) -> MessageObject:
    """Return one event of a game, as this viewer may know it; ``names`` are from
    ``renderers.names``.
    """
    data: dict[str, Any] = msgspec.to_builtins(event)
    text = renderers.sentences_in(language).event(kind, event, viewer, names)
    return _message(viewer, data.pop("type"), text, data)


def _message(viewer: Seat, event: str, text: str, data: dict[str, Any]) -> MessageObject:
    return {"kind": "message", "to": reader(viewer), "event": event, "text": text, "data": data}


def committed(viewer: Seat, one: Commitment) -> CommitmentObject:
    """Return to what a seat has committed itself, as a hash (docs/fair-play.md)."""
    return {
        "kind": "commitment",
        "to": reader(viewer),
        "seat": one.seat,
        "epoch": one.epoch,
        "question": one.question,
        "root": one.root,
    }


def talk(viewer: Seat, said: Talk) -> MessageObject:
    """Return what one seat says to another, or to all."""
    data = {"by": said.by, "to": reader(said.to), "text": said.text}
    return _message(viewer, "Said", f"{said.by}: {said.text}", data)


def neutral(viewer: Seat, game: str, language: str = "en") -> MessageObject:
    """Return what stands in place of what could not be put into words for this viewer."""
    text = renderers.sentences_in(language).say("not-composed", game=game)
    return _message(viewer, "NotComposed", text, {})


def menu(seen: Seen, language: str = "en") -> MenuObject:
    """Return what a seat may order now."""
    said, offered, kind = renderers.sentences_in(language), seen.menu, seen.kind.name
    page = offers(seen)
    return {
        "kind": "menu",
        "seat": seen.viewer,
        "prompt": said.refusal(Refusal(code=offered.idle), kind)
        if offered.idle
        else renderers.asked_text(kind, seen.view, language, offered.why),
        "choices": offered.help(),
        "legal": list(offered.examples(seen.question)),
        "offers": page["offers"],
        "count": page["count"],
        "next": page["next"],
        "unlisted": offered.listing[1],
        "asked": not offered.idle and not seen.answered,
        "situation": reading.situation(said, seen),
    }


def offers(seen: Seen, first: int = 0) -> OffersObject:
    """Return the legal orders of a seat as data, from number ``first`` on."""
    every, behind = seen.menu.offers(), first + OFFERS
    return {
        "kind": "offers",
        "seat": seen.viewer,
        "first": first,
        "offers": every[first:behind],
        "count": len(every),
        "next": f"{PAGE} {behind}" if behind < len(every) else None,
    }


def parts(seen: Seen, text: str) -> PartsObject:
    """Return how an order of a seat can go on."""
    going = seen.menu.going(text)
    return {
        "kind": "parts",
        "seat": seen.viewer,
        "text": text,
        "words": [*going.words],
        "whole": going.whole,
    }


def asks_menu(text: str) -> bool:
    """Return whether a line asks for more of a menu."""
    return text.split(maxsplit=1)[:1] in ([PAGE], [PARTS])


def of_menu(seen: Seen, text: str, language: str = "en") -> Object:
    """Return the answer to a line that asks for more of a menu."""
    verb, _, rest = text.partition(" ")
    if verb == PARTS:
        return parts(seen, rest.strip())
    if re.fullmatch("[0-9]{1,6}", number := rest.strip() or "0"):
        return offers(seen, int(number))
    why = Refusal(code="not-a-number", start=len(PAGE) + 1, end=len(text), word=number)
    return refusal(seen.kind.name, seen.viewer, why, language)


def view(seen: Seen) -> ViewObject:
    """Return the game as this viewer may know it, as data."""
    return {"kind": "view", "to": reader(seen.viewer), "data": msgspec.to_builtins(seen.view)}


def looked(
    seen: Seen, word: LookingWord, now: int, past: PastReader | None, language: str = "en"
) -> list[Object]:
    """Return the answer to a looking word."""
    said = renderers.sentences_in(language)
    by = Onlooker(said=said, seen=seen, now=now, past=past, referee=desk.WORDS)
    try:
        parts = [*word.parts(by)]
    except Refused as refused:
        return [refusal(seen.kind.name, seen.viewer, refused.refusal, language)]
    look: LookObject = {
        "kind": "look",
        "to": reader(seen.viewer),
        "word": word.word(),
        "parts": parts,
    }
    boards = [board(seen, None, language, one.mode) for one in parts if isinstance(one, BoardPart)]
    return [look, *boards]


def board(seen: Seen, png: str | None = None, language: str = "en", mode: str = "") -> BoardObject:
    """Return the game as this viewer may know it, as text, and the path of its picture if one was
    written.
    """
    text = renderers.board_text(seen.kind.name, seen.view, language, mode)
    return {"kind": "board", "to": reader(seen.viewer), "png": png, "text": text}


def result(said: str, secret: str) -> ResultObject:
    """Return how the game has ended; ``secret`` is that of its dice, in hex."""
    return {"kind": "result", "result": said, "secret": secret}


def reader(viewer: Seat) -> str:
    """Return how objects call a viewer."""
    return "public" if viewer == PUBLIC else viewer
