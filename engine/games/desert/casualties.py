"""The choice of lost points: pools, needs, cheapest choices, shares (rules 3.10, 3.11)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from msgspec import Struct, structs

from engine.games.desert.prices import ceil_pct, floor_pct, half_up
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import Hex, Kind, PointKind, Points, UnitId

IGNORED = 10
"""Percent of losses for each hex of a retreat that is not walked (P56.s6)."""
MANY_LOST = 30
"""Percent of TOE. Greater losses cost cohesion (P61.s1)."""


class Exposed(Struct, frozen=True):
    unit: UnitId
    kind: Kind
    n: int
    rating: int  # raw points that each of them absorbs

    @property
    def key(self) -> tuple[UnitId, Kind]:
        return self.unit, self.kind


Chosen = Mapping[tuple[UnitId, Kind], int]


def worth(chosen: Chosen, pool: Sequence[Exposed]) -> int:
    return sum(entry.rating * chosen.get(entry.key, 0) for entry in pool)


def enough(chosen: Chosen, pool: Sequence[Exposed], need: int) -> bool:
    return worth(chosen, pool) >= need or all(chosen.get(entry.key, 0) >= entry.n for entry in pool)


def cheapest_choice(pool: Sequence[Exposed], need: int) -> Counter[tuple[UnitId, Kind]]:
    """Return the fewest points that absorb ``need``: the best first, and the last one no better
    than necessary.
    """
    points = sorted(
        (entry for entry in pool for _ in range(entry.n)), key=lambda one: (-one.rating, one.key)
    )
    chosen: Counter[tuple[UnitId, Kind]] = Counter()
    while need > 0 and points:
        taken = next((one for one in reversed(points) if one.rating >= need), points[0])
        points.remove(taken)
        chosen[taken.key] += 1
        need -= taken.rating
    return chosen


def short(chosen: Chosen, pool: Sequence[Exposed], share: Fraction) -> bool:
    left = share - worth(chosen, pool)
    return any(0 < entry.rating <= left and chosen.get(entry.key, 0) < entry.n for entry in pool)


def proportional(
    parts: Sequence[tuple[Sequence[Exposed], Fraction]], need: int
) -> Counter[tuple[UnitId, Kind]]:
    """Return a choice in which every part has its share of the losses. ``parts`` are pools and the
    amounts they should absorb.
    """
    chosen: Counter[tuple[UnitId, Kind]] = Counter()
    for pool, share in parts:
        left = share
        for entry in sorted(pool, key=lambda entry: (-entry.rating, entry.unit, entry.kind)):
            n = min(entry.n, int(left / entry.rating)) if entry.rating else 0
            left -= n * entry.rating
            if n:
                chosen[entry.key] = n
    whole = [entry for pool, _ in parts for entry in pool]
    rest = [structs.replace(entry, n=entry.n - chosen.get(entry.key, 0)) for entry in whole]
    return chosen + cheapest_choice(rest, need - worth(chosen, whole))


def armour_needed(damage: int, rulings: Rulings) -> int:
    """Rule: R-EXCEED."""
    return 0 if damage <= 0 else damage + (rulings.exceed == "exceed")


def attacker_loses(base: int, percent: int) -> int:
    return ceil_pct(base, percent)


def defender_loses(hexes: Sequence[tuple[int, int]], *, overrun: bool) -> int:
    """Return the raw points lost by hexes of ``(base, percent)``."""
    hundredths = sum(base * percent for base, percent in hexes)
    return ceil_pct(hundredths, 1) if overrun else floor_pct(hundredths, 1)


def ignored_hexes(result: int, distance: int, *, city: bool) -> int:
    """Return the number of hexes of a retreat result that are not walked."""
    return 0 if city else max(0, result - distance)


def loss_percent(percent: int, ignored: int) -> int:
    """Return the loss percentage of a hex: ten are added for each hex not walked (P56.s6)."""
    return percent + IGNORED * ignored


def vulnerability_needed(raw_lost: int) -> int:
    return half_up(raw_lost)


def vulnerability(point: PointKind, rulings: Rulings, *, fired_aa: bool, offensive: bool) -> int:
    """Return the printed vulnerability of a point, or the modified one. That is 0 for AA guns, at
    most 2 for guns that fired at armour, and half if ``offensive``.

    Rule: R-VULRATE.
    """
    if rulings.vulrate == "printed":
        return point.vulnerability
    if point.cls == "aa":
        return 0
    rate = min(2, point.vulnerability) if fired_aa else point.vulnerability
    return half_up(rate) if offensive else rate


def captured_needed(raw_lost: int, percent: int) -> int:
    return ceil_pct(raw_lost, percent)


def many_lost(lost: int, toe: int, rulings: Rulings) -> bool:
    """Rule: R-THIRTY."""
    share, limit = 100 * lost, MANY_LOST * toe
    return toe > 0 and (share > limit if rulings.thirty == "more" else share >= limit)


def shares(parts: Mapping[Hex, int]) -> dict[Hex, Fraction]:
    total = sum(parts.values())
    return {hex: Fraction(part, total) if total else Fraction(0) for hex, part in parts.items()}


def tenths_of_percent(share: Fraction) -> int:
    """Return a share in tenths of a percent, halves rounded up: 3/7 is 429."""
    return int(share * 1000 + Fraction(1, 2))


def flat(points: Points) -> Chosen:
    return {(unit, kind): n for unit, kinds in points.items() for kind, n in kinds.items() if n}


def nested(chosen: Chosen) -> Points:
    found: Points = {}
    for (unit, kind), n in chosen.items():
        found.setdefault(unit, {})[kind] = n
    return found


def by_unit(pool: tuple[Exposed, ...]) -> Points:
    return nested({entry.key: entry.n for entry in pool})
