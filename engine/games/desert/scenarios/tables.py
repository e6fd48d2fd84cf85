"""The tables of a scenario file (rules 5.1), as they are written; ``scenario``
checks what they mean together.
"""

from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct, field

from engine.games.desert.forces.markers import Amount
from engine.games.desert.forces.units import PlacedKind, PointClass, Trucks
from engine.games.desert.rulings import Profile

Level = Annotated[int, Meta(ge=0, le=9)]
T = TypeVar("T", bound=Struct)


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of a scenario file; its fields are its keys."""


class MetaTable(Table, frozen=True, kw_only=True):
    """``[meta]``."""

    id: str
    phasing: str
    non_phasing: str
    charts: str
    profile: Profile = "issue"
    grid: str = ""


class PlayTable(Table, frozen=True):
    """``[play]``."""

    stages: Annotated[int, Meta(ge=0, le=20)] = 1
    between: Literal["move", "none"] = "move"


class ScoreTable(Table, frozen=True):
    """``[score]``."""

    hold: dict[str, Amount] = {}
    lost: Amount = 1
    captured: Amount = 0


class HexTable(Table, frozen=True, kw_only=True):
    """A hex in ``[hexes]``."""

    terrain: str
    fortification: Level = 0
    major_city: Level = 0
    coastal: bool = False
    road: bool = False
    track: bool = False
    railroad: bool = False
    air_facility: Level = 0
    name: str = ""
    held: str = ""


class AdjacentTable(Table, frozen=True):
    """``[adjacent]``."""

    pairs: tuple[str, ...]


class PointTable(Table, frozen=True, kw_only=True):
    """A point kind in ``[points]``; a rating is a number, or a text such as ``"(1)"``."""

    cls: PointClass = field(name="class")
    cpa: Amount
    barrage: int | str = 0
    anti_armor: int | str = 0
    vulnerability: int | str = 0
    armor: int | str = 0
    off: int | str = 0
    defence: int | str = field(name="def", default=0)
    flak: int | str = 0


class UnitTable(Table, frozen=True, kw_only=True):
    """``[[unit]]``."""

    id: str
    side: str
    kind: PlacedKind
    hex: str
    name: str = ""
    nation: str = ""
    parent: str = ""
    attached_to: str = ""
    sp: Literal[0, 1, 2, 3, 5] | None = None
    toe: dict[str, Annotated[int, Meta(ge=1, le=99)]] = {}
    max_toe: Amount | None = None
    size_full: Annotated[int, Meta(ge=1, le=20)] | None = None
    morale: Annotated[int, Meta(ge=-3, le=3)] = 0
    cohesion: Annotated[int, Meta(ge=-99, le=10)] = 0
    cp_spent: Amount = 0
    ammo: Amount = 0
    max_ammo: Amount | None = None
    contact: bool = False
    engaged: bool = False
    known: bool = False
    trucks: tuple[Trucks, ...] = ()
    gun: Annotated[int, Meta(ge=1, le=99)] | None = None
    gun_face: Annotated[int, Meta(ge=1, le=99)] | None = None


def read(value: Any, table: type[T], key: str) -> T:
    """Return a table, its keys and values checked. Raise ``ValueError``, which names the
    key and says what is possible.
    """
    if not isinstance(value, dict):
        raise ValueError(f"{key}: needs a table, not {value!r}")
    fields = {field.encode_name: field for field in msgspec.structs.fields(table)}
    for name in value:
        if name not in fields:
            raise ValueError(f"{key}.{name}: there is no such key; possible: {', '.join(fields)}")
    for name, one in fields.items():
        if one.required and name not in value:
            raise ValueError(f"{key}.{name}: is missing; {key} needs {', '.join(required(fields))}")
        if name in value:
            try:
                msgspec.convert(value[name], one.type)
            except msgspec.ValidationError as error:
                reason, _, place = str(error).partition(" - at `$")
                raise ValueError(
                    f"{key}.{name}{place.rstrip('`')}: {value[name]!r}: {reason}{allowed(one.type)}"
                ) from error
    return msgspec.convert(value, table)


def required(fields: dict[str, msgspec.structs.FieldInfo]) -> list[str]:
    """Return the names of the keys that must be there."""
    return [name for name, one in fields.items() if one.required]


def allowed(kind: Any) -> str:
    """Return ``; possible: a, b`` for a choice, else nothing."""
    shown = msgspec.inspect.type_info(kind)
    if isinstance(shown, msgspec.inspect.UnionType):
        shown = next(
            (one for one in shown.types if isinstance(one, msgspec.inspect.LiteralType)), shown
        )
    return (
        f"; possible: {', '.join(map(str, shown.values))}"
        if isinstance(shown, msgspec.inspect.LiteralType)
        else ""
    )
