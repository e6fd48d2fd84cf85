"""Where a game stands, for one person: who is asked what, by when, what happens otherwise; what is
for this person alone; orders worth considering.

``question`` and ``suggestions`` are the same at every door. A door sets them as lines, rows or
buttons, and leaves out a part for which it has no room.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

import renderers
from engine.house.rulings import ABANDONED, Closed
from engine.menu import Refused
from engine.seen import Seen
from engine.state import Event, Seat
from renderers.reading.text import Moment, OrderText, Person, Text, joined, plain, sentence
from renderers.registry import PublicQuestion
from renderers.sentences import Sentences
from renderers.toolkit.scene import TableScene

State = Literal["open", "running", "over"]


class Asked(Struct, frozen=True, kw_only=True):
    """What everybody may know of the open question, alike for all of them.

    ``what`` is the sentence with those who are asked; ``yours`` the same to one of them, who needs
    no name: it goes on behind a title. ``due`` and ``otherwise`` are "" where there is no deadline.
    ``may``: nobody has to answer. ``secret``: the answers are sealed.
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
    """What this reader alone may know of the question that they are asked. ``lines`` are sentences;
    ``otherwise`` is what happens without an answer of theirs, in their words, ``default`` the order
    that is played then. ``private``: it is nobody else's business.
    """

    lines: tuple[Text, ...] = ()
    tables: tuple[TableScene, ...] = ()
    otherwise: Text = ()
    default: Text = ()
    private: bool = False


class Suggestion(Struct, frozen=True):
    """An order worth considering, and why, "" where nobody knows a reason. ``usual``: it is what is
    played without an answer; ``kept``: it stands on the sheet already.
    """

    order: str
    why: str = ""
    usual: bool = False
    kept: bool = False


class Situation(Struct, frozen=True, kw_only=True):
    """All of it. ``banner`` says how the game stands, in the words of its picture."""

    game: str
    kind: str
    state: State
    people: tuple[Person, ...]
    asked: Asked | None = None
    own: OwnQuestion | None = None


def people(seen: Seen) -> dict[Seat, str]:
    """Return how sentences call the seats: by people's names, unless a game has its own."""
    called = {chair.seat: chair.name or chair.seat for chair in seen.chairs}
    drawn = {} if seen.view is None else renderers.names(seen.kind.name, seen.view)
    return called | {seat: name for seat, name in drawn.items() if name != seat}


def situation(said: Sentences, seen: Seen) -> Situation:
    """Return where a game stands for the viewer of ``seen``."""
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
    )


def asked(said: Sentences, seen: Seen) -> Asked | None:
    """Return what everybody may know of the open question; None where nobody is asked."""
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


def prompt(said: Sentences, seen: Seen) -> tuple[Text, ...]:
    """Return all that the viewer of ``seen`` may know of the open question, a paragraph each."""
    stands = situation(said, seen)
    if stands.asked is None:
        return ()
    public, mine = stands.asked, stands.own or OwnQuestion()
    instead = mine.otherwise or public.otherwise
    told = joined(said, public.due, instead, mine.default, public.aside)
    return tuple(filter(None, (public.yours if stands.own else public.what, *mine.lines, told)))


def in_public(said: Sentences, seen: Seen) -> PublicQuestion:
    """Return what is asked, as everybody may know it: dice that all of them throw come first."""
    kind = seen.kind.name
    if seen.wanted is not None:
        return PublicQuestion(question=said.wanted(kind, seen.wanted).rstrip(".。"))
    return said.public_question(kind, seen.view, people(seen))


def banner(said: Sentences, seen: Seen, events: Iterable[Event] = ()) -> str:
    """Return how the game stands, in a sentence without its full stop: where it has ended without
    a winner, the board still asks, so that the house says it: why, if that is among the events.
    """
    if seen.result != ABANDONED:
        found: str = renderers.scene_of(seen.kind.name, seen.view, said.language).banner
        return found
    closed = [event for event in events if isinstance(event, Closed)]
    lines = said.news(seen.kind.name, closed, seen.viewer, people(seen))
    return said.joined(*lines).rstrip(".。") or said.say("house-abandoned")


def own(said: Sentences, seen: Seen) -> OwnQuestion:
    """Return what the asked viewer of ``seen`` may know beside what everybody does."""
    parts = said.asked(seen.kind.name, seen.view, why=seen.menu.why)
    lines = (plain(parts.more), plain(parts.private), plain(parts.shown))
    return OwnQuestion(
        lines=tuple(filter(None, lines)),
        tables=parts.sheet,
        otherwise=plain(parts.otherwise) if seen.due is not None else (),
        default=usual(said, seen),
        private=bool(parts.private),
    )


def default_of(seen: Seen) -> str:
    """Return the order that is played without an answer of the viewer, "" where none is."""
    try:
        return seen.menu.write(seen.menu.default) if seen.is_asked and seen.due is not None else ""
    except Refused:
        return ""


def usual(said: Sentences, seen: Seen) -> Text:
    """Return the sentence that says so."""
    order = default_of(seen)
    return sentence(said, "reading-default", order=OrderText(order)) if order else ()


def suggestions(said: Sentences, seen: Seen, most: int) -> tuple[Suggestion, ...]:
    """Return at most so many orders worth considering, without those that must be meant."""
    return tuple(each for each, _ in zip(suggested(said, seen), range(most), strict=False))


def suggested(said: Sentences, seen: Seen) -> Iterator[Suggestion]:
    """Yield all of them, each once."""
    kind, found, default = seen.kind.name, set[str](), default_of(seen)
    for order in seen.kind.hints(seen.view, seen.menu) if seen.is_asked else ():
        if getattr(order, "confirmed", False) or not seen.menu.allows(order):
            continue
        text = seen.menu.write(order)
        if text not in found:
            found.add(text)
            yield Suggestion(text, said.reason(kind, seen.view, order), usual=text == default)


def possible(seen: Seen, most: int) -> tuple[Suggestion, ...]:
    """Return orders that would be taken, where nobody knows which are worth considering."""
    return tuple(map(Suggestion, seen.menu.examples(seen.question)[:most]))


def on_sheet(seen: Seen) -> tuple[Suggestion, ...]:
    """Return what stands on the sheet of the viewer already."""
    return tuple(Suggestion(order, kept=True) for order in seen.kind.written(seen.view))


def waiting(said: Sentences, one: Asked) -> Text:
    """Return who is waited for."""
    return sentence(said, "reading-waiting", who=one.who)


def question(said: Sentences, one: Asked) -> Text:
    """Return all that everybody may know, after one another."""
    return joined(said, one.what, one.due, one.otherwise)
