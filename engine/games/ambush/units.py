"""Walkers: what they are made of, what they carry, and how they break (rules 2.4, 2.16)."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from engine.games.ambush.board.hexes import Hex, Side
from engine.state import Seat

Mode = Literal["stand", "walk", "run", "jump"]
Turn = Literal["ready", "moving", "done"]
LOCATIONS = ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL")
REARS = ("CTr", "LTr", "RTr")
FRAMES = (
    *(
        (20, 6, 5, 3, 4),
        (25, 8, 6, 4, 6),
        (30, 10, 7, 5, 7),
        (35, 11, 8, 6, 8),
        (40, 12, 10, 6, 10),
    ),
    *(
        (45, 14, 11, 7, 11),
        (50, 16, 12, 8, 12),
        (55, 18, 13, 9, 13),
        (60, 20, 14, 10, 14),
        (65, 21, 15, 10, 15),
    ),
    *(
        (70, 22, 15, 11, 15),
        (75, 23, 16, 12, 16),
        (80, 25, 17, 13, 17),
        (85, 27, 18, 14, 18),
        (90, 29, 19, 15, 19),
    ),
    *((95, 30, 20, 16, 20), (100, 31, 21, 17, 21)),
)
HITS: dict[Side, tuple[str, ...]] = {
    "front": ("CT", "RA", "RA", "RL", "RT", "CT", "LT", "LL", "LA", "LA", "HD"),
    "left": ("LT", "LL", "LA", "LA", "LL", "LT", "CT", "RT", "RA", "RL", "HD"),
    "right": ("RT", "RL", "RA", "RA", "RL", "RT", "CT", "LT", "LA", "LL", "HD"),
}
HITS["rear"] = HITS["front"]
INWARD = {"LA": "LT", "RA": "RT", "LL": "LT", "RL": "RT", "LT": "CT", "RT": "CT"}
AWAKE = (0, 3, 5, 7, 10, 11)
"""What keeps a pilot conscious after so many hits (2.9); six kill."""
RACKS = (2, 4, 5, 6, 10, 15, 20)
CLUSTERS = (
    *((1, 1, 1, 2, 3, 5, 6), (1, 2, 2, 2, 3, 5, 6), (1, 2, 2, 3, 4, 6, 9), (1, 2, 3, 3, 6, 9, 12)),
    *(
        (1, 2, 3, 4, 6, 9, 12),
        (1, 3, 3, 4, 6, 9, 12),
        (2, 3, 3, 4, 6, 9, 12),
        (2, 3, 4, 5, 8, 12, 16),
    ),
    *((2, 3, 4, 5, 8, 12, 16), (2, 4, 5, 6, 10, 15, 20), (2, 4, 5, 6, 10, 15, 20)),
)


class Gun(NamedTuple):
    """A type of weapon. ``rack``: missiles in it; ``each``: what one of them, or the shot, does."""

    each: int
    least: int
    short: int
    medium: int
    long: int
    heat: int
    rack: int = 0
    group: int = 0


GUNS = {
    "SL": Gun(3, 0, 1, 2, 3, 1),
    "ML": Gun(5, 0, 3, 6, 9, 3),
    "LL": Gun(8, 0, 5, 10, 15, 8),
    "PPC": Gun(10, 3, 6, 12, 18, 10),
    "MG": Gun(2, 0, 1, 2, 3, 0),
    "FL": Gun(2, 0, 1, 2, 3, 3),
    "AC2": Gun(2, 4, 8, 16, 24, 1),
    "AC5": Gun(5, 3, 6, 12, 18, 1),
    "AC10": Gun(10, 0, 5, 10, 15, 3),
    "AC20": Gun(20, 0, 3, 6, 9, 7),
    **{f"SRM{n}": Gun(2, 0, 3, 6, 9, heat, n, 1) for n, heat in ((2, 2), (4, 3), (6, 4))},
    **{
        f"LRM{n}": Gun(1, 6, 7, 14, 21, heat, n, 5)
        for n, heat in ((5, 2), (10, 4), (15, 5), (20, 6))
    },
}


def missiles(rack: int, roll: int) -> int:
    """How many missiles of a rack hit.

    Rule: WP-5.
    """
    return CLUSTERS[roll - 2][RACKS.index(rack)]


def skeleton(tons: int) -> dict[str, int]:
    """Internal structure by location."""
    _, centre, torso, arm, leg = next(line for line in FRAMES if line[0] == tons)
    return {
        "HD": 3,
        "CT": centre,
        "LT": torso,
        "RT": torso,
        "LA": arm,
        "RA": arm,
        "LL": leg,
        "RL": leg,
    }


class Weapon(NamedTuple):
    """One weapon aboard. ``label`` is what orders call it: ``PPC``, or
    ``ML#2`` where there are several.
    """

    label: str
    kind: str
    mount: str
    rear: bool


@lru_cache(1024)
def armed(weapons: tuple[str, ...]) -> tuple[Weapon, ...]:
    """Weapons such as ``ML:RT`` or ``ML:CTr``, labelled in order."""
    kinds = [text.partition(":")[0] for text in weapons]
    found = []
    for i, text in enumerate(weapons):
        kind, _, mount = text.partition(":")
        label = f"{kind}#{kinds[: i + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        found.append(Weapon(label, kind, mount.removesuffix("r"), mount.endswith("r")))
    return tuple(found)


class Unit(Struct, kw_only=True):
    """A walker. ``hex`` is empty while it is off the map. ``moved`` is H, the hexes
    entered of its own will this phase.

    ``built`` is all armour and structure it began with; ``tested`` are the pilot hits survived
    awake or asleep; ``damage`` is what it took in this phase, ``rolled20``: it was rolled for;
    ``shot``: it has fired point-blank in this round.

    Rule: MV-5.
    """

    id: str
    owner: Seat
    name: str
    tons: int
    walk: int
    jump: int
    gunnery: int
    piloting: int
    sinks: int
    armour: dict[str, int]
    structure: dict[str, int]
    weapons: tuple[str, ...]
    built: int
    hex: Hex = ""
    facing: int = 0
    prone: bool = False
    hidden: bool = False
    reserve: bool = False
    turn: Turn = "ready"
    mode: Mode = "stand"
    moved: int = 0
    skidded: bool = False
    shot: bool = False
    dead: bool = False
    unconscious: bool = False
    shutdown: bool = False
    pilot_hits: int = 0
    tested: int = 0
    damage: int = 0
    rolled20: bool = False
    heat: int = 0
    warmth: int = 0

    @property
    def legs_lost(self) -> int:
        """Legs without structure."""
        return (self.structure["LL"] <= 0) + (self.structure["RL"] <= 0)

    @property
    def alive(self) -> bool:
        """On the map, and not destroyed."""
        return bool(self.hex) and not self.dead

    @property
    def able(self) -> bool:
        """Alive, with a pilot who is awake and an engine that runs."""
        return self.alive and not self.unconscious and not self.shutdown

    @property
    def visible(self) -> bool:
        """Everybody sees it.

        Rule: HU-2.
        """
        return self.alive and not self.hidden

    @property
    def left(self) -> int:
        """Armour and structure that are left."""
        return sum(self.armour.values()) + sum(self.structure.values())

    def points(self, mode: Mode) -> int:
        """Movement points in a mode; a lost leg leaves one to walk
        (2.16), heat takes some away (2.18).

        Rule: PS-4.
        """
        walk = max(0, self.walk - self.heat // 5)
        if self.legs_lost:
            return {"walk": 2 - self.legs_lost}.get(mode, 0)
        return {"stand": 0, "walk": walk, "run": -(-3 * walk // 2), "jump": self.jump}[mode]

    def modes(self) -> list[Mode]:
        """The modes it can declare (MV-1, MV-2).

        Rule: MV-1.
        """
        every: tuple[Mode, ...] = ("walk", "run", "jump")
        return ["stand", *(m for m in every if self.points(m) and not (m == "jump" and self.prone))]

    def guns(self) -> list[Weapon]:
        """The weapons that still work."""
        return [weapon for weapon in armed(self.weapons) if self.structure[weapon.mount] > 0]


def fall_weight(tons: int) -> int:
    """F(t), what a fall does for each level."""
    return (tons + 5) // 10


def groups(amount: int, size: int = 5) -> list[int]:
    """Damage in groups of five, the last one smaller."""
    return [min(size, amount - done) for done in range(0, amount, size)]


def soak(unit: Unit, location: str, *, rear: bool, amount: int) -> list[tuple[str, int]]:
    """Armour, then structure, then inwards (2.16). Gives ``(location, damage)``
    for each location that took some.

    Rule: WP-6.
    """
    took: list[tuple[str, int]] = []
    while amount > 0:
        plate = location + "r" if rear and location + "r" in unit.armour else location
        by_armour = min(amount, unit.armour[plate])
        unit.armour[plate] -= by_armour
        by_frame = min(amount - by_armour, unit.structure[location])
        unit.structure[location] -= by_frame
        if by_armour + by_frame:
            took.append((location, by_armour + by_frame))
        amount -= by_armour + by_frame
        if unit.structure[location] <= 0:
            lose(unit, location)
        if location not in INWARD:
            break
        location = INWARD[location]
    return took


def lose(unit: Unit, location: str) -> None:
    """A location is gone, and with a side torso its arm."""
    for gone in (location, {"LT": "LA", "RT": "RA"}.get(location, location)):
        unit.structure[gone] = 0
        unit.armour[gone] = 0
        if gone + "r" in unit.armour:
            unit.armour[gone + "r"] = 0
