"""The robot's estimates: an enemy hex by public facts, and the expected points of fire, barrages
and assaults.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from engine.games.desert import chart_file, gunnery, units
from engine.games.desert import close_assault as ca
from engine.games.desert import s09_fitness as fitness
from engine.games.desert.casualties import IGNORED, armour_needed, attacker_loses, defender_loses
from engine.games.desert.chart_data import READINGS
from engine.games.desert.gunnery import Target
from engine.games.desert.orders import Assigned
from engine.games.desert.prices import actual
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import Hex, TargetClass, Unit
from engine.games.desert.view import View

FRICTION = 0.3
"""Points that an attack must be worth for its CP and ammo."""
OBLIGED = -6.0
"""The value of an obligation that is not met: a stack retreats and is shaken."""
LIKELY = 0.6
"""The probability of tanks in an unknown enemy hex, if the own side has tanks."""
HALF = 0.6
"""The probability that tanks under fire fight, without which they lose nothing."""
SHARE = 0.5
"""The part of a hex's value that a likely retreat from it is worth."""
BATTALION = 6
"""Points that an enemy unit has, if own units are not smaller."""
TAKEN = 0.8
"""The probability that a hex from which the enemy has been driven is occupied."""
DRIVEN = 0.3
"""Points that it is worth to drive the enemy from any hex."""
SPARED = 0.4
"""Points that it is worth to pin a unit that could attack."""
CLASSES: dict[TargetClass, tuple[str, ...]] = {
    "Inf": ("inf", "mg", "hw"),
    "Tank": ("tank", "recce", "spgun"),
    "Arty": ("arty", "at", "aa"),
}
MOST_STARTS = 8
Task = tuple[Hex, str]  # an enemy hex, and ``ca``, ``aa``, or ``both``: tanks and guns fire
Tasks = Mapping[Hex, Task]  # by own hex


class Foe(Struct, frozen=True):
    raw: int  # defensive points
    rating: float  # of one point
    tanks: float  # expected number of units
    armour: float  # of one tank


@lru_cache(512)
def outlook(chart: str, column: int, base: int, foe: int) -> tuple[float, float, float]:
    """Return the expected raw losses of attacker and defender, and the probability of a retreat.
    ``base`` and ``foe`` are their loss bases.
    """
    charts, mine, theirs, falls = chart_file.kept_charts(chart), 0, 0, 0
    for reading in READINGS:
        mine += attacker_loses(base, charts.percent("attacker", column, reading))
        percent = charts.percent("defender", column, reading)
        theirs += defender_loses([(foe, percent)], overrun=False)
        falls += charts.retreat(column, reading // 10 + reading % 10) > 0
    return mine / len(READINGS), theirs / len(READINGS), falls / len(READINGS)


@lru_cache(512)
def shot_down(chart: str, rulings: Rulings, column: int, armour: float) -> float:
    """Return the expected number of tanks that the phasing side's anti-armour fire destroys."""
    charts = chart_file.kept_charts(chart)
    damage = [charts.damage(column, reading, phasing=True) for reading in READINGS]
    return sum(-(-armour_needed(n, rulings) // armour) for n in damage) / len(damage)


@lru_cache(512)
def shelled(
    chart: str, rulings: Rulings, target: Target, points: int, shift: int
) -> tuple[float, float]:
    """Return the expected loss by a barrage, and the probability that it pins."""
    charts = chart_file.kept_charts(chart)
    hits = [
        gunnery.resolve(charts, rulings, target, raw=0, points=points, shift=shift, reading=n)
        for n in READINGS
    ]
    return sum(hit.lose for hit in hits) / len(hits), sum(hit.pinned for hit in hits) / len(hits)


@lru_cache(64)
def spirit(chart: str, cohesion: int) -> float:
    """Return the mean adjustment of morale."""
    charts = chart_file.kept_charts(chart)
    found = [charts.morale_adjustment(cohesion, reading) for reading in READINGS]
    return sum(-ca.BEST_MORALE if one is None else one for one in found) / len(found)


class Judge:
    def __init__(self, view: View):
        self.view = view if isinstance(view.sheet, Assigned) else replace(view, sheet=Assigned())
        self.values: dict[tuple[Hex, tuple[tuple[Hex, str], ...]], float] = {}

    @cached_property
    def mine(self) -> list[Unit]:
        return [unit for unit in self.view.of(self.view.viewer) if unit.points]

    @cached_property
    def typical(self) -> Counter[str]:
        """The defensive points of an enemy unit of a class: as many as an own unit has, at most a
        battalion's, of the kinds that are only the enemy's.
        """
        view, found = self.view, Counter[str]()
        own = {kind for unit in self.mine for kind in unit.toe}
        usual = round(min(BATTALION, fmean([unit.points for unit in self.mine] or [BATTALION])))
        for name, classes in CLASSES.items():
            kinds = [kind for kind in view.kinds if view.kinds[kind].cls in classes]
            theirs = [kind for kind in kinds if kind not in own] or kinds
            if theirs:
                found[name] = round(usual * fmean(view.kinds[kind].defence for kind in theirs))
        found[""] = found["Inf"]
        return found

    @cached_property
    def foes(self) -> dict[Hex, Foe]:
        return {hex: self.foe(hex) for hex in sorted({touch.enemy for touch in self.view.touching})}

    def foe(self, hex: Hex) -> Foe:
        """Return an estimate of a hex, by its targets, an earlier assault, or its zone of control.
        A zone needs several units.
        """
        view = self.view
        seen = [one.kind for one in view.targets if one.hex == hex and one.kind in CLASSES]
        pinned = {hit.target for hit in view.fired if hit.pinned}
        able = [one.kind for one in view.targets if one.hex == hex and one.name not in pinned]
        raw, tanks = sum(self.typical[kind] for kind in able), float(seen.count("Tank"))
        if not seen:
            strong = any(touch.zoc for touch in view.touching if touch.enemy == hex)
            raw = self.typical[""] * (2 if strong else 1)
            tanks = LIKELY * bool(self.typical["Tank"])
        for one in view.dossiers:  # only those in which this side attacked
            if one.totals and hex in one.targets and (view.segment - one.segment) % 2 == 0:
                raw = one.totals.raw_def
        return Foe(raw, 3.0, tanks, 3.5)

    def sources(self, enemy: Hex) -> list[Hex]:
        return sorted({touch.own for touch in self.view.touching if touch.enemy == enemy})

    @cached_property
    def able(self) -> dict[tuple[Hex, Hex, str], list[Unit]]:
        """Units by own hex, enemy hex and task."""
        view, found = self.view, dict[tuple[Hex, Hex, str], list[Unit]]()
        for unit in fitness.in_combat(view):
            for enemy in self.foes:
                for task in fitness.TASKS:
                    if fitness.can(view, unit, task, (enemy,)) is None:
                        found.setdefault((unit.hex, enemy, task), []).append(unit)
        return found

    def parted(self, own: Hex, enemy: Hex, how: str) -> tuple[list[Unit], list[Unit]]:
        """Return the units that fire and those that assault."""
        fire, storm = (self.able.get((own, enemy, task), []) for task in fitness.TASKS)
        if how == "ca":
            return [], storm
        if how == "both":
            kinds = self.view.kinds
            fire = [unit for unit in fire if not units.infantry_points(unit.toe, kinds)]
        return fire, [unit for unit in storm if how == "both" and unit not in fire]

    def fight(self, enemy: Hex, parts: Sequence[tuple[Hex, str]]) -> float:
        """Return the expected points of a fight against a hex by own hexes."""
        key = (enemy, tuple(parts))
        if key not in self.values:
            self.values[key] = self.reckon(enemy, parts)
        return self.values[key]

    def reckon(self, enemy: Hex, parts: Sequence[tuple[Hex, str]]) -> float:
        view, foe, value = self.view, self.foes[enemy], 0.0
        both = [self.parted(own, enemy, how) for own, how in parts]
        storm = [unit for _, some in both for unit in some]
        raw, lost = self.fire_of([unit for some, _ in both for unit in some]), view.prices["lost"]
        ground = gunnery.hex_shift(view.cells[enemy], view.charts)
        shot = gunnery.fire(raw, ground)
        if shot and foe.tanks:
            down = shot_down(view.chart, view.rulings, shot.column, foe.armour)
            value += lost * HALF * min(1.0, foe.tanks) * min(down, 5.0) - FRICTION
        elif raw:
            value -= FRICTION
        if storm:
            value += self.storming(enemy, storm, foe)
        elif enemy in view.must:
            value += OBLIGED
        return value

    def fire_of(self, firing: Iterable[Unit]) -> int:
        kinds = self.view.kinds
        return sum(n * kinds[kind].anti_armor for unit in firing for kind, n in unit.toe.items())

    def stake(self, hex: Hex) -> float:
        """Return the points that it is worth to drive the enemy from a hex now."""
        view = self.view
        if not changes(view):
            return 0.0
        held = view.cells[hex].held not in (None, "", view.viewer)
        return DRIVEN + TAKEN * view.hold_points.get(hex, 0) * (1 + held)

    def storming(self, enemy: Hex, storm: Sequence[Unit], foe: Foe) -> float:
        """Return the expected points of an assault by these units."""
        view, charts, lost = self.view, self.view.charts, self.view.prices["lost"]
        stacks = {hex: view.stacked(hex, view.viewer) for hex in {unit.hex for unit in storm}}
        if not foe.raw:
            return self.stake(enemy) - FRICTION
        parts = [
            ca.part(unit, kind, n, "off", stacks[unit.hex], view.kinds)
            for unit in storm
            for kind, n in unit.toe.items()
        ]
        raw = sum(part.raw for part in parts)
        small = ca.is_small(raw, foe.raw, view.rulings)
        lame = ca.tanks_unsupported(parts, view.kinds, view.rulings, view.units)
        strength = ca.strength(parts, lame, view.rulings, small=small).actual
        heart = sum(unit.morale + spirit(view.chart, unit.cohesion) for unit in storm) / len(storm)
        made = ca.differential(
            charts,
            view.rulings,
            strength - (foe.raw if small else actual(foe.raw)),
            terrain=ca.terrain_modifier(view.board, view.cells, charts, stacks, (enemy,)),
            raw=ca.raw_modifier(raw, foe.raw, charts, view.rulings),
            morale=round(heart - 1),
        )
        mine, theirs, falls = outlook(view.chart, made.column, raw, foe.raw)
        points = sum(unit.points for unit in storm)
        value = lost * (theirs / foe.rating - mine * points / max(raw, 1)) - FRICTION
        return value + falls * self.stake(enemy)

    # ---- assignments

    def total(self, tasks: Tasks) -> float:
        by_enemy = dict[Hex, list[tuple[Hex, str]]]()
        for own, (enemy, how) in sorted(tasks.items()):
            by_enemy.setdefault(enemy, []).append((own, how))
        unmet = sum(OBLIGED for hex in self.view.must if hex not in by_enemy)
        return unmet + sum(self.fight(enemy, parts) for enemy, parts in by_enemy.items())

    @cached_property
    def options(self) -> dict[Hex, list[Task]]:
        found = dict[Hex, list[Task]]()
        for own, enemy, task in self.able:
            more = [(enemy, task)]
            if task == "aa" and self.foes[enemy].tanks and (own, enemy, "ca") in self.able:
                more.append((enemy, "both"))
            found.setdefault(own, []).extend(more)
        return found

    def best_tasks(self) -> Tasks:
        """Return the best tasks of own hexes that a climb from several starts finds."""
        starts: list[dict[Hex, Task]] = [{}]
        for enemy in sorted(self.foes, key=lambda hex: -len(self.sources(hex)))[:MOST_STARTS]:
            starts.append(
                {own: (enemy, "ca") for own in self.options if (enemy, "ca") in self.options[own]}
            )
        return max(map(self.climbed, starts), key=self.total)

    def climbed(self, tasks: dict[Hex, Task]) -> dict[Hex, Task]:
        best, better = self.total(tasks), True
        while better:
            better = False
            for own, options in sorted(self.options.items()):
                for task in (None, *options):
                    tried = {hex: one for hex, one in tasks.items() if hex != own}
                    if task:
                        tried[own] = task
                    if (value := self.total(tried)) > best + 1e-9:
                        tasks, best, better = tried, value, True
        return tasks

    # ---- barrages

    def barrage(self, target: str, points: int) -> float:
        """Return the expected points of a barrage: of its losses, and of what it prepares."""
        view = self.view
        named = next(one for one in view.targets if one.name == target)
        shift = gunnery.barrage_shift(view.cells[named.hex], view.charts, named.kind)
        if shift is None or named.kind not in gunnery.BLOCKS:
            return 0.0
        lose, pins = shelled(view.chart, view.rulings, named.kind, points, shift)
        if named.kind not in ("Inf", "Tank", "Arty", "Ship"):
            return lose * 0.1
        return view.prices["lost"] * lose + pins * self.pinned(named.hex, named.kind)

    def pinned(self, hex: Hex, kind: str) -> float:
        """Return the worth of a pinned unit in a hex."""
        if not fitness.attacking(self.view):
            return SPARED
        storm = [unit for own in self.sources(hex) for unit in self.able.get((own, hex, "ca"), ())]
        if not storm:
            return SPARED
        foe = self.foes[hex]
        less = replace(foe, raw=max(0, foe.raw - self.typical[kind]))
        before, after = (max(0.0, self.storming(hex, storm, one)) for one in (foe, less))
        return max(0.1, after - before)


def changes(view: View) -> bool:
    """Return whether hexes can still change hands."""
    return view.between == "move" and view.segment < 2 * view.stages


def worth(view: View, hex: Hex) -> float:
    """Return the points of a hex that can still change hands, or 0."""
    return view.hold_points.get(hex, 0) if changes(view) else 0.0


def stands(view: View) -> bool:
    """Return whether a hex that must retreat had better stay, and lose more."""
    falling = view.task
    base = sum(
        n * view.kinds[kind].defence
        for unit in view.stacked(falling.hex, view.viewer)
        for kind, n in unit.toe.items()
    )
    more = base * IGNORED * falling.hexes / 100 / 3
    return not falling.forced and SHARE * worth(view, falling.hex) > more * view.prices["lost"]
