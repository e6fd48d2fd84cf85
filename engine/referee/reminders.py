"""Reminders: who is asked by name and has not answered is told so once
more when the deadline comes near.

Only of questions about which nothing is secret but the answer: never of a window, never where
what may be answered is nobody else's business. Where who has answered is a secret, the public
is told as well, whoever has: a door at which somebody cannot be reached alone has no other way
that tells nothing. No reminder changes a game: it stands in no journal.
"""

from msgspec import UNSET

from engine.house import votes
from engine.plan import ClockPlan
from engine.referee import unit_of_work
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC, Ask
from engine.store.rows import Rows
from engine.table import GameTable


def next_time(table: GameTable, at: int) -> int | None:
    """Return the next second after ``at`` at which the referee must look at a game, or ``None``.

    It is that of the next reminder of the open question or request, or that from which silence
    means agreement.
    """
    due = table.state.due
    known = votes.agreed_at(table, at), votes.remind_at(table, at)
    times = [when for when in known if when is not None]
    if due is not None and not table.state.people.times.late and may_remind(table.ask()):
        plan = table.setup.clock or ClockPlan()
        times += [due - before for before in plan.reminders]
    return min((when for when in times if when > at), default=None)


def clocks(table: GameTable) -> tuple[int | None, int | None, int | None]:
    """Return the three facts that decide about the next look at a game."""
    return table.state.due, votes.agreed_at(table), votes.remind_at(table)


def may_remind(ask: Ask | None) -> bool:
    """Return whether anybody may be reminded of this question."""
    return ask is not None and bool(ask.seats) and ask.window is None and not ask.secret


def note(opened: OpenGame, rows: Rows, at: int) -> None:
    """Note after a batch when to remind, if the question or its deadline is another one."""
    state = opened.table.state
    question = state.question if state.stack else state.question + 1
    now = question, *clocks(opened.table)
    if now != opened.reminded:
        # Of what was never due the store knows no reminder.
        if {*opened.reminded[1:], *now[1:]} != {None}:
            rows.remind = next_time(opened.table, max(at, state.now))
        opened.reminded = now


def remind(batch: Batch, opened: OpenGame, now: int) -> None:
    """Remind those who have not answered, if it is time. After a long silence
    there is one reminder, not two.
    """
    due_at = batch.store.reminder(opened.id)
    state = opened.table.state
    # Another question, or another deadline, since the reminder was set: the
    # batch itself sets the next one.
    changed = (state.question, *clocks(opened.table)) != opened.reminded
    done = opened.id in batch.rows and batch.rows[opened.id].remind is not UNSET
    if done or due_at is None or due_at > now or changed:
        return
    batch.rows_of(opened.id).remind = next_time(opened.table, now)
    ask, due = opened.table.ask(), state.due
    if ask is None or due is None or due <= now or not may_remind(ask):
        return
    waiting = {seat for seat in ask.seats if seat not in state.answers}
    if opened.table.sealed(ask):
        waiting.add(PUBLIC)
    unit_of_work.remind(batch, opened, now, waiting)
