"""Reliability: how often a person answers in time. Public facts alone count, and a day counts once
it is over, so it never shows that somebody plays a private game just now.
"""

from collections.abc import Iterable

from engine.plan import DAY
from engine.referee.accounts import Account
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.rulings import deadlines
from engine.rulings.rulings import Vacated
from engine.rulings.times import Missed
from engine.state import REFEREE, Ask, Bulletin, Seat, Undo
from engine.store import rated
from engine.store.journal import Entry
from engine.store.rows import ConductRow
from engine.store.store import Store

SPAN = 365
"""The number of days that count."""
FEW = 20
"""A person with fewer answers is new."""
LOST = 20
"""A lost seat weighs as much as so many missed deadlines."""
STEP = 5
"""Percentages are shown in steps of this."""


def enter(
    batch: UnitOfWork, opened: OpenGame, entry: Entry, ask: Ask | None, told: Bulletin
) -> None:
    """Count the answers to a question that an entry has closed, and the seats that it vacated.
    Windows and other opportunities don't count, and no question that a ruling or an undo closes.
    """
    if opened.table.setup.clock is None:
        return
    events = [one.event for one in told.told]
    missed = {seat for event in events if isinstance(event, Missed) for seat in event.seats}
    gone = {event.seat for event in events if isinstance(event, Vacated)}
    for seat in {*answered(opened, entry, ask, told), *missed, *gone}:
        for one in opened.addresses:
            if one.viewer == seat and one.door != ROBOT:
                row = ConductRow(
                    door=one.door,
                    sender=one.sender,
                    day=entry.at // DAY,
                    kept=int(seat not in missed and seat not in gone),
                    missed=int(seat in missed),
                    gone=int(seat in gone),
                )
                batch.rows_of(opened.id).conduct.append(row)
                break


def answered(opened: OpenGame, entry: Entry, ask: Ask | None, told: Bulletin) -> Iterable[Seat]:
    """Return the seats that were asked the question that an entry has closed."""
    ruled = entry.seat == REFEREE and not isinstance(entry.order, deadlines.BY_CLOCK)
    closed = told.fresh or not opened.table.state.open
    if ask is None or not ask.presence or not closed or ruled or isinstance(entry.order, Undo):
        return ()
    # The end of a game leaves open whether the others would have answered.
    over = opened.table.state.result is not None
    return [seat for seat in ask.seats if not over or seat == entry.seat]


def reliability(batch: UnitOfWork, person: Iterable[Account]) -> int | None:
    return share(batch.store, person, batch.now // DAY)


def share(store: Store, person: Iterable[Account], today: int) -> int | None:
    """Return the share of answers that came in time, in percent, or ``None`` of a new person."""
    counted = [rated.conduct(store, who, today - SPAN, today) for who in person]
    kept, missed, gone = map(sum, zip(*counted, strict=True))
    if kept + missed < FEW:
        return None
    share: float = kept / (kept + missed + LOST * gone)
    return STEP * round(100 * share / STEP)
