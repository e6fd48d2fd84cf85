"""The objects that programs read, one a line: receipt, refusal, message, menu, view, board, result.

Everything in them is built from what its reader may know: a receipt, the reader's copies of the
events, its view and its menu. Each function returns a plain ``dict`` with ``kind`` first; ``line``
writes one.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

import renderers
from engine.letters import Receipt
from engine.menu import Refusal
from engine.referee.doors import News, Seen, Talk
from engine.state import PUBLIC, Commitment, Disclosed, Event, Seat

Object = dict[str, Any]

OFFERS = 100
"""Legal orders that a menu lists as data."""

encode = msgspec.json.Encoder().encode


def line(thing: Object) -> bytes:
    """Return an object as one line."""
    return encode(thing) + b"\n"


def of_receipt(
    kind: str, text: str, receipt: Receipt, count: int, language: str = "en"
) -> list[Object]:
    """Return what a letter has come to: a ``receipt`` for each thing done, and the ``refusal`` of
    the one that was not.

    ``n`` counts the seat's own orders; ``count`` are those it has given, for what the referee
    did, which is no order. What was not tried any more is ``dropped``.
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
    sealed = [committed(seen.viewer, one) for one in news.commitments]
    kind, secrets = seen.kind.name, [e.secret for e in news.events if isinstance(e, Disclosed)]
    names = renderers.names(kind, seen.view) if news.events else {}
    made = [message(kind, seen.viewer, event, names, language) for event in news.events]
    made += sealed
    return made + [result(seen.result, *secrets) for _ in secrets[:1] if seen.result is not None]


def message(
    kind: str, viewer: Seat, event: Event, names: Mapping[Seat, str], language: str = "en"
) -> Object:
    """Return one event of a game, as this viewer may know it; ``names`` are from
    ``renderers.names``.
    """
    data: Object = msgspec.to_builtins(event)
    text = renderers.sentences_in(language).event(kind, event, viewer, names)
    return _message(viewer, data.pop("type"), text, data)


def _message(viewer: Seat, event: str, text: str, data: Object) -> Object:
    return {"kind": "message", "to": reader(viewer), "event": event, "text": text, "data": data}


def committed(viewer: Seat, one: Commitment) -> Object:
    """Return to what a seat has committed itself, as a hash (docs/fair-play.md)."""
    return {
        "kind": "commitment",
        "to": reader(viewer),
        "seat": one.seat,
        "epoch": one.epoch,
        "question": one.question,
        "root": one.root,
    }


def talk(viewer: Seat, said: Talk) -> Object:
    """Return what one seat says to another, or to all."""
    data = {"by": said.by, "to": reader(said.to), "text": said.text}
    return _message(viewer, "Said", f"{said.by}: {said.text}", data)


def neutral(viewer: Seat, game: str, language: str = "en") -> Object:
    """Return what stands in place of what could not be put into words for this viewer."""
    text = renderers.sentences_in(language).say("not-composed", game=game)
    return _message(viewer, "NotComposed", text, {})


def menu(seen: Seen, language: str = "en") -> Object:
    """Return what a seat may order now.

    ``choices`` are the patterns, ``legal`` up to ten orders that would be taken; ``asked`` says
    whether the seat is waited for. ``offers`` are the legal orders as data, ``OFFERS`` at most,
    ``count`` how many there are of them; ``unlisted`` are the patterns of choices that have too
    many orders to list, which are not among them.
    """
    said, offered, kind = renderers.sentences_in(language), seen.menu, seen.kind.name
    offers = offered.offers()
    return {
        "kind": "menu",
        "seat": seen.viewer,
        "prompt": said.refusal(Refusal(code=offered.idle), kind)
        if offered.idle
        else said.prompt(kind, seen.view, why=offered.why),
        "choices": offered.help(),
        "legal": list(offered.examples(seen.question)),
        "offers": msgspec.to_builtins(offers[:OFFERS]),
        "count": len(offers),
        "unlisted": [choice.pattern for choice in offered.offered if not choice.orders()],
        "asked": not offered.idle,
    }


def view(seen: Seen) -> Object:
    """Return the game as this viewer may know it, as data."""
    return {"kind": "view", "to": reader(seen.viewer), "data": msgspec.to_builtins(seen.view)}


def board(seen: Seen, png: str | None = None, language: str = "en") -> Object:
    """Return the game as this viewer may know it, as text, and the path of its picture if one was
    written.
    """
    text = renderers.board_text(seen.kind.name, seen.view, language)
    return {"kind": "board", "to": reader(seen.viewer), "png": png, "text": text}


def result(said: str, secret: str) -> Object:
    """Return how the game has ended; ``secret`` is that of its dice, in hex."""
    return {"kind": "result", "result": said, "secret": secret}


def reader(viewer: Seat) -> str:
    """Return how objects call a viewer."""
    return "public" if viewer == PUBLIC else viewer
