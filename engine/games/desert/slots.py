"""Slots of lines: names (one, several, groups, pairs), numbers, points by kind, paths."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from engine.slots import Bar, Int, Miss, PathSlot, Reader, Slot, StepOffer

Check = Callable[[Any], Bar | None]
"""The reason why a value is not allowed here, or ``None``."""


RULES = {
    "DS-3": "E-MISS E-BACK E-GUNBACK",
    "DS-4": "E-NOGUN E-AMMO",
    "DS-5": "E-TARGET E-ALIAS",
    "DS-6": "E-ADJ E-ORIGIN E-SIX E-SPLITB E-TASKED E-IDLE E-BARR E-NATION E-MUSTFIRE",
    "DS-8": "W-ZERO",
    "DS-9": "E-SUM E-EVEN",
    "DS-10": "E-PIN E-COH E-FIXED E-MOVED E-FOUR E-AWAY E-ZZ E-STOP E-OCC E-TERRAIN E-STACK E-BLOW",
    "DS-11": (
        "E-RETREATED E-AARATE E-CARATE E-SPLIT E-ONEHEX E-PAIR E-PAIRX E-PAIRBOTH E-MUST E-NOBODY"
        " E-SIZE"
    ),
    "DS-12": "E-DONE E-NOTAA E-ARMOR E-POOL",
    "DS-13": "E-NOCA E-BUSY",
    "DS-14": "E-PATH E-GROUP E-FORCED E-RAW E-SHARE E-GUNS E-VUL",
    "DS-15": "E-CAP E-THREE E-EZOC E-INF E-LEFT",
    "DS-17": "E-HELD E-STRIKE E-NEAR E-DEL",
    "DS-18": "E-CPA",
    "DS-24": "E-BASE E-DECLARE",
}
"""The rule behind each reason. Reasons without a rule are about words."""
RULE_OF = {code: rule for rule, codes in RULES.items() for code in codes.split()}


def spelled(word: str) -> str:
    """Return a word as it is compared: ``"Nr1 Inf":`` is ``nr1-inf``."""
    return re.sub(r"\s+", "-", word.strip().rstrip(":").strip()).casefold()


def later(_word: str) -> Bar | None:
    """Return ``None``, because the exact reason comes at a later word."""
    return None


def unknown(code: str, word: str) -> Bar:
    if not word or code == "not-one-of":
        return Bar(code)
    return Bar(code, (("what", word[:60]), ("unit", word[:60]), ("hex", "none")))


def bar(code: str, *, rule: str = "", **facts: str | int) -> Bar:
    """Return a reason with its facts. ``rule`` replaces the usual one."""
    return Bar(code, tuple(facts.items()), rule or RULE_OF.get(code, ""))


def first_reason(reasons: Iterable[Bar | None]) -> Bar | None:
    """Return the first reason, or ``None`` if one of the possibilities has no reason against it."""
    found: Bar | None = None
    for reason in reasons:
        if reason is None:
            return None
        found = found or reason
    return found


class Offers(Slot):
    def options(self) -> Iterator[Any]:
        raise NotImplementedError

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        return tuple(self.options())

    def any(self) -> bool:
        return next(self.options(), None) is not None

    def refuse(self, reader: Reader, i: int, bar: Bar | None) -> None:
        if bar is not None:
            reader.bar(i, bar, self.options())
            raise Miss


class Pick(Offers):
    """A slot for one of these words.

    ``check`` returns the reason against a word, if any. The word is then refused with it, or with
    the text of ``firm`` if that is given, in which case the reason applies at a later word.
    ``unknown`` is the reason against any other word.
    """

    def __init__(
        self,
        of: Iterable[str],
        check: Check | None = None,
        unknown: str = "not-one-of",
        firm: Check | None = None,
    ):
        self.of, self.check, self.unknown = tuple(of), check, unknown
        self.firm = firm or check

    def options(self) -> Iterator[str]:
        return (word for word in self.of if self.check is None or self.check(word) is None)

    def find(self, word: str) -> str | None:
        wanted = spelled(word)
        return next((option for option in self.of if option.casefold() == wanted), None)

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        word = reader.word(i, end)
        found = self.find(word) if word else None
        if found is None:
            reader.bar(i, unknown(self.unknown, word or ""), self.options())
            raise Miss
        self.refuse(reader, i, self.firm(found) if self.firm else None)
        reader.note(i, "not-one-of", self.options())
        after = i + 1
        if reader.word(after, end) == ":":
            after += 1
        return found, after

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        word: str = rng.choice(self.legal)
        return word

    def few(self) -> Sequence[str]:
        return self.legal


class Several(Offers):
    """A slot for some of these words joined by ``+``: ``A+B``. ``whole`` checks all of them
    together.
    """

    def __init__(self, one: Pick, whole: Callable[[tuple[str, ...]], Bar | None] | None = None):
        self.one, self.of, self.whole = one, one.of, whole

    def options(self) -> Iterator[str]:
        return (
            word for word in self.one.options() if self.whole is None or self.whole((word,)) is None
        )

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        text, after = joined(reader, i, end)
        got: list[str] = []
        for part in text.split("+"):
            found = self.one.find(part) if part else None
            bar: Bar | None = None
            if found is None:
                bar = unknown(self.one.unknown, part)
            elif found not in got:
                bar = self.one.firm(found) if self.one.firm else None
                got.append(found)
            self.refuse(reader, i, bar)
        self.refuse(reader, i, self.whole(tuple(got)) if self.whole else None)
        reader.note(i, "not-one-of", self.options())
        return tuple(got), after

    def write(self, value: tuple[str, ...]) -> str:
        return "+".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        return (rng.choice(self.legal),)

    def few(self) -> None:
        return None


def joined(reader: Reader, i: int, end: int) -> tuple[str, int]:
    """Return words from ``i`` on that are joined by ``+``, with or without blanks around it."""
    text, at = reader.word(i, end) or "", i + 1
    while at < end and (text.endswith("+") or (reader.word(at, end) or "").startswith("+")):
        text, at = text + (reader.word(at, end) or ""), at + 1
    return text.rstrip(":"), at


class Groups(Offers):
    """A slot for barrages: ``A+B ; C``. ``check(groups)`` returns the first reason against them."""

    def __init__(self, names: Pick, check: Callable[[tuple[tuple[str, ...], ...]], Bar | None]):
        self.names, self.check = names, check

    def options(self) -> Iterator[str]:
        return (word for word in self.names.of if self.check(((word,),)) is None)

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[tuple[str, ...], ...], int]:
        words = [reader.word(k, end) or "" for k in range(i, end)]
        text = " ".join(words)
        if text in ("", ":") or re.match("[0-9]+[+?]", text):
            reader.note(i, "not-one-of", self.options())
            raise Miss
        groups: list[tuple[str, ...]] = []
        for group in text.removeprefix(": ").split(";"):
            units: dict[str, None] = {}
            for part in re.split(r"[+\s]+", group.strip()):
                found = self.names.find(part) if part else None
                if found is None:
                    reader.bar(i, unknown("E-UNIT", part), self.options())
                    raise Miss
                units[found] = None
            groups.append(tuple(units))
        self.refuse(reader, i, self.check(tuple(groups)))
        reader.note(i, "not-one-of", self.options())
        return tuple(groups), end

    def write(self, value: tuple[tuple[str, ...], ...]) -> str:
        return " ; ".join("+".join(group) for group in value)

    def sample(self, rng: random.Random) -> tuple[tuple[str, ...], ...]:
        return ((rng.choice(self.legal),),)


class Pairs(Slot):
    """A slot for names with a word each: ``ART-1 fwd ART-2 back``. ``words`` maps words to
    meanings.
    """

    def __init__(self, of: Sequence[str], words: dict[str, str], unknown: str):
        self.of, self.words, self.unknown = Pick(of, unknown=unknown), words, unknown

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[tuple[str, str], ...], int]:
        got: dict[str, str] = {}
        while i < end or not got:
            name, i = self.of.read(reader, i, end)
            reader.note(i, "not-one-of", list(self.words.values()))
            word = (reader.word(i, end) or "").casefold()
            meant = next(
                (meant for meant, short in self.words.items() if word in (short, meant)), None
            )
            if meant is None:
                raise Miss
            got[name], i = meant, i + 1
        reader.note(i, "not-one-of", self.of.options())
        return tuple(sorted(got.items())), i

    def write(self, value: tuple[tuple[str, str], ...]) -> str:
        return " ".join(f"{name} {self.words[meant]}" for name, meant in value)

    def sample(self, rng: random.Random) -> tuple[tuple[str, str], ...]:
        return ((rng.choice(self.of.of), rng.choice(list(self.words))),)


class Numbered(Slot):
    """A slot for the number of a barrage and a sign: ``2+`` or ``2?``. ``legal`` are the numbers
    that are useful now.
    """

    def __init__(
        self, numbers: Sequence[int], legal: Sequence[int], sign: str, bar: Callable[[int], Bar]
    ):
        self.numbers, self.legal, self.sign, self.bar = numbers, legal, sign, bar

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        word = (reader.word(i, end) or "").rstrip(":")
        options = [f"{n}{self.sign}" for n in self.legal]
        number = word.removesuffix(self.sign)
        if not re.fullmatch("[0-9]{1,3}", number) or not word.endswith(self.sign):
            if (
                not word or word[0].isdigit()
            ):  # any other word belongs to another line, whose reasons must not be hidden
                reader.note(i, "not-one-of", options)
            raise Miss
        if int(number) not in self.numbers:
            reader.bar(i, self.bar(int(number)), options)
            raise Miss
        reader.note(i, "not-one-of", options)
        after = i + 1
        if reader.word(after, end) == ":":
            after += 1
        return int(number), after

    def write(self, value: int) -> str:
        return f"{value}{self.sign}"

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self.legal)


class Count(Int):
    """A slot for a number. ``check`` and ``firm`` return reasons against it, which apply at a later
    word or here.
    """

    def __init__(
        self,
        hi: int,
        check: Callable[[int], Bar | None] | None = None,
        lo: int = 1,
        firm: Callable[[int], Bar | None] | None = None,
    ):
        super().__init__(lo, hi)
        self.check, self.firm = check, firm or check

    @cached_property
    def legal(self) -> tuple[int, ...]:
        return tuple(self.options())

    def options(self) -> Iterator[int]:
        return (
            n for n in range(self.lo, self.hi + 1) if self.check is None or self.check(n) is None
        )

    def few(self) -> Sequence[int]:
        return self.legal

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        word = reader.word(i, end) or ""
        inside = re.fullmatch("[0-9]{1,4}", word) and self.lo <= int(word) <= self.hi
        if self.firm is not None and inside and (bar := self.firm(int(word))) is not None:
            reader.bar(i, bar, self.options())
            raise Miss
        reader.note(i, self.code, self.options(), self.rule)
        if not inside:
            raise Miss
        return int(word), i + 1

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self.legal)


class Amounts(Slot):
    """A slot for points by kind: ``medium 1 light 1``.

    ``medium/ca`` names the points that assault, if others of the kind fire. If there is only one
    kind, the number is enough.
    """

    def __init__(self, most: dict[str, int]):
        self.most = {kind: n for kind, n in sorted(most.items()) if n > 0}

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[tuple[str, int], ...], int]:
        got: dict[str, int] = {}
        while i < end or not got:
            left = [kind for kind in self.most if kind not in got]
            word = (reader.word(i, end) or "").casefold()
            plain = (kind for kind in left if kind.partition("/")[0] == word)
            kind = next((kind for kind in left if kind == word), None) or next(plain, None)
            alone = (
                kind is None
                and len({kind.partition("/")[0] for kind in self.most}) == 1
                and not got
            )
            numbers = range(1, max(self.most.values(), default=0) + 1) if alone else ()
            reader.note(i, "not-one-of", [*left, *numbers])
            if kind is None and not alone:
                raise Miss
            if kind is None:
                kind, i = next(iter(self.most)), i - 1
            got[kind], i = Int(0, self.most[kind]).read(reader, i + 1, end)
        value = tuple(sorted(got.items()))
        if len(got) < len(self.most):
            reader.note(i, "too-much", [kind for kind in self.most if kind not in got])
        return value, i

    def write(self, value: tuple[tuple[str, int], ...]) -> str:
        return " ".join(f"{kind} {n}" for kind, n in value)

    def sample(self, rng: random.Random) -> tuple[tuple[str, int], ...]:
        kind = rng.choice(list(self.most))
        return ((kind, rng.randint(0, self.most[kind])),)


class Trail(PathSlot):
    """A slot for a path: ``C4-D3-C3``. ``steps(hexes)`` returns the reason against each next hex,
    and ``cost`` the price.
    """

    def __init__(
        self,
        start: str,
        steps: Callable[[tuple[str, ...]], dict[str, Bar | None]],
        with_start: bool,
        ways: Callable[[], Sequence[tuple[str, ...]]],
        cost: Callable[[tuple[str, ...]], int],
    ):
        self.start, self.steps, self.with_start = start, steps, with_start
        self.ways, self.cost = ways, cost

    def gone(self, value: tuple[str, ...]) -> tuple[str, ...]:
        return value[1:] if value[:1] == (self.start,) else value

    def ahead(self, value: tuple[str, ...]) -> list[StepOffer]:
        path = self.gone(value)
        return [
            StepOffer(
                value=self.whole((*path, hex)),
                to=hex,
                cost=self.cost((*path, hex)) - (self.cost(path) if path else 0),
                bar=bar.code if bar else "",
            )
            for hex, bar in self.steps(path).items()
        ]

    def whole(self, path: tuple[str, ...]) -> tuple[str, ...]:
        return (self.start, *path) if self.with_start else path

    def places(self, value: tuple[str, ...]) -> tuple[str, ...]:
        return (self.start, *self.gone(value))

    def points(self, value: tuple[str, ...]) -> None:
        """Return ``None``, because a unit's budget depends on its other actions."""

    @cached_property
    def samples(self) -> Sequence[tuple[str, ...]]:
        return self.ways()

    def options(self) -> Iterator[str]:
        return (self.write(path) for path in self.samples)

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        word = reader.word(i, end) or ""
        got: tuple[str, ...] = ()
        hexes = word.upper().split("-") if word else []
        if hexes[:1] == [self.start.upper()]:
            hexes = hexes[1:]
        bar: Bar | None = None if hexes else Bar("not-one-of")
        for hex in hexes:
            reasons = {name.upper(): (name, why) for name, why in self.steps(got).items()}
            if hex not in reasons:
                bar = Bar("E-NEXT", (("hex", hex[:20]), ("origin", got[-1] if got else self.start)))
                break
            name, bar = reasons[hex]
            got = (*got, name)
            if bar is not None:
                break
        if bar is not None:
            reader.bar(i, bar, self.options())
            raise Miss
        reader.note(i, "not-one-of", self.options())
        return self.whole(got), i + 1

    def write(self, value: tuple[str, ...]) -> str:
        if self.with_start and value[:1] != (self.start,):
            value = (self.start, *value)
        return "-".join(value)

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        path = rng.choice(self.samples)
        return (self.start, *path) if self.with_start else path
