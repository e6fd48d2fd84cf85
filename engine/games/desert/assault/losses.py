"""What an assault costs both sides: D13, with the defender's guns, D14, on
the same sheet (rules 3.11, 4.3).
"""

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from engine.games.desert import orders as o
from engine.games.desert.arithmetic import casualties
from engine.games.desert.arithmetic.casualties import Exposed, by_unit, flat, nested
from engine.games.desert.forces.units import GUNS, Hex, PointKind, Points
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar, points_line
from engine.games.desert.sheets.sheets import Losses, with_points
from engine.games.desert.view import Own, Toll, View
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat


class Paid(Struct, frozen=True):
    """Both have chosen."""

    sheets: dict[Seat, Losses]


def is_gun(point: PointKind) -> bool:
    """Return whether points are guns: they absorb no losses of an
    assault, but are exposed to it.
    """
    return point.cls in GUNS and not point.armor


def still_exposed(toll: Toll, points: Points) -> list[Exposed]:
    """Return gun points that are not lost already (in an overrun guns may absorb losses too)."""
    gone = flat(points)
    return [replace(entry, n=entry.n - gone.get(entry.key, 0)) for entry in toll.exposed]


def toll_of(view: View) -> Toll:
    """Return what the viewer has to pay."""
    found: Toll = view.task
    return found


def lacking(view: View, sheet: Losses) -> Bar | None:
    """Return why the sheet is not enough.

    Rule: R-PROP.
    """
    toll = toll_of(view)
    chosen = flat(sheet.points)
    if not casualties.enough(chosen, toll.pool, toll.raw):
        return bar("E-RAW", s=casualties.worth(chosen, toll.pool), n=toll.raw)
    if view.rulings.prop == "enforce":
        for hex, (pool, share) in parts_of(toll).items():
            if casualties.short(chosen, pool, share):
                return bar("E-SHARE", hex=hex, s=casualties.worth(chosen, pool), n=int(share))
    guns = still_exposed(toll, sheet.points)
    if not casualties.enough(flat(sheet.guns), guns, toll.guns):
        return bar("E-VUL", s=casualties.worth(flat(sheet.guns), guns), V=toll.guns)
    return None


def parts_of(toll: Toll) -> dict[Hex, tuple[list[Exposed], Fraction]]:
    """Return the pool of each hex, and what it should absorb (P58.s3)."""
    return {
        hex: ([entry for entry in toll.pool if toll.home[entry.unit] == hex], toll.raw * share)
        for hex, share in casualties.shares(toll.bases).items()
    }


class Tolls(Prompt):
    """D13 and D14: both seats, always.

    Rule: DS-14.
    """

    blank = Losses

    tolls: dict[Seat, Toll]

    def show(self, viewer: Seat) -> Own | None:
        return Own(self.sheets[viewer], self.tolls[viewer]) if viewer in self.sheets else None

    def menu(self, view: View, seat: Seat) -> Menu:
        toll = toll_of(view)
        pool = by_unit(toll.pool) if toll.raw else {}
        guns = by_unit(toll.exposed) if toll.guns else {}
        plain = {name: points for name, points in guns.items() if name not in pool}
        able = {**plain, **pool}

        def reason(name: str) -> Bar | None:
            if name in able:
                return None
            unit = view.units[name]
            if unit.position == "back":
                return bar("E-GUNBACK", unit=name)
            return bar("E-GUNS", unit=name) if unit.position else bar("E-POOL", unit=name)

        mine = [unit.id for unit in view.of(seat)]
        choices: list[Choice] = []
        if able:
            choices.append(points_line(o.Lose, "lose", able, Pick(mine, reason, "E-UNIT")))
        if guns:
            choices.append(points_line(o.Gun, "gun", guns))
        return answers(choices, lacking(view, view.sheet))

    def edited(self, view: View, sheet: Losses, order: o.Lose | o.Gun) -> Losses:
        toll = toll_of(view)
        pool = by_unit(toll.pool) if toll.raw else {}
        if isinstance(order, o.Gun) or order.unit not in pool:
            return Losses(sheet.points, with_points(sheet.guns, order.unit, order.points))
        return Losses(with_points(sheet.points, order.unit, order.points), sheet.guns)

    @staticmethod
    def default(view: View) -> Losses:
        """Return the fewest points, those with the least to spare."""
        toll = toll_of(view)
        whole = casualties.cheapest_choice(toll.pool, toll.raw)
        if view.rulings.prop == "enforce":
            whole = casualties.proportional(list(parts_of(toll).values()), toll.raw)
        points = nested(whole)
        guns = casualties.cheapest_choice(still_exposed(toll, points), toll.guns)
        return Losses(points, nested(guns))

    def warnings(self, view: View, order: o.Lose | o.Gun) -> list[tuple[str, str, int, int]]:
        """Return the share of each hex in the losses, and in the base (W-SHARE, R-PROP)."""
        toll, chosen = toll_of(view), flat(view.sheet.points)
        worth = {hex: casualties.worth(chosen, pool) for hex, (pool, _) in parts_of(toll).items()}
        if len(toll.bases) < 2 or sum(worth.values()) < toll.raw:
            return []
        wanted, got = casualties.shares(toll.bases), casualties.shares(worth)
        tenths = casualties.tenths_of_percent
        return [
            ("W-SHARE", hex, tenths(got[hex]), tenths(wanted[hex]))
            for hex in toll.bases
            if got[hex] != wanted[hex]
        ]

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        """Pop with what both have chosen; a gun point that is lost twice is lost once."""
        kept = {}
        for seat, sheet in sheets.items():
            left = {e.key: e.n for e in still_exposed(self.tolls[seat], sheet.points)}
            guns = {key: min(n, left.get(key, 0)) for key, n in flat(sheet.guns).items()}
            kept[seat] = Losses(
                nested(flat(sheet.points)), nested({key: n for key, n in guns.items() if n})
            )
        t.pop(Paid(kept))
