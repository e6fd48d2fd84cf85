"""Step 12, totals: strengths and possible losses of both sides, differential, surrender (rules
3.11, P39 to P59).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from msgspec import Struct

from engine import Seat, Table
from engine.games.desert import casualties, close_assault, condition, events, prices, s06_07_barrage
from engine.games.desert import close_assault as ca
from engine.games.desert.casualties import Exposed
from engine.games.desert.declarations import Strength
from engine.games.desert.s09_roles import roles_of
from engine.games.desert.s12_losses import is_gun
from engine.games.desert.units import Hex, Hexes, Kind, Points, Toe, Unit, UnitId
from engine.games.desert.world import Courage, Totals, World

FAR = 3
"""The number of hexes, and of cohesion, that an undefended hex costs (P46)."""


class Side(Struct, kw_only=True):
    """One side's loss bases and percentages by hex, and the points that may be lost."""

    base: dict[Hex, int] = {}
    percent: dict[Hex, int] = {}
    captured: bool = False
    raw_lost: int = 0
    pool: tuple[Exposed, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    home: dict[UnitId, Hex] = {}
    lost: Points = {}
    guns: Points = {}

    @property
    def toe(self) -> int:
        counted: Counter[tuple[UnitId, Kind]] = Counter()
        for entry in (*self.pool, *self.exposed):
            counted[entry.key] = max(entry.n, counted[entry.key])
        return counted.total()


def key(targets: Hexes) -> str:
    return "+".join(targets)


def parts(w: World, side: Seat, targets: Hexes) -> list[ca.Part]:
    attacker = side == w.phasing
    found = []
    for hex in targets:
        for name, role in roles_of(w, side, "ca", hex):
            if attacker and role.targets != targets:
                continue
            unit = w.units[name]
            stack = w.stacked(unit.hex, side)
            rating = "off" if attacker else "defence"
            found.append(ca.part(unit, role.kind, role.n, rating, stack, w.kinds))  # type: ignore[arg-type]  # two literals
    return list(dict.fromkeys(found))


def in_base(w: World, unit: Unit, *, overrun: bool) -> Toe:
    """Rule: R-POOLW."""
    if overrun or unit.pinned or unit.retreated_in or w.rulings.poolw == "on":
        return dict(unit.toe)
    found: Counter[Kind] = Counter()
    for role in unit.seg.roles:
        if role.task == "ca":
            found[role.kind] += role.n
    return found


Typed = Mapping[Seat, Strength]
"""The strength that the absent side declares (DS-24)."""


def reckon(
    w: World, sides: dict[Seat, Side], targets: Hexes, typed: Typed, *, overrun: bool
) -> None:
    """Rule: R-VUL."""
    mine, his = sides[w.phasing], sides[w.waiting]
    mine_parts = parts(w, w.phasing, targets)
    mine.base = ca.raw_by_hex(mine_parts)
    mine.pool = tuple(Exposed(p.unit, p.kind, p.n, p.rating) for p in mine_parts)
    mine.home = {part.unit: part.hex for part in mine_parts}
    if w.rulings.vul == "both":
        units = [unit for hex in mine.base for unit in w.stacked(hex, w.phasing)]
        mine.exposed = tuple(
            e for unit in units for e in exposed_guns(w, unit, overrun=overrun, offensive=True)
        )
    pool: list[Exposed] = []
    exposed: list[Exposed] = []
    for hex in targets:
        stack, base = w.defenders(hex), 0
        for unit in stack:
            his.home[unit.id] = hex
            for kind, n in in_base(w, unit, overrun=overrun).items():
                rating = ca.part(unit, kind, n, "defence", stack, w.kinds).rating
                base += n * rating
                if overrun or not is_gun(w.kinds[kind]):
                    pool.append(Exposed(unit.id, kind, n, rating))
            exposed += exposed_guns(w, unit, overrun=overrun, offensive=False)
        if stack:
            his.base[hex] = base
    his.pool, his.exposed = tuple(pool), tuple(exposed)
    for seat, said in typed.items():
        first, *others = targets
        sides[seat].base = {first: said.raw, **dict.fromkeys(others, 0)}


def exposed_guns(w: World, unit: Unit, *, overrun: bool, offensive: bool) -> list[Exposed]:
    """Return gun points that are Forward, and also Back ones in an overrun (P59)."""
    if unit.position is None or (unit.position == "back" and not overrun):
        return []
    fired = any(role.task == "aa" for role in unit.seg.roles)
    found = []
    for kind, n in unit.toe.items():
        if is_gun(w.kinds[kind]):
            rate = casualties.vulnerability(
                w.kinds[kind], w.rulings, fired_aa=fired, offensive=offensive
            )
            found += [Exposed(unit.id, kind, n, rate)] if rate else []
    return found


ALL_PINNED = 2
"""The attacker's bonus if all defenders are pinned (R-ALLPIN)."""


class AddedUp(Struct, frozen=True, kw_only=True):
    """The result of adding up an assault: totals, column, surrenders (R-SURR), and both sides'
    morale.
    """

    totals: Totals
    column: int
    unsupported: dict[Seat, int]
    unrated: bool
    surrender: list[Seat]
    courage: dict[Seat, Courage]


def add_up(
    t: Table,
    targets: Hexes,
    att: list[ca.Part],
    dfn: list[ca.Part],
    typed: Typed,
    origins: Hexes,
) -> AddedUp:
    """Add up an assault. ``origins`` count if the attacker's strength is ``typed``."""
    w: World = t.world
    charts, r = w.charts, w.rulings
    raws = {w.phasing: sum(p.raw for p in att), w.waiting: sum(p.raw for p in dfn)}
    raws |= {seat: said.raw for seat, said in typed.items()}
    small = ca.is_small(raws[w.phasing], raws[w.waiting], r)
    unsupported, strength, large = {}, {}, {}
    for seat, parts in ((w.phasing, att), (w.waiting, dfn)):
        if said := typed.get(seat):
            unsupported[seat] = 0
            strength[seat] = ca.Strength(said.raw, 0, said.actual)
            large[seat] = ca.Largest(said.size, ())
            continue
        cost = unsupported[seat] = ca.tanks_unsupported(parts, w.kinds, r, w.units)
        strength[seat] = ca.strength(parts, cost, r, small=small)
        large[seat] = largest(w, seat, targets, parts)
    off, back = strength[w.phasing], strength[w.waiting]
    origins = tuple(sorted({part.hex for part in att})) or origins
    mean = r.terr2 == "average"
    terrain = ca.terrain_modifier(w.board, w.cells, charts, origins, targets, mean=mean)
    unrated = ca.is_unrated(dfn, r)
    composition = ca.UNRATED if unrated else 0
    met = bool(dfn) or w.waiting in typed
    raw = 0 if met else ALL_PINNED
    if met and not unrated:
        raw = ca.raw_modifier(off.raw, back.raw, charts, r)
    sized = [
        declared(w, seat, hexes, large[seat].size)
        for seat, hexes in ((w.phasing, origins), (w.waiting, targets))
    ]
    size = close_assault.size_modifier(charts, *sized)
    (mine, our_courage), (theirs, their_courage) = (
        steadfast(typed[seat].morale)
        if seat in typed
        else morale(t, seat, targets, large[seat], outweighed=other.raw >= 3 * max(1, own.raw))
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
    said = w.record.sizes.get(side, {})
    return max((said[hex] for hex in hexes if hex in said), default=size)


Bill = tuple[tuple[UnitId, ...], Seat, int]
"""Units of a side, and the CP that an assault costs each."""


def bills(w: World, targets: Hexes, att: list[ca.Part], *, probe: bool) -> list[Bill]:
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
    charts = w.charts
    if w.rulings.cpwhen == "before":
        for names, side, price in bills(w, targets, att, probe=probe):
            condition.charge_units(w, names, side, price)
    for part in (*att, *dfn):
        condition.spend_ammo(
            w, w.units[part.unit], prices.ammo_price(charts, "ca", w.kinds[part.kind].cls, part.n)
        )


def largest(w: World, side: Seat, targets: Hexes, parts: list[ca.Part]) -> close_assault.Largest:
    """Rule: R-LARGEST."""
    names = {part.unit for part in parts}
    if w.rulings.largest == "ca_and_aa":
        names |= {name for hex in targets for name, _ in roles_of(w, side, "aa", hex)}
    taking_part = [w.units[name] for name in sorted(names)]
    if not taking_part and side == w.waiting:
        taking_part = [unit for hex in targets for unit in w.stacked(hex, side)]
    return close_assault.largest(taking_part, list(w.of(side)), w.kinds)


def morale(
    t: Table, side: Seat, targets: Hexes, large: close_assault.Largest, *, outweighed: bool
) -> tuple[close_assault.Morale, Courage]:
    """Rule: R-ROMMEL."""
    w: World = t.world
    who = "att" if side == w.phasing else "def"
    units = [w.units[name] for name in large.units]
    basic, cohesion = close_assault.averages(units, w.rulings) if units else (0, 0)
    hexes = {unit.hex for unit in units}
    led = {lead.hex for lead in w.leaders.values() if lead.side == side}
    leader = bool(hexes & led) and (w.rulings.rommel == "any" or hexes <= led)
    reading = s06_07_barrage.d66(t, f"morale/{key(targets)}/{who}")
    made = close_assault.morale(
        w.charts, w.rulings, basic, cohesion, reading, leader=leader, outweighed=outweighed
    )
    told = events.MoraleRolled(
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


def steadfast(final: int) -> tuple[close_assault.Morale, Courage]:
    return close_assault.Morale(final, 0, 0, final), Courage(
        units=(), basic=final, cohesion=0, reading=0, adjustment=0, leader=False, final=final
    )


HOPELESS = -17
"""The cohesion at which the units of an assaulted hex surrender (R-SURR)."""


def hopeless(w: World, hex: Hex) -> list[Unit]:
    """Return the units of a hex that surrender when assaulted. These are units with a cohesion of
    -17 or worse, or all units if none has ammo left to defend (SPI 17.26, 15.88).

    Rule: R-SURR.
    """
    stack = [unit for unit in w.defenders(hex) if unit.points]
    charts = w.charts
    dry = all(
        condition.ammo(w, unit)
        < min(prices.ammo_price(charts, "ca", w.kinds[k].cls, 1) for k in unit.toe)
        for unit in stack
    )
    return stack if dry else [unit for unit in stack if unit.cohesion <= HOPELESS]


def yield_up(t: Table, hex: Hex, side: Seat, units: list[Unit]) -> None:
    w: World = t.world
    for unit in units:
        w.captured[side] = w.captured.get(side, 0) + unit.points
        condition.remove(w, unit, dict(unit.toe))
        del w.units[unit.id]
    if units:
        t.tell(events.Surrendered(hex, side))
