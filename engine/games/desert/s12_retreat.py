"""Step 12, forced retreats: destinations of a hex's units (D12, P46), and the costs (rules
3.11).
"""

from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Struct

from engine import Ask, Bar, Choice, Frame, Menu, Order, Seat, Table
from engine.games.desert import casualties, condition, dossiers, paths, prompts, s12_totals
from engine.games.desert import orders as o
from engine.games.desert.events import Costs, Parted, Retreated
from engine.games.desert.slots import Pick, Several, bar
from engine.games.desert.units import Hex, Hexes, Unit, UnitId
from engine.games.desert.view import Falling, Own, View
from engine.games.desert.world import Position, World


class Fallen(Struct, frozen=True):
    hex: Hex
    ignored: int  # hexes of the result that were not walked
    stood: bool
    to: Hexes = ()


def movers(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    return [unit for unit in p.stacked(hex, side) if paths.pace(p, unit)]


def open_hexes(
    p: Position,
    hex: Hex,
    going: list[Unit],
    n: int,
    enemies: Iterable[Hex],
    shut: Iterable[Hex],
    *,
    crowd: bool = False,
) -> dict[Hex, int]:
    """Return the hexes at most ``n`` away to which all of these units can go, with the distance.

    It is measured by R-DIST: straight, or as the number of hexes walked (R-RPATH, R-GROUP).
    ``crowd``: include hexes without enough room.

    Rule: R-DIST.
    """
    side = going[0].side if going else ""
    friends = {unit.hex for unit in p.of(side) if unit.hex != hex}
    board = p.board
    walks = [paths.escapes(p, unit, set(enemies), set(shut), friends) for unit in going]
    reached = set.intersection(*map(set, walks)) if walks else set()
    size = sum(unit.sp or 0 for unit in going)
    fitting = {}
    for to in sorted(reached):
        far = board.distance(hex, to)
        if p.rulings.dist == "walked":
            far = min(len(found[to][1]) for found in walks)
        room = p.stacking_limit(to) - p.stacking(to, side)
        if far is not None and far <= n and (crowd or size <= room):
            fitting[to] = far
    return fitting


def choices_of(
    view: View, falling: Falling, going: list[Unit], *, crowd: bool = False
) -> dict[Hex, int]:
    enemies = view.enemies(view.viewer)
    found = open_hexes(
        view, falling.hex, going, falling.hexes, enemies, view.controlled, crowd=crowd
    )
    found = {hex: steps for hex, steps in found.items() if hex not in falling.closed}
    if falling.forced and found:
        far = max(found.values())
        found = {hex: steps for hex, steps in found.items() if steps == far}
    return found


def may_part(view: View, falling: Falling, going: list[Unit]) -> bool:
    """Rule: R-GROUP."""
    if view.rulings.group == "hex" or len(going) < 2:
        return False
    wished, found = choices_of(view, falling, going, crowd=True), choices_of(view, falling, going)
    return max(wished.values(), default=0) > max(found.values(), default=0)


class FallBack(Frame, kw_only=True):
    """D12: the defender chooses the retreat of one hex.

    Rule: R-BUYOUT.
    """

    seat: Seat
    hex: Hex
    n: int
    percent: int
    forced: bool  # P46: only units without a way may stay
    closed: Hexes = ()
    # hexes that units which are already gone did not walk; -1: no unit is gone (R-GROUP)
    ignored: int = -1
    gone: Hexes = ()

    def ask(self, t: Table) -> Ask | None:
        return Ask((self.seat,), secret=True)

    def show(self, viewer: Seat) -> Own:
        percent = self.percent if viewer == self.seat else 0
        return Own(
            None,
            Falling(
                hex=self.hex, hexes=self.n, percent=percent, forced=self.forced, closed=self.closed
            ),
        )

    def menu(self, view: View, seat: Seat) -> Menu:
        falling: Falling = view.task
        going = movers(view, falling.hex, seat)
        found = choices_of(view, falling, going)
        enemies = view.enemies(seat)
        roomy = open_hexes_whatever_room(view, falling.hex, enemies)

        def reason(to: str, units: list[Unit], open_to: dict[Hex, int]) -> Bar | None:
            if to in open_to:
                return None
            if to in roomy and roomy[to] <= falling.hexes and not falling.forced:
                n = view.stacking(to, seat) + sum(unit.sp or 0 for unit in units)
                return bar("E-STACK", hex=to, n=n, m=view.stacking_limit(to))
            return bar("E-PATH", hex=to)

        def ways(units: Iterable[UnitId]) -> dict[Hex, int]:
            return choices_of(view, falling, [view.units[name] for name in units])

        def goal(got: dict[str, Any]) -> Pick:
            some, open_to = [view.units[name] for name in got["units"]], ways(got["units"])
            return Pick(view.cells, lambda to: reason(to, some, open_to), "E-HEX")

        def stuck(units: Iterable[UnitId]) -> Bar | None:
            return None if ways(units) else bar("E-FIXED", unit="+".join(units))

        able = may_part(view, falling, going)
        free = [unit.id for unit in going if able and ways((unit.id,))]
        here = Pick([falling.hex])
        choices: list[Choice] = []
        if found:
            there = Pick(view.cells, lambda to: reason(to, going, found), "E-HEX")
            choices.append(Choice(o.Retreat, "retreat {hex} {to}", hex=here, to=there))
        if view.rulings.group == "unit" and len(going) > 1:
            names = Several(
                Pick([unit.id for unit in going], lambda name: stuck((name,)), "E-UNIT"), stuck
            )
            why = None if free else bar("E-GROUP", hex=falling.hex)
            choices.append(
                Choice(
                    o.RetreatSome,
                    "retreat {hex} {units} {to}",
                    bar=why,
                    offered=not why,
                    hex=here,
                    units=names,
                    to=goal,
                )
            )
        must = falling.forced and (found or free) and view.rulings.buyout == "off"
        forced = bar("E-FORCED", hex=falling.hex) if must else None
        choices.append(Choice(o.Stand, "stand {hex}", hex=here, bar=forced))
        best = farthest(view, found)
        default: Order = o.Retreat(falling.hex, best) if best else o.Stand(falling.hex)
        if free and not best:
            default = o.RetreatSome(falling.hex, (free[0],), farthest(view, ways((free[0],))))
        return prompts.one_answer(choices, default)

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = prompts.answered(self, t, orders)
        city = w.cells[self.hex].city
        if isinstance(order, o.Stand):
            w.note("stand", (self.hex,))
            t.tell(Retreated(self.hex, self.hex, self.forced))
            missing = 0 if city and not self.forced else self.n
            t.pop(Fallen(self.hex, max(missing, self.ignored), self.ignored < 0, self.gone))
            return
        assert isinstance(order, o.Retreat | o.RetreatSome)
        view: View = t.view(self.seat)
        names = order.units if isinstance(order, o.RetreatSome) else ()
        leaving = [u for u in movers(w, self.hex, self.seat) if not names or u.id in names]
        far = choices_of(view, view.task, leaving, crowd=True).get(order.to, 0)
        self.ignored = max(
            self.ignored, casualties.ignored_hexes(self.n, far, city=w.cells[order.to].city)
        )
        w.note("retreat", (self.hex, order.to))
        going = movers(w, self.hex, self.seat)
        some = [
            unit for unit in going if not isinstance(order, o.RetreatSome) or unit.id in order.units
        ]
        if len(some) < len(going):
            fall(w, self.hex, self.seat, order.to, some)
            t.tell(Parted(self.hex, order.to))
            self.gone = (*self.gone, order.to)
            return
        leave(w, self.hex, self.seat, order.to)
        t.tell(Retreated(self.hex, order.to, self.forced))
        t.pop(Fallen(self.hex, self.ignored, False, (*self.gone, order.to)))


def open_hexes_whatever_room(p: Position, hex: Hex, enemies: Collection[Hex]) -> dict[Hex, int]:
    shut = {hex, *enemies}
    return {to: far for to, far in p.board.distances(hex).items() if to not in shut}


def farthest(view: View, found: dict[Hex, int]) -> Hex:
    board = view.board
    homes = [dump.hex for dump in view.dumps.values() if dump.side == view.viewer]
    homes += [
        hex
        for hex, cell in view.cells.items()
        if cell.city and view.stacks.get(hex, view.viewer) == view.viewer
    ]

    def away(hex: Hex) -> int:
        return min(
            (far for home in homes if (far := board.distance(hex, home)) is not None), default=0
        )

    return min(found, key=lambda hex: (-found[hex], away(hex), hex), default="")


def fall(w: World, hex: Hex, side: Seat, to: Hex, units: list[Unit]) -> None:
    enemies = w.enemies(side)
    shut = paths.controlled(w, w.other(side))
    friends = {unit.hex for unit in w.of(side) if unit.hex != hex}
    going = [(unit, paths.escapes(w, unit, enemies, shut, friends)[to][0]) for unit in units]
    for unit, price in going:
        unit.hex = to
        unit.retreated_in = "assault"
        unit.seg.roles = ()
        unit.engaged = unit.contact = False
        condition.pay(w, unit, price)


def leave(w: World, hex: Hex, side: Seat, to: Hex) -> None:
    """Move all units and leaders of a hex. Units that can't move are lost."""
    fall(w, hex, side, to, movers(w, hex, side))
    for unit in w.stacked(hex, side):
        condition.remove(w, unit, dict(unit.toe))
    condition.bury(w)
    for leader in w.leaders.values():
        if leader.hex == hex and leader.side == side:
            leader.hex = to


def decimate(w: World, fallen: Fallen) -> None:
    for unit in w.defenders(fallen.hex):
        for kind, n in list(unit.toe.items()):
            condition.remove(w, unit, {kind: -(-n * casualties.IGNORED * fallen.ignored // 100)})
    condition.bury(w)


def shaken(w: World, sides: Iterable[s12_totals.Side]) -> None:
    """Subtract 3 cohesion from units of a side that lost more than 30 % (P61)."""
    for side in sides:
        lost = sum(
            n for points in (*side.lost.values(), *side.guns.values()) for n in points.values()
        )
        if casualties.many_lost(lost, side.toe, w.rulings):
            for name in sorted(
                {entry.unit for entry in (*side.pool, *side.exposed)} & set(w.units)
            ):
                condition.shake(w.units[name], -s12_totals.FAR)


def tell_costs(t: Table, targets: Hexes, before: dict[UnitId, tuple[int, int, int]]) -> None:
    for side in t.world.seats:
        changed = dossiers.changes(t.world, side, before)
        if any(changed.values()):
            t.tell(None, **{side: Costs(targets, **changed)})
