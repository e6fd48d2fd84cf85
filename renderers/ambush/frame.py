"""What stands around an ambush map: the question above it, the numbers of columns and rows, the
sides with their units below it, the legend, and a small picture of the whole map.
"""

from collections.abc import Callable

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.ambush.board import (
    AXIS,
    HEAD,
    KEY_LINE,
    KEY_LINES,
    PANEL,
    ROW,
    SECOND,
    WIDTH,
    HexLayout,
    HexScene,
    RosterRow,
    SidePanel,
    layout,
    place,
)
from renderers.ambush.terrain import DEEP, LITTLE, little, overview
from renderers.ambush.walkers import GOLD, GREY, chip, figure, gauge, weight
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.hex_art import INKS, SIDES, WHITE
from renderers.toolkit.pen import Strip, fitted, placed
from renderers.toolkit.strokes import INK, box, closed, filled, part_of, put, say, stroked

BAR, PANE = rgb("#263038"), rgb("#222b32")
PALE, DIM, BAD = rgb("#f4f1e6"), rgb("#b9c4cb"), rgb("#ff9d6e")
FLAT = (BAR, PANE, DIM, GREY, part_of(DIM, PANE, 0.5), part_of(PALE, PANE, 0.5))
FLAMES = rgb("#ff7a33")
EDGE, GAP = 8, 8
KEY = Strip(ground=DEEP, ink=DIM, line=KEY_LINE, below=0, px=22, left=12, right=12, indent=44)


def pale(number: int) -> Colour:
    return part_of(SIDES[number % 4], WHITE, 0.5)


def dark(number: int) -> Colour:
    return part_of(SIDES[number % 4], INK, 0.42 if number % 4 < 2 else 0.62)


def cropped(scene: HexScene) -> bool:
    return scene.window != (1, 1, scene.ground.width, scene.ground.height)


def foot(scene: HexScene) -> int:
    plan = layout(scene.window)
    return plan.top + plan.map_size[1] + GAP


def panel_height(scene: HexScene) -> int:
    return PANEL + ROW * scene.room + 6


def key_lines(scene: HexScene) -> int:
    return KEY_LINES + (2 if scene.shades else 0)


def height(scene: HexScene) -> int:
    lines = (len(scene.panels) + 1) // 2
    key = max(KEY_LINE * key_lines(scene), overview(scene.ground).height if cropped(scene) else 0)
    return foot(scene) + lines * (panel_height(scene) + GAP) + key + GAP


def header(image: Image.Image, scene: HexScene) -> None:
    """Write who must do what, what happens otherwise, and who is next."""
    brush = ImageDraw.Draw(image)
    brush.rectangle((0, 0, WIDTH - 1, HEAD - 1), BAR)
    x = 16
    for number, letter in scene.asked:
        side(image, (x + 22, HEAD / 2), 22, number, letter, 26)
        x += 52
    words, px = fitted(scene.banner, WIDTH - x - 20, tuple(range(36, 21, -2)), bold=True)
    say(image, (x + 4, HEAD / 2), words, px, WHITE)
    y, right = HEAD + SECOND / 2, WIDTH - 16
    for number, letter in reversed(scene.turns[:6]):
        side(image, (right - 15, y), 15, number, letter, 20)
        right -= 36
    brief = scene.brief + (f" · {scene.turns_word}" if scene.turns else "")
    right -= say(image, (right - 4, y), brief, 22, DIM, bold=False, anchor="r") + 24
    note, px = fitted(scene.note, right - 16, (24, 22))
    say(image, (16, y), note, px, GOLD if scene.private else PALE, bold=False)


def side(
    image: Image.Image, at: tuple[float, float], r: float, number: int, letter: str, px: int
) -> None:
    put(image, filled(chip(number, (0, 0), r)), SIDES[number % 4], round(at[0]), round(at[1]))
    say(image, at, letter, px, INKS[number % 4], anchor="m")


def axes(image: Image.Image, plan: HexLayout) -> None:
    """Write columns above, rows at both sides."""
    c0, r0, c1, r1 = plan.window
    px = max(14, min(26, round(plan.r * 0.6)))
    for c in range(c0, c1 + 1):
        say(image, (plan.centre(c, r0)[0], plan.top - AXIS / 2), f"{c:02}", px, PALE, anchor="m")
    wide = plan.left + plan.map_size[0]
    for row in range(r0, r1 + 1):
        for c, x in ((c0, plan.left / 2), (c1, wide + (WIDTH - wide) / 2)):
            say(image, (x, plan.centre(c, row)[1]), f"{row:02}", px, PALE, anchor="m")


def panels(image: Image.Image, scene: HexScene) -> None:
    """Draw the sides with their units, two beside each other."""
    wide, tall = (WIDTH - 3 * EDGE) // 2, panel_height(scene)
    brush = ImageDraw.Draw(image)
    for k, one in enumerate(scene.panels):
        x, y = EDGE + (k % 2) * (wide + EDGE), foot(scene) + (k // 2) * (tall + GAP)
        brush.rounded_rectangle((x, y, x + wide, y + tall), 10, PANE)
        brush.rounded_rectangle((x, y, x + wide, y + PANEL - 1), 10, dark(one.side))
        brush.rectangle((x, y + 30, x + wide, y + PANEL - 1), dark(one.side))
        head(image, one, (x, y), wide)
        for n, row in enumerate(one.rows):
            unit(image, row, one.side, (x, y + PANEL + 3 + ROW * n + ROW // 2), wide)


def head(image: Image.Image, one: SidePanel, at: tuple[int, int], wide: int) -> None:
    """Write who plays a side, its points, and how many units it may still hide."""
    x, y = at[0], at[1] + PANEL / 2
    side(image, (x + 26, y), 16, one.side, one.letter, 22)
    right = x + wide - 12
    right -= say(image, (right, y), one.spare, 22, WHITE, bold=False, anchor="r") + 14
    right -= say(image, (right, y), one.points, 22, WHITE, bold=False, anchor="r") + 14
    name = fonts.fit(one.name, right - x - 52, 26, bold=True)
    say(image, (x + 52, y), name, 26, WHITE)


def unit(image: Image.Image, row: RosterRow, number: int, at: tuple[int, int], wide: int) -> None:
    """Draw one line of a list: silhouette, name, what is left, heat, how it is."""
    (x, y), right = at, at[0] + wide - 10
    kind = weight(row.tons)
    size = {"light": 15, "medium": 17, "heavy": 18, "assault": 18.5}[kind]
    ink = DIM if row.tone in ("soft", "secret") else pale(number)
    for piece in figure(kind, (0, 0), size):
        put(image, filled(piece), ink, x + 26, y)
    room = say(image, (x + 50, y), fonts.fit(row.label, 62, 24, bold=True), 24, WHITE)
    start = x + 50 + max(46, room + 10)
    title = f"{row.name} {row.tons} t"
    say(image, (start, y), fonts.fit(title, x + 212 - start, 22), 22, DIM, bold=False)
    put(image, filled(box(0, -9, 58, 9, 3)), INK, x + 216, y)
    if row.left:
        put(image, filled(box(2, -7, 2 + round(0.54 * row.left), 7)), gauge(row.left), x + 216, y)
    say(image, (x + 354, y), f"{row.left} %", 22, WHITE, anchor="r")
    if row.heat:
        flame(image, x + 370, y)
        say(image, (x + 381, y), str(row.heat), 22, BAD)
    tones = {"plain": WHITE, "soft": DIM, "now": GOLD, "bad": BAD, "secret": PALE}
    bold = row.tone in ("now", "bad")
    words, px = fitted(row.word, right - x - (412 if row.heat else 362), (22, 20, 18), bold=bold)
    say(image, (right, y), words, px, tones[row.tone], bold=bold, anchor="r")


def flame(image: Image.Image, x: int, y: int) -> None:
    outer = ((0, -12), (8, 1), (5, 10), (-5, 10), (-8, 1), (-3, -2))
    inner = ((0, -2), (4, 5), (2, 9), (-2, 9), (-4, 5))
    put(image, filled(outer), FLAMES, x, y)
    put(image, filled(inner), GOLD, x, y)


def below(
    image: Image.Image, scene: HexScene, swatch: Callable[[Image.Image, tuple[int, int], str], None]
) -> None:
    """Explain what is on the map, as far as there is room, and show the whole of a larger one."""
    lines = (len(scene.panels) + 1) // 2
    top, wide = foot(scene) + lines * (panel_height(scene) + GAP), WIDTH
    if cropped(scene):
        wide = WIDTH - LITTLE - 2 * EDGE
        whole(image, scene, (wide + EDGE, top))
    for x, line, sprite, words in placed(scene.key, wide, KEY):
        if line < key_lines(scene):
            y = top + line * KEY_LINE + KEY_LINE // 2
            swatch(image, (x, y), sprite)
            say(image, (x + KEY.indent, y), words, KEY.px, KEY.ink, bold=False)


def whole(image: Image.Image, scene: HexScene, at: tuple[int, int]) -> None:
    """Draw the whole map with the window and every unit in it."""
    image.paste(overview(scene.ground), at)
    c0, r0, c1, r1 = scene.window
    r = LITTLE / (1.5 * scene.ground.width + 0.5)
    h = r * 0.8660254
    left, top = little(scene.ground, c0, r0)[0] - r, 2 * h * (r0 - 1)
    right, low = little(scene.ground, c1, r1)[0] + r, 2 * h * r1 + h
    line = closed(box(at[0] + left, at[1] + top, at[0] + right, at[1] + low))
    put(image, stroked(line, 4), INK)
    put(image, stroked(line, 2), WHITE)
    for one in scene.counters:
        if not one.ghost:
            x, y = little(scene.ground, *place(one.at))
            px, py = at[0] + round(x), at[1] + round(y)
            put(image, filled(chip(one.side, (0, 0), 6.5)), WHITE, px, py)
            put(image, filled(chip(one.side, (0, 0), 5)), SIDES[one.side % 4], px, py)
