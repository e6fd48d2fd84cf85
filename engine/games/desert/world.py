"""The position of a game of Desert, its options, and what one segment notes down."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from engine.game import Options, seconds_of
from engine.games.desert.forces.markers import Dump, Guards, Leader, Prisoners, Replacements, Wrecks
from engine.games.desert.forces.units import Hex, Kind, PointKind, Unit, UnitId
from engine.games.desert.ground.terrain import Cell, Hexside
from engine.games.desert.rulings import Rulings
from engine.games.desert.sheets.sheets import Plan
from engine.state import Seat

BESIDE = ("guard", "prisoner", "replacement", "destroyed_tanks", "warship")
"""Counters that are no land units: they neither hold a hex nor touch anybody."""

Step = Literal[
    "seating",
    "position",
    "firing",
    "plan",
    "apply",
    "retreat",
    "assign",
    "aa_pick",
    "aa_loss",
    "ca_pick",
    "ca_retreat",
    "ca_loss",
    "ca_captured",
    "ca_place",
    "obligations",
    "move",
    "over",
]
"""The prompt that is open; public."""
TargetKind = Literal["Inf", "Tank", "Arty", "Ship", "City", "Fort", "Road", "Rail", "Dump", "Air"]
Status = Literal["waiting", "declined", "resolved", "struck", "void"]
Reason = Literal["score", "over", "destroyed", "resigned", "agreed"]
"""``over``: a single segment without a score."""


class DesertOptions(Options, frozen=True, kw_only=True):
    """What the maker of a game may choose."""

    scenario: Annotated[
        str, Meta(description="scenario of the house, where no scenario file is given")
    ] = "halim-road"
    profile: Annotated[
        Literal["scenario", "issue", "book"],
        Meta(description="rulings: as the scenario says, or so"),
    ] = "scenario"
    rulings: Annotated[
        str,
        Meta(max_length=400, description="single rulings, such as R-HOLD=gt_targets R-SUM=columns"),
    ] = ""
    stages: Annotated[
        int,
        Meta(
            ge=-1, le=20, description="operations stages; 0: one segment; -1: as the scenario says"
        ),
    ] = -1
    dice: Annotated[
        Literal["rolled", "typed"],
        Meta(description="typed: the players throw and type every roll, in public"),
    ] = "rolled"
    timeout: Annotated[str, Meta(description="time for an answer: none, 90s, 15m, 2h, 2d")] = "none"

    def __post_init__(self) -> None:
        seconds_of(self.timeout)

    @property
    def seconds(self) -> int | None:
        """The time for an answer."""
        return seconds_of(self.timeout)


class Listed(Struct, frozen=True):
    """A hex of the list that is shown to the enemy (3.4 L1); ``quiet``: nothing in it fires."""

    hex: Hex
    quiet: bool


class Target(Struct, frozen=True, omit_defaults=True):
    """One line of a target list (3.4 L2): its outward name, and what it is.
    ``unit`` and ``dump`` are secrets of the other side; ``part``: the armour or the
    guns of a counter that is two targets.
    """

    name: str
    hex: Hex
    kind: TargetKind
    unit: UnitId = ""
    dump: str = ""


class Struck(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What one barrage has done (3.6). ``points`` are actual points; ``lost``
    TOE points, levels or percent.
    """

    firer: Seat
    hex: Hex
    target: str
    n: int
    points: int
    dice: int
    result: str
    pinned: bool = False
    lost: int = 0
    trucks: int = 0


class Fight(Struct, omit_defaults=True):
    """One close assault (3.9): the hexes attacked, those it comes from, and how it stands."""

    targets: tuple[Hex, ...]
    origins: tuple[Hex, ...]
    status: Status = "waiting"
    assault: bool = True
    """False: anti-armour fire alone."""

    @property
    def key(self) -> str:
        """``C3+C4``: how dice keys and orders write it."""
        return "+".join(sorted(self.targets))


class Totals(Struct, frozen=True, kw_only=True):
    """What both seats see of an assault (4.1): raw and actual strengths,
    the modifiers, the differential.
    """

    targets: tuple[Hex, ...]
    raw_off: int
    raw_def: int
    actual_off: int
    actual_def: int
    basic: int
    terrain: int
    strength: int
    size: int
    size_off: int
    size_def: int
    morale: int
    morale_off: int
    morale_def: int
    adjusted: int
    overrun: bool
    composition: int = 0


class Damage(Struct, frozen=True):
    """Anti-armour damage in one hex (3.10): what the defender
    takes, and what the attackers take.
    """

    hex: Hex
    on_defender: int
    on_attacker: int


class Record(Struct, omit_defaults=True, kw_only=True):
    """What a segment notes down. ``adjacent``: (hex of the phasing side, enemy hex); ``zoc``:
    (enemy hex, hex of the phasing side that it covers).
    """

    adjacent: tuple[tuple[Hex, Hex], ...] = ()
    zoc: tuple[tuple[Hex, Hex], ...] = ()
    obligations: tuple[Hex, ...] = ()
    lists: dict[Seat, tuple[Listed, ...]] = {}
    targets: dict[Seat, tuple[Target, ...]] = {}
    plans: dict[Seat, Plan] = {}
    hits: list[Struck] = []
    held_off: tuple[Hex, ...] = ()
    retreated: tuple[Hex, ...] = ()
    fights: list[Fight] = []
    fired_aa: list[Hex] = []
    damage: list[Damage] = []
    totals: Totals | None = None
    captives: dict[Seat, dict[Kind, int]] = {}
    assaulted: list[Hex] = []
    struck: list[Hex] = []


class Position(Struct, kw_only=True):
    """A map with what stands on it: the whole of it in a world, what the viewer knows in a view.

    ``chart``: the text of the table owner's own chart file; "": the house's.
    """

    rulings: Rulings
    chart: str
    kinds: dict[Kind, PointKind]
    cells: dict[Hex, Cell]
    pairs: tuple[tuple[Hex, Hex], ...]
    hexsides: tuple[Hexside, ...]
    units: dict[UnitId, Unit]
    dumps: dict[str, Dump]
    leaders: dict[str, Leader]

    def of(self, side: Seat) -> Iterator[Unit]:
        """The units of a side, ids ascending."""
        return (unit for unit in self.units.values() if unit.side == side)

    def stacked(self, hex: Hex, side: Seat) -> list[Unit]:
        """The land units of a side in a hex, ids ascending."""
        return [
            unit
            for unit in self.units.values()
            if unit.hex == hex and unit.side == side and land(unit)
        ]

    def other(self, seat: Seat) -> Seat:
        """The enemy of a seat."""
        raise NotImplementedError


def land(unit: Unit) -> bool:
    """A land unit: it stands in a hex and touches the enemy."""
    return unit.kind not in BESIDE


class World(Position, kw_only=True):
    """The whole position. ``seats``: the side that is phasing first
    in each stage, then the other.
    """

    options: DesertOptions
    title: str
    grid: str
    seats: tuple[Seat, Seat]
    stages: int
    between: Literal["move", "none"]
    hold_points: dict[Hex, int]
    lost_points: int
    captured_points: int
    start_toe: dict[Seat, int]
    profile: str = "issue"
    players: dict[Seat, str] = {}
    wrecks: list[Wrecks] = []
    prisoners: list[Prisoners] = []
    guards: list[Guards] = []
    replacements: list[Replacements] = []
    lost: dict[Seat, int] = {}
    captured: dict[Seat, int] = {}
    """Points of a side that were lost, and of these captured by its enemy."""
    segment: int = 0
    phasing: Seat = ""
    step: Step = "seating"
    record: Record = field(default_factory=Record)
    stood: dict[Hex, Seat] = {}
    """Whose stack stood in a hex at the end of a step last."""
    draws: list[Seat] = []
    score: dict[Seat, int] = {}
    winner: Seat | None = None
    reason: Reason | None = None

    @property
    def waiting(self) -> Seat:
        """The seat that is not phasing."""
        return self.other(self.phasing)

    @property
    def stage(self) -> int:
        """The Operations Stage, from 1: two segments each."""
        return (self.segment + 1) // 2

    def other(self, seat: Seat) -> Seat:
        return self.seats[1] if seat == self.seats[0] else self.seats[0]

    @property
    def ground(self) -> dict[Hex, Seat]:
        """Whose stack stands in which hex, or stood there last."""
        return {**self.stood, **self.stacks}

    def counted(self, hex: Hex) -> list[Unit]:
        """The defenders of a hex among which those that must be held off are counted (R-DUMMY).

        Rule: R-DUMMY.
        """
        stack = self.stacked(hex, self.waiting)
        return (
            stack
            if self.rulings.dummy == "on"
            else [unit for unit in stack if unit.kind != "dummy_tank"]
        )

    @property
    def stacks(self) -> dict[Hex, Seat]:
        """Which side's land units stand in which hex: everybody sees stacks (4.1)."""
        return dict(sorted((unit.hex, unit.side) for unit in self.units.values() if land(unit)))
