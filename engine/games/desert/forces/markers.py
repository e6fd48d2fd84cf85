"""Counters beside the units: dumps, leaders, wrecks, prisoners, guards, replacements (2.2)."""

from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from engine.games.desert.forces.units import Hex, Kind, Toe, UnitId
from engine.state import Seat

Amount = Annotated[int, Meta(ge=0, le=9999)]
Stock = Literal["ammo", "fuel", "stores", "water"]


class Dump(Struct, omit_defaults=True, kw_only=True):
    """A supply dump, or the dummy of one."""

    id: str
    side: Seat
    hex: Hex
    real: bool = True
    ammo: Amount = 0
    fuel: Amount = 0
    stores: Amount = 0
    water: Amount = 0

    @property
    def stocks(self) -> dict[Stock, int]:
        """Every stock by name."""
        return {stock: getattr(self, stock) for stock in get_args(Stock)}


class Leader(Struct):
    """Rommel."""

    id: str
    side: Seat
    hex: Hex


class Wrecks(Struct):
    """The Destroyed Tanks unit of a hex and a side (P33): points by kind. Cannot move."""

    hex: Hex
    side: Seat
    toe: Toe


class Prisoners(Struct):
    """Prisoner points: ``n`` of ``origin`` in the hands of ``captor``."""

    captor: Seat
    origin: Seat
    hex: Hex
    n: int


class Guards(Struct):
    """Guard points, each made of one infantry point (P62.s4)."""

    side: Seat
    hex: Hex
    n: int


class Replacements(Struct):
    """Captured gun and tank points of a kind, on their way to ``unit`` (P62.s3)."""

    side: Seat
    kind: Kind
    n: int
    unit: UnitId
    hex: Hex
