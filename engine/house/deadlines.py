"""The house's share in time: when a question is due for whom, given absences, quiet hours and
time zones, and what the clock enters when a due time has come. What is worked out here stands
in the entry; a replay takes it over.

Who is waited for, and until when, is a function of what everybody knows: of the plan, of
announced absences and hours, and of who is asked. Only a question to one seat alone is charged
to a bank; what several seats are asked has a flat time.
"""

from collections.abc import Sequence

from msgspec import Struct

from engine.house import calendar
from engine.house.times import Away, BeginGrace, Downtime, Extend, HandOver, KeepHours, Resume
from engine.plan import ClockPlan, Hours, Span
from engine.play import Governed
from engine.state import Ask, Order, Seat, Tick

BY_CLOCK = (Tick, BeginGrace, HandOver)
"""What the clock enters, each at the time at which it was due."""


class Before(Struct, frozen=True, kw_only=True):
    """What was known before an entry was played: the open question, its
    number, and when it was due for whom.
    """

    ask: Ask | None
    question: int
    due: int | None
    dues: dict[Seat, int]
    away: dict[Seat, tuple[Span, ...]]
    hours: dict[Seat, Hours]
    paused: int | None
    late: bool

    def due_for(self, seat: Seat) -> int | None:
        """When the question was due for a seat; while the clock
        stands still: when it was due then.
        """
        return self.dues.get(seat, self.due)

    def facts(self, seat: Seat) -> tuple[Sequence[Span], Hours | None]:
        """When a seat was not to be waited for."""
        return self.away.get(seat, ()), self.hours.get(seat)


def before(table: Governed) -> Before | None:
    """What is known now; nothing of a game without a clock."""
    if plan_of(table) is None:
        return None
    state, times = table.state, table.state.people.times
    due = state.due if times.paused is None else times.rest
    return Before(
        ask=table.ask(),
        question=state.question,
        due=due,
        dues=times.dues,
        away=times.away,
        hours=times.hours,
        paused=times.paused,
        late=times.late,
    )


def plan_of(table: Governed) -> ClockPlan | None:
    """The clock of a game; ``None``: nothing is ever due but windows."""
    plan, pace = table.setup.clock, table.state.pace
    if plan is not None:
        return plan if plan.ticking else None
    return None if pace is None else ClockPlan(each=pace)


def worked_out(
    table: Governed, past: Before | None, order: Order
) -> tuple[dict[Seat, int], dict[Seat, int]]:
    """After an entry was played: when the open question is due for each seat that
    is asked, and what is left of the banks that it has changed. Nothing, where
    the table's own due time holds.
    """
    plan = plan_of(table)
    if plan is None or past is None:
        return {}, {}
    ask = table.ask()
    bank = charged(table, past, plan)
    if bank:
        times = table.state.people.times
        times.bank = times.bank | bank
    if ask is None or ask.window is not None or not ask.seats:
        return {}, bank
    if table.state.people.times.paused is not None and not isinstance(
        order, Away | KeepHours | Extend
    ):
        return {}, bank
    fresh = table.state.question != past.question
    late_start = isinstance(order, Resume) and past.due is None
    dues = (
        asked_until(table, past, plan, ask)
        if fresh or late_start
        else moved(table, past, plan, ask, order)
    )
    outdated = bool(table.state.people.times.dues)
    if dues and (outdated or any(due != table.state.due for due in dues.values())):
        return {seat: on_a_tick(table, plan, seat, due) for seat, due in dues.items()}, bank
    return {}, bank


def facts(table: Governed, seat: Seat) -> tuple[Sequence[Span], Hours | None]:
    """When a seat is not to be waited for."""
    times = table.state.people.times
    return times.away.get(seat, ()), times.hours.get(seat)


def on_a_tick(table: Governed, plan: ClockPlan, seat: Seat, due: int) -> int:
    """The first tick of the game from then on that does not lie within time in
    which nobody waits for this seat.
    """
    away, hours = facts(table, seat)
    while (
        clear := calendar.clear(due := table.rounded(due), away, None if plan.times else hours)
    ) != due:
        due = clear
    return due


def asked_until(table: Governed, past: Before, plan: ClockPlan, ask: Ask) -> dict[Seat, int]:
    """A question is opened: until when each seat has time."""
    now = table.state.now
    return {
        seat: until(table, plan, seat, now, allowed(table, past, plan, ask, seat))
        for seat in ask.seats
    }


def allowed(table: Governed, past: Before, plan: ClockPlan, ask: Ask, seat: Seat) -> int:
    """The seconds that a seat gets for a new question."""
    if plan.bank is None:
        return plan.each or 0
    if len(ask.seats) > 1:
        return plan.increment or plan.bank
    left = table.state.people.times.bank.get(seat, plan.bank)
    goes_on = past.ask is not None and past.ask.seats == ask.seats
    return left if goes_on else min(plan.bank, left) + plan.increment


def until(table: Governed, plan: ClockPlan, seat: Seat, at: int, seconds: int) -> int:
    """The second at which so many seconds are over that count for a seat; by fixed
    times of day, the next of them.
    """
    away, hours = facts(table, seat)
    return calendar.slot(at, plan, away) if plan.times else calendar.later(at, seconds, away, hours)


def charged(table: Governed, past: Before, plan: ClockPlan) -> dict[Seat, int]:
    """What is left of the bank of the one seat whose question this entry has closed."""
    ask = past.ask
    if plan.bank is None or ask is None or len(ask.seats) != 1 or not ask.presence:
        return {}
    if table.state.open and table.state.question == past.question:
        return {}
    (seat,) = ask.seats
    due, now = past.due_for(seat), table.state.now if past.paused is None else past.paused
    if due is None or past.late or now >= due:
        return {seat: 0}
    return {seat: calendar.counted(now, due, *past.facts(seat))}


def moved(
    table: Governed, past: Before, plan: ClockPlan, ask: Ask, order: Order
) -> dict[Seat, int]:
    """The open question is due at another time now: for whom, when. Nothing, if it is not, or
    if the table's own new due time holds.
    """
    now, dues = table.state.now, {seat: past.due_for(seat) for seat in ask.seats}
    known = {seat: due for seat, due in dues.items() if due is not None}
    match order:
        case Away(seat) | KeepHours(seat) if seat in known:
            since = now if past.paused is None else past.paused
            return known | {seat: anew(table, past, plan, seat, known[seat], since, since)}
        case Resume() if past.paused is not None:
            return {
                seat: anew(table, past, plan, seat, due, past.paused, now)
                for seat, due in known.items()
            }
        case Downtime(since, up):
            return {
                seat: anew(table, past, plan, seat, due, since, up) for seat, due in known.items()
            }
        case Extend(seconds) if not known:
            return {seat: calendar.later(now, seconds, *facts(table, seat)) for seat in ask.seats}
        case Extend(seconds):
            return {
                seat: calendar.later(due, seconds, *facts(table, seat))
                for seat, due in known.items()
            }
        case BeginGrace(seconds):
            return {seat: calendar.later(now, seconds, *facts(table, seat)) for seat in ask.seats}
    return {}


def anew(
    table: Governed, past: Before, plan: ClockPlan, seat: Seat, due: int, since: int, now: int
) -> int:
    """A seat's due time, with the time that was left at ``since`` counted anew from ``now``.

    A fixed time of day stays if it can: it moves when the seat is away then, or if the time
    left is less than what was lost, and comes nearer only when somebody is back.
    """
    if not plan.times:
        return calendar.later(
            now, calendar.counted(since, due, *past.facts(seat)), *facts(table, seat)
        )
    away = facts(table, seat)[0]
    if any(start < due <= end for start, end in away) or due - now < now - since:
        return max(due, calendar.slot(now, plan, away))
    cut_short = len(calendar.without(past.away.get(seat, ()), due)) > len(
        calendar.without(away, due)
    )
    return min(due, calendar.slot(now, plan, away)) if cut_short else due


def on_time(table: Governed) -> Order:
    """What the clock enters now that the open question is due."""
    ask, plan, times = table.ask(), table.setup.clock, table.state.people.times
    if plan is None or ask is None or ask.window is not None:
        return Tick()
    if plan.grace and not times.late:
        return BeginGrace(plan.grace)
    return HandOver() if plan.miss == "moderator" else Tick()
