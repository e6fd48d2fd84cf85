"""What stands around a desert map: the question and the steps of the segment above it, a list
beside a narrow one and below a wide one, both sides, and the legend.
"""

from collections.abc import Callable, Sequence

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.desert.board import (
    HEAD,
    SECOND,
    SHEET,
    TRACK,
    ForcePanel,
    MapLayout,
    MapScene,
    StripLine,
)
from renderers.desert.counters import DARKS, GOLD, PALES, PAPER, SIDES
from renderers.toolkit.colours import rgb
from renderers.toolkit.hex_art import WHITE
from renderers.toolkit.pen import Strip, fitted, placed
from renderers.toolkit.strokes import INK, box, filled, part_of, put, say

BAR, DEEP, PANE, LINE = rgb("#263038"), rgb("#1a2127"), rgb("#222b32"), rgb("#3a4750")
DIM, RED, ALARM = rgb("#b9c4cb"), rgb("#d1322d"), rgb("#8d2f1d")
FAINT, RULE = rgb("#6b6656"), rgb("#b9b29c")
HEADS = (BAR, DEEP, PANE, LINE, DIM, FAINT, RULE)
MAP_TOP = HEAD + TRACK + SECOND
GAP, FORCE, ROW, KEY_PX, KEY_LINE, KEY_LINES = 8, 104, 34, 22, 40, 3
LISTED, ACROSS = 24, 3
"""Lines of the list below a wide map, and its columns."""
KEY = Strip(ground=DEEP, ink=DIM, line=KEY_LINE, below=0, px=KEY_PX, left=14, right=14, indent=48)


def list_height(scene: MapScene, plan: MapLayout) -> int:
    """Return the height of the list below a wide map: the same for every view with a list."""
    return 0 if plan.beside or not scene.list else ROW * (LISTED // ACROSS) + 16


def height(scene: MapScene, plan: MapLayout) -> int:
    """Return the height of the picture."""
    lower = list_height(scene, plan) + FORCE + 2 * GAP + KEY_LINE * KEY_LINES
    return MAP_TOP + plan.high + GAP + lower


def header(image: Image.Image, scene: MapScene) -> None:
    """Write who must do what, where in the segment that is, and what happens otherwise."""
    brush, wide = ImageDraw.Draw(image), image.width
    brush.rectangle((0, 0, wide - 1, HEAD - 1), BAR)
    x = 14
    for side in scene.asked:
        put(image, filled(box(0, 0, 24, 38, 6)), SIDES[side % 2], x, 17)
        x += 28
    words, px = fitted(scene.banner, wide - x - 26, tuple(range(34, 21, -2)), bold=True)
    say(image, (x + 10, HEAD / 2), words, px, WHITE)
    track(image, scene.phases, scene.phase, HEAD + TRACK // 2)
    y, right = HEAD + TRACK + SECOND / 2, wide - 14
    right -= say(image, (right, y), scene.brief, 22, DIM, bold=False, anchor="r") + 20
    note, px = fitted(scene.note, right - 14, (22, 20))
    say(image, (14, y), note, px, PAPER, bold=False)


def track(image: Image.Image, steps: Sequence[str], now: int, y: int) -> None:
    """Draw the steps of a segment as arrows: the present one gold, those to come dark."""
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
            put(image, filled(shape), colour, 0, y)
    for k, step in enumerate(steps):
        ink = INK if k == now else PAPER if k < now else DIM
        at = ((edges[k] + edges[k + 1]) / 2 - 1, y)
        say(image, at, step, px, ink, bold=k == now, anchor="m")


def beside(image: Image.Image, scene: MapScene, plan: MapLayout) -> None:
    """Write the list beside a narrow map."""
    x, top, low = plan.wide, MAP_TOP, MAP_TOP + plan.high
    ImageDraw.Draw(image).rectangle((x, top, x + SHEET, low - 1), PAPER)
    ImageDraw.Draw(image).rectangle((x, top, x + 3, low - 1), INK)
    lines(image, scene.list, (x + 16, top + 8), SHEET - 28, (low - top - 16) // ROW)


def lines(
    image: Image.Image, found: Sequence[StripLine], at: tuple[int, int], wide: int, most: int
) -> None:
    """Write lines below each other, as many as fit."""
    shown = list(found) if len(found) <= most else list(found[: most - 1])
    if len(shown) < len(found):
        shown.append(StripLine(f"+ {len(found) - len(shown)}", "", "soft"))
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
    """Draw both sides, the list of a wide map, and the legend."""
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


def force(image: Image.Image, one: ForcePanel, at: tuple[int, int], wide: int) -> None:
    """Draw one side: who plays it, its points, what it holds, what it does."""
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
