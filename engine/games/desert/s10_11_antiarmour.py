"""Steps 10 and 11: anti-armour fire, hex by hex as the phasing side calls it (D8), points set free
to assault, and losses, D9 (rules 3.10).
"""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from engine import Ask, Bar, Choice, Frame, Menu, Order, Seat, Table
from engine.games.desert import casualties, condition, dossiers, gunnery, prices, s09_roles
from engine.games.desert import orders as o
from engine.games.desert.casualties import Exposed
from engine.games.desert.events import AaFired, AaWaived, DummyGone, Freed, Lost
from engine.games.desert.orders import Losses, with_points
from engine.games.desert.prompts import Prompt, answered, answers, one_answer, points_line
from engine.games.desert.s06_07_barrage import d66
from engine.games.desert.s09_fitness import reach
from engine.games.desert.slots import Pick, bar
from engine.games.desert.units import Hex, Hexes, Kind, Points, Role, Task, Unit, UnitId
from engine.games.desert.view import View
from engine.games.desert.world import Damage, Position, World


def called(units: list[Unit]) -> list[Hex]:
    return sorted({hex for unit in units for role in unit.seg.roles for hex in role.targets})


class Calling(Frame):
    """D8: the phasing side calls the next hex, or waives the rest of its own fire.

    Rule: R-AACALL.
    """

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left(t.world) else None

    def left(self, w: World) -> list[Hex]:
        return [hex for hex in called(list(w.of(w.phasing))) if hex not in w.record.fired_aa]

    def menu(self, view: View, seat: Seat) -> Menu:
        against = called(list(view.of(seat)))

        def reason(hex: str) -> Bar | None:
            if hex in view.fired_aa:
                return bar("E-DONE", hex=hex)
            return None if hex in against else bar("E-NOTAA", hex=hex)

        hexes = Pick(sorted({*against, *(touch.enemy for touch in view.touching)}), reason, "E-HEX")
        choices = [Choice(o.PickAa, "aa {hex}", hex=hexes), Choice(o.Done, "done")]
        return one_answer(choices, o.PickAa(hexes.legal[0]))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        order = answered(self, t, orders)
        if isinstance(order, o.PickAa):
            fire(t, order.hex)
            return
        t.tell(AaWaived())
        w: World = t.world
        for hex in self.left(w):
            if w.rulings.aacall == "all":
                fire(t, hex, waived=True)
            else:
                w.record.fired_aa.append(hex)

    def resume(self, t: Table) -> None:
        t.pop()


def fire(t: Table, hex: Hex, *, waived: bool = False, typed: int = 0) -> None:
    """Resolve the fire at a hex with strengths before any loss. ``waived``: the phasing side
    doesn't fire. ``typed``: the damage that the absent side does (DS-24).

    Rule: DS-12.
    """
    w: World = t.world
    board, charts = w.board, w.charts
    w.record.fired_aa.append(hex)
    firing = [] if waived else [w.units[name] for name in names_of(w, w.phasing, "aa", hex)]
    coming = [unit.hex for unit in firing] or [
        w.units[name].hex for name in names_of(w, w.phasing, "ca", hex)
    ]
    if w.phasing == w.absent:
        coming = [near for near in w.near(hex) if near in w.enemies(w.waiting)]
    origins = sorted({origin for origin in coming if gunnery.may_fire(board, charts, origin, hex)})
    side = gunnery.side_shift(board, charts, origins, hex)
    ground = gunnery.hex_shift(w.cells[hex], charts)
    on_defender = on_attacker = 0
    raw = sum(
        gunnery.raw_fire(unit, unit.seg.roles, w.stacked(unit.hex, unit.side), w.kinds, hex)
        for unit in firing
        if unit.hex in origins
    )
    if shot := gunnery.fire(raw, None if ground is None else ground + side):
        on_defender = charts.damage(shot.column, d66(t, f"aa/{hex}/att"), phasing=True)
        spend(w, w.phasing, hex, charts.cp.attack)
    stack = w.defenders(hex)
    raw = sum(gunnery.raw_fire(unit, unit.seg.roles, stack, w.kinds) for unit in stack)
    if origins and (shot := gunnery.fire(raw, side)):
        on_attacker = charts.damage(shot.column, d66(t, f"aa/{hex}/def"), phasing=False)
        spend(w, w.waiting, hex, charts.cp.defend)
    condition.charge(w, [hex], w.waiting, charts.cp.defend)
    on_defender += typed if w.phasing == w.absent else 0
    on_attacker += typed if w.waiting == w.absent else 0
    w.note("aa", (hex,))
    w.record.damage.append(Damage(hex, on_defender, on_attacker))
    t.tell(
        AaFired(hex, on_defender, on_attacker, vehicles(w, hex) if w.rulings.types == "on" else {})
    )


def vehicles(w: World, hex: Hex) -> dict[Seat, tuple[Kind, ...]]:
    """Rule: R-TYPES."""
    found: dict[Seat, tuple[Kind, ...]] = {}
    for side in w.seats:
        here = [unit for unit in w.of(side) if side == w.phasing or unit.hex == hex]
        seen = {
            exposed.kind.partition("/")[0] for unit in here for exposed in armoured(w, unit, hex)
        }
        found[side] = tuple(sorted(seen))
    return found


def names_of(w: World, side: Seat, task: Task, hex: Hex) -> list[UnitId]:
    return sorted({name for name, _ in s09_roles.roles_of(w, side, task, hex)})


def spend(w: World, side: Seat, hex: Hex, price: int) -> None:
    charts = w.charts
    for name, role in s09_roles.roles_of(w, side, "aa", hex):
        condition.spend_ammo(
            w, w.units[name], prices.ammo_price(charts, "aa", w.kinds[role.kind].cls, role.n)
        )
    condition.charge(w, {w.units[name].hex for name in names_of(w, side, "aa", hex)}, side, price)


def label(kind: Kind, task: str, *, both: bool) -> str:
    """Return ``medium``, or ``medium/ca`` if a kind both fires and assaults."""
    return f"{kind}/{task}" if both else kind


def armoured(p: Position, unit: Unit, hex: Hex) -> list[Exposed]:
    if unit.retreated_in and unit.hex == hex:
        return [
            Exposed(unit.id, k, n, p.kinds[k].armor)
            for k, n in unit.toe.items()
            if p.kinds[k].armor
        ]
    found = []
    for role in unit.seg.roles:
        if hex in (role.targets or (unit.hex,)) and p.kinds[role.kind].armor:
            both = len({r.task for r in unit.seg.roles if r.kind == role.kind}) > 1
            found.append(
                Exposed(
                    unit.id,
                    label(role.kind, role.task, both=both),
                    role.n,
                    p.kinds[role.kind].armor,
                )
            )
    return found


def any_armour(w: World, hex: Hex) -> bool:
    here = w.defenders(hex)
    return any(
        unit.kind == "dummy_tank" or any(w.kinds[kind].armoured for kind in unit.toe)
        for unit in here
    )


def free_to_assault(t: Table, hex: Hex) -> None:
    """Let half of the points that fired at a hex without armour, rounded down, join its assault
    (SPI 14.23). The best points join first, out of those that can assault it and have ammo left.

    Rule: R-AAFREE.
    """
    w: World = t.world
    fight = next(
        (fight for fight in w.record.fights if fight.assault and hex in fight.targets), None
    )
    if fight is None:
        return
    charts = w.charts
    fired = [(w.units[name], role) for name, role in s09_roles.roles_of(w, w.phasing, "aa", hex)]
    most = moved = sum(role.n for _, role in fired) // 2
    for unit, role in sorted(
        fired, key=lambda one: (-w.kinds[one[1].kind].off, one[0].id, one[1].kind)
    ):
        point = w.kinds[role.kind]
        price = prices.ammo_price(charts, "ca", point.cls, 1)
        meant = sum(
            prices.ammo_price(charts, "ca", w.kinds[r.kind].cls, r.n)
            for r in unit.seg.roles
            if r.task == "ca"
        )
        rich = (condition.ammo(w, unit) - meant) // price if price else role.n
        able = point.off and unit.hex in fight.origins and reach(w, unit, "ca", hex) is None
        n = min(most, role.n, max(0, rich)) if able else 0
        if n:
            rest = [one for one in unit.seg.roles if one != role]
            joined = replace(role, n=n, task="ca", targets=fight.targets)
            unit.seg.roles = tuple(merged([*rest, replace(role, n=role.n - n), joined]))
            most -= n
    if moved > most:
        t.tell(None, **{w.phasing: Freed(hex, moved - most)})


def merged(roles: list[Role]) -> list[Role]:
    found: Counter[tuple[Kind, Task, Hexes]] = Counter()
    for role in roles:
        found[role.kind, role.task, role.targets] += role.n
    return [Role(kind, n, task, targets) for (kind, task, targets), n in sorted(found.items()) if n]


class Need(Struct, frozen=True):
    hex: Hex
    damage: int
    pool: tuple[Exposed, ...]  # points that may absorb it


def needs(p: Position, damage: tuple[Damage, ...], side: Seat, *, attacking: bool) -> list[Need]:
    found = []
    for row in damage:
        points = row.on_attacker if attacking else row.on_defender
        pool = tuple(
            exposed
            for unit in p.of(side)
            if unit.kind != "warship"
            for exposed in armoured(p, unit, row.hex)
        )
        if casualties.armour_needed(points, p.rulings) and pool:
            found.append(Need(row.hex, points, pool))
    return found


def too_few_reason(view: View, sheet: Losses) -> Bar | None:
    """Return the reason against the first hex without enough losses, if any."""
    left = casualties.flat(sheet.points)
    for need in mine(view):
        chosen = {key: n for key, n in left.items() if key in {e.key for e in need.pool}}
        pool = [replace(e, n=min(e.n, left.get(e.key, 0) + unflagged(e, sheet))) for e in need.pool]
        wanted = casualties.armour_needed(need.damage, view.rulings)
        if not casualties.enough(chosen, pool, wanted):
            worth = casualties.worth(chosen, pool)
            return bar("E-ARMOR", hex=need.hex, s=worth, D=need.damage, exceed=view.rulings.exceed)
        used = casualties.cheapest_choice(
            [replace(e, n=chosen.get(e.key, 0)) for e in need.pool], wanted
        )
        left = {key: n - used.get(key, 0) for key, n in left.items() if n > used.get(key, 0)}
    return None


def unflagged(exposed: Exposed, sheet: Losses) -> int:
    return exposed.n - min(exposed.n, sheet.points.get(exposed.unit, {}).get(exposed.kind, 0))


def mine(view: View) -> list[Need]:
    return needs(view, view.damage, view.viewer, attacking=view.viewer == view.phasing)


class Flagged(Prompt):
    """D9: both seats choose their losses from the fire, for all hexes together."""

    blank = Losses

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Losses = view.sheet
        pool: Points = {}
        for need in mine(view):
            for e in need.pool:
                pool.setdefault(e.unit, {})[e.kind] = e.n
        choices: list[Choice] = []
        if pool:
            others = [unit.id for unit in view.of(seat) if unit.id not in pool]

            def reason(name: str) -> Bar | None:
                return None if name in pool else bar("E-POOL", unit=name)

            units = Pick([*pool, *others], reason, "E-UNIT")
            choices = [points_line(o.Lose, "lose", pool, units)]
        return answers(choices, too_few_reason(view, sheet))

    def edited(self, view: View, sheet: Losses, order: o.Lose) -> Losses:
        return Losses(with_points(sheet.points, order.unit, order.points))

    @staticmethod
    def default(view: View) -> Losses:
        chosen: Counter[tuple[UnitId, Kind]] = Counter()
        for need in mine(view):
            left = [replace(e, n=e.n - chosen[e.key]) for e in need.pool]
            wanted = casualties.armour_needed(need.damage, view.rulings)
            chosen += casualties.cheapest_choice(left, wanted)
        return Losses(casualties.nested(chosen))

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """Destroy the chosen points in their hexes (P33)."""
        w: World = t.world
        bare = [
            hex
            for hex in w.record.fired_aa
            if w.rulings.aafree == "on" and w.waiting != w.absent and not any_armour(w, hex)
        ]
        every: dict[Seat, Points] = {}
        for seat, sheet in sheets.items():
            lost: Counter[tuple[UnitId, Kind]] = Counter()
            for (name, kind), n in casualties.flat(sheet.points).items():
                strike(w, w.units[name], kind, n)
                lost[name, kind.partition("/")[0]] += n
            gone = tuple(unit.id for unit in w.of(seat) if condition.dead(unit))
            every[seat] = told = casualties.nested(lost)
            if lost:
                t.tell(None, **{seat: Lost("aa_loss", told, {}, (), gone)})
        condition.bury(w)
        dossiers.fire(w, every)
        for hex in bare:
            free_to_assault(t, hex)
        for hex in w.record.fired_aa:
            unmask(t, hex)
        t.pop()


def strike(w: World, unit: Unit, labelled: Kind, n: int) -> None:
    kind, _, task = labelled.partition("/")
    condition.shrink(unit, kind, n, task)
    condition.remove(w, unit, {kind: n}, wrecked=True)


def unmask(t: Table, hex: Hex) -> None:
    """Remove a dummy if no real armour is left in its hex after a fight (SPI 16.46)."""
    w: World = t.world
    here = w.defenders(hex)
    if any(w.kinds[kind].armoured for unit in here for kind in unit.toe):
        return
    for unit in here:
        if unit.kind == "dummy_tank":
            del w.units[unit.id]
            t.tell(None, **{unit.side: DummyGone(unit.id)})
