"""Damage and what follows from it: falls, faints, destruction (rules 2.8, 2.9, 2.16)."""

from engine.games.ambush.board.hexes import Side
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.rolls import one, piloting, tried, two
from engine.games.ambush.effects.secrets import reveal
from engine.games.ambush.events import (
    Destroyed,
    Failed,
    Fainted,
    Fell,
    PilotHit,
    Struck,
    TurnLost,
)
from engine.games.ambush.world import World
from engine.play import Table

HITS: dict[Side, tuple[str, ...]] = {
    "front": ("CT", "RA", "RA", "RL", "RT", "CT", "LT", "LL", "LA", "LA", "HD"),
    "left": ("LT", "LL", "LA", "LA", "LL", "LT", "CT", "RT", "RA", "RL", "HD"),
    "right": ("RT", "RL", "RA", "RA", "RL", "RT", "CT", "LT", "LA", "LL", "HD"),
}
HITS["rear"] = HITS["front"]
INWARD = {"LA": "LT", "RA": "RT", "LL": "LT", "RL": "RT", "LT": "CT", "RT": "CT"}
AWAKE = (0, 3, 5, 7, 10, 11)
"""What keeps a pilot conscious after so many hits (2.9); six kill."""
FALLS: tuple[Side, ...] = ("front", "right", "right", "rear", "left", "left")
"""The side fallen on, by the die less one, which is how far the unit turns to the right."""


def tenth(amount: int) -> int:
    """Return a tenth, rounded up."""
    return -(-amount // 10)


def fall_weight(tons: int) -> int:
    """Return F(t), what a fall does for each level (2.9)."""
    return (tons + 5) // 10


def groups(amount: int, size: int = 5) -> list[int]:
    """Return damage in groups, the last one smaller."""
    return [min(size, amount - done) for done in range(0, amount, size)]


def soak(unit: Unit, location: str, *, rear: bool, amount: int) -> list[tuple[str, int]]:
    """Take damage from armour, then from structure, then inwards (2.16). Return ``(location,
    damage)`` for each location that took some.

    Rule: WP-6.
    """
    took: list[tuple[str, int]] = []
    while amount > 0:
        plate = location + "r" if rear and location + "r" in unit.armour else location
        by_armour = min(amount, unit.armour[plate])
        unit.armour[plate] -= by_armour
        by_frame = min(amount - by_armour, unit.structure[location])
        unit.structure[location] -= by_frame
        if taken := by_armour + by_frame:
            took.append((location, taken))
        amount -= taken
        if unit.structure[location] <= 0:
            lose(unit, location)
        if location not in INWARD:
            break
        location = INWARD[location]
    return took


def lose(unit: Unit, location: str) -> None:
    """Take a location away, and with a side torso its arm."""
    for gone in (location, {"LT": "LA", "RT": "RA"}.get(location, location)):
        unit.structure[gone] = 0
        unit.armour |= dict.fromkeys({gone, gone + "r"} & unit.armour.keys(), 0)


def hurt(
    t: Table, unit: Unit, amounts: list[int], side: Side = "front", *, legs: bool = True
) -> None:
    """Do damage in these groups, each to a location of its own. ``legs=False``:
    leg hits have no effect (cover).
    """
    for amount in amounts:
        if unit.dead:
            return
        place = HITS[side][two(t, f"loc:{unit.id}") - 2]
        if not legs and place in ("LL", "RL"):
            t.tell(Struck(unit.id, side, place, ()))
            continue
        took = soak(unit, place, rear=side == "rear", amount=amount)
        unit.damage += amount
        t.tell(Struck(unit.id, side, place, tuple(took)))
        if any(location == "HD" for location, _ in took):
            hit_pilot(t, unit)
        if unit.alive and (unit.structure["HD"] <= 0 or unit.structure["CT"] <= 0):
            destroy(t, unit)


def crash(t: Table, unit: Unit, amount: int) -> None:
    """Do damage to the front in groups of five, and what follows from it."""
    hurt(t, unit, groups(amount))
    settle(t, unit)


def hit_pilot(t: Table, unit: Unit) -> None:
    """Hurt the pilot once; the sixth hit kills, and destroys the unit (2.9)."""
    unit.pilot_hits += 1
    t.tell(PilotHit(unit.id, unit.pilot_hits))
    if unit.pilot_hits >= len(AWAKE):
        destroy(t, unit)


def destroy(t: Table, unit: Unit) -> None:
    """Take a unit out of play; with the last one that everybody sees its side's
    hidden ones show themselves (HU-3f).
    """
    w: World = t.world
    t.tell(Destroyed(unit.id, unit.hex))
    give_up_turn(t, unit)
    unit.dead, unit.hex, unit.turn = True, "", "done"
    if not any(u.visible for u in w.of(unit.owner)):
        for other in w.of(unit.owner):
            reveal(t, other, "alone")
        w.opened[unit.owner] = w.allowance[unit.owner]


def give_up_turn(t: Table, unit: Unit) -> None:
    """Take the last turn of a side whose unit has not moved and no longer can (Q5).

    Rule: QU-5.
    """
    w: World = t.world
    if w.phase == "movement" and unit.turn == "ready" and not unit.hidden and unit.owner in w.turns:
        last = len(w.turns) - 1 - w.turns[::-1].index(unit.owner)
        w.turns = w.turns[:last] + w.turns[last + 1 :]
        t.tell(TurnLost(unit.owner, "last"))


def settle(t: Table, unit: Unit) -> None:
    """Do what follows from damage: a lost leg falls, 20 and more want a roll (in Movement at
    once), the pilot may faint (PB-4).

    Nobody stands up with a lost leg, so it has just been lost by whoever stands.
    """
    w: World = t.world
    if unit.alive and not unit.prone:
        if unit.legs_lost:
            t.tell(Failed("damage", unit.id))
            fall(t, unit, 0, 0)
        elif w.phase == "movement":
            shaken(t, unit)
    stay_awake(t, unit)


def shaken(t: Table, unit: Unit) -> None:
    """Roll once for 20 damage and more in one phase, at +1, if not prone (2.8).

    Rule: PS-3.
    """
    if unit.alive and unit.damage >= 20 and not unit.prone and not unit.rolled20:
        unit.rolled20 = True
        if not piloting(t, unit, "damage", 1):
            fall(t, unit, 0, 1)


def stay_awake(t: Table, unit: Unit) -> None:
    """Roll for each pilot hit that was not rolled for (2.9)."""
    while unit.alive and unit.tested < unit.pilot_hits:
        unit.tested += 1
        if not unit.unconscious and not tried(t, "awake", unit, AWAKE[unit.tested]):
            give_up_turn(t, unit)
            unit.unconscious, unit.turn = True, "done" if unit.turn == "ready" else unit.turn
            t.tell(Fainted(unit.id))


def fall(t: Table, unit: Unit, levels: int, modifier: int) -> None:
    """Let a unit fall so many levels (2.9). ``modifier``: that of the roll that failed.

    Rule: PS-5.
    """
    turn = one(t, f"fallface:{unit.id}") - 1
    unit.facing, unit.prone = (unit.facing + turn) % 6, True
    t.tell(Fell(unit.id, unit.hex, unit.facing, levels, FALLS[turn]))
    hurt(t, unit, groups(fall_weight(unit.tons) * (levels + 1)), FALLS[turn])
    if unit.alive and not piloting(t, unit, "pilot", modifier + max(0, levels - 1)):
        hit_pilot(t, unit)
    stay_awake(t, unit)
