"""Which of the lost points are captured: D15 (rules 3.11, P60)."""

from collections import Counter
from collections.abc import Iterable

from engine.games.desert import orders as o
from engine.games.desert.arithmetic import casualties
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.events import Seized
from engine.games.desert.forces.units import Kind, Points, Rating, Toe, UnitId
from engine.games.desert.sheets.prompts import Prompt, answers, bar, points_line
from engine.games.desert.sheets.sheets import Losses, with_points
from engine.games.desert.view import Captive, Own, View
from engine.games.desert.world import Position, World
from engine.menu import Menu
from engine.play import Table
from engine.state import Seat


def captives(p: Position, rating: Rating, listed: Iterable[Points]) -> tuple[Exposed, ...]:
    """Return the lost points of which some may be captured."""
    total: Counter[tuple[UnitId, Kind]] = Counter()
    for points in listed:
        total.update(casualties.flat(points))
    return tuple(
        Exposed(unit, kind, n, p.kinds[kind].rating(rating))
        for (unit, kind), n in sorted(total.items())
    )


class Capturing(Prompt):
    """D15: the loser says which of their lost points are captured.

    Rule: DS-15.
    """

    blank = Losses

    asked: dict[Seat, Captive]

    def show(self, viewer: Seat) -> Own:
        if viewer in self.asked:
            return Own(self.sheets[viewer], self.asked[viewer])
        return Own(None, Captive(next(iter(self.asked))))

    def menu(self, view: View, seat: Seat) -> Menu:
        captive: Captive = view.task
        chosen, pool = casualties.flat(view.sheet.points), captive.pool
        short = not casualties.enough(chosen, pool, captive.raw)
        give = points_line(o.Give, "give", casualties.by_unit(pool))
        why = bar("E-CAP", s=casualties.worth(chosen, pool), K=captive.raw) if short else None
        return answers([give], why)

    def edited(self, view: View, sheet: Losses, order: o.Give) -> Losses:
        return Losses(with_points(sheet.points, order.unit, order.points))

    @staticmethod
    def default(view: View) -> Losses:
        captive: Captive = view.task
        return Losses(casualties.nested(casualties.cheapest_choice(captive.pool, captive.raw)))

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        w: World = t.world
        for seat, sheet in sheets.items():
            taken: Toe = {}
            for (_, kind), n in casualties.flat(sheet.points).items():
                taken[kind] = taken.get(kind, 0) + n
            w.record.captives[seat] = taken
            w.captured[seat] = w.captured.get(seat, 0) + sum(taken.values())
            t.tell(Seized(seat, taken))
        t.pop()
