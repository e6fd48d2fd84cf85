"""Steps and what they cost (rules 2.7), on whatever position is given:
the sender's view, or the world.
"""

from typing import NamedTuple

from engine.games.ambush.board.hexes import Hex, beside, centre, distance, within
from engine.games.ambush.board.position import Position
from engine.games.ambush.board.terrain import POINTS
from engine.games.ambush.board.units import Mode, Unit

STAND_UP = 2
CLIMB = 2


class Spot(NamedTuple):
    """Where a unit is on its way: hex, facing, prone, movement points left."""

    hex: Hex
    facing: int
    prone: bool
    left: int


class Bar(NamedTuple):
    """Why a step cannot be made: a refusal code, and the rule."""

    code: str
    rule: str = "MV-4"


OCCUPIED = Bar("occupied", "MV-6")
NO_POINTS = Bar("no-points")
BACKWARD_RUN = Bar("backward-run", "MV-1")
WHILE_PRONE = Bar("while-prone", "MV-2")
NOT_PRONE = Bar("not-prone", "MV-2")


def spot(unit: Unit, mode: Mode, used: int = 0) -> Spot:
    """Return where a unit is when it has ``used`` so many points."""
    return Spot(unit.hex, unit.facing, unit.prone, unit.points(mode) - used)


class Ground:
    """What a unit walks on: the position, the hexes where others
    stand, and what it can do itself.
    """

    def __init__(self, p: Position, unit: Unit, mode: Mode):
        self.p, self.mode, self.legless = p, mode, unit.legs_lost > 1
        self.taken = {
            u.hex for u in p.units.values() if u is not unit and p.standing_in(u.hex) is u
        }

    def step(self, at: Spot, token: str) -> Spot | Bar:
        """Return where a token leads, or why it cannot be. Skids, falls and
        hidden units are not looked for.

        Rule: MV-2.
        """
        hex, facing, prone, left = at
        match token:
            case "L" | "R":
                after = Spot(hex, (facing + (1 if token == "R" else -1)) % 6, prone, left - 1)
            case "S":
                if not prone or self.legless:
                    return NOT_PRONE
                after = Spot(hex, facing, False, left - STAND_UP)
            case "P":
                if prone:
                    return WHILE_PRONE
                after = Spot(hex, facing, True, left - 1)
            case _:
                return self.enter(at, backwards=token == "B")
        return after if after.left >= 0 else NO_POINTS

    def enter(self, at: Spot, *, backwards: bool) -> Spot | Bar:
        """Return where ``F`` or ``B`` leads, or why it cannot be.

        Rule: MV-4.
        """
        if at.prone:
            return WHILE_PRONE
        if backwards and self.mode == "run":
            return BACKWARD_RUN
        hex = beside(at.hex, at.facing + (3 if backwards else 0))
        if not self.p.on_map(hex):
            return Bar("off-map")
        here, there = self.p.cell(at.hex), self.p.cell(hex)
        climb = abs(there.level - here.level)
        if there.code == "#":
            return Bar("impassable")
        if climb > CLIMB:
            return Bar("too-steep")
        if backwards and climb:
            return Bar("backward-level")
        if hex in self.taken:
            return OCCUPIED
        left = at.left - POINTS[there.code] - climb
        return Spot(hex, at.facing, False, left) if left >= 0 else NO_POINTS


def landings(p: Position, unit: Unit) -> list[Hex]:
    """Return the hexes that a unit may jump to, as far as the position shows (MV-3).

    Rule: MV-3.
    """
    reach = unit.points("jump")
    top = p.cell(unit.hex).level + reach
    return [hex for hex in within(unit.hex, reach) if p.free(hex) and p.cell(hex).level <= top]


def flight_side(p: Position, start: Hex, target: Hex) -> Hex:
    """Return the hex next to the target that the flight line crosses (HU-5); ties by
    column, then row; else the start.
    """
    (ax, ay), (bx, by) = centre(start), centre(target)

    def off_line(hex: Hex) -> tuple[int, Hex]:
        x, y = centre(hex)
        return abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)), hex

    nearer = distance(start, target) - 1
    free = (hex for hex in within(target, 1) if distance(start, hex) == nearer and p.free(hex))
    return min(free, key=off_line, default=start)
