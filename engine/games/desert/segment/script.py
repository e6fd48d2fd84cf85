"""The sequence of play: the steps of a segment, and one segment after the other (3, 3.15)."""

from engine.game import Script
from engine.games.desert.events import ListsShown, NoContact, SegmentBegan, TargetsNamed
from engine.games.desert.forces.units import Scratch
from engine.games.desert.ground import zones
from engine.games.desert.projection import names, touching
from engine.games.desert.segment import (
    s01_contact,
    s02_positions,
    s03_firing,
    s04_lists,
    s05_plans,
    s06_barrage,
    s07_barrage_losses,
    s08_retreat,
    s10_antiarmour,
    s11_antiarmour_losses,
    s13_obligations,
    s14_close,
    s14_score,
    s15_movement,
    s16_supply,
)
from engine.games.desert.segment.s09_roles import Assigning
from engine.games.desert.segment.s12_assaults import Picking
from engine.games.desert.segment.s14_score import fights_on, finish
from engine.games.desert.world import Record, World
from engine.play import Table


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
        s14_score.hold_ground(t.world)
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
        r.obligations = s01_contact.obliged(w)
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
        t.push(s02_positions.positioning(t.world))

    def firing(self, t: Table) -> None:
        """3.4."""
        t.world.step = "firing"
        t.push(s03_firing.Flagging.to(*t.world.seats))

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
        t.push(s05_plans.Planning.to(*t.world.seats))

    def barrage(self, t: Table) -> None:
        """3.6, 3.7."""
        s06_barrage.shell(t)

    def apply(self, t: Table) -> None:
        """3.7: both are asked."""
        t.world.step = "apply"
        t.push(s07_barrage_losses.Taking.to(*t.world.seats))

    def retreat(self, t: Table) -> None:
        """3.8."""
        t.world.step = "retreat"
        t.push(s08_retreat.Leaving.to(t.world.waiting))

    def assign(self, t: Table) -> None:
        """3.9."""
        t.world.step = "assign"
        t.push(Assigning.to(*t.world.seats))

    def antiarmour(self, t: Table) -> None:
        """3.10: hex by hex."""
        t.world.step = "aa_pick"
        t.push(s10_antiarmour.Calling())

    def flag(self, t: Table) -> None:
        """3.10: the losses of all fire."""
        t.world.step = "aa_loss"
        t.push(s11_antiarmour_losses.Flagged.to(*t.world.seats))

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
        s14_close.close(t)
        if w.segment % 2 == 0:
            s14_close.end_of_stage(t)
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
            t.push(s15_movement.Moving.to(*w.seats))

    def supply(self, t: Table) -> None:
        """3.15.5."""
        s16_supply.supply(t)

    def again(self, t: Table) -> None:
        """The other seat is phasing."""
        t.replace(Segment())
