"""What a player may do in the main part of a turn, with its cost in action
points (sections 2.2 to 2.16).
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal

from msgspec import Struct

from engine.games.derelict.board import Cell, beside, distance, towards
from engine.games.derelict.position import ARMED, Position, listed
from engine.games.derelict.units import MOVES, RANGE, START_AP, Token, number
from engine.games.derelict.view import View, in_words

Act = Literal[
    "pass",
    "activate",
    "move",
    "enter",
    "left",
    "right",
    "door",
    "reveal",
    "deploy",
    "shoot",
    "burn",
    "assault",
    "overwatch",
    "guard",
    "unjam",
    "command",
    "done",
    "place",
]


class Offer(Struct, frozen=True):
    """One legal order: ``cost`` in action points; ``cell`` and ``unit`` that it is
    about; ``ap`` of an activation.
    """

    act: Act
    cost: int = 0
    cell: Cell | None = None
    unit: str = ""
    ap: int = 0

    def __repr__(self) -> str:
        where = self.unit or (in_words(self.cell) if self.cell else "")
        return f"{self.act} {where}/{self.cost}" if where else f"{self.act}/{self.cost}"


PASS = Offer("pass")


def main(view: View) -> list[Offer]:
    """Return all that the side to move may do (DL-2.2)."""
    position = view.position
    active = position.unit(view.active)
    acts = actions(view, position, active) if active else ()
    affordable = (offer for offer in acts if offer.cost <= view.ap)
    return [PASS, *affordable, *activations(view, position, view.active)]


def activations(view: View, position: Position, without: str) -> Iterator[Offer]:
    """Yield own units that are not deactivated; with a command point a marine
    that is, without action points (DL-2.2, DL-3.3).
    """
    for unit in sorted(position.side(view.side), key=lambda unit: number(unit.name)):
        done = "deactivated" in unit.markers
        again = view.profile == "full" and unit.race == "marine" and bool(view.command)
        if unit.name != without and (not done or again):
            yield Offer("activate", 0, unit.cell, unit.name, 0 if done else START_AP[unit.race])


def actions(view: View, position: Position, unit: Token) -> Iterator[Offer]:
    """Yield what the active unit can do, whatever its action points (DL-4).

    Rule: DL-4.
    """
    yield from moves(position, unit)
    yield from turns(view, unit)
    for cell in towards(unit.cell, unit.rot):
        if cell in position.doors and cell not in position.units:
            yield Offer("door", 1, cell)
    if unit.race == "blip" and not position.full:
        yield Offer("reveal", 6)
    if view.profile == "full" and unit.race != "marine" and (entry := position.entry(unit.cell)):
        yield Offer("enter", 1, entry)
    if view.profile in ARMED:
        yield from assaults(position, unit)
        if unit.race == "marine":
            yield from arms(view, position, unit)


def moves(position: Position, unit: Token) -> Iterator[Offer]:
    """Yield steps; the facing stays (DL-4, DL-5.1, DL-5.2, DL-7.1)."""
    forward, backward, sideways = MOVES[unit.race]
    steps = [(cell, forward) for cell in towards(unit.cell, unit.rot)]
    steps += [(cell, backward) for cell in towards(unit.cell, (unit.rot + 180) % 360)]
    steps += [(cell, sideways) for cell in beside(unit.cell, unit.rot) if sideways]
    for cell, cost in steps:
        if position.free(cell) and position.may_burn(unit.cell, cell):
            if unit.race == "blip" and position.forbidden_to_blip(cell, unit.cell):
                continue
            yield Offer("move", cost, cell)


def turns(view: View, unit: Token) -> Iterator[Offer]:
    """Yield what a turn by 90 degrees costs (DL-4.2)."""
    free = view.last == "move" or (view.last == "turn" and view.profile == "full")
    cost = 0 if unit.race == "blip" or (unit.race == "alien" and free) else 1
    yield Offer("left", cost, unit.cell)
    yield Offer("right", cost, unit.cell)


def assaults(position: Position, unit: Token) -> Iterator[Offer]:
    """Yield the enemy straight ahead, or the door, which no friend
    in its cell shields (DL-12.1).
    """
    cell = towards(unit.cell, unit.rot)[0]
    enemy = {"marine": "alien", "alien": "marine"}.get(unit.race)
    there = position.units.get(cell)
    if there is not None and there.race == enemy:
        yield Offer("assault", 1, cell, there.name)
    elif enemy and cell in position.doors:
        yield Offer("assault", 1, cell)


def arms(view: View, position: Position, unit: Token) -> Iterator[Offer]:
    """Yield what only marines do (DL-11, DL-13 to DL-16).

    Rule: DL-16.
    """
    jammed = "jam" in unit.markers
    cost = 0 if view.last in ("move", "turn") else 1
    if unit.weapon in ("bolter", "cannon") and not jammed:
        yield from (Offer("shoot", cost, cell, name) for cell, name in targets(position, unit))
        yield Offer("overwatch", 2)
    if unit.weapon == "flamer" and not jammed and view.fuel > 0:
        burning = 2 if view.profile == "full" else cost
        yield from (Offer("burn", burning, cell) for cell in fires(position, unit))
    yield Offer("guard", 2)
    if jammed:
        yield Offer("unjam", 1)
    if view.command and view.profile == "full":
        yield Offer("command")


def targets(position: Position, unit: Token) -> list[tuple[Cell, str]]:
    """Return the aliens that this marine sees, by number, then the
    closed doors, by place (DL-11.2).
    """
    aliens = sorted(position.of("alien"), key=lambda alien: number(alien.name))
    doors = sorted(position.doors.values(), key=lambda door: (door.y, door.x))
    return [(alien.cell, alien.name) for alien in aliens if position.sees(unit, alien.cell)] + [
        (door.cell, "") for door in doors if door.kind == "door" and position.sees(unit, door.cell)
    ]


def fires(position: Position, unit: Token) -> dict[Cell, list[Cell]]:
    """Return one cell for each segment that can be burnt, its nearest in view,
    and all its cells that will do (DL-11.5).
    """
    x, y = unit.cell
    square = product(range(x - RANGE, x + RANGE + 1), range(y - RANGE, y + RANGE + 1))
    cells = listed(
        cell
        for cell in square
        if position.board.corridor(cell) and not position.closed(cell) and position.sees(unit, cell)
    )
    cells.sort(key=lambda cell: distance(unit.cell, cell))
    found: dict[Cell, list[Cell]] = {}
    for cell in cells:
        found.setdefault(position.board.segment(cell)[0], []).append(cell)
    nearest = {same[0]: same for same in found.values()}
    return {cell: nearest[cell] for cell in listed(nearest)}
