"""Anti-armour fire (rules 3.10)."""

from collections.abc import Sequence

from msgspec import Struct

from engine.games.desert.arithmetic.barrage import best_works
from engine.games.desert.arithmetic.rounding import actual
from engine.games.desert.charts.data import Charts, Shift
from engine.games.desert.forces.units import Hex, Kinds, Role, Unit, usable
from engine.games.desert.ground.hexes import Board
from engine.games.desert.ground.terrain import Cell


class Fire(Struct, frozen=True):
    """One side's fire: raw points, and the column that it is read in after shifts."""

    raw: int
    points: int
    column: int


def raw_fire(
    unit: Unit, roles: Sequence[Role], stack: Sequence[Unit], kinds: Kinds, target: Hex = ""
) -> int:
    """Return raw points of a unit's anti-armour parts; ``target``: only those against this hex."""
    mine = [role for role in roles if role.task == "aa" and (not target or target in role.targets)]
    return sum(
        kinds[role.kind].anti_armor * role.n
        for role in mine
        if usable(unit, role.kind, "anti_armor", stack, kinds)
    )


def hex_shift(cell: Cell, charts: Charts) -> Shift:
    """Return the best effect of a hex, for fire into it; ``None``: no fire."""
    ground, built = charts.ground[cell.terrain].anti_armor, best_works(cell, charts, "anti_armor")
    return None if ground is None or built is None else min(ground, built)


def side_shift(board: Board, charts: Charts, origins: Sequence[Hex], target: Hex) -> int:
    """Return the effect of hexsides, for both sides' fire: only if all fire comes through
    such ones, and then the smallest.

    Whoever may not fire across (``None``) is not among the ``origins``.
    """
    found = [board.crossing(charts, origin, target).anti_armor or 0 for origin in origins]
    return max(found) if found and all(found) else 0


def may_fire(board: Board, charts: Charts, origin: Hex, target: Hex) -> bool:
    """Return whether there may be fire from one hex to the other: what forbids it one
    way forbids it the other way too.
    """
    there, back = board.crossing(charts, origin, target), board.crossing(charts, target, origin)
    return there.anti_armor is not None and back.anti_armor is not None


def fire(raw: int, shift: Shift) -> Fire | None:
    """Return the column of so many raw points after a shift; 1 to 4 are column 0, and nothing
    is left of it (3.10); ``None``: nobody fires.
    """
    if raw < 1 or shift is None:
        return None
    return Fire(raw, actual(raw), max(0, (0 if raw < 5 else actual(raw)) + shift))
