"""The objects that programs read, one a line: receipt, refusal, message, menu, view, board, result.

Everything in them is built from what its reader may know: a receipt, the reader's
copies of the events, its view and its menu. Each function gives a plain ``dict`` with
``kind`` first; ``line`` writes one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

import renderers
from engine.letters import Receipt
from engine.menu import Menu, Refusal
from engine.referee.doors import News
from engine.state import PUBLIC, Event, Seat

Object = dict[str, Any]

encode = msgspec.json.Encoder().encode


def line(thing: Object) -> bytes:
    """An object as one line."""
    return encode(thing) + b"\n"


def of_receipt(
    kind: str, text: str, receipt: Receipt, count: int, language: str = "en"
) -> list[Object]:
    """What a letter has come to: a ``receipt`` for each thing done, and the
    ``refusal`` of the one that was not.

    ``n`` counts the seat's own orders; ``count`` are those it has given, for what the desk did,
    which is no order. What was not tried any more is ``dropped``.
    """
    seat = receipt.seat
    done: list[Object] = [
        {"kind": "receipt", "seat": seat, "order": d.order, "n": d.n} for d in receipt.done
    ]
    if receipt.status == "answered":
        done.append({"kind": "receipt", "seat": seat, "order": text, "n": count, **receipt.facts})
    if receipt.refusal is not None:
        done.append(refusal(kind, seat, receipt.refusal, language))
    if receipt.dropped and done:
        done[-1]["dropped"] = list(receipt.dropped)
    return done


def refusal(kind: str, seat: Seat | None, why: Refusal, language: str = "en") -> Object:
    """An order was refused: the stable code, why and where in a sentence,
    and orders that would be taken.
    """
    return {
        "kind": "refusal",
        "seat": seat,
        "reason": why.code,
        "text": renderers.sentences_in(language).refusal(why, kind),
        "legal": list(why.legal),
        "place": [why.start, why.end],
        "wanted": list(why.wanted),
        "rule": why.rule,
    }


def messages(news: News, language: str = "en") -> list[Object]:
    """What one bulletin tells one reader, an object for each event."""
    names = renderers.names(news.game.name, news.view())
    return [message(news.game.name, news.viewer, event, names, language) for event in news.events]


def message(
    kind: str, viewer: Seat, event: Event, names: Mapping[Seat, str], language: str = "en"
) -> Object:
    """One event of a game, as this viewer may know it; ``names`` are from ``renderers.names``."""
    data: Object = msgspec.to_builtins(event)
    text = renderers.sentences_in(language).event(kind, event, viewer, names)
    return {
        "kind": "message",
        "to": reader(viewer),
        "event": data.pop("type"),
        "text": text,
        "data": data,
    }


def talk(viewer: Seat, by: Seat, to: Seat, text: str) -> Object:
    """What one seat says to another, or to all."""
    data = {"by": by, "to": reader(to), "text": text}
    return {
        "kind": "message",
        "to": reader(viewer),
        "event": "Said",
        "text": f"{by}: {text}",
        "data": data,
    }


def neutral(viewer: Seat, game: str, language: str = "en") -> Object:
    """In place of what could not be put into words for this viewer."""
    text = renderers.sentences_in(language).say("not-composed", game=game)
    return {
        "kind": "message",
        "to": reader(viewer),
        "event": "NotComposed",
        "text": text,
        "data": {},
    }


def menu(
    kind: str, seat: Seat, shown: Any, offered: Menu, question: int, language: str = "en"
) -> Object:
    """What a seat may order now. ``shown`` is the seat's own view; ``question`` is
    the number of the open question.

    ``choices`` are the patterns, ``legal`` up to ten orders that would be taken;
    ``asked``: is the seat waited for?
    """
    said = renderers.sentences_in(language)
    return {
        "kind": "menu",
        "seat": seat,
        "prompt": said.refusal(Refusal(code=offered.idle), kind)
        if offered.idle
        else said.prompt(kind, shown, why=offered.why),
        "choices": offered.help(),
        "legal": list(offered.examples(question)),
        "asked": not offered.idle,
    }


def view(viewer: Seat, shown: Any) -> Object:
    """The game as this viewer may know it, as data."""
    return {"kind": "view", "to": reader(viewer), "data": msgspec.to_builtins(shown)}


def board(
    kind: str, viewer: Seat, shown: Any, png: str | None = None, language: str = "en"
) -> Object:
    """The game as this viewer may know it, as text, and the path of
    its picture if one was written.
    """
    text = renderers.board_text(kind, shown, language)
    return {"kind": "board", "to": reader(viewer), "png": png, "text": text}


def result(said: str, secret: str) -> Object:
    """The game is over; ``secret`` is that of its dice, in hex."""
    return {"kind": "result", "result": said, "secret": secret}


def reader(viewer: Seat) -> str:
    """How objects call a viewer."""
    return "public" if viewer == PUBLIC else viewer
