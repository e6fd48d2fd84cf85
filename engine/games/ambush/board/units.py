"""Walkers (rules 2.4): what they are made of, how they are, what they can do."""

from typing import Literal

from msgspec import Struct

from engine.games.ambush.board.arms import Weapon, armed
from engine.games.ambush.board.hexes import Hex
from engine.state import Seat

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
    """Return the internal structure of a unit by location."""
    centre, torso, arm, leg = FRAMES[tons]
    points = (3, centre, torso, torso, arm, arm, leg, leg)
    return dict(zip(LOCATIONS, points, strict=True))


class Unit(Struct, kw_only=True):
    """A walker. ``hex`` is empty while it is off the map. ``moved`` is H, the hexes
    entered of its own will this phase.

    ``built`` is all armour and structure it began with; ``tested`` are the pilot hits survived
    awake or asleep; ``damage`` is what it took in this phase, ``rolled20``: it was rolled for;
    ``shot``: it has fired point-blank in this round; ``heat`` is carried over, ``warmth`` made
    in this round.

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
        """Return the number of legs without structure."""
        return (self.structure["LL"] <= 0) + (self.structure["RL"] <= 0)

    @property
    def alive(self) -> bool:
        """Return whether it is on the map, and not destroyed."""
        return bool(self.hex) and not self.dead

    @property
    def able(self) -> bool:
        """Return whether it is alive, with a pilot who is awake and an engine that runs."""
        return self.alive and not self.unconscious and not self.shutdown

    @property
    def visible(self) -> bool:
        """Return whether everybody sees it.

        Rule: HU-2.
        """
        return self.alive and not self.hidden

    @property
    def left(self) -> int:
        """Return the points of armour and structure that are left."""
        return sum(self.armour.values()) + sum(self.structure.values())

    def points(self, mode: Mode) -> int:
        """Return the movement points in a mode; a lost leg leaves one to walk
        (2.16), heat takes some away (2.18).

        Rule: PS-4.
        """
        walk = max(0, self.walk - self.heat // 5)
        if self.legs_lost:
            return {"walk": 2 - self.legs_lost}.get(mode, 0)
        return {"stand": 0, "walk": walk, "run": -(-3 * walk // 2), "jump": self.jump}[mode]

    def modes(self) -> list[Mode]:
        """Return the modes it can declare (MV-1, MV-2).

        Rule: MV-1.
        """
        every: tuple[Mode, ...] = ("walk", "run", "jump")
        return ["stand", *(m for m in every if self.points(m) and not (m == "jump" and self.prone))]

    def guns(self) -> list[Weapon]:
        """Return the weapons that still work."""
        return [weapon for weapon in armed(self.weapons) if self.structure[weapon.mount] > 0]
