"""The referee's pulse: it notes when it was last at work, so that nobody loses time while it was not."""

import logging
from typing import TYPE_CHECKING

from engine.clock import Clock
from engine.plan import Span
from engine.state import HOUSE
from engine.store import Store
from engine.times import Downtime

if TYPE_CHECKING:
    from engine.batch import Batch

log = logging.getLogger(__name__)

BEAT = 60
"""Seconds between two notes."""
DOWN = 600
"""Seconds after which the referee counts as not having worked: a restart for an update is no downtime."""
DOOR, NAME = "referee", "pulse"
"""Where the note lies among the keepsakes."""


class Pulse:
    """When the referee was last at work: in the store for the next process, and in memory for a machine that sleeps or
    whose clock is set. Used in the writer's thread."""

    def __init__(self, clock: Clock, store: Store):
        self.clock, self.store = clock, store
        self.last: tuple[int, float] | None = None

    def gap(self) -> Span | None:
        """From when to when the referee has not worked, if it was long: before this process, or since the last beat
        as far as the clock shows more time than has passed."""
        now, steady = self.clock.now(), self.clock.steady()
        if self.last is None:
            row = self.store.one("select value from keepsake where door = ? and name = ?", (DOOR, NAME))
            since, until = int(row[0]) if row else now, now
        else:
            since, passed = self.last[0], int(steady - self.last[1])
            until = now - passed
        return (since, until) if until - since > DOWN else None

    def beats(self) -> None:
        """The referee works."""
        self.last = self.clock.now(), self.clock.steady()

    def note(self, batch: "Batch") -> None:
        """Write that down."""
        batch.notes_of(DOOR).put(NAME, str(self.clock.now()))


def slept(id: str, gap: Span, batch: "Batch") -> None:
    """In this game, what is due is due later by the time lost. An entry that was made in that time proves that the
    referee had worked so long: the rest counts."""
    opened = batch.game(id)
    if opened is None or opened.table.state.due is None:
        return
    since = max(gap[0], opened.table.state.now)
    if since < gap[1]:
        log.info("game %s: %s seconds are made good", id, gap[1] - since)
        batch.enter(opened, gap[1], HOUSE, Downtime(since, gap[1]))
