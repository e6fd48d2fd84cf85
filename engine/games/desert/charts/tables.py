"""The blocks of a chart file that are tables of dice: barrage, anti-armour,
close assault, morale (rules 1.2).
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, get_args

from engine.games.desert.charts.cells import (
    READINGS,
    Span,
    check_spans,
    read_cell,
    read_span,
    read_sums,
    share_out,
    written,
)
from engine.games.desert.charts.data import (
    SURRENDER,
    AntiArmor,
    Assault,
    Block,
    Grid,
    Half36,
    RawBlock,
)
from engine.games.desert.charts.source import Form, Keys, Source, shown

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
    """Return how bad a result is: ``none``, ``pinned``, ``lose1``, … ``reduced``, ``destroyed``;
    percentages and levels by their number.
    """
    if result.startswith("lose"):
        return 1 + int(result[4:])
    order = {"none": 0, "pinned": 1, "reduced": 1, "destroyed": 1}
    return order[result] if result in order else int(re.sub("[a-z]", "", result))


def columns(table: Keys, first: int | None) -> tuple[Span, ...]:
    """Return the columns of a block (1.2.1)."""
    path, texts = table.below("columns"), table.texts("columns")
    spans: list[Span] = []
    for text in texts:
        with table.source.noting(path):
            spans.append(read_span(text))
    if len(spans) == len(texts):
        with table.source.noting(path):
            check_spans(spans, first)
    return tuple(spans)


def cells(
    table: Keys, key: str, length: int, read: Callable[[str], tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Return a row of cells, each read; empty if one cannot be."""
    row: list[tuple[int, ...]] = []
    texts = table.texts(key, length)
    for n, text in enumerate(texts, 1):
        with table.source.noting(table.below(key), f"cell {n}: "):
            row.append(read(text))
    return row if len(row) == len(texts) else []


def grid(
    rows: Keys, names: Sequence[str], spans: tuple[Span, ...], *, worst_first: bool = False
) -> Grid:
    """Return a table of d66 cells whose rows are its results (1.2.2, 1.2.3)."""
    source, path = rows.source, rows.path
    mild = sorted(names, key=severity)
    grades = [severity(name) for name in names]
    if grades != sorted(set(grades), reverse=worst_first):
        first = "harshest" if worst_first else "mildest"
        source.add(path, f"the results must stand {first} first: {', '.join(mild)}")
    read = {name: cells(rows, name, len(spans), read_cell) for name in names}
    if not names:
        source.add(path, "has no results; at least one row is needed")
    if not spans or not names or not all(read.values()):
        return Grid(spans, ())
    results: list[tuple[str, ...]] = []
    for c, span in enumerate(spans):
        with source.noting(path, f'column {c + 1} ("{span}"): '):
            shares = share_out([read[name][c] for name in mild], policy(source))
            results.append(tuple(mild[share] for share in shares))
    return Grid(spans, tuple(results))


def policy(source: Source) -> str:
    """Return what becomes of readings in no cell."""
    value = source.at(["meta", "gap_policy"])
    return value if value in ("milder", "harsher") else "reject"


def barrage(source: Source) -> dict[Block, Grid]:
    """Read ``[barrage]``."""
    return blocks(source.table(["barrage"], ("columns", "numeric_pins", *get_args(Block))), Block)


def barrage_raw(source: Source) -> dict[RawBlock, Grid]:
    """Read ``[barrage_raw]``."""
    return blocks(source.table(["barrage_raw"], ("columns", *get_args(RawBlock))), RawBlock)


def blocks(table: Keys, kinds: Any) -> dict[Any, Grid]:
    """Return the grid of each kind of target."""
    spans = columns(table, 1)
    found: dict[Any, Grid] = {}
    for kind in get_args(kinds):
        form = RESULTS.get(kind, UNIT_RESULTS)
        rows = table.source.table(table.below(kind), (), (), form)
        found[kind] = grid(rows, list(rows), spans)
    return found


def anti_armor(source: Source) -> AntiArmor:
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
    if readings != list(READINGS):
        missing = written([reading for reading in READINGS if reading not in readings])
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
    return AntiArmor(
        tuple(row_of), shift, tuple(tuple(row) for row in rows if isinstance(row, list))
    )


def assault(source: Source) -> Assault:
    """Read ``[close_assault]``."""
    table = source.table(["close_assault"], ("columns", "overrun_from", "attacker", "defender"))
    spans = columns(table, None)
    overrun = table.number("overrun_from", -99, 99)
    attacker = half(table, "attacker", spans, ("captured", "engaged"))
    defender = half(table, "defender", spans, ("captured", "retreat1", "retreat2", "retreat3"))
    return Assault(spans, overrun, attacker, defender)


def half(table: Keys, side: str, spans: tuple[Span, ...], sums: tuple[str, ...]) -> Half36:
    """Return the attacker's or the defender's half (1.2.3, 1.2.4)."""
    rows = table.source.table(table.below(side), sums, (), PERCENT)
    percent = grid(rows, [key for key in rows if key not in sums], spans, worst_first=True)
    read = {key: cells(rows, key, len(spans), read_sums) for key in sums}
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
    return Half36(
        tuple(tuple(int(result[3:]) for result in column) for column in percent.results),
        tuple(read["captured"]),
        tuple(read.get("engaged", [])),
        tuple(retreats),
    )


def morale(source: Source) -> dict[int, tuple[str, ...]]:
    """Read ``[morale]``: for each cohesion the adjustment of each reading."""
    table = source.table(["morale"], ("modifiers",), (), COHESION)
    modifiers = table.texts("modifiers")
    numbers = modifiers[:-1] if modifiers[-1:] == [SURRENDER] else modifiers
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
        if row := cells(table, key, len(modifiers), read_cell):
            with source.noting(table.below(key)):
                shares = share_out(row, policy(source))
                found[int(key)] = tuple(modifiers[share] for share in shares)
    return found
