"""What one viewer may know of a game of Desert (4.1): the map and the stacks, his own units
opened, and of the enemy what the rules let him know by now. Menus, sentences and pictures are
made from this and from nothing else.
"""

from typing import Any

import msgspec
from msgspec import Struct

from engine.games.desert.arithmetic.barrage import threshold
from engine.games.desert.arithmetic.points import Exposed
from engine.games.desert.forces.units import (
    Guards,
    Hex,
    Kind,
    Leader,
    Prisoners,
    Replacements,
    Unit,
    UnitId,
    Wrecks,
    non_gun_bn,
)
from engine.games.desert.ground import zones
from engine.games.desert.sheets.sheets import Plan, Sheet
from engine.games.desert.world import (
    Damage,
    Listed,
    Position,
    Reason,
    Status,
    Step,
    Struck,
    TargetKind,
    Totals,
    World,
)
from engine.state import Seat


class Touch(Struct, frozen=True):
    """An own hex that touches an enemy hex. ``zoc``: does the enemy's zone of control cover the
    own hex? Only the phasing seat is told (P3); ``None``: not told.
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
    """An assault that is planned or made. For the defender (P37) each of his hexes in combat is
    one of its own, without origins; ``held``: held off.
    """

    targets: tuple[Hex, ...]
    origins: tuple[Hex, ...]
    status: Status
    held: bool = False


class Due(Struct, frozen=True):
    """What barrages have done to an own unit (D4): points and trucks that it has to lose."""

    unit: UnitId
    points: int
    trucks: int


class Falling(Struct, frozen=True):
    """D12: all units of a hex must retreat so far. ``percent``: their loss as it is, for the
    defender alone; ``forced``: standing is not allowed (P46); ``closed``: hexes of the same
    assault that will retreat next. D17: ``enemy`` is the hex whose obligation was not met.
    """

    hex: Hex
    hexes: int
    percent: int = 0
    forced: bool = False
    enemy: Hex = ""
    closed: tuple[Hex, ...] = ()


class Toll(Struct, frozen=True):
    """D13, D14: what an assault costs the viewer. ``raw`` points to be absorbed, ``guns``
    vulnerability points; ``pool`` and ``exposed`` are the points that may be taken, ``bases``
    the part of each hex in the loss base, ``home`` the hex that each unit counts for.
    """

    targets: tuple[Hex, ...]
    raw: int
    guns: int
    overrun: bool
    pool: tuple[Exposed, ...]
    exposed: tuple[Exposed, ...]
    bases: dict[Hex, int]
    home: dict[UnitId, Hex]


class Captive(Struct, frozen=True):
    """D15: the loser marks lost points worth ``raw`` as captured. ``pool``
    and ``raw`` are for him alone.
    """

    seat: Seat
    raw: int = 0
    pool: tuple[Exposed, ...] = ()


class Bring(Struct, frozen=True):
    """D16: the captor places these near ``hexes``: prisoner points, and captured points by kind."""

    seat: Seat
    hexes: tuple[Hex, ...]
    prisoners: int
    brought: dict[Kind, int]


Task = Falling | Toll | Captive | Bring


class Own(Struct, frozen=True):
    """What a frame shows: the viewer's own sheet, and what he is asked about, or may know of it."""

    sheet: Sheet | None = None
    task: Task | None = None


class View(Position):
    """The game as one viewer knows it.

    ``units``: his own, and the ships of everybody. ``stacks``: whose land units stand where.
    ``touching``: his hexes in contact. ``shown``: his own list as the enemy was shown it, and
    ``listed`` the enemy's (3.4 L1). ``targets``: what he may fire at; ``marks``: his own units
    and facilities as the enemy knows them. ``must``: what he must assault. ``controlled``:
    hexes in enemy zones of control, where his question needs them. ``due``: damage that he has
    to take. ``dumps``, ``prisoners``, ``replacements``: his own, without those where an enemy
    stack stands or stood last. ``fired``: what his barrages have done; ``suffered``: what the
    enemy's have. ``limits``: only by R-HOLDSEE.
    """

    viewer: Seat
    players: dict[Seat, str]
    title: str
    grid: str
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
    must: tuple[Hex, ...]
    held_off: tuple[Hex, ...]
    retreated: tuple[Hex, ...]
    controlled: tuple[Hex, ...]
    due: tuple[Due, ...]
    fired: tuple[Struck, ...]
    suffered: tuple[Struck, ...]
    attacks: tuple[Attack, ...]
    damage: tuple[Damage, ...]
    fired_aa: tuple[Hex, ...]
    totals: Totals | None
    task: Task | None
    sheet: Sheet | None
    wrecks: tuple[Wrecks, ...]
    prisoners: tuple[Prisoners, ...]
    guards: tuple[Guards, ...]
    replacements: tuple[Replacements, ...]
    hold_points: dict[Hex, int]
    draws: tuple[Seat, ...]
    score: dict[Seat, int]
    winner: Seat | None
    reason: Reason | None
    limits: dict[Hex, int] = {}  # noqa: RUF012  # a field: msgspec copies it

    @property
    def seat(self) -> Seat:
        """The viewer, where he has a seat."""
        return self.viewer

    @property
    def enemy(self) -> Seat:
        """The other seat."""
        return self.other(self.viewer)

    def other(self, seat: Seat) -> Seat:
        return self.seats[1] if seat == self.seats[0] else self.seats[0]


ASSAULTING = ("ca_pick", "ca_retreat", "ca_loss", "ca_captured", "ca_place")


def copied(unit: Unit) -> Unit:
    """A unit that does not change when the world does."""
    seg = msgspec.structs.replace(unit.seg, doomed=dict(unit.seg.doomed))
    return msgspec.structs.replace(unit, toe=dict(unit.toe), seg=seg)


def seen(ship: Unit) -> Unit:
    """An enemy ship: its place, its name and its guns, and not what it is about to do."""
    return Unit(
        ship.id,
        ship.side,
        ship.kind,
        ship.hex,
        ship.name,
        known=True,
        gun=ship.gun,
        gun_face=ship.gun_face,
    )


def project(w: World, viewer: Seat, shown: list[Any]) -> View:
    """What ``viewer`` may know; ``shown`` is what the frames show him.
    After the end everything is open.
    """
    every, r, stood = w.winner is not None, w.record, w.ground
    own = None if viewer not in w.seats else viewer
    enemy = w.other(viewer) if own else ""

    def mine(side: Seat) -> bool:
        return every or side == viewer

    def known(side: Seat, hex: Hex) -> bool:
        """What lies in a hex that an enemy stack holds may be taken, or not:
        nobody is told what the stack is.
        """
        return every or (side == viewer and stood.get(hex, viewer) == viewer)

    asked = next((part for part in reversed(shown) if isinstance(part, Own)), Own())
    return View(
        w.rulings,
        w.chart,
        w.kinds,
        {
            hex: msgspec.structs.replace(c, held=c.held if every else stood.get(hex, c.held))
            for hex, c in w.cells.items()
        },
        w.pairs,
        w.hexsides,
        {
            i: copied(u) if mine(u.side) else seen(u)
            for i, u in w.units.items()
            if mine(u.side) or u.kind == "warship"
        },
        {i: msgspec.structs.replace(d) for i, d in w.dumps.items() if known(d.side, d.hex)},
        {
            i: Leader(lead.id, lead.side, lead.hex)
            for i, lead in w.leaders.items()
            if mine(lead.side)
        },
        viewer,
        dict(w.players),
        w.title,
        w.grid,
        w.seats,
        w.segment,
        w.stage,
        w.stages,
        w.phasing,
        w.step,
        w.stacks,
        touching(w, own),
        r.lists.get(own, ()) if own else (),
        r.lists.get(enemy, ()) if own else (),
        names(w, own, own, asked.sheet) if own else (),
        names(w, enemy, own) if own else (),
        unmet(w) if own == w.phasing else (),
        r.held_off,
        r.retreated if own == w.phasing else (),
        controlled(w, own, asked.task),
        due(w, own) if w.step == "apply" and own else (),
        tuple(hit for hit in r.hits if hit.firer == own),
        tuple(hit for hit in r.hits if own and hit.firer == enemy),
        attacks(w, own),
        tuple(r.damage),
        tuple(r.fired_aa),
        r.totals,
        asked.task,
        asked.sheet,
        tuple(part for part in w.wrecks if mine(part.side)),
        tuple(part for part in w.prisoners if known(part.captor, part.hex)),
        tuple(part for part in w.guards if mine(part.side)),
        tuple(part for part in w.replacements if known(part.side, part.hex)),
        w.hold_points,
        tuple(w.draws),
        dict(w.score),
        w.winner,
        w.reason,
        limits(w) if own == w.phasing and w.step == "plan" and w.rulings.holdsee == "truth" else {},
    )


def limits(w: World) -> dict[Hex, int]:
    """The true number that the points on each hex must exceed to hold it off (R-HOLDSEE)."""
    targets = w.record.targets.get(w.phasing, ())
    return {
        hex: max(
            0,
            threshold(
                w.rulings,
                non_gun_bn(w.counted(hex), w.kinds),
                sum(one.hex == hex for one in targets),
            ),
        )
        for hex in sorted({one.hex for one in targets})
    }


def touching(w: World, own: Seat | None) -> tuple[Touch, ...]:
    """The viewer's hexes in contact; zones of control for the phasing seat alone (3.2.4)."""
    if own == w.phasing:
        return tuple(Touch(f, e, (e, f) in w.record.zoc) for f, e in w.record.adjacent)
    return tuple(Touch(e, f) for f, e in w.record.adjacent) if own else ()


def names(
    w: World, firer: Seat, reader: Seat | None, sheet: Sheet | None = None
) -> tuple[Named, ...]:
    """The target list for one side's fire: the firer knows names, with his
    aliases, the other what they are.
    """
    plan = sheet if isinstance(sheet, Plan) else w.record.plans.get(firer)
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


def unmet(w: World) -> tuple[Hex, ...]:
    """Hexes that the phasing seat must still assault (3.9): not held off, and not emptied of
    all that did not retreat there.
    """
    stacks, r = w.stacks, w.record
    return tuple(
        hex
        for hex in r.obligations
        if hex not in r.held_off
        and (hex not in r.retreated or w.rulings.onlyr == "obliged")
        and hex not in r.assaulted
        and stacks.get(hex) == w.waiting
    )


def controlled(w: World, own: Seat | None, task: object) -> tuple[Hex, ...]:
    """Hexes in the enemy's zones of control, where the viewer's question needs them (4.1)."""
    wanted = own is not None and (
        w.step == "move"
        or (w.step in ("retreat", "ca_retreat") and own == w.waiting)
        or (w.step == "obligations" and own == w.phasing)
        or (isinstance(task, Bring) and task.seat == own)
    )
    return tuple(sorted(zones.controlled(w, w.other(own)))) if wanted and own else ()


def due(w: World, own: Seat) -> tuple[Due, ...]:
    """What barrages have done to the viewer's units."""
    return tuple(
        Due(unit.id, unit.seg.barrage_losses, unit.seg.truck_losses)
        for unit in w.of(own)
        if unit.seg.barrage_losses or unit.seg.truck_losses
    )


def attacks(w: World, own: Seat | None) -> tuple[Attack, ...]:
    """Assaults: all of them for the phasing seat; for the defender his hexes in combat,
    waiting, resolved or struck (P37); for everybody else those that were made.
    """
    r = w.record
    if own == w.phasing and own:
        return tuple(
            Attack(f.targets, f.origins, f.status, any(hex in r.held_off for hex in f.targets))
            for f in r.fights
            if f.assault
        )
    if w.step not in ASSAULTING:
        return ()
    made = {
        hex: f.status
        for f in r.fights
        for hex in f.targets
        if f.status in ("resolved", "struck", "void")
    }
    hexes = sorted({e for _, e in r.adjacent} | set(made))
    told = [Attack((hex,), (), made.get(hex, "waiting"), hex in r.held_off) for hex in hexes]
    return tuple(attack for attack in told if own or attack.status == "resolved")
