"""Step 14, close: the end of a segment and of a stage (rules 3.12, 3.15.3)."""

from engine.games.desert.events import SegmentOver, StageOver
from engine.games.desert.forces.units import Scratch
from engine.games.desert.world import World
from engine.play import Table


def close(t: Table) -> None:
    """Close a segment: strike, clear and announce (3.12)."""
    w: World = t.world
    for fight in w.record.fights:
        if fight.status == "declined":
            fight.status = "struck"
    spared = [
        hex
        for hex in w.record.held_off
        if hex not in w.record.assaulted and w.stacks.get(hex) == w.waiting
    ]
    t.tell(SegmentOver(w.segment, tuple(sorted({*spared, *w.record.struck}))))
    for unit in w.units.values():
        unit.seg = Scratch()
        unit.pinned = unit.firing = False
        unit.retreated_in = None


def end_of_stage(t: Table) -> None:
    """End a stage: Engaged ends, CP are fresh, ships may fire again (3.15.3)."""
    w: World = t.world
    for unit in w.units.values():
        unit.engaged = unit.ship_fired = False
        unit.cp_spent = 0
    t.tell(StageOver(w.stage))
