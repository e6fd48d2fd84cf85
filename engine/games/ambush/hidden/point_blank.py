"""Point-blank shots (rules 2.13)."""

from engine.games.ambush.board import sight
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.damage import settle
from engine.games.ambush.effects.reveal import reveal
from engine.games.ambush.effects.shots import Hit, fire, land
from engine.games.ambush.world import World
from engine.play import Table


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
