"""Desert maps as PNG. The ground is cached; everything that changes is drawn on a copy.

Canvas and palette depend on the map alone, so neither reveals anything about units. A closed stack
always looks the same.
"""

import math
from collections import Counter
from functools import lru_cache
from typing import get_args

from PIL import Image, ImageDraw

from renderers.desert import board as parts
from renderers.desert import frame, terrain
from renderers.desert.board import BANNER, STRIP, MapLayout, MapScene, Pile, Spot, StripLine
from renderers.desert.frame import BAR, GOLD, PALES, PAPER, SIDES
from renderers.desert.terrain import BROWN, GROUND, OTHER, RIVER, UNIT, numbered
from renderers.toolkit import pen, strokes
from renderers.toolkit.colours import Colour, mix, rgb, sampled
from renderers.toolkit.shapes import Point, disc, rounded
from renderers.toolkit.strokes import INK, NIGHT, WHITE, corners, filled, put, shortened, stroked

ROOM, WORDS, SOFT = rgb("#1a2127"), rgb("#f4f1e6"), rgb("#b9c4cb")
CALM = BAR
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
PLACES = ((-0.66, 0.16), (0.7, 0.16), (-0.42, 0.55), (0.42, 0.55), (0.0, 0.58))
UPPER = ((-0.66, 0.16), (0.7, 0.16), (-0.2, -0.4), (0.16, -0.4), (0.0, 0.45))
"""Positions of marks in a hex, as fractions of its radius: beside and below its counter, or above
it if the hex has a name or odds.
"""
ZONE = 46
"""Opacity of the tint of enemy zones of control (0 to 255)."""
COLOURS, LEVEL = 160, 6
COUNTED: tuple[parts.Symbol, ...] = get_args(parts.Symbol)


def board(scene: MapScene, plan: MapLayout) -> Image.Image:
    silent = {one.end for one in scene.thrusts if one.odds}
    image = numbered(scene.patches, scene.borders).copy()
    u = plan.r / UNIT
    for spot in scene.watched:
        x, y = plan.inner(spot)
        pen.stamp(image, FIRE, (x - plan.r, y - plan.h), strokes.whole(plan.r, ZONE))
    for a, b in scene.contact:
        p, q = (corner(plan, point) for point in terrain.shared(a, b))
        put(image, stroked(shortened(p, q, 6 * u, 6 * u), 3.5 * u), FIRE)
    for pile in sorted(scene.piles, key=lambda one: one.at):
        sprite = frame.counter(closed_at_origin(pile), plan.r, lit=pile.at in scene.lit)
        x, y = plan.inner(pile.at)
        sprite.put(image, (x, y + 2 * u))
    for spot in scene.lit:
        if spot not in {pile.at for pile in scene.piles}:
            x, y = plan.inner(spot)
            line = tuple(corners(x, y, plan.r - 5 * u, plan.h - 4 * u))
            put(image, stroked((*line, line[0]), 5 * u), GOLD)
    for one in scene.worths:
        worth(image, plan, one)
    for side, way in scene.retreats:
        trail(image, plan, side, way)
    for arrow in scene.thrusts:
        thrust(image, plan, arrow)
    terrain.names(image, plan, [patch for patch in scene.patches if patch.at not in silent])
    odds = {arrow.end: arrow.odds for arrow in scene.thrusts if arrow.odds}
    for spot, words in odds.items():
        x, y = plan.inner(spot)
        at = (x, y + plan.h - 17 * u)
        strokes.tag(image, at, words, (WHITE, INK, INK), plan.px(23), round(7 * u))
    for shell in scene.shellings:
        x, y = plan.inner(shell.at)
        burst(image, (x - 45 * u, y - 22 * u), shell.word, u)
    written = {patch.at for patch in scene.patches if patch.name} | set(odds)
    marks(image, plan, scene.marks, written)
    return image


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


def corner(plan: MapLayout, point: Point) -> Point:
    x, y = plan.inner((0, 0))
    return x + point[0] * plan.r / 2, y + point[1] * plan.h


def worth(image: Image.Image, plan: MapLayout, one: parts.Worth) -> None:
    x, y = plan.inner(one.at)
    u = plan.r / UNIT
    ground = NIGHT if one.side < 0 else SIDES[one.side % 2]
    ink = GOLD if one.side < 0 else WHITE
    at = (x + 21 * u, y - plan.h + 15 * u)
    strokes.tag(image, at, one.word, (ground, ink, INK), plan.px(22), round(5 * u))


def trail(image: Image.Image, plan: MapLayout, side: int, way: tuple[Spot, ...]) -> None:
    """Draw a retreat or march as dots ending in an arrowhead next to the counter."""
    u = plan.r / UNIT
    points: list[Point] = [plan.inner(spot) for spot in way]
    colour = PALES[side % 2]
    if len(points) < 2:
        x, y = points[0]
        put(image, stroked(tuple(disc(x, y + 2 * u, 56 * u)), 4 * u, (8 * u, 8 * u)), colour)
        return
    points[0], points[1] = (
        shortened(points[0], points[1], 46 * u, 0)[0],
        shortened(points[0], points[1], 46 * u, 0)[1],
    )
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
    u = plan.r / UNIT
    p, q = shortened(plan.inner(one.start), plan.inner(one.end), 58 * u, 38 * u)
    colour = (
        strokes.part_of(SIDES[one.side % 2], rgb("#808080"), 0.6)
        if one.over
        else SIDES[one.side % 2]
    )
    block(image, (p[0], p[1] + 2 * u), (q[0], q[1] + 2 * u), 17 * u, colour)


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
        strokes.say(image, at, word, max(13, round(22 * u)), INK, anchor="m")


def marks(
    image: Image.Image, plan: MapLayout, found: tuple[parts.Mark, ...], written: set[Spot]
) -> None:
    there = Counter[Spot]()
    for one in found:
        if there[one.at] < len(PLACES):
            x, y = plan.inner(one.at)
            dx, dy = (UPPER if one.at in written else PLACES)[there[one.at]]
            mark(image, (x + plan.r * dx, y + plan.r * dy), one.kind, plan.r / UNIT)
        there[one.at] += 1


def mark(image: Image.Image, at: Point, kind: parts.MarkKind, u: float) -> None:
    ground, ink, sign = MARKS[kind]
    x, y = round(at[0]), round(at[1])
    put(image, filled(strokes.round_(0, 0, 13.5 * u)), INK, x, y)
    put(image, filled(strokes.round_(0, 0, 11.5 * u)), ground, x, y)
    strokes.say(image, (x, y), sign, max(10, round(18 * u)), ink, anchor="m")


def banner(image: Image.Image, words: str, status: str, *, alarm: bool) -> None:
    wide = image.width
    pen.stamp(image, frame.ALARM if alarm else CALM, (0, 0), rounded(wide, BANNER, 1))
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
        put(image, stroked(((x + 2, y), (x + 32, y)), 6), FIRE)
    elif kind == "watched":
        put(image, filled(tuple(corners(x + 17, y, 17, 15))), mix(GROUND["clear"], FIRE, ZONE))
    elif kind == "thrust":
        block(image, (x + 2, y), (x + 26, y), 13, SIDES[0])
    elif kind == "trail":
        put(image, stroked(((x + 4, y), (x + 34, y)), 9, (0.5, 14)), PALES[1])
    elif kind == "shells":
        burst(image, (x + 18, y), "P", 0.9)
    elif sprite in MARKS:
        mark(image, (x + 17, y), sprite, 1)


def draw(scene: MapScene) -> Image.Image:
    plan = parts.plan_of(scene.patches)
    image = Image.new("RGB", (plan.width, frame.height(scene, plan)), ROOM)
    image.paste(board(scene, plan), (0, frame.MAP_TOP))
    frame.header(image, scene)
    if plan.beside:
        frame.beside(image, scene, plan)
    frame.below(image, scene, plan, swatch)
    return image


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the palette of all desert pictures, from a small map with every feature."""
    terrains = [*GROUND, "?"]
    patches = tuple(
        parts.Patch(
            at=(c, 2 * row + c % 2),
            hex=f"{chr(65 + c)}{row}",
            terrain=terrains[(c + row) % 5],
            name="MMM" if c == 2 else "",
            fort=(c + row) % 3,
            city=int(c == 4),
            airfield=int(c == 1),
            coast=row == 0,
            ways=((c, 2 * row + c % 2),) if row == 2 else (),
            track=((c, 2 * row + c % 2),) if row == 4 else (),
            rails=((c, 2 * row + c % 2),) if row == 3 else (),
        )
        for c in range(5)
        for row in range(5)
    )
    spots = [patch.at for patch in patches]
    kinds = ("river", "wadi", "ridge", "escarpment", "?")
    borders = tuple(
        parts.Border((k, 4 + k % 2), (k, 6 + k % 2), kind, (k, 4 + k % 2))
        for k, kind in enumerate(kinds)
    )
    scene = MapScene(
        banner="MMM",
        asked=(0, 1),
        note="MMM",
        phases=("MM", "MM", "MM"),
        phase=1,
        brief="MMM",
        status="",
        patches=patches,
        borders=borders,
        contact=((spots[1], spots[2]),),
        watched=(spots[3], spots[8]),
        thrusts=tuple(
            parts.Thrust(k % 2, spots[k], spots[k + 1], k > 17, "3:1") for k in range(16, 20)
        ),
        retreats=((0, (spots[6], spots[7])), (1, (spots[11], spots[12]))),
        shellings=(parts.Shelling(spots[9], "P"),),
        piles=(
            *(Pile(at=spots[k], side=k % 2) for k in (0, 1, 6, 7)),
            *(
                Pile(
                    at=spots[k],
                    side=k % 2,
                    symbol=COUNTED[k % len(COUNTED)],
                    values="3-4-5",
                    units=k % 4 + 1,
                    able=k % 3 > 0,
                )
                for k in range(10, 16)
            ),
        ),
        worths=tuple(parts.Worth(spots[k], k % 3 - 1, "★4") for k in range(3)),
        marks=tuple(parts.Mark(spots[k + 10], kind) for k, kind in enumerate(MARKS)),
        lit=(spots[10],),
        panels=tuple(
            parts.ForcePanel(side=k, name="MMM", title="MM", points="MM", held="MMM", now="MM")
            for k in range(2)
        ),
        list=(StripLine("MMM", "MM", "head"), StripLine("MMM", "MM"), StripLine("MM", "", "soft")),
        key=(("thrust", "MMM"), ("side:escarpment", "MMM")),
        legend=(),
        cells={},
        facts=(),
        short=(),
    )
    flat = (
        *SIDES,
        *PALES,
        *frame.DARKS,
        *GROUND.values(),
        OTHER,
        *(mix(ground, FIRE, ZONE) for ground in GROUND.values()),
        RIVER,
        terrain.SEA,
        terrain.ROAD,
        BROWN,
        FIRE,
        SPARK,
        GOLD,
        PAPER,
        frame.RED,
        ROOM,
        BAR,
        frame.ALARM,
        WORDS,
        SOFT,
        frame.DIM,
        INK,
        NIGHT,
        WHITE,
        *frame.HEADS,
        *(mix(ROOM, WORDS, 32 * k) for k in range(1, 8)),
        *(ground for ground, _, _ in MARKS.values()),
    )
    return sampled(draw(scene), dict.fromkeys(flat), COLOURS)


def flat(scene: MapScene | parts.SheetScene) -> Image.Image:
    drawn = draw_tables(scene) if isinstance(scene, parts.SheetScene) else draw(scene)
    return pen.flat(drawn, palette())


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
    banner(image, scene.banner, scene.status, alarm=False)
    y = BANNER + STRIP + 12
    for table in scene.tables:
        pen.lay(image, table, y, SHEET)
        y += pen.height(table)
    for note in notes:
        pen.write(image, (pen.EDGE, y + pen.LINE / 2), note, KEY, SOFT)
        y += pen.LINE
    return image
