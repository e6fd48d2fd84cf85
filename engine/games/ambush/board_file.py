"""Maps in MegaMek's ``.board`` format: a size, and one line per hex with its level and features.

Features of this game are imported; all others are named and refused (SC-5).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from engine.games.ambush.hexes import BUILDINGS, Cell, Hex, named

SIZE = re.compile(r"size\s+([1-9][0-9]?)\s+([1-9][0-9]?)", re.IGNORECASE)
HEX = re.compile(
    r'hex\s+([0-9]{2})([0-9]{2})\s+(-?[0-9]+)\s+"([^"]*)"(?:\s+"[^"]*")?', re.IGNORECASE
)
FEATURE = re.compile(r"([a-z_]+):(-?[0-9]+)(?::[0-9:*]*)?")
LISTED = 5
"""The maximum number of faults listed, one of each kind of terrain."""
HIGHEST = 4
"""The maximum height of a building, in levels (2.3)."""
LEVELS = range(-9, 10)
CF = range(1, 1000)

PASSED_OVER = ("option", "tag", "description", "note", "background")
"""The first words of lines that don't describe a hex."""
GROUND: dict[str, dict[int, str]] = {
    "impassable": {1: "#"},
    "ice": {1: "I"},
    "black_ice": {1: "I"},
    "water": {0: ".", 1: "1", 2: "2"},
    "woods": {1: "w", 2: "W"},
    "jungle": {1: "w", 2: "W"},
    "rough": {1: "r"},
    "rubble": {1: "r"},
    "swamp": {1: "r"},
    "mud": {1: "r"},
    "snow": {1: ".", 2: "r"},
    "pavement": {1: "P"},
    "road": {1: "P"},
    "fields": {1: "."},
    "planted_fields": {1: "."},
    "sand": {1: "."},
    "tundra": {1: "."},
}
"""This game's terrain code of each feature, by level, in order of precedence. A level above the
highest counts as the highest.
"""
BUILT = {1: "L", 2: "M", 3: "H", 4: "H"}
IGNORED = (
    *("bldg_armor", "bldg_basement_type", "bldg_class", "bldg_cf", "bldg_elev", "bldg_fluff"),
    *("arms", "cliff_bottom", "cliff_top", "deployment_zone", "fluff", "foliage_elev"),
    *("fortified", "ground_fluff", "incline_bottom", "incline_high_bottom"),
    *("incline_high_top", "incline_top", "legs", "metal_content", "rapids", "road_fluff"),
    "water_fluff",
)
"""Features that belong to other terrain of their hex, or make no difference in this game."""
KNOWN = ("building", *GROUND)


class Fault(NamedTuple):
    line: int
    about: str
    why: str


class Found(NamedTuple):
    line: int
    hex: Hex
    level: int
    features: dict[str, int]


def board_rows(text: str) -> tuple[str, ...]:
    """Return the rows of the map in the text of a ``.board`` file, as scenarios write them. Raises
    ``ValueError`` with the faulty lines and their remedies if it is not valid.

    Rule: SC-5.
    """
    faults = list[Fault]()
    size: tuple[int, int] | None = None
    found: dict[Hex, Found] = {}
    for n, line in enumerate(map(str.strip, text.splitlines()), 1):
        word = line.partition(" ")[0].casefold()
        if word == "end":
            break
        if not line or line.startswith("#") or word in PASSED_OVER:
            continue
        if word == "size" and (match := SIZE.fullmatch(line)) and size is None:
            size = int(match[1]), int(match[2])
        elif word == "hex" and (match := HEX.fullmatch(line)):
            one = Found(n, match[1] + match[2], int(match[3]), features(n, match[4], faults))
            if one.hex in found:
                why = f"hex {one.hex} is there twice, first in line {found[one.hex].line}"
                faults.append(Fault(n, one.hex, why))
            found.setdefault(one.hex, one)
        else:
            faults.append(Fault(n, word, f"{line[:40]!r} is not understood; {FORM}"))
    if size is None:
        faults.append(Fault(1, "size", f"there is no size of up to 99 by 99 hexes; {FORM}"))
    cells = {one.hex: cell_of(one, faults) for one in found.values()}
    if size is not None:
        faults += outside(size, found)
    if faults:
        raise ValueError("\n".join(format_faults(faults)))
    assert size is not None
    width, height = size
    return tuple(
        " ".join(cells[named(c, r)].text() for c in range(1, width + 1))
        for r in range(1, height + 1)
    )


FORM = "write 'size 16 17', then for each hex a line such as 'hex 0101 0 \"woods:1\" \"\"'"


def features(line: int, text: str, faults: list[Fault]) -> dict[str, int]:
    """Return the features of a hex with their levels. Unknown ones are added to ``faults``."""
    found: dict[str, int] = {}
    for part in filter(None, (part.strip().casefold() for part in text.split(";"))):
        match = FEATURE.fullmatch(part)
        if match is None:
            why = f"{part[:40]!r} is no terrain; write its name and its level, such as 'woods:1'"
            faults.append(Fault(line, part, why))
        else:
            found[match[1]] = int(match[2])
    return found


def outside(size: tuple[int, int], found: dict[Hex, Found]) -> Iterator[Fault]:
    width, height = size
    wanted = {named(c, r): None for r in range(1, height + 1) for c in range(1, width + 1)}
    for one in found.values():
        if one.hex not in wanted:
            why = f"hex {one.hex} is off a board of {width} by {height}"
            yield Fault(one.line, "off", why)
    if missing := [hex for hex in wanted if hex not in found]:
        last = max((one.line for one in found.values()), default=1)
        why = f"{len(missing)} of the board's hexes have no line, first {missing[0]}"
        yield Fault(last, "missing", why)


def cell_of(one: Found, faults: list[Fault]) -> Cell:
    for name, level in one.features.items():
        if name not in (*KNOWN, *IGNORED):
            why = f"{name}:{level}: there is none in this game; possible: {', '.join(KNOWN)}"
            faults.append(Fault(one.line, name.partition("_")[0], f"hex {one.hex}: {why}"))
        elif name in GROUND and level < min(GROUND[name]):
            why = f"{name}:{level}: possible: {', '.join(map(str, GROUND[name]))}"
            faults.append(Fault(one.line, name, f"hex {one.hex}: {why}"))
    if one.level not in LEVELS:
        why = f"hex {one.hex}: level {one.level}; possible: {LEVELS[0]} to {LEVELS[-1]}"
        faults.append(Fault(one.line, "level", why))
    if "impassable" not in one.features and "building" in one.features:
        return building(one, faults)
    for name, levels in GROUND.items():
        here = one.features.get(name, min(levels) - 1)
        if here >= min(levels):
            return Cell(levels[min(here, max(levels))], one.level)
    return Cell(".", one.level)


def building(one: Found, faults: list[Fault]) -> Cell:
    kind, height = one.features["building"], one.features.get("bldg_elev", 1)
    if kind not in BUILT:
        why = f"hex {one.hex}: building:{kind}: possible: {', '.join(map(str, BUILT))}"
        faults.append(Fault(one.line, "building", why))
        return Cell(".", one.level)
    cf = one.features.get("bldg_cf", BUILDINGS[BUILT[kind]][0])
    if cf not in CF:
        why = f"hex {one.hex}: bldg_cf:{cf}: possible: {CF[0]} to {CF[-1]}"
        faults.append(Fault(one.line, "bldg_cf", why))
    return Cell(BUILT[kind], one.level, cf, min(HIGHEST, max(1, height)))


def format_faults(faults: list[Fault]) -> Iterator[str]:
    counts: dict[str, int] = {}
    first: dict[str, Fault] = {}
    for fault in sorted(faults):
        counts[fault.about] = counts.get(fault.about, 0) + 1
        first.setdefault(fault.about, fault)
    for fault in [*first.values()][:LISTED]:
        n = counts[fault.about] - 1
        more = f" (and {n} more like it)" if n else ""
        yield f"board, line {fault.line}: {fault.why}{more}"
    if len(first) > LISTED:
        yield f"board: {len(first) - LISTED} more kinds of mistakes"
