"""The text form of clock plans, quiet hours and durations: ``24h``, ``18:00,06:00 Europe/Berlin
mon-fri``, ``bank 3d + 12h grace 6h miss moderator replace 3``.
"""

import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from difflib import get_close_matches
from functools import cache
from zoneinfo import available_timezones

from engine.plan import DAY, HOUR, MINUTE, WEEK, ClockPlan, Hours
from engine.rulings import calendar

UNITS = {"s": 1, "m": MINUTE, "h": HOUR, "d": DAY, "w": WEEK}
DIGITS = re.compile(r"[0-9]{1,6}")
DURATION = re.compile(r"(?:\d{1,6}[smhdw])+")
TIME = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
LONGEST = 366 * DAY
"""The maximum duration, in seconds."""
QUIET = 12 * HOUR
"""The maximum length of quiet hours, in seconds."""
MISSES = ("default", "moderator")
"""The possible consequences of a missed deadline."""
CLAUSES = (
    "grace 6h", "miss moderator", "replace 3", "away 30d", "remind 24h 3h", "remind none",
    "recall 10m", "recall none",
)  # fmt: skip
"""Examples of the clauses that a plan may have after its kind."""


class BadPlan(ValueError):
    """A text is not a valid plan. ``word`` is unreadable, and ``wanted`` would fit."""

    def __init__(self, word: str, *wanted: str):
        self.word, self.wanted = word, wanted
        why = f"{word!r} cannot be read there" if word else "something is missing at the end"
        super().__init__(f"{why}; possible: {', '.join(wanted)}")


@cache
def zones() -> dict[str, str]:
    return {name.casefold(): name for name in sorted(available_timezones())}


def zone(word: str) -> str:
    """Return the official spelling of a time zone. Raises ``BadPlan`` if there is none."""
    known = zones()
    if word.casefold() in known:
        return known[word.casefold()]
    near = get_close_matches(word.casefold(), known, 4)
    raise BadPlan(
        word, *(known[name] for name in near) if near else ("UTC", "Europe/Berlin", "Asia/Taipei")
    )


def seconds(word: str, most: int = LONGEST) -> int:
    """Parse ``90s`` or ``1d12h`` into seconds, from 1 to ``most``. Raises ``BadPlan``."""
    if not DURATION.fullmatch(word.casefold()):
        raise BadPlan(word, "15m", "12h", "3d", "1d12h")
    total = sum(int(n) * UNITS[unit] for n, unit in re.findall(r"(\d+)([smhdw])", word.casefold()))
    if not 0 < total <= most:
        raise BadPlan(word, f"1s to {duration(most)}")
    return total


def duration(length: int) -> str:
    parts = []
    for unit in "dhms":
        n, length = divmod(length, UNITS[unit])
        parts += [f"{n}{unit}"] if n else []
    return "".join(parts) or "0s"


def minute(word: str) -> int:
    found = TIME.fullmatch(word)
    if found is None:
        raise BadPlan(word, "06:00", "18:30")
    return 60 * int(found[1]) + int(found[2])


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def weekdays(word: str) -> tuple[int, ...]:
    """Parse ``mon-fri`` or ``sat`` into days, 0 for Monday. Raises ``BadPlan``."""
    first, dash, last = word.casefold().partition("-")
    if first not in DAYS or (dash and last not in DAYS):
        raise BadPlan(word, f"{DAYS[0]}-{DAYS[4]}", *DAYS)
    begin, end = DAYS.index(first), DAYS.index(last or first)
    return tuple(day % 7 for day in range(begin, (end if end >= begin else end + 7) + 1))


def span(word: str) -> tuple[int, int]:
    start, dash, end = word.partition("-")
    if not dash:
        raise BadPlan(word, "22:00-07:00")
    found = minute(start), minute(end)
    if not 0 < (found[1] - found[0]) % 1440 * MINUTE <= QUIET:
        raise BadPlan(word, "22:00-07:00", f"no more than {duration(QUIET)}")
    return found


def hours(text: str) -> Hours:
    """Parse ``Europe/Berlin 22:00-07:00 weekends``. Raises ``BadPlan``."""
    words = text.split()
    if not words:
        raise BadPlan("", "Europe/Berlin 22:00-07:00", "Asia/Taipei weekends")
    name, start, end, weekends = zone(words[0]), 0, 0, False
    for word in words[1:]:
        if word.casefold() in ("weekends", "weekend"):
            weekends = True
        else:
            start, end = span(word)
    return Hours(name, start, end, weekends)


def write_hours(hours: Hours) -> str:
    quiet = [f"{clock(hours.start)}-{clock(hours.end)}"] if hours.start != hours.end else []
    return " ".join([hours.zone, *quiet, *(["weekends"] if hours.weekends else [])])


class PlanWords:
    def __init__(self, text: str):
        self.left = text.replace("+", " + ").split()

    def next(self, *wanted: str) -> str:
        if not self.left:
            raise BadPlan("", *wanted)
        return self.left.pop(0).rstrip(",")

    def while_(self, fits: Callable[[str], bool]) -> list[str]:
        found = []
        while self.left and fits(self.left[0].rstrip(",")):
            found.append(self.next())
        return found


def read(text: str) -> ClockPlan:
    words = PlanWords(text.casefold())
    first = words.next("none", "24h", "18:00 Europe/Berlin", "bank 3d + 12h")
    made: dict[str, object] = {}
    if first == "bank":
        made["bank"] = seconds(words.next("3d"))
        if words.while_(lambda word: word == "+"):
            made["increment"] = seconds(words.next("12h"))
    elif ":" in first:
        made |= fixed_times(first, words)
    elif first != "none":
        made["each"] = seconds(
            "".join([first, *words.while_(lambda word: bool(DURATION.fullmatch(word)))])
        )
    while words.left:
        clause(words, made)
    return ClockPlan(**made)  # type: ignore[arg-type]  # each value was read for its own field


def fixed_times(first: str, words: PlanWords) -> dict[str, object]:
    """Parse ``18:00,06:00 Europe/Berlin mon-fri`` into fields of a plan. Raises ``BadPlan``."""
    named = [
        *first.split(","),
        *(part for word in words.while_(lambda word: ":" in word) for part in word.split(",")),
    ]
    found: dict[str, object] = {"times": tuple(sorted({minute(word) for word in named if word}))}
    found["zone"] = zone(words.next("UTC", "Europe/Berlin"))
    days = [day for word in words.while_(lambda word: word[:3] in DAYS) for day in weekdays(word)]
    return found | ({"days": tuple(sorted(set(days)))} if days else {})


def clause(words: PlanWords, made: dict[str, object]) -> None:
    what = words.next()
    if what == "grace":
        made["grace"] = seconds(words.next("6h"))
    elif what == "miss":
        made["miss"] = given = words.next(*MISSES)
        if given not in MISSES:
            raise BadPlan(given, *MISSES)
    elif what == "replace":
        made["replace"] = number(words.next("3"), 1, 99)
    elif what == "away":
        given = words.next("30d", "none")
        made["away"] = 0 if given == "none" else seconds(given)
    elif what == "recall":
        given = words.next("10m", "none")
        made["recall"] = 0 if given == "none" else seconds(given, DAY)
    elif what == "remind":
        given = words.next("24h", "none")
        more = words.while_(lambda word: bool(DURATION.fullmatch(word)))
        made["reminders"] = (
            ()
            if given == "none"
            else tuple(sorted({seconds(w) for w in [given, *more]}, reverse=True))
        )
    else:
        raise BadPlan(what, *CLAUSES)


def number(word: str, least: int, most: int) -> int:
    if not DIGITS.fullmatch(word) or not least <= int(word) <= most:
        raise BadPlan(word, f"{least} to {most}")
    return int(word)


def write(plan: ClockPlan) -> str:
    usual = ClockPlan()
    parts = [kind(plan)]
    parts += [f"grace {duration(plan.grace)}"] if plan.grace else []
    parts += [f"miss {plan.miss}"] if plan.miss != usual.miss else []
    parts += [f"replace {plan.replace}"] if plan.replace else []
    parts += (
        [f"away {duration(plan.away) if plan.away else 'none'}"] if plan.away != usual.away else []
    )
    if plan.recall is not None:
        parts.append(f"recall {duration(plan.recall) if plan.recall else 'none'}")
    if plan.reminders != usual.reminders:
        parts.append("remind " + (" ".join(map(duration, plan.reminders)) or "none"))
    return " ".join(parts)


def kind(plan: ClockPlan) -> str:
    if plan.bank is not None:
        return f"bank {duration(plan.bank)}" + (
            f" + {duration(plan.increment)}" if plan.increment else ""
        )
    if plan.times:
        return " ".join([",".join(map(clock, plan.times)), plan.zone, *runs(plan.days)])
    return "none" if plan.each is None else duration(plan.each)


def runs(days: Iterable[int]) -> list[str]:
    found: list[list[int]] = []
    for day in days:
        if found and found[-1][-1] == day - 1:
            found[-1].append(day)
        else:
            found.append([day])
    return [DAYS[run[0]] if len(run) == 1 else f"{DAYS[run[0]]}-{DAYS[run[-1]]}" for run in found]


def moment(text: str, zone_name: str, *, last: bool = False) -> int:
    """Parse ``2026-12-24``, ``2026-12-24 18:00`` or ``2026-12-24T18:00`` in a zone into Unix
    seconds.

    A day alone means its beginning, or its end if ``last``. Raises ``BadPlan`` if it is not valid.
    """
    day, _, shown = text.strip().replace("T", " ").partition(" ")
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise BadPlan(text, "2026-12-24", "2026-12-24 18:00") from None
    if not date.min.year + 1 < found.year < date.max.year - 1:
        raise BadPlan(text, "2026-12-24", "2026-12-24 18:00")
    at = minute(shown.strip()) if shown else 0
    return calendar.second(found + timedelta(last and not shown), at, calendar.rules_of(zone_name))
