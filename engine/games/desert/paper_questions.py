"""Questions about the absent side (DS-24), and the lines of their sheet. ``paper.py`` plays the
answers.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Self

from msgspec import Struct

from engine import Bar, Choice, Int, Menu, Seat, Slot, Table
from engine.games.desert import declarations as d
from engine.games.desert import orders as o
from engine.games.desert.hexes import Hexside
from engine.games.desert.prompts import Prompt, answers
from engine.games.desert.s05_plans import Alias
from engine.games.desert.slots import Amounts, Count, Pick, Several, bar
from engine.games.desert.units import Hex, Hexes
from engine.games.desert.view import Declare, Own, Question, View
from engine.games.desert.world import TargetKind, World

MOST = 999
"""The most points that can be typed."""
CLASSES: tuple[TargetKind, ...] = ("Inf", "Tank", "Arty", "Dump")
"""Targets that are typed. The map knows works and lines."""
WORKS = {
    "fort": "fortification",
    "city": "major_city",
    "air": "air_facility",
    "road": "road",
    "rail": "railroad",
}
"""Words for what stands in a hex, and the fields of a cell. Roads and railways have no level."""
MAP = (d.Ground, d.Between)
"""Declarations about the map, which may be typed at every question."""
ONE = (d.Storm, d.Strength, d.Nobody)
"""A sheet holds at most one of these declarations."""


class ShipName(Alias):
    def sample(self, rng: Random) -> str:
        return rng.choice(("Kestrel", "Merlin"))


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
        choices = list(lines(view))
        if view.sheet.said:
            choices.append(Choice(o.Clear, "clear"))
        said = [line for line in view.sheet.said if isinstance(line, ONE)]
        based = sum(isinstance(line, d.Base) for line in view.sheet.said)
        code = "E-DECLARE" if view.task.what == "strength" and not said else ""
        code = code or ("E-BASE" if 0 < based < len(view.task.hexes) else "")
        return answers(choices, bar(code, hex="+".join(view.task.hexes)) if code else None)

    def edited(self, view: View, sheet: d.Declared, order: Any) -> d.Declared:
        if isinstance(order, o.Clear):
            return d.Declared()
        return d.Declared([*(one for one in sheet.said if about(one) != about(order)), order])

    @staticmethod
    def default(_view: View) -> d.Declared:
        return d.Declared()

    def play(self, t: Table, sheets: dict[Seat, d.Declared]) -> None:
        (sheet,) = sheets.values()
        for line in sheet.said:
            draw(t.world, line)
        t.pop(Said([line for line in sheet.said if not isinstance(line, MAP)]))


def written(view: View) -> Iterator[str]:
    """Yield the lines that make the viewer's sheet of declarations."""
    choices = list(lines(view))
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
        case d.Ground(n=n):
            return n is not None
        case d.Hit(what=what):
            return what != "pinned"
    return False


def about(line: d.Declaration) -> object:
    """Return the subject of a line. A later line replaces an earlier one with the same."""
    match line:
        case d.Storm() | d.Strength() | d.Nobody():
            return ONE
        case d.Ground(hex, terrain):
            return d.Ground, hex, terrain if terrain in WORKS else ""
        case d.Between(a, b):
            return frozenset((a, b))
        case d.Spot(hex, kind) | d.Hit(hex, kind):
            return type(line), hex, kind
        case d.Hurt(hex) | d.Base(hex) | d.Fled(hex):
            return type(line), hex
    return line


def draw(w: World, line: d.Declaration) -> None:
    """Put a line about the map on it."""
    match line:
        case d.Ground(hex, terrain, None):
            w.cells[hex].terrain = terrain
        case d.Ground(hex, what, n):
            there = n or 0
            setattr(w.cells[hex], WORKS[what], bool(n) if what in ("road", "rail") else there)
            w.cells[hex].city = w.cells[hex].city or (what == "city" and there > 0)
        case d.Between(high, low, kind):
            pair = (min(high, low), max(high, low))
            sides = {side.between: side for side in w.hexsides if side.between != pair}
            if kind in w.charts.barriers:
                up = high if w.charts.barriers[kind].sloped else ""
                sides[pair] = Hexside(pair, kind, up, major=True)
            w.hexsides = tuple(sides[pair] for pair in sorted(sides))


# ---- lines


def lines(view: View) -> Iterator[Choice]:
    yield from LINES_OF[view.task.what](view, view.task)
    yield from grounds(view)


def hexes_of(found: Any) -> Several:
    return Several(Pick(sorted(found), None, "E-HEX"))


def not_mine(view: View) -> set[Hex]:
    return {hex for hex in view.cells if view.stacks.get(hex) != view.viewer}


def enemies(view: View, _: Declare) -> Iterator[Choice]:
    yield Choice(d.Enemy, "enemy {hexes}", hexes=hexes_of(not_mine(view)))
    zone = Pick(["zoc"])
    yield Choice(d.Enemy, "enemy {hexes} {zone}", hexes=hexes_of(not_mine(view)), zone=zone)
    said = {hex for line in view.sheet.said if isinstance(line, d.Enemy) for hex in line.hexes}
    if there := view.enemies(view.viewer) | said:
        yield Choice(d.Gone, "gone {hexes}", hexes=hexes_of(there))


def grounds(view: View) -> Iterator[Choice]:
    """Yield the lines about the map."""

    def terrains(got: dict[str, Any]) -> Pick:
        hex = got["hex"]
        n, of = view.stacking(hex, view.viewer), view.charts.ground

        def bears(terrain: str) -> Bar | None:
            most = of[terrain].bears
            return bar("E-STACK", hex=hex, n=n, m=most) if n > most else None

        return Pick(of, bears)

    def near(got: dict[str, Any]) -> Pick:
        return Pick(view.near(got["high"]), None, "E-HEX")

    def level(got: dict[str, Any]) -> Count:
        known = [n for n in range(1, 10) if f"fortification{n}" in view.charts.works]
        return Count(max(known, default=0) if got["terrain"] == "fort" else 9, lo=0)

    hexes, kinds = Pick(view.cells, None, "E-HEX"), Pick([*view.charts.barriers, "none"])
    yield Choice(d.Ground, "ground {hex} {terrain}", hex=hexes, terrain=terrains)
    works = Pick(WORKS)
    yield Choice(d.Ground, "ground {hex} {terrain} {n}", hex=hexes, terrain=works, n=level)
    yield Choice(d.Between, "side {high} {low} {kind}", high=hexes, low=near, kind=kinds)


def touched(view: View) -> Hexes:
    return tuple(sorted({touch.own for touch in view.touching}))


def spots(view: View, _: Declare) -> Iterator[Choice]:
    there, kinds = Pick(sorted(view.enemies(view.viewer)), None, "E-HEX"), Pick(CLASSES)
    yield Choice(d.Spot, "target {hex} {kind}", hex=there, kind=kinds)
    yield Choice(d.Spot, "target {hex} {kind} {n}", hex=there, kind=kinds, n=Count(20))
    yield Choice(d.Ship, "ship {hex} {name}", hex=Pick(not_mine(view)), name=ShipName(view))
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


def bases(_view: View, task: Declare) -> Iterator[Choice]:
    yield Choice(d.Base, "base {hex} {n}", hex=Pick(task.hexes), n=Count(MOST, lo=0))


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
    "contact": enemies,
    "targets": spots,
    "barrage": hits,
    "moves": enemies,
    "damage": damage,
    "calls": damage,
    "assault": storms,
    "strength": strength,
    "base": bases,
    "fall": falls,
    "left": remains,
}
