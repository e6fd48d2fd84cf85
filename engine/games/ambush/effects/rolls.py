"""Rolls (rules 2.8, 4.4): their keys, two dice and one, and piloting."""

from engine.games.ambush.board.units import Unit
from engine.games.ambush.events import Failed, Roll, Rolled
from engine.games.ambush.world import World
from engine.play import Table

D6 = range(1, 7)
TWO = tuple(a + b for a in D6 for b in D6)
"""Two dice as one of 36 faces; the index of a sum does not matter."""


def key(t: Table, cause: str) -> str:
    """Return ``round/step/cause/n`` (4.4): ``n`` counts this cause in this step alone,
    so that no roll shifts another.
    """
    w: World = t.world
    where = f"{w.phase}/{cause}"
    return f"{w.round}/{where}/{t.nth(where)}"


def two(t: Table, cause: str) -> int:
    """Roll 2d6 for a cause such as ``psr:A1``."""
    return t.dice(key(t, cause))(TWO)


def one(t: Table, cause: str) -> int:
    """Roll 1d6 for a cause."""
    return t.dice(key(t, cause))(D6)


def tried(t: Table, roll: Roll, unit: Unit, need: int, cause: str = "") -> bool:
    """Roll 2d6 for a unit, tell it, and return whether they reach the target number. ``cause``:
    how the key begins, if not like the roll.
    """
    dice = two(t, f"{cause or roll}:{unit.id}")
    t.tell(Rolled(roll, unit.id, need, dice))
    return dice >= need


def piloting(t: Table, unit: Unit, roll: Roll, modifier: int, cause: str = "psr") -> bool:
    """Return whether a piloting roll is made (2.8): five harder for each lost leg, failed
    without dice if nobody steers.
    """
    if unit.able:
        return tried(t, roll, unit, unit.piloting + modifier + 5 * unit.legs_lost, cause)
    t.tell(Failed(roll, unit.id))
    return False
