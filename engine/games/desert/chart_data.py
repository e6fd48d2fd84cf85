"""A checked chart set, and lookups in it (rules 1.2)."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from msgspec import Struct

from engine.games.desert.units import TruckKind

READINGS = tuple(10 * large + small for large in range(1, 7) for small in range(1, 7))
"""All 36 readings of two dice, the large one first: 11, 12, ... 66. They are equally likely."""
PLACES = {reading: place for place, reading in enumerate(READINGS)}
NUMBER = re.compile(r"-?[0-9]{1,4}")
DASHED = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
DOTTED = re.compile(r"(-?[0-9]{1,4})?\.\.(-?[0-9]{1,4})?")
PLUS = re.compile(r"(-?[0-9]{1,4})\+")
CELL = re.compile(r"([0-9]{2})(?:-([0-9]{2}))?")
SUM_CELL = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")


class Span(Struct, frozen=True):
    """An interval of whole numbers including both ends. ``None``: an open end."""

    low: int | None
    high: int | None

    def __contains__(self, n: int) -> bool:
        return (self.low is None or self.low <= n) and (self.high is None or n <= self.high)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


def read_span(text: str) -> Span:
    """Parse an interval: ``5``, ``1-2``, ``-10..-8``, ``17+``, ``..-11``. Raises ``ValueError`` if
    it is not valid.
    """
    if NUMBER.fullmatch(text):
        return Span(int(text), int(text))
    if match := DASHED.fullmatch(text) or DOTTED.fullmatch(text):
        low, high = (None if end is None else int(end) for end in match.groups())
        if low is None and high is None:
            raise ValueError(
                "'..' is everything; give it at least one end, such as '..-11' or '17..'"
            )
        if low is not None and high is not None and low > high:
            raise ValueError(f"{text!r} ends before it begins; write the smaller end first")
        return Span(low, high)
    if match := PLUS.fullmatch(text):
        return Span(int(match[1]), None)
    raise ValueError(
        f"{text!r} is no interval; write '5', '1-2', '-10..-8', '17+', '17..' or '..-11'"
    )


def check_spans(spans: Sequence[Span], first: int | None) -> None:
    """Raises ``ValueError`` if intervals don't ascend, have gaps, or the last one isn't open."""
    if not spans:
        raise ValueError("there are no columns; at least one is needed")
    if spans[0].low != first:
        begin = "be open, such as '..-11'" if first is None else f"begin at {first}"
        raise ValueError(f"the first interval is {str(spans[0])!r}; it must {begin}")
    for left, right in pairwise(spans):
        if left.high is None or right.low is None:
            raise ValueError(
                f"{str(left)!r} and {str(right)!r}: only the first and the last interval may be"
                " open"
            )
        if right.low != left.high + 1:
            what = "overlap" if right.low <= left.high else "leave a gap"
            raise ValueError(
                f"{str(left)!r} and {str(right)!r} {what}; after {left.high} comes {left.high + 1}"
            )
    if spans[-1].high is not None:
        raise ValueError(
            f"the last interval is {str(spans[-1])!r}; it must be open, such as '{spans[-1].low}..'"
        )


def read_cell(text: str) -> tuple[int, ...]:
    """Parse a d66 cell: ``-``, ``34``, ``21-36``. Ends that no dice show are moved inwards."""
    if text == "-":
        return ()
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{text!r} is no cell; write '-', a reading such as '34', or a range such as '21-36'"
        )
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise ValueError(f"{text!r} ends before it begins; write the smaller reading first")
    readings = tuple(reading for reading in READINGS if low <= reading <= high)
    if not readings:
        raise ValueError(f"{text!r}: no dice show that; readings are 11-16, 21-26, ... 61-66")
    return readings


def read_sums(text: str) -> tuple[int, ...]:
    """Parse sums of two dice: ``-``, ``3``, ``4-5`` or ``4-5,10-11``. Raises ``ValueError`` if they
    are not valid.
    """
    if text == "-":
        return ()
    found: list[int] = []
    for part in text.split(","):
        match = SUM_CELL.fullmatch(part.strip())
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 2 <= low <= high <= 12:
            raise ValueError(
                f"{text!r} is no cell of sums; write '-', '3', '4-5' or '4-5,10-11', from 2 to 12"
            )
        found += range(low, high + 1)
    if len(set(found)) < len(found):
        raise ValueError(f"{text!r} names a sum twice; each may stand there once")
    return tuple(sorted(found))


def written(readings: Sequence[int]) -> str:
    runs: list[list[int]] = []
    for reading in readings:
        if runs and PLACES[reading] == PLACES[runs[-1][-1]] + 1:
            runs[-1].append(reading)
        else:
            runs.append([reading])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def share_out(cells: Sequence[Sequence[int]], gaps: str) -> tuple[int, ...]:
    """Return for each of the 36 readings the index of its cell.

    ``gaps`` is ``reject``, or the neighbour that gets a reading in no cell: ``milder`` or
    ``harsher``. Cells are ordered from mild to harsh. Raises ``ValueError`` if cells overlap, or
    have gaps that are rejected.
    """
    taken: dict[int, int] = {}
    twice: list[int] = []
    for index, readings in enumerate(cells):
        twice += [reading for reading in readings if reading in taken]
        taken |= dict.fromkeys(readings, index)
    if twice:
        raise ValueError(
            f"{written(sorted(set(twice)))} falls into more than one cell; each reading into"
            " exactly one"
        )
    missing = [reading for reading in READINGS if reading not in taken]
    if missing and (gaps == "reject" or not taken):
        raise ValueError(
            f"{written(missing)} falls into no cell; put it into one, or set gap_policy to 'milder'"
            " or 'harsher'"
        )
    for reading in missing:
        below = [taken[r] for r in READINGS if r < reading and r not in missing][-1:]
        above = [taken[r] for r in READINGS if r > reading and r not in missing][:1]
        taken[reading] = (min if gaps == "milder" else max)(below + above)
    return tuple(taken[reading] for reading in READINGS)


Block = Literal["infantry", "armor", "gun", "truck", "ship", "fortification", "road", "railroad"]
RawBlock = Literal["supply_dump", "air_facility"]
Effect = Literal["barrage", "anti_armor", "close_assault"]
Half = Literal["attacker", "defender"]
SURRENDER = "surrender"

Shift = int | None
"""Columns, negative in favour of the hex. ``None``: not allowed (``"no"`` in the file)."""


class Grid(Struct, frozen=True):
    """A table of d66 cells: for each column the result of each of the 36 readings."""

    columns: tuple[Span, ...]
    results: tuple[tuple[str, ...], ...]

    def column(self, n: int) -> int | None:
        """Return the index of the column for ``n``, or ``None`` if it is before the first."""
        return column_of(self.columns, n)

    def at(self, column: int, reading: int) -> str:
        return self.results[column][PLACES[reading]]


class Hit(Struct, frozen=True, kw_only=True):
    pinned: bool = False
    lose: int = 0
    reduced: bool = False
    destroyed: bool = False
    percent: int = 0  # lost by every stock of a dump
    levels: int = 0  # lost by a facility


class Half36(Struct, frozen=True):
    """One half of the close assault table, by column: loss percentages, and sets of dice sums."""

    percent: tuple[tuple[int, ...], ...]
    captured: tuple[tuple[int, ...], ...]
    engaged: tuple[tuple[int, ...], ...] = ()
    retreats: tuple[tuple[tuple[int, ...], ...], ...] = ()


class AntiArmor(Struct, frozen=True):
    row_of: tuple[int, ...]  # row, from 0, of each of the 36 readings
    phasing_row_shift: int
    rows: tuple[tuple[int, ...], ...]


class Assault(Struct, frozen=True):
    columns: tuple[Span, ...]
    overrun_from: int
    attacker: Half36
    defender: Half36


class Ground(Struct, frozen=True, kw_only=True):
    """A terrain: movement cost on foot and motorised, stacking limit, and column shifts."""

    foot: Shift
    motorised: Shift
    bears: int
    barrage: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0


class Works(Struct, frozen=True):
    barrage: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0
    barrage_armor_too: bool = False  # its barrage shift also protects armour


class Crossing(Struct, frozen=True):
    foot: Shift = 0
    motorised: Shift = 0
    anti_armor: Shift = 0
    close_assault: Shift = 0
    assault_motorised: bool = True  # motorised units may assault across it


class Barrier(Struct, frozen=True):
    """A kind of hexside, crossed upwards and downwards. Both are equal unless ``sloped``."""

    up: Crossing
    down: Crossing
    sloped: bool = False
    blocks_zoc: bool = False


class Prices(Struct, frozen=True, kw_only=True):
    """``[cp]``: the prices of actions, and CPAs."""

    attack: int
    probe: int
    barraged_only: int
    defend: int
    defend_probe: int
    refund_at: int
    break_contact: int
    disengage: int
    blow_dump_share: int  # part of the CPA, rounded up
    truck: dict[TruckKind, int]  # CPA of trucks
    hq: int  # CPA of an HQ


class Ammo(Struct, frozen=True):
    """``[ammo]`` for a TOE point."""

    barrage: int
    anti_armor: int
    close_assault: dict[str, int]  # by class
    truck: dict[TruckKind, int]  # capacity of one truck


class RawStrength(Struct, frozen=True):
    ratio: int
    strict: bool
    modifier: int


class Charts(Struct, frozen=True, kw_only=True):
    id: str
    kind: Literal["house", "own"]
    sha256: str  # hash of its file
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
    warnings: tuple[str, ...] = ()  # its oddities (1.2.5)

    def barrage_result(
        self, block: Block, points: int, shift: int, reading: int, *, numeric_pins: bool
    ) -> Hit:
        """Return the result of actual points after a shift of columns. Left of the first column
        there is no effect (3.6.2). ``numeric_pins``: a loss also pins infantry and armour (R-TPIN).
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
        grid = self.barrage_raw[block]
        column = shifted(grid.column(raw), shift, len(grid.columns))
        result = "" if column is None else grid.at(column, reading)
        if result.startswith("pct"):
            return Hit(percent=int(result[3:]))
        return Hit(levels=int(result[6:])) if result else Hit()

    def damage(self, points: int, reading: int, *, phasing: bool) -> int:
        """Return the damage points of anti-armour fire (3.10).

        ``points`` is the column after shifts. 0 means 1 to 4 raw points, and columns beyond the
        last count as the last. The phasing side uses a later row.
        """
        table = self.anti_armor
        row = table.row_of[PLACES[reading]] + (table.phasing_row_shift if phasing else 0)
        line = table.rows[max(0, min(row, len(table.rows) - 1))]
        return line[min(points, len(line) - 1)]

    def assault_column(self, differential: int, shift: int = 0) -> int:
        column = column_of(self.assault.columns, differential)
        assert column is not None, differential
        return max(0, min(column + shift, len(self.assault.columns) - 1))

    def percent(self, half: Half, column: int, reading: int) -> int:
        table = self.assault.attacker if half == "attacker" else self.assault.defender
        return table.percent[column][PLACES[reading]]

    def captured(self, half: Half, column: int, total: int) -> bool:
        table = self.assault.attacker if half == "attacker" else self.assault.defender
        return total in table.captured[column]

    def engaged(self, column: int, total: int) -> bool:
        return total in self.assault.attacker.engaged[column]

    def retreat(self, column: int, total: int) -> int:
        """Return the number of hexes that the defender must retreat for this sum of their dice."""
        sets = enumerate(self.assault.defender.retreats[column], 1)
        return next((hexes for hexes, sums in sets if total in sums), 0)

    def morale_adjustment(self, cohesion: int, reading: int) -> int | None:
        """Return the adjustment, or ``None`` for surrender (R-SURR)."""
        row = max(min(self.morale), min(cohesion, max(self.morale)))
        text = self.morale[row][PLACES[reading]]
        return None if text == SURRENDER else int(text)

    def prisoner_percent(self, die: int) -> int:
        return self.prisoners[die - 1]

    def size_modifier(self, larger: int, smaller: int) -> int:
        """Return the larger side's modifier. Pairs not in the table give 0."""
        return next(
            (gain for big, small, gain in self.org_size if (big, small) == (larger, smaller)), 0
        )


def column_of(columns: tuple[Span, ...], n: int) -> int | None:
    """Return the index of the interval that contains ``n``, or ``None`` if it is before the
    first.
    """
    return next((index for index, span in enumerate(columns) if n in span), None)


def shifted(column: int | None, shift: int, columns: int) -> int | None:
    """Return the column after a shift, at most the last one; ``None`` left of the first: no effect
    (3.6.2).
    """
    if column is None or column + shift < 0:
        return None
    return min(column + shift, columns - 1)
