"""Hex maps to PNG: the ground is drawn once and kept; zones, overlay, ways,
counters and words go on a copy of it.

The canvas is a function of the map and the window alone, and the palette is the same for all
maps, so that neither says anything of the units (IS-19).
"""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.ambush import art
from renderers.ambush.art import DARK, GROUND, ROOFS, VARIANTS
from renderers.ambush.board import (
    BANNER,
    STRIP,
    TOP,
    Counter,
    Flag,
    Ground,
    Hex,
    HexLayout,
    HexPath,
    HexScene,
    HexTile,
    Shade,
    Zone,
    layout,
    neighbour,
    place,
)
from renderers.toolkit import hex_art, pen
from renderers.toolkit.colours import MOST, Colour, mix, rgb, sampled
from renderers.toolkit.hex_art import INKS, NIGHT, SIDES, WHITE
from renderers.toolkit.pen import Strip, centred, fitted, middle, stamp, write
from renderers.toolkit.shapes import rounded

ROOM, BAR = rgb("#20262d"), rgb("#2a333d")
CALM, ALARM = rgb("#2f4858"), rgb("#9b2d1c")
WORDS, SOFT = rgb("#f2efe4"), rgb("#b9c2c9")
PALE, INK = rgb("#f4f4ea"), rgb("#2f3027")
GLOW, GOLD = rgb("#fff200"), rgb("#ffd24a")
TRACK, AIM = rgb("#241a1a"), rgb("#e01818")
HEALTH: tuple[Colour, ...] = (rgb("#e0301e"), rgb("#f2a900"), rgb("#3fbf4f"))
OVERLAY: dict[str, tuple[Colour, int]] = {
    "reach-walk": (rgb("#ffffff"), 120),
    "reach-run": (rgb("#ffc800"), 125),
    "reach-jump": (rgb("#a050ff"), 110),
    **{f"front-{k}": (rgb("#ffe100"), (150, 105, 60)[k - 1]) for k in (1, 2, 3)},
    **{f"left-{k}": (rgb("#00b4ff"), (150, 105, 60)[k - 1]) for k in (1, 2, 3)},
    **{f"right-{k}": (rgb("#ff7a00"), (150, 105, 60)[k - 1]) for k in (1, 2, 3)},
    **{f"rear-{k}": (rgb("#c040c0"), (150, 105, 60)[k - 1]) for k in (1, 2, 3)},
}
"""Every sprite of an overlay: its tint, and how strong it is in 255ths."""
TEXT, KEY = 26, 20
NUMBERED = 24
"""From this size on hexes show their numbers; axes do always."""
COLOURS, LEVEL = 101, 5
"""Colours of the palette of a map without an overlay, and zlib's level: a map of
16 x 17 stays small and quick.
"""


@lru_cache(maxsize=24)
def background(ground: Ground, window: tuple[int, int, int, int]) -> Image.Image:
    """Return the ground within the window, its numbers and labels. Not to be drawn on."""
    plan = layout(window)
    image = Image.new("RGB", (plan.width, plan.height), ROOM)
    r, h = plan.r, plan.h
    for c, row in plan.hexes:
        x, y = plan.centre(c, row)
        code, level, height = ground.rows[row - 1][c - 1]
        cut = art.tile(code, (c * 7 + row * 13 + c * row) % VARIANTS, level, height, r)
        image.paste(cut, (x - r, y - h), hex_art.whole(r))
    for c, row in plan.hexes:
        cliffs(image, ground, plan, c, row)
    if r >= NUMBERED:
        for c, row in plan.hexes:
            number(image, plan, c, row, ground.rows[row - 1][c - 1])
    label(image, plan)
    return image


def cliffs(image: Image.Image, ground: Ground, plan: HexLayout, c: int, row: int) -> None:
    """Draw thick lines where a hex is higher than its neighbour."""
    own = ground.rows[row - 1][c - 1].level
    x, y = plan.centre(c, row)
    for direction in range(6):
        other = ground.tile(*neighbour(c, row, direction))
        if other is not None and own > other.level:
            thick = plan.r * (0.06 + 0.04 * min(3, own - other.level))
            line = art.edge(plan.r, direction, thick / 3, thick)
            stamp(image, art.CLIFF, (x - plan.r - 4, y - plan.h - 4), line)


def number(
    image: Image.Image,
    plan: HexLayout,
    c: int,
    row: int,
    tile: HexTile | None,
    *,
    plate: bool = False,
) -> None:
    """Write the number of a hex at its top, its level at its bottom; ``plate``: on a plate, above
    what was drawn. Without a tile the number alone.
    """
    x, y = plan.centre(c, row)
    px = round(plan.r * (0.38 if plan.r < 50 else 0.42))
    if plate:
        tag(image, (x, y - plan.h + px * 0.72), f"{c:02}{row:02}", px - 2, PALE)
        return
    ink = PALE if tile and tile.code in DARK else INK
    write(
        image,
        (x, y - plan.h + px * 0.72),
        f"{c:02}{row:02}",
        px,
        ink,
        anchor="m",
        bold=plan.r >= 50,
    )
    if tile and tile.level and not tile.height:
        middle(image, (x, y + plan.h - px * 0.7), f"{tile.level:+}", px, ink)


def label(image: Image.Image, plan: HexLayout) -> None:
    """Write columns above, rows at both sides."""
    c0, r0, c1, r1 = plan.window
    px = min(28, max(13, plan.r * 3 // 4))
    every = next(step for step in (1, 2, 5) if step * plan.r * 3 // 2 > px * 1.5 or step == 5)
    for c in range(c0, c1 + 1):
        if c % every == 0 or every == 1:
            y = BANNER + STRIP + TOP // 2
            middle(image, (plan.centre(c, r0)[0], y), f"{c:02}", px, WORDS)
    for row in range(r0, r1 + 1):
        if row % every == 0 or every == 1:
            write(
                image,
                (plan.left - 4, plan.centre(c0, row)[1]),
                f"{row:02}",
                px,
                WORDS,
                bold=True,
                anchor="r",
            )
            x = plan.centre(c1, row)[0] + plan.r + 4
            write(image, (x, plan.centre(c1, row)[1]), f"{row:02}", px, WORDS, bold=True)


def zone(image: Image.Image, plan: HexLayout, one: Zone) -> None:
    """Draw the border of a zone."""
    inside = {place(hex) for hex in one.hexes}
    r, thick = plan.r, max(2.5, plan.r * 0.09)
    for c, row in sorted(inside):
        if not plan.shown(f"{c:02}{row:02}"):
            continue
        x, y = plan.centre(c, row)
        for direction in range(6):
            if neighbour(c, row, direction) not in inside:
                line = art.edge(r, direction, r * 0.09, thick, dashed=one.dashed)
                stamp(image, SIDES[one.side % 4], (x - r - 4, y - plan.h - 4), line)


def shade(image: Image.Image, plan: HexLayout, one: Shade) -> None:
    """Draw one hex of an overlay."""
    x, y = plan.centre(*place(one.at))
    colour, strength = OVERLAY[one.sprite]
    stamp(image, colour, (x - plan.r, y - plan.h), hex_art.whole(plan.r, strength))


def flag(image: Image.Image, plan: HexLayout, one: Flag) -> None:
    """Draw an objective: a ring in its holder's colour, and what it is worth."""
    x, y = plan.centre(*place(one.at))
    r, h = plan.r, plan.h
    stamp(image, NIGHT, (x - r, y - h), hex_art.rim(r, r * 0.13, max(5, r * 0.17)))
    stamp(
        image,
        GOLD if one.side < 0 else SIDES[one.side % 4],
        (x - r, y - h),
        hex_art.rim(r, r * 0.13, r * 0.1),
    )
    tag(image, (x, y + h * 0.78), one.word, max(12, r * 3 // 8), GOLD)


def tag(image: Image.Image, at: tuple[float, float], word: str, px: int, ink: Colour) -> None:
    """Write a word on a dark plate."""
    wide, high = fonts.width(word, px, bold=True) + px // 2, round(px * 1.2)
    stamp(
        image,
        NIGHT,
        (round(at[0] - wide / 2), round(at[1] - high / 2)),
        rounded(wide, high, high // 3),
    )
    middle(image, at, word, px, ink)


def dots(
    image: Image.Image, ends: tuple[tuple[int, int], tuple[int, int]], colour: Colour, size: int
) -> None:
    """Draw a dotted line between two pixels."""
    (ax, ay), (bx, by) = ends
    count = max(1, round(math.hypot(bx - ax, by - ay) / (size * 1.9)))
    for k in range(1, count):
        x, y = ax + (bx - ax) * k / count, ay + (by - ay) * k / count
        edged(image, (round(x - size / 2), round(y - size / 2)), (size, 1), colour, art.dot)


def way(image: Image.Image, plan: HexLayout, one: HexPath) -> None:
    """Draw a way: walked a line, jumped dots, slid two tracks, pushed a thick line,
    to come dashes, a shot red dots.
    """
    drop = plan.r * 3 // 16
    spots = [(x, y + drop) for x, y in (plan.centre(*place(hex)) for hex in one.hexes)]
    pairs = list(pairwise(spots))
    r, light, dashed = plan.r, mix(SIDES[one.side % 4], WHITE, 165), one.kind == "to-come"
    apart, layers = 0.0, [(TRACK, max(4, r * 0.15)), (light, max(1.5, r * 0.05))]
    if one.kind in ("slide", "to-come"):
        apart = r * 0.34
    elif one.kind in ("jump", "aim"):
        ink, part = (AIM, 5) if one.kind == "aim" else (light, 7)
        layers = []
        for pair in pairs:
            dots(image, pair, ink, max(6, r * part // 30))
    else:
        thick = r * (0.14 if one.kind == "walk" else 0.24)
        layers = [(NIGHT, thick + max(3, r * 0.09)), (light, thick)]
    for ink, thick in layers:
        for pair in pairs:
            hex_art.line(image, pair, ink, thick, apart, dashed=dashed)
    if one.kind in ("walk", "jump", "slide") and spots:
        x, y = spots[0]
        size = r * 2 // 5
        edged(image, (x - size // 2, y - size // 2), (size, 2), light, art.dot)
    if one.kind in ("to-come", "push", "walk") and pairs:
        head(image, pairs[-1], r, light, 0.9 if dashed else 0.56)


def edged(
    image: Image.Image,
    at: tuple[int, int],
    size: tuple[int, int],
    colour: Colour,
    shape: Callable[[int], Image.Image],
) -> None:
    """Draw a shape with a dark edge; ``size``: pixels of the shape, and of the edge."""
    wide, edge = size
    stamp(image, NIGHT, (at[0] - edge, at[1] - edge), shape(wide + 2 * edge))
    stamp(image, colour, at, shape(wide))


def head(
    image: Image.Image,
    pair: tuple[tuple[int, int], tuple[int, int]],
    r: int,
    colour: Colour,
    part: float,
) -> None:
    """Draw an arrow's head on the last step, behind this part of it."""
    (ax, ay), (bx, by) = pair
    direction = round(math.atan2(bx - ax, ay - by) / (math.pi / 3)) % 6
    size, x, y = r * 3 // 5, ax + (bx - ax) * part, ay + (by - ay) * part
    at = round(x) - size // 2, round(y) - size // 2
    edged(image, at, (size, 3), colour, lambda wide: art.arrow(wide, direction))


def counter(image: Image.Image, plan: HexLayout, one: Counter) -> None:
    """Draw a unit: body, facing, name, and how much of it is left."""
    r, (x, y) = plan.r, plan.centre(*place(one.at))
    y += r * 3 // 16
    cut = art.body(one.side, r, prone=one.prone, hidden=one.hidden, done=one.done)
    if one.ghost:
        cut = cut.copy()
        cut.putalpha(cut.getchannel("A").point([v * 5 // 8 for v in range(256)]))
    image.paste(cut, (x - r, y - r), cut)
    point = art.wedge(one.side, r, one.facing, prone=one.prone)
    image.paste(point, (x - r, y - r), point)
    room, px = round(r * 0.92), max(8, round(r * (0.38 if one.prone else 0.44)))
    while px > 9 and fonts.width(one.label, px, bold=True) > room:
        px -= 1
    ink = WHITE if one.hidden else INKS[one.side % 4]
    middle(
        image,
        (x, y - (r // 16 if one.prone else r // 9)),
        fonts.fit(one.label, room, px, bold=True),
        px,
        ink,
    )
    if not one.ghost:
        bar(image, (x, y + round(r * (0.36 if one.prone else 0.22))), r, one)
    if one.note:
        tag(image, (x + r * 0.48, y - r * 0.3), one.note, max(10, r * 2 // 5), GOLD)


def bar(image: Image.Image, at: tuple[int, int], r: int, one: Counter) -> None:
    """Draw how much armour and structure is left."""
    wide, high = round(r * 0.68), max(4, r // 7)
    x, y = at[0] - wide // 2, at[1]
    pen = ImageDraw.Draw(image)
    pen.rectangle((x - 1, y - 1, x + wide, y + high), fill=NIGHT)
    colour = HEALTH[0 if one.left <= 33 else 1 if one.left <= 66 else 2]
    pen.rectangle((x, y, x + max(1, wide * one.left // 100) - 1, y + high - 1), fill=colour)


def banner(image: Image.Image, scene: HexScene) -> None:
    """Write how the game stands, who is next, and the score."""
    wide = image.width
    stamp(image, ALARM if scene.alarm else CALM, (0, 0), rounded(wide, BANNER, 1))
    centred(image, BANNER / 2, scene.banner, (34, 31, 28, 25), WORDS, bold=True)
    ImageDraw.Draw(image).rectangle((0, BANNER, wide - 1, BANNER + STRIP - 1), fill=BAR)
    y = BANNER + STRIP // 2
    room = wide * 2 // 3 if scene.turns else wide - 28
    status, px = fitted(scene.status, room, (TEXT, 23, KEY))
    write(image, (wide - 14, y), status, px, WORDS, anchor="r")
    x, far = 14, wide - 28 - fonts.width(status, px)
    if not scene.turns:
        return
    write(image, (x, y), scene.turns_word, KEY, SOFT)
    x += fonts.width(scene.turns_word, KEY) + 8
    for k, (number, letter) in enumerate(scene.turns):
        left = len(scene.turns) - k
        if x + 38 + (44 if left > 1 else 0) > far:
            write(image, (x, y), f"+{left}", KEY, SOFT)
            break
        chip(image, (x, y - 19), number, letter)
        x += 38


def chip(image: Image.Image, at: tuple[int, int], number: int, letter: str) -> None:
    """Draw a side's counter with its letter, 38 pixels square."""
    cut = art.body(number, 30)
    image.paste(cut.crop((11, 11, 49, 49)), at, cut.crop((11, 11, 49, 49)))
    middle(image, (at[0] + 19, at[1] + 19), letter, 20, INKS[number % 4])


@lru_cache(maxsize=32)
def key(items: tuple[tuple[str, str], ...], wide: int) -> Image.Image:
    """Return the strip below the map: terrains and marks in words. Not to be drawn on."""
    return pen.legend(items, wide, LEGEND, swatch)


LEGEND = Strip(ground=ROOM, ink=SOFT, line=32, below=8, low=0)


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw a small picture of a terrain, a tint or a mark."""
    at = at[0], at[1] - 13
    if sprite in GROUND:
        cut = art.tile(sprite, 1, 0, 1, 16)
        image.paste(cut, (at[0] - 2, at[1]), hex_art.whole(16))
    elif sprite in OVERLAY:
        colour, strength = OVERLAY[sprite]
        stamp(image, mix(GROUND["."], colour, strength), (at[0] - 2, at[1]), hex_art.whole(16))
    elif sprite in MARKS:
        prone, hidden, done = MARKS[sprite]
        cut = art.body(0, 24, prone=prone, hidden=hidden, done=done)
        image.paste(cut, (at[0] - 10, at[1] - 11), cut)


MARKS = {
    "prone": (True, False, False),
    "hidden": (False, True, False),
    "done": (False, False, True),
}
"""Counters in the key: lying, hidden, moved."""


def draw(scene: HexScene) -> Image.Image:
    """Return the scene in full colour."""
    plan = layout(scene.window)
    below = key(scene.key, plan.width)
    image = Image.new("RGB", (plan.width, plan.height + below.height), ROOM)
    image.paste(background(scene.ground, scene.window), (0, 0))
    image.paste(below, (0, plan.height))
    for one in scene.zones:
        zone(image, plan, one)
    for tinted in filter(lambda one: plan.shown(one.at), scene.shades):
        shade(image, plan, tinted)
        if plan.r >= NUMBERED:
            number(image, plan, *place(tinted.at), None)
    for standard in filter(lambda one: plan.shown(one.at), scene.flags):
        flag(image, plan, standard)
    for hex, word in filter(lambda one: plan.shown(one[0]), scene.built):
        x, y = plan.centre(*place(hex))
        tag(image, (x, y + plan.h * 0.76), word, max(10, plan.r * 3 // 10), PALE)
    for hex in filter(plan.shown, scene.acting):
        glow(image, plan, hex)
    for path in scene.paths:
        clipped(image, plan, path)
    if plan.r >= NUMBERED:
        for c, row in sorted(
            {place(hex) for path in scene.paths for hex in path.hexes}
            | {place(hex) for hex in (*scene.acting, *(one.at for one in scene.flags))}
        ):
            if plan.shown(f"{c:02}{row:02}"):
                number(image, plan, c, row, scene.ground.rows[row - 1][c - 1], plate=True)
    for unit in filter(lambda one: plan.shown(one.at), scene.counters):
        counter(image, plan, unit)
    banner(image, scene)
    return image


def glow(image: Image.Image, plan: HexLayout, hex: Hex) -> None:
    """Draw the hex of a unit that must act."""
    x, y = plan.centre(*place(hex))
    at = (x - plan.r, y - plan.h)
    stamp(image, GLOW, at, hex_art.whole(plan.r, 110))
    stamp(image, NIGHT, at, hex_art.rim(plan.r, plan.r * 0.1, max(4, plan.r * 0.16)))
    stamp(image, GLOW, at, hex_art.rim(plan.r, plan.r * 0.1, max(2, plan.r * 0.09)))


def clipped(image: Image.Image, plan: HexLayout, path: HexPath) -> None:
    """Draw a way, as far as it lies in the window and a hex around it."""
    if all(plan.shown(hex) for hex in path.hexes):
        way(image, plan, path)
        return
    box = (plan.left, BANNER + STRIP + TOP, plan.width - plan.left, plan.height)
    around = image.crop(box)
    inner = HexLayout(
        r=plan.r,
        h=plan.h,
        left=0,
        top=plan.top - box[1],
        width=around.width,
        height=around.height,
        window=plan.window,
    )
    way(around, inner, path)
    image.paste(around, box[:2])


@lru_cache(maxsize=2)
def palette(*, tinted: bool) -> Image.Image:
    """Return the colours of hex maps, those of a small one that has everything on it;
    ``tinted``: and every tint of an overlay over every ground, so that none comes out
    in the colour of something else.
    """
    codes = [".", "w", "W", "r", "1", "2", "P", "I", "L", "M", "H", "#"]
    rows = tuple(
        tuple(
            HexTile(code, level if code not in "12LMH" else 0, 1 if code in "LMH" else 0)
            for code in codes
        )
        for level in (0, 0, 0, 1, 2, 3, -1, 0)
    )
    ground = Ground(rows)
    hexes = [f"{c:02}{r:02}" for r in range(1, 9) for c in range(1, 13)]
    scene = HexScene(
        banner="MMM",
        alarm=True,
        turns=tuple((k % 4, "ABCD"[k % 4]) for k in range(8)),
        turns_word="MM",
        status="M" * 20,
        ground=ground,
        window=(1, 1, 12, 8),
        counters=tuple(
            Counter(
                at=hexes[k * 3 + 1],
                side=k % 4,
                label="M1",
                facing=k % 6,
                prone=k % 5 == 0,
                hidden=k % 3 == 0,
                done=k % 7 == 0,
                left=(k * 37) % 101,
                note="Z" if k % 6 == 0 else "",
            )
            for k in range(20)
        ),
        paths=(
            HexPath("walk", 0, ("0202", "0303", "0403")),
            HexPath("slide", 1, ("0506", "0606", "0707")),
            HexPath("jump", 2, ("0105", "0907")),
            HexPath("push", 3, ("0806", "0907")),
            HexPath("aim", 0, ("1002", "0108")),
        ),
        zones=tuple(Zone(k, False, (f"{k * 3 + 1:02}08",)) for k in range(4)),
        flags=(Flag("0604", -1, "30"), Flag("0804", 2, "30")),
        built=(("0901", "40"),),
        acting=("1106", "1207"),
        shades=tuple(Shade(f"{k + 1:02}07", sprite) for k, sprite in enumerate(list(OVERLAY)[:12])),
        key=(("prone", "MMM"), ("hidden", "MMM")),
        legend=(),
        cells=(),
        facts=(),
        short=(),
    )
    signals = (*HEALTH, *SIDES, GLOW, GOLD, AIM, CALM, ALARM, ROOM, BAR, WORDS, NIGHT, WHITE)
    tints = (
        [mix(ground, *tint) for ground in GROUND.values() for tint in OVERLAY.values()]
        if tinted
        else []
    )
    flat = (
        *GROUND.values(),
        *ROOFS.values(),
        *art.CROWNS.values(),
        *(art.ground(".", level) for level in (-2, -1, 1, 2, 3, 4)),
    )
    return sampled(draw(scene), (*signals, *flat, *tints), MOST if tinted else COLOURS)


def png(scene: HexScene) -> bytes:
    """Return the scene as a palette PNG; identical bytes for identical scenes."""
    return pen.png(draw(scene), palette(tinted=bool(scene.shades)), LEVEL)
