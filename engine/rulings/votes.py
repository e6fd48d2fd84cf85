"""Requests for agreement: the seats that haven't agreed yet, and the time after which silence means
agreement.

Silence counts from the second in which the request was delivered to a seat. Absences, quiet hours
and pauses of the game don't count.
"""

from collections.abc import Iterable

from engine.plan import DAY
from engine.play import Governed
from engine.rulings import calendar, deadlines, rulings
from engine.rulings.agreement import AGREEMENTS, Agreement
from engine.state import Event, Proposal, Seat

PATIENCE = 3 * DAY
"""Seconds of silence that mean agreement, for requests that allow it."""
REMIND = DAY
"""Seconds before the end of ``PATIENCE`` at which silent seats are reminded."""

Request = tuple[Seat, str, int]
"""The asking seat, the moderator's order or "", and the line of an undo or 0. It identifies a
request.
"""


def request_of(proposal: Proposal) -> Request:
    return proposal.by, proposal.what, proposal.line


def agreement_to(proposal: Proposal) -> Agreement:
    return AGREEMENTS["spoken" if proposal.aloud else "silent"]


def missing(t: Governed) -> tuple[Seat, ...]:
    """Return the seats that have not agreed to the open request. A vacant seat counts as missing
    only if the request needs everybody's explicit agreement.
    """
    people, proposal = t.state.people, t.state.people.proposal
    if proposal is None:
        return ()
    passed = {*people.removed, *proposal.agreed}
    passed |= {*people.vacant} if agreement_to(proposal).vacancy else set()
    return tuple(seat for seat in t.seats if seat not in passed)


def put_to(t: Governed, seat: Seat | None) -> Proposal | None:
    return t.state.people.proposal if seat in missing(t) and t.state.result is None else None


def after(t: Governed, seat: Seat, length: int, now: int) -> int | None:
    """Return the first second, from ``now`` on, after a silence of ``length`` seconds."""
    proposal, times = t.state.people.proposal, t.state.people.times
    if proposal is None or seat not in proposal.heard or times.paused is not None:
        return None
    away, hours = deadlines.facts(times, seat)
    end = calendar.later(proposal.heard[seat], length, away, hours)
    return calendar.free(max(now, end), away, hours)[0]


def agreed_at(t: Governed, now: int = 0) -> int | None:
    """Return the second, from ``now`` on, at which silence means agreement, or ``None``."""
    proposal = t.state.people.proposal
    if proposal is None or t.state.result is not None or not agreement_to(proposal).silence:
        return None
    ends = [after(t, seat, PATIENCE, now) for seat in missing(t)]
    known = [end for end in ends if end is not None]
    return max(known, default=now) if len(known) == len(ends) else None


def remind_at(t: Governed, now: int = 0) -> int | None:
    """Return the second, from ``now`` on, at which to remind silent seats, or ``None``."""
    proposal = t.state.people.proposal
    if proposal is None or proposal.reminded or t.state.result is not None:
        return None
    ends = (after(t, seat, PATIENCE - REMIND, now) for seat in missing(t))
    return min((end for end in ends if end is not None), default=None)


def request_in(events: Iterable[Event]) -> Request | None:
    for event in events:
        match event:
            case rulings.AskedFor(by, what):
                return by, what, 0
            case rulings.Proposed(by, line):
                return by, "", line
            case rulings.StillAsked(by, what, line):
                return by, what, line
    return None
