"""Steps 8 and 15, ways: what retreats before assault and movement have in common (3.8, 3.15)."""

from collections import Counter
from collections.abc import Callable
from functools import partial

from engine.games.desert.forces.units import Hex, Hexes, Unit, UnitId
from engine.games.desert.ground import paths
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import bar, first_reason, offer
from engine.games.desert.sheets.sheets import Ways
from engine.games.desert.sheets.trails import Trail
from engine.games.desert.view import View
from engine.games.desert.world import land
from engine.menu import Choice
from engine.slots import Bar

Path = Hexes
Dear = Callable[[Unit, Path, int], Bar | None]
"""Why a unit that has walked a way cannot pay a longer one, of so many CP."""
Barred = Callable[[Unit, Path, Hex], Bar | None]
"""Why a unit that has walked a way may not go on to a hex."""


def anywhere(_unit: Unit, _path: Path, _hex: Hex) -> Bar | None:
    """Return that a unit may go on to every hex."""
    return None


def sheet_of(view: View) -> Ways:
    """Return the viewer's moves."""
    found: Ways = view.sheet
    return found


def enemies_of(view: View) -> set[Hex]:
    """Return the hexes with enemy stacks."""
    return view.enemies(view.viewer)


def place(view: View, unit: Unit) -> Hex:
    """Return where a unit will stand by the sheet."""
    way = next((way for way in sheet_of(view).moves if way.unit == unit.id and way.path), None)
    return way.path[-1] if way else unit.hex


def crowded(view: View) -> Bar | None:
    """Return the first hex that would hold too much when all moves of the sheet are made."""
    load: Counter[Hex] = Counter()
    for unit in view.of(view.viewer):
        if land(unit):
            load[place(view, unit)] += unit.sp or 0
    for hex in sorted({way.path[-1] for way in sheet_of(view).moves if way.path}):
        most = view.stacking_limit(hex)
        if load[hex] > most:
            return bar("E-STACK", hex=hex, n=load[hex], m=most)
    return None


def eligible(view: View, unit: Unit) -> Bar | None:
    """Return why a unit may not go anywhere (P21)."""
    if unit.pinned:
        return bar("E-PIN", unit=unit.id)
    if any(way.unit == unit.id and way.path for way in sheet_of(view).moves):
        return bar("E-MOVED", unit=unit.id)
    return paths.fixed(view, unit)


class Walk:
    """Where the viewer's units can go, as far as ``dear`` has nothing against the price, and
    ``barred`` nothing against a step of a way.
    """

    def __init__(self, view: View, dear: Dear, barred: Barred = anywhere):
        self.view, self.dear, self.barred = view, dear, barred

    def steps(self, unit: Unit, path: Path) -> dict[Hex, Bar | None]:
        """Return the next steps of a way, each with the reason against it."""
        view = self.view
        friends = {
            place(view, other)
            for other in view.of(view.viewer)
            if land(other) and other.id != unit.id
        }
        found = paths.steps(view, unit, path, enemies_of(view), set(view.controlled), friends)
        return {
            hex: reason
            or self.barred(unit, path, hex)
            or self.dear(unit, path, paths.cost(view, unit, (*path, hex)))
            for hex, reason in found.items()
        }

    def stuck(self, name: UnitId) -> Bar | None:
        """Return why a unit cannot take one step."""
        unit = self.view.units[name]
        if (reason := eligible(self.view, unit)) is not None:
            return reason
        reasons = self.steps(unit, ()).values()
        return first_reason(reasons) if reasons else bar("E-FIXED", unit=name)

    def trail(self, name: UnitId, *, with_start: bool) -> Trail:
        """Return the ways of one unit."""
        unit = self.view.units[name]
        steps = partial(self.steps, unit)
        found = partial(paths.ways, unit.hex, steps)
        return Trail(unit.hex, steps, with_start, found, partial(paths.cost, self.view, unit))

    def line(self, order: type, verb: str, *, with_start: bool) -> Choice:
        """Return the line that sends a unit on its way."""
        view = self.view
        mine = [unit.id for unit in view.of(view.viewer) if land(unit)]
        going = Pick(mine, self.stuck, "E-UNIT", lambda name: eligible(view, view.units[name]))
        return offer(
            order,
            verb + " {unit} {path}",
            able=going.any(),
            unit=going,
            path=lambda got: self.trail(got["unit"], with_start=with_start),
        )
