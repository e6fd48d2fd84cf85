"""Step 3, firing: which guns fire, D2 (rules 3.4)."""

from engine.games.desert import orders as o
from engine.games.desert.forces import supplies
from engine.games.desert.forces import units as u
from engine.games.desert.forces.units import Unit
from engine.games.desert.segment.s02_positions import front
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar
from engine.games.desert.sheets.sheets import Firing
from engine.games.desert.view import View
from engine.games.desert.world import Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat


def barrage_cost(p: Position, unit: Unit) -> int:
    """Return ammo for all points of a unit that can barrage."""
    points = sum(n for kind, n in unit.toe.items() if p.kinds[kind].barrage)
    return points * p.charts.ammo.barrage


def no_barrage(p: Position, unit: Unit) -> Bar | None:
    """Return why a unit in contact cannot fire barrage at all (3.4.1)."""
    if unit.kind == "warship":
        return (
            None
            if unit.gun > 0 and not unit.ship_fired
            else bar("E-NOGUN", what=unit.id, unit=unit.id)
        )
    stack = p.stacked(unit.hex, unit.side)
    if not any(u.usable(unit, kind, "barrage", stack, p.kinds) for kind in unit.toe):
        return bar("E-NOGUN", what=unit.id, unit=unit.id)
    if supplies.ammo(p, unit) < p.charts.ammo.barrage:
        return bar("E-AMMO", unit=unit.id, needs=p.charts.ammo.barrage, has=supplies.ammo(p, unit))
    return None


def able(view: View) -> list[Unit]:
    """Return the viewer's units in contact that could fire."""
    hexes = set(front(view))
    return [
        unit
        for unit in view.of(view.viewer)
        if unit.hex in hexes and no_barrage(view, unit) is None
    ]


class Flagging(Prompt):
    """D2: which units fire, by unit or by hex.

    Rule: DS-4.
    """

    blank = Firing

    def menu(self, view: View, seat: Seat) -> Menu:
        fit = able(view)
        hexes = [hex for hex in front(view) if any(unit.hex == hex for unit in fit)]
        others = [unit for unit in view.of(seat) if unit not in fit]

        def reason(word: str) -> Bar | None:
            unit = next((unit for unit in others if unit.id == word), None)
            return (
                None
                if unit is None
                else no_barrage(view, unit) or bar("E-NOGUN", what=unit.id, unit=unit.id)
            )

        names = [unit.id for unit in fit] + hexes
        if not names:
            return answers([])
        what = Pick([*names, *(unit.id for unit in others)], reason, "E-UNIT")
        return answers(
            [Choice(o.Quiet, "quiet {what}", what=what), Choice(o.Fire, "fire {what}", what=what)]
        )

    def edited(self, view: View, sheet: Firing, order: o.Quiet | o.Fire) -> Firing:
        meant = {unit.id for unit in able(view) if order.what in (unit.id, unit.hex)}
        quiet = set(sheet.quiet) | meant if isinstance(order, o.Quiet) else set(sheet.quiet) - meant
        return Firing(sorted(quiet))

    @staticmethod
    def default(view: View) -> Firing:
        """Return the sheet on which everybody holds fire."""
        return Firing([unit.id for unit in able(view)])

    def play(self, t: Table, sheets: dict[Seat, Firing]) -> None:
        w: World = t.world
        for seat, sheet in sheets.items():
            for unit in able(t.view(seat)):
                w.units[unit.id].firing = unit.id not in sheet.quiet
        t.pop()
