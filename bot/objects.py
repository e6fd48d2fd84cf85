"""The JSON objects that programs read, one a line, made from the view of their reader."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypedDict, cast

import msgspec

import renderers
from engine.menu import Refusal, Refused
from engine.messages import Receipt
from engine.offers import Offer, Unlisted
from engine.referee import commands
from engine.referee.doors import GameView, News, Talk
from engine.state import PUBLIC, Commitment, Disclosed, Event, Seat
from renderers import reading
from renderers.reading import Situation
from renderers.reading.looking import LookingWord, Onlooker, PastReader
from renderers.reading.parts import BoardPart, Part

PROTOCOL: Final = "meanwhile"
VERSION: Final = 1


class AnyObject(TypedDict):
    """An object of any kind. ``number`` counts the objects of this connection from 1, so that a
    program notices a missing one.
    """

    number: NotRequired[int]


class HelloObject(AnyObject):
    """The first object at ``meanwhile line --json``, and the answer to ``hello VERSION``."""

    kind: Literal["hello"]
    protocol: Literal["meanwhile"]
    version: int


class ListeningObject(AnyObject):
    """The object that ``meanwhile line --json`` writes to standard output once it listens.

    ``tokens`` are the passwords with which each seat is joined. They are missing if a game is
    resumed.
    """

    kind: Literal["listening"]
    host: str
    port: int
    tls: bool
    game: str
    tokens: NotRequired[dict[str, str]]


class GameObject(AnyObject):
    """The first object of ``meanwhile play --json`` and ``meanwhile sit --json``: protocol and
    game.
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
    """The receipt for an order, or for a word to the referee with its results as further fields.
    ``n`` counts the seat's own orders. ``dropped`` are the orders behind it that were not tried.
    """

    kind: Literal["receipt"]
    seat: str | None
    order: str
    n: int
    dropped: NotRequired[list[str]]


class RefusalObject(AnyObject):
    """A refused order, which has changed nothing.

    ``reason`` is a stable code, and ``text`` the same as a sentence. ``place`` is the range of the
    wrong characters, end exclusive, and ``wanted`` the words that fit there. ``legal`` are up to
    ten legal orders, ``meant`` up to three that the player may have meant. ``rule`` is the rule
    number.
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
    """An event, as ``to`` may know it. ``data`` has the fields of the event. A repeated message has
    the same ``mark``, so that a program can drop it.
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
    """The possible continuations of an order that begins with ``text``. Each of ``words`` may
    follow. ``whole`` means that ``text`` is a legal order already.
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
    """The game as text, as ``to`` may know it. ``png`` is the path of its picture, or null."""

    kind: Literal["board"]
    to: str
    png: str | None
    text: str


class LookObject(AnyObject):
    """The answer to a looking word such as ``status`` or ``history 12``, in parts."""

    kind: Literal["look"]
    to: str
    word: str
    parts: list[Part]


class CommitmentObject(AnyObject):
    """The hash with which ``seat`` committed itself to its answer of a closed sealed question."""

    kind: Literal["commitment"]
    to: str
    seat: str
    epoch: int
    question: int
    root: str
    mark: NotRequired[str]


class ResultObject(AnyObject):
    """The result of the game, and the secret of its dice in hex. ``update`` and ``head`` are the
    number and the hash of the last update.
    """

    kind: Literal["result"]
    result: str
    secret: str
    update: int
    head: str
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
"""Every kind of object."""


Object = Mapping[str, Any]

OFFERS = 100
"""Most legal orders listed as data at a time."""
PAGE, PARTS = "offers?", "parts?"
"""First words of lines that ask for more offers, or for the parts of an order."""
GREETING = re.compile(r"hello ([0-9]\S*)")

encode = msgspec.json.Encoder().encode


def line(thing: Object) -> bytes:
    return encode(thing) + b"\n"


def stamped(data: bytes, number: int) -> tuple[bytes, int]:
    """Return whole lines numbered from ``number`` on, and the next free number."""
    lines = data.splitlines(keepends=True)
    made = [b'%s,"number":%d}\n' % (line[:-2], number + k) for k, line in enumerate(lines)]
    return b"".join(made), number + len(lines)


def hello() -> HelloObject:
    return {"kind": "hello", "protocol": PROTOCOL, "version": VERSION}


def greeted(text: str, language: str = "en") -> HelloObject | RefusalObject | None:
    """Return the answer to a program's ``hello VERSION``; ``None`` for any other line."""
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
    """Return a ``receipt`` for each order done, and the ``refusal`` of the one that failed.

    ``n`` counts the seat's own orders; a word to the referee gets ``count`` instead. Orders that
    were not tried are ``dropped``.
    """
    seat = receipt.seat
    done: list[ReceiptObject | RefusalObject] = [
        {"kind": "receipt", "seat": seat, "order": d.order, "n": d.n} for d in receipt.done
    ]
    if receipt.status == "answered":
        said = {"kind": "receipt", "seat": seat, "order": text, "n": count, **receipt.facts}
        # A fact can also be the kind of a game.
        done.append(cast(ReceiptObject, {**said, "kind": "receipt"}))
    if receipt.refusal is not None:
        done.append(refusal(kind, seat, receipt.refusal, language))
    if receipt.dropped and done:
        done[-1]["dropped"] = list(receipt.dropped)
    return [*done]


def refusal(kind: str, seat: Seat | None, why: Refusal, language: str = "en") -> RefusalObject:
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


def told(news: News, seen: GameView, language: str = "en") -> list[Object]:
    """Return the news for one reader: an object for each event, and the ``result`` at the end. Chat
    goes only to those it is meant for.
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
    return made + [result(seen, one) for one in secrets[:1] if seen.result is not None]


def message(
    kind: str, viewer: Seat, event: Event, names: Mapping[Seat, str], language: str = "en"
) -> MessageObject:
    """Return an event as this viewer may know it. ``names`` are ``renderers.names``."""
    data: dict[str, Any] = msgspec.to_builtins(event)
    text = renderers.sentences_in(language).event(kind, event, viewer, names)
    return _message(viewer, data.pop("type"), text, data)


def _message(viewer: Seat, event: str, text: str, data: dict[str, Any]) -> MessageObject:
    return {"kind": "message", "to": reader(viewer), "event": event, "text": text, "data": data}


def committed(viewer: Seat, one: Commitment) -> CommitmentObject:
    return {
        "kind": "commitment",
        "to": reader(viewer),
        "seat": one.seat,
        "epoch": one.epoch,
        "question": one.question,
        "root": one.root,
    }


def talk(viewer: Seat, said: Talk) -> MessageObject:
    data = {"by": said.by, "to": reader(said.to), "text": said.text}
    return _message(viewer, "Said", f"{said.by}: {said.text}", data)


def neutral(viewer: Seat, game: str, language: str = "en") -> MessageObject:
    text = renderers.sentences_in(language).say("not-composed", game=game)
    return _message(viewer, "NotComposed", text, {})


def menu(seen: GameView, language: str = "en") -> MenuObject:
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


def offers(seen: GameView, first: int = 0) -> OffersObject:
    every, behind = seen.menu.offers(), first + OFFERS
    return {
        "kind": "offers",
        "seat": seen.viewer,
        "first": first,
        "offers": every[first:behind],
        "count": len(every),
        "next": f"{PAGE} {behind}" if behind < len(every) else None,
    }


def parts(seen: GameView, text: str) -> PartsObject:
    going = seen.menu.going(text)
    return {
        "kind": "parts",
        "seat": seen.viewer,
        "text": text,
        "words": [*going.words],
        "whole": going.whole,
    }


def asks_menu(text: str) -> bool:
    return text.split(maxsplit=1)[:1] in ([PAGE], [PARTS])


def of_menu(seen: GameView, text: str, language: str = "en") -> Object:
    verb, _, rest = text.partition(" ")
    if verb == PARTS:
        return parts(seen, rest.strip())
    if re.fullmatch("[0-9]{1,6}", number := rest.strip() or "0"):
        return offers(seen, int(number))
    why = Refusal(code="not-a-number", start=len(PAGE) + 1, end=len(text), word=number)
    return refusal(seen.kind.name, seen.viewer, why, language)


def view(seen: GameView) -> ViewObject:
    return {"kind": "view", "to": reader(seen.viewer), "data": msgspec.to_builtins(seen.view)}


def looked(
    seen: GameView, word: LookingWord, now: int, past: PastReader | None, language: str = "en"
) -> list[Object]:
    said = renderers.sentences_in(language)
    by = Onlooker(said=said, seen=seen, now=now, past=past, referee=commands.WORDS)
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


def board(
    seen: GameView, png: str | None = None, language: str = "en", mode: str = ""
) -> BoardObject:
    """Return the game as text, as this viewer may know it, with a picture's path."""
    text = renderers.board_text(seen.kind.name, seen.view, language, mode)
    return {"kind": "board", "to": reader(seen.viewer), "png": png, "text": text}


def result(seen: GameView, secret: str) -> ResultObject:
    """Return the result of a finished game. ``secret`` is the secret of its dice, in hex."""
    return {
        "kind": "result",
        "result": seen.result or "",
        "secret": secret,
        "update": seen.update,
        "head": seen.head,
    }


def reader(viewer: Seat) -> str:
    return "public" if viewer == PUBLIC else viewer
