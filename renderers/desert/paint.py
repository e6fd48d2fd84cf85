"""Desert maps as PNG. The ground is cached; everything that changes is drawn on a copy.

Canvas and palette depend on the map alone, so neither reveals anything about units. A closed stack
always looks the same.
"""

import math
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers import fonts
from renderers.desert import board as parts
from renderers.desert import frame, terrain
from renderers.desert.board import BANNER, STRIP, MapLayout, MapScene, Pile, Spot
from renderers.desert.frame import BAR, GOLD, PALES, PAPER, SIDES
from renderers.desert.terrain import BROWN, GROUND, LETTER, OTHER, RIVER, numbered
from renderers.toolkit import pen, strokes
from renderers.toolkit.colours import Colour, rgb, stored
from renderers.toolkit.shapes import Point, disc, rounded
from renderers.toolkit.strokes import INK, NIGHT, WHITE, corners, filled, put, shortened, stroked

ROOM, WORDS, SOFT = rgb("#1a2127"), rgb("#f4f1e6"), rgb("#b9c4cb")
TEXT, KEY = 25, 20
FIRE, SPARK = rgb("#d1322d"), rgb("#ffcf3f")
MARKS: dict[parts.MarkKind, tuple[Colour, Colour, str]] = {
    "fires": (GOLD, NIGHT, "▲"),
    "quiet": (rgb("#8b8f92"), NIGHT, "△"),
    "under": (FIRE, WHITE, "◎"),
    "held": (rgb("#4a5f9e"), WHITE, "■"),
    "must": (PAPER, FIRE, "!"),
    "retreated": (rgb("#7a8f5a"), NIGHT, "↩"),
    "struck": (rgb("#5a5a5a"), WHITE, "✗"),
    "resolved": (rgb("#2f7d4f"), WHITE, "✓"),
    "ship": (rgb("#2c5a74"), WHITE, "⚓"),
    "dump": (rgb("#6b4423"), WHITE, "◆"),
    "wreck": (rgb("#3a3a3a"), GOLD, "✗"),
    "prisoner": (PAPER, NIGHT, "#"),
}
"""Background, ink and symbol of each mark."""
FIRST: tuple[parts.MarkKind, ...] = (
    "must", "under", "struck", "resolved", "held", "fires",
    "retreated", "prisoner", "ship", "quiet", "wreck", "dump",
)  # fmt: skip
"""A hex shows the first of its marks in this order; the text has all of them."""
CONTACT, HATCH = rgb("#7b1fa2"), 9
"""The colour of contact and of enemy zones of control, and the distance of their lines."""
LEVEL = 6


def board(scene: MapScene, plan: MapLayout) -> Image.Image:
    image, u = numbered(scene.patches, scene.borders).copy(), plan.u
    left, top = parts.corner_of(scene, plan)
    taken = {pile.at for pile in scene.piles}
    for spot in scene.watched:
        pen.stamp(image, CONTACT, corner(plan, spot), hatched(plan))
    for pile in sorted(scene.piles, key=lambda one: one.at):
        sprite = frame.counter(closed_at_origin(pile), u, lit=pile.at in scene.lit)
        x, y = plan.inner(pile.at)
        sprite.put(image, (x, y + LOW * u))
    for spot in scene.lit:
        if spot not in taken:
            line = tuple(corners(*plan.inner(spot), plan.r - 5 * u, plan.h - 4 * u))
            put(image, stroked((*line, line[0]), 5 * u), GOLD)
    for a, b in scene.contact:
        p, q = (point_at(plan, point) for point in terrain.shared(a, b))
        for thick, ink in ((11, WHITE), (6, CONTACT)):
            put(image, stroked(shortened(p, q, 8 * u, 8 * u), thick * u), ink)
    for side, way in scene.retreats:
        trail(image, plan, side, way)
    for arrow in scene.thrusts:
        thrust(image, plan, arrow)
    worths = {one.at: one for one in scene.worths}
    for patch in scene.patches:
        if left + plan.r <= plan.inner(patch.at)[0] <= left + parts.WIDTH - plan.r:
            title(image, plan, patch, worths.get(patch.at))
    for arrow in scene.thrusts:
        if arrow.odds:
            x, y = plan.inner(arrow.end)
            at = x, y + plan.h - 4 * u
            strokes.tag(image, at, arrow.odds, (WHITE, INK, INK), LETTER, round(6 * u))
    for shell in scene.shellings:
        x, y = plan.inner(shell.at)
        burst(image, (x - 54 * u, y - 28 * u), shell.word, u)
    marks(image, plan, scene.marks)
    image = image.crop((left, top, left + parts.WIDTH, top + parts.HIGH))
    aside(image, plan, left, scene)
    return image


LOW = 9
"""Pixels by which counters are below the middle of a hex, to leave room for its title."""


def corner(plan: MapLayout, spot: Spot) -> tuple[int, int]:
    x, y = plan.inner(spot)
    return x - plan.r, y - plan.h


@lru_cache(maxsize=8)
def hatched(plan: MapLayout) -> Image.Image:
    size = 2 * plan.r, 2 * plan.h
    lines, hexagon = Image.new("L", size), Image.new("L", size)
    pen_ = ImageDraw.Draw(lines)
    for x in range(-size[1], size[0], HATCH + 4):
        pen_.line((x, size[1], x + size[1], 0), 120, 2)
    inside = corners(plan.r, plan.h, plan.r - 3, plan.h - 3)
    ImageDraw.Draw(hexagon).polygon(inside, 255)
    return ImageChops.multiply(lines, hexagon)


def title(image: Image.Image, plan: MapLayout, patch: parts.Patch, one: parts.Worth | None) -> None:
    x, y = plan.inner(patch.at)
    value = fonts.width(one.word, LETTER, bold=True) + 14 if one else 0
    name, px = pen.fitted(patch.name, round(2.5 * plan.r) - value, (LETTER,))
    left = x - (value + (fonts.width(name, px) + 6 if name else 0)) / 2
    y = y - plan.h + round(15 * plan.u)
    if one:
        ground = NIGHT if one.side < 0 else SIDES[one.side % 2]
        ink = GOLD if one.side < 0 else WHITE
        strokes.tag(image, (left + value / 2, y), one.word, (ground, ink, INK), LETTER, 5)
    pale = strokes.part_of(terrain.LAND, WHITE, 0.55)
    strokes.say(image, (left + value + 6, y), name, px, INK, bold=False, halo=pale, thick=3)


def aside(image: Image.Image, plan: MapLayout, left: int, scene: MapScene) -> None:
    spots = {patch.at: patch.hex for patch in scene.patches}
    away = [(plan.inner(one.at)[0] - left, spots[one.at]) for one in scene.piles]
    for sign, start, found in (
        ("‹ ", 10, [hex for x, hex in away if x < 0]),
        ("› ", parts.WIDTH - 10, [hex for x, hex in away if x > parts.WIDTH]),
    ):
        if found:
            words = sign + " ".join(found)
            half = fonts.width(words, LETTER, bold=True) / 2 + 8
            x = start + half if start < parts.WIDTH / 2 else start - half
            strokes.tag(image, (x, parts.HIGH - 24), words, (INK, WHITE, WHITE), LETTER)


def closed_at_origin(pile: Pile) -> Pile:
    """Return a stack moved to the origin, so that sprites are cached regardless of place."""
    return Pile(
        at=(0, 0),
        side=pile.side,
        symbol=pile.symbol,
        values=pile.values,
        units=pile.units,
        able=pile.able,
    )


def point_at(plan: MapLayout, point: Point) -> Point:
    x, y = plan.inner((0, 0))
    return x + point[0] * plan.r / 2, y + point[1] * plan.h


def trail(image: Image.Image, plan: MapLayout, side: int, way: tuple[Spot, ...]) -> None:
    u = plan.u
    points: list[Point] = [plan.inner(spot) for spot in way]
    colour = PALES[side % 2]
    if len(points) < 2:
        x, y = points[0]
        put(image, stroked(tuple(disc(x, y + LOW * u, 56 * u)), 4 * u, (8 * u, 8 * u)), colour)
        return
    points[0] = shortened(points[0], points[1], 46 * u, 0)[0]
    points[-1] = shortened(points[-2], points[-1], 0, 42 * u)[1]
    line = tuple(strokes.smooth(points, 8))
    for thick, ink in ((13, INK), (8.5, colour)):
        put(image, stroked(line, thick * u, (0.5, 16 * u)), ink)
    p, q = line[-4] if len(line) > 4 else line[0], line[-1]
    for size, ink in ((36, INK), (25, colour)):
        put(image, filled(head(p, q, size * u)), ink)


def head(a: Point, b: Point, size: float) -> tuple[Point, ...]:
    d = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / d, (b[1] - a[1]) / d
    places = ((0.5, 0), (-0.5, 0.58), (-0.28, 0), (-0.5, -0.58))
    return tuple(
        (b[0] + (ux * p - uy * q) * size, b[1] + (uy * p + ux * q) * size) for p, q in places
    )


def thrust(image: Image.Image, plan: MapLayout, one: parts.Thrust) -> None:
    u = plan.u
    start, end = plan.inner(one.start), plan.inner(one.end)
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    edge = (
        math.hypot(across, down) * u * min(frame.WIDE / max(1, across), frame.TALL / max(1, down))
    )
    p, q = shortened(start, end, edge, edge)
    colour = (
        strokes.part_of(SIDES[one.side % 2], rgb("#808080"), 0.6)
        if one.over
        else SIDES[one.side % 2]
    )
    block(image, (p[0], p[1] + LOW * u), (q[0], q[1] + LOW * u), 17 * u, colour)


def block(image: Image.Image, p: Point, q: Point, thick: float, colour: Colour) -> None:
    """Draw a block arrow from ``p`` to ``q`` with a light and a dark rim."""
    d = math.dist(p, q) or 1.0
    ux, uy = (q[0] - p[0]) / d, (q[1] - p[1]) / d
    for grow, ink in ((5.5, INK), (3.0, WHITE), (0.0, colour)):
        a, b, wing = thick / 2 + grow, thick + grow * 1.5, thick * 1.15
        tail = ((-grow, -a), (d - wing, -a), (d - wing, -b))
        shape = (*tail, (d + grow * 1.6, 0.0), *((x, -y) for x, y in reversed(tail)))
        points = tuple((ux * x - uy * y, uy * x + ux * y) for x, y in shape)
        put(image, filled(points), ink, round(p[0]), round(p[1]))


def burst(image: Image.Image, at: Point, word: str, u: float) -> None:
    for size, ink in ((1.2, INK), (1.0, SPARK)):
        star = tuple(
            (
                (19 if k % 2 else 11) * size * u * math.cos(k * math.pi / 8),
                (19 if k % 2 else 11) * size * u * math.sin(k * math.pi / 8),
            )
            for k in range(16)
        )
        put(image, filled(star), ink, round(at[0]), round(at[1]))
    if word:
        strokes.say(image, at, word, LETTER, INK, anchor="m")


def marks(image: Image.Image, plan: MapLayout, found: tuple[parts.Mark, ...]) -> None:
    there = dict[Spot, parts.MarkKind]()
    for one in sorted(found, key=lambda one: FIRST.index(one.kind)):
        there.setdefault(one.at, one.kind)
    for spot, kind in there.items():
        x, y = plan.inner(spot)
        mark(image, (x + plan.r - 36 * plan.u, y - 17 * plan.u), kind, plan.u)


def mark(image: Image.Image, at: Point, kind: parts.MarkKind, u: float) -> None:
    ground, ink, sign = MARKS[kind]
    x, y = round(at[0]), round(at[1])
    put(image, filled(strokes.round_(0, 0, 19 * u)), INK, x, y)
    put(image, filled(strokes.round_(0, 0, 16.5 * u)), ground, x, y)
    strokes.say(image, (x, y), sign, max(LETTER, round(26 * u)), ink, anchor="m")


def banner(image: Image.Image, words: str, status: str) -> None:
    wide = image.width
    pen.stamp(image, BAR, (0, 0), rounded(wide, BANNER, 1))
    pen.centred(image, BANNER / 2, words, (34, 30, 26, 23), WORDS, bold=True)
    ImageDraw.Draw(image).rectangle((0, BANNER, wide - 1, BANNER + STRIP - 1), fill=ROOM)
    pen.centred(image, BANNER + STRIP / 2, status, (TEXT, 21, 18), WORDS)


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    kind, _, name = sprite.partition(":")
    x, y = at
    if kind == "ground":
        put(image, filled(tuple(corners(x + 17, y, 17, 15))), GROUND.get(name, OTHER))
    elif kind == "side":
        line = ((float(x), float(y)), (x + 36.0, float(y)))
        if name == "river":
            put(image, stroked(line, 8), RIVER)
        elif name == "wadi":
            put(image, stroked(line, 7, (10, 9)), RIVER)
        else:
            put(image, stroked(line, 4), strokes.part_of(BROWN, WHITE, 0.35))
            for k in range(5):
                tooth = ((x + 1 + 8 * k, y), (x + 7 + 8 * k, y), (x + 4 + 8 * k, y + 11))
                put(image, filled(tooth), strokes.part_of(BROWN, WHITE, 0.35))
    elif kind == "contact":
        put(image, stroked(((x + 2, y), (x + 32, y)), 11), WHITE)
        put(image, stroked(((x + 2, y), (x + 32, y)), 6), CONTACT)
    elif kind == "watched":
        put(image, filled(tuple(corners(x + 17, y, 17, 15))), GROUND["clear"])
        for k in (8, 16, 24):
            put(image, stroked(((x + k - 5, y + 11), (x + k + 7, y - 11)), 2), CONTACT)
    elif kind == "thrust":
        block(image, (x + 2, y), (x + 26, y), 13, SIDES[0])
    elif kind == "trail":
        put(image, stroked(((x + 4, y), (x + 34, y)), 9, (0.5, 14)), PALES[1])
    elif kind == "shells":
        burst(image, (x + 18, y), "P", 0.9)
    elif sprite in MARKS:
        mark(image, (x + 17, y), sprite, 0.84)


def draw(scene: MapScene) -> Image.Image:
    image = Image.new("RGB", (parts.WIDTH, frame.HEIGHT), ROOM)
    image.paste(board(scene, parts.plan_of(scene.patches)), (0, frame.MAP_TOP))
    frame.header(image, scene)
    frame.below(image, scene, swatch)
    return image


def flat(scene: MapScene | parts.SheetScene) -> Image.Image:
    drawn = draw_tables(scene) if isinstance(scene, parts.SheetScene) else draw(scene)
    return pen.flat(drawn, stored("desert"))


def png(scene: MapScene | parts.SheetScene) -> bytes:
    return pen.png(flat(scene), LEVEL)


SHEET = pen.SheetColours(ROOM, BAR, WORDS, SOFT)


def draw_tables(scene: parts.SheetScene) -> Image.Image:
    notes = [
        line for note in scene.notes for line in pen.lines_of(note, pen.WIDTH - 2 * pen.EDGE, KEY)
    ]
    tall = (
        BANNER
        + STRIP
        + 12
        + sum(pen.height(table) for table in scene.tables)
        + pen.LINE * len(notes)
        + 12
    )
    image = Image.new("RGB", (pen.WIDTH, tall), ROOM)
    banner(image, scene.banner, scene.status)
    y = BANNER + STRIP + 12
    for table in scene.tables:
        pen.lay(image, table, y, SHEET)
        y += pen.height(table)
    for note in notes:
        pen.write(image, (pen.EDGE, y + pen.LINE / 2), note, KEY, SOFT)
        y += pen.LINE
    return image
