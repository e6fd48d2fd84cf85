"""Step 11, losses of anti-armour fire: flagged by both, then removed, D9 (rules 3.10)."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from engine.games.desert import dossiers
from engine.games.desert import orders as o
from engine.games.desert.arithmetic import casualties
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.events import DummyGone, Lost
from engine.games.desert.forces import condition
from engine.games.desert.forces.units import Hex, Kind, Points, Unit, UnitId
from engine.games.desert.segment.s10_antiarmour import armoured
from engine.games.desert.segment.s10_freed import any_armour, free
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar, points_line
from engine.games.desert.sheets.sheets import Losses, with_points
from engine.games.desert.view import View
from engine.games.desert.world import Damage, Position, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat


class Need(Struct, frozen=True):
    """Damage in one hex, and the points that may be flagged for it."""

    hex: Hex
    damage: int
    pool: tuple[Exposed, ...]


def needs(p: Position, damage: tuple[Damage, ...], side: Seat, *, attacking: bool) -> list[Need]:
    """Return what a side must flag, hex by hex (R-AAPOOL)."""
    found = []
    for row in damage:
        points = row.on_attacker if attacking else row.on_defender
        pool = tuple(
            exposed
            for unit in p.of(side)
            if unit.kind != "warship"
            for exposed in armoured(p, unit, row.hex)
        )
        if casualties.armour_needed(points, p.rulings) and pool:
            found.append(Need(row.hex, points, pool))
    return found


def lacking(view: View, sheet: Losses) -> Bar | None:
    """Return the first hex whose damage is not met. A point counts once; those of a
    two-hex assault may count for either.
    """
    left = casualties.flat(sheet.points)
    for need in mine(view):
        chosen = {key: n for key, n in left.items() if key in {e.key for e in need.pool}}
        pool = [replace(e, n=min(e.n, left.get(e.key, 0) + unflagged(e, sheet))) for e in need.pool]
        wanted = casualties.armour_needed(need.damage, view.rulings)
        if not casualties.enough(chosen, pool, wanted):
            worth = casualties.worth(chosen, pool)
            return bar("E-ARMOR", hex=need.hex, s=worth, D=need.damage, exceed=view.rulings.exceed)
        used = casualties.cheapest_choice(
            [replace(e, n=chosen.get(e.key, 0)) for e in need.pool], wanted
        )
        left = {key: n - used.get(key, 0) for key, n in left.items() if n > used.get(key, 0)}
    return None


def unflagged(exposed: Exposed, sheet: Losses) -> int:
    """Return points of an entry that the sheet does not flag."""
    return exposed.n - min(exposed.n, sheet.points.get(exposed.unit, {}).get(exposed.kind, 0))


def mine(view: View) -> list[Need]:
    """Return what the viewer must flag."""
    return needs(view, view.damage, view.viewer, attacking=view.viewer == view.phasing)


class Flagged(Prompt):
    """D9: both seats flag what the fire has cost, for all hexes together."""

    blank = Losses

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Losses = view.sheet
        pool: Points = {}
        for need in mine(view):
            for e in need.pool:
                pool.setdefault(e.unit, {})[e.kind] = e.n
        choices: list[Choice] = []
        if pool:
            others = [unit.id for unit in view.of(seat) if unit.id not in pool]

            def reason(name: str) -> Bar | None:
                return None if name in pool else bar("E-POOL", unit=name)

            units = Pick([*pool, *others], reason, "E-UNIT")
            choices = [points_line(o.Lose, "lose", pool, units)]
        return answers(choices, lacking(view, sheet))

    def edited(self, view: View, sheet: Losses, order: o.Lose) -> Losses:
        return Losses(with_points(sheet.points, order.unit, order.points))

    @staticmethod
    def default(view: View) -> Losses:
        """Return the fewest points, those with the least armour to spare."""
        chosen: Counter[tuple[UnitId, Kind]] = Counter()
        for need in mine(view):
            left = [replace(e, n=e.n - chosen[e.key]) for e in need.pool]
            wanted = casualties.armour_needed(need.damage, view.rulings)
            chosen += casualties.cheapest_choice(left, wanted)
        return Losses(casualties.nested(chosen))

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """Turn flagged points into Destroyed Tanks where they stood (P33); dummies
        without armour beside them go.
        """
        w: World = t.world
        bare = [
            hex for hex in w.record.fired_aa if w.rulings.aafree == "on" and not any_armour(w, hex)
        ]
        every: dict[Seat, Points] = {}
        for seat, sheet in sheets.items():
            lost: Counter[tuple[UnitId, Kind]] = Counter()
            for (name, kind), n in casualties.flat(sheet.points).items():
                strike(w, w.units[name], kind, n)
                lost[name, kind.partition("/")[0]] += n
            gone = tuple(unit.id for unit in w.of(seat) if condition.dead(unit))
            every[seat] = told = casualties.nested(lost)
            if lost:
                t.tell(None, **{seat: Lost("aa_loss", told, {}, (), gone)})
        condition.bury(w)
        dossiers.fire(w, every)
        for hex in bare:
            free(t, hex)
        for hex in w.record.fired_aa:
            unmask(t, hex)
        t.pop()


def strike(w: World, unit: Unit, labelled: Kind, n: int) -> None:
    """Destroy points of a unit, out of the half that fires or that assaults."""
    kind, _, task = labelled.partition("/")
    condition.shrink(unit, kind, n, task)
    condition.remove(w, unit, {kind: n}, wrecked=True)


def unmask(t: Table, hex: Hex) -> None:
    """Remove a dummy tank when no real armour is left in a hex that was
    fired at or assaulted (SPI 16.46).
    """
    w: World = t.world
    here = w.defenders(hex)
    if any(w.kinds[kind].armoured for unit in here for kind in unit.toe):
        return
    for unit in here:
        if unit.kind == "dummy_tank":
            del w.units[unit.id]
            t.tell(None, **{unit.side: DummyGone(unit.id)})
