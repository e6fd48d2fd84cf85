"""What seats write down before they answer: one sheet a prompt, edited
line by line, sealed until ``ok``.
"""

from collections.abc import Iterable

from msgspec import Struct

from engine.games.desert.forces.units import Hex, Hexes, Kind, Load, Points, Position, Role, UnitId


def with_points(before: Points, unit: UnitId, points: Iterable[tuple[Kind, int]]) -> Points:
    """Return these points with more of a unit written over them."""
    return {**before, unit: {**before.get(unit, {}), **dict(points)}}


Firer = str
"""Who fires in a barrage: a unit, ``ART-1``, or some of its points, ``ART-1*3``, which name their
kind where it has several that barrage, ``ART-1*3/how10`` (R-SPLITB).
"""


def unit_of(firer: Firer) -> UnitId:
    """Return the unit that fires."""
    return firer.partition("*")[0]


def part_of(firer: Firer) -> int:
    """Return how many of its points; 0: all."""
    return int(firer.partition("*")[2].partition("/")[0] or 0)


def kind_of(firer: Firer) -> Kind:
    """Return of which kind they are; "" where that is not said."""
    return firer.partition("/")[2]


class Positions(Struct, tag=True):
    """D1: forward or back, for each gun in contact."""

    guns: dict[UnitId, Position] = {}


class Firing(Struct, tag=True):
    """D2: the units that will not fire, of those that could."""

    quiet: list[UnitId] = []


class Plan(Struct, tag=True):
    """D3: the barrages on each target by its outward name, each with who
    fires it; units that hold; aliases.
    """

    barrages: dict[str, list[list[Firer]]] = {}
    hold: list[UnitId] = []
    alias: dict[str, str] = {}

    def of(self, target: str) -> list[list[Firer]]:
        """Return the barrages on a target."""
        return self.barrages.get(target, [])

    def target_of(self, unit: UnitId) -> str:
        """Return the first that a unit is tasked to; "" if nothing."""
        return next((name for name, plan in self.barrages.items() if unit in tasked(plan)), "")


def tasked(plan: list[list[Firer]]) -> set[UnitId]:
    """Return the units of all barrages of a plan."""
    return {unit_of(firer) for barrage in plan for firer in barrage}


class Losses(Struct, tag=True):
    """D4, D9, D13, D14, D15: points that are lost, gun points lost to
    vulnerability, and trucks by cargo.
    """

    points: Points = {}
    guns: Points = {}
    trucks: dict[UnitId, dict[Load, int]] = {}


class Way(Struct, frozen=True):
    """A unit and the hexes that it walks to, in order; ``dump``: it
    tries to blow that up first (D5).
    """

    unit: UnitId
    path: Hexes = ()
    dump: str = ""


class Ways(Struct, tag=True):
    """D5, D18: moves in order; ``riders``: the unit that each leader goes with."""

    moves: list[Way] = []
    riders: dict[str, UnitId] = {}


class Assigned(Struct, tag=True):
    """D6, D7: the roles of units; points of which nothing is said are withheld. ``sizes``: declared
    for a stack, by its hex (R-SIZE).
    """

    roles: dict[UnitId, list[Role]] = {}
    sizes: dict[Hex, int] = {}


class Brought(Struct, frozen=True):
    """Captured points of a kind for a unit, waiting in a hex (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class Placed(Struct, tag=True):
    """D16: prisoner points by hex, captured points, infantry points made into guards."""

    prisoners: dict[Hex, int] = {}
    brought: list[Brought] = []
    guards: dict[UnitId, int] = {}


Sheet = Positions | Firing | Plan | Losses | Ways | Assigned | Placed
