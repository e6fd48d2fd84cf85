"""The words with which people look at a game, a class each: its spellings, and the parts of its
answer.

The catalogues explain them as ``look-WORD``. Every door accepts these words; help and completion
follow from the classes. Commands to the referee are in ``engine.referee.commands.word``.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Protocol

from msgspec import Struct

import renderers
import renderers.rules
from engine.game_view import GameView
from engine.games import rules_of
from engine.menu import Menu, Refusal, Refused
from renderers.reading import parts
from renderers.reading.parts import (
    BoardPart,
    ListingPart,
    Part,
    RulesPart,
    SayingPart,
    ToldPage,
    ToldQuestion,
)
from renderers.reading.situation import suggestions
from renderers.reading.text import Moment, OrderText, Text, plain, sentence
from renderers.sentences import Sentences

REASONS = 5
"""Most orders explained by help."""
DIGITS = 6


class PastReader(Protocol):
    """The history of a game for one viewer: ``engine.store.history.Past``."""

    @property
    def pages(self) -> Sequence[ToldPage]: ...
    def asked(self) -> Sequence[ToldQuestion]: ...
    def said_to(self, question: int) -> Sequence[str]: ...


class RefereeWord(Protocol):
    """A command to the referee: ``engine.referee.commands.word.Word``."""

    @classmethod
    def key(cls) -> str: ...
    @classmethod
    def spellings(cls) -> list[str]: ...
    @classmethod
    def message(cls) -> str: ...


class Onlooker(Struct, frozen=True, kw_only=True):
    """A person looking at a game at second ``now``. ``own`` are the door's own words and their
    meanings.
    """

    said: Sentences
    seen: GameView
    now: int
    past: PastReader | None = None  # there for a word with ``LookingWord.past``
    referee: Sequence[type[RefereeWord]] = ()
    own: Sequence[tuple[str, str]] = ()


class LookingWord(Struct, frozen=True):
    """A looking word and the rest of the text."""

    says: ClassVar[tuple[str, ...]] = ()
    past: ClassVar[bool] = False
    """Whether the answer needs more than the current state of the game."""
    alone: ClassVar[bool] = False
    """Whether it is about a seat's private information."""
    rest: str = ""

    @classmethod
    def word(cls) -> str:
        return cls.says[0].split()[0]

    @classmethod
    def words(cls) -> set[str]:
        return {text.split()[0] for text in cls.says}

    @classmethod
    def message(cls) -> str:
        return f"look-{cls.word()}"

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        """Return the answer. Raises ``Refused``."""
        raise NotImplementedError  # each word has its own

    def refused(self, code: str, *wanted: str) -> Refused:
        start = len(self.word()) + 1
        return Refused(
            Refusal(
                code=code, start=start, end=start + len(self.rest), word=self.rest, wanted=wanted
            )
        )


class BoardWord(LookingWord, frozen=True):
    says = ("board", "board VIEW", "map", "scores")

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        kind, view = by.seen.kind.name, by.seen.view
        mode = renderers.mode_named(kind, view, self.rest)
        if mode is None:
            raise self.refused(
                "no-look", "board", *map("board {}".format, renderers.modes(kind, view))
            )
        return (BoardPart(mode),)


class HistoryWord(LookingWord, frozen=True):
    says = ("history", "history LINE")
    past = True

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        if self.rest and not (self.rest.isdecimal() and len(self.rest) <= DIGITS):
            raise self.refused("not-a-number", "history", "history 12")
        pages, alone = (by.past.pages, by.past.asked()) if by.past else ((), ())
        return (parts.history(by.said, by.seen, pages, int(self.rest or 0), alone),)


class RulesWord(LookingWord, frozen=True):
    says = ("rules", "rules TOPIC")

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        page = rules_of(by.seen.kind)
        if not (found := renderers.rules.about(page, self.rest)):
            raise self.refused("no-topic", *renderers.rules.topics(page))
        return (rules(by.said, by.seen, found),)


class StatusWord(LookingWord, frozen=True):
    says = ("status",)

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        return (parts.status(by.said, by.seen),)


class OrdersWord(LookingWord, frozen=True):
    says = ("orders",)
    past = alone = True

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        said, seen = by.said, by.seen
        if not seen.is_asked:
            return (SayingPart((plain(said.say("reading-not-asked")),)),)
        given = by.past.said_to(seen.question) if by.past else ()
        rows: tuple[tuple[Text, Text], ...] = tuple(((OrderText(one),), ()) for one in given)
        nothing = ((plain(said.say("reading-orders-none")), ()),)
        answer = plain(said.say("reading-orders-open"))
        if seen.reply:
            answer = sentence(said, "reading-orders-answer", order=OrderText(seen.reply))
        head = plain(said.say("reading-orders"))
        return (ListingPart(head, rows or nothing), SayingPart((answer,)))


class HelpWord(LookingWord, frozen=True):
    says = ("help", "help WORD")

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        if self.rest:
            return tuple(self.explained(by))
        return tuple(part for part in self.listed(by) if part.rows)

    def listed(self, by: Onlooker) -> Iterator[ListingPart]:
        said, seen = by.said, by.seen
        modes = renderers.modes(seen.kind.name, seen.view)
        players = [one for one in by.referee if not one.key().startswith("gm ")]
        groups = {
            "orders": [(OrderText(o), "") for o, _ in every_way(seen.menu, seen.question)],
            "looks": [
                *(spelt(said, one) for one in LOOKS),
                *((OrderText(text), what) for text, what in by.own),
            ],
            "views": [(OrderText(f"board {mode}"), "") for mode in modes],
            "referee": [
                (OrderText(text), "") for text in dict.fromkeys(one.key() for one in players)
            ],
        }
        for name, found in groups.items():
            rows = tuple(((term,), plain(meaning)) for term, meaning in found)
            yield ListingPart(plain(said.say(f"reading-help-{name}")), rows, dense=name != "looks")

    def explained(self, by: Onlooker) -> Iterator[Part]:
        """Yield the meaning of a word, and the rules about it. Raises ``Refused``."""
        said, seen, word = by.said, by.seen, self.rest.casefold()
        begun = f"{' '.join(word.split())} "
        found = [spelt(said, one) for one in LOOKS if word in one.words()]
        found += [(OrderText(text), what) for text, what in by.own if begins(text, begun)]
        found += [
            (OrderText(", ".join(one.spellings())), said.say(one.message()))
            for one in by.referee
            if begins(one.key(), begun)
        ]
        hints = suggestions(said, seen, REASONS)
        ways = (order for order, _ in every_way(seen.menu, seen.question))
        orders = dict.fromkeys(ways, "") | {one.order: one.why for one in hints}
        found += [(OrderText(o), why) for o, why in orders.items() if begins(o, begun)]
        if found:
            yield ListingPart((), tuple(((term,), plain(meaning)) for term, meaning in found))
        if lines := renderers.rules.explaining(rules_of(seen.kind), self.rest):
            yield rules(said, seen, lines)
        elif not found:
            raise self.refused("no-topic", *(one.word() for one in LOOKS))


class PingWord(LookingWord, frozen=True):
    says = ("ping",)

    def parts(self, by: Onlooker) -> tuple[Part, ...]:
        return (SayingPart((sentence(by.said, "reading-pong", at=Moment(by.now)),)),)


LOOKS: tuple[type[LookingWord], ...] = (
    StatusWord,
    BoardWord,
    HistoryWord,
    OrdersWord,
    RulesWord,
    HelpWord,
    PingWord,
)
BY_WORD = {word: one for one in LOOKS for word in one.words()}


def look_of(text: str) -> LookingWord | None:
    """Return the looking word at the start of a text, with the rest of the text, or ``None``."""
    word, _, rest = text.strip().partition(" ")
    found = BY_WORD.get(word.casefold())
    return found(rest.strip()) if found else None


def spelt(said: Sentences, one: type[LookingWord]) -> tuple[OrderText, str]:
    return OrderText(", ".join(one.says)), said.say(one.message())


def rules(said: Sentences, seen: GameView, lines: Sequence[str]) -> RulesPart:
    return RulesPart(plain(said.say("reading-rules", kind=seen.kind.name)), tuple(lines))


def begins(spellings: str, begun: str) -> bool:
    """Return whether one of these spellings begins with ``begun``, which ends in a blank."""
    return any(f"{one} ".startswith(begun) for one in spellings.split(", "))


def every_way(menu: Menu, seed: int) -> Iterator[tuple[str, int]]:
    worth = [order for order in menu.hints() if menu.allows(order)]
    given = {type(order): menu.write(order) for order in reversed(worth)}
    shown = menu.examples(seed, len(menu.offered))
    for choice in menu.offered:
        orders = choice.orders()
        first = given.get(choice.order) or (choice.write(orders[0]) if orders else "")
        verb = choice.parts[0]
        first = first or next((text for text in shown if text.split()[0] == verb), choice.pattern)
        yield first, len(orders) if orders is not None else 0
