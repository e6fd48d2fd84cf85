"""What one viewer may know of a game of Desert (4.1): the map and the stacks, their own units
opened, and of the enemy what the rules let them know by now. Menus, sentences and pictures are
made from this and from nothing else.
"""

from typing import Any, Literal

from msgspec import Struct

from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.forces.markers import Guards, Prisoners, Replacements, Wrecks
from engine.games.desert.forces.units import Hex, Hexes, Toe, UnitId
from engine.games.desert.world import (
    Damage,
    Dossier,
    Last,
    Listed,
    Position,
    Reason,
    Status,
    Step,
    Struck,
    TargetKind,
    Totals,
)
from engine.state import Seat


class Touch(Struct, frozen=True):
    """An own hex that touches an enemy hex. ``zoc``: whether the enemy's zone of control covers
    the own hex. Only the phasing seat is told (P3); ``None``: not told.
    """

    own: Hex
    enemy: Hex
    zoc: bool | None = None


class Named(Struct, frozen=True, omit_defaults=True):
    """A line of a target list as its reader knows it. ``unit``: what it really
    is, for its owner (P15.s6) and where it is known to everybody; ``alias``:
    the reader's private name for it.
    """

    name: str
    hex: Hex
    kind: TargetKind
    unit: UnitId = ""
    alias: str = ""


class Attack(Struct, frozen=True):
    """An assault that is planned or made. For the defender (P37) each of their hexes in combat is
    one of its own, without origins; ``held``: held off.
    """

    targets: Hexes
    origins: Hexes
    status: Status
    held: bool = False


class Due(Struct, frozen=True):
    """What barrages have done to an own unit (D4): points and trucks that it has to lose."""

    unit: UnitId
    points: int
    trucks: int


class Falling(Struct, frozen=True, kw_only=True):
    """D12: all units of a hex must retreat so far. ``percent``: their loss as it is, for the
    defender alone; ``forced``: standing is not allowed (P46); ``closed``: hexes of the same
    assault that will retreat next. D17: ``enemy`` is the hex whose obligation was not met.
    """

    hex: Hex
    hexes: int
    percent: int = 0
    forced: bool = False
    enemy: Hex = ""
    closed: Hexes = ()


class Toll(Struct, frozen=True, kw_only=True):
    """D13, D14: what an assault costs the viewer. ``raw`` points to be absorbed, ``guns``
    vulnerability points; ``pool`` and ``exposed`` are the points that may be taken, ``bases``
    the part of each hex in the loss base, ``home`` the hex that each unit counts for.
    """

    targets: Hexes
    raw: int
    guns: int
    overrun: bool
    pool: tuple[Exposed, ...]
    exposed: tuple[Exposed, ...]
    bases: dict[Hex, int]
    home: dict[UnitId, Hex]


class Captive(Struct, frozen=True):
    """D15: the loser marks lost points worth ``raw`` as captured. ``pool``
    and ``raw`` are for them alone.
    """

    seat: Seat
    raw: int = 0
    pool: tuple[Exposed, ...] = ()


class Bring(Struct, frozen=True):
    """D16: the captor places these near ``hexes``: prisoner points, and captured points by kind."""

    seat: Seat
    hexes: Hexes
    prisoners: int
    brought: Toe


class Own(Struct, frozen=True):
    """What a frame shows: the viewer's own sheet, and what they are asked about, or may know of
    it: a ``Falling``, ``Toll``, ``Captive`` or ``Bring``.
    """

    sheet: Any = None
    task: Any = None


class View(Position, kw_only=True):
    """The game as one viewer knows it.

    ``units``: their own, and the ships of everybody. ``stacks``: whose land units stand where.
    ``touching``: their hexes in contact. ``shown``: their own list as the enemy was shown it, and
    ``listed`` the enemy's (3.4 L1). ``targets``: what they may fire at; ``marks``: their own units
    and facilities as the enemy knows them. ``must``: what they must assault. ``controlled``:
    hexes in enemy zones of control, where their question needs them. ``due``: damage that they have
    to take. ``dumps``, ``prisoners``, ``replacements``: their own, without those where an enemy
    stack stands or stood last. ``fired``: what their barrages have done; ``suffered``: what the
    enemy's have. ``limits``: only by R-HOLDSEE. ``last``: what was done last. ``prices``: points
    for what the enemy lost, and for what of it was captured. ``dossiers``: what they may know of
    each fight so far.
    """

    viewer: Seat
    players: dict[Seat, str]
    title: str
    grid: str
    profile: str
    between: Literal["move", "none"]
    seats: tuple[Seat, Seat]
    segment: int
    stage: int
    stages: int
    phasing: Seat
    step: Step
    stacks: dict[Hex, Seat]
    touching: tuple[Touch, ...]
    shown: tuple[Listed, ...]
    listed: tuple[Listed, ...]
    targets: tuple[Named, ...]
    marks: tuple[Named, ...]
    must: Hexes
    held_off: Hexes
    retreated: Hexes
    controlled: Hexes
    due: tuple[Due, ...]
    fired: tuple[Struck, ...]
    suffered: tuple[Struck, ...]
    attacks: tuple[Attack, ...]
    damage: tuple[Damage, ...]
    fired_aa: Hexes
    totals: Totals | None
    task: Any
    sheet: Any
    wrecks: tuple[Wrecks, ...]
    prisoners: tuple[Prisoners, ...]
    guards: tuple[Guards, ...]
    replacements: tuple[Replacements, ...]
    hold_points: dict[Hex, int]
    bonuses: dict[Seat, int]
    prices: dict[str, int]
    draws: tuple[Seat, ...]
    score: dict[Seat, int]
    winner: Seat | None
    reason: Reason | None
    last: Last | None
    dossiers: tuple[Dossier, ...] = ()
    limits: dict[Hex, int] = {}  # noqa: RUF012  # a field: msgspec copies it

    @property
    def seat(self) -> Seat:
        """The viewer, where they have a seat."""
        return self.viewer
