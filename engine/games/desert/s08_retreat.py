"""Step 8, retreat before assault: D5, and the phasing side's knowledge of it (rules 3.8). Also the
paths of units, which step 15 shares.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

from engine import Bar, Choice, Menu, Seat, Table
from engine.games.desert import condition, paths, prices, s01_04_opening, s06_07_barrage
from engine.games.desert import orders as o
from engine.games.desert.events import Blown, Noticed
from engine.games.desert.orders import Way, Ways
from engine.games.desert.prompts import Prompt, answers, offer
from engine.games.desert.slots import Pick, Trail, bar, first_reason, later
from engine.games.desert.units import Hex, Hexes, Unit, UnitId
from engine.games.desert.view import View
from engine.games.desert.world import World, land

Path = Hexes
Dear = Callable[[Unit, Path, int], Bar | None]
"""Returns the reason why a unit can't pay this number of CP for a way, if any."""
Barred = Callable[[Unit, Path, Hex], Bar | None]
"""Returns the reason why a unit may not continue a way to a hex, if any."""


def anywhere(_unit: Unit, _path: Path, _hex: Hex) -> Bar | None:
    return None


def sheet_of(view: View) -> Ways:
    found: Ways = view.sheet
    return found


def enemies_of(view: View) -> set[Hex]:
    return view.enemies(view.viewer)


def place(view: View, unit: Unit) -> Hex:
    way = next((way for way in sheet_of(view).moves if way.unit == unit.id and way.path), None)
    return way.path[-1] if way else unit.hex


def crowded(view: View) -> Bar | None:
    load: Counter[Hex] = Counter()
    for unit in view.of(view.viewer):
        if land(unit):
            load[place(view, unit)] += unit.sp or 0
    for hex in sorted({way.path[-1] for way in sheet_of(view).moves if way.path}):
        most = view.stacking_limit(hex)
        if load[hex] > most:
            return bar("E-STACK", hex=hex, n=load[hex], m=most)
    return None


def eligible(view: View, unit: Unit) -> Bar | None:
    if unit.pinned:
        return bar("E-PIN", unit=unit.id)
    if any(way.unit == unit.id and way.path for way in sheet_of(view).moves):
        return bar("E-MOVED", unit=unit.id)
    return paths.fixed(view, unit)


class Walk:
    """Finds the hexes that the viewer's units can reach. ``dear`` returns the reason why a way is
    too expensive, ``barred`` the reason why a step is forbidden.
    """

    def __init__(self, view: View, dear: Dear, barred: Barred = anywhere):
        self.view, self.dear, self.barred = view, dear, barred

    def steps(self, unit: Unit, path: Path) -> dict[Hex, Bar | None]:
        view = self.view
        friends = {
            place(view, other)
            for other in view.of(view.viewer)
            if land(other) and other.id != unit.id
        }
        found = paths.steps(view, unit, path, enemies_of(view), set(view.controlled), friends)
        return {
            hex: reason
            or self.barred(unit, path, hex)
            or self.dear(unit, path, paths.cost(view, unit, (*path, hex)))
            for hex, reason in found.items()
        }

    def stuck(self, name: UnitId) -> Bar | None:
        unit = self.view.units[name]
        if (reason := eligible(self.view, unit)) is not None:
            return reason
        reasons = self.steps(unit, ()).values()
        return first_reason(reasons) if reasons else bar("E-FIXED", unit=name)

    def trail(self, name: UnitId, *, with_start: bool) -> Trail:
        unit = self.view.units[name]
        steps = partial(self.steps, unit)
        found = partial(paths.ways, unit.hex, steps)
        return Trail(unit.hex, steps, with_start, found, partial(paths.cost, self.view, unit))

    def line(self, order: type, verb: str, *, with_start: bool) -> Choice:
        view = self.view
        mine = [unit.id for unit in view.of(view.viewer) if land(unit)]
        going = Pick(mine, self.stuck, "E-UNIT", lambda name: eligible(view, view.units[name]))
        return offer(
            order,
            verb + " {unit} {path}",
            able=going.any(),
            unit=going,
            path=lambda got: self.trail(got["unit"], with_start=with_start),
        )


FAR = 4
"""CP that a unit may spend unless it started next to the enemy (P21.s5)."""


def dear(view: View, unit: Unit, path: Hexes, price: int) -> Bar | None:
    """Return the reason why a retreat costs too much, if any. Units next to the enemy have no limit
    (P21.s5, s6).

    Rule: R-FOUR.
    """
    if price <= FAR or not (path or view.rulings.four == "off"):
        return None
    if adjacent_to_enemy(view, unit):
        return None
    return bar("E-FOUR", unit=unit.id, n=price)


def nearer(view: View, unit: Unit, path: Hexes, hex: Hex) -> Bar | None:
    """Rule: R-DIR."""
    if view.rulings.dir == "any":
        return None
    here = path[-1] if path else unit.hex

    def away(start: Hex) -> int:
        found = view.board.distances(start)
        return min((found[enemy] for enemy in enemies_of(view) if enemy in found), default=0)

    return bar("E-AWAY", unit=unit.id, hex=hex) if away(hex) < away(here) else None


def adjacent_to_enemy(view: View, unit: Unit) -> bool:
    """Return whether a unit is next to the enemy, so that no limit applies (P21.s6)."""
    return any(hex in view.near(unit.hex) for hex in enemies_of(view))


def no_blow(view: View, walk: Walk, name: UnitId, dump: str) -> Bar | None:
    unit, there = view.units[name], view.dumps[dump]
    ways = [way for way in sheet_of(view).moves if way.unit == name]
    if paths.is_gun(view, unit):
        why = "gun"
    elif there.hex != unit.hex or any(way.path for way in ways):
        why = "start"
    elif any(way.dump for way in ways):
        why = "tried"
    else:
        return walk.stuck(name)
    return bar("E-BLOW", unit=name, dump=dump, why=why)


def lingering(view: View) -> Bar | None:
    moved = {way.unit for way in sheet_of(view).moves if way.path}
    late = next((way for way in sheet_of(view).moves if way.dump and way.unit not in moved), None)
    return bar("E-BLOW", unit=late.unit, dump=late.dump, why="leave") if late else None


class Leaving(Prompt):
    """D5: retreats before assault. Only the side that is not phasing is asked.

    Rule: DS-10.
    """

    blank = Ways

    def menu(self, view: View, seat: Seat) -> Menu:
        mine = [unit.id for unit in view.of(seat) if land(unit)]
        walk = Walk(view, partial(dear, view), partial(nearer, view))
        choices = [walk.line(o.Rba, "rba", with_start=True)]
        dumps = [name for name, dump in view.dumps.items() if dump.side == seat]

        def blower(name: str) -> Bar | None:
            return first_reason(no_blow(view, walk, name, dump) for dump in dumps)

        if dumps:
            choices.append(
                offer(
                    o.Blow,
                    "blow {unit} {dump}",
                    able=any(blower(name) is None for name in mine),
                    unit=Pick(mine, blower, "E-UNIT", later),
                    dump=lambda got: Pick(
                        dumps, lambda dump: no_blow(view, walk, got["unit"], dump)
                    ),
                )
            )
        choices.append(Choice(o.Clear, "none"))
        return answers(choices, lingering(view) or crowded(view))

    def edited(self, view: View, sheet: Ways, order: Any) -> Ways:
        match order:
            case o.Rba(unit, path):
                return Ways([*sheet.moves, Way(unit, path[1:])])
            case o.Blow(unit, dump):
                return Ways([*sheet.moves, Way(unit, (), dump)])
        return Ways()

    @staticmethod
    def default(_view: View) -> Ways:
        return Ways()

    def play(self, t: Table, sheets: dict[Seat, Ways]) -> None:
        w: World = t.world
        before = w.stacks
        (ways,) = sheets.values()
        for way in ways.moves:
            unit = w.units[way.unit]
            if way.dump:
                self.blow(t, unit, way.dump)
            else:
                condition.pay(w, unit, paths.cost(w, unit, way.path))
                unit.hex = way.path[-1]
                unit.retreated_in, unit.engaged, unit.contact = "rba", False, False
        notice(t, before)
        t.pop()

    def blow(self, t: Table, unit: Unit, dump: str) -> None:
        """Try to blow up a dump, by a die, for a share of the CPA, rounded up (P21.s4)."""
        w: World = t.world
        charts = w.charts
        cpa = prices.effective_cpa(unit, w.kinds, charts)
        condition.pay(w, unit, -(-cpa // charts.cp.blow_dump_share))
        die = t.dice(f"{w.segment}/blow/{unit.id}/{dump}")(s06_07_barrage.DIE)
        percent = next(percent for span, percent in charts.demolition if die in span)
        s06_07_barrage.burn(w, dump, percent)
        t.tell(None, **{unit.side: Blown(unit.id, dump, percent)})


def notice(t: Table, before: dict[Hex, Seat]) -> None:
    w: World = t.world
    w.record.adjacent = tuple(paths.adjacent(w, w.phasing))
    now = w.stacks
    fronts = {hex for hex, side in now.items() if side == w.phasing}
    seen = {hex for front in fronts for hex in w.near(front)}
    left = tuple(
        sorted(hex for hex, side in before.items() if side == w.waiting and hex not in now)
    )
    entered = tuple(
        sorted(hex for hex, side in now.items() if side == w.waiting and hex not in before)
    )
    only = []
    for hex in sorted(seen):
        stack = w.defenders(hex)
        if stack and all(unit.retreated_in for unit in stack):
            only.append(hex)
    w.record.retreated = tuple(only)
    if w.rulings.onlyr == "obliged":
        oblige(w, only)
    w.note("notice", *((hex,) for hex in (*left, *entered)))
    seen_closely = {w.phasing: Noticed(w.waiting, left, entered, tuple(only))} if only else {}
    t.tell(Noticed(w.waiting, left, entered), **seen_closely)


def oblige(w: World, hexes: list[Hex]) -> None:
    """Rule: R-ONLYR."""
    r = w.record
    covered = {(e, f) for f, e in r.adjacent if e in hexes and paths.covers(w, e, w.waiting, f)}
    r.zoc = tuple(sorted({*r.zoc, *covered}))
    r.obligations = tuple(sorted({*r.obligations, *(set(s01_04_opening.obliged(w)) & set(hexes))}))


def leaving(w: World) -> Leaving:
    return Leaving({w.waiting: Ways()})
