"""Anti-armour: D8 and D9 (rules 3.10). Fire is resolved hex by hex as the phasing side calls
it; what it has cost is flagged by both when all fire is over, and then removed.
"""

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Frame
from engine.games.desert import orders as o
from engine.games.desert.arithmetic import accounts, antiarmour
from engine.games.desert.arithmetic import points as losses
from engine.games.desert.arithmetic.ledger import ammo_price
from engine.games.desert.arithmetic.points import Exposed
from engine.games.desert.events import AaFired, AaWaived, DummyGone, Lost
from engine.games.desert.forces.units import Hex, Kind, Task, Unit, UnitId
from engine.games.desert.ground import zones
from engine.games.desert.segment.s06_barrage import d66
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.segment.s10_freed import any_armour, free
from engine.games.desert.sheets.prompts import Prompt, answers, bar
from engine.games.desert.sheets.sheets import Losses
from engine.games.desert.sheets.slots import Amounts, Pick
from engine.games.desert.view import View
from engine.games.desert.world import Damage, Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Ask, Order, Seat


def called(units: list[Unit]) -> list[Hex]:
    """Hexes against which a side has assigned anything."""
    return sorted({hex for unit in units for role in unit.seg.roles for hex in role.targets})


class Calling(Frame):
    """D8: the phasing side calls the next hex, or waives the rest of its own fire."""

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left(t.world) else None

    def left(self, w: World) -> list[Hex]:
        """Hexes that are still to be resolved."""
        return [hex for hex in called(list(w.of(w.phasing))) if hex not in w.record.fired_aa]

    def menu(self, view: View, seat: Seat) -> Menu:
        against = called(list(view.of(seat)))

        def reason(hex: str) -> Bar | None:
            if hex in view.fired_aa:
                return bar("E-DONE", hex=hex)
            return None if hex in against else bar("E-NOTAA", hex=hex)

        hexes = Pick(sorted({*against, *(touch.enemy for touch in view.touching)}), reason, "E-HEX")
        choices = [Choice(o.PickAa, "aa {hex}", hex=hexes), Choice(o.Done, "done")]
        return Menu(choices, default=o.PickAa(hexes.legal[0]))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        (order,) = orders.values()
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


def fire(t: Table, hex: Hex, waived: bool = False) -> None:
    """Both sides' fire in one hex, with the strengths before any loss. ``waived``:
    the phasing side's own is not.
    """
    w: World = t.world
    board, charts = zones.board_of(w), zones.charts_of(w)
    w.record.fired_aa.append(hex)
    firing = [] if waived else [w.units[name] for name in names_of(w, w.phasing, "aa", hex)]
    coming = [unit.hex for unit in firing] or [
        w.units[name].hex for name in names_of(w, w.phasing, "ca", hex)
    ]
    origins = sorted(
        {origin for origin in coming if antiarmour.may_fire(board, charts, origin, hex)}
    )
    side = antiarmour.side_shift(board, charts, origins, hex)
    ground = antiarmour.hex_shift(w.cells[hex], charts)
    on_defender = on_attacker = 0
    raw = sum(
        antiarmour.raw_fire(unit, unit.seg.roles, w.stacked(unit.hex, unit.side), w.kinds, hex)
        for unit in firing
        if unit.hex in origins
    )
    if shot := antiarmour.fire(raw, None if ground is None else ground + side):
        on_defender = charts.damage(shot.column, d66(t, f"aa/{hex}/att"), phasing=True)
        spend(w, w.phasing, hex, charts.cp.attack)
    stack = w.stacked(hex, w.waiting)
    raw = sum(antiarmour.raw_fire(unit, unit.seg.roles, stack, w.kinds) for unit in stack)
    if origins and (shot := antiarmour.fire(raw, side)):
        on_attacker = charts.damage(shot.column, d66(t, f"aa/{hex}/def"), phasing=False)
        spend(w, w.waiting, hex, charts.cp.defend)
    accounts.charge(w, [hex], w.waiting, charts.cp.defend)
    w.record.damage.append(Damage(hex, on_defender, on_attacker))
    t.tell(
        AaFired(hex, on_defender, on_attacker, vehicles(w, hex) if w.rulings.types == "on" else {})
    )


def vehicles(w: World, hex: Hex) -> dict[Seat, tuple[Kind, ...]]:
    """The kinds of vehicles of both sides that fire or assault at a hex, or in it (R-TYPES)."""
    found: dict[Seat, tuple[Kind, ...]] = {}
    for side in w.seats:
        here = [unit for unit in w.of(side) if side == w.phasing or unit.hex == hex]
        seen = {
            exposed.kind.partition("/")[0] for unit in here for exposed in armoured(w, unit, hex)
        }
        found[side] = tuple(sorted(seen))
    return found


def names_of(w: World, side: Seat, task: Task, hex: Hex) -> list[UnitId]:
    """Units of a side with a task against, or in, a hex."""
    return sorted({name for name, _ in roles_of(w, side, task, hex)})


def spend(w: World, side: Seat, hex: Hex, price: int) -> None:
    """Ammo of the points that fire, and CP for every unit in their hexes."""
    charts = zones.charts_of(w)
    for name, role in roles_of(w, side, "aa", hex):
        accounts.spend_ammo(
            w, w.units[name], ammo_price(charts, "aa", w.kinds[role.kind].cls, role.n)
        )
    accounts.charge(w, {w.units[name].hex for name in names_of(w, side, "aa", hex)}, side, price)


class Need(Struct, frozen=True):
    """Damage in one hex, and the points that may be flagged for it."""

    hex: Hex
    damage: int
    pool: tuple[Exposed, ...]


def label(kind: Kind, task: str, both: bool) -> str:
    """``medium``, or ``medium/ca`` where a kind both fires and assaults."""
    return f"{kind}/{task}" if both else kind


def armoured(p: Position, unit: Unit, hex: Hex) -> list[Exposed]:
    """Points of a unit that fire or assault at a hex, or in it, and have
    armour; all of one that retreated in.
    """
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
                    unit.id, label(role.kind, role.task, both), role.n, p.kinds[role.kind].armor
                )
            )
    return found


def needs(p: Position, damage: tuple[Damage, ...], side: Seat, attacking: bool) -> list[Need]:
    """What a side must flag, hex by hex (R-AAPOOL)."""
    found = []
    for row in damage:
        points = row.on_attacker if attacking else row.on_defender
        pool = tuple(
            exposed
            for unit in p.of(side)
            if unit.kind != "warship"
            for exposed in armoured(p, unit, row.hex)
        )
        if losses.armour_needed(points, p.rulings) and pool:
            found.append(Need(row.hex, points, pool))
    return found


def flat(sheet: Losses) -> dict[tuple[UnitId, Kind], int]:
    """What is chosen, by unit and kind."""
    return {
        (unit, kind): n for unit, kinds in sheet.points.items() for kind, n in kinds.items() if n
    }


def lacking(view: View, sheet: Losses) -> Bar | None:
    """The first hex whose damage is not met. A point counts once; those of a
    two-hex assault may count for either.
    """
    left = flat(sheet)
    for need in mine(view):
        chosen = {key: n for key, n in left.items() if key in {(e.unit, e.kind) for e in need.pool}}
        pool = [
            replace(e, n=min(e.n, left.get((e.unit, e.kind), 0) + unflagged(e, sheet)))
            for e in need.pool
        ]
        wanted = losses.armour_needed(need.damage, view.rulings)
        if not losses.enough(chosen, pool, wanted):
            worth = losses.worth(chosen, pool)
            return bar("E-ARMOR", hex=need.hex, s=worth, D=need.damage, exceed=view.rulings.exceed)
        used = losses.cheapest_choice(
            [replace(e, n=chosen.get((e.unit, e.kind), 0)) for e in need.pool], wanted
        )
        left = {key: n - used.get(key, 0) for key, n in left.items() if n > used.get(key, 0)}
    return None


def unflagged(exposed: Exposed, sheet: Losses) -> int:
    """Points of an entry that the sheet does not flag."""
    return exposed.n - min(exposed.n, sheet.points.get(exposed.unit, {}).get(exposed.kind, 0))


def mine(view: View) -> list[Need]:
    """What the viewer must flag."""
    return needs(view, view.damage, view.viewer, view.viewer == view.phasing)


class Flagged(Prompt):
    """D9: both seats flag what the fire has cost, for all hexes together."""

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet = view.sheet
        assert isinstance(sheet, Losses)
        pool: dict[UnitId, dict[Kind, int]] = {}
        for need in mine(view):
            for e in need.pool:
                pool.setdefault(e.unit, {})[e.kind] = e.n
        choices: list[Choice] = []
        if pool:
            others = [unit.id for unit in view.of(seat) if unit.id not in pool]

            def reason(name: str) -> Bar | None:
                return None if name in pool else bar("E-POOL", unit=name)

            choices = [
                Choice(
                    o.Lose,
                    "lose {unit} {points}",
                    unit=Pick([*pool, *others], reason, "E-UNIT"),
                    points=lambda got: Amounts(pool[got["unit"]]),
                )
            ]
        return answers(choices, lacking(view, sheet))

    def edited(self, view: View, sheet: Losses, order: o.Lose) -> Losses:
        before = sheet.points.get(order.unit, {})
        return Losses({**sheet.points, order.unit: {**before, **dict(order.points)}})

    def default(self, view: View) -> Losses:
        """The fewest points, those with the least armour to spare."""
        points: dict[UnitId, dict[Kind, int]] = {}
        for need in mine(view):
            left = [replace(e, n=e.n - points.get(e.unit, {}).get(e.kind, 0)) for e in need.pool]
            for (unit, kind), n in losses.cheapest_choice(
                left, losses.armour_needed(need.damage, view.rulings)
            ).items():
                own = points.setdefault(unit, {})
                own[kind] = own.get(kind, 0) + n
        return Losses(points)

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """AA_APPLY: flagged points become Destroyed Tanks where they stood (P33);
        dummies without armour beside go.
        """
        w: World = t.world
        bare = [
            hex for hex in w.record.fired_aa if w.rulings.aafree == "on" and not any_armour(w, hex)
        ]
        for seat, sheet in sheets.items():
            told: dict[UnitId, dict[Kind, int]] = {}
            for (name, kind), n in flat(sheet).items():
                strike(w, w.units[name], kind, n)
                plain = kind.partition("/")[0]
                told.setdefault(name, {})[plain] = told.get(name, {}).get(plain, 0) + n
            gone = tuple(unit.id for unit in w.of(seat) if accounts.dead(unit))
            if told:
                t.tell(None, **{seat: Lost("aa_loss", told, {}, (), gone)})
        accounts.bury(w)
        for hex in bare:
            free(t, hex)
        for hex in w.record.fired_aa:
            unmask(t, hex)
        t.pop()


def strike(w: World, unit: Unit, labelled: Kind, n: int) -> None:
    """Points of a unit are destroyed, out of the half that fires or that assaults."""
    kind, _, task = labelled.partition("/")
    accounts.shrink(unit, kind, n, task)
    accounts.remove(w, unit, {kind: n}, wrecked=True)


def unmask(t: Table, hex: Hex) -> None:
    """A dummy tank goes when no real armour is left in a hex that was
    fired at or assaulted (SPI 16.46).
    """
    w: World = t.world
    here = w.stacked(hex, w.waiting)
    if any(w.kinds[kind].armoured for unit in here for kind in unit.toe):
        return
    for unit in here:
        if unit.kind == "dummy_tank":
            del w.units[unit.id]
            t.tell(None, **{unit.side: DummyGone(unit.id)})


def flagging(w: World) -> Flagged:
    """Both are asked, whatever was hit (4.3)."""
    return Flagged({seat: Losses() for seat in w.seats})
