"""Rulings about time and their notices. They change deadlines, never questions.

They change deadlines by plain arithmetic, which a replay repeats. If absences, quiet hours or time
zones matter, the referee writes the deadlines into the entry (``engine.rulings.deadlines``).
"""

from collections.abc import Collection
from typing import ClassVar, TypeVar

from msgspec import structs

from engine.plan import ClockPlan, Hours, Span
from engine.play import Governed
from engine.rulings.agreement import drop_votes, needed, voters, wish
from engine.rulings.rulings import Notice, Ruling, Vacated, without
from engine.state import Ask, Bulletin, Seat

T = TypeVar("T")

MODERATOR = "moderator"
"""The author of a ruling that was not made by all seats together (``CONSENT``)."""
CONSENT = "consent"


class ClockSet(Notice, frozen=True):
    plan: ClockPlan


class WentAway(Notice, frozen=True):
    seat: Seat
    start: int
    end: int


class CameBack(Notice, frozen=True):
    seat: Seat


class HoursKept(Notice, frozen=True):
    seat: Seat
    hours: Hours | None


class Wished(Notice, frozen=True):
    seat: Seat
    what: str
    seconds: int  # length of an extension
    on: bool  # false: withdrawn
    needed: int  # number of votes still missing


class Opposed(Notice, frozen=True):
    seat: Seat
    what: str
    seconds: int  # length of an extension
    over: bool  # too few others are left, so the vote has failed


class Paused(Notice, frozen=True):
    by: str  # "consent" or "moderator", as in the notices below


class Unpaused(Notice, frozen=True):
    by: str


class Extended(Notice, frozen=True):
    seconds: int
    by: str


class DueSet(Notice, frozen=True):
    at: int
    by: str


class Forced(Notice, frozen=True):
    stands: ClassVar[bool] = False
    seat: Seat
    by: str


class GraceBegan(Notice, frozen=True):
    seats: tuple[Seat, ...]  # the late seats, if that is public
    seconds: int  # length of the grace


class HandedOver(Notice, frozen=True):
    seats: tuple[Seat, ...]  # the late seats, if that is public


class Returned(Notice, frozen=True):
    seat: Seat


class Missed(Notice, frozen=True):
    stands: ClassVar[bool] = False
    seats: tuple[Seat, ...]


class WasDown(Notice, frozen=True):
    """The server was down from ``since`` to ``until``. Deadlines are extended by that time."""

    since: int
    until: int


class FiledPlayed(Notice, frozen=True):
    stands: ClassVar[bool] = False
    text: str


class Away(Ruling, frozen=True):
    seat: Seat
    spans: tuple[Span, ...]

    def do(self, t: Governed) -> None:
        times = t.state.people.times
        # A shortened absence is not announced as a new one.
        known = times.away.get(self.seat, ())
        new = [span for span in self.spans if span not in known and span[1] > t.state.now]
        times.away = changed(times.away, self.seat, self.spans or None)
        for span in new:
            t.tell(WentAway(self.seat, *span))
        if not new:
            t.tell(CameBack(self.seat))


class KeepHours(Ruling, frozen=True):
    tells: ClassVar = HoursKept
    seat: Seat
    hours: Hours | None

    def change(self, t: Governed) -> None:
        times = t.state.people.times
        times.hours = changed(times.hours, self.seat, self.hours)


class Wish(Ruling, frozen=True):
    """A seat votes to ``pause``, ``resume`` or ``extend`` the time, or no longer does."""

    seat: Seat
    what: str
    seconds: int
    on: bool

    def do(self, t: Governed) -> None:
        times, key = t.state.people.times, wish(self.what, self.seconds)
        # A vote replaces the seat's other votes of its kind.
        kept = {
            other: tuple(
                seat for seat in seats if seat != self.seat or other.split()[0] != self.what
            )
            for other, seats in times.wishes.items()
        }
        if self.on:
            kept[key] = (*kept.get(key, ()), self.seat)
        times.wishes = {other: seats for other, seats in kept.items() if seats}
        times.against = {
            other: left
            for other, seats in times.against.items()
            if other in times.wishes
            and (left := without(seats, self.seat) if other == key else seats)
        }
        t.tell(
            Wished(self.seat, self.what, self.seconds, self.on, needed(t, self.what, self.seconds))
        )


class Oppose(Ruling, frozen=True):
    """A seat votes against an open vote. It fails once it can't get enough votes any more."""

    seat: Seat
    what: str
    seconds: int

    def do(self, t: Governed) -> None:
        times, key = t.state.people.times, wish(self.what, self.seconds)
        times.against = times.against | {key: (*times.against.get(key, ()), self.seat)}
        playing, quota = voters(t, self.what)
        over = sum(seat not in times.against[key] for seat in playing) < quota
        if over:
            drop_votes(t, key)
        t.tell(Opposed(self.seat, self.what, self.seconds, over))


class Pause(Ruling, frozen=True):
    tells: ClassVar = Paused
    by: str

    def change(self, t: Governed) -> None:
        state, times = t.state, t.state.people.times
        times.paused, times.rest, state.due = state.now, state.due, None
        drop_votes(t, "pause")


class Resume(Ruling, frozen=True):
    """The clock continues with the time left at the pause, or a new question's whole time."""

    tells: ClassVar = Unpaused
    by: str

    def change(self, t: Governed) -> None:
        state, times = t.state, t.state.people.times
        since, times.paused, rest, times.rest = times.paused, None, times.rest, None
        drop_votes(t, "resume")
        if since is not None:
            pass_over(t, since, state.now)
        if since is not None and rest is not None:
            state.due = t.rounded(state.now + max(0, rest - since))
        elif (ask := t.ask()) is not None and not times.waiting:
            state.due = t.due_of(ask)


class Extend(Ruling, frozen=True):
    """Everybody gets ``seconds`` more, from now on if a moderator must decide."""

    tells: ClassVar = Extended
    seconds: int
    by: str

    def change(self, t: Governed) -> None:
        state, times = t.state, t.state.people.times
        drop_votes(t, "extend")
        if times.waiting:
            times.waiting, state.due = False, t.rounded(state.now + self.seconds)
        elif state.due is not None:
            state.due = t.rounded(state.due + self.seconds)
        elif times.rest is not None:
            times.rest, times.dues = times.rest + self.seconds, {}


class SetDue(Ruling, frozen=True):
    at: int
    by: str

    def do(self, t: Governed) -> None:
        times = t.state.people.times
        times.waiting, times.dues = False, {}
        t.state.due = t.rounded(self.at)
        t.tell(DueSet(t.state.due, self.by))


class Force(Ruling, frozen=True):
    """The default is played for a seat that has not answered. If others are asked too, nobody
    learns whether it had answered, so it counts neither as present nor as absent.
    """

    seat: Seat
    by: str

    def do(self, t: Governed) -> None:
        t.tell(Forced(self.seat, self.by))
        times = t.state.people.times
        times.spoken = without(times.spoken, self.seat)
        silent, ask = t.answer_for((self.seat,)), t.ask()
        # If others are asked too, nobody learns whether it had answered.
        if silent and ask is not None and ask.seats == (self.seat,):
            t.missed = silent


class BeginGrace(Ruling, frozen=True):
    seconds: int

    def do(self, t: Governed) -> None:
        t.state.people.times.late = True
        t.state.due = t.rounded(t.state.now + self.seconds)
        t.tell(GraceBegan(list_late(t), self.seconds))


class HandOver(Ruling, frozen=True):
    def do(self, t: Governed) -> None:
        times = t.state.people.times
        times.waiting, times.dues, t.state.due = True, {}, None
        t.tell(HandedOver(list_late(t)))


class Downtime(Ruling, frozen=True):
    tells: ClassVar = WasDown
    since: int
    until: int

    def change(self, t: Governed) -> None:
        due, lost = t.state.due, self.until - self.since
        if due is not None and due > self.since:
            t.state.due = t.rounded(due + lost)
        proposal = t.state.people.proposal
        if proposal is not None and (proposal.until or 0) > self.since:
            until = (proposal.until or 0) + lost
            t.state.people.proposal = structs.replace(proposal, until=until)
        pass_over(t, self.since, self.until)


class Hold(Ruling, frozen=True):
    """A seat keeps a sealed question open until its deadline, or no longer. Nobody is told."""

    seat: Seat
    on: bool

    def change(self, t: Governed) -> None:
        times = t.state.people.times
        others = without(times.holding, self.seat)
        # Sorted, so that the order of arrival stays secret.
        times.holding = tuple(sorted((*others, self.seat))) if self.on else others


class Return(Ruling, frozen=True):
    seat: Seat

    def do(self, t: Governed) -> None:
        back(t, self.seat)


class FileOrders(Ruling, frozen=True):
    seat: Seat
    texts: tuple[str, ...]
    used: str = ""  # the order that is played now, if any

    def do(self, t: Governed) -> None:
        times = t.state.people.times
        times.standing = changed(times.standing, self.seat, self.texts or None)
        if self.used:
            t.tell(None, **{self.seat: FiledPlayed(self.used)})


ORDERS = (
    *(Away, KeepHours, Wish, Oppose, Pause, Resume, Extend, SetDue, Force),
    *(BeginGrace, HandOver, Downtime, Hold, Return, FileOrders),
)
EVENTS = (
    *(ClockSet, WentAway, CameBack, HoursKept, Wished, Opposed, Paused, Unpaused, Extended, DueSet),
    *(Forced, GraceBegan, HandedOver, Returned, Missed, WasDown, FiledPlayed),
)


def changed(table: dict[Seat, T], seat: Seat, value: T | None) -> dict[Seat, T]:
    kept = {other: table[other] for other in without(table, seat)}
    return kept if value is None else kept | {seat: value}


def pass_over(t: Governed, since: int, until: int) -> None:
    """Don't count the time from ``since`` to ``until`` as silence to the open request."""
    if (proposal := t.state.people.proposal) is not None and proposal.heard:
        proposal.heard = {
            seat: at + max(0, until - max(at, since)) for seat, at in proposal.heard.items()
        }


def list_late(t: Governed) -> tuple[Seat, ...]:
    """Return the seats known to be late, if one seat is asked and the question is not sealed."""
    ask = t.ask()
    return () if ask is None or ask.sealed else ask.seats


def opened(t: Governed) -> None:
    """Reset the facts about the previous question, because a new one opens."""
    times = t.state.people.times
    times.dues, times.late, times.waiting, times.holding, times.rest = {}, False, False, (), None
    times.spoken = ()
    drop_votes(t, "extend")


def spoke(t: Governed, seat: Seat) -> None:
    """Note that a seat has sent something about the open question, so it is present."""
    times = t.state.people.times
    if seat not in times.spoken:
        # Sorted, so that the order of arrival stays secret.
        times.spoken = tuple(sorted((*times.spoken, seat)))


def closed(t: Governed, ask: Ask) -> None:
    """Count present and absent seats, now that a question has closed. Windows don't count: whether
    a seat has an answer to them is secret.
    """
    if ask.presence:
        count(t, t.state.people.times.spoken, t.missed)


def count(t: Governed, present: Collection[Seat], missed: Collection[Seat]) -> None:
    """Announce the seats that were late, and vacate those with too many misses in a row."""
    plan, people = t.setup.clock, t.state.people
    if plan is None:
        return
    if missed:
        t.tell(Missed(tuple(seat for seat in t.seats if seat in missed)))
    for seat in t.seats if plan.replace else ():
        before = people.times.misses.get(seat, 0)
        misses = (0 if seat in present else before) + (seat in missed)
        if misses < plan.replace <= before and seat in people.vacant:
            back(t, seat)
        people.times.misses = changed(people.times.misses, seat, misses or None)
        if misses >= plan.replace and seat not in people.vacant:
            people.vacant = (*people.vacant, seat)
            t.tell(Vacated(seat))


def back(t: Governed, seat: Seat) -> None:
    people = t.state.people
    people.times.misses = changed(people.times.misses, seat, None)
    people.vacant = without(people.vacant, seat)
    t.tell(Returned(seat))


def settle(
    t: Governed, bulletin: Bulletin, dues: dict[Seat, int], bank: dict[Seat, int]
) -> Bulletin:
    """Store deadlines (Unix seconds) and seconds left in banks. Return the new bulletin."""
    known = t.state.people.times
    if bank:
        known.bank = known.bank | bank
    if not dues:
        return bulletin
    known.dues, due = dues, max(dues.values())
    if known.paused is not None:
        known.rest = due
        return bulletin
    t.state.due = due
    return structs.replace(bulletin, due=due)
