"""How large a side is in an assault, and whose morale counts (rules 3.11, modifiers 3 and 4)."""

from collections.abc import Iterable, Sequence
from itertools import chain

from msgspec import Struct

from engine.games.desert.arithmetic.rounding import average, clamp
from engine.games.desert.charts.data import SURRENDER, Charts
from engine.games.desert.forces.units import Kinds, Unit, gun_class
from engine.games.desert.rulings import Rulings

LEVELS = (0, 1, 2, 3, 5)
"""Stacking points of a company, a battalion, a brigade, a large one and a division."""
BEST_MORALE = 3
DIVISION = 5


class Largest(Struct, frozen=True):
    """The size of a side, and the ids of the units that have it."""

    size: int
    units: tuple[str, ...]


def own_size(unit: Unit, kinds: Kinds) -> int:
    """Return stacking points of a unit; one below half its strength, a gun unit below a
    quarter, counts 0 (the shell test).
    """
    if not unit.sp or unit.kind == "hq":
        return 0
    part = 4 if gun_class(unit, kinds) else 2
    return 0 if part * unit.points < unit.max_toe else unit.sp


def lower(size: int) -> int:
    """Return the next lower level of size."""
    return max((level for level in LEVELS if level < size), default=0)


def formation(
    hq: Unit, taking_part: Iterable[Unit], everybody: Iterable[Unit], kinds: Kinds
) -> int:
    """Return what an HQ counts as: its own stacking points if two thirds of its battalions
    take part in its hex, a level less if some do, else nothing; a division needs
    more than half of its brigades.
    """
    if hq.kind != "hq" or not hq.sp:
        return 0
    beside = [
        u
        for u in taking_part
        if u.hex == hq.hex and hq.id in (u.parent, u.attached_to) and u.id != hq.id
    ]
    if hq.sp >= DIVISION:
        mine = [u for u in everybody if u.kind == "hq" and u.side == hq.side and u.parent == hq.id]
        if mine:
            full = [
                u
                for u in mine
                if u.hex == hq.hex and formation(u, taking_part, everybody, kinds) == u.sp
            ]
            return hq.sp if 2 * len(full) > len(mine) else lower(hq.sp) if full else 0
    battalions = sum(own_size(unit, kinds) >= 1 for unit in beside)
    return 0 if not battalions else hq.sp if 3 * battalions >= 2 * hq.size_full else lower(hq.sp)


def largest(taking_part: Sequence[Unit], everybody: Sequence[Unit], kinds: Kinds) -> Largest:
    """Return the size of a side: that of its largest unit, or of a formation that is
    larger than all units (SPI 9.26).

    ``taking_part``: units with points in the assault (R-LARGEST);
    ``everybody``: all units of the side.
    """
    sizes = {unit.id: own_size(unit, kinds) for unit in taking_part}
    top = max(sizes.values(), default=0)
    hexes = {unit.hex for unit in taking_part}
    hqs = [unit for unit in everybody if unit.kind == "hq" and unit.hex in hexes]
    sizes |= {
        hq.id: size for hq in hqs if (size := formation(hq, taking_part, everybody, kinds)) > top
    }
    top = max(sizes.values(), default=0)
    return Largest(top, tuple(sorted(id for id, size in sizes.items() if size == top)))


def size_modifier(charts: Charts, attacker: int, defender: int) -> int:
    """Return what the attacker gains by size; negative: the defender gains."""
    if attacker >= defender:
        return charts.size_modifier(attacker, defender)
    return -charts.size_modifier(defender, attacker)


class Morale(Struct, frozen=True):
    """One side's morale: the averages, the adjustment rolled for, and what comes
    of them; ``surrender``: R-SURR.
    """

    basic: int
    cohesion: int
    adjustment: int
    final: int
    surrender: bool = False


def averages(units: Sequence[Unit], rulings: Rulings) -> tuple[int, int]:
    """Return the morale and the cohesion of the largest units (P51.s2).

    Rule: R-AVG.
    """
    away = rulings.avg == "away"
    return average([unit.morale for unit in units], away=away), average(
        [unit.cohesion for unit in units], away=away
    )


def morale(
    charts: Charts,
    rulings: Rulings,
    basic: int,
    cohesion: int,
    reading: int,
    *,
    leader: bool,
    outweighed: bool = False,
) -> Morale:
    """Return the morale of a side whose largest units have these averages;
    ``leader``: Rommel is with one of them.

    ``outweighed``: the enemy has three times its raw strength, so that nobody holds
    out who could surrender (R-SURR).
    """
    adjustment = charts.morale_adjustment(cohesion, reading)
    surrender = (
        adjustment is None and rulings.surr == "on" and (basic < 1 or cohesion <= -11 or outweighed)
    )
    if adjustment is None:
        texts = chain.from_iterable(charts.morale.values())
        adjustment = min(int(text) for text in texts if text != SURRENDER)
    return Morale(
        basic, cohesion, adjustment, final_morale(basic, adjustment, leader=leader), surrender
    )


def final_morale(basic: int, adjustment: int, *, leader: bool) -> int:
    """Return the morale adjusted, capped, and only then with Rommel: -2
    to +4 with him (P51.s5, P51.s6).
    """
    return clamp(basic + adjustment, -BEST_MORALE, BEST_MORALE) + leader
