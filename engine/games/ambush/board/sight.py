"""Line of sight and target numbers (rules 2.13 to 2.15), on whatever position
is given: a view, or the world.
"""

from engine.games.ambush.board.hexes import (
    Hex,
    Side,
    adjacent,
    bearing,
    bears,
    between,
    distance,
    side_of,
)
from engine.games.ambush.board.terrain import COVER, elusive
from engine.games.ambush.units import GUNS, Unit, Weapon
from engine.games.ambush.world import Position

MODE = {"stand": 0, "walk": 1, "run": 2, "jump": 3}
TWISTS = (0, -1, 1)


class Sight:
    """What lies between two hexes: is it blocked, how many woods,
    is the target in partial cover.
    """

    def __init__(self, blocked: bool, woods: int, cover: bool):
        self.blocked, self.woods, self.cover = blocked, woods, cover

    @property
    def cost(self) -> int:
        """What it adds to the target number; for the attacker blocked is worst."""
        return 99 if self.blocked else self.woods + self.cover


def height(p: Position, hex: Hex, prone: bool) -> int:
    """The absolute height of a unit there (2.14)."""
    return p.cell(hex).level + (0 if prone else 1)


def sight(p: Position, shooter: Unit, target: Unit) -> Sight:
    """The line of sight; where it runs between two hexes the
    target takes the better side (2.14).
    """
    return look(p, shooter.hex, shooter.prone, target.hex, target.prone)


def look(p: Position, a: Hex, a_prone: bool, b: Hex, b_prone: bool) -> Sight:
    """The line of sight between two hexes."""
    if adjacent(a, b):
        return Sight(False, 0, False)
    crossed, pairs = between(a, b)
    ways = [(*crossed, *(pair[side] for pair in pairs)) for side in ((0, 1) if pairs else (0,))]
    ends = (a, height(p, a, a_prone), b, height(p, b, b_prone), b_prone)
    return max(
        (along(p, [hex for hex in way if p.on_map(hex)], *ends) for way in ways),
        key=lambda s: s.cost,
    )


def along(p: Position, way: list[Hex], a: Hex, high: int, b: Hex, low: int, prone: bool) -> Sight:
    """One side of the line: ``high`` and ``low`` are the heights of attacker and target."""
    woods, cover = 0, False

    def covers(top: int, hex: Hex) -> bool:
        return (
            top > max(high, low)
            or (top > high and adjacent(hex, a))
            or (top > low and adjacent(hex, b))
        )

    for hex in way:
        cell = p.cell(hex)
        if covers(cell.top, hex):
            return Sight(True, 0, False)
        if cell.code in COVER and covers(cell.level + 2, hex):
            woods += COVER[cell.code]
        near = adjacent(hex, b) and cell.top == low == p.cell(b).level + 1
        cover = cover or (near and not prone and high <= cell.top)
    return Sight(woods > 2, woods, cover)


def fire_number(
    p: Position, shooter: Unit, gun: Weapon, target: Unit, second: int = 0
) -> int | None:
    """The target number of a shot in the Weapons step (2.15); ``None``: no
    line of sight, or out of range.

    ``second``: 1 for a second target in front, 2 for one elsewhere.

    Rule: WP-2.
    """
    steps = distance(shooter.hex, target.hex)
    kind = GUNS[gun.kind]
    if steps > kind.long or (view := sight(p, shooter, target)).blocked:
        return None
    number = shooter.gunnery + MODE[shooter.mode] + shooter.skidded + (2 if shooter.prone else 0)
    number += (
        elusive(target.moved)
        + (target.mode == "jump" and target.moved > 0)
        + (2 if target.skidded else 0)
    )
    number += view.woods + view.cover + COVER.get(p.cell(target.hex).code, 0)
    number += 0 if steps <= kind.short else 2 if steps <= kind.medium else 4
    number += max(0, kind.least - steps + 1) if kind.least else 0
    number += 0 if not target.prone else -2 if steps == 1 else 1
    number -= 0 if target.able else 4
    return number + second + (shooter.heat >= 8)


def ambush_number(shooter: Unit, gun: Weapon, target: Unit) -> int:
    """The target number of a point-blank shot (PB-3).

    Rule: PB-3.
    """
    number = shooter.gunnery + GUNS[gun.kind].least + (2 if shooter.prone else 0)
    return number - (2 if target.prone else 0) - (0 if target.able else 4)


def bearing_guns(unit: Unit, twist: int, target: Hex) -> list[Weapon]:
    """The weapons that bear on a hex with this torso twist, and reach it."""
    steps = distance(unit.hex, target)
    facing = (unit.facing + twist) % 6
    return [
        gun
        for gun in unit.guns()
        if steps <= GUNS[gun.kind].long
        and bears(facing, gun.mount, rear=gun.rear, shooter=unit.hex, target=target)
    ]


def power(guns: list[Weapon]) -> int:
    """What a salvo would do if everything hit."""
    return sum(GUNS[gun.kind].each * max(1, GUNS[gun.kind].rack) for gun in guns)


def best_twist(unit: Unit, target: Hex) -> tuple[int, list[Weapon]]:
    """The twist that brings most damage to bear: 0 before -1 before +1 (PB-2).

    Rule: PB-2.
    """
    salvos = [(twist, bearing_guns(unit, twist, target)) for twist in TWISTS]
    return max(salvos, key=lambda salvo: power(salvo[1]))


def struck_side(target: Unit, source: Hex) -> Side:
    """The side of a unit that is hit from a hex."""
    return side_of(target.hex, target.facing, source)


def ahead(unit: Unit, twist: int, target: Hex) -> bool:
    """Whether a hex is in the front arc with this twist (2.15)."""
    k, _, n = bearing(unit.hex, target)
    k = (k - unit.facing - twist) % 6
    return k in (5, 0) or (k == 1 and n == 0)
