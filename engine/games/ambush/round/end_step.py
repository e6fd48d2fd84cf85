"""The End step (rules 2.5, 2.17, 2.18): pilots, heat, objectives, who has won, and secret
choices for the next round.
"""

from engine.games.ambush import orders
from engine.games.ambush.board.hexes import distance
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.damage import AWAKE
from engine.games.ambush.effects.rolls import tried
from engine.games.ambush.effects.secrets import open_all
from engine.games.ambush.events import Drawn, Held, Noticed, Scored, Shutdown, Woke, Won
from engine.games.ambush.round.sheets import Writing, sheet_menu
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import OneOf
from engine.state import Ask, Seat

STALLS = ((14, 4), (18, 6), (22, 8), (26, 10), (30, 13))
"""Heat from which an engine may stall, and what keeps it running on two dice."""
MOVING = {"stand": 0, "walk": 1, "run": 2}
"""The heat of a mode; a jump makes one for each hex, at least three."""


def close(t: Table) -> None:
    """Do everything at the end of a round."""
    w: World = t.world
    for unit in w.units.values():
        recover(t, unit)
        if w.rules.heat and unit.alive:
            cool(t, unit)
    hold(t)
    w.score = {seat: score(w, seat) for seat in w.seats}
    left = [seat for seat in w.seats if w.right(seat) or any(u.visible for u in w.of(seat))]
    if len(left) < 2 or w.round >= w.rounds:
        end(t, left)


def recover(t: Table, unit: Unit) -> None:
    """Roll for an unconscious pilot, who may wake up (2.9).

    Rule: EN-1.
    """
    if unit.alive and unit.unconscious and tried(t, "recover", unit, AWAKE[unit.pilot_hits]):
        unit.unconscious = False
        t.tell(Woke(unit.id))


def cool(t: Table, unit: Unit) -> None:
    """Carry over what the sinks do not take; a hot engine may
    stall, a cool one starts again (2.18).

    Rule: HT-1.
    """
    effort = max(3, unit.moved) if unit.mode == "jump" else MOVING[unit.mode]
    unit.heat, unit.warmth = max(0, unit.heat + unit.warmth + effort - unit.sinks), 0
    need = max((need for heat, need in STALLS if unit.heat >= heat), default=0)
    stalls = need > 0 and not tried(t, "heat", unit, need)
    if stalls != unit.shutdown:
        unit.shutdown = stalls
        t.tell(Shutdown(unit.id, not stalls))


def hold(t: Table) -> None:
    """Give each objective to the side that alone has a standing unit within one hex, if one
    has (2.17).
    """
    w: World = t.world
    for objective in w.objectives:
        near = {
            u.owner
            for u in w.units.values()
            if u.visible and not u.prone and u.able and distance(u.hex, objective.hex) <= 1
        }
        if len(near) == 1 and objective.holder not in near:
            objective.holder = near.pop()
            t.tell(Held(objective.hex, objective.holder))


def score(w: World, seat: Seat) -> int:
    """Return a side's points, by public facts only (IS-33): enemy tons destroyed, half the tons of
    the crippled, objectives held.

    Rule: VI-1.
    """
    points = sum(objective.points for objective in w.objectives if objective.holder == seat)
    for unit in w.units.values():
        if unit.owner != seat and unit.dead:
            points += unit.tons
        elif unit.owner != seat and unit.visible and (unit.legs_lost or unit.unconscious):
            points += unit.tons // 2
    return points


def end(t: Table, left: list[Seat]) -> None:
    """End the game: the last side, or the one with most points, has won; everything hidden is
    opened (4.4).

    Rule: VI-2.
    """
    w: World = t.world
    w.phase = "over"
    open_all(t)
    ranking = sorted(w.score.items(), key=lambda item: (-item[1], item[0]))
    t.tell(Scored(tuple(ranking)))
    best = [seat for seat, points in ranking if points == ranking[0][1]]
    winner = left[0] if len(left) == 1 else best[0] if len(best) == 1 and left else ""
    t.tell(Won(winner, "last" if len(left) == 1 else "points") if winner else Drawn())
    w.result = f"won {winner}" if winner else "drawn"
    t.end(w.result)


class Emerging(Writing[orders.Emerge]):
    """Which hidden units show themselves in the next round: everybody gets the form (HU-3a).

    Rule: EN-2.
    """

    kind = "reveal"

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask(w.seats) if not self.done and any(w.right(seat) for seat in w.seats) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer the form, also with nothing on it."""
        written = [line.unit for line in view.lines]
        hidden = [u.id for u in view.of(seat) if u.hidden and u.id not in written]
        choices = []
        if hidden:
            choices.append(Choice(orders.Emerge, "reveal {unit} next-round", unit=OneOf(hidden)))
        if written:
            choices.append(Choice(orders.Lurk, "reveal {unit} not", unit=OneOf(written)))
        return sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Emerge | orders.Lurk) -> None:
        emerges = isinstance(order, orders.Emerge)
        self.write(seat, order.unit, *([order] if isinstance(order, orders.Emerge) else []))
        t.tell(None, **{seat: Noticed(order.unit, "next-round" if emerges else "not")})

    def play(self, t: Table, lines: list[orders.Emerge]) -> None:
        t.world.revealing = [line.unit for line in lines]
