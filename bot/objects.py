"""The objects that programs read, one a line: receipt, refusal, message, menu, view, board, result.

Everything in them is built from what its reader may know: a receipt, the reader's copies of the events, its view and its
menu. Each function gives a plain ``dict`` with ``kind`` first; ``line`` writes one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

import renderers
from engine.letters import News, Receipt
from engine.menu import Menu, Refusal
from engine.state import PUBLIC, Event, Seat

Object = dict[str, Any]
encode = msgspec.json.Encoder().encode


def line(thing: Object) -> bytes:
    """An object as one line."""
    return encode(thing) + b"\n"


def of_receipt(answer: Receipt, language: str = "en") -> list[Object]:
    """What a letter has come to: a ``receipt`` for each order that was taken, a ``refusal`` for the one that was not.

    ``n`` counts the seat's own orders; what the desk did is no order, and has none.
    """
    made: list[Object] = [receipt(answer.seat, done.order, done.n) for done in answer.done]
    if answer.status == "answered":
        made.append(receipt(answer.seat, str(answer.facts.get("did", "")), None))
    if answer.refusal is not None:
        made.append(refusal(answer.seat, answer.refusal, language))
    elif answer.status == "stopped":
        made.append(refusal(answer.seat, Refusal("dropped", word="; ".join(answer.dropped)), language))
    return made


def receipt(seat: Seat | None, order: str, n: int | None) -> Object:
    """An order was taken, the ``n``-th of its seat, in its canonical text."""
    return {"kind": "receipt", "seat": seat, "order": order, "n": n}


def refusal(seat: Seat | None, refused: Refusal, language: str = "en") -> Object:
    """An order was refused: the stable code, why and where in a sentence, and orders that would be taken."""
    text = renderers.sentences_in(language).refusal(refused)
    return {"kind": "refusal", "seat": seat, "reason": refused.code, "text": text, "legal": list(refused.legal)}


def messages(news: News, language: str = "en") -> list[Object]:
    """What one bulletin tells one reader, an object for each event."""
    names = renderers.names(news.kind.name, news.view())
    return [message(news.viewer, event, names, language) for event in news.events]


def message(viewer: Seat, event: Event, names: Mapping[Seat, str], language: str = "en") -> Object:
    """One event, as this viewer may know it; ``names`` are from ``renderers.names``."""
    return {
        "kind": "message",
        "to": reader(viewer),
        "event": type(event).__name__,
        "text": renderers.sentences_in(language).event(event, viewer, names),
        "data": fields(event),
    }


def talk(viewer: Seat, by: Seat, to: Seat, text: str) -> Object:
    """What one seat says to another, or to all."""
    return {
        "kind": "message",
        "to": reader(viewer),
        "event": "Said",
        "text": f"{by}: {text}",
        "data": {"by": by, "to": reader(to), "text": text},
    }


def menu(kind: str, seat: Seat, shown: Any, offered: Menu, question: int, language: str = "en") -> Object:
    """What a seat may order now. ``shown`` is the seat's own view; ``question`` is the number of the open question.

    Each choice has its ``pattern`` and up to ten orders of it that would be taken (``legal``).
    """
    said = renderers.sentences_in(language)
    return {
        "kind": "menu",
        "seat": seat,
        "prompt": said.refusal(Refusal(offered.idle)) if offered.idle else said.prompt(kind, shown),
        "choices": [
            {"pattern": choice.pattern, "legal": list(Menu([choice]).examples(question))} for choice in offered.offered
        ],
    }


def view(viewer: Seat, shown: Any) -> Object:
    """The game as this viewer may know it, as data."""
    return {"kind": "view", "to": reader(viewer), "data": msgspec.to_builtins(shown)}


def board(kind: str, viewer: Seat, shown: Any, png: str | None = None, language: str = "en") -> Object:
    """The game as this viewer may know it, as text, and the path of its picture if one was written."""
    text = renderers.board_text(kind, shown, language)
    return {"kind": "board", "to": reader(viewer), "png": png, "text": text}


def result(said: str) -> Object:
    """The game is over."""
    return {"kind": "result", "result": said}


def reader(viewer: Seat) -> str:
    """How objects call a viewer."""
    return "public" if viewer == PUBLIC else viewer


def fields(event: Event) -> Object:
    """The fields of an event, without its tag."""
    plain: Object = msgspec.to_builtins(event)
    return {name: value for name, value in plain.items() if name != "type"}
