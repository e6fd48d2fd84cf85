"""The units, leaders, dumps and point kinds of a scenario file (rules 5.1), checked."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from engine.games.desert.charts.data import Charts
from engine.games.desert.forces.markers import Dump, Leader
from engine.games.desert.forces.units import (
    FIGHTING,
    Hex,
    Kind,
    PointKind,
    Rating,
    Unit,
    UnitId,
)
from engine.games.desert.ground.terrain import Cell
from engine.games.desert.scenarios import tables
from engine.state import Seat

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,23}")
KIND = re.compile(r"[a-z][a-z0-9_]{0,19}")
BRACKETED = re.compile(r"\(([0-9]{1,2})\)")
RESERVED = ("all", "with", "fwd", "back", "none", "ok", "auto", "show", "hold", "clear", "stay")
"""Words of orders, which no unit may be called."""
T = TypeVar("T", Dump, Leader)
MOST = 99


def read_kinds(rows: Mapping[str, Any]) -> dict[Kind, PointKind]:
    """Read ``[points]``. Raise ``ValueError``."""
    found: dict[Kind, PointKind] = {}
    for name, row in rows.items():
        key = f"points.{name}"
        if not KIND.fullmatch(name):
            raise ValueError(
                f"{key}: {name!r} is no name; small letters, digits and '_', such as axis_inf"
            )
        table = tables.read(row, tables.PointTable, key)
        values: dict[str, int] = {}
        brackets: list[Rating] = []
        for rating in ("barrage", "anti_armor", "vulnerability", "armor", "off", "defence", "flak"):
            word = "def" if rating == "defence" else rating
            values[rating], bracketed = read_rating(f"{key}.{word}", getattr(table, rating))
            if bracketed:
                brackets.append(rating)
        found[name] = PointKind(cls=table.cls, cpa=table.cpa, brackets=tuple(brackets), **values)
    return dict(sorted(found.items()))


def read_rating(key: str, value: int | str) -> tuple[int, bool]:
    """Return a rating, and whether it is parenthesised. Raise ``ValueError``."""
    match = BRACKETED.fullmatch(value) if isinstance(value, str) else None
    number = int(match[1]) if match else value
    if not isinstance(number, int) or not 0 <= number <= MOST:
        raise ValueError(
            f"{key}: {value!r}; a rating is a number from 0 to {MOST}, or one in parentheses such"
            ' as "(1)"'
        )
    return number, match is not None


def muster(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    kinds: Mapping[Kind, PointKind],
    cells: Mapping[Hex, Cell],
    charts: Charts,
) -> dict[UnitId, Unit]:
    """Read ``[[unit]]``, ids ascending. Raise ``ValueError``."""
    units: dict[UnitId, Unit] = {}
    keys: dict[UnitId, str] = {}
    for n, row in enumerate(rows):
        key = named(f"unit[{n}]", row)
        unit = read_unit(key, tables.read(row, tables.UnitTable, key), kinds)
        new_id(key, unit.id, units)
        check_place(key, unit.side, unit.hex, seats, cells)
        if unit.kind == "warship" and not cells[unit.hex].coastal:
            raise ValueError(
                f"{key}.hex: {unit.hex} is not coastal; a warship lies in a hex with coastal=true"
            )
        units[unit.id], keys[unit.id] = unit, key
    for unit in units.values():
        for word, hq in (("parent", unit.parent), ("attached_to", unit.attached_to)):
            if hq and (hq not in units or hq == unit.id or units[hq].side != unit.side):
                own = (u for u in units.values() if u.side == unit.side)
                mine = ", ".join(sorted(u.id for u in own if u.kind == "hq"))
                raise ValueError(
                    f"{keys[unit.id]}.{word}: {hq!r} is no other unit of {unit.side}; its HQs:"
                    f" {mine or 'none'}"
                )
    fighting = {unit.side for unit in units.values() if unit.kind in FIGHTING}
    for seat in seats:
        if seat not in fighting:
            raise ValueError(
                f"unit: {seat} has no unit that can fight; kinds that can: {', '.join(FIGHTING)}"
            )
    check_stacks(units, keys, cells, charts)
    return dict(sorted(units.items()))


def named(key: str, row: Any) -> str:
    """Return a key that people find again: ``unit[3] (HUSSARS)``."""
    id = row.get("id") if isinstance(row, dict) else None
    return f"{key} ({id})" if isinstance(id, str) else key


def new_id(key: str, id: str, taken: Collection[str]) -> None:
    """Raise ``ValueError`` for an id that is none, or is taken."""
    if not ID.fullmatch(id) or id.casefold() in RESERVED:
        raise ValueError(
            f"{key}.id: {id!r}; up to 24 letters, digits and '-', and none of {', '.join(RESERVED)}"
        )
    if id.casefold() in {other.casefold() for other in taken}:
        raise ValueError(
            f"{key}.id: {id!r} is there already; units, dumps and leaders need different ids"
        )


def check_place(
    key: str, side: Seat, hex: Hex, seats: tuple[Seat, ...], cells: Mapping[Hex, Cell]
) -> None:
    """Raise ``ValueError`` for an unknown side or hex."""
    if side not in seats:
        raise ValueError(f"{key}.side: {side!r} is no side; possible: {', '.join(seats)}")
    if hex not in cells:
        raise ValueError(f"{key}.hex: there is no hex {hex!r}; [hexes] has {', '.join(cells)}")


def read_unit(key: str, table: tables.UnitTable, kinds: Mapping[Kind, PointKind]) -> Unit:
    """Return one unit. Raise ``ValueError``."""
    for kind in table.toe:
        if kind not in kinds:
            raise ValueError(
                f"{key}.toe: there are no points {kind!r}; [points] has"
                f" {', '.join(kinds) or 'none'}"
            )
    points = sum(table.toe.values())
    if table.kind in FIGHTING and not points:
        raise ValueError(
            f"{key}.toe: a unit of kind {table.kind} needs points, such as"
            f" toe={{{next(iter(kinds), 'x')}=5}}"
        )
    if table.kind == "hq" and table.sp and table.size_full is None:
        raise ValueError(
            f"{key}.size_full: is missing; an HQ with sp needs the battalions that make it full"
        )
    if (table.kind == "warship") != (table.gun is not None):
        raise ValueError(f"{key}.gun: warships need one, and nobody else has one")
    gun = table.gun or 0
    for word, most, least in (
        ("max_toe", table.max_toe, points),
        ("max_ammo", table.max_ammo, table.ammo),
        ("gun_face", table.gun_face, gun),
    ):
        if most is not None and most < least:
            raise ValueError(f"{key}.{word}: {most} is less than the {least} that the unit has")
    given = msgspec.structs.asdict(table) | {
        "name": table.name or table.id,
        "toe": dict(sorted(table.toe.items())),
        "max_toe": points if table.max_toe is None else table.max_toe,
        "size_full": table.size_full or 0,
        "max_ammo": table.ammo if table.max_ammo is None else table.max_ammo,
        "known": table.known or table.kind == "warship",
        "gun": gun,
        "gun_face": gun if table.gun_face is None else table.gun_face,
    }
    return Unit(**given)


def check_stacks(
    units: Mapping[UnitId, Unit],
    keys: Mapping[UnitId, str],
    cells: Mapping[Hex, Cell],
    charts: Charts,
) -> None:
    """Raise ``ValueError`` if somebody stands in an enemy hex, or a hex
    holds more than its terrain bears.
    """
    owner: dict[Hex, Unit] = {}
    load: Counter[Hex] = Counter()
    for unit in units.values():
        if unit.kind == "warship":
            continue
        first = owner.setdefault(unit.hex, unit)
        if first.side != unit.side:
            raise ValueError(
                f"{keys[unit.id]}.hex: {first.id} of {first.side} stands in {unit.hex}; one side"
                " a hex"
            )
        load[unit.hex] += unit.sp or 0
        most = charts.ground[cells[unit.hex].terrain].bears
        if load[unit.hex] > most:
            raise ValueError(
                f"{keys[unit.id]}.hex: {unit.hex} would hold {load[unit.hex]} stacking points; its"
                f" terrain bears {most}"
            )


def checked(
    word: str,
    rows: tuple[Any, ...],
    kind: type[T],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> Iterator[tuple[str, T]]:
    """Yield each row of dumps or leaders with its key. Raise ``ValueError``."""
    ids = set(taken)
    for n, row in enumerate(rows):
        key = named(f"{word}[{n}]", row)
        table = tables.read(row, kind, key)
        new_id(key, table.id, ids)
        check_place(key, table.side, table.hex, seats, cells)
        ids.add(table.id)
        yield key, table


def read_dumps(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> dict[str, Dump]:
    """Read ``[[dump]]``: one a hex, which gives it its outward name. Raise ``ValueError``."""
    found: dict[Hex, Dump] = {}
    for key, dump in checked("dump", rows, Dump, seats, cells, taken):
        if not dump.real and any(dump.stocks.values()):
            raise ValueError(f"{key}.real: a dummy holds nothing; leave its stocks out")
        if other := found.get(dump.hex):
            raise ValueError(f"{key}.hex: {other.id} lies in {dump.hex} already; one dump a hex")
        found[dump.hex] = dump
    return dict(sorted((dump.id, dump) for dump in found.values()))


def read_leaders(
    rows: tuple[Any, ...],
    seats: tuple[Seat, ...],
    cells: Mapping[Hex, Cell],
    taken: Collection[str],
) -> dict[str, Leader]:
    """Read ``[[leader]]``. Raise ``ValueError``."""
    found = checked("leader", rows, Leader, seats, cells, taken)
    return dict(sorted((leader.id, leader) for _, leader in found))
