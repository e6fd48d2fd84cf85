"""The robot's estimates: an enemy hex by public facts, and the expected points of fire, barrages
and assaults.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from engine.games.desert import chart_file, gunnery, units
from engine.games.desert import close_assault as ca
from engine.games.desert import s09_fitness as fitness
from engine.games.desert.casualties import IGNORED, armour_needed, attacker_loses, defender_loses
from engine.games.desert.chart_data import READINGS
from engine.games.desert.gunnery import Target
from engine.games.desert.prices import actual
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import Hex, Unit
from engine.games.desert.view import View

FRICTION = 0.3
"""Points that an attack must be worth for its CP and ammo."""
HUNGER = 1.5
"""Points that an attack is worth besides, for the side that holds less."""
OBLIGED = -6.0
"""The value of an obligation that is not met: a stack retreats and is shaken."""
LIKELY = 0.6
"""The probability of tanks in an unknown enemy hex, if the own side has tanks."""
HALF = 0.6
"""The probability that tanks under fire fight, without which they lose nothing."""
PINNED = 0.7
SHARE = 0.5
"""The part of a hex's value that a likely retreat from it is worth."""
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
        self.view = view
        self.values: dict[tuple[Hex, tuple[tuple[Hex, str], ...]], float] = {}

    @cached_property
    def friction(self) -> float:
        """The points that an attack must be worth: less for the side that does not lead."""
        view = self.view
        held = sum(
            n if view.cells[hex].held == view.viewer else -n
            for hex, n in view.hold_points.items()
            if view.cells[hex].held
        )
        gone = sum(max(0, unit.max_toe - unit.points) for unit in self.mine)
        told = [hit for one in view.dossiers for hit in one.fired] or list(view.fired)
        lead = held + view.prices["lost"] * (sum(hit.lost for hit in told) - gone)
        return FRICTION - (HUNGER if lead < 0 else HUNGER / 2 if lead == 0 else 0)

    @cached_property
    def mine(self) -> list[Unit]:
        return [unit for unit in self.view.of(self.view.viewer) if unit.points]

    @cached_property
    def typical(self) -> Counter[str]:
        """The defensive points of an own unit of a class. The enemy's are taken to be like them."""
        totals, numbers, view = Counter[str](), Counter[str](), self.view
        for unit in self.mine:
            for name in ("", *units.target_classes(unit, view.kinds)):
                totals[name] += sum(n * view.kinds[kind].defence for kind, n in unit.toe.items())
                numbers[name] += 1
        return Counter({name: totals[name] // numbers[name] for name in totals})

    @cached_property
    def foes(self) -> dict[Hex, Foe]:
        return {hex: self.foe(hex) for hex in sorted({touch.enemy for touch in self.view.touching})}

    def foe(self, hex: Hex) -> Foe:
        view = self.view
        seen = [target for target in view.targets if target.hex == hex]
        pinned = {hit.target for hit in view.fired if hit.pinned}
        kinds = Counter(t.kind for t in seen if t.kind in ("Inf", "Tank", "Arty"))
        able = Counter(t.kind for t in seen if t.name not in pinned and t.kind in kinds)
        usual = self.typical[""]
        raw = sum(n * (self.typical[kind] or usual) for kind, n in able.items())
        tanks: float = kinds["Tank"]
        if not seen:
            raw = usual * 3 // 2
            tanks = LIKELY * bool(self.typical["Tank"])
        for one in view.dossiers:
            if one.totals and hex in one.targets and one.side == view.viewer:
                raw = one.totals.raw_def if one.segment % 2 == view.segment % 2 else raw
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
            value += self.assault(enemy, storm)
        elif enemy in view.must:
            value += OBLIGED
        return value

    def fire_of(self, firing: Iterable[Unit]) -> int:
        kinds = self.view.kinds
        return sum(n * kinds[kind].anti_armor for unit in firing for kind, n in unit.toe.items())

    def assault(self, enemy: Hex, storm: Sequence[Unit]) -> float:
        view, foe, charts = self.view, self.foes[enemy], self.view.charts
        stacks = {hex: view.stacked(hex, view.viewer) for hex in {unit.hex for unit in storm}}
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
        points, prices = sum(unit.points for unit in storm), view.prices
        value = prices["lost"] * (theirs / foe.rating - mine * points / max(raw, 1)) - self.friction
        return value + SHARE * falls * worth(view, enemy)

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
        """Return the expected points of a barrage on a target by its name."""
        view = self.view
        named = next(one for one in view.targets if one.name == target)
        shift = gunnery.barrage_shift(view.cells[named.hex], view.charts, named.kind)
        if shift is None or named.kind not in gunnery.BLOCKS:
            return 0.0
        lose, pins = shelled(view.chart, view.rulings, named.kind, points, shift)
        if named.kind not in ("Inf", "Tank", "Arty", "Ship"):
            return lose * 0.1
        attacked = fitness.attacking(view) and any(self.sources(named.hex))
        return view.prices["lost"] * lose + pins * PINNED * (1.0 if attacked else 0.6)


def worth(view: View, hex: Hex) -> float:
    """Return the points of a hex that can still change hands, or 0."""
    if view.between != "move" or view.segment >= 2 * view.stages:
        return 0.0
    return view.hold_points.get(hex, 0)


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
