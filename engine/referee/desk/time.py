"""The clock of a game, and the time of its players: absences, quiet hours, pauses, more time.

What concerns a player holds for all their games. It is public in each of them: everybody may know
until when somebody is waited for, and why.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from engine.house import calendar, plan_text
from engine.house.plan_text import BadPlan
from engine.house.times import (
    CONSENT,
    Away,
    Extend,
    Force,
    Hold,
    KeepHours,
    Pause,
    Resume,
    Return,
    SetDue,
    Wish,
    needed,
    wish,
)
from engine.letters import Receipt
from engine.menu import Choice
from engine.plan import DAY, ClockPlan, Hours, Span
from engine.referee.batch import Batch
from engine.referee.desk.verbs import No, Request, Verb
from engine.referee.open_game import OpenGame
from engine.slots import Miss, Reader, Slot
from engine.state import Ask, Seat

YEAR = 365 * DAY
LONGEST = 30 * DAY
"""Nobody asks for more time than this in one go."""
SPANS = 40
"""Absences of one seat that are kept at the most."""


class GoingAway(Struct, frozen=True):
    """``away 2026-12-24 to 2027-01-02``, ``away until 2027-01-02``: not to
    be waited for; days count whole.
    """

    end: int
    start: int | None = None


class ComingBack(Struct, frozen=True):
    """``away none``: no absence any more."""


class KeepingHours(Struct, frozen=True):
    """``hours Europe/Berlin 22:00-07:00 weekends``: not to be waited for in
    these; ``hours none``: always.
    """

    hours: Hours | None = None


class Wishing(Struct, frozen=True):
    """``pause``, ``resume``, ``extend 24h``: be for it. A pause and its end need all who
    play, more time more than half.
    """

    length: int = 0


class Declining(Struct, frozen=True):
    """``pause no``, ``resume no``, ``extend no``: be for it no longer."""


class Waiting(Struct, frozen=True):
    """``wait``: keep a sealed question open until its deadline, to think again."""


class Ready(Struct, frozen=True):
    """``ready``: do not keep it open any more."""


class Read(Slot):
    """All words up to the next fixed one, for a function that raises ``BadPlan``, and back."""

    def __init__(
        self, code: str, read: Callable[[str], Any], write: Callable[[Any], str], *examples: str
    ):
        self.code, self.of, self.back, self.examples = code, read, write, examples

    def read(self, reader: Reader, i: int, end: int) -> tuple[Any, int]:
        reader.note(i, self.code, self.examples)
        if i >= end:
            raise Miss
        try:
            return self.of(reader.text[reader.spans[i][0] : reader.spans[end - 1][1]]), end
        except BadPlan as bad:
            word = bad.word.casefold()
            wrong = next((k for k in range(i, end) if reader.words[k].casefold() == word), i)
            reader.note(wrong, self.code, bad.wanted)
            raise Miss from bad

    def write(self, value: Any) -> str:
        return self.back(value)

    def sample(self, rng: Random) -> Any:
        return self.of(rng.choice(self.examples))


# ---- what moderators and all seats together may do


def running(opened: OpenGame) -> Ask:
    """Return the open question of a game that has begun. Raises ``No``."""
    table = opened.table
    if table.state.result is not None:
        raise No("game-over")
    ask = table.ask()
    if ask is None or (not ask.seats and ask.window is None):
        raise No("not-started")
    return ask


def pause(batch: Batch, opened: OpenGame, at: int, by: str) -> None:
    """Stop the clock of a game. Raises ``No``."""
    running(opened)
    check_wish(opened, "pause")
    batch.house(opened, at, Pause(by))


def resume(batch: Batch, opened: OpenGame, at: int, by: str) -> None:
    """Let the clock go on. Raises ``No``."""
    running(opened)
    check_wish(opened, "resume")
    batch.house(opened, at, Resume(by))


def extend(batch: Batch, opened: OpenGame, at: int, seconds: int, by: str) -> None:
    """Give the open question more time, for all; a window's tick moves
    for all as well. Raises ``No``.
    """
    batch.tick(opened, at)
    running(opened)
    check_wish(opened, "extend")
    batch.house(opened, at, Extend(seconds, by))


def set_due(batch: Batch, opened: OpenGame, at: int, due: int, by: str) -> None:
    """Say when the open question is due; a window closes no earlier
    than it would have. Raises ``No``.
    """
    batch.tick(opened, at)
    ask, state = running(opened), opened.table.state
    if state.people.times.paused is not None:
        raise No("paused-before")
    earliest = max(state.now, batch.now) if ask.window is None else state.due or 0
    if due <= earliest:
        raise No(
            "bad-deadline", f"later than {calendar.shown(earliest)} UTC", word=calendar.shown(due)
        )
    batch.house(opened, at, SetDue(due, by))


def force_default(batch: Batch, opened: OpenGame, at: int, seat: Seat, by: str) -> None:
    """Wait no longer for a seat: unless it has answered, its default is played. Raises ``No``."""
    batch.tick(opened, at)
    ask = running(opened)
    if seat not in ask.seats:
        raise No("not-asked", *ask.seats, word=seat)
    if ask.window is not None:
        raise No("in-a-window")
    if opened.table.menu_of(seat).default is None:
        raise No("no-default", word=seat)
    batch.house(opened, at, Force(seat, by))


# ---- what players say about their own time


def zone_of(request: Request) -> str:
    """Return the zone in which somebody means their dates: that of their hours, else that of the
    game's clock, else UTC.
    """
    for opened, seat in mine(request):
        if hours := opened.table.state.people.times.hours.get(seat):
            return hours.zone
    plan = request.found.table.setup.clock if request.found else None
    return plan.zone if plan else "UTC"


def mine(request: Request) -> Iterator[tuple[OpenGame, Seat]]:
    """Yield the games that are not over in which the sender has a seat, by whatever door, this one
    first.
    """
    batch, seen = request.batch, set[str]()
    if request.found is not None and request.seat is not None:
        seen.add(request.found.id)
        if not request.found.table.state.result:
            yield request.found, request.seat
    for contact in request.register.person(request.sender):
        for id in batch.store.games_of(*contact):
            opened = batch.known(id) if id not in seen else None
            seat = opened.seat_of(*contact) if opened else None
            seen.add(id)
            if opened and seat in opened.table.seats and not opened.table.state.result:
                yield opened, seat


def away(request: Request, asked: GoingAway) -> Receipt:
    """Announce an absence in all one's games. An open question moves too:
    that is what the allowance is for.
    """
    now = max(request.letter.at, request.batch.now)
    start = max(now, asked.start or 0)
    if asked.end <= start:
        raise No("bad-away", "2026-12-24 to 2027-01-02", word=calendar.shown(asked.end))
    done, refused = list[str](), list[tuple[str, int]]()
    for opened, seat in mine(request):
        request.batch.tick(opened, now)
        spans, left = absences(opened, seat, (start, asked.end))
        if left < 0:
            refused.append((opened.id, left))
            continue
        request.batch.house(opened, now, Away(seat, spans))
        done.append(opened.id)
    if not done and not refused:
        raise No("no-game-of-yours")
    if not done:
        over = -max((left for _, left in refused), default=0)
        raise No("away-too-long", word=plan_text.duration(over))
    return request.done(
        did="away", start=start, end=asked.end, games=done, refused=[id for id, _ in refused]
    )


def absences(opened: OpenGame, seat: Seat, new: Span) -> tuple[tuple[Span, ...], int]:
    """Return the absences of a seat with a new one, and how many seconds are left of what a year
    allows; less than none: the new one is too long. What is a year old is forgotten.
    """
    plan = opened.table.setup.clock or ClockPlan()
    old = [
        span
        for span in opened.table.state.people.times.away.get(seat, ())
        if span[1] > new[0] - YEAR
    ]
    spans = calendar.merged([*old, new])
    return spans[-SPANS:], plan.away - sum(end - start for start, end in spans)


def back(request: Request, _: ComingBack) -> Receipt:
    """End one's absences, in all one's games, and have the seats again that are
    free because one did not answer.
    """
    now, done = max(request.letter.at, request.batch.now), list[str]()
    for opened, seat in mine(request):
        request.batch.tick(opened, now)
        known = opened.table.state.people.times.away.get(seat, ())
        cut = calendar.without(known, max(now, opened.table.state.now))
        if cut != known:
            request.batch.house(opened, now, Away(seat, cut))
        if listed := seat in opened.table.state.people.vacant:
            request.batch.house(opened, now, Return(seat))
        if listed or cut != known:
            done.append(opened.id)
    if not done:
        raise No("not-away")
    return request.done(did="back", games=done)


def hours(request: Request, asked: KeepingHours) -> Receipt:
    """Say when one is not to be waited for, in all one's games."""
    now, done, games = max(request.letter.at, request.batch.now), list[str](), list(mine(request))
    if not games:
        raise No("no-game-of-yours")
    for opened, seat in games:
        if opened.table.state.people.times.hours.get(seat) != asked.hours:
            request.batch.house(opened, now, KeepHours(seat, asked.hours))
            done.append(opened.id)
    said = plan_text.write_hours(asked.hours) if asked.hours else "none"
    return request.done(did="hours", hours=said, games=done)


def be_for(request: Request, what: str, seconds: int) -> Receipt:
    """Vote to pause, to resume, for more time; it is done once enough agree."""
    opened, seat, batch, at = request.opened, request.seated(), request.batch, request.letter.at
    running(opened)
    check_wish(opened, what)
    if wish(what, seconds) in wishes_of(opened, seat, what):
        raise No("said-before")
    batch.house(opened, at, Wish(seat, what, seconds, True))
    missing = needed(opened.table, what, seconds)
    if not missing and what == "pause":
        pause(batch, opened, at, CONSENT)
    elif not missing and what == "resume":
        resume(batch, opened, at, CONSENT)
    elif not missing:
        extend(batch, opened, at, seconds, CONSENT)
    return request.done(did=what, seconds=seconds, needed=missing)


def be_against(request: Request, what: str) -> Receipt:
    """Withdraw the vote."""
    opened, seat = request.opened, request.seated()
    if not wishes_of(opened, seat, what):
        raise No("not-for-it")
    request.batch.house(opened, request.letter.at, Wish(seat, what, 0, False))
    return request.done(did="unwish", what=what)


def wishes_of(opened: OpenGame, seat: Seat, what: str) -> list[str]:
    """Return what a seat is for, of one kind."""
    wishes = opened.table.state.people.times.wishes
    return [name for name, seats in wishes.items() if seat in seats and name.split()[0] == what]


def check_wish(opened: OpenGame, what: str) -> None:
    """Can this be wished for now? Raises ``No``."""
    state, times = opened.table.state, opened.table.state.people.times
    if what == "pause" and times.paused is not None:
        raise No("paused-before")
    if what == "resume" and times.paused is None:
        raise No("not-paused")
    if what == "extend" and state.due is None and times.rest is None and not times.waiting:
        raise No("no-deadline")


def wait(request: Request, _: Waiting) -> Receipt:
    """Keep a sealed question open. Nobody else is told."""
    return hold(request, on=True)


def ready(request: Request, _: Ready) -> Receipt:
    """Do not keep it open any more: it closes when all have answered."""
    return hold(request, on=False)


def hold(request: Request, *, on: bool) -> Receipt:
    """Note whether the seat keeps the question open. Which questions can be kept open is public."""
    opened, seat = request.opened, request.seated()
    ask, due = running(opened), opened.table.state.due
    if seat not in ask.seats:
        raise No("not-your-turn")
    if ask.window is not None or len(ask.seats) == 1 or due is None:
        raise No("cannot-wait")
    if (seat in opened.table.state.people.times.holding) != on:
        request.batch.house(opened, request.letter.at, Hold(seat, on))
    return request.done(did="wait" if on else "ready")


# ---- how it is spelt


def away_choices(request: Request) -> Sequence[Choice]:
    """Return how ``away`` is spelt."""
    zone = zone_of(request)
    first, last = a_moment("bad-away", zone), a_moment("bad-away", zone, last=True)
    return [
        Choice(ComingBack, "away none"),
        Choice(GoingAway, "away until {end}", end=last),
        Choice(GoingAway, "away {start} to {end}", start=first, end=last),
    ]


def a_moment(code: str, zone: str, *, last: bool = False) -> Read:
    """Return a place for a moment in a zone; a day alone is its beginning, or its end if it is the
    ``last`` of a span.
    """
    read, write = (
        partial(plan_text.moment, zone_name=zone, last=last),
        partial(calendar.shown, zone=zone),
    )
    return Read(code, read, write, "2026-12-24", "2026-12-24 18:00")


def hours_choices(_: Request) -> Sequence[Choice]:
    """Return how ``hours`` is spelt."""
    examples = "Europe/Berlin 22:00-07:00 weekends", "Asia/Taipei 23:00-08:00"
    slot = Read("bad-hours", plan_text.hours, plan_text.write_hours, *examples)
    return [Choice(KeepingHours, "hours {hours}", hours=slot), Choice(KeepingHours, "hours none")]


def act_on_absence(request: Request, asked: Any) -> Receipt:
    """Announce an absence in all one's games, or end one's absences."""
    return back(request, asked) if isinstance(asked, ComingBack) else away(request, asked)


def wish_choices(what: str) -> Callable[[Request], Sequence[Choice]]:
    """Return how ``pause``, ``resume`` and ``extend`` are spelt."""
    length = Read(
        "bad-length",
        partial(plan_text.seconds, most=LONGEST),
        plan_text.duration,
        "24h",
        "90m",
        "3d",
    )
    said = (
        Choice(Wishing, "extend {length}", length=length)
        if what == "extend"
        else Choice(Wishing, what)
    )
    return lambda _: [said, Choice(Declining, f"{what} no")]


WISHED = {
    "pause": ("Vote to pause; the clock stops when all agree. With `no`: withdraw the vote."),
    "resume": "Vote to resume; the clock goes on when all agree.",
    "extend": ("Vote for more time for the open question; it gets it when more than half agree."),
}


def wish_verb(what: str) -> Verb:
    """``pause``, ``resume`` or ``extend``."""

    def act(request: Request, asked: Any) -> Receipt:
        return (
            be_against(request, what)
            if isinstance(asked, Declining)
            else be_for(request, what, asked.length)
        )

    act.__doc__ = WISHED[what]
    return Verb(what, "seat", wish_choices(what), act)


VERBS = (
    Verb("away", "anybody", away_choices, act_on_absence, gameless=True),
    Verb("hours", "anybody", hours_choices, hours, gameless=True),
    *map(wish_verb, ("pause", "resume", "extend")),
    Verb("wait", "seat", lambda _: [Choice(Waiting, "wait")], wait),
    Verb("ready", "seat", lambda _: [Choice(Ready, "ready")], ready),
)
