"""The people of a club: when they answer, when they sleep, when they are on
holiday, and who never comes back.
"""

import random
from datetime import datetime

from msgspec import Struct

from engine.plan import DAY, HOUR, Hours, Span
from engine.rulings import calendar

ZONES = (
    *("Europe/Berlin", "America/New_York", "Asia/Taipei", "Australia/Lord_Howe", "UTC"),
    "America/St_Johns",
)
DOORS = ("discord", "mail")


class Pace(Struct, frozen=True):
    """How fast a club plays. ``habits``: from how many seconds to how many somebody takes to answer
    when awake; ``plans``: clocks of its games; after ``quiet`` days without an entry a moderator
    looks after a game. ``hurried``: how often options are taken, when they come up, that bring
    deadlines of their own, of seconds or hours.
    """

    habits: tuple[tuple[int, int], ...]
    plans: tuple[str, ...]
    quiet: int
    hurried: float


DAILY = Pace(
    ((HOUR // 4, 6 * HOUR), (2 * HOUR, 20 * HOUR), (DAY // 2, 4 * DAY)),
    (
        *("24h", "3d grace 12h", "2d replace 2", "36h miss moderator", "bank 5d + 1d"),
        *("bank 2d + 12h grace 6h replace 3", "18:00,06:00 Europe/Berlin"),
        *("20:00 America/New_York mon-fri replace 4", "02:30 Europe/Berlin"),
    ),
    12,
    0.05,
)
"""One of its plans closes at an hour that one day a year has not, and another has twice."""
BY_POST = Pace(
    ((20 * DAY, 120 * DAY), (60 * DAY, 200 * DAY), (120 * DAY, 360 * DAY)),
    (
        *("240d", "160d grace 80d", "200d replace 3", "180d miss moderator", "bank 366d + 120d"),
        "bank 366d + 180d grace 90d replace 3",
    ),
    720,
    0.0,
)
"""By slow ships between continents: a game lasts for years."""


class Person(Struct, frozen=True):
    """Somebody of the club. ``gone``: from this second on nothing is heard of him. ``linked``: he
    has an account at the other door as well, and has said so.
    """

    name: str
    door: str
    habit: tuple[int, int]
    hours: Hours
    announces: bool
    holidays: tuple[Span, ...]
    gone: int
    linked: bool

    def there(self, at: int) -> bool:
        if at >= self.gone or any(start <= at < end for start, end in self.holidays):
            return False
        wall = datetime.fromtimestamp(at, calendar.rules_of(self.hours.zone))
        minute = 60 * wall.hour + wall.minute
        quiet = (minute - self.hours.start) % 1440 < (self.hours.end - self.hours.start) % 1440
        return not (quiet or (self.hours.weekends and wall.weekday() >= 5))

    def answers_at(self, rng: random.Random, prompted: int) -> int:
        at = prompted + rng.randrange(*self.habit)
        while not self.there(at):
            if at >= self.gone:
                return at
            at += HOUR
        return at


def person(n: int, seed: int, pace: Pace, begin: int, end: int) -> Person:
    """Number ``n`` of a club, always the same for a seed."""
    rng = random.Random(f"{seed}/person/{n}")
    zone = rng.choice(ZONES)
    start = rng.randrange(20 * 60, 24 * 60)
    holidays = []
    at = begin + rng.randrange(120) * DAY
    while at < end:
        holidays.append((at, at + rng.randrange(3, 15) * DAY + rng.randrange(DAY)))
        at = holidays[-1][1] + rng.randrange(90, 400) * DAY
    gone = begin + rng.randrange(30, 900) * DAY if rng.random() < 0.15 else end + 10_000 * DAY
    return Person(
        f"p{n}",
        DOORS[n % 2],
        rng.choices(pace.habits, (5, 4, 1))[0],
        Hours(zone, start, (start + rng.randrange(6, 11) * 60) % 1440, rng.random() < 0.2),
        rng.random() < 0.7,
        tuple(holidays),
        gone,
        rng.random() < 0.3,
    )
