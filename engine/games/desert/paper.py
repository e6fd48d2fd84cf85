"""The side that is not in the program. Its player has a paper map and declares things. The other
player types these, and the referee works out everything else (P3, P7, P15, P23, P31, P34 to P62).

The rules are those of two sides. A hex of the absent side holds one counter of kind ``stack``, and
its sheets stay blank.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Self

from msgspec import Struct

from engine import Bar, Choice, Frame, Int, Menu, Order, Seat, Slot, Table
from engine.games.desert import casualties, condition, events, s01_04_opening, s08_retreat
from engine.games.desert import orders as o
from engine.games.desert.prompts import Prompt, answered, answers
from engine.games.desert.s06_07_barrage import LEVELS, LINES
from engine.games.desert.s10_11_antiarmour import Calling, fire
from engine.games.desert.s12_assault import Melee, Picking
from engine.games.desert.s12_losses import placing
from engine.games.desert.s12_retreat import Fallen
from engine.games.desert.s12_totals import FAR, Typed
from engine.games.desert.script import Segment
from engine.games.desert.slots import Amounts, Count, Pick, Several, bar
from engine.games.desert.units import Hex, Hexes, Unit
from engine.games.desert.view import Declare, Own, Question, View, names
from engine.games.desert.world import Fight, Struck, Target, TargetKind, World

MOST = 999
"""The most points that can be typed."""
CLASSES: tuple[TargetKind, ...] = ("Inf", "Tank", "Arty", "Dump")
"""Targets that are typed. The map knows ships, works and lines."""
ONE = (o.Storm, o.Strength, o.Nobody)
"""A sheet holds at most one of these declarations."""


class Said(Struct, frozen=True):
    lines: list[o.Declaration]


def present(w: World) -> Seat:
    return w.other(w.absent)


class Declaring(Prompt):
    """What does the enemy declare? Asked of the side that is in the program.

    Rule: DS-24.
    """

    blank = o.Declared

    task: Declare

    @classmethod
    def about(cls, w: World, what: Question, hexes: Hexes = (), n: int = 0) -> Self:
        w.step = "paper"
        return cls({present(w): o.Declared()}, Declare(what, hexes, n))

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

    def edited(self, view: View, sheet: o.Declared, order: Any) -> o.Declared:
        if isinstance(order, o.Clear):
            return o.Declared()
        others = [
            line
            for line in sheet.said
            if line != order and not (isinstance(line, ONE) and isinstance(order, ONE))
        ]
        return o.Declared([*others, order])

    @staticmethod
    def default(_view: View) -> o.Declared:
        return o.Declared()

    def play(self, t: Table, sheets: dict[Seat, o.Declared]) -> None:
        (sheet,) = sheets.values()
        t.pop(Said(list(sheet.said)))


def written(view: View) -> Iterator[str]:
    """Yield the lines that make the viewer's sheet of declarations."""
    choices = list(LINES_OF[view.task.what](view, view.task))
    for line in view.sheet.said:
        fitting = [one for one in choices if one.order is type(line)]
        yield (fitting[-1] if long(line) else fitting[0]).write(line)


def long(line: o.Declaration) -> bool:
    """Return whether a line needs the longer of its two patterns."""
    match line:
        case o.Enemy(zone=zone):
            return bool(zone)
        case o.Spot(n=n):
            return n > 1
        case o.Hit(what=what):
            return what != "pinned"
    return False


# ---- lines


def hexes_of(found: Any) -> Several:
    return Several(Pick(sorted(found), None, "E-HEX"))


def not_mine(view: View) -> set[Hex]:
    return {hex for hex in view.cells if view.stacks.get(hex) != view.viewer}


def enemies(view: View) -> Iterator[Choice]:
    yield Choice(o.Enemy, "enemy {hexes}", hexes=hexes_of(not_mine(view)))
    zone = Pick(["zoc"])
    yield Choice(o.Enemy, "enemy {hexes} {zone}", hexes=hexes_of(not_mine(view)), zone=zone)
    said = {hex for line in view.sheet.said if isinstance(line, o.Enemy) for hex in line.hexes}
    if there := view.enemies(view.viewer) | said:
        yield Choice(o.Gone, "gone {hexes}", hexes=hexes_of(there))


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
    yield Choice(o.Ground, "ground {hex} {terrain}", hex=hexes, terrain=grounds)


def moves(view: View, _: Declare) -> Iterator[Choice]:
    yield from enemies(view)


def touched(view: View) -> Hexes:
    return tuple(sorted({touch.own for touch in view.touching}))


def spots(view: View, _: Declare) -> Iterator[Choice]:
    there, kinds = Pick(sorted(view.enemies(view.viewer)), None, "E-HEX"), Pick(CLASSES)
    yield Choice(o.Spot, "target {hex} {kind}", hex=there, kind=kinds)
    yield Choice(o.Spot, "target {hex} {kind} {n}", hex=there, kind=kinds, n=Count(20))
    yield Choice(o.Under, "under {hexes}", hexes=hexes_of(touched(view)))


def hits(view: View, _: Declare) -> Iterator[Choice]:
    if view.marks:
        target = Pick([mark.name for mark in view.marks], None, "E-TARGET")
        yield Choice(o.Hit, "hit {target} {what}", target=target, what=Pick(["pinned"]))
        what = Pick(["lost", "trucks"])
        yield Choice(
            o.Hit, "hit {target} {what} {n}", target=target, what=what, n=Count(MOST // 10)
        )
    if view.phasing == view.absent:
        yield Choice(o.Held, "held {hexes}", hexes=hexes_of(touched(view)))


def damage(view: View, task: Declare) -> Iterator[Choice]:
    hexes = Pick(task.hexes or touched(view), None, "E-HEX")
    yield Choice(o.Hurt, "damage {hex} {n}", hex=hexes, n=Count(MOST // 10, lo=0))


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
    yield Choice(o.Storm, "assault {targets} {origins}", targets=targets, origins=origins)


def strength(_view: View, _: Declare) -> Iterator[Choice]:
    yield Choice(
        o.Strength,
        "strength {actual} raw {raw} size {size} morale {morale}",
        actual=Count(MOST // 10, lo=0),
        raw=Count(MOST, lo=0),
        size=Int(0, 5),
        morale=Int(-4, 5),
    )
    yield Choice(o.Nobody, "nobody")


def falls(view: View, task: Declare) -> Iterator[Choice]:
    here = Pick(task.hexes, None, "E-HEX")
    to = Pick(sorted(not_mine(view) - {*task.hexes}), None, "E-HEX")
    yield Choice(o.Fled, "retreat {hex} {to}", hex=here, to=to)
    yield Choice(o.Gone, "gone {hexes}", hexes=hexes_of(task.hexes))


def remains(view: View, task: Declare) -> Iterator[Choice]:
    if there := view.enemies(view.viewer) & {*task.hexes}:
        yield Choice(o.Gone, "gone {hexes}", hexes=hexes_of(there))
    yield Choice(o.Captured, "captured {points}", points=Amounts(dict.fromkeys(view.kinds, 99)))


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


# ---- what they do


def put(w: World, hex: Hex, *, zone: bool = False) -> Unit:
    unit = Unit(
        id=f"stack-{hex}", side=w.absent, kind="stack", hex=hex, name=f"stack-{hex}", zone=zone
    )
    w.units = dict(sorted({**w.units, unit.id: unit}.items()))
    return unit


def take(w: World, hex: Hex) -> None:
    w.units.pop(f"stack-{hex}", None)


def place(w: World, lines: list[o.Declaration], *, retreating: bool = False) -> None:
    for line in lines:
        match line:
            case o.Enemy(hexes, zone):
                for hex in hexes:
                    fresh = hex not in w.stacks
                    put(w, hex, zone=bool(zone)).retreated_in = (
                        "rba" if retreating and fresh else None
                    )
            case o.Gone(hexes):
                for hex in hexes:
                    take(w, hex)
            case o.Ground(hex, terrain):
                w.cells[hex].terrain = terrain


def list_targets(t: Table, lines: list[o.Declaration]) -> None:
    w: World = t.world
    me, counts = present(w), Counter[str]()
    spotted = {(line.hex, line.kind): line.n for line in lines if isinstance(line, o.Spot)}
    found: list[Target] = []
    for hex in s01_04_opening.under_fire(w, me):
        place = f"{hex}-" if w.rulings.name == "hex" else ""
        for kind in CLASSES:
            for _ in range(spotted.get((hex, kind), 0)):
                counts[place + kind] += 1
                name = f"{place}Nr{counts[place + kind]}-{kind}"
                found.append(Target(name, hex, kind))
        found += [
            Target(unit.id, hex, "Ship", unit.id)
            for unit in w.of(w.absent)
            if unit.hex == hex and unit.kind == "warship"
        ]
        found += s01_04_opening.facilities(w, hex, w.absent)
    under = sorted({hex for line in lines if isinstance(line, o.Under) for hex in line.hexes})
    theirs = s01_04_opening.target_list(t, w.absent, under)
    w.record.targets = {me: tuple(found), w.absent: theirs}


EFFECTS = {"Dump": "percent", "Air": "levels", "Fort": "reduced", "City": "reduced"}


def suffer(w: World, lines: list[o.Declaration]) -> None:
    """Take the declared effects of the absent side's barrages."""
    named = {target.name: target for target in w.record.targets[w.absent]}
    found: dict[str, dict[str, int]] = {}
    for line in lines:
        if isinstance(line, o.Hit):
            found.setdefault(line.target, {})[line.what] = line.n
        elif isinstance(line, o.Held):
            w.record.held_off = tuple(sorted({*w.record.held_off, *line.hexes}))
    typed = []
    for name, what in found.items():
        target, lost, trucks = named[name], what.get("lost", 0), what.get("trucks", 0)
        unit = w.units.get(target.unit)
        result = "lost" if lost else "pinned" if "pinned" in what else "none"
        if unit is None and lost:
            result = "destroyed" if target.kind in LINES else EFFECTS.get(target.kind, "lost")
            lost = lost if target.kind not in LEVELS or target.kind == "Air" else 1
        elif unit is not None and unit.kind != "warship":
            unit.seg.was_barraged = True
            unit.seg.barrage_losses = lost = min(lost, unit.points)
            trucks = min(trucks, sum(group.n for group in condition.trucks(w, unit)))
            unit.seg.truck_losses = trucks
            unit.pinned = unit.pinned or "pinned" in what
        condition.charge(w, [target.hex], present(w), w.charts.cp.barraged_only)
        typed.append(
            Struck(
                firer=w.absent,
                hex=target.hex,
                target=name,
                n=1,
                points=0,
                dice=0,
                result=result,
                pinned="pinned" in what,
                lost=lost,
                trucks=trucks,
            )
        )
    w.record.typed = tuple(typed)


def hurts(lines: list[o.Declaration]) -> dict[Hex, int]:
    return {line.hex: line.n for line in lines if isinstance(line, o.Hurt)}


# ---- the sequence of play


class PaperSegment(Segment):
    """A segment in which one side answers for both.

    Rule: DS-24.
    """

    steps = tuple(
        (
            "open contact position firing lists named plan declared barrage apply retreat assign"
            " antiarmour flag assault obligations close move supply again"
        ).split()
    )

    def open(self, t: Table) -> None:
        t.chapter()
        s01_04_opening.begin(t.world)
        t.push(Declaring.about(t.world, "contact"))

    def returned(self, t: Table, result: Any) -> None:
        w: World = t.world
        if not isinstance(result, Said):
            return
        match self.at:
            case "open":
                place(w, result.lines)
            case "lists":
                list_targets(t, result.lines)
            case "declared":
                suffer(w, result.lines)
            case "retreat":
                before = w.stacks
                place(w, result.lines, retreating=True)
                s08_retreat.notice(t, before)
            case "antiarmour":
                for hex, n in hurts(result.lines).items():
                    fire(t, hex, typed=n)
            case "assault":
                self.stormed(t, result.lines)

    def lists(self, t: Table) -> None:
        w: World = t.world
        w.record.lists = {present(w): s01_04_opening.hex_list(w, present(w))}
        t.tell(events.ListsShown(w.record.lists))
        t.push(Declaring.about(w, "targets"))

    def named(self, t: Table) -> None:
        w: World = t.world
        me = present(w)
        t.tell(None, **{me: events.TargetsNamed(names(w, me, me), names(w, w.absent, me))})

    def declared(self, t: Table) -> None:
        t.push(Declaring.about(t.world, "barrage"))

    def retreat(self, t: Table) -> None:
        w: World = t.world
        if w.waiting != w.absent:
            super().retreat(t)
        else:
            t.push(Declaring.about(w, "moves"))

    def calling(self, w: World) -> Frame:
        return PaperCalling() if w.waiting == w.absent else Declaring.about(w, "calls")

    def assault(self, t: Table) -> None:
        w: World = t.world
        if w.waiting == w.absent:
            w.step = "ca_pick"
            t.push(PaperPicking())
        else:
            t.push(Declaring.about(w, "assault"))

    def stormed(self, t: Table, lines: list[o.Declaration]) -> None:
        """Fight the assault that the enemy calls, and ask for the next."""
        w: World = t.world
        for line in lines:
            if isinstance(line, o.Storm):
                w.record.fights.append(Fight(line.targets, line.origins))
                self.at = self.steps[self.steps.index("assault") - 1]
                t.push(PaperMelee(targets=line.targets, origins=line.origins))

    def obligations(self, t: Table) -> None:
        w: World = t.world
        if w.waiting == w.absent:
            super().obligations(t)


class PaperCalling(Calling):
    """D8 against the absent side, whose damage is typed."""

    called: Hexes = ()
    waived: bool = False

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: World = t.world
        order = answered(self, t, orders)
        self.waived = not isinstance(order, o.PickAa)
        if isinstance(order, o.PickAa):
            self.called = (order.hex,)
        else:
            t.tell(events.AaWaived())
            self.called = tuple(self.left(w))
        if self.waived and w.rulings.aacall == "called":
            w.record.fired_aa += self.called
        else:
            t.push(Declaring.about(w, "damage", self.called))

    def returned(self, t: Table, result: Any) -> None:
        if isinstance(result, Said):
            t.world.step, damage = "aa_pick", hurts(result.lines)
            for hex in self.called:
                fire(t, hex, waived=self.waived, typed=damage.get(hex, 0))


class PaperMelee(Melee, kw_only=True):
    """A close assault in which one side's numbers are typed.

    Rule: DS-24.
    """

    said: o.Strength | None = None
    falling: tuple[Hex, int] = ("", 0)  # the hex whose retreat is asked for, and how far
    steps = tuple(
        ("begin declare undefended totals roll retreats losses captured left placed after").split()
    )

    def typed(self, w: World) -> Typed:
        return {w.absent: self.said} if self.said else {}

    def begin(self, t: Table) -> None:
        w: World = t.world
        if w.waiting == w.absent:
            super().begin(t)
            return
        self.open(w)
        w.record.assaulted += self.targets

    def declare(self, t: Table) -> None:
        t.push(Declaring.about(t.world, "strength", self.targets))

    def returned(self, t: Table, result: Any) -> None:
        w: World = t.world
        if not isinstance(result, Said):
            super().returned(t, result)
        elif self.at == "declare":
            (line,) = result.lines or [o.Nobody()]
            self.said = line if isinstance(line, o.Strength) else None
            if self.said is None and w.phasing == w.absent:
                t.tell(events.Void(self.targets))
                self.finish(t, "void")
        elif self.at == "left":
            self.clear_away(t, result.lines)
        else:
            self.fell(t, result.lines)

    def undefended(self, t: Table) -> None:
        w: World = t.world
        if w.waiting != w.absent:
            super().undefended(t)
        elif self.said is None:
            t.tell(events.Undefended(self.targets))
            self.queue = list(self.targets)
            self.next_fall(t, FAR, forced=True)

    def next_fall(self, t: Table, n: int, *, forced: bool = False) -> None:
        w: World = t.world
        if w.waiting != w.absent:
            super().next_fall(t, n, forced=forced)
            return
        self.queue = [hex for hex in self.queue if w.defenders(hex)]
        if self.queue:
            hex, *self.queue = self.queue
            self.falling = hex, n
            t.push(Declaring.about(w, "fall", (hex,), n))

    def fell(self, t: Table, lines: list[o.Declaration]) -> None:
        w: World = t.world
        hex, n = self.falling
        to, stood, ignored = hex, True, n
        for line in lines:
            if isinstance(line, o.Fled):
                to, stood = line.to, False
                far = w.board.distance(hex, to) or n
                ignored = casualties.ignored_hexes(n, far, city=w.cells[to].city)
            elif isinstance(line, o.Gone):
                to, stood, ignored = "", False, 0
        if not stood:
            take(w, hex)
        if to and not stood:
            put(w, to).retreated_in = "assault"
        if to:
            w.note("stand" if stood else "retreat", (hex,) if stood else (hex, to))
            t.tell(events.Retreated(hex, to))
        gone = () if stood or not to else (to,)
        super().returned(t, Fallen(hex, ignored, stood, gone))

    def losses(self, t: Table) -> None:
        super().losses(t)
        w: World = t.world
        side = self.sides[w.absent]
        guns = casualties.vulnerability_needed(side.raw_lost) if w.waiting == w.absent else 0
        self.dictate(t, "loss", max(side.percent.values(), default=0), side.raw_lost, guns)

    def captured(self, t: Table) -> None:
        super().captured(t)
        w: World = t.world
        if self.sides[w.absent].captured:
            notes = self.notes(w, w.absent)
            self.dictate(t, "captured", notes.captured, notes.captured_raw)

    def dictate(self, t: Table, what: Any, percent: int, raw: int, guns: int = 0) -> None:
        told = events.Dictated(self.targets, what, percent, raw, guns)
        t.tell(None, **{present(t.world): told})

    def left(self, t: Table) -> None:
        w: World = t.world
        hexes = self.origins if w.phasing == w.absent else self.targets
        t.push(Declaring.about(w, "left", hexes))

    def clear_away(self, t: Table, lines: list[o.Declaration]) -> None:
        w: World = t.world
        for line in lines:
            if isinstance(line, o.Gone):
                place(w, [line])
            elif isinstance(line, o.Captured):
                taken = w.record.captives.setdefault(w.absent, {})
                for kind, n in line.points:
                    taken[kind] = n
        if seized := w.record.captives.get(w.absent):
            w.captured[w.absent] = w.captured.get(w.absent, 0) + sum(seized.values())
            t.tell(events.Seized(w.absent, seized))

    def placed(self, t: Table) -> None:
        w: World = t.world
        frame = placing(w, self.targets)
        if present(w) in frame.bring:
            w.step = "ca_place"
            for found in (frame.sheets, frame.bring):
                found.pop(w.absent, None)
            t.push(frame)


class PaperPicking(Picking):
    """D10 against the absent side."""

    melee = PaperMelee
