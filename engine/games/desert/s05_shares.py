"""Step 5, shares: one unit's points in several barrages (rules 3.5 C3, R-SPLITB)."""

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from engine import Bar
from engine.games.desert import condition, gunnery, s01_04_opening
from engine.games.desert.orders import Firer, kind_of, part_of, tasked, unit_of
from engine.games.desert.slots import Pick, bar, spelled
from engine.games.desert.units import Kind, Toe, Unit, usable
from engine.games.desert.view import View
from engine.games.desert.world import Position

PART = re.compile(r"([0-9]{1,3})(?:/([a-z0-9_]+))?", re.ASCII)


class Firers(Pick):
    """A slot for units that fire, or some of their points: ``ART-1*3``, ``ART-1*3/how10``."""

    def find(self, word: str) -> str | None:
        name, star, n = spelled(word).partition("*")
        found = next(
            (unit_of(firer) for firer in self.of if unit_of(firer).casefold() == name), None
        )
        if found is None or not star:
            return found
        if (part := PART.fullmatch(n)) is None:
            return None
        return f"{found}*{int(part[1])}" + (f"/{part[2]}" if part[2] else "")


def ratings(p: Position, unit: Unit) -> Toe:
    stack = p.stacked(unit.hex, unit.side)
    fit = (kind for kind in unit.toe if usable(unit, kind, "barrage", stack, p.kinds))
    return {kind: p.kinds[kind].barrage for kind in fit}


def raw_of(p: Position, firer: Firer) -> int:
    unit, part = p.units[unit_of(firer)], part_of(firer)
    if part:
        worth = ratings(p, unit)
        return part * worth.get(kind_of(firer), max(worth.values(), default=0))
    return gunnery.raw_points(unit, p.stacked(unit.hex, unit.side), p.kinds)


def points_of(p: Position, firers: Iterable[Firer]) -> tuple[int, int]:
    firers = list(firers)
    ships = [firer for firer in firers if p.units[unit_of(firer)].kind == "warship"]
    raw = sum(raw_of(p, firer) for firer in firers if firer not in ships)
    return raw, gunnery.barrage_points(
        raw, sum(part_of(ship) or p.units[unit_of(ship)].gun for ship in ships)
    )


def ammo_of(p: Position, firer: Firer) -> int:
    return part_of(firer) * p.charts.ammo.barrage or s01_04_opening.barrage_cost(
        p, p.units[unit_of(firer)]
    )


def shares(view: View, unit: Unit) -> list[Firer]:
    plans: Iterable[list[list[Firer]]] = view.sheet.barrages.values()
    firers = chain.from_iterable(chain.from_iterable(plans))
    return [firer for firer in firers if unit_of(firer) == unit.id]


def free_points(view: View, unit: Unit) -> Toe:
    """Return a unit's points that can fire and have no target, by kind."""
    can = (
        {"": unit.gun}
        if unit.kind == "warship"
        else {kind: unit.toe[kind] for kind in ratings(view, unit)}
    )
    others = shares(view, unit)
    if not all(map(part_of, others)):
        return {}
    gone = Counter[Kind]()
    for firer in others:
        gone[kind_of(firer) or next(iter(can), "")] += part_of(firer)
    return {kind: n - gone[kind] for kind, n in can.items() if n > gone[kind]}


def whole_only(view: View, unit: Unit) -> str:
    """Rule: R-SPLITB."""
    if view.rulings.splitb == "off":
        return "off"
    return "back" if unit.position == "back" else ""


def no_room(view: View, target: str, firer: Firer) -> Bar | None:
    unit, part = view.units[unit_of(firer)], part_of(firer)
    others, there = shares(view, unit), free_points(view, unit)
    if others or "*" in firer:
        why, here = whole_only(view, unit), unit.id in tasked(view.sheet.of(target))
        free = {} if why else there
        if "*" in firer and why:
            return bar("E-SPLITB", unit=unit.id, why=why, n=0)
        if others and (here or not free):
            other = target if here else view.sheet.target_of(unit.id)
            return bar("E-TASKED", unit=unit.id, target=other)
        kind = kind_of(firer)
        if "*" in firer and (kind not in free if kind else len(ratings(view, unit)) > 1):
            kinds = ", ".join(free) or "none"
            return bar("E-SPLITB", unit=unit.id, why="kinds", n=0, kinds=kinds)
        most = free.get(kind, sum(free.values()))
        if not 1 <= part <= most:
            return bar("E-SPLITB", unit=unit.id, why="points", n=most)
    if unit.kind != "warship":
        needs = sum(ammo_of(view, other) for other in [*others, firer])
        has = condition.ammo(view, unit)
        if needs > has:
            return bar("E-AMMO", unit=unit.id, needs=needs, has=has)
    return None


def rest(view: View, unit: Unit) -> Firer:
    others = shares(view, unit)
    ship = unit.kind == "warship"
    enough = ship or ammo_of(view, unit.id) <= condition.ammo(view, unit)
    if whole_only(view, unit) or (not others and enough):
        return unit.id
    kind, n = max(free_points(view, unit).items(), key=lambda one: one[1], default=("", 0))
    if not ship:
        ammo = condition.ammo(view, unit) - sum(ammo_of(view, other) for other in others)
        n = min(n, ammo // max(1, view.charts.ammo.barrage))
    return write_part(view, unit, n, kind) if n > 0 else unit.id


def write_part(view: View, unit: Unit, n: int, kind: Kind) -> Firer:
    several = len(ratings(view, unit)) > 1
    return f"{unit.id}*{n}/{kind}" if several else f"{unit.id}*{n}"


def offered(view: View, unit: Unit) -> list[Firer]:
    most, there = rest(view, unit), free_points(view, unit)
    ones = [write_part(view, unit, 1, kind) for kind in there]
    split = not whole_only(view, unit) and sum(there.values()) > 1
    return list(dict.fromkeys([most, *ones])) if split else [most]
