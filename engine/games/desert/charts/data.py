"""A chart set that has been read and checked, and how to look things up in it (rules 1.2)."""

from typing import Literal

from msgspec import Struct

from engine.games.desert.charts.cells import PLACES, Span
from engine.games.desert.forces.units import TruckKind

Block = Literal["infantry", "armor", "gun", "truck", "ship", "fortification", "road", "railroad"]
RawBlock = Literal["supply_dump", "air_facility"]
Effect = Literal["barrage", "anti_armor", "close_assault"]
Half = Literal["attacker", "defender"]
SURRENDER = "surrender"

Shift = int | None
"""Columns, negative in favour of the hex; ``None``: not allowed (``"no"`` in the file)."""


class Grid(Struct, frozen=True):
    """A table of d66 cells: for each column the result of each of the 36 readings."""

    columns: tuple[Span, ...]
    results: tuple[tuple[str, ...], ...]

    def column(self, n: int) -> int | None:
        """Return the index of the column that ``n`` falls into; ``None``: before the first."""
        return column_of(self.columns, n)

    def at(self, column: int, reading: int) -> str:
        """Return the result of a reading, 11 to 66."""
        return self.results[column][PLACES[reading]]


class Hit(Struct, frozen=True, kw_only=True):
    """What a barrage does to its target. ``levels``: of a facility;
    ``percent``: of every stock of a dump.
    """

    pinned: bool = False
    lose: int = 0
    reduced: bool = False
    destroyed: bool = False
    percent: int = 0
    levels: int = 0


class Half36(Struct, frozen=True):
    """One half of the close assault table, by column: loss percentages, and sets of dice sums."""

    percent: tuple[tuple[int, ...], ...]
    captured: tuple[tuple[int, ...], ...]
    engaged: tuple[tuple[int, ...], ...] = ()
    retreats: tuple[tuple[tuple[int, ...], ...], ...] = ()


class AntiArmor(Struct, frozen=True):
    """``row_of``: the row, from 0, of each of the 36 readings."""

    row_of: tuple[int, ...]
    phasing_row_shift: int
    rows: tuple[tuple[int, ...], ...]


class Assault(Struct, frozen=True):
    """``[close_assault]``."""

    columns: tuple[Span, ...]
    overrun_from: int
    attacker: Half36
    defender: Half36


class Ground(Struct, frozen=True, kw_only=True):
    """A terrain: movement cost on foot and motorised, stacking points that
    may stand there, and the shifts.
    """

    foot: Shift
    motorised: Shift
    bears: int
    barrage: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0


class Works(Struct, frozen=True):
    """A fortification or a city. ``barrage_armor_too``: the barrage
    shift covers armour-class targets.
    """

    barrage: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0
    barrage_armor_too: bool = False


class Crossing(Struct, frozen=True):
    """A hexside, crossed one way. ``assault_motorised``: motorised units may assault across it."""

    foot: Shift = 0
    motorised: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0
    assault_motorised: bool = True


class Barrier(Struct, frozen=True):
    """A kind of hexside, upwards and downwards; the two are the same unless
    it has a high side: ``sloped``.
    """

    up: Crossing
    down: Crossing
    sloped: bool = False
    blocks_zoc: bool = False


class Prices(Struct, frozen=True, kw_only=True):
    """``[cp]``. ``blow_dump_share``: a demolition costs this part of the CPA,
    rounded up. ``truck``, ``hq``: CPA.
    """

    attack: int
    probe: int
    barraged_only: int
    defend: int
    defend_probe: int
    refund_at: int
    break_contact: int
    disengage: int
    blow_dump_share: int
    truck: dict[TruckKind, int]
    hq: int


class Ammo(Struct, frozen=True):
    """``[ammo]``: for a TOE point; ``close_assault`` by its class, else
    ``default``; ``truck``: what one holds.
    """

    barrage: int
    anti_armor: int
    close_assault: dict[str, int]
    truck: dict[TruckKind, int]


class RawStrength(Struct, frozen=True):
    """``[raw_strength]``."""

    ratio: int
    strict: bool
    modifier: int


class Charts(Struct, frozen=True, kw_only=True):
    """A chart set. ``sha256``: of the bytes of its file, in hex.
    ``warnings``: what is odd about it (1.2.5).
    """

    id: str
    kind: Literal["house", "own"]
    sha256: str
    numeric_pins: bool
    barrage: dict[Block, Grid]
    barrage_raw: dict[RawBlock, Grid]
    anti_armor: AntiArmor
    assault: Assault
    morale: dict[int, tuple[str, ...]]
    prisoners: tuple[int, ...]
    org_size: tuple[tuple[int, int, int], ...]
    raw_strength: RawStrength
    ground: dict[str, Ground]
    works: dict[str, Works]
    barriers: dict[str, Barrier]
    cp: Prices
    ammo: Ammo
    demolition: tuple[tuple[Span, int], ...]
    warnings: tuple[str, ...] = ()

    def barrage_result(
        self, block: Block, points: int, shift: int, reading: int, *, numeric_pins: bool
    ) -> Hit:
        """Return the result of actual points after a shift of columns; left of the first
        column there is no effect (3.6.2).

        ``numeric_pins``: a loss also pins infantry and armour (R-TPIN).
        """
        grid = self.barrage[block]
        column = shifted(grid.column(points), shift, len(grid.columns))
        if column is None:
            return Hit()
        result = grid.at(column, reading)
        if result.startswith("lose"):
            return Hit(pinned=numeric_pins and block in ("infantry", "armor"), lose=int(result[4:]))
        return Hit(
            pinned=result == "pinned", reduced=result == "reduced", destroyed=result == "destroyed"
        )

    def raw_result(self, block: RawBlock, raw: int, shift: int, reading: int) -> Hit:
        """Return the result of raw points on a dump or an air facility (3.6.3)."""
        grid = self.barrage_raw[block]
        column = shifted(grid.column(raw), shift, len(grid.columns))
        result = "" if column is None else grid.at(column, reading)
        if result.startswith("pct"):
            return Hit(percent=int(result[3:]))
        return Hit(levels=int(result[6:])) if result else Hit()

    def damage(self, points: int, reading: int, *, phasing: bool) -> int:
        """Return damage points of anti-armour fire (3.10). ``points``: the column after
        shifts, 0 being 1 to 4 raw points; right of the last is the last. The
        phasing side reads some rows further.
        """
        table = self.anti_armor
        row = table.row_of[PLACES[reading]] + (table.phasing_row_shift if phasing else 0)
        line = table.rows[max(0, min(row, len(table.rows) - 1))]
        return line[min(points, len(line) - 1)]

    def assault_column(self, differential: int, shift: int = 0) -> int:
        """Return the column of a differential, ``shift`` columns to the right;
        both ends are as far as it goes.
        """
        column = column_of(self.assault.columns, differential)
        assert column is not None, differential
        return max(0, min(column + shift, len(self.assault.columns) - 1))

    def percent(self, half: Half, column: int, reading: int) -> int:
        """Return the loss percentage (3.11)."""
        table = self.assault.attacker if half == "attacker" else self.assault.defender
        return table.percent[column][PLACES[reading]]

    def captured(self, half: Half, column: int, total: int) -> bool:
        """Return whether this sum of the dice means prisoners."""
        table = self.assault.attacker if half == "attacker" else self.assault.defender
        return total in table.captured[column]

    def engaged(self, column: int, total: int) -> bool:
        """Return whether this sum of the attacker's dice means Engaged."""
        return total in self.assault.attacker.engaged[column]

    def retreat(self, column: int, total: int) -> int:
        """Return the hexes that the defender must retreat for this sum of their dice."""
        sets = enumerate(self.assault.defender.retreats[column], 1)
        return next((hexes for hexes, sums in sets if total in sums), 0)

    def morale_adjustment(self, cohesion: int, reading: int) -> int | None:
        """Return the adjustment; ``None``: surrender (R-SURR). Beyond the
        rows the last one serves (1.2).
        """
        row = max(min(self.morale), min(cohesion, max(self.morale)))
        text = self.morale[row][PLACES[reading]]
        return None if text == SURRENDER else int(text)

    def prisoner_percent(self, die: int) -> int:
        """Return the percentage that is captured, for a die of 1 to 6."""
        return self.prisoners[die - 1]

    def size_modifier(self, larger: int, smaller: int) -> int:
        """Return what the larger side gains, sizes in stacking points; a
        pair that is not listed gives 0.
        """
        return next(
            (gain for big, small, gain in self.org_size if (big, small) == (larger, smaller)), 0
        )


def column_of(columns: tuple[Span, ...], n: int) -> int | None:
    """Return the index of the interval that holds ``n``; ``None``: it lies before the first."""
    return next((index for index, span in enumerate(columns) if n in span), None)


def shifted(column: int | None, shift: int, columns: int) -> int | None:
    """Return a column after a shift; ``None``: left of the first, no effect. Right
    of the last is the last (3.6.2).
    """
    if column is None or column + shift < 0:
        return None
    return min(column + shift, columns - 1)
