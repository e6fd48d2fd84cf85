"""Modes of Ambush pictures: near the reader's units, the reach of a unit, and its targets.

Everything is computed from the view, so no overlay reveals a secret (IS-8).
"""

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine.games.ambush import sight
from engine.games.ambush.hexes import Hex, bears, distance
from engine.games.ambush.orders import Continue, Deploy, Dodge, Hide, Move, Show
from engine.games.ambush.sight import Spot
from engine.games.ambush.units import GUNS, Mode, Unit, Weapon
from engine.games.ambush.view import View
from renderers.ambush.board import Counter, HexPath, HexScene, Shade, place
from renderers.ambush.tables import TABLES

Window = tuple[int, int, int, int]
AROUND, COLUMNS, ROWS = 2, 8, 8
"""Hexes shown around the reader's units, and the maximum columns and rows readable on a phone."""
WIDEST, TALLEST, CROPPED, STEP = 12, 12, 10, 4
"""The largest map shown whole (columns, rows), and for larger maps the rows shown and the step.

The window moves by multiples of the step.
"""
PLACE = re.compile(r"J?(\d\d)(\d\d)(?:/([0-5])?)?")
MARGIN = 2
"""Hexes shown around marked ones."""
NEAR, REACH, FIRE, WHOLE = "near", "reach", "fire", "whole"


def on_map(view: View) -> list[Unit]:
    return sorted((unit for unit in view.units.values() if unit.alive), key=lambda unit: unit.id)


def modes(view: View) -> tuple[str, ...]:
    """Return the modes of a view. These are ``whole`` if the map is cropped, ``near``, tables, and
    ``near A1``, ``reach A1`` and ``fire A1`` for each visible unit.
    """
    units = on_map(view)
    own = (NEAR,) if any(unit.owner == view.viewer for unit in units) else ()
    large = (WHOLE,) if usual(view) != (1, 1, *view.size) else ()
    return (
        *large,
        *own,
        *TABLES,
        *(f"{verb} {unit.id}" for unit in units for verb in (NEAR, REACH, FIRE)),
    )


def parted(view: View, mode: str) -> tuple[str, Unit | None]:
    """Split a mode into its verb and its unit. Raises ``KeyError`` if the mode is unknown."""
    if mode and mode not in modes(view):
        raise KeyError(f"no mode {mode!r}; there are: {', '.join(modes(view)) or 'none'}")
    verb, _, name = mode.partition(" ")
    return verb, view.units[name] if name else None


def window(view: View, mode: str) -> Window:
    """Return the part of the map to draw."""
    verb, unit = parted(view, mode)
    width, height = view.size
    if verb == WHOLE:
        return 1, 1, width, height
    if verb in (REACH, FIRE) and unit is not None:
        return cropped(view, place(unit.hex), 1)
    if verb != NEAR:
        return usual(view)
    if unit is not None:
        c, r = place(unit.hex)
        (left, right), (top, low) = (
            span(c - COLUMNS // 2, COLUMNS, width),
            span(r - ROWS // 2, ROWS, height),
        )
        return left, top, right, low
    return around(view, [place(one.hex) for one in on_map(view) if one.owner == view.viewer])


def usual(view: View) -> Window:
    """Return the default part of the map, which is the same for everybody."""
    if view.result is not None or view.phase in ("deploy", "hide"):
        return 1, 1, *view.size
    return cropped(view, focus(view), STEP)


def cropped(view: View, spot: tuple[int, int], step: int) -> Window:
    """Return a window around a hex, aligned to ``step`` hexes."""
    width, height = view.size
    if width <= WIDEST and height <= TALLEST:
        return 1, 1, width, height
    found = list[tuple[int, int]]()
    for at, whole, most in ((spot[0], width, WIDEST), (spot[1], height, CROPPED)):
        count = min(most, whole)
        last = whole - count + 1
        starts = sorted({*range(1, last + 1, step), last})
        first = min(starts, key=lambda start: (abs(2 * (start - at) + count - 1), start))
        found.append((first, first + count - 1))
    (left, right), (top, low) = found
    return left, top, right, low


def focus(view: View) -> tuple[int, int]:
    """Return the centre of public attention."""
    unfinished = view.dodge or view.halted
    name = unfinished.unit if unfinished else view.ordered
    if name in view.units and not view.units[name].hidden and view.units[name].hex:
        return place(view.units[name].hex)
    if view.salvos:
        return amidst([place(hex) for one in view.salvos for hex in (one.start, one.end)])
    if view.trails:
        return place(view.trails[-1].hexes[-1])
    seen = [unit for unit in view.units.values() if unit.visible]
    next_ = [unit for unit in seen if view.turns and unit.owner == view.turns[0]]
    if not seen:
        return (view.size[0] + 1) // 2, (view.size[1] + 1) // 2
    return amidst([place(unit.hex) for unit in next_ or seen])


def amidst(spots: list[tuple[int, int]]) -> tuple[int, int]:
    return sum(c for c, _ in spots) // len(spots), sum(r for _, r in spots) // len(spots)


def around(view: View, spots: list[tuple[int, int]]) -> Window:
    """Return the window, at most the usual size, that contains the most of these hexes."""
    width, height = view.size
    sides = []
    for k, (most, whole) in enumerate(((COLUMNS, width), (ROWS, height))):
        values = [spot[k] for spot in spots]
        sides.append(min(most, whole, max(values) - min(values) + 1 + 2 * AROUND))
    starts = (
        (c, r) for c in range(1, width - sides[0] + 2) for r in range(1, height - sides[1] + 2)
    )

    def worth(start: tuple[int, int]) -> tuple[int, int]:
        inside = [s for s in spots if all(0 <= s[k] - start[k] < sides[k] for k in (0, 1))]
        middle = [2 * start[k] + sides[k] - 1 for k in (0, 1)]
        return len(inside), -sum(abs(2 * s[k] - middle[k]) for s in inside for k in (0, 1))

    c, r = max(starts, key=worth)
    return c, r, c + sides[0] - 1, r + sides[1] - 1


def span(first: int, count: int, whole: int) -> tuple[int, int]:
    """Return the first and last of ``count`` consecutive numbers, moved to lie within 1 to
    ``whole``.
    """
    count = min(count, whole)
    first = min(max(1, first), whole - count + 1)
    return first, first + count - 1


def shades(view: View, mode: str) -> tuple[Shade, ...]:
    verb, unit = parted(view, mode)
    if unit is None or verb == NEAR:
        return ()
    found = reach(view, unit) if verb == REACH else fire(view, unit)
    return tuple(Shade(hex, found[hex]) for hex in sorted(found))


def reach(view: View, unit: Unit) -> dict[Hex, str]:
    """Return the hexes where a unit's move might end, each with the slowest sufficient mode."""
    found: dict[Hex, str] = {}
    halted = view.halted if view.halted and view.halted.unit == unit.id else None
    ways: list[Mode] = [halted.mode] if halted else unit.modes()
    for mode in sorted(ways, key=("walk", "run", "jump", "stand").index):
        if mode in ("walk", "run"):
            for hex in walked(view, unit, mode, halted.used if halted else 0):
                found.setdefault(hex, f"reach-{mode}")
        elif mode == "jump" and not halted:
            for hex in sight.landings(view, unit):
                found.setdefault(hex, "reach-jump")
    return found


def walked(view: View, unit: Unit, mode: Mode, used: int) -> Iterator[Hex]:
    start, ground = sight.spot(unit, mode, used), sight.Ground(view, unit, mode)
    best: dict[tuple[Hex, int, bool], int] = {}
    waiting, seen = [start], {unit.hex}
    while waiting:
        at = waiting.pop(0)
        if best.get((at.hex, at.facing, at.prone), -1) >= at.left:
            continue
        best[at.hex, at.facing, at.prone] = at.left
        if at.hex not in seen:
            seen.add(at.hex)
            yield at.hex
        for token in ("F", "B", "L", "R", "S"):
            after = ground.step(at, token)
            if isinstance(after, Spot) and after.left > best.get(
                (after.hex, after.facing, after.prone), -1
            ):
                waiting.append(after)


def fire(view: View, unit: Unit) -> dict[Hex, str]:
    """Return the hexes in sight and range of a unit's weapons, each with the best range band."""
    guns, high = unit.guns(), view.cell(unit.hex).level + (not unit.prone)
    far = max((GUNS[gun.kind].long for gun in guns), default=0)
    width, height = view.size
    found: dict[Hex, str] = {}
    for hex in (f"{c:02}{r:02}" for c in range(1, width + 1) for r in range(1, height + 1)):
        steps = distance(unit.hex, hex)
        band = nearest(unit, guns, hex, steps) if 0 < steps <= far else 0
        low = view.cell(hex).level + 1
        if band and not sight.look(view, unit.hex, hex, high=high, low=low).blocked:
            found[hex] = f"{arc(unit, hex)}-{band}"
    return found


def nearest(unit: Unit, guns: Sequence[Weapon], hex: Hex, steps: int) -> int:
    bands = [
        next((k for k, most in enumerate(GUNS[gun.kind][2:5], 1) if steps <= most), 0)
        for gun in guns
        if bears(unit.facing, gun.mount, rear=gun.rear, shooter=unit.hex, target=hex)
    ]
    return min(filter(None, bands), default=0)


def arc(unit: Unit, hex: Hex) -> str:
    mounts = (("front", "CT"), ("left", "LA"), ("right", "RA"))
    return next(
        (
            name
            for name, mount in mounts
            if bears(unit.facing, mount, rear=False, shooter=unit.hex, target=hex)
        ),
        "rear",
    )


def way_of(view: View, order: object) -> tuple[Unit, list[Spot]] | None:
    """Return a unit and the places of its path under an order, its start first. Returns ``None``
    for orders that move nothing.
    """
    match order:
        case Move(name, "jump", steps) | Dodge(name, "jump", steps):
            spots = [view.units[name].hex, *(step[1:5] for step in steps)]
            facing = int(steps[-1][6]) if steps else view.units[name].facing
            return view.units[name], [Spot(hex, facing, False, 0) for hex in spots]
        case Move(name, mode, steps) | Dodge(name, mode, steps):
            return view.units[name], spots_of(view, view.units[name], mode, steps)
        case Continue(name, steps) if view.halted is not None:
            halted = view.halted
            return view.units[name], spots_of(
                view, view.units[name], halted.mode, steps, halted.used
            )
        case Deploy(name, at) | Show(name, at) | Hide(name, at) if name in view.units:
            return view.units[name], [Spot(at[:4], int(at[5]), False, 0)]
    return None


def spots_of(view: View, unit: Unit, mode: Mode, steps: Sequence[str], used: int = 0) -> list[Spot]:
    ground, found = sight.Ground(view, unit, mode), [sight.spot(unit, mode, used)]
    for step in steps:
        after = ground.step(found[-1], step)
        if not isinstance(after, Spot):
            break
        found.append(after)
    return found


def with_way(view: View, scene: HexScene, counter: Counter, spots: Sequence[Spot]) -> HexScene:
    """Return the scene with a planned path, cropped around it; ``counter`` is the unit."""
    hexes = tuple(dict.fromkeys(spot.hex for spot in spots))
    last = spots[-1]
    ghost = replace(counter, at=last.hex, facing=last.facing, prone=last.prone, ghost=True)
    area = around(view, [place(hex) for hex in hexes])
    way = (HexPath("to-come", counter.side, hexes),) if len(hexes) > 1 else ()
    return replace(
        scene,
        window=area,
        text_window=area,
        counters=(*scene.counters, ghost),
        paths=(*(path for path in scene.paths if path.kind == "aim"), *way),
        facts=(*scene.facts, " › ".join(hexes)),
        short=(" › ".join(hexes), *scene.short),
    )


def spot(view: View, word: str) -> tuple[int, ...] | None:
    """Return the hex that a word such as ``0903``, ``0903/2`` or ``J0903/2`` names."""
    found = PLACE.fullmatch(word)
    if found is None or not view.on_map(f"{found[1]}{found[2]}"):
        return None
    return tuple(int(part) for part in found.groups() if part)


def numbered(scene: HexScene, marks: Sequence[tuple[tuple[int, ...], str]]) -> HexScene:
    size, area = (scene.ground.width, scene.ground.height), list[tuple[int, int]]()
    for k, most in enumerate((WIDEST, TALLEST)):
        values = [spot[k] for spot, _ in marks]
        low, high = max(1, min(values) - MARGIN), min(size[k], max(values) + MARGIN)
        area.append((low, high) if high - low < most else (1, size[k]))
    (left, right), (top, low) = area
    told = " · ".join(f"{sign} {column:02}{row:02}" for (column, row, *_), sign in marks)
    window = left, top, right, low
    return replace(scene, window=window, choices=tuple(marks), short=(told, *scene.short))
