"""The orders of Desert (section 4.4 of the rules). Lines edit the seat's sheet; ``ok`` and ``auto``
answer.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from engine.games.desert.units import Hex, Hexes, Kind, Load, Points, Position, Role, UnitId
from engine.state import Anytime, Line, Order


class Ok(Order, frozen=True):
    """Answer with the sheet."""


class Auto(Order, frozen=True):
    """Answer with the default, whatever the sheet says (4.2)."""


# ---- D1, D2: positions and firing flags


class Pos(Line, frozen=True):
    """Move guns forward or back (D1)."""

    guns: tuple[tuple[UnitId, Position], ...]


class PosAll(Line, frozen=True):
    """Move all guns in contact forward or back (D1)."""

    where: str


class Quiet(Line, frozen=True):
    """A unit, or all units of a hex, will not fire (D2)."""

    what: str


class Fire(Line, frozen=True):
    """A unit, or all units of a hex, will fire (D2)."""

    what: str


# ---- D3: barrage plans


class Bar(Line, frozen=True):
    """Barrages on a target, each of these units (D3)."""

    target: str
    barrages: tuple[tuple[UnitId, ...], ...]


class Join(Line, frozen=True, tag="JoinBarrage"):
    """Units for barrage ``n`` on a target (D3)."""

    target: str
    n: int
    units: tuple[UnitId, ...]


class Aim(Line, frozen=True):
    """Make one barrage on the target from the units that are Forward, and one from each Back unit
    (P14).
    """

    units: tuple[UnitId, ...]
    target: str


class Statuses(Line, frozen=True):
    """Show which units could be added to barrage ``n`` on a target, and the reasons for the others
    (P13).
    """

    target: str
    n: int


class Hold(Line, frozen=True):
    """These units do nothing: no target (D3), or withheld (D6, D7)."""

    units: tuple[UnitId, ...]


class Drop(Line, frozen=True):
    """Cancel barrage ``n`` on a target (D3)."""

    target: str
    n: int


class DropUnit(Line, frozen=True):
    """Remove one unit from its barrage, or stop holding it (D3)."""

    unit: UnitId


class Clear(Line, frozen=True):
    """Empty the sheet."""


class Alias(Line, frozen=True):
    """A private name for a target (D3, P7.s2)."""

    target: str
    alias: str


class Show(Line, frozen=True):
    """Show the sheet and all its consequences (D3, D6)."""


# ---- D4, D9, D13, D14, D15: losses


class Lose(Line, frozen=True):
    """Lose points of a unit, by kind (D4, D9, D13)."""

    unit: UnitId
    points: tuple[tuple[Kind, int], ...]


class Gun(Line, frozen=True):
    """Lose gun points of a unit to their vulnerability (D14)."""

    unit: UnitId
    points: tuple[tuple[Kind, int], ...]


class Truck(Line, frozen=True):
    """Lose trucks with this cargo (D4)."""

    unit: UnitId
    cargo: Load
    n: int


class Give(Line, frozen=True):
    """Declare lost points as captured (D15)."""

    unit: UnitId
    points: tuple[tuple[Kind, int], ...]


# ---- D5: retreat before assault


class Rba(Line, frozen=True):
    """A unit retreats along these hexes, its own first (D5)."""

    unit: UnitId
    path: Hexes


class Blow(Line, frozen=True):
    """A unit tries to blow up a dump, and must then leave the hex (D5)."""

    unit: UnitId
    dump: str


# ---- D6, D7: assignment


class AaUnits(Line, frozen=True):
    """All points fire anti-armour; ``targets``: the enemy hex, none for the defender."""

    units: tuple[UnitId, ...]
    targets: Hexes = ()


class CaUnits(Line, frozen=True):
    """All points assault; ``targets``: the enemy hex or pair, none for the defender."""

    units: tuple[UnitId, ...]
    targets: Hexes = ()


class AaPart(Line, frozen=True):
    """Fire some points of one kind of a unit anti-armour."""

    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class CaPart(Line, frozen=True):
    """Send some points of one kind of a unit to close assault."""

    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class AaAll(Line, frozen=True):
    """Assign every free unit of a hex that may do it to anti-armour fire (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class CaAll(Line, frozen=True):
    """Assign every free unit of a hex that may do it to close assault (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class DeclareSize(Line, frozen=True, tag="Size"):
    """The size-equivalent of a stack, as declared by its owner (D6, D7, R-SIZE)."""

    hex: Hex
    n: int


# ---- D8, D10, D11, D12, D17


class PickAa(Order, frozen=True):
    """Anti-armour fire at this hex is next (D8)."""

    hex: Hex


class Done(Order, frozen=True):
    """End the seat's own anti-armour fire (D8)."""


class Assault(Order, frozen=True):
    """This assault is next (D10)."""

    targets: Hexes


class Decline(Order, frozen=True):
    """The assault on a held-off hex is not made (D10, P65)."""

    targets: Hexes


class Strike(Anytime, frozen=True):
    """The defender strikes an assault on a held-off hex from the list (D11, P65)."""

    hex: Hex


class Stand(Order, frozen=True):
    """Stay, and lose more (D12)."""

    hex: Hex


class Retreat(Order, frozen=True):
    """All units of a hex retreat to another (D12, D17)."""

    hex: Hex
    to: Hex


class RetreatSome(Order, frozen=True):
    """Some units of a hex retreat; the others are asked for next (D12, R-GROUP)."""

    hex: Hex
    units: tuple[UnitId, ...]
    to: Hex


# ---- D16: placement


class Pow(Line, frozen=True):
    """Put prisoner points there (D16)."""

    n: int
    hex: Hex


class Repl(Line, frozen=True):
    """Let captured points of a kind wait in a hex for a unit (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class ReplOne(Line, frozen=True):
    """The same, if only one kind was captured."""

    n: int
    unit: UnitId
    hex: Hex


class Guard(Line, frozen=True):
    """Make infantry points of a unit guards (D16, P62.s4)."""

    unit: UnitId
    n: int


# ---- D18: movement between segments


class Move(Line, frozen=True):
    """Move a unit along these hexes, without its own (D18)."""

    unit: UnitId
    path: Hexes


class Ride(Line, frozen=True):
    """The leader goes with a moving unit (D18)."""

    leader: str
    unit: UnitId


class Stay(Line, frozen=True):
    """A unit does not move after all (D18)."""

    unit: UnitId


# ---- at any time


class Resign(Anytime, frozen=True):
    """Resign."""

    confirmed: ClassVar[bool] = True


class Offer(Anytime, frozen=True):
    """Offer a draw. It counts if the other side offers one before the next segment."""


VERBS = frozenset(
    "aa aim assault auto bar blow ca clear decline done draw drop fire give guard gun hold lose"
    " move name none ok pos pow quiet rba repl resign retreat show size stand stay strike truck"
    "".split()
)
"""The first words of orders. Text after ``;`` that begins with none of these continues the line."""


def with_points(before: Points, unit: UnitId, points: Iterable[tuple[Kind, int]]) -> Points:
    return {**before, unit: {**before.get(unit, {}), **dict(points)}}


Firer = str
"""The firer of a barrage: a unit (``ART-1``) or part of its points (``ART-1*3``). If several kinds
of them can barrage, the kind is named: ``ART-1*3/how10`` (R-SPLITB).
"""


def unit_of(firer: Firer) -> UnitId:
    return firer.partition("*")[0]


def part_of(firer: Firer) -> int:
    """Return the number of points in a firer (0: all)."""
    return int(firer.partition("*")[2].partition("/")[0] or 0)


def kind_of(firer: Firer) -> Kind:
    return firer.partition("/")[2]


class Positions(Struct, tag=True):
    """D1: forward or back, for each gun in contact."""

    guns: dict[UnitId, Position] = {}


class Firing(Struct, tag=True):
    """D2: units that could fire and won't."""

    quiet: list[UnitId] = []


class Plan(Struct, tag=True):
    """D3: barrages by target name, units that hold, and aliases."""

    barrages: dict[str, list[list[Firer]]] = {}
    hold: list[UnitId] = []
    alias: dict[str, str] = {}

    def of(self, target: str) -> list[list[Firer]]:
        return self.barrages.get(target, [])

    def target_of(self, unit: UnitId) -> str:
        """Return the first target that a unit is assigned to, or an empty string."""
        return next((name for name, plan in self.barrages.items() if unit in tasked(plan)), "")


def tasked(plan: list[list[Firer]]) -> set[UnitId]:
    return {unit_of(firer) for barrage in plan for firer in barrage}


class Losses(Struct, tag=True):
    """D4, D9, D13, D14, D15: points, gun points lost to vulnerability, trucks by cargo."""

    points: Points = {}
    guns: Points = {}
    trucks: dict[UnitId, dict[Load, int]] = {}


class Way(Struct, frozen=True):
    unit: UnitId
    path: Hexes = ()
    dump: str = ""


class Ways(Struct, tag=True):
    """D5, D18: moves in order. ``riders`` maps each leader to the unit that carries it."""

    moves: list[Way] = []
    riders: dict[str, UnitId] = {}


class Assigned(Struct, tag=True):
    """D6, D7: roles of units; others are withheld. ``sizes`` are declared sizes of stacks
    (R-SIZE).
    """

    roles: dict[UnitId, list[Role]] = {}
    sizes: dict[Hex, int] = {}


class Brought(Struct, frozen=True):
    """Captured points of a kind, waiting for a unit in a hex (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class Placed(Struct, tag=True):
    """D16: prisoner points by hex, captured points, and infantry points converted to guards."""

    prisoners: dict[Hex, int] = {}
    brought: list[Brought] = []
    guards: dict[UnitId, int] = {}


Sheet = Positions | Firing | Plan | Losses | Ways | Assigned | Placed
