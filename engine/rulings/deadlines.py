"""Deadlines of questions, given absences, quiet hours and time zones, and the clock's orders once a
deadline has passed. Results are stored in the journal entry, and a replay reads them from there.

Deadlines depend on public facts alone: the plan, announced absences and hours, and the seats asked.
Only a question to a single seat is charged to its bank. A question to several seats has a fixed
time.
"""

from collections.abc import Sequence
from copy import copy

from msgspec import Struct

from engine.plan import ClockPlan, Hours, Span, Times
from engine.play import Governed
from engine.rulings import calendar
from engine.rulings.times import Away, BeginGrace, Downtime, Extend, HandOver, KeepHours, Resume
from engine.state import Ask, Order, Seat, Tick

MOMENT = 60
"""Seconds for an answer with an empty bank. Otherwise the clock would play without end at once."""
BY_CLOCK = (Tick, BeginGrace, HandOver)
"""The orders of the clock. Each is entered with the time of its deadline."""


class Before(Struct, frozen=True):
    ask: Ask | None
    question: int
    due: int | None  # the open question's deadline; during a pause, the one it had before
    times: Times  # the players' absences and quiet hours

    def due_for(self, seat: Seat) -> int | None:
        return self.times.dues.get(seat, self.due)


def before(table: Governed) -> Before | None:
    if plan_of(table) is None:
        return None
    state, times = table.state, table.state.people.times
    due = state.due if times.paused is None else times.rest
    return Before(table.ask(), state.question, due, copy(times))


def plan_of(table: Governed) -> ClockPlan | None:
    """Return the clock of a game, or ``None`` if only windows have deadlines."""
    plan, pace = table.setup.clock, table.state.pace
    if plan is not None:
        return plan if plan.ticking else None
    return None if pace is None else ClockPlan(each=pace)


def facts(times: Times, seat: Seat) -> tuple[Sequence[Span], Hours | None]:
    return times.away.get(seat, ()), times.hours.get(seat)


def worked_out(
    table: Governed, past: Before | None, order: Order
) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """Return the deadlines of the open question, and the banks, after ``order`` was played.

    The first maps the seats that are asked to Unix seconds. It is empty if the table's own deadline
    applies. The second maps the seats whose bank has changed to the seconds left.
    """
    plan = plan_of(table)
    return ({}, {}) if plan is None or past is None else Deadlines(table, plan, past).after(order)


class Deadlines:
    """Computes deadlines after an entry by the clock ``plan``. ``past`` was before it."""

    def __init__(self, table: Governed, plan: ClockPlan, past: Before):
        self.table, self.plan, self.past = table, plan, past
        self.ask, self.now, self.times = table.ask(), table.state.now, table.state.people.times
        self.fresh = table.state.question != past.question

    def after(self, order: Order) -> tuple[dict[Seat, int], dict[Seat, int]]:
        times, ask = self.times, self.ask
        if bank := self.charged():
            times.bank = times.bank | bank
        if ask is None or ask.window is not None or not ask.seats:
            return {}, bank
        if times.paused is not None and not isinstance(order, Away | KeepHours | Extend):
            return {}, bank
        late_start = isinstance(order, Resume) and self.past.due is None
        dues = self.asked_until(ask) if self.fresh or late_start else self.moved(ask, order)
        if dues and (times.dues or any(due != self.table.state.due for due in dues.values())):
            return {seat: self.on_a_tick(seat, due) for seat, due in dues.items()}, bank
        return {}, bank

    def charged(self) -> dict[Seat, int]:
        ask, past = self.past.ask, self.past
        if self.plan.bank is None or ask is None or len(ask.seats) != 1 or not ask.presence:
            return {}
        if self.table.state.open and not self.fresh:
            return {}
        (seat,) = ask.seats
        due, paused = past.due, past.times.paused
        now = self.now if paused is None else paused
        if due is None or past.times.late or (not self.plan.increment and self.empty(seat)):
            return {seat: 0}
        return {seat: calendar.counted(now, due, *facts(past.times, seat))}

    def empty(self, seat: Seat) -> bool:
        return self.past.times.bank.get(seat, self.plan.bank) == 0

    def asked_until(self, ask: Ask) -> dict[Seat, int]:
        if self.plan.times:
            away = {seat: facts(self.times, seat)[0] for seat in ask.seats}
            return {seat: calendar.slot(self.now, self.plan, away[seat]) for seat in ask.seats}
        return {seat: self.later(seat, self.now, self.allowed(ask, seat)) for seat in ask.seats}

    def allowed(self, ask: Ask, seat: Seat) -> int:
        plan, before = self.plan, self.past.ask
        if plan.bank is None:
            return plan.each or 0
        if len(ask.seats) > 1:
            return plan.increment or plan.bank
        left = self.times.bank.get(seat, plan.bank)
        goes_on = before is not None and before.seats == ask.seats
        return (left if goes_on else min(plan.bank, left) + plan.increment) or MOMENT

    def later(self, seat: Seat, at: int, seconds: int) -> int:
        return calendar.later(at, seconds, *facts(self.times, seat))

    def on_a_tick(self, seat: Seat, due: int) -> int:
        """Return the first tick from ``due`` on outside the seat's absences and quiet hours."""
        away, hours = facts(self.times, seat)
        quiet = None if self.plan.times else hours
        while (clear := calendar.clear(due := self.table.rounded(due), away, quiet)) != due:
            due = clear
        return due

    def moved(self, ask: Ask, order: Order) -> dict[Seat, int]:
        now, paused = self.now, self.past.times.paused
        dues = {seat: self.past.due_for(seat) for seat in ask.seats}
        known = {seat: due for seat, due in dues.items() if due is not None}
        match order:
            case Away(seat) | KeepHours(seat) if seat in known:
                since = now if paused is None else paused
                return known | {seat: self.anew(seat, known[seat], since, since)}
            case Resume() if paused is not None:
                return {seat: self.anew(seat, due, paused, now) for seat, due in known.items()}
            case Downtime(since, up):
                return {seat: self.anew(seat, due, since, up) for seat, due in known.items()}
            case Extend(seconds) if known:
                return {seat: self.later(seat, due, seconds) for seat, due in known.items()}
            case Extend(seconds) | BeginGrace(seconds):
                return {seat: self.later(seat, now, seconds) for seat in ask.seats}
        return {}

    def anew(self, seat: Seat, due: int, since: int, now: int) -> int:
        """Return a seat's deadline if the time left at ``since`` starts again at ``now``.

        A fixed time of day stays if possible. It moves if the seat is away then, or if less time is
        left than was lost. It becomes earlier only if the player has come back early.
        """
        known, plan = facts(self.past.times, seat), self.plan
        if not plan.times:
            return self.later(seat, now, calendar.counted(since, due, *known))
        away = facts(self.times, seat)[0]
        if any(start < due <= end for start, end in away) or due - now < now - since:
            return max(due, calendar.slot(now, plan, away))
        back = calendar.counted(now, due, away) > calendar.counted(now, due, known[0])
        return min(due, calendar.slot(now, plan, away)) if back else due


def on_time(table: Governed) -> Order:
    ask, plan, times = table.ask(), table.setup.clock, table.state.people.times
    if plan is None or ask is None or ask.window is not None:
        return Tick()
    if plan.grace and not times.late:
        return BeginGrace(plan.grace)
    return HandOver() if plan.miss == "moderator" else Tick()
