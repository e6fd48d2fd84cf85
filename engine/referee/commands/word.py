"""A command to the referee is one class, with its spellings, its users, the consent it needs and
its effect.

The catalogues (``renderers/locale``) contain its texts: ``word-KEY`` explains it, ``did-KEY``
confirms it. The referee's menu, the slash command in Discord, help and completion at each door, the
command line and docs/reference/commands.md follow from the class.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from random import Random
from typing import Any, ClassVar, Literal, TypedDict, TypeVar, Unpack

from msgspec import Struct

from engine.menu import Choice, Menu, Refused
from engine.messages import Receipt
from engine.plan import DAY
from engine.referee.commands import consent
from engine.referee.commands.request import No, Request, Who
from engine.rulings import plan_text
from engine.rulings.agreement import Consent
from engine.rulings.plan_text import BadPlan
from engine.slots import Int, Miss, OneOf, Reader, Slot, Text, slot_name
from engine.state import Event

PLACE = re.compile(r"\{(\w+)\}")
PAIRS = ("gm", "my", "forget")
"""First words that form a command only with a second word."""
MONTH = 30 * DAY
"""The maximum extension that a command accepts, in seconds."""

Place = Slot | Callable[[Request], Slot]
Facts = dict[str, Any]


class Read(Slot):
    """A slot for all words up to the next fixed one. ``read`` raises ``BadPlan``."""

    def __init__(
        self, code: str, read: Callable[[str], Any], write: Callable[[Any], str], *examples: str
    ):
        self.code, self.of, self.back, self.examples = code, read, write, examples

    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        reader.note(i, self.code, self.examples)
        if i >= end:
            raise Miss
        try:
            return self.of(reader.text[reader.spans[i][0] : reader.spans[end - 1][1]]), end
        except BadPlan as bad:
            word = bad.word.casefold()
            wrong = next((k for k in range(i, end) if reader.words[k].casefold() == word), i)
            reader.note(wrong, self.code, bad.wanted)
            raise Miss from bad

    def write(self, value: Any) -> str:
        return self.back(value)

    def sample(self, rng: Random) -> Any:
        return self.of(rng.choice(self.examples))


def seats_of(request: Request) -> OneOf:
    seats = request.opened.table.seats
    if not seats:
        raise No("no-such-seat", word=request.message.text.split()[-1])
    return OneOf(seats, "no-such-seat")


LENGTH = Read(
    "bad-length", partial(plan_text.seconds, most=MONTH), plan_text.duration, "24h", "90m", "3d"
)
PLACES: Mapping[str, Place] = {"seat": seats_of, "line": Int(1, 999_999), "length": LENGTH}
"""Slots by name, unless the command has its own. The default is any text."""


class Word(Struct, frozen=True):
    """One form of a command. Its fields are the places of its spellings."""

    says: ClassVar[tuple[str, ...]] = ()
    by: ClassVar[Who] = "seat"
    places: ClassVar[Mapping[str, Place]] = {}
    slash: ClassVar[str] = ""
    """The slash command in Discord. The default for ``gm …`` is ``mod …``, and ``""`` means
    `/order` only.
    """
    gameless: ClassVar[bool] = False
    misread: ClassVar[str] = ""
    """The refusal code if no spelling fits. The default is that of the place that doesn't fit."""
    asks: ClassVar[Consent] = ""
    """The agreement of the others that it needs if its sender plays. ``spoken``: silence is not
    agreement, because the command decides, shortens or reveals their game.
    """
    tells: ClassVar[tuple[type[Event], ...]] = ()
    """The news of it outside the game's rules. ``signals`` says how loud they are."""
    rating: ClassVar[Literal["", "counts", "void"]] = ""
    """Whether a game in which it was used still counts, if that is not obvious."""
    audited: ClassVar[bool] = False
    """Whether it is logged in the audit log, with the facts that ``do`` returns."""
    free: ClassVar[bool] = False
    """Whether the limit of notices doesn't apply, because the command only reads, is about the
    sender alone, answers others, or has its own limit.
    """
    counts: ClassVar[bool] = False
    """Whether it counts as a notice to others even without an entry in the game."""

    @property
    def over(self) -> str:
        """The seat over which the command has power, or "". Nobody is asked about their own."""
        return getattr(self, "seat", "")

    def do(self, request: Request) -> Facts | Receipt:
        """Carry out the command and return the facts of the receipt. Raises ``No``."""
        raise NotImplementedError

    def needs(self, request: Request) -> Consent:  # noqa: ARG002
        """Return the agreement that it needs now."""
        return self.asks

    def first(self, request: Request) -> Receipt | None:  # noqa: ARG002
        """Ask the others first, if necessary, and return that answer. Raises ``No``."""
        return None

    def perform(self, request: Request) -> Receipt:
        if waits := self.first(request):
            return waits
        alone = (
            consent.acting_alone(request, self) if self.asks and self.by == "moderator" else None
        )
        facts = self.do(request)
        if isinstance(facts, Receipt):
            return facts
        did = facts.pop("did", self.word())
        if alone is not None:
            request.enter(alone)
        if self.audited:
            request.audit(did, **facts)
            facts = {name: value for name, value in facts.items() if isinstance(value, str | int)}
        return request.done(did=did, **facts)

    @classmethod
    @cache
    def key(cls) -> str:
        heads = [text.partition("{")[0].split() for text in cls.says]
        same = takewhile(lambda words: len({*words}) == 1, zip(*heads, strict=False))
        return " ".join(words[0] for words in same)

    @classmethod
    @cache
    def word(cls) -> str:
        words = cls.key().split()
        return " ".join(words[: 2 if words[0] in PAIRS else 1])

    @classmethod
    def spellings(cls) -> list[str]:
        return [PLACE.sub(lambda place: place[1].upper(), text) for text in cls.says]

    @classmethod
    def message(cls) -> str:
        return f"word-{cls.key().replace(' ', '-')}"

    @classmethod
    @cache
    def command(cls) -> str:
        """Return the command in Discord, such as ``mod extend``, or ""."""
        own = cls.word().removeprefix("gm ")
        return cls.slash or (f"mod {own}" if own != cls.word() else "")

    @classmethod
    def fields(cls) -> dict[str, bool]:
        names = dict.fromkeys(name for text in cls.says for name in PLACE.findall(text))
        return {name: all(f"{{{name}}}" in text for text in cls.says) for name in names}

    @classmethod
    def place(cls, name: str) -> Place:
        return cls.places.get(name) or PLACES.get(name) or Text()

    @classmethod
    def choices(cls, request: Request) -> list[Choice]:
        """Return the spellings whose places can be filled. Raises ``No`` if there are none."""
        found, wrong = list[Choice](), No("unknown-word")
        for text in cls.says:
            choice = Choice(cls, text)
            try:
                for name in PLACE.findall(text):
                    place = cls.place(name)
                    choice.slots[name] = place if isinstance(place, Slot) else place(request)
            except No as no:
                wrong = no
            else:
                found.append(choice)
        if not found:
            raise wrong
        return found


class SaysMore(TypedDict, total=False):
    """The keyword arguments of ``says``: see ``Word``."""

    by: Who
    slash: str
    gameless: bool
    misread: str
    asks: Consent
    tells: tuple[type[Event], ...]
    rating: Literal["", "counts", "void"]
    audited: bool
    free: bool
    counts: bool


Kind = TypeVar("Kind", bound=type[Word])


def says(*spellings: str, **about: Unpack[SaysMore]) -> Callable[[Kind], Kind]:
    """Register a class as a command with these spellings."""

    def spelt(kind: Kind) -> Kind:
        for name, value in {"says": spellings, **about}.items():
            setattr(kind, name, value)
        return kind

    return spelt


@dataclass(frozen=True)
class Verb:
    """All commands that begin with one word."""

    word: str
    kinds: Sequence[type[Word]]

    @property
    def who(self) -> Who:
        return self.kinds[0].by

    @property
    def gameless(self) -> bool:
        return self.kinds[0].gameless

    def choices(self, request: Request) -> list[Choice]:
        return [choice for kind in self.kinds for choice in kind.choices(request)]

    @property
    def free(self) -> bool:
        return self.kinds[0].free

    @property
    def counts(self) -> bool:
        return self.kinds[0].counts

    def answer(self, request: Request) -> Receipt:
        """Carry out the message. Raises ``No`` if it is refused."""
        request.allowed(self.who)
        choices = self.choices(request)
        try:
            asked: Word = Menu(choices).parse(request.message.text)
        except Refused as refused:
            why = refused.refusal
            wanted = why.wanted or [spelling(choice) for choice in choices]
            code = self.kinds[0].misread or why.code
            raise No(code, *wanted, word=why.word, start=why.start, end=why.end) from refused
        return asked.perform(request)


def spelling(choice: Choice) -> str:
    return " ".join(name.upper() if (name := slot_name(part)) else part for part in choice.parts)
