"""Zones of control, and who touches whom (rules 3.2), and what a step costs (3.8)."""

from engine.games.desert.arithmetic import prices
from engine.games.desert.forces.units import Hex, Unit, combat_unit, usable
from engine.games.desert.world import Position
from engine.state import Seat

LEAST_DEFENCE = 10
"""Raw defence points below which a stack has no zone of control (R-ZSIZE)."""


def motorised(p: Position, unit: Unit) -> bool:
    """Return whether a unit pays the motorised costs."""
    return prices.motorised(unit, p.kinds, p.charts)


def step_cost(p: Position, unit: Unit, a: Hex, b: Hex) -> int | None:
    """Return the CP for one hex; ``None``: the unit cannot go there."""
    return prices.step_cost(p.board, p.cells, p.charts, a, b, driving=motorised(p, unit))


def defence(p: Position, stack: list[Unit]) -> int:
    """Return the raw defence points of a stack."""
    return sum(
        n * p.kinds[kind].defence
        for unit in stack
        for kind, n in unit.toe.items()
        if usable(unit, kind, "defence", stack, p.kinds)
    )


def qualifying(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    """Return the units that give a hex its zone of control; none if they are too few (R-ZSIZE).

    Rule: R-ZSIZE.
    """
    stack = [unit for unit in p.stacked(hex, side) if not unit.broken]
    able = [unit for unit in stack if combat_unit(unit, stack)]
    if p.rulings.zsize == "size_and_ammo":
        able = [unit for unit in able if unit.ammo > 0]
    counted = able + [unit for unit in stack if unit.kind == "dummy_tank" and able]
    size = sum(unit.sp or 0 for unit in counted)
    return able if size > 1 and defence(p, able) >= LEAST_DEFENCE else []


def reached(p: Position, hex: Hex, side: Seat) -> set[Hex]:
    """Return the hexes that the zone of control of a side's stack in
    ``hex`` covers (R-ZRIV, R-ZENTER).

    Rules: R-ZRIV, R-ZENTER.
    """
    units = qualifying(p, hex, side)
    found: set[Hex] = set()
    for other in p.near(hex) if units else ():
        if not p.board.blocks_zoc(p.charts, hex, other, any_river=p.rulings.zriv == "any"):
            enter = (step_cost(p, unit, hex, other) is not None for unit in units)
            if any(enter) if p.rulings.zenter == "one" else all(enter):
                found.add(other)
    return found


def covers(p: Position, hex: Hex, side: Seat, other: Hex) -> bool:
    """Return whether the zone of control of a side's stack in ``hex`` reaches ``other``."""
    return other in reached(p, hex, side)


def controlled(p: Position, side: Seat) -> set[Hex]:
    """Return all hexes that the zones of control of a side cover."""
    return {other for hex in {unit.hex for unit in p.of(side)} for other in reached(p, hex, side)}


def adjacent(p: Position, side: Seat) -> list[tuple[Hex, Hex]]:
    """Return every hex of a side with each enemy hex that it touches (3.2.1), ascending.

    Rule: DS-1.
    """
    enemy = p.other(side)
    return [
        (hex, other)
        for hex in sorted({unit.hex for unit in p.of(side)})
        if p.stacked(hex, side)
        for other in p.near(hex)
        if p.stacked(other, enemy)
    ]
