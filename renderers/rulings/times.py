"""The sentence arguments of the referee's events about time."""

from collections.abc import Mapping, Sequence

from engine.plan import DAY, HOUR, MINUTE, ClockPlan
from engine.rulings import calendar, plan_text, times
from engine.state import Event, Seat
from renderers.registry import Say
from renderers.toolkit.facts import Facts, fields, yes


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
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
        case times.Opposed(_, _, seconds, over):
            found |= {"length": length(seconds, say), "over": yes(over)}
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
    return {
        "names": say("comma").join(names.get(seat, seat) for seat in seats),
        "count": len(seats),
    }


def moment(at: int) -> str:
    return f"{calendar.format_time(at)} UTC"


def length(seconds: int, say: Say) -> str:
    """Return a number of seconds in words: ``1 day 12 hours``."""
    parts = []
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE), ("seconds", 1)):
        n, seconds = divmod(seconds, size)
        parts += [say(f"time-{unit}", n=n)] if n else []
    return say("space").join(parts) or say("time-seconds", n=0)


def planned(plan: ClockPlan, say: Say) -> str:
    said = [limits(plan, say)]
    if plan.ticking:
        said += [say("time-plan-grace", length=length(plan.grace, say))] if plan.grace else []
        said.append(say(f"time-plan-miss-{plan.miss}"))
        said += [say("time-plan-replace", n=plan.replace)] if plan.replace else []
        said.append(say("time-plan-away", days=plan.away // DAY))
    if plan.recall is not None:
        recall = length(plan.recall, say)
        said.append(say("time-plan-recall", length=recall, any=yes(plan.recall)))
    return say("space").join(said)


def limits(plan: ClockPlan, say: Say) -> str:
    if plan.bank is not None:
        increment = length(plan.increment, say)
        bank = length(plan.bank, say)
        return say("time-plan-bank", bank=bank, increment=increment, any=yes(plan.increment))
    if plan.times:
        return say(
            "time-plan-times",
            times=say("comma").join(map(plan_text.clock, plan.times)),
            zone=plan.zone,
            days=say("comma").join(say(f"time-{plan_text.DAYS[day]}") for day in plan.days),
            all=yes(not plan.days),
        )
    if plan.each is None:
        return say("time-plan-none")
    return say("time-plan-each", each=length(plan.each, say))
