"""The events of Desert. A copy contains only what its reader may know by section 4.1 of the
rules.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from engine import Event, Seat
from engine.games.desert.units import Hex, Hexes, Kind, Load, Points, Role, Toe, Unit, UnitId
from engine.games.desert.view import Named, Touch
from engine.games.desert.world import Listed, Reason, Struck, Totals


class Joined(Event, frozen=True):
    seat: Seat
    name: str


class Began(Event, frozen=True):
    title: str
    charts: str  # SHA-256 of its chart file (1.2.6)
    profile: str


class Favoured(Event, frozen=True):
    """A side has these points beside the others: told at the beginning, and before the result."""

    seat: Seat
    points: int
    over: bool = False


class SegmentBegan(Event, frozen=True):
    """OPEN (3.2): a segment begins with these stacks in contact."""

    segment: int
    phasing: Seat
    touching: tuple[Touch, ...] = ()


class NoContact(Event, frozen=True):
    """No stack is in contact, so the segment is over at once (3.2.1)."""


class ListsShown(Event, frozen=True):
    """The lists L1 that each side shows the other (3.4), with quiet hexes marked and last."""

    lists: dict[Seat, tuple[Listed, ...]]


class TargetsNamed(Event, frozen=True):
    """The target lists L2 (3.4): the reader's targets, and the names of their own side's units as
    targets (P15.s6).
    """

    targets: tuple[Named, ...]
    marks: tuple[Named, ...]


class Barraged(Event, frozen=True):
    """The effects of a side's barrages, by public target names (P18)."""

    firer: Seat
    hits: tuple[Struck, ...]
    quiet: bool = False
    """Whether nobody fired."""


class HeldOff(Event, frozen=True):
    """These hexes of the side that is not phasing are held off and need not be assaulted (P8,
    P18).
    """

    hexes: Hexes


class Lost(Event, frozen=True):
    """The reader's own losses: points by unit and kind, trucks by unit and cargo."""

    step: str
    points: Points
    trucks: dict[UnitId, dict[Load, int]]
    pinned: tuple[UnitId, ...] = ()
    gone: tuple[UnitId, ...] = ()


class Damaged(Event, frozen=True):
    """A barrage has damaged a fortification, city or air facility by levels, or a road (3.7)."""

    hex: Hex
    what: str
    levels: int


class Blown(Event, frozen=True):
    """A dump was blown up (D5). Only for its side."""

    unit: UnitId
    dump: str
    percent: int  # percentage of the dump destroyed


class Noticed(Event, frozen=True):
    """NOTICE (3.8): the hexes that the retreating ``side`` has left and entered."""

    side: Seat
    left: Hexes
    entered: Hexes
    # only for the phasing seat: adjacent hexes that contain only units that retreated there
    retreated: Hexes = ()


class AaFired(Event, frozen=True):
    """Anti-armour fire at a hex (3.10), with its damage points."""

    hex: Hex
    on_defender: int
    on_attacker: int
    # kinds of vehicles at the hex, by side (R-TYPES)
    kinds: dict[Seat, tuple[Kind, ...]] = {}  # noqa: RUF012  # a field: msgspec copies it


class AaWaived(Event, frozen=True):
    """The phasing side stops firing. The defender's fire continues (R-AACALL)."""


class Freed(Event, frozen=True):
    """Points of the reader that fired at a hex without armour will assault it now (R-AAFREE)."""

    hex: Hex
    n: int


class DummyGone(Event, frozen=True):
    """One of the reader's dummy tanks is removed (SPI 16.46)."""

    unit: UnitId


class Undefended(Event, frozen=True):
    """No unit was assigned to defend these hexes. All units there retreat three hexes (P46)."""

    hexes: Hexes


class Void(Event, frozen=True):
    """No attackers or defenders are left for this assault (SPI 15.29)."""

    targets: Hexes


class Totalled(Event, frozen=True):
    """The totals of a close assault (P40 to P51)."""

    totals: Totals
    unsupported: int = 0
    """The reader's own tanks without infantry."""


class Assaulted(Event, frozen=True):
    """The public result of an assault: retreat hexes, Engaged, overrun (P53 to P55)."""

    targets: Hexes
    retreat: int
    engaged: bool
    overrun: bool
    captured: tuple[Seat, ...]
    """The sides with captured points."""


class Rolled(Event, frozen=True):
    """A side's own loss dice and percentage. Only for that side (R-DICE)."""

    targets: Hexes
    reading: int
    percent: int


class MoraleRolled(Event, frozen=True, kw_only=True):
    """A side's own morale in an assault and its sources (P51). Only for that side."""

    targets: Hexes
    basic: int
    cohesion: int
    reading: int
    adjustment: int
    leader: bool
    morale: int


class Claimed(Event, frozen=True):
    """The percentage of a side's losses that is captured (P60). Only for that side."""

    targets: Hexes
    percent: int
    raw: int


class Dictated(Event, frozen=True):
    """A result that the reader tells the absent enemy (DS-24): the shares lost or captured by hex,
    the raw points, -1 if they are not known, and ``guns``, the points of vulnerability.
    """

    targets: Hexes
    what: Literal["loss", "captured"]
    percents: dict[Hex, int]
    raw: int
    guns: int = 0


class Costs(Event, frozen=True):
    """The changes to a side's surviving units in an assault (P52). Only for that side."""

    targets: Hexes
    cohesion: dict[UnitId, int]
    cp: dict[UnitId, int]
    ammo: dict[UnitId, int]


class Retreated(Event, frozen=True):
    """All units of a hex retreated, stayed, or surrendered because they could not retreat."""

    hex: Hex
    to: Hex
    forced: bool = False


class Parted(Event, frozen=True):
    """Some units of a hex retreated. The others go elsewhere, or stay (R-GROUP)."""

    hex: Hex
    to: Hex


class Surrendered(Event, frozen=True):
    hex: Hex
    side: Seat


class Seized(Event, frozen=True):
    """The captured points of a side, by kind (4.1)."""

    side: Seat
    points: Toe


class Settled(Event, frozen=True):
    """The captor's pieces are placed (P62). Only for that side."""

    prisoners: dict[Hex, int]
    brought: dict[UnitId, dict[Hex, int]]
    guards: dict[UnitId, int]


class Vacated(Event, frozen=True):
    """An assault has emptied its hexes (R-WIN)."""

    targets: Hexes


class ProbeMade(Event, frozen=True):
    """The assault was only a probe, as announced afterwards (R-PROBE)."""

    targets: Hexes


class Declined(Event, frozen=True):
    targets: Hexes


class StruckOff(Event, frozen=True):
    """An assault on a held-off hex was struck from the list (P65)."""

    hex: Hex


class NotYet(Event, frozen=True):
    hex: Hex


class Unmet(Event, frozen=True):
    """A hex that had to be assaulted was not. The stacks it covers must retreat (R-SHORT)."""

    hex: Hex
    stacks: Hexes


class SegmentOver(Event, frozen=True):
    """CLOSE (3.12): the segment is over, with the assaults struck."""

    segment: int
    struck: Hexes


class StageOver(Event, frozen=True):
    """An Operations Stage is over (3.15)."""

    stage: int


class Shifted(Event, frozen=True):
    """The hexes with stacks that each side left or entered in the movement between segments."""

    left: Hexes
    entered: Hexes


class Marched(Event, frozen=True):
    """The reader's own moves: each unit's final hex, and the units stopped."""

    to: dict[UnitId, Hex]
    stopped: tuple[UnitId, ...]


class Supplied(Event, frozen=True):
    """Ammunition drawn from dumps, by unit (3.15.5). Only for its side."""

    drawn: dict[UnitId, int]


class Taken(Event, frozen=True):
    """A side has taken things in the open (3.15.6). Only for that side."""

    seat: Seat
    dumps: tuple[str, ...]
    freed: int
    brought: int


class Warned(Event, frozen=True):
    """A line was accepted with a warning, such as ``W-ZERO``."""

    final: ClassVar[bool] = False
    code: str
    what: str
    n: int = 0
    of: int = 0


class Fitness(Event, frozen=True):
    """Whether a unit can join a barrage (P13)."""

    final: ClassVar[bool] = False
    unit: UnitId
    target: str
    code: str  # refusal code, or ``free``
    position: str


class PlanBarrage(Struct, frozen=True):
    units: tuple[UnitId, ...]
    origins: Hexes
    points: int
    raw: int | None = None  # raw points, for targets that use them


class PlanTarget(Struct, frozen=True):
    target: Named
    mark: str  # ``holding off``, ``held off`` or empty (P9)
    barrages: tuple[PlanBarrage, ...]
    # adjacent firing units outside its plan, Forward ones first (P11 to P13)
    statuses: tuple[Fitness, ...]


class PlanHex(Struct, frozen=True):
    hex: Hex
    held: bool | None  # held off, as far as the phasing planner sees (P8)
    targets: tuple[PlanTarget, ...]


class PlanShown(Event, frozen=True):
    """The writer's plan with all its consequences (P8 to P13)."""

    final: ClassVar[bool] = False
    hexes: tuple[PlanHex, ...]


class RolesShown(Event, frozen=True):
    """The writer's roles, ``probes`` (R-PROBE), and a defender's ``empty`` hexes (W-EMPTY)."""

    final: ClassVar[bool] = False
    roles: dict[UnitId, tuple[Role, ...]]
    probes: tuple[Hexes, ...]
    empty: Hexes = ()


class DrawOffered(Event, frozen=True):
    seat: Seat


class Opened(Event, frozen=True):
    """One side's units, revealed to everybody at the end of the game."""

    seat: Seat
    units: tuple[Unit, ...]


class Ended(Event, frozen=True):
    winner: Seat  # "" for a draw
    reason: Reason
    score: dict[Seat, int]  # see 3.15.7
