"""Questions about the absent side (DS-24), and the lines of their sheet. ``paper.py`` plays the
answers.
"""

from collections.abc import Callable, Iterator
from typing import Any, Self

from msgspec import Struct

from engine import Bar, Choice, Int, Menu, Seat, Slot, Table
from engine.games.desert import declarations as d
from engine.games.desert import orders as o
from engine.games.desert.prompts import Prompt, answers
from engine.games.desert.slots import Amounts, Count, Pick, Several, bar
from engine.games.desert.units import Hex, Hexes
from engine.games.desert.view import Declare, Own, Question, View
from engine.games.desert.world import TargetKind, World

MOST = 999
"""The most points that can be typed."""
CLASSES: tuple[TargetKind, ...] = ("Inf", "Tank", "Arty", "Dump")
"""Targets that are typed. The map knows ships, works and lines."""
ONE = (d.Storm, d.Strength, d.Nobody)
"""A sheet holds at most one of these declarations."""


class Said(Struct, frozen=True):
    lines: list[d.Declaration]


def present(w: World) -> Seat:
    return w.other(w.absent)


class Declaring(Prompt):
    """What does the enemy declare? Asked of the side that is in the program."""

    blank = d.Declared

    task: Declare

    @classmethod
    def about(cls, w: World, what: Question, hexes: Hexes = (), n: int = 0) -> Self:
        w.step = "paper"
        return cls({present(w): d.Declared()}, Declare(what, hexes, n))

    def show(self, viewer: Seat) -> Own | None:
        return Own(self.sheets[viewer], self.task) if viewer in self.sheets else None

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = list(LINES_OF[view.task.what](view, view.task))
        if view.sheet.said:
            choices.append(Choice(o.Clear, "clear"))
        missing = view.task.what == "strength" and not view.sheet.said
        return answers(
            choices, bar("E-DECLARE", hex="+".join(view.task.hexes)) if missing else None
        )

    def edited(self, view: View, sheet: d.Declared, order: Any) -> d.Declared:
        if isinstance(order, o.Clear):
            return d.Declared()
        others = [
            line
            for line in sheet.said
            if line != order and not (isinstance(line, ONE) and isinstance(order, ONE))
        ]
        return d.Declared([*others, order])

    @staticmethod
    def default(_view: View) -> d.Declared:
        return d.Declared()

    def play(self, t: Table, sheets: dict[Seat, d.Declared]) -> None:
        (sheet,) = sheets.values()
        t.pop(Said(list(sheet.said)))


def written(view: View) -> Iterator[str]:
    """Yield the lines that make the viewer's sheet of declarations."""
    choices = list(LINES_OF[view.task.what](view, view.task))
    for line in view.sheet.said:
        fitting = [one for one in choices if one.order is type(line)]
        yield (fitting[-1] if long(line) else fitting[0]).write(line)


def long(line: d.Declaration) -> bool:
    """Return whether a line needs the longer of its two patterns."""
    match line:
        case d.Enemy(zone=zone):
            return bool(zone)
        case d.Spot(n=n):
            return n > 1
        case d.Hit(what=what):
            return what != "pinned"
    return False


# ---- lines


def hexes_of(found: Any) -> Several:
    return Several(Pick(sorted(found), None, "E-HEX"))


def not_mine(view: View) -> set[Hex]:
    return {hex for hex in view.cells if view.stacks.get(hex) != view.viewer}


def enemies(view: View) -> Iterator[Choice]:
    yield Choice(d.Enemy, "enemy {hexes}", hexes=hexes_of(not_mine(view)))
    zone = Pick(["zoc"])
    yield Choice(d.Enemy, "enemy {hexes} {zone}", hexes=hexes_of(not_mine(view)), zone=zone)
    said = {hex for line in view.sheet.said if isinstance(line, d.Enemy) for hex in line.hexes}
    if there := view.enemies(view.viewer) | said:
        yield Choice(d.Gone, "gone {hexes}", hexes=hexes_of(there))


def contact(view: View, _: Declare) -> Iterator[Choice]:
    yield from enemies(view)

    def grounds(got: dict[str, Any]) -> Pick:
        hex = got["hex"]
        n, of = view.stacking(hex, view.viewer), view.charts.ground

        def bears(terrain: str) -> Bar | None:
            most = of[terrain].bears
            return bar("E-STACK", hex=hex, n=n, m=most) if n > most else None

        return Pick(of, bears)

    hexes = Pick(view.cells, None, "E-HEX")
    yield Choice(d.Ground, "ground {hex} {terrain}", hex=hexes, terrain=grounds)


def moves(view: View, _: Declare) -> Iterator[Choice]:
    yield from enemies(view)


def touched(view: View) -> Hexes:
    return tuple(sorted({touch.own for touch in view.touching}))


def spots(view: View, _: Declare) -> Iterator[Choice]:
    there, kinds = Pick(sorted(view.enemies(view.viewer)), None, "E-HEX"), Pick(CLASSES)
    yield Choice(d.Spot, "target {hex} {kind}", hex=there, kind=kinds)
    yield Choice(d.Spot, "target {hex} {kind} {n}", hex=there, kind=kinds, n=Count(20))
    yield Choice(d.Under, "under {hexes}", hexes=hexes_of(touched(view)))


def hits(view: View, _: Declare) -> Iterator[Choice]:
    if view.marks:
        target = Pick([mark.name for mark in view.marks], None, "E-TARGET")
        yield Choice(d.Hit, "hit {target} {what}", target=target, what=Pick(["pinned"]))
        what = Pick(["lost", "trucks"])
        yield Choice(
            d.Hit, "hit {target} {what} {n}", target=target, what=what, n=Count(MOST // 10)
        )
    if view.phasing == view.absent:
        yield Choice(d.Held, "held {hexes}", hexes=hexes_of(touched(view)))


def damage(view: View, task: Declare) -> Iterator[Choice]:
    hexes = Pick(task.hexes or touched(view), None, "E-HEX")
    yield Choice(d.Hurt, "damage {hex} {n}", hex=hexes, n=Count(MOST // 10, lo=0))


def storms(view: View, _: Declare) -> Iterator[Choice]:
    open_ones = [one.targets[0] for one in view.attacks if one.status == "waiting"]
    hexes = [hex for hex in open_ones if view.stacks.get(hex) == view.viewer]
    if not hexes:
        return

    def origins(got: dict[str, Any]) -> Slot:
        near = [view.enemies(view.viewer) & {*view.near(hex)} for hex in got["targets"]]
        return hexes_of(set.intersection(*near))

    def whole(targets: Hexes) -> Any:
        one, *more = targets
        pair = not more or (len(more) == 1 and view.board.adjacent(one, more[0]))
        common = set.intersection(*({*view.near(hex)} for hex in targets))
        fits = pair and common & view.enemies(view.viewer)
        return None if fits else bar("E-HEX", hex="+".join(targets), what="+".join(targets))

    targets = Several(Pick(hexes, None, "E-HEX"), whole)
    yield Choice(d.Storm, "assault {targets} {origins}", targets=targets, origins=origins)


def strength(_view: View, _: Declare) -> Iterator[Choice]:
    yield Choice(
        d.Strength,
        "strength {actual} raw {raw} size {size} morale {morale}",
        actual=Count(MOST // 10, lo=0),
        raw=Count(MOST, lo=0),
        size=Int(0, 5),
        morale=Int(-4, 5),
    )
    yield Choice(d.Nobody, "nobody")


def falls(view: View, task: Declare) -> Iterator[Choice]:
    here = Pick(task.hexes, None, "E-HEX")
    to = Pick(sorted(not_mine(view) - {*task.hexes}), None, "E-HEX")
    yield Choice(d.Fled, "retreat {hex} {to}", hex=here, to=to)
    yield Choice(d.Gone, "gone {hexes}", hexes=hexes_of(task.hexes))


def remains(view: View, task: Declare) -> Iterator[Choice]:
    if there := view.enemies(view.viewer) & {*task.hexes}:
        yield Choice(d.Gone, "gone {hexes}", hexes=hexes_of(there))
    yield Choice(d.Captured, "captured {points}", points=Amounts(dict.fromkeys(view.kinds, 99)))


LINES_OF: dict[Question, Callable[[View, Declare], Iterator[Choice]]] = {
    "contact": contact,
    "targets": spots,
    "barrage": hits,
    "moves": moves,
    "damage": damage,
    "calls": damage,
    "assault": storms,
    "strength": strength,
    "fall": falls,
    "left": remains,
}
