"""The tables of a scenario file (rules 5.1), for reading it and for writing the end of a game."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from engine.games.desert import rulings, units
from engine.games.desert.view import View

Level = Annotated[int, Meta(ge=0, le=9)]
T = TypeVar("T", bound=Struct)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file. Its fields are its keys."""


class MetaTable(Table, frozen=True, kw_only=True):
    id: str
    phasing: str
    non_phasing: str
    charts: str
    profile: rulings.Profile = "issue"
    grid: str = ""
    lower: Literal["even", "odd"] = "even"


class PlayTable(Table, frozen=True):
    stages: Annotated[int, Meta(ge=0, le=20)] = 1
    between: Literal["move", "none"] = "move"


class ScoreTable(Table, frozen=True):
    hold: dict[str, units.Amount] = {}
    lost: units.Amount = 1
    captured: units.Amount = 0
    bonus: Annotated[str, Meta(pattern=r"\A((axis|cw)\+[0-9]{1,3})?\Z")] = ""


class HexTable(Table, frozen=True, kw_only=True):
    terrain: str
    fortification: Level = 0
    major_city: Level = 0
    coastal: bool = False
    road: bool = False
    track: bool = False
    railroad: bool = False
    air_facility: Level = 0
    name: str = ""
    held: str = ""


class AdjacentTable(Table, frozen=True):
    pairs: tuple[str, ...]


class PointTable(Table, frozen=True, kw_only=True):
    """A kind of points in ``[points]``. A rating is a number, or a text such as ``"(1)"``."""

    cls: units.PointClass = field(name="class")
    cpa: units.Amount
    barrage: int | str = 0
    anti_armor: int | str = 0
    vulnerability: int | str = 0
    armor: int | str = 0
    off: int | str = 0
    defence: int | str = field(name="def", default=0)
    flak: int | str = 0


class UnitTable(Table, frozen=True, kw_only=True):
    id: str
    side: str
    kind: units.PlacedKind
    hex: str
    name: str = ""
    nation: str = ""
    parent: str = ""
    attached_to: str = ""
    sp: Literal[0, 1, 2, 3, 5] | None = None
    toe: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    max_toe: units.Amount | None = None
    size_full: Annotated[int, Meta(ge=1, le=20)] | None = None
    morale: Annotated[int, Meta(ge=-3, le=3)] = 0
    cohesion: Annotated[int, Meta(ge=-99, le=10)] = 0
    cp_spent: units.Amount = 0
    ammo: units.Amount = 0
    max_ammo: units.Amount | None = None
    contact: bool = False
    engaged: bool = False
    known: bool = False
    trucks: tuple[units.Trucks, ...] = ()
    gun: Annotated[int, Meta(ge=1, le=99)] | None = None
    gun_face: Annotated[int, Meta(ge=1, le=99)] | None = None


def read(value: Any, table: type[T], key: str) -> T:
    """Return a checked table. Raises ``ValueError``, which names the key and the possibilities, if
    it is not valid.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{key}: needs a table, not {value!r}")
    fields = {field.encode_name: field for field in msgspec.structs.fields(table)}
    for name in value:
        if name not in fields:
            raise ValueError(f"{key}.{name}: there is no such key; possible: {', '.join(fields)}")
    for name, one in fields.items():
        if one.required and name not in value:
            raise ValueError(f"{key}.{name}: is missing; {key} needs {', '.join(required(fields))}")
        if name in value:
            try:
                msgspec.convert(value[name], one.type)
            except msgspec.ValidationError as error:
                reason, _, place = str(error).partition(" - at `$")
                raise ValueError(
                    f"{key}.{name}{place.rstrip('`')}: {value[name]!r}: {reason}"
                    f"{format_choices(one.type)}"
                ) from error
    return msgspec.convert(value, table)


def required(fields: dict[str, msgspec.structs.FieldInfo]) -> list[str]:
    return [name for name, one in fields.items() if one.required]


def format_choices(kind: Any) -> str:
    """Return ``; possible: a, b`` for a choice, otherwise ""."""
    shown = msgspec.inspect.type_info(kind)
    if isinstance(shown, msgspec.inspect.UnionType):
        shown = next(
            (one for one in shown.types if isinstance(one, msgspec.inspect.LiteralType)), shown
        )
    return (
        f"; possible: {', '.join(map(str, shown.values))}"
        if isinstance(shown, msgspec.inspect.LiteralType)
        else ""
    )


KEPT = (
    "id side kind hex name nation parent attached_to sp toe max_toe morale cohesion ammo max_ammo"
    " known"
).split()
"""The fields of a unit in a scenario, without those that last at most one stage."""
HEADER = """\
# How a game of Desert ended, to go on from. The end has uncovered everything: both sides know what
# is in this file. Prisoners, guards, captured points that wait for a unit and destroyed tanks are
# not in it.
"""


def saved(view: View) -> str:
    """Return a finished game as scenario text. Its reader sees everything."""
    return HEADER + "\n".join(write_toml(tables(view))) + "\n"


def tables(view: View) -> dict[str, Any]:
    """Return the file's tables. The side of a stack holds its hex."""
    first, second = view.seats
    chart = {"chart_file": view.chart} if view.chart else {}
    return {
        **chart,
        "meta": {
            "id": f"{view.title}-saved",
            "phasing": first,
            "non_phasing": second,
            "charts": "house-1",
            "profile": view.profile if view.profile in ("issue", "book") else "issue",
            "grid": view.grid,
        },
        "play": {"stages": max(1, view.stages), "between": view.between},
        "score": {"hold": view.hold_points, **view.prices},
        "hexes": {hex: filled_fields(cell, "terrain") for hex, cell in view.cells.items()},
        "adjacent": {"pairs": [f"{a}-{b}" for a, b in view.pairs]},
        "hexside": [filled_fields(side, "between kind") for side in view.hexsides],
        "points": {name: kind_of(point) for name, point in view.kinds.items()},
        "unit": [unit_of(unit) for unit in view.units.values() if is_kept(unit)],
        "leader": [filled_fields(one, "id side hex") for one in view.leaders.values()],
        "dump": [filled_fields(one, "id side hex") for one in view.dumps.values()],
    }


PLACED = next(
    field.type.__args__ for field in msgspec.structs.fields(UnitTable) if field.name == "kind"
)
"""Kinds of units that a scenario may place."""


def is_kept(unit: units.Unit) -> bool:
    return unit.kind in PLACED and (unit.points > 0 or unit.kind not in units.FIGHTING)


def filled_fields(of: Any, always: str) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(of)
    needed = always.split()
    return {
        key: value
        for key, value in plain.items()
        if key in needed or (key != "city" and value not in (0, "", False, None))
    }


def kind_of(point: units.PointKind) -> dict[str, Any]:
    found = filled_fields(point, "class cpa")
    found.pop("brackets", None)
    names = {"defence": "def"}
    for rating in point.brackets:
        key = names.get(rating, rating)
        found[key] = f"({point.rating(rating)})"
    return found


def unit_of(unit: units.Unit) -> dict[str, Any]:
    found = {
        key: value for key, value in filled_fields(unit, "id side kind hex").items() if key in KEPT
    }
    found["name"] = unit.name or unit.id
    found["morale"], found["cohesion"] = unit.morale, unit.cohesion
    if unit.sp is not None:
        found["sp"] = unit.sp
    if unit.size_full:
        found["size_full"] = unit.size_full
    if unit.trucks:
        found["trucks"] = msgspec.to_builtins(unit.trucks)
    if unit.kind == "warship":
        found = {key: found[key] for key in ("id", "side", "kind", "hex", "name")}
        found |= {"gun": unit.gun, "gun_face": unit.gun_face}
    return found


def write_toml(found: Mapping[str, Any]) -> Iterator[str]:
    for name, value in found.items():
        if isinstance(value, str):
            yield f"{name} = {text(value)}"
    for name, value in found.items():
        if isinstance(value, dict):
            yield ""
            yield f"[{name}]"
            yield from (f"{key} = {inline(one)}" for key, one in value.items())
        elif isinstance(value, list):
            for row in value:
                yield ""
                yield f"[[{name}]]"
                yield from (f"{key} = {inline(one)}" for key, one in row.items())


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, str):
        return text(value)
    return json.dumps(value)


def text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
