"""The events of Desert. A copy holds what its reader may know by section 4.1 of the rules, and no
more.
"""

from typing import ClassVar

from msgspec import Struct

from engine.games.desert.units import Hex, Hexes, Kind, Load, Points, Role, Toe, Unit, UnitId
from engine.games.desert.view import Named, Touch
from engine.games.desert.world import Listed, Reason, Struck, Totals
from engine.state import Event, Seat


class Joined(Event, frozen=True):
    """A seat is taken."""

    seat: Seat
    name: str


class Began(Event, frozen=True):
    """The game begins; ``charts``: the SHA-256 of the chart file that it is played with (1.2.6)."""

    title: str
    charts: str
    profile: str


class SegmentBegan(Event, frozen=True):
    """OPEN (3.2): the stacks in contact. The phasing seat is told zones of control too."""

    segment: int
    phasing: Seat
    touching: tuple[Touch, ...] = ()


class NoContact(Event, frozen=True):
    """No stack is in contact, so the segment is over at once (3.2.1)."""


class ListsShown(Event, frozen=True):
    """The lists L1 that each side shows the other (3.4): quiet hexes marked and last."""

    lists: dict[Seat, tuple[Listed, ...]]


class TargetsNamed(Event, frozen=True):
    """The target lists L2 (3.4): the reader's targets, and their own side's names (P15.s6)."""

    targets: tuple[Named, ...]
    marks: tuple[Named, ...]


class Barraged(Event, frozen=True):
    """The effects of a side's barrages, by public target names (P18)."""

    firer: Seat
    hits: tuple[Struck, ...]
    quiet: bool = False
    """Nobody fired."""


class HeldOff(Event, frozen=True):
    """These hexes of the side that is not phasing are held off: need not be assaulted (P8, P18)."""

    hexes: Hexes


class Lost(Event, frozen=True):
    """The reader's own losses, for them alone: by unit and kind, trucks by unit and cargo."""

    step: str
    points: Points
    trucks: dict[UnitId, dict[Load, int]]
    pinned: tuple[UnitId, ...] = ()
    gone: tuple[UnitId, ...] = ()


class Damaged(Event, frozen=True):
    """A barrage has taken levels of a fortification, city or air facility, or a road (3.7)."""

    hex: Hex
    what: str
    levels: int


class Blown(Event, frozen=True):
    """A demolition, for its side alone: percent of a dump (D5)."""

    unit: UnitId
    dump: str
    percent: int


class Noticed(Event, frozen=True):
    """NOTICE (3.8): hexes that the ``side`` which may retreat has left, hexes that it has
    entered; and for the phasing seat alone, of those that touch it, the ones that hold
    only units that retreated there.
    """

    side: Seat
    left: Hexes
    entered: Hexes
    retreated: Hexes = ()


class AaFired(Event, frozen=True):
    """Anti-armour fire at a hex (3.10): damage points; ``kinds`` of vehicles by R-TYPES."""

    hex: Hex
    on_defender: int
    on_attacker: int
    kinds: dict[Seat, tuple[Kind, ...]] = {}  # noqa: RUF012  # a field: msgspec copies it


class AaWaived(Event, frozen=True):
    """The phasing side stops firing; the defender's fire continues (R-AACALL)."""


class Freed(Event, frozen=True):
    """Points of the reader's that fired at a hex without armour assault it now (R-AAFREE)."""

    hex: Hex
    n: int


class DummyGone(Event, frozen=True):
    """One of the reader's dummy tanks is removed (SPI 16.46)."""

    unit: UnitId


class Undefended(Event, frozen=True):
    """Nobody in these hexes was assigned to defend: all units there retreat three hexes (P46)."""

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
    """The sides whose points are captured."""


class Rolled(Event, frozen=True):
    """A side's own loss dice and percentage: for itself alone (R-DICE)."""

    targets: Hexes
    reading: int
    percent: int


class MoraleRolled(Event, frozen=True, kw_only=True):
    """A side's own morale in an assault and its sources (P51). Told to that side only."""

    targets: Hexes
    basic: int
    cohesion: int
    reading: int
    adjustment: int
    leader: bool
    morale: int


class Claimed(Event, frozen=True):
    """The percentage of a side's losses that is captured (P60): for itself alone."""

    targets: Hexes
    percent: int
    raw: int


class Costs(Event, frozen=True):
    """The changes to a side's surviving units in an assault (P52), told to that side only."""

    targets: Hexes
    cohesion: dict[UnitId, int]
    cp: dict[UnitId, int]
    ammo: dict[UnitId, int]


class Retreated(Event, frozen=True):
    """All units of a hex retreated, stood, or surrendered because they could not."""

    hex: Hex
    to: Hex
    forced: bool = False


class Parted(Event, frozen=True):
    """Some units of a hex retreated. The others go elsewhere, or stand (R-GROUP)."""

    hex: Hex
    to: Hex


class Surrendered(Event, frozen=True):
    """All units of a hex have surrendered."""

    hex: Hex
    side: Seat


class Seized(Event, frozen=True):
    """Captured points of a side: number and kinds (4.1)."""

    side: Seat
    points: Toe


class Settled(Event, frozen=True):
    """The captor's own pieces are placed: for them alone (P62)."""

    prisoners: dict[Hex, int]
    brought: dict[UnitId, dict[Hex, int]]
    guards: dict[UnitId, int]


class Vacated(Event, frozen=True):
    """An assault has emptied its hexes (R-WIN)."""

    targets: Hexes


class ProbeMade(Event, frozen=True):
    """The assault was but a probe: told afterwards (R-PROBE)."""

    targets: Hexes


class Declined(Event, frozen=True):
    """The phasing side will not assault a held-off hex: for itself alone until it is struck."""

    targets: Hexes


class StruckOff(Event, frozen=True):
    """An assault on a held-off hex is off the list (P65)."""

    hex: Hex


class NotYet(Event, frozen=True):
    """Striking is not yet decided: assigned and not declined look the same (D11)."""

    hex: Hex


class Unmet(Event, frozen=True):
    """A hex that had to be assaulted was not: those it covers must retreat (R-SHORT)."""

    hex: Hex
    stacks: Hexes


class SegmentOver(Event, frozen=True):
    """CLOSE (3.12): what was struck; the Reserve Release Segment is announced and skipped (P66)."""

    segment: int
    struck: Hexes


class StageOver(Event, frozen=True):
    """The end of an Operations Stage (3.15)."""

    stage: int


class Shifted(Event, frozen=True):
    """After the movement between segments: the hexes with each side's stacks."""

    left: Hexes
    entered: Hexes


class Marched(Event, frozen=True):
    """The reader's own moves: each unit's final hex, and the units stopped."""

    to: dict[UnitId, Hex]
    stopped: tuple[UnitId, ...]


class Supplied(Event, frozen=True):
    """Ammunition drawn from dumps, by unit: for its side alone (3.15.5)."""

    drawn: dict[UnitId, int]


class Taken(Event, frozen=True):
    """A side has taken things in the open (3.15.6): for itself alone."""

    seat: Seat
    dumps: tuple[str, ...]
    freed: int
    brought: int


class Warned(Event, frozen=True):
    """A line is taken, with a warning: ``W-ZERO``, ``W-EMPTY``, ``W-SHARE``, ``W-GUARD``."""

    final: ClassVar[bool] = False
    code: str
    what: str
    n: int = 0
    of: int = 0


class Fitness(Event, frozen=True):
    """Whether a unit can join a barrage (P13): ``code`` is the refusal's, or ``free``."""

    final: ClassVar[bool] = False
    unit: UnitId
    target: str
    code: str
    position: str


class PlanBarrage(Struct, frozen=True):
    """A numbered barrage of a plan; ``raw`` points for what is read with them."""

    units: tuple[UnitId, ...]
    origins: Hexes
    points: int
    raw: int | None = None


class PlanTarget(Struct, frozen=True):
    """A target with its plan. ``mark`` is ``holding off``, ``held off`` or empty (P9). ``statuses``
    are the adjacent firing units outside its plan, Forward ones first (P11 to P13).
    """

    target: Named
    mark: str
    barrages: tuple[PlanBarrage, ...]
    statuses: tuple[Fitness, ...]


class PlanHex(Struct, frozen=True):
    """A hex of the target list; ``held``: held off as far as the phasing planner sees (P8)."""

    hex: Hex
    held: bool | None
    targets: tuple[PlanTarget, ...]


class PlanShown(Event, frozen=True):
    """The plan of its writer with everything that follows from it (P8 to P13)."""

    final: ClassVar[bool] = False
    hexes: tuple[PlanHex, ...]


class RolesShown(Event, frozen=True):
    """The writer's roles, ``probes`` (R-PROBE), and ``empty`` hexes of a defender (W-EMPTY)."""

    final: ClassVar[bool] = False
    roles: dict[UnitId, tuple[Role, ...]]
    probes: tuple[Hexes, ...]
    empty: Hexes = ()


class DrawOffered(Event, frozen=True):
    """A seat would agree to a draw."""

    seat: Seat


class Opened(Event, frozen=True):
    """One side's units, revealed to everybody at the end of the game."""

    seat: Seat
    units: tuple[Unit, ...]


class Ended(Event, frozen=True):
    """The game is over: a seat has won, or "" for a draw; scores (3.15.7), if there are any."""

    winner: Seat
    reason: Reason
    score: dict[Seat, int]
