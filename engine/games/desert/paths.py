"""Zones of control, and ways over the map: retreats before assault (3.8), forced retreats (3.11,
3.12), movement between segments (3.15).
"""

from collections.abc import Callable, Iterable
from itertools import islice

from engine import Bar, Seat
from engine.games.desert import hexes, prices
from engine.games.desert.slots import bar
from engine.games.desert.units import Hex, Hexes, Unit, combat_unit, gun_class, usable
from engine.games.desert.world import Position

LEAST_DEFENCE = 10
"""Raw defence points that a stack needs for a zone of control (R-ZSIZE)."""


def motorised(p: Position, unit: Unit) -> bool:
    return prices.motorised(unit, p.kinds, p.charts)


def step_cost(p: Position, unit: Unit, a: Hex, b: Hex) -> int | None:
    return prices.step_cost(p.board, p.cells, p.charts, a, b, driving=motorised(p, unit))


def defence(p: Position, stack: list[Unit]) -> int:
    return sum(
        n * p.kinds[kind].defence
        for unit in stack
        for kind, n in unit.toe.items()
        if usable(unit, kind, "defence", stack, p.kinds)
    )


def qualifying(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    """Rule: R-ZSIZE."""
    stack = [unit for unit in p.stacked(hex, side) if not unit.broken]
    able = [unit for unit in stack if combat_unit(unit, stack)]
    if p.rulings.zsize == "size_and_ammo":
        able = [unit for unit in able if unit.ammo > 0]
    counted = able + [unit for unit in stack if unit.kind == "dummy_tank" and able]
    size = sum(unit.sp or 0 for unit in counted)
    return able if size > 1 and defence(p, able) >= LEAST_DEFENCE else []


def reached(p: Position, hex: Hex, side: Seat) -> set[Hex]:
    """Rules: R-ZRIV, R-ZENTER."""
    units, declared = qualifying(p, hex, side), any(unit.zone for unit in p.stacked(hex, side))
    found: set[Hex] = set()
    for other in p.near(hex) if units or declared else ():
        if not p.board.blocks_zoc(p.charts, hex, other, any_river=p.rulings.zriv == "any"):
            enter = (step_cost(p, unit, hex, other) is not None for unit in units)
            if declared or any(enter) if p.rulings.zenter == "one" else all(enter):
                found.add(other)
    return found


def covers(p: Position, hex: Hex, side: Seat, other: Hex) -> bool:
    return other in reached(p, hex, side)


def controlled(p: Position, side: Seat) -> set[Hex]:
    return {other for hex in {unit.hex for unit in p.of(side)} for other in reached(p, hex, side)}


def adjacent(p: Position, side: Seat) -> list[tuple[Hex, Hex]]:
    """Rule: DS-1."""
    enemy = p.other(side)
    return [
        (hex, other)
        for hex in sorted({unit.hex for unit in p.of(side)})
        if p.stacked(hex, side)
        for other in p.near(hex)
        if p.stacked(other, enemy)
    ]


Steps = Callable[[Hexes], dict[Hex, Bar | None]]
SHOWN = 12
"""The maximum number of ways suggested for a unit."""
DEEP = 5


def pace(p: Position, unit: Unit) -> int:
    """Return the CPA with which a unit moves; 0 if it can't."""
    if unit.kind == "warship":
        return 0
    return (
        prices.effective_cpa(unit, p.kinds, p.charts, moving=True)
        if unit.points
        else p.charts.cp.hq
    )


def fixed(p: Position, unit: Unit) -> Bar | None:
    if unit.broken:
        return bar("E-COH", unit=unit.id, cohesion=unit.cohesion)
    return None if pace(p, unit) else bar("E-FIXED", unit=unit.id)


def cost(p: Position, unit: Unit, path: Iterable[Hex]) -> int:
    """Return the CP for a way, including breaking off before the first step (P21.s7)."""
    total, here = prices.break_off(unit, p.charts), unit.hex
    for hex in path:
        total, here = total + (step_cost(p, unit, here, hex) or 0), hex
    return total


def steps(
    p: Position, unit: Unit, path: Hexes, enemies: set[Hex], zones: set[Hex], friends: set[Hex]
) -> dict[Hex, Bar | None]:
    """Rule: R-ZZ."""
    here = path[-1] if path else unit.hex
    if p.rulings.zz == "friendly":
        zones = zones - friends
    found: dict[Hex, Bar | None] = {}
    for hex in p.near(here):
        if hex in enemies:
            found[hex] = bar("E-OCC", hex=hex)
        elif path and here in zones:
            found[hex] = bar("E-STOP", unit=unit.id, hex=here)
        elif step_cost(p, unit, here, hex) is None:
            found[hex] = bar(
                "E-TERRAIN",
                unit=unit.id,
                what="enter",
                hex=hex,
                origin=here,
                terrain=terrain(p, here, hex),
            )
        elif here in zones and hex in zones:
            found[hex] = bar("E-ZZ", a=here, b=hex, unit=unit.id)
        else:
            found[hex] = None
    return found


def terrain(p: Position, a: Hex, b: Hex) -> str:
    side = next((side.kind for side in p.hexsides if set(side.between) == {a, b}), "")
    return side or p.cells[b].terrain


def ways(start: Hex, onward: Steps) -> list[Hexes]:
    def walk() -> Iterable[Hexes]:
        fringe: list[Hexes] = [()]
        for _ in range(DEEP):
            fringe = [
                (*path, hex)
                for path in fringe
                for hex, reason in onward(path).items()
                if reason is None and hex not in path and hex != start
            ][:200]
            yield from fringe

    return list(islice(walk(), SHOWN))


def escapes(
    p: Position, unit: Unit, enemies: set[Hex], zones: set[Hex], friends: set[Hex]
) -> dict[Hex, tuple[int, Hexes]]:
    """Return the possible hexes of a forced retreat with cost and path. The cost doesn't include
    breaking off.

    Retreats never pass through enemies, nor through their zones except in hexes of friends.

    Rule: R-RPATH.
    """
    shut = enemies if p.rulings.rpath == "zones" else enemies | (zones - friends)

    def onward(hex: Hex) -> list[tuple[Hex, int]]:
        return [
            (to, price)
            for to in p.near(hex)
            if to not in shut and (price := step_cost(p, unit, hex, to)) is not None
        ]

    found = hexes.cheapest(unit.hex, onward)
    return {hex: way for hex, way in found.items() if hex != unit.hex}


def is_gun(p: Position, unit: Unit) -> bool:
    """Return whether a unit counts as guns, which can't blow up dumps (P21.s4)."""
    return gun_class(unit, p.kinds)
