"""The frame around a desert map: question and steps of the segment above it, list, both sides, and
legend.

The list is beside a narrow map and below a wide one.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.desert import board
from renderers.desert.board import HEAD, TRACK, MapLayout, MapScene
from renderers.toolkit import strokes
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.pen import Strip, fitted, placed
from renderers.toolkit.shapes import Point, ring
from renderers.toolkit.strokes import INK, WHITE, Sprite, box, part_of, round_, say

SIDES: tuple[Colour, ...] = (rgb("#2f5d8c"), rgb("#c4581b"))
PALES: tuple[Colour, ...] = (rgb("#a9c6e2"), rgb("#f2b98c"))
DARKS: tuple[Colour, ...] = tuple(part_of(one, INK, 0.45) for one in SIDES)
FORK = ((-12, 7), (-12, -6), (0, -6), (0, 7), (0, -6), (12, -6), (12, 7))
PAPER, GOLD, FADED = rgb("#f4f1e6"), rgb("#f0c93a"), rgb("#9a958a")
WIDE, HIGH = 42, 31
"""Half the width and height of a counter, in pixels, for a hex of radius 76."""


@lru_cache(maxsize=512)
def counter(pile: board.Pile, r: int, *, lit: bool) -> Sprite:
    """Return the picture of a stack for hexes of radius ``r``: its top unit and the number of
    units. A closed stack is two blank cards. ``lit`` adds a gold frame.
    """
    u, c = r / 76, round(r * 0.86)
    sprite, side = Sprite(2 * c, 2 * c), pile.side % 2
    deep = min(3, max(1, pile.units)) if pile.units else 2

    def card(more: float, grow: float = 0) -> strokes.Way:
        return box(
            c + (-WIDE + more - grow) * u,
            c + (-HIGH - more - grow) * u,
            c + (WIDE + more + grow) * u,
            c + (HIGH - more + grow) * u,
            7 * u,
        )

    last = 3.5 * (deep - 1)
    whole = box(c - WIDE * u, c - (HIGH + last) * u, c + (WIDE + last) * u, c + HIGH * u, 7 * u)
    if lit:
        sprite.shape(whole, INK, 6.5 * u).shape(whole, GOLD, 5.5 * u)
    else:
        sprite.shadow(whole, 3 * u, 4 * u, 2.5 * u)
    base = part_of(SIDES[side], FADED, 0.0 if pile.able else 0.5)
    for k in reversed(range(deep)):
        sprite.shape(card(3.5 * k), INK, 1.6 * u)
        top = PALES[side] if pile.units and pile.able else part_of(PALES[side], FADED, 0.6)
        sprite.shape(card(3.5 * k), (top if pile.units else base) if not k else DARKS[side])
    if not pile.units:
        back(sprite, side, c, u)
        return sprite
    x0, y0, x1, y1 = c - 20 * u, c - 20 * u, c + 20 * u, c + 4 * u
    sprite.shape(box(x0, y0, x1, y1), SIDES[side], 1.2 * u).shape(box(x0, y0, x1, y1), PAPER)
    symbol(sprite, pile.symbol, (x0, y0, x1, y1), u)
    px = max(12, round(22 * u))
    while px > 12 and fonts.width(pile.values, px, bold=True) > (2 * WIDE - 2) * u:
        px -= 1
    say(sprite.image, (c, c + 18 * u), pile.values, px, INK, anchor="m")
    if pile.units > 1:
        x, y = c + (WIDE - 9) * u, c - (HIGH - 9) * u
        sprite.shape(round_(x, y, 13.5 * u), INK).shape(round_(x, y, 12 * u), SIDES[side])
        text = str(pile.units)
        say(sprite.image, (x, y), text, max(11, round(20 * u)), WHITE, anchor="m")
    return sprite


def back(sprite: Sprite, side: int, c: int, u: float) -> None:
    pale = PALES[side]
    inner = box(c - 36 * u, c - 25 * u, c + 36 * u, c + 25 * u, 4 * u)
    sprite.line(strokes.closed(inner), pale, 2.2 * u)
    for x in (-1, 1):
        bar: list[Point] = (
            [(c + 30 * x * u, c - 16 * u), (c + 30 * x * u, c + 16 * u)]
            if side == 0
            else [(c + f * x * u, c + y * u) for f, y in ((31, -15), (23, 0), (31, 15))]
        )
        sprite.line(bar, pale, 4 * u)
    say(sprite.image, (c, c + u), "?", round(36 * u), WHITE, anchor="m", halo=INK, thick=2)


def symbol(
    sprite: Sprite, kind: board.Symbol, frame: tuple[float, float, float, float], u: float
) -> None:
    x0, y0, x1, y1 = frame
    mx, my, thick = (x0 + x1) / 2, (y0 + y1) / 2, 2.4 * u
    up, down = [(x0 + u, y1 - u), (x1 - u, y0 + u)], [(x0 + u, y0 + u), (x1 - u, y1 - u)]

    def at(*points: Point) -> list[Point]:
        return [(mx + x * u, my + y * u) for x, y in points]

    oval = [(14 * math.cos(t / 16 * math.pi), 7.5 * math.sin(t / 16 * math.pi)) for t in range(32)]
    lines: dict[board.Symbol, list[list[Point]]] = {
        "inf": [up, down],
        "mg": [up, down, at((0, -12), (0, 12))],
        "hw": [up, down, at((-19, 0), (19, 0))],
        "tank": [ring(at(*oval))],
        "recce": [up],
        "engineer": [at(*FORK)],
        "truck": [at((-12, 4), (-12, -6), (12, -6), (12, 4), (-12, 4))],
        "at": [at((-19, 11), (0, -10), (19, 11))],
        "aa": [at(*((20 * math.cos(a), 11 - 14 * math.sin(a)) for a in arc()))],
    }
    for line in lines.get(kind, []):
        sprite.line(line, INK, thick)
    if kind == "gun":
        sprite.shape(round_(mx, my, 5 * u), INK)
    if kind == "hq":
        sprite.shape(box(x0, y0, x1, y0 + 9 * u), INK)
    if kind == "truck":
        for x in (-7, 7):
            sprite.shape(round_(mx + x * u, my + 7 * u, 3.2 * u), INK)


def arc() -> list[float]:
    return [math.pi * k / 16 for k in range(17)]


BAR, DEEP, PANE, LINE = rgb("#263038"), rgb("#1a2127"), rgb("#222b32"), rgb("#3a4750")
DIM, RED, ALARM = rgb("#b9c4cb"), rgb("#d1322d"), rgb("#8d2f1d")
FAINT, RULE = rgb("#6b6656"), rgb("#b9b29c")
HEADS = (BAR, DEEP, PANE, LINE, DIM, FAINT, RULE)
MAP_TOP = HEAD + TRACK + board.SECOND
GAP, FORCE, ROW, KEY_PX, KEY_LINE, KEY_LINES = 8, 104, 34, 22, 40, 3
LISTED, ACROSS = 24, 3
"""Lines of the list below a wide map, and its columns."""
KEY = Strip(ground=DEEP, ink=DIM, line=KEY_LINE, below=0, px=KEY_PX, left=14, right=14, indent=48)


def list_height(scene: MapScene, plan: MapLayout) -> int:
    """Return the height of the list below a wide map. It is the same for all views with a list."""
    return 0 if plan.beside or not scene.list else ROW * (LISTED // ACROSS) + 16


def height(scene: MapScene, plan: MapLayout) -> int:
    lower = list_height(scene, plan) + FORCE + 2 * GAP + KEY_LINE * KEY_LINES
    return MAP_TOP + plan.high + GAP + lower


def header(image: Image.Image, scene: MapScene) -> None:
    brush, wide = ImageDraw.Draw(image), image.width
    brush.rectangle((0, 0, wide - 1, HEAD - 1), BAR)
    x = 14
    for side in scene.asked:
        strokes.put(image, strokes.filled(box(0, 0, 24, 38, 6)), SIDES[side % 2], x, 17)
        x += 28
    words, px = fitted(scene.banner, wide - x - 26, tuple(range(34, 21, -2)), bold=True)
    say(image, (x + 10, HEAD / 2), words, px, WHITE)
    track(image, scene.phases, scene.phase, HEAD + TRACK // 2)
    y, right = HEAD + TRACK + board.SECOND / 2, wide - 14
    right -= say(image, (right, y), scene.brief, 22, DIM, bold=False, anchor="r") + 20
    note, px = fitted(scene.note, right - 14, (22, 20))
    say(image, (14, y), note, px, PAPER, bold=False)


def track(image: Image.Image, steps: Sequence[str], now: int, y: int) -> None:
    wide = image.width
    px = next(
        (
            px
            for px in (22, 20, 18)
            if sum(fonts.width(s, px, bold=k == now) + 22 for k, s in enumerate(steps)) <= wide
        ),
        16,
    )
    room = [fonts.width(step, px, bold=k == now) for k, step in enumerate(steps)]
    gap = (wide - sum(room)) / max(1, len(steps))
    edges = [0.0]
    for each in room:
        edges.append(edges[-1] + each + gap)
    for k in reversed(range(len(steps))):
        a, b = edges[k], edges[k + 1]
        for tip, colour in ((6, DEEP), (3, GOLD if k == now else LINE if k < now else PANE)):
            left, top = a - 9, 20
            shape = (
                (left, -top),
                (b - 12 + tip, -top),
                (b + tip, 0),
                (b - 12 + tip, top),
                (left, top),
            )
            strokes.put(image, strokes.filled(shape), colour, 0, y)
    for k, step in enumerate(steps):
        ink = INK if k == now else PAPER if k < now else DIM
        at = ((edges[k] + edges[k + 1]) / 2 - 1, y)
        say(image, at, step, px, ink, bold=k == now, anchor="m")


def beside(image: Image.Image, scene: MapScene, plan: MapLayout) -> None:
    x, top, low = plan.wide, MAP_TOP, MAP_TOP + plan.high
    ImageDraw.Draw(image).rectangle((x, top, x + board.SHEET, low - 1), PAPER)
    ImageDraw.Draw(image).rectangle((x, top, x + 3, low - 1), INK)
    lines(image, scene.list, (x + 16, top + 8), board.SHEET - 28, (low - top - 16) // ROW)


def lines(
    image: Image.Image, found: Sequence[board.StripLine], at: tuple[int, int], wide: int, most: int
) -> None:
    shown = list(found) if len(found) <= most else list(found[: most - 1])
    if len(shown) < len(found):
        shown.append(board.StripLine(f"+ {len(found) - len(shown)}", "", "soft"))
    for k, line in enumerate(shown):
        y = at[1] + ROW * k + ROW / 2
        if line.kind == "head" and k:
            brush = ImageDraw.Draw(image)
            brush.line((at[0], y - ROW / 2 + 1, at[0] + wide, y - ROW / 2 + 1), RULE, 2)
        bold, ink = line.kind == "head", FAINT if line.kind == "soft" else INK
        right = say(image, (at[0] + wide, y), line.figures, 22, ink, bold=not bold, anchor="r")
        words = fonts.fit(line.words, wide - right - 8, 22, bold=bold)
        say(image, (at[0], y), words, 22, ink, bold=bold)


def below(
    image: Image.Image,
    scene: MapScene,
    plan: MapLayout,
    swatch: Callable[[Image.Image, tuple[int, int], str], None],
) -> None:
    top, wide = MAP_TOP + plan.high + GAP, image.width
    each = (wide - 3 * GAP) // 2
    for k, one in enumerate(scene.panels):
        force(image, one, (GAP + k * (each + GAP), top), each)
    top += FORCE + GAP
    if tall := list_height(scene, plan):
        ImageDraw.Draw(image).rectangle((0, top, wide - 1, top + tall - GAP - 1), PAPER)
        most, column = LISTED // ACROSS, (wide - 16) // ACROSS
        for k in range(ACROSS):
            last = k == ACROSS - 1
            rows = scene.list[most * k :] if last else scene.list[most * k : most * (k + 1)]
            lines(image, rows, (16 + column * k, top + 4), column - 24, most)
        top += tall
    for x, line, sprite, words in placed(scene.key, wide, KEY):
        if line < KEY_LINES:
            y = top + line * KEY_LINE + KEY_LINE // 2
            swatch(image, (x, y), sprite)
            say(image, (x + KEY.indent, y), words, KEY.px, KEY.ink, bold=False)


def force(image: Image.Image, one: board.ForcePanel, at: tuple[int, int], wide: int) -> None:
    (x, y), brush, dark = at, ImageDraw.Draw(image), DARKS[one.side % 2]
    brush.rounded_rectangle((x, y, x + wide, y + FORCE), 10, PANE)
    brush.rounded_rectangle((x, y, x + wide, y + 50), 10, dark)
    brush.rectangle((x, y + 30, x + wide, y + 50), dark)
    right = x + wide - 14
    right -= say(image, (right, y + 25), one.points, 24, WHITE, anchor="r") + 14
    left = x + 14
    left += (
        say(image, (left, y + 25), fonts.fit(one.name, right - left, 26, bold=True), 26, WHITE) + 12
    )
    title = fonts.fit(one.title, max(0, right - left), 22) if one.title else ""
    say(image, (left, y + 25), title, 22, part_of(PALES[one.side % 2], WHITE, 0.3), bold=False)
    right = x + wide - 14
    right -= say(image, (right, y + 78), one.now, 22, GOLD, anchor="r") + 14
    say(image, (x + 14, y + 78), fonts.fit(one.held, right - x - 14, 22), 22, PAPER, bold=False)
