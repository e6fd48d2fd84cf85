"""The deviations of the newest program from its rules (section 4 of the specification), each
recognised by what differs; the profile ``full`` follows the rules.
"""

from collections import Counter
from typing import Any

from engine.games.derelict.board import MARKERS, MOST_ALIENS, Token
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
CAP = "9 more than 22 aliens"
LATE = "9 a blip in view from the beginning is seen later"
TURNING = "10 turns alternate between free and paid"
REINFORCED = "11 lurk cells"
MERGED = "12 an entry that is a step as well is offered once"
ENDING = "13 the markers go before the game is over"
VICTORY = "13 victory only at a pass"
PICKED = "seed 5 the wrong token is picked after a reveal"
STRAY = "14 the marker of a dead unit stays"

ALERTS, ANY = ("guard", "overwatch"), ("pass", "activate", "command")

LOOKED_AT = ("objective", "flame", "marine_flame")

Difference = tuple[str, Any, Any]


def of_choices(record: Record, world: World, theirs: set[Key], ours: set[Key]) -> set[str]:
    active = world.find(world.active)
    entry = world.position.entry(active.cell) if active else None
    both = {key[:3] for key in theirs} & {key[:3] for key in ours}
    found: set[str] = set()
    for action, x, y, cost in theirs ^ ours:
        if (action, x, y) in both and (x, y) == entry and (action, x, y, cost) in ours:
            found.add(MERGED)
        elif (
            action in ("turnLeft", "turnRight")
            and active
            and active.race == "alien"
            and world.last == "turn"
        ):
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
    return unit.markers


def of_tokens(
    record: Record, world: World, strays: Counter[Any], theirs: Counter[Any], ours: Counter[Any]
) -> tuple[set[str], bool]:
    found: set[str] = set()
    active = world.find(world.active)
    units = {token.cell: token for token in world.tokens if token.name}
    chosen = record["choices"][record["chosen"]]
    for kind, x, y, *rest in (theirs - ours).elements():
        unit = units.get((x, y))
        if kind == "deactivated" and (
            (kind, x, y, *rest) in strays or unit is None or unit.name == world.active
        ):
            found.add(STRAY)
        elif (
            kind == "overwatch"
            and chosen["action"] == "assault"
            and (x, y) == (chosen["x"], chosen["y"])
        ):
            found.add(ASSAULTED)
        elif kind in MARKERS and unit is None:
            found.add(STRAY)
        else:
            return found, False
    for kind, x, y, *_ in (ours - theirs).elements():
        if kind == "deactivated" and active and active.race == "marine" and active.cell == (x, y):
            found.add(MARKER)
        elif (
            kind in ALERTS
            and chosen["action"] in ANY
            and (x, y) == cell_of(record, record["active"])
        ):
            found.add(ALERT)
        else:
            return found, False
    return found, True


def crowded(record: Record) -> bool:
    """Are there more aliens than DL-9.3 allows?"""
    return len([token for token in record["tokens"] if token["type"] == "alien"]) > MOST_ALIENS


def unmarked(record: Record, theirs: Counter[Any], ours: Counter[Any]) -> bool:
    if "game_over" not in record or record["choices"][record["chosen"]]["action"] != "pass":
        return False
    return theirs <= ours and all(kind == "deactivated" for kind, *_ in ours - theirs)


def won_already(record: Record, following: Record | None, world: World) -> bool:
    """DL-17.1: do the recorded tokens say what has ended the game here,
    where the program does not look?
    """
    looks = (record["choices"][record["chosen"]]["action"], record["phase"]) == ("pass", "main")
    if following is None or looks or record["ruleset"] != "head":
        return False
    cells = {
        kind: {(t["x"], t["y"]) for t in following["tokens"] if t["type"] == kind}
        for kind in LOOKED_AT
    }
    match world.reason:
        case "no-marines":
            return not any(token["type"].startswith("marine") for token in following["tokens"])
        case "objective":
            return bool(cells["objective"] & cells["flame"])
        case "no-fuel":
            return bool(cells["objective"]) and bool(
                following["flamer_fuel"] == 0 or not cells["marine_flame"]
            )
        case _:
            return False


def watcher(record: Record) -> bool:
    chosen = record["choices"][record["chosen"]]
    here = {
        t["type"]
        for t in record["tokens"]
        if (t["x"], t["y"]) == (chosen.get("x"), chosen.get("y"))
    }
    return record["ruleset"] == "head" and chosen["action"] == "assault" and "overwatch" in here


def cell_of(record: Record, id: str | None) -> tuple[int, int] | None:
    return next(((t["x"], t["y"]) for t in record["tokens"] if t["id"] == id), None)


def of_differences(
    costs: int, differences: list[Difference], *, early: bool
) -> tuple[set[str], list[Difference]]:
    """Names for fields that differ, and those that nothing explains. ``costs``: theirs less
    ours for this choice; ``early``: the game is over already.
    """
    found: set[str] = set()
    left: list[Difference] = []
    for name, theirs, ours in differences:
        if name == "ap" and costs and ours - theirs == costs:
            found.add(TURNING)
        elif name in ("active", "ap", "last_action", "last_move") and STRAY in found:
            pass
        elif name == "over" and ours and early:
            found.add(VICTORY)
        else:
            left.append((name, theirs, ours))
    return found, left
