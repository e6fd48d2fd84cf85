"""The small acts that everything else is made of: rolls, damage, falls, pilots,
reveals (rules 2.8, 2.9, 2.16).
"""

from engine.games.ambush.board.hexes import Hex, Side
from engine.games.ambush.board.terrain import read_cell
from engine.games.ambush.events import (
    Absorbed,
    Cause,
    Destroyed,
    Failed,
    Fainted,
    Fell,
    PilotHit,
    Revealed,
    Roll,
    Rolled,
    Struck,
    TurnLost,
)
from engine.games.ambush.units import AWAKE, HITS, Unit, fall_weight, groups, soak
from engine.games.ambush.world import World
from engine.play import Table

D6 = range(1, 7)
TWO = tuple(a + b for a in D6 for b in D6)
"""Two dice as one of 36 faces; the index of a sum does not matter."""
FALLS: tuple[tuple[int, Side], ...] = (
    (0, "front"),
    (1, "right"),
    (2, "right"),
    (3, "rear"),
    (4, "left"),
    (5, "left"),
)


def key(t: Table, cause: str) -> str:
    """``round/step/cause/n`` (4.4): ``n`` counts this cause in this step alone,
    so that no roll shifts another.
    """
    w: World = t.world
    where = f"{w.phase}/{cause}"
    return f"{w.round}/{where}/{t.nth(where)}"


def two(t: Table, cause: str) -> int:
    """2d6 for a cause such as ``psr:A1``."""
    return t.dice(key(t, cause))(TWO)


def one(t: Table, cause: str) -> int:
    """1d6 for a cause."""
    return t.dice(key(t, cause))(D6)


def piloting(t: Table, unit: Unit, roll: Roll, modifier: int, cause: str = "psr") -> bool:
    """A piloting roll (2.8): five harder for each lost leg, failed
    without dice if nobody steers.
    """
    if not unit.able:
        t.tell(Failed(roll, unit.id))
        return False
    need = unit.piloting + modifier + 5 * unit.legs_lost
    dice = two(t, f"{cause}:{unit.id}")
    t.tell(Rolled(roll, unit.id, need, dice))
    return dice >= need


def hurt(t: Table, unit: Unit, amounts: list[int], side: Side, *, legs: bool = True) -> None:
    """Damage in these groups, each with a location of its own. ``legs=False``:
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
            unit.pilot_hits += 1
            t.tell(PilotHit(unit.id, unit.pilot_hits))
        if unit.structure["HD"] <= 0 or unit.structure["CT"] <= 0 or unit.pilot_hits >= len(AWAKE):
            destroy(t, unit)


def destroy(t: Table, unit: Unit) -> None:
    """A unit leaves play; with the last one that everybody sees its side's
    hidden ones show themselves (HU-3f).
    """
    w: World = t.world
    t.tell(Destroyed(unit.id, unit.hex))
    give_up_turn(t, unit)
    unit.dead, unit.hex, unit.turn = True, "", "done"
    if not any(u.visible for u in w.of(unit.owner)):
        for other in sorted(w.of(unit.owner), key=lambda u: u.id):
            reveal(t, other, "alone")
        w.opened[unit.owner] = w.allowance[unit.owner]


def give_up_turn(t: Table, unit: Unit) -> None:
    """A unit that has not moved and no longer can: its side loses the last of its turns (Q5).

    Rule: QU-5.
    """
    w: World = t.world
    if w.phase == "movement" and unit.turn == "ready" and not unit.hidden and unit.owner in w.turns:
        last = len(w.turns) - 1 - w.turns[::-1].index(unit.owner)
        w.turns = w.turns[:last] + w.turns[last + 1 :]
        t.tell(TurnLost(unit.owner, "last"))


def settle(t: Table, unit: Unit) -> None:
    """After damage: a lost leg falls, 20 and more want a roll (in Movement at
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
    """20 damage and more in one phase: one roll, +1, not if prone (2.8).

    Rule: PS-3.
    """
    if unit.alive and unit.damage >= 20 and not unit.prone and not unit.rolled20:
        unit.rolled20 = True
        if not piloting(t, unit, "damage", 1):
            fall(t, unit, 0, 1)


def stay_awake(t: Table, unit: Unit) -> None:
    """A roll for each pilot hit that was not rolled for (2.9)."""
    while unit.alive and unit.tested < unit.pilot_hits:
        unit.tested += 1
        if unit.unconscious:
            continue
        need, dice = AWAKE[unit.tested], two(t, f"awake:{unit.id}")
        t.tell(Rolled("awake", unit.id, need, dice))
        if dice < need:
            give_up_turn(t, unit)
            unit.unconscious, unit.turn = True, "done" if unit.turn == "ready" else unit.turn
            t.tell(Fainted(unit.id))


def fall(t: Table, unit: Unit, levels: int, modifier: int) -> None:
    """2.9. ``modifier``: that of the roll that failed.

    Rule: PS-5.
    """
    turn, side = FALLS[one(t, f"fallface:{unit.id}") - 1]
    unit.facing, unit.prone = (unit.facing + turn) % 6, True
    t.tell(Fell(unit.id, unit.hex, unit.facing, levels, side))
    hurt(t, unit, groups(fall_weight(unit.tons) * (levels + 1)), side)
    if unit.alive and not piloting(t, unit, "pilot", modifier + max(0, levels - 1)):
        unit.pilot_hits += 1
        t.tell(PilotHit(unit.id, unit.pilot_hits))
        if unit.pilot_hits >= len(AWAKE):
            destroy(t, unit)
    stay_awake(t, unit)


def reveal(t: Table, unit: Unit, cause: Cause) -> None:
    """A hidden unit is hidden no more, for the rest of the game (HU-6); it moves and
    counts from the next round on.

    Rule: HU-6.
    """
    w: World = t.world
    slot = next(name for name, s in w.slots.items() if s.unit == unit.id)
    unit.hidden = False
    w.slots[slot].open = True
    w.opened[unit.owner] = w.opened.get(unit.owner, 0) + 1
    t.tell(
        Revealed(
            unit=unit.id,
            owner=unit.owner,
            hex=unit.hex,
            facing=unit.facing,
            prone=unit.prone,
            cause=cause,
            slot=slot,
            salt=w.slots[slot].salt,
        )
    )


def wear(t: Table, hex: Hex, amount: int) -> int:
    """A building loses this much of its construction factor; what is left. At 0
    it becomes rough ground (2.3).
    """
    w: World = t.world
    cell = w.cell(hex)
    left = max(0, cell.cf - amount)
    rest = (
        type(cell)(cell.code, cell.level, left, cell.height)
        if left
        else type(cell)("r", cell.level)
    )
    assert read_cell(rest.text()) == rest
    w.changed = {**w.changed, hex: rest.text()}
    t.tell(Absorbed(hex, left))
    return left


def collapse(t: Table, hex: Hex, cf: int, height: int) -> None:
    """What a collapse does to whoever is inside (2.3): ``cf`` and
    ``height`` as they were before.
    """
    w: World = t.world
    for unit in [u for u in w.units.values() if u.hex == hex and u.alive]:
        if unit.hidden:
            reveal(t, unit, "struck")
        hurt(t, unit, groups(-(-cf // 10) * height), "front")
        settle(t, unit)
