"""Collisions, displacement, dominoes (rules 2.11)."""

from typing import Literal

from engine.games.ambush.acts import fall, hurt, piloting, reveal, settle, two
from engine.games.ambush.board.hexes import SIDES, Hex, beside
from engine.games.ambush.board.terrain import COVER, elusive
from engine.games.ambush.events import Pushed, Rolled
from engine.games.ambush.units import Unit, groups
from engine.games.ambush.world import Position, Trail, World
from engine.play import Table

SEARCH = (0, 1, -1, 2, -2, 3)
Kind = Literal["walk", "jump", "slide", "push"]


def mark(w: World, unit: Unit, kind: Kind, start: Hex) -> None:
    """Remember for the pictures that a unit came from ``start`` to where it is."""
    last = w.trails[-1] if w.trails else None
    if last and (last.unit, last.kind, last.hexes[-1]) == (unit.id, kind, start):
        w.trails = [*w.trails[:-1], Trail(last.unit, last.kind, (*last.hexes, unit.hex))]
    else:
        w.trails = [*w.trails, Trail(unit.id, kind, (start, unit.hex))]


def valid(p: Position, start: Hex, direction: int, moving: frozenset[str] = frozenset()) -> bool:
    """CO-6: could a unit be pushed that way, as everybody sees the map? Hidden
    units are not looked at (IS-9).

    Rule: CO-6.
    """
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
    """Push a unit, and whoever stands behind it, who rolls first (CO-7). ``exact``: in that
    direction or not at all, unless a hidden unit turns up there. Says whether it has moved.

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
        if occupant and not (
            valid(w, hex, d, moving) and displace(t, occupant, d, 0, moving=moving)
        ):
            continue
        if w.standing_in(hex):
            continue
        shove(t, unit, hex, modifier)
        return True
    return False


def shove(t: Table, unit: Unit, hex: Hex, modifier: int) -> None:
    """Into a free hex; a failed roll is a fall, of as many levels as it went down (CO-6, CO-8).

    Rule: CO-8.
    """
    w: World = t.world
    start = unit.hex
    drop = max(0, w.cell(start).level - w.cell(hex).level)
    unit.hex = hex
    t.tell(Pushed(unit.id, hex))
    mark(w, unit, "push", start)
    if not unit.prone and not piloting(t, unit, "push", modifier):
        fall(t, unit, drop, modifier)


def collision_number(w: World, skidder: Unit, target: Unit) -> int:
    """CO-3.

    Rule: CO-3.
    """
    number = (
        2 * skidder.piloting - target.piloting + 3 + elusive(target.moved) + (target.mode == "jump")
    )
    number += COVER.get(w.cell(target.hex).code, 0)
    return number - (2 if target.prone else 0) - (0 if target.able else 4)


def collide(t: Table, skidder: Unit, target: Unit) -> bool:
    """CO-3: does the skidder hit? If so, both are hurt (CO-4)."""
    need = collision_number(t.world, skidder, target)
    dice = two(t, f"collide:{skidder.id}")
    t.tell(Rolled("collide", skidder.id, need, dice))
    return dice >= need


def crush(
    t: Table, skidder: Unit, target: Unit, direction: int
) -> Literal["gone", "pushed", "stuck"]:
    """A collision that hits (CO-4), and what has become of the target.

    Rule: CO-4.
    """
    side = SIDES[(direction + 3 - target.facing) % 6]
    hurt(t, skidder, groups(-(-target.tons // 10)), "front")
    hurt(t, target, groups(-(-skidder.tons * max(1, skidder.moved) // 10)), side)
    gone = not target.alive
    pushed = not gone and displace(t, target, direction, 2, exact=True)
    settle(t, target)
    settle(t, skidder)
    return "gone" if gone else "pushed" if pushed else "stuck"
