"""Step 10, anti-armour fire: hex by hex, as the phasing side calls it, D8 (rules 3.10)."""

from engine.game import Frame
from engine.games.desert import orders as o
from engine.games.desert.arithmetic import antiarmour
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.arithmetic.prices import ammo_price
from engine.games.desert.events import AaFired, AaWaived
from engine.games.desert.forces import condition, supplies
from engine.games.desert.forces.units import Hex, Kind, Task, Unit, UnitId
from engine.games.desert.segment.s06_barrage import d66
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import answered, bar, one_answer
from engine.games.desert.view import View
from engine.games.desert.world import Damage, Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Ask, Order, Seat


def called(units: list[Unit]) -> list[Hex]:
    """Return hexes against which a side has assigned anything."""
    return sorted({hex for unit in units for role in unit.seg.roles for hex in role.targets})


class Calling(Frame):
    """D8: the phasing side calls the next hex, or waives the rest of its own fire.

    Rule: R-AACALL.
    """

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left(t.world) else None

    def left(self, w: World) -> list[Hex]:
        """Return hexes that are still to be resolved."""
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


def fire(t: Table, hex: Hex, *, waived: bool = False) -> None:
    """Resolve both sides' fire in one hex, with the strengths before any loss. ``waived``:
    the phasing side's own is not.

    Rule: DS-12.
    """
    w: World = t.world
    board, charts = w.board, w.charts
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
    stack = w.defenders(hex)
    raw = sum(antiarmour.raw_fire(unit, unit.seg.roles, stack, w.kinds) for unit in stack)
    if origins and (shot := antiarmour.fire(raw, side)):
        on_attacker = charts.damage(shot.column, d66(t, f"aa/{hex}/def"), phasing=False)
        spend(w, w.waiting, hex, charts.cp.defend)
    condition.charge(w, [hex], w.waiting, charts.cp.defend)
    w.note("aa", (hex,))
    w.record.damage.append(Damage(hex, on_defender, on_attacker))
    t.tell(
        AaFired(hex, on_defender, on_attacker, vehicles(w, hex) if w.rulings.types == "on" else {})
    )


def vehicles(w: World, hex: Hex) -> dict[Seat, tuple[Kind, ...]]:
    """Return the kinds of vehicles of both sides that fire or assault at a hex, or in it (R-TYPES).

    Rule: R-TYPES.
    """
    found: dict[Seat, tuple[Kind, ...]] = {}
    for side in w.seats:
        here = [unit for unit in w.of(side) if side == w.phasing or unit.hex == hex]
        seen = {
            exposed.kind.partition("/")[0] for unit in here for exposed in armoured(w, unit, hex)
        }
        found[side] = tuple(sorted(seen))
    return found


def names_of(w: World, side: Seat, task: Task, hex: Hex) -> list[UnitId]:
    """Return units of a side with a task against, or in, a hex."""
    return sorted({name for name, _ in roles_of(w, side, task, hex)})


def spend(w: World, side: Seat, hex: Hex, price: int) -> None:
    """Charge the ammo of the points that fire, and CP to every unit in their hexes."""
    charts = w.charts
    for name, role in roles_of(w, side, "aa", hex):
        supplies.spend_ammo(
            w, w.units[name], ammo_price(charts, "aa", w.kinds[role.kind].cls, role.n)
        )
    condition.charge(w, {w.units[name].hex for name in names_of(w, side, "aa", hex)}, side, price)


def label(kind: Kind, task: str, *, both: bool) -> str:
    """Return ``medium``, or ``medium/ca`` where a kind both fires and assaults."""
    return f"{kind}/{task}" if both else kind


def armoured(p: Position, unit: Unit, hex: Hex) -> list[Exposed]:
    """Return points of a unit that fire or assault at a hex, or in it, and have
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
                    unit.id,
                    label(role.kind, role.task, both=both),
                    role.n,
                    p.kinds[role.kind].armor,
                )
            )
    return found
