"""Dossiers: each side's knowledge of a fight, kept for reference and printing (P38, P51, P52, P60,
P63).

Each contains the side's own facts and those told to both sides (4.1).
"""

from collections.abc import Iterable, Mapping

from engine import Seat
from engine.games.desert import close_assault, gunnery, orders, s05_shares
from engine.games.desert.units import Hex, Hexes, Load, Points, UnitId
from engine.games.desert.world import Dossier, Participant, Position, World

Book = Mapping[UnitId, tuple[int, int, int]]
"""Cohesion, CP spent and ammo of units."""


def book(w: World) -> dict[UnitId, tuple[int, int, int]]:
    return {unit.id: (unit.cohesion, unit.cp_spent, unit.ammo) for unit in w.units.values()}


def changes(w: World, side: Seat, before: Book) -> dict[str, dict[UnitId, int]]:
    found: dict[str, dict[UnitId, int]] = {"cohesion": {}, "cp": {}, "ammo": {}}
    now = book(w)
    for unit in w.of(side):
        for what, a, b in zip(found, before.get(unit.id, now[unit.id]), now[unit.id], strict=True):
            if a != b:
                found[what][unit.id] = b - a
    return found


def file_away(w: World, found: Iterable[Dossier], before: Book) -> None:
    """Add dossiers to those of each side, numbered from 1. Both sides have equally many."""
    for one in found:
        one.n = 1 + sum(other.side == one.side for other in w.dossiers)
        spent = changes(w, one.side, before)
        one.cohesion, one.cp, one.ammo = spent["cohesion"], spent["cp"], spent["ammo"]
        w.dossiers.append(one)


def barrages(
    w: World, lost: Mapping[Seat, Points], trucks: Mapping[Seat, dict[UnitId, dict[Load, int]]]
) -> None:
    r = w.record
    if not r.hits:
        return
    found = []
    for side in w.seats:
        enemy = w.other(side)
        found.append(
            Dossier(
                side=side,
                segment=w.segment,
                what="barrage",
                targets=tuple(sorted({hit.hex for hit in r.hits})),
                own=r.firing.get(side, ()),
                fired=tuple(hit for hit in r.hits if hit.firer == side),
                suffered=tuple(hit for hit in r.hits if hit.firer == enemy),
                shifts={**r.shelter},
                called={one.name: one.unit for one in r.targets[enemy] if one.unit},
                lost=lost.get(side, {}),
                trucks=trucks.get(side, {}),
            )
        )
    file_away(w, found, r.before)


def shelter(w: World) -> dict[str, int]:
    found = {}
    for seat in w.seats:
        open_ground = w.rulings.botht == "off" and seat == w.waiting
        for one in w.record.targets[seat]:
            if w.record.plans[seat].of(one.name):
                shift = gunnery.barrage_shift(w.cells[one.hex], w.charts, one.kind)
                found[f"{one.hex} {one.name}"] = 0 if open_ground else shift or 0
    return found


def shots(w: World, side: Seat) -> tuple[Participant, ...]:
    found = []
    for target, plan in w.record.plans[side].barrages.items():
        for n, firers in enumerate(plan, 1):
            points = s05_shares.points_of(w, firers)[1]
            for firer in firers:
                unit = w.units[orders.unit_of(firer)]
                ship = unit.kind == "warship"
                raw = orders.part_of(firer) or unit.gun if ship else s05_shares.raw_of(w, firer)
                found.append(
                    Participant(
                        unit=firer,
                        hex=unit.hex,
                        task="barrage",
                        n=raw,
                        rating=points,
                        against=f"{target} {n}",
                    )
                )
    return tuple(found)


def assigned(w: World, side: Seat) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            unit=unit.id,
            hex=unit.hex,
            task="aa",
            n=role.n,
            rating=w.kinds[role.kind].anti_armor,
            against="+".join(role.targets) or unit.hex,
            kind=role.kind,
        )
        for unit in w.of(side)
        for role in unit.seg.roles
        if role.task == "aa"
    )


def fire(w: World, lost: Mapping[Seat, Points]) -> None:
    r = w.record
    if not r.damage:
        return
    hexes = {row.hex for row in r.damage}
    found = [
        Dossier(
            side=side,
            segment=w.segment,
            what="aa",
            targets=tuple(sorted(hexes)),
            own=tuple(one for one in r.firing.get(side, ()) if {*one.against.split("+")} & hexes),
            damage=tuple(r.damage),
            lost=lost.get(side, {}),
        )
        for side in w.seats
    ]
    file_away(w, found, r.before)


def fighters(parts: Iterable[close_assault.Part], targets: Hexes) -> tuple[Participant, ...]:
    return tuple(
        Participant(
            unit=one.unit,
            hex=one.hex,
            task="ca",
            n=one.n,
            rating=one.rating,
            against="+".join(targets),
            kind=one.kind,
        )
        for one in parts
    )


def grounds(p: Position, targets: Hexes, origins: Iterable[Hex]) -> tuple[tuple[str, int], ...]:
    """Return the shelter of each hex. The defender doesn't learn the ``origins``, so their version
    has no hexsides.
    """
    found: list[tuple[str, int]] = []
    for hex in targets:
        cell = p.cells[hex]
        found.append((f"{hex} {cell.terrain}", p.charts.ground[cell.terrain].close_assault or 0))
        for name in gunnery.standing_works(cell):
            if name in p.charts.works:
                found.append((f"{hex} {name}", p.charts.works[name].close_assault or 0))
        for origin in sorted(set(origins)):
            side = p.board.side(origin, hex)
            if side is not None and p.board.adjacent(origin, hex):
                shift = p.board.crossing(p.charts, origin, hex).close_assault or 0
                found.append((f"{origin}-{hex} {side.kind}", shift))
    return tuple(one for one in found if one[1])
