"""A hex of the map, and what lies between two (rules 2.2)."""

from msgspec import Struct

from engine.games.desert.forces.units import Hex
from engine.state import Seat


class Cell(Struct, omit_defaults=True, kw_only=True):
    """A hex. ``fortification``, ``major_city`` and ``air_facility`` are levels; a city of
    level 0 that once had one still counts as a major city for retreats: ``city``. ``held``:
    the side that holds it (3.15.7).
    """

    terrain: str
    fortification: int = 0
    major_city: int = 0
    city: bool = False
    coastal: bool = False
    road: bool = False
    track: bool = False
    railroad: bool = False
    air_facility: int = 0
    name: str = ""
    held: Seat = ""


class Hexside(Struct, frozen=True, omit_defaults=True):
    """What lies between two hexes; ``up``: the high one."""

    between: tuple[Hex, Hex]
    kind: str
    up: Hex = ""
    major: bool = False
