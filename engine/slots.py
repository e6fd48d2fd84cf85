"""The slots of a menu: a word from a list, a number, several words, a path, any text. A slot reads,
writes and samples values.
"""

import random
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from typing import Any

from msgspec import Struct

WORD = re.compile(r'"(?=\s*[^\s"])[^"]*"(?!\w)|\S+')
"""A word, or several in quotation marks. A lone mark doesn't reach to the next quotation."""
LISTED = 25
"""The maximum number of words and numbers listed for one place."""


STATES = 2_000
"""The maximum number of states searched for the ends of a path."""
STOPS = 0.15
"""The probability that a random path stops where it could continue."""


class Miss(Exception):
    """The words do not fit a choice. The reader knows how far they fit."""


Facts = tuple[tuple[str, str | int], ...]
"""Arguments of a refusal's sentence: ``(("unit", "ART-1"), ("needs", 18))``."""


class Bar(Struct, frozen=True):
    """The reason why a well-formed order is refused now, or may be a mistake."""

    code: str
    facts: Facts = ()
    rule: str = ""
    # the order hurts its own side or achieves nothing, so it is never suggested
    harms: bool = False


class Note(Struct, frozen=True):
    """Words that would have fitted at a place."""

    code: str
    options: Iterable[object]
    rule: str
    facts: Facts = ()


class Reader:
    """The words of one order, and the notes about the furthest word that did not fit."""

    def __init__(self, text: str):
        self.text = text
        found = [*WORD.finditer(text)]
        self.spans = [match.span() for match in found]
        # Quotation marks alone are a word as they are: a player may have that name.
        self.words = [match[0].strip('"') or match[0] for match in found]
        self.far = 0
        self.notes: list[Note] = []
        self.closed = False  # set while a barred choice is read: its words are never suggested

    def __len__(self) -> int:
        return len(self.words)

    def note(
        self, i: int, code: str, options: Iterable[object] = (), rule: str = "", facts: Facts = ()
    ) -> None:
        """Note that ``options`` fit at word ``i``, and why other words are refused."""
        if i > self.far:
            self.far, self.notes = i, []
        if i == self.far:
            self.notes.append(Note(code, () if self.closed else options, rule, facts))

    def bar(self, i: int, bar: Bar, options: Iterable[object] = ()) -> None:
        """Note that word ``i`` is understood, but not allowed now."""
        self.note(i, bar.code, options, bar.rule, bar.facts)

    def word(self, i: int, end: int | None = None) -> str | None:
        """Return word ``i``, or ``None`` if it is outside the text or not before ``end``."""
        return self.words[i] if i < (len(self.words) if end is None else end) else None

    def find(self, fixed: str, i: int) -> int:
        """Return the index of the word ``fixed`` from word ``i`` on, or the number of words."""
        folded = [word.casefold() for word in self.words]
        return folded.index(fixed, i) if fixed in folded[i:] else len(folded)

    def span(self, i: int) -> tuple[int, int]:
        """Return start and end of word ``i`` in the text. After the last word it is empty."""
        return self.spans[i] if i < len(self.spans) else (len(self.text), len(self.text))

    def wanted(self) -> list[str]:
        """Return the words that fit at the furthest place reached."""
        return list(dict.fromkeys(str(option) for note in self.notes for option in note.options))


class Slot(ABC):
    """A place in an order's pattern that holds a value."""

    @abstractmethod
    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        """Return the value that begins at word ``i``, and the number of the first word after it.

        Words from ``end`` on belong to other slots. Raises ``Miss`` if no value fits, after noting
        the reason.
        """

    @abstractmethod
    def write(self, value: Any) -> str:
        """Return the canonical spelling of a value."""

    @abstractmethod
    def sample(self, rng: random.Random) -> Any:
        """Return a random legal value."""

    def few(self) -> Sequence[Any] | None:
        """Return all legal values, or ``None`` if there are too many to list."""
        return None


def beginning(words: Iterable[str], begun: str) -> list[str]:
    """Return the words with this beginning, ignoring case."""
    start = begun.casefold()
    return [word for word in words if word.casefold().startswith(start)]


def spelled(word: str) -> str:
    """Return a word as orders spell it: in quotes if it contains blanks."""
    return f'"{word}"' if " " in word else word


class OneOf(Slot):
    """One word from a list, ignoring case. ``code`` is the refusal code for any other word."""

    def __init__(self, of: Sequence[str], code: str = "not-one-of", rule: str = ""):
        self.of, self.code, self.rule = of, code, rule

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, self.code, map(spelled, self.of), self.rule)
        word = (reader.word(i, end) or "").casefold()
        for option in self.of:
            if option.casefold() == word:
                return option, i + 1
        raise Miss

    def write(self, value: str) -> str:
        return spelled(value)

    def sample(self, rng: random.Random) -> str:
        return rng.choice(self.of)

    def few(self) -> Sequence[str]:
        return self.of


class Int(Slot):
    """A whole number from ``lo`` to ``hi``."""

    def __init__(self, lo: int, hi: int, code: str = "not-a-number", rule: str = ""):
        self.lo, self.hi, self.code, self.rule = lo, hi, code, rule

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        reader.note(i, self.code, range(self.lo, min(self.hi, self.lo + LISTED - 1) + 1), self.rule)
        word = reader.word(i, end) or ""
        if re.fullmatch(r"[+-]?[0-9]{1,9}", word) and self.lo <= int(word) <= self.hi:
            return int(word), i + 1
        raise Miss

    def write(self, value: int) -> str:
        return str(value)

    def sample(self, rng: random.Random) -> int:
        return rng.randint(self.lo, self.hi)

    def few(self) -> Sequence[int] | None:
        return range(self.lo, self.hi + 1) if self.hi - self.lo < LISTED else None


class Many(Slot):
    """Between ``lo`` and ``hi`` different words from a list, written in its order."""

    def __init__(
        self, of: Sequence[str], lo: int = 0, hi: int | None = None, code: str = "not-one-of"
    ):
        self.of, self.lo, self.hi, self.code = (
            of,
            lo,
            len(of) if hi is None else min(hi, len(of)),
            code,
        )

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        got: list[str] = []
        while True:
            left = [option for option in self.of if option not in got] if len(got) < self.hi else []
            reader.note(i, self.code, map(spelled, left))
            word = (reader.word(i, end) or "").casefold()
            found = next((option for option in left if option.casefold() == word), None)
            if found is None:
                break
            got, i = [*got, found], i + 1
        if len(got) < self.lo:
            raise Miss
        return tuple(option for option in self.of if option in got), i

    def write(self, value: Sequence[str]) -> str:
        return " ".join(map(spelled, value))

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        some = rng.sample(list(self.of), rng.randint(self.lo, self.hi))
        return tuple(option for option in self.of if option in some)

    def few(self) -> Sequence[tuple[str, ...]] | None:
        if self.hi == 0:
            return [()]
        return [tuple(self.of)] if self.lo == self.hi == len(self.of) else None


def anywhere(_place: Any) -> bool:
    """Return True: by default a path may stop at every place."""
    return True


class Path(Slot):
    """A list of steps. ``steps(place)`` maps the legal next words to the places they lead to."""

    def __init__(
        self,
        start: Any,
        steps: Callable[[Any], dict[str, Any]],
        may_stop: Callable[[Any], bool] = anywhere,
        code: str = "no-such-step",
    ):
        self.start, self.steps, self.may_stop, self.code = start, steps, may_stop, code

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        place, got = self.start, list[str]()
        while True:
            steps = self.steps(place)
            reader.note(i, self.code, steps)
            word = (reader.word(i, end) or "").upper()
            if word not in steps:
                break
            place, got, i = steps[word], [*got, word], i + 1
        if not self.may_stop(place):
            raise Miss
        return tuple(got), i

    def write(self, value: Sequence[str]) -> str:
        return " ".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        if (found := self.wander(rng, self.start)) is None:
            raise IndexError("no path may stop anywhere")
        return found

    def wander(self, rng: random.Random, place: Any) -> tuple[str, ...] | None:
        """Return a random path from ``place`` to a place where it may stop, if there is one."""
        steps, stops = self.steps(place), self.may_stop(place)
        if stops and rng.random() < STOPS:
            return ()
        for word in rng.sample(list(steps), len(steps)):
            if (rest := self.wander(rng, steps[word])) is not None:
                return word, *rest
        return () if stops else None


class StepOffer(Struct, frozen=True, kw_only=True):
    """One possible next step of a path, as data."""

    value: Any  # the path including this step
    to: str  # the place where it ends, spelled as in orders
    towards: int | None = None  # direction in degrees clockwise from north, if known
    cost: int = 0  # includes the turning that the step needs
    bar: str = ""  # code of the obstacle, if any


class PathSlot(Slot):
    """A path whose next steps can be listed, so that doors can offer a button for each. Values are
    tuples. The empty one is a path not yet begun.
    """

    @abstractmethod
    def ahead(self, value: tuple[str, ...]) -> Sequence[StepOffer]:
        """Return the steps to all neighbouring places, always in the same order. Forbidden steps
        are included. It uses only the knowledge of the menu's seat.
        """

    @abstractmethod
    def places(self, value: tuple[str, ...]) -> Sequence[str]:
        """Return the places of a path, including its start."""

    def state(self, value: tuple[str, ...]) -> Hashable:
        """Return the part of a path that further steps depend on, by default its last place."""
        return self.places(value)[-1]

    def ends(self, begun: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
        """Return the places that a path can go on to, each with its cheapest way."""
        found, known, waiting = dict[str, tuple[str, ...]](), set[Hashable](), [(0, 0, begun)]
        while waiting and len(known) < STATES:
            cost, count, value = heappop(waiting)
            if (state := self.state(value)) in known:
                continue
            known.add(state)
            if value != begun:
                found.setdefault(self.places(value)[-1], value)
            for step in self.ahead(value):
                if not step.bar:
                    heappush(waiting, (cost + step.cost, count + 1, step.value))
        start = self.places(begun)[-1:]
        return {place: found[place] for place in sorted(found) if place not in start}

    @abstractmethod
    def points(self, value: tuple[str, ...]) -> tuple[int, int] | None:
        """Return the cost of a path and the points available for it, if it costs anything."""


class PathPlace(Struct, frozen=True):
    """A path in an unfinished order."""

    before: str  # the words before it
    value: tuple[str, ...]  # the path so far
    slot: PathSlot

    def text(self, value: tuple[str, ...]) -> str:
        """Return the order so far, with another path."""
        return f"{self.before} {self.slot.write(value)}".strip()


class Text(Slot):
    """The rest of the text as it was typed, at least one word."""

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, "unknown-word")
        if i >= end:
            raise Miss
        return reader.text[reader.spans[i][0] : reader.spans[end - 1][1]], end

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return " ".join(rng.choice(("so", "it", "is")) for _ in range(rng.randint(1, 4)))


@lru_cache(maxsize=1_000)
def places_of(pattern: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the parts of a pattern: text, name of the slot or ``None``, and next fixed word."""
    parts = pattern.split()
    fixed = [part for part in parts if slot_name(part) is None]
    found = []
    for part in parts:
        if (name := slot_name(part)) is None:
            fixed.pop(0)
        found.append((part, name, fixed[0] if fixed else ""))
    return tuple(found)


def slot_name(part: str) -> str | None:
    """Return ``target`` for ``{target}``, or ``None`` for a fixed word."""
    return part[1:-1] if part.startswith("{") else None
