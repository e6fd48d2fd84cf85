"""What the referee's events about time say: the facts of their sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.house import calendar, plan_text, times
from engine.plan import DAY, HOUR, MINUTE, ClockPlan
from engine.state import Event, Seat

Say = Callable[..., str]
Facts = dict[str, str | int]


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """The arguments of the sentence of an event about time. Raises
    ``LookupError`` for any other.
    """
    match event:
        case times.ClockSet(plan):
            return {"plan": planned(plan, say)}
        case times.WentAway(seat, start, end):
            return who(seat, viewer, names) | {"start": moment(start), "end": moment(end)}
        case times.CameBack(seat) | times.Returned(seat):
            return who(seat, viewer, names)
        case times.HoursKept(seat, hours):
            said = "" if hours is None else plan_text.write_hours(hours)
            return who(seat, viewer, names) | {"hours": said, "any": "yes" if hours else "no"}
        case times.Wished(seat, what, seconds, on, needed):
            kind = what if on else "none"
            wished = who(seat, viewer, names) | {"what": kind, "length": length(seconds, say)}
            return wished | {"needed": needed if on else 0}
        case times.Paused(by) | times.Unpaused(by):
            return {"by": by}
        case times.Extended(seconds, by):
            return {"by": by, "length": length(seconds, say)}
        case times.DueSet(at, by):
            return {"by": by, "at": moment(at)}
        case times.Forced(seat, _):
            return who(seat, viewer, names)
        case times.GraceBegan(seats, seconds):
            return listed(seats, names, say) | {"length": length(seconds, say)}
        case times.HandedOver(seats) | times.Missed(seats):
            return listed(seats, names, say)
        case times.WasDown(since, until):
            span = {"since": moment(since), "until": moment(until)}
            return {**span, "length": length(until - since, say)}
        case times.FiledPlayed(text):
            return {"order": text}
    raise LookupError(f"{type(event).__name__}: not an event about time")


def who(seat: Seat, viewer: Seat, names: Mapping[Seat, str]) -> Facts:
    """Whom an event is about, and whether that is its reader."""
    return {"name": names.get(seat, seat), "role": "actor" if seat == viewer else "other"}


def listed(seats: Sequence[Seat], names: Mapping[Seat, str], say: Say) -> Facts:
    """Several seats, or nobody who may be named."""
    return {
        "names": say("comma").join(names.get(seat, seat) for seat in seats),
        "count": len(seats),
    }


def moment(at: int) -> str:
    """A second as it is written everywhere, UTC."""
    return f"{calendar.shown(at)} UTC"


def length(seconds: int, say: Say) -> str:
    """So many seconds in words: ``1 day 12 hours``."""
    parts = []
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", 1)):
        n, seconds = divmod(seconds, size)
        parts += [say(f"time-{unit}", n=n)] if n else []
    return say("space").join(parts) or say("time-seconds", n=0)


def planned(plan: ClockPlan, say: Say) -> str:
    """A clock plan in sentences: how long answers have, and what happens to who is late."""
    said = [say(f"time-plan-{kind(plan)}", **kind_facts(plan, say))]
    if plan.ticking:
        said += [say("time-plan-grace", length=length(plan.grace, say))] if plan.grace else []
        said.append(say(f"time-plan-miss-{plan.miss}"))
        said += [say("time-plan-replace", n=plan.replace)] if plan.replace else []
        said.append(say("time-plan-away", days=plan.away // DAY))
    return say("space").join(said)


def kind(plan: ClockPlan) -> str:
    """Which of the four kinds of clocks it is."""
    if plan.bank is not None:
        return "bank"
    if plan.times:
        return "times"
    return "none" if plan.each is None else "each"


def kind_facts(plan: ClockPlan, say: Say) -> Facts:
    """The lengths and times of a plan."""
    if plan.bank is not None:
        more = {"increment": length(plan.increment, say), "any": "yes" if plan.increment else "no"}
        return {"bank": length(plan.bank, say), **more}
    if plan.times:
        times_of_day = say("comma").join(map(plan_text.clock, plan.times))
        days = say("comma").join(say(f"time-{plan_text.DAYS[day]}") for day in plan.days)
        return {
            "times": times_of_day,
            "zone": plan.zone,
            "days": days,
            "all": "no" if plan.days else "yes",
        }
    return {} if plan.each is None else {"each": length(plan.each, say)}


def done(facts: Mapping[str, Any], say: Say) -> Facts:
    """The arguments of the sentence that says what the desk has
    done, from the facts of a receipt.
    """
    said: Facts = {name: value for name, value in facts.items() if isinstance(value, str | int)}
    if facts.get("did") == "away":
        said |= {"start": moment(facts["start"]), "end": moment(facts["end"])}
    if facts.get("did") == "queue":
        orders = [f"{n}. {text}" for n, text in enumerate(facts["orders"], 1)]
        said |= {"orders": say("comma").join(orders), "count": len(orders)}
    return said
