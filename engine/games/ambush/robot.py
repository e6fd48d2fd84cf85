"""A player who goes for the objectives by the best cover, fires where it is worth most, and lies in
wait: the first of the orders worth considering.
"""

from random import Random

from engine.games.ambush import hints
from engine.games.ambush import orders as o
from engine.games.ambush.judgement import Judgement
from engine.games.ambush.view import View
from engine.menu import Menu
from engine.state import Order

LAIRS = 3
"""Hiding places, the best ones, of which one is drawn, so that nobody knows where to look."""


def choose(view: View, menu: Menu, rng: Random) -> Order | None:
    """Return what the robot would order; ``None``: it has no opinion."""
    kinds = {choice.order for choice in menu.offered}
    if o.Move in kinds:
        judge = Judgement(view)
        unit = hints.in_turn(judge, view.movable(view.viewer))[0]
        return hints.moved(unit.id, judge.plans(unit)[0])
    if view.sheet is not None and view.sheet.kind == "hide":
        line = hints.hidings(view)[0]
        if isinstance(line, o.Hide):
            line = o.Hide(line.unit, rng.choice(hints.lairs(view)[:LAIRS]))
        return line
    return next(iter(hints.hints(view, menu)), None)
