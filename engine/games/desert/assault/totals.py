"""Strengths, modifiers and the differential of a close assault (rules 3.11, P39 to P51)."""

from collections.abc import Iterable

from msgspec import Struct

from engine.games.desert.arithmetic import assault as ca
from engine.games.desert.arithmetic import sizes
from engine.games.desert.arithmetic.prices import ammo_price
from engine.games.desert.assault.sides import key
from engine.games.desert.events import MoraleRolled
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Hex, Hexes, UnitId
from engine.games.desert.segment.s06_barrage import d66
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.world import Courage, Totals, World
from engine.play import Table
from engine.state import Seat

ALL_PINNED = 2
"""What the attacker gains where all defenders are pinned (R-ALLPIN)."""


class AddedUp(Struct, frozen=True, kw_only=True):
    """The totals of an assault, its column, what tanks without infantry cost each side, whether
    the defenders have no rating for it (R-COMP), who surrenders (R-SURR), and the morale of both.
    """

    totals: Totals
    column: int
    unsupported: dict[Seat, int]
    unrated: bool
    surrender: list[Seat]
    courage: dict[Seat, Courage]


def add_up(t: Table, targets: Hexes, att: list[ca.Part], dfn: list[ca.Part]) -> AddedUp:
    """Return strengths, modifiers and differential; roll for morale."""
    w: World = t.world
    charts, r = w.charts, w.rulings
    small = ca.is_small(sum(p.raw for p in att), sum(p.raw for p in dfn), r)
    unsupported, strength, large = {}, {}, {}
    for seat, parts in ((w.phasing, att), (w.waiting, dfn)):
        cost = unsupported[seat] = ca.tanks_unsupported(parts, w.kinds, r, w.units)
        strength[seat] = ca.strength(parts, cost, r, small=small)
        large[seat] = largest(w, seat, targets, parts)
    off, back = strength[w.phasing], strength[w.waiting]
    origins = sorted({part.hex for part in att})
    mean = r.terr2 == "average"
    terrain = ca.terrain_modifier(w.board, w.cells, charts, origins, targets, mean=mean)
    unrated = ca.is_unrated(dfn, r)
    composition = ca.UNRATED if unrated else 0
    raw = ALL_PINNED if not dfn else 0
    if dfn and not unrated:
        raw = ca.raw_modifier(off.raw, back.raw, charts, r)
    sized = [
        declared(w, seat, hexes, large[seat].size)
        for seat, hexes in ((w.phasing, origins), (w.waiting, targets))
    ]
    size = sizes.size_modifier(charts, *sized)
    (mine, our_courage), (theirs, their_courage) = (
        morale(t, seat, targets, large[seat], outweighed=other.raw >= 3 * max(1, own.raw))
        for seat, own, other in ((w.phasing, off, back), (w.waiting, back, off))
    )
    basic, heart = off.actual - back.actual, mine.final - theirs.final
    made = ca.differential(
        charts, r, basic, terrain=terrain, raw=raw + composition, size=size, morale=heart
    )
    totals = Totals(
        targets=targets,
        raw_off=off.raw,
        raw_def=back.raw,
        actual_off=off.actual,
        actual_def=back.actual,
        basic=basic,
        terrain=terrain,
        strength=raw,
        size=size,
        size_off=sized[0],
        size_def=sized[1],
        morale=heart,
        morale_off=mine.final,
        morale_def=theirs.final,
        adjusted=made.adjusted,
        overrun=made.overrun,
        composition=composition,
    )
    surrender = [s for s, side in ((w.phasing, mine), (w.waiting, theirs)) if side.surrender]
    return AddedUp(
        totals=totals,
        column=made.column,
        unsupported=unsupported,
        unrated=unrated,
        surrender=surrender,
        courage={w.phasing: our_courage, w.waiting: their_courage},
    )


def declared(w: World, side: Seat, hexes: Iterable[Hex], size: int) -> int:
    """Return the largest size that a side has declared for these stacks, else what it is."""
    said = w.record.sizes.get(side, {})
    return max((said[hex] for hex in hexes if hex in said), default=size)


Bill = tuple[tuple[UnitId, ...], Seat, int]
"""Units of a side, and the CP that an assault costs each."""


def bills(w: World, targets: Hexes, att: list[ca.Part], *, probe: bool) -> list[Bill]:
    """Return who pays how many CP for an assault: everybody in its hexes."""
    cp = w.charts.cp
    sides = (
        ({part.hex for part in att}, w.phasing, cp.probe if probe else cp.attack),
        (targets, w.waiting, cp.defend_probe if probe else cp.defend),
    )
    return [
        (tuple(unit.id for hex in sorted(hexes) for unit in w.stacked(hex, side)), side, price)
        for hexes, side, price in sides
    ]


def commit(
    w: World, targets: Hexes, att: list[ca.Part], dfn: list[ca.Part], *, probe: bool
) -> None:
    """Charge what an assault costs everybody in its hexes, and its ammo."""
    charts = w.charts
    if w.rulings.cpwhen == "before":
        for names, side, price in bills(w, targets, att, probe=probe):
            condition.charge_units(w, names, side, price)
    for part in (*att, *dfn):
        supplies.spend_ammo(
            w, w.units[part.unit], ammo_price(charts, "ca", w.kinds[part.kind].cls, part.n)
        )


def largest(w: World, side: Seat, targets: Hexes, parts: list[ca.Part]) -> sizes.Largest:
    """Return the largest units of a side (R-LARGEST).

    Rule: R-LARGEST.
    """
    names = {part.unit for part in parts}
    if w.rulings.largest == "ca_and_aa":
        names |= {name for hex in targets for name, _ in roles_of(w, side, "aa", hex)}
    taking_part = [w.units[name] for name in sorted(names)]
    if not taking_part and side == w.waiting:
        taking_part = [unit for hex in targets for unit in w.stacked(hex, side)]
    return sizes.largest(taking_part, list(w.of(side)), w.kinds)


def morale(
    t: Table, side: Seat, targets: Hexes, large: sizes.Largest, *, outweighed: bool
) -> tuple[sizes.Morale, Courage]:
    """Return the morale of a side: averages of its largest units, and a roll (P51); and the same as
    it stands in its book.

    Rule: R-ROMMEL.
    """
    w: World = t.world
    who = "att" if side == w.phasing else "def"
    units = [w.units[name] for name in large.units]
    basic, cohesion = sizes.averages(units, w.rulings) if units else (0, 0)
    hexes = {unit.hex for unit in units}
    led = {lead.hex for lead in w.leaders.values() if lead.side == side}
    leader = bool(hexes & led) and (w.rulings.rommel == "any" or hexes <= led)
    reading = d66(t, f"morale/{key(targets)}/{who}")
    made = sizes.morale(
        w.charts,
        w.rulings,
        basic,
        cohesion,
        reading,
        leader=leader,
        outweighed=outweighed,
    )
    told = MoraleRolled(
        targets=targets,
        basic=basic,
        cohesion=cohesion,
        reading=reading,
        adjustment=made.adjustment,
        leader=leader,
        morale=made.final,
    )
    t.tell(None, **{side: told})
    return made, Courage(
        units=large.units,
        basic=basic,
        cohesion=cohesion,
        reading=reading,
        adjustment=made.adjustment,
        leader=leader,
        final=made.final,
    )
