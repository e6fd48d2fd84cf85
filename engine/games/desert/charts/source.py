"""The text of a chart file, where its keys stand in it, and the list of what is wrong with it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from engine.plaintext import toml_in

HEADER = re.compile(r"\s*\[([A-Za-z0-9_.\" -]+)\]\s*(?:#.*)?$")
KEY = re.compile(r"\s*(?:\"([^\"]*)\"|([A-Za-z0-9_-]+))\s*=")
MOST = 12
"""Problems that are told at once."""


class Form(Struct, frozen=True):
    """What keys may look like whose names are not fixed: the pattern, and the words for it."""

    words: str
    pattern: str

    def fits(self, key: str) -> bool:
        """Return whether this is such a key."""
        return re.fullmatch(self.pattern, key) is not None


class ChartError(ValueError):
    """A chart file is refused. The text has a line for each problem: file, line and key, what
    is wrong, what would be right; they are in ``problems`` too.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        more = [f"… and {len(problems) - MOST} more"] if len(problems) > MOST else []
        super().__init__("\n".join([*problems[:MOST], *more]))
        self.problems = tuple(problems)


class Source:
    """A TOML file that is being checked: ``add`` notes in ``problems`` what is wrong at a key."""

    def __init__(self, data: bytes, name: str) -> None:
        self.name = name
        self.problems: list[str] = []
        try:
            text = data.decode("utf-8")
            self.document: dict[str, Any] = toml_in(text)
        except UnicodeDecodeError as error:
            raise ChartError(
                [f"{name}: byte {error.start + 1} is no UTF-8; save the file as UTF-8"]
            ) from error
        except ValueError as error:
            raise ChartError(
                [f"{name}: is no TOML: {error}; house-1.toml shows the form"]
            ) from error
        self.lines = where(text)

    def add(self, path: Sequence[str], reason: str) -> None:
        """Note a problem; ``path`` are the keys down to the place."""
        self.problems.append(f"{self.place(path)}: {reason}")

    def place(self, path: Sequence[str]) -> str:
        """Return a place in words: ``house-1.toml, line 12: [barrage.infantry] none``."""
        above = (tuple(path[:n]) for n in range(len(path), 0, -1))
        line = next((self.lines[keys] for keys in above if keys in self.lines), 0)
        at = f"{self.name}, line {line}" if line else self.name
        return f"{at}: {spelled(path, table=isinstance(self.at(path), Mapping))}" if path else at

    def at(self, path: Sequence[str]) -> Any:
        """Return what stands at a path; ``None``: nothing."""
        found: Any = self.document
        for key in path:
            found = found.get(key) if isinstance(found, Mapping) else None
        return found

    def table(
        self,
        path: Sequence[str],
        required: Sequence[str],
        optional: Sequence[str] = (),
        others: Form | None = None,
    ) -> "Keys":
        """Return the table at a path, with these keys and no other (1.2.6); ``others``: what
        further keys may be.

        Keys that are not known are noted and left out. A missing table is empty,
        and a missing key of its parent.
        """
        found = self.at(path)
        if not isinstance(found, Mapping):
            if found is not None:
                self.add(
                    path,
                    f"is {shown(found)}; it must be a table with the keys {', '.join(required)}",
                )
            return Keys(self, path)
        known = [*required, *optional]
        for key in required:
            if key not in found:
                self.add(path, f"the key {key!r} is missing; needed: {', '.join(required)}")
        keys = Keys(self, path)
        for key, value in found.items():
            if key in known or (others and others.fits(key)):
                keys[key] = value
            else:
                possible = [*known, *([others.words] if others else [])]
                self.add([*path, key], f"there is no such key; possible: {', '.join(possible)}")
        return keys

    @contextmanager
    def noting(self, path: Sequence[str], prefix: str = "") -> Iterator[None]:
        """Note what a ``ValueError`` says as a problem, behind a prefix."""
        try:
            yield
        except ValueError as error:
            self.add(path, f"{prefix}{error}")

    def number(self, path: Sequence[str], value: Any, least: int, most: int) -> int:
        """Return a whole number in a range, else note a problem and return ``least``."""
        if type(value) is int and least <= value <= most:
            return value
        self.add(path, f"{shown(value)} is no whole number from {least} to {most}")
        return least

    def flag(self, path: Sequence[str], value: Any) -> bool:
        """Return ``true`` or ``false``, else note a problem."""
        if isinstance(value, bool):
            return value
        self.add(path, f"{shown(value)} is neither true nor false")
        return False

    def texts(self, path: Sequence[str], value: Any, length: int | None = None) -> list[str]:
        """Return a list of texts, of this length if one is given; else note a problem and return
        an empty list.
        """
        if not isinstance(value, list) or not all(isinstance(cell, str) for cell in value):
            self.add(path, f'{shown(value)} is no list of texts, such as ["11-54", "-"]')
            return []
        if length is not None and len(value) != length:
            self.add(
                path, f"has {len(value)} cells; one for each of the {length} columns is needed"
            )
            return []
        return value


class Keys(dict[str, Any]):
    """The known keys of a table at a path, with their values."""

    def __init__(self, source: Source, path: Sequence[str]) -> None:
        super().__init__()
        self.source, self.path = source, path

    def below(self, key: str) -> tuple[str, ...]:
        """Return the path of a key."""
        return (*self.path, key)

    def add(self, key: str, reason: str) -> None:
        """Note a problem at a key."""
        self.source.add(self.below(key), reason)

    def number(self, key: str, least: int, most: int, default: int = 0) -> int:
        """Return a whole number in a range, else note a problem and return ``least``."""
        return self.source.number(self.below(key), self.get(key, default), least, most)

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Return ``true`` or ``false``, else note a problem."""
        return self.source.flag(self.below(key), self.get(key, default))

    def texts(self, key: str, length: int | None = None) -> list[str]:
        """Return a list of texts, else note a problem; see :meth:`Source.texts`."""
        return self.source.texts(self.below(key), self.get(key, []), length)


def where(text: str) -> dict[tuple[str, ...], int]:
    """Return the line, from 1, of every table and of every key that
    stands at the beginning of a line.
    """
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    for n, line in enumerate(text.splitlines(), 1):
        if header := HEADER.match(line):
            table = tuple(part.strip().strip('"') for part in header[1].split("."))
            for depth in range(1, len(table) + 1):
                found.setdefault(table[:depth], n)
        elif key := KEY.match(line):
            found.setdefault((*table, key[1] if key[1] is not None else key[2]), n)
    return found


def spelled(path: Sequence[str], *, table: bool) -> str:
    """Return ``("barrage", "infantry", "none")`` as ``[barrage.infantry] none``; a
    ``table`` as ``[barrage.infantry]``.
    """
    if table or len(path) == 1:
        return f"[{'.'.join(path)}]"
    return f"[{'.'.join(path[:-1])}] {path[-1]}"


def shown(value: object) -> str:
    """Return a value as people know it from the file, shortened."""
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
