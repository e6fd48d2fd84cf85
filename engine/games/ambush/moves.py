"""Moves in progress, interrupted moves, and the end of a move (rules 2.7, 3.2, 3.3): the MOVE and
CONT frames.
"""

from typing import Any, Literal

from msgspec import Struct, field

from engine import Ask, Choice, Frame, Menu, OneOf, Seat, Slot, Table
from engine.games.ambush import events, orders, routes, sight, windows
from engine.games.ambush.damage import burden, fall, groups, hurt, piloting, reveal, tenth
from engine.games.ambush.hexes import Hex, distance, entering, slip
from engine.games.ambush.units import Mode, Unit
from engine.games.ambush.view import Halted, View
from engine.games.ambush.windows import Fired, had_chance, touches
from engine.games.ambush.world import World

Turn = Literal["N", "S", "A"]


def begin(t: Table, order: orders.Move | orders.Dodge, turn: Turn) -> "March":
    """Rule: QU-1."""
    w: World = t.world
    unit = w.units[order.unit]
    unit.turn, unit.mode = "moving", order.mode
    if unit.hidden and order.mode != "stand":
        reveal(t, unit, "moved")
    return march(
        t,
        order,
        unit=unit.id,
        mode=order.mode,
        turn=turn,
        owed=w.opponents(unit.owner),
        direction=unit.facing,
        entry=unit.facing,
    )


def march(t: Table, order: orders.Move | orders.Dodge | orders.Continue, /, **kept: Any) -> "March":
    """Announce that a unit moves, and return its frame. ``kept`` are the fields of ``Underway``."""
    unit: Unit = t.world.units[order.unit]
    t.tell(events.Began(unit.id, kept["mode"], kept["turn"]))
    return March(
        **kept,
        tokens=list(order.steps),
        tail=list(order.on_fall),
        facing=unit.facing,
        prone=unit.prone,
    )


class Underway(Frame, kw_only=True):
    unit: str
    mode: Mode
    turn: Turn
    owed: list[Seat]  # sides with a HIDDEN turn after it
    direction: int  # direction of its last step
    entry: int  # its facing when it entered this hex
    used: int = 0  # movement points
    # facings for which a skid was rolled in this hex
    tried: list[int] = field(default_factory=list)
    stood: bool = False  # it stood up in this hex

    def kept(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in Underway.__struct_fields__}


class March(Underway, kw_only=True):
    tokens: list[str]
    tail: list[str]  # its plan after a fall
    facing: int  # ``facing`` and ``prone`` are those at the last checkpoint
    prone: bool
    struck: bool = False  # it ran into a hidden unit
    ended: bool = False

    def resume(self, t: Table) -> None:
        w: World = t.world
        unit = w.units[self.unit]
        if self.struck:
            self.interrupt(t, [])
            return
        if not unit.able:
            finish(t, unit, self.owed)
            return
        token = self.tokens[0] if self.tokens else ""
        if token[:1] in ("", "F", "B") and self.unseen(w, unit, final=not token):
            self.checkpoint(t, final=not token)
            return
        if not token:
            finish(t, unit, self.owed)
            return
        del self.tokens[0]
        if token.startswith("J"):
            self.jump(t, unit, token[1:5], int(token[6]))
            return
        spot = sight.spot(unit, self.mode, self.used)
        after = sight.Ground(w, unit, self.mode).step(spot, token)
        if isinstance(after, sight.Bar):
            self.stopped(t, unit)
        elif token in ("F", "B"):
            self.enter(t, unit, after, token)
        else:
            self.used += spot.left - after.left
            self.turn_or_pose(t, unit, token, after)

    def turn_or_pose(self, t: Table, unit: Unit, token: str, after: sight.Spot) -> None:
        if token in ("L", "R"):
            unit.facing = after.facing
            t.tell(events.Turned(unit.id, unit.facing))
        elif token == "S" and not piloting(t, unit, "stand", 0):
            fall(t, unit, 0, 0)
            self.fallen()
        else:
            unit.prone, self.stood = after.prone, self.stood or token == "S"
            t.tell(events.Posed(unit.id, unit.prone))

    def stopped(self, t: Table, unit: Unit) -> None:
        self.tokens, self.tail = [], []
        t.tell(events.Blocked(unit.id, unit.hex))

    def fallen(self) -> None:
        """Replace the rest of the order by its plan for a fall (MV-2)."""
        self.tokens, self.tail = self.tail, []

    def enter(self, t: Table, unit: Unit, after: sight.Spot, token: str) -> None:
        """Rules: SK-1, SK-2, HU-4."""
        w: World = t.world
        slippery = w.cell(unit.hex).slippery(self.mode) and unit.moved and not self.stood
        if slippery and unit.facing != self.entry and unit.facing not in self.tried:
            if not piloting(t, unit, "skid", slip(unit.moved)):
                self.skid(t, unit)
                return
            self.tried.append(unit.facing)
        self.used = unit.points(self.mode) - after.left
        if (hidden := w.hidden_in(after.hex)) is not None:
            if hidden.owner == unit.owner:
                self.stopped(t, unit)
                return
            reveal(t, hidden, "contact")
            self.tokens, self.tail, self.struck = [], [], True
            self.checkpoint(t, [hidden.id])
            return
        start, before = unit.hex, unit.moved
        unit.hex, unit.moved = after.hex, before + 1
        self.direction = (unit.facing + (3 if token == "B" else 0)) % 6
        self.entry, self.tried, self.stood = unit.facing, [], False
        t.tell(events.Stepped(unit.id, unit.hex, unit.facing))
        w.mark(unit, "walk", start)
        self.terrain(t, unit, before)
        if unit.alive:
            self.checkpoint(t, final=not self.tokens)

    def terrain(self, t: Table, unit: Unit, before: int) -> None:
        """Roll for the terrain just entered. ``before`` is H before this step.

        Rule: PS-1.
        """
        w: World = t.world
        cell = w.cell(unit.hex)
        modifier = entering(cell, before)
        if modifier is None:
            return
        made = piloting(t, unit, "terrain", modifier, "enter" if cell.building else "psr")
        if cell.building:
            if not made:
                hurt(t, unit, groups(tenth(cell.cf)))
            burden(t, unit)
        elif not made:
            fall(t, unit, 0, modifier)
        if unit.prone or not unit.alive:
            self.fallen()

    def jump(self, t: Table, unit: Unit, hex: Hex, facing: int) -> None:
        """Jump. A hidden unit in the hex is revealed, and the jumper lands beside it.

        Rule: HU-5.
        """
        w: World = t.world
        start, struck = unit.hex, list[str]()
        if w.standing_in(hex) and not w.rules.blind:
            self.stopped(t, unit)
            return
        while (other := w.hidden_in(hex) or w.standing_in(hex)) not in (None, unit):
            assert other is not None
            if other.owner == unit.owner:
                hex = start
                break
            if other.hidden:
                reveal(t, other, "landed")
                struck.append(other.id)
            hex = sight.flight_side(w, start, hex)
        self.used = unit.points("jump")
        unit.moved, unit.hex, unit.facing = distance(start, hex), hex, facing
        t.tell(events.Landed(unit.id, hex, facing))
        w.mark(unit, "jump", start)
        if w.cell(hex).building:
            burden(t, unit)
        if unit.alive:
            self.checkpoint(t, struck or None, final=True)

    def unseen(self, w: World, unit: Unit, *, final: bool) -> bool:
        """Rule: SC-4."""
        if w.rules.pbs_trigger == "end_of_move":
            return final and not self.ended
        return (unit.facing, unit.prone) != (self.facing, self.prone)

    def checkpoint(self, t: Table, struck: list[str] | None = None, *, final: bool = False) -> None:
        """Open a window if a hidden enemy is near (3.3), or for the units in ``struck``."""
        w: World = t.world
        unit = w.units[self.unit]
        self.facing, self.prone, self.ended = unit.facing, unit.prone, final
        if struck is None and w.rules.pbs_trigger == "end_of_move" and not final:
            return
        windows.checkpoint(t, unit, struck, contact=struck is not None)

    def returned(self, t: Table, fired: Fired) -> None:
        self.interrupt(t, fired.by)

    def interrupt(self, t: Table, by: list[Seat]) -> None:
        """Drop the rest of the order, because these sides have fired. The unit may have points
        left.

        Rule: PB-5.
        """
        w: World = t.world
        unit = w.units[self.unit]
        self.tokens, self.tail, self.struck = [], [], False
        left = unit.points(self.mode) - self.used
        again = not w.rules.blind or self.turn == "N"
        if unit.able and self.mode != "jump" and left > 0 and again:
            t.tell(events.Interrupted(unit.id, left))
            self.owed = w.opponents(unit.owner)
            halt = Halt(**self.kept(), left=left)
            if w.rules.blind:
                t.pop(halt)
            else:
                t.replace(halt)
            return
        self.facing, self.prone, self.ended = unit.facing, unit.prone, True
        self.owed = [seat for seat in self.owed if seat not in by]
        if unit.alive:
            t.tell(events.Interrupted(unit.id, 0))

    def skid(self, t: Table, unit: Unit) -> None:
        """Rule: SK-3."""
        fall(t, unit, 0, slip(unit.moved))
        t.pop(Skidding(unit.id, self.direction, self.turn, self.owed))


class Halt(Underway, routes.Waiting, kw_only=True):
    """An interrupted move that waits for new orders in the same mode (CONT), with ``left`` points.

    Rule: QU-3.
    """

    left: int

    def ask(self, t: Table) -> Ask:
        return Ask((t.world.units[self.unit].owner,))

    def show(self, viewer: Seat) -> Halted:
        return Halted(self.unit, self.mode, self.used, self.left)

    def menu(self, view: View, seat: Seat) -> Menu:
        unit = view.units[self.unit]
        slots: dict[str, Any] = {
            "unit": OneOf([unit.id]),
            "steps": routes.Steps(view, unit, self.mode, self.used),
        }

        def tail(got: dict[str, Any]) -> Slot:
            return routes.Tail(view, unit, self.mode, got["steps"], self.used)

        pattern = "continue {unit} {steps}"
        tailed = f"{pattern} on_fall: {{on_fall}}"
        choices = [
            Choice(orders.Continue, pattern, **slots),
            Choice(orders.Continue, tailed, on_fall=tail, **slots),
            Choice(orders.Ahead, f"{pattern} ?", offered=False, **slots),
        ]
        return Menu(choices, default=orders.Continue(unit.id), why=view.halted)

    def returned(self, t: Table, order: orders.Continue) -> None:
        t.replace(march(t, order, **{**self.kept(), "turn": "S"}))


class Over(Struct):
    unit: str


class Skidding(Struct):
    """The result of a move that ended in a skid. The frame below pushes the skid."""

    unit: str
    direction: int
    turn: str  # the kind of turn
    owed: list[Seat]  # sides with a HIDDEN turn after it


def finish(t: Table, unit: Unit, owed: list[Seat]) -> None:
    """End a move: reveal adjacent hidden enemies, and use up the HIDDEN turns. A hidden unit that
    had no opportunity in this move gets one first. Then this is called again.

    Rules: HU-3, QU-4.
    """
    w: World = t.world
    finds = w.rules.end_detect and not unit.hidden
    found = [u for u in w.units.values() if finds and u.hidden and touches(u, unit)]
    late = [other.id for other in found if not had_chance(w, unit, other)]
    if windows.last(t, unit, late):
        return
    unit.turn = "done"
    if unit.alive:
        t.tell(events.MoveOver(unit.id, unit.hex, unit.facing, unit.prone))
    for other in found:
        reveal(t, other, "adjacent")
    for seat in owed:
        if w.right(seat) and not w.rules.blind:
            t.tell(None, **{seat: events.Closing()})
    t.pop(Over(unit.id))
