"""The side that is not in the program. Its player has a paper map and declares things. The other
player types these, and the referee works out everything else (P3, P7, P15, P23, P31, P34 to P62).

The rules are those of two sides. A hex of the absent side holds one counter of kind ``stack``, and
its sheets stay blank.
"""

from collections import Counter
from typing import Any

from msgspec import UNSET

from engine import Frame, Order, Seat, Table
from engine.games.desert import casualties, condition, events, s01_04_opening, s08_retreat
from engine.games.desert import declarations as d
from engine.games.desert import orders as o
from engine.games.desert.hexes import Cell, pairs_of, plainest, surrounded
from engine.games.desert.paper_questions import CLASSES, Declaring, Said, present
from engine.games.desert.prompts import answered
from engine.games.desert.s06_07_barrage import LEVELS, LINES
from engine.games.desert.s10_11_antiarmour import Calling, fire
from engine.games.desert.s12_assault import Melee, Picking
from engine.games.desert.s12_losses import placing
from engine.games.desert.s12_retreat import Fallen
from engine.games.desert.s12_totals import FAR, Typed
from engine.games.desert.script import Segment
from engine.games.desert.units import Hex, Hexes, Unit
from engine.games.desert.view import names
from engine.games.desert.world import Fight, Struck, Target, World


def put(w: World, hex: Hex, *, zone: bool = False) -> Unit:
    unit = Unit(
        id=f"stack-{hex}", side=w.absent, kind="stack", hex=hex, name=f"stack-{hex}", zone=zone
    )
    w.units = dict(sorted({**w.units, unit.id: unit}.items()))
    return unit


def take(w: World, hex: Hex) -> None:
    w.units.pop(f"stack-{hex}", None)


def place(w: World, lines: list[d.Declaration], *, retreating: bool = False) -> None:
    for line in lines:
        match line:
            case d.Enemy(hexes, zone):
                for hex in hexes:
                    fresh = hex not in w.stacks
                    put(w, hex, zone=bool(zone)).retreated_in = (
                        "rba" if retreating and fresh else None
                    )
            case d.Gone(hexes):
                for hex in hexes:
                    take(w, hex)


def list_targets(t: Table, lines: list[d.Declaration]) -> None:
    w: World = t.world
    me, counts = present(w), Counter[str]()
    spotted = {(line.hex, line.kind): line.n for line in lines if isinstance(line, d.Spot)}
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
        ships = (line for line in lines if isinstance(line, d.Ship))
        found += [Target(ship.name, hex, "Ship") for ship in ships if ship.hex == hex]
        found += s01_04_opening.facilities(w, hex, w.absent)
    under = sorted({hex for line in lines if isinstance(line, d.Under) for hex in line.hexes})
    theirs = s01_04_opening.target_list(t, w.absent, under)
    w.record.targets = {me: tuple(found), w.absent: theirs}


def grow(w: World) -> None:
    """Lay clear hexes around units that have come to the edge of a map that is typed."""
    if w.lower is UNSET:
        return
    known = surrounded([unit.hex for unit in w.of(present(w))], w.lower)
    fresh = {hex: Cell(terrain=plainest(w.charts), name=hex) for hex in known}
    w.cells = dict(sorted((fresh | w.cells).items()))
    w.pairs = pairs_of(w.cells, w.lower)


EFFECTS = {"Dump": "percent", "Air": "levels", "Fort": "reduced", "City": "reduced"}


def suffer(w: World, lines: list[d.Declaration]) -> None:
    """Take the declared effects of the absent side's barrages."""
    named = {target.name: target for target in w.record.targets[w.absent]}
    found: dict[str, dict[str, int]] = {}
    for line in lines:
        if isinstance(line, d.Hit):
            found.setdefault(line.target, {})[line.what] = line.n
        elif isinstance(line, d.Held):
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


def hurts(lines: list[d.Declaration]) -> dict[Hex, int]:
    return {line.hex: line.n for line in lines if isinstance(line, d.Hurt)}


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
        grow(t.world)
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

    def stormed(self, t: Table, lines: list[d.Declaration]) -> None:
        """Fight the assault that the enemy calls, and ask for the next."""
        w: World = t.world
        for line in lines:
            if isinstance(line, d.Storm):
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


UNKNOWN = -1
"""Raw points of two hexes that lose different shares, if the points of each are not typed."""


class PaperMelee(Melee, kw_only=True):
    """A close assault in which one side's numbers are typed."""

    said: d.Strength | None = None
    falling: tuple[Hex, int] = ("", 0)  # the hex whose retreat is asked for, and how far
    based: bool = False  # the raw points of each hex are typed (P57)
    steps = tuple(
        (
            "begin declare undefended totals roll retreats base losses captured left placed after"
        ).split()
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
            (line,) = result.lines or [d.Nobody()]
            self.said = line if isinstance(line, d.Strength) else None
            if self.said is None and w.phasing == w.absent:
                t.tell(events.Void(self.targets))
                self.finish(t, "void")
        elif self.at == "left":
            self.clear_away(t, result.lines)
        elif self.at == "base":
            typed = {line.hex: line.n for line in result.lines if isinstance(line, d.Base)}
            self.based = bool(typed)
            self.sides[w.absent].base |= typed
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

    def fell(self, t: Table, lines: list[d.Declaration]) -> None:
        w: World = t.world
        hex, n = self.falling
        to, stood, ignored = hex, True, n
        for line in lines:
            if isinstance(line, d.Fled):
                to, stood = line.to, False
                far = w.board.distance(hex, to) or n
                ignored = casualties.ignored_hexes(n, far, city=w.cells[to].city)
            elif isinstance(line, d.Gone):
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

    def base(self, t: Table) -> None:
        w: World = t.world
        percent = self.sides[w.absent].percent
        if w.waiting == w.absent and any(percent.values()):
            t.push(Declaring.about(w, "base", tuple(percent), self.said.raw if self.said else 0))

    def losses(self, t: Table) -> None:
        super().losses(t)
        w: World = t.world
        side = self.sides[w.absent]
        guns = casualties.vulnerability_needed(side.raw_lost) if w.waiting == w.absent else 0
        self.dictate(t, "loss", dict(side.percent), side.raw_lost, guns)

    def captured(self, t: Table) -> None:
        super().captured(t)
        w: World = t.world
        if self.sides[w.absent].captured:
            notes = self.notes(w, w.absent)
            percents = dict.fromkeys(self.sides[w.absent].percent, notes.captured)
            self.dictate(t, "captured", percents, notes.captured_raw)

    def dictate(
        self, t: Table, what: Any, percents: dict[Hex, int], raw: int, guns: int = 0
    ) -> None:
        """Tell the share lost or captured. If those of two hexes differ, the sum is not known."""
        w: World = t.world
        if len(set(self.sides[w.absent].percent.values())) > 1 and not self.based:
            raw, guns = UNKNOWN, 0
        told = events.Dictated(self.targets, what, percents, raw, guns)
        t.tell(None, **{present(w): told})

    def left(self, t: Table) -> None:
        w: World = t.world
        hexes = self.origins if w.phasing == w.absent else self.targets
        t.push(Declaring.about(w, "left", hexes))

    def clear_away(self, t: Table, lines: list[d.Declaration]) -> None:
        w: World = t.world
        for line in lines:
            if isinstance(line, d.Gone):
                place(w, [line])
            elif isinstance(line, d.Captured):
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

    def melee(self, fight: Fight) -> Melee:
        return PaperMelee(targets=fight.targets, origins=fight.origins)
