"""Suggested orders, computed from one seat's view: the lines that fill the question's sheet in
order, then ``ok``. The robot uses them too.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from engine import Anytime, Line, Menu, Order
from engine.game import HINTS, answers
from engine.games.desert import condition, prompts, s06_07_barrage, s13_16_close
from engine.games.desert import orders as o
from engine.games.desert import s05_plans as plans
from engine.games.desert import s09_fitness as fitness
from engine.games.desert.casualties import flat, worth
from engine.games.desert.judgement import Judge, stands
from engine.games.desert.orders import Assigned, Firing, Losses, Placed, Positions, with_points
from engine.games.desert.prices import ammo_price
from engine.games.desert.s01_04_opening import able, barrage_cost, guns_in_contact
from engine.games.desert.s05_shares import points_of
from engine.games.desert.s08_retreat import Walk, crowded, place
from engine.games.desert.s08_retreat import dear as too_far
from engine.games.desert.s10_11_antiarmour import Flagged
from engine.games.desert.s12_losses import Capturing, Placing, Tolls
from engine.games.desert.units import Hex, Hexes, Points, Position, Unit, combat_unit, gun_class
from engine.games.desert.view import Bring, Captive, Declare, Falling, Named, Toll, View

LOSSES: Mapping[str, type[prompts.Prompt]] = {"apply": s06_07_barrage.Taking, "aa_loss": Flagged}
"""The questions about losses that are asked in a step of their own."""


def hints(view: View, menu: Menu) -> list[Order]:
    found = list(suggest_lines(view))
    if o.Ok() in found and not menu.allows(o.Ok()):
        found = [*found[: found.index(o.Ok())], o.Auto()]  # alternatives would contradict lines
    if menu.default is not None and not isinstance(menu.default, o.Auto):
        every = [order for choice in answers(menu) for order in choice.orders() or ()]
        found = [menu.default, *(order for order in every if not isinstance(order, o.Auto))]
        if isinstance(view.task, Falling) and view.step == "ca_retreat" and stands(view):
            found.insert(0, o.Stand(view.task.hex))
        if view.step == "aa_pick" and not has_fire(view):
            found.insert(0, o.Done())
    allowed = (order for order in dict.fromkeys(found) if menu.allows(order))
    best = [order for order, _ in zip(allowed, range(HINTS), strict=False)]
    return best or [menu.default]


def has_fire(view: View) -> bool:
    return any(role.task == "aa" for unit in view.of(view.viewer) for role in unit.seg.roles)


def suggest_lines(view: View) -> Iterator[Order]:
    """Yield the lines missing from the sheet, then ``ok``, then alternatives."""
    match view.task:
        case Toll():
            yield from suggest_losses(view, Tolls.default(view))
        case Captive():
            yield from suggest_captures(Capturing.default(view).points, view.sheet.points)
        case Declare():
            yield o.Ok()
            yield o.Auto()
            return
        case Bring():
            yield from suggest_places(Placing.default(view), view.sheet)
    if view.step in LOSSES:
        yield from suggest_losses(view, LOSSES[view.step].default(view))
    lines = LINES.get(view.step)
    if lines is not None and view.task is None:
        yield from lines(view)
    yield o.Ok()
    if more := MORE.get(view.step):
        yield from more(view)
    yield o.Auto()


# ---- barrages


def positions(view: View) -> Iterator[Order]:
    sheet: Positions = view.sheet
    attacking = view.viewer == view.phasing
    guns = dict[str, Position]()
    for unit in guns_in_contact(view):
        kinds = [view.kinds[kind] for kind in unit.toe]
        forward = attacking or all(kind.anti_armor > kind.barrage for kind in kinds)
        if unit.id not in sheet.guns:
            guns[unit.id] = "forward" if forward else "back"
    if guns:
        yield o.Pos(tuple(sorted(guns.items())))


def all_positions(view: View) -> Iterator[Order]:
    sheet: Positions = view.sheet
    there = set(sheet.guns.values())
    yield from (o.PosAll(word) for meant, word in prompts.WHERE.items() if there != {meant})


def quiet(view: View) -> Iterator[Order]:
    sheet: Firing = view.sheet
    yield from (o.Quiet(unit.id) for unit in able(view) if unit.id not in sheet.quiet)


def barrages(view: View) -> Iterator[Order]:
    """Yield the most effective barrages of all guns without target, then ``hold`` for the rest."""
    idle, judge = plans.idle(view), Judge(view)
    loaded = [name for name in idle if keeps_ammo(view, name)]
    found = [aim for target in view.targets for aim in aims_at(view, judge, target, loaded)]
    found.sort(key=lambda one: -one[0])
    aims, targets = list[o.Aim](), set[str]()
    for _, aim in found:
        if len(aims) < HINTS - 2 and set(aim.units) <= set(idle) and aim.target not in targets:
            aims.append(aim)
            targets.add(aim.target)
            idle = [name for name in idle if name not in aim.units]
    yield from aims
    if idle:
        yield o.Hold(tuple(idle))


def aims_at(
    view: View, judge: Judge, target: Named, idle: Sequence[str]
) -> Iterator[tuple[float, o.Aim]]:
    """Yield barrages on a target with their expected points for each unit: by one unit, and by as
    many as may fire together.
    """
    firers: tuple[str, ...] = ()
    for name in idle:
        more = (*firers, name)
        if plans.groups_wrong(view, target.name, plans.by_unit(view, more)) is None:
            firers = more
    for some in dict.fromkeys([*((name,) for name in firers), firers]):
        groups = plans.by_unit(view, some)
        value = sum(judge.barrage(target.name, points_of(view, group)[1]) for group in groups)
        if value:
            yield value / len(some), o.Aim(some, target.name)


# ---- assignments


def roles(view: View) -> Iterator[Order]:
    """Yield orders that meet the obligations, and promising assaults."""
    if not fitness.attacking(view):
        for hex in sorted({touch.own for touch in view.touching}):
            yield from anti_tank(view, hex)
            yield from assign_hex(view, hex, ())
            yield from others_fire(view, hex)
        return
    judge, sheet = Judge(view), fitness.sheet_of(view)
    for own, (enemy, how) in sorted(judge.best_tasks().items()):
        fire, storm = judge.parted(own, enemy, how)
        free = [
            tuple(unit.id for unit in some if not sheet.roles.get(unit.id))
            for some in (fire, storm)
        ]
        if free[0]:
            yield o.AaUnits(free[0], (enemy,))
        if free[1] and fire:
            yield o.CaUnits(free[1], (enemy,))
        elif free[1]:
            yield from assign_hex(view, own, (enemy,))
    if fitness.unmet(view) is not None:
        for name, least in fitness.minimum(view).roles.items():
            if sheet.roles.get(name) != least:
                yield o.CaUnits((name,), least[0].targets)


def anti_tank(view: View, hex: Hex) -> Iterator[Order]:
    """Yield the fire of guns that hardly defend, beside units that do."""
    stack = [unit for unit in fitness.in_combat(view) if unit.hex == hex]
    able = [unit for unit in stack if fitness.can(view, unit, "ca", ()) is None]
    guns = [unit.id for unit in stack if fires_better(view, unit)]
    if any(unit.id not in guns for unit in able):
        free = tuple(name for name in guns if not fitness.sheet_of(view).roles.get(name))
        if free:
            yield o.AaUnits(free)


def others_fire(view: View, hex: Hex) -> Iterator[Order]:
    """Yield the fire of all units that cannot defend."""
    free = [
        unit.id
        for unit in fitness.in_combat(view)
        if unit.hex == hex
        and not fitness.sheet_of(view).roles.get(unit.id)
        and fitness.can(view, unit, "ca", ()) is not None
        and fitness.can(view, unit, "aa", ()) is None
    ]
    if free:
        yield o.AaUnits(tuple(free))


def fires_better(view: View, unit: Unit) -> bool:
    kinds = [view.kinds[kind] for kind in unit.toe]
    return all(kind.anti_armor > 3 * kind.defence for kind in kinds) and (
        fitness.can(view, unit, "aa", ()) is None
    )


def assign_hex(view: View, hex: Hex, targets: Hexes) -> Iterator[Order]:
    stack = [unit for unit in fitness.in_combat(view) if unit.hex == hex]
    roles = fitness.sheet_of(view).roles
    stack = [unit for unit in stack if not roles.get(unit.id)]
    costs = {unit.id: assault_cost(view, unit.toe) for unit in stack}
    spared = [unit for unit in stack if condition.ammo(view, unit) >= least_ammo(view, unit)]
    after = [
        unit
        for unit in spared
        if condition.ammo(view, unit) - costs[unit.id] >= least_ammo(view, unit)
    ]
    if after or not spared or is_last(view):
        yield o.CaAll(hex, targets)
        return
    keeper = min(spared, key=lambda unit: (costs[unit.id], unit.id))
    others = tuple(
        unit.id for unit in stack if unit is not keeper and fitness.able_kinds(view, unit, "ca")
    )
    if others:
        yield o.CaUnits(others, targets)
        return
    if view.rulings.whpart == "unit":
        yield o.CaAll(hex, targets)
        return
    least = least_ammo(view, keeper)
    for kind, points in keeper.toe.items():
        n = min(points, (condition.ammo(view, keeper) - least) // least)
        if n > 0:
            yield o.CaPart(keeper.id, (kind, n), targets)


def is_last(view: View) -> bool:
    return view.segment >= 2 * view.stages


def least_ammo(view: View, unit: Unit) -> int:
    prices = (assault_cost(view, {kind: 1}) for kind, n in unit.toe.items() if n)
    return min(prices, default=0)


def assault_cost(view: View, points: Mapping[str, int]) -> int:
    return sum(ammo_price(view.charts, "ca", view.kinds[kind].cls, n) for kind, n in points.items())


def keeps_ammo(view: View, name: str) -> bool:
    gun = view.units.get(name)
    if gun is None or is_last(view):
        return True
    return any(
        condition.ammo(view, unit) - (barrage_cost(view, unit) if unit.id == name else 0)
        >= least_ammo(view, unit)
        for unit in view.stacked(gun.hex, gun.side)
        if unit.points
    )


# ---- losses


def suggest_losses(view: View, default: Any) -> Iterator[Order]:
    sheet: Losses = view.sheet
    for unit, points in default.points.items():
        if covered(points, sheet.points.get(unit, {})) is False:
            yield o.Lose(unit, tuple(sorted(points.items())))
    for unit, points in default.guns.items():
        if covered(points, sheet.guns.get(unit, {})) is False:
            yield o.Gun(unit, tuple(sorted(points.items())))
    for unit, cargoes in default.trucks.items():
        for cargo, n in cargoes.items():
            if n and sheet.trucks.get(unit, {}).get(cargo) != n:
                yield o.Truck(unit, cargo, n)


def covered(points: Mapping[str, int], there: Mapping[str, int]) -> bool:
    return all(there.get(kind, 0) >= n for kind, n in points.items())


def suggest_captures(points: Points, there: Points) -> Iterator[Order]:
    for unit, some in points.items():
        if not covered(some, there.get(unit, {})):
            yield o.Give(unit, tuple(sorted(some.items())))


def suggest_places(default: Any, sheet: Placed) -> Iterator[Order]:
    if not sheet.prisoners:
        yield from (o.Pow(n, hex) for hex, n in default.prisoners.items())
    kinds = {one.kind for one in sheet.brought}
    for one in default.brought:
        if one.kind not in kinds:
            yield o.Repl(one.n, one.kind, one.unit, one.hex)


# ---- moves


def marches(view: View) -> Iterator[Order]:
    """Yield moves: first into objectives where nobody is, then towards those of the enemy. A unit
    that alone holds one stays.
    """
    if crowded(view) is not None:
        yield o.Clear()
    mine = [unit for unit in view.of(view.viewer) if combat_unit(unit, view.units.values())]
    mine.sort(key=lambda unit: gun_class(unit, view.kinds))
    walk, here = Walk(view, partial(s13_16_close.dear, view)), [place(view, unit) for unit in mine]
    load, enemies = Counter[Hex](), view.enemies(view.viewer)
    for unit in view.of(view.viewer):
        load[place(view, unit)] += unit.sp or 0
    able = [unit for unit in mine if walk.stuck(unit.id) is None]
    ways = {unit.id: walk.trail(unit.id, with_start=False).samples for unit in able}
    foreign = {hex for hex in view.hold_points if view.cells[hex].held != view.viewer}
    empty = [hex for hex in view.hold_points if hex not in enemies]
    pairs = [(unit, hex) for hex in empty for unit in sorted(able, key=far_from(view, hex))]
    onward = [(unit, hex) for unit in able for hex in foreign]
    onward.sort(key=lambda pair: -drawn_to(view, pair[0], pair[1], here))
    for n, (unit, goal) in enumerate((*pairs, *onward)):
        path = nearest(view, unit, ways[unit.id], goal, load) if unit in able else ()
        lonely = unit.hex in view.hold_points and here.count(unit.hex) < 2
        full = goal not in enemies and here.count(goal) > (goal in foreign)
        short = n < len(pairs) and path[-1:] != (goal,)
        if path and not (lonely or full or short):
            load[unit.hex] -= unit.sp or 0
            load[path[-1]] += unit.sp or 0
            here.remove(unit.hex)
            here.append(path[-1])
            able.remove(unit)
            yield o.Move(unit.id, path)


def far_from(view: View, goal: Hex) -> Callable[[Unit], tuple[bool, int]]:
    far = view.board.distances(goal)
    return lambda unit: (gun_class(unit, view.kinds), far.get(unit.hex, 99))


def drawn_to(view: View, unit: Unit, goal: Hex, places: Iterable[Hex]) -> float:
    far = view.board.distances(goal)
    near = sum(hex == goal for hex in places)
    return view.hold_points[goal] / ((1 + far.get(unit.hex, 99)) * (1 + near))


def nearest(
    view: View, unit: Unit, ways: Iterable[Hexes], goal: Hex, load: Mapping[Hex, int]
) -> Hexes:
    far = view.board.distances(goal)
    fitting = [
        way
        for way in ways
        if load[way[-1]] + (unit.sp or 0) <= view.stacking_limit(way[-1])
        and far.get(way[-1], 99) < far.get(unit.hex, 99)
    ]
    return min(fitting, key=lambda way: (far.get(way[-1], 99), len(way), way), default=())


def retreats(view: View) -> Iterator[Order]:
    front = {touch.own for touch in view.touching}
    walk = Walk(view, partial(too_far, view))
    for unit in view.of(view.viewer):
        if unit.hex in front and walk.stuck(unit.id) is None:
            yield o.Rba(unit.id, (unit.hex, *walk.trail(unit.id, with_start=True).samples[0]))


LINES = {"position": positions, "plan": barrages, "assign": roles, "move": marches}
"""The lines written before ``ok``, by step."""
MORE = {"position": all_positions, "firing": quiet, "retreat": retreats}
"""Alternatives to the suggested lines, by step."""


def running_total(view: View, order: Order) -> dict[str, str | int]:
    task, sheet = view.task, view.sheet
    match task, order:
        case Toll(), o.Lose(unit, points) if unit in {one.unit for one in task.pool}:
            chosen, pool, need = with_points(sheet.points, unit, points), task.pool, task.raw
        case Toll(), o.Lose(unit, points) | o.Gun(unit, points):
            chosen, pool, need = with_points(sheet.guns, unit, points), task.exposed, task.guns
        case Captive(), o.Give(unit, points):
            chosen, pool, need = with_points(sheet.points, unit, points), task.pool, task.raw
        case _:
            return {}
    return {"what": "running", "n": worth(flat(chosen), pool), "of": need}


def reason(view: View, order: Order) -> dict[str, str | int]:
    """Return the reason for an order as arguments of its sentence. ``what`` is the kind of
    reason.
    """
    match order:
        case o.Aim(units, target):
            groups = plans.by_unit(view, units)
            points = [points_of(view, group)[1] for group in groups]
            return {
                "what": "aim" if len(points) == 1 else "aims",
                "target": target,
                "n": len(units),
                "points": ", ".join(map(str, points)),
            }
        case o.PosAll(where):
            return {"what": where}
        case o.CaAll(hex, targets) | o.AaAll(hex, targets):
            what = "shots" if isinstance(order, o.AaAll) else "attack" if targets else "defend"
            return {"what": what, "hex": hex, "target": "+".join(targets)}
        case o.CaUnits(_, targets):
            return {"what": "must", "target": "+".join(targets)}
        case o.Lose() | o.Gun() | o.Truck() | o.Give():
            return running_total(view, order) or {"what": "lose"}
        case o.Move(_, path):
            goal = min(
                (hex for hex in view.hold_points if view.cells[hex].held != view.viewer),
                key=lambda hex: (view.board.distances(hex).get(path[-1], 99), hex),
                default="",
            )
            return {"what": "move", "goal": goal} if goal else {}
        case o.Ok() | o.Auto() | o.Stand() | o.Retreat() | o.Rba() | o.Quiet() | o.Hold():
            return {"what": type(order).__name__.lower(), "step": view.step}
        case o.Assault() | o.PickAa() | o.Decline() | o.Done() | o.RetreatSome() | o.Clear():
            return {"what": type(order).__name__.lower()}
        case o.Pow() | o.Repl():
            return {"what": "bring"}
    return {}


PLAIN = (o.Clear, o.Drop, o.DropUnit, o.Statuses, o.Show, o.Quiet, o.Stay, o.Hold)
"""Lines that undo something or have no effect for a robot."""

STEADY = 0.999
"""The probability with which a robot plays the best suggestion."""


def choose(view: View, menu: Menu, rng: Random) -> Order | None:
    if rng.random() < STEADY and (best := hints(view, menu)):
        return best[0]
    choices = [choice for choice in menu.offered if not issubclass(choice.order, Anytime)]
    lines = [
        choice for choice in choices if issubclass(choice.order, Line) and choice.order not in PLAIN
    ]
    busy = view.step in ("plan", "assign", "move", "position")
    if lines and rng.random() < (0.7 if busy else 0.3):
        line: Order = rng.choice(lines).sample(rng)
        return line
    empty = isinstance(view.sheet, Assigned) and not view.sheet.roles
    for answer in (o.Auto(),) if empty else (o.Ok(), o.Auto()):
        if menu.allows(answer):
            return answer
    picked: Order | None = menu.default
    return picked
