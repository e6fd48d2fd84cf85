"""Line of sight and target numbers (rules 2.13 to 2.15), for a view or the world."""

from functools import lru_cache
from typing import NamedTuple

from engine.games.ambush import hexes
from engine.games.ambush.hexes import COVER, Hex, adjacent, centre, distance
from engine.games.ambush.units import GUNS, Mode, Position, Unit, Weapon

MODE = {"stand": 0, "walk": 1, "run": 2, "jump": 3}
TWISTS = (0, -1, 1)


class Sight(NamedTuple):
    blocked: bool = False
    woods: int = 0  # modifier of the target number
    cover: bool = False  # the target is partly covered

    @property
    def cost(self) -> int:
        """The modifier of the target number. Blocked sight is worst for the attacker."""
        return 99 if self.blocked else self.woods + self.cover


def sight(p: Position, shooter: Unit, target: Unit) -> Sight:
    high, low = (p.cell(unit.hex).level + (not unit.prone) for unit in (shooter, target))
    return look(p, shooter.hex, target.hex, high=high, low=low)


def look(p: Position, a: Hex, b: Hex, *, high: int, low: int) -> Sight:
    """Return the line of sight from ``a`` to ``b``. ``high`` and ``low`` are the absolute heights
    of attacker and target.

    If it runs along an edge, the hex that is better for the target counts (2.14).
    """
    if adjacent(a, b):
        return Sight()
    return over(p.rows, tuple(sorted(p.changed.items())), (a, high), (b, low))


@lru_cache(65_536)
def over(
    rows: tuple[str, ...],
    changed: tuple[tuple[Hex, str], ...],
    start: tuple[Hex, int],
    end: tuple[Hex, int],
) -> Sight:
    p, (a, high), (b, low) = Position(rows=rows, changed=dict(changed), units={}), start, end
    crossed, pairs = hexes.between(a, b)
    ways = [(*crossed, *(pair[side] for pair in pairs)) for side in ((0, 1) if pairs else (0,))]
    return max((along(p, way, a, high, b, low) for way in ways), key=lambda found: found.cost)


def along(p: Position, way: tuple[Hex, ...], a: Hex, high: int, b: Hex, low: int) -> Sight:
    woods, cover = 0, False

    def covers(top: int, hex: Hex) -> bool:
        return (
            top > max(high, low)
            or (top > high and adjacent(hex, a))
            or (top > low and adjacent(hex, b))
        )

    for hex in filter(p.on_map, way):
        cell = p.cell(hex)
        if covers(cell.top, hex):
            return Sight(blocked=True)
        if cell.code in COVER and covers(cell.level + 2, hex):
            woods += COVER[cell.code]
        near = adjacent(hex, b) and cell.top == low == p.cell(b).level + 1
        cover = cover or (near and high <= cell.top)
    return Sight(woods > 2, woods, cover)


def fire_number(
    p: Position, shooter: Unit, gun: Weapon, target: Unit, second: int = 0
) -> int | None:
    """Return the target number of a shot in the Weapons step (2.15), or ``None`` without line of
    sight or out of range. ``second`` is 1 for a second target in front, and 2 for one elsewhere.

    Rule: WP-2.
    """
    steps = distance(shooter.hex, target.hex)
    kind = GUNS[gun.kind]
    if steps > kind.long or (view := sight(p, shooter, target)).blocked:
        return None
    number = shooter.gunnery + MODE[shooter.mode] + shooter.skidded + 2 * shooter.prone
    number += hexes.elusive(target.moved) + (target.mode == "jump" and target.moved > 0)
    number += 2 * target.skidded + view.cost + COVER.get(p.cell(target.hex).code, 0)
    number += 0 if steps <= kind.short else 2 if steps <= kind.medium else 4
    number += max(0, kind.least - steps + 1) if kind.least else 0
    number += 0 if not target.prone else -2 if steps == 1 else 1
    number -= 0 if target.able else 4
    return number + second + (shooter.heat >= 8)


def ambush_number(shooter: Unit, gun: Weapon, target: Unit) -> int:
    """Rule: PB-3."""
    number = shooter.gunnery + GUNS[gun.kind].least + 2 * shooter.prone
    return number - 2 * target.prone - (0 if target.able else 4)


def bearing_guns(unit: Unit, twist: int, target: Hex) -> list[Weapon]:
    steps = distance(unit.hex, target)
    return [
        gun
        for gun in unit.guns()
        if steps <= GUNS[gun.kind].long
        and hexes.bears(
            unit.facing + twist, gun.mount, rear=gun.rear, shooter=unit.hex, target=target
        )
    ]


def best_twist(unit: Unit, target: Hex) -> tuple[int, list[Weapon]]:
    """Return the torso twist that brings the most damage to bear, and its weapons. Ties prefer 0,
    then -1.

    Rule: PB-2.
    """

    def power(salvo: tuple[int, list[Weapon]]) -> int:
        kinds = (GUNS[gun.kind] for gun in salvo[1])
        return sum(kind.each * max(1, kind.rack) for kind in kinds)

    return max(((twist, bearing_guns(unit, twist, target)) for twist in TWISTS), key=power)


def struck_side(target: Unit, source: Hex) -> hexes.Side:
    return hexes.side_of(target.hex, target.facing, source)


def ahead(unit: Unit, twist: int, target: Hex) -> bool:
    return hexes.bears(unit.facing + twist, "CT", rear=False, shooter=unit.hex, target=target)


STAND_UP = 2
CLIMB = 2


class Spot(NamedTuple):
    hex: Hex
    facing: int
    prone: bool
    left: int


class Bar(NamedTuple):
    """The reason why a step is impossible: a refusal code, and the rule."""

    code: str
    rule: str = "MV-4"


OCCUPIED = Bar("occupied", "MV-6")
NO_POINTS = Bar("no-points")
BACKWARD_RUN = Bar("backward-run", "MV-1")
WHILE_PRONE = Bar("while-prone", "MV-2")
NOT_PRONE = Bar("not-prone", "MV-2")


def spot(unit: Unit, mode: Mode, used: int = 0) -> Spot:
    """Return the place and pose of a unit that has spent ``used`` movement points."""
    return Spot(unit.hex, unit.facing, unit.prone, unit.points(mode) - used)


class Ground:
    """The surroundings of a moving unit: the position, occupied hexes, and the unit's abilities."""

    def __init__(self, p: Position, unit: Unit, mode: Mode):
        self.p, self.mode, self.legless = p, mode, unit.legs_lost > 1
        self.taken = {
            u.hex for u in p.units.values() if u is not unit and p.standing_in(u.hex) is u
        }

    def step(self, at: Spot, token: str) -> Spot | Bar:
        """Return the result of one step, or the reason why it is impossible. Skids, falls and
        hidden units are ignored.

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
        """Rule: MV-4."""
        if at.prone:
            return WHILE_PRONE
        if backwards and self.mode == "run":
            return BACKWARD_RUN
        hex = hexes.beside(at.hex, at.facing + (3 if backwards else 0))
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
        left = at.left - hexes.POINTS[there.code] - climb
        return Spot(hex, at.facing, False, left) if left >= 0 else NO_POINTS


def landings(p: Position, unit: Unit) -> list[Hex]:
    """Rule: MV-3."""
    reach = unit.points("jump")
    top = p.cell(unit.hex).level + reach
    return [
        hex for hex in hexes.within(unit.hex, reach) if p.free(hex) and p.cell(hex).level <= top
    ]


def flight_side(p: Position, start: Hex, target: Hex) -> Hex:
    """Return the free hex beside the target that the flight crosses (HU-5), otherwise the start."""
    (ax, ay), (bx, by) = centre(start), centre(target)

    def off_line(hex: Hex) -> tuple[int, Hex]:
        x, y = centre(hex)
        return abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)), hex

    nearer = distance(start, target) - 1
    free = (
        hex for hex in hexes.within(target, 1) if distance(start, hex) == nearer and p.free(hex)
    )
    return min(free, key=off_line, default=start)
