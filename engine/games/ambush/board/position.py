"""What stands where: what the rules of movement and fire look at."""

from msgspec import Struct

from engine.games.ambush.board.hexes import Hex
from engine.games.ambush.board.terrain import Cell, grid, read_cell
from engine.games.ambush.board.units import Unit
from engine.state import Seat


class Position(Struct):
    """The map and the units: those of the world, or what one viewer sees of them."""

    rows: tuple[str, ...]
    changed: dict[Hex, str]
    units: dict[str, Unit]

    @property
    def size(self) -> tuple[int, int]:
        """Return how many columns and rows the map has."""
        ground = grid(self.rows)
        return ground.width, ground.height

    def on_map(self, hex: Hex) -> bool:
        """Return whether this hex is on the map."""
        return hex in grid(self.rows).cells

    def cell(self, hex: Hex) -> Cell:
        """Return what lies in a hex of the map."""
        return read_cell(self.changed[hex]) if hex in self.changed else grid(self.rows).cells[hex]

    def standing_in(self, hex: Hex) -> Unit | None:
        """Return the unit that everybody sees in a hex."""
        return next(
            (u for u in self.units.values() if u.hex == hex and not u.hidden and not u.dead), None
        )

    def hidden_in(self, hex: Hex) -> Unit | None:
        """Return the hidden unit in a hex; in a view: one of the viewer's own."""
        return next(
            (u for u in self.units.values() if u.hex == hex and u.hidden and not u.dead), None
        )

    def free(self, hex: Hex) -> bool:
        """Return whether this is a hex of the map in which a unit could stand, and none does."""
        return self.on_map(hex) and self.cell(hex).code != "#" and self.standing_in(hex) is None

    def of(self, seat: Seat) -> list[Unit]:
        """Return the units of a side that are on the map, hidden ones included."""
        return [unit for unit in self.units.values() if unit.owner == seat and unit.alive]

    def waiting(self, seat: Seat, *, hidden: bool) -> list[Unit]:
        """Return the units of a side that are not on the map yet (2.5, S2 and S3)."""
        return [
            unit
            for unit in self.units.values()
            if unit.owner == seat and unit.hidden == hidden and not unit.hex and not unit.dead
        ]

    def movable(self, seat: Seat) -> list[Unit]:
        """Return the units from which a turn of this side may choose (2.6).

        Rule: MV-7.
        """
        return [u for u in self.of(seat) if not u.hidden and u.turn == "ready" and u.able]
