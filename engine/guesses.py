"""Suggestions for a text that is not an order: the orders that its writer probably meant."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from difflib import get_close_matches
from itertools import product
from typing import Any, Protocol

from engine.slots import Bar, Miss, Reader, Slot

MOST = 3
"""The maximum number of suggested orders."""
ALIKE = 0.65
"""The minimum similarity (0 to 1) of a misspelled word. Two equal letters of three are enough."""
TRIES = 1_000
"""The maximum number of texts read to find suggestions."""
FEW = 40
"""The maximum number of values of a slot tried for a missing part."""
ENDS = frozenset(
    "done|end|end my turn|end turn|finish|finished|next|next turn|no more|pass|pass turn|ready|skip"
    "|skip turn|stop".split("|")
)
"""Words that end a turn or a game. A game has one or two of them."""
SOUNDS = dict(
    part.split("=")
    for part in "to=2 too=2 for=4 fore=4 ate=8 won=1 oh=0 o=0 l=1 i=1 night=knight past=pass"
    " slash=/".split()
)
"""Words that dictation writes for others, and letters that look like digits."""
SPLIT = re.compile(r"(?<=\b\d) (?=\d\b)| ?/ ?")
SLIPS = 2
"""Maximum number of misspelled words of an order."""


class ReadableChoice(Protocol):
    """The part of ``Choice`` that guessing needs."""

    order: type
    offered: bool
    places: tuple[tuple[str, str | None, str], ...]

    @property
    def slots(self) -> Mapping[str, Any]:
        """The slots of the pattern, by name."""

    def slot(self, name: str, got: dict[str, Any]) -> Slot:
        """Return a slot by name. ``got`` holds the values read before it."""

    def read(self, reader: Reader) -> Any:
        """Return the order that the words spell. Raises ``Miss`` if they spell none."""

    def write(self, order: Any) -> str:
        """Return the order in its canonical spelling."""

    def regretted(self, order: Any) -> Bar | None:
        """Return the reason why a person may give the order by mistake, if any."""


def harms(choice: ReadableChoice, order: Any) -> bool:
    """Return whether an order hurts its own side or achieves nothing, as far as its seat can
    know.
    """
    regret = choice.regretted(order)
    return regret is not None and regret.harms


def same_kind(text: str, guess: str, verbs: Set[str]) -> bool:
    """Return whether the text names no other kind of order than the guess. ``verbs`` are the first
    words of all kinds of orders.
    """
    words = {word.casefold() for word in Reader(text).words}
    return not words & verbs - {*guess.casefold().split()}


class Guesses:
    """Suggestions for refused orders, taken from these ``choices``. ``also`` maps words that people
    try to the orders they mean, ``numbers`` number words to digits. ``loosely`` returns the orders
    that a text without misspelled words can mean. No suggestion harms its own side.
    """

    def __init__(
        self,
        choices: Sequence[ReadableChoice],
        also: Mapping[str, str],
        numbers: Mapping[str, str],
        loosely: Callable[[Sequence[ReadableChoice], str], Mapping[str, Any]],
    ):
        self.choices = [choice for choice in choices if choice.offered]
        self.also, self.numbers, self.loosely, self.tries = also, numbers, loosely, 0

    def meant(self, reader: Reader, start: int, wanted: Sequence[str]) -> tuple[str, ...]:
        """Return up to three orders that the words may mean, or none if more than three fit.

        It tries words that people use, misspelled words, words as dictation writes them, a missing
        part, a superfluous word, and parts in another order, and stops at the first way that finds
        any. ``wanted`` are the words that fit at character ``start``.
        """
        words = list(reader.words)
        at = next((i for i in range(len(words)) if reader.span(i)[0] >= start), len(words))
        if not 0 < len(words) <= 12:
            return ()
        for ways in (
            self.tried(words),
            self.respelled(words, at, wanted),
            self.dictated(words),
            self.filled(words),
            self.shortened(words),
            self.swapped(words),
        ):
            found = dict.fromkeys(ways)
            if found:
                return tuple(found) if len(found) <= MOST else ()
        return ()

    def read(self, text: str) -> Iterator[str]:
        """Yield the canonical spelling of a text, if it is an order that doesn't harm its own
        side.
        """
        for choice in self.choices:
            self.tries += 1
            with suppress(Miss):
                order = choice.read(Reader(text))
                if not harms(choice, order):
                    yield choice.write(order)
                return

    def tried(self, words: Sequence[str]) -> Iterator[str]:
        text = " ".join(words).casefold()
        if text in self.also:
            yield from self.read(self.also[text])
        elif text in ENDS:
            for one in ("done", "pass", "ok"):
                yield from self.read(one)

    def respelled(
        self, words: list[str], at: int, wanted: Sequence[str], slips: int = SLIPS
    ) -> Iterator[str]:
        """Yield the orders that result from replacing the misspelled word ``at``, or from writing
        it as two words, and if necessary another one behind it.
        """
        if at >= len(words) or self.tries > TRIES:
            return
        plain = {word.casefold(): word for word in wanted}
        said = words[at].casefold()
        number = said.lstrip("+-").isdigit()  # no slip of another, but perhaps of two at the end
        close = [] if number else get_close_matches(said, plain, MOST, ALIKE)
        near = [[plain[word]] for word in close]
        last = not number or at == len(words) - 1
        cuts = ((said[:k], words[at][k:]) for k in range(1, len(said) if last else 1))
        near += [[plain[head], rest] for head, rest in cuts if head in plain]
        for instead in near:
            tried = [*words[:at], *instead, *words[at + 1 :]]
            text = " ".join(tried)
            if found := [*self.read(text)] or [*self.loose(text)]:
                yield from found
            elif slips > 1:
                far, fits = self.reach(tried)
                if far > at:
                    yield from self.respelled(tried, far, fits, slips - 1)

    def reach(self, words: Sequence[str]) -> tuple[int, list[str]]:
        """Return the number of words that begin an order, and the words that fit next."""
        reader = Reader(" ".join(words))
        for choice in self.choices:
            self.tries += 1
            with suppress(Miss):
                choice.read(reader)
        return reader.far, reader.wanted()

    def dictated(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the orders that sound like the words, with digits one by one or together."""
        said = [word.strip(".,").casefold() for word in words]
        for kept in ((), ("to", "for")):
            heard = [one if one in kept else SOUNDS.get(one, one) for one in said]
            text = " ".join(self.numbers.get(one, one) for one in heard)
            for one in dict.fromkeys((text, SPLIT.sub(lambda gap: gap[0].strip(), text))):
                if one != " ".join(said):
                    yield from self.loose(one)

    def loose(self, text: str) -> Iterator[str]:
        """Yield the order that a text can mean, if it is only one and harms nobody on its side."""
        self.tries += 1
        found = self.loosely(self.choices, text)
        if len(found) == 1:
            yield from (
                spelling for spelling, one in found.items() if not harms(one.choice, one.order)
            )

    def swapped(self, words: Sequence[str]) -> Iterator[str]:
        """Yield the orders that result from exchanging two adjacent words."""
        for i in range(len(words) - 1):
            yield from self.read(" ".join((*words[:i], words[i + 1], words[i], *words[i + 2 :])))

    def filled(self, words: list[str]) -> list[str]:
        """Return the orders that have these words and one more part. Risky ones are left out unless
        there are no others.
        """
        found = [
            way
            for choice in self.choices
            for first in range(len(choice.places))
            for last in range(first + 1, len(choice.places) + (first > 0))
            for way in self.between(choice, words, first, last)
        ]
        return [order for order, sure in found if sure] or [order for order, _ in found]

    def between(
        self, choice: ReadableChoice, words: list[str], first: int, last: int
    ) -> Iterator[tuple[str, bool]]:
        """Yield the orders of a choice whose parts from ``first`` up to ``last`` were left out.
        Each comes with a flag: whether a player is sure not to regret it.
        """
        parts = choice.places
        left = [self.values(choice, word, name) for word, name, _ in parts[first:last]]
        if not all(left) or len(words) > 2 * (len(parts) - (last - first)):
            return
        if first == 0:
            places: Iterable[int] = [0]
        else:
            places = [len(words)] if last == len(parts) else range(1, len(words))
        for values, at in product(product(*left), places):
            if self.tries > TRIES:
                return
            self.tries += 1
            with suppress(Miss):
                order = choice.read(Reader(" ".join((*words[:at], *values, *words[at:]))))
                if not harms(choice, order):
                    yield choice.write(order), choice.regretted(order) is None

    def values(self, choice: ReadableChoice, word: str, name: str | None) -> list[str]:
        """Return the words that fit at a part of a pattern, or none if there are too many."""
        if name is None:
            return [word]
        slot = choice.slots[name]
        few = slot.few() if isinstance(slot, Slot) else None
        return [slot.write(value) for value in few] if few and len(few) <= FEW else []

    def shortened(self, words: list[str]) -> Iterator[str]:
        """Yield the orders that result from leaving out one word."""
        for i in range(len(words) if len(words) > 1 else 0):
            rest = [*words[:i], *words[i + 1 :]]
            text = " ".join(rest)
            if found := [*self.tried(rest)] or [*self.read(text)] or [*self.loose(text)]:
                yield from found
            elif len(rest) == 1 and len(filled := self.filled(rest)) == 1:
                yield from filled
