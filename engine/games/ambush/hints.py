"""Suggested orders, computed from one seat's view: cover, facing, range, odds."""

from collections.abc import Sequence
from random import Random

from engine import Menu, Order
from engine.game import HINTS
from engine.games.ambush import judgement, sight, world
from engine.games.ambush import orders as o
from engine.games.ambush.hexes import COVER, Hex, distance, named
from engine.games.ambush.judgement import Judgement, nearest, odds, power, spotted
from engine.games.ambush.units import GUNS, Mode, Unit, Weapon
from engine.games.ambush.view import View
from engine.games.ambush.weapons import numbers, targets

LOOKED_AT = 3
"""The maximum number of units whose moves or places are examined."""
WARM = 5
"""Heat above the capacity of its sinks that a unit accepts for its fire."""
GIVEN_AWAY = 0.45
"""The minimum expected damage, as a part of its best shot, for which a hidden unit reveals
itself.
"""
LONELY = 6
"""The distance to the nearest enemy or objective, in hexes, beyond which hiding isn't worth it."""
FOCUS = 0.5
"""The added value of a target that the fire planned so far is about to finish."""


def hints(view: View, menu: Menu) -> list[Order]:
    kinds = {choice.order for choice in menu.offered}
    found = [menu.default]
    if o.Deploy in kinds:
        found = deployments(view)
    elif view.sheet is not None:
        found = {"hide": hidings, "fire": salvoes, "reveal": emergings}[view.sheet.kind](view)
    elif o.Move in kinds:
        found = moves(view)
    elif view.halted is not None and o.Continue in kinds:
        found = suggest_continuations(view, view.units[view.halted.unit])
    elif view.dodge is not None and o.Stay in kinds:
        found = dodges(view, view.units[view.dodge.unit])
    elif view.chance is not None:
        found = answers(view, view.chance)
    return [order for order in dict.fromkeys(found) if menu.allows(order)][:HINTS]


def goals(view: View) -> list[Hex]:
    wide, high = view.size
    wanted = [one.hex for one in view.objectives if one.holder != view.viewer]
    wanted = wanted or list(spotted(view))
    return wanted or [named((wide + 1) // 2, (high + 1) // 2)]


def cover(view: View, hex: Hex) -> int:
    return COVER.get(view.cell(hex).code, 0) + view.cell(hex).building


def rank_places(view: View, hexes: Sequence[Hex]) -> list[str]:
    wanted = goals(view)
    foes = list(spotted(view)) or wanted

    def worth(hex: Hex) -> tuple[float, Hex]:
        dry = view.cell(hex).code not in "PI12"
        return distance(hex, nearest(hex, wanted)) / 2 - 2 * cover(view, hex) - dry, hex

    return [
        f"{hex}/{judgement.looking(hex, nearest(hex, foes))}" for hex in sorted(hexes, key=worth)
    ]


def deployments(view: View) -> list[Order]:
    free = [hex for hex in view.deploy[view.viewer] if view.free(hex)]
    best = rank_places(view, free)[:LOOKED_AT]
    units = view.waiting(view.viewer, hidden=False)[:2]
    return [o.Deploy(unit.id, place) for unit in units for place in best]


def posts(view: View) -> list[Order]:
    """Return the best place for each visible unit without one."""
    written = {line.unit: line.place[:4] for line in view.lines}
    free = [h for h in view.deploy[view.viewer] if view.free(h) and h not in written.values()]
    units = [u for u in view.waiting(view.viewer, hidden=False) if u.id not in written]
    best = rank_places(view, free)
    return [o.Post(unit.id, place) for unit, place in zip(units, best, strict=False)]


def hidings(view: View) -> list[Order]:
    """Return a place for each unit without one, those with the best close shots first, then
    ``ok``.
    """
    written = {line.unit for line in view.lines}
    units = [one for one in view.waiting(view.viewer, hidden=True) if one.id not in written]
    units.sort(key=judgement.ambushing, reverse=True)
    lines = [o.Hide(unit.id, place) for unit, place in zip(units, lairs(view), strict=False)]
    used = view.opened.get(view.viewer, 0) + sum(view.units[name].reserve for name in written)
    hidden = lines[: max(0, view.allowance[view.viewer] - used)]
    first = posts(view) if view.rules.blind else []
    return [*[*first, *hidden][: HINTS - 1], o.Ok()]


def lairs(view: View) -> list[str]:
    written = {line.place[:4] for line in view.lines}
    free = [
        hex
        for hex in view.ambush[view.viewer]
        if view.cell(hex).hides(prone=True) and view.standing_in(hex) is None and hex not in written
    ]
    return rank_places(view, free)


def moves(view: View) -> list[Order]:
    judge = Judgement(view)
    units = in_turn(judge, movers(view))[:LOOKED_AT]
    if not units:
        return [o.Ok()]
    plans = {unit.id: judge.plans(unit) for unit in units}
    best = [move_order(name, some[0]) for name, some in plans.items()]
    first = units[0].id
    return [*best, *(move_order(first, plan) for plan in plans[first][1:])]


def movers(view: View) -> list[Unit]:
    """Return the units that may move, but no hidden one that has an enemy in reach."""
    return [u for u in view.movable(view.viewer) if not u.hidden or lonely(view, u)]


def in_turn(judge: Judgement, units: list[Unit]) -> list[Unit]:
    """Return units in order of moving: distant ones first, so that the others can react."""

    def close(unit: Unit) -> int:
        return min((distance(unit.hex, foe) for foe in judge.spotted), default=0)

    return sorted(units, key=lambda unit: (-close(unit), unit.id))


def move_order(unit: str, plan: judgement.Plan) -> o.Move:
    return o.Move(unit, plan.mode, plan.steps, tail(plan))


def tail(plan: judgement.Plan) -> tuple[str, ...]:
    return ("S",) if "S" in plan.steps else ()


def suggest_continuations(view: View, unit: Unit) -> list[Order]:
    halted = view.halted
    assert halted is not None
    judge = Judgement(view)
    ways = list(judge.walks(unit, halted.mode, halted.used))
    plans = judge.ranked(unit, halted.mode, ways)
    found = [o.Continue(unit.id, plan.steps, tail(plan)) for plan in plans]
    return [*found[:2], o.Continue(unit.id), *found[2:]]


def dodges(view: View, unit: Unit) -> list[Order]:
    plans = [
        plan for plan in Judgement(view).plans(unit) if "F" in plan.steps or plan.mode == "jump"
    ]
    ways = [o.Dodge(unit.id, plan.mode, plan.steps, tail(plan)) for plan in plans[:2]]
    return [*ways, o.Stay(unit.id)]


def answers(view: View, chance: world.Chance) -> list[Order]:
    hits = {shooter.unit: expected(view, shooter) for shooter in chance.shooters}
    good = tuple(
        name
        for name, damage in hits.items()
        if damage >= GIVEN_AWAY * judgement.strength(view.units[name]) or last_round(view)
    )
    alone = sorted(hits, key=lambda name: -hits[name])
    shots: list[Order] = [o.Shoot((name,)) for name in alone]
    return [o.Shoot(good), o.Hold(), *shots] if good else [o.Hold(), *shots]


def expected(view: View, shooter: world.Shooter) -> float:
    kinds = {gun.label: gun.kind for gun in view.units[shooter.unit].guns()}
    damage = sum(odds(need) * power(kinds[label]) for label, need in shooter.weapons)
    return damage * judgement.EXPOSED[shooter.side]


def last_round(view: View) -> bool:
    return view.round >= view.rounds


def salvoes(view: View) -> list[Order]:
    """Return the fire of each unit that has none on the sheet, then ``ok``."""
    judge = Judgement(view)
    written = {line.unit for line in view.lines}
    able = [unit for unit in view.of(view.viewer) if unit.able and not unit.shot]
    left = [unit for unit in able if unit.id not in written]
    found = [aim for unit in left if (aim := best_aim(judge, unit, aimed_at(view)))]
    return [*found[: HINTS - 1], o.Ok()]


def aimed_at(view: View) -> dict[str, float]:
    found: dict[str, float] = {}
    for line in view.lines:
        for gun, target, need in numbers(view, line):
            found[target.id] = found.get(target.id, 0) + odds(need) * power(gun.kind)
    return found


def best_aim(judge: Judgement, unit: Unit, before: dict[str, float]) -> o.Aim | None:
    """Return a unit's most valuable fire, or ``None`` if nothing can hit or a hidden unit would
    reveal itself for little.

    All weapons fire at one target. Those that don't bear on it fire at a second one. ``before`` is
    the damage expected from others, by target.
    """
    view = judge.view
    most, found = 0.0, None
    for twist, bearing_guns in targets(view, unit).items():
        foes = dict.fromkeys(foe for names in bearing_guns.values() for foe in names)
        for foe in foes:
            first = [gun for gun, names in bearing_guns.items() if foe in names]
            rest = {
                gun: next(iter(names)) for gun, names in bearing_guns.items() if foe not in names
            }
            shots = [f"{gun}>{foe}" for gun in first] + [f"{g}>{f}" for g, f in rest.items()]
            aim = o.Aim(unit.id, twist, tuple(shots))
            worth = dict[str, float]()
            damage = 0.0
            for gun, target, need in numbers(view, aim):
                hit = odds(need) * power(gun.kind)
                if not hit:
                    continue
                done = min(1.0, before.get(target.id, 0) / max(1, target.left / 2))
                side = judgement.EXPOSED[sight.struck_side(target, unit.hex)]
                worth[gun.label] = hit * side * judgement.stake(target) * (1 + FOCUS * done)
                damage += hit * side
            if (
                unit.hidden
                and not last_round(view)
                and damage < GIVEN_AWAY * judgement.strength(unit)
            ):
                continue
            guns = {gun.label: gun for gun in unit.guns()}
            kept = limit_heat(view, unit, guns, worth)
            if (total := sum(kept.values())) > most:
                most = total
                found = o.Aim(
                    unit.id, twist, tuple(shot for shot in shots if shot.partition(">")[0] in kept)
                )
    return found


def limit_heat(
    view: View, unit: Unit, guns: dict[str, Weapon], hits: dict[str, float]
) -> dict[str, float]:
    if not view.rules.heat:
        return hits
    room = unit.sinks + WARM - unit.heat - unit.warmth
    kept: dict[str, float] = {}
    heat = {gun: GUNS[guns[gun].kind].heat for gun in hits}
    for gun, hit in sorted(hits.items(), key=lambda one: -one[1] / max(1, heat[one[0]])):
        room -= heat[gun]
        if room < 0 and kept:
            break
        kept[gun] = hit
    return kept


def emergings(view: View) -> list[Order]:
    written = {line.unit for line in view.lines}
    hidden = [one for one in view.of(view.viewer) if one.hidden and one.id not in written]
    now = [one for one in hidden if lonely(view, one)]
    later = [one for one in hidden if one not in now]
    return [*(o.Emerge(one.id) for one in now), o.Ok(), *(o.Emerge(one.id) for one in later)]


def lonely(view: View, unit: Unit) -> bool:
    near = min((distance(unit.hex, foe) for foe in spotted(view)), default=0)
    return near > LONELY


def reason(view: View, order: Order) -> dict[str, str | int]:
    """Return the reason for an order as arguments of its sentence. ``what`` is the kind of
    reason.
    """
    match order:
        case (
            o.Deploy(unit, place) | o.Show(unit, place) | o.Hide(unit, place) | o.Post(unit, place)
        ):
            hex, what = place[:4], "hide" if isinstance(order, o.Hide) else "deploy"
            wanted = nearest(hex, goals(view))
            far = distance(hex, wanted)
            return {"what": what, "cover": cover(view, hex), "goal": wanted, "far": far}
        case o.Move(unit, mode, steps) | o.Dodge(unit, mode, steps):
            what = "dodge" if isinstance(order, o.Dodge) else mode
            return arrival(view, view.units[unit], what, mode, steps, 0)
        case o.Continue(unit, steps) if steps and view.halted:
            halted = view.halted
            return arrival(view, view.units[unit], "continue", halted.mode, steps, halted.used)
        case o.Continue():
            return {"what": "stop"}
        case o.Shoot(units) if view.chance:
            shooters = [shooter for shooter in view.chance.shooters if shooter.unit in units]
            needs = [need for shooter in shooters for _, need in shooter.weapons]
            return {"what": "shoot", "need": min(needs), "side": shooters[0].side}
        case o.Aim():
            shots = numbers(view, order)
            target = shots[0][1]
            needs = [need for _, foe, need in shots if foe is target]
            return {
                "what": "fire",
                "target": target.id,
                "need": min(needs),
                "n": len(needs),
                "others": len(shots) - len(needs),
                "hidden": int(view.units[order.unit].hidden),
            }
        case o.Noted() if view.chance is not None:
            return {"what": "left"}
        case o.Hold() | o.Stay() | o.Ok() | o.Noted() | o.Emerge():
            sheet = view.sheet.kind if isinstance(order, o.Ok) and view.sheet else ""
            return {"what": (sheet and f"{sheet}-sheet") or type(order).__name__.lower()}
    return {}


def arrival(
    view: View, unit: Unit, what: str, mode: Mode, steps: Sequence[str], used: int
) -> dict[str, str | int]:
    """Return facts about a path's end: its cover and the nearest enemy. ``what`` is ``turn`` if the
    unit doesn't leave its hex.
    """
    hex = unit.hex
    if mode == "jump":
        hex = steps[0][1:5]
    elif steps:
        ground, at = sight.Ground(view, unit, mode), sight.spot(unit, mode, used)
        for token in steps:
            after = ground.step(at, token)
            at = after if isinstance(after, sight.Spot) else at
        hex = at.hex
    foes = spotted(view)
    near = nearest(hex, list(foes)) if foes else nearest(hex, goals(view))
    name = foes.get(near, near)
    what = "turn" if hex == unit.hex and mode in ("walk", "run") else what
    far = distance(hex, near)
    return {"what": what, "hex": hex, "cover": cover(view, hex), "near": name, "far": far}


def written(line: Order) -> str:
    match line:
        case o.Hide(unit, place):
            return f"hide {unit} {place}"
        case o.Post(unit, place):
            return f"deploy {unit} {place}"
        case o.Aim(unit, twist, shots):
            return f"fire {unit} twist {twist:+}: {' '.join(shots)}"
        case o.Emerge(unit):
            return f"reveal {unit} next-round"
    raise AssertionError(line)


LAIRS = 3
"""The number of best hiding places from which a robot draws, so that nobody can predict its
choice.
"""


def choose(view: View, menu: Menu, rng: Random) -> Order | None:
    """Return the robot's order, or ``None`` if it has no preference."""
    kinds = {choice.order for choice in menu.offered}
    if o.Move in kinds and (units := movers(view)):
        judge = Judgement(view)
        unit = in_turn(judge, units)[0]
        return move_order(unit.id, judge.plans(unit)[0])
    if view.sheet is not None and view.sheet.kind == "hide":
        line = hidings(view)[0]
        if isinstance(line, o.Hide):
            line = o.Hide(line.unit, rng.choice(lairs(view)[:LAIRS]))
        return line
    return next(iter(hints(view, menu)), None)
