"""The position of a game of Desert, its options, and the notes of a segment."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from engine import Options, Seat
from engine.game import seconds_of
from engine.games.desert import chart_data, chart_file, orders
from engine.games.desert.hexes import Board, Cell, Hexside, board
from engine.games.desert.rulings import Rulings
from engine.games.desert.units import (
    Dump,
    Guards,
    Hex,
    Hexes,
    Kind,
    Leader,
    Load,
    PointKind,
    Points,
    Prisoners,
    Replacements,
    Toe,
    Unit,
    UnitId,
    Wrecks,
)

BESIDE = ("guard", "prisoner", "replacement", "destroyed_tanks", "warship")
"""Counters that are not land units: they neither hold a hex nor make contact."""

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
    "paper",
    "over",
]
"""The open prompt, which is public."""
TargetKind = Literal["Inf", "Tank", "Arty", "Ship", "City", "Fort", "Road", "Rail", "Dump", "Air"]
Status = Literal["waiting", "declined", "resolved", "struck", "void"]
LastKind = Literal["barrage", "notice", "aa", "assault", "stand", "retreat", "move"]
Reason = Literal["score", "over", "destroyed", "resigned", "agreed"]
"""The reason of the end. ``over``: a single segment that is not scored."""


ScenarioName = Literal[
    "halim-road",
    "sidi-rahal",
    "range-day",
    "sandbag-duel",
    "tin-alley",
    "kasr-wells",
    "camel-ridge",
    "two-dawns",
]


class SavedOptions(Options, frozen=True, kw_only=True):
    """The options that a saved world holds."""

    scenario: Annotated[
        ScenarioName, Meta(description="built-in scenario, unless a scenario file is given")
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
    bonus: Annotated[
        str,
        Meta(
            pattern=r"\A((axis|cw)\+[0-9]{1,3}|none)?\Z",
            description=(
                "points that a side has in the end beside the others: cw+9, none; by default as the"
                " scenario says"
            ),
        ),
    ] = ""
    dice: Annotated[
        Literal["rolled", "typed"],
        Meta(description="typed: the players throw and type every roll, in public"),
    ] = "rolled"
    timeout: Annotated[str, Meta(description="time for an answer: none, 90s, 15m, 2h, 2d")] = "none"

    def __post_init__(self) -> None:
        seconds_of(self.timeout)

    @property
    def seconds(self) -> int | None:
        return seconds_of(self.timeout)

    @property
    def bonuses(self) -> dict[Seat, int]:
        seat, _, points = self.bonus.partition("+")
        return {seat: int(points)} if points else {}


class DesertOptions(SavedOptions, frozen=True, kw_only=True):
    paper: Annotated[
        Literal["none", "axis", "cw"],
        Meta(description="the side whose player is not in the program: you type what it declares"),
    ] = "none"


class Listed(Struct, frozen=True):
    """A hex of the list shown to the enemy (3.4 L1)."""

    hex: Hex
    quiet: bool  # no unit in it fires


class Target(Struct, frozen=True, omit_defaults=True):
    """A line of a target list (3.4 L2): its public name and its secret meaning."""

    name: str
    hex: Hex
    kind: TargetKind
    unit: UnitId = ""
    dump: str = ""


class Struck(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A barrage's effect (3.6)."""

    firer: Seat
    hex: Hex
    target: str
    n: int
    points: int  # actual points
    dice: int
    result: str
    pinned: bool = False
    lost: int = 0  # TOE points, levels or percent
    trucks: int = 0


class Fight(Struct, omit_defaults=True):
    targets: Hexes
    origins: Hexes
    status: Status = "waiting"
    assault: bool = True
    """False: only anti-armour fire."""


class Totals(Struct, frozen=True, kw_only=True):
    """The public totals of an assault (4.1): strengths, modifiers and differential."""

    targets: Hexes
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
    """Anti-armour damage in a hex (3.10), the defender's and the attackers'."""

    hex: Hex
    on_defender: int
    on_attacker: int


class Participant(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Points that took part in a fight, for their owner's dossier. In a barrage ``n`` are raw
    points, and ``rating`` is the total of actual points fired together.
    """

    unit: UnitId
    hex: Hex
    task: Literal["barrage", "aa", "ca"]
    n: int
    rating: int  # rating of each point
    against: str  # their target
    kind: Kind = ""


class Courage(Struct, frozen=True, kw_only=True):
    """A side's own morale in an assault and its sources (P51)."""

    units: tuple[UnitId, ...]
    basic: int
    cohesion: int
    reading: int
    adjustment: int
    leader: bool
    final: int


class Dossier(Struct, omit_defaults=True, kw_only=True):
    """A side's knowledge of a fight, for later reference: its own part in full, and the enemy facts
    told to both sides (4.1).
    """

    side: Seat
    segment: int
    what: Literal["barrage", "aa", "assault"]
    targets: Hexes
    n: int = 0
    status: Status = "resolved"
    own: tuple[Participant, ...] = ()
    fired: tuple[Struck, ...] = ()
    suffered: tuple[Struck, ...] = ()
    shifts: dict[str, int] = {}  # columns by which shelter shifted a barrage, by hex and target
    called: dict[str, UnitId] = {}  # the side's own units by their names in the enemy's list
    damage: tuple[Damage, ...] = ()
    totals: Totals | None = None
    unsupported: int = 0
    grounds: tuple[tuple[str, int], ...] = ()  # sources of the terrain modifier
    courage: Courage | None = None
    reading: int = 0
    percents: dict[Hex, int] = {}  # losses by hex
    raw_lost: int = 0
    retreat: int = 0
    engaged: bool = False
    overrun: bool = False
    went: list[tuple[Hex, Hex]] = []
    lost: Points = {}
    guns: Points = {}
    trucks: dict[UnitId, dict[Load, int]] = {}
    captured: int = 0
    captured_raw: int = 0
    seized: dict[Seat, Toe] = {}
    # ``cohesion``, ``cp`` and ``ammo`` are changes of the side's surviving units
    cohesion: dict[UnitId, int] = {}
    cp: dict[UnitId, int] = {}
    ammo: dict[UnitId, int] = {}


class Record(Struct, omit_defaults=True, kw_only=True):
    """The state of the present segment: contacts, lists, plans, fights and their results."""

    adjacent: tuple[tuple[Hex, Hex], ...] = ()  # (phasing, enemy) hexes
    zoc: tuple[tuple[Hex, Hex], ...] = ()  # (enemy, covered) hexes
    obligations: Hexes = ()
    lists: dict[Seat, tuple[Listed, ...]] = {}
    targets: dict[Seat, tuple[Target, ...]] = {}
    plans: dict[Seat, orders.Plan] = {}
    hits: list[Struck] = []
    held_off: Hexes = ()
    retreated: Hexes = ()
    fights: list[Fight] = []
    fired_aa: list[Hex] = []
    damage: list[Damage] = []
    sizes: dict[Seat, dict[Hex, int]] = {}
    totals: Totals | None = None
    captives: dict[Seat, Toe] = {}
    assaulted: list[Hex] = []
    struck: list[Hex] = []
    typed: tuple[Struck, ...] = ()  # barrages that the absent side declares
    before: dict[UnitId, tuple[int, int, int]] = {}
    """Cohesion, spent CP and ammo of units before the barrages, or before anti-armour fire."""
    firing: dict[Seat, tuple[Participant, ...]] = {}
    """Units that fire, or are assigned to anti-armour fire."""
    shelter: dict[str, int] = {}
    """Column shifts of barrages by shelter, by hex and target."""


class Last(Struct, frozen=True):
    """The last action as announced to everybody: hexes from and to, or a single one."""

    what: LastKind
    ways: tuple[Hexes, ...]


class Position(Struct, kw_only=True):
    """A map and its counters: all of them in a world, the known ones in a view."""

    rulings: Rulings
    chart: str  # text of the table owner's own chart file; empty: the built-in charts
    kinds: dict[Kind, PointKind]
    cells: dict[Hex, Cell]
    pairs: tuple[tuple[Hex, Hex], ...]
    hexsides: tuple[Hexside, ...]
    units: dict[UnitId, Unit]
    dumps: dict[str, Dump]
    leaders: dict[str, Leader]

    @property
    def seats(self) -> tuple[Seat, Seat]:
        raise NotImplementedError

    @property
    def charts(self) -> chart_data.Charts:
        return chart_file.kept_charts(self.chart)

    @property
    def board(self) -> Board:
        return board(self.pairs, self.hexsides)

    def near(self, hex: Hex) -> Hexes:
        return self.board.neighbours.get(hex, ())

    def of(self, side: Seat) -> Iterator[Unit]:
        return (unit for unit in self.units.values() if unit.side == side)

    def stacked(self, hex: Hex, side: Seat) -> list[Unit]:
        return [
            unit
            for unit in self.units.values()
            if unit.hex == hex and unit.side == side and land(unit)
        ]

    def stacking(self, hex: Hex, side: Seat) -> int:
        return sum(unit.sp or 0 for unit in self.stacked(hex, side))

    def stacking_limit(self, hex: Hex) -> int:
        return self.charts.ground[self.cells[hex].terrain].bears

    def other(self, seat: Seat) -> Seat:
        return self.seats[seat == self.seats[0]]

    @property
    def stacks(self) -> dict[Hex, Seat]:
        """The side of the land units in each hex. Stacks are public (4.1)."""
        return dict(sorted((unit.hex, unit.side) for unit in self.units.values() if land(unit)))

    def enemies(self, side: Seat) -> set[Hex]:
        return {hex for hex, owner in self.stacks.items() if owner != side}


def land(unit: Unit) -> bool:
    return unit.kind not in BESIDE


class World(Position, kw_only=True):
    options: SavedOptions
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
    """Points of a side that its enemy captured. ``lost`` includes them."""
    segment: int = 0
    phasing: Seat = ""
    step: Step = "seating"
    record: Record = field(default_factory=Record)
    dossiers: list[Dossier] = []
    stood: dict[Hex, Seat] = {}
    """The side of the last stack in each hex at the end of a step."""
    draws: list[Seat] = []
    score: dict[Seat, int] = {}
    winner: Seat | None = None
    reason: Reason | None = None
    last: Last | None = None
    edition_2: bool | UnsetType = UNSET  # unset in edition 1, so that it is saved as it was
    paper: Seat | UnsetType = UNSET
    lower: int | UnsetType = UNSET  # the columns half a hex lower, if the map is typed

    @property
    def bonuses(self) -> dict[Seat, int]:
        return self.options.bonuses

    @property
    def absent(self) -> Seat:
        """The side that is not in the program (DS-24), or "" if both are."""
        return self.paper or ""

    @property
    def waiting(self) -> Seat:
        return self.other(self.phasing)

    @property
    def stage(self) -> int:
        """The Operations Stage, from 1. Each has two segments."""
        return (self.segment + 1) // 2

    def note(self, what: LastKind, *ways: Hexes) -> None:
        self.last = Last(what, ways) if ways else self.last

    @property
    def ground(self) -> dict[Hex, Seat]:
        return {**self.stood, **self.stacks}

    def defenders(self, hex: Hex) -> list[Unit]:
        return self.stacked(hex, self.waiting)

    def counted(self, hex: Hex) -> list[Unit]:
        """Rule: R-DUMMY."""
        stack = self.defenders(hex)
        return [unit for unit in stack if self.rulings.dummy == "on" or unit.kind != "dummy_tank"]
