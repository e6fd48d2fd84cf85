"""Step 12, close assault (rules 3.11): the choice of the next one (D10, D11), then dice, retreats,
losses, captures.
"""

from collections import Counter
from typing import Any

from msgspec import field

from engine import Ask, Choice, Frame, Menu, Order, Script, Seat, Table
from engine.games.desert import casualties, condition, dossiers, events, prices, s12_totals, slots
from engine.games.desert import close_assault as ca
from engine.games.desert import orders as o
from engine.games.desert.orders import Losses
from engine.games.desert.prompts import answered, offer, one_answer
from engine.games.desert.s06_07_barrage import DIE, d66
from engine.games.desert.s09_roles import TargetHexes
from engine.games.desert.s12_losses import Capturing, Paid, Tolls, captives, placing
from engine.games.desert.s12_retreat import FallBack, Fallen, decimate, shaken, tell_costs
from engine.games.desert.s12_totals import FAR, Side, parts
from engine.games.desert.units import Hex, Hexes, Rating, UnitId
from engine.games.desert.view import Captive, Toll, View
from engine.games.desert.world import Dossier, Fight, World

LARGE_ENOUGH = -4
"""The minimum basic differential at which a probe meets an obligation (R-PROBE)."""


class Melee(Script, kw_only=True):
    """One close assault.

    Rule: DS-13.
    """

    targets: Hexes = ()
    origins: Hexes = ()
    column: int = 0
    basic: int = 0
    adjusted: int = 0
    overrun: bool = False
    probe: bool = False
    engaged: bool = False
    unrated: bool = False  # the defenders have no rating for it (R-COMP)
    retreat: int = 0
    queue: list[Hex] = field(default_factory=list)
    moved: bool = False
    fought: list[UnitId] = field(default_factory=list)
    # state of units at its beginning
    before: dict[UnitId, tuple[int, int, int]] = field(default_factory=dict)
    sides: dict[Seat, Side] = field(default_factory=dict)  # the attacker's and the defender's parts
    files: dict[Seat, Dossier] = field(default_factory=dict)  # notes for each side's dossier
    owed: list[s12_totals.Bill] = field(default_factory=list)
    steps = tuple("begin undefended totals roll retreats losses captured placed after".split())

    def fight(self, w: World) -> Fight:
        return next(
            fight for fight in w.record.fights if fight.targets == self.targets and fight.assault
        )

    def typed(self, w: World) -> s12_totals.Typed:
        return {}

    def notes(self, w: World, seat: Seat) -> Dossier:
        blank = Dossier(side=seat, segment=w.segment, what="assault", targets=self.targets)
        return self.files.setdefault(seat, blank)

    def finish(self, t: Table, status: Any) -> None:
        self.fight(t.world).status = status
        self.at = self.steps[-2]

    def open(self, w: World) -> None:
        w.step = "ca_pick"
        w.record.totals = None
        self.before = dossiers.book(w)
        self.sides = {w.phasing: Side(), w.waiting: Side()}

    def begin(self, t: Table) -> None:
        """Resolve dummies and probes. If nobody is left on a side, the assault is void, but counts
        as made (SPI 15.29).
        """
        w: World = t.world
        self.open(w)
        mine = parts(w, w.phasing, self.targets)
        if not mine or not any(w.defenders(hex) for hex in self.targets):
            t.tell(events.Void(self.targets))
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
        """Rule: R-ALLPIN."""
        w: World = t.world
        if w.rulings.surr == "on":
            for hex in self.targets:
                s12_totals.yield_up(t, hex, w.waiting, s12_totals.hopeless(w, hex))
        defended = {part.hex for part in parts(w, w.waiting, self.targets)}
        bare = [hex for hex in self.targets if hex not in defended and w.defenders(hex)]
        if w.rulings.allpin == "defends":
            able = {unit.hex for unit in w.of(w.waiting) if unit.points and not unit.pinned}
            bare = [hex for hex in bare if hex in able]
        if bare:
            t.tell(events.Undefended(tuple(bare)))
            for hex in bare:
                for unit in w.defenders(hex):
                    condition.shake(unit, -FAR)
            self.queue = bare
            self.next_fall(t, FAR, forced=True)

    def next_fall(self, t: Table, n: int, *, forced: bool = False) -> None:
        w: World = t.world
        self.queue = [hex for hex in self.queue if w.defenders(hex)]
        if self.queue:
            hex, *self.queue = self.queue
            w.step = "ca_retreat"
            t.push(
                FallBack(
                    seat=w.waiting,
                    hex=hex,
                    n=n,
                    percent=self.sides[w.waiting].percent.get(hex, 0),
                    forced=forced,
                    closed=tuple(self.queue),
                )
            )

    def returned(self, t: Table, result: Any) -> None:
        w: World = t.world
        if isinstance(result, Fallen):
            side = self.sides[w.waiting]
            self.moved = self.moved or not result.stood
            for one in (self.notes(w, seat) for seat in w.seats):
                one.went += [(result.hex, to) for to in result.to or (result.hex,)]
            if result.hex in side.percent:
                side.percent[result.hex] = casualties.loss_percent(
                    side.percent[result.hex], result.ignored
                )
            elif result.ignored:
                decimate(w, result)
            self.next_fall(t, self.retreat or FAR, forced=not self.retreat)
        elif isinstance(result, Paid):
            self.pay(t, result.sheets)

    def totals(self, t: Table) -> None:
        """Add up both sides (P39 to P51). CP and ammo are charged now, at commitment (R-CPWHEN)."""
        w: World = t.world
        if not any(w.defenders(hex) for hex in self.targets):
            self.finish(t, "resolved")
            return
        att, dfn = parts(w, w.phasing, self.targets), parts(w, w.waiting, self.targets)
        self.fought = sorted({part.unit for part in (*att, *dfn)})
        self.owed = s12_totals.bills(w, self.targets, att, probe=self.probe)
        s12_totals.commit(w, self.targets, att, dfn, probe=self.probe)
        made = s12_totals.add_up(t, self.targets, att, dfn, self.typed(w), self.origins)
        totals = made.totals
        self.unrated, self.column, self.overrun = made.unrated, made.column, totals.overrun
        self.basic, self.adjusted = totals.basic, totals.adjusted
        if self.probe and self.basic >= LARGE_ENOUGH:
            w.record.assaulted += self.targets
        w.record.totals = totals
        for seat, mine in ((w.phasing, att), (w.waiting, dfn)):
            one, origins = self.notes(w, seat), {part.hex for part in att if seat == w.phasing}
            one.own, one.totals = dossiers.fighters(mine, self.targets), totals
            one.unsupported, one.courage = made.unsupported[seat], made.courage[seat]
            one.grounds = dossiers.grounds(w, self.targets, origins)
        own = {seat: events.Totalled(totals, n) for seat, n in made.unsupported.items() if n}
        t.tell(events.Totalled(totals), **own)
        if made.surrender:
            self.give_up(t, made.surrender)

    def give_up(self, t: Table, sides: list[Seat]) -> None:
        """Take a side prisoner (R-SURR). If both would surrender, all become Engaged."""
        w: World = t.world
        if len(sides) > 1:
            for name in self.fought:
                w.units[name].engaged = True
        else:
            (side,) = sides
            attacker = side == w.phasing
            for hex in self.origins if attacker else self.targets:
                units = w.stacked(hex, side)
                gone = [unit for unit in units if not attacker or unit.id in self.fought]
                s12_totals.yield_up(t, hex, side, gone)
        self.finish(t, "resolved")

    def roll(self, t: Table) -> None:
        """Rules: R-ENG, R-DICE."""
        w: World = t.world
        charts = w.charts
        dice, theirs = (
            d66(t, f"assault/{s12_totals.key(self.targets)}/{who}") for who in ("att", "def")
        )
        attack = ca.attacker_result(charts, self.column, dice)
        defence = ca.defender_result(charts, self.column, theirs)
        self.retreat = defence.retreat
        fled = self.retreat and w.rulings.eng == "result"
        self.engaged = attack.engaged and not self.probe and not fled
        recce = self.probe and all(w.units[name].kind == "recce" for name in self.ours(w))
        percent = 0 if self.unrated else max(0, attack.percent - (10 if recce else 0))
        s12_totals.reckon(w, self.sides, self.targets, self.typed(w), overrun=self.overrun)
        for seat, reading, result, taken in (
            (w.phasing, dice, percent, attack.captured and not self.unrated),
            (w.waiting, theirs, defence.percent, defence.captured),
        ):
            side = self.sides[seat]
            side.percent, side.captured = dict.fromkeys(side.base, result), taken
            one = self.notes(w, seat)
            one.reading, one.retreat, one.engaged = reading, self.retreat, self.engaged
            one.overrun = self.overrun
            told = events.Rolled(self.targets, reading, result)
            t.tell(told if w.rulings.dice == "public" else None, **{seat: told})
        captured = tuple(seat for seat in (w.phasing, w.waiting) if self.sides[seat].captured)
        w.note("assault", *((hex,) for hex in self.targets))
        t.tell(events.Assaulted(self.targets, self.retreat, self.engaged, self.overrun, captured))

    def ours(self, w: World) -> list[UnitId]:
        return [name for name in self.fought if name in w.units and w.units[name].side == w.phasing]

    def retreats(self, t: Table) -> None:
        """Ask the defender for retreats before any losses (P55, P56)."""
        w: World = t.world
        if self.retreat:
            self.queue = [hex for hex in self.targets if w.defenders(hex)]
            self.next_fall(t, self.retreat)

    def losses(self, t: Table) -> None:
        """Ask both sides about their losses, even if there are none, and the defender about guns
        too (P57 to P59).
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
                side.raw_lost = casualties.defender_loses(rows, overrun=self.overrun)
            self.notes(w, seat).percents = dict(side.percent)
            self.notes(w, seat).raw_lost = side.raw_lost
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
        w: World = t.world
        for seat, sheet in sheets.items():
            side = self.sides[seat]
            side.lost, side.guns = sheet.points, sheet.guns
            self.notes(w, seat).lost, self.notes(w, seat).guns = side.lost, side.guns
            lost = Counter(casualties.flat(side.lost))
            lost.update(casualties.flat(side.guns))
            for (name, kind), n in lost.items():
                condition.shrink(w.units[name], kind, n, "ca", self.targets)
                condition.remove(w, w.units[name], {kind: n})
            gone = tuple(unit.id for unit in w.of(seat) if condition.dead(unit))
            told = casualties.nested(lost)
            t.tell(None, **{seat: events.Lost("ca_loss", told, {}, (), gone)})
        condition.bury(w)

    def captured(self, t: Table) -> None:
        """Rule: R-CAPLIST."""
        w: World = t.world
        asked: dict[Seat, Captive] = {}
        for seat, who in ((w.phasing, "att"), (w.waiting, "def")):
            side = self.sides[seat]
            if side.captured:
                die = t.dice(f"{w.segment}/captured/{s12_totals.key(self.targets)}/{who}")(DIE)
                percent = w.charts.prisoner_percent(die)
                need = casualties.captured_needed(side.raw_lost, percent)
                t.tell(None, **{seat: events.Claimed(self.targets, percent, need)})
                self.notes(w, seat).captured, self.notes(w, seat).captured_raw = percent, need
                rating: Rating = "off" if seat == w.phasing else "defence"
                listed = (
                    [side.lost] if w.rulings.caplist == "percentage" else [side.lost, side.guns]
                )
                if need and (pool := captives(w, rating, listed)):
                    asked[seat] = Captive(seat, need, pool)
        shaken(w, self.sides.values())
        if asked:
            w.step = "ca_captured"
            t.push(Capturing({seat: Losses() for seat in asked}, asked))

    def placed(self, t: Table) -> None:
        w: World = t.world
        if w.record.captives:
            w.step = "ca_place"
            t.push(placing(w, self.targets))

    def after(self, t: Table) -> None:
        """Rule: R-CPWHEN."""
        w: World = t.world
        fight = self.fight(w)
        if w.rulings.cpwhen == "after":
            for names, side, price in self.owed:
                condition.charge_units(w, names, side, price)
        if fight.status == "waiting":
            fight.status = "resolved"
            self.aftermath(t)
        tell_costs(t, self.targets, self.before)
        every = [self.notes(w, seat) for seat in w.seats]
        for one in every:
            one.status, one.seized = fight.status, {**w.record.captives}
        dossiers.file_away(w, every, self.before)
        w.record.captives = {}
        w.step = "ca_pick"

    def aftermath(self, t: Table) -> None:
        """Rule: R-WIN."""
        w: World = t.world
        if not any(w.defenders(hex) for hex in self.targets):
            t.tell(events.Vacated(self.targets))
            if w.rulings.win == "on":
                for name in self.ours(w):
                    condition.shake(w.units[name], FAR)
        for hex in self.targets:
            for unit in w.defenders(hex):
                back = prices.refund(
                    unit.seg.cp_charged, self.adjusted, w.charts, barraged=unit.seg.was_barraged
                )
                unit.cp_spent -= back
                unit.seg.cp_charged -= back
        involved = {*self.fought, *(name for side in self.sides.values() for name in side.home)}
        for name in sorted(involved & set(w.units)):
            unit = w.units[name]
            beside = any(w.stacked(hex, w.other(unit.side)) for hex in w.near(unit.hex))
            if self.engaged:
                unit.engaged = True
            elif beside and not unit.engaged and not self.probe:
                unit.contact = True
        if self.probe:
            t.tell(events.ProbeMade(self.targets))


def waiting(w: World) -> list[Fight]:
    return [fight for fight in w.record.fights if fight.assault and fight.status == "waiting"]


class Picking(Frame):
    """D10: the phasing side picks the next assault, or declines one on a held-off hex (P65).

    Rule: R-DEL.
    """

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if waiting(t.world) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        open_ones = {
            hex: attack
            for attack in view.attacks
            if attack.status == "waiting"
            for hex in attack.targets
        }

        def pick(targets: Hexes) -> Any:
            whole = [open_ones[hex].targets for hex in targets if hex in open_ones]
            return (
                None
                if len(whole) == len(targets) and len(set(whole)) == 1
                else slots.bar("E-NOCA", hex=targets[0])
            )

        def decline(targets: Hexes) -> Any:
            if (reason := pick(targets)) is not None:
                return reason
            if view.rulings.strikes == "off":
                return slots.bar("E-DEL")
            held = all(hex in view.held_off for hex in open_ones[targets[0]].targets)
            return None if held else slots.bar("E-HELD", hex=targets[0])

        choices = [
            Choice(o.Assault, "assault {targets}", targets=Whole(view, "ca", pick, open_ones))
        ]
        given_up = Whole(view, "ca", decline, open_ones)
        choices.append(
            offer(o.Decline, "decline {targets}", able=bool(given_up.legal), targets=given_up)
        )
        first = min(attack.targets for attack in open_ones.values())
        return one_answer(choices, o.Assault(first))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = answered(self, t, orders)
        assert isinstance(order, o.Assault | o.Decline)
        fight = next(fight for fight in waiting(w) if set(order.targets) <= set(fight.targets))
        if isinstance(order, o.Decline):
            fight.status = "declined"
            t.tell(None, **{w.phasing: events.Declined(fight.targets)})
        else:
            t.push(self.melee(fight))

    def melee(self, fight: Fight) -> Melee:
        return Melee(targets=fight.targets, origins=fight.origins)

    def resume(self, t: Table) -> None:
        t.pop()


class Whole(TargetHexes):
    def __init__(self, view: View, task: Any, check: Any, attacks: dict[Hex, Any]):
        super().__init__(view, task, check)
        self.attacks = attacks
        pairs = ["+".join(attack.targets) for attack in attacks.values()]
        self.of = tuple(dict.fromkeys([*pairs, *self.of]))

    def read(self, reader: Any, i: int, end: int) -> tuple[Any, int]:
        targets, i = super().read(reader, i, end)
        return self.attacks[targets[0]].targets, i

    def sample(self, rng: Any) -> Any:
        return self.attacks[super().sample(rng)[0]].targets

    def few(self) -> list[Any]:
        return list(dict.fromkeys(self.attacks[some[0]].targets for some in super().few()))


def strike(t: Table, seat: Seat, hex: Hex) -> None:
    """Strike a declined or unassigned assault on a held-off hex."""
    w: World = t.world
    fight = next((f for f in w.record.fights if f.assault and hex in f.targets), None)
    if fight is None or fight.status in ("declined", "struck"):
        if fight is not None:
            fight.status = "struck"
        w.record.struck = sorted({*w.record.struck, hex})
        t.tell(events.StruckOff(hex))
    else:
        t.tell(None, **{seat: events.NotYet(hex)})
