"""Ambush maps as PNG.

The ground is drawn once and cached. Overlay, paths, counters, the last fire and words are drawn on
a copy. The canvas depends on the map and public facts alone, and all maps share a palette, so
neither reveals hidden units (IS-19).
"""

import math
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace
from PIL import Image

from renderers import fonts
from renderers.ambush import board as parts
from renderers.ambush import frame, tables, terrain
from renderers.ambush.board import Flag, Ground, Hex, HexLayout, HexPath, HexScene, place
from renderers.ambush.frame import GOLD, height, token
from renderers.ambush.terrain import DEEP, GROUND, ROOFS, SLOPE, bare, numbered
from renderers.toolkit import pen, strokes
from renderers.toolkit.colours import Colour, rgb, stored
from renderers.toolkit.pen import stamp
from renderers.toolkit.scene import Spot
from renderers.toolkit.shapes import Point, pixels
from renderers.toolkit.strokes import INK, WHITE, corners, filled, part_of, put, stroked, tag

FIRE, BURN, SPARK = rgb("#ff4f2e"), rgb("#ff7a33"), rgb("#fff3b0")
CHANCE = rgb("#d1322d")
OVERLAY: dict[str, tuple[Colour, int]] = {
    "reach-walk": (rgb("#ffffff"), 1),
    "reach-run": (rgb("#ffc800"), 2),
    "reach-jump": (rgb("#8a3ffc"), 3),
    **{f"front-{k}": (rgb("#ffe100"), k) for k in (1, 2, 3)},
    **{f"left-{k}": (rgb("#0a3cff"), k) for k in (1, 2, 3)},
    **{f"right-{k}": (rgb("#ff3d00"), k) for k in (1, 2, 3)},
    **{f"rear-{k}": (rgb("#b000c8"), k) for k in (1, 2, 3)},
}
"""Colour and form of each overlay: a band inside the hex, a thin line, or dots in its corners.

None covers the ground, a counter or a number.
"""
DASHES = ((1.0, 8.0), (15.0, 10.0), (7.0, 6.0), (22.0, 6.0))
"""The dashes of each side's zone border: line and gap."""
LEVEL = 7


@lru_cache(maxsize=24)
def ground_of(
    ground: Ground, window: tuple[int, int, int, int], zones: tuple[parts.Zone, ...]
) -> Image.Image:
    """Return the ground with its numbers and zones. Don't draw on it."""
    plan, image = parts.layout(window), numbered(ground, window).copy()
    for one in zones:
        inside = {place(hex) for hex in one.hexes}
        u = plan.r / terrain.UNIT
        for at in sorted(inside):
            line = corners(*plan.inner(*at), plan.r - 4 * u, plan.h - 3.5 * u)
            for d in range(6):
                if parts.neighbour(*at, d) in inside:
                    continue
                side = (line[(d + 4) % 6], line[(d + 5) % 6])
                dash = DASHES[one.side % 4] if one.dashed else None
                broken = None if dash is None else (dash[0] * u, dash[1] * u)
                border = stroked(side, max(2.0, (3 if one.dashed else 4.5) * u), broken)
                put(image, border, part_of(strokes.SIDES[one.side % 4], INK, 0.12))
    return image


def busy(scene: HexScene, plan: HexLayout) -> set[Hex]:
    found = {one.at for one in scene.counters} | {one.at for one in scene.flags}
    found |= {hex for path in scene.paths for hex in path.hexes}
    ends = [(one.start, one.end) for one in scene.shots]
    ends += [(path.hexes[0], path.hexes[1]) for path in scene.paths if path.kind == "aim"]
    for start, end in ends:
        (ax, ay), (bx, by) = plan.inner(*place(start)), plan.inner(*place(end))
        for c, r in plan.hexes:
            x, y = plan.inner(c, r)
            near = distance((x, y - plan.h * 0.7), (ax, ay), (bx, by))
            if near < plan.r * 0.55:
                found.add(f"{c:02}{r:02}")
    u = plan.r / terrain.UNIT
    words: list[tuple[Point, str, int]] = [
        (word_place(plan.inner(*place(one.end)), plan), one.word, 24)
        for one in scene.shots
        if one.word
    ]
    if scene.chance[0]:
        words.append((chance_place(scene.chance[0], plan), scene.chance[1], 22))
    for (left, low), word, px in words:
        wide = fonts.width(word, round(px * u), bold=True) / 2 + 12 * u + plan.number_px * 1.5
        tall = px * u * 0.62 + 4 + plan.number_px * 0.7
        for c, r in plan.hexes:
            cx, cy = plan.inner(c, r)
            if abs(cx - left) < wide and abs(cy - plan.h + plan.number_low - low) < tall:
                found.add(f"{c:02}{r:02}")
    return found


def distance(p: Point, a: Point, b: Point) -> float:
    length = math.dist(a, b) or 1.0
    dot = (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])
    t = min(1.0, max(0.0, dot / length**2))
    return math.dist(p, (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))


def board(scene: HexScene, plan: HexLayout) -> Image.Image:
    image = ground_of(scene.ground, scene.window, scene.zones).copy()
    empty, taken = bare(scene.ground, scene.window), busy(scene, plan)
    u, px = plan.r / terrain.UNIT, plan.number_px
    for hex in taken:
        if plan.shown(hex):
            x, y = plan.inner(*place(hex))
            top = y - plan.h + plan.number_low - px * 5 // 8
            area = (x - 2 * px, top, x + 2 * px, top + px * 5 // 4)
            image.paste(empty.crop(area), area[:2])
    for shade in filter(lambda one: plan.near(one.at), scene.shades):
        tint(image, plan, shade)
    standing = {one.at for one in scene.counters}
    for c, row in plan.hexes:
        tile = scene.ground.rows[row - 1][c - 1]
        if tile.level and not tile.height and f"{c:02}{row:02}" not in standing:
            x, y = plan.inner(c, row)
            base = part_of(GROUND["."], SLOPE, min(0.85, 0.24 * max(0, tile.level)))
            at, ink = (x, y + plan.h - 14 * u), rgb("#4a2f12")
            size = max(10, round(22 * u))
            strokes.say(image, at, f"{tile.level:+}", size, ink, anchor="m", halo=base, thick=2)
    for hex, word in scene.built:
        if plan.near(hex) and hex not in standing:
            x, y = plan.inner(*place(hex))
            colours = part_of(ROOFS["M"], INK, 0.62), WHITE, part_of(GROUND["P"], INK, 0.1)
            tag(
                image, (x, y + plan.h - 12 * u), word, colours, max(10, round(21 * u)), round(5 * u)
            )
    for one in filter(lambda one: plan.near(one.at), scene.flags):
        flag(image, plan, one)
    for path in scene.paths:
        if path.kind != "aim":
            way(image, plan, path, standing)
    for unit in sorted(scene.counters, key=lambda one: (not one.ghost, one.at, one.label)):
        if plan.near(unit.at):
            sprite = token(replace(unit, at=""), plan.r)
            sprite.put(image, plan.inner(*place(unit.at)), 150 if unit.ghost else 255)
    for path in scene.paths:
        if path.kind == "aim":
            aim(image, plan, path)
    for shot in scene.shots:
        tracer(image, plan, shot)
    for shot in scene.shots:
        if shot.word:
            spot = word_place(plan.inner(*place(shot.end)), plan)
            size, pad = max(10, round(24 * u)), round(6 * u)
            tag(image, spot, shot.word, (FIRE, INK, INK), size, pad)
    for one in filter(lambda one: plan.near(one.at), scene.flags):
        x, y = plan.inner(*place(one.at))
        ground = GOLD if one.side < 0 else strokes.SIDES[one.side % 4]
        ink = WHITE if one.side in (0, 1) else INK
        corner = (x + plan.r * 0.56, y - plan.h + 3 * u)
        tag(image, corner, one.word, (ground, ink, INK), max(10, round(22 * u)), round(4 * u))
    if scene.chance[0] and plan.near(scene.chance[0]):
        reticle(image, plan, *scene.chance)
    for choice, word in scene.choices:
        size = max(12, round((40 if len(choice) < 3 else 30) * u))
        tag(image, choice_place(choice, plan), word, (WHITE, INK, INK), size, round(8 * u))
    return image


def choice_place(spot: Spot, plan: HexLayout) -> Point:
    x, y = plan.inner(*spot[:2])
    if len(spot) < 3:
        return x, y
    a = math.radians(60 * spot[2] - 90)
    return x + 1.15 * plan.h * math.cos(a), y + 1.15 * plan.h * math.sin(a)


@lru_cache(maxsize=64)
def band(r: int, form: int, more: float) -> Image.Image:
    """Return the mask of an overlay's form in a hex, wider by ``more``. Its upper side stays empty,
    because the number is there.
    """
    h, u = strokes.side(r), r / terrain.UNIT
    line = corners(r, h, r - 8 * u, h - 7 * u)
    ends = [between(line[a], line[b], 0.35) for a, b in ((5, 0), (4, 3))]
    lower = [ends[0], line[0], line[1], line[2], line[3], ends[1]]
    if form == 3:
        return pixels(2 * r, 2 * h, [strokes.round_(x, y, 5 * u + more) for x, y in lower])
    return pixels(2 * r, 2 * h, [lower], (8.0 if form == 1 else 3.5) * u + 2 * more)


def between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def tint(image: Image.Image, plan: HexLayout, one: parts.Shade) -> None:
    x, y = plan.inner(*place(one.at))
    colour, form = OVERLAY[one.sprite]
    at = (x - plan.r, y - plan.h)
    stamp(image, INK, at, band(plan.r, form, 1.3))
    stamp(image, colour, at, band(plan.r, form, 0))


def flag(image: Image.Image, plan: HexLayout, one: Flag) -> None:
    x, y = plan.inner(*place(one.at))
    u = plan.r / terrain.UNIT
    line = strokes.closed(corners(x, y, plan.r - 5 * u, plan.h - 4.4 * u))
    put(image, stroked(line, 7 * u), INK)
    put(image, stroked(line, 4 * u), GOLD)


def way(image: Image.Image, plan: HexLayout, path: HexPath, standing: set[Hex]) -> None:
    """Draw a path by its kind."""
    points = tuple((float(x), float(y)) for x, y in (plan.inner(*place(h)) for h in path.hexes))
    u, colour = plan.r / terrain.UNIT, frame.pale(path.side)
    if len(points) < 2:
        return
    if path.kind == "to-come":
        put(image, stroked(points, 13 * u, (12 * u, 14 * u)), INK)
        put(image, stroked(points, 8 * u, (12 * u, 14 * u)), WHITE)
        return
    if path.kind == "slide":
        for dx in (-8 * u, 8 * u):
            put(image, stroked(points, 8 * u), INK, dx, dx / 2)
            put(image, stroked(points, 4.5 * u), colour, dx, dx / 2)
        return
    if path.kind == "jump":
        for a, b in pairwise(points):
            over = arc(a, b)
            put(image, stroked(over, 11 * u, (0.5, 18 * u)), INK)
            put(image, stroked(over, 7.5 * u, (0.5, 18 * u)), colour)
        return
    broad = 20 if path.kind == "push" else 12
    put(image, stroked(points, (broad + 5) * u), INK, part=204)
    put(image, stroked(points, broad * u), colour)
    for k, ((x, y), hex) in enumerate(zip(points, path.hexes, strict=True)):
        if hex in standing or not plan.near(hex) or path.kind == "push":
            continue
        r = (11 if k == 0 else 14.5) * u
        put(image, filled(strokes.round_(x, y, r + 2.5 * u)), INK)
        put(image, filled(strokes.round_(x, y, r)), colour)
        if k:
            strokes.say(image, (x, y), str(k), max(9, round(22 * u)), INK, anchor="m")


def arc(a: Point, b: Point) -> tuple[Point, ...]:
    far = math.dist(a, b)
    steps = [k / 16 for k in range(17)]
    return tuple(
        (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t - far * 0.9 * t * (1 - t))
        for t in steps
    )


def aim(image: Image.Image, plan: HexLayout, path: HexPath) -> None:
    a, b = (plan.inner(*place(hex)) for hex in path.hexes[:2])
    u = plan.r / terrain.UNIT
    line = strokes.shortened(a, b, 38 * u, 44 * u)
    put(image, stroked(line, 7 * u, (9 * u, 12 * u)), WHITE)
    put(image, stroked(line, 4.5 * u, (9 * u, 12 * u)), CHANCE)


def word_place(at: Point, plan: HexLayout) -> Point:
    u = plan.r / terrain.UNIT
    return max(at[0] - 22 * u, 40 * u), max(at[1] - 30 * u, 18 * u)


def tracer(image: Image.Image, plan: HexLayout, shot: parts.Tracer) -> None:
    a, b = plan.inner(*place(shot.start)), plan.inner(*place(shot.end))
    u = plan.r / terrain.UNIT
    p, q = strokes.shortened(a, b, 36 * u, 46 * u)
    if math.dist(a, b) < 100 * u:
        p, q = strokes.shortened(a, b, 26 * u, 40 * u)
    put(image, stroked((p, q), 9 * u), INK, part=178)
    put(image, stroked((p, q), 5.5 * u), FIRE)
    put(image, stroked((p, q), 2.5 * u, (16 * u, 9 * u)), SPARK)
    if shot.hit:
        burst(image, q, 17 * u)


def burst(image: Image.Image, at: Point, size: float) -> None:
    star = [
        (far * math.cos(k * math.pi / 8), far * math.sin(k * math.pi / 8))
        for k in range(16)
        for far in ((size if k % 2 else size * 0.45),)
    ]
    put(image, filled(tuple((x * 1.28, y * 1.28) for x, y in star)), INK, *at)
    put(image, filled(tuple(star)), BURN, *at)
    put(image, filled(strokes.round_(0, 0, size * 0.4)), SPARK, *at)


def reticle(image: Image.Image, plan: HexLayout, hex: Hex, word: str) -> None:
    x, y = plan.inner(*place(hex))
    u = plan.r / terrain.UNIT
    for a in (45, 135, 225, 315):
        line = tuple(
            (x + 45 * u * math.cos(math.radians(a + k)), y + 45 * u * math.sin(math.radians(a + k)))
            for k in range(-26, 27, 4)
        )
        put(image, stroked(line, 9 * u), INK)
        put(image, stroked(line, 5 * u), CHANCE)
    tag(
        image,
        chance_place(hex, plan),
        word,
        (CHANCE, WHITE, WHITE),
        max(10, round(22 * u)),
        round(8 * u),
    )


def chance_place(hex: Hex, plan: HexLayout) -> Point:
    x, y = plan.inner(*place(hex))
    u = plan.r / terrain.UNIT
    below, room = y + plan.h + 18 * u, 160 * u
    at: float = below if below < plan.map_size[1] - 20 * u else y - plan.h - 18 * u
    return min(max(x, room), plan.map_size[0] - room), at


def draw(scene: HexScene) -> Image.Image:
    plan = parts.layout(scene.window)
    image = Image.new("RGB", (parts.WIDTH, height(scene)), DEEP)
    image.paste(board(scene, plan), (plan.left, plan.top))
    frame.axes(image, plan)
    frame.header(image, scene)
    frame.panels(image, scene)
    frame.below(image, scene, swatch)
    return image


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw a small sample for the legend. ``at`` is the middle of its left end."""
    x, y = at[0], at[1]
    if sprite in GROUND:
        cut = terrain.bare(
            Ground(((parts.HexTile(sprite, 0, 1 if sprite in ROOFS else 0),),)), (1, 1, 1, 1)
        )
        small = cut.resize((36, 32), Image.Resampling.LANCZOS)
        image.paste(small, (x, y - 16), strokes.whole(18).resize((36, 32)))
    elif sprite in OVERLAY:
        put(image, filled(tuple(corners(x + 17, y, 17, 15))), GROUND["."])
        colour, form = OVERLAY[sprite]
        stamp(image, INK, (x - 1, y - 16), band(18, form, 1.0))
        stamp(image, colour, (x - 1, y - 16), band(18, form, 0.4))
    elif sprite.startswith("zone"):
        side = int(sprite[-1])
        dash = DASHES[side % 4] if sprite[4] == "d" else None
        put(image, stroked(((x + 1, y), (x + 34, y)), 4, dash), frame.pale(side))
    elif sprite == "level":
        base = part_of(GROUND["."], SLOPE, 0.24)
        tag(image, (x + 18, y), "+1", (base, rgb("#4a2f12"), INK), 23, 2)
    elif sprite == "flag":
        put(image, stroked(strokes.closed(corners(x + 17, y, 15, 13)), 4), GOLD)
    elif sprite == "built":
        tag(image, (x + 18, y), "40", (part_of(ROOFS["M"], INK, 0.62), WHITE, GROUND["P"]), 23, 2)
    elif sprite in MARKS:
        prone, hidden, done, lit = MARKS[sprite]
        note = "?" if sprite == "ghost" else ""
        one = parts.Counter(at="", side=0, label="", tons=50, facing=1, note=note, ghost=bool(note))
        one = replace(one, prone=prone, hidden=hidden, done=done, lit=lit)
        token(one, 30).put(image, (x + 17, y))


MARKS = {
    "prone": (True, False, False, False),
    "hidden": (False, True, False, False),
    "done": (False, False, True, False),
    "lit": (False, False, False, True),
    "ghost": (False, False, False, False),
}
"""Counters in the legend: prone, hidden, moved, moving, seen last."""


def flat(scene: HexScene | tables.TablesScene) -> Image.Image:
    drawn = tables.draw(scene) if isinstance(scene, tables.TablesScene) else draw(scene)
    return pen.flat(drawn, stored("ambush"))


def png(scene: HexScene | tables.TablesScene) -> bytes:
    return pen.png(flat(scene), LEVEL)
