"""What the referee's events about time say: the facts of their sentences."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.house import calendar, plan_text, times
from engine.plan import DAY, HOUR, MINUTE, ClockPlan
from engine.state import Event, Seat
from renderers.toolkit.facts import Facts, fields, yes

Say = Callable[..., str]


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the arguments of the sentence of an event about time."""
    found = fields(event, viewer, names)
    match event:
        case times.ClockSet(plan):
            found["plan"] = planned(plan, say)
        case times.WentAway(_, start, end):
            found |= {"start": moment(start), "end": moment(end)}
        case times.HoursKept(_, hours):
            said = "" if hours is None else plan_text.write_hours(hours)
            found |= {"hours": said, "any": yes(hours)}
        case times.Wished(_, what, seconds, on, needed):
            found |= {"what": what if on else "none", "needed": needed if on else 0}
            found["length"] = length(seconds, say)
        case times.Extended(seconds):
            found["length"] = length(seconds, say)
        case times.DueSet(at):
            found["at"] = moment(at)
        case times.GraceBegan(seats, seconds):
            found |= listed(seats, names, say) | {"length": length(seconds, say)}
        case times.HandedOver(seats) | times.Missed(seats):
            found |= listed(seats, names, say)
        case times.WasDown(since, until):
            found |= {"since": moment(since), "until": moment(until)}
            found["length"] = length(until - since, say)
        case times.FiledPlayed(text):
            found["order"] = text
    return found


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
        more = {"increment": length(plan.increment, say), "any": yes(plan.increment)}
        return {"bank": length(plan.bank, say), **more}
    if plan.times:
        times_of_day = say("comma").join(map(plan_text.clock, plan.times))
        days = say("comma").join(say(f"time-{plan_text.DAYS[day]}") for day in plan.days)
        return {
            "times": times_of_day,
            "zone": plan.zone,
            "days": days,
            "all": yes(not plan.days),
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
