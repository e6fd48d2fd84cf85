"""The referee's pulse: it notes when it was last at work, so that
nobody loses time while it was not.
"""

import logging

from engine.house import votes
from engine.house.times import Downtime
from engine.plan import Span
from engine.referee.clock import Clock
from engine.referee.open_game import OpenGame
from engine.referee.unit_of_work import UnitOfWork
from engine.store import saved
from engine.store.store import Store

log = logging.getLogger(__name__)

BEAT = 60
"""Seconds between two notes."""
NOISE = 1
"""Seconds by which clocks that show whole ones may differ though none was lost."""
SHARE = 10
"""What was lost of the time for an answer is made good when it is more than one part in so many
of what was left of it; of a window, always.
"""
LATEST = 16
"""Bulletins that are looked at before all are."""
DOOR, NAME = "referee", "pulse"
"""Where the note lies among the notes of doors."""


class Gap:
    """A time in which the referee did not work, which is being made good: in each game before
    anything else is done there. ``made_good`` are the games in which it is.
    """

    def __init__(self, span: Span):
        self.span = span
        self.made_good = set[str]()


class Heartbeat:
    """When the referee was last at work: in the store for the next process, and in memory for a
    machine that sleeps or whose clock is set. Used in the writer's thread. ``last``: when the
    referee was last at work, by the clock; ``base``: by how much the clock was ahead of the
    steady one when nothing was lost.
    """

    def __init__(self, clock: Clock, store: Store):
        self.clock, self.store = clock, store
        self.last: int | None = None
        self.base = 0.0

    def gap(self) -> Span | None:
        """Return from when to when the referee has not worked: before this process, or since the
        last beat as far as the clock shows more time than has passed.
        """
        now, ahead = self.clock.now(), self.ahead()
        if self.last is None:
            since, until = int(self.store.note(DOOR, NAME) or now), now
            return (since, until) if until > since else None
        lost = int(ahead - self.base)
        # When the last job came is not told: it may have been somebody's secret answer.
        return (now - lost, now) if lost > NOISE else None

    def ahead(self) -> float:
        """Return by how much the clock is ahead of the steady one."""
        return self.clock.now() - self.clock.steady()

    def beats(self) -> None:
        """Note that the referee works, and that what was lost is made good."""
        ahead = self.ahead()
        # Seconds lost one by one add up; a clock that was put back counts from there.
        if self.last is None or not 0 <= ahead - self.base < NOISE + 1:
            self.base = ahead
        self.last = self.clock.now()

    def note(self, batch: UnitOfWork) -> None:
        """Write that down."""
        batch.notes_of(DOOR).put(NAME, str(self.clock.now()))


def time_lost(batch: UnitOfWork, opened: OpenGame, gap: Span) -> Downtime | None:
    """Return by what time what is due in a game is due later, if at all: a window always, another
    question, or the end of the time in which nobody has objected, if too much was lost. What
    everybody was told in that time proves that the referee
    had worked so long: the rest counts. Entries that are secret prove nothing that may be told.
    """
    state = opened.table.state
    dues = [
        due
        for due in (state.due, votes.agreed_at(opened.table))
        if due is not None and due > gap[0]
    ]
    if not dues:
        return None
    since = max(gap[0], last_told(batch, opened))
    left = min((due - since for due in dues if due > since), default=0)
    lost, ask = gap[1] - since, opened.table.ask()
    window = ask is not None and ask.window is not None and (state.due or 0) > since
    if lost > 0 and left > 0 and (window or lost * SHARE > left):
        log.info("game %s: %s seconds are made good", opened.id, lost)
        return Downtime(since, gap[1])
    return None


def last_told(batch: UnitOfWork, opened: OpenGame) -> int:
    """Return the second in which everybody was last told something of a game."""
    game = opened.table.game
    for last in (LATEST, None):
        for row in reversed(batch.bulletins(opened, last=last)):
            if any(one.event is not None for one in saved.told(game, row.told)):
                return row.at
    return opened.table.setup.at
