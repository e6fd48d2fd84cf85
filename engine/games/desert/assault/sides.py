"""What each side has in a close assault, and may lose in it (rules 3.11, P57 to P59)."""

from collections import Counter

from msgspec import Struct

from engine.games.desert.arithmetic import assault as ca
from engine.games.desert.arithmetic import casualties
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.assault.losses import is_gun
from engine.games.desert.forces.units import Hex, Hexes, Kind, Points, Toe, Unit, UnitId
from engine.games.desert.segment.s09_roles import roles_of
from engine.games.desert.world import World
from engine.state import Seat

FAR = 3
"""Hexes, and cohesion, that an undefended hex costs (P46)."""


class Side(Struct, kw_only=True):
    """One side's part in an assault: the loss base and percentage of each hex,
    and the points that may be lost.
    """

    base: dict[Hex, int] = {}
    percent: dict[Hex, int] = {}
    captured: bool = False
    raw_lost: int = 0
    pool: tuple[Exposed, ...] = ()
    exposed: tuple[Exposed, ...] = ()
    home: dict[UnitId, Hex] = {}
    lost: Points = {}
    guns: Points = {}

    @property
    def toe(self) -> int:
        """TOE against which losses are measured: the loss base and exposed
        guns, each point once (R-THIRTY).
        """
        counted: Counter[tuple[UnitId, Kind]] = Counter()
        for entry in (*self.pool, *self.exposed):
            counted[entry.key] = max(entry.n, counted[entry.key])
        return counted.total()


def key(targets: Hexes) -> str:
    """Return how dice keys name an assault."""
    return "+".join(targets)


def parts(w: World, side: Seat, targets: Hexes) -> list[ca.Part]:
    """Return the points in close assault, with the rating they fight with."""
    attacker = side == w.phasing
    found = []
    for hex in targets:
        for name, role in roles_of(w, side, "ca", hex):
            if attacker and role.targets != targets:
                continue
            unit = w.units[name]
            stack = w.stacked(unit.hex, side)
            rating = "off" if attacker else "defence"
            found.append(ca.part(unit, role.kind, role.n, rating, stack, w.kinds))  # type: ignore[arg-type]  # two literals
    return list(dict.fromkeys(found))


def in_base(w: World, unit: Unit, *, overrun: bool) -> Toe:
    """Return points of a defending unit that are in the loss base (P57).

    Rule: R-POOLW.
    """
    if overrun or unit.pinned or unit.retreated_in or w.rulings.poolw == "on":
        return dict(unit.toe)
    found: Counter[Kind] = Counter()
    for role in unit.seg.roles:
        if role.task == "ca":
            found[role.kind] += role.n
    return found


def reckon(w: World, sides: dict[Seat, Side], targets: Hexes, *, overrun: bool) -> None:
    """Note the loss bases of both sides, and who may be lost, before anybody retreats (P57 to P59).

    Rule: R-VUL.
    """
    mine, his = sides[w.phasing], sides[w.waiting]
    mine_parts = parts(w, w.phasing, targets)
    mine.base = ca.raw_by_hex(mine_parts)
    mine.pool = tuple(Exposed(p.unit, p.kind, p.n, p.rating) for p in mine_parts)
    mine.home = {part.unit: part.hex for part in mine_parts}
    if w.rulings.vul == "both":
        units = [unit for hex in mine.base for unit in w.stacked(hex, w.phasing)]
        mine.exposed = tuple(
            e for unit in units for e in exposed_guns(w, unit, overrun=overrun, offensive=True)
        )
    pool: list[Exposed] = []
    exposed: list[Exposed] = []
    for hex in targets:
        stack, base = w.defenders(hex), 0
        for unit in stack:
            his.home[unit.id] = hex
            for kind, n in in_base(w, unit, overrun=overrun).items():
                rating = ca.part(unit, kind, n, "defence", stack, w.kinds).rating
                base += n * rating
                if overrun or not is_gun(w.kinds[kind]):
                    pool.append(Exposed(unit.id, kind, n, rating))
            exposed += exposed_guns(w, unit, overrun=overrun, offensive=False)
        if stack:
            his.base[hex] = base
    his.pool, his.exposed = tuple(pool), tuple(exposed)


def exposed_guns(w: World, unit: Unit, *, overrun: bool, offensive: bool) -> list[Exposed]:
    """Return gun points that stand Forward, in an overrun Back too (P59)."""
    if unit.position is None or (unit.position == "back" and not overrun):
        return []
    fired = any(role.task == "aa" for role in unit.seg.roles)
    found = []
    for kind, n in unit.toe.items():
        if is_gun(w.kinds[kind]):
            rate = casualties.vulnerability(
                w.kinds[kind], w.rulings, fired_aa=fired, offensive=offensive
            )
            found += [Exposed(unit.id, kind, n, rate)] if rate else []
    return found
