"""The slots of numbers: barrages by number, counts, points by kind."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from engine.slots import Bar, Int, Miss, Reader, Slot


class Numbered(Slot):
    """``2+`` or ``2?``: the number of a barrage with a sign behind it;
    ``legal``: those that help now.
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
    """A number from ``lo`` to ``hi``; ``check`` may have a reason against one, and
    ``firm`` what is said of it here.
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
        """The numbers that may stand here."""
        return tuple(self.options())

    def options(self) -> Iterator[int]:
        """Return the numbers that may stand here, looked for one by one."""
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
    """``medium 1 light 1``: points by kind; ``medium/ca`` are those of a half, and the
    first half where it is not said. Where there is one kind alone, the number is enough.
    ``check`` is asked of all together.
    """

    def __init__(
        self,
        most: dict[str, int],
        check: Callable[[tuple[tuple[str, int], ...]], Bar | None] | None = None,
    ):
        self.most, self.check = {kind: n for kind, n in sorted(most.items()) if n > 0}, check

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[tuple[str, int], ...], int]:
        got: dict[str, int] = {}
        first = i
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
        if self.check and (bar := self.check(value)) is not None:
            reader.bar(first, bar)
            raise Miss
        if len(got) < len(self.most):
            reader.note(i, "too-much", [kind for kind in self.most if kind not in got])
        return value, i

    def write(self, value: tuple[tuple[str, int], ...]) -> str:
        return " ".join(f"{kind} {n}" for kind, n in value)

    def sample(self, rng: random.Random) -> tuple[tuple[str, int], ...]:
        kind = rng.choice(list(self.most))
        return ((kind, rng.randint(0, self.most[kind])),)
