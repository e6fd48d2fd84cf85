"""Steps 13 to 16: obligations (D17), the end of segment and stage, score, movement (D18), supply
(rules 3.12, 3.15).
"""

from collections.abc import Iterable
from functools import partial
from typing import Any

from engine import Ask, Bar, Choice, Frame, Menu, OneOf, Order, Seat, Table
from engine.games.desert import condition, events, paths, prices, s01_04_opening
from engine.games.desert import orders as o
from engine.games.desert.orders import Way, Ways
from engine.games.desert.prompts import Prompt, answered, answers, one_answer
from engine.games.desert.s08_retreat import Walk, crowded, sheet_of
from engine.games.desert.s12_totals import FAR, yield_up
from engine.games.desert.slots import Pick, Several, bar
from engine.games.desert.units import Hex, Hexes, Scratch, Unit, UnitId, combat_unit
from engine.games.desert.view import Falling, Own, View, copied, unmet
from engine.games.desert.world import Position, Reason, World, land


def close(t: Table) -> None:
    w: World = t.world
    for fight in w.record.fights:
        if fight.status == "declined":
            fight.status = "struck"
    spared = [
        hex
        for hex in w.record.held_off
        if hex not in w.record.assaulted and w.stacks.get(hex) == w.waiting
    ]
    t.tell(events.SegmentOver(w.segment, tuple(sorted({*spared, *w.record.struck}))))
    for unit in w.units.values():
        unit.seg = Scratch()
        unit.pinned = unit.firing = False
        unit.retreated_in = None


def end_of_stage(t: Table) -> None:
    w: World = t.world
    for unit in w.units.values():
        unit.engaged = unit.ship_fired = False
        unit.cp_spent = 0
    t.tell(events.StageOver(w.stage))


def hold_ground(w: World) -> None:
    w.stood.update(w.stacks)
    every = tuple(w.units.values())
    for unit in every:
        if combat_unit(unit, every):
            w.cells[unit.hex].held = unit.side


def fights_on(w: World, seat: Seat) -> bool:
    own = list(w.of(seat))
    return seat == w.absent or any(combat_unit(unit, own) for unit in own)


def finish(t: Table, reason: Reason, *beaten: Seat) -> None:
    """End the game. ``beaten`` sides have nothing left or have given up. Otherwise the score
    decides (3.15.7). A single segment has no score (3.15.1).

    Rule: DS-19.
    """
    w: World = t.world
    if w.absent:
        reason, beaten = "over", ()
    for seat in beaten if reason == "destroyed" and len(beaten) == 1 else ():
        for hex in w.hold_points:
            w.cells[hex].held = w.other(seat)
    w.score = {seat: score(w, seat) for seat in w.seats if w.stages and not w.absent}
    if reason == "resigned" or (not w.score and len(beaten) == 1):
        w.winner = w.other(beaten[0])
    elif reason == "agreed" or len(set(w.score.values())) < 2:
        w.winner = ""
    else:
        w.winner = max(w.score, key=lambda seat: w.score[seat])
    w.reason, w.step = reason, "over"
    for seat in [seat for seat in w.seats if seat != w.absent]:
        t.tell(events.Opened(seat, tuple(copied(unit) for unit in w.of(seat))))
    for seat, points in w.bonuses.items() if w.edition_2 and w.score else ():
        t.tell(events.Favoured(seat, points, over=True))
    t.tell(events.Ended(w.winner, reason, w.score))
    t.end(
        f"won {w.winner} {reason}" if w.winner else "over" if reason == "over" else f"draw {reason}"
    )


def score(w: World, seat: Seat) -> int:
    enemy = w.other(seat)
    held = sum(points for hex, points in w.hold_points.items() if w.cells[hex].held == seat)
    return (
        held
        + w.lost_points * w.lost.get(enemy, 0)
        + w.captured_points * w.captured.get(enemy, 0)
        + w.bonuses.get(seat, 0)
    )


def bound(p: Position, hex: Hex, side: Seat) -> list[Unit]:
    return [unit for unit in p.stacked(hex, side) if not s01_04_opening.exempt(p, unit)]


def havens(
    p: Position,
    hex: Hex,
    side: Seat,
    enemy: Hex,
    shut: set[Hex],
    some: Iterable[Unit] | None = None,
) -> list[Hex]:
    """Return the open hexes exactly three from ``enemy`` with room for all, or ``some``, of the
    units (3.12.1).
    """
    board, enemies = p.board, p.enemies(side)
    far = board.distances(enemy)
    units = bound(p, hex, side) if some is None else list(some)
    reached: set[Hex] | None = None
    for unit in units:
        found, fringe = {hex}, [hex]
        while fringe:
            here = fringe.pop()
            for to in p.near(here):
                open_ = to not in enemies and to not in shut and far.get(to, 0) >= far.get(here, 0)
                if (
                    to not in found
                    and open_
                    and paths.pace(p, unit)
                    and paths.step_cost(p, unit, here, to) is not None
                ):
                    found.add(to)
                    fringe.append(to)
        reached = found if reached is None else reached & found
    size = sum(unit.sp or 0 for unit in units)
    return sorted(
        to
        for to in reached or ()
        if far.get(to) == FAR and to != hex and size <= p.stacking_limit(to) - p.stacking(to, side)
    )


class Owing(Frame):
    """D17: the phasing side retreats every stack covered by an enemy hex with an unmet obligation,
    in its own order.

    Rule: DS-17.
    """

    left: list[tuple[Hex, Hex]]  # pairs of stack and enemy hex

    def ask(self, t: Table) -> Ask | None:
        return Ask((t.world.phasing,), secret=True) if self.left else None

    def show(self, viewer: Seat) -> Own | None:
        return (
            Own(
                None,
                Falling(
                    hex=self.left[0][0], hexes=FAR, percent=0, forced=True, enemy=self.left[0][1]
                ),
            )
            if self.left
            else None
        )

    def menu(self, view: View, seat: Seat) -> Menu:
        task: Falling = view.task
        shut, going = set(view.controlled), bound(view, task.hex, seat)
        far = view.board.distances(task.enemy)

        def open_to(some: Iterable[Unit]) -> list[Hex]:
            return havens(view, task.hex, seat, task.enemy, shut, some)

        def goal(found: list[Hex]) -> Pick:
            def reason(to: str) -> Bar | None:
                if to in found:
                    return None
                nearer = far.get(to, 0) <= far.get(task.hex, 0)
                return bar("E-NEAR", hex=to, e=task.enemy) if nearer else bar("E-PATH", hex=to)

            return Pick(view.cells, reason, "E-HEX")

        here, together = Pick([task.hex]), open_to(going)
        if together:
            choice = Choice(o.Retreat, "retreat {hex} {to}", hex=here, to=goal(together))
            return one_answer([choice], o.Retreat(task.hex, together[0]))

        def stuck(names: Iterable[UnitId]) -> Bar | None:
            found = open_to(view.units[name] for name in names)
            return None if found else bar("E-FIXED", unit="+".join(names))

        names = [unit.id for unit in going]
        units = Several(Pick(names, lambda name: stuck((name,)), "E-UNIT"), stuck)
        first = next(unit for unit in going if open_to([unit]))
        choice = Choice(
            o.RetreatSome,
            "retreat {hex} {units} {to}",
            hex=here,
            units=units,
            to=lambda got: goal(open_to([view.units[name] for name in got["units"]])),
        )
        return one_answer([choice], o.RetreatSome(task.hex, (first.id,), open_to([first])[0]))

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = answered(self, t, orders)
        assert isinstance(order, o.Retreat | o.RetreatSome)
        charts, going = w.charts, bound(w, order.hex, w.phasing)
        some = order.units if isinstance(order, o.RetreatSome) else [unit.id for unit in going]
        for unit in [unit for unit in going if unit.id in some]:
            unit.hex = order.to
            unit.cp_spent = max(unit.cp_spent, prices.effective_cpa(unit, w.kinds, charts))
            unit.engaged = unit.contact = False
            condition.shake(unit, -FAR)
        w.note("retreat", (order.hex, order.to))
        if len(some) < len(going):
            t.tell(events.Parted(order.hex, order.to))
            self.left = next_owing(t, self.left)
            return
        t.tell(events.Retreated(order.hex, order.to, forced=True))
        self.left = next_owing(t, self.left[1:])

    def resume(self, t: Table) -> None:
        t.pop()


def owing(t: Table) -> Owing:
    """Rule: R-SHORT."""
    w: World = t.world
    left: list[tuple[Hex, Hex]] = []
    for enemy in unmet(w):
        stacks = tuple(
            hex
            for hex in w.near(enemy)
            if bound(w, hex, w.phasing) and paths.covers(w, enemy, w.waiting, hex)
        )
        if stacks:
            t.tell(events.Unmet(enemy, stacks))
            left += [(hex, enemy) for hex in stacks] if w.rulings.short == "retreat" else []
    return Owing(next_owing(t, left))


def next_owing(t: Table, left: list[tuple[Hex, Hex]]) -> list[tuple[Hex, Hex]]:
    """Skip stacks that are gone."""
    w: World = t.world
    while left:
        hex, enemy = left[0]
        if going := bound(w, hex, w.phasing):
            shut = paths.controlled(w, w.waiting)
            parts = [going, *([unit] for unit in going if w.rulings.group == "unit")]
            if any(havens(w, hex, w.phasing, enemy, shut, part) for part in parts):
                break
            yield_up(t, hex, w.phasing, bound(w, hex, w.phasing))
        left = left[1:]
    return left


def dear(view: View, unit: Unit, _path: Hexes, price: int) -> Bar | None:
    most = paths.pace(view, unit)
    return bar("E-CPA", unit=unit.id, n=most, m=price) if price > most else None


class Moving(Prompt):
    """D18: sealed moves of both seats.

    Rule: DS-18.
    """

    blank = Ways

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Walk(view, partial(dear, view)).line(o.Move, "move", with_start=False)]
        gone = [way.unit for way in sheet_of(view).moves]
        riders = [
            (leader.id, name)
            for leader in view.leaders.values()
            for name in gone
            if leader.side == seat and view.units[name].hex == leader.hex
        ]
        if riders:
            choices.append(
                Choice(
                    o.Ride,
                    "move {leader} with {unit}",
                    leader=OneOf(sorted({leader for leader, _ in riders})),
                    unit=lambda got: Pick(
                        [name for leader, name in riders if leader == got["leader"]]
                    ),
                )
            )
        if gone:
            choices.append(Choice(o.Stay, "stay {unit}", unit=Pick(gone)))
        choices.append(Choice(o.Clear, "none"))
        return answers(choices, crowded(view))

    def edited(self, view: View, sheet: Ways, order: Any) -> Ways:
        match order:
            case o.Move(unit, path):
                return Ways([*sheet.moves, Way(unit, path)], sheet.riders)
            case o.Ride(leader, unit):
                return Ways(sheet.moves, {**sheet.riders, leader: unit})
            case o.Stay(unit):
                riders = {leader: name for leader, name in sheet.riders.items() if name != unit}
                return Ways([way for way in sheet.moves if way.unit != unit], riders)
        return Ways()

    @staticmethod
    def default(_view: View) -> Ways:
        return Ways()

    def play(self, t: Table, sheets: dict[Seat, Ways]) -> None:
        w: World = t.world
        before = w.stacks
        for seat in (w.phasing, w.waiting):
            march(t, seat, sheets[seat])
        w.units = dict(sorted(w.units.items()))
        now = w.stacks
        left = tuple(hex for hex in before if now.get(hex) != before[hex])
        entered = tuple(hex for hex in now if before.get(hex) != now[hex])
        w.note("move", *((hex,) for hex in (*left, *entered)))
        t.tell(events.Shifted(left, entered))
        t.pop()


def march(t: Table, seat: Seat, ways: Ways) -> None:
    w: World = t.world
    stopped: list[UnitId] = []
    to: dict[UnitId, Hex] = {}
    for way in ways.moves:
        unit = w.units[way.unit]
        start, path = unit.hex, passable(w, unit, way.path)
        while path and full(w, unit, path[-1]):
            path = path[:-1]
        if len(path) < len(way.path):
            stopped.append(unit.id)
        if path:
            condition.pay(w, unit, paths.cost(w, unit, path))
            unit.hex, unit.engaged, unit.contact = path[-1], False, False
            to[unit.id] = unit.hex
            for leader, name in ways.riders.items():
                if name == unit.id and w.leaders[leader].hex == start:
                    w.leaders[leader].hex = unit.hex
            take_finds(t, unit)
    if ways.moves:
        t.tell(None, **{seat: events.Marched(to, tuple(stopped))})


def passable(w: World, unit: Unit, path: Hexes) -> Hexes:
    enemies = w.enemies(unit.side)
    shut = paths.controlled(w, w.other(unit.side))
    friends = {other.hex for other in w.of(unit.side) if land(other) and other.id != unit.id}
    walked: Hexes = ()
    for hex in path:
        if paths.steps(w, unit, walked, enemies, shut, friends).get(hex) is not None:
            break
        walked = (*walked, hex)
    return walked


def full(w: World, unit: Unit, hex: Hex) -> bool:
    return w.stacking(hex, unit.side) + (unit.sp or 0) > w.stacking_limit(hex)


def take_finds(t: Table, unit: Unit) -> None:
    w: World = t.world
    if not combat_unit(unit, w.units.values()):
        return
    hex, seat = unit.hex, unit.side
    dumps = [name for name, dump in w.dumps.items() if dump.hex == hex and dump.side != seat]
    for name in dumps:
        if w.dumps[name].real:
            w.dumps[name].side = seat
        else:
            del w.dumps[name]
    freed = sum(pile.n for pile in w.prisoners if pile.hex == hex and pile.origin == seat)
    w.prisoners = [pile for pile in w.prisoners if not (pile.hex == hex and pile.origin == seat)]
    joined = 0
    for pile in list(w.replacements):
        if pile.hex != hex:
            continue
        if pile.side != seat:
            pile.side, pile.unit = seat, unit.id
        if pile.unit == unit.id:
            unit.toe[pile.kind] = unit.toe.get(pile.kind, 0) + pile.n
            unit.toe = dict(sorted(unit.toe.items()))
            w.start_toe[seat] += pile.n
            joined += pile.n
            w.replacements.remove(pile)
    if dumps or freed or joined:
        t.tell(None, **{seat: events.Taken(seat, tuple(dumps), freed, joined)})


def set_contact(w: World) -> None:
    for seat in w.seats:
        shut = paths.controlled(w, w.other(seat))
        for unit in w.of(seat):
            unit.contact = land(unit) and unit.hex in shut


def supply(t: Table) -> None:
    w: World = t.world
    for seat in w.seats:
        drawn: dict[UnitId, int] = {}
        for unit in w.of(seat):
            for dump in condition.dumps_of(w, unit):
                taken = min(dump.ammo, max(0, unit.max_ammo - unit.ammo))
                if taken:
                    unit.ammo, dump.ammo = unit.ammo + taken, dump.ammo - taken
                    drawn[unit.id] = drawn.get(unit.id, 0) + taken
        if drawn:
            t.tell(None, **{seat: events.Supplied(drawn)})
