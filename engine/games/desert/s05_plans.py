"""Step 5, plans: firers and their targets, D3 (rules 3.5)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine import Bar, Choice, Menu, OneOf, Seat, Table
from engine.games.desert import orders as o
from engine.games.desert import slots, world
from engine.games.desert.events import Fitness, PlanBarrage, PlanHex, PlanShown, PlanTarget
from engine.games.desert.gunnery import RAW_BLOCKS, plan_mark, threshold
from engine.games.desert.orders import Firer, Plan, tasked, unit_of
from engine.games.desert.prompts import Prompt, answers, offer
from engine.games.desert.s05_shares import Firers, no_room, offered, points_of, rest
from engine.games.desert.slots import Pick, Several, bar, later
from engine.games.desert.units import Hex, Hexes, Unit, UnitId
from engine.games.desert.view import Named, View
from engine.slots import Miss, Reader

MOST = 6
"""The maximum number of barrages on a target (P9.s5)."""


class TargetSlot(Pick):
    """A slot for a target by its public name or its alias, optionally followed by its hex."""

    def __init__(self, view: View, check: Any = None, firm: Any = None):
        super().__init__([target.name for target in view.targets], check, "E-TARGET", firm)
        self.view = view

    def find(self, word: str) -> str | None:
        wanted = slots.spelled(word)
        alias = next(
            (target.name for target in self.view.targets if target.alias.casefold() == wanted), None
        )
        return super().find(word) or (alias if wanted else None)

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        name, i = super().read(reader, i, end)
        word = (reader.word(i, end) or "").rstrip(":").upper()
        if word in self.view.cells and "?" not in word:
            there = next(target.hex for target in self.view.targets if target.name == name)
            if word != there:
                reader.bar(i, bar("E-TARGET", what=name, unit=name, hex=word))
                raise Miss
            i += 1
            if reader.word(i, end) == ":":
                i += 1
        return name, i


def firing(view: View) -> dict[UnitId, Unit]:
    return {unit.id: unit for unit in view.of(view.viewer) if unit.firing}


def target_of(view: View, name: str) -> Named:
    return next(target for target in view.targets if target.name == name)


def sheet_of(view: View) -> Plan:
    found: Plan = view.sheet
    return found


def in_reach(view: View, unit: Unit, hex: Hex) -> bool:
    return hex in view.near(unit.hex) or (unit.hex == hex and unit.kind == "warship")


def unfit_reason(view: View, target: str, firer: Firer) -> Bar | None:
    hex, unit = target_of(view, target).hex, view.units[unit_of(firer)]
    if not in_reach(view, unit, hex):
        return bar("E-ADJ", unit=unit.id, hex=hex)
    return no_room(view, target, firer)


def wrong(
    view: View, target: str, firers: tuple[Firer, ...], n: int = 0, more: Hexes = ()
) -> Bar | None:
    """Return the reason why these firers can't form a barrage, or join barrage ``n``, on a target,
    if any. ``more`` are origins of other barrages of the same line.

    Rules: R-ZERO, R-NATION.
    """
    for firer in firers:
        if (reason := unfit_reason(view, target, firer)) is not None:
            return reason
    mine, plan = firing(view), sheet_of(view).of(target)
    units = [unit_of(firer) for firer in firers]
    if twice := [name for name in units if units.count(name) > 1]:
        return bar("E-TASKED", unit=min(twice), target=target)
    barrage = [*(plan[n - 1] if n else ()), *firers]
    whole = [unit_of(firer) for firer in barrage]
    for name in whole:
        if len(whole) > 1 and mine[name].position == "back":
            return bar("E-BACK", unit=name, step="plan")
    taken = {
        mine[name].hex for k, other in enumerate(plan, 1) if k != n for name in tasked([other])
    } | set(more)
    for name in units:
        if mine[name].hex in taken:
            return bar("E-ORIGIN", target=target, hex=mine[name].hex)
    nations = {mine[name].hex for name in whole if mine[name].nation.casefold() == "italian"}
    if view.rulings.nation == "on" and len(nations) > 1:
        return bar("E-NATION", target=target)
    if not n and len(plan) >= MOST:
        return bar("E-SIX", n=MOST)
    if view.rulings.zero == "off" and points_of(view, barrage)[1] == 0:
        return bar("W-ZERO", n=points_of(view, barrage)[0])
    return None


def groups_wrong(view: View, target: str, groups: tuple[tuple[Firer, ...], ...]) -> Bar | None:
    mine = firing(view)
    seen: set[UnitId] = set()
    origins: Hexes = ()
    for k, firers in enumerate(groups):
        units = tasked([list(firers)])
        if twice := seen & units:
            return bar("E-TASKED", unit=min(twice), target=target)
        if (reason := wrong(view, target, firers, 0, origins)) is not None:
            return reason
        if len(sheet_of(view).of(target)) + k >= MOST:
            return bar("E-SIX", n=MOST)
        seen |= units
        origins = (*origins, *(mine[name].hex for name in units))
    return None


def by_unit(view: View, units: tuple[Firer, ...]) -> tuple[tuple[Firer, ...], ...]:
    mine = firing(view)
    back = [name for name in units if mine[unit_of(name)].position == "back"]
    forward = tuple(name for name in units if name not in back)
    return (*([forward] if forward else []), *((name,) for name in back))


def idle(view: View) -> list[UnitId]:
    sheet = sheet_of(view)
    return [name for name in firing(view) if name not in sheet.hold and not sheet.target_of(name)]


def must_fire(view: View, name: UnitId) -> Bar | None:
    """Rule: R-IDLE."""
    if view.rulings.idle == "hold":
        return None
    firer = rest(view, view.units[name])
    targets = (target.name for target in view.targets)
    able = any(groups_wrong(view, target, ((firer,),)) is None for target in targets)
    return bar("E-MUSTFIRE", unit=name) if able else None


def new_barrages(view: View, mine: list[Firer]) -> list[Choice]:
    targets = [target.name for target in view.targets]

    def some(target: str) -> Bar | None:
        return slots.first_reason([groups_wrong(view, target, ((unit,),)) for unit in mine])

    def open_to(unit: Firer) -> Bar | None:
        return slots.first_reason([groups_wrong(view, name, ((unit,),)) for name in targets])

    def at(got: dict[str, Any]) -> TargetSlot:
        return TargetSlot(
            view, lambda target: groups_wrong(view, target, by_unit(view, got["units"]))
        )

    def groups(got: dict[str, Any]) -> slots.Groups:
        return slots.Groups(Firers(mine), lambda found: groups_wrong(view, got["target"], found))

    able = any(open_to(unit) is None for unit in mine)
    units = Several(Firers(mine, open_to, "E-NOGUN", later))
    return [
        offer(
            o.Bar,
            "bar {target} {barrages}",
            able=able,
            target=TargetSlot(view, some, later),
            barrages=groups,
        ),
        offer(o.Aim, "aim {units} {target}", able=able, units=units, target=at),
    ]


def old_barrages(view: View, mine: list[Firer], planned: list[str]) -> list[Choice]:
    """Return the lines about planned barrages: more units, statuses (P13), dropping one."""
    numbers = {name: range(1, len(sheet_of(view).of(name)) + 1) for name in planned}

    def grows(target: str, n: int) -> bool:
        return any(wrong(view, target, (unit,), n) is None for unit in mine)

    def growing(target: str) -> Bar | None:
        return (
            None if any(grows(target, n) for n in numbers[target]) else bar("E-NONE", what=target)
        )

    def numbered(got: dict[str, Any], sign: str) -> slots.Numbered:
        target = got["target"]
        legal = [n for n in numbers[target] if sign != "+" or grows(target, n)]
        return slots.Numbered(
            numbers[target], legal, sign, lambda n: bar("E-BARR", target=target, n=n)
        )

    def joiners(got: dict[str, Any]) -> Several:
        target, n = got["target"], got["n"]
        return Several(
            Firers(mine, lambda unit: wrong(view, target, (unit,), n), "E-NOGUN"),
            lambda units: wrong(view, target, units, n),
        )

    more = Planned(view, planned, growing)
    any_one = Planned(view, planned)
    return [
        offer(
            o.Join,
            "bar {target} {n} {units}",
            able=more.any(),
            target=more,
            n=partial(numbered, sign="+"),
            units=joiners,
        ),
        Choice(o.Statuses, "bar {target} {n}", target=any_one, n=partial(numbered, sign="?")),
        Choice(o.Drop, "drop {target} {n}", target=any_one, n=partial(numbered, sign="")),
    ]


class Planning(Prompt):
    """D3: sealed plans of barrages, written by target or by unit.

    Rule: DS-6.
    """

    blank = Plan

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Choice(o.Show, "show")]
        mine, left = list(firing(view)), idle(view)
        firers = [firer for name in mine for firer in offered(view, view.units[name])]
        if mine and view.targets:
            choices += new_barrages(view, firers)
        if planned := [name for name, plan in sheet_of(view).barrages.items() if plan]:
            choices += old_barrages(view, firers, planned)
        if left:
            held = Pick(left, partial(must_fire, view), "E-NOGUN")
            choices.append(offer(o.Hold, "hold {units}", able=held.any(), units=Several(held)))
        if busy := [name for name in mine if name not in left]:
            choices += [
                Choice(o.DropUnit, "drop {unit}", unit=Pick(busy)),
                Choice(o.Clear, "clear"),
            ]
        if view.targets:
            target, alias = TargetSlot(view), Alias(view)
            choices.append(
                Choice(o.Alias, "name {target} {alias}", offered=False, target=target, alias=alias)
            )
        return answers(choices, bar("E-IDLE", what=", ".join(left)) if left else None)

    def line(self, t: Table, seat: Seat, order: Any) -> None:
        if isinstance(order, o.Statuses):
            view: View = t.view(seat)
            for status in statuses(view, order.target, free_firers(view), order.n):
                t.tell(None, **{seat: status})
            return
        super().line(t, seat, order)

    def edited(self, view: View, sheet: Plan, order: Any) -> Plan:
        plans = {name: [list(barrage) for barrage in plan] for name, plan in sheet.barrages.items()}
        hold = list(sheet.hold)
        match order:
            case o.Bar(target, groups):
                plans.setdefault(target, []).extend(list(group) for group in groups)
            case o.Aim(units, target):
                plans.setdefault(target, []).extend(list(group) for group in by_unit(view, units))
            case o.Join(target, n, units):
                plans[target][n - 1] += units
            case o.Hold(units):
                hold += units
            case o.Drop(target, n):
                del plans[target][n - 1]
            case o.DropUnit(unit):
                hold = [name for name in hold if name != unit]
                plans = {
                    name: [[x for x in b if unit_of(x) != unit] for b in plan]
                    for name, plan in plans.items()
                }
            case o.Clear():
                plans, hold = {}, []
            case o.Alias(target, alias):
                others = {name: word for name, word in sheet.alias.items() if word != alias}
                return replace(sheet, alias={**others, target: alias})
        busy = {name for plan in plans.values() for name in tasked(plan)}
        plans = {
            name: kept for name, plan in plans.items() if (kept := [sorted(b) for b in plan if b])
        }
        return Plan(plans, sorted(set(hold) - busy), sheet.alias)

    @staticmethod
    def default(view: View) -> Plan:
        return Plan({}, sorted(firing(view)), sheet_of(view).alias)

    def warnings(self, view: View, order: Any) -> list[tuple[str, str, int, int]]:
        if not isinstance(order, o.Bar | o.Aim | o.Join):
            return []
        found = []
        for barrage in sheet_of(view).of(order.target):
            raw, points = points_of(view, barrage)
            if points == 0:
                found.append(("W-ZERO", order.target, raw, 0))
        return found

    def shown(self, view: View) -> PlanShown:
        hexes, free = sorted({target.hex for target in view.targets}), free_firers(view)
        return PlanShown(tuple(shown_hex(view, hex, free) for hex in hexes))

    def play(self, t: Table, sheets: dict[Seat, Plan]) -> None:
        w: world.World = t.world
        w.record.plans = dict(sheets)
        t.pop()


class Planned(TargetSlot):
    def __init__(self, view: View, planned: list[str], check: Any = None):
        super().__init__(view, check, later)
        self.of = tuple(planned)


class Alias(OneOf):
    def __init__(self, view: View):
        super().__init__((), "E-ALIAS")
        self.view = view

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        word = (reader.word(i, end) or "").strip().capitalize()
        names = {target.name.casefold() for target in self.view.targets}
        if (
            not word.isalnum()
            or len(word) > 20
            or word.casefold() in names
            or word.upper() in self.view.cells
        ):
            reader.note(i, self.code)
            raise Miss
        return word, i + 1


def free_firers(view: View) -> dict[UnitId, Firer]:
    """Return the remaining capacity of each firing unit. Cached per read, because it scans all
    plans.
    """
    return {name: rest(view, unit) for name, unit in firing(view).items()}


def statuses(view: View, target: str, free: Mapping[UnitId, Firer], n: int = 0) -> list[Fitness]:
    """Return for every ``free`` unit the reason why it can't join a barrage, Forward ones first
    (P13).
    """
    planned = tasked(sheet_of(view).of(target))
    found = []
    for name, firer in free.items():
        if name not in planned:
            reason = wrong(view, target, (firer,), n)
            position = view.units[name].position or "forward"
            found.append(Fitness(name, target, reason.code if reason else "free", position))
    return sorted(found, key=lambda status: (status.position != "forward", status.unit))


def shown_hex(view: View, hex: Hex, free: Mapping[UnitId, Firer]) -> PlanHex:
    """Return a hex of the plan. Only the phasing side learns whether it is held off (P9)."""
    near = {name: free[name] for name in free if in_reach(view, view.units[name], hex)}
    points, limit, phasing = (
        hex_points(view, hex),
        seen_limit(view, hex),
        view.viewer == view.phasing,
    )
    total = sum(points.values())
    rows = tuple(
        PlanTarget(
            target,
            plan_mark(total, points[target.name], limit) if phasing else "",
            tuple(shown_barrage(view, target, one) for one in sheet_of(view).of(target.name)),
            tuple(statuses(view, target.name, near)),
        )
        for target in view.targets
        if target.hex == hex
    )
    return PlanHex(hex, total > limit if phasing else None, rows)


def shown_barrage(view: View, target: Named, firers: list[Firer]) -> PlanBarrage:
    raw, points = points_of(view, firers)
    origins = tuple(sorted({view.units[name].hex for name in tasked([firers])}))
    return PlanBarrage(tuple(firers), origins, points, raw if target.kind in RAW_BLOCKS else None)


def seen_limit(view: View, hex: Hex) -> int:
    if hex in view.limits:
        return view.limits[hex]
    here = [target for target in view.targets if target.hex == hex]
    return max(
        0,
        threshold(view.rulings, sum(target.kind in ("Inf", "Tank") for target in here), len(here)),
    )


def hex_points(view: View, hex: Hex) -> dict[str, int]:
    sheet = sheet_of(view)
    return {
        target.name: sum(points_of(view, barrage)[1] for barrage in sheet.of(target.name))
        for target in view.targets
        if target.hex == hex
    }
