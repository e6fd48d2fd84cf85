"""The deviations of the newest program from its rules (section 4 of the specification), each recognised by what
differs; the profile ``full`` follows the rules."""

from collections import Counter
from typing import Any

from engine.games.derelict.units import MARKERS, Token
from engine.games.derelict.world import World
from tests.derelict.rebuild import Key, Record

UNJAM = "1 no unjam action"
CANNON = "2 cannon not implemented"
HAMMER = "4 no re-roll for the hammer"
FACING = "5 guard only while facing"
ASSAULTED = "6 an assaulted marine stays on overwatch"
ALERT = "7 guard and overwatch drop on any choice"
MARKER = "8 the marker of a marine that is activated again"
CELLS = "9 the alien player chooses the cells of a forced reveal"
TURNING = "10 turns alternate between free and paid"
LATE = "9 a blip in view from the beginning is seen later"
REINFORCED = "11 lurk cells"
VICTORY = "13 victory only at a pass"
PICKED = "seed 5 the wrong token is picked after a reveal"
STRAY = "14 the marker of a dead unit stays"

ALERTS, ANY = ("guard", "overwatch"), ("pass", "activate", "command")

Difference = tuple[str, Any, Any]


def of_choices(record: Record, world: World, theirs: set[Key], ours: set[Key]) -> set[str]:
    """The names of what explains every choice that only one side offers; empty: something is not explained."""
    active = world.find(world.active)
    found: set[str] = set()
    for action, *_ in theirs ^ ours:
        if action in ("turnLeft", "turnRight") and active and active.race == "alien" and world.last == "turn":
            found.add(TURNING)
        elif (
            active
            and active.kind == "marine_cannon"
            and action in ("shoot", "overwatch")
            and "jam" not in marks(active)
        ):
            found.add(CANNON)
        elif active and "jam" in marks(active) and action in ("unjam", "shoot", "overwatch"):
            found.add(UNJAM)
        elif record["phase"] == "reinforcement":
            found.add(REINFORCED)
        else:
            return set()
    return found


def marks(unit: Token) -> tuple[str, ...]:
    """The markers of a unit."""
    return unit.markers


def of_tokens(
    record: Record, world: World, strays: Counter[Any], theirs: Counter[Any], ours: Counter[Any]
) -> tuple[set[str], bool]:
    """Names for the tokens that only one side has, and whether that is all of them."""
    found: set[str] = set()
    active = world.find(world.active)
    units = {token.cell: token for token in world.tokens if token.name}
    chosen = record["choices"][record["chosen"]]
    for kind, x, y, *rest in (theirs - ours).elements():
        unit = units.get((x, y))
        if kind == "deactivated" and ((kind, x, y, *rest) in strays or unit is None or unit.name == world.active):
            found.add(STRAY)
        elif kind == "overwatch" and chosen["action"] == "assault" and (x, y) == (chosen["x"], chosen["y"]):
            found.add(ASSAULTED)
        elif kind in MARKERS and unit is None:
            found.add(STRAY)
        else:
            return found, False
    for kind, x, y, *_ in (ours - theirs).elements():
        if kind == "deactivated" and active and active.race == "marine" and active.cell == (x, y):
            found.add(MARKER)
        elif kind in ALERTS and chosen["action"] in ANY and (x, y) == cell_of(record, record["active"]):
            found.add(ALERT)
        else:
            return found, False
    return found, True


def watcher(record: Record) -> bool:
    """Does an alien attack a marine on overwatch, which in the program goes on watching?"""
    chosen = record["choices"][record["chosen"]]
    here = {t["type"] for t in record["tokens"] if (t["x"], t["y"]) == (chosen.get("x"), chosen.get("y"))}
    return record["ruleset"] == "head" and chosen["action"] == "assault" and "overwatch" in here


def cell_of(record: Record, id: str | None) -> tuple[int, int] | None:
    """Where the token of this id is in a record."""
    return next(((t["x"], t["y"]) for t in record["tokens"] if t["id"] == id), None)


def of_differences(record: Record, costs: int, differences: list[Difference]) -> tuple[set[str], list[Difference]]:
    """Names for fields that differ, and those that nothing explains. ``costs``: theirs less ours for this choice."""
    found: set[str] = set()
    left: list[Difference] = []
    for name, theirs, ours in differences:
        if name == "ap" and costs and ours - theirs == costs:
            found.add(TURNING)
        elif name in ("active", "ap", "last_action", "last_move") and STRAY in found:
            pass
        elif name == "over" and ours:
            found.add(VICTORY)
        else:
            left.append((name, theirs, ours))
    return found, left
