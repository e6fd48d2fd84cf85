"""Barrages and anti-armour fire: points, shifts, held-off hexes, trucks (rules 3.5 to 3.7,
3.10).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from engine.games.desert.chart_data import Block, Charts, Effect, Hit, RawBlock, Shift
from engine.games.desert.hexes import Board, Cell
from engine.games.desert.prices import actual
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import Hex, Kinds, Role, TargetClass, Unit, usable

Facility = Literal["City", "Fort", "Road", "Rail", "Dump", "Air"]
Target = TargetClass | Facility

BLOCKS: dict[Target, Block] = {
    "Inf": "infantry",
    "Tank": "armor",
    "Arty": "gun",
    "Ship": "ship",
    "City": "fortification",
    "Fort": "fortification",
    "Road": "road",
    "Rail": "railroad",
}
RAW_BLOCKS: dict[Target, RawBlock] = {"Dump": "supply_dump", "Air": "air_facility"}


def raw_points(unit: Unit, stack: Iterable[Unit], kinds: Kinds) -> int:
    """Return barrage rating times TOE. ``stack`` are the units of its side in its hex (2.1)."""
    friends = list(stack)
    return sum(
        kinds[kind].barrage * n
        for kind, n in unit.toe.items()
        if usable(unit, kind, "barrage", friends, kinds)
    )


def barrage_points(raw: int, ships: int) -> int:
    """Return the actual points of a barrage. The guns of ships are actual points already (3.5)."""
    return actual(raw) + ships


def best_works(cell: Cell, charts: Charts, effect: Effect, *, armor: bool = False) -> Shift:
    """Return the lowest shift of works in a hex, or ``None`` if the effect is not possible.
    ``armor``: on tanks.
    """
    rows = [charts.works.get(name) for name in standing_works(cell)]
    values: list[Shift] = [
        getattr(row, effect) for row in rows if row and (row.barrage_armor_too or not armor)
    ]
    return None if None in values else min([0, *(value for value in values if value is not None)])


def standing_works(cell: Cell) -> list[str]:
    found = [f"fortification{cell.fortification}"] if cell.fortification else []
    return [*found, "major_city"] if cell.major_city else found


def barrage_shift(cell: Cell, charts: Charts, target: Target) -> Shift:
    """Return a hex's single best shift (P17.s6), or ``None`` if no effect is possible."""
    ground = charts.ground[cell.terrain].barrage
    built = best_works(cell, charts, "barrage", armor=target == "Tank")
    return None if ground is None or built is None else min(ground, built)


def resolve(
    charts: Charts,
    rulings: Rulings,
    target: Target,
    raw: int,
    points: int,
    shift: Shift,
    reading: int,
) -> Hit:
    """Rule: R-TPIN."""
    if shift is None:
        return Hit()
    if target in RAW_BLOCKS:
        return charts.raw_result(RAW_BLOCKS[target], raw, shift, reading)
    pins = charts.numeric_pins if rulings.tpin == "chart" else rulings.tpin == "on"
    return charts.barrage_result(BLOCKS[target], points, shift, reading, numeric_pins=pins)


def truck_hit(charts: Charts, rulings: Rulings, points: int, shift: Shift, reading: int) -> int:
    """Rule: R-TSHIFT."""
    columns = shift if rulings.tshift == "on" else 0
    return (
        0
        if columns is None
        else charts.barrage_result("truck", points, columns, reading, numeric_pins=False).lose
    )


def threshold(rulings: Rulings, non_gun: int, targets: int) -> int:
    """Rule: R-HOLD."""
    return {"gt_nongun": non_gun, "gt_targets": targets, "ge_nongun": non_gun - 1}[rulings.hold]


def held_off(rulings: Rulings, points: int, non_gun: int, targets: int) -> bool:
    """Return whether these points hold off a hex (P8.s3). ``non_gun`` is the number of battalions
    there, and ``targets`` that on the list.
    """
    return points > max(0, threshold(rulings, non_gun, targets))


def plan_mark(total: int, own: int, limit: int) -> Literal["holding off", "held off", ""]:
    """Return the mark of a plan with ``own`` of the ``total`` points on a hex (P9.s3, P9.s4)."""
    if total - own > limit:
        return "held off"
    return "holding off" if total > limit else ""


def uneven(loss: Mapping[str, int], groups: Mapping[str, int]) -> str | None:
    """Return the group that must lose a truck first if losses are not as even as possible (R-EVEN),
    otherwise ``None``.
    """
    for group in sorted(groups):
        left = groups[group] - loss.get(group, 0)
        if left > 0 and any(loss.get(other, 0) > loss.get(group, 0) + 1 for other in groups):
            return group
    return None


def evenly(groups: Mapping[str, int], total: int) -> dict[str, int]:
    loss = dict.fromkeys(groups, 0)
    for _ in range(min(total, sum(groups.values()))):
        group = min(
            (g for g in groups if groups[g] > loss[g]),
            key=lambda g: (loss[g], loss[g] - groups[g], g),
        )
        loss[group] += 1
    return loss


class Fire(Struct, frozen=True):
    """Raw and actual points of anti-armour fire, and its column after shifts."""

    raw: int
    points: int
    column: int


def raw_fire(
    unit: Unit, roles: Sequence[Role], stack: Sequence[Unit], kinds: Kinds, target: Hex = ""
) -> int:
    mine = [role for role in roles if role.task == "aa" and (not target or target in role.targets)]
    return sum(
        kinds[role.kind].anti_armor * role.n
        for role in mine
        if usable(unit, role.kind, "anti_armor", stack, kinds)
    )


def hex_shift(cell: Cell, charts: Charts) -> Shift:
    ground, built = charts.ground[cell.terrain].anti_armor, best_works(cell, charts, "anti_armor")
    return None if ground is None or built is None else min(ground, built)


def side_shift(board: Board, charts: Charts, origins: Sequence[Hex], target: Hex) -> int:
    found = [board.crossing(charts, origin, target).anti_armor or 0 for origin in origins]
    return max(found) if found and all(found) else 0


def may_fire(board: Board, charts: Charts, origin: Hex, target: Hex) -> bool:
    """Return whether fire is possible. A hexside that forbids it does so in both directions."""
    there, back = board.crossing(charts, origin, target), board.crossing(charts, target, origin)
    return there.anti_armor is not None and back.anti_armor is not None


def fire(raw: int, shift: Shift) -> Fire | None:
    """Return the fire after a shift, or ``None`` if there is none. 1 to 4 raw points are column 0
    (3.10).
    """
    if raw < 1 or shift is None:
        return None
    return Fire(raw, actual(raw), max(0, (0 if raw < 5 else actual(raw)) + shift))
