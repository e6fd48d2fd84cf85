"""The frame of an ambush map.

It has the question above the map, column and row numbers, the sides with their units below it, the
legend, and an overview map.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from PIL import Image, ImageChops, ImageDraw

from renderers import fonts
from renderers.ambush import board
from renderers.ambush.board import HEAD, KEY_LINE, PANEL, ROW, WIDTH, HexScene
from renderers.ambush.terrain import DEEP, LITTLE, little, overview
from renderers.toolkit import strokes
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.pen import Strip, fitted, placed
from renderers.toolkit.shapes import Point
from renderers.toolkit.strokes import INK, WHITE, Sprite, Way, box, filled, part_of, put, say

Weight = Literal["light", "medium", "heavy", "assault"]
GOLD = rgb("#f0c93a")
FULL, HALF, POOR = rgb("#54b068"), GOLD, rgb("#ff6f3c")
GREY = rgb("#5d646a")


def mirrored(text: str) -> tuple[Way, ...]:
    """Return the polygons written as ``x,y x,y; x,y``, in hundredths, and their mirror images."""
    found = list[Way]()
    for polygon in text.split(";"):
        pairs = (pair.split(",") for pair in polygon.split())
        points = tuple((int(x) / 100, int(y) / 100) for x, y in pairs)
        found.append(points)
        if all(x > 0 for x, _ in points):
            found.append(tuple((-x, y) for x, y in points))
    return tuple(found)


FIGURES: dict[Weight, tuple[Way, ...]] = {
    "light": mirrored(
        "-13,-86 13,-86 20,-66 -20,-66; -36,-64 36,-64 22,-8 -22,-8;"
        "58,-60 42,-60 42,-10 54,6 62,-10;"
        "22,-2 4,-2 34,42 24,84 16,100 60,100 44,84 60,40"
    ),
    "medium": mirrored(
        "-15,-100 15,-100 18,-72 -18,-72; -50,-70 50,-70 34,-30 28,6 -28,6 -34,-30;"
        "80,-74 56,-74 52,-30 56,20 78,20 84,-30; 34,12 4,12 10,80 6,100 54,100 44,80"
    ),
    "heavy": (
        *mirrored(
            "-20,-84 20,-84 22,-66 -22,-66; -66,-66 66,-66 50,-20 36,10 -36,10 -50,-20;"
            "100,-64 72,-64 66,-20 70,34 98,34 100,-20; 46,16 5,16 10,76 6,100 70,100 58,76"
        ),
        ((0.3, -1.0), (0.82, -1.0), (0.82, -0.7), (0.3, -0.7)),
    ),
    "assault": mirrored(
        "66,-100 46,-100 46,-60 66,-60; -22,-72 22,-72 30,-50 -30,-50;"
        "-80,-58 80,-58 70,-10 50,20 -50,20 -70,-10;"
        "116,-66 86,-66 76,-10 78,44 114,44 120,-10; 56,26 6,26 10,74 6,100 86,100 72,74"
    ),
}
"""Silhouettes from the front, each in parts; 1 is half of their height."""


def weight(tons: int) -> Weight:
    return "light" if tons < 40 else "medium" if tons < 60 else "heavy" if tons < 80 else "assault"


def figure(kind: Weight, at: Point, size: float, *, lying: bool = False) -> list[Way]:
    """Return a silhouette with its middle ``at``, half as high as ``size``. With ``lying`` it is on
    its back, with the head to the left.
    """
    x, y = at
    return [
        tuple((x + (b if lying else a) * size, y + (-a if lying else b) * size) for a, b in polygon)
        for polygon in FIGURES[kind]
    ]


def gauge(left: int) -> Colour:
    return FULL if left > 66 else HALF if left > 33 else POOR


def cut(a: float, b: float, c: float) -> Way:
    right = ((a, c - b), (a, b - c), (a - c, b))
    return ((c - a, -b), (a - c, -b), *right, (c - a, b), (-a, b - c), (-a, c - b))


def body(number: int, *, prone: bool) -> Way:
    """Return the outline of a side's counter around the origin, for a hex of radius 48."""
    if prone:
        low = (box(-35, -21, 35, 28, 24), cut(35, 24.5, 10), cut(36, 24.5, 16), cut(37, 25, 22))
        return low[number % 4] if number % 4 == 0 else strokes.shifted(low[number % 4], 0, 3.5)
    up = strokes.round_(0, 0, 31), cut(28.5, 28.5, 11), tuple(strokes.corners(0, 0, 33, 29))
    return (*up, cut(31, 31, 23))[number % 4]


@lru_cache(maxsize=1024)
def token(one: board.Counter, r: int) -> Sprite:
    """Return a counter for hexes of this radius: body, facing, silhouette, bar and name."""
    u, c, size = r / 48, round(r * 1.09), 2 * round(r * 1.09)
    sprite, shown = Sprite(size, size), body(one.side, prone=one.prone)
    around = tuple((c + x * u, c + y * u) for x, y in shown)

    def at(*points: Point) -> list[Point]:
        return [(c + x * u, c + y * u) for x, y in points]

    colour = strokes.SIDES[one.side % 4]
    if one.done:
        colour = part_of(colour, GREY, 0.55)
    if one.lit:
        sprite.shape(around, INK, 8.5 * u).shape(around, GOLD, 7 * u)
    else:
        sprite.shadow(around, 2 * u, 4 * u, 2.5 * u)
    point(sprite, one.facing, c, u)
    sprite.shape(around, INK, 2.4 * u)
    if one.hidden:
        stripes(sprite, around, colour, u)
    else:
        sprite.shape(around, colour)
        sprite.shape([(x, min(y, c - 2 * u)) for x, y in around], part_of(colour, WHITE, 0.2))
    kind = weight(one.tons)
    half = 15.0 if one.prone else {"light": 13.5, "medium": 15, "heavy": 15.5, "assault": 16}[kind]
    middle = (-1.0, -8.0) if one.prone else (0.0, 2.5 - half)
    pieces = figure(kind, at(middle)[0], half * u, lying=one.prone)
    for ink, grow in ((INK, 1.7 * u), (WHITE, 0.0)):
        for piece in pieces:
            sprite.shape(piece, ink, grow)
    bar, base = (6.0, 19.5) if one.prone else (7.0, 19.5 if one.side % 4 == 0 else 18.5)
    if not one.ghost:
        sprite.shape(at(*box(-27, bar - 4.5, 27, bar + 4.5)), INK, 1.2 * u)
        sprite.shape(at(*box(-27, bar - 3.6, -27 + 0.54 * one.left, bar + 3.6)), gauge(one.left))
    px = max(8, round((22 if len(one.label) < 3 else 20 if len(one.label) < 4 else 15) * u))
    say(sprite.image, at((0, base))[0], one.label, px, WHITE, anchor="m", halo=INK, thick=2)
    if one.note:
        say(sprite.image, at((0, -6))[0], one.note, px, GOLD, anchor="m", halo=INK, thick=3)
    return sprite


def point(sprite: Sprite, facing: int, c: int, u: float) -> None:
    a = math.radians(60 * facing - 90)
    x, y = math.cos(a), math.sin(a)
    ends = ((41.0, 0), (28.0, 12.5), (28.0, -12.5))
    tip = [(c + (x * p - y * q) * u, c + (y * p + x * q) * u) for p, q in ends]
    sprite.shape(tip, INK, 2 * u).shape(tip, WHITE)


def stripes(sprite: Sprite, around: Sequence[Point], colour: Colour, u: float) -> None:
    sprite.shape(around, part_of(colour, INK, 0.55))
    size = sprite.mask.width
    layer, inner = Sprite(size, size), Sprite(size, size).shape(around, WHITE)
    step = max(5, round(13 * u))
    for k in range(-size, size, step):
        layer.line([(k, 0), (k + size, size)], colour, 4 * u)
    sprite.image.paste(colour, (0, 0), ImageChops.multiply(layer.mask, inner.mask))
    sprite.line(strokes.closed(around), WHITE, max(2.0, 4 * u), (9 * u, 8 * u))


def chip(number: int, at: Point, r: float) -> Way:
    scale = r / 31
    return tuple((at[0] + x * scale, at[1] + y * scale) for x, y in body(number, prone=False))


BAR, PANE = rgb("#263038"), rgb("#222b32")
PALE, DIM, BAD = rgb("#f4f1e6"), rgb("#b9c4cb"), rgb("#ff9d6e")
FLAMES = rgb("#ff7a33")
EDGE, GAP = 8, 8
KEY = Strip(ground=DEEP, ink=DIM, line=KEY_LINE, below=0, px=23, left=12, right=12, indent=44)


def pale(number: int) -> Colour:
    return part_of(strokes.SIDES[number % 4], WHITE, 0.5)


def dark(number: int) -> Colour:
    return part_of(strokes.SIDES[number % 4], INK, 0.42 if number % 4 < 2 else 0.62)


def cropped(scene: HexScene) -> bool:
    return scene.window != (1, 1, scene.ground.width, scene.ground.height)


def foot(scene: HexScene) -> int:
    plan = board.layout(scene.window)
    return plan.top + plan.map_size[1] + GAP


def panel_height(scene: HexScene) -> int:
    return PANEL + ROW * scene.room + 6


def key_lines(scene: HexScene) -> int:
    return board.KEY_LINES + (2 if scene.shades else 0)


def height(scene: HexScene) -> int:
    lines = (len(scene.panels) + 1) // 2
    key = max(KEY_LINE * key_lines(scene), overview(scene.ground).height if cropped(scene) else 0)
    return foot(scene) + lines * (panel_height(scene) + GAP) + key + GAP


def header(image: Image.Image, scene: HexScene) -> None:
    brush = ImageDraw.Draw(image)
    brush.rectangle((0, 0, WIDTH - 1, HEAD - 1), BAR)
    x = 16
    for number, letter in scene.asked:
        side(image, (x + 22, HEAD / 2), 22, number, letter, 26)
        x += 52
    words, px = fitted(scene.banner, WIDTH - x - 20, tuple(range(36, 21, -2)), bold=True)
    say(image, (x + 4, HEAD / 2), words, px, WHITE)
    y, right = HEAD + board.SECOND / 2, WIDTH - 16
    for number, letter in reversed(scene.turns[:6]):
        side(image, (right - 15, y), 15, number, letter, 23)
        right -= 36
    brief = scene.brief + (f" · {scene.turns_word}" if scene.turns else "")
    right -= say(image, (right - 4, y), brief, 23, DIM, bold=False, anchor="r") + 24
    note, px = fitted(scene.note, right - 16, (24, 23))
    say(image, (16, y), note, px, GOLD if scene.private else PALE, bold=False)


def side(
    image: Image.Image, at: tuple[float, float], r: float, number: int, letter: str, px: int
) -> None:
    put(
        image,
        filled(chip(number, (0, 0), r)),
        strokes.SIDES[number % 4],
        round(at[0]),
        round(at[1]),
    )
    say(image, at, letter, px, strokes.INKS[number % 4], anchor="m")


def axes(image: Image.Image, plan: board.HexLayout) -> None:
    c0, r0, c1, r1 = plan.window
    px = max(14, min(26, round(plan.r * 0.6)))
    for c in range(c0, c1 + 1):
        say(
            image,
            (plan.centre(c, r0)[0], plan.top - board.AXIS / 2),
            f"{c:02}",
            px,
            PALE,
            anchor="m",
        )
    wide = plan.left + plan.map_size[0]
    for row in range(r0, r1 + 1):
        for c, x in ((c0, plan.left / 2), (c1, wide + (WIDTH - wide) / 2)):
            say(image, (x, plan.centre(c, row)[1]), f"{row:02}", px, PALE, anchor="m")


def panels(image: Image.Image, scene: HexScene) -> None:
    wide, tall = (WIDTH - 3 * EDGE) // 2, panel_height(scene)
    for k, one in enumerate(scene.panels):
        at = EDGE + (k % 2) * (wide + EDGE), foot(scene) + (k // 2) * (tall + GAP)
        image.paste(panel(one, wide, tall), at)


@lru_cache(maxsize=64)
def panel(one: board.SidePanel, wide: int, tall: int) -> Image.Image:
    """Return the panel of a side. Don't draw on it."""
    image = Image.new("RGB", (wide + 1, tall + 1), DEEP)
    brush = ImageDraw.Draw(image)
    brush.rounded_rectangle((0, 0, wide, tall), 10, PANE)
    brush.rounded_rectangle((0, 0, wide, PANEL - 1), 10, dark(one.side))
    brush.rectangle((0, 30, wide, PANEL - 1), dark(one.side))
    head(image, one, (0, 0), wide)
    for n, row in enumerate(one.rows):
        unit(image, row, one.side, (0, PANEL + 3 + ROW * n + ROW // 2), wide)
    return image


def head(image: Image.Image, one: board.SidePanel, at: tuple[int, int], wide: int) -> None:
    x, y = at[0], at[1] + PANEL / 2
    side(image, (x + 26, y), 16, one.side, one.letter, 23)
    right = x + wide - 12
    right -= say(image, (right, y), one.spare, 23, WHITE, bold=False, anchor="r") + 14
    right -= say(image, (right, y), one.points, 23, WHITE, bold=False, anchor="r") + 14
    name = fonts.fit(one.name, right - x - 52, 26, bold=True)
    say(image, (x + 52, y), name, 26, WHITE)


def unit(
    image: Image.Image, row: board.RosterRow, number: int, at: tuple[int, int], wide: int
) -> None:
    (x, y), right = at, at[0] + wide - 10
    kind = weight(row.tons)
    size = {"light": 15, "medium": 17, "heavy": 18, "assault": 18.5}[kind]
    ink = DIM if row.tone in ("soft", "secret") else pale(number)
    for piece in figure(kind, (0, 0), size):
        put(image, filled(piece), ink, x + 26, y)
    room = say(image, (x + 50, y), fonts.fit(row.label, 62, 24, bold=True), 24, WHITE)
    start = x + 50 + max(46, room + 10)
    title = f"{row.name} {row.tons} t"
    say(image, (start, y), fonts.fit(title, x + 212 - start, 23), 23, DIM, bold=False)
    put(image, filled(box(0, -9, 58, 9, 3)), INK, x + 216, y)
    if row.left:
        put(image, filled(box(2, -7, 2 + round(0.54 * row.left), 7)), gauge(row.left), x + 216, y)
    say(image, (x + 358, y), f"{row.left} %", 23, WHITE, anchor="r")
    if row.heat:
        flame(image, x + 370, y)
        say(image, (x + 381, y), str(row.heat), 23, BAD)
    tones = {"plain": WHITE, "soft": DIM, "now": GOLD, "bad": BAD, "secret": PALE}
    bold = row.tone in ("now", "bad")
    words, px = fitted(row.word, right - x - (416 if row.heat else 366), (23,), bold=bold)
    say(image, (right, y), words, px, tones[row.tone], bold=bold, anchor="r")


def flame(image: Image.Image, x: int, y: int) -> None:
    outer = ((0, -12), (8, 1), (5, 10), (-5, 10), (-8, 1), (-3, -2))
    inner = ((0, -2), (4, 5), (2, 9), (-2, 9), (-4, 5))
    put(image, filled(outer), FLAMES, x, y)
    put(image, filled(inner), GOLD, x, y)


Swatch = Callable[[Image.Image, tuple[int, int], str], None]


def below(image: Image.Image, scene: HexScene, swatch: Swatch) -> None:
    lines = (len(scene.panels) + 1) // 2
    top, wide = foot(scene) + lines * (panel_height(scene) + GAP), WIDTH
    if cropped(scene):
        wide = WIDTH - LITTLE - 2 * EDGE
        whole(image, scene, (wide + EDGE, top))
    image.paste(explained(scene.key, wide, key_lines(scene), swatch), (0, top))


@lru_cache(maxsize=64)
def explained(
    key: tuple[tuple[str, str], ...], wide: int, lines: int, swatch: Swatch
) -> Image.Image:
    """Return the first ``lines`` of a legend. Don't draw on it."""
    image = Image.new("RGB", (wide, KEY_LINE * lines), DEEP)
    for x, line, sprite, words in placed(key, wide, KEY):
        if line < lines:
            y = line * KEY_LINE + KEY_LINE // 2
            swatch(image, (x, y), sprite)
            say(image, (x + KEY.indent, y), words, KEY.px, KEY.ink, bold=False)
    return image


def whole(image: Image.Image, scene: HexScene, at: tuple[int, int]) -> None:
    image.paste(overview(scene.ground), at)
    c0, r0, c1, r1 = scene.window
    r = LITTLE / (1.5 * scene.ground.width + 0.5)
    h = r * 0.8660254
    left, top = little(scene.ground, c0, r0)[0] - r, 2 * h * (r0 - 1)
    right, low = little(scene.ground, c1, r1)[0] + r, 2 * h * r1 + h
    line = strokes.closed(box(at[0] + left, at[1] + top, at[0] + right, at[1] + low))
    put(image, strokes.stroked(line, 4), INK)
    put(image, strokes.stroked(line, 2), WHITE)
    for one in scene.counters:
        if not one.ghost:
            x, y = little(scene.ground, *board.place(one.at))
            px, py = at[0] + round(x), at[1] + round(y)
            put(image, filled(chip(one.side, (0, 0), 6.5)), WHITE, px, py)
            put(image, filled(chip(one.side, (0, 0), 5)), strokes.SIDES[one.side % 4], px, py)
