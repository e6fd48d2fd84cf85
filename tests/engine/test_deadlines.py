"""When questions are due, by plans, absences and quiet hours: the clock without a referee.

Seconds are counted from a midnight (UTC).
"""

from typing import Any

from engine.plan import DAY, HOUR, ClockPlan, Hours, Times
from engine.rulings import deadlines, rulings, times
from engine.rulings import times as words
from engine.rulings.times import BeginGrace, Extend, HandOver, Pause, Resume
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
        """Play an entry, and return the due times and banks that stand in it."""
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


def test_nothing_stands_in_an_entry_where_the_rules_know_the_due_time_themselves() -> None:
    clocked = Clocked(A, B, each=HOUR)
    assert clocked.play(60, "a", YES) == ({}, {})
    assert clocked.due == HOUR + 60
    assert clocked.play(70, REFEREE, rulings.Announce("hello")) == ({}, {})


def test_a_time_for_answers_that_the_game_has_as_an_option_is_moved_by_absences_too() -> None:
    clocked = Clocked(A, pace=HOUR)
    clocked.away(0, "a", (0, 2 * HOUR))
    assert clocked.due == 3 * HOUR


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


def test_a_fixed_time_holds_in_quiet_hours() -> None:
    clocked = Clocked(A, B, times=TIMES)
    clocked.quiet(0, "b", 5 * 60, 7 * 60)
    clocked.play(60, "a", YES)
    assert clocked.due == SIX


def test_a_fixed_time_is_none_for_who_is_away_then() -> None:
    clocked = Clocked(A, B, times=TIMES)
    clocked.away(0, "b", (HOUR, 10 * HOUR))
    clocked.away(0, "c", (HOUR, 5 * DAY))
    clocked.play(60, "a", YES)
    assert clocked.due == EVENING


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


def test_who_answers_while_a_moderator_is_waited_for_has_nothing_left() -> None:
    clocked = Clocked(A, B, bank=HOUR, miss="moderator")
    assert deadlines.on_time(clocked.table) == HandOver()
    clocked.play(HOUR, REFEREE, HandOver())
    assert clocked.due is None
    assert clocked.play(HOUR + 60, "a", YES)[1] == {"a": 0}


def test_who_is_answered_for_at_the_due_time_has_nothing_left() -> None:
    clocked = Clocked(A, B, bank=HOUR)
    assert clocked.play(HOUR, REFEREE, Tick())[1] == {"a": 0}


def test_an_absence_that_lies_before_the_due_time_is_not_left_in_the_bank() -> None:
    clocked = Clocked(A, B, bank=HOUR)
    clocked.away(0, "a", (HOUR // 2, 3 * HOUR // 2))
    assert clocked.due == 2 * HOUR
    assert clocked.play(600, "a", YES)[1] == {"a": HOUR - 600}


def test_no_bank_is_charged_when_the_game_is_over() -> None:
    clocked = Clocked(A, bank=HOUR)
    assert clocked.play(60, "a", YES)[1] == {"a": HOUR - 60}
    assert clocked.table.state.result is not None
    assert clocked.play(600, REFEREE, rulings.Announce("well played")) == ({}, {})


# ---- pauses, downtime, more time


def test_an_absence_announced_in_a_pause_counts_from_where_the_pause_began() -> None:
    clocked = Clocked(A, each=HOUR)
    clocked.play(600, REFEREE, Pause("consent"))
    clocked.away(2000, "a", (1000, 2000))
    assert clocked.times.rest == START + HOUR + 1000
    clocked.play(10_000, REFEREE, Resume("consent"))
    assert clocked.due == 10_000 + HOUR - 600


def test_a_question_that_is_opened_in_a_pause_has_its_time_when_the_clock_goes_on() -> None:
    clocked = Clocked(A, B, each=HOUR)
    clocked.quiet(0, "b", 60, 120)
    clocked.play(60, REFEREE, Pause("consent"))
    clocked.play(120, "a", YES)
    assert clocked.due is None
    clocked.play(HOUR // 2, REFEREE, Resume("consent"))
    assert clocked.due == HOUR + HOUR + HOUR // 2, "half an hour before the quiet hour, half behind"


def test_what_was_left_when_the_referee_stopped_working_is_counted_by_the_hours_of_the_seat() -> (
    None
):
    clocked = Clocked(A, each=HOUR)
    clocked.quiet(0, "a", 60, 120)
    clocked.down(3000, 4000)
    assert clocked.due == 2 * HOUR + 600


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


def test_a_fixed_time_just_before_an_absence_stays_however_near_it_is() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.away(SIX - 1800, "a", (SIX, 8 * HOUR))
    assert clocked.due == SIX


def test_who_comes_back_from_an_absence_is_waited_for_until_the_next_time_alone() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.away(0, "a", (0, 5 * DAY))
    assert clocked.due == 5 * DAY + SIX
    clocked.away(DAY, "a", (0, DAY))
    assert clocked.due == DAY + SIX


def test_a_fixed_time_comes_no_nearer_than_behind_what_is_left_of_an_absence() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.away(0, "a", (5 * HOUR, 20 * HOUR))
    clocked.away(HOUR, "a", (5 * HOUR, 7 * HOUR))
    assert clocked.due == EVENING


def test_time_that_was_granted_stays_when_somebody_says_that_they_will_be_away() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.play(60, REFEREE, Extend(DAY, "moderator"))
    assert clocked.due == DAY + SIX
    clocked.away(120, "a", (7 * HOUR, 8 * HOUR))
    clocked.away(180, "a", (7 * HOUR, 8 * HOUR), (5 * DAY, 6 * DAY))
    assert clocked.due == DAY + SIX


def test_time_that_was_granted_stays_after_a_long_downtime() -> None:
    clocked = Clocked(A, times=TIMES)
    clocked.play(60, REFEREE, Extend(DAY + NOON, "moderator"))
    clocked.down(HOUR, 23 * HOUR)
    assert clocked.due == DAY + EVENING


def test_nothing_but_a_tick_comes_to_a_game_that_asks_nobody() -> None:
    clocked = Clocked(A, each=60, grace=60, miss="moderator")
    clocked.play(1, "a", YES)
    assert deadlines.on_time(clocked.table) == Tick()


def test_a_window_has_no_grace() -> None:
    clocked = Clocked(Item(("a", "b"), window=60), each=HOUR, grace=600, miss="moderator")
    assert deadlines.on_time(clocked.table) == Tick()
