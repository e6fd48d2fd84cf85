"""The orders of a seat. One object parses, completes, prints, explains and samples them.

A menu is a few choices. A choice is a pattern (``bomb {target} {square}``), the order type it
makes, and a slot for each name in braces. While reading, every slot *notes* the words that would
fit at its place. The notes at the furthest word reached are both the place and reason of a refusal,
and the completion list.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from engine import lenient
from engine.guesses import MOST, Guesses, harms, same_kind
from engine.offers import ABOUT, OFFERS, Offer, OrderParts, Role, Unlisted
from engine.refusals import LONGEST, NotPossible, Refusal, Refused, too_long
from engine.slots import Bar, Miss, PathPlace, PathSlot, Reader, Slot, beginning, places_of
from engine.state import Anytime, Line

EXAMPLES = 10
SURE = "!"
"""The mark after an order that a player may regret but means."""


class Choice:
    """One kind of order: ``Choice(Bomb, "bomb {target} {square}", target=OneOf(...),
    square=Square(10, 8))``.

    A slot may be a function of the values read before it. With ``offered=False`` a typed order is
    accepted, but never suggested, completed or sampled. With ``bar`` it is refused, for that
    reason. A game may set ``about``, which returns further fields of the ``Offer`` of an order: its
    ``unit``, its ``cell``, its ``cost``. It may set ``regret``, which returns the reason why a
    person may give an order by mistake, or ``None``. Such an order needs a ``!`` at its end.
    """

    def __init__(
        self,
        order: type,
        pattern: str,
        *,
        offered: bool = True,
        bar: Bar | None = None,
        regret: Callable[[Any], Bar | None] | None = None,
        **slots: Slot | Callable[[dict[str, Any]], Slot],
    ):
        self.order, self.pattern, self.slots, self.bar = order, pattern, slots, bar
        self.offered, self.regret = offered and bar is None, regret
        self.about: Callable[[Any], dict[str, Any]] | None = None
        self.places = places_of(pattern)

    @property
    def parts(self) -> list[str]:
        """The words of the pattern, slots in braces."""
        return self.pattern.split()

    @property
    def role(self) -> Role:
        if issubclass(self.order, Anytime):
            return "anytime"
        return "line" if issubclass(self.order, Line) else "answer"

    @property
    def may_be_regretted(self) -> bool:
        """Whether people may give some order of this choice by mistake."""
        return self.regret is not None or getattr(self.order, "confirmed", False)

    def regretted(self, order: Any) -> Bar | None:
        """Return the reason why a person may give this order by mistake, or ``None``. An order that
        ends the seat's part always has one.
        """
        if getattr(order, "confirmed", False):
            return Bar("ends-game", harms=True)
        return self.regret(order) if self.regret else None

    def __repr__(self) -> str:
        return f"Choice({self.order.__name__}, {self.pattern!r})"

    def slot(self, name: str, got: dict[str, Any]) -> Slot:
        """Return a slot by name. ``got`` holds the values read before it."""
        slot = self.slots[name]
        return slot(got) if callable(slot) else slot

    def read(self, reader: Reader) -> Any:
        """Return the order that the words spell. Raises ``Miss`` if they spell none."""
        i, got = 0, dict[str, Any]()
        reader.closed = self.bar is not None
        for word, name, following in self.places:
            if name is None:
                reader.note(i, "unknown-word", [word])
                if (reader.word(i) or "").casefold() != word:
                    raise Miss
                i += 1
            else:
                # The words of a slot end at the next fixed word of the pattern, if it comes.
                end = reader.find(following, i) if following else len(reader)
                got[name], i = self.slot(name, got).read(reader, i, end)
        if self.bar is not None:
            reader.bar(i, self.bar)
            raise Miss
        reader.note(i, "too-much")
        if reader.word(i) is not None:
            raise Miss
        return self.order(**got)

    def write(self, order: Any) -> str:
        """Return the canonical spelling. Raises ``KeyError`` if a slot cannot hold its value."""
        return " ".join(filter(None, (word for _, word in self.spelled(order))))

    def spelled(self, order: Any) -> list[tuple[str | None, str]]:
        """Return the parts of an order, each with the name of its slot (``None``: a fixed word).
        Raises ``KeyError`` if a slot cannot hold its value.
        """
        got = {name: getattr(order, name) for _, name, _ in self.places if name}
        return [
            (name, self.slot(name, got).write(got[name]) if name else word)
            for word, name, _ in self.places
        ]

    def path(self, reader: Reader) -> PathPlace | None:
        """Return the path that the words end in, or ``None`` if they end elsewhere."""
        i, got = 0, dict[str, Any]()
        for word, name, _ in self.places:
            if name is None:
                if (reader.word(i) or "").casefold() != word:
                    return None
                i += 1
                continue
            slot, value, after = self.slot(name, got), (), i
            if i < len(reader) or not isinstance(slot, PathSlot):
                try:
                    value, after = slot.read(reader, i, len(reader))
                except Miss:
                    return None
            if isinstance(slot, PathSlot):
                before = reader.text[: reader.span(i)[0]].strip()
                return PathPlace(before, value, slot) if after == len(reader) else None
            got[name], i = value, after
        return None

    def sample(self, rng: random.Random) -> Any:
        got: dict[str, Any] = {}
        for _, name, _ in self.places:
            if name:
                got[name] = self.slot(name, got).sample(rng)
        return self.order(**got)

    def orders(self, most: int = OFFERS) -> list[Any] | None:
        """Return all orders, or ``None`` if there are more than ``most`` or a slot cannot list its
        values.
        """
        found: list[dict[str, Any]] = [{}]
        for name in filter(None, [name for _, name, _ in self.places]):
            grown: list[dict[str, Any]] = []
            for got in found:
                values = self.slot(name, got).few()
                if values is None or len(grown) + len(values) > most:
                    return None
                grown += [{**got, name: value} for value in values]
            found = grown
        return [self.order(**got) for got in found]

    def offer(self, order: Any) -> Offer:
        """Return an order of this choice as data for prompts, buttons and programs."""
        spelled = self.spelled(order)
        slots = {name: word for name, word in spelled if name}
        said = {
            what: next((slots[name] for name in names if name in slots), "")
            for what, names in ABOUT.items()
        }
        return Offer(
            order=" ".join(filter(None, (word for _, word in spelled))),
            type=self.order.__name__,
            role=self.role,
            slots=slots,
            **said | (self.about(order) if self.about else {}),
        )


class Menu:
    """The orders that a seat can give now.

    ``default`` is played if the seat doesn't answer. ``why`` is data for the sentence “why you are
    asked”. ``idle`` is the refusal code if the seat is not asked. ``also`` maps words that people
    try to the orders they mean. ``hints`` are orders to consider, best first. ``verbs`` are the
    first words of all orders, if the game declares them. ``in_a_row`` is the maximum number of
    answers before others are asked or dice fall, or ``None`` if unknown.
    """

    def __init__(
        self, choices: Sequence[Choice] = (), default: Any = None, why: Any = None, idle: str = ""
    ):
        self.choices, self.default, self.why, self.idle = tuple(choices), default, why, idle
        self.also: dict[str, str] = {}
        self.in_a_row: int | None = None
        self.verbs: frozenset[str] = frozenset()
        self.hints: Callable[[], Sequence[Any]] = tuple
        self.sampled: dict[tuple[int, int], tuple[str, ...]] = {}
        self.known: dict[str, dict[str, lenient.Meant]] = {}

    def __add__(self, other: "Menu") -> "Menu":
        both = Menu((*self.choices, *other.choices), self.default, self.why, self.idle)
        both.also, both.hints = {**other.also, **self.also}, self.hints
        both.in_a_row = self.in_a_row
        return both

    @property
    def offered(self) -> list[Choice]:
        return [choice for choice in self.choices if choice.offered]

    def parse(self, text: str, seed: int = 0) -> Any:
        """Return the order that ``read`` finds in ``text``, without its spelling."""
        return self.read(text, seed)[0]

    def read(
        self, text: str, seed: int = 0, *, careful: bool = False, examples: bool = True
    ) -> tuple[Any, str]:
        """Return the order that ``text`` spells, or the only one that it can mean, and its
        canonical spelling. Raises ``Refused`` if there is none or, with ``careful``, if a person
        may regret it. ``seed`` picks the refusal's ``examples``, which take time.
        """
        if len(text) > LONGEST:
            raise Refused(too_long(self.examples(seed) if examples else ()))
        reader, sure = self.reader(text)
        if (found := self.exact(reader)) is None:
            meant = self.meant(text)
            if len(meant) != 1:
                refusal = self.refusal(reader, seed, examples=examples)
                if not meant and not refusal.facts:
                    refusal = self.plainly_refused(reader, refusal)
                raise Refused(replace(refusal, meant=tuple(meant)[:MOST]))
            [one] = meant.values()
            found, sure = (one.choice, one.order), one.sure
        choice, order = found
        spelling = choice.write(order)
        if careful and not sure and (bar := choice.regretted(order)):
            sign = (*bar.facts, ("sure", f"{spelling}{SURE}"))
            raise Refused(
                Refusal(code=bar.code, end=len(text), word=text, rule=bar.rule, facts=sign)
            )
        return order, spelling

    def exact(self, reader: Reader) -> tuple[Choice, Any] | None:
        """Return the order that the words spell, with its choice, or ``None``."""
        lenient.spend(1 + len(self.choices) // lenient.PER_WORK)
        for choice in self.choices:
            with suppress(Miss):
                return choice, self.attempt(choice, reader)
        return None

    def meant(self, text: str) -> dict[str, lenient.Meant]:
        """Return the orders that a text can mean although it spells none, by their canonical
        spelling. The text is an order if it can mean only one. The latest are remembered, since a
        message is read several times.
        """
        if text not in self.known:
            if len(self.known) >= lenient.REMEMBERED:
                self.known.clear()
            found = self.worked_out(text)
            if lenient.is_spent():
                return found
            self.known[text] = found
        return self.known[text]

    def worked_out(self, text: str) -> dict[str, lenient.Meant]:
        verbs = self.verbs | {choice.parts[0] for choice in self.offered}
        head = lenient.without_reason(text, verbs)
        if head and head in self.suggested() and (found := self.exact(Reader(head))):
            return {head: lenient.Meant(*found)}
        meant = lenient.orders_meant(self.offered, text)
        plain = lenient.respelt(text, verbs) if self.verbs and not meant else ""
        return lenient.orders_meant(self.offered, plain) if plain else meant

    def reader(self, text: str) -> tuple[Reader, bool]:
        sure = text.rstrip().endswith(SURE) and any(one.may_be_regretted for one in self.choices)
        return Reader(text.rstrip().removesuffix(SURE) if sure else text), sure

    def stops_at(self, text: str, *, lenient: bool = True) -> int | None:
        """Return the character where a text stops making sense, or ``None`` if it is an order.
        Faster than ``read``, and more so if it isn't ``lenient``.
        """
        if len(text) > LONGEST:
            return 0
        reader, _ = self.reader(text)
        if self.exact(reader) or (lenient and len(self.meant(text)) == 1):
            return None
        return reader.span(reader.far)[0]

    def attempt(self, choice: Choice, reader: Reader) -> Any:
        """Read one choice. Hidden choices leave no notes, so no refusal or completion mentions
        them.
        """
        return choice.read(reader if choice.offered or choice.bar else Reader(reader.text))

    def refusal(self, reader: Reader, seed: int, *, examples: bool = True) -> Refusal:
        """Return the refusal at the furthest word that was understood."""
        start, end = reader.span(reader.far)
        word = reader.text[start:end]
        legal = self.examples(seed) if examples else ()
        if self.idle and reader.far == 0:
            return Refusal(code=self.idle, start=start, end=end, word=word, legal=legal)
        told = next(
            (note for note in reader.notes if note.facts), reader.notes[0] if reader.notes else None
        )
        code = (
            "nothing-to-order"
            if told is None
            else told.code
            if word or told.facts
            else "incomplete"
        )
        wanted = reader.wanted()
        near = get_close_matches(word, wanted, 5) if examples else []
        return Refusal(
            code=code,
            start=start,
            end=end,
            word=word,
            wanted=(*near, *(w for w in wanted if w not in near))[:25],
            legal=legal,
            rule=told.rule if told else "",
            facts=told.facts if told else (),
        )

    def plainly_refused(self, reader: Reader, refusal: Refusal) -> Refusal:
        """Return the reason that an order in plain spelling is refused for, if a slovenly one gets
        no further.
        """
        for text, written in lenient.in_plain_words(reader.text):
            plain = Reader(text)
            if text.split() == reader.words or self.exact(plain) or plain.far < reader.far:
                continue
            why, word = self.refusal(plain, 0, examples=False), [*written, ""][plain.far]
            same = why.code == refusal.code and refusal.word.casefold() not in lenient.FILLERS
            if why.rule and not same:
                start = reader.text.casefold().find(word.casefold(), refusal.start)
                start = start if start >= 0 and word else len(reader.text)
                place = {"start": start, "end": start + len(word), "word": word}
                return replace(why, legal=refusal.legal, **place)
        return refusal

    def complete(self, text: str) -> list[str]:
        """Return the words that fit at the end of ``text``. Its last word may be incomplete. It may
        end in a ``+`` if several words can be joined.
        """
        if len(text) > LONGEST:
            return []
        head, _, begun = text.rpartition(" ")
        reader = Reader(head)
        self.read_as_far(reader)
        at_end = reader.wanted() if reader.far == len(reader) else []
        before, _, last = begun.rpartition("+")
        if (found := beginning(at_end, begun)) or not before:
            return found
        used = before.casefold().split("+")
        added = [word for word in beginning(at_end, last) if word.casefold() not in used]
        joined = [f"{before}+{word}" for word in added]
        return [word for word in joined if self.read_as_far(Reader(f"{head} {word}"))]

    def read_as_far(self, reader: Reader) -> bool:
        """Read words as every offered choice, and return whether an order can begin with them."""
        whole = False
        for choice in self.offered:
            with suppress(Miss):
                choice.read(reader)
                whole = True
        return whole or reader.far == len(reader)

    def path(self, text: str) -> PathPlace | None:
        """Return the path at the end of ``text``, or the path that could begin there, if any."""
        if len(text) > LONGEST:
            return None
        found = (choice.path(Reader(text)) for choice in self.offered)
        return next((place for place in found if place is not None), None)

    def going(self, text: str) -> OrderParts:
        """Return the ways to continue an order that begins with ``text``."""
        words = tuple(self.complete(f"{text} "))
        found = self.exact(Reader(text)) if len(text) <= LONGEST else None
        kind = type(found[1]) if found else None
        return OrderParts(words, whole=any(choice.order is kind for choice in self.offered))

    def write(self, order: Any) -> str:
        """Return the order in its canonical spelling. Raises ``Refused`` if it is not on the
        menu.
        """
        for choice in self.choices:
            if type(order) is choice.order:
                try:
                    text = choice.write(order)
                    if (found := self.exact(Reader(text))) and found[1] == order:
                        return text
                except (Miss, KeyError, Refused):
                    pass
        raise Refused(Refusal(code="not-on-the-menu"))

    def allows(self, order: Any) -> bool:
        with suppress(Refused):
            self.write(order)
            return True
        return False

    def takes(self, text: str) -> bool:
        """Return whether a text is an order that can be given now."""
        return self.stops_at(text) is None

    def sample(self, rng: random.Random) -> Any:
        """Return a random legal order. Raises ``IndexError`` if there is none."""
        return rng.choice(self.offered).sample(rng)

    def only(self) -> Any | None:
        """Return the only legal order, or ``None`` if there are several or none."""
        return next(iter(self.offered[0].orders(1) or ()), None) if len(self.offered) == 1 else None

    @cached_property
    def listing(self) -> tuple[list[Offer], list[Unlisted]]:
        """Every legal order as data, choice by choice, and the choices with too many orders to
        list. An order with two spellings is listed under the first choice.
        """
        found, unlisted = dict[Any, Offer](), list[Unlisted]()
        for choice in self.offered:
            if (orders := choice.orders()) is None:
                unlisted.append(Unlisted(choice.pattern, choice.order.__name__, choice.role))
            for order in orders or ():
                if order not in found:
                    found[order] = choice.offer(order)
        return list(found.values()), unlisted

    def offers(self) -> list[Offer]:
        """Return every legal order as data, without those of choices that cannot be listed."""
        return self.listing[0]

    def examples(self, seed: int, n: int = EXAMPLES) -> tuple[str, ...]:
        """Return up to ``n`` legal orders, at least one of each choice if possible, the same for
        equal seeds.
        """
        if (seed, n) in self.sampled:
            return self.sampled[seed, n]
        rng, found = random.Random(seed), dict[str, None]()
        for k in range(4 * n if self.offered else 0):
            choice = self.offered[k % len(self.offered)]
            found[choice.write(choice.sample(rng))] = None
            if len(found) == n:
                break
        self.sampled[seed, n] = tuple(found)
        return self.sampled[seed, n]

    def advised(self, refusal: Refusal, text: str) -> Refusal:
        """Return a refusal with advice for a person.

        Its ``legal`` orders are those worth considering. If no part of the text was understood,
        ``meant`` lists orders that the player may have meant.
        """
        if not refusal.legal:
            return refusal
        legal = self.suggested() or refusal.legal
        if refusal.code == self.idle or refusal.facts:
            return replace(refusal, legal=legal)
        guesses = Guesses(self.choices, self.also, lenient.NUMBERS, lenient.orders_meant)
        meant = refusal.meant or guesses.meant(Reader(text), refusal.start, refusal.wanted)
        return replace(refusal, legal=legal, meant=meant)

    def suggested(self) -> tuple[str, ...]:
        found = dict[str, None]()
        for order in self.hints():
            with suppress(Refused):
                found[self.write(order)] = None
        return tuple(found)

    def harms(self, order: Any) -> bool:
        """Return whether an order of this menu hurts its own side or achieves nothing."""
        return any(harms(choice, order) for choice in self.choices if type(order) is choice.order)

    def corrected(self, text: str, meant: Sequence[str]) -> str:
        """Return the one order that a refused text may have ``meant``, or "". It is "" if there are
        several, or if the text named another kind of order.
        """
        verbs = self.verbs | {choice.parts[0] for choice in self.offered}
        fits = len(meant) == 1 and same_kind(text, meant[0], verbs)
        return meant[0] if fits else ""

    def help(self) -> list[str]:
        return [choice.pattern for choice in self.offered]


__all__ = [
    "EXAMPLES",
    "LONGEST",
    "Choice",
    "Menu",
    "NotPossible",
    "OrderParts",
    "Refusal",
    "Refused",
    "too_long",
]
