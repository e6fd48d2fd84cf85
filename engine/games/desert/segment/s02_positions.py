"""Step 2, positions: guns Forward or Back, D1 (rules 3.3)."""

from engine.games.desert import orders as o
from engine.games.desert.forces import units as u
from engine.games.desert.forces.units import Hex, Unit
from engine.games.desert.sheets.picks import Pairs, Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar
from engine.games.desert.sheets.sheets import Positions
from engine.games.desert.view import View
from engine.games.desert.world import World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.state import Seat

WHERE = {"forward": "fwd", "back": "back"}


def front(view: View) -> list[Hex]:
    """Return the viewer's hexes in contact."""
    return sorted({touch.own for touch in view.touching})


def guns_in_contact(view: View) -> list[Unit]:
    """Return the viewer's gun-class units in contact (3.3)."""
    hexes = set(front(view))
    return [
        unit for unit in view.of(view.viewer) if unit.hex in hexes and u.gun_class(unit, view.kinds)
    ]


class Positioning(Prompt):
    """D1: Forward or Back, final on confirm.

    Rule: DS-3.
    """

    blank = Positions

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Positions = view.sheet
        guns = [unit.id for unit in guns_in_contact(view)]
        missing = [name for name in guns if name not in sheet.guns]
        choices: list[Choice] = []
        if guns:
            choices = [
                Choice(o.Pos, "pos {guns}", guns=Pairs(guns, WHERE, "E-UNIT")),
                Choice(o.PosAll, "pos all {where}", where=Pick(WHERE.values())),
            ]
        return answers(choices, bar("E-MISS", what=", ".join(missing)) if missing else None)

    def edited(self, view: View, sheet: Positions, order: o.Pos | o.PosAll) -> Positions:
        if isinstance(order, o.PosAll):
            meant: u.Position = "forward" if order.where == "fwd" else "back"
            return Positions({unit.id: meant for unit in guns_in_contact(view)})
        return Positions({**sheet.guns, **dict(order.guns)})

    def forget(self, t: Table, seat: Seat) -> None:
        """Write the positions of before on the sheet again."""
        self.sheets[seat] = positioning(t.world).sheets[seat]

    @staticmethod
    def default(view: View) -> Positions:
        """Return the previous positions; new units go Back."""
        return Positions({unit.id: unit.position or "back" for unit in guns_in_contact(view)})

    def play(self, t: Table, sheets: dict[Seat, Positions]) -> None:
        w: World = t.world
        for sheet in sheets.values():
            for name, where in sheet.guns.items():
                w.units[name].position = where
        t.pop()


def positioning(w: World) -> Positioning:
    """Return the question about positions: guns that have been in contact before keep their
    position, unless it is changed (P5.s3).
    """
    hexes = {hex for pair in w.record.adjacent for hex in pair}
    kept: dict[Seat, Positions] = {seat: Positions({}) for seat in w.seats}
    for unit in w.units.values():
        if unit.hex in hexes and unit.position and u.gun_class(unit, w.kinds):
            kept[unit.side].guns[unit.id] = unit.position
    return Positioning(dict(kept))
