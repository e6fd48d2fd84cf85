"""Steps 1 to 4: contact, positions (D1), firing flags (D2), lists and targets (rules 3.2 to
3.4).
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from engine import Bar, Choice, Menu, Seat, Table
from engine.games.desert import condition, events, paths
from engine.games.desert import orders as o
from engine.games.desert import units as u
from engine.games.desert.orders import Firing, Positions
from engine.games.desert.prompts import WHERE, Prompt, answers
from engine.games.desert.slots import Pairs, Pick, bar
from engine.games.desert.units import Hex, Hexes, Scratch, Unit, gun_class, target_classes
from engine.games.desert.view import View, touching
from engine.games.desert.world import BESIDE, Listed, Position, Record, Target, TargetKind, World


def exempt(p: Position, unit: Unit) -> bool:
    """Rule: R-EXEMPT."""
    return p.rulings.exempt == "on" and (unit.pinned or gun_class(unit, p.kinds))


def obliged(w: World) -> Hexes:
    """Rules: DS-2, R-MUST."""
    found = set()
    for own, enemy in w.record.adjacent:
        units = [unit for unit in w.stacked(own, w.phasing) if not exempt(w, unit) and unit.points]
        if units and (w.rulings.must == "all" or (enemy, own) in w.record.zoc):
            found.add(enemy)
    return tuple(sorted(found))


def begin(w: World) -> None:
    w.segment += 1
    w.phasing = w.seats[(w.segment - 1) % 2]
    w.draws = []
    w.record = Record()
    for unit in w.units.values():
        unit.seg = Scratch()


def make_contact(t: Table) -> bool:
    """Find contact, zones of control and obligations. Return whether any stacks are in contact."""
    w: World = t.world
    r = w.record
    r.adjacent = tuple(paths.adjacent(w, w.phasing))
    r.zoc = tuple(sorted({(e, f) for f, e in r.adjacent if paths.covers(w, e, w.waiting, f)}))
    r.obligations = obliged(w)
    began = {seat: events.SegmentBegan(w.segment, w.phasing, touching(w, seat)) for seat in w.seats}
    t.tell(events.SegmentBegan(w.segment, w.phasing), **began)
    if not r.adjacent:
        t.tell(events.NoContact())
    return bool(r.adjacent)


class Where(Pick):
    def find(self, word: str) -> str | None:
        return super().find(WHERE.get(word.casefold(), word))


def front(view: View) -> list[Hex]:
    return sorted({touch.own for touch in view.touching})


def guns_in_contact(view: View) -> list[Unit]:
    hexes = set(front(view))
    return [
        unit for unit in view.of(view.viewer) if unit.hex in hexes and u.gun_class(unit, view.kinds)
    ]


class Positioning(Prompt):
    """D1: the sealed choice of Forward or Back for guns.

    Rule: DS-3.
    """

    blank = Positions

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet: Positions = view.sheet
        guns = [unit.id for unit in guns_in_contact(view)]
        missing = [name for name in guns if name not in sheet.guns]
        choices: list[Choice] = []
        if guns:
            choices = [
                Choice(o.Pos, "pos {guns}", guns=Pairs(guns, WHERE, "E-UNIT")),
                Choice(o.PosAll, "pos all {where}", where=Where(WHERE.values())),
            ]
        return answers(choices, bar("E-MISS", what=", ".join(missing)) if missing else None)

    def edited(self, view: View, sheet: Positions, order: o.Pos | o.PosAll) -> Positions:
        if isinstance(order, o.PosAll):
            meant: u.Position = "forward" if order.where == "fwd" else "back"
            return Positions({unit.id: meant for unit in guns_in_contact(view)})
        return Positions({**sheet.guns, **dict(order.guns)})

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets[seat] = positioning(t.world).sheets[seat]

    @staticmethod
    def default(view: View) -> Positions:
        """Return the previous positions. New units go Back."""
        return Positions({unit.id: unit.position or "back" for unit in guns_in_contact(view)})

    def play(self, t: Table, sheets: dict[Seat, Positions]) -> None:
        w: World = t.world
        for sheet in sheets.values():
            for name, where in sheet.guns.items():
                w.units[name].position = where
        t.pop()


def positioning(w: World) -> Positioning:
    """Return the prompt D1. Guns that were in contact before keep their position (P5.s3)."""
    hexes = {hex for pair in w.record.adjacent for hex in pair}
    kept: dict[Seat, Positions] = {seat: Positions({}) for seat in w.seats}
    for unit in w.units.values():
        if unit.hex in hexes and unit.position and u.gun_class(unit, w.kinds):
            kept[unit.side].guns[unit.id] = unit.position
    return Positioning(dict(kept))


def barrage_cost(p: Position, unit: Unit) -> int:
    points = sum(n for kind, n in unit.toe.items() if p.kinds[kind].barrage)
    return points * p.charts.ammo.barrage


def no_barrage(p: Position, unit: Unit) -> Bar | None:
    if unit.kind == "warship":
        return (
            None
            if unit.gun > 0 and not unit.ship_fired
            else bar("E-NOGUN", what=unit.id, unit=unit.id)
        )
    stack = p.stacked(unit.hex, unit.side)
    if not any(u.usable(unit, kind, "barrage", stack, p.kinds) for kind in unit.toe):
        return bar("E-NOGUN", what=unit.id, unit=unit.id)
    if condition.ammo(p, unit) < p.charts.ammo.barrage:
        return bar("E-AMMO", unit=unit.id, needs=p.charts.ammo.barrage, has=condition.ammo(p, unit))
    return None


def able(view: View) -> list[Unit]:
    hexes = set(front(view))
    return [
        unit
        for unit in view.of(view.viewer)
        if unit.hex in hexes and no_barrage(view, unit) is None
    ]


class Flagging(Prompt):
    """D2: which units fire, by unit or by hex.

    Rule: DS-4.
    """

    blank = Firing

    def menu(self, view: View, seat: Seat) -> Menu:
        fit = able(view)
        hexes = [hex for hex in front(view) if any(unit.hex == hex for unit in fit)]
        others = [unit for unit in view.of(seat) if unit not in fit]

        def reason(word: str) -> Bar | None:
            unit = next((unit for unit in others if unit.id == word), None)
            return (
                None
                if unit is None
                else no_barrage(view, unit) or bar("E-NOGUN", what=unit.id, unit=unit.id)
            )

        names = [unit.id for unit in fit] + hexes
        if not names:
            return answers([])
        what = Pick([*names, *(unit.id for unit in others)], reason, "E-UNIT")
        return answers(
            [Choice(o.Quiet, "quiet {what}", what=what), Choice(o.Fire, "fire {what}", what=what)]
        )

    def edited(self, view: View, sheet: Firing, order: o.Quiet | o.Fire) -> Firing:
        meant = {unit.id for unit in able(view) if order.what in (unit.id, unit.hex)}
        quiet = set(sheet.quiet) | meant if isinstance(order, o.Quiet) else set(sheet.quiet) - meant
        return Firing(sorted(quiet))

    @staticmethod
    def default(view: View) -> Firing:
        return Firing([unit.id for unit in able(view)])

    def play(self, t: Table, sheets: dict[Seat, Firing]) -> None:
        w: World = t.world
        for seat, sheet in sheets.items():
            for unit in able(t.view(seat)):
                w.units[unit.id].firing = unit.id not in sheet.quiet
        t.pop()


NUMBERED: tuple[TargetKind, ...] = ("Inf", "Tank", "Arty")


def hex_list(w: World, seat: Seat) -> tuple[Listed, ...]:
    """Return L1: hexes in contact, those that fire first, and nothing else (P6)."""
    hexes = {own for pair in w.record.adjacent for own in pair if w.stacked(own, seat)}
    loud = {unit.hex for unit in w.of(seat) if unit.firing}
    return tuple(
        Listed(hex, quiet) for quiet, hex in sorted((hex not in loud, hex) for hex in hexes)
    )


def under_fire(w: World, firer: Seat) -> list[Hex]:
    found: set[Hex] = set()
    for unit in w.of(firer):
        if unit.firing:
            found |= {*w.near(unit.hex), *([unit.hex] if unit.kind == "warship" else [])}
    return sorted(hex for hex in found if not w.stacked(hex, firer))


def is_target(w: World, unit: Unit) -> bool:
    """Rule: R-SP0."""
    if unit.kind == "warship":
        return True
    if unit.sp is None or unit.kind in ("truck_convoy", *BESIDE):
        return False
    if unit.sp == 0 and w.rulings.sp0 == "off":
        return False
    if unit.kind != "hq":
        return True
    present = [w.kinds[kind] for kind, n in unit.toe.items() if n > 0]
    return any(
        getattr(k, rating) and rating not in k.brackets
        for k in present
        for rating in ("off", "defence")
    )


def facilities(w: World, hex: Hex, owner: Seat) -> Iterator[Target]:
    cell = w.cells[hex]
    if cell.major_city:
        yield Target(f"City-{hex}", hex, "City")
    if cell.fortification:
        yield Target(f"Fort-{hex}", hex, "Fort")
    if cell.road:
        yield Target(f"Road-{hex}", hex, "Road")
    if cell.railroad:
        yield Target(f"Rail-{hex}", hex, "Rail")
    dumps = [dump for dump in w.dumps.values() if dump.hex == hex and dump.side == owner]
    for n, dump in enumerate(sorted(dumps, key=lambda dump: dump.id), 1):
        yield Target(f"Dump-{hex}" if n == 1 else f"Dump{n}-{hex}", hex, "Dump", dump=dump.id)
    if cell.air_facility:
        yield Target(f"Air-{hex}", hex, "Air")


def target_list(t: Table, firer: Seat, hexes: Iterable[Hex] | None = None) -> tuple[Target, ...]:
    """Return the targets in ``hexes``, by default in all that ``firer`` reaches.

    Rules: DS-5, R-NAME.
    """
    w: World = t.world
    owner = w.other(firer)
    found: list[Target] = []
    counts: Counter[str] = Counter()
    for hex in under_fire(w, firer) if hexes is None else hexes:
        here = [unit for unit in w.of(owner) if unit.hex == hex and is_target(w, unit)]
        if w.rulings.name == "hex":
            counts.clear()
        for kind in NUMBERED:
            names = shuffled(
                t, hex, kind, sorted(u.id for u in here if kind in target_classes(u, w.kinds))
            )
            for unit in names:
                word = label(w, w.units[unit], kind)
                counts[word] += 1
                place = f"{hex}-" if w.rulings.name == "hex" else ""
                found.append(Target(f"{place}Nr{counts[word]}-{word}", hex, kind, unit))
        found += [Target(unit.id, hex, "Ship", unit.id) for unit in here if unit.kind == "warship"]
        found += facilities(w, hex, owner)
    return tuple(found)


FINER = {"mg": "MG", "hw": "HW", "recce": "Recce", "at": "AT", "aa": "AA"}
"""The names of targets other than Inf, Tank and Arty, by kind of unit or class of points."""


def label(w: World, unit: Unit, kind: TargetKind) -> str:
    """Rule: R-CLASS."""
    if w.rulings.labels == "three":
        return kind
    classes = {w.kinds[name].cls for name in unit.toe}
    if unit.kind != "gun":
        return FINER.get(unit.kind, kind)
    return FINER.get(min(classes), kind) if len(classes) == 1 else kind


def shuffled(t: Table, hex: Hex, kind: str, ids: list[str]) -> list[str]:
    """Return ids in the order given by dice (3.16). A single id needs no roll."""
    if len(ids) > 1:
        die = t.dice(f"{t.world.segment}/names/{hex}/{kind}")
        for i in range(len(ids), 1, -1):
            j = die(range(1, i + 1))
            ids[i - 1], ids[j - 1] = ids[j - 1], ids[i - 1]
    return ids
