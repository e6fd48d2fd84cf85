"""A viewer's knowledge of a game of Desert (4.1): the map and stacks, their own units, and the
enemy facts revealed so far.

Menus, sentences and pictures are made only from this.
"""

from collections import Counter
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from engine import Seat
from engine.games.desert import casualties, gunnery, orders, paths, units, world
from engine.games.desert.units import Hex, Hexes, Unit, UnitId


class Touch(Struct, frozen=True):
    own: Hex
    enemy: Hex
    zoc: bool | None = None  # in the enemy's zone of control; ``None``: not known (P3)


class Named(Struct, frozen=True, omit_defaults=True):
    name: str
    hex: Hex
    kind: world.TargetKind
    unit: UnitId = ""  # the real unit, for its owner (P15.s6) and once it is public
    alias: str = ""  # the reader's private name


class Attack(Struct, frozen=True):
    """A planned or finished assault. The defender (P37) sees each of their hexes separately and
    without origins.
    """

    targets: Hexes
    origins: Hexes
    status: world.Status
    held: bool = False  # held off


class Due(Struct, frozen=True):
    """D4: points and trucks that one of the viewer's units must lose."""

    unit: UnitId
    points: int
    trucks: int


class Falling(Struct, frozen=True, kw_only=True):
    """D12: all units of a hex must retreat this number of hexes. D17: ``enemy`` is the hex with the
    unmet obligation.
    """

    hex: Hex
    hexes: int
    percent: int = 0  # their present loss, only for the defender
    forced: bool = False  # staying is not allowed (P46)
    enemy: Hex = ""
    closed: Hexes = ()  # hexes of the same assault that retreat next


class Toll(Struct, frozen=True, kw_only=True):
    """D13, D14: the viewer's losses in an assault."""

    targets: Hexes
    raw: int  # points to absorb
    guns: int  # vulnerability points
    overrun: bool
    pool: tuple[casualties.Exposed, ...]  # points that may absorb losses
    exposed: tuple[casualties.Exposed, ...]  # gun points that may be lost
    bases: dict[Hex, int]  # each hex's part of the loss base
    home: dict[UnitId, Hex]  # the hex that each unit counts for


class Captive(Struct, frozen=True):
    """D15: captured points worth ``raw``. Only the loser sees ``pool`` and ``raw``."""

    seat: Seat
    raw: int = 0
    pool: tuple[casualties.Exposed, ...] = ()


class Bring(Struct, frozen=True):
    """D16: the captor places prisoner points, and captured points by kind, near ``hexes``."""

    seat: Seat
    hexes: Hexes
    prisoners: int
    brought: units.Toe


Question = Literal[
    "contact",
    "targets",
    "barrage",
    "moves",
    "damage",
    "calls",
    "assault",
    "strength",
    "base",
    "fall",
    "left",
]


class Declare(Struct, frozen=True):
    """DS-24: the absent side is asked about these hexes. ``n``: of a retreat."""

    what: Question
    hexes: Hexes = ()
    n: int = 0


class Own(Struct, frozen=True):
    sheet: Any = None
    task: Any = None


class View(world.Position, kw_only=True):
    """The game as one viewer knows it.

    ``units`` are the viewer's own and all ships. ``stacks`` is the side of the land units in each
    hex. ``dumps``, ``prisoners`` and ``replacements`` are the viewer's own, except where an enemy
    stack is or was last. ``dossiers`` hold the viewer's knowledge of each fight.
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
    step: world.Step
    stacks: dict[Hex, Seat]
    touching: tuple[Touch, ...]  # the viewer's hexes in contact
    shown: tuple[world.Listed, ...]  # the viewer's list as shown to the enemy (3.4 L1)
    listed: tuple[world.Listed, ...]  # the enemy's list
    targets: tuple[Named, ...]  # the viewer's possible targets
    marks: tuple[Named, ...]  # the viewer's units and facilities as the enemy knows them
    must: Hexes  # hexes that the viewer must assault
    held_off: Hexes
    retreated: Hexes
    controlled: Hexes  # hexes in enemy zones of control, if the question needs them
    due: tuple[Due, ...]  # damage to take
    fired: tuple[world.Struck, ...]  # effects of the viewer's barrages
    suffered: tuple[world.Struck, ...]  # effects of the enemy's
    attacks: tuple[Attack, ...]
    damage: tuple[world.Damage, ...]
    fired_aa: Hexes
    totals: world.Totals | None
    task: Any
    sheet: Any
    wrecks: tuple[units.Wrecks, ...]
    prisoners: tuple[units.Prisoners, ...]
    guards: tuple[units.Guards, ...]
    replacements: tuple[units.Replacements, ...]
    hold_points: dict[Hex, int]
    bonuses: dict[Seat, int]
    prices: dict[str, int]  # points for enemy losses and captures
    draws: tuple[Seat, ...]
    score: dict[Seat, int]
    winner: Seat | None
    reason: world.Reason | None
    last: world.Last | None
    dossiers: tuple[world.Dossier, ...] = ()
    absent: Seat | UnsetType = UNSET  # the side that is not in the program (DS-24)
    lower: int | UnsetType = UNSET  # set if the map is typed
    # only with R-HOLDSEE
    limits: dict[Hex, int] = {}  # noqa: RUF012  # a field: msgspec copies it

    @property
    def seat(self) -> Seat:
        return self.viewer


OPEN = tuple(
    (
        "rulings chart kinds pairs hexsides title grid profile between seats segment stage stages"
        " phasing step stacks hold_points bonuses winner reason last"
    ).split()
)
"""Fields of the world that are public."""
SHIP = ("id", "side", "kind", "hex", "name", "gun", "gun_face")
"""Public fields of a ship."""


def copied(unit: Unit) -> Unit:
    return replace(unit, toe=dict(unit.toe), seg=replace(unit.seg))


def public_ship(ship: Unit) -> Unit:
    public = {name: getattr(ship, name) for name in SHIP}
    return Unit(**public, known=True)


def project(w: world.World, viewer: Seat, shown: list[Any]) -> View:
    """Return the view of ``viewer``, with the frames' parts ``shown``. After the end everything is
    open.

    Rule: DS-20.
    """
    every, r, stood = w.winner is not None, w.record, w.ground
    own = None if viewer not in w.seats else viewer
    enemy = w.other(viewer) if own else ""

    def mine(side: Seat) -> bool:
        return every or side == viewer

    def known(side: Seat, hex: Hex) -> bool:
        """Return whether a hex's content is known. An enemy stack may have taken it."""
        return every or (side == viewer and stood.get(hex, viewer) == viewer)

    asked = next((part for part in reversed(shown) if isinstance(part, Own)), Own())
    return View(
        **{name: getattr(w, name) for name in OPEN},
        cells={
            hex: replace(c, held=c.held if every else stood.get(hex, c.held))
            for hex, c in w.cells.items()
        },
        units={
            i: copied(u) if mine(u.side) else public_ship(u)
            for i, u in w.units.items()
            if mine(u.side) or u.kind == "warship"
        },
        dumps={i: replace(d) for i, d in w.dumps.items() if known(d.side, d.hex)},
        leaders={i: replace(lead) for i, lead in w.leaders.items() if mine(lead.side)},
        viewer=viewer,
        players=dict(w.players),
        touching=touching(w, own),
        shown=r.lists.get(own, ()) if own else (),
        listed=r.lists.get(enemy, ()) if own else (),
        targets=names(w, own, own, asked.sheet) if own else (),
        marks=names(w, enemy, own) if own else (),
        must=unmet(w) if own == w.phasing else (),
        held_off=r.held_off,
        retreated=r.retreated if own == w.phasing else (),
        controlled=controlled(w, own, asked.task),
        due=due(w, own) if w.step == "apply" and own else (),
        fired=tuple(hit for hit in r.hits if hit.firer == own),
        suffered=tuple(hit for hit in r.hits if own and hit.firer == enemy),
        attacks=attacks(w, own),
        damage=tuple(r.damage),
        fired_aa=tuple(r.fired_aa),
        totals=r.totals,
        task=asked.task,
        sheet=asked.sheet,
        wrecks=tuple(part for part in w.wrecks if mine(part.side)),
        prisoners=tuple(part for part in w.prisoners if known(part.captor, part.hex)),
        guards=tuple(part for part in w.guards if mine(part.side)),
        replacements=tuple(part for part in w.replacements if known(part.side, part.hex)),
        draws=tuple(w.draws),
        score=dict(w.score),
        prices={"lost": w.lost_points, "captured": w.captured_points},
        dossiers=tuple(replace(one) for one in w.dossiers if mine(one.side)),
        absent=w.paper,
        lower=w.lower,
        limits=limits(w) if own == w.phasing and w.step == "plan" else {},
    )


def limits(w: world.World) -> dict[Hex, int]:
    """Rule: R-HOLDSEE."""
    targets = w.record.targets.get(w.phasing, ()) if w.rulings.holdsee == "truth" else ()
    listed = Counter(one.hex for one in targets)
    return {
        hex: max(0, gunnery.threshold(w.rulings, units.non_gun_bn(w.counted(hex), w.kinds), n))
        for hex, n in sorted(listed.items())
    }


def touching(w: world.World, own: Seat | None) -> tuple[Touch, ...]:
    if own == w.phasing:
        return tuple(Touch(f, e, (e, f) in w.record.zoc) for f, e in w.record.adjacent)
    return tuple(Touch(e, f) for f, e in w.record.adjacent) if own else ()


def names(
    w: world.World, firer: Seat, reader: Seat | None, sheet: orders.Sheet | None = None
) -> tuple[Named, ...]:
    plan = sheet if isinstance(sheet, orders.Plan) else w.record.plans.get(firer)
    found: list[Named] = []
    for target in w.record.targets.get(firer, ()):
        unit = w.units.get(target.unit)
        open_to_all = target.kind == "Ship" or (unit is not None and unit.known)
        alias = plan.alias.get(target.name, "") if plan and reader == firer else ""
        found.append(
            Named(
                target.name,
                target.hex,
                target.kind,
                target.unit if reader != firer or open_to_all else "",
                alias,
            )
        )
    return tuple(found)


def unmet(w: world.World) -> Hexes:
    stacks, r = w.stacks, w.record
    return tuple(
        hex
        for hex in r.obligations
        if hex not in r.held_off
        and (hex not in r.retreated or w.rulings.onlyr == "obliged")
        and hex not in r.assaulted
        and stacks.get(hex) == w.waiting
    )


def controlled(w: world.World, own: Seat | None, task: object) -> Hexes:
    wanted = own is not None and (
        w.step == "move"
        or (w.step in ("retreat", "ca_retreat") and own == w.waiting)
        or (w.step == "obligations" and own == w.phasing)
        or (isinstance(task, Bring) and task.seat == own)
    )
    return tuple(sorted(paths.controlled(w, w.other(own)))) if wanted and own else ()


def due(w: world.World, own: Seat) -> tuple[Due, ...]:
    return tuple(
        Due(unit.id, unit.seg.barrage_losses, unit.seg.truck_losses)
        for unit in w.of(own)
        if unit.seg.barrage_losses or unit.seg.truck_losses
    )


def attacks(w: world.World, own: Seat | None) -> tuple[Attack, ...]:
    """Return all assaults for the phasing seat, or the known part for other viewers (P37)."""
    r = w.record
    if own == w.phasing and own:
        return tuple(
            Attack(f.targets, f.origins, f.status, any(hex in r.held_off for hex in f.targets))
            for f in r.fights
            if f.assault
        )
    if not (w.step.startswith("ca_") or w.absent):
        return ()
    over = ("resolved", "struck", "void")
    made = {hex: f.status for f in r.fights for hex in f.targets if f.status in over}
    hexes = sorted({e for _, e in r.adjacent} | set(made))
    told = [Attack((hex,), (), made.get(hex, "waiting"), hex in r.held_off) for hex in hexes]
    return tuple(attack for attack in told if own or attack.status == "resolved")
