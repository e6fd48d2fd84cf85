"""When questions are due, by plans, absences and quiet hours: the clock without a referee.

Seconds are counted from a midnight (UTC).
"""

from typing import Any

from engine.plan import DAY, HOUR, ClockPlan, Hours, Times
from engine.rulings import deadlines, times
from engine.rulings import times as words
from engine.rulings.times import BeginGrace, Extend, Pause, Resume
from engine.state import REFEREE, Join, Order, Seat, Setup, Tick
from engine.table import GameTable
from tests.engine.tiny import Item, Say, Tiny
from tests.kit.each import each

START = 20 * DAY
YES = Say("yes")
A, B, BOTH = Item(("a",)), Item(("b",)), Item(("a", "b"))
SIX, NOON, EVENING = 6 * HOUR, 12 * HOUR, 18 * HOUR
TIMES = (6 * 60, 18 * 60)
"""Fixed times: at six and in the evening, in minutes of the day."""


class Coarse(Tiny):
    tick = 1000


class Clocked:
    """A game with a clock, and the time that is worked out for each of its entries."""

    def __init__(self, *items: Item, game: Tiny | None = None, pace: int = 0, **plan: Any):
        kept = [{"seats": list(item.seats), "window": item.window} for item in items]
        setup = Setup(
            id="g",
            secret=bytes(32),
            options={"pace": pace},
            scenario={"items": kept},
            at=START,
            clock=ClockPlan(**plan) if plan else None,
        )
        self.table = GameTable.new(game or Tiny(), setup)
        self.table.run()
        for seat in "abc":
            self.play(0, REFEREE, Join(seat, seat, seat))

    @property
    def times(self) -> Times:
        found: Times = self.table.state.people.times
        return found

    @property
    def due(self) -> int | None:
        due = self.table.state.due
        return None if due is None else due - START

    def play(self, at: int, seat: Seat, order: Order) -> tuple[dict[Seat, int], dict[Seat, int]]:
        past = deadlines.before(self.table)
        bulletin = self.table.take(START + at, seat, order)
        dues, bank = deadlines.worked_out(self.table, past, order)
        times.settle(self.table, bulletin, dues, bank)
        return {seat: due - START for seat, due in dues.items()}, bank

    def away(self, at: int, seat: Seat, *spans: tuple[int, int]) -> None:
        absolute = tuple((START + begin, START + end) for begin, end in spans)
        self.play(at, REFEREE, words.Away(seat, absolute))

    def quiet(self, at: int, seat: Seat, start: int, end: int) -> None:
        self.play(at, REFEREE, words.KeepHours(seat, Hours("UTC", start, end)))

    def down(self, since: int, until: int) -> None:
        self.play(until, REFEREE, words.Downtime(START + since, START + until))


def test_a_due_time_that_is_rounded_into_an_absence_moves_behind_it() -> None:
    clocked = Clocked(A, B, each=60)
    clocked.away(0, "b", (1065, 2000))
    clocked.play(1001, "a", YES)
    assert clocked.due == 2000


def test_a_due_time_that_is_rounded_into_quiet_hours_moves_to_the_first_tick_behind_them() -> None:
    clocked = Clocked(A, B, each=400, game=Coarse())
    clocked.quiet(0, "b", 30, 6 * 60)
    clocked.play(1300, "a", YES)
    assert clocked.due == 22_000, "quiet until 21600"


# ---- banks


def test_an_answer_in_a_pause_is_charged_until_the_pause_began() -> None:
    clocked = Clocked(A, B, bank=HOUR)
    clocked.play(600, REFEREE, Pause("consent"))
    assert clocked.play(1000, "a", YES)[1] == {"a": HOUR - 600}


def test_who_answers_within_grace_has_nothing_left() -> None:
    clocked = Clocked(A, B, bank=HOUR, grace=600)
    assert deadlines.on_time(clocked.table) == BeginGrace(600)
    clocked.play(HOUR, REFEREE, BeginGrace(600))
    assert clocked.play(HOUR + 60, "a", YES)[1] == {"a": 0}


# ---- pauses, downtime, more time


def test_a_question_that_is_opened_in_a_pause_has_its_time_when_the_clock_goes_on() -> None:
    clocked = Clocked(A, B, each=HOUR)
    clocked.quiet(0, "b", 60, 120)
    clocked.play(60, REFEREE, Pause("consent"))
    clocked.play(120, "a", YES)
    assert clocked.due is None
    clocked.play(HOUR // 2, REFEREE, Resume("consent"))
    assert clocked.due == HOUR + HOUR + HOUR // 2, "half an hour before the quiet hour, half behind"


@each(
    "since, until, due",
    [(HOUR, SIX - 1800, EVENING), (SIX - 3600, SIX - 1800, SIX), (SIX - 3600, SIX - 3000, SIX)],
)
def test_a_fixed_time_moves_if_more_was_lost_than_is_left_until_then(
    since: int, until: int, due: int
) -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.down(since, until)
    assert clocked.due == due


@each(
    "span, due",
    [
        ((5 * HOUR, 7 * HOUR), EVENING),
        ((5 * HOUR, SIX), EVENING),
        ((SIX, 8 * HOUR), SIX),
        ((NOON, EVENING), SIX),
    ],
)
def test_a_fixed_time_moves_if_the_seat_is_away_just_before_it(
    span: tuple[int, int], due: int
) -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.away(HOUR, "a", span)
    assert clocked.due == due


def test_a_fixed_time_comes_nearer_when_somebody_is_back_and_counts_from_then() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.away(0, "a", (5 * HOUR, 20 * HOUR))
    assert clocked.due == DAY + SIX
    clocked.away(2 * HOUR, "a")
    assert clocked.due == SIX
    clocked.away(2 * HOUR, "a", (5 * HOUR, 20 * HOUR))
    clocked.away(SIX, "a")
    assert clocked.due == EVENING


def test_time_that_was_granted_stays_when_somebody_says_that_they_will_be_away() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.play(60, REFEREE, Extend(DAY, "moderator"))
    assert clocked.due == DAY + SIX
    clocked.away(120, "a", (7 * HOUR, 8 * HOUR))
    clocked.away(180, "a", (7 * HOUR, 8 * HOUR), (5 * DAY, 6 * DAY))
    assert clocked.due == DAY + SIX


def test_a_window_has_no_grace() -> None:
    clocked = Clocked(Item(("a", "b"), window=60), each=HOUR, grace=600, miss="moderator")
    assert deadlines.on_time(clocked.table) == Tick()
