"""Collisions, displacement, dominoes (rules 2.11)."""

from typing import Literal

from engine.games.ambush.board.hexes import SIDES, Hex, beside
from engine.games.ambush.board.position import Position
from engine.games.ambush.board.terrain import COVER, elusive
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.damage import fall, groups, hurt, settle, tenth
from engine.games.ambush.effects.rolls import piloting, tried
from engine.games.ambush.effects.secrets import reveal
from engine.games.ambush.events import Pushed
from engine.games.ambush.world import World
from engine.play import Table

SEARCH = (0, 1, -1, 2, -2, 3)
"""The order in which directions are tried, from the one of the push."""


def valid(p: Position, start: Hex, direction: int, moving: frozenset[str] = frozenset()) -> bool:
    """Return whether a unit could be pushed that way, as everybody sees the map (CO-6). Hidden
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
    """Push a unit, and whoever stands behind it, who rolls first (CO-7), and return whether it
    has moved. ``exact``: in that direction or not at all, unless a hidden unit turns up there.
    ``moving``: those whose push this follows from.

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
    """Push a unit into a free hex; a failed roll is a fall, of as many levels as it went down
    (CO-6, CO-8).

    Rule: CO-8.
    """
    w: World = t.world
    start = unit.hex
    drop = max(0, w.cell(start).level - w.cell(hex).level)
    unit.hex = hex
    t.tell(Pushed(unit.id, hex))
    w.mark(unit, "push", start)
    if not unit.prone and not piloting(t, unit, "push", modifier):
        fall(t, unit, drop, modifier)


def collide(t: Table, skidder: Unit, target: Unit) -> bool:
    """Return whether the skidder hits; if so, both will be hurt (CO-4).

    Rule: CO-3.
    """
    w: World = t.world
    need = 2 * skidder.piloting - target.piloting + 3 + COVER.get(w.cell(target.hex).code, 0)
    need += elusive(target.moved) + (target.mode == "jump")
    need -= 2 * target.prone + (0 if target.able else 4)
    return tried(t, "collide", skidder, need)


def crush(
    t: Table, skidder: Unit, target: Unit, direction: int
) -> Literal["gone", "pushed", "stuck"]:
    """Do what a collision does that hits (CO-4), and return what has become of the target.

    Rule: CO-4.
    """
    side = SIDES[(direction + 3 - target.facing) % 6]
    hurt(t, skidder, groups(tenth(target.tons)))
    hurt(t, target, groups(tenth(skidder.tons * max(1, skidder.moved))), side)
    gone = not target.alive
    pushed = not gone and displace(t, target, direction, 2, exact=True)
    settle(t, target)
    settle(t, skidder)
    return "gone" if gone else "pushed" if pushed else "stuck"
