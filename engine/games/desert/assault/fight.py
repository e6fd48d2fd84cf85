"""One close assault (rules 3.11): strengths, morale, dice, retreats,
losses, captures, and what follows.
"""

from typing import Any

from msgspec import Struct, field

from engine.game import Script
from engine.games.desert.arithmetic import assault as ca
from engine.games.desert.arithmetic import casualties, sizes
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.arithmetic.prices import ammo_price, refund
from engine.games.desert.assault.captured import Capturing, captives
from engine.games.desert.assault.losses import Paid, Tolls, is_gun
from engine.games.desert.assault.placing import placing
from engine.games.desert.assault.retreat import FallBack, Fallen
from engine.games.desert.assault.surrender import hopeless, yield_up
from engine.games.desert.events import (
    Assaulted,
    Claimed,
    Costs,
    Lost,
    MoraleRolled,
    ProbeMade,
    Rolled,
    Totalled,
    Undefended,
    Vacated,
    Void,
)
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Hex, Kind, Rating, Unit, UnitId
from engine.games.desert.ground import zones
from engine.games.desert.segment.s06_barrage import DIE, d66
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.sheets.sheets import Losses, Points
from engine.games.desert.view import Captive, Toll
from engine.games.desert.world import Fight, Totals, World
from engine.play import Table
from engine.state import Seat

FAR = 3
"""Hexes, and cohesion, that an undefended hex costs (P46)."""


class Side(Struct, kw_only=True):
    """One side's part in an assault: the loss base and percentage of each hex,
    and the points that may be lost.
    """

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
        """TOE against which losses are measured: the loss base and exposed
        guns, each point once (R-THIRTY).
        """
        counted: dict[tuple[UnitId, Kind], int] = {}
        for entry in (*self.pool, *self.exposed):
            counted[entry.unit, entry.kind] = max(entry.n, counted.get((entry.unit, entry.kind), 0))
        return sum(counted.values())


def state_of(unit: Unit) -> tuple[int, int, int]:
    """Cohesion, CP spent and ammo."""
    return unit.cohesion, unit.cp_spent, unit.ammo


class Melee(Script):
    """One close assault. ``sides``: the attacker's and the defender's part; ``before``: how
    units were when it began; ``unrated``: the defenders have no rating for it (R-COMP).

    Rule: DS-13.
    """

    targets: tuple[Hex, ...] = ()
    origins: tuple[Hex, ...] = ()
    column: int = 0
    basic: int = 0
    adjusted: int = 0
    overrun: bool = False
    probe: bool = False
    engaged: bool = False
    unrated: bool = False
    retreat: int = 0
    queue: list[Hex] = field(default_factory=list)
    moved: bool = False
    fought: list[UnitId] = field(default_factory=list)
    before: dict[UnitId, tuple[int, int, int]] = field(default_factory=dict)
    sides: dict[Seat, Side] = field(default_factory=dict)
    steps = (
        "begin",
        "undefended",
        "totals",
        "roll",
        "retreats",
        "losses",
        "captured",
        "placed",
        "after",
    )

    @property
    def key(self) -> str:
        """How dice keys name it."""
        return "+".join(self.targets)

    def fight(self, w: World) -> Fight:
        """The record of it."""
        return next(
            fight for fight in w.record.fights if fight.targets == self.targets and fight.assault
        )

    def parts(self, w: World, side: Seat) -> list[ca.Part]:
        """The points in close assault, with the rating they fight with."""
        attacker = side == w.phasing
        found = []
        for hex in self.targets:
            for name, role in roles_of(w, side, "ca", hex):
                if attacker and role.targets != self.targets:
                    continue
                unit = w.units[name]
                stack = w.stacked(unit.hex, side)
                rating = "off" if attacker else "defence"
                found.append(ca.part(unit, role.kind, role.n, rating, stack, w.kinds))  # type: ignore[arg-type]  # two literals
        return list(dict.fromkeys(found))

    def finish(self, t: Table, status: Any) -> None:
        """Over, without more steps."""
        self.fight(t.world).status = status
        self.at = self.steps[-1]

    def begin(self, t: Table) -> None:
        """Nobody left to attack: void, and counts as made (SPI 15.29).
        Dummies and probes are looked at.
        """
        w: World = t.world
        w.step = "ca_pick"
        w.record.totals = None
        self.before = {unit.id: state_of(unit) for unit in w.units.values()}
        self.sides = {w.phasing: Side(), w.waiting: Side()}
        mine = self.parts(w, w.phasing)
        if not mine or not any(w.stacked(hex, w.waiting) for hex in self.targets):
            t.tell(Void(self.targets))
            w.record.assaulted += self.targets
            self.finish(t, "void")
            return
        units = {part.unit for part in mine}
        available = sum(w.units[name].points for name in units)
        committed = sum(
            role.n for name in units for role in w.units[name].seg.roles if role.task == "ca"
        )
        self.probe = ca.is_probe(committed, available, w.rulings)
        if not self.probe:
            w.record.assaulted += self.targets

    def undefended(self, t: Table) -> None:
        """P46: hexes in which nobody is left to defend; all their units retreat
        three hexes and lose 3 cohesion.

        Rule: R-ALLPIN.
        """
        w: World = t.world
        if w.rulings.surr == "on":
            for hex in self.targets:
                yield_up(t, hex, w.waiting, hopeless(w, hex))
        defended = {part.hex for part in self.parts(w, w.waiting)}
        bare = [hex for hex in self.targets if hex not in defended and w.stacked(hex, w.waiting)]
        if w.rulings.allpin == "defends":
            bare = [
                hex
                for hex in bare
                if not all(unit.pinned for unit in w.stacked(hex, w.waiting) if unit.points)
            ]
        if bare:
            t.tell(Undefended(tuple(bare)))
            for hex in bare:
                for unit in w.stacked(hex, w.waiting):
                    condition.shake(unit, -FAR)
            self.queue = bare
            self.next_fall(t, FAR, forced=True)

    def next_fall(self, t: Table, n: int, forced: bool = False) -> None:
        """The next hex whose units retreat."""
        w: World = t.world
        while self.queue and not w.stacked(self.queue[0], w.waiting):
            self.queue = self.queue[1:]
        if self.queue:
            hex = self.queue[0]
            self.queue = self.queue[1:]
            w.step = "ca_retreat"
            percent = self.sides[w.waiting].percent.get(hex, 0)
            t.push(FallBack(w.waiting, hex, n, percent, forced, tuple(self.queue)))

    def returned(self, t: Table, result: Any) -> None:
        w: World = t.world
        if isinstance(result, Fallen):
            side = self.sides[w.waiting]
            self.moved = self.moved or not result.stood
            if result.hex in side.percent:
                side.percent[result.hex] = casualties.loss_percent(
                    side.percent[result.hex], result.ignored
                )
            elif result.ignored:
                self.decimate(w, result)
            self.next_fall(t, self.retreat or FAR, not self.retreat)
        elif isinstance(result, Paid):
            self.pay(t, result.sheets)

    def decimate(self, w: World, fallen: Fallen) -> None:
        """P46 without a way out: 10 % of the points for each missing hex (R-BUYOUT)."""
        for unit in w.stacked(fallen.hex, w.waiting):
            for kind, n in list(unit.toe.items()):
                condition.remove(
                    w, unit, {kind: -(-n * casualties.IGNORED * fallen.ignored // 100)}
                )
        condition.bury(w)

    def totals(self, t: Table) -> None:
        """Strengths, modifiers, differential (P39 to P51). CP and ammo are
        charged at commitment (R-CPWHEN).
        """
        w: World = t.world
        if not any(w.stacked(hex, w.waiting) for hex in self.targets):
            self.finish(t, "resolved")
            return
        charts, board = zones.charts_of(w), zones.board_of(w)
        att, dfn = self.parts(w, w.phasing), self.parts(w, w.waiting)
        self.commit(w, att, dfn)
        cost = (
            ca.tanks_unsupported(att, w.kinds, w.rulings, w.units),
            ca.tanks_unsupported(dfn, w.kinds, w.rulings, w.units),
        )
        small = ca.is_small(sum(p.raw for p in att), sum(p.raw for p in dfn), w.rulings)
        off, back = (
            ca.strength(att, cost[0], w.rulings, small),
            ca.strength(dfn, cost[1], w.rulings, small),
        )
        origins = sorted({part.hex for part in att})
        pinned_only = not dfn
        terrain = ca.terrain_modifier(board, w.cells, charts, origins, self.targets)
        self.unrated = ca.is_unrated(dfn, w.rulings)
        composition = ca.UNRATED if self.unrated else 0
        raw = (
            2
            if pinned_only
            else 0
            if self.unrated
            else ca.raw_modifier(off.raw, back.raw, charts, w.rulings)
        )
        large = self.largest(w, w.phasing, att), self.largest(w, w.waiting, dfn)
        size = sizes.size_modifier(charts, large[0].size, large[1].size)
        mine = self.morale(t, w.phasing, large[0], "att", back.raw >= 3 * max(1, off.raw))
        his = self.morale(t, w.waiting, large[1], "def", off.raw >= 3 * max(1, back.raw))
        sum_of = ca.differential(
            charts,
            w.rulings,
            off.actual - back.actual,
            terrain,
            raw + composition,
            size,
            mine.final - his.final,
        )
        self.basic, self.column, self.overrun, self.adjusted = (
            sum_of.basic,
            sum_of.column,
            sum_of.overrun,
            sum_of.adjusted,
        )
        if self.probe and self.basic >= -4:
            w.record.assaulted += self.targets
        totals = Totals(
            targets=self.targets,
            raw_off=off.raw,
            raw_def=back.raw,
            actual_off=off.actual,
            actual_def=back.actual,
            basic=sum_of.basic,
            terrain=terrain,
            strength=raw,
            size=size,
            size_off=large[0].size,
            size_def=large[1].size,
            morale=sum_of.morale,
            morale_off=mine.final,
            morale_def=his.final,
            adjusted=sum_of.adjusted,
            overrun=sum_of.overrun,
            composition=composition,
        )
        w.record.totals = totals
        own = {
            seat: Totalled(totals, n)
            for seat, n in zip((w.phasing, w.waiting), cost, strict=True)
            if n
        }
        t.tell(Totalled(totals), **own)
        if mine.surrender or his.surrender:
            self.give_up(t, mine.surrender, his.surrender)

    def commit(self, w: World, att: list[ca.Part], dfn: list[ca.Part]) -> None:
        """What an assault costs everybody in its hexes, and its ammo."""
        charts = zones.charts_of(w)
        cp = charts.cp
        self.fought = sorted({part.unit for part in (*att, *dfn)})
        condition.charge(
            w, {part.hex for part in att}, w.phasing, cp.probe if self.probe else cp.attack
        )
        condition.charge(w, self.targets, w.waiting, cp.defend_probe if self.probe else cp.defend)
        for part in (*att, *dfn):
            supplies.spend_ammo(
                w, w.units[part.unit], ammo_price(charts, "ca", w.kinds[part.kind].cls, part.n)
            )

    def largest(self, w: World, side: Seat, parts: list[ca.Part]) -> sizes.Largest:
        """The largest units of a side (R-LARGEST).

        Rule: R-LARGEST.
        """
        names = {part.unit for part in parts}
        if w.rulings.largest == "ca_and_aa":
            names |= {name for hex in self.targets for name, _ in roles_of(w, side, "aa", hex)}
        taking_part = [w.units[name] for name in sorted(names)]
        if not taking_part and side == w.waiting:
            taking_part = [unit for hex in self.targets for unit in w.stacked(hex, side)]
        return sizes.largest(taking_part, list(w.of(side)), w.kinds)

    def morale(
        self, t: Table, side: Seat, large: sizes.Largest, who: str, outweighed: bool
    ) -> sizes.Morale:
        """The morale of a side: averages of its largest units, and a roll (P51)."""
        w: World = t.world
        units = [w.units[name] for name in large.units]
        basic, cohesion = sizes.averages(units, w.rulings) if units else (0, 0)
        hexes = {unit.hex for unit in units}
        leader = any(lead.side == side and lead.hex in hexes for lead in w.leaders.values())
        reading = d66(t, f"morale/{self.key}/{who}")
        made = sizes.morale(
            zones.charts_of(w), w.rulings, basic, cohesion, reading, leader, outweighed
        )
        told = MoraleRolled(
            targets=self.targets,
            basic=basic,
            cohesion=cohesion,
            reading=reading,
            adjustment=made.adjustment,
            leader=leader,
            morale=made.final,
        )
        t.tell(None, **{side: told})
        return made

    def give_up(self, t: Table, attacker: bool, defender: bool) -> None:
        """R-SURR: a side surrenders all its units in the assault;
        if both would, all are Engaged.
        """
        w: World = t.world
        if attacker and defender:
            for name in self.fought:
                w.units[name].engaged = True
        else:
            side = w.phasing if attacker else w.waiting
            for hex in self.origins if attacker else self.targets:
                yield_up(
                    t,
                    hex,
                    side,
                    [u for u in w.stacked(hex, side) if not attacker or u.id in self.fought],
                )
        self.finish(t, "resolved")

    def roll(self, t: Table) -> None:
        """Both sides' dice (P52 to P54).

        Rules: R-ENG, R-DICE.
        """
        w: World = t.world
        charts = zones.charts_of(w)
        readings = d66(t, f"assault/{self.key}/att"), d66(t, f"assault/{self.key}/def")
        mine, his = (
            ca.attacker_result(charts, self.column, readings[0]),
            ca.defender_result(charts, self.column, readings[1]),
        )
        self.retreat = his.retreat
        self.engaged = (
            mine.engaged and not self.probe and not (his.retreat and w.rulings.eng == "result")
        )
        less = (
            10 if self.probe and all(w.units[name].kind == "recce" for name in self.ours(w)) else 0
        )
        percent = 0 if self.unrated else max(0, mine.percent - less)
        self.reckon(w)
        for seat, reading, result, taken in (
            (w.phasing, readings[0], percent, mine.captured and not self.unrated),
            (w.waiting, readings[1], his.percent, his.captured),
        ):
            side = self.sides[seat]
            side.percent, side.captured = dict.fromkeys(side.base, result), taken
            told = Rolled(self.targets, reading, result)
            t.tell(told if w.rulings.dice == "public" else None, **{seat: told})
        captured = tuple(seat for seat in (w.phasing, w.waiting) if self.sides[seat].captured)
        t.tell(Assaulted(self.targets, self.retreat, self.engaged, self.overrun, captured))

    def ours(self, w: World) -> list[UnitId]:
        """The attacker's units that are still there."""
        return [name for name in self.fought if name in w.units and w.units[name].side == w.phasing]

    def in_base(self, w: World, unit: Unit) -> dict[Kind, int]:
        """Points of a defending unit that are in the loss base (P57).

        Rule: R-POOLW.
        """
        if self.overrun or unit.pinned or unit.retreated_in or w.rulings.poolw == "on":
            return dict(unit.toe)
        found: dict[Kind, int] = {}
        for role in unit.seg.roles:
            if role.task == "ca":
                found[role.kind] = found.get(role.kind, 0) + role.n
        return found

    def reckon(self, w: World) -> None:
        """The loss bases of both sides, and who may be lost, before
        anybody retreats (P57 to P59).

        Rule: R-VUL.
        """
        mine, his = self.sides[w.phasing], self.sides[w.waiting]
        parts = self.parts(w, w.phasing)
        mine.base = ca.raw_by_hex(parts)
        mine.pool = tuple(Exposed(p.unit, p.kind, p.n, p.rating) for p in parts)
        mine.home = {part.unit: part.hex for part in parts}
        if w.rulings.vul == "both":
            units = [unit for hex in mine.base for unit in w.stacked(hex, w.phasing)]
            mine.exposed = tuple(e for unit in units for e in self.exposed(w, unit, offensive=True))
        pool: list[Exposed] = []
        exposed: list[Exposed] = []
        for hex in self.targets:
            stack, base = w.stacked(hex, w.waiting), 0
            for unit in stack:
                his.home[unit.id] = hex
                for kind, n in self.in_base(w, unit).items():
                    rating = ca.part(unit, kind, n, "defence", stack, w.kinds).rating
                    base += n * rating
                    if self.overrun or not is_gun(w.kinds[kind]):
                        pool.append(Exposed(unit.id, kind, n, rating))
                exposed += self.exposed(w, unit, offensive=False)
            if stack:
                his.base[hex] = base
        his.pool, his.exposed = tuple(pool), tuple(exposed)

    def exposed(self, w: World, unit: Unit, offensive: bool) -> list[Exposed]:
        """Gun points that stand Forward, in an overrun Back too (P59)."""
        if unit.position is None or (unit.position == "back" and not self.overrun):
            return []
        fired = any(role.task == "aa" for role in unit.seg.roles)
        found = []
        for kind, n in unit.toe.items():
            if is_gun(w.kinds[kind]):
                rate = casualties.vulnerability(w.kinds[kind], w.rulings, fired, offensive)
                found += [Exposed(unit.id, kind, n, rate)] if rate else []
        return found

    def retreats(self, t: Table) -> None:
        """The defender chooses where to go, before any losses (P55, P56)."""
        w: World = t.world
        if self.retreat:
            self.queue = [hex for hex in self.targets if w.stacked(hex, w.waiting)]
            self.next_fall(t, self.retreat)

    def losses(self, t: Table) -> None:
        """Both are asked about their losses, always; the defender
        about his guns too (P57 to P59).
        """
        w: World = t.world
        if self.engaged and w.rulings.eng == "retreat" and self.moved:
            self.engaged = False
        tolls: dict[Seat, Toll] = {}
        for seat, side in self.sides.items():
            rows = [(base, side.percent[hex]) for hex, base in side.base.items()]
            if seat == w.phasing:
                side.raw_lost = casualties.attacker_loses(
                    sum(base for base, _ in rows), rows[0][1] if rows else 0
                )
            else:
                side.raw_lost = casualties.defender_loses(rows, self.overrun)
            pool, exposed = (
                tuple(entry for entry in entries if entry.unit in w.units)
                for entries in (side.pool, side.exposed)
            )
            need = casualties.vulnerability_needed(side.raw_lost) if exposed else 0
            tolls[seat] = Toll(
                targets=self.targets,
                raw=side.raw_lost,
                guns=need,
                overrun=self.overrun,
                pool=pool,
                exposed=exposed,
                bases=side.base,
                home=side.home,
            )
        w.step = "ca_loss"
        t.push(Tolls({seat: Losses() for seat in w.seats}, tolls))

    def pay(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """Take what both have chosen."""
        w: World = t.world
        for seat, sheet in sheets.items():
            side = self.sides[seat]
            side.lost, side.guns = sheet.points, sheet.guns
            told: Points = {}
            for name, kind, n in (
                (name, kind, n)
                for points in (side.lost, side.guns)
                for name, own in points.items()
                for kind, n in own.items()
            ):
                condition.shrink(w.units[name], kind, n, "ca", self.targets)
                condition.remove(w, w.units[name], {kind: n})
                told.setdefault(name, {})[kind] = told.get(name, {}).get(kind, 0) + n
            gone = tuple(unit.id for unit in w.of(seat) if condition.dead(unit))
            t.tell(None, **{seat: Lost("ca_loss", told, {}, (), gone)})
        condition.bury(w)

    def captured(self, t: Table) -> None:
        """P60: a die for the share that is captured; the loser marks which.

        Rule: R-CAPLIST.
        """
        w: World = t.world
        asked: dict[Seat, Captive] = {}
        for seat, who in ((w.phasing, "att"), (w.waiting, "def")):
            side = self.sides[seat]
            if side.captured:
                die = t.dice(f"{w.segment}/captured/{self.key}/{who}")(DIE)
                percent = zones.charts_of(w).prisoner_percent(die)
                need = casualties.captured_needed(side.raw_lost, percent)
                t.tell(None, **{seat: Claimed(self.targets, percent, need)})
                rating: Rating = "off" if seat == w.phasing else "defence"
                listed = (
                    [side.lost] if w.rulings.caplist == "percentage" else [side.lost, side.guns]
                )
                if need and (pool := captives(w, rating, listed)):
                    asked[seat] = Captive(seat, need, pool)
        self.shaken(w)
        if asked:
            w.step = "ca_captured"
            t.push(Capturing({seat: Losses() for seat in asked}, asked))

    def shaken(self, w: World) -> None:
        """P61: more than 30 % lost costs 3 cohesion."""
        for side in self.sides.values():
            lost = sum(
                n for points in (*side.lost.values(), *side.guns.values()) for n in points.values()
            )
            if casualties.many_lost(lost, side.toe, w.rulings):
                for name in sorted(
                    {entry.unit for entry in (*side.pool, *side.exposed)} & set(w.units)
                ):
                    condition.shake(w.units[name], -FAR)

    def placed(self, t: Table) -> None:
        """P62: the captors place what they have; the losers have marked it."""
        w: World = t.world
        if w.record.captives:
            w.step = "ca_place"
            t.push(placing(w, self.targets))

    def after(self, t: Table) -> None:
        """Engaged, contact, an emptied hex, CP given back, and what a probe was (3.11)."""
        w: World = t.world
        fight = self.fight(w)
        if fight.status == "waiting":
            fight.status = "resolved"
            self.aftermath(t)
        self.tell_costs(t)
        w.record.captives = {}
        w.step = "ca_pick"

    def tell_costs(self, t: Table) -> None:
        """What it has changed for the units that are left, to their side (P52)."""
        for side in t.world.seats:
            changed: dict[str, dict[UnitId, int]] = {"cohesion": {}, "cp": {}, "ammo": {}}
            for unit in t.world.of(side):
                now, then = state_of(unit), self.before.get(unit.id, state_of(unit))
                for what, a, b in zip(changed, then, now, strict=True):
                    if a != b:
                        changed[what][unit.id] = b - a
            if any(changed.values()):
                t.tell(None, **{side: Costs(self.targets, **changed)})

    def aftermath(self, t: Table) -> None:
        """After an assault that was fought.

        Rule: R-WIN.
        """
        w: World = t.world
        if not any(w.stacked(hex, w.waiting) for hex in self.targets):
            t.tell(Vacated(self.targets))
            if w.rulings.win == "on":
                for name in self.ours(w):
                    condition.shake(w.units[name], FAR)
        for hex in self.targets:
            for unit in w.stacked(hex, w.waiting):
                back = refund(
                    unit.seg.cp_charged, self.adjusted, zones.charts_of(w), unit.seg.was_barraged
                )
                unit.cp_spent -= back
                unit.seg.cp_charged -= back
        involved = {*self.fought, *(name for side in self.sides.values() for name in side.home)}
        for name in sorted(involved & set(w.units)):
            unit = w.units[name]
            beside = any(w.stacked(hex, w.other(unit.side)) for hex in zones.near(w, unit.hex))
            if self.engaged:
                unit.engaged = True
            elif beside and not unit.engaged and not self.probe:
                unit.contact = True
        if self.probe:
            t.tell(ProbeMade(self.targets))
