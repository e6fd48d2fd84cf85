"""Units and counters on the map (rules 2.1, 2.2), and predicates that depend only on them."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, field

from engine import Seat

Hex = str
Hexes = tuple[Hex, ...]
UnitId = str
Kind = str
"""The name of a kind of TOE Strength Points, such as ``medium``."""
Toe = dict[Kind, int]
"""TOE Strength Points by kind."""
Points = dict[UnitId, Toe]
"""Points of units, by kind."""

PointClass = Literal["inf", "mg", "hw", "tank", "recce", "arty", "at", "aa", "spgun", "hq"]
PlacedKind = Literal[
    "inf",
    "mg",
    "hw",
    "tank",
    "recce",
    "gun",
    "engineer",
    "hq",
    "truck_convoy",
    "dummy_tank",
    "warship",
]
"""Kinds of units that a scenario may place. The others arise in play."""
UnitKind = Literal[PlacedKind, "guard", "prisoner", "replacement", "destroyed_tanks", "stack"]
"""``stack`` stands for everything that the absent side has in a hex (DS-24)."""
Rating = Literal["barrage", "anti_armor", "vulnerability", "armor", "off", "defence", "flak"]
TruckKind = Literal["light", "medium", "heavy"]
Load = str
"""A group of trucks in which losses are even: their cargo, or ``ammo/medium`` if kinds are
distinguished (R-EVEN).
"""
Cargo = Literal["troops", "ammo", "fuel", "stores", "water", "empty"]
Position = Literal["forward", "back"]
Task = Literal["aa", "ca", "withheld"]
TargetClass = Literal["Inf", "Tank", "Arty", "Ship"]

INFANTRY: tuple[PointClass, ...] = ("inf", "mg", "hw")
GUNS: tuple[PointClass, ...] = ("arty", "at", "aa")
VEHICLES: tuple[PointClass, ...] = ("tank", "recce", "spgun")
FIGHTING: tuple[UnitKind, ...] = ("inf", "mg", "hw", "tank", "recce", "gun")
BEST_COHESION = 10
WORST_COHESION = -99
BROKEN = -26
"""At this cohesion or worse, a unit may not move, attack, defend or retreat before assault, and has
no ZOC.
"""


class PointKind(Struct, frozen=True, omit_defaults=True, kw_only=True):
    cls: PointClass = field(name="class")
    cpa: int
    barrage: int = 0
    anti_armor: int = 0
    vulnerability: int = 0
    armor: int = 0
    off: int = 0
    defence: int = field(name="def", default=0)
    flak: int = 0
    brackets: tuple[Rating, ...] = ()  # ratings printed in parentheses

    def rating(self, rating: Rating) -> int:
        value: int = getattr(self, rating)
        return value

    @property
    def armoured(self) -> bool:
        return self.cls in VEHICLES and self.armor > 0


Kinds = Mapping[Kind, PointKind]


class Trucks(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of trucks with a cargo. ``troops`` is the unit's own infantry."""

    kind: TruckKind
    cargo: Cargo
    n: Annotated[int, Meta(ge=1, le=99)]


class Role(Struct, frozen=True, omit_defaults=True):
    """The task of ``n`` points of a unit."""

    kind: Kind
    n: int
    task: Task
    targets: tuple[Hex, ...] = ()  # one enemy hex, or two in an assault


class Scratch(Struct, omit_defaults=True, kw_only=True):
    cp_charged: int = 0  # CP that count for the segment's ceiling
    fired_barrage: bool = False
    was_barraged: bool = False
    roles: tuple[Role, ...] = ()
    barrage_losses: int = 0
    truck_losses: int = 0


class Unit(Struct, omit_defaults=True, kw_only=True):
    id: UnitId
    side: Seat
    kind: UnitKind
    hex: Hex
    name: str
    nation: str = ""
    parent: UnitId = ""  # its formation; counts only in the same hex
    attached_to: UnitId = ""  # the HQ it is with; counts only in the same hex
    sp: int | None = None  # stacking points; ``None``: not a target, never counted
    toe: Toe = {}  # points by kind, without kinds of 0
    max_toe: int = 0  # full strength, for the shell test (3.11)
    size_full: int = 0  # number of battalions in an HQ's full formation
    morale: int = 0
    cohesion: int = 0
    cp_spent: int = 0
    ammo: int = 0
    max_ammo: int = 0
    contact: bool = False
    engaged: bool = False
    known: bool = False
    trucks: tuple[Trucks, ...] = ()
    gun: int = 0
    gun_face: int = 0
    position: Position | None = None
    pinned: bool = False
    firing: bool = False
    retreated_in: Literal["rba", "assault"] | None = None
    ship_fired: bool = False
    zone: bool = False  # a stack whose zone of control the absent side declares (DS-24)
    seg: Scratch = field(default_factory=Scratch)

    @property
    def points(self) -> int:
        return sum(self.toe.values())

    @property
    def broken(self) -> bool:
        return self.cohesion <= BROKEN


def target_classes(unit: Unit, kinds: Kinds) -> tuple[TargetClass, ...]:
    """Return a unit's classes as a target. Mixed guns are two targets (2.1, R-CLASS)."""
    if unit.kind == "warship":
        return ("Ship",)
    is_of: dict[TargetClass, bool] = {
        "Tank": armor_class(unit, kinds),
        "Arty": gun_class(unit, kinds),
    }
    return tuple(name for name, so in is_of.items() if so) or ("Inf",)


def gun_class(unit: Unit, kinds: Kinds) -> bool:
    present = [kinds[kind] for kind, n in unit.toe.items() if n > 0]
    if any(point.cls in GUNS and not point.armor for point in present):
        return True
    return unit.kind in ("inf", "hw", "hq") and any(point.barrage for point in present)


def armor_class(unit: Unit, kinds: Kinds) -> bool:
    return unit.kind == "dummy_tank" or any(
        kinds[kind].armoured for kind, n in unit.toe.items() if n > 0
    )


def non_gun_bn(units: Iterable[Unit], kinds: Kinds) -> int:
    return sum(bool(unit.sp) and unit.kind != "hq" and not gun_class(unit, kinds) for unit in units)


def tank_points(toe: Mapping[Kind, int], kinds: Kinds) -> int:
    """Return the points of class tank, without recce and self-propelled guns (P42.s1)."""
    return sum(n for kind, n in toe.items() if kinds[kind].cls == "tank")


def infantry_points(toe: Mapping[Kind, int], kinds: Kinds) -> int:
    return sum(n for kind, n in toe.items() if kinds[kind].cls in INFANTRY)


def usable(unit: Unit, kind: Kind, rating: Rating, stack: Iterable[Unit], kinds: Kinds) -> bool:
    """Return whether a unit can use this rating (2.1). A rating in parentheses counts only if no
    friendly unit of the hex (``stack``) has ammo and a rating of the kind without parentheses.
    """
    point = kinds[kind]
    if not point.rating(rating) or not unit.toe.get(kind):
        return False
    if rating not in point.brackets:
        return True
    return not any(
        friend.ammo > 0
        and n > 0
        and kinds[other].rating(rating)
        and rating not in kinds[other].brackets
        for friend in stack
        for other, n in friend.toe.items()
    )


def combat_unit(unit: Unit, all_units: Iterable[Unit]) -> bool:
    """Return whether a unit can fight (2.1)."""
    if unit.kind != "hq":
        return unit.kind in FIGHTING and unit.points > 0
    if unit.points:
        return True
    return any(
        other.kind in FIGHTING
        and other.points > 0
        and other.hex == unit.hex
        and unit.id in (other.parent, other.attached_to)
        for other in all_units
    )


def carried(unit: Unit, kinds: Kinds) -> int:
    """Return the infantry points on trucks: two light, a medium or half a heavy truck for each
    (P19.s4).
    """
    room: Counter[TruckKind] = Counter()
    for group in unit.trucks:
        if group.cargo == "troops":
            room[group.kind] += group.n
    seats = room["light"] // 2 + room["medium"] + 2 * room["heavy"]
    return min(infantry_points(unit.toe, kinds), seats)


Amount = Annotated[int, Meta(ge=0, le=9999)]
Stock = Literal["ammo", "fuel", "stores", "water"]


class Dump(Struct, omit_defaults=True, kw_only=True):
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
        return {stock: getattr(self, stock) for stock in get_args(Stock)}


class Leader(Struct):
    id: str
    side: Seat
    hex: Hex


class Wrecks(Struct):
    """The Destroyed Tanks of a hex and a side (P33), which cannot move."""

    hex: Hex
    side: Seat
    toe: Toe


class Prisoners(Struct):
    captor: Seat  # the side that holds them
    origin: Seat  # their own side
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
