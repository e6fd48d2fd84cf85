"""Step 9, fitness: units that can fire anti-armour or assault, and their targets (rules 3.9)."""

from collections.abc import Iterable, Mapping

from engine import Bar
from engine.games.desert import close_assault, condition, gunnery, paths, world
from engine.games.desert import units as u
from engine.games.desert.orders import Assigned
from engine.games.desert.prices import ammo_price
from engine.games.desert.slots import bar
from engine.games.desert.units import Hex, Hexes, Role, Task, Unit
from engine.games.desert.view import Touch, View

TASKS: tuple[Task, ...] = ("aa", "ca")


def sheet_of(view: View) -> Assigned:
    found: Assigned = view.sheet
    return found


def attacking(view: View) -> bool:
    return view.viewer == view.phasing


def fronts(view: View) -> tuple[Touch, ...]:
    """Return the viewer's hexes in combat: all in contact, or only those in a zone of control.

    For the attacker these are hexes that the enemy covers, and for the defender hexes from which
    they cover the enemy.

    Rule: R-INCOMBAT.
    """
    if view.rulings.incombat == "adjacent":
        return view.touching
    if attacking(view):
        return tuple(touch for touch in view.touching if touch.zoc)
    return tuple(
        touch for touch in view.touching if paths.covers(view, touch.own, view.viewer, touch.enemy)
    )


def in_combat(view: View) -> list[Unit]:
    hexes = {touch.own for touch in fronts(view)}
    return [
        unit
        for unit in view.of(view.viewer)
        if unit.hex in hexes and unit.points and unit.kind != "warship"
    ]


def fixed(unit: Unit) -> Bar | None:
    if unit.pinned:
        return bar("E-PIN", rule="DS-11", unit=unit.id)
    if unit.retreated_in:
        return bar("E-RETREATED", unit=unit.id)
    if unit.position == "back":
        return bar("E-BACK", unit=unit.id, step="assign")
    if unit.broken:
        return bar("E-COH", rule="DS-11", unit=unit.id, cohesion=unit.cohesion)
    return None


def able_kinds(view: View, unit: Unit, task: Task) -> u.Toe:
    """Return the points with a rating for a task. With R-COMP defending needs no rating."""
    if task == "ca" and not attacking(view) and view.rulings.comp == "on":
        return dict(unit.toe)
    stack = view.stacked(unit.hex, unit.side)
    rating: u.Rating = "anti_armor" if task == "aa" else "off" if attacking(view) else "defence"
    return {
        kind: n for kind, n in unit.toe.items() if u.usable(unit, kind, rating, stack, view.kinds)
    }


def merged(
    roles: Iterable[Role],
    task: Task,
    parts: Mapping[u.Kind, int],
    targets: Hexes,
    *,
    apart: bool = False,
) -> list[Role]:
    """Return a unit's roles after these points are assigned. For ``apart`` see R-SPLITH."""
    kept = [
        role
        for role in roles
        if not (role.kind in parts and role.task == task)
        or (apart and targets and role.targets != targets)
    ]
    return sorted(
        [*kept, *(Role(kind, n, task, targets) for kind, n in parts.items() if n)],
        key=lambda role: (role.kind, role.task, role.targets),
    )


def apart(view: View) -> bool:
    """Rule: R-SPLITH."""
    return view.rulings.splith == "on" and attacking(view)


def price(view: View, roles: Iterable[Role]) -> int:
    charts = view.charts
    return sum(ammo_price(charts, role.task, view.kinds[role.kind].cls, role.n) for role in roles)


def wrong(
    view: View, unit: Unit, task: Task, parts: Mapping[u.Kind, int], targets: Hexes, *, whole: bool
) -> Bar | None:
    """Return the reason why these points can't do this task, if any. ``whole``: the unit's other
    roles are ignored.
    """
    if (reason := fixed(unit)) is not None:
        return reason
    able = able_kinds(view, unit, task)
    for kind in parts:
        if kind not in able:
            return bar("E-AARATE" if task == "aa" else "E-CARATE", unit=unit.id)
    roles = merged(
        [] if whole else sheet_of(view).roles.get(unit.id, []),
        task,
        parts,
        targets,
        apart=apart(view),
    )
    if unit.points == 1 and len({role.task for role in roles}) > 1:
        return bar("E-SPLIT", unit=unit.id, n=1)
    for kind, there in unit.toe.items():
        said = sum(role.n for role in roles if role.kind == kind)
        if said > there:
            return bar("E-SPLIT", unit=unit.id, n=unit.points)
    rest = the_rest(view, unit, roles)
    if rest is None:
        return bar("E-SPLIT", unit=unit.id, n=unit.points)
    need, has = price(view, roles) + rest, condition.ammo(view, unit)
    if need > has:
        return bar("E-AMMO", rule="DS-11", unit=unit.id, needs=need, has=has)
    return against(view, unit, task, roles, targets) if targets else None


def the_rest(view: View, unit: Unit, roles: Iterable[Role]) -> int | None:
    """Return the least ammo for a unit's other points, or ``None`` if some can't fight.

    Rule: R-WHPART.
    """
    roles, total = list(roles), 0
    if view.rulings.whpart == "point":
        return 0
    hexes = {hex for role in roles for hex in role.targets}
    if view.rulings.splith == "on" or not hexes:
        hexes = {touch.enemy for touch in view.touching}
    for kind, there in unit.toe.items():
        left = there - sum(role.n for role in roles if role.kind == kind)
        prices = [
            ammo_price(view.charts, task, view.kinds[kind].cls, left)
            for task in TASKS
            if kind in able_kinds(view, unit, task)
            and (not attacking(view) or any(reach(view, unit, task, hex) is None for hex in hexes))
        ]
        if left and not prices:
            return None
        total += min(prices) if left else 0
    return total


def against(view: View, unit: Unit, task: Task, roles: list[Role], targets: Hexes) -> Bar | None:
    for hex in targets:
        if (reason := reach(view, unit, task, hex)) is not None:
            return reason
    if len(targets) == 2 and not view.board.adjacent(*targets):
        return bar("E-PAIR", e1=targets[0], e2=targets[1], f=unit.hex)
    attacked = {hex for role in roles for hex in role.targets}
    pair = next((set(role.targets) for role in roles if len(role.targets) == 2), set())
    if view.rulings.splith == "off" and len(attacked) > 1 and attacked != pair:
        return bar("E-ONEHEX", unit=unit.id)
    return pairs_wrong(view, unit, task, targets)


def reach(view: world.Position, unit: Unit, task: Task, hex: Hex) -> Bar | None:
    board, charts = view.board, view.charts
    if not board.adjacent(unit.hex, hex):
        return bar("E-ADJ", rule="DS-11", unit=unit.id, hex=hex)
    side = board.crossing(charts, unit.hex, hex)
    if task == "aa":
        barred, what = not gunnery.may_fire(board, charts, unit.hex, hex), "fire"
    else:
        on_wheels = paths.motorised(view, unit) and not side.assault_motorised
        barred = (
            on_wheels
            or side.close_assault is None
            or charts.ground[view.cells[hex].terrain].close_assault is None
        )
        what = "assault"
    if barred:
        kind = paths.terrain(view, unit.hex, hex)
        return bar(
            "E-TERRAIN",
            rule="DS-11",
            unit=unit.id,
            what=what,
            hex=hex,
            origin=unit.hex,
            terrain=kind,
        )
    return None


def pairs_wrong(view: View, unit: Unit, task: Task, targets: Hexes) -> Bar | None:
    """Return the reason why a two-hex assault is not possible, if any (P29.s4 to P29.s6)."""
    for name, roles in sheet_of(view).roles.items():
        other = view.units[name]
        if name == unit.id:
            continue
        for role in roles:
            shared = set(role.targets) & set(targets)
            if not shared or (len(role.targets) == 1 and len(targets) == 1):
                continue
            two = role.targets if len(role.targets) == 2 else targets
            first = other.hex if len(role.targets) == 2 else unit.hex
            second = unit.hex if len(role.targets) == 2 else other.hex
            if other.hex != unit.hex:
                return bar("E-PAIRX", e=min(shared), f=first, g=second)
            if task == role.task == "ca" and set(role.targets) != set(targets):
                return bar("E-PAIRBOTH", f=unit.hex, e1=two[0], e2=two[1])
    return None


def can(view: View, unit: Unit, task: Task, targets: Hexes) -> Bar | None:
    return wrong(view, unit, task, dict(unit.toe), targets, whole=True)


def unsplit(view: View) -> Bar | None:
    if view.rulings.whpart == "point":
        return None
    for name, roles in sheet_of(view).roles.items():
        if roles and sum(role.n for role in roles) != view.units[name].points:
            return bar("E-SPLIT", unit=name, n=view.units[name].points)
    return None


def assaulted(view: View, without: u.UnitId = "") -> set[Hex]:
    """Rule: R-AAONLY."""
    roles, aa = sheet_of(view).roles, view.rulings.aaonly == "on"
    return {
        hex
        for x in roles
        if x != without
        for r in roles[x]
        if aa or r.task == "ca"
        for hex in r.targets
    }


def unmet(view: View) -> Bar | None:
    """Return the reason against a sheet that leaves out a hex that must and could be assaulted, if
    any (P24.s3, P29.s3).
    """
    if not attacking(view):
        return None
    done = assaulted(view)
    for hex in [hex for hex in view.must if hex not in done]:
        for unit in in_combat(view):
            roles = sheet_of(view).roles.get(unit.id, [])
            mine = {h for role in roles if role.task == "ca" for h in role.targets}
            if (
                not mine & set(view.must) - assaulted(view, unit.id)
                and able_alone(view, unit, hex)
                and pairs_wrong(view, unit, "ca", (hex,)) is None
            ):
                covered = [touch.own for touch in view.touching if touch.enemy == hex and touch.zoc]
                return bar("E-MUST", hex=hex, covers=", ".join(covered))
    return None


def able_alone(view: View, unit: Unit, *targets: Hex) -> bool:
    fit = not fixed(unit) and len(able_kinds(view, unit, "ca")) == len(unit.toe)
    if not fit or any(reach(view, unit, "ca", hex) for hex in targets):
        return False
    return price(view, merged([], "ca", unit.toe, targets)) <= condition.ammo(view, unit)


def is_probe(view: View, targets: Hexes) -> bool:
    roles = sheet_of(view).roles
    units = [
        name
        for name, own in roles.items()
        if any(x.task == "ca" and x.targets == targets for x in own)
    ]
    committed = sum(role.n for name in units for role in roles[name] if role.task == "ca")
    return close_assault.is_probe(
        committed, sum(view.units[name].points for name in units), view.rulings
    )


def minimum(view: View) -> Assigned:
    roles: dict[u.UnitId, list[Role]] = {}
    order = sorted(
        in_combat(view),
        key=lambda unit: (-u.infantry_points(unit.toe, view.kinds), -unit.points, unit.id),
    )
    for hex in view.must:
        for unit in order:
            if unit.id not in roles and able_alone(view, unit, hex):
                roles[unit.id] = merged([], "ca", unit.toe, (hex,))
                break
    return Assigned(roles)


def everybody(view: View) -> Assigned:
    able = (unit for unit in in_combat(view) if able_alone(view, unit))
    return Assigned({unit.id: merged([], "ca", unit.toe, ()) for unit in able})
