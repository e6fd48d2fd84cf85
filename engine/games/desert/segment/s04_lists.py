"""Step 4, lists: what each side shows the other, hexes and names of targets (rules 3.4)."""

from collections import Counter
from collections.abc import Iterator

from engine.games.desert.forces.units import Hex, Unit, target_classes
from engine.games.desert.world import BESIDE, Listed, Target, TargetKind, World
from engine.play import Table
from engine.state import Seat

NUMBERED: tuple[TargetKind, ...] = ("Inf", "Tank", "Arty")


def hex_list(w: World, seat: Seat) -> tuple[Listed, ...]:
    """Return L1: the hexes of a side in contact, those that fire first, the
    quiet ones last; nothing else (P6).
    """
    hexes = {own for pair in w.record.adjacent for own in pair if w.stacked(own, seat)}
    loud = {unit.hex for unit in w.of(seat) if unit.firing}
    return tuple(
        Listed(hex, quiet) for quiet, hex in sorted((hex not in loud, hex) for hex in hexes)
    )


def under_fire(w: World, firer: Seat) -> list[Hex]:
    """Return hexes without the firer's own land units that
    something of theirs can reach (3.4.3).
    """
    found: set[Hex] = set()
    for unit in w.of(firer):
        if unit.firing:
            found |= {*w.near(unit.hex), *([unit.hex] if unit.kind == "warship" else [])}
    return sorted(hex for hex in found if not w.stacked(hex, firer))


def is_target(w: World, unit: Unit) -> bool:
    """Return whether a unit stands on the list (P7.s8 to P7.s10).

    Rule: R-SP0.
    """
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
    """Yield what else there is to fire at in a hex: works, roads,
    dumps of the owner, air facilities.
    """
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


def target_list(t: Table, firer: Seat) -> tuple[Target, ...]:
    """Return L2: names counted per class over the whole list, shuffled
    by key inside a hex and class.

    Rules: DS-5, R-NAME.
    """
    w: World = t.world
    owner = w.other(firer)
    found: list[Target] = []
    counts: Counter[str] = Counter()
    for hex in under_fire(w, firer):
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
"""What targets are called besides Inf, Tank and Arty, by kind of unit or class of points."""


def label(w: World, unit: Unit, kind: TargetKind) -> str:
    """Return what a target is called: its class, or more finely what all of its points are.

    Rule: R-CLASS.
    """
    if w.rulings.labels == "three":
        return kind
    classes = {w.kinds[name].cls for name in unit.toe}
    if unit.kind != "gun":
        return FINER.get(unit.kind, kind)
    return FINER.get(min(classes), kind) if len(classes) == 1 else kind


def shuffled(t: Table, hex: Hex, kind: str, ids: list[str]) -> list[str]:
    """Return ids in the order that the dice give them (3.16): no rolls for one alone."""
    if len(ids) > 1:
        die = t.dice(f"{t.world.segment}/names/{hex}/{kind}")
        for i in range(len(ids), 1, -1):
            j = die(range(1, i + 1))
            ids[i - 1], ids[j - 1] = ids[j - 1], ids[i - 1]
    return ids
