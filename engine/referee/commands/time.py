"""Commands about time: absences, quiet hours, pauses, extensions, and standing orders.

A player's times apply to all their games. They are public, so that everybody knows why and how long
a game waits.
"""

from functools import partial
from typing import ClassVar

from engine.plan import DAY, ClockPlan, Hours, Span
from engine.referee.batch import Batch
from engine.referee.commands import consent, recipients
from engine.referee.commands.request import No, Request, Who
from engine.referee.commands.word import Facts, Read, Word, says
from engine.referee.open_game import OpenGame
from engine.referee.standing_orders import ALWAYS, LONGEST, MOST
from engine.rulings import agreement, calendar, plan_text, times
from engine.slots import Int
from engine.state import Ask, Seat

ClockRuling = times.Pause | times.Resume | times.Extend | times.SetDue | times.Force
YEAR = 365 * DAY
SPANS = 40
"""The maximum number of absences kept per seat."""


# ---- rulings of moderators, or of all seats together


def running(opened: OpenGame) -> Ask:
    table = opened.table
    if table.state.result is not None:
        raise No("game-over")
    ask = table.ask()
    if ask is None or (not ask.seats and ask.window is None):
        raise No("not-started")
    return ask


def rule(batch: Batch, opened: OpenGame, at: int, ruling: ClockRuling) -> None:
    """Rule over the clock. A window never closes earlier than before. Raises ``No``."""
    batch.tick(opened, at)
    ask, state = running(opened), opened.table.state
    match ruling:
        case times.Pause() | times.Resume() | times.Extend():
            check_wish(opened, type(ruling).__name__.lower())
        case times.SetDue(due):
            if state.people.times.paused is not None:
                raise No("paused-before")
            earliest = max(state.now, batch.now) if ask.window is None else state.due or 0
            if due <= earliest:
                wanted = f"later than {calendar.format_time(earliest)} UTC"
                raise No("bad-deadline", wanted, word=calendar.format_time(due))
        case times.Force(seat):
            if seat not in ask.seats:
                raise No("not-asked", *ask.seats, word=seat)
            if ask.window is not None:
                raise No("in-a-window")
            if opened.table.menu_of(seat).default is None:
                raise No("no-default", word=seat)
    batch.play_as_referee(opened, at, ruling)


def check_wish(opened: OpenGame, what: str) -> None:
    state, times = opened.table.state, opened.table.state.people.times
    if what == "pause" and times.paused is not None:
        raise No("paused-before")
    if what == "resume" and times.paused is None:
        raise No("not-paused")
    if what == "extend" and state.due is None and times.rest is None and not times.waiting:
        raise No("no-deadline")


# ---- players' own times


class OwnTime(Word, frozen=True):
    """A command about the sender's time, in all their games."""

    by: ClassVar[Who] = "anybody"
    gameless: ClassVar = True


def zone_of(request: Request) -> str:
    """Return the zone for a person's dates: of their hours, the game's clock, or UTC."""
    for opened, seat in mine(request).values():
        if hours := opened.table.state.people.times.hours.get(seat):
            return hours.zone
    plan = request.found.table.setup.clock if request.found else None
    return plan.zone if plan else "UTC"


def mine(request: Request) -> dict[str, tuple[OpenGame, Seat]]:
    """Return the sender's running games with their seats there, this game first."""
    found = {}
    if request.found is not None and request.seat and not request.found.table.state.result:
        found[request.found.id] = request.found, request.seat
    person = request.accounts.person(request.sender)
    for opened, _, seat in recipients.seated(request.batch, person):
        found.setdefault(opened.id, (opened, seat))
    return found


def a_moment(code: str, zone: str, *, last: bool = False) -> Read:
    """Return a slot for a moment. A day alone means its start, or its end if ``last``."""
    read = partial(plan_text.moment, zone_name=zone, last=last)
    return Read(
        code, read, partial(calendar.format_time, zone=zone), "2026-12-24", "2026-12-24 18:00"
    )


def deadline(request: Request) -> Read:
    """Return a slot for a moment in the time zone of the game's clock."""
    plan = request.opened.table.setup.clock
    return a_moment("bad-deadline", plan.zone if plan else "UTC", last=True)


@says("away none", slash="time back", tells=(times.CameBack, times.Returned))
class ComingBack(OwnTime, frozen=True):
    """End the sender's absence, and return seats that became vacant because they didn't answer."""

    def do(self, request: Request) -> Facts:
        now, done = request.now, list[str]()
        for opened, seat in mine(request).values():
            request.batch.tick(opened, now)
            known = opened.table.state.people.times.away.get(seat, ())
            cut = calendar.without(known, max(now, opened.table.state.now))
            if cut != known:
                request.batch.play_as_referee(opened, now, times.Away(seat, cut))
            if listed := seat in opened.table.state.people.vacant:
                request.batch.play_as_referee(opened, now, times.Return(seat))
            if listed or cut != known:
                done.append(opened.id)
        if not done:
            raise No("not-away")
        return {"did": "back", "games": done}


@says("away until {end}", "away {start} to {end}", slash="time away", tells=(times.WentAway,))
class GoingAway(OwnTime, frozen=True):
    """Announce an absence. A day without a time counts completely."""

    places: ClassVar = {
        "start": lambda request: a_moment("bad-away", zone_of(request)),
        "end": lambda request: a_moment("bad-away", zone_of(request), last=True),
    }
    end: int
    start: int | None = None

    def do(self, request: Request) -> Facts:
        now = request.now
        start = max(now, self.start or 0)
        if self.end <= start:
            raise No("bad-away", "2026-12-24 to 2027-01-02", word=calendar.format_time(self.end))
        done, refused = list[str](), list[tuple[str, int]]()
        for opened, seat in mine(request).values():
            request.batch.tick(opened, now)
            spans, left = absences(opened, seat, (start, self.end))
            if left < 0:
                refused.append((opened.id, left))
                continue
            request.batch.play_as_referee(opened, now, times.Away(seat, spans))
            done.append(opened.id)
        if not done and not refused:
            raise No("no-game-of-yours")
        if not done:
            over = -max((left for _, left in refused), default=0)
            raise No("away-too-long", word=plan_text.duration(over))
        ids = [id for id, _ in refused]
        return {"start": start, "end": self.end, "games": done, "refused": ids}


def absences(opened: OpenGame, seat: Seat, new: Span) -> tuple[tuple[Span, ...], int]:
    """Return a seat's absences with a new one, and the seconds left of a year's allowance. If the
    rest is negative, the new absence is too long. Absences older than a year are dropped.
    """
    plan = opened.table.setup.clock or ClockPlan()
    old = [
        span
        for span in opened.table.state.people.times.away.get(seat, ())
        if span[1] > new[0] - YEAR
    ]
    spans = calendar.merged([*old, new])
    return spans[-SPANS:], plan.away - sum(end - start for start, end in spans)


@says("hours {hours}", "hours none", slash="time hours", tells=(times.HoursKept,))
class KeepingHours(OwnTime, frozen=True):
    """Set the hours in which the clock doesn't wait for the sender."""

    places: ClassVar = {
        "hours": Read(
            *("bad-hours", plan_text.hours, plan_text.write_hours),
            *("Europe/Berlin 22:00-07:00 weekends", "Asia/Taipei 23:00-08:00"),
        )
    }
    hours: Hours | None = None

    def do(self, request: Request) -> Facts:
        done, games = list[str](), list(mine(request).values())
        if not games:
            raise No("no-game-of-yours")
        for opened, seat in games:
            if opened.table.state.people.times.hours.get(seat) != self.hours:
                request.batch.play_as_referee(
                    opened, request.now, times.KeepHours(seat, self.hours)
                )
                done.append(opened.id)
        said = plan_text.write_hours(self.hours) if self.hours else "none"
        return {"hours": said, "games": done}


# ---- votes


class Vote(Word, frozen=True):
    """Vote for a pause or its end (all players), or an extension (more than half)."""

    length: int = 0

    def do(self, request: Request) -> Facts:
        return be_for(request, self.word(), self.length)


class Unvote(Word, frozen=True):
    """Withdraw your vote, or vote against the others'. A vote ends once it can't succeed."""

    length: int = 0

    def do(self, request: Request) -> Facts:
        opened, seat, what = request.opened, request.seated(), self.word()
        if not wishes_of(opened, seat, what):
            return be_against(request, what, self.length)
        request.play_as_referee(times.Wish(seat, what, 0, False))
        return {"did": "unwish", "what": what}


@says(
    "pause", slash="time pause", asks=agreement.VOTES["pause"], tells=(times.Wished, times.Paused)
)
class VotePause(Vote, frozen=True):
    pass


@says("pause no", tells=(times.Wished, times.Opposed))
class UnvotePause(Unvote, frozen=True):
    pass


@says(
    "resume",
    slash="time resume",
    asks=agreement.VOTES["resume"],
    tells=(times.Wished, times.Unpaused),
)
class VoteResume(Vote, frozen=True):
    pass


@says("resume no", tells=(times.Wished, times.Opposed))
class UnvoteResume(Unvote, frozen=True):
    pass


@says(
    "extend {length}",
    slash="time extend",
    asks=agreement.VOTES["extend"],
    tells=(times.Wished, times.Extended),
)
class VoteExtend(Vote, frozen=True):
    pass


@says("extend no {length}", "extend no", tells=(times.Wished, times.Opposed))
class UnvoteExtend(Unvote, frozen=True):
    pass


def be_for(request: Request, what: str, seconds: int) -> Facts:
    opened, seat, batch, at = request.opened, request.seated(), request.batch, request.message.at
    running(opened)
    if opened.table.setup.contest:
        raise No("contest-clock")
    check_wish(opened, what)
    if agreement.wish(what, seconds) in wishes_of(opened, seat, what):
        raise No("said-before")
    for voter in (seat, *sorted(consent.robots(opened) - {seat})):
        if voter == seat or agreement.wish(what, seconds) not in wishes_of(opened, voter, what):
            request.play_as_referee(times.Wish(voter, what, seconds, True))
    missing = agreement.needed(opened.table, what, seconds)
    if not missing:
        rulings: dict[str, ClockRuling] = {
            "pause": times.Pause(times.CONSENT),
            "resume": times.Resume(times.CONSENT),
        }
        rule(batch, opened, at, rulings.get(what) or times.Extend(seconds, times.CONSENT))
    return {"did": what, "seconds": seconds, "needed": missing}


def be_against(request: Request, what: str, seconds: int) -> Facts:
    """Vote against the open votes of a kind, or those for ``seconds``. Raises ``No``."""
    seat, now = request.seated(), request.opened.table.state.people.times
    voted = {vote: agreement.vote_named(vote) for vote in now.wishes}
    meant = [vote for vote, (kind, _) in voted.items() if kind == what]
    if seconds:
        meant = [vote for vote in meant if voted[vote][1] == seconds]
    new = [vote for vote in meant if seat not in now.against.get(vote, ())]
    if not new:
        raise No("not-for-it")
    for vote in new:
        request.play_as_referee(times.Oppose(seat, *voted[vote]))
    return {"did": "oppose", "what": what, "over": "no" if {*meant} & {*now.wishes} else "yes"}


def wishes_of(opened: OpenGame, seat: Seat, what: str) -> list[str]:
    wishes = opened.table.state.people.times.wishes
    return [name for name, seats in wishes.items() if seat in seats and name.split()[0] == what]


# ---- the sender's own answer


class Holding(Word, frozen=True):
    """Keep the question open for this seat, or no longer. Nobody else is told."""

    on: ClassVar = True

    def do(self, request: Request) -> Facts:
        opened, seat = request.opened, request.seated()
        ask, due = running(opened), opened.table.state.due
        if seat not in ask.seats:
            raise No("not-your-turn")
        if ask.window is not None or len(ask.seats) == 1 or due is None:
            raise No("cannot-wait")
        if (seat in opened.table.state.people.times.holding) != self.on:
            request.play_as_referee(times.Hold(seat, self.on))
        return {}


@says("wait", slash="time wait")
class Wait(Holding, frozen=True):
    pass


@says("ready", slash="time ready")
class Ready(Holding, frozen=True):
    """Let the question close once all have answered."""

    on: ClassVar = False


# ---- standing orders, in the words of the game


class Filing(Word, frozen=True):
    """A command about standing orders. Only their owner can see, change and remove them."""

    misread: ClassVar = "bad-queue"

    def kept(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        """Return the new standing orders. Raises ``No`` if they are not possible."""
        return texts

    def do(self, request: Request) -> Facts:
        opened, seat = request.opened, request.seated()
        request.going_on()
        texts = opened.table.state.people.times.standing.get(seat, ())
        kept = self.kept(texts)
        if kept != texts:
            request.play_as_referee(times.FileOrders(seat, kept))
        return {"orders": list(kept)}


@says("queue add always {order}", slash="standing always")
class QueueAlways(Filing, frozen=True):
    """File an order to be played every time it is a valid answer."""

    before: ClassVar = ALWAYS
    order: str

    def kept(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        new = self.before + " ".join(self.order.split())[:LONGEST]
        if len(texts) >= MOST:
            raise No("too-many-queued", word=str(MOST))
        return texts if new in texts else (*texts, new)


@says("queue add {order}", slash="standing add")
class QueueAdd(QueueAlways, frozen=True):
    """File an order to be played once, when the seat is asked and it is a valid answer."""

    before: ClassVar = ""


@says("queue list", "queue", slash="standing list")
class QueueList(Filing, frozen=True):
    pass


@says("queue drop all", "queue drop {number}", slash="standing drop")
class QueueDrop(Filing, frozen=True):
    places: ClassVar = {"number": Int(1, MOST)}
    number: int = 0

    def kept(self, texts: tuple[str, ...]) -> tuple[str, ...]:
        if self.number > len(texts):
            raise No("no-such-queued", word=str(self.number))
        return tuple(text for n, text in enumerate(texts, 1) if self.number not in (0, n))
