"""Orders worth considering, from what one seat sees: cover, facing, range, odds."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.game import HINTS
from engine.games.ambush import orders as o
from engine.games.ambush.board import paths
from engine.games.ambush.board.arms import GUNS, Weapon
from engine.games.ambush.board.hexes import Hex, bearing, distance, named
from engine.games.ambush.board.paths import Spot
from engine.games.ambush.board.terrain import COVER, elusive
from engine.games.ambush.board.units import Mode, Unit
from engine.games.ambush.round.weapons import numbers, targets
from engine.games.ambush.view import View
from engine.games.ambush.world import Chance
from engine.menu import Menu
from engine.state import Order

WORTH_A_SHOT = 8
"""The target number with which a hidden unit gives itself away."""
WARM = 5
"""Heat beyond what the sinks carry off that a unit takes on for its fire."""
LOOKED_AT = 3
"""Units whose moves are looked at."""
EFFORT: dict[Mode, float] = {"stand": 0, "walk": 0.3, "run": 1.2, "jump": 1.5}
"""What a mode takes off one's own aim, in hexes of range."""


class Wish(NamedTuple):
    """What a unit looks for: places to be at, enemies, and the range at which it fights best."""

    goals: list[Hex]
    foes: list[Hex]
    reach: float


class Plan(NamedTuple):
    """A way that a unit could go, and what the place at its end is worth."""

    worth: float
    mode: Mode
    steps: tuple[str, ...]


def hints(view: View, menu: Menu) -> list[Order]:
    """Return the orders of this menu that look best, the best first."""
    kinds = {choice.order for choice in menu.offered}
    found = [menu.default]
    if o.Deploy in kinds:
        found = deployments(view)
    elif view.sheet is not None:
        found = {"hide": hidings, "fire": salvoes, "reveal": emergings}[view.sheet.kind](view)
    elif o.Move in kinds:
        found = moves(view)
    elif view.halted is not None and o.Continue in kinds:
        found = rests(view, view.units[view.halted.unit])
    elif view.dodge is not None and o.Stay in kinds:
        found = dodges(view, view.units[view.dodge.unit])
    elif view.chance is not None:
        found = answers(view.chance)
    return [order for order in dict.fromkeys(found) if menu.allows(order)][:HINTS]


def seen_foes(view: View) -> list[Unit]:
    """Return the enemies that the viewer sees."""
    return [unit for unit in view.units.values() if unit.owner != view.viewer and unit.visible]


def goals(view: View) -> list[Hex]:
    """Return where a side wants to be: objectives that it does not hold, else enemies, else the
    middle of the map.
    """
    wide, high = view.size
    wanted = [one.hex for one in view.objectives if one.holder != view.viewer]
    wanted = wanted or [unit.hex for unit in seen_foes(view)]
    return wanted or [named((wide + 1) // 2, (high + 1) // 2)]


def nearest(hex: Hex, others: Sequence[Hex]) -> Hex:
    """Return the nearest of these hexes."""
    return min(others, key=lambda other: (distance(hex, other), other))


def looking(hex: Hex, at: Hex) -> int:
    """Return the facing with which a unit looks from one hex at another."""
    if hex == at:
        return 0
    k, m, n = bearing(hex, at)
    return (k if m >= n else k + 1) % 6


def cover(view: View, hex: Hex) -> int:
    """Return how much harder a unit is to hit where it stands."""
    return COVER.get(view.cell(hex).code, 0) + view.cell(hex).building


def places(view: View, hexes: Sequence[Hex]) -> list[str]:
    """Return these hexes with a facing, covered and near to where a side wants to be first."""
    wanted = goals(view)
    foes = [unit.hex for unit in seen_foes(view)] or wanted

    def worth(hex: Hex) -> tuple[float, Hex]:
        dry = view.cell(hex).code not in "PI12"
        return distance(hex, nearest(hex, wanted)) / 2 - 2 * cover(view, hex) - dry, hex

    return [f"{hex}/{looking(hex, nearest(hex, foes))}" for hex in sorted(hexes, key=worth)]


def deployments(view: View) -> list[Order]:
    """Return the best places for the first units that wait."""
    free = [hex for hex in view.deploy[view.viewer] if view.free(hex)]
    best = places(view, free)[:LOOKED_AT]
    units = view.waiting(view.viewer, hidden=False)[:2]
    return [o.Deploy(unit.id, place) for unit in units for place in best]


def hidings(view: View) -> list[Order]:
    """Return a hidden place for each unit without one, as long as there is room; then ``ok``."""
    written = {line.unit: line.place[:4] for line in view.lines}
    free = [
        hex
        for hex in view.ambush[view.viewer]
        if view.cell(hex).hides(prone=True)
        and view.standing_in(hex) is None
        and hex not in written.values()
    ]
    units = [one for one in view.waiting(view.viewer, hidden=True) if one.id not in written]
    best = places(view, free)
    lines = [o.Hide(unit.id, place) for unit, place in zip(units, best, strict=False)]
    used = view.opened.get(view.viewer, 0) + len(written)
    return [*lines[: max(0, view.allowance[view.viewer] - used)][: HINTS - 1], o.Ok()]


def moves(view: View) -> list[Order]:
    """Return the best move of the first units, then other ways for the first of them, and the
    order to stand.
    """
    units = view.movable(view.viewer)[:LOOKED_AT]
    plans = {unit.id: ranked(view, unit) for unit in units}
    found: list[Order] = [o.Move(name, best[0].mode, best[0].steps) for name, best in plans.items()]
    first = units[0].id
    others = [o.Move(first, plan.mode, plan.steps) for plan in plans[first][1:]]
    return [*found, *others]


def ranked(view: View, unit: Unit) -> list[Plan]:
    """Return the best way in each mode, and standing, the best first."""
    wish = wish_of(view, unit)
    best = [Plan(worth(view, wish, "stand", paths.spot(unit, "stand"), 0), "stand", ())]
    for mode in unit.modes():
        if mode == "jump":
            best += sorted(jumps(view, unit, wish))[-1:]
        elif mode != "stand":
            best += sorted(walks(view, unit, wish, mode))[-1:]
    return sorted(best, reverse=True)


def wish_of(view: View, unit: Unit) -> Wish:
    """Return what a unit looks for."""
    return Wish(goals(view), [foe.hex for foe in seen_foes(view)], reach(unit))


def walks(view: View, unit: Unit, wish: Wish, mode: Mode, used: int = 0) -> Iterator[Plan]:
    """Yield the ways on which a unit gets to each hex and facing with the fewest steps. It does
    not turn where it might slip.
    """
    ground = paths.Ground(view, unit, mode)
    start = paths.spot(unit, mode, used)
    seen: dict[tuple[Hex, int, bool], int] = {(start.hex, start.facing, start.prone): start.left}
    waiting: list[tuple[Spot, tuple[str, ...], int]] = [(start, (), 0)]
    for at, steps, gone in waiting:
        if steps and not (at.prone and not unit.prone):
            yield Plan(worth(view, wish, mode, at, gone), mode, steps)
        slips = gone > 0 and view.cell(at.hex).slippery(mode)
        for token in "S" if at.prone else "F" if slips else "FLR":
            after = ground.step(at, token)
            if isinstance(after, Spot):
                key = after.hex, after.facing, after.prone
                if seen.get(key, -1) < after.left:
                    seen[key] = after.left
                    waiting.append((after, (*steps, token), gone + (token == "F")))


def jumps(view: View, unit: Unit, wish: Wish) -> Iterator[Plan]:
    """Yield the places to which a unit can jump, looking at the nearest enemy."""
    foes = wish.foes or wish.goals
    for hex in paths.landings(view, unit):
        facing = looking(hex, nearest(hex, foes))
        spot = Spot(hex, facing, False, 0)
        found = worth(view, wish, "jump", spot, distance(unit.hex, hex))
        yield Plan(found, "jump", (f"J{hex}/{facing}",))


def worth(view: View, wish: Wish, mode: Mode, at: Spot, gone: int) -> float:
    """Return what it is worth to end a move there, in hexes of range: near to where its side wants
    to be, at its best range, in cover, moving fast, with the enemy ahead.
    """
    found = 1.5 * cover(view, at.hex) + 0.6 * elusive(gone) - EFFORT[mode] - 3 * at.prone
    found -= 0.5 * distance(at.hex, nearest(at.hex, wish.goals))
    if wish.foes:
        foe = nearest(at.hex, wish.foes)
        found -= 0.5 * abs(distance(at.hex, foe) - wish.reach)
        found -= off_ahead(at, foe)
    return found


def off_ahead(at: Spot, foe: Hex) -> int:
    """Return by how many hexsides a unit looks past a hex."""
    off = abs(looking(at.hex, foe) - at.facing) % 6
    return min(off, 6 - off)


def power(gun: Weapon) -> int:
    """Return the damage of a weapon if everything hits."""
    return GUNS[gun.kind].each * max(1, GUNS[gun.kind].rack)


def reach(unit: Unit) -> float:
    """Return the range at which a unit fights best: the short ranges of its weapons."""
    guns = unit.guns()
    total = sum(map(power, guns))
    return sum(power(gun) * GUNS[gun.kind].short for gun in guns) / total if total else 12


def rests(view: View, unit: Unit) -> list[Order]:
    """Return how an interrupted move could go on, and to stop here."""
    halted = view.halted
    assert halted is not None
    wish = wish_of(view, unit)
    here = worth(view, wish, halted.mode, paths.spot(unit, halted.mode, halted.used), unit.moved)
    plans = sorted(walks(view, unit, wish, halted.mode, halted.used), reverse=True)[:1]
    found: list[Order] = [o.Continue(unit.id, plan.steps) for plan in plans]
    stop = o.Continue(unit.id)
    return [*found, stop] if plans and plans[0].worth > here else [stop, *found]


def dodges(view: View, unit: Unit) -> list[Order]:
    """Return the way that leads out of a hex into which somebody slides, and to stay."""
    plans = [plan for plan in ranked(view, unit) if "F" in plan.steps or plan.mode == "jump"]
    return [*(o.Dodge(unit.id, plan.mode, plan.steps) for plan in plans[:2]), o.Stay(unit.id)]


def odds(need: int) -> float:
    """Return how likely two dice show ``need`` or more."""
    ways = sum(6 - abs(7 - n) for n in range(max(2, need), 13))
    return ways / 36


def answers(chance: Chance) -> list[Order]:
    """Return the fire of all that have a good shot, the other units alone, and to hold."""
    best = {s.unit: min(need for _, need in s.weapons) for s in chance.shooters}
    good = tuple(name for name, need in best.items() if need <= WORTH_A_SHOT)
    alone = sorted(best, key=best.__getitem__)
    shots: list[Order] = [o.Shoot((name,)) for name in alone]
    return [o.Shoot(good), o.Hold(), *shots] if good else [o.Hold(), *shots]


def salvoes(view: View) -> list[Order]:
    """Return the fire of each unit that has none on the sheet; then ``ok``."""
    written = {line.unit for line in view.lines}
    able = (unit for unit in view.of(view.viewer) if unit.able and not unit.shot)
    found = [aim for unit in able if unit.id not in written if (aim := best_aim(view, unit))]
    return [*found[: HINTS - 1], o.Ok()]


def best_aim(view: View, unit: Unit) -> o.Aim | None:
    """Return the fire of a unit at one target that may be expected to do most, ``None`` if nothing
    can hit, or if a hidden unit would give itself away for little.
    """
    guns = {gun.label: gun for gun in unit.guns()}
    most, found = 0.0, None
    for twist, bearing_guns in targets(view, unit).items():
        foes = dict.fromkeys(foe for names in bearing_guns.values() for foe in names)
        for foe in foes:
            shots = [f"{gun}>{foe}" for gun, names in bearing_guns.items() if foe in names]
            aim = o.Aim(unit.id, twist, tuple(shots))
            needs = {gun.label: need for gun, _, need in numbers(view, aim)}
            if unit.hidden and min(needs.values()) > WORTH_A_SHOT:
                continue
            hits = {gun: odds(need) * power(guns[gun]) for gun, need in needs.items()}
            kept = cool(view, unit, guns, {gun: hit for gun, hit in hits.items() if hit})
            total = sum(hits[gun] for gun in kept)
            if total > most:
                kept_shots = tuple(f"{gun}>{foe}" for gun in needs if gun in kept)
                most, found = total, o.Aim(unit.id, twist, kept_shots)
    return found


def cool(
    view: View, unit: Unit, guns: dict[str, Weapon], hits: dict[str, float]
) -> dict[str, float]:
    """Return the weapons that a unit can fire without growing too hot, the best first."""
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
    """Return to stay hidden, then each hidden unit that could show itself."""
    written = {line.unit for line in view.lines}
    hidden = [one.id for one in view.of(view.viewer) if one.hidden and one.id not in written]
    return [o.Ok(), *map(o.Emerge, hidden)]


def reason(view: View, order: Order) -> dict[str, str | int]:
    """Return what speaks for an order, as arguments of its sentence; ``what`` is its kind."""
    match order:
        case o.Deploy(unit, place) | o.Show(unit, place) | o.Hide(unit, place):
            hex, what = place[:4], "hide" if isinstance(order, o.Hide) else "deploy"
            wanted = nearest(hex, goals(view))
            far = distance(hex, wanted)
            return {"what": what, "cover": cover(view, hex), "goal": wanted, "far": far}
        case o.Move(unit, mode, steps) | o.Dodge(unit, mode, steps):
            what = "dodge" if isinstance(order, o.Dodge) else mode
            return {"what": what} | arrival(view, view.units[unit], mode, steps, 0)
        case o.Continue(unit, steps) if steps and view.halted:
            halted = view.halted
            there = arrival(view, view.units[unit], halted.mode, steps, halted.used)
            return {"what": "continue"} | there
        case o.Continue():
            return {"what": "stop"}
        case o.Shoot(units) if view.chance:
            shooters = [shooter for shooter in view.chance.shooters if shooter.unit in units]
            needs = [need for shooter in shooters for _, need in shooter.weapons]
            return {"what": "shoot", "need": min(needs), "side": shooters[0].side}
        case o.Aim():
            shots = numbers(view, order)
            need = min(need for _, _, need in shots)
            return {"what": "fire", "target": shots[0][1].id, "need": need, "n": len(shots)}
        case o.Noted() if view.chance is not None:
            return {"what": "left"}
        case o.Hold() | o.Stay() | o.Ok() | o.Noted() | o.Emerge():
            sheet = view.sheet.kind if isinstance(order, o.Ok) and view.sheet else ""
            return {"what": (sheet and f"{sheet}-sheet") or type(order).__name__.lower()}
    return {}


def arrival(
    view: View, unit: Unit, mode: Mode, steps: Sequence[str], used: int
) -> dict[str, str | int]:
    """Return where a way ends: its cover, and how far the nearest enemy is then."""
    hex = unit.hex
    if mode == "jump":
        hex = steps[0][1:5]
    elif steps:
        ground, at = paths.Ground(view, unit, mode), paths.spot(unit, mode, used)
        for token in steps:
            after = ground.step(at, token)
            at = after if isinstance(after, Spot) else at
        hex = at.hex
    foes = {foe.hex: foe.id for foe in seen_foes(view)}
    near = nearest(hex, list(foes)) if foes else nearest(hex, goals(view))
    name = foes.get(near, near)
    return {"hex": hex, "cover": cover(view, hex), "near": name, "far": distance(hex, near)}
