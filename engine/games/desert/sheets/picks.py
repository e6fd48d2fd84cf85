"""The slots of names: one, several, groups, and names with a word each."""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from engine.slots import Bar, Miss, Reader, Slot

Check = Callable[[Any], Bar | None]
"""Why a value may not stand here; ``None``: it may."""


def spelled(word: str) -> str:
    """Return a word as it is compared: ``"Nr1 Inf":`` is ``nr1-inf``."""
    return re.sub(r"\s+", "-", word.strip().rstrip(":").strip()).casefold()


def later(_word: str) -> Bar | None:
    """Return nothing: the exact reason comes at a later word."""
    return None


def unknown(code: str, word: str) -> Bar:
    """Return the reason against a word that names nothing here."""
    if not word or code == "not-one-of":
        return Bar(code)
    return Bar(code, (("what", word[:60]), ("unit", word[:60]), ("hex", "none")))


class Offers(Slot):
    """A slot that knows what may stand at its place, looked for one by one."""

    def options(self) -> Iterator[Any]:
        """Return what may stand here."""
        raise NotImplementedError

    @cached_property
    def legal(self) -> tuple[Any, ...]:
        """What may stand here."""
        return tuple(self.options())

    def any(self) -> bool:
        """Return whether anything may stand here."""
        return next(self.options(), None) is not None

    def refuse(self, reader: Reader, i: int, bar: Bar | None) -> None:
        """Refuse the word at ``i`` if there is a reason against it."""
        if bar is not None:
            reader.bar(i, bar, self.options())
            raise Miss


class Pick(Offers):
    """One of these words. Those that ``check`` gives a reason against may not stand here, and
    are refused with it, or with what ``firm`` says, if that is given: then the reason comes at
    a later word. ``unknown``: the reason against any other word.
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
        """Return those that may stand here, looked for one by one."""
        return (word for word in self.of if self.check is None or self.check(word) is None)

    def find(self, word: str) -> str | None:
        """Return the word that is meant."""
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
    """Some of these joined by ``+``: ``A+B``. ``whole`` is asked of all together."""

    def __init__(self, one: Pick, whole: Callable[[tuple[str, ...]], Bar | None] | None = None):
        self.one, self.whole = one, whole

    def options(self) -> Iterator[str]:
        """Return those that may stand here alone, looked for one by one."""
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
    """Return words from ``i`` that ``+`` holds together, with or without blanks around it."""
    text, at = reader.word(i, end) or "", i + 1
    while at < end and (text.endswith("+") or (reader.word(at, end) or "").startswith("+")):
        text, at = text + (reader.word(at, end) or ""), at + 1
    return text.rstrip(":"), at


class Groups(Offers):
    """``A+B ; C``: barrages, each of some units. ``check(groups)`` gives
    the first reason against them.
    """

    def __init__(self, names: Pick, check: Callable[[tuple[tuple[str, ...], ...]], Bar | None]):
        self.names, self.check = names, check

    def options(self) -> Iterator[str]:
        """Return the units that may fire alone, looked for one by one."""
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
    """``ART-1 fwd ART-2 back``: names with a word each; ``words``
    are the words by what they mean.
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
