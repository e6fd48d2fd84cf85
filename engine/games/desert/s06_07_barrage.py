"""Steps 6 and 7: barrages, resolved in an order without effect, and their losses, D4 (rules 3.6,
3.7).
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from engine import Bar, Choice, Menu, Seat, Table
from engine.games.desert import condition, dossiers, prompts, s05_shares
from engine.games.desert import orders as o
from engine.games.desert.chart_data import Hit
from engine.games.desert.events import Barraged, Damaged, HeldOff, Lost
from engine.games.desert.gunnery import barrage_shift, evenly, held_off, resolve, truck_hit, uneven
from engine.games.desert.orders import Firer, Losses, unit_of
from engine.games.desert.s01_04_opening import NUMBERED
from engine.games.desert.slots import Count, Pick, bar
from engine.games.desert.units import Hex, Load, Points, Toe, Trucks, UnitId, non_gun_bn
from engine.games.desert.view import View
from engine.games.desert.world import Position, Struck, Target, World

DIE = range(1, 7)
DONE = ("percent", "levels", "reduced", "destroyed")
"""The possible effects of a barrage on a facility."""
LEVELS = {"Fort": "fortification", "City": "major_city", "Air": "air_facility"}
LINES = {"Road": "road", "Rail": "railroad"}
"""Facilities without levels, and the hex's field for each."""


def d66(t: Table, key: str) -> int:
    die = t.dice(f"{t.world.segment}/{key}")
    return 10 * die(DIE) + die(DIE)


def shell(t: Table) -> None:
    """Rule: DS-8."""
    w: World = t.world
    for seat in (w.phasing, w.waiting):
        plan = w.record.plans[seat]
        first = len(w.record.hits)
        for target in w.record.targets[seat]:
            for n, barrage in enumerate(plan.of(target.name), 1):
                one(t, seat, target, n, barrage)
        w.record.hits += w.record.typed if seat == w.absent else ()
        hits = tuple(w.record.hits[first:])
        t.tell(Barraged(seat, hits, not hits))
    w.note("barrage", *((hex,) for hex in sorted({hit.hex for hit in w.record.hits})))
    contested = sorted({enemy for _, enemy in w.record.adjacent})
    held = {hex for hex in contested if is_held_off(w, hex)}
    w.record.held_off = tuple(sorted({*held, *w.record.held_off}))
    t.tell(HeldOff(w.record.held_off))


def one(t: Table, seat: Seat, target: Target, n: int, firers: list[Firer]) -> None:
    """Resolve one barrage and record it on the target. Nothing is applied yet.

    Rule: R-BOTHT.
    """
    w: World = t.world
    charts = w.charts
    raw, points = s05_shares.points_of(w, firers)
    units = [w.units[unit_of(firer)] for firer in firers]
    for unit, firer in zip(units, firers, strict=True):
        unit.seg.fired_barrage = True
        if unit.kind == "warship":
            unit.ship_fired = True
        else:
            condition.spend_ammo(w, unit, s05_shares.ammo_of(w, firer))
    condition.charge(
        w,
        {unit.hex for unit in units},
        seat,
        charts.cp.attack if seat == w.phasing else charts.cp.defend,
    )
    condition.charge(w, [target.hex], w.other(seat), charts.cp.barraged_only)
    shift = (
        0
        if w.rulings.botht == "off" and seat == w.waiting
        else barrage_shift(w.cells[target.hex], charts, target.kind)
    )
    key = f"{target.hex}/{target.name}/{n}"
    reading = d66(t, f"barrage/{key}")
    hit = resolve(charts, w.rulings, target.kind, raw, points, shift=shift, reading=reading)
    trucks = 0
    if target.kind in NUMBERED:
        trucks = truck_hit(charts, w.rulings, points, shift, d66(t, f"truck/{key}"))
    result, lost, trucks = record_result(w, target, hit, trucks)
    w.record.hits.append(
        Struck(
            firer=seat,
            hex=target.hex,
            target=target.name,
            n=n,
            points=points,
            dice=reading,
            result=result,
            pinned=hit.pinned,
            lost=lost,
            trucks=trucks,
        )
    )


def record_result(w: World, target: Target, hit: Hit, trucks: int) -> tuple[str, int, int]:
    """Record a result on its target. Return its name, the loss, and the trucks lost."""
    named = "lost" if hit.lose else "pinned" if hit.pinned else "none"
    if not target.unit and target.kind in (*NUMBERED, "Ship"):
        return named, hit.lose, trucks
    if not target.unit:
        what = next((name for name in DONE if getattr(hit, name)), "none")
        return what, int(getattr(hit, what, 0)), 0
    unit = w.units[target.unit]
    unit.seg.was_barraged = True
    unit.seg.barrage_losses += hit.lose
    served = sum(group.n for group in condition.trucks(w, unit))
    trucks = min(trucks, max(0, served - unit.seg.truck_losses))
    unit.seg.truck_losses += trucks
    unit.pinned = unit.pinned or hit.pinned
    return named, hit.lose, trucks


def is_held_off(w: World, hex: Hex) -> bool:
    """Rules: DS-7, R-HOLDPTS."""
    hits = [hit for hit in w.record.hits if hit.firer == w.phasing and hit.hex == hex]
    if w.rulings.holdpts == "units":
        units = {target.name for target in w.record.targets[w.phasing] if target.unit}
        hits = [hit for hit in hits if hit.target in units]
    targets = sum(target.hex == hex for target in w.record.targets[w.phasing])
    points = sum(hit.points for hit in hits)
    return points > 0 and held_off(w.rulings, points, battalions(w, hex), targets)


def battalions(w: World, hex: Hex) -> int:
    """Return the battalions in a hex that are no guns; of the absent side, as many as it lists."""
    listed = [target.kind for target in w.record.targets[w.phasing] if target.hex == hex]
    if w.waiting == w.absent:
        return sum(kind in ("Inf", "Tank") for kind in listed)
    return non_gun_bn(w.counted(hex), w.kinds)


def damage_facilities(t: Table) -> None:
    w: World = t.world
    for seat in w.seats:
        by_name = {target.name: target for target in w.record.targets[seat]}
        for hit in w.record.hits:
            if hit.firer == seat and hit.lost:
                damage_facility(t, by_name[hit.target], hit)


def damage_facility(t: Table, target: Target, hit: Struck) -> None:
    w: World = t.world
    cell, left = w.cells[target.hex], 0
    if target.kind == "Ship":
        if ship := w.units.get(target.unit):
            ship.gun = max(0, ship.gun - hit.lost)
    elif target.kind == "Dump":
        burn(w, target.dump, hit.lost)
    elif name := LINES.get(target.kind):
        setattr(cell, name, False)
    elif name := LEVELS.get(target.kind):
        left = max(0, getattr(cell, name) - (hit.lost if target.kind == "Air" else 1))
        setattr(cell, name, left)
    if target.kind in (*LINES, *LEVELS):
        t.tell(Damaged(target.hex, target.kind, left))


def burn(w: World, name: str, percent: int) -> None:
    """Destroy a percentage of each of a dump's stocks. A dump without stocks is removed (2.2)."""
    dump = w.dumps.get(name)
    if dump is None:
        return
    for stock, n in dump.stocks.items():
        setattr(dump, stock, n - -(-n * percent // 100))
    if not any(dump.stocks.values()) and percent:
        del w.dumps[name]


class Pool(Struct, frozen=True):
    """Trucks from which ``due`` are lost, by cargo (R-EVEN)."""

    head: UnitId
    holders: tuple[UnitId, ...]  # units whose trucks they are
    due: int
    cargoes: dict[Load, int]


def load_of(p: Position, group: Trucks) -> Load:
    """Rule: R-EVEN."""
    return group.cargo if p.rulings.even == "cargo" else f"{group.cargo}/{group.kind}"


def loads(p: Position, holders: Iterable[UnitId]) -> dict[Load, int]:
    found: Counter[Load] = Counter()
    for name in holders:
        for group in p.units[name].trucks:
            found[load_of(p, group)] += group.n
    return found


def pools(p: Position, side: Seat) -> list[Pool]:
    """Return the truck losses of a side. Units that share trucks share a pool."""
    found: dict[UnitId, Counter[UnitId]] = {}
    for unit in p.of(side):
        if unit.seg.truck_losses:
            head = condition.head(p, unit).id
            found.setdefault(head, Counter({head: 0}))[unit.id] += unit.seg.truck_losses
    made = []
    for head, due in sorted(found.items()):
        cargoes = dict(sorted(loads(p, due).items()))
        made.append(Pool(head, tuple(due), min(due.total(), sum(cargoes.values())), cargoes))
    return made


def open_units(view: View) -> dict[UnitId, int]:
    found = {}
    for due in view.due:
        unit = view.units[due.unit]
        if len(unit.toe) > 1 and 0 < due.points < unit.points:
            found[unit.id] = due.points
    return found


def automatic(p: Position, side: Seat) -> Points:
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
    found: Counter[Load] = Counter()
    for holder in pool.holders:
        found.update(sheet.trucks.get(holder, {}))
    return found


def missing(view: View, sheet: Losses) -> Bar | None:
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


class Taking(prompts.Prompt):
    """D4: losses of mixed units, and of trucks.

    Rule: DS-9.
    """

    blank = Losses

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Losses = view.sheet
        mixed = open_units(view)
        choices: list[Choice] = []
        if mixed:
            toes = {name: view.units[name].toe for name in mixed}
            choices.append(prompts.points_line(o.Lose, "lose", toes, Pick(mixed)))
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
        return prompts.answers(choices, missing(view, sheet))

    def edited(self, view: View, sheet: Losses, order: Any) -> Losses:
        if isinstance(order, o.Lose):
            return Losses({**sheet.points, order.unit: dict(order.points)}, {}, sheet.trucks)
        before = sheet.trucks.get(order.unit, {})
        return Losses(
            sheet.points, {}, {**sheet.trucks, order.unit: {**before, order.cargo: order.n}}
        )

    @staticmethod
    def default(view: View) -> Losses:
        trucks: dict[UnitId, dict[Load, int]] = {}
        for pool in pools(view, view.viewer):
            for cargo, n in evenly(pool.cargoes, pool.due).items():
                share_out(view, pool, cargo, n, trucks)
        return Losses(
            {name: weakest(view, name, n) for name, n in open_units(view).items()}, {}, trucks
        )

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
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
                    condition.take_trucks(w.units[name], load, n, kind)
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
