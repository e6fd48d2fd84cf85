"""How much time answers have, as plain data: the clock plan of a game, and what its
seats have said about their time.

Nothing here does anything: ``engine.rulings.plan_text`` reads and writes plans,
``engine.rulings.calendar`` knows when something is due.
"""

from typing import Literal

from msgspec import Struct

MINUTE, HOUR, DAY, WEEK = 60, 3_600, 86_400, 604_800

Span = tuple[int, int]
"""From this second to that one."""


class ClockPlan(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The clock of a game. One of ``each``, ``times`` and ``bank``, or none of them:
    then nobody is waited for in vain.

    ``each``: seconds for every question. ``times``: minutes after midnight in ``zone`` on
    ``days`` (0 is Monday; none named: all) at which questions close. ``bank``: seconds that a
    seat has for the whole game, to which ``increment`` comes at each hand-over. ``grace``:
    seconds after the deadline. ``miss``: the default order is played, or the question waits
    for a moderator. ``replace``: after so many misses in a row the seat is free for somebody
    else (0: never). ``reminders``: seconds before the deadline. ``away``: seconds of absence
    that a seat may take in a year.
    """

    each: int | None = None
    times: tuple[int, ...] = ()
    zone: str = "UTC"
    days: tuple[int, ...] = ()
    bank: int | None = None
    increment: int = 0
    grace: int = 0
    miss: Literal["default", "moderator"] = "default"
    replace: int = 0
    reminders: tuple[int, ...] = (DAY, 3 * HOUR)
    away: int = 30 * DAY

    @property
    def ticking(self) -> bool:
        """Whether anything is ever due by this plan."""
        return self.each is not None or self.bank is not None or bool(self.times)


class Hours(Struct, frozen=True):
    """When a player is not to be waited for: from minute ``start`` of a day to minute ``end``
    in ``zone``, and at weekends. Equal minutes: no quiet hours.
    """

    zone: str
    start: int = 0
    end: int = 0
    weekends: bool = False


class Times(Struct, kw_only=True, omit_defaults=True):
    """What a game knows of its players' time. All of it is public, but for
    ``standing``, ``spoken`` and ``holding``.

    ``dues``: when each seat that is asked would be due, where the house has worked that out.
    ``bank``: seconds left. ``late``: the deadline has passed, the grace runs. ``paused``: since
    when the clock stands still, and ``rest``: what was due then. ``waiting``: the deadline was
    missed, a moderator decides. ``misses``: deadlines in a row that a seat has missed.
    ``wishes``: who is for a ``pause``, its end (``resume``), so many seconds more (``extend
    3600``). ``holding``: seats that keep a sealed question open. ``spoken``: seats that have
    said something to the open question. ``standing``: orders filed beforehand, by owner.
    """

    dues: dict[str, int] = {}
    away: dict[str, tuple[Span, ...]] = {}
    hours: dict[str, Hours] = {}
    bank: dict[str, int] = {}
    late: bool = False
    paused: int | None = None
    rest: int | None = None
    waiting: bool = False
    misses: dict[str, int] = {}
    wishes: dict[str, tuple[str, ...]] = {}
    holding: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    standing: dict[str, tuple[str, ...]] = {}
