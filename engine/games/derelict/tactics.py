"""A player of the second level: marines that count the turns, spend their command points and watch
the way the enemy must come; aliens that wait out of sight until they can strike.
"""

from collections import deque
from random import Random

from engine.games.derelict.board import RANGE, Cell, Token, around, distance, in_view
from engine.games.derelict.menu import Offer, Why, order_of, targets
from engine.games.derelict.robot import (
    FAR,
    alien,
    approach,
    choose,
    marine,
    nearest_first,
    reach,
    turned,
)
from engine.games.derelict.view import Position, View
from engine.menu import Menu
from engine.state import Order

PACE = 3
"""Steps that a marine makes in a turn, with doors and corners."""
SPARE = 1
"""Turns that marines want to have left when they meet the enemy."""
STRIKE = 6
"""Steps from which an alien can strike in one turn."""
GAUNTLET = 2
"""Steps under the eyes of marines on overwatch that an alien dares."""


def order(view: View, menu: Menu, rng: Random) -> Order | None:
    """Return what the robot would order; ``None``: it has no opinion."""
    why = menu.why
    if not isinstance(why, Why):
        return None
    position, phase = view.position, why.shown.phase
    if phase in ("reinforcement", "voluntary", "place"):
        return placed(position, why)
    active = position.unit(view.active)
    if phase != "main" or active is None:
        return choose(view, menu, rng)
    if active.race == "marine":
        found = soldier(view, position, active, why.offers, rng)
    else:
        found = hunter(view, position, active, why.offers, rng)
    if found is not None:
        return order_of(found)
    fresh = [offer for offer in why.offers if offer.act == "activate" and offer.ap]
    ends = (offer for offer in why.offers if offer.act == "pass")
    return order_of(nearest_first(position, fresh)[0] if fresh else next(ends))


def placed(position: Position, why: Why) -> Order | None:
    """Put aliens where they are nearest to the marines, and extra ones of a forced reveal, which
    the marines put, where they are farthest.
    """
    steps = reach(position, [unit.cell for unit in position.of("marine")])
    cells = [offer for offer in why.offers if offer.cell and offer.act in ("deploy", "place")]
    if cells:
        cells.sort(key=lambda offer: steps.get(offer.cell or (0, 0), FAR))
        return order_of(cells[-1] if why.shown.phase == "place" else cells[0])
    ends = {offer.act: offer for offer in reversed(why.offers)}
    return next((order_of(ends[act]) for act in ("activate", "pass") if act in ends), None)


# ---- marines


def soldier(
    view: View, position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random
) -> Offer | None:
    """Shoot on at the same target, spend command points on shots, and walk as far as the clock
    demands; else what a marine of the first level does.
    """
    by_act = {offer.act: offer for offer in offers}
    shots = [offer for offer in offers if offer.act == "shoot" and offer.unit]
    if view.last == "shoot" and (again := [s for s in shots if s.unit == view.target]):
        return again[0]
    aliens = {foe.cell for foe in position.of("alien")}
    if not shots and unit.weapon in ("bolter", "cannon") and "command" in by_act:
        marks = [cell for cell, name in targets(position, unit) if name and cell in aliens]
        if marks and not view.ap and "jam" not in unit.markers:
            return by_act["command"]
    if "unjam" in by_act and aliens:
        return by_act["unjam"]
    foes = [foe.cell for foe in position.of("alien", "blip")]
    hurry = not shots and foes and "burn" not in by_act and pressed(view, position, unit, foes)
    if hurry and (step := approach(position, unit, foes, offers)):
        return step
    found = marine(view, position, unit, offers, rng)
    if found is not None and found.act in ("overwatch", "guard") and foes and view.ap > found.cost:
        near = min(foes, key=lambda cell: distance(cell, unit.cell))
        if not in_view(unit.cell, unit.rot, near) and (turn := turned(unit, near, offers)):
            return turn
    return found


def pressed(view: View, position: Position, unit: Token, foes: list[Cell]) -> bool:
    """Return whether a marine must walk on to meet the enemy before the last turn."""
    if not view.last_turn or position.marks["objective"]:
        return False
    steps = reach(position, foes).get(unit.cell, FAR)
    return view.last_turn - view.turn - steps // PACE <= SPARE


# ---- aliens


def hunter(
    view: View, position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random
) -> Offer | None:
    """Strike if a marine can be reached; else wait where no marine looks, as near as can be."""
    marines = position.of("marine")
    steps = reach(position, [unit.cell for unit in marines])
    here = steps.get(unit.cell, FAR)
    by_act = {offer.act: offer for offer in offers}
    if unit.race == "blip":
        if "reveal" in by_act and here <= STRIKE:
            return by_act["reveal"]
        return None if here <= STRIKE else approach(position, unit, cells(marines), offers)
    if position.marks["objective"]:
        return alien(position, unit, offers, rng)
    if here <= view.ap + 1 and watched(position, unit, steps) <= GAUNTLET:
        return alien(position, unit, offers, rng)
    if "enter" in by_act:
        return by_act["enter"]
    first = cover(view, position, unit, steps)
    nearer = [offer for offer in offers if offer.act == "move" and offer.cell == first]
    if nearer:
        return nearer[0]
    if first is None and position.seen(unit.cell):
        return alien(position, unit, offers, rng)
    return turned(unit, first, offers) if first else None


def cells(units: list[Token]) -> list[Cell]:
    """Return where these units stand."""
    return [unit.cell for unit in units]


def watched(position: Position, unit: Token, steps: dict[Cell, int]) -> int:
    """Return how many steps of the shortest way to a marine are under the eyes of one on
    overwatch.
    """
    guards = [marine for marine in position.of("marine") if "overwatch" in marine.markers]
    at, found = unit.cell, 0
    while steps.get(at, FAR) > 1:
        at = min(around(at), key=lambda cell: steps.get(cell, FAR))
        found += sum(distance(one.cell, at) <= RANGE and position.sees(one, at) for one in guards)
    return found


def cover(view: View, position: Position, unit: Token, steps: dict[Cell, int]) -> Cell | None:
    """Return the first step to the hidden cell that is nearest to a marine and can be reached in
    this turn; ``None`` if the unit stands there, or if there is none.
    """
    first: dict[Cell, Cell] = {unit.cell: unit.cell}
    gone = {unit.cell: 0}
    waiting = deque([unit.cell])
    while waiting:
        cell = waiting.popleft()
        for to in around(cell):
            near = to not in first and gone[cell] < view.ap
            if near and position.free(to) and position.may_burn(cell, to):
                first[to] = to if cell == unit.cell else first[cell]
                gone[to] = gone[cell] + 1
                waiting.append(to)
    hidden = [cell for cell in first if not position.seen(cell, unit.cell)]
    best = min(hidden, key=lambda cell: (steps.get(cell, FAR), gone[cell]), default=unit.cell)
    return None if best == unit.cell else first[best]
