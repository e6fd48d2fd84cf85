"""Skids, and avoiding them (rules 2.10, 3.4): the SKID and ASK frames."""

from typing import Literal

from msgspec import field
from msgspec.structs import asdict

from engine import PUBLIC, Ask, Choice, Frame, Menu, OneOf, Seat, Table
from engine.games.ambush import damage, orders, routes, windows
from engine.games.ambush.damage import crash, hurt, reveal, tenth
from engine.games.ambush.events import Avoided, MayAvoid, Pushed, Skidded, Slid, Stopped, TurnLost
from engine.games.ambush.hexes import COVER, SIDES, SURCHARGE, Hex, beside, elusive
from engine.games.ambush.moves import Over, Skidding, begin, finish
from engine.games.ambush.units import Position, Unit
from engine.games.ambush.view import Dodge, Slide, View
from engine.games.ambush.world import World

SEARCH = (0, 1, -1, 2, -2, 3)
"""Directions of a push in the order in which they are tried, relative to the first."""


def valid(p: Position, start: Hex, direction: int, moving: frozenset[str] = frozenset()) -> bool:
    """Rule: CO-6."""
    hex = beside(start, direction)
    if not p.on_map(hex) or p.cell(hex).wall or p.cell(hex).level - p.cell(start).level > 2:
        return False
    occupant = p.standing_in(hex)
    return occupant is None or (occupant.id not in moving and valid(p, hex, direction, moving))


def displace(
    t: Table,
    unit: Unit,
    direction: int,
    modifier: int,
    *,
    exact: bool = False,
    moving: frozenset[str] = frozenset(),
) -> bool:
    """Push a unit, and return whether it has moved. Units behind it are pushed first and roll
    first.

    ``exact``: only in this direction, unless a hidden unit is revealed there. ``moving`` are units
    whose push caused this one.

    Rule: CO-7.
    """
    w: World = t.world
    moving |= {unit.id}
    if exact and not valid(w, unit.hex, direction, moving):
        return False
    for turn in SEARCH:
        d = (direction + turn) % 6
        hex = beside(unit.hex, d)
        if not valid(w, unit.hex, d, moving):
            continue
        if (hidden := w.hidden_in(hex)) is not None:
            reveal(t, hidden, "pushed")
        occupant = w.standing_in(hex)
        if occupant and valid(w, hex, d, moving):
            displace(t, occupant, d, 0, moving=moving)
        if w.standing_in(hex) is None:
            shove(t, unit, hex, modifier)
            return True
    return False


def shove(t: Table, unit: Unit, hex: Hex, modifier: int) -> None:
    """Rule: CO-8."""
    w: World = t.world
    start = unit.hex
    drop = max(0, w.cell(start).level - w.cell(hex).level)
    unit.hex = hex
    t.tell(Pushed(unit.id, hex))
    w.mark(unit, "push", start)
    if not unit.prone and not damage.piloting(t, unit, "push", modifier):
        damage.fall(t, unit, drop, modifier)


def collide(t: Table, skidder: Unit, target: Unit) -> bool:
    """Rule: CO-3."""
    w: World = t.world
    need = 2 * skidder.piloting - target.piloting + 3 + COVER.get(w.cell(target.hex).code, 0)
    need += elusive(target.moved) + (target.mode == "jump")
    need -= 2 * target.prone + (0 if target.able else 4)
    return damage.tried(t, "collide", skidder, need)


def crush(
    t: Table, skidder: Unit, target: Unit, direction: int
) -> Literal["gone", "pushed", "stuck"]:
    """Rule: CO-4."""
    side = SIDES[(direction + 3 - target.facing) % 6]
    hurt(t, skidder, damage.groups(tenth(target.tons)))
    hurt(t, target, damage.groups(tenth(skidder.tons * max(1, skidder.moved))), side)
    gone = not target.alive
    pushed = not gone and displace(t, target, direction, 2, exact=True)
    damage.settle(t, target)
    damage.settle(t, skidder)
    return "gone" if gone else "pushed" if pushed else "stuck"


def slide(t: Table, start: Skidding) -> "Skid":
    """Rule: SK-4."""
    unit: Unit = t.world.units[start.unit]
    left = -(-unit.moved // 2)
    unit.skidded = True
    if unit.alive:
        t.tell(Skidded(unit.id, unit.hex, start.direction, left))
    return Skid(**asdict(start), left=left, trail=[unit.hex])


class Skid(Frame, kw_only=True):
    unit: str
    direction: int
    left: int  # hexes to go
    turn: str
    owed: list[Seat]
    trail: list[Hex]  # path so far, with its start
    slid: int = 0  # hexes that count for damage
    # units already asked to avoid, revealed or hit; each is handled once
    asked: list[str] = field(default_factory=list)
    stopped: bool = False  # ``stopped`` and ``hurt`` mark finished steps
    hurt: bool = False

    def show(self, viewer: Seat) -> Slide:
        return Slide(self.unit, self.direction, self.left, tuple(self.trail))

    def resume(self, t: Table) -> None:
        w: World = t.world
        unit = w.units[self.unit]
        if self.hurt or not unit.alive:
            finish(t, unit, self.owed)
            return
        if self.stopped or self.left <= 0:
            self.end(t, unit)
            return
        hex = beside(unit.hex, self.direction)
        if not w.on_map(hex):
            self.off_the_map(t, unit)
            return
        here, there = w.cell(unit.hex), w.cell(hex)
        if there.level > here.level:
            self.stop(t, unit, "crash")
            crash(t, unit, -(-unit.tons // 20))
        elif here.level - there.level >= 3:
            self.drop(t, unit, hex, here.level - there.level)
        elif there.wall:
            self.wall(t, unit, hex)
        else:
            self.flat(t, unit, hex)

    def stop(
        self,
        t: Table,
        unit: Unit,
        why: Literal["edge", "crash", "drop", "wall", "water", "collision"],
    ) -> None:
        self.stopped = True
        t.tell(Stopped(unit.id, unit.hex, why))

    def off_the_map(self, t: Table, unit: Unit) -> None:
        """Rule: SK-5."""
        self.stop(t, unit, "edge")
        if t.world.rules.edge_kills:
            damage.destroy(t, unit)

    def drop(self, t: Table, unit: Unit, hex: Hex, levels: int) -> None:
        """Fall over a cliff, which doesn't count as a slid hex. A unit hidden below is revealed
        (HU-3d).

        Rule: SK-6.
        """
        w: World = t.world
        if (hidden := w.hidden_in(hex)) is not None:
            reveal(t, hidden, "struck")
        self.go(t, unit, hex)
        self.stop(t, unit, "drop")
        damage.fall(t, unit, levels, 0)

    def wall(self, t: Table, unit: Unit, hex: Hex) -> None:
        """Rule: SK-7."""
        w: World = t.world
        crash(t, unit, tenth(unit.tons))
        force = tenth(unit.tons * max(1, unit.moved))
        if not (w.cell(hex).building and damage.wreck(t, hex, force)):
            self.stop(t, unit, "wall")

    def flat(self, t: Table, unit: Unit, hex: Hex) -> None:
        """Rules: SK-8, SK-9, CO-1, CO-5."""
        w: World = t.world
        if (hidden := w.hidden_in(hex)) is not None:
            reveal(t, hidden, "struck")
            self.asked.append(hidden.id)
        other = w.standing_in(hex)
        if other and other.id not in self.asked:
            self.asked.append(other.id)
            if may_avoid(w, other):
                slides: tuple[Slide, ...] = t.view(PUBLIC).slides
                t.tell(MayAvoid(other.id, self.unit, slides[::-1]))
                t.push(AskAvoid(other.id, self.unit))
                return
        if other and collide(t, unit, other):
            outcome = crush(t, unit, other, self.direction)
            if not unit.alive:
                return
            self.stopped = outcome != "gone"
            if outcome == "stuck" or (self.stopped and w.standing_in(hex)):
                self.stop(t, unit, "collision")
                return
        self.left -= 1 + SURCHARGE.get(w.cell(hex).code, 0)
        self.go(t, unit, hex)
        self.slid += 1
        if w.cell(hex).water and not self.stopped:
            self.stop(t, unit, "water")

    def go(self, t: Table, unit: Unit, hex: Hex) -> None:
        start, unit.hex = unit.hex, hex
        self.trail.append(hex)
        t.tell(Slid(unit.id, hex))
        t.world.mark(unit, "slide", start)

    def end(self, t: Table, unit: Unit) -> None:
        """Rules: SK-10, SK-11."""
        self.hurt = True
        crash(t, unit, self.slid * -(-damage.fall_weight(unit.tons) // 2))
        if not unit.alive:
            return
        self.make_room(t, unit)
        windows.checkpoint(t, unit)

    def make_room(self, t: Table, unit: Unit) -> None:
        """Push other units out of the final hex. If that is impossible, go back to the last free
        hex.

        Rule: SK-12.
        """
        w: World = t.world
        others = [u for u in w.units.values() if u.hex == unit.hex and u is not unit and u.visible]
        for other in others:
            if not displace(t, other, self.direction, 0, moving=frozenset([unit.id])):
                taken = {u.hex for u in w.units.values() if u is not unit and u.alive}
                unit.hex = next(hex for hex in self.trail[::-1] if hex not in taken)
                t.tell(Stopped(unit.id, unit.hex, "back"))

    def returned(self, t: Table, result: Over | Skidding | windows.Fired) -> None:
        if isinstance(result, Skidding):
            t.push(slide(t, result))
        elif isinstance(result, Over):
            self.turn = "R"
        else:
            self.owed = [seat for seat in self.owed if seat not in result.by]


def may_avoid(w: World, unit: Unit) -> bool:
    """Rules: CO-2, DB-6."""
    if w.rules.blind:
        return False
    ready = unit.turn == "ready" and not unit.prone and unit.able
    return ready and unit.walk > 0 and unit.owner in w.turns


class AskAvoid(routes.Waiting):
    unit: str
    skidder: str

    def ask(self, t: Table) -> Ask:
        return Ask((t.world.units[self.unit].owner,))

    def show(self, viewer: Seat) -> Dodge:
        return Dodge(self.unit, self.skidder)

    def menu(self, view: View, seat: Seat) -> Menu:
        yes = routes.choices_of(view, orders.Dodge, "avoid yes", [self.unit])
        no = Choice(orders.Stay, "avoid no {unit}", unit=OneOf([self.unit]))
        return Menu([no, *yes], default=orders.Stay(self.unit), why=view.dodge)

    def returned(self, t: Table, order: orders.Dodge | orders.Stay) -> None:
        """Start the avoider's move if its roll succeeds. It costs the side's next turn.

        Rule: QU-2.
        """
        w: World = t.world
        unit = w.units[self.unit]
        t.tell(Avoided(self.unit, isinstance(order, orders.Dodge)))
        if isinstance(order, orders.Stay) or not damage.piloting(t, unit, "avoid", 0):
            t.pop()
            return
        first = w.turns.index(unit.owner)
        w.turns = w.turns[:first] + w.turns[first + 1 :]
        t.tell(TurnLost(unit.owner, "first"))
        t.replace(begin(t, order, "A"))
