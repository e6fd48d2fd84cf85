"""Text as plain data: prose with names, times and orders in it as separate spans.

The catalogues make a sentence once for all doors, and each door formats its spans. So typed text is
escaped exactly once, and every time is in its reader's zone.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from engine.state import Seat
from renderers.rulings import times
from renderers.sentences import Sentences

FIRST = 0xE000
"""The first private letter of Unicode: one stands in a sentence for each thing that is put in."""
PUT = re.compile(r"([\ue000-\uf8ff])")


class Person(Struct, frozen=True, tag=True):
    """A seat, and what people call it."""

    seat: Seat
    name: str


class Moment(Struct, frozen=True, tag=True):
    """A Unix time. ``due``: it is a deadline, so the remaining time matters."""

    at: int
    due: bool = False


class OrderText(Struct, frozen=True, tag=True):
    """An order as somebody typed it, or could type it."""

    order: str


Span = str | Person | Moment | OrderText
Text = tuple[Span, ...]


class Hand(Protocol):
    """Formats the spans of a text for one door; ``prose`` those that are plain strings."""

    def prose(self, text: str) -> str: ...
    def person(self, who: Person) -> str: ...
    def moment(self, when: Moment) -> str: ...
    def typed(self, what: OrderText) -> str: ...


class PlainHand:
    """Formats without markup: names as displayed, times in UTC, orders as typed."""

    def prose(self, text: str) -> str:
        return text

    def person(self, who: Person) -> str:
        return who.name

    def moment(self, when: Moment) -> str:
        return times.moment(when.at)

    def typed(self, what: OrderText) -> str:
        return what.order


PLAIN = PlainHand()


def written(text: Text, hand: Hand = PLAIN) -> str:
    """Format a text for the door of this ``hand``."""
    found = list[str]()
    for span in text:
        match span:
            case str():
                found.append(hand.prose(span))
            case Person():
                found.append(hand.person(span))
            case Moment():
                found.append(hand.moment(span))
            case OrderText():
                found.append(hand.typed(span))
    return "".join(found)


def sentence(
    said: Sentences, message: str, /, **facts: str | int | Span | Sequence[Person]
) -> Text:
    things, told = list[Span](), dict[str, str | int]()

    def put(thing: Span) -> str:
        things.append(thing)
        return chr(FIRST + len(things) - 1)

    for name, fact in facts.items():
        if isinstance(fact, str | int):
            told[name] = fact
        elif isinstance(fact, Person | Moment | OrderText):
            told[name] = put(fact)
        else:
            told[name] = both(said, [put(one) for one in fact])
    return spans(said.say(message, **told), dict(enumerate(things)))


def spans(text: str, things: Mapping[int, Span]) -> Text:
    parts = (things.get(ord(part) - FIRST, part) if len(part) == 1 else part
             for part in PUT.split(text))  # fmt: skip
    return tuple(part for part in parts if part != "")


def named(who: Sequence[Person], tell: Callable[[Mapping[Seat, str]], Iterable[str]]) -> list[Text]:
    """Return the sentences that ``tell`` makes with these people, whose names stay spans."""
    letters = {one.seat: chr(FIRST + number) for number, one in enumerate(who)}
    return [spans(line, dict(enumerate(who))) for line in tell(letters)]


def both(said: Sentences, people: Sequence[str]) -> str:
    if len(people) < 2:
        return "".join(people)
    *first, last = people
    return said.say("reading-and", first=said.listed(first), last=last)


def joined(said: Sentences, *texts: Text) -> Text:
    found: list[Span] = []
    for text in texts:
        if text:
            found += [*([said.say("space")] if found and said.say("space") else []), *text]
    return tuple(found)


def plain(text: str) -> Text:
    return (text,) if text else ()
