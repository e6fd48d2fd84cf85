"""Obligations that were not met: D17; and the end of a segment and
of a stage (rules 3.12, 3.15).
"""

from engine.game import Frame
from engine.games.desert import orders as o
from engine.games.desert.arithmetic import accounts
from engine.games.desert.arithmetic.ledger import effective_cpa
from engine.games.desert.assault.fight import FAR
from engine.games.desert.events import (
    NotYet,
    Retreated,
    SegmentOver,
    StageOver,
    StruckOff,
    Surrendered,
    Unmet,
)
from engine.games.desert.forces.units import Hex, Scratch, Unit, combat_unit, gun_class
from engine.games.desert.ground import paths, zones
from engine.games.desert.sheets.prompts import bar
from engine.games.desert.sheets.slots import Pick
from engine.games.desert.view import Falling, Own, View, unmet
from engine.games.desert.world import Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Ask, Order, Seat


def exempt(p: Position, unit: Unit) -> bool:
    """Guns and pinned units could not attack: they do not count (R-EXEMPT)."""
    return p.rulings.exempt == "on" and (unit.pinned or gun_class(unit, p.kinds))


def obliged(w: World) -> tuple[Hex, ...]:
    """Enemy hexes that the phasing side must assault (3.2.3)."""
    found = set()
    for own, enemy in w.record.adjacent:
        units = [unit for unit in w.stacked(own, w.phasing) if not exempt(w, unit) and unit.points]
        if units and (w.rulings.must == "all" or (enemy, own) in w.record.zoc):
            found.add(enemy)
    return tuple(sorted(found))


def bound(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    """The units of a hex that must retreat because an obligation was not met: dummies and
    headquarters too, or else those that stay would be known by it.
    """
    return [unit for unit in p.stacked(hex, side) if not exempt(p, unit)]


def havens(
    p: Position, hex: Hex, side: Seat, enemy: Hex, enemies: set[Hex], shut: set[Hex]
) -> list[Hex]:
    """Hexes exactly three from ``enemy``, reached without coming nearer to it
    or through enemy zones (3.12.1).
    """
    board = zones.board_of(p)
    far = board.distances(enemy)
    units = bound(p, hex, side)
    reached: set[Hex] | None = None
    for unit in units:
        found, fringe = {hex}, [hex]
        while fringe:
            here = fringe.pop()
            for to in zones.near(p, here):
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
        if far.get(to) == FAR
        and to != hex
        and size <= accounts.stacking_limit(p, to) - accounts.stacking(p, to, side)
    )


class Owing(Frame):
    """D17: the phasing side retreats every stack that an enemy hex covers which had to
    be assaulted, in its own order.

    ``left``: (stack, enemy hex).
    """

    left: list[tuple[Hex, Hex]]

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left else None

    def show(self, viewer: Seat) -> Own | None:
        return (
            Own(None, Falling(self.left[0][0], FAR, 0, True, self.left[0][1]))
            if self.left
            else None
        )

    def menu(self, view: View, seat: Seat) -> Menu:
        task = view.task
        assert isinstance(task, Falling)
        enemies = {hex for hex, side in view.stacks.items() if side != seat}
        found = havens(view, task.hex, seat, task.enemy, enemies, set(view.controlled))
        far = zones.board_of(view).distances(task.enemy)

        def reason(to: str) -> Bar | None:
            if to in found:
                return None
            nearer = far.get(to, 0) <= far.get(task.hex, 0)
            return bar("E-NEAR", hex=to, e=task.enemy) if nearer else bar("E-PATH", hex=to)

        here = Pick([task.hex])
        to = Pick(view.cells, reason, "E-HEX")
        return Menu(
            [Choice(o.Retreat, "retreat {hex} {to}", hex=here, to=to)],
            default=o.Retreat(task.hex, found[0]),
        )

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        (order,) = orders.values()
        assert isinstance(order, o.Retreat)
        charts = zones.charts_of(w)
        for unit in bound(w, order.hex, w.phasing):
            unit.hex = order.to
            unit.cp_spent = max(unit.cp_spent, effective_cpa(unit, w.kinds, charts))
            unit.engaged = unit.contact = False
            accounts.shake(unit, -FAR)
        t.tell(Retreated(order.hex, order.to, forced=True))
        self.left = next_owing(t, self.left[1:])

    def resume(self, t: Table) -> None:
        t.pop()


def owing(t: Table) -> Owing:
    """What is unmet, told; stacks without a way out surrender at once."""
    w: World = t.world
    left: list[tuple[Hex, Hex]] = []
    for enemy in unmet(w):
        stacks = tuple(
            hex
            for hex in zones.near(w, enemy)
            if bound(w, hex, w.phasing) and zones.covers(w, enemy, w.waiting, hex)
        )
        if stacks:
            t.tell(Unmet(enemy, stacks))
            left += [(hex, enemy) for hex in stacks] if w.rulings.short == "retreat" else []
    return Owing(next_owing(t, left))


def next_owing(t: Table, left: list[tuple[Hex, Hex]]) -> list[tuple[Hex, Hex]]:
    """Skip stacks that are gone; those that have nowhere to go surrender."""
    w: World = t.world
    while left:
        hex, enemy = left[0]
        enemies = {place for place, side in w.stacks.items() if side == w.waiting}
        if bound(w, hex, w.phasing):
            if havens(w, hex, w.phasing, enemy, enemies, zones.controlled(w, w.waiting)):
                break
            surrender(t, hex)
        left = left[1:]
    return left


def surrender(t: Table, hex: Hex) -> None:
    """All units of the phasing side in a hex that had to retreat lay down their arms."""
    w: World = t.world
    for unit in bound(w, hex, w.phasing):
        w.captured[unit.side] = w.captured.get(unit.side, 0) + unit.points
        accounts.remove(w, unit, dict(unit.toe))
        del w.units[unit.id]
    t.tell(Surrendered(hex, w.phasing))


def close(t: Table) -> None:
    """CLOSE: what is struck, what is cleared, what is announced (3.12)."""
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
    """Engaged ends, CP are fresh, ships may fire again (3.15.3)."""
    w: World = t.world
    for unit in w.units.values():
        unit.engaged = unit.ship_fired = False
        unit.cp_spent = 0
    t.tell(StageOver(w.stage))


def hold_ground(w: World) -> None:
    """Note who holds which hex (3.15): for the score the side whose combat unit stands in it,
    or stood there last; for the eye the side whose stack does, whatever is in it.
    """
    w.stood.update(w.stacks)
    every = tuple(w.units.values())
    for unit in every:
        if combat_unit(unit, every):
            w.cells[unit.hex].held = unit.side


def strike(t: Table, seat: Seat, hex: Hex) -> None:
    """P65: a held-off hex that is declined or was never assigned goes off the list; else
    the answer is one and the same.
    """
    w: World = t.world
    fight = next((f for f in w.record.fights if f.assault and hex in f.targets), None)
    if fight is None or fight.status in ("declined", "struck"):
        if fight is not None:
            fight.status = "struck"
        w.record.struck = sorted({*w.record.struck, hex})
        t.tell(StruckOff(hex))
    else:
        t.tell(None, **{seat: NotYet(hex)})
