"""The sequence of play: the steps of a segment, and the series of segments (3, 3.15)."""

from collections.abc import Callable

from engine import Frame, Script, Table
from engine.games.desert import (
    dossiers,
    s01_04_opening,
    s05_plans,
    s06_07_barrage,
    s08_retreat,
    s09_roles,
    s10_11_antiarmour,
    s12_assault,
    s13_16_close,
)
from engine.games.desert.events import ListsShown, TargetsNamed
from engine.games.desert.view import names
from engine.games.desert.world import Step, World


def asks(step: Step, question: Callable[[World], Frame]) -> Callable[[Script, Table], None]:
    def ask(_: Script, t: Table) -> None:
        t.world.step = step
        t.push(question(t.world))

    return ask


class Segment(Script):
    steps = tuple(
        (
            "open position firing lists plan barrage apply retreat assign antiarmour flag assault "
            "obligations close move supply again"
        ).split()
    )

    position = asks("position", s01_04_opening.positioning)
    firing = asks("firing", s01_04_opening.Flagging.of_both)
    plan = asks("plan", s05_plans.Planning.of_both)
    apply = asks("apply", s06_07_barrage.Taking.of_both)
    retreat = asks("retreat", s08_retreat.leaving)
    assign = asks("assign", s09_roles.Assigning.of_both)
    flag = asks("aa_loss", s10_11_antiarmour.Flagged.of_both)

    def assault(self, t: Table) -> None:
        t.world.step = "ca_pick"
        t.push(s12_assault.Picking())

    def resume(self, t: Table) -> None:
        s13_16_close.hold_ground(t.world)
        super().resume(t)

    def open(self, t: Table) -> None:
        t.chapter()
        s01_04_opening.begin(t.world)
        self.contact(t)

    def contact(self, t: Table) -> None:
        if not s01_04_opening.make_contact(t):
            self.at = "obligations"

    def lists(self, t: Table) -> None:
        w: World = t.world
        w.record.lists = {seat: s01_04_opening.hex_list(w, seat) for seat in w.seats}
        w.record.targets = {
            seat: s01_04_opening.target_list(t, seat) for seat in (w.phasing, w.waiting)
        }
        t.tell(ListsShown(w.record.lists))
        for seat in w.seats:
            t.tell(
                None, **{seat: TargetsNamed(names(w, seat, seat), names(w, w.other(seat), seat))}
            )

    def barrage(self, t: Table) -> None:
        w: World = t.world
        w.record.before, w.record.shelter = dossiers.book(w), dossiers.shelter(w)
        w.record.firing = {side: dossiers.shots(w, side) for side in w.seats}
        s06_07_barrage.shell(t)

    def antiarmour(self, t: Table) -> None:
        w: World = t.world
        w.record.before = dossiers.book(w)
        w.record.firing = {side: dossiers.assigned(w, side) for side in w.seats}
        w.step = "aa_pick"
        t.push(self.calling(w))

    def calling(self, w: World) -> Frame:
        return s10_11_antiarmour.Calling()

    def obligations(self, t: Table) -> None:
        w: World = t.world
        w.step = "obligations"
        t.push(s13_16_close.owing(t))

    def close(self, t: Table) -> None:
        """End the segment, and every second time the stage (3.12, 3.15)."""
        w: World = t.world
        s13_16_close.close(t)
        if w.segment % 2 == 0:
            s13_16_close.end_of_stage(t)
        beaten = [seat for seat in w.seats if not s13_16_close.fights_on(w, seat)]
        if beaten:
            s13_16_close.finish(t, "destroyed", *beaten)
        elif w.segment >= max(1, 2 * w.stages):
            s13_16_close.finish(t, "score" if w.stages else "over")

    def move(self, t: Table) -> None:
        w: World = t.world
        s13_16_close.set_contact(w)
        if w.between == "move":
            w.step = "move"
            t.push(s13_16_close.Moving.of_both(w))

    def supply(self, t: Table) -> None:
        s13_16_close.supply(t)

    def again(self, t: Table) -> None:
        t.replace(type(self)())
