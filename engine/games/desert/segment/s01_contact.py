"""Step 1, contact: who touches whom, and what must be assaulted (rules 3.2)."""

from engine.games.desert.events import NoContact, SegmentBegan
from engine.games.desert.forces.units import Hexes, Scratch, Unit, gun_class
from engine.games.desert.ground import zones
from engine.games.desert.projection import touching
from engine.games.desert.world import Position, Record, World
from engine.play import Table


def exempt(p: Position, unit: Unit) -> bool:
    """Return whether a unit does not count for an obligation: guns and
    pinned units could not attack.

    Rule: R-EXEMPT.
    """
    return p.rulings.exempt == "on" and (unit.pinned or gun_class(unit, p.kinds))


def obliged(w: World) -> Hexes:
    """Return the enemy hexes that the phasing side must assault (3.2.3).

    Rules: DS-2, R-MUST.
    """
    found = set()
    for own, enemy in w.record.adjacent:
        units = [unit for unit in w.stacked(own, w.phasing) if not exempt(w, unit) and unit.points]
        if units and (w.rulings.must == "all" or (enemy, own) in w.record.zoc):
            found.add(enemy)
    return tuple(sorted(found))


def begin(t: Table) -> bool:
    """Begin a segment: contact, zones of control, obligations. Return whether anybody touches."""
    w: World = t.world
    w.segment += 1
    w.phasing = w.seats[(w.segment - 1) % 2]
    w.draws = []
    w.record = r = Record()
    for unit in w.units.values():
        unit.seg = Scratch()
    r.adjacent = tuple(zones.adjacent(w, w.phasing))
    r.zoc = tuple(sorted({(e, f) for f, e in r.adjacent if zones.covers(w, e, w.waiting, f)}))
    r.obligations = obliged(w)
    began = {seat: SegmentBegan(w.segment, w.phasing, touching(w, seat)) for seat in w.seats}
    t.tell(SegmentBegan(w.segment, w.phasing), **began)
    if not r.adjacent:
        t.tell(NoContact())
    return bool(r.adjacent)
