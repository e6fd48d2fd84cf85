"""Step 15, movement between segments, and what is taken in the open: D18 (rules 3.15)."""

from functools import partial
from typing import Any

from engine.games.desert import orders as o
from engine.games.desert.events import Marched, Shifted, Taken
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Hex, Hexes, Unit, UnitId, combat_unit
from engine.games.desert.ground import paths, zones
from engine.games.desert.segment.ways import Walk, crowded, sheet_of
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar
from engine.games.desert.sheets.sheets import Way, Ways
from engine.games.desert.view import View
from engine.games.desert.world import World, land
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar, OneOf
from engine.state import Seat


def dear(view: View, unit: Unit, _path: Hexes, price: int) -> Bar | None:
    """Return why a move costs too much: it is more than the unit's CPA."""
    most = paths.pace(view, unit)
    return bar("E-CPA", unit=unit.id, n=most, m=price) if price > most else None


class Moving(Prompt):
    """D18: both seats, sealed.

    Rule: DS-18.
    """

    blank = Ways

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Walk(view, partial(dear, view)).line(o.Move, "move", with_start=False)]
        gone = [way.unit for way in sheet_of(view).moves]
        riders = [
            (leader.id, name)
            for leader in view.leaders.values()
            for name in gone
            if leader.side == seat and view.units[name].hex == leader.hex
        ]
        if riders:
            choices.append(
                Choice(
                    o.Ride,
                    "move {leader} with {unit}",
                    leader=OneOf(sorted({leader for leader, _ in riders})),
                    unit=lambda got: Pick(
                        [name for leader, name in riders if leader == got["leader"]]
                    ),
                )
            )
        if gone:
            choices.append(Choice(o.Stay, "stay {unit}", unit=Pick(gone)))
        choices.append(Choice(o.Clear, "none"))
        return answers(choices, crowded(view))

    def edited(self, view: View, sheet: Ways, order: Any) -> Ways:
        match order:
            case o.Move(unit, path):
                return Ways([*sheet.moves, Way(unit, path)], sheet.riders)
            case o.Ride(leader, unit):
                return Ways(sheet.moves, {**sheet.riders, leader: unit})
            case o.Stay(unit):
                riders = {leader: name for leader, name in sheet.riders.items() if name != unit}
                return Ways([way for way in sheet.moves if way.unit != unit], riders)
        return Ways()

    @staticmethod
    def default(_view: View) -> Ways:
        """Return the sheet on which nobody moves."""
        return Ways()

    def play(self, t: Table, sheets: dict[Seat, Ways]) -> None:
        """Move both sides, first the seat that will not be phasing next, unit by unit."""
        w: World = t.world
        before = w.stacks
        for seat in (w.phasing, w.waiting):
            march(t, seat, sheets[seat])
        w.units = dict(sorted(w.units.items()))
        now = w.stacks
        left = tuple(hex for hex in before if now.get(hex) != before[hex])
        entered = tuple(hex for hex in now if before.get(hex) != now[hex])
        w.note("move", *((hex,) for hex in (*left, *entered)))
        t.tell(Shifted(left, entered))
        t.pop()


def march(t: Table, seat: Seat, ways: Ways) -> None:
    """Walk the ways of one seat, as far as they can go by now."""
    w: World = t.world
    stopped: list[UnitId] = []
    to: dict[UnitId, Hex] = {}
    for way in ways.moves:
        unit = w.units[way.unit]
        start, path = unit.hex, passable(w, unit, way.path)
        while path and full(w, unit, path[-1]):
            path = path[:-1]
        if len(path) < len(way.path):
            stopped.append(unit.id)
        if path:
            condition.pay(w, unit, paths.cost(w, unit, path))
            unit.hex, unit.engaged, unit.contact = path[-1], False, False
            to[unit.id] = unit.hex
            for leader, name in ways.riders.items():
                if name == unit.id and w.leaders[leader].hex == start:
                    w.leaders[leader].hex = unit.hex
            found(t, unit)
    if ways.moves:
        t.tell(None, **{seat: Marched(to, tuple(stopped))})


def passable(w: World, unit: Unit, path: Hexes) -> Hexes:
    """Return the part of a way that can still be walked: up to an enemy,
    and into the first enemy zone.
    """
    enemies = w.enemies(unit.side)
    shut = zones.controlled(w, w.other(unit.side))
    friends = {other.hex for other in w.of(unit.side) if land(other) and other.id != unit.id}
    walked: Hexes = ()
    for hex in path:
        if paths.steps(w, unit, walked, enemies, shut, friends).get(hex) is not None:
            break
        walked = (*walked, hex)
    return walked


def full(w: World, unit: Unit, hex: Hex) -> bool:
    """Return whether the unit would break the stacking limit there."""
    return w.stacking(hex, unit.side) + (unit.sp or 0) > w.stacking_limit(hex)


def found(t: Table, unit: Unit) -> None:
    """Take what lies in the open: dumps, prisoners set free, captured points, and
    replacements that are awaited (3.15.6).
    """
    w: World = t.world
    if not combat_unit(unit, w.units.values()):
        return
    hex, seat = unit.hex, unit.side
    dumps = [name for name, dump in w.dumps.items() if dump.hex == hex and dump.side != seat]
    for name in dumps:
        if w.dumps[name].real:
            w.dumps[name].side = seat
        else:
            del w.dumps[name]
    freed = sum(pile.n for pile in w.prisoners if pile.hex == hex and pile.origin == seat)
    w.prisoners = [pile for pile in w.prisoners if not (pile.hex == hex and pile.origin == seat)]
    joined = 0
    for pile in list(w.replacements):
        if pile.hex != hex:
            continue
        if pile.side != seat:
            pile.side, pile.unit = seat, unit.id
        if pile.unit == unit.id:
            unit.toe[pile.kind] = unit.toe.get(pile.kind, 0) + pile.n
            unit.toe = dict(sorted(unit.toe.items()))
            w.start_toe[seat] += pile.n
            joined += pile.n
            w.replacements.remove(pile)
    if dumps or freed or joined:
        t.tell(None, **{seat: Taken(seat, tuple(dumps), freed, joined)})


def set_contact(w: World) -> None:
    """Note as In Contact who stands in an enemy zone when movement begins (3.15.4)."""
    for seat in w.seats:
        shut = zones.controlled(w, w.other(seat))
        for unit in w.of(seat):
            unit.contact = land(unit) and unit.hex in shut
