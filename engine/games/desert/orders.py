"""What a seat may say in Desert (section 4.4 of the rules). Lines edit the seat's
sheet; ``ok`` and ``auto`` answer.
"""

from typing import ClassVar

from engine.games.desert.forces.units import Hex, Hexes, Kind, Load, Position, UnitId
from engine.state import Anytime, Line, Order


class Ok(Order, frozen=True):
    """The sheet is the answer."""


class Auto(Order, frozen=True):
    """The default is the answer, whatever stands on the sheet (4.2)."""


# ---- D1, D2: positions and firing flags


class Pos(Line, frozen=True):
    """Guns go forward or back (D1)."""

    guns: tuple[tuple[UnitId, Position], ...]


class PosAll(Line, frozen=True):
    """All guns in contact go there, ``fwd`` or ``back`` (D1)."""

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
    """Filled by unit (P14): the Forward ones of these make one barrage on the
    target, each Back one its own.
    """

    units: tuple[UnitId, ...]
    target: str


class Statuses(Line, frozen=True):
    """Which units could be added to barrage ``n`` on a target, and why not the others (P13)."""

    target: str
    n: int


class Hold(Line, frozen=True):
    """These units do nothing: no target (D3), or withheld (D6, D7)."""

    units: tuple[UnitId, ...]


class Drop(Line, frozen=True):
    """Barrage ``n`` on a target is off (D3)."""

    target: str
    n: int


class DropUnit(Line, frozen=True):
    """One unit is out of its barrage, or no longer held (D3)."""

    unit: UnitId


class Clear(Line, frozen=True):
    """An empty sheet again."""


class Alias(Line, frozen=True):
    """A private name for a target (D3, P7.s2)."""

    target: str
    alias: str


class Show(Line, frozen=True):
    """The sheet with everything that follows from it (D3, D6)."""


# ---- D4, D9, D13, D14, D15: losses


class Lose(Line, frozen=True):
    """So many points of a unit, by kind, are lost (D4, D9, D13)."""

    unit: UnitId
    points: tuple[tuple[Kind, int], ...]


class Gun(Line, frozen=True):
    """So many gun points of a unit are lost to their vulnerability (D14)."""

    unit: UnitId
    points: tuple[tuple[Kind, int], ...]


class Truck(Line, frozen=True):
    """So many trucks with this cargo are lost (D4)."""

    unit: UnitId
    cargo: Load
    n: int


class Give(Line, frozen=True):
    """Of the lost points so many are captured (D15)."""

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
    """All points of these units fire anti-armour; ``targets``: the
    enemy hex, none for the defender.
    """

    units: tuple[UnitId, ...]
    targets: Hexes = ()


class CaUnits(Line, frozen=True):
    """All points of these units go to close assault; ``targets``: the enemy hex or
    the pair, none for the defender.
    """

    units: tuple[UnitId, ...]
    targets: Hexes = ()


class AaPart(Line, frozen=True):
    """So many points of a kind of a unit fire anti-armour."""

    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class CaPart(Line, frozen=True):
    """So many points of a kind of a unit go to close assault."""

    unit: UnitId
    part: tuple[Kind, int]
    targets: Hexes = ()


class AaAll(Line, frozen=True):
    """Every unit of a hex that is still free and may do it fires anti-armour (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class CaAll(Line, frozen=True):
    """Every unit of a hex that is still free and may do it goes to close assault (D6, D7)."""

    hex: Hex
    targets: Hexes = ()


class DeclareSize(Line, frozen=True, tag="Size"):
    """The size-equivalent of a stack, where its owner declares it (D6, D7, R-SIZE)."""

    hex: Hex
    n: int


# ---- D8, D10, D11, D12, D17


class PickAa(Order, frozen=True):
    """Anti-armour fire at this hex is next (D8)."""

    hex: Hex


class Done(Order, frozen=True):
    """No more anti-armour fire of one's own (D8)."""


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
    """So many prisoner points are brought there (D16)."""

    n: int
    hex: Hex


class Repl(Line, frozen=True):
    """So many captured points of a kind wait in a hex for a unit (D16)."""

    n: int
    kind: Kind
    unit: UnitId
    hex: Hex


class ReplOne(Line, frozen=True):
    """The same where one kind alone was captured."""

    n: int
    unit: UnitId
    hex: Hex


class Guard(Line, frozen=True):
    """So many infantry points of a unit become guards (D16, P62.s4)."""

    unit: UnitId
    n: int


# ---- D18: movement between segments


class Move(Line, frozen=True):
    """A unit moves along these hexes, its own not among them (D18)."""

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
    """Give the game up."""

    confirmed: ClassVar[bool] = True


class Offer(Anytime, frozen=True):
    """A draw, if the other side says the same before the next segment."""


VERBS = {
    "ok",
    "auto",
    "pos",
    "quiet",
    "fire",
    "bar",
    "aim",
    "hold",
    "drop",
    "clear",
    "name",
    "lose",
    "gun",
    "truck",
    "give",
    "rba",
    "blow",
    "none",
    "aa",
    "ca",
    "done",
    "assault",
    "decline",
    "strike",
    "stand",
    "retreat",
    "pow",
    "repl",
    "guard",
    "move",
    "stay",
    "resign",
    "draw",
    "show",
    "size",
}
"""The first words of orders: what stands after ``;`` and does not begin with one
of these goes on with the line.
"""
