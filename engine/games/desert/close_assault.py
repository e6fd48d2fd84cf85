"""Close assault: strengths, differential, modifiers, results (rules 3.11, P39 to P56)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from msgspec import Struct

from engine.games.desert import units as pieces
from engine.games.desert.chart_data import SURRENDER, Charts
from engine.games.desert.gunnery import standing_works
from engine.games.desert.hexes import Board, Cell
from engine.games.desert.prices import actual, average, clamp, unsupported
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import Hex, Kind, Kinds, Unit

UNRATED = 3
"""The attacker's bonus against defenders without a defensive rating (R-COMP)."""
SMALL = 10
"""If both raw strengths are below this, R-SMALL fights with raw points."""


class Part(Struct, frozen=True):
    unit: pieces.UnitId
    hex: Hex
    kind: Kind
    n: int
    rating: int  # offensive or defensive rating of each; 0 if unusable

    @property
    def raw(self) -> int:
        return self.rating * self.n


class Strength(Struct, frozen=True):
    raw: int
    unsupported: int
    actual: int


def part(
    unit: Unit, kind: Kind, n: int, rating: pieces.Rating, stack: Iterable[Unit], kinds: Kinds
) -> Part:
    """Return points with their rating in this fight. ``stack`` are the side's units in the hex
    (2.1).
    """
    worth = kinds[kind].rating(rating) if pieces.usable(unit, kind, rating, stack, kinds) else 0
    return Part(unit.id, unit.hex, kind, n, worth)


def raw_by_hex(parts: Iterable[Part]) -> dict[Hex, int]:
    found: Counter[Hex] = Counter()
    for one in parts:
        found[one.hex] += one.raw
    return dict(sorted(found.items()))


def tanks_unsupported(
    parts: Sequence[Part], kinds: Kinds, rulings: Rulings, units: Mapping[pieces.UnitId, Unit]
) -> int:
    """Rules: R-CA-UNIT, R-CA-CAP."""
    total = 0
    for hex in sorted({one.hex for one in parts}):
        here = [one for one in parts if one.hex == hex]
        toe: Counter[Kind] = Counter()
        for one in here:
            toe[one.kind] += one.n
        infantry = pieces.infantry_points(toe, kinds)
        if rulings.ca_unit == "units":
            infantry = len({one.unit for one in here if units[one.unit].kind in pieces.INFANTRY})
        total += unsupported(pieces.tank_points(toe, kinds), infantry)
    return min(total, rulings.ca_cap) if rulings.ca_cap else total


def strength(
    parts: Sequence[Part], lost: int, rulings: Rulings, *, small: bool = False
) -> Strength:
    """Rule: R-ROUND."""
    raw = sum(one.raw for one in parts)
    if small:
        points = raw
    elif rulings.round == "unit":
        units = sorted({one.unit for one in parts})
        points = sum(actual(sum(one.raw for one in parts if one.unit == unit)) for unit in units)
    else:
        points = actual(raw)
    return Strength(raw, lost, max(0, points - lost))


def is_small(raw_off: int, raw_def: int, rulings: Rulings) -> bool:
    """Rule: R-SMALL."""
    return rulings.small == "on" and raw_off < SMALL and raw_def < SMALL


def terrain_modifier(
    board: Board,
    cells: Mapping[Hex, Cell],
    charts: Charts,
    origins: Iterable[Hex],
    targets: Iterable[Hex],
    *,
    mean: bool = False,
) -> int:
    """Return the modifier of hex, works and hexsides. Of two target hexes it is the worse one, or
    their average.

    Rule: R-TERR2.
    """
    sources = sorted(set(origins))
    found = [
        ground_modifier(cells[hex], charts) + side_modifier(board, charts, sources, hex)
        for hex in targets
    ]
    return average(found) if mean else min(found)


def ground_modifier(cell: Cell, charts: Charts) -> int:
    works = [charts.works[name] for name in standing_works(cell) if name in charts.works]
    return (charts.ground[cell.terrain].close_assault or 0) + min(
        [0, *(row.close_assault or 0 for row in works)]
    )


def side_modifier(board: Board, charts: Charts, origins: Sequence[Hex], target: Hex) -> int:
    crossed: dict[tuple[str, bool], int] = {}
    for origin in origins:
        if board.adjacent(origin, target) and (side := board.side(origin, target)):
            shift = board.crossing(charts, origin, target).close_assault
            crossed[side.kind, side.up == target] = shift or 0
    return sum(crossed.values())


def raw_modifier(off: int, defence: int, charts: Charts, rulings: Rulings) -> int:
    """Return the attacker's modifier for raw strength. If it is negative, the defender gains
    (P49.s3).

    Rule: R-DOUBLE.
    """
    table = charts.raw_strength
    for strong, weak, gain in ((off, defence, table.modifier), (defence, off, -table.modifier)):
        double = table.ratio * weak
        if strong > double or (rulings.double == "least" and strong and strong >= double):
            return gain
    return 0


class Differential(Struct, frozen=True):
    """A basic differential with its modifiers applied, and the resulting column of the table."""

    adjusted: int
    column: int
    overrun: bool


def differential(
    charts: Charts,
    rulings: Rulings,
    basic: int,
    *,
    terrain: int = 0,
    raw: int = 0,
    size: int = 0,
    morale: int = 0,
) -> Differential:
    """Rule: R-SUM."""
    modifiers = terrain + raw + size + morale
    if rulings.sum == "columns":
        column = charts.assault_column(basic, modifiers)
        overrun = column >= charts.assault_column(charts.assault.overrun_from)
    else:
        column = charts.assault_column(basic + modifiers)
        overrun = basic + modifiers >= charts.assault.overrun_from
    return Differential(basic + modifiers, column, overrun)


class Result(Struct, frozen=True):
    """A side's result. ``engaged`` is for attackers, ``retreat`` for defenders."""

    percent: int
    captured: bool
    engaged: bool = False
    retreat: int = 0


def attacker_result(charts: Charts, column: int, reading: int) -> Result:
    total = reading // 10 + reading % 10
    return Result(
        charts.percent("attacker", column, reading),
        charts.captured("attacker", column, total),
        engaged=charts.engaged(column, total),
    )


def defender_result(charts: Charts, column: int, reading: int) -> Result:
    total = reading // 10 + reading % 10
    return Result(
        charts.percent("defender", column, reading),
        charts.captured("defender", column, total),
        retreat=charts.retreat(column, total),
    )


def is_unrated(defenders: Sequence[Part], rulings: Rulings) -> bool:
    """Rule: R-COMP."""
    return rulings.comp == "on" and bool(defenders) and not any(one.rating for one in defenders)


def is_probe(committed: int, available: int, rulings: Rulings) -> bool:
    """Rule: R-PROBE."""
    return rulings.probe == "on" and 2 * committed < available


LEVELS = (0, 1, 2, 3, 5)
"""Stacking points of a company, a battalion, a brigade, a large brigade and a division."""
BEST_MORALE = 3
DIVISION = 5


class Largest(Struct, frozen=True):
    size: int
    units: tuple[str, ...]


def own_size(unit: Unit, kinds: Kinds) -> int:
    """Return a unit's stacking points; 0 below half strength, or for guns below a quarter (the
    shell test).
    """
    if not unit.sp or unit.kind == "hq":
        return 0
    part = 4 if pieces.gun_class(unit, kinds) else 2
    return 0 if part * unit.points < unit.max_toe else unit.sp


def lower(size: int) -> int:
    return max((level for level in LEVELS if level < size), default=0)


def formation(
    hq: Unit, taking_part: Iterable[Unit], everybody: Iterable[Unit], kinds: Kinds
) -> int:
    """Return an HQ's size: its stacking points with two thirds of its battalions, and a level less
    with some.
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
    """Return the largest unit, or a formation larger than all units (SPI 9.26)."""
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
    if attacker >= defender:
        return charts.size_modifier(attacker, defender)
    return -charts.size_modifier(defender, attacker)


class Morale(Struct, frozen=True):
    """A side's average morale and cohesion, the adjustment rolled, and the result."""

    basic: int
    cohesion: int
    adjustment: int
    final: int
    surrender: bool = False  # see R-SURR


def averages(units: Sequence[Unit], rulings: Rulings) -> tuple[int, int]:
    """Rule: R-AVG."""
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
    """Return a side's morale. ``outweighed``: by three times its strength, for R-SURR."""
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
    """Return the morale, limited to -3 to +3 before Rommel's bonus is added (P51.s5, P51.s6)."""
    return clamp(basic + adjustment, -BEST_MORALE, BEST_MORALE) + leader
