"""The segments of a game one after the other (rules 3, 3.15), and the end of it."""

from engine.game import Script
from engine.games.desert.events import (
    Ended,
    ListsShown,
    NoContact,
    Opened,
    SegmentBegan,
    TargetsNamed,
)
from engine.games.desert.forces.units import Scratch, combat_unit
from engine.games.desert.ground import zones
from engine.games.desert.segment import (
    s02_guns,
    s04_lists,
    s05_plans,
    s06_barrage,
    s07_barrage_losses,
    s08_retreat,
    s10_antiarmour,
    s13_obligations,
    s15_movement,
)
from engine.games.desert.segment.s09_roles import assigning
from engine.games.desert.segment.s12_assaults import Picking
from engine.games.desert.sheets.sheets import Plan
from engine.games.desert.view import copied, names, touching
from engine.games.desert.world import Reason, Record, World
from engine.play import Table
from engine.state import Seat


class Segment(Script):
    """One combat segment, then movement, then the next, until the last."""

    steps = (
        "open",
        "position",
        "firing",
        "lists",
        "plan",
        "barrage",
        "apply",
        "retreat",
        "assign",
        "antiarmour",
        "flag",
        "assault",
        "obligations",
        "close",
        "move",
        "supply",
        "again",
    )

    def resume(self, t: Table) -> None:
        """At the end of each step it is noted who holds which hex."""
        s13_obligations.hold_ground(t.world)
        super().resume(t)

    def open(self, t: Table) -> None:
        """OPEN (3.2): contact, zones of control, obligations."""
        w: World = t.world
        t.chapter()
        w.segment += 1
        w.phasing = w.seats[(w.segment - 1) % 2]
        w.draws = []
        w.record = r = Record()
        for unit in w.units.values():
            unit.seg = Scratch()
        r.adjacent = tuple(zones.adjacent(w, w.phasing))
        r.zoc = tuple(sorted({(e, f) for f, e in r.adjacent if zones.covers(w, e, w.waiting, f)}))
        r.obligations = s13_obligations.obliged(w)
        began = SegmentBegan(w.segment, w.phasing)
        t.tell(
            began,
            **{seat: SegmentBegan(w.segment, w.phasing, touching(w, seat)) for seat in w.seats},
        )
        if not r.adjacent:
            t.tell(NoContact())
            self.at = "obligations"

    def position(self, t: Table) -> None:
        """3.3."""
        t.world.step = "position"
        t.push(s02_guns.positioning(t.world))

    def firing(self, t: Table) -> None:
        """3.4."""
        t.world.step = "firing"
        t.push(s02_guns.flagging(t.world))

    def lists(self, t: Table) -> None:
        """L1 and L2."""
        w: World = t.world
        w.record.lists = {seat: s04_lists.hex_list(w, seat) for seat in w.seats}
        w.record.targets = {seat: s04_lists.target_list(t, seat) for seat in (w.phasing, w.waiting)}
        t.tell(ListsShown(w.record.lists))
        for seat in w.seats:
            t.tell(
                None, **{seat: TargetsNamed(names(w, seat, seat), names(w, w.other(seat), seat))}
            )

    def plan(self, t: Table) -> None:
        """3.5."""
        t.world.step = "plan"
        t.push(s05_plans.Planning({seat: Plan() for seat in t.world.seats}))

    def barrage(self, t: Table) -> None:
        """3.6, 3.7."""
        s06_barrage.shell(t)

    def apply(self, t: Table) -> None:
        """3.7: both are asked."""
        t.world.step = "apply"
        t.push(s07_barrage_losses.taking(t.world))

    def retreat(self, t: Table) -> None:
        """3.8."""
        t.world.step = "retreat"
        t.push(s08_retreat.leaving(t.world))

    def assign(self, t: Table) -> None:
        """3.9."""
        t.world.step = "assign"
        t.push(assigning(t.world))

    def antiarmour(self, t: Table) -> None:
        """3.10: hex by hex."""
        t.world.step = "aa_pick"
        t.push(s10_antiarmour.Calling())

    def flag(self, t: Table) -> None:
        """3.10: the losses of all fire."""
        t.world.step = "aa_loss"
        t.push(s10_antiarmour.flagging(t.world))

    def assault(self, t: Table) -> None:
        """3.11: one assault after the other."""
        t.world.step = "ca_pick"
        t.push(Picking())

    def obligations(self, t: Table) -> None:
        """3.12."""
        w: World = t.world
        w.step = "obligations"
        t.push(s13_obligations.owing(t))

    def close(self, t: Table) -> None:
        """3.12, 3.15: the end of the segment; at the end of a stage more is cleared."""
        w: World = t.world
        s13_obligations.close(t)
        if w.segment % 2 == 0:
            s13_obligations.end_of_stage(t)
        beaten = [seat for seat in w.seats if not fights_on(w, seat)]
        if beaten:
            finish(t, "destroyed", *beaten)
        elif w.segment >= max(1, 2 * w.stages):
            finish(t, "score" if w.stages else "over")

    def move(self, t: Table) -> None:
        """3.15.4."""
        w: World = t.world
        s15_movement.set_contact(w)
        if w.between == "move":
            w.step = "move"
            t.push(s15_movement.moving(w))

    def supply(self, t: Table) -> None:
        """3.15.5."""
        s15_movement.supply(t)

    def again(self, t: Table) -> None:
        """The other seat is phasing."""
        t.replace(Segment())


def fights_on(w: World, seat: Seat) -> bool:
    """Has a side a combat unit left?"""
    own = list(w.of(seat))
    return any(combat_unit(unit, own) for unit in own)


def finish(t: Table, reason: Reason, *beaten: Seat) -> None:
    """The game is over. ``beaten`` sides have nothing left, or have given up; else the score
    decides (3.15.7). A single segment has no score (3.15.1).
    """
    w: World = t.world
    for seat in beaten if reason == "destroyed" and len(beaten) == 1 else ():
        for hex in w.hold_points:
            w.cells[hex].held = w.other(seat)
    w.score = {seat: score(w, seat) for seat in w.seats} if w.stages else {}
    if reason == "resigned" or (not w.score and len(beaten) == 1):
        w.winner = w.other(beaten[0])
    elif reason == "agreed" or len(set(w.score.values())) < 2:
        w.winner = ""
    else:
        w.winner = max(w.score, key=lambda seat: w.score[seat])
    w.reason, w.step = reason, "over"
    for seat in w.seats:
        t.tell(Opened(seat, tuple(copied(unit) for unit in w.of(seat))))
    t.tell(Ended(w.winner, reason, w.score))
    t.end(
        f"won {w.winner} {reason}" if w.winner else "over" if reason == "over" else f"draw {reason}"
    )


def score(w: World, seat: Seat) -> int:
    """Objectives held, points the enemy lost, and those of them captured."""
    enemy = w.other(seat)
    held = sum(points for hex, points in w.hold_points.items() if w.cells[hex].held == seat)
    return (
        held + w.lost_points * w.lost.get(enemy, 0) + w.captured_points * w.captured.get(enemy, 0)
    )
