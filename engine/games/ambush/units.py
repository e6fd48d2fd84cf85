"""Walkers (rules 2.4): their parts, condition and abilities."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from engine import Seat
from engine.games.ambush.hexes import Cell, Hex, grid, read_cell


class Gun(NamedTuple):
    each: int  # damage of the shot, or of each missile
    least: int  # minimum range; all ranges are in hexes
    short: int
    medium: int
    long: int
    heat: int
    rack: int = 0  # number of missiles
    group: int = 0  # missiles that hit together


class Weapon(NamedTuple):
    label: str  # its name in orders: ``PPC``, or ``ML#2`` if there are several
    kind: str
    mount: str
    rear: bool


GUNS = {
    name: Gun(*map(int, numbers))
    for name, *numbers in map(
        str.split,
        """\
SL    3 0  1  2  3  1
ML    5 0  3  6  9  3
LL    8 0  5 10 15  8
PPC  10 3  6 12 18 10
MG    2 0  1  2  3  0
FL    2 0  1  2  3  3
AC2   2 4  8 16 24  1
AC5   5 3  6 12 18  1
AC10 10 0  5 10 15  3
AC20 20 0  3  6  9  7
SRM2  2 0  3  6  9  2  2  1
SRM4  2 0  3  6  9  3  4  1
SRM6  2 0  3  6  9  4  6  1
LRM5  1 6  7 14 21  2  5  5
LRM10 1 6  7 14 21  4 10  5
LRM15 1 6  7 14 21  5 15  5
LRM20 1 6  7 14 21  6 20  5""".splitlines(),
    )
}
"""The table of 2.4: fields of :class:`Gun` by the name that scenarios use."""
RACKS = (2, 4, 5, 6, 10, 15, 20)
CLUSTERS = [
    [int(hits) for hits in row.split()]
    for row in """\
1 1 1 2 3 5 6
1 2 2 2 3 5 6
1 2 2 3 4 6 9
1 2 3 3 6 9 12
1 2 3 4 6 9 12
1 3 3 4 6 9 12
2 3 3 4 6 9 12
2 3 4 5 8 12 16
2 3 4 5 8 12 16
2 4 5 6 10 15 20
2 4 5 6 10 15 20""".splitlines()
]
"""Missiles that hit: a row for each sum of two dice from 2, and a column for each of the racks."""


def missiles(rack: int, roll: int) -> int:
    """Rule: WP-5."""
    return CLUSTERS[roll - 2][RACKS.index(rack)]


@lru_cache(1024)
def armed(weapons: tuple[str, ...]) -> tuple[Weapon, ...]:
    """Parse weapons such as ``ML:RT`` or ``ML:CTr``, and label them in order."""
    kinds = [text.partition(":")[0] for text in weapons]
    found = []
    for i, (kind, text) in enumerate(zip(kinds, weapons, strict=True)):
        mount = text.partition(":")[2]
        label = f"{kind}#{kinds[: i + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        found.append(Weapon(label, kind, mount.removesuffix("r"), mount.endswith("r")))
    return tuple(found)


Mode = Literal["stand", "walk", "run", "jump"]
Turn = Literal["ready", "moving", "done"]
LOCATIONS = ("HD", "CT", "LT", "RT", "LA", "RA", "LL", "RL")
REARS = ("CTr", "LTr", "RTr")
FRAMES = {
    tons: frame
    for tons, *frame in (
        map(int, row.split())
        for row in """\
20 6 5 3 4
25 8 6 4 6
30 10 7 5 7
35 11 8 6 8
40 12 10 6 10
45 14 11 7 11
50 16 12 8 12
55 18 13 9 13
60 20 14 10 14
65 21 15 10 15
70 22 15 11 15
75 23 16 12 16
80 25 17 13 17
85 27 18 14 18
90 29 19 15 19
95 30 20 16 20
100 31 21 17 21""".splitlines()
    )
}
"""Internal structure by tons: centre torso, side torso, arm, leg."""


def skeleton(tons: int) -> dict[str, int]:
    centre, torso, arm, leg = FRAMES[tons]
    points = (3, centre, torso, torso, arm, arm, leg, leg)
    return dict(zip(LOCATIONS, points, strict=True))


class Unit(Struct, kw_only=True):
    """A walker.

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
    built: int  # original armour and structure
    hex: Hex = ""  # empty while it is off the map
    facing: int = 0
    prone: bool = False
    hidden: bool = False
    reserve: bool = False
    turn: Turn = "ready"
    mode: Mode = "stand"
    moved: int = 0  # H, the hexes it entered voluntarily in this phase
    skidded: bool = False
    shot: bool = False  # it fired point-blank in this round
    dead: bool = False
    unconscious: bool = False
    shutdown: bool = False
    pilot_hits: int = 0
    tested: int = 0  # pilot hits for which consciousness was rolled
    damage: int = 0  # taken in this phase
    rolled20: bool = False  # the roll for 20 points was made
    heat: int = 0  # carried over from earlier rounds
    warmth: int = 0  # heat generated in this round

    @property
    def legs_lost(self) -> int:
        return (self.structure["LL"] <= 0) + (self.structure["RL"] <= 0)

    @property
    def alive(self) -> bool:
        return bool(self.hex) and not self.dead

    @property
    def able(self) -> bool:
        return self.alive and not self.unconscious and not self.shutdown

    @property
    def visible(self) -> bool:
        """Rule: HU-2."""
        return self.alive and not self.hidden

    @property
    def left(self) -> int:
        return sum(self.armour.values()) + sum(self.structure.values())

    def points(self, mode: Mode) -> int:
        """Rule: PS-4."""
        walk = max(0, self.walk - self.heat // 5)
        if self.legs_lost:
            return {"walk": 2 - self.legs_lost}.get(mode, 0)
        return {"stand": 0, "walk": walk, "run": -(-3 * walk // 2), "jump": self.jump}[mode]

    def modes(self) -> list[Mode]:
        """Rule: MV-1."""
        every: tuple[Mode, ...] = ("walk", "run", "jump")
        return ["stand", *(m for m in every if self.points(m) and not (m == "jump" and self.prone))]

    def guns(self) -> list[Weapon]:
        return [weapon for weapon in armed(self.weapons) if self.structure[weapon.mount] > 0]


class Position(Struct):
    rows: tuple[str, ...]
    changed: dict[Hex, str]
    units: dict[str, Unit]

    @property
    def size(self) -> tuple[int, int]:
        ground = grid(self.rows)
        return ground.width, ground.height

    def on_map(self, hex: Hex) -> bool:
        return hex in grid(self.rows).cells

    def cell(self, hex: Hex) -> Cell:
        return read_cell(self.changed[hex]) if hex in self.changed else grid(self.rows).cells[hex]

    def standing_in(self, hex: Hex) -> Unit | None:
        return next(
            (u for u in self.units.values() if u.hex == hex and not u.hidden and not u.dead), None
        )

    def hidden_in(self, hex: Hex) -> Unit | None:
        return next(
            (u for u in self.units.values() if u.hex == hex and u.hidden and not u.dead), None
        )

    def free(self, hex: Hex) -> bool:
        return self.on_map(hex) and self.cell(hex).code != "#" and self.standing_in(hex) is None

    def of(self, seat: Seat) -> list[Unit]:
        return [unit for unit in self.units.values() if unit.owner == seat and unit.alive]

    def waiting(self, seat: Seat, *, hidden: bool) -> list[Unit]:
        return [
            unit
            for unit in self.units.values()
            if unit.owner == seat and unit.hidden == hidden and not unit.hex and not unit.dead
        ]

    def movable(self, seat: Seat) -> list[Unit]:
        """Rule: MV-7."""
        return [u for u in self.of(seat) if u.turn == "ready" and u.able]
