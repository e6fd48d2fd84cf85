"""The robot's expectations of an attack: the enemy's strength, hexes that change hands, and the
assaults that a barrage prepares.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from statistics import fmean

from msgspec.structs import replace

from engine.games.desert import close_assault as ca
from engine.games.desert import gunnery
from engine.games.desert import s09_fitness as fitness
from engine.games.desert.judgement import FRICTION, LIKELY, Foe, Judge, outlook, shelled, spirit
from engine.games.desert.orders import Assigned
from engine.games.desert.prices import actual
from engine.games.desert.units import Hex, TargetClass, Unit
from engine.games.desert.view import View

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


class Prospects(Judge):
    def __init__(self, view: View):
        super().__init__(
            view if isinstance(view.sheet, Assigned) else replace(view, sheet=Assigned())
        )

    @cached_property
    def friction(self) -> float:
        """The points that an attack must be worth for its CP and ammo."""
        return FRICTION

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

    def stake(self, hex: Hex) -> float:
        """Return the points that it is worth to drive the enemy from a hex now."""
        view = self.view
        if view.between != "move" or view.segment >= 2 * view.stages:
            return 0.0
        held = view.cells[hex].held not in (None, "", view.viewer)
        return DRIVEN + TAKEN * view.hold_points.get(hex, 0) * (1 + held)

    def assault(self, enemy: Hex, storm: Sequence[Unit]) -> float:
        return self.storming(enemy, storm, self.foes[enemy])

    def storming(self, enemy: Hex, storm: Sequence[Unit], foe: Foe) -> float:
        """Return the expected points of an assault by these units."""
        view, charts, lost = self.view, self.view.charts, self.view.prices["lost"]
        stacks = {hex: view.stacked(hex, view.viewer) for hex in {unit.hex for unit in storm}}
        if not foe.raw:
            return self.stake(enemy) - self.friction
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
        value = lost * (theirs / foe.rating - mine * points / max(raw, 1)) - self.friction
        return value + falls * self.stake(enemy)

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
