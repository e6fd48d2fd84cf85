"""Reminders: each player asked by name is told once more before the deadline.

There are no reminders of windows, or of questions whose possible answers are secret. If it is
secret who has answered, the public is always reminded too. Otherwise a door without private
messages could not remind anybody without revealing it. Reminders change no game and are not in the
journal.
"""

from msgspec import UNSET

from engine.plan import ClockPlan
from engine.referee import unit_of_work
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.rulings import votes
from engine.state import PUBLIC, Ask
from engine.store.rows import Rows
from engine.table import GameTable


def next_time(table: GameTable, at: int) -> int | None:
    """Return the next second after ``at`` at which the referee must check a game, or ``None``.

    It is the time of the next reminder of the open question or request, or the time from which
    silence means agreement.
    """
    due = table.state.due
    known = votes.agreed_at(table, at), votes.remind_at(table, at)
    times = [when for when in known if when is not None]
    if due is not None and not table.state.people.times.late and may_remind(table.ask()):
        plan = table.setup.clock or ClockPlan()
        times += [due - before for before in plan.reminders]
    return min((when for when in times if when > at), default=None)


def clocks(table: GameTable) -> tuple[int | None, int | None, int | None]:
    return table.state.due, votes.agreed_at(table), votes.remind_at(table)


def may_remind(ask: Ask | None) -> bool:
    return ask is not None and bool(ask.seats) and ask.window is None and not ask.secret


def note(opened: OpenGame, rows: Rows, at: int) -> None:
    state = opened.table.state
    question = state.question if state.stack else state.question + 1
    now = question, *clocks(opened.table)
    if now != opened.reminded:
        # A game that never had a deadline has no reminder in the store.
        if {*opened.reminded[1:], *now[1:]} != {None}:
            rows.remind = next_time(opened.table, max(at, state.now))
        opened.reminded = now


def remind(batch: Batch, opened: OpenGame, now: int) -> None:
    """Remind players who have not answered, if it is time; after a downtime only once."""
    due_at = batch.store.reminder(opened.id)
    state = opened.table.state
    # If the question or its deadline has changed, the batch sets a new reminder.
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
