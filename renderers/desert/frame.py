"""The counters of a desert map, and the frame around it.

Question and steps of the segment are above it, both sides and the legend below.
"""

import math
from collections.abc import Callable, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.desert import board
from renderers.desert.board import MapScene
from renderers.desert.terrain import LETTER
from renderers.toolkit import pen, strokes
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.pen import Strip, fitted, placed
from renderers.toolkit.shapes import Point, ring
from renderers.toolkit.strokes import INK, WHITE, Sprite, box, part_of, round_, say

SIDES: tuple[Colour, ...] = (rgb("#2f5d8c"), rgb("#c4581b"))
PALES: tuple[Colour, ...] = (rgb("#a9c6e2"), rgb("#f2b98c"))
DARKS: tuple[Colour, ...] = tuple(part_of(one, INK, 0.45) for one in SIDES)
FORK = ((-12, 7), (-12, -6), (0, -6), (0, 7), (0, -6), (12, -6), (12, 7))
PAPER, GOLD, FADED = rgb("#f4f1e6"), rgb("#f0c93a"), rgb("#9a958a")
WIDE, TALL = 52, 35
"""Half the width and height of a counter, in pixels, on a map of many hexes."""


@lru_cache(maxsize=512)
def counter(pile: board.Pile, u: float, *, lit: bool) -> Sprite:
    """Return the picture of a stack, ``u`` times the usual size: its top unit and the number of
    units. A closed stack is two blank cards. ``lit`` adds a gold frame.
    """
    x, y = round((WIDE + 14) * u), round((TALL + 14) * u)
    sprite, side = Sprite(2 * x, 2 * y), pile.side % 2
    deep = min(3, max(1, pile.units)) if pile.units else 2

    def card(more: float, grow: float = 0) -> strokes.Way:
        left, right = -WIDE + more - grow, WIDE + more + grow
        top, low = -TALL - more - grow, TALL - more + grow
        return box(x + left * u, y + top * u, x + right * u, y + low * u, 7 * u)

    last = 3.5 * (deep - 1)
    whole = box(x - WIDE * u, y - (TALL + last) * u, x + (WIDE + last) * u, y + TALL * u, 7 * u)
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
        back(sprite, side, (x, y), u)
        return sprite
    alone = pile.units == 1
    left, right = x - (22 if alone else 46) * u, x + (22 if alone else -2) * u
    frame = left, y - 30 * u, right, y - 3 * u
    sprite.shape(box(*frame), SIDES[side], 1.2 * u).shape(box(*frame), PAPER)
    symbol(sprite, pile.symbol, frame, u)
    if not alone:
        say(sprite.image, (x + 25 * u, y - 16 * u), f"×{pile.units}", LETTER, INK, anchor="m")
    words, px = fitted(pile.values, round(2 * WIDE * u) - 4, range(round(29 * u), LETTER - 1, -1))
    if words != pile.values:  # too strong for its counter: without the allowance
        words = pile.values.rpartition("-")[0]
    say(sprite.image, (x, y + 17 * u), words, px, INK, bold=False, anchor="m", halo=INK, thick=0)
    return sprite


def back(sprite: Sprite, side: int, middle: tuple[int, int], u: float) -> None:
    pale, (x, y) = PALES[side], middle
    inner = box(x - 46 * u, y - 29 * u, x + 46 * u, y + 29 * u, 4 * u)
    sprite.line(strokes.closed(inner), pale, 2.2 * u)
    for k in (-1, 1):
        turns = ((37, -18), (37, 0), (37, 18)) if side == 0 else ((38, -17), (28, 0), (38, 17))
        sprite.line([(x + f * k * u, y + g * u) for f, g in turns], pale, 5 * u)
    say(sprite.image, (x, y + u), "?", round(42 * u), WHITE, anchor="m", halo=INK, thick=2)


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
        "mg": [up, down, at((0, -13), (0, 13))],
        "hw": [up, down, at((-21, 0), (21, 0))],
        "tank": [ring(at(*oval))],
        "recce": [up],
        "engineer": [at(*FORK)],
        "truck": [at((-12, 4), (-12, -6), (12, -6), (12, 4), (-12, 4))],
        "at": [at((-21, 13), (0, -12), (21, 13))],
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
DIM = rgb("#b9c4cb")
HEAD, STEPS, FORCE, GAP, KEY_LINE, KEY_LINES = 62, 42, 92, 6, 34, 2
"""Pixels: the question, the steps below it, a side's panel, and a line of the legend."""
MAP_TOP = HEAD + STEPS
HEIGHT = MAP_TOP + board.HIGH + FORCE + 3 * GAP + KEY_LINE * KEY_LINES
KEY = Strip(ground=DEEP, ink=DIM, line=KEY_LINE, below=0, px=LETTER, indent=48, gap=22)


def header(image: Image.Image, scene: MapScene) -> None:
    brush, wide = ImageDraw.Draw(image), image.width
    brush.rectangle((0, 0, wide - 1, HEAD - 1), BAR)
    x = 14
    for side in scene.asked:
        strokes.put(image, strokes.filled(box(0, 0, 24, 38, 6)), SIDES[side % 2], x, 12)
        x += 28
    room = wide - x - 24
    words, px = fitted(scene.banner, room, range(36, LETTER - 1, -1), bold=True)
    if words == scene.banner:
        say(image, (x + 10, HEAD / 2), words, px, WHITE, bold=True)
    else:
        lines = pen.lines_of(scene.banner, room, LETTER)
        for k, line in enumerate([*lines[:1], " ".join(lines[1:])]):
            y = HEAD / 2 + 14 * (2 * k - 1)
            say(image, (x + 10, y), fonts.fit(line, room, LETTER), LETTER, WHITE, bold=False)
    x, y = track(image, scene.phases, scene.phase), HEAD + STEPS // 2
    brief, px = fitted(scene.brief, wide - x - 28, (LETTER,))
    say(image, (wide - 14, y), brief, px, DIM, bold=False, anchor="r")


def track(image: Image.Image, steps: Sequence[str], now: int) -> int:
    """Draw the steps of a segment as arrows, with the name of the current one. Returns where they
    end.
    """
    x, y, top = 4, HEAD + STEPS // 2, 17
    for k, step in enumerate(steps):
        wide = fonts.width(step, LETTER, bold=True) + 34 if k == now else 26
        ground = GOLD if k == now else DIM if k < now else LINE
        tail = ((0, -top), (wide, -top), (wide + 10, 0), (wide, top), (0, top), (10, 0))
        strokes.put(image, strokes.filled(tail), ground, x, y)
        if k == now:
            say(image, (x + wide / 2 + 5, y), step, LETTER, INK, anchor="m")
        x += wide + 5
    return x + 10


def below(
    image: Image.Image,
    scene: MapScene,
    swatch: Callable[[Image.Image, tuple[int, int], str], None],
) -> None:
    top, wide = MAP_TOP + board.HIGH + GAP, image.width
    each = (wide - 3 * GAP) // 2
    for k, one in enumerate(scene.panels):
        force(image, one, (GAP + k * (each + GAP), top), each)
    top += FORCE + GAP
    for x, line, sprite, words in placed(scene.key, wide, KEY):
        if line < KEY_LINES:
            y = top + line * KEY_LINE + KEY_LINE // 2
            swatch(image, (x, y), sprite)
            say(image, (x + KEY.indent, y), words, KEY.px, KEY.ink, bold=False)


def force(image: Image.Image, one: board.ForcePanel, at: tuple[int, int], wide: int) -> None:
    (x, y), brush, dark = at, ImageDraw.Draw(image), DARKS[one.side % 2]
    brush.rounded_rectangle((x, y, x + wide, y + FORCE), 10, PANE)
    brush.rounded_rectangle((x, y, x + wide, y + 48), 10, dark)
    brush.rectangle((x, y + 30, x + wide, y + 48), dark)
    right = x + wide - 14
    right -= say(image, (right, y + 24), one.points, 28, WHITE, anchor="r") + 14
    left = x + 14
    name, px = fitted(
        f"▶ {one.name}" if one.now else one.name, right - left, (30, 27, LETTER), bold=True
    )
    left += say(image, (left, y + 24), name, px, GOLD if one.now else WHITE) + 12
    title = fonts.fit(one.title, max(0, right - left), LETTER) if one.title else ""
    say(image, (left, y + 24), title, LETTER, part_of(PALES[one.side % 2], WHITE, 0.3), bold=False)
    held = fonts.fit(one.held, wide - 28, LETTER)
    say(image, (x + 14, y + 70), held, LETTER, PAPER, bold=False)
