"""The orders that somebody probably meant by words that are none."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from difflib import get_close_matches
from itertools import product
from typing import Any, Protocol

from engine.slots import Bar, Miss, Reader, Slot

MOST = 3
"""Orders that are offered instead."""
ALIKE = 0.65
"""How much a word must be like another to be a slip of it: two of three messages are enough."""
TRIES = 1_000
"""Texts that are read to find them."""
FEW = 40
"""Values of a slot that are tried where nothing was said for it."""
ENDS = frozenset(
    "done|end|end my turn|end turn|finish|finished|next|next turn|no more|pass|pass turn|ready|skip"
    "|skip turn|stop".split("|")
)
"""Words that end a game or a turn. A game has one or two of them."""


class ReadableChoice(Protocol):
    """What is needed of a choice."""

    offered: bool
    places: tuple[tuple[str, str | None, str], ...]

    @property
    def slots(self) -> Mapping[str, Any]:
        """The slots of the pattern, by name."""

    def read(self, reader: Reader) -> Any:
        """Return the order that the words say. Raises ``Miss``."""

    def write(self, order: Any) -> str:
        """Return the order in its canonical spelling."""

    def regretted(self, order: Any) -> Bar | None:
        """Return why a person may not mean the order."""


def harms(choice: ReadableChoice, order: Any) -> bool:
    """Return whether an order hurts its own side or is for nothing, as far as its seat can know."""
    regret = choice.regretted(order)
    return regret is not None and regret.harms


def same_kind(text: str, guess: str, verbs: Set[str]) -> bool:
    """Return whether a guess is an order of the kind that the text named: the text has no word for
    another kind of order.
    """
    words = {word.casefold() for word in Reader(text).words}
    return not words & verbs - {*guess.casefold().split()}


class Guesses:
    """Guesses at the meaning of a refused order, among orders of these ``choices``. ``also`` maps
    words that people try to the orders they mean. No guess harms its own side.
    """

    def __init__(self, choices: Sequence[ReadableChoice], also: Mapping[str, str]):
        self.choices = [choice for choice in choices if choice.offered]
        self.also, self.tries = also, 0

    def meant(self, reader: Reader, start: int, wanted: Sequence[str]) -> tuple[str, ...]:
        """Return up to three orders, or none if more would fit as well.

        It tries in turn, and stops at the first that finds any: words that people try, one
        misspelled word, a missing part, a word too many. ``wanted`` are the words that fit at
        character ``start``.
        """
        words = list(reader.words)
        at = next((i for i in range(len(words)) if reader.span(i)[0] >= start), len(words))
        if not 0 < len(words) <= 12:
            return ()
        for ways in (
            self.tried(words),
            self.respelled(words, at, wanted),
            self.filled(words),
            self.shortened(words),
        ):
            found = dict.fromkeys(ways)
            if found:
                return tuple(found) if len(found) <= MOST else ()
        return ()

    def read(self, text: str) -> Iterator[str]:
        """Yield the order of a text in its canonical spelling, if it is one."""
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

    def respelled(self, words: list[str], at: int, wanted: Sequence[str]) -> Iterator[str]:
        """Yield the order with another word at the place where it was not understood."""
        if at < len(words):
            plain = {word.casefold(): word for word in wanted}
            for near in get_close_matches(words[at].casefold(), plain, MOST, ALIKE):
                yield from self.read(" ".join((*words[:at], plain[near], *words[at + 1 :])))

    def filled(self, words: list[str]) -> list[str]:
        """Return the orders in which some parts after one another were left out; of these what
        somebody may regret only if there is nothing else.
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
        """Yield the orders of a choice whose parts from ``first`` up to ``last`` were left out, and
        whether nobody would regret them.
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
        """Return the words that fit at a part of a pattern; none if they are many."""
        if name is None:
            return [word]
        slot = choice.slots[name]
        few = slot.few() if isinstance(slot, Slot) else None
        return [slot.write(value) for value in few] if few and len(few) <= FEW else []

    def shortened(self, words: list[str]) -> Iterator[str]:
        """Yield the orders in which there was a word too many."""
        for i in range(len(words) if len(words) > 1 else 0):
            rest = [*words[:i], *words[i + 1 :]]
            if found := [*self.tried(rest)] or [*self.read(" ".join(rest))]:
                yield from found
            elif len(rest) == 1 and len(filled := self.filled(rest)) == 1:
                yield from filled
