"""What a robot would order: a few sensible lines, then ``ok`` where it may, else the default."""

from random import Random

from engine.games.desert import orders as o
from engine.games.desert.hints import hints
from engine.games.desert.sheets.sheets import Assigned
from engine.games.desert.view import View
from engine.menu import Menu
from engine.state import Anytime, Line, Order

PLAIN = (o.Clear, o.Drop, o.DropUnit, o.Statuses, o.Show, o.Quiet, o.Stay, o.Hold)
"""Lines that undo something or tell the robot nothing."""

STEADY = 0.98
"""How often a robot does what looks best."""


def choose(view: View, menu: Menu, rng: Random) -> Order | None:
    """Return what looks best, as a rule; else a line now and then, mostly the answer; plans and
    assignments get some lines first.
    """
    if rng.random() < STEADY and (best := hints(view, menu)):
        return best[0]
    choices = [choice for choice in menu.offered if not issubclass(choice.order, Anytime)]
    lines = [
        choice for choice in choices if issubclass(choice.order, Line) and choice.order not in PLAIN
    ]
    busy = view.step in ("plan", "assign", "move", "position")
    if lines and rng.random() < (0.7 if busy else 0.3):
        line: Order = rng.choice(lines).sample(rng)
        return line
    empty = isinstance(view.sheet, Assigned) and not view.sheet.roles
    for answer in (o.Auto(),) if empty else (o.Ok(), o.Auto()):
        if menu.allows(answer):
            return answer
    picked: Order | None = menu.default
    return picked
