"""Deadline arithmetic: pure functions of a plan, of the players' absences and hours, and of time
zones.

Only the referee calls them, when an entry is written, and the result is stored in the entry. A
replay must not call them, because the rules of time zones change from year to year.

Time that does not count is a list of spans. A span includes its first second, but not its last. A
deadline in the first second of a span stays, because the player could answer until then.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from zoneinfo import ZoneInfo

from engine.plan import HOUR, ClockPlan, Hours, Span

LEAD = HOUR
"""Seconds. A fixed time of day closes no question that has been open for less than this."""
HORIZON = 9
"""The number of days looked at in one go."""
BUSY = 4_000
"""The maximum number of spans. With more, the calendar must be wrong."""


@cache
def rules_of(zone: str) -> ZoneInfo:
    return ZoneInfo(zone)


@lru_cache(maxsize=4_096)
def second(day: date, minute: int, zone: ZoneInfo) -> int:
    """Return the Unix second at which clocks in ``zone`` show this minute of the day (0 to 1439).
    If they show it twice, it is the first time. If they skip it, it is the moment of the change.
    """
    shown = datetime.combine(day, time(minute // 60, minute % 60), zone)
    at = int(shown.timestamp())
    back = datetime.fromtimestamp(at, zone)
    if (back.hour, back.minute) == (shown.hour, shown.minute):
        return at
    # Clocks skip this minute. With fold=1 Python takes the offset after the change, and so the
    # moment before it.
    jump = (shown.replace(fold=0).utcoffset() or timedelta()) - (
        shown.replace(fold=1).utcoffset() or timedelta()
    )
    return first_after(int(shown.replace(fold=1).timestamp()), abs(int(jump.total_seconds())), zone)


def first_after(at: int, length: int, zone: ZoneInfo) -> int:
    """Return the second within ``length`` after ``at`` at which the offset of a zone changes."""
    low, high = at, at + length
    before = datetime.fromtimestamp(low, zone).utcoffset()
    while high - low > 1:
        middle = (low + high) // 2
        if datetime.fromtimestamp(middle, zone).utcoffset() == before:
            low = middle
        else:
            high = middle
    return high


def nights(hours: Hours | None, around: int) -> Iterator[Span]:
    """Yield a player's quiet hours and weekends as spans, from two days before ``around`` on."""
    if hours is None:
        return
    zone = rules_of(hours.zone)
    today = datetime.fromtimestamp(around, zone).date()
    for days in range(-2, HORIZON):
        day = today + timedelta(days)
        if hours.start != hours.end:
            last = day + timedelta(hours.end <= hours.start)
            yield second(day, hours.start, zone), second(last, hours.end, zone)
        if hours.weekends and day.weekday() == 5:
            yield second(day, 0, zone), second(day + timedelta(2), 0, zone)


def free(at: int, away: Sequence[Span], hours: Hours | None) -> tuple[int, int | None]:
    """Return start and end of the next time that counts. Raises ``ValueError`` if none does."""
    for _ in range(BUSY):
        spans = [*away, *nights(hours, at)]
        inside = [end for start, end in spans if start <= at < end]
        if not inside:
            horizon = [at + (HORIZON - 3) * 24 * HOUR] if hours else []
            return at, min(
                [start for start, end in spans if at < start < end] + horizon, default=None
            )
        at = max(inside)
    raise ValueError("no time counts at all")


def later(at: int, length: int, away: Sequence[Span] = (), hours: Hours | None = None) -> int:
    """Return the second at which ``length`` seconds that count have passed since ``at``."""
    while True:
        at, end = free(at, away, hours)
        if end is None or at + length <= end:
            return at + length
        at, length = end, length - (end - at)


def counted(start: int, end: int, away: Sequence[Span] = (), hours: Hours | None = None) -> int:
    """Return how many of the seconds from ``start`` to ``end`` count."""
    total, at = 0, start
    while at < end:
        at, stop = free(at, away, hours)
        stop = end if stop is None else min(stop, end)
        total += max(0, stop - at)
        at = max(stop, at)
    return total


def clear(at: int, away: Sequence[Span], hours: Hours | None) -> int:
    """Return this second, or the end of the time that does not count if it is inside that."""
    after = free(at, away, hours)[0]
    return at if after == at or free(at - 1, away, hours)[0] == at - 1 else after


def slot(at: int, plan: ClockPlan, away: Sequence[Span] = ()) -> int:
    """Return the first fixed time after ``LEAD`` seconds that count and outside absences."""
    earliest, zone = later(at, LEAD, away), rules_of(plan.zone)
    day = datetime.fromtimestamp(earliest, zone).date()
    for _ in range(BUSY):
        if not plan.days or day.weekday() in plan.days:
            for when in sorted(second(day, minute, zone) for minute in plan.times):
                if when >= earliest and not any(start < when < end + LEAD for start, end in away):
                    return when
        day += timedelta(1)
    raise ValueError("no time counts at all")


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(found[-1][1], end)
        elif start < end:
            found.append((start, end))
    return tuple(found)


def without(spans: Iterable[Span], since: int) -> tuple[Span, ...]:
    return tuple((start, min(end, since)) for start, end in spans if start < since)


def format_time(at: int, zone: str = "UTC") -> str:
    """Return a second as clocks in a zone show it: ``2026-12-24 18:00``."""
    return datetime.fromtimestamp(at, rules_of(zone)).strftime("%Y-%m-%d %H:%M")
