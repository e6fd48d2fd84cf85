"""Zones of control, and who touches whom (rules 3.2), and what a step costs (3.8)."""

from functools import lru_cache

from engine.games.desert.chartdata import Charts, Crossing
from engine.games.desert.chartfile import kept_charts
from engine.games.desert.units import INFANTRY, Hex, Hexside, Unit, carried, combat_unit, infantry_points, usable
from engine.games.desert.world import Position
from engine.state import Seat

LEAST_DEFENCE = 10
"""Raw defence points below which a stack has no zone of control (R-ZSIZE)."""
FLAT = Crossing()


def charts_of(p: Position) -> Charts:
    """The chart set of this game."""
    return kept_charts(p.chart)


@lru_cache(32)
def beside(pairs: tuple[tuple[Hex, Hex], ...]) -> dict[Hex, tuple[Hex, ...]]:
    """The neighbours of every hex, ascending."""
    found: dict[Hex, set[Hex]] = {}
    for a, b in pairs:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return {hex: tuple(sorted(near)) for hex, near in found.items()}


def near(p: Position, hex: Hex) -> tuple[Hex, ...]:
    """The neighbours of a hex."""
    return beside(p.pairs).get(hex, ())


def hexside(p: Position, a: Hex, b: Hex) -> Hexside | None:
    """What lies between two hexes."""
    return next((side for side in p.hexsides if set(side.between) == {a, b}), None)


def crossing(p: Position, a: Hex, b: Hex) -> Crossing:
    """The hexside from ``a`` to ``b``, as it is crossed this way."""
    side = hexside(p, a, b)
    if side is None:
        return FLAT
    barrier = charts_of(p).barriers[side.kind]
    return barrier.up if side.up == b else barrier.down


def motorised(p: Position, unit: Unit) -> bool:
    """Does it move on wheels or tracks? Infantry does where trucks carry all of it."""
    if unit.kind in (*INFANTRY, "engineer"):
        return unit.points > 0 and carried(unit, p.kinds) >= infantry_points(unit.toe, p.kinds) > 0
    return True


def step_cost(p: Position, unit: Unit, a: Hex, b: Hex) -> int | None:
    """CP for one hex; ``None``: it cannot go there."""
    ground, over = charts_of(p).ground[p.cells[b].terrain], crossing(p, a, b)
    costs = (ground.motorised, over.motorised) if motorised(p, unit) else (ground.foot, over.foot)
    return None if None in costs else sum(cost for cost in costs if cost is not None)


def blocked(p: Position, a: Hex, b: Hex) -> bool:
    """Does the hexside keep zones of control out (R-ZRIV)?"""
    side = hexside(p, a, b)
    if side is None or not charts_of(p).barriers[side.kind].blocks_zoc:
        return False
    return p.rulings.zriv == "any" or side.major or bool(side.up)


def defence(p: Position, stack: list[Unit]) -> int:
    """The raw defence points of a stack."""
    return sum(
        n * p.kinds[kind].defence
        for unit in stack
        for kind, n in unit.toe.items()
        if usable(unit, kind, "defence", stack, p.kinds)
    )


def qualifying(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    """The units that give a hex its zone of control; none if they are too few (R-ZSIZE)."""
    stack = [unit for unit in p.stack(hex, side) if not unit.broken]
    able = [unit for unit in stack if combat_unit(unit, stack)]
    if p.rulings.zsize == "size_and_ammo":
        able = [unit for unit in able if unit.ammo > 0]
    counted = able + [unit for unit in stack if unit.kind == "dummy_tank" and able]
    size = sum(unit.sp or 0 for unit in counted)
    return able if size > 1 and defence(p, able) >= LEAST_DEFENCE else []


def covers(p: Position, hex: Hex, side: Seat, other: Hex) -> bool:
    """Does the zone of control of a side's stack in ``hex`` reach ``other`` (R-ZRIV, R-ZENTER)?"""
    if blocked(p, hex, other):
        return False
    enter = [step_cost(p, unit, hex, other) is not None for unit in qualifying(p, hex, side)]
    return bool(enter) and (any(enter) if p.rulings.zenter == "one" else all(enter))


def controlled(p: Position, side: Seat) -> set[Hex]:
    """All hexes that the zones of control of a side cover."""
    hexes = {unit.hex for unit in p.of(side)}
    return {other for hex in hexes if qualifying(p, hex, side) for other in near(p, hex) if covers(p, hex, side, other)}


def adjacent(p: Position, side: Seat) -> list[tuple[Hex, Hex]]:
    """Every hex of a side with each enemy hex that it touches (3.2.1), ascending."""
    enemy = p.other(side)
    return [
        (hex, other)
        for hex in sorted({unit.hex for unit in p.of(side)})
        if p.stack(hex, side)
        for other in near(p, hex)
        if p.stack(other, enemy)
    ]
