"""What is odd about a chart set: more points, a better differential or a better
cohesion that make a result worse for the side that has it (rules 1.2.5). Odd charts
are played; their owner is told.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from engine.games.desert.charts.cells import READINGS, Span, written
from engine.games.desert.charts.data import SURRENDER, Charts
from engine.games.desert.charts.tables import severity

SURRENDERED = -99


def oddities(charts: Charts) -> tuple[str, ...]:
    """Return one line for each odd pair of neighbours (1.2.5)."""
    found: list[str] = []
    for name, grid in charts.barrage.items():
        found += falling(f"[barrage.{name}]", grid.columns, grid.results, severity)
    for raw, grid in charts.barrage_raw.items():
        found += falling(f"[barrage_raw.{raw}]", grid.columns, grid.results, severity)
    fire = charts.anti_armor.rows
    for n, row in enumerate(fire, 1):
        found += [
            f"[anti_armor] rows: list {n}: {more} damage with {points + 1} points, {less} with"
            f" {points}"
            for points, (less, more) in enumerate(pairwise(row))
            if more < less
        ]
    columns = charts.assault.columns
    found += falling("[close_assault.defender]", columns, charts.assault.defender.percent, int)
    found += falling(
        "[close_assault.attacker]", columns, charts.assault.attacker.percent, lambda n: -n
    )
    found += growing("[close_assault.defender] captured", columns, charts.assault.defender.captured)
    backwards = charts.assault.attacker.captured[::-1]
    found += growing("[close_assault.attacker] captured", columns[::-1], backwards)
    rows = [
        (Span(cohesion, cohesion), charts.morale[cohesion]) for cohesion in sorted(charts.morale)
    ]
    found += falling(
        "[morale]",
        [span for span, _ in rows],
        [row for _, row in rows],
        lambda text: SURRENDERED if text == SURRENDER else int(text),
    )
    return tuple(found)


def falling(
    place: str,
    columns: Sequence[Span],
    results: Sequence[Sequence[Any]],
    grade: Callable[[Any], int],
) -> list[str]:
    """Return readings whose grade falls from a column to the next one."""
    found: list[str] = []
    for (left, here), (right, there) in pairwise(zip(columns, results, strict=True)):
        worse = [r for r, a, b in zip(READINGS, here, there, strict=True) if grade(b) < grade(a)]
        if worse:
            found.append(
                f"{place}: with the dice {written(worse)} '{right}' gives less than '{left}'"
            )
    return found


def growing(place: str, columns: Sequence[Span], sums: Sequence[Sequence[int]]) -> list[str]:
    """Return sums that a column has and the next one has not."""
    found: list[str] = []
    for (left, here), (right, there) in pairwise(zip(columns, sums, strict=True)):
        if lost := sorted(set(here) - set(there)):
            found.append(
                f"{place}: the sum {', '.join(map(str, lost))} is in '{left}' and not in '{right}'"
            )
    return found
