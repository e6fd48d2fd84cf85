"""Reading, checking and explaining of chart files (rules 1.2). ``shipped`` returns the built-in
one, ``read_charts`` any other.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise
from typing import Any, Literal, get_args

from msgspec import structs

from engine.games.desert import chart_data
from engine.games.desert.chart_data import Barrier, Charts, Ground, Shift, Span, Works
from engine.games.desert.chart_tables import (
    ChartError,
    Form,
    Keys,
    Source,
    anti_armor,
    assault,
    barrage,
    barrage_raw,
    morale,
    severity,
    shown,
)
from engine.games.desert.units import PointClass, TruckKind

SURRENDERED = -99


def oddities(charts: Charts) -> tuple[str, ...]:
    found: list[str] = []
    for name, grid in charts.barrage.items():
        found += falling(f"[barrage.{name}]", grid.columns, grid.results, severity)
    for raw, grid in charts.barrage_raw.items():
        found += falling(f"[barrage_raw.{raw}]", grid.columns, grid.results, severity)
    fire = charts.anti_armor.rows
    for n, row in enumerate(fire, 1):
        found += [
            f"[anti_armor] rows: list {n}: {more} damage with {points + 1} points, {less} with"
            f" {points}"
            for points, (less, more) in enumerate(pairwise(row))
            if more < less
        ]
    columns = charts.assault.columns
    found += falling("[close_assault.defender]", columns, charts.assault.defender.percent, int)
    found += falling(
        "[close_assault.attacker]", columns, charts.assault.attacker.percent, lambda n: -n
    )
    found += growing("[close_assault.defender] captured", columns, charts.assault.defender.captured)
    backwards = charts.assault.attacker.captured[::-1]
    found += growing("[close_assault.attacker] captured", columns[::-1], backwards)
    rows = [
        (Span(cohesion, cohesion), charts.morale[cohesion]) for cohesion in sorted(charts.morale)
    ]
    found += falling(
        "[morale]",
        [span for span, _ in rows],
        [row for _, row in rows],
        lambda text: SURRENDERED if text == chart_data.SURRENDER else int(text),
    )
    return tuple(found)


def falling(
    place: str,
    columns: Sequence[Span],
    results: Sequence[Sequence[Any]],
    grade: Callable[[Any], int],
) -> list[str]:
    found: list[str] = []
    for (left, here), (right, there) in pairwise(zip(columns, results, strict=True)):
        worse = [
            r
            for r, a, b in zip(chart_data.READINGS, here, there, strict=True)
            if grade(b) < grade(a)
        ]
        if worse:
            found.append(
                f"{place}: with the dice {chart_data.written(worse)}"
                f" '{right}' gives less than '{left}'"
            )
    return found


def growing(place: str, columns: Sequence[Span], sums: Sequence[Sequence[int]]) -> list[str]:
    found: list[str] = []
    for (left, here), (right, there) in pairwise(zip(columns, sums, strict=True)):
        if lost := sorted(set(here) - set(there)):
            found.append(
                f"{place}: the sum {', '.join(map(str, lost))} is in '{left}' and not in '{right}'"
            )
    return found


__all__ = ["ChartError", "Charts", "kept_charts", "read_charts", "shipped"]

BLOCKS = (
    "meta barrage barrage_raw anti_armor close_assault morale prisoners org_size raw_strength"
    " terrain cp ammo dump_demolition"
).split()
EFFECTS: tuple[chart_data.Effect, ...] = get_args(chart_data.Effect)
WORD = Form("names in small letters", r"[a-z][a-z0-9_]*")
INTERVAL = Form("intervals of a die", r"[-0-9.+]+")
FORTIFICATION = re.compile(r"fortification([1-9][0-9]?)")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
PRICES = tuple("attack probe barraged_only defend defend_probe break_contact disengage".split())
TRUCKS: tuple[TruckKind, ...] = get_args(TruckKind)
CHOICES = {"kind": ("house", "own"), "gap_policy": ("reject", "milder", "harsher")}
"""The possible words of keys in ``[meta]``."""
GRIDS = (barrage, barrage_raw, anti_armor, assault, morale)
"""Readers of the dice tables, named like the tables."""


def read_charts(data: bytes, name: str) -> Charts:
    """Parse and check a chart set. ``name`` is used in messages. Raises ``ChartError`` if it is not
    valid.

    Rule: DS-22.
    """
    source = Source(data, name)
    source.table([], BLOCKS)
    id, kind = meta(source)
    grids: dict[str, Any] = {read.__name__: read(source) for read in GRIDS}
    pins = source.document.get("barrage", {})
    ground, works, barriers = terrain(source)
    charts = Charts(
        id=id,
        kind=kind,
        sha256=sha256(data).hexdigest(),
        numeric_pins=source.flag(("barrage", "numeric_pins"), pins.get("numeric_pins", False)),
        **grids,
        prisoners=prisoners(source),
        org_size=org_size(source),
        raw_strength=raw_strength(source),
        ground=ground,
        works=works,
        barriers=barriers,
        cp=prices(source),
        ammo=ammo(source),
        demolition=demolition(source),
    )
    if source.problems:
        raise ChartError(source.problems)
    return structs.replace(charts, warnings=oddities(charts))


@lru_cache(8)
def shipped(name: str = "house-1") -> Charts:
    if name != "house-1":
        raise LookupError(f"{name!r} is not a built-in chart set; there is: house-1")
    data = files("engine.games.desert").joinpath("charts", f"{name}.toml").read_bytes()
    return read_charts(data, f"{name}.toml")


@lru_cache(32)
def kept_charts(text: str) -> Charts:
    """Parse the charts stored with a game, from a cache; "": the built-in ones. Raises
    ``ChartError`` if they are not valid.
    """
    return read_charts(text.encode("utf-8"), "charts") if text else shipped()


def meta(source: Source) -> tuple[str, Literal["house", "own"]]:
    table = source.table(["meta"], ("id", *CHOICES))
    id = table.get("id", "")
    if not isinstance(id, str) or not ID.fullmatch(id):
        table.add(
            "id", f"{shown(id)} is no id; up to 40 letters, digits and '-', such as 'my-charts-1'"
        )
    for key, choices in CHOICES.items():
        if key in table and table[key] not in choices:
            possible = ", ".join(map(repr, choices))
            table.add(key, f"{shown(table[key])}: possible: {possible}")
    return id, "house" if table.get("kind") == "house" else "own"


def prisoners(source: Source) -> tuple[int, ...]:
    path = ("prisoners", "die")
    die = source.table(["prisoners"], ("die",)).get("die", [])
    if not isinstance(die, list) or len(die) != 6:
        source.add(path, f"{shown(die)}: six percentages are needed, for a die of 1 to 6")
        return ()
    return tuple(source.number(path, percent, 0, 100) for percent in die)


def org_size(source: Source) -> tuple[tuple[int, int, int], ...]:
    found: list[tuple[int, int, int]] = []
    table = source.table(["org_size"], ("table",))
    rows = table.get("table", [])
    for n, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        if not isinstance(row, list) or [type(value) for value in row] != [int, int, int]:
            wrong = f"{shown(row)} is no [larger, smaller, modifier] such as [2, 1, 2]"
        elif not 0 <= row[1] < row[0]:
            wrong = f"{shown(row)}: the first size must be the larger one, as in [2, 1, 2]"
        elif any(row[:2] == [big, small] for big, small, _ in found):
            wrong = f"{row[0]} against {row[1]} is there twice; one entry a pair"
        else:
            found.append((row[0], row[1], row[2]))
            continue
        table.add("table", f"entry {n}: {wrong}")
    return tuple(found)


def raw_strength(source: Source) -> chart_data.RawStrength:
    table = source.table(["raw_strength"], ("ratio", "strict", "modifier"))
    return chart_data.RawStrength(
        table.number("ratio", 1, 99, 2),
        table.flag("strict", default=True),
        table.number("modifier", 0, 99),
    )


def terrain(source: Source) -> tuple[dict[str, Ground], dict[str, Works], dict[str, Barrier]]:
    source.table(["terrain"], ("hex", "works", "hexside"))
    ground: dict[str, Ground] = {}
    for name in source.table(["terrain", "hex"], (), (), WORD):
        table = source.table(("terrain", "hex", name), ("cp", "stack"), EFFECTS)
        bears = table.number("stack", 0, 99)
        foot, motorised = pair(table)
        ground[name] = Ground(foot=foot, motorised=motorised, bears=bears, **shifts(table))
    if not ground:
        source.add(
            ("terrain", "hex"),
            "has no terrain; at least one row is needed, such as clear = {cp=[2,2], stack=6}",
        )
    barriers = {
        name: barrier(source, ("terrain", "hexside", name))
        for name in source.table(["terrain", "hexside"], (), (), WORD)
    }
    return ground, works(source), barriers


def works(source: Source) -> dict[str, Works]:
    """Read ``[terrain.works]``. ``as`` copies the shifts of another row."""
    path = ("terrain", "works")
    rows = source.table(path, ("fortification1", "major_city"), (), WORD)
    read = {
        name: source.table(rows.below(name), (), (*EFFECTS, "as", "barrage_armor_too"))
        for name in rows
    }
    levels = sorted(int(match[1]) for name in rows if (match := FORTIFICATION.fullmatch(name)))
    if levels != list(range(1, len(levels) + 1)):
        source.add(
            path, f"fortifications of the levels {levels}; they must be 1, 2, … without a gap"
        )
    found: dict[str, Works] = {}
    for name, row in read.items():
        model = row.get("as")
        if model is not None and (model not in read or "as" in read[model]):
            others = [other for other in read if "as" not in read[other]]
            row.add(
                "as",
                f"{shown(model)} is no row with shifts of its own; possible: {', '.join(others)}",
            )
            model = None
        if model is not None and any(effect in row for effect in EFFECTS):
            rows.add(name, "has both 'as' and shifts of its own; keep one of the two")
        armor_too = row.flag("barrage_armor_too")
        found[name] = Works(**shifts(read[model or name]), barrage_armor_too=armor_too)
    return found


def barrier(source: Source, path: tuple[str, ...]) -> Barrier:
    ways = ("anti_armor", "close_assault", "motorised")
    raw = source.at(path)
    sloped = isinstance(raw, dict) and ("up" in raw or "down" in raw)
    if not sloped:
        table = source.table(path, ("cp",), (*ways, "blocks_zoc"))
        blocks = table.flag("blocks_zoc")
        flat = crossing(table)
        return Barrier(flat, flat, False, blocks)
    blocks = source.table(path, ("up", "down"), ("blocks_zoc",)).flag("blocks_zoc")
    up, down = (crossing(source.table((*path, way), ("cp",), ways)) for way in ("up", "down"))
    return Barrier(up, down, True, blocks)


def crossing(table: Keys) -> chart_data.Crossing:
    fire, assault = (shift(table, key, table.get(key, 0)) for key in EFFECTS[1:])
    allowed = table.get("motorised", 0)
    if allowed != "no" and type(allowed) is not int:
        table.add("motorised", f"{shown(allowed)}: write 'no', or leave it out")
    return chart_data.Crossing(*pair(table), fire, assault, allowed != "no")


def pair(table: Keys) -> tuple[Shift, Shift]:
    cost = table.get("cp", [0, 0])
    if (
        not isinstance(cost, list)
        or len(cost) != 2
        or any(type(cp) is int and cp < 0 for cp in cost)
    ):
        table.add(
            "cp",
            f"{shown(cost)}: two costs are needed, on foot and motorised, such as [2, 3] or [6,"
            " 'no']",
        )
        return 0, 0
    return shift(table, "cp", cost[0]), shift(table, "cp", cost[1])


def shifts(table: Keys) -> dict[str, Any]:
    return {effect: shift(table, effect, table.get(effect, 0)) for effect in EFFECTS}


def shift(table: Keys, key: str, value: Any) -> Shift:
    if value == "no":
        return None
    if type(value) is not int:
        table.add(key, f"{shown(value)} is neither a whole number nor 'no'")
        return 0
    return value


def prices(source: Source) -> chart_data.Prices:
    table = source.table(["cp"], (*PRICES, "refund_at", "blow_dump_share", "truck", "hq"))
    cost = {key: table.number(key, 0, 99) for key in (*PRICES, "hq")}
    refund = table.number("refund_at", -99, 99)
    share = table.number("blow_dump_share", 1, 99, 1)
    return chart_data.Prices(
        **cost, refund_at=refund, blow_dump_share=share, truck=trucks(source, "cp")
    )


def trucks(source: Source, block: str) -> dict[TruckKind, int]:
    table = source.table([block, "truck"], TRUCKS)
    return {kind: table.number(kind, 0, 99) for kind in TRUCKS}


def ammo(source: Source) -> chart_data.Ammo:
    table = source.table(["ammo"], ("barrage", "anti_armor", "close_assault", "truck"))
    rates = source.table(["ammo", "close_assault"], ("inf", "default"), get_args(PointClass))
    return chart_data.Ammo(
        table.number("barrage", 0, 99),
        table.number("anti_armor", 0, 99),
        {key: rates.number(key, 0, 99) for key in rates},
        trucks(source, "ammo"),
    )


def demolition(source: Source) -> tuple[tuple[Span, int], ...]:
    """Read ``[dump_demolition]``: ascending intervals of a die, open at both ends."""
    path = ("dump_demolition", "die")
    source.table(["dump_demolition"], ("die",))
    rows = source.table(path, (), (), INTERVAL)
    found: list[tuple[Span, int]] = []
    for text in rows:
        with source.noting(path):
            found.append((chart_data.read_span(text), rows.number(text, 0, 100)))
    if len(found) == len(rows):
        with source.noting(path):
            chart_data.check_spans([span for span, _ in found], None)
    return tuple(found)
