"""A chart file as a source that collects problems by line, and its dice tables (rules 1.2)."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, get_args

from msgspec import Struct

from engine.games.desert import chart_data
from engine.games.desert.chart_data import Block, Grid, RawBlock, Span
from engine.plaintext import toml_in

HEADER = re.compile(r"\s*\[([A-Za-z0-9_.\" -]+)\]\s*(?:#.*)?$")
KEY = re.compile(r"\s*(?:\"([^\"]*)\"|([A-Za-z0-9_-]+))\s*=")
MOST = 12
"""The maximum number of problems reported at once."""


class Form(Struct, frozen=True):
    """The form of keys without fixed names: a pattern, and a description in words."""

    words: str
    pattern: str

    def fits(self, key: str) -> bool:
        return re.fullmatch(self.pattern, key) is not None


class ChartError(ValueError):
    """A chart file is refused, with a line for each of its ``problems``."""

    def __init__(self, problems: Sequence[str]) -> None:
        more = [f"… and {len(problems) - MOST} more"] if len(problems) > MOST else []
        super().__init__("\n".join([*problems[:MOST], *more]))
        self.problems = tuple(problems)


class Source:
    """A TOML file being checked. ``add`` records the fault of a key in ``problems``."""

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
                [f"{name}: is not valid TOML: {error}; house-1.toml shows the form"]
            ) from error
        self.lines = where(text)

    def add(self, path: Sequence[str], reason: str) -> None:
        self.problems.append(f"{self.place(path)}: {reason}")

    def place(self, path: Sequence[str]) -> str:
        """Return a place in words: ``house-1.toml, line 12: [barrage.infantry] none``."""
        above = (tuple(path[:n]) for n in range(len(path), 0, -1))
        line = next((self.lines[keys] for keys in above if keys in self.lines), 0)
        at = f"{self.name}, line {line}" if line else self.name
        return f"{at}: {spelled(path, table=isinstance(self.at(path), Mapping))}" if path else at

    def at(self, path: Sequence[str]) -> Any:
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
        """Return the table at a path with only these keys (1.2.6). ``others`` is the form of
        further keys.

        Unknown keys are reported and left out. A missing table is empty, and reported if its parent
        requires the key.
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
        try:
            yield
        except ValueError as error:
            self.add(path, f"{prefix}{error}")

    def number(self, path: Sequence[str], value: Any, least: int, most: int) -> int:
        """Return a whole number in a range. Otherwise record a problem and return ``least``."""
        if type(value) is int and least <= value <= most:
            return value
        self.add(path, f"{shown(value)} is no whole number from {least} to {most}")
        return least

    def flag(self, path: Sequence[str], value: Any) -> bool:
        if isinstance(value, bool):
            return value
        self.add(path, f"{shown(value)} is neither true nor false")
        return False

    def texts(self, path: Sequence[str], value: Any, length: int | None = None) -> list[str]:
        """Return a list of ``length`` texts. Otherwise record a problem and return an empty
        list.
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
    def __init__(self, source: Source, path: Sequence[str]) -> None:
        super().__init__()
        self.source, self.path = source, path

    def below(self, key: str) -> tuple[str, ...]:
        return (*self.path, key)

    def add(self, key: str, reason: str) -> None:
        self.source.add(self.below(key), reason)

    def number(self, key: str, least: int, most: int, default: int = 0) -> int:
        return self.source.number(self.below(key), self.get(key, default), least, most)

    def flag(self, key: str, *, default: bool = False) -> bool:
        return self.source.flag(self.below(key), self.get(key, default))

    def texts(self, key: str, length: int | None = None) -> list[str]:
        return self.source.texts(self.below(key), self.get(key, []), length)


def where(text: str) -> dict[tuple[str, ...], int]:
    """Return the line number, from 1, of every table and every key at the start of a line."""
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
    """Return a path as ``[barrage.infantry] none``, or for a ``table`` as
    ``[barrage.infantry]``.
    """
    if table or len(path) == 1:
        return f"[{'.'.join(path)}]"
    return f"[{'.'.join(path[:-1])}] {path[-1]}"


def shown(value: object) -> str:
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


PERCENT = Form("pct0 to pct100", r"pct(?:[0-9]|[1-9][0-9]|100)")
UNIT_RESULTS = Form("none, pinned, lose1, lose2 and so on", r"none|pinned|lose[1-9][0-9]?")
RESULTS = {
    "fortification": Form("none, reduced", r"none|reduced"),
    "road": Form("none, destroyed", r"none|destroyed"),
    "railroad": Form("none, destroyed", r"none|destroyed"),
    "supply_dump": PERCENT,
    "air_facility": Form("levels0 to levels9", r"levels[0-9]"),
}
COHESION = Form("a cohesion such as -17 or 8", r"-?[0-9]{1,2}")
ROW = re.compile(r"-?[0-9]{1,2}")


def severity(result: str) -> int:
    """Return the severity of a result: none, pinned, lose1 … reduced, destroyed."""
    if result.startswith("lose"):
        return 1 + int(result[4:])
    order = {"none": 0, "pinned": 1, "reduced": 1, "destroyed": 1}
    return order[result] if result in order else int(re.sub("[a-z]", "", result))


def columns(table: Keys, first: int | None) -> tuple[Span, ...]:
    path, texts = table.below("columns"), table.texts("columns")
    spans: list[Span] = []
    for text in texts:
        with table.source.noting(path):
            spans.append(chart_data.read_span(text))
    if len(spans) == len(texts):
        with table.source.noting(path):
            chart_data.check_spans(spans, first)
    return tuple(spans)


def cells(
    table: Keys, key: str, length: int, read: Callable[[str], tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Parse a row of cells. Returns an empty list if one is not valid."""
    row: list[tuple[int, ...]] = []
    texts = table.texts(key, length)
    for n, text in enumerate(texts, 1):
        with table.source.noting(table.below(key), f"cell {n}: "):
            row.append(read(text))
    return row if len(row) == len(texts) else []


def grid(
    rows: Keys, names: Sequence[str], spans: tuple[Span, ...], *, worst_first: bool = False
) -> Grid:
    source, path = rows.source, rows.path
    mild = sorted(names, key=severity)
    grades = [severity(name) for name in names]
    if grades != sorted(set(grades), reverse=worst_first):
        first = "harshest" if worst_first else "mildest"
        source.add(path, f"the results must stand {first} first: {', '.join(mild)}")
    read = {name: cells(rows, name, len(spans), chart_data.read_cell) for name in names}
    if not names:
        source.add(path, "has no results; at least one row is needed")
    if not spans or not names or not all(read.values()):
        return Grid(spans, ())
    results: list[tuple[str, ...]] = []
    for c, span in enumerate(spans):
        with source.noting(path, f'column {c + 1} ("{span}"): '):
            shares = chart_data.share_out([read[name][c] for name in mild], policy(source))
            results.append(tuple(mild[share] for share in shares))
    return Grid(spans, tuple(results))


def policy(source: Source) -> str:
    value = source.at(["meta", "gap_policy"])
    return value if value in ("milder", "harsher") else "reject"


def barrage(source: Source) -> dict[Block, Grid]:
    return blocks(source.table(["barrage"], ("columns", "numeric_pins", *get_args(Block))), Block)


def barrage_raw(source: Source) -> dict[RawBlock, Grid]:
    return blocks(source.table(["barrage_raw"], ("columns", *get_args(RawBlock))), RawBlock)


def blocks(table: Keys, kinds: Any) -> dict[Any, Grid]:
    spans = columns(table, 1)
    found: dict[Any, Grid] = {}
    for kind in get_args(kinds):
        form = RESULTS.get(kind, UNIT_RESULTS)
        rows = table.source.table(table.below(kind), (), (), form)
        found[kind] = grid(rows, list(rows), spans)
    return found


def anti_armor(source: Source) -> chart_data.AntiArmor:
    """Read ``[anti_armor]``: groups of readings, and a list of damage numbers for each (1.2.2)."""
    table = source.table(["anti_armor"], ("row_pairs", "phasing_row_shift", "columns", "rows"))
    numbers = table.get("columns", [])
    if numbers != list(range(len(numbers) if isinstance(numbers, list) else 0)) or len(numbers) < 2:
        table.add(
            "columns", f"{shown(numbers)}: they must be the whole numbers 0, 1, 2 … without a gap"
        )
        numbers = []
    groups = [group.split(",") for group in table.texts("row_pairs")]
    words = [word for group in groups for word in group]
    readings = [int(word) if word.strip().isdecimal() else 0 for word in words]
    if readings != list(chart_data.READINGS):
        missing = chart_data.written(
            [reading for reading in chart_data.READINGS if reading not in readings]
        )
        wrong = f"; {missing} is missing" if missing else ""
        table.add(
            "row_pairs",
            f"the groups must be all 36 readings, ascending, such as '11,12', '13,14'{wrong}",
        )
    rows = table.get("rows", [])
    if not isinstance(rows, list) or len(rows) != len(groups):
        many = len(rows) if isinstance(rows, list) else shown(rows)
        table.add(
            "rows", f"{many} lists; one for each of the {len(groups)} groups of row_pairs is needed"
        )
        rows = []
    for n, (row, group) in enumerate(zip(rows, groups, strict=False), 1):
        at = f"list {n} ({','.join(group)})"
        if not isinstance(row, list) or not all(type(d) is int and d >= 0 for d in row):
            table.add("rows", f"{at}: {shown(row)} is no list of whole numbers from 0")
        elif len(row) != len(numbers) and numbers:
            table.add("rows", f"{at} has {len(row)} numbers; {len(numbers)} columns need one each")
    shift = table.number("phasing_row_shift", -len(groups), len(groups))
    row_of = [n for n, group in enumerate(groups) for _ in group]
    return chart_data.AntiArmor(
        tuple(row_of), shift, tuple(tuple(row) for row in rows if isinstance(row, list))
    )


def assault(source: Source) -> chart_data.Assault:
    table = source.table(["close_assault"], ("columns", "overrun_from", "attacker", "defender"))
    spans = columns(table, None)
    overrun = table.number("overrun_from", -99, 99)
    attacker = half(table, "attacker", spans, ("captured", "engaged"))
    defender = half(table, "defender", spans, ("captured", "retreat1", "retreat2", "retreat3"))
    return chart_data.Assault(spans, overrun, attacker, defender)


def half(
    table: Keys, side: str, spans: tuple[Span, ...], sums: tuple[str, ...]
) -> chart_data.Half36:
    rows = table.source.table(table.below(side), sums, (), PERCENT)
    percent = grid(rows, [key for key in rows if key not in sums], spans, worst_first=True)
    read = {key: cells(rows, key, len(spans), chart_data.read_sums) for key in sums}
    retreats: list[tuple[tuple[int, ...], ...]] = []
    if side == "defender" and all(read.values()):
        for c, span in enumerate(spans):
            sets = tuple(read[f"retreat{n}"][c] for n in (1, 2, 3))
            flat = Counter(total for one in sets for total in one)
            if twice := sorted(total for total, n in flat.items() if n > 1):
                which = ", ".join(map(str, twice))
                table.add(
                    side,
                    f'column {c + 1} ("{span}"): the sum {which} is in more than one of retreat1 to'
                    " retreat3",
                )
            retreats.append(sets)
    return chart_data.Half36(
        tuple(tuple(int(result[3:]) for result in column) for column in percent.results),
        tuple(read["captured"]),
        tuple(read.get("engaged", [])),
        tuple(retreats),
    )


def morale(source: Source) -> dict[int, tuple[str, ...]]:
    table = source.table(["morale"], ("modifiers",), (), COHESION)
    modifiers = table.texts("modifiers")
    numbers = modifiers[:-1] if modifiers[-1:] == [chart_data.SURRENDER] else modifiers
    values = [int(text) if ROW.fullmatch(text) else None for text in numbers]
    if not values or None in values or values != sorted(set(values), key=lambda n: -(n or 0)):
        table.add(
            "modifiers",
            f"{shown(modifiers)}: whole numbers as texts, the best first; only the last may be"
            " 'surrender'",
        )
    keys = [key for key in table if key != "modifiers"]
    rows = sorted(int(key) for key in keys)
    gaps = [str(n) for n in range(rows[0], rows[-1]) if n not in rows] if rows else []
    if gaps or not rows or len(set(rows)) < len(rows):
        source.add(
            table.path,
            f"needs one row for each cohesion without gaps; missing: {', '.join(gaps) or 'all'}",
        )
    found: dict[int, tuple[str, ...]] = {}
    for key in keys:
        if row := cells(table, key, len(modifiers), chart_data.read_cell):
            with source.noting(table.below(key)):
                shares = chart_data.share_out(row, policy(source))
                found[int(key)] = tuple(modifiers[share] for share in shares)
    return found
