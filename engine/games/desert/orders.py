"""The orders of Desert (section 4.4 of the rules). Lines edit the seat's sheet. ``ok`` and ``auto``
answer.
"""

from collections.abc import Iterable
from typing import ClassVar

from msgspec import Struct

from engine import Anytime, Line, Order
from engine.games.desert.declarations import Declared
from engine.games.desert.units import Hex, Hexes, Kind, Load, Points, Position, Role, UnitId


class Ok(Order, frozen=True):
    """Answer with the sheet."""


class Auto(Order, frozen=True):
    """Answer with the default, ignoring the sheet (4.2)."""


# ---- D1, D2: positions and firing flags


class Pos(Line, frozen=True):
    """Move guns forward or back (D1)."""

    guns: tuple[tuple[UnitId, Position], ...]


class PosAll(Line, frozen=True):
    """Move all guns in contact forward or back (D1)."""

    where: str


class Quiet(Line, frozen=True):
    """Let a unit, or all units of a hex, hold fire (D2)."""

    what: str


class Fire(Line, frozen=True):
    """Let a unit, or all units of a hex, fire (D2)."""

    what: str


# ---- D3: barrage plans


class Bar(Line, frozen=True):
    """Plan barrages on a target, each by these units (D3)."""

    target: str
    barrages: tuple[tuple[UnitId, ...], ...]


class Join(Line, frozen=True, tag="JoinBarrage"):
    """Add units to barrage ``n`` on a target (D3)."""

    target: str
    n: int
    units: tuple[UnitId, ...]


class Aim(Line, frozen=True):
    """Plan barrages on a target: one by all Forward units, and one by each Back unit (P14)."""

    units: tuple[UnitId, ...]
    target: str


class Statuses(Line, frozen=True):
    """Show which units could be added to barrage ``n`` on a target, and the reasons for the others
    (P13).
    """

    target: str
    n: int


class Hold(Line, frozen=True):
    """Let units do nothing: without target (D3), or withheld (D6, D7)."""

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
    """Give a target a private name (D3, P7.s2)."""

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
    """Retreat a unit before assault along these hexes, its own first (D5)."""

    unit: UnitId
    path: Hexes


class Blow(Line, frozen=True):
    """Let a unit try to blow up a dump. It must then leave the hex (D5)."""

    unit: UnitId
    dump: str


# ---- D6, D7: assignment


class AaUnits(Line, frozen=True):
    units: tuple[UnitId, ...]
    targets: Hexes = ()  # the enemy hex; empty for the defender


class CaUnits(Line, frozen=True):
    units: tuple[UnitId, ...]
    targets: Hexes = ()  # the enemy hex or pair; empty for the defender


class AaPart(Line, frozen=True):
    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class CaPart(Line, frozen=True):
    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class AaAll(Line, frozen=True):
    """Assign every free unit of a hex that can fire to anti-armour fire (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class CaAll(Line, frozen=True):
    """Assign every free unit of a hex that can assault to close assault (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class DeclareSize(Line, frozen=True, tag="Size"):
    """Declare the size-equivalent of a stack (D6, D7, R-SIZE)."""

    hex: Hex
    n: int


# ---- D8, D10, D11, D12, D17


class PickAa(Order, frozen=True):
    """Fire anti-armour at this hex next (D8)."""

    hex: Hex


class Done(Order, frozen=True):
    """End the seat's own anti-armour fire (D8)."""


class Assault(Order, frozen=True):
    """Resolve this assault next (D10)."""

    targets: Hexes


class Decline(Order, frozen=True):
    """Don't assault a held-off hex (D10, P65)."""

    targets: Hexes


class Strike(Anytime, frozen=True):
    """Strike an assault on a held-off hex from the list, as the defender (D11, P65)."""

    hex: Hex


class Stand(Order, frozen=True):
    """Stay instead of retreating, and lose more (D12)."""

    hex: Hex


class Retreat(Order, frozen=True):
    """Retreat all units of a hex to another (D12, D17)."""

    hex: Hex
    to: Hex


class RetreatSome(Order, frozen=True):
    """Retreat some units of a hex. The question about the others comes next (D12, R-GROUP)."""

    hex: Hex
    units: tuple[UnitId, ...]
    to: Hex


# ---- D16: placement


class Pow(Line, frozen=True):
    """Place prisoner points in a hex (D16)."""

    n: int
    hex: Hex


class Repl(Line, frozen=True):
    """Place captured points of a kind in a hex, to wait for a unit (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class ReplOne(Line, frozen=True):
    """Place captured points if only one kind was captured (D16)."""

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
    """Let the leader move with a unit (D18)."""

    leader: str
    unit: UnitId


class Stay(Line, frozen=True):
    """Cancel a unit's move (D18)."""

    unit: UnitId


# ---- at any time


class Resign(Anytime, frozen=True):
    confirmed: ClassVar[bool] = True


class Offer(Anytime, frozen=True):
    """Offer a draw. It counts if the other side offers one before the next segment."""


VERBS = frozenset(
    "aa aim assault auto bar base blow ca captured clear damage decline done draw drop enemy fire"
    " give gone ground guard gun held hit hold lose move name nobody none ok pos pow quiet rba repl"
    " resign retreat ship show side size stand stay strength strike target truck under"
    "".split()
)
"""The first words of orders. Text after ``;`` that begins with any other word continues the
line.
"""


def with_points(before: Points, unit: UnitId, points: Iterable[tuple[Kind, int]]) -> Points:
    return {**before, unit: {**before.get(unit, {}), **dict(points)}}


Firer = str
"""The firer of a barrage: a unit (``ART-1``), some of its points (``ART-1*3``), or if several kinds
can barrage, points of a kind (``ART-1*3/how10``, R-SPLITB).
"""


def unit_of(firer: Firer) -> UnitId:
    return firer.partition("*")[0]


def part_of(firer: Firer) -> int:
    return int(firer.partition("*")[2].partition("/")[0] or 0)


def kind_of(firer: Firer) -> Kind:
    return firer.partition("/")[2]


class Positions(Struct, tag=True):
    """The sheet of D1: forward or back, for each gun in contact."""

    guns: dict[UnitId, Position] = {}


class Firing(Struct, tag=True):
    """The sheet of D2: units that could fire and won't."""

    quiet: list[UnitId] = []


class Plan(Struct, tag=True):
    """The sheet of D3: barrages by target name, units that hold, and aliases."""

    barrages: dict[str, list[list[Firer]]] = {}
    hold: list[UnitId] = []
    alias: dict[str, str] = {}

    def of(self, target: str) -> list[list[Firer]]:
        return self.barrages.get(target, [])

    def target_of(self, unit: UnitId) -> str:
        return next((name for name, plan in self.barrages.items() if unit in tasked(plan)), "")


def tasked(plan: list[list[Firer]]) -> set[UnitId]:
    return {unit_of(firer) for barrage in plan for firer in barrage}


class Losses(Struct, tag=True):
    """The sheet of D4, D9, D13, D14, D15: points, gun points lost to vulnerability, and trucks by
    cargo.
    """

    points: Points = {}
    guns: Points = {}
    trucks: dict[UnitId, dict[Load, int]] = {}


class Way(Struct, frozen=True):
    unit: UnitId
    path: Hexes = ()
    dump: str = ""


class Ways(Struct, tag=True):
    """The sheet of D5 and D18: moves in order."""

    moves: list[Way] = []
    riders: dict[str, UnitId] = {}  # the unit that carries each leader


class Assigned(Struct, tag=True):
    """The sheet of D6 and D7: roles of units. Units without a role are withheld."""

    roles: dict[UnitId, list[Role]] = {}
    sizes: dict[Hex, int] = {}  # declared sizes of stacks (R-SIZE)


class Brought(Struct, frozen=True):
    """Captured points of a kind that wait for a unit in a hex (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class Placed(Struct, tag=True):
    """The sheet of D16: prisoner points by hex, captured points, and infantry points that become
    guards.
    """

    prisoners: dict[Hex, int] = {}
    brought: list[Brought] = []
    guards: dict[UnitId, int] = {}


Sheet = Positions | Firing | Plan | Losses | Ways | Assigned | Placed | Declared
