"""The situation of a game for one person: the question, its deadline and default, the private part,
and suggested orders.

``question`` and ``suggestions`` are the same at every door. A door displays them as lines, rows or
buttons, and omits parts if it lacks the space.
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Literal

from msgspec import Struct

import renderers
from engine import Anytime, Event, Line, Menu, Refused, Seat
from engine.game import HINTS
from engine.game_view import GameView
from engine.rulings.rulings import ABANDONED, Closed
from renderers.reading.text import Moment, OrderText, Person, Text, joined, plain, sentence
from renderers.registry import PublicQuestion
from renderers.sentences import Sentences
from renderers.toolkit.scene import TableScene

State = Literal["open", "running", "over"]
SHORT, GROUP = 16, 4
"""Digits of an update's hash that are shown, and how many stand together."""


class Asked(Struct, frozen=True, kw_only=True):
    """The open question as everybody may know it.

    ``what`` names the people asked. ``yours`` is addressed to one of them; it needs no name because
    it follows a title. ``due`` and ``otherwise`` are empty without a deadline. ``may``: answering
    is optional. ``secret``: the answers are sealed.
    """

    who: tuple[Person, ...]
    what: Text
    yours: Text
    due: Text = ()
    otherwise: Text = ()
    aside: Text = ()
    may: bool = False
    secret: bool = False


class OwnQuestion(Struct, frozen=True, kw_only=True):
    """The part of a question for its reader alone.

    ``lines`` are sentences, ``otherwise`` says what happens without an answer, and ``default`` is
    the order played then. ``private``: it contains secrets.
    """

    lines: tuple[Text, ...] = ()
    tables: tuple[TableScene, ...] = ()
    otherwise: Text = ()
    default: Text = ()
    private: bool = False


class Suggestion(Struct, frozen=True):
    """A suggested order with its reason, or an empty one. ``usual``: it is the default. ``kept``:
    it is already on the sheet. ``closes``: it closes the sheet.
    """

    order: str
    why: str = ""
    usual: bool = False
    kept: bool = False
    closes: bool = False


class Situation(Struct, frozen=True, kw_only=True):
    """The whole situation. ``update`` and ``head`` are number and hash of the last update, by
    which anybody can prove later what everybody was told until now. ``contest`` names round, table
    and contest of a contest's game.
    """

    game: str
    kind: str
    state: State
    people: tuple[Person, ...]
    asked: Asked | None = None
    own: OwnQuestion | None = None
    update: int = 0
    head: str = ""
    contest: Text = ()


def people(seen: GameView) -> dict[Seat, str]:
    if (key := ("people",)) not in seen.memo:
        called = {chair.seat: chair.name or chair.seat for chair in seen.chairs}
        drawn = {} if seen.view is None else renderers.names(seen.kind.name, seen.view)
        seen.memo[key] = called | {seat: name for seat, name in drawn.items() if name != seat}
    known: dict[Seat, str] = seen.memo[key]
    return known


def situation(said: Sentences, seen: GameView) -> Situation:
    """Return the situation for the viewer of ``seen``."""
    names = people(seen)
    state: State = "over" if seen.result is not None else "open" if seen.open else "running"
    found = asked(said, seen)
    return Situation(
        game=seen.game,
        kind=seen.kind.name,
        state=state,
        people=tuple(Person(seat, name) for seat, name in names.items()),
        asked=found,
        own=own(said, seen) if found and seen.is_asked else None,
        update=seen.update,
        head=seen.head,
        contest=contest(said, seen),
    )


def contest(said: Sentences, seen: GameView) -> Text:
    """Return the place of a game in its contest: ``Round 2, table 7 of contest k3x9fa.``"""
    if not seen.contest:
        return ()
    number, _, table = seen.number.partition("/")
    return sentence(said, "reading-contest", contest=seen.contest, round=number, table=table)


def update(said: Sentences, seen: GameView) -> Text:
    """Return number and short hash of the last update, to keep: ``update 41 · 3f9c 82d1 …``."""
    short = " ".join(seen.head[k : k + GROUP] for k in range(0, SHORT, GROUP))
    facts = {"number": str(seen.update), "head": short}
    return sentence(said, "reading-update", **facts) if seen.head else ()


def asked(said: Sentences, seen: GameView) -> Asked | None:
    """Return the public part of the open question, or ``None`` if nobody is asked."""
    if (key := ("asked", said.language)) not in seen.memo:
        seen.memo[key] = make_asked(said, seen)
    known: Asked | None = seen.memo[key]
    return known


def make_asked(said: Sentences, seen: GameView) -> Asked | None:
    if seen.result is not None or seen.asked is None or not seen.asked.seats:
        return None
    names, public = people(seen), in_public(said, seen)
    who = tuple(Person(seat, names.get(seat, seat)) for seat in seen.asked.seats)
    may, secret = "yes" if public.may else "no", "yes" if seen.asked.sealed else "no"
    facts = {"question": public.question, "may": may, "secret": secret}
    due = (
        ()
        if seen.due is None
        else sentence(said, "reading-due", may=may, due=Moment(seen.due, due=True))
    )
    return Asked(
        who=who,
        what=sentence(said, "reading-asked", who=who, **facts),
        yours=sentence(said, "reading-asked-you", **facts),
        due=due,
        otherwise=plain(public.otherwise) if due else (),
        aside=plain(public.aside),
        may=public.may,
        secret=seen.asked.sealed,
    )


def prompt(said: Sentences, seen: GameView) -> tuple[Text, ...]:
    stands = situation(said, seen)
    if stands.asked is None:
        return ()
    public, mine = stands.asked, stands.own or OwnQuestion()
    instead = mine.otherwise or public.otherwise
    told = joined(said, public.due, instead, mine.default, public.aside)
    return tuple(filter(None, (public.yours if stands.own else public.what, *mine.lines, told)))


def in_public(said: Sentences, seen: GameView) -> PublicQuestion:
    """Return the public question. Dice that all players throw come first."""
    kind = seen.kind.name
    if seen.wanted is not None:
        return PublicQuestion(question=said.wanted(kind, seen.wanted).rstrip(".。"))
    return said.public_question(kind, seen.view, people(seen))


def banner(said: Sentences, seen: GameView, events: Iterable[Event] = (), scene: Any = None) -> str:
    """Return the state of the game as a sentence without its full stop. ``scene`` is that of the
    view, if it has been made.
    """
    if seen.result != ABANDONED:
        scene = scene or renderers.scene_of(seen.kind.name, seen.view, said.language)
        found: str = scene.banner
        return found
    closed = [event for event in events if isinstance(event, Closed)]
    lines = said.news(seen.kind.name, closed, seen.viewer, people(seen))
    return said.joined(*lines).rstrip(".。") or said.say("house-abandoned")


def own(said: Sentences, seen: GameView) -> OwnQuestion:
    parts = said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    lines = (plain(parts.more), plain(parts.private), plain(parts.shown))
    return OwnQuestion(
        lines=tuple(filter(None, lines)),
        tables=parts.sheet,
        otherwise=plain(parts.otherwise) if seen.due is not None else (),
        default=usual(said, seen),
        private=bool(parts.private),
    )


def default_of(seen: GameView) -> str:
    try:
        return seen.menu.write(seen.menu.default) if seen.is_asked and seen.due is not None else ""
    except Refused:
        return ""


def usual(said: Sentences, seen: GameView) -> Text:
    order = default_of(seen)
    return sentence(said, "reading-default", order=OrderText(order)) if order else ()


def suggestions(said: Sentences, seen: GameView, most: int) -> tuple[Suggestion, ...]:
    """Return at most ``most`` suggested orders, without those that need a confirmation."""
    if (key := ("suggested", said.language, str(most))) not in seen.memo:
        seen.memo[key] = tuple(islice(suggested(said, seen), most))
    found: tuple[Suggestion, ...] = seen.memo[key]
    return found


def suggested(said: Sentences, seen: GameView) -> Iterator[Suggestion]:
    kind, found, default = seen.kind.name, set[str](), default_of(seen)
    for order in seen.kind.hints(seen.view, seen.menu) if seen.is_asked else ():
        if getattr(order, "confirmed", False) or not seen.menu.allows(order):
            continue
        text = seen.menu.write(order)
        if text not in found:
            found.add(text)
            yield Suggestion(text, said.reason(kind, seen.view, order), usual=text == default)


def possible(seen: GameView, most: int) -> tuple[Suggestion, ...]:
    return tuple(map(Suggestion, seen.menu.examples(seen.question)[:most]))


def on_sheet(seen: GameView) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(order, kept=True) for order in seen.kind.written(seen.view))


def closing(menu: Menu) -> str:
    """Return the order that closes the reader's sheet once it is complete, or ""."""
    for choice in menu.choices if any(issubclass(one.order, Line) for one in menu.offered) else ():
        if not (issubclass(choice.order, Line | Anytime) or choice.slots):
            return choice.write(choice.sample(Random(0)))
    return ""


def for_sheet(said: Sentences, seen: GameView, most: int) -> tuple[Suggestion, ...]:
    """Return the suggested lines of the reader's sheet, then the order that closes it, unless lines
    are missing that were not suggested. Up to ``most`` suggestions are filled with alternatives.
    """
    found, end = suggestions(said, seen, HINTS), closing(seen.menu)
    orders = [one.order for one in found]
    at = orders.index(end) if end in orders else len(found)
    lines = [one for one in found[:at] if isinstance(seen.menu.parse(one.order), Line)]
    if not seen.menu.takes(end) and len(lines) >= HINTS:
        return tuple(lines)
    closes = Suggestion(end, closes=True) if at == len(found) else found[at]
    return (*lines, closes, *found[at + 1 : at + max(1, most - len(lines))])


def waiting(said: Sentences, one: Asked) -> Text:
    return sentence(said, "reading-waiting", who=one.who)


def question(said: Sentences, one: Asked) -> Text:
    """Return the public question, its deadline and its default in one text."""
    return joined(said, one.what, one.due, one.otherwise)
