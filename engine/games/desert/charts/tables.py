"""The blocks of a chart file that are tables of dice: barrage, anti-armour,
close assault, morale (rules 1.2).
"""

import re
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
from engine.games.desert.charts.source import Form, Source, shown

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
BARRAGE_KEYS = ("columns", "numeric_pins", *get_args(Block))
RAW_KEYS = ("columns", *get_args(RawBlock))


def severity(result: str) -> int:
    """Return how bad a result is: ``none``, ``pinned``, ``lose1``, … ``reduced``, ``destroyed``;
    percentages and levels by their number.
    """
    if result.startswith("lose"):
        return 1 + int(result[4:])
    order = {"none": 0, "pinned": 1, "reduced": 1, "destroyed": 1}
    return order[result] if result in order else int(re.sub("[a-z]", "", result))


def columns(source: Source, block: str, first: int | None) -> tuple[Span, ...]:
    """Return the columns of a block (1.2.1)."""
    path = (block, "columns")
    texts = source.texts(path, source.document.get(block, {}).get("columns", []))
    spans: list[Span] = []
    for text in texts:
        try:
            spans.append(read_span(text))
        except ValueError as error:
            source.add(path, str(error))
    if len(spans) == len(texts):
        try:
            check_spans(spans, first)
        except ValueError as error:
            source.add(path, str(error))
    return tuple(spans)


def cells(
    source: Source,
    path: Sequence[str],
    value: Any,
    length: int,
    read: Callable[[str], tuple[int, ...]],
) -> list[tuple[int, ...]]:
    """Return a row of cells, each read; empty if one cannot be."""
    row: list[tuple[int, ...]] = []
    texts = source.texts(path, value, length)
    for n, text in enumerate(texts, 1):
        try:
            row.append(read(text))
        except ValueError as error:
            source.add(path, f"cell {n}: {error}")
    return row if len(row) == len(texts) else []


def grid(
    source: Source,
    path: Sequence[str],
    rows: dict[str, Any],
    spans: tuple[Span, ...],
    *,
    worst_first: bool = False,
) -> Grid:
    """Return a table of d66 cells whose rows are its results (1.2.2, 1.2.3)."""
    names = list(rows)
    grades = [severity(name) for name in names]
    if grades != sorted(set(grades), reverse=worst_first):
        source.add(
            path,
            f"the results must stand {'harshest' if worst_first else 'mildest'} first:"
            f" {ordered(names)}",
        )
    read = {name: cells(source, (*path, name), rows[name], len(spans), read_cell) for name in names}
    if not spans or not all(read.values()) or not names:
        if not names:
            source.add(path, "has no results; at least one row is needed")
        return Grid(spans, ())
    mild = sorted(names, key=severity)
    results: list[tuple[str, ...]] = []
    for c, span in enumerate(spans):
        try:
            shares = share_out([read[name][c] for name in mild], policy(source))
        except ValueError as error:
            source.add(path, f'column {c + 1} ("{span}"): {error}')
            continue
        results.append(tuple(mild[share] for share in shares))
    return Grid(spans, tuple(results))


def ordered(names: Sequence[str]) -> str:
    """Return results as they should be, mildest first."""
    return ", ".join(sorted(names, key=severity))


def policy(source: Source) -> str:
    """Return what becomes of readings in no cell."""
    value = source.document.get("meta", {}).get("gap_policy")
    return value if value in ("milder", "harsher") else "reject"


def barrage(source: Source) -> dict[Block, Grid]:
    """Read ``[barrage]``."""
    source.table(["barrage"], BARRAGE_KEYS)
    spans = columns(source, "barrage", 1)
    found: dict[Block, Grid] = {}
    for block in get_args(Block):
        form = RESULTS.get(block, UNIT_RESULTS)
        rows = source.table(["barrage", block], (), (), form)
        found[block] = grid(source, ("barrage", block), rows, spans)
    return found


def barrage_raw(source: Source) -> dict[RawBlock, Grid]:
    """Read ``[barrage_raw]``."""
    source.table(["barrage_raw"], RAW_KEYS)
    spans = columns(source, "barrage_raw", 1)
    found: dict[RawBlock, Grid] = {}
    for block in get_args(RawBlock):
        rows = source.table(["barrage_raw", block], (), (), RESULTS[block])
        found[block] = grid(source, ("barrage_raw", block), rows, spans)
    return found


def anti_armor(source: Source) -> AntiArmor:
    """Read ``[anti_armor]``: groups of readings, and a list of damage numbers for each (1.2.2)."""
    name = "anti_armor"
    table = source.table([name], ("row_pairs", "phasing_row_shift", "columns", "rows"))
    numbers = table.get("columns", [])
    if numbers != list(range(len(numbers) if isinstance(numbers, list) else 0)) or len(numbers) < 2:
        source.add(
            (name, "columns"),
            f"{shown(numbers)}: they must be the whole numbers 0, 1, 2 … without a gap",
        )
        numbers = []
    groups = source.texts((name, "row_pairs"), table.get("row_pairs", []))
    readings: list[int] = []
    row_of: list[int] = []
    for n, group in enumerate(groups):
        for word in group.split(","):
            readings.append(int(word) if word.strip().isdecimal() else 0)
            row_of.append(n)
    if readings != list(READINGS):
        missing = written([reading for reading in READINGS if reading not in readings])
        wrong = f"; {missing} is missing" if missing else ""
        source.add(
            (name, "row_pairs"),
            f"the groups must be all 36 readings, ascending, such as '11,12', '13,14'{wrong}",
        )
    rows = table.get("rows", [])
    if not isinstance(rows, list) or len(rows) != len(groups):
        many = len(rows) if isinstance(rows, list) else shown(rows)
        source.add(
            (name, "rows"),
            f"{many} lists; one for each of the {len(groups)} groups of row_pairs is needed",
        )
        rows = []
    for n, row in enumerate(rows, 1):
        if not isinstance(row, list) or not all(
            isinstance(d, int) and not isinstance(d, bool) and d >= 0 for d in row
        ):
            source.add(
                (name, "rows"),
                f"list {n} ({groups[n - 1]}): {shown(row)} is no list of whole numbers from 0",
            )
        elif len(row) != len(numbers) and numbers:
            source.add(
                (name, "rows"),
                f"list {n} ({groups[n - 1]}) has {len(row)} numbers; {len(numbers)} columns need"
                " one each",
            )
    most = len(groups)
    shift = source.number(
        (name, "phasing_row_shift"), table.get("phasing_row_shift", 0), -most, most
    )
    return AntiArmor(
        tuple(row_of), shift, tuple(tuple(row) for row in rows if isinstance(row, list))
    )


def assault(source: Source) -> Assault:
    """Read ``[close_assault]``."""
    name = "close_assault"
    table = source.table([name], ("columns", "overrun_from", "attacker", "defender"))
    spans = columns(source, name, None)
    overrun = source.number((name, "overrun_from"), table.get("overrun_from", 0), -99, 99)
    attacker = half(source, "attacker", spans, ("captured", "engaged"))
    defender = half(source, "defender", spans, ("captured", "retreat1", "retreat2", "retreat3"))
    return Assault(spans, overrun, attacker, defender)


def half(source: Source, side: str, spans: tuple[Span, ...], sums: tuple[str, ...]) -> Half36:
    """Return the attacker's or the defender's half (1.2.3, 1.2.4)."""
    path = ("close_assault", side)
    rows = source.table(path, sums, (), PERCENT)
    percent = grid(
        source,
        path,
        {key: row for key, row in rows.items() if key not in sums},
        spans,
        worst_first=True,
    )
    read = {
        key: cells(source, (*path, key), rows.get(key, []), len(spans), read_sums) for key in sums
    }
    retreats: list[tuple[tuple[int, ...], ...]] = []
    if side == "defender" and all(read.values()):
        for c, span in enumerate(spans):
            sets = tuple(read[f"retreat{n}"][c] for n in (1, 2, 3))
            flat = [total for one in sets for total in one]
            if twice := sorted({total for total in flat if flat.count(total) > 1}):
                which = ", ".join(map(str, twice))
                source.add(
                    path,
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
    modifiers = source.texts(("morale", "modifiers"), table.get("modifiers", []))
    numbers = modifiers[:-1] if modifiers[-1:] == [SURRENDER] else modifiers
    values = [int(text) if ROW.fullmatch(text) else None for text in numbers]
    if not values or None in values or values != sorted(set(values), key=lambda n: -(n or 0)):
        source.add(
            ("morale", "modifiers"),
            f"{shown(modifiers)}: whole numbers as texts, the best first; only the last may be"
            " 'surrender'",
        )
    keys = [key for key in table if key != "modifiers"]
    rows = sorted(int(key) for key in keys)
    if not rows or rows != list(range(rows[0], rows[-1] + 1)):
        gaps = [str(n) for n in range(rows[0], rows[-1]) if n not in rows] if rows else []
        source.add(
            ["morale"],
            f"needs one row for each cohesion without gaps; missing: {', '.join(gaps) or 'all'}",
        )
    found: dict[int, tuple[str, ...]] = {}
    for key in keys:
        row = cells(source, ("morale", key), table[key], len(modifiers), read_cell)
        if not row:
            continue
        try:
            shares = share_out(row, policy(source))
        except ValueError as error:
            source.add(("morale", key), str(error))
            continue
        found[int(key)] = tuple(modifiers[share] for share in shares)
    return found
