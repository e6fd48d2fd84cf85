"""Step 13, obligations that were not met: who must retreat for them, D17 (rules 3.12)."""

from collections.abc import Iterable

from engine.game import Frame
from engine.games.desert import orders as o
from engine.games.desert.arithmetic.prices import effective_cpa
from engine.games.desert.assault.sides import FAR
from engine.games.desert.assault.surrender import yield_up
from engine.games.desert.events import Parted, Retreated, Unmet
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Hex, Unit, UnitId
from engine.games.desert.ground import paths, zones
from engine.games.desert.projection import unmet
from engine.games.desert.segment.s01_contact import exempt
from engine.games.desert.sheets.picks import Pick, Several
from engine.games.desert.sheets.prompts import answered, bar, one_answer
from engine.games.desert.view import Falling, Own, View
from engine.games.desert.world import Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Ask, Order, Seat


def bound(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    """Return the units of a hex that must retreat because an obligation was not met: dummies and
    headquarters too, or else those that stay would be known by it.
    """
    return [unit for unit in p.stacked(hex, side) if not exempt(p, unit)]


def havens(
    p: Position,
    hex: Hex,
    side: Seat,
    enemy: Hex,
    shut: set[Hex],
    some: Iterable[Unit] | None = None,
) -> list[Hex]:
    """Return hexes exactly three from ``enemy`` with room for all that must go, or for ``some`` of
    them, reached without coming nearer to it or through enemy zones (3.12.1).
    """
    board, enemies = p.board, p.enemies(side)
    far = board.distances(enemy)
    units = bound(p, hex, side) if some is None else list(some)
    reached: set[Hex] | None = None
    for unit in units:
        found, fringe = {hex}, [hex]
        while fringe:
            here = fringe.pop()
            for to in p.near(here):
                open_ = to not in enemies and to not in shut and far.get(to, 0) >= far.get(here, 0)
                if (
                    to not in found
                    and open_
                    and paths.pace(p, unit)
                    and zones.step_cost(p, unit, here, to) is not None
                ):
                    found.add(to)
                    fringe.append(to)
        reached = found if reached is None else reached & found
    size = sum(unit.sp or 0 for unit in units)
    return sorted(
        to
        for to in reached or ()
        if far.get(to) == FAR and to != hex and size <= p.stacking_limit(to) - p.stacking(to, side)
    )


class Owing(Frame):
    """D17: the phasing side retreats every stack that an enemy hex covers which had to
    be assaulted, in its own order.

    ``left``: (stack, enemy hex).

    Rule: DS-17.
    """

    left: list[tuple[Hex, Hex]]

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left else None

    def show(self, viewer: Seat) -> Own | None:
        return (
            Own(
                None,
                Falling(
                    hex=self.left[0][0], hexes=FAR, percent=0, forced=True, enemy=self.left[0][1]
                ),
            )
            if self.left
            else None
        )

    def menu(self, view: View, seat: Seat) -> Menu:
        task: Falling = view.task
        shut, going = set(view.controlled), bound(view, task.hex, seat)
        far = view.board.distances(task.enemy)

        def open_to(some: Iterable[Unit]) -> list[Hex]:
            return havens(view, task.hex, seat, task.enemy, shut, some)

        def goal(found: list[Hex]) -> Pick:
            def reason(to: str) -> Bar | None:
                if to in found:
                    return None
                nearer = far.get(to, 0) <= far.get(task.hex, 0)
                return bar("E-NEAR", hex=to, e=task.enemy) if nearer else bar("E-PATH", hex=to)

            return Pick(view.cells, reason, "E-HEX")

        here, together = Pick([task.hex]), open_to(going)
        if together:
            choice = Choice(o.Retreat, "retreat {hex} {to}", hex=here, to=goal(together))
            return one_answer([choice], o.Retreat(task.hex, together[0]))

        def stuck(names: Iterable[UnitId]) -> Bar | None:
            found = open_to(view.units[name] for name in names)
            return None if found else bar("E-FIXED", unit="+".join(names))

        names = [unit.id for unit in going]
        units = Several(Pick(names, lambda name: stuck((name,)), "E-UNIT"), stuck)
        first = next(unit for unit in going if open_to([unit]))
        choice = Choice(
            o.RetreatSome,
            "retreat {hex} {units} {to}",
            hex=here,
            units=units,
            to=lambda got: goal(open_to([view.units[name] for name in got["units"]])),
        )
        return one_answer([choice], o.RetreatSome(task.hex, (first.id,), open_to([first])[0]))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = answered(self, t, orders)
        assert isinstance(order, o.Retreat | o.RetreatSome)
        charts, going = w.charts, bound(w, order.hex, w.phasing)
        some = order.units if isinstance(order, o.RetreatSome) else [unit.id for unit in going]
        for unit in [unit for unit in going if unit.id in some]:
            unit.hex = order.to
            unit.cp_spent = max(unit.cp_spent, effective_cpa(unit, w.kinds, charts))
            unit.engaged = unit.contact = False
            condition.shake(unit, -FAR)
        w.note("retreat", (order.hex, order.to))
        if len(some) < len(going):
            t.tell(Parted(order.hex, order.to))
            self.left = next_owing(t, self.left)
            return
        t.tell(Retreated(order.hex, order.to, forced=True))
        self.left = next_owing(t, self.left[1:])

    def resume(self, t: Table) -> None:
        t.pop()


def owing(t: Table) -> Owing:
    """Tell what is unmet, and return the question; stacks without a way out surrender at once.

    Rule: R-SHORT.
    """
    w: World = t.world
    left: list[tuple[Hex, Hex]] = []
    for enemy in unmet(w):
        stacks = tuple(
            hex
            for hex in w.near(enemy)
            if bound(w, hex, w.phasing) and zones.covers(w, enemy, w.waiting, hex)
        )
        if stacks:
            t.tell(Unmet(enemy, stacks))
            left += [(hex, enemy) for hex in stacks] if w.rulings.short == "retreat" else []
    return Owing(next_owing(t, left))


def next_owing(t: Table, left: list[tuple[Hex, Hex]]) -> list[tuple[Hex, Hex]]:
    """Skip stacks that are gone; those that have nowhere to go surrender: where a hex need not
    retreat together, those of whom none has anywhere to go alone (R-GROUP).
    """
    w: World = t.world
    while left:
        hex, enemy = left[0]
        if going := bound(w, hex, w.phasing):
            shut = zones.controlled(w, w.waiting)
            parts = [going, *([unit] for unit in going if w.rulings.group == "unit")]
            if any(havens(w, hex, w.phasing, enemy, shut, part) for part in parts):
                break
            yield_up(t, hex, w.phasing, bound(w, hex, w.phasing))
        left = left[1:]
    return left
