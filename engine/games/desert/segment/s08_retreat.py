"""Step 8, retreat before assault: D5, and what the phasing side notices of it (rules 3.8)."""

from typing import Any

from engine.games.desert import orders as o
from engine.games.desert.arithmetic import prices
from engine.games.desert.events import Blown, Noticed
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Hex, Unit, UnitId
from engine.games.desert.ground import paths, stacking, zones
from engine.games.desert.segment import s01_contact
from engine.games.desert.segment.s06_barrage import DIE, burn
from engine.games.desert.sheets.picks import Pick, later
from engine.games.desert.sheets.prompts import Prompt, answers, bar, offer
from engine.games.desert.sheets.sheets import Way, Ways
from engine.games.desert.sheets.trails import Trail
from engine.games.desert.view import View
from engine.games.desert.world import World, land
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat

FAR = 4
"""CP that a unit may spend which did not start next to the enemy (P21.s5)."""


def sheet_of(view: View) -> Ways:
    """The viewer's moves."""
    assert isinstance(view.sheet, Ways)
    return view.sheet


def enemies_of(view: View) -> set[Hex]:
    """Hexes with enemy stacks."""
    return {hex for hex, side in view.stacks.items() if side != view.viewer}


def friends_of(view: View, without: UnitId) -> set[Hex]:
    """Hexes where other own land units stand, or will by the sheet."""
    return {place(view, unit) for unit in view.of(view.viewer) if land(unit) and unit.id != without}


def place(view: View, unit: Unit) -> Hex:
    """Where a unit will stand by the sheet."""
    way = next((way for way in sheet_of(view).moves if way.unit == unit.id and way.path), None)
    return way.path[-1] if way else unit.hex


def eligible(view: View, unit: Unit) -> Bar | None:
    """Why a unit may not retreat (P21)."""
    if unit.pinned:
        return bar("E-PIN", unit=unit.id)
    if any(way.unit == unit.id and way.path for way in sheet_of(view).moves):
        return bar("E-MOVED", unit=unit.id)
    return paths.fixed(view, unit)


def onward(view: View, unit: Unit, path: tuple[Hex, ...]) -> dict[Hex, Bar | None]:
    """The next steps of a retreat, each with the reason against it.

    Rule: R-FOUR.
    """
    free = adjacent_to_enemy(view, unit)
    found = paths.steps(
        view,
        unit,
        unit.hex,
        path,
        enemies_of(view),
        set(view.controlled),
        friends_of(view, unit.id),
    )
    for hex, reason in found.items():
        if reason is None and not free:
            price = paths.cost(view, unit, unit.hex, (*path, hex))
            if price > FAR and (path or view.rulings.four == "off"):
                found[hex] = bar("E-FOUR", unit=unit.id, n=price)
    return found


def adjacent_to_enemy(view: View, unit: Unit) -> bool:
    """Did it start next to the enemy: no limit then (P21.s6)."""
    return any(hex in zones.near(view, unit.hex) for hex in enemies_of(view))


def anywhere(_path: tuple[Hex, ...]) -> Bar | None:
    """A way may end in any hex that it may enter; stacking is looked at when all have moved."""
    return None


def crowded(view: View, side: Seat) -> Bar | None:
    """A hex that would hold too much when all moves of the sheet are made."""
    load: dict[Hex, int] = {}
    for unit in view.of(side):
        if land(unit):
            load[place(view, unit)] = load.get(place(view, unit), 0) + (unit.sp or 0)
    moved = {way.path[-1] for way in sheet_of(view).moves if way.path}
    for hex in sorted(moved):
        most = stacking.stacking_limit(view, hex)
        if load[hex] > most:
            return bar("E-STACK", hex=hex, n=load[hex], m=most)
    return None


def trail(view: View, name: UnitId, with_start: bool) -> Trail:
    """The ways of one unit."""
    unit = view.units[name]

    def steps(path: tuple[Hex, ...]) -> dict[Hex, Bar | None]:
        return onward(view, unit, path)

    return Trail(
        unit.hex, steps, anywhere, with_start, lambda: paths.ways(unit.hex, steps, anywhere)
    )


def stuck(view: View, name: UnitId) -> Bar | None:
    """Why a unit cannot take one step."""
    unit = view.units[name]
    if (reason := eligible(view, unit)) is not None:
        return reason
    reasons = list(onward(view, unit, ()).values())
    return None if None in reasons else reasons[0] if reasons else bar("E-FIXED", unit=name)


def no_blow(view: View, name: UnitId, dump: str) -> Bar | None:
    """Why a unit cannot blow up a dump (P21.s4)."""
    unit, there = view.units[name], view.dumps[dump]
    if paths.is_gun(view, unit):
        why = "gun"
    elif there.hex != unit.hex or any(
        way.unit == name and way.path for way in sheet_of(view).moves
    ):
        why = "start"
    elif any(way.unit == name and way.dump for way in sheet_of(view).moves):
        why = "tried"
    elif stuck(view, name) is not None:
        return stuck(view, name)
    else:
        return None
    return bar("E-BLOW", unit=name, dump=dump, why=why)


def lingering(view: View) -> Bar | None:
    """A unit that blows a dump and does not leave its hex."""
    moved = {way.unit for way in sheet_of(view).moves if way.path}
    late = next((way for way in sheet_of(view).moves if way.dump and way.unit not in moved), None)
    return bar("E-BLOW", unit=late.unit, dump=late.dump, why="leave") if late else None


class Leaving(Prompt):
    """D5: only the side that is not phasing.

    Rule: DS-10.
    """

    def menu(self, view: View, seat: Seat) -> Menu:
        mine = [unit.id for unit in view.of(seat) if land(unit)]
        going = Pick(
            mine,
            lambda name: stuck(view, name),
            "E-UNIT",
            lambda name: eligible(view, view.units[name]),
        )
        retreat = offer(
            o.Rba,
            "rba {unit} {path}",
            going.any(),
            unit=going,
            path=lambda got: trail(view, got["unit"], True),
        )
        choices = [retreat]
        dumps = [name for name, dump in view.dumps.items() if dump.side == seat]

        def blower(name: str) -> Bar | None:
            reasons = [no_blow(view, name, dump) for dump in dumps]
            return None if None in reasons else reasons[0]

        if dumps:
            choices.append(
                offer(
                    o.Blow,
                    "blow {unit} {dump}",
                    any(blower(name) is None for name in mine),
                    unit=Pick(mine, blower, "E-UNIT", later),
                    dump=lambda got: Pick(dumps, lambda dump: no_blow(view, got["unit"], dump)),
                )
            )
        choices.append(Choice(o.Clear, "none"))
        return answers(choices, lingering(view) or crowded(view, seat))

    def edited(self, view: View, sheet: Ways, order: Any) -> Ways:
        match order:
            case o.Rba(unit, path):
                return Ways([*sheet.moves, Way(unit, path[1:])])
            case o.Blow(unit, dump):
                return Ways([*sheet.moves, Way(unit, (), dump)])
        return Ways()

    def default(self, view: View) -> Ways:
        """Nobody retreats."""
        return Ways()

    def play(self, t: Table, sheets: dict[Seat, Ways]) -> None:
        """In the order written; then what the phasing side notices."""
        w: World = t.world
        before = w.stacks
        (ways,) = sheets.values()
        for way in ways.moves:
            unit = w.units[way.unit]
            if way.dump:
                self.blow(t, unit, way.dump)
            else:
                condition.pay(w, unit, paths.cost(w, unit, unit.hex, way.path))
                unit.hex = way.path[-1]
                unit.retreated_in, unit.engaged, unit.contact = "rba", False, False
        notice(t, before)
        t.pop()

    def blow(self, t: Table, unit: Unit, dump: str) -> None:
        """One attempt, by a die."""
        w: World = t.world
        charts = zones.charts_of(w)
        condition.pay(
            w, unit, prices.blow_cost(prices.effective_cpa(unit, w.kinds, charts), charts)
        )
        percent = charts.demolition_percent(t.dice(f"{w.segment}/blow/{unit.id}/{dump}")(DIE))
        burn(w, dump, percent)
        t.tell(None, **{unit.side: Blown(unit.id, dump, percent)})


def notice(t: Table, before: dict[Hex, Seat]) -> None:
    """NOTICE: who touches whom is looked at afresh; nothing is told of strength, but stacks are
    seen as stacks wherever they stand (4.1). No new obligations (R-ONLYR).
    """
    w: World = t.world
    w.record.adjacent = tuple(zones.adjacent(w, w.phasing))
    now = w.stacks
    fronts = {hex for hex, side in now.items() if side == w.phasing}
    seen = {hex for front in fronts for hex in zones.near(w, front)}
    left = tuple(
        sorted(hex for hex, side in before.items() if side == w.waiting and hex not in now)
    )
    entered = tuple(
        sorted(hex for hex, side in now.items() if side == w.waiting and hex not in before)
    )
    only = []
    for hex in sorted(seen):
        stack = w.stacked(hex, w.waiting)
        if stack and all(unit.retreated_in for unit in stack):
            only.append(hex)
    w.record.retreated = tuple(only)
    if w.rulings.onlyr == "obliged":
        oblige(w, only)
    seen_closely = {w.phasing: Noticed(w.waiting, left, entered, tuple(only))} if only else {}
    t.tell(Noticed(w.waiting, left, entered), **seen_closely)


def oblige(w: World, hexes: list[Hex]) -> None:
    """Hexes that hold only retreated units are obligations too, where they
    have a zone of control (R-ONLYR).

    Rule: R-ONLYR.
    """
    r = w.record
    covered = {(e, f) for f, e in r.adjacent if e in hexes and zones.covers(w, e, w.waiting, f)}
    r.zoc = tuple(sorted({*r.zoc, *covered}))
    r.obligations = tuple(sorted({*r.obligations, *(set(s01_contact.obliged(w)) & set(hexes))}))


def leaving(w: World) -> Leaving:
    """The side that is not phasing is asked."""
    return Leaving({w.waiting: Ways()})
