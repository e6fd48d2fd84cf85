"""A robot: marines shoot, advance and go on overwatch, and aliens charge and fight."""

from collections import deque
from collections.abc import Iterable
from functools import partial
from random import Random

from engine import Menu, Order
from engine.game import HINTS, answers
from engine.games.derelict import board
from engine.games.derelict import orders as o
from engine.games.derelict.board import Cell, Token, around, distance, towards
from engine.games.derelict.menu import Act, Offer, Why, order_of, targets
from engine.games.derelict.view import Position, View

FAR = 9_999
BEST_FIRST: tuple[Act, ...] = (
    *("shoot", "assault", "burn", "deploy", "place", "move", "activate", "enter", "overwatch"),
    *("reveal", "guard", "unjam", "door", "left", "right", "command", "done", "pass"),
)
"""Kinds of offers, the most interesting for a player first."""


def choose(view: View, menu: Menu, rng: Random | None) -> Order | None:
    """Return the robot's order, or ``None`` if it has no preference. Without ``rng`` its play is
    deterministic.
    """
    why = menu.why
    if not isinstance(why, Why):
        return None
    if why.shown.phase == "prompt":
        return prompted(view)
    if why.shown.phase == "voluntary":
        return deployed(why.offers, rng)
    position = view.position
    if why.shown.phase == "orient":
        return oriented(position, position.standing(why.shown.unit), why.offers)
    if why.shown.phase != "main":
        cells = [offer for offer in why.offers if offer.cell and offer.act in ("deploy", "place")]
        return None if not cells else order_of(one_of(cells, rng))
    active = position.unit(view.active)
    acts = {offer.act: offer for offer in why.offers}
    if active is not None:
        if active.race == "marine":
            found = marine(view, position, active, why.offers, rng)
        else:
            found = alien(position, active, why.offers, rng)
        if found is not None:
            return order_of(found)
    fresh = [offer for offer in why.offers if offer.act == "activate" and offer.ap]
    return order_of(nearest_first(position, fresh)[0] if fresh else acts["pass"])


def one_of(offers: list[Offer], rng: Random | None) -> Offer:
    """Return a random offer, or the first one without ``rng``."""
    return rng.choice(offers) if rng else offers[0]


def hints(view: View, menu: Menu) -> list[Order]:
    """Return the stronger robot's order, then the best offer of each kind, nearest to the enemy
    first.

    Orders that harm their own side or waste a shot are left out, and so is ending the turn while
    another unit could act.
    """
    best = order(view, menu, None)
    found = dict.fromkeys([best] if best else [])
    found |= dict.fromkeys(list_orders(view, menu))
    return [order for order in found if not menu.harms(order)][:HINTS]


def list_orders(view: View, menu: Menu) -> list[Order]:
    why = menu.why
    if not isinstance(why, Why):
        return []
    if why.shown.phase == "prompt":
        best = prompted(view)
        return [
            best,
            *(order for c in answers(menu) for order in c.orders() or () if order != best),
        ]
    position = view.position
    sensible = (offer for offer in why.offers if not wastes_shot(position, offer))
    near = nearest_first(position, sensible, view.active)
    fresh = [offer for offer in near if offer.act == "activate" and offer.ap]
    acts = {offer.act: offer for offer in reversed(near) if offer.act != "activate"}
    if not foe_ahead(position, view.active):
        acts.pop("assault", None)
    if fresh:
        acts.pop("pass", None)
    ranks = [acts[act] for act in BEST_FIRST if act in acts]
    if (door := acts.get("door")) and door.cell and position.closed(door.cell):
        ranks.remove(door)
        ranks.insert(next((i for i, one in enumerate(ranks) if one.act == "move"), 0), door)
    own, others = ranks[: HINTS - min(2, len(fresh))], fresh
    return [order_of(offer) for offer in (*own, *others)][:HINTS]


def wastes_shot(position: Position, offer: Offer) -> bool:
    if offer.act == "shoot":
        return not offer.unit
    if offer.act != "burn" or offer.cell is None:
        return False
    worth = {*position.marks["objective"], *(foe.cell for foe in position.of("alien", "blip"))}
    return worth.isdisjoint(position.burnable(offer.cell))


def reason(view: View, order: Order) -> dict[str, str | int]:
    """Return the reason for an order as arguments of its sentence. ``what`` is the kind of reason,
    and ``far`` the distance to the nearest enemy afterwards.
    """
    position, what = view.position, type(order).__name__.lower()
    if view.shown.phase == "prompt" and order != prompted(view):
        return {}
    if isinstance(order, o.Assault) and not foe_ahead(position, view.active):
        what = "ram"
    unit = position.unit(order.unit if isinstance(order, o.Activate) else view.active)
    if unit is None:
        return {"what": what, "far": FAR, "unit": ""}
    here = order.cell if isinstance(order, o.Move) else unit.cell
    foes = position.of("alien", "blip") if unit.race == "marine" else position.of("marine")
    far = min((distance(here, foe.cell) for foe in foes), default=FAR)
    return {"what": what, "far": far, "unit": unit.name}


def foe_ahead(position: Position, name: str) -> bool:
    unit = position.unit(name)
    ahead = unit and position.units.get(towards(unit.cell, unit.rot)[0])
    return bool(unit and ahead and (ahead.race == "marine") != (unit.race == "marine"))


def prompted(view: View) -> Order:
    shown = view.shown
    match shown.kind:
        case "command":
            return o.Reroll() if shown.dice and shown.dice[0] <= 3 else o.Keep()
        case "face":
            return o.Face()
        case "jam":
            return o.Unjam() if view.command else o.Leave()
    return o.Reroll()


def deployed(offers: tuple[Offer, ...], rng: Random | None) -> Order:
    for act in ("deploy", "place", "activate", "pass"):
        some = [offer for offer in offers if offer.act == act]
        if some:
            return order_of(one_of(some, rng))
    return o.Turn("left")


def oriented(position: Position, unit: Token, offers: tuple[Offer, ...]) -> Order:
    near = min(cells(position.of("marine")), key=partial(distance, unit.cell), default=None)
    turn = near and turning(unit, board.facing(unit.cell, near), offers)
    return order_of(turn) if turn else o.Done()


def nearest_first(position: Position, offers: Iterable[Offer], active: str = "") -> list[Offer]:
    marines = [unit.cell for unit in position.of("marine")]
    others = [unit.cell for unit in position.of("alien", "blip")]

    def away(offer: Offer) -> int:
        foes = others if (offer.unit or active).startswith("M") else marines
        return min((distance(offer.cell or (0, 0), foe) for foe in foes), default=FAR)

    return sorted(offers, key=away)


def steps_to(position: Position, goals: list[Cell]) -> dict[Cell, int]:
    steps = dict.fromkeys(goals, 0)
    waiting = deque(goals)
    while waiting:
        cell = waiting.popleft()
        for other in around(cell):
            if other not in steps and position.board.corridor(other):
                steps[other] = steps[cell] + 1
                waiting.append(other)
    return steps


def approach(
    position: Position, unit: Token, goals: list[Cell], offers: tuple[Offer, ...]
) -> Offer | None:
    steps = steps_to(position, goals)
    here = steps.get(unit.cell, FAR)
    nearer = [
        step
        for step in offers
        if step.act in ("move", "enter") and step.cell and steps.get(step.cell, FAR) < here
    ]
    if nearer:
        return min(nearer, key=lambda offer: (steps.get(offer.cell or (0, 0), FAR), offer.cost))
    shut = [
        step for step in offers if step.act == "door" and step.cell and position.closed(step.cell)
    ]
    doors = [step for step in shut if step.cell and steps.get(step.cell, FAR) < here]
    if doors:
        return doors[0]
    ways = [
        cell
        for cell in around(unit.cell)
        if steps.get(cell, FAR) < here and cell not in position.units
    ]
    return turned(unit, ways[0], offers) if ways and unit.race != "blip" else None


def turned(unit: Token, cell: Cell, offers: tuple[Offer, ...]) -> Offer | None:
    if cell in towards(unit.cell, unit.rot):
        return None
    return turning(unit, board.facing(unit.cell, cell), offers)


def turning(unit: Token, wanted: board.Facing, offers: tuple[Offer, ...]) -> Offer | None:
    act = board.way(unit.rot, wanted)
    return next((offer for offer in offers if offer.act == act and unit.rot != wanted), None)


def marine(
    view: View, position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random | None
) -> Offer | None:
    """Return a marine's action: burn, shoot, or fight if it is good at it."""
    burns = [offer for offer in offers if offer.act == "burn" and offer.cell]
    marks, friends = (
        set(position.marks["objective"]),
        {marine.cell for marine in position.of("marine")},
    )
    foes = {alien.cell for alien in position.of("alien")}
    for offer in burns:
        cells = set(position.burnable(offer.cell or (0, 0)))
        if cells & marks or (len(cells & foes) > 1 and not cells & friends):
            return offer
    shots = [offer for offer in offers if offer.act == "shoot" and offer.unit]
    if shots and rng and rng.random() < 0.1:
        return nearest_first(position, shots)[-1]
    if shots:
        return min(shots, key=lambda offer: distance(unit.cell, offer.cell or (0, 0)))
    by_act = {offer.act: offer for offer in offers}
    ahead = position.units.get(towards(unit.cell, unit.rot)[0])
    fighter = unit.kind in ("marine_hammer", "marine_claws")
    if fighter and "assault" in by_act and ahead and ahead.race == "alien":
        return by_act["assault"]
    others = [foe.cell for foe in position.of("alien", "blip")]
    if fighter:
        straight = [foe for foe in others if foe in straight_ahead(unit.cell)]
        if straight and (turn := turned_to(unit, straight[0], offers)):
            return turn
        others = striking(position, others)
    goals = list(marks) if unit.kind == "marine_flame" or not others else others
    near = any(distance(unit.cell, foe) <= 6 for foe in others)
    if (view.ap > 2 or not near) and (step := approach(position, unit, goals or others, offers)):
        return step
    return by_act.get("overwatch") or by_act.get("guard")


def alien(
    position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random | None
) -> Offer | None:
    """Return an alien's action: fight an enemy straight ahead, otherwise charge the nearest marine.
    A blip sometimes reveals itself.
    """
    by_act = {offer.act: offer for offer in offers}
    ahead = towards(unit.cell, unit.rot)[0]
    there = position.units.get(ahead)
    if there and there.race == "marine" and "assault" in by_act:
        return by_act["assault"]
    marines = position.of("marine")
    beside = [marine for marine in marines if distance(marine.cell, unit.cell) == 1]
    straight = [marine for marine in beside if marine.x == unit.x or marine.y == unit.y]
    if unit.race == "alien" and straight:
        return turned_to(unit, straight[0].cell, offers)
    if "reveal" in by_act and rng and rng.random() < 0.2:
        return by_act["reveal"]
    return approach(position, unit, striking(position, cells(marines)), offers)


def striking(position: Position, foes: list[Cell]) -> list[Cell]:
    """Return the free cells from which these can be fought, or their own if there are none."""
    found = {cell for foe in foes for cell in straight_ahead(foe) if position.board.corridor(cell)}
    return sorted(found - position.units.keys()) or foes


def straight_ahead(cell: Cell) -> list[Cell]:
    return [towards(cell, rot)[0] for rot in (0, 90, 180, 270)]


def turned_to(unit: Token, cell: Cell, offers: tuple[Offer, ...]) -> Offer | None:
    """Return a turn towards a cell, or ``None`` if it is already straight ahead."""
    if towards(unit.cell, unit.rot)[0] == cell:
        return None
    left = towards(unit.cell, (unit.rot + 270) % 360)[0] == cell
    return next((offer for offer in offers if offer.act == ("left" if left else "right")), None)


PACE = 3
"""Steps of a marine per turn, including doors and corners."""
SPARE = 1
"""The number of turns that marines want left when they meet the enemy."""
STRIKE = 6
"""The number of steps from which an alien can strike within one turn."""
GAUNTLET = 2
"""The number of steps in sight of overwatching marines that an alien risks."""


def order(view: View, menu: Menu, rng: Random | None) -> Order | None:
    """Return the order of the stronger robot, or ``None`` if it has no preference. Without ``rng``
    its play is deterministic.
    """
    why = menu.why
    if not isinstance(why, Why):
        return None
    position, phase = view.position, why.shown.phase
    if phase in ("reinforcement", "voluntary", "place"):
        return place_alien(position, why)
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


def place_alien(position: Position, why: Why) -> Order | None:
    """Place aliens nearest to the marines. The marines' player places the extra ones of a forced
    reveal farthest away.
    """
    steps = steps_to(position, [unit.cell for unit in position.of("marine")])
    cells = [offer for offer in why.offers if offer.cell and offer.act in ("deploy", "place")]
    if cells:
        cells.sort(key=lambda offer: steps.get(offer.cell or (0, 0), FAR))
        return order_of(cells[-1] if why.shown.phase == "place" else cells[0])
    ends = {offer.act: offer for offer in reversed(why.offers)}
    return next((order_of(ends[act]) for act in ("activate", "pass") if act in ends), None)


# ---- marines


def soldier(
    view: View, position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random | None
) -> Offer | None:
    """Return a marine's action: repeat a shot, spend command points on shots, and walk if time is
    short. Otherwise it plays like level 1.
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
        if not board.in_view(unit.cell, unit.rot, near) and (turn := turned(unit, near, offers)):
            return turn
    return found


def pressed(view: View, position: Position, unit: Token, foes: list[Cell]) -> bool:
    if not view.last_turn or position.marks["objective"]:
        return False
    steps = steps_to(position, foes).get(unit.cell, FAR)
    return view.last_turn - view.turn - steps // PACE <= SPARE


# ---- aliens


def hunter(
    view: View, position: Position, unit: Token, offers: tuple[Offer, ...], rng: Random | None
) -> Offer | None:
    marines = position.of("marine")
    steps = steps_to(position, [unit.cell for unit in marines])
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
    return [unit.cell for unit in units]


def watched(position: Position, unit: Token, steps: dict[Cell, int]) -> int:
    guards = [marine for marine in position.of("marine") if "overwatch" in marine.markers]
    at, found = unit.cell, 0
    while steps.get(at, FAR) > 1:
        at = min(around(at), key=lambda cell: steps.get(cell, FAR))
        found += sum(
            distance(one.cell, at) <= board.RANGE and position.sees(one, at) for one in guards
        )
    return found


def cover(view: View, position: Position, unit: Token, steps: dict[Cell, int]) -> Cell | None:
    """Return the first step to the hidden cell nearest to a marine within this turn's reach.
    ``None`` if the unit is there already, or if there is no such cell.
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
