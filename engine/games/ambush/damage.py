"""Damage and its consequences: falls, unconsciousness, destruction (rules 2.8, 2.9, 2.16)."""

import hashlib
from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from engine import Event, Table
from engine.games.ambush import events, sight
from engine.games.ambush.hexes import Cell, Hex, Side
from engine.games.ambush.units import GUNS, Unit, Weapon, missiles
from engine.games.ambush.world import Slot, World
from engine.state import Opening

D6 = range(1, 7)
TWO = tuple(a + b for a in D6 for b in D6)
"""The sums of two dice, as one die of 36 faces."""


def key(t: Table, cause: str) -> str:
    """Return the dice key ``round/step/cause/n`` (4.4). ``n`` counts the causes of this kind in the
    step.
    """
    w: World = t.world
    where = f"{w.phase}/{cause}"
    return f"{w.round}/{where}/{t.nth(where)}"


def two(t: Table, cause: str) -> int:
    return t.dice(key(t, cause))(TWO)


def tried(t: Table, roll: events.Roll, unit: Unit, need: int, cause: str = "") -> bool:
    """Roll 2d6, announce it, and return whether ``need`` was reached. ``cause`` is the dice key's
    cause if it is not ``roll``.
    """
    dice = two(t, f"{cause or roll}:{unit.id}")
    t.tell(events.Rolled(roll, unit.id, need, dice))
    return dice >= need


def piloting(t: Table, unit: Unit, roll: events.Roll, modifier: int, cause: str = "psr") -> bool:
    if unit.able:
        return tried(t, roll, unit, unit.piloting + modifier + 5 * unit.legs_lost, cause)
    t.tell(events.Failed(roll, unit.id))
    return False


def reveal(t: Table, unit: Unit, cause: events.Cause) -> None:
    """Show a hidden unit to everybody for the rest of the game. It can move from the next round on.

    Rule: HU-6.
    """
    w: World = t.world
    name, slot = next((name, slot) for name, slot in w.slots.items() if slot.unit == unit.id)
    unit.hidden, slot.open = False, not w.rules.blind
    w.opened[unit.owner] = w.opened.get(unit.owner, 0) + 1
    t.tell(
        events.Revealed(
            unit=unit.id,
            owner=unit.owner,
            hex=unit.hex,
            facing=unit.facing,
            prone=unit.prone,
            cause=cause,
            slot=name,
            salt=slot.salt,
        )
    )


SALT = 32
"""The length of a salt, in bytes."""


def pledge(t: Table) -> None:
    """Commit each side to the contents of its places, used or not. Units are assigned to places at
    random, so a reveal says nothing about other places.

    Rule: CM-1.
    """
    w: World = t.world
    for seat in w.seats:
        hidden = [u for u in w.of(seat) if u.hidden]
        places = w.allowance[seat] - w.opened.get(seat, 0)
        contents: list[Unit | None] = [*hidden, *([None] * (places - len(hidden)))]
        draw = t.dice(key(t, f"slots:{seat}"))
        for n in range(1, places + 1):
            name = f"{seat}-hidden-{n}"
            unit = contents.pop(draw(range(len(contents))))
            die = t.dice(key(t, f"salt:{name}"))
            salt = bytes(die(range(256)) for _ in range(SALT)).hex()
            commitment = seal(f"{salt}|{name}|{content(unit)}")
            w.slots[name] = Slot(
                owner=seat,
                unit=unit.id if unit else "",
                salt=salt,
                commitment=commitment,
                text=content(unit) if w.rules.blind else UNSET,
            )
            t.tell(events.Pledged(name, seat, commitment))


def seal(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def content(unit: Unit | None) -> str:
    """Return the content of a place for a commitment: ``unit|hex|facing|pose`` or ``none|||``."""
    if unit is None:
        return "none|||"
    return f"{unit.id}|{unit.hex}|{unit.facing}|{'prone' if unit.prone else 'standing'}"


def openings(told: Sequence[Event]) -> list[Opening]:
    pledged, found = dict[str, str](), list[Opening]()
    for n, event in enumerate(told):
        match event:
            case events.Pledged(slot, _, commitment):
                pledged[slot] = commitment
                continue
            case events.Revealed():
                pose = "prone" if event.prone else "standing"
                text = f"{event.unit}|{event.hex}|{event.facing}|{pose}"
            case events.Opened():
                text = event.text
            case _:
                continue
        found.append(
            Opening(
                event=n,
                seat=event.owner,
                place=event.slot,
                text=text,
                opened=f"{event.salt}|{event.slot}|{text}",
                commitment=pledged.get(event.slot, ""),
            )
        )
    return found


def open_all(t: Table) -> None:
    w: World = t.world
    for name, slot in sorted(w.slots.items()):
        if not slot.open:
            slot.open = True
            text = slot.text or content(w.units.get(slot.unit))
            t.tell(events.Opened(name, slot.owner, text, slot.salt))


HITS: dict[Side, tuple[str, ...]] = {
    "front": ("CT", "RA", "RA", "RL", "RT", "CT", "LT", "LL", "LA", "LA", "HD"),
    "left": ("LT", "LL", "LA", "LA", "LL", "LT", "CT", "RT", "RA", "RL", "HD"),
    "right": ("RT", "RL", "RA", "RA", "RL", "RT", "CT", "LT", "LA", "LL", "HD"),
}
HITS["rear"] = HITS["front"]
INWARD = {"LA": "LT", "RA": "RT", "LL": "LT", "RL": "RT", "LT": "CT", "RT": "CT"}
AWAKE = (0, 3, 5, 7, 10, 11)
"""The number of pilot hits maps to the roll that keeps the pilot conscious (2.9). The sixth hit
kills.
"""
FALLS: tuple[Side, ...] = ("front", "right", "right", "rear", "left", "left")
"""The side on which a unit falls, by the die minus one. That is also the number of hexsides that it
turns to the right.
"""


def tenth(amount: int) -> int:
    return -(-amount // 10)


def fall_weight(tons: int) -> int:
    return (tons + 5) // 10


def groups(amount: int, size: int = 5) -> list[int]:
    return [min(size, amount - done) for done in range(0, amount, size)]


def soak(unit: Unit, location: str, *, rear: bool, amount: int) -> list[tuple[str, int]]:
    """Take damage from armour, then structure, then the next location inwards (2.16). Returns
    ``(location, damage)`` of each damaged location.

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
    for gone in (location, {"LT": "LA", "RT": "RA"}.get(location, location)):
        unit.structure[gone] = 0
        unit.armour |= dict.fromkeys({gone, gone + "r"} & unit.armour.keys(), 0)


def hurt(
    t: Table, unit: Unit, amounts: list[int], side: Side = "front", *, legs: bool = True
) -> None:
    """Apply each group of damage to a location rolled for it. With ``legs=False`` leg hits have no
    effect.
    """
    for amount in amounts:
        if unit.dead:
            return
        place = HITS[side][two(t, f"loc:{unit.id}") - 2]
        if not legs and place in ("LL", "RL"):
            t.tell(events.Struck(unit.id, side, place, ()))
            continue
        took = soak(unit, place, rear=side == "rear", amount=amount)
        unit.damage += amount
        t.tell(events.Struck(unit.id, side, place, tuple(took)))
        if any(location == "HD" for location, _ in took):
            hit_pilot(t, unit)
        if unit.alive and (unit.structure["HD"] <= 0 or unit.structure["CT"] <= 0):
            destroy(t, unit)


def crash(t: Table, unit: Unit, amount: int) -> None:
    hurt(t, unit, groups(amount))
    settle(t, unit)


def hit_pilot(t: Table, unit: Unit) -> None:
    unit.pilot_hits += 1
    t.tell(events.PilotHit(unit.id, unit.pilot_hits))
    if unit.pilot_hits >= len(AWAKE):
        destroy(t, unit)


def destroy(t: Table, unit: Unit) -> None:
    """Remove a unit from play. If it was the side's last visible one, its hidden ones are revealed
    (HU-3f).
    """
    w: World = t.world
    t.tell(events.Destroyed(unit.id, unit.hex))
    give_up_turn(t, unit)
    unit.dead, unit.hex, unit.turn = True, "", "done"
    if not w.rules.blind and not any(u.visible for u in w.of(unit.owner)):
        for other in w.of(unit.owner):
            reveal(t, other, "alone")
        w.opened[unit.owner] = w.allowance[unit.owner]


def give_up_turn(t: Table, unit: Unit) -> None:
    """Rule: QU-5."""
    w: World = t.world
    if w.rules.blind:
        return
    if w.phase == "movement" and unit.turn == "ready" and not unit.hidden and unit.owner in w.turns:
        last = len(w.turns) - 1 - w.turns[::-1].index(unit.owner)
        w.turns = w.turns[:last] + w.turns[last + 1 :]
        t.tell(events.TurnLost(unit.owner, "last"))


def settle(t: Table, unit: Unit) -> None:
    w: World = t.world
    if unit.alive and not unit.prone:
        if unit.legs_lost:
            t.tell(events.Failed("damage", unit.id))
            fall(t, unit, 0, 0)
        elif w.phase == "movement":
            shaken(t, unit)
    stay_awake(t, unit)


def shaken(t: Table, unit: Unit) -> None:
    """Rule: PS-3."""
    if unit.alive and unit.damage >= 20 and not unit.prone and not unit.rolled20:
        unit.rolled20 = True
        if not piloting(t, unit, "damage", 1):
            fall(t, unit, 0, 1)


def stay_awake(t: Table, unit: Unit) -> None:
    while unit.alive and unit.tested < unit.pilot_hits:
        unit.tested += 1
        if not unit.unconscious and not tried(t, "awake", unit, AWAKE[unit.tested]):
            give_up_turn(t, unit)
            unit.unconscious, unit.turn = True, "done" if unit.turn == "ready" else unit.turn
            t.tell(events.Fainted(unit.id))


def fall(t: Table, unit: Unit, levels: int, modifier: int) -> None:
    """Let a unit fall by ``levels``. ``modifier`` is that of the failed roll.

    Rule: PS-5.
    """
    turn = t.dice(key(t, f"fallface:{unit.id}"))(D6) - 1
    unit.facing, unit.prone = (unit.facing + turn) % 6, True
    t.tell(events.Fell(unit.id, unit.hex, unit.facing, levels, FALLS[turn]))
    hurt(t, unit, groups(fall_weight(unit.tons) * (levels + 1)), FALLS[turn])
    if unit.alive and not piloting(t, unit, "pilot", modifier + max(0, levels - 1)):
        hit_pilot(t, unit)
    stay_awake(t, unit)


def damage_building(t: Table, hex: Hex, amount: int) -> int:
    """Reduce a building's construction factor and return the rest."""
    w: World = t.world
    cell = w.cell(hex)
    left = max(0, cell.cf - amount)
    rest = replace(cell, cf=left) if left else Cell("r", cell.level)
    w.changed = {**w.changed, hex: rest.text()}
    t.tell(events.Absorbed(hex, left))
    return left


def wreck(t: Table, hex: Hex, amount: int) -> bool:
    w: World = t.world
    cell = w.cell(hex)
    if damage_building(t, hex, amount):
        return False
    for unit in [u for u in w.units.values() if u.hex == hex and u.alive]:
        if unit.hidden:
            reveal(t, unit, "struck")
        crash(t, unit, tenth(cell.cf) * cell.height)
    return True


def burden(t: Table, unit: Unit) -> None:
    """Damage the building that a unit enters by the unit's weight. It collapses if the unit is
    heavier than its construction factor.

    Rule: PS-2.
    """
    w: World = t.world
    if unit.alive:
        cell = w.cell(unit.hex)
        wreck(t, unit.hex, cell.cf if cell.cf < unit.tons else tenth(unit.tons))
        settle(t, unit)


Hit = tuple[int, Side, bool]
"""One group of damage, the side it comes from, and whether the target's legs are in cover."""


def fire(t: Table, unit: Unit, gun: Weapon, target: Unit, need: int) -> list[int]:
    kind = GUNS[gun.kind]
    dice = two(t, f"hit:{unit.id}:{gun.label}")
    unit.warmth += kind.heat
    w: World = t.world
    found, amounts = 0, list[int]()
    if dice >= need and kind.rack:
        found = missiles(kind.rack, two(t, f"cluster:{unit.id}:{gun.label}"))
        amounts = [kind.each * n for n in groups(found, kind.group)]
    elif dice >= need:
        amounts = [kind.each]
    t.tell(
        events.Shot(
            unit=unit.id,
            weapon=gun.label,
            target=target.id,
            need=need,
            dice=dice,
            missiles=found,
            damage=sum(amounts),
        )
    )
    w.fired(unit, target, sum(amounts))
    return amounts


def land(t: Table, target: Unit, hits: list[Hit]) -> None:
    """Apply the damage of simultaneous shots. A building absorbs its part first.

    Rule: WP-7.
    """
    w: World = t.world
    for amount, side, covered in hits:
        if not target.alive:
            return
        cell = w.cell(target.hex)
        taken = min(amount, tenth(cell.cf)) if cell.building else 0
        if taken:
            damage_building(t, target.hex, taken)
        if amount > taken:
            hurt(t, target, [amount - taken], side, legs=not covered)


def ambush(t: Table, shooters: list[str], target: Unit) -> None:
    """Rule: PB-4."""
    w: World = t.world
    units = [w.units[name] for name in sorted(shooters)]
    hits: list[Hit] = []
    for unit in units:
        if unit.hidden:
            reveal(t, unit, "shot")
    for unit in units:
        unit.shot = True
        side = sight.struck_side(target, unit.hex)
        for gun in sight.best_twist(unit, target.hex)[1]:
            amounts = fire(t, unit, gun, target, sight.ambush_number(unit, gun, target))
            hits += [(amount, side, False) for amount in amounts]
    land(t, target, hits)
    settle(t, target)
