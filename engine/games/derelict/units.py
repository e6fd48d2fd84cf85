"""What can stand on the map, and the tables of the rules: action points, costs, weapons, dice."""

from typing import Final, Literal, get_args

from msgspec import Struct

from engine.games.derelict.board import Cell, Facing

Marker = Literal["deactivated", "guard", "overwatch", "jam"]
Action = Literal["", "move", "turn", "shoot"]
"""The preceding action of the active unit, as far as it is remembered (DL-4.2, DL-11.3)."""
Side = Literal["marine", "alien"]

BLIPS: Final = {"blip": 1, "blip_2": 2, "blip_3": 3}
"""DL-1.2: what the tokens of blips stand for."""
BOLTERS: Final = ("marine", "marine_chain", "marine_sarge", "marine_axe")
MARINES: Final = (*BOLTERS, "marine_cannon", "marine_flame", "marine_hammer", "marine_claws")
WEAPONS: Final = {
    **dict.fromkeys(BOLTERS, "bolter"),
    "marine_cannon": "cannon",
    "marine_flame": "flamer",
}
"""DL-11.1; a marine that is not here has none."""
SHOTS: Final = {"bolter": (2, 6), "cannon": (3, 5)}
"""DL-11.2: dice, and what hits; one less at once again on the same target."""
MARKS: Final = ("lurk", "alien_entry", "objective", "drop_marine", "start_marine")
DOORS: Final = ("door", "dooropen")
KINDS: Final = (*MARINES, "alien", *BLIPS, *DOORS, "flame", *MARKS)
MARKERS: Final[tuple[Marker, ...]] = get_args(Marker)
ALERT: Final[tuple[Marker, ...]] = ("guard", "overwatch")

MARINE_DICE: Final = {"marine_claws": 2}
ALIEN_DICE: Final = {"marine_hammer": 2}
BONUS: Final = {"marine_hammer": 2, "marine_claws": 1, "marine_sarge": 1}
"""DL-12.4: for a marine that faces the alien; else 1 die against 3, and nothing added."""
REROLLERS: Final = ("marine_sarge", "marine_hammer")
"""DL-2.7, DL-12.6: they may have the command die and an alien's best die thrown again."""

START_AP: Final = {"marine": 4, "alien": 6, "blip": 6}
MOVES: Final = {"marine": (1, 2, 0), "alien": (1, 2, 1), "blip": (1, 1, 1)}
"""DL-4: action points forward, backward, sideways; 0: not at all."""
RANGE = 12
"""DL-11.5, DL-13.3: how far flamers and overwatch reach."""
MOST_ALIENS = 22


class Token(Struct, frozen=True, kw_only=True):
    """A unit, a door, a flame or a mark on the map.

    ``name``: units only. ``value``: how many aliens a blip is; 0 where the viewer may not know.
    ``ammo``: what a prepared board says of a flamer.
    """

    kind: str
    x: int
    y: int
    rot: Facing = 0
    name: str = ""
    markers: tuple[Marker, ...] = ()
    value: int = 0
    ammo: int | None = None

    @property
    def cell(self) -> Cell:
        """Where it stands."""
        return self.x, self.y

    @property
    def race(self) -> str:
        """``marine``, ``alien``, ``blip``; empty for anything that is no unit."""
        if self.kind in MARINES:
            return "marine"
        return self.kind if self.kind in ("alien", "blip") else ""

    @property
    def side(self) -> Side | None:
        """Whose unit it is."""
        if not self.race:
            return None
        return "marine" if self.race == "marine" else "alien"

    @property
    def weapon(self) -> str:
        """DL-11.1."""
        return WEAPONS.get(self.kind, "")


def drawn(face: int) -> int:
    """Return the value of a reinforcement blip for a number of 1 to 22 (DL-2.8)."""
    return 1 if face <= 9 else 2 if face <= 13 else 3


def number(name: str) -> tuple[str, int]:
    """Return a name as it is sorted: ``M2`` before ``M10``."""
    return name[:1], int(name[1:] or 0)
