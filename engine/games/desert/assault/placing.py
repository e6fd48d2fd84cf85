"""Where what is captured is brought: D16 (rules 3.11, P62)."""

from collections import Counter
from typing import Any, TypeVar

from msgspec.structs import astuple, replace

from engine.games.desert import orders as o
from engine.games.desert.events import Settled
from engine.games.desert.forces import condition
from engine.games.desert.forces.markers import Guards, Prisoners, Replacements
from engine.games.desert.forces.units import (
    FIGHTING,
    GUNS,
    INFANTRY,
    Hex,
    Hexes,
    Kind,
    PointKind,
    Toe,
    Unit,
    UnitId,
    infantry_points,
)
from engine.games.desert.sheets.amounts import Count
from engine.games.desert.sheets.picks import Pick
from engine.games.desert.sheets.prompts import Prompt, answers, bar
from engine.games.desert.sheets.sheets import Brought, Placed
from engine.games.desert.view import Bring, Own, View
from engine.games.desert.world import World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Bar
from engine.state import Seat

FAR = 3
"""Hexes from the target hex within which captives are brought (P62.s3, s5)."""


P = TypeVar("P", Prisoners, Guards)


def walks(point: PointKind) -> bool:
    """Return whether points become prisoners; the others are captured guns and tanks."""
    return point.cls in (*INFANTRY, "recce", "hq")


def places(view: View, bring: Bring) -> dict[Hex, Bar | None]:
    """Return every hex, with the reason why captives may not be brought there.

    Rule: R-NOPLACE.
    """
    board = view.board
    near = {hex for target in bring.hexes for hex in board.within(target, FAR)}
    found: dict[Hex, Bar | None] = {}
    for hex in view.cells:
        if hex not in near:
            found[hex] = bar("E-THREE", hex=hex, e="+".join(bring.hexes))
        elif view.stacks.get(hex, view.viewer) != view.viewer or hex in view.controlled:
            found[hex] = bar("E-EZOC", hex=hex)
        else:
            found[hex] = None
    nowhere = not any(reason is None for reason in found.values())
    if nowhere and view.rulings.noplace == "stays":
        found |= {
            hex: None for hex in bring.hexes if view.stacks.get(hex, view.viewer) == view.viewer
        }
    return found


def crews(view: View, kind: Kind) -> list[UnitId]:
    """Return units that captured points of a kind may join: tanks a tank unit, guns a gun
    unit; else anybody who fights.
    """
    mine = [unit for unit in view.of(view.viewer) if unit.kind in FIGHTING]
    wanted = ("gun",) if view.kinds[kind].cls in GUNS else ("tank", "recce")
    return [unit.id for unit in mine if unit.kind in wanted] or [unit.id for unit in mine]


def bring_of(view: View) -> tuple[Bring, Placed]:
    """Return what the viewer places, and their sheet."""
    return view.task, view.sheet


def left(bring: Bring, sheet: Placed) -> tuple[int, Toe]:
    """Return prisoner points and captured points without a place."""
    kinds = Counter(bring.brought)
    for one in sheet.brought:
        kinds[one.kind] -= one.n
    kinds = +kinds
    return bring.prisoners - sum(sheet.prisoners.values()), kinds


class Placing(Prompt):
    """D16: the captor's own pieces, all placed together at the end.

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
        if kinds and spots.legal and crews(view, next(iter(kinds))):

            def free(got: dict[str, Any]) -> Pick:
                return Pick([kind for kind, n in kinds.items() if n >= got["n"]])

            choices.append(
                Choice(
                    o.Repl,
                    "repl {n} {kind} {unit} {hex}",
                    n=Count(max(kinds.values())),
                    kind=free,
                    unit=lambda got: Pick(crews(view, got["kind"]), None, "E-UNIT"),
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
                        unit=Pick(crews(view, next(iter(kinds))), None, "E-UNIT"),
                        hex=spots,
                    )
                )
        mine = {unit.id: infantry_points(unit.toe, view.kinds) for unit in view.of(seat)}

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
        nobody = not any(crews(view, kind) for kind in kinds)
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
        """Return the nearest legal hex, the first unit."""
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
            if n and (units := crews(view, kind))
        ]
        return Placed({nearest: bring.prisoners} if bring.prisoners else {}, brought)

    def warnings(self, view: View, order: Any) -> list[tuple[str, str, int, int]]:
        """Return prisoners without a guard in their hex (W-GUARD)."""
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
                heap(w.prisoners, Prisoners(seat, w.other(seat), hex, n))
            told: dict[UnitId, dict[Hex, int]] = {}
            for one in sheet.brought:
                w.replacements.append(Replacements(seat, one.kind, one.n, one.unit, one.hex))
                told.setdefault(one.unit, {})[one.hex] = (
                    told.get(one.unit, {}).get(one.hex, 0) + one.n
                )
            for name, n in sheet.guards.items():
                place = next(iter(sheet.prisoners), "") if w.rulings.guardhex == "prisoners" else ""
                post(w, w.units[name], n, place or w.units[name].hex)
            t.tell(None, **{seat: Settled(sheet.prisoners, told, sheet.guards)})
        t.pop()


def heap(piles: list[P], new: P) -> None:
    """Put points to the pile of the same kind and hex, or down as a new one, in order."""
    there = next((pile for pile in piles if astuple(pile)[:-1] == astuple(new)[:-1]), None)
    if there is None:
        piles.append(new)
        piles.sort(key=astuple)
    else:
        there.n += new.n


def post(w: World, unit: Unit, n: int, hex: Hex) -> None:
    """Make infantry points of a unit guards (P62.s4)."""
    for kind in sorted(unit.toe):
        if w.kinds[kind].cls in INFANTRY and n:
            taken = min(n, unit.toe[kind])
            unit.toe[kind] -= taken
            condition.shrink(unit, kind, taken)
            n -= taken
            heap(w.guards, Guards(unit.side, hex, taken))
    condition.cleared(w, unit)


def placing(w: World, targets: Hexes) -> Placing:
    """Return the question to the captors of this assault."""
    bring = {}
    for origin, taken in w.record.captives.items():
        walking = sum(n for kind, n in taken.items() if walks(w.kinds[kind]))
        heavy = {kind: n for kind, n in taken.items() if not walks(w.kinds[kind]) and n}
        if walking or heavy:
            bring[w.other(origin)] = Bring(w.other(origin), targets, walking, heavy)
    return Placing({seat: Placed() for seat in bring}, bring)
