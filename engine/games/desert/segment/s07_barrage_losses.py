"""Step 7, losses of barrages: D4 (rules 3.7). Both seats are asked, always."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engine.games.desert import dossiers
from engine.games.desert import orders as o
from engine.games.desert.arithmetic.barrage import evenly, uneven
from engine.games.desert.events import Lost
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Load, Points, Toe, Trucks, UnitId
from engine.games.desert.segment.s06_barrage import damage_facilities
from engine.games.desert.sheets.amounts import Count
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar, points_line
from engine.games.desert.sheets.sheets import Losses
from engine.games.desert.view import View
from engine.games.desert.world import Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat


class Pool(Struct, frozen=True):
    """Trucks from which ``due`` are lost: those of ``holders``, by cargo (R-EVEN)."""

    head: UnitId
    holders: tuple[UnitId, ...]
    due: int
    cargoes: dict[Load, int]


def load_of(p: Position, group: Trucks) -> Load:
    """Return what is evenly lost: cargoes, or cargoes and kinds of trucks (R-EVEN).

    Rule: R-EVEN.
    """
    return group.cargo if p.rulings.even == "cargo" else f"{group.cargo}/{group.kind}"


def loads(p: Position, holders: Iterable[UnitId]) -> dict[Load, int]:
    """Return the trucks of these units, by what is evenly lost."""
    found: Counter[Load] = Counter()
    for name in holders:
        for group in p.units[name].trucks:
            found[load_of(p, group)] += group.n
    return found


def pools(p: Position, side: Seat) -> list[Pool]:
    """Return the truck losses of a side: units that share the trucks of a head share a pool."""
    found: dict[UnitId, Counter[UnitId]] = {}
    for unit in p.of(side):
        if unit.seg.truck_losses:
            head = supplies.head(p, unit).id
            found.setdefault(head, Counter({head: 0}))[unit.id] += unit.seg.truck_losses
    made = []
    for head, due in sorted(found.items()):
        cargoes = dict(sorted(loads(p, due).items()))
        made.append(Pool(head, tuple(due), min(due.total(), sum(cargoes.values())), cargoes))
    return made


def open_units(view: View) -> dict[UnitId, int]:
    """Return units of several kinds that lose points, but not all: their owner chooses."""
    found = {}
    for due in view.due:
        unit = view.units[due.unit]
        if len(unit.toe) > 1 and 0 < due.points < unit.points:
            found[unit.id] = due.points
    return found


def automatic(p: Position, side: Seat) -> Points:
    """Return points that are lost without a choice; more than there are is ignored."""
    found: Points = {}
    for unit in p.of(side):
        n = unit.seg.barrage_losses
        if n and (len(unit.toe) == 1 or n >= unit.points):
            found[unit.id] = {kind: min(n, there) for kind, there in unit.toe.items()}
    return found


def weakest(p: Position, unit: UnitId, n: int) -> Toe:
    """Return the cheapest ``n`` points of a unit: those with the lowest ratings."""
    found: Toe = {}
    toe = p.units[unit].toe
    worth = {kind: p.kinds[kind].off + p.kinds[kind].defence + p.kinds[kind].armor for kind in toe}
    for kind in sorted(toe, key=lambda kind: (worth[kind], kind)):
        if taken := min(toe[kind], n):
            found[kind] = taken
            n -= taken
    return found


def taken(sheet: Losses, pool: Pool) -> dict[Load, int]:
    """Return trucks of a pool that the sheet takes, by cargo."""
    found: Counter[Load] = Counter()
    for holder in pool.holders:
        found.update(sheet.trucks.get(holder, {}))
    return found


def missing(view: View, sheet: Losses) -> Bar | None:
    """Return why the sheet is not done."""
    for unit, n in open_units(view).items():
        chosen = sum(sheet.points.get(unit, {}).values())
        if chosen != n:
            return bar("E-SUM", unit=unit, n=n, m=chosen)
    for pool in pools(view, view.viewer):
        loss = taken(sheet, pool)
        if len([n for n in pool.cargoes.values() if n]) > 1:
            if sum(loss.values()) != pool.due:
                return bar("E-SUM", unit=pool.head, n=pool.due, m=sum(loss.values()))
            if (first := uneven(loss, pool.cargoes)) is not None:
                return bar("E-EVEN", cargo=first)
    return None


class Taking(Prompt):
    """D4: points of mixed units, and trucks.

    Rule: DS-9.
    """

    blank = Losses

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Losses = view.sheet
        mixed = open_units(view)
        choices: list[Choice] = []
        if mixed:
            toes = {name: view.units[name].toe for name in mixed}
            choices.append(points_line(o.Lose, "lose", toes, Pick(mixed)))
        held = {
            holder: loads(view, (holder,))
            for pool in pools(view, seat)
            if sum(n > 0 for n in pool.cargoes.values()) > 1
            for holder in pool.holders
            if view.units[holder].trucks
        }
        if held:
            choices.append(
                Choice(
                    o.Truck,
                    "truck {unit} {cargo} {n}",
                    unit=Pick(held),
                    cargo=lambda got: Pick(held[got["unit"]]),
                    n=lambda got: Count(held[got["unit"]][got["cargo"]], lo=0),
                )
            )
        return answers(choices, missing(view, sheet))

    def edited(self, view: View, sheet: Losses, order: Any) -> Losses:
        if isinstance(order, o.Lose):
            return Losses({**sheet.points, order.unit: dict(order.points)}, {}, sheet.trucks)
        before = sheet.trucks.get(order.unit, {})
        return Losses(
            sheet.points, {}, {**sheet.trucks, order.unit: {**before, order.cargo: order.n}}
        )

    @staticmethod
    def default(view: View) -> Losses:
        """Return the cheapest points, and trucks as evenly as possible."""
        trucks: dict[UnitId, dict[Load, int]] = {}
        for pool in pools(view, view.viewer):
            for cargo, n in evenly(pool.cargoes, pool.due).items():
                share_out(view, pool, cargo, n, trucks)
        return Losses(
            {name: weakest(view, name, n) for name, n in open_units(view).items()}, {}, trucks
        )

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """Apply all losses at once; then remove what has none left."""
        w: World = t.world
        damage_facilities(t)
        every: dict[Seat, Points] = {}
        cargoes_lost: dict[Seat, dict[UnitId, dict[Load, int]]] = {}
        for seat, sheet in sheets.items():
            single: dict[UnitId, dict[Load, int]] = {}
            for pool in pools(w, seat):
                there = [cargo for cargo, n in pool.cargoes.items() if n]
                if len(there) == 1:
                    share_out(w, pool, there[0], pool.due, single)
            trucks = {**sheet.trucks, **single}
            points = {**automatic(w, seat), **sheet.points}
            every[seat], cargoes_lost[seat] = points, trucks
            for name, cargoes in trucks.items():
                for cargo, n in cargoes.items():
                    load, _, kind = cargo.partition("/")
                    supplies.take_trucks(w.units[name], load, n, kind)
            for name, lost in points.items():
                condition.remove(w, w.units[name], lost)
            pinned = tuple(unit.id for unit in w.of(seat) if unit.pinned)
            gone = tuple(unit.id for unit in w.of(seat) if condition.dead(unit))
            if points or trucks or pinned:
                t.tell(None, **{seat: Lost("apply", points, trucks, pinned, gone)})
        for unit in w.units.values():
            unit.seg.barrage_losses = unit.seg.truck_losses = 0
        condition.bury(w)
        dossiers.barrages(w, every, cargoes_lost)
        t.pop()


def share_out(
    p: Position, pool: Pool, cargo: str, n: int, into: dict[UnitId, dict[Load, int]]
) -> None:
    """Take ``n`` trucks of a cargo from the holders of a pool, the head first."""
    for holder in pool.holders:
        for group in p.units[holder].trucks:
            if load_of(p, group) == cargo and n:
                mine = into.setdefault(holder, {})
                got = min(n, group.n)
                mine[cargo] = mine.get(cargo, 0) + got
                n -= got
