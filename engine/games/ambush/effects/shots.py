"""Shots and what they do to what they hit (rules 2.13, 2.15, 2.3)."""

from engine.games.ambush.board import sight
from engine.games.ambush.board.arms import GUNS, Weapon, missiles
from engine.games.ambush.board.hexes import Side
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.buildings import wear
from engine.games.ambush.effects.damage import groups, hurt, settle, tenth
from engine.games.ambush.effects.rolls import two
from engine.games.ambush.effects.secrets import reveal
from engine.games.ambush.events import Shot
from engine.games.ambush.world import World
from engine.play import Table

Hit = tuple[int, Side, bool]
"""One group of damage, the side it comes from, and whether the legs are behind cover."""


def fire(t: Table, unit: Unit, gun: Weapon, target: Unit, need: int) -> list[int]:
    """Fire one weapon, and return its groups of damage, none if it misses."""
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
    w.fired(unit, target, sum(amounts))
    return amounts


def land(t: Table, target: Unit, hits: list[Hit]) -> None:
    """Do all damage of simultaneous shots; a building takes its part first (2.3).

    Rule: WP-7.
    """
    w: World = t.world
    for amount, side, covered in hits:
        if not target.alive:
            return
        cell = w.cell(target.hex)
        taken = min(amount, tenth(cell.cf)) if cell.building else 0
        if taken:
            wear(t, target.hex, taken)
        if amount > taken:
            hurt(t, target, [amount - taken], side, legs=not covered)


def ambush(t: Table, shooters: list[str], target: Unit) -> None:
    """Let all shoot who fire at one checkpoint (PB-2 to PB-4): all damage first, then the rolls.

    Rule: PB-4.
    """
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
