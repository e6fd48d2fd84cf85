"""Time to answer, as plain data: the clock plan of a game, and its players' absences and hours.

``engine.rulings.plan_text`` reads and writes plans. ``engine.rulings.calendar`` computes deadlines.
"""

from typing import Literal

from msgspec import Struct

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800

Span = tuple[int, int]
"""First and last Unix second of a period."""


class ClockPlan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The clock of a game. At most one of ``each``, ``times`` and ``bank`` is set."""

    each: int | None = None  # seconds for every question
    times: tuple[int, ...] = ()  # minutes after midnight, in ``zone``, at which questions close
    zone: str = "UTC"
    days: tuple[int, ...] = ()  # days of ``times``, 0 is Monday; empty: every day
    bank: int | None = None  # seconds of a seat for the whole game
    increment: int = 0  # seconds added to the bank at each hand-over
    grace: int = 0  # seconds after the deadline
    # after the deadline: play the default order, or wait for a moderator
    miss: Literal["default", "moderator"] = "default"
    replace: int = 0  # after this many misses in a row others may take the seat (0: never)
    reminders: tuple[int, ...] = (DAY, 3 * HOUR)  # seconds before the deadline
    away: int = 30 * DAY  # seconds of absence that a seat may take in a year
    # seconds for which an answer by mail can be taken back; ``None``: the server's setting
    recall: int | None = None

    @property
    def ticking(self) -> bool:
        return self.each is not None or self.bank is not None or bool(self.times)


class Hours(Struct, frozen=True):
    """A player's quiet hours and weekends, in which no deadline falls."""

    zone: str
    start: int = 0  # ``start`` and ``end`` are minutes of a day in ``zone``; equal: no quiet hours
    end: int = 0
    weekends: bool = False  # Saturdays and Sundays are free


class Times(Struct, kw_only=True, omit_defaults=True):
    """Facts about the players' time. ``standing``, ``spoken`` and ``holding`` are secret."""

    # deadline of each seat that is asked, if the referee has computed them
    dues: dict[str, int] = {}
    away: dict[str, tuple[Span, ...]] = {}
    hours: dict[str, Hours] = {}
    bank: dict[str, int] = {}  # seconds left
    late: bool = False  # the deadline has passed, the grace runs
    paused: int | None = None  # since when the clock is stopped
    rest: int | None = None  # the deadline at the moment of the pause
    waiting: bool = False  # the deadline was missed, and a moderator must decide
    misses: dict[str, int] = {}  # deadlines in a row that a seat has missed
    # each seat's votes: ``pause``, ``resume`` or ``extend 3600`` (seconds)
    wishes: dict[str, tuple[str, ...]] = {}
    against: dict[str, tuple[str, ...]] = {}  # the votes against them
    holding: tuple[str, ...] = ()  # seats that keep a sealed question open
    spoken: tuple[str, ...] = ()  # seats that have sent anything about the open question
    standing: dict[str, tuple[str, ...]] = {}  # standing orders, by owner
