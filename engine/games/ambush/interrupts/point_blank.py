"""Shots and what they do to what they hit (rules 2.13, 2.15, 2.3)."""

from engine.games.ambush.acts import hurt, reveal, settle, two, wear
from engine.games.ambush.board import sight
from engine.games.ambush.board.hexes import Side
from engine.games.ambush.events import Shot
from engine.games.ambush.units import GUNS, Unit, Weapon, groups, missiles
from engine.games.ambush.world import World
from engine.play import Table

Hit = tuple[int, Side, bool]
"""One group of damage, the side it comes from, and whether the legs are behind cover."""


def fire(t: Table, unit: Unit, gun: Weapon, target: Unit, need: int) -> list[int]:
    """One weapon is fired: its groups of damage, nothing if it misses."""
    kind = GUNS[gun.kind]
    dice = two(t, f"hit:{unit.id}:{gun.label}")
    unit.warmth += kind.heat
    found, amounts = 0, list[int]()
    if dice >= need:
        if kind.rack:
            found = missiles(kind.rack, two(t, f"cluster:{unit.id}:{gun.label}"))
            amounts = [kind.each * n for n in groups(found, kind.group)]
        else:
            amounts = [kind.each]
    t.tell(
        Shot(
            unit=unit.id,
            weapon=gun.label,
            target=target.id,
            need=need,
            dice=dice,
            missiles=found,
            damage=sum(amounts),
        )
    )
    return amounts


def land(t: Table, target: Unit, hits: list[Hit]) -> None:
    """All damage of simultaneous shots; a building takes its part first (2.3).

    Rule: WP-7.
    """
    w: World = t.world
    for amount, side, covered in hits:
        if not target.alive:
            return
        cell = w.cell(target.hex)
        taken = min(amount, -(-cell.cf // 10)) if cell.building else 0
        if taken:
            wear(t, target.hex, taken)
        if amount > taken:
            hurt(t, target, [amount - taken], side, legs=not covered)


def ambush(t: Table, shooters: list[str], target: Unit) -> None:
    """All who fire at one checkpoint (PB-2 to PB-4): all damage first, then the rolls.

    Rule: PB-4.
    """
    w: World = t.world
    hits: list[Hit] = []
    for name in sorted(shooters):
        if w.units[name].hidden:
            reveal(t, w.units[name], "shot")
    for name in sorted(shooters):
        unit = w.units[name]
        unit.shot = True
        _, guns = sight.best_twist(unit, target.hex)
        side = sight.struck_side(target, unit.hex)
        for gun in guns:
            amounts = fire(t, unit, gun, target, sight.ambush_number(unit, gun, target))
            hits += [(amount, side, False) for amount in amounts]
    land(t, target, hits)
    settle(t, target)
