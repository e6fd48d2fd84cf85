"""The end of a game as a scenario file, from which another begins (rules 3.15, 5.1)."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from engine.games.desert.forces.units import FIGHTING, PointKind, Unit
from engine.games.desert.scenarios.tables import UnitTable
from engine.games.desert.view import View

KEPT = (
    "id side kind hex name nation parent attached_to sp toe max_toe morale cohesion ammo max_ammo"
    " known"
).split()
"""What a scenario says of every unit; what lasts no longer than a stage is left out."""
HEADER = """\
# How a game of Desert ended, to go on from. The end has uncovered everything: both sides know what
# is in this file. Prisoners, guards, captured points that wait for a unit and destroyed tanks are
# not in it.
"""


def saved(view: View) -> str:
    """Return the position of a game that is over as the text of a scenario file; its reader sees
    all of it.
    """
    return HEADER + "\n".join(written(tables(view))) + "\n"


def tables(view: View) -> dict[str, Any]:
    """Return the tables of the file. Who is phasing first stays so; the side of a stack holds its
    hex.
    """
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
        "hexes": {hex: filled(cell, "terrain") for hex, cell in view.cells.items()},
        "adjacent": {"pairs": [f"{a}-{b}" for a, b in view.pairs]},
        "hexside": [filled(side, "between kind") for side in view.hexsides],
        "points": {name: kind_of(point) for name, point in view.kinds.items()},
        "unit": [unit_of(unit) for unit in view.units.values() if is_kept(unit)],
        "leader": [filled(one, "id side hex") for one in view.leaders.values()],
        "dump": [filled(one, "id side hex") for one in view.dumps.values()],
    }


PLACED = next(
    field.type.__args__ for field in msgspec.structs.fields(UnitTable) if field.name == "kind"
)
"""Kinds of units that a scenario may place."""


def is_kept(unit: Unit) -> bool:
    """Return whether a scenario may place a unit: those that fight must have points left."""
    return unit.kind in PLACED and (unit.points > 0 or unit.kind not in FIGHTING)


def filled(of: Any, always: str) -> dict[str, Any]:
    """Return the fields that are not blank, and those that must be there."""
    plain: dict[str, Any] = msgspec.to_builtins(of)
    needed = always.split()
    return {
        key: value
        for key, value in plain.items()
        if key in needed or (key != "city" and value not in (0, "", False, None))
    }


def kind_of(point: PointKind) -> dict[str, Any]:
    """Return a kind of points; a rating in parentheses is text."""
    found = filled(point, "class cpa")
    found.pop("brackets", None)
    names = {"defence": "def"}
    for rating in point.brackets:
        key = names.get(rating, rating)
        found[key] = f"({point.rating(rating)})"
    return found


def unit_of(unit: Unit) -> dict[str, Any]:
    """Return a unit as it stands."""
    found = {key: value for key, value in filled(unit, "id side kind hex").items() if key in KEPT}
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


def written(found: Mapping[str, Any]) -> Iterator[str]:
    """Yield the lines of a TOML file: plain values first, then tables."""
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
    """Return a value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(inline, value)) + "]"
    if isinstance(value, str):
        return text(value)
    return json.dumps(value)


def text(value: str) -> str:
    """Return a text as TOML has it."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
