"""What must hold of a season."""

from collections.abc import Iterator

from msgspec import Struct

from engine.games import find
from engine.plan import DAY, ClockPlan, Span
from engine.rulings import calendar, deadlines
from engine.rulings.times import BeginGrace, Downtime, HandOver, Pause, Resume
from engine.state import Ask, Seat, Tick, Undo
from engine.store import journal
from engine.store.rows import GameRow
from engine.store.store import Store
from engine.table import GameTable
from tests.referee.checks import due
from tests.season.club import Club
from tests.stored import every_game

UNBOUND = Downtime, Undo
"""What may come after the time at which a question was due: the one because nobody was there to
keep it, the other because it goes back to a question whose time was over long ago.
"""


class Moment(Struct, frozen=True):
    """What was known just before an entry of the clock was played. ``dues``: until when each seat
    had time; the question is ``due`` when the last of them has had it.
    """

    entry: journal.Entry
    ask: Ask
    due: int
    dues: dict[Seat, int]
    opened: int
    answered: frozenset[Seat]
    away: dict[Seat, tuple[Span, ...]]
    lost: tuple[Span, ...]
    changed: bool


def moments(row: GameRow, store: Store) -> Iterator[Moment | str]:
    """Every entry that the clock has made in a game; and whatever came
    too early or too late, in words.
    """
    game, setup = find(row.kind, row.edition), row.decoded_setup()
    entries = journal.read(game, setup, store.journal(row.id))
    table = GameTable.new(game, setup)
    table.run()
    opened, question, closed = setup.at, table.state.question, set[int]()
    lost: list[Span] = []
    changed = False
    for entry in journal.effective(entries):
        state = table.state
        ask, due, times = table.ask(), state.due, state.people.times
        if isinstance(entry.order, deadlines.BY_CLOCK):
            if ask is None or due is None or entry.at != due:
                yield f"{row.id}: entry {entry.n} of the clock at {entry.at}, due was {due}"
            else:
                yield Moment(
                    entry,
                    ask,
                    due,
                    dict(times.dues),
                    opened,
                    frozenset(state.answers),
                    dict(times.away),
                    tuple(lost),
                    changed,
                )
            if isinstance(entry.order, Tick):
                if question in closed:
                    yield f"{row.id}: question {question} was closed twice"
                closed.add(question)
        elif due is not None and entry.at > due and not isinstance(entry.order, UNBOUND):
            yield f"{row.id}: entry {entry.n} at {entry.at} came after {due}, which was not kept"
        if isinstance(entry.order, Downtime):
            lost.append((entry.order.since, entry.order.until))
        if isinstance(entry.order, Pause | Resume):
            changed = True
        journal.play(table, entry)
        if (
            not isinstance(entry.order, Tick | BeginGrace | HandOver | Downtime)
            and entry.seat == ""
        ):
            changed = True
        if table.state.question != question:
            opened, question, lost, changed = table.state.now, table.state.question, [], False


def clock_faults(store: Store) -> tuple[list[str], int]:
    found, missed = list[str](), 0
    for row in every_game(store):
        plan = row.decoded_setup().clock
        for moment in moments(row, store):
            if isinstance(moment, str):
                found.append(moment)
                continue
            late = [seat for seat in moment.ask.seats if seat not in moment.answered]
            missed += bool(late) and moment.ask.window is None
            found += early(row, plan, moment, late)
    return found, missed


def early(row: GameRow, plan: ClockPlan | None, moment: Moment, late: list[Seat]) -> Iterator[str]:
    if moment.ask.window is not None:
        if moment.due < moment.opened + moment.ask.window:
            yield f"{row.id}: a window closed early at {moment.due}"
        return
    for seat in late:
        away, due = moment.away.get(seat, ()), moment.dues.get(seat, moment.due)
        if any(start < due < end for start, end in away):
            yield f"{row.id}: {seat} was due at {due}, while away"
        off = calendar.merged([*away, *moment.lost])
        has_had = calendar.counted(moment.opened, moment.due, off)
        if (
            plan is not None
            and plan.each is not None
            and not moment.changed
            and has_had < plan.each
        ):
            yield f"{row.id}: {seat} had {has_had} seconds instead of {plan.each}"


def message_faults(club: Club) -> list[str]:
    rows = due(club.store)
    found = [
        f"{mark} for {one.sender} still waits"
        for mark, one in rows.items()
        if one.must and not one.noted
    ]
    found += [
        f"{mark} counts as told"
        for mark, one in rows.items()
        if one.must and one.noted and not club.delivered[mark]
    ]
    twice = {mark for mark, n in club.delivered.items() if n > 1}
    found += [f"{mark} was told twice, and no process had died" for mark in twice - club.again]
    found += [f"{mark} was told and is not stored" for mark in club.delivered.keys() - rows.keys()]
    # A day and three hours before; once more, if a process has died before it had
    # noted that it was handed over.
    most = len(ClockPlan().reminders) + len(club.again)
    return found + [f"reminded {n} times: {what}" for what, n in club.reminders.items() if n > most]


def last(row: GameRow) -> int:
    now: int = find(row.kind, row.edition).codec[1].decode(row.state).now
    return now


def stuck(club: Club) -> list[str]:
    long_ago = club.end - 4 * club.pace.quiet * DAY
    return [
        f"{row.id} ({row.kind}): nothing since {calendar.format_time(last(row))}"
        for row in every_game(club.store)
        if row.result is None and last(row) < long_ago
    ]
