"""Rounding, and costs in CP, cohesion and ammunition (rules 2.1, 2.3, 3.8, 3.13)."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from engine.games.desert import units
from engine.games.desert.chart_data import Charts, Shift
from engine.games.desert.hexes import Board, Cell
from engine.games.desert.units import Hex, Kinds, Trucks, Unit


def actual(raw: int) -> int:
    return (raw + 5) // 10


def ceil_pct(x: int, percent: int) -> int:
    return -(-x * percent // 100)


def floor_pct(x: int, percent: int) -> int:
    return x * percent // 100


def half_up(n: int) -> int:
    return -(-n // 2)


def average(xs: Sequence[int], *, away: bool = False) -> int:
    """Return the mean, rounded to the nearest whole number: halves up, or ``away`` from 0
    (R-AVG).
    """
    n, total = len(xs), sum(xs)
    if away and total < 0:
        return -((2 * -total + n) // (2 * n))
    return (2 * total + n) // (2 * n)


def unsupported(tanks: int, infantry: int) -> int:
    """Return the strength lost by a hex's tanks without infantry: a third of their excess, rounded
    up (P43.s1).
    """
    return max(0, -(-(tanks - infantry) // 3))


def clamp(x: int, low: int, high: int) -> int:
    return max(low, min(x, high))


ON_FOOT = 10
"""Units with at most this CPA march, and the others drive. A printed CPA of 0 counts as this,
except for moving.
"""


class Bill(Struct, frozen=True):
    cp_spent: int
    cohesion: int
    over: int  # the cohesion lost


def effective_cpa(unit: Unit, kinds: Kinds, charts: Charts, *, moving: bool = False) -> int:
    """Return the CPA of a unit (2.1): that of its slowest truck if all its infantry rides,
    otherwise the lowest of its points.

    A printed 0 counts as 10, except for ``moving``. An HQ without points has ``cp.hq``.
    """
    present = [kind for kind, n in unit.toe.items() if n > 0]
    if not present:
        return charts.cp.hq if unit.kind == "hq" else 0 if moving else ON_FOOT
    riding = rides(unit, kinds)
    paces = [
        kinds[kind].cpa for kind in present if not (riding and kinds[kind].cls in units.INFANTRY)
    ]
    if riding:
        paces += [
            charts.cp.truck[group.kind]
            for group in unit.trucks
            if group.cargo == "troops" and group.n
        ]
    lowest = min(paces)
    return lowest if lowest or moving else ON_FOOT


def rides(unit: Unit, kinds: Kinds) -> bool:
    walking = units.infantry_points(unit.toe, kinds)
    return walking > 0 and units.carried(unit, kinds) == walking


def motorised(unit: Unit, kinds: Kinds, charts: Charts) -> bool:
    return rides(unit, kinds) or effective_cpa(unit, kinds, charts) > ON_FOOT


def step_cost(
    board: Board, cells: Mapping[Hex, Cell], charts: Charts, a: Hex, b: Hex, *, driving: bool
) -> Shift:
    """Return the CP for a step, by terrain and hexside (3.8), or ``None`` if it is not allowed."""
    ground, side = charts.ground[cells[b].terrain], board.crossing(charts, a, b)
    costs = (ground.motorised, side.motorised) if driving else (ground.foot, side.foot)
    return None if costs[0] is None or costs[1] is None else costs[0] + costs[1]


def break_off(unit: Unit, charts: Charts) -> int:
    return charts.cp.disengage if unit.engaged else charts.cp.break_contact if unit.contact else 0


def pay(cp_spent: int, cohesion: int, cpa: int, cp: int) -> Bill:
    """Spend CP. Each one above the CPA costs 1 cohesion at once (2.1)."""
    over = max(0, cp_spent + cp - max(cpa, cp_spent))
    return Bill(
        cp_spent + cp, clamp(cohesion - over, units.WORST_COHESION, units.BEST_COHESION), over
    )


def top_up(charged: int, price: int, ceiling: int) -> int:
    return max(0, min(price, ceiling) - charged)


def refund(charged: int, differential: int, charts: Charts, *, barraged: bool) -> int:
    """Return the CP refunded to a defender if the differential is ``refund_at`` or worse, so that
    they pay 1 in all (3.11).
    """
    return max(0, charged - 1) if differential <= charts.cp.refund_at and not barraged else 0


def ammo_price(charts: Charts, task: units.Task, point_class: units.PointClass, n: int) -> int:
    """Return the ammo for ``n`` points that fire or assault (3.13)."""
    of_class = charts.ammo.close_assault
    assault = of_class.get(point_class, of_class["default"])
    return {"aa": charts.ammo.anti_armor, "ca": assault, "withheld": 0}[task] * n


def ammo_at_hand(unit: Unit, trucks: Iterable[Trucks], dumps: int, charts: Charts) -> int:
    """Return a unit's own ammo plus that on its trucks and in the hex's ``dumps``."""
    on_trucks = sum(
        charts.ammo.truck[group.kind] * group.n for group in trucks if group.cargo == "ammo"
    )
    return unit.ammo + on_trucks + dumps


class Draw(Struct, frozen=True):
    kept: int  # left with the unit
    emptied: dict[str, int]  # trucks by kind
    dumps: int  # taken from dumps


def draw_ammo(
    need: int, own: int, trucks: Iterable[Trucks], dumps: int, charts: Charts
) -> Draw | None:
    """Spend ``need`` from the unit's own stock, then from ammo trucks (the smallest first), then
    from dumps (2.1).

    An opened truck is emptied, and the rest stays with the unit. Returns ``None`` if the stock is
    too small.
    """
    emptied: dict[str, int] = {}
    left = need - own
    for group in sorted(trucks, key=lambda group: charts.ammo.truck[group.kind]):
        if group.cargo == "ammo" and left > 0:
            opened = min(group.n, -(-left // charts.ammo.truck[group.kind]))
            emptied[group.kind] = emptied.get(group.kind, 0) + opened
            left -= opened * charts.ammo.truck[group.kind]
    if left > dumps:
        return None
    return Draw(max(0, -left), {kind: n for kind, n in emptied.items() if n}, max(0, left))


def lost_carriers(unit: Unit, lost: int) -> tuple[Trucks, ...]:
    """Return the trucks lost with carried infantry (P19.s4): medium first, then heavy, then
    light.
    """
    found: list[Trucks] = []
    for kind, points, each in (("medium", 1, 1), ("heavy", 2, 1), ("light", 1, 2)):
        for group in unit.trucks:
            if group.cargo == "troops" and group.kind == kind and lost > 0:
                gone = min(group.n, -(-lost // points) * each)
                found.append(Trucks(group.kind, "troops", gone))
                lost -= gone * points // each
    return tuple(group for group in found if group.n)
