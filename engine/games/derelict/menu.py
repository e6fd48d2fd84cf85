"""The menus of Derelict, in the grammar of section 6."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, Literal

from msgspec import Struct

from engine import Bar, Choice, Int, Menu, OneOf, Order
from engine.games.derelict import board
from engine.games.derelict import orders as o
from engine.games.derelict.board import RANGE, Cell, Token, towards
from engine.games.derelict.orders import CellSlot, CellsSlot
from engine.games.derelict.view import ARMED, Position, PromptKind, Shown, View, in_words, listed

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
    act: Act
    cost: int = 0  # in action points
    cell: Cell | None = None
    unit: str = ""
    ap: int = 0  # action points that an activation gives

    def __repr__(self) -> str:
        where = self.unit or (in_words(self.cell) if self.cell else "")
        return f"{self.act} {where}/{self.cost}" if where else f"{self.act}/{self.cost}"


PASS = Offer("pass")


def main(view: View) -> list[Offer]:
    """Return all offers of the side to move (DL-2.2)."""
    position = view.position
    active = position.unit(view.active)
    acts = actions(view, position, active) if active else ()
    affordable = (offer for offer in acts if offer.cost <= view.ap)
    return [PASS, *affordable, *activations(view, position, view.active)]


def activations(view: View, position: Position, without: str) -> Iterator[Offer]:
    """Yield the units that can be activated."""
    for unit in sorted(position.side(view.side), key=lambda unit: board.number(unit.name)):
        done = "deactivated" in unit.markers
        again = view.profile == "full" and unit.race == "marine" and bool(view.command)
        if unit.name != without and (not done or again):
            yield Offer(
                "activate", 0, unit.cell, unit.name, 0 if done else board.START_AP[unit.race]
            )


def actions(view: View, position: Position, unit: Token) -> Iterator[Offer]:
    """Rule: DL-4."""
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
    """Yield steps. They don't change the facing (DL-4, DL-5.1, DL-5.2, DL-7.1)."""
    forward, backward, sideways = board.MOVES[unit.race]
    steps = [(cell, forward) for cell in towards(unit.cell, unit.rot)]
    steps += [(cell, backward) for cell in towards(unit.cell, (unit.rot + 180) % 360)]
    steps += [(cell, sideways) for cell in board.beside(unit.cell, unit.rot) if sideways]
    for cell, cost in steps:
        if position.free(cell) and position.may_burn(unit.cell, cell):
            if unit.race == "blip" and position.forbidden_to_blip(cell, unit.cell):
                continue
            yield Offer("move", cost, cell)


def turns(view: View, unit: Token) -> Iterator[Offer]:
    """Yield turns by 90 degrees with their cost (DL-4.2)."""
    free = view.last == "move" or (view.last == "turn" and view.profile == "full")
    cost = 0 if unit.race == "blip" or (unit.race == "alien" and free) else 1
    yield Offer("left", cost, unit.cell)
    yield Offer("right", cost, unit.cell)


def assaults(position: Position, unit: Token) -> Iterator[Offer]:
    """Yield an assault on the enemy straight ahead, or on a door there without a friend in its cell
    (DL-12.1).
    """
    cell = towards(unit.cell, unit.rot)[0]
    enemy = {"marine": "alien", "alien": "marine"}.get(unit.race)
    there = position.units.get(cell)
    if there is not None and there.race == enemy:
        yield Offer("assault", 1, cell, there.name)
    elif enemy and cell in position.doors:
        yield Offer("assault", 1, cell)


def arms(view: View, position: Position, unit: Token) -> Iterator[Offer]:
    """Rule: DL-16."""
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
    """Return the visible aliens by number, then the visible closed doors by place (DL-11.2)."""
    aliens = sorted(position.of("alien"), key=lambda alien: board.number(alien.name))
    doors = sorted(position.doors.values(), key=lambda door: (door.y, door.x))
    return [(alien.cell, alien.name) for alien in aliens if position.sees(unit, alien.cell)] + [
        (door.cell, "") for door in doors if door.kind == "door" and position.sees(unit, door.cell)
    ]


def fires(position: Position, unit: Token) -> dict[Cell, list[Cell]]:
    """Return the nearest visible cell of each burnable segment, with all possible target cells in
    it (DL-11.5).
    """
    x, y = unit.cell
    square = product(range(x - RANGE, x + RANGE + 1), range(y - RANGE, y + RANGE + 1))
    cells = listed(
        cell
        for cell in square
        if position.board.corridor(cell) and not position.closed(cell) and position.sees(unit, cell)
    )
    cells.sort(key=lambda cell: board.distance(unit.cell, cell))
    found: dict[Cell, list[Cell]] = {}
    for cell in cells:
        found.setdefault(position.board.segment(cell)[0], []).append(cell)
    nearest = {same[0]: same for same in found.values()}
    return {cell: nearest[cell] for cell in listed(nearest)}


WORDS: dict[Act, tuple[type[Order], str]] = {
    "pass": (o.Pass, "pass"),
    "enter": (o.Enter, "enter"),
    "reveal": (o.Reveal, "reveal"),
    "assault": (o.Assault, "assault"),
    "overwatch": (o.Overwatch, "overwatch"),
    "guard": (o.Guard, "guard"),
    "unjam": (o.Unjam, "unjam"),
    "command": (o.Command, "command"),
    "done": (o.Done, "done"),
}
"""Orders that are a single word."""
AT_CELL: dict[Act, Callable[[Cell], Order]] = {
    "move": o.Move,
    "door": o.Door,
    "deploy": o.Deploy,
    "place": o.Place,
    "burn": o.Burn,
}
"""Orders with a cell."""
CELLS: dict[Act, tuple[type[Order], str, str, str]] = {
    "move": (o.Move, "move {cell}", "cannot-step", "DL-5"),
    "deploy": (o.Deploy, "deploy {cell}", "cannot-deploy", "DL-8"),
    "place": (o.Place, "place {cell}", "cannot-deploy", "DL-9"),
}
PROMPTS: dict[PromptKind, tuple[tuple[type[Order], str], tuple[type[Order], str]]] = {
    "command": ((o.Reroll, "reroll"), (o.Keep, "keep")),
    "best": ((o.Reroll, "reroll"), (o.Keep, "keep")),
    "guard": ((o.Reroll, "reroll"), (o.Keep, "keep")),
    "face": ((o.Face, "face"), (o.Stay, "stay")),
    "jam": ((o.Unjam, "unjam"), (o.Leave, "leave")),
}
"""The two answers to each prompt: yes and no."""
DEFAULTS: dict[PromptKind, Order] = {"face": o.Face(), "jam": o.Leave()}
"""Defaults of prompts. The others keep the roll."""


class Why(Struct, frozen=True):
    """The reason why a seat is asked: the phase, its unit, and all offers with their costs."""

    shown: Shown
    unit: str
    ap: int
    offers: tuple[Offer, ...]

    def __repr__(self) -> str:
        shown = " ".join(filter(None, (self.shown.phase, self.shown.kind, self.shown.unit)))
        return (
            f"{shown}; {self.unit or 'nobody'} {self.ap} AP;"
            f" {', '.join(map(repr, self.offers)) or '-'}"
        )


def choices(view: View, offers: Sequence[Offer]) -> list[Choice]:
    by: dict[Act, list[Offer]] = {}
    for offer in offers:
        by.setdefault(offer.act, []).append(offer)
    taken = {order_of(offer): offer for offer in offers}

    def about(made: Order) -> dict[str, Any]:
        offer = taken[made]
        cell = in_words(offer.cell) if offer.cell else ""
        return {"unit": offer.unit or view.active, "cell": cell, "cost": offer.cost}

    found: list[Choice] = []
    for act, some in by.items():
        if act in WORDS:
            found.append(Choice(*WORDS[act]))
        elif act in CELLS:
            order, pattern, code, rule = CELLS[act]
            found.append(Choice(order, pattern, cell=CellSlot(cells(some), code, rule)))
        elif act == "activate":
            units = [offer.unit for offer in some]
            found.append(
                Choice(o.Activate, "activate {unit}", unit=OneOf(units, "cannot-activate", "DL-2"))
            )
        elif act == "left":
            found.append(
                Choice(o.Turn, "turn {way}", way=OneOf(["left", "right"], "no-such-turn", "DL-4"))
            )
        elif act == "shoot":
            marks = [offer.unit or in_words(offer.cell) for offer in some if offer.cell]
            found.append(
                Choice(o.Shoot, "shoot {target}", target=OneOf(marks, "cannot-shoot", "DL-11"))
            )
        elif act == "burn":
            found.append(Choice(o.Burn, "burn {cell}", cell=fire_slot(view, cells(some))))
        elif act == "door":
            found += doors(view, cells(some))
    for choice in found:
        choice.about = about
        if choice.order is o.Pass:
            choice.regret = unmoved(view, offers)
        elif choice.order is o.Activate:
            choice.regret = unspent(view, offers)
        elif choice.order is o.Burn:
            choice.regret = scorched(view)
    return found


def unmoved(view: View, offers: Sequence[Offer]) -> Callable[[Order], Bar | None]:
    """Return a warning against ending the turn while units could still act (DL-2.4)."""
    units = [offer.unit for offer in offers if offer.act == "activate" and offer.ap]
    acting = [view.active] if view.active and view.ap else []
    bar = Bar("units-left", (("units", " ".join((*acting, *units))),)) if units else None
    return lambda _: bar


def unspent(view: View, offers: Sequence[Offer]) -> Callable[[Order], Bar | None]:
    """Return a warning against activating another unit while the active one could act (DL-2.3)."""
    acts = any(offer.cost for offer in offers if offer.act not in ("activate", "pass"))
    bar = Bar("points-left", (("unit", view.active), ("points", view.ap))) if acts else None
    return lambda _: bar if view.active else None


def scorched(view: View) -> Callable[[Any], Bar | None]:
    """Return a warning against a fire that would burn marines, or nothing new (DL-11.5)."""
    position = view.position

    def bar(order: Any) -> Bar | None:
        fresh = [cell for cell in position.burnable(order.cell) if cell not in position.flames]
        friends = [marine.name for marine in position.of("marine") if marine.cell in fresh]
        if friends:
            return Bar("own-flames", (("units", " ".join(friends)),), harms=True)
        return None if fresh else Bar("burns-already", harms=True)

    return bar


AHEAD = ("ahead", "forward", "forwards", "go", "go forward", "move forward", "step", "straight")
"""Words that people use for going straight ahead."""


def also(view: View, offers: Sequence[Offer]) -> dict[str, str]:
    unit = view.position.unit(view.active)
    if unit is None:
        return {}
    cell = towards(unit.cell, unit.rot)[0]
    acts = {offer.act for offer in offers if offer.cell == cell}
    verb = "move" if "move" in acts else "door" if "door" in acts else ""
    return dict.fromkeys(AHEAD, f"{verb} {in_words(cell)}") if verb else {}


def order_of(offer: Offer) -> Order:
    cell: Cell = offer.cell or (0, 0)
    match offer.act:
        case "activate":
            return o.Activate(offer.unit)
        case "left" | "right":
            return o.Turn(offer.act)
        case "shoot":
            return o.Shoot(offer.unit or in_words(cell))
    taken = AT_CELL.get(offer.act)
    return taken(cell) if taken else WORDS[offer.act][0]()


def cells(offers: Iterable[Offer]) -> list[Cell]:
    return [offer.cell for offer in offers if offer.cell is not None]


def doors(view: View, reach: list[Cell]) -> list[Choice]:
    """Return the choices for doors: ``door`` for any door in reach, ``open`` for closed ones,
    ``close`` for open ones.

    Rule: DL-6.
    """
    position = view.position
    closed = [cell for cell in reach if position.closed(cell)]
    other = [cell for cell in reach if cell not in closed]
    verbs = (("door", reach), ("open", closed), ("close", other))
    return [
        Choice(o.Door, f"{verb} {{cell}}", cell=CellSlot(some, "no-such-door", "DL-6", alone=True))
        for verb, some in verbs
        if some
    ]


def fire_slot(view: View, reach: list[Cell]) -> CellSlot:
    """Return the slot for fires: one cell for each segment, with its other target cells as aliases
    (DL-11.5).
    """
    position = view.position
    fits = fires(position, position.standing(view.active))
    same = {cell: first for first, others in fits.items() for cell in others}
    return CellSlot(reach, "cannot-burn", "DL-11", also=same)


def menu(view: View, offers: Sequence[Offer], default: Order) -> Menu:
    made = Menu(
        choices(view, offers), default, Why(view.shown, view.active, view.ap, tuple(offers))
    )
    made.also = also(view, offers)
    return made


def voluntary_menu(view: View, alien: str, first: Cell, act: Act) -> Menu:
    """Return the menu of a voluntary reveal (DL-8.3, DL-8.4).

    It deploys the next alien or turns the last one. Then another unit can be activated, or the seat
    passes. ``act`` is the verb for the next alien. If the viewer doesn't know whether one is due,
    only turning is certainly legal.
    """
    position, due = view.position, view.shown.due
    offers = rotations(position, alien)
    landing = position.landing(first, hidden=True) if due else []
    if due == 0 or (due and not landing):
        without = alien if view.profile != "full" else ""
        offers = [PASS, *activations(view, position, without), *offers]
    placing = [Offer(act, 0, cell) for cell in landing]
    instead = o.Turn("left") if due is None else o.Pass()
    return menu(view, [*offers, *placing], order_of(placing[0]) if placing else instead)


def orient_menu(view: View, alien: str) -> Menu:
    """Return the menu that turns a revealed alien (DL-9.2)."""
    return menu(view, [Offer("done"), *rotations(view.position, alien)], o.Done())


def rotations(position: Position, alien: str) -> list[Offer]:
    cell = position.standing(alien).cell
    return [Offer("left", 0, cell), Offer("right", 0, cell)]


def cell_menu(view: View, act: Act, places: Sequence[Cell]) -> Menu:
    """Return a menu of these cells: ``deploy`` a reinforcement (DL-2.8), ``place`` an extra alien
    (DL-9.2), ``move`` to a start mark (DL-2.6).
    """
    offers = [Offer(act, 0, cell) for cell in places]
    return menu(view, offers, order_of(offers[0]))


def deployment_menu(view: View, picked: str) -> Menu:
    """Return the menu of the deployment: first pick a marine on a drop mark, then a free start mark
    (DL-2.6).
    """
    position = view.position
    drop = set(position.marks["drop_marine"])
    marines = sorted(
        (unit for unit in position.of("marine") if unit.cell in drop),
        key=lambda unit: (unit.y, unit.x),
    )
    if not picked:
        offers = [Offer("activate", 0, unit.cell, unit.name) for unit in marines]
        return menu(view, offers, order_of(offers[0]))
    places = listed(cell for cell in position.marks["start_marine"] if not position.blocks(cell))
    return cell_menu(view, "move", places)


def prompt_menu(view: View, kind: PromptKind) -> Menu:
    """Return the menu of a prompt: yes or no. Without a command point a jam can't be cleared."""
    yes, no = PROMPTS[kind]
    pair = (no,) if kind == "jam" and view.command == 0 else (yes, no)
    return Menu(
        [Choice(*words) for words in pair],
        DEFAULTS.get(kind, o.Keep()),
        Why(view.shown, view.active, 0, ()),
    )


def standing_menu(view: View) -> Menu:
    found = [Choice(o.Resign, "resign")]
    if view.profile in ARMED:
        found += [
            Choice(order, f"standing {pattern}", **slots)
            for order, pattern, slots in standing_choices(view)
        ]
    return Menu(found)


def standing_choices(view: View) -> list[tuple[type[Order], str, dict[str, Any]]]:
    return [
        (o.StandUnjam, "unjam {policy}", {"policy": OneOf(["always", "never", "ask"])}),
        (o.StandKeep, "unjam keep {keep}", {"keep": Int(0, 12)}),
        (o.StandReroll, "reroll {policy}", {"policy": OneOf(["losing", "lost", "ask"])}),
        (o.StandFace, "face {policy}", {"policy": OneOf(["yes", "no", "ask"])}),
        (o.StandFacing, "facing {policy}", {"policy": OneOf(["nearest", "keep", "ask"])}),
        (o.StandFirst, "cells {policy}", {"policy": OneOf(["first", "ask"])}),
        (o.StandCells, "cells {cells}", {"cells": CellsSlot(view.board)}),
        (o.StandCommand, "command {most}", {"most": Int(0, 6)}),
        (o.StandCommandAsk, "command ask", {}),
    ]
