"""Step 5, shares: one unit's points in several barrages (rules 3.5 C3, R-SPLITB)."""

from collections.abc import Iterable
from itertools import chain

from engine.games.desert.arithmetic.barrage import barrage_points, raw_points
from engine.games.desert.forces import supplies
from engine.games.desert.forces.units import Toe, Unit, usable
from engine.games.desert.segment import s03_firing
from engine.games.desert.sheets.picks import Pick, spelled
from engine.games.desert.sheets.prompts import bar
from engine.games.desert.sheets.sheets import Firer, part_of, tasked, unit_of
from engine.games.desert.view import View
from engine.games.desert.world import Position
from engine.slots import Bar


class Firers(Pick):
    """Units that may fire, or some of their points: ``ART-1*3``.
    ``of``: what is offered of each.
    """

    def find(self, word: str) -> str | None:
        name, star, n = spelled(word).partition("*")
        found = next(
            (unit_of(firer) for firer in self.of if unit_of(firer).casefold() == name), None
        )
        if found is None or not star:
            return found
        return f"{found}*{int(n)}" if n.isascii() and n.isdigit() and len(n) < 4 else None


def ratings(p: Position, unit: Unit) -> Toe:
    """Return the barrage ratings of the points of a unit that can fire."""
    stack = p.stacked(unit.hex, unit.side)
    fit = (kind for kind in unit.toe if usable(unit, kind, "barrage", stack, p.kinds))
    return {kind: p.kinds[kind].barrage for kind in fit}


def raw_of(p: Position, firer: Firer) -> int:
    """Return raw barrage points of a land unit, or of a part of it."""
    unit, part = p.units[unit_of(firer)], part_of(firer)
    if part:
        return part * max(ratings(p, unit).values(), default=0)
    return raw_points(unit, p.stacked(unit.hex, unit.side), p.kinds)


def points_of(p: Position, firers: Iterable[Firer]) -> tuple[int, int]:
    """Return raw points of the guns, and actual points with the ships', of one barrage."""
    firers = list(firers)
    ships = [firer for firer in firers if p.units[unit_of(firer)].kind == "warship"]
    raw = sum(raw_of(p, firer) for firer in firers if firer not in ships)
    return raw, barrage_points(raw, sum(p.units[firer].gun for firer in ships))


def ammo_of(p: Position, firer: Firer) -> int:
    """Return what it costs a land unit, or a part of it, to fire."""
    return part_of(firer) * p.charts.ammo.barrage or s03_firing.barrage_cost(
        p, p.units[unit_of(firer)]
    )


def shares(view: View, unit: Unit) -> list[Firer]:
    """Return what the viewer's plan says of a unit."""
    plans: Iterable[list[list[Firer]]] = view.sheet.barrages.values()
    firers = chain.from_iterable(chain.from_iterable(plans))
    return [firer for firer in firers if unit_of(firer) == unit.id]


def left(view: View, unit: Unit) -> int:
    """Return points of a unit that can fire and have no target."""
    can = sum(unit.toe[kind] for kind in ratings(view, unit))
    return can - sum(part_of(firer) or can for firer in shares(view, unit))


def whole_only(view: View, unit: Unit) -> str:
    """Return why a unit fires with all its points at one target; "" if it may split them.

    Rule: R-SPLITB.
    """
    if view.rulings.splitb == "off":
        return "off"
    if unit.kind == "warship":
        return "ship"
    if unit.position == "back":
        return "back"
    return "kinds" if len(ratings(view, unit)) > 1 else ""


def no_room(view: View, target: str, firer: Firer) -> Bar | None:
    """Return why what the plan says of a unit leaves no room for this (C3), or no ammo (C1)."""
    unit, part = view.units[unit_of(firer)], part_of(firer)
    others = shares(view, unit)
    if others or "*" in firer:
        why, here = whole_only(view, unit), unit.id in tasked(view.sheet.of(target))
        free = 0 if why else left(view, unit)
        if "*" in firer and why:
            return bar("E-SPLITB", unit=unit.id, why=why, n=0)
        if others and (here or free <= 0):
            other = target if here else view.sheet.target_of(unit.id)
            return bar("E-TASKED", unit=unit.id, target=other)
        if not 1 <= part <= free:
            return bar("E-SPLITB", unit=unit.id, why="points", n=free)
    if unit.kind != "warship":
        needs = sum(ammo_of(view, other) for other in [*others, firer])
        has = supplies.ammo(view, unit)
        if needs > has:
            return bar("E-AMMO", unit=unit.id, needs=needs, has=has)
    return None


def rest(view: View, unit: Unit) -> Firer:
    """Return all of a unit that can still be given a target: the unit itself, or a part of it."""
    others = shares(view, unit)
    if whole_only(view, unit) or (
        not others and ammo_of(view, unit.id) <= supplies.ammo(view, unit)
    ):
        return unit.id
    ammo = supplies.ammo(view, unit) - sum(ammo_of(view, other) for other in others)
    n = min(left(view, unit), ammo // max(1, view.charts.ammo.barrage))
    return f"{unit.id}*{n}" if n > 0 else unit.id


def offered(view: View, unit: Unit) -> list[Firer]:
    """Return what is offered of a unit: all that is left, and one point, if it may split them."""
    one, most = f"{unit.id}*1", rest(view, unit)
    split = not whole_only(view, unit) and most != one and left(view, unit) > 1
    return [most, one] if split else [most]
