"""Step 12, losses and captures: D13 with the defender's guns, D14, on the same sheet; captured
points (D15) and their places, D16 (rules 3.11, 4.3).
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import astuple, replace

from engine import Bar, Choice, Menu, Seat, Table
from engine.games.desert import casualties, condition, events
from engine.games.desert import orders as o
from engine.games.desert import units as u
from engine.games.desert.casualties import Exposed, by_unit, flat, nested
from engine.games.desert.orders import Brought, Losses, Placed, with_points
from engine.games.desert.prompts import Prompt, answers, points_line
from engine.games.desert.slots import Count, Pick, bar
from engine.games.desert.units import Hex, UnitId
from engine.games.desert.view import Bring, Captive, Own, Toll, View
from engine.games.desert.world import Position, World


class Paid(Struct, frozen=True):
    sheets: dict[Seat, Losses]


def is_gun(point: u.PointKind) -> bool:
    return point.cls in u.GUNS and not point.armor


def still_exposed(toll: Toll, points: u.Points) -> list[Exposed]:
    """Return the gun points not lost already. In an overrun guns may absorb losses too."""
    gone = flat(points)
    return [replace(entry, n=entry.n - gone.get(entry.key, 0)) for entry in toll.exposed]


def toll_of(view: View) -> Toll:
    found: Toll = view.task
    return found


def too_few_reason(view: View, sheet: Losses) -> Bar | None:
    """Rule: R-PROP."""
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
    return {
        hex: ([entry for entry in toll.pool if toll.home[entry.unit] == hex], toll.raw * share)
        for hex, share in casualties.shares(toll.bases).items()
    }


class Tolls(Prompt):
    """D13 and D14: losses in an assault. Both seats are asked, even without losses.

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
        return answers(choices, too_few_reason(view, view.sheet))

    def edited(self, view: View, sheet: Losses, order: o.Lose | o.Gun) -> Losses:
        toll = toll_of(view)
        pool = by_unit(toll.pool) if toll.raw else {}
        if isinstance(order, o.Gun) or order.unit not in pool:
            return Losses(sheet.points, with_points(sheet.guns, order.unit, order.points))
        return Losses(with_points(sheet.points, order.unit, order.points), sheet.guns)

    @staticmethod
    def default(view: View) -> Losses:
        toll = toll_of(view)
        whole = casualties.cheapest_choice(toll.pool, toll.raw)
        if view.rulings.prop == "enforce":
            whole = casualties.proportional(list(parts_of(toll).values()), toll.raw)
        points = nested(whole)
        guns = casualties.cheapest_choice(still_exposed(toll, points), toll.guns)
        return Losses(points, nested(guns))

    def warnings(self, view: View, order: o.Lose | o.Gun) -> list[tuple[str, str, int, int]]:
        toll, chosen = toll_of(view), flat(view.sheet.points)
        if isinstance(order, o.Lose) and order.unit not in {one.unit for one in toll.pool}:
            return [("W-GUNS", order.unit, 0, 0)]
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
        """Pop with the choices of both sides. A gun point chosen twice is lost once."""
        kept = {}
        for seat, sheet in sheets.items():
            left = {e.key: e.n for e in still_exposed(self.tolls[seat], sheet.points)}
            guns = {key: min(n, left.get(key, 0)) for key, n in flat(sheet.guns).items()}
            kept[seat] = Losses(
                nested(flat(sheet.points)), nested({key: n for key, n in guns.items() if n})
            )
        t.pop(Paid(kept))


def captives(p: Position, rating: u.Rating, listed: Iterable[u.Points]) -> tuple[Exposed, ...]:
    total: Counter[tuple[UnitId, u.Kind]] = Counter()
    for points in listed:
        total.update(casualties.flat(points))
    return tuple(
        Exposed(unit, kind, n, p.kinds[kind].rating(rating))
        for (unit, kind), n in sorted(total.items())
    )


class Capturing(Prompt):
    """D15: the loser declares which of their lost points are captured.

    Rule: DS-15.
    """

    blank = Losses

    asked: dict[Seat, Captive]

    def show(self, viewer: Seat) -> Own:
        if viewer in self.asked:
            return Own(self.sheets[viewer], self.asked[viewer])
        return Own(None, Captive(next(iter(self.asked))))

    def menu(self, view: View, seat: Seat) -> Menu:
        captive: Captive = view.task
        chosen, pool = casualties.flat(view.sheet.points), captive.pool
        short = not casualties.enough(chosen, pool, captive.raw)
        give = points_line(o.Give, "give", casualties.by_unit(pool))
        why = bar("E-CAP", s=casualties.worth(chosen, pool), K=captive.raw) if short else None
        return answers([give], why)

    def edited(self, view: View, sheet: Losses, order: o.Give) -> Losses:
        return Losses(with_points(sheet.points, order.unit, order.points))

    @staticmethod
    def default(view: View) -> Losses:
        captive: Captive = view.task
        return Losses(casualties.nested(casualties.cheapest_choice(captive.pool, captive.raw)))

    def play(self, t: Table, sheets: dict[Seat, Losses]) -> None:
        w: World = t.world
        for seat, sheet in sheets.items():
            taken: u.Toe = {}
            for (_, kind), n in casualties.flat(sheet.points).items():
                taken[kind] = taken.get(kind, 0) + n
            w.record.captives[seat] = taken
            w.captured[seat] = w.captured.get(seat, 0) + sum(taken.values())
            t.tell(events.Seized(seat, taken))
        t.pop()


FAR = 3
"""The maximum distance from the target hex to which captives are brought, in hexes (P62.s3, s5)."""


P = TypeVar("P", u.Prisoners, u.Guards)


def become_prisoners(point: u.PointKind) -> bool:
    """Return whether points become prisoners. The others are captured guns and tanks."""
    return point.cls in (*u.INFANTRY, "recce", "hq")


def places(view: View, bring: Bring) -> dict[Hex, Bar | None]:
    """Rules: R-NOPLACE, R-OWNHEX."""
    board = view.board
    barred = set(view.controlled)
    if view.rulings.ownhex == "any":
        barred -= {hex for hex, seat in view.stacks.items() if seat == view.viewer}
    near = {hex for target in bring.hexes for hex in board.within(target, FAR)}
    found: dict[Hex, Bar | None] = {}
    for hex in view.cells:
        if hex not in near:
            found[hex] = bar("E-THREE", hex=hex, e="+".join(bring.hexes))
        elif view.stacks.get(hex, view.viewer) != view.viewer or hex in barred:
            found[hex] = bar("E-EZOC", hex=hex)
        else:
            found[hex] = None
    nowhere = not any(reason is None for reason in found.values())
    if nowhere and view.rulings.noplace == "stays":
        found |= {
            hex: None for hex in bring.hexes if view.stacks.get(hex, view.viewer) == view.viewer
        }
    return found


def list_receivers(view: View, kind: u.Kind) -> list[UnitId]:
    mine = [unit for unit in view.of(view.viewer) if unit.kind in u.FIGHTING]
    wanted = ("gun",) if view.kinds[kind].cls in u.GUNS else ("tank", "recce")
    return [unit.id for unit in mine if unit.kind in wanted] or [unit.id for unit in mine]


def bring_of(view: View) -> tuple[Bring, Placed]:
    return view.task, view.sheet


def left(bring: Bring, sheet: Placed) -> tuple[int, u.Toe]:
    kinds = Counter(bring.brought)
    for one in sheet.brought:
        kinds[one.kind] -= one.n
    kinds = +kinds
    return bring.prisoners - sum(sheet.prisoners.values()), kinds


class Placing(Prompt):
    """D16: the captor places prisoners, guards and captured points, all together at the end.

    Rule: R-GUARDHEX.
    """

    blank = Placed

    bring: dict[Seat, Bring]

    def show(self, viewer: Seat) -> Own:
        if viewer in self.bring:
            return Own(self.sheets[viewer], self.bring[viewer])
        return Own(None, next(iter(self.bring.values())))

    def menu(self, view: View, seat: Seat) -> Menu:
        bring, sheet = bring_of(view)
        prisoners, kinds = left(bring, sheet)
        spots = Pick(view.cells, places(view, bring).get, "E-HEX")
        choices: list[Choice] = []
        if prisoners and spots.legal:
            choices.append(Choice(o.Pow, "pow {n} {hex}", n=Count(prisoners), hex=spots))
        if kinds and spots.legal and list_receivers(view, next(iter(kinds))):

            def free(got: dict[str, Any]) -> Pick:
                return Pick([kind for kind, n in kinds.items() if n >= got["n"]])

            choices.append(
                Choice(
                    o.Repl,
                    "repl {n} {kind} {unit} {hex}",
                    n=Count(max(kinds.values())),
                    kind=free,
                    unit=lambda got: Pick(list_receivers(view, got["kind"]), None, "E-UNIT"),
                    hex=spots,
                )
            )
            if len(kinds) == 1:
                choices.append(
                    Choice(
                        o.ReplOne,
                        "repl {n} {unit} {hex}",
                        offered=False,
                        n=Count(max(kinds.values())),
                        unit=Pick(list_receivers(view, next(iter(kinds))), None, "E-UNIT"),
                        hex=spots,
                    )
                )
        mine = {unit.id: u.infantry_points(unit.toe, view.kinds) for unit in view.of(seat)}

        def guard(name: str) -> Bar | None:
            return None if mine[name] > sheet.guards.get(name, 0) else bar("E-INF", unit=name)

        guards = Pick(mine, guard, "E-UNIT")
        if bring.prisoners and guards.legal:
            choices.append(
                Choice(
                    o.Guard,
                    "guard {unit} {n}",
                    unit=guards,
                    n=lambda got: Count(mine[got["unit"]] - sheet.guards.get(got["unit"], 0)),
                )
            )
        if sheet != Placed():
            choices.append(Choice(o.Clear, "clear"))
        nobody = not any(list_receivers(view, kind) for kind in kinds)
        stuck = not spots.legal or (nobody and not prisoners)
        missing = prisoners + sum(kinds.values())
        return answers(choices, bar("E-LEFT", n=missing) if missing and not stuck else None)

    def edited(self, view: View, sheet: Placed, order: Any) -> Placed:
        match order:
            case o.Pow(n, hex):
                return replace(
                    sheet, prisoners={**sheet.prisoners, hex: sheet.prisoners.get(hex, 0) + n}
                )
            case o.Repl(n, kind, unit, hex):
                return replace(sheet, brought=[*sheet.brought, Brought(n, kind, unit, hex)])
            case o.ReplOne(n, unit, hex):
                (kind,) = left(*bring_of(view))[1]
                return replace(sheet, brought=[*sheet.brought, Brought(n, kind, unit, hex)])
            case o.Guard(unit, n):
                return replace(sheet, guards={**sheet.guards, unit: sheet.guards.get(unit, 0) + n})
        return Placed()

    @staticmethod
    def default(view: View) -> Placed:
        bring, _ = bring_of(view)
        board = view.board
        legal = [hex for hex, reason in places(view, bring).items() if reason is None]
        if not legal:
            return Placed()

        def away(hex: Hex) -> int:
            return min(board.distance(target, hex) or 0 for target in bring.hexes)

        nearest = min(legal, key=lambda hex: (away(hex), hex))
        brought = [
            Brought(n, kind, units[0], nearest)
            for kind, n in bring.brought.items()
            if n and (units := list_receivers(view, kind))
        ]
        return Placed({nearest: bring.prisoners} if bring.prisoners else {}, brought)

    def warnings(self, view: View, order: Any) -> list[tuple[str, str, int, int]]:
        _, sheet = bring_of(view)
        if not isinstance(order, o.Pow):
            return []
        guarded = {guards.hex for guards in view.guards} | {
            view.units[name].hex for name in sheet.guards
        }
        return [("W-GUARD", order.hex, order.n, 0)] if order.hex not in guarded else []

    def play(self, t: Table, sheets: dict[Seat, Placed]) -> None:
        w: World = t.world
        for seat, sheet in sheets.items():
            for hex, n in sheet.prisoners.items():
                add_to_pile(w.prisoners, u.Prisoners(seat, w.other(seat), hex, n))
            told: dict[UnitId, dict[Hex, int]] = {}
            for one in sheet.brought:
                w.replacements.append(u.Replacements(seat, one.kind, one.n, one.unit, one.hex))
                told.setdefault(one.unit, {})[one.hex] = (
                    told.get(one.unit, {}).get(one.hex, 0) + one.n
                )
            for name, n in sheet.guards.items():
                place = next(iter(sheet.prisoners), "") if w.rulings.guardhex == "prisoners" else ""
                post(w, w.units[name], n, place or w.units[name].hex)
            t.tell(None, **{seat: events.Settled(sheet.prisoners, told, sheet.guards)})
        t.pop()


def add_to_pile(piles: list[P], new: P) -> None:
    there = next((pile for pile in piles if astuple(pile)[:-1] == astuple(new)[:-1]), None)
    if there is None:
        piles.append(new)
        piles.sort(key=astuple)
    else:
        there.n += new.n


def post(w: World, unit: u.Unit, n: int, hex: Hex) -> None:
    for kind in sorted(unit.toe):
        if w.kinds[kind].cls in u.INFANTRY and n:
            taken = min(n, unit.toe[kind])
            unit.toe[kind] -= taken
            condition.shrink(unit, kind, taken)
            n -= taken
            add_to_pile(w.guards, u.Guards(unit.side, hex, taken))
    condition.cleared(w, unit)


def placing(w: World, targets: u.Hexes) -> Placing:
    bring = {}
    for origin, taken in w.record.captives.items():
        walking = sum(n for kind, n in taken.items() if become_prisoners(w.kinds[kind]))
        heavy = {kind: n for kind, n in taken.items() if not become_prisoners(w.kinds[kind]) and n}
        if walking or heavy:
            bring[w.other(origin)] = Bring(w.other(origin), targets, walking, heavy)
    return Placing({seat: Placed() for seat in bring}, bring)
