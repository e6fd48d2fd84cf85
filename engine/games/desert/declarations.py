"""Declarations of the absent side, typed by its enemy (DS-24)."""

from msgspec import Struct

from engine import Line
from engine.games.desert.units import Hex, Hexes, Kind


class Enemy(Line, frozen=True):
    """Enemy stacks stand in these hexes; ``zone``: with a zone of control (P3)."""

    hexes: Hexes
    zone: str = ""


class Gone(Line, frozen=True):
    """No enemy stack is left in these hexes (P23)."""

    hexes: Hexes


class Ground(Line, frozen=True):
    """The paper map has this terrain, or works of this level, in a hex (P17)."""

    hex: Hex
    terrain: str
    n: int | None = None


class Between(Line, frozen=True):
    """The paper map has this hexside. The first hex is the high one (P31, P48)."""

    high: Hex
    low: Hex
    kind: str


class Ship(Line, frozen=True, tag="ShipTyped"):
    """An enemy warship lies in a hex (P7)."""

    hex: Hex
    name: str


class Spot(Line, frozen=True):
    """The enemy lists ``n`` targets of a class in a hex (P7)."""

    hex: Hex
    kind: str
    n: int = 1


class Under(Line, frozen=True):
    """The enemy fires at these hexes (P7)."""

    hexes: Hexes


class Hit(Line, frozen=True):
    """The enemy's barrage has hit a target: pinned, points lost, trucks (P16)."""

    target: str
    what: str
    n: int = 1


class Held(Line, frozen=True):
    """The enemy's barrages hold off these hexes (P18)."""

    hexes: Hexes


class Hurt(Line, frozen=True, tag="DamageTyped"):
    """The enemy's anti-armour fire in a fight for this hex (P31)."""

    hex: Hex
    n: int


class Storm(Line, frozen=True):
    """The enemy assaults a hex, or two, from these (P34)."""

    targets: Hexes
    origins: Hexes


class Strength(Line, frozen=True, tag="StrengthTyped"):
    """The enemy's numbers in an assault (P39, P49 to P51)."""

    actual: int
    raw: int
    size: int
    morale: int


class Base(Line, frozen=True):
    """The raw points that the losses of a hex are counted from (P57)."""

    hex: Hex
    n: int


class Nobody(Line, frozen=True):
    """The enemy has assigned nobody to this assault (P46)."""


class Fled(Line, frozen=True):
    """The enemy's stack retreats (P54)."""

    hex: Hex
    to: Hex


class Captured(Line, frozen=True):
    """Points of the enemy that were captured (P62)."""

    points: tuple[tuple[Kind, int], ...]


Declaration = (
    Enemy
    | Gone
    | Ground
    | Between
    | Ship
    | Spot
    | Under
    | Hit
    | Held
    | Hurt
    | Storm
    | Strength
    | Base
    | Nobody
    | Fled
    | Captured
)


class Declared(Struct, tag=True):
    """The sheet of what the absent side declares, in order."""

    said: list[Declaration] = []
