"""Close assault: strengths, differential, modifiers, results (rules 3.11, P39 to P56)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from engine.games.desert.arithmetic.barrage import standing_works
from engine.games.desert.arithmetic.rounding import actual, average, unsupported
from engine.games.desert.charts.data import Charts
from engine.games.desert.forces.units import (
    INFANTRY,
    Hex,
    Kind,
    Kinds,
    Rating,
    Unit,
    UnitId,
    infantry_points,
    tank_points,
    usable,
)
from engine.games.desert.ground.hexes import Board
from engine.games.desert.ground.terrain import Cell
from engine.games.desert.rulings import Rulings

UNRATED = 3
"""What the attacker gains by defenders without a defensive rating (R-COMP)."""
SMALL = 10
"""Below this raw strength on both sides R-SMALL fights with raw points."""


class Part(Struct, frozen=True):
    """Points of one kind and unit that assault, or defend, in a hex; ``rating``: off
    or def of each, 0 if unusable.
    """

    unit: UnitId
    hex: Hex
    kind: Kind
    n: int
    rating: int

    @property
    def raw(self) -> int:
        """Raw strength."""
        return self.rating * self.n


class Strength(Struct, frozen=True):
    """One side: raw and actual strength, and what its unsupported tanks have cost."""

    raw: int
    unsupported: int
    actual: int


def part(
    unit: Unit, kind: Kind, n: int, rating: Rating, stack: Iterable[Unit], kinds: Kinds
) -> Part:
    """Return points of a unit with the rating they fight with; ``stack``: the
    units of its side in its hex (2.1).
    """
    worth = kinds[kind].rating(rating) if usable(unit, kind, rating, stack, kinds) else 0
    return Part(unit.id, unit.hex, kind, n, worth)


def raw_by_hex(parts: Iterable[Part]) -> dict[Hex, int]:
    """Return raw strength by the hex it stands in."""
    found: Counter[Hex] = Counter()
    for one in parts:
        found[one.hex] += one.raw
    return dict(sorted(found.items()))


def tanks_unsupported(
    parts: Sequence[Part], kinds: Kinds, rulings: Rulings, units: Mapping[UnitId, Unit]
) -> int:
    """Return strength lost by tanks without infantry, hex by hex (P42, P43); with
    a cap for the side by R-CA-CAP.

    Rules: R-CA-UNIT, R-CA-CAP.
    """
    total = 0
    for hex in sorted({one.hex for one in parts}):
        here = [one for one in parts if one.hex == hex]
        toe: Counter[Kind] = Counter()
        for one in here:
            toe[one.kind] += one.n
        infantry = infantry_points(toe, kinds)
        if rulings.ca_unit == "units":
            infantry = len({one.unit for one in here if units[one.unit].kind in INFANTRY})
        total += unsupported(tank_points(toe, kinds), infantry)
    return min(total, rulings.ca_cap) if rulings.ca_cap else total


def strength(
    parts: Sequence[Part], lost: int, rulings: Rulings, *, small: bool = False
) -> Strength:
    """Return one side's strength, never below 0 (P44, P45). ``lost``: by unsupported
    tanks; ``small``: raw points count.

    Rule: R-ROUND.
    """
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
    """Return whether a fight is below 10 raw points a side.

    Rule: R-SMALL.
    """
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
    """Return hex, works and hexsides; of two target hexes the one that is worse for the attacker,
    or their average, halves up (``mean``).

    Rule: R-TERR2.
    """
    sources = sorted(set(origins))
    found = [
        ground_modifier(cells[hex], charts) + side_modifier(board, charts, sources, hex)
        for hex in targets
    ]
    return average(found) if mean else min(found)


def ground_modifier(cell: Cell, charts: Charts) -> int:
    """Return what a hex and the works in it do; of several works the best."""
    works = [charts.works[name] for name in standing_works(cell) if name in charts.works]
    return (charts.ground[cell.terrain].close_assault or 0) + min(
        [0, *(row.close_assault or 0 for row in works)]
    )


def side_modifier(board: Board, charts: Charts, origins: Sequence[Hex], target: Hex) -> int:
    """Return what the hexsides do that somebody crosses: each kind once upwards and
    once downwards; the two offset.
    """
    crossed: dict[tuple[str, bool], int] = {}
    for origin in origins:
        if board.adjacent(origin, target) and (side := board.side(origin, target)):
            shift = board.crossing(charts, origin, target).close_assault
            crossed[side.kind, side.up == target] = shift or 0
    return sum(crossed.values())


def raw_modifier(off: int, defence: int, charts: Charts, rulings: Rulings) -> int:
    """Return what the attacker gains by raw strength; negative: the
    defender gains (P49.s3, R-DOUBLE).

    Rule: R-DOUBLE.
    """
    table = charts.raw_strength
    for strong, weak, gain in ((off, defence, table.modifier), (defence, off, -table.modifier)):
        double = table.ratio * weak
        if strong > double or (rulings.double == "least" and strong and strong >= double):
            return gain
    return 0


class Differential(Struct, frozen=True):
    """What a basic differential and its modifiers come to, and the column of the table."""

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
    """Return the differential: modifiers are summed (P47.s2), or columns (R-SUM); from
    ``overrun_from`` on it is an overrun (P53.s3).

    Rule: R-SUM.
    """
    modifiers = terrain + raw + size + morale
    if rulings.sum == "columns":
        column = charts.assault_column(basic, modifiers)
        overrun = column >= charts.assault_column(charts.assault.overrun_from)
    else:
        column = charts.assault_column(basic + modifiers)
        overrun = basic + modifiers >= charts.assault.overrun_from
    return Differential(basic + modifiers, column, overrun)


class Result(Struct, frozen=True):
    """What one side's dice say. ``captured``: points of it are; ``engaged``
    attackers only, ``retreat`` defenders.
    """

    percent: int
    captured: bool
    engaged: bool = False
    retreat: int = 0


def attacker_result(charts: Charts, column: int, reading: int) -> Result:
    """Return the attacker's half of the table."""
    total = reading // 10 + reading % 10
    return Result(
        charts.percent("attacker", column, reading),
        charts.captured("attacker", column, total),
        engaged=charts.engaged(column, total),
    )


def defender_result(charts: Charts, column: int, reading: int) -> Result:
    """Return the defender's half of the table."""
    total = reading // 10 + reading % 10
    return Result(
        charts.percent("defender", column, reading),
        charts.captured("defender", column, total),
        retreat=charts.retreat(column, total),
    )


def is_unrated(defenders: Sequence[Part], rulings: Rulings) -> bool:
    """Return whether nobody who defends has a defensive rating: then the attacker loses
    nothing, and raw strength does not count.

    Rule: R-COMP.
    """
    return rulings.comp == "on" and bool(defenders) and not any(one.rating for one in defenders)


def is_probe(committed: int, available: int, rulings: Rulings) -> bool:
    """Return whether the assaulting units commit less than half of their TOE to assaults.

    Rule: R-PROBE.
    """
    return rulings.probe == "on" and 2 * committed < available
