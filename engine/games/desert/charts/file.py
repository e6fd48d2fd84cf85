"""Chart files: read, checked, explained (rules 1.2). ``shipped`` gives the house's
own, ``read_charts`` any other.
"""

import re
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Literal, get_args

from msgspec import structs

from engine.games.desert.charts import tables
from engine.games.desert.charts.cells import Span, check_spans, read_span
from engine.games.desert.charts.data import (
    Ammo,
    Barrier,
    Charts,
    Crossing,
    Effect,
    Ground,
    Prices,
    RawStrength,
    Shift,
    Works,
)
from engine.games.desert.charts.source import ChartError, Form, Source, shown
from engine.games.desert.charts.warnings import oddities
from engine.games.desert.forces.units import PointClass, TruckKind

__all__ = ["ChartError", "Charts", "kept_charts", "read_charts", "shipped"]

BLOCKS = (
    *(
        "meta",
        "barrage",
        "barrage_raw",
        "anti_armor",
        "close_assault",
        "morale",
        "prisoners",
        "org_size",
    ),
    *("raw_strength", "terrain", "cp", "ammo", "dump_demolition"),
)
EFFECTS: tuple[Effect, ...] = get_args(Effect)
WORD = Form("names in small letters", r"[a-z][a-z0-9_]*")
INTERVAL = Form("intervals of a die", r"[-0-9.+]+")
FORTIFICATION = re.compile(r"fortification([1-9][0-9]?)")
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}")
PRICES = (
    "attack",
    "probe",
    "barraged_only",
    "defend",
    "defend_probe",
    "break_contact",
    "disengage",
)
TRUCKS: tuple[TruckKind, ...] = get_args(TruckKind)
GRIDS = ("barrage", "barrage_raw", "anti_armor", "assault", "morale")
"""The tables of dice; their readers have the same names."""


def read_charts(data: bytes, name: str) -> Charts:
    """A chart set from the bytes of its file; ``name`` is what messages
    call it. Raises ``ChartError``.

    Rule: DS-22.
    """
    source = Source(data, name)
    for key in source.table([], BLOCKS):
        assert key in BLOCKS
    id, kind = meta(source)
    grids = {name: getattr(tables, name)(source) for name in GRIDS}
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
    source.raise_problems()
    return structs.replace(charts, warnings=oddities(charts))


@lru_cache(8)
def shipped(name: str = "house-1") -> Charts:
    """A chart set of the house. Raises ``LookupError``."""
    if name != "house-1":
        raise LookupError(f"{name!r} is no chart set of the house; there is: house-1")
    data = files("engine.games.desert").joinpath("charts", f"{name}.toml").read_bytes()
    return read_charts(data, f"{name}.toml")


@lru_cache(32)
def kept_charts(text: str) -> Charts:
    """The charts of a file whose text a game keeps, read once; ``""``: the
    house's own. Raises ``ChartError``.
    """
    return read_charts(text.encode("utf-8"), "charts") if text else shipped()


def meta(source: Source) -> tuple[str, Literal["house", "own"]]:
    """``[meta]``."""
    table = source.table(["meta"], ("id", "kind", "gap_policy"))
    id, kind, gaps = (
        table.get("id", ""),
        table.get("kind", "own"),
        table.get("gap_policy", "reject"),
    )
    if not isinstance(id, str) or not ID.fullmatch(id):
        source.add(
            ("meta", "id"),
            f"{shown(id)} is no id; up to 40 letters, digits and '-', such as 'my-charts-1'",
        )
    if kind not in ("house", "own"):
        source.add(("meta", "kind"), f"{shown(kind)}: possible: 'house', 'own'")
    if gaps not in ("reject", "milder", "harsher"):
        source.add(
            ("meta", "gap_policy"), f"{shown(gaps)}: possible: 'reject', 'milder', 'harsher'"
        )
    return id, "house" if kind == "house" else "own"


def prisoners(source: Source) -> tuple[int, ...]:
    """``[prisoners]``."""
    die = source.table(["prisoners"], ("die",)).get("die", [])
    if not isinstance(die, list) or len(die) != 6:
        source.add(
            ("prisoners", "die"), f"{shown(die)}: six percentages are needed, for a die of 1 to 6"
        )
        return ()
    return tuple(source.number(("prisoners", "die"), percent, 0, 100) for percent in die)


def org_size(source: Source) -> tuple[tuple[int, int, int], ...]:
    """``[org_size]``."""
    path = ("org_size", "table")
    found: list[tuple[int, int, int]] = []
    rows = source.table(["org_size"], ("table",)).get("table", [])
    for n, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        if (
            not isinstance(row, list)
            or len(row) != 3
            or not all(type(value) is int for value in row)
        ):
            source.add(
                path, f"entry {n}: {shown(row)} is no [larger, smaller, modifier] such as [2, 1, 2]"
            )
        elif row[0] <= row[1] or row[1] < 0:
            source.add(
                path,
                f"entry {n}: {shown(row)}: the first size must be the larger one, as in [2, 1, 2]",
            )
        elif any(row[:2] == [big, small] for big, small, _ in found):
            source.add(
                path, f"entry {n}: {row[0]} against {row[1]} is there twice; one entry a pair"
            )
        else:
            found.append((row[0], row[1], row[2]))
    return tuple(found)


def raw_strength(source: Source) -> RawStrength:
    """``[raw_strength]``."""
    table = source.table(["raw_strength"], ("ratio", "strict", "modifier"))
    return RawStrength(
        source.number(("raw_strength", "ratio"), table.get("ratio", 2), 1, 99),
        source.flag(("raw_strength", "strict"), table.get("strict", True)),
        source.number(("raw_strength", "modifier"), table.get("modifier", 0), 0, 99),
    )


def terrain(source: Source) -> tuple[dict[str, Ground], dict[str, Works], dict[str, Barrier]]:
    """``[terrain.hex]``, ``[terrain.works]``, ``[terrain.hexside]``."""
    source.table(["terrain"], ("hex", "works", "hexside"))
    ground: dict[str, Ground] = {}
    for name in source.table(["terrain", "hex"], (), (), WORD):
        path = ("terrain", "hex", name)
        table = source.table(path, ("cp", "stack"), EFFECTS)
        stack = source.number((*path, "stack"), table.get("stack", 0), 0, 99)
        foot, motorised = pair(source, path, table)
        barrage, fire, assault = shifts(source, path, table)
        ground[name] = Ground(
            foot=foot,
            motorised=motorised,
            bears=stack,
            barrage=barrage,
            anti_armor=fire,
            close_assault=assault,
        )
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
    """``[terrain.works]``; ``as`` takes the shifts of another row."""
    path = ("terrain", "works")
    rows = source.table(path, ("fortification1", "major_city"), (), WORD)
    read = {
        name: source.table((*path, name), (), (*EFFECTS, "as", "barrage_armor_too"))
        for name in rows
    }
    levels = sorted(int(match[1]) for name in rows if (match := FORTIFICATION.fullmatch(name)))
    if levels != list(range(1, len(levels) + 1)):
        source.add(
            path, f"fortifications of the levels {levels}; they must be 1, 2, … without a gap"
        )
    found: dict[str, Works] = {}
    for name, row in read.items():
        at = (*path, name)
        model = row.get("as")
        if model is not None and (model not in read or "as" in read[model]):
            others = [other for other in read if "as" not in read[other]]
            source.add(
                (*at, "as"),
                f"{shown(model)} is no row with shifts of its own; possible: {', '.join(others)}",
            )
            model = None
        if model is not None and any(effect in row for effect in EFFECTS):
            source.add(at, "has both 'as' and shifts of its own; keep one of the two")
        like = read[model] if model is not None else row
        armor_too = source.flag((*at, "barrage_armor_too"), row.get("barrage_armor_too", False))
        found[name] = Works(*shifts(source, (*path, model or name), like), armor_too)
    return found


def barrier(source: Source, path: tuple[str, ...]) -> Barrier:
    """One kind of hexside; with ``up`` and ``down`` if it has a high side."""
    ways = ("cp", "anti_armor", "close_assault", "motorised")
    raw: Any = source.document["terrain"]["hexside"][path[-1]]
    sloped = isinstance(raw, dict) and ("up" in raw or "down" in raw)
    table = source.table(
        path,
        ("up", "down") if sloped else ("cp",),
        ("blocks_zoc",) if sloped else (*ways[1:], "blocks_zoc"),
    )
    blocks = source.flag((*path, "blocks_zoc"), table.get("blocks_zoc", False))
    if not sloped:
        flat = crossing(source, path, table)
        return Barrier(flat, flat, False, blocks)
    up, down = ((*path, way) for way in ("up", "down"))
    return Barrier(
        crossing(source, up, source.table(up, ("cp",), ways[1:])),
        crossing(source, down, source.table(down, ("cp",), ways[1:])),
        True,
        blocks,
    )


def crossing(source: Source, path: tuple[str, ...], table: dict[str, Any]) -> Crossing:
    """A hexside, crossed one way."""
    fire, assault = (
        shift(source, (*path, key), table.get(key, 0)) for key in ("anti_armor", "close_assault")
    )
    allowed = table.get("motorised", 0)
    if allowed != "no" and type(allowed) is not int:
        source.add((*path, "motorised"), f"{shown(allowed)}: write 'no', or leave it out")
    return Crossing(*pair(source, path, table), fire, assault, allowed != "no")


def pair(source: Source, path: tuple[str, ...], table: dict[str, Any]) -> tuple[Shift, Shift]:
    """``cp``: the cost on foot and motorised."""
    cost = table.get("cp", [0, 0])
    if (
        not isinstance(cost, list)
        or len(cost) != 2
        or any(type(cp) is int and cp < 0 for cp in cost)
    ):
        source.add(
            (*path, "cp"),
            f"{shown(cost)}: two costs are needed, on foot and motorised, such as [2, 3] or [6,"
            " 'no']",
        )
        return 0, 0
    return shift(source, (*path, "cp"), cost[0]), shift(source, (*path, "cp"), cost[1])


def shifts(
    source: Source, path: tuple[str, ...], table: dict[str, Any]
) -> tuple[Shift, Shift, Shift]:
    """The three shifts of a row; what is not given is 0."""
    barrage, fire, assault = (
        shift(source, (*path, effect), table.get(effect, 0)) for effect in EFFECTS
    )
    return barrage, fire, assault


def shift(source: Source, path: tuple[str, ...], value: Any) -> Shift:
    """A whole number, or ``"no"``."""
    if value == "no":
        return None
    if type(value) is not int:
        source.add(path, f"{shown(value)} is neither a whole number nor 'no'")
        return 0
    return value


def prices(source: Source) -> Prices:
    """``[cp]``."""
    table = source.table(["cp"], (*PRICES, "refund_at", "blow_dump_share", "truck", "hq"))
    cost = {key: source.number(("cp", key), table.get(key, 0), 0, 99) for key in (*PRICES, "hq")}
    refund = source.number(("cp", "refund_at"), table.get("refund_at", 0), -99, 99)
    share = source.number(("cp", "blow_dump_share"), table.get("blow_dump_share", 1), 1, 99)
    return Prices(**cost, refund_at=refund, blow_dump_share=share, truck=trucks(source, "cp"))


def trucks(source: Source, block: str) -> dict[TruckKind, int]:
    """``truck = {light=…, medium=…, heavy=…}``."""
    table = source.table([block, "truck"], TRUCKS)
    return {
        kind: source.number((block, "truck", kind), table.get(kind, 0), 0, 99) for kind in TRUCKS
    }


def ammo(source: Source) -> Ammo:
    """``[ammo]``."""
    table = source.table(["ammo"], ("barrage", "anti_armor", "close_assault", "truck"))
    rates = source.table(["ammo", "close_assault"], ("inf", "default"), get_args(PointClass))
    return Ammo(
        source.number(("ammo", "barrage"), table.get("barrage", 0), 0, 99),
        source.number(("ammo", "anti_armor"), table.get("anti_armor", 0), 0, 99),
        {
            key: source.number(("ammo", "close_assault", key), rate, 0, 99)
            for key, rate in rates.items()
        },
        trucks(source, "ammo"),
    )


def demolition(source: Source) -> tuple[tuple[Span, int], ...]:
    """``[dump_demolition]``: intervals of a die, ascending, open at both ends."""
    path = ("dump_demolition", "die")
    source.table(["dump_demolition"], ("die",))
    rows = source.table(path, (), (), INTERVAL)
    found: list[tuple[Span, int]] = []
    for text, percent in rows.items():
        try:
            found.append((read_span(text), source.number((*path, text), percent, 0, 100)))
        except ValueError as error:
            source.add(path, str(error))
    if len(found) == len(rows):
        try:
            check_spans([span for span, _ in found], None)
        except ValueError as error:
            source.add(path, str(error))
    return tuple(found)
