"""Line of sight and target numbers (rules 2.13 to 2.15), on whatever position
is given: a view, or the world.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.games.ambush.board.arms import GUNS, Weapon
from engine.games.ambush.board.hexes import Hex, Side, adjacent, bears, between, distance, side_of
from engine.games.ambush.board.position import Position
from engine.games.ambush.board.terrain import COVER, elusive
from engine.games.ambush.board.units import Unit

MODE = {"stand": 0, "walk": 1, "run": 2, "jump": 3}
TWISTS = (0, -1, 1)


class Sight(NamedTuple):
    """What lies between two hexes: whether it blocks, what woods add, whether the target is in
    partial cover.
    """

    blocked: bool = False
    woods: int = 0
    cover: bool = False

    @property
    def cost(self) -> int:
        """Return what it adds to the target number; for the attacker blocked is worst."""
        return 99 if self.blocked else self.woods + self.cover


def sight(p: Position, shooter: Unit, target: Unit) -> Sight:
    """Return the line of sight between two units."""
    high, low = (p.cell(unit.hex).level + (not unit.prone) for unit in (shooter, target))
    return look(p, shooter.hex, target.hex, high=high, low=low)


def look(p: Position, a: Hex, b: Hex, *, high: int, low: int) -> Sight:
    """Return the line of sight from ``a`` to ``b``; ``high`` and ``low`` are the absolute heights
    of attacker and target. Where it runs between two hexes the target takes the better side
    (2.14).
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
    """Return the line of sight over this ground between two hexes, each with its height."""
    p, (a, high), (b, low) = Position(rows=rows, changed=dict(changed), units={}), start, end
    crossed, pairs = between(a, b)
    ways = [(*crossed, *(pair[side] for pair in pairs)) for side in ((0, 1) if pairs else (0,))]
    return max((along(p, way, a, high, b, low) for way in ways), key=lambda found: found.cost)


def along(p: Position, way: tuple[Hex, ...], a: Hex, high: int, b: Hex, low: int) -> Sight:
    """Return what :func:`look` finds on one side of the line."""
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
    """Return the target number of a shot in the Weapons step (2.15); ``None``: no
    line of sight, or out of range.

    ``second``: 1 for a second target in front, 2 for one elsewhere.

    Rule: WP-2.
    """
    steps = distance(shooter.hex, target.hex)
    kind = GUNS[gun.kind]
    if steps > kind.long or (view := sight(p, shooter, target)).blocked:
        return None
    number = shooter.gunnery + MODE[shooter.mode] + shooter.skidded + 2 * shooter.prone
    number += elusive(target.moved) + (target.mode == "jump" and target.moved > 0)
    number += 2 * target.skidded + view.cost + COVER.get(p.cell(target.hex).code, 0)
    number += 0 if steps <= kind.short else 2 if steps <= kind.medium else 4
    number += max(0, kind.least - steps + 1) if kind.least else 0
    number += 0 if not target.prone else -2 if steps == 1 else 1
    number -= 0 if target.able else 4
    return number + second + (shooter.heat >= 8)


def ambush_number(shooter: Unit, gun: Weapon, target: Unit) -> int:
    """Return the target number of a point-blank shot (PB-3).

    Rule: PB-3.
    """
    number = shooter.gunnery + GUNS[gun.kind].least + 2 * shooter.prone
    return number - 2 * target.prone - (0 if target.able else 4)


def bearing_guns(unit: Unit, twist: int, target: Hex) -> list[Weapon]:
    """Return the weapons that bear on a hex with this torso twist, and reach it."""
    steps = distance(unit.hex, target)
    return [
        gun
        for gun in unit.guns()
        if steps <= GUNS[gun.kind].long
        and bears(unit.facing + twist, gun.mount, rear=gun.rear, shooter=unit.hex, target=target)
    ]


def best_twist(unit: Unit, target: Hex) -> tuple[int, list[Weapon]]:
    """Return the twist that brings most damage to bear, if everything hit, and its weapons: 0
    before -1 before +1 (PB-2).

    Rule: PB-2.
    """

    def power(salvo: tuple[int, list[Weapon]]) -> int:
        kinds = (GUNS[gun.kind] for gun in salvo[1])
        return sum(kind.each * max(1, kind.rack) for kind in kinds)

    return max(((twist, bearing_guns(unit, twist, target)) for twist in TWISTS), key=power)


def struck_side(target: Unit, source: Hex) -> Side:
    """Return the side of a unit that is hit from a hex."""
    return side_of(target.hex, target.facing, source)


def ahead(unit: Unit, twist: int, target: Hex) -> bool:
    """Return whether a hex is in the front arc with this twist (2.15)."""
    return bears(unit.facing + twist, "CT", rear=False, shooter=unit.hex, target=target)
