"""Step 6, barrages: resolved and reported, in an order without effect (rules 3.6, 3.7)."""

from engine.games.desert.arithmetic.barrage import barrage_shift, held_off, resolve, truck_hit
from engine.games.desert.charts.data import Hit
from engine.games.desert.events import Barraged, Damaged, HeldOff
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Hex, non_gun_bn
from engine.games.desert.segment.s05_shares import ammo_of, points_of
from engine.games.desert.sheets.sheets import Firer, unit_of
from engine.games.desert.world import Struck, Target, World
from engine.play import Table
from engine.state import Seat

DIE = range(1, 7)
DONE = ("percent", "levels", "reduced", "destroyed")
"""What a barrage can do to a facility."""
LEVELS = {"Fort": "fortification", "City": "major_city", "Air": "air_facility"}
LINES = {"Road": "road", "Rail": "railroad"}
"""Facilities that have levels, and those that are there or not, as a hex calls them."""


def d66(t: Table, key: str) -> int:
    """Return a throw of two dice, the large one first: 11 to 66 (3.16)."""
    die = t.dice(f"{t.world.segment}/{key}")
    return 10 * die(DIE) + die(DIE)


def shell(t: Table) -> None:
    """Resolve all barrages of both sides: the phasing side first, hexes
    ascending, then targets, then barrages.

    Rule: DS-8.
    """
    w: World = t.world
    for seat in (w.phasing, w.waiting):
        plan = w.record.plans[seat]
        first = len(w.record.hits)
        for target in w.record.targets[seat]:
            for n, barrage in enumerate(plan.of(target.name), 1):
                one(t, seat, target, n, barrage)
        hits = tuple(w.record.hits[first:])
        t.tell(Barraged(seat, hits, not hits))
    w.note("barrage", *((hex,) for hex in sorted({hit.hex for hit in w.record.hits})))
    contested = sorted({enemy for _, enemy in w.record.adjacent})
    w.record.held_off = tuple(hex for hex in contested if is_held_off(w, hex))
    t.tell(HeldOff(w.record.held_off))


def one(t: Table, seat: Seat, target: Target, n: int, firers: list[Firer]) -> None:
    """Resolve one barrage: what it costs, its dice, and what is noted on the
    target; nothing is applied yet.

    Rule: R-BOTHT.
    """
    w: World = t.world
    charts = w.charts
    raw, points = points_of(w, firers)
    units = [w.units[unit_of(firer)] for firer in firers]
    for unit, firer in zip(units, firers, strict=True):
        unit.seg.fired_barrage = True
        if unit.kind == "warship":
            unit.ship_fired = True
        else:
            supplies.spend_ammo(w, unit, ammo_of(w, firer))
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
    if target.unit and target.kind != "Ship":
        trucks = truck_hit(charts, w.rulings, points, shift, d66(t, f"truck/{key}"))
    result, lost, trucks = note(w, target, hit, trucks)
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


def note(w: World, target: Target, hit: Hit, trucks: int) -> tuple[str, int, int]:
    """Write a result down on its target: what it is called, how
    much is lost, and how many trucks.
    """
    if not target.unit:
        what = next((name for name in DONE if getattr(hit, name)), "none")
        return what, int(getattr(hit, what, 0)), 0
    unit = w.units[target.unit]
    unit.seg.was_barraged = True
    unit.seg.barrage_losses += hit.lose
    served = sum(group.n for group in supplies.trucks(w, unit))
    trucks = min(trucks, max(0, served - unit.seg.truck_losses))
    unit.seg.truck_losses += trucks
    unit.pinned = unit.pinned or hit.pinned
    return ("lost" if hit.lose else "pinned" if hit.pinned else "none"), hit.lose, trucks


def is_held_off(w: World, hex: Hex) -> bool:
    """Return whether all the points fired at anything in a hex hold it off (P8.s3, P18).

    Rules: DS-7, R-HOLDPTS.
    """
    hits = [hit for hit in w.record.hits if hit.firer == w.phasing and hit.hex == hex]
    if w.rulings.holdpts == "units":
        units = {target.name for target in w.record.targets[w.phasing] if target.unit}
        hits = [hit for hit in hits if hit.target in units]
    targets = sum(target.hex == hex for target in w.record.targets[w.phasing])
    points = sum(hit.points for hit in hits)
    return points > 0 and held_off(w.rulings, points, non_gun_bn(w.counted(hex), w.kinds), targets)


def damage_facilities(t: Table) -> None:
    """Apply what barrages have done to works, roads, dumps and air
    facilities; ships lose guns (3.7).
    """
    w: World = t.world
    for seat in w.seats:
        by_name = {target.name: target for target in w.record.targets[seat]}
        for hit in w.record.hits:
            if hit.firer == seat and hit.lost:
                spoil(t, by_name[hit.target], hit)


def spoil(t: Table, target: Target, hit: Struck) -> None:
    """Apply one result to something that is no land unit."""
    w: World = t.world
    cell, left = w.cells[target.hex], 0
    if target.kind == "Ship":
        ship = w.units[target.unit]
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
    """Take so many percent of every stock of a dump; a dump without stocks is removed (2.2)."""
    dump = w.dumps.get(name)
    if dump is None:
        return
    for stock, n in dump.stocks.items():
        setattr(dump, stock, n - -(-n * percent // 100))
    if not any(dump.stocks.values()) and percent:
        del w.dumps[name]
