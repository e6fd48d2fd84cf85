"""The robot's evaluation for one seat, in points of the score (VI-1): fire dealt and taken,
objectives, and possible hidden enemies.

It uses only that seat's view.
"""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from math import sqrt
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.ambush import blind, hexes, sight, world
from engine.games.ambush.hexes import Hex, distance
from engine.games.ambush.sight import CLIMB, Spot
from engine.games.ambush.units import GUNS, Mode, Position, Unit, missiles
from engine.games.ambush.view import View

FAR = 999
"""Movement points to an unreachable place."""
EXPOSED: dict[str, float] = {"front": 1, "left": 1.1, "right": 1.1, "rear": 1.6}
"""The factor for a hit on this side, compared with the front."""
RESTLESS = 0.7
"""The factor for fire at, or from, a unit that may still move."""
PATIENT = 0.8
"""The factor by which an objective loses value for each turn of distance."""
CLOSER = 16
"""The number of ends of a move in each mode that are evaluated exactly."""
LAIR = 0.6
"""The factor by which a hidden enemy is less likely for each hex of distance from an objective."""


class Plan(NamedTuple):
    worth: float
    mode: Mode
    steps: tuple[str, ...]


class Way(NamedTuple):
    end: Spot
    steps: tuple[str, ...]
    gone: int  # hexes entered
    risk: float  # expected cost of falls and hidden fire


def odds(need: int) -> float:
    """Return the probability that two dice show ``need`` or more."""
    return sum(6 - abs(7 - n) for n in range(max(2, need), 13)) / 36


@lru_cache(64)
def power(kind: str) -> float:
    gun = GUNS[kind]
    if not gun.rack:
        return gun.each
    return gun.each * sum((odds(n) - odds(n + 1)) * missiles(gun.rack, n) for n in range(2, 13))


def best_range(unit: Unit) -> float:
    guns = [(power(gun.kind), GUNS[gun.kind].short) for gun in unit.guns()]
    total = sum(damage for damage, _ in guns)
    return sum(damage * short for damage, short in guns) / total if total else 12


def nearest(hex: Hex, others: list[Hex]) -> Hex:
    return min(others, key=lambda other: (distance(hex, other), other))


def spotted(view: View) -> dict[Hex, str]:
    """Return the visible enemies by hex. If there are none, return the places where some were seen
    in this round or the last one, unless the viewer sees that they have left.
    """
    mine = view.viewer
    found = {u.hex: u.id for u in view.units.values() if u.owner != mine and u.visible}
    return found or {
        one.hex: f"{one.unit}?"
        for one in view.ghosts or ()
        if one.round >= view.round - 1 and not blind.overlooks(view, mine, one.hex)
    }


def looking(hex: Hex, at: Hex) -> int:
    if hex == at:
        return 0
    k, m, n = hexes.bearing(hex, at)
    return (k if m >= n else k + 1) % 6


def off_ahead(at: Spot, foe: Hex) -> int:
    off = abs(looking(at.hex, foe) - at.facing) % 6
    return min(off, 6 - off)


def stake(unit: Unit) -> float:
    return unit.tons / max(10, unit.left)


def ambushing(unit: Unit) -> float:
    return sum(
        power(gun.kind) * odds(unit.gunnery + GUNS[gun.kind].least)
        for gun in unit.guns()
        if not gun.rear
    )


def strength(unit: Unit) -> float:
    return sum(power(gun.kind) for gun in unit.guns()) * odds(unit.gunnery)


@lru_cache(256)
def ways_to(
    rows: tuple[str, ...], changed: tuple[tuple[Hex, str], ...], goal: Hex
) -> dict[Hex, int]:
    """Return the movement points from each hex to ``goal``, ignoring turns and units."""
    p = Position(rows=rows, changed=dict(changed), units={})
    found, waiting = dict[Hex, int](), [(0, goal)]
    while waiting:
        cost, hex = heappop(waiting)
        if hex in found:
            continue
        found[hex] = cost
        here = p.cell(hex)
        for direction in range(6):
            other = hexes.beside(hex, direction)
            if not p.on_map(other) or other in found:
                continue
            climb = abs(p.cell(other).level - here.level)
            if p.cell(other).code != "#" and climb <= CLIMB and here.code != "#":
                heappush(waiting, (cost + hexes.POINTS[here.code] + climb, other))
    return found


class Judgement:
    def __init__(self, view: View):
        self.view, self.me = view, view.viewer
        units = [unit for unit in view.units.values() if unit.visible]
        self.foes = [unit for unit in units if unit.owner != self.me]
        self.friends = [unit for unit in units if unit.owner == self.me]
        self.spotted = list(spotted(view))
        self.left = view.rounds - view.round
        self.ground = tuple(sorted(view.changed.items()))
        self.lairs = self.lurking()

    def lurking(self) -> dict[Hex, float]:
        """Return the probability of a hidden enemy in each hex, by public facts."""
        view, found = self.view, dict[Hex, float]()
        goals = [one.hex for one in view.objectives]
        for seat, zone in view.ambush.items():
            left = view.allowance[seat] - view.opened.get(seat, 0)
            if seat == self.me or left <= 0:
                continue
            weights = {
                hex: LAIR ** min((distance(hex, goal) for goal in goals), default=0)
                for hex in zone
                if view.cell(hex).hides(prone=True) and view.standing_in(hex) is None
            }
            total = sum(weights.values())
            for hex, weight in weights.items():
                found[hex] = min(1.0, left * weight / total)
        return found

    def ambushed(self, hex: Hex) -> float:
        return sum(self.lairs.get(hexes.beside(hex, direction), 0) for direction in range(6))

    # ---- fire

    def salvo(self, shooter: Unit, target: Unit) -> float:
        hits = dict[str, float]()
        for gun in shooter.guns():
            need = sight.fire_number(self.view, shooter, gun, target)
            if need is not None and need <= 12:
                hits[gun.label] = odds(need) * power(gun.kind)
        if not hits:
            return 0
        return max(
            sum(hits.get(gun.label, 0) for gun in sight.bearing_guns(shooter, twist, target.hex))
            for twist in sight.TWISTS
        )

    def hurt(self, shooter: Unit, target: Unit) -> float:
        if shooter.hex == target.hex:
            return 0
        damage = self.salvo(shooter, target)
        if not damage:
            return 0
        return damage * stake(target) * EXPOSED[sight.struck_side(target, shooter.hex)]

    def dealt(self, unit: Unit) -> float:
        return max(
            (self.hurt(unit, foe) * (RESTLESS if foe.turn == "ready" else 1) for foe in self.foes),
            default=0,
        )

    def suffered(self, unit: Unit) -> float:
        """Return the expected damage to a unit from all enemies' fire."""
        found = 0.0
        for foe in self.foes:
            if not foe.able or foe.shot or foe.hex == unit.hex:
                continue
            if foe.turn == "ready":
                turned = replace(foe, facing=looking(foe.hex, unit.hex), mode="walk")
                found += RESTLESS * self.hurt(turned, unit)
            else:
                found += self.hurt(foe, unit)
        return found / sqrt(max(1, len(self.friends)))

    # ---- objectives

    def near(self, units: list[Unit], one: world.Objective, but: str = "") -> bool:
        return any(
            unit.able and not unit.prone and unit.id != but and distance(unit.hex, one.hex) <= 1
            for unit in units
        )

    def holding(self, unit: Unit, hex: Hex) -> float:
        found = 0.0
        for one in self.view.objectives:
            contested = self.near(self.foes, one)
            helped = self.near(self.friends, one, unit.id)
            part = 0.3 if helped and not contested else 1.0
            there = distance(hex, one.hex) <= 1
            if one.holder == self.me:
                part *= 0.5 if contested else 0.15 if there else 0.05
            elif there:
                part *= 0.6 if contested else 1.0
            else:
                part *= 0.7
            found += part * one.points * self.arriving(unit, hex, one, there=there)
        return found

    def arriving(self, unit: Unit, hex: Hex, one: world.Objective, *, there: bool) -> float:
        if there:
            return 1.0
        points = ways_to(self.view.rows, self.ground, one.hex).get(hex, FAR)
        turns = max(0, points - 1) / max(1, unit.points("walk"))
        late = 10 if turns > self.left + 0.5 else 1
        return float(PATIENT ** (1 + turns)) / late

    # ---- moves

    def place(self, unit: Unit, hex: Hex) -> float:
        found = self.holding(unit, hex) - 0.1 * ambushing(unit) * self.ambushed(hex) * stake(unit)
        if self.spotted:
            near = min(distance(hex, foe) for foe in self.spotted)
            found -= 0.4 * abs(near - best_range(unit))
        return found

    def cover(self, unit: Unit, hex: Hex) -> int:
        """Return how much harder a unit is to hit in a hex."""
        cell = self.view.cell(hex)
        return hexes.COVER.get(cell.code, 0) + (cell.building and cell.cf >= unit.tons)

    def plans(self, unit: Unit) -> list[Plan]:
        found = []
        for mode in unit.modes():
            if mode == "jump":
                ways = self.jumps(unit)
            elif mode == "stand":
                ways = [Way(sight.spot(unit, "stand"), (), 0, 0)]
            else:
                ways = list(self.walks(unit, mode))
            found += self.ranked(unit, mode, ways)[:1]
        return sorted(found, key=lambda plan: -plan.worth)

    def ranked(self, unit: Unit, mode: Mode, ways: list[Way]) -> list[Plan]:
        """Return plans in one mode, the best first. Only likely paths are evaluated exactly."""
        places, foes = dict[Hex, float](), self.spotted

        def rough(way: Way) -> float:
            hex = way.end.hex
            if hex not in places:
                places[hex] = self.place(unit, hex) + 1.5 * self.cover(unit, hex)
            found = places[hex] + 0.8 * hexes.elusive(way.gone) - way.risk - 5 * way.end.prone
            return found - (off_ahead(way.end, nearest(hex, foes)) if foes else 0)

        likely = sorted(ways, key=rough, reverse=True)[:CLOSER]
        plans = [Plan(self.exact(unit, mode, way), mode, way.steps) for way in likely]
        return sorted(plans, key=lambda plan: -plan.worth)

    def exact(self, unit: Unit, mode: Mode, way: Way) -> float:
        end = way.end
        then = replace(
            unit,
            hex=end.hex,
            facing=end.facing,
            prone=end.prone,
            mode=mode,
            moved=way.gone,
            turn="done",
        )
        found = self.place(unit, end.hex) - way.risk - 5 * end.prone
        return found + self.dealt(then) - self.suffered(then)

    def walks(self, unit: Unit, mode: Mode, used: int = 0) -> Iterator[Way]:
        """Yield the cheapest path to each hex and facing. No unit turns if it might slip."""
        view, ground = self.view, sight.Ground(self.view, unit, mode)
        start = sight.spot(unit, mode, used)
        best = {start[:3]: Way(start, (), unit.moved, 0)}
        waiting = [start[:3]]
        weight = stake(unit)
        for key in waiting:
            at, steps, gone, risk = best[key]
            slips = gone > 0 and view.cell(at.hex).slippery(mode)
            for token in "S" if at.prone else "F" if slips else "FLR":
                after = ground.step(at, token)
                if not isinstance(after, Spot):
                    continue
                new = after[:3]
                if new in best and best[new].end.left >= after.left:
                    continue
                more = risk
                if token == "F":
                    more += weight * self.passing(unit, after.hex, gone)
                elif token == "S":
                    more += weight * unit.tons / 10 * (1 - odds(unit.piloting))
                waiting.append(new)
                best[new] = Way(after, (*steps, token), gone + (token == "F"), more)
        yield from best.values()

    def passing(self, unit: Unit, hex: Hex, gone: int) -> float:
        found = 12 * self.ambushed(hex) / 3
        roll = hexes.entering(self.view.cell(hex), gone)
        if roll is not None:
            found += (1 - odds(unit.piloting + roll)) * unit.tons / 5
        return found

    def jumps(self, unit: Unit) -> list[Way]:
        wanted = self.spotted or [one.hex for one in self.view.objectives]
        found = []
        for hex in sight.landings(self.view, unit):
            facing = looking(hex, nearest(hex, wanted)) if wanted else unit.facing
            spot = Spot(hex, facing, False, 0)
            risk = stake(unit) * 4 * self.ambushed(hex)
            found.append(Way(spot, (f"J{hex}/{facing}",), distance(unit.hex, hex), risk))
        return found
