"""Desert maps to PNG: the ground is drawn once and kept; contacts, stacks,
assaults and marks go on a copy of it.

The canvas and the palette are functions of the map alone, so that
neither says anything of the units.
"""

from collections import Counter
from functools import lru_cache
from typing import get_args

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.desert import art
from renderers.desert.art import FIRE, GOLD, GROUND, MARKS, OTHER, PALE
from renderers.desert.board import (
    BANNER,
    STRIP,
    Border,
    Chip,
    MapLayout,
    MapScene,
    MapToken,
    Mark,
    MarkKind,
    Patch,
    Pile,
    Spot,
    Symbol,
    Thrust,
    layout,
)
from renderers.toolkit import hex_art, last_action, pen
from renderers.toolkit.colours import Colour, mix, rgb, sampled
from renderers.toolkit.hex_art import INKS, NIGHT, SIDES, WHITE
from renderers.toolkit.pen import Strip, centred, middle, stamp, write
from renderers.toolkit.shapes import rounded

ROOM, BAR = rgb("#2a241c"), rgb("#3a3226")
CALM, ALARM = rgb("#4a4230"), rgb("#8d2f1d")
WORDS, SOFT = rgb("#f4eedc"), rgb("#cbbfa2")
INK, FADED = rgb("#33302a"), rgb("#9a958a")
TEXT, KEY = 25, 20
OPENED = 72
"""From this size on the units of an opened stack are listed in their
hex; below it they are counted.
"""
ROWS = 6
ZONE = 40
"""How strong the tint of an enemy zone of control is, in 255ths."""
COLOURS, LEVEL = 200, 5
COUNTED: tuple[Symbol, ...] = get_args(Symbol)


def plan_of(patches: tuple[Patch, ...]) -> MapLayout:
    """Return where the hexes of a map are."""
    return layout(
        max(patch.at[0] for patch in patches) + 1, max(patch.at[1] for patch in patches) + 1
    )


@lru_cache(maxsize=16)
def background(patches: tuple[Patch, ...], borders: tuple[Border, ...]) -> Image.Image:
    """Return the ground: terrain, hexsides, roads, works and numbers. Not to be drawn on."""
    plan = plan_of(patches)
    image = Image.new("RGB", (plan.width, plan.height), ROOM)
    r, h = plan.r, plan.h
    for patch in patches:
        x, y = plan.centre(patch.at)
        variant = (patch.at[0] * 7 + patch.at[1] * 13) % art.VARIANTS
        image.paste(art.tile(patch.terrain, variant, r), (x - r, y - h), hex_art.whole(r))
    for patch in patches:
        for other in patch.rails:
            road(image, plan, patch.at, other, art.RAIL, dashed=True)
        for other in patch.ways:
            road(image, plan, patch.at, other, art.ROAD, dashed=False)
    for border in borders:
        hexside(image, plan, border)
    for patch in patches:
        works(image, plan, patch)
    return image


def road(
    image: Image.Image, plan: MapLayout, a: Spot, b: Spot, colour: Colour, *, dashed: bool
) -> None:
    """Draw a road from the middle of a hex to the side towards another; a
    short piece where it leads nowhere.
    """
    (ax, ay), (bx, by) = plan.centre(a), plan.centre(b)
    if a == b:
        ax, ay, bx, by = ax - plan.r // 3, ay, ax + plan.r // 3, ay
    else:
        bx, by = (ax + bx) // 2, (ay + by) // 2
    hex_art.line(image, ((ax, ay), (bx, by)), colour, max(3, plan.r * 0.05), dashed=dashed)


def ends(plan: MapLayout, a: Spot, b: Spot) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the two corners that a hex shares with its neighbour, in pixels."""
    x, y = plan.centre(a)
    line = [(round(cx), round(cy)) for cx, cy in hex_art.corners(x, y, plan.r, plan.h)]
    k = direction(a, b)
    return line[(k + 4) % 6], line[(k + 5) % 6]


def direction(a: Spot, b: Spot) -> int:
    """Return where the neighbour lies: 0 to 5, clockwise from north."""
    return {(0, -2): 0, (1, -1): 1, (1, 1): 2, (0, 2): 3, (-1, 1): 4, (-1, -1): 5}.get(
        (b[0] - a[0], b[1] - a[1]), 0
    )


def hexside(image: Image.Image, plan: MapLayout, border: Border) -> None:
    """Draw a river, a wadi, a ridge, an escarpment with its strokes
    downhill; anything else as a grey line.
    """
    (ax, ay), (bx, by) = shared = ends(plan, border.a, border.b)
    thick, dashed, colour = {
        "river": (0.1, False, art.WATER),
        "wadi": (0.07, True, art.WATER),
        "ridge": (0.09, True, art.RIDGE),
        "escarpment": (0.07, False, art.CLIFF),
    }.get(border.kind, (0.07, True, art.STRANGE))
    hex_art.line(image, shared, colour, plan.r * thick, dashed=dashed)
    if border.up is not None:
        low = border.b if border.up == border.a else border.a
        (ux, uy), (lx, ly) = plan.centre(border.up), plan.centre(low)
        pad, mask = art.ticks(bx - ax, by - ay, lx - ux, ly - uy, round(plan.r * 0.14))
        stamp(image, colour, (min(ax, bx) - pad, min(ay, by) - pad), mask)


def works(image: Image.Image, plan: MapLayout, patch: Patch) -> None:
    """Draw what is built in a hex, its number, and its name."""
    (x, y), r, h = plan.centre(patch.at), plan.r, plan.h
    px = max(13, round(r * 0.2))
    if patch.fort:
        for k in range(patch.fort):
            stamp(
                image,
                art.WALL,
                (x - r, y - h),
                hex_art.rim(r, r * (0.1 + 0.1 * k), max(3, r * 0.055)),
            )
    if patch.city:
        blocks(image, (x, y), r)
    number = f"{patch.hex} ⚓" if patch.coast else patch.hex
    middle(image, (x, y - h + px * 0.85 + (r * 0.1 if patch.fort else 0)), number, px, INK)
    small = max(11, round(r * 0.15))
    for k, word in enumerate(reversed(patch.works)):
        lift = small * (0.85 + 1.15 * k) + (r * 0.1 if patch.fort else 0)
        write(
            image,
            (x, y + h - lift),
            fonts.fit(word, round(r * 1.05), small),
            small,
            INK,
            anchor="m",
        )


def blocks(image: Image.Image, at: tuple[int, int], r: int) -> None:
    """Draw the houses of a city."""
    pen, unit = ImageDraw.Draw(image), r // 9
    for dx, dy in ((-6, -1), (-4, -4), (-1, -2), (2, -4), (5, -1), (-4, 2), (0, 1), (3, 2)):
        x, y = at[0] + dx * unit, at[1] + dy * unit
        pen.rectangle(
            (x, y, x + 2 * unit, y + 2 * unit - 2), fill=rgb("#a09488"), outline=rgb("#6d6259")
        )


def crest(image: Image.Image, plan: MapLayout, patch: Patch) -> None:
    """Draw an objective: what it is worth, in its holder's colour."""
    (x, y), r = plan.centre(patch.at), plan.r
    px = max(13, round(r * 0.19))
    word = f"★{patch.worth}"
    wide, high = fonts.width(word, px, bold=True) + px, round(px * 1.4)
    cx, cy = x + r * 0.52, y - plan.h * 0.56
    ground = NIGHT if patch.holder < 0 else SIDES[patch.holder % 4]
    stamp(
        image, ground, (round(cx - wide / 2), round(cy - high / 2)), rounded(wide, high, high // 2)
    )
    middle(image, (cx, cy), word, px, GOLD if patch.holder != 1 else WHITE)


def pile(image: Image.Image, plan: MapLayout, one: Pile) -> None:
    """Draw a stack."""
    (x, y), r = plan.centre(one.at), plan.r
    if not one.chips:
        cut = art.closed(one.side, r)
        image.paste(cut, (x - r // 2, y - r // 2 - r // 24), cut)
        middle(image, (x - r * 0.1, y + r * 0.06), "?", round(r * 0.34), INKS[one.side % 4])
    elif r >= OPENED:
        chips(image, (x, y), r, one)
    else:
        counts(image, (x, y), r, one)


def chips(image: Image.Image, at: tuple[int, int], r: int, one: Pile) -> None:
    """Draw the units of a stack, one below the other."""
    shown = one.chips if len(one.chips) <= ROWS else one.chips[: ROWS - 1]
    left = len(one.chips) - len(shown)
    wide, high = round(r * 1.3), round(r * 0.2)
    count = len(shown) + (1 if left else 0)
    y = at[1] - count * (high + 2) // 2 + round(r * 0.04)
    for unit in shown:
        strip(image, (at[0] - wide // 2, y), wide, high, one.side, unit)
        y += high + 2
    if left:
        middle(image, (at[0], y + high // 2), f"+{left}", round(high * 0.8), INK)


def strip(
    image: Image.Image, at: tuple[int, int], wide: int, high: int, side: int, unit: Chip
) -> None:
    """Draw one unit: its symbol, its name, its points."""
    colour = SIDES[side % 4] if unit.able else mix(SIDES[side % 4], rgb("#8a8a8a"), 150)
    round_ = high // 2 if side % 2 == 0 else 3
    stamp(image, NIGHT, (at[0] - 1, at[1] - 1), rounded(wide + 2, high + 2, round_))
    stamp(image, colour, at, rounded(wide, high, round_))
    cut = art.symbol(unit.symbol, high - 6)
    stamp(image, INKS[side % 4], (at[0] + high // 3, at[1] + 3), cut)
    px, start = round(high * 0.66), high // 3 + cut.width + 4
    points = fonts.width(unit.points, px, bold=True) + high // 3 if unit.points else 4
    label = fonts.fit(unit.label, wide - start - points - 4, px)
    write(image, (at[0] + start, at[1] + high / 2), label, px, INKS[side % 4])
    if unit.points:
        write(
            image,
            (at[0] + wide - high // 3, at[1] + high / 2),
            unit.points,
            px,
            INKS[side % 4],
            bold=True,
            anchor="r",
        )


def counts(image: Image.Image, at: tuple[int, int], r: int, one: Pile) -> None:
    """Draw how many units of each kind are in a stack."""
    found = Counter(unit.symbol for unit in one.chips)
    kinds = [kind for kind in COUNTED if found[kind]][:4]
    high = max(11, round(r * 0.28))
    wide = round(high * 2.5)
    for k, kind in enumerate(kinds):
        column, row = k % 2, k // 2
        x = at[0] + (column - (1 if len(kinds) > 1 else 0.5)) * (wide + 2)
        y = at[1] + (row - (1 if len(kinds) > 2 else 0.5)) * (high + 3)
        corner = round(x), round(y) + r // 10
        stamp(image, NIGHT, (corner[0] - 1, corner[1] - 1), rounded(wide + 2, high + 2, 3))
        stamp(image, SIDES[one.side % 4], corner, rounded(wide, high, 3))
        cut = art.symbol(kind, high - 4)
        stamp(image, INKS[one.side % 4], (corner[0] + 2, corner[1] + 2), cut)
        many = corner[0] + wide - 3, corner[1] + high / 2
        write(
            image,
            many,
            str(found[kind]),
            round(high * 0.8),
            INKS[one.side % 4],
            bold=True,
            anchor="r",
        )


def token(image: Image.Image, plan: MapLayout, one: MapToken, place: int, above: float) -> None:
    """Draw a ship, a dump or wrecks, one above the other; ``above`` so many lines of
    words at the lower side of its hex.
    """
    (x, y), r = plan.centre(one.at), plan.r
    px = max(11, round(r * 0.14))
    word = {"ship": "⚓ ", "dump": "◆ ", "wreck": "✗ "}[one.kind] + one.label
    word = fonts.fit(word, round(r * 1.1), px)
    wide, high = fonts.width(word, px) + px, round(px * 1.4)
    top = round(y + plan.h - (above + 0.6) * 1.15 * max(11, r * 0.15) - (place + 1) * (high + 1))
    stamp(image, PALE, (x - wide // 2 - 1, top - 1), rounded(wide + 2, high + 2, 3))
    stamp(image, mix(SIDES[one.side % 4], NIGHT, 90), (x - wide // 2, top), rounded(wide, high, 3))
    write(image, (x, top + high / 2), word, px, PALE, anchor="m")


def mark(image: Image.Image, at: tuple[int, int], kind: MarkKind, size: int) -> None:
    """Draw a mark, its middle at this pixel."""
    ground, ink, sign = MARKS[kind]
    corner = at[0] - size // 2, at[1] - size // 2
    stamp(image, NIGHT, (corner[0] - 1, corner[1] - 1), art.badge(size + 2))
    stamp(image, ground, corner, art.badge(size))
    if sign:
        middle(image, at, sign, round(size * 0.68), ink)
    else:
        stamp(image, ink, corner, art.burst(size))


PLACES = ((-0.42, -0.78), (-0.82, 0.0), (0.82, 0.0), (0.42, -0.78))
"""Where marks stand in a hex, in parts of its size: beside its number, and in its corners."""


def marks(image: Image.Image, plan: MapLayout, found: tuple[Mark, ...]) -> None:
    """Draw the marks of all hexes."""
    size, there = max(16, round(plan.r * 0.25)), Counter[Spot]()
    for one in found:
        x, y = plan.centre(one.at)
        dx, dy = PLACES[there[one.at] % len(PLACES)]
        there[one.at] += 1
        mark(image, (x + round(plan.r * dx), y + round(plan.h * dy)), one.kind, size)


def thrust(image: Image.Image, plan: MapLayout, one: Thrust) -> None:
    """Draw a short broad arrow across the hexside."""
    (ax, ay), (bx, by) = plan.centre(one.start), plan.centre(one.end)
    dx, dy = bx - ax, by - ay
    start, tip = (
        (ax + dx * 41 // 100, ay + dy * 41 // 100),
        (ax + dx * 57 // 100, ay + dy * 57 // 100),
    )
    colour = mix(SIDES[one.side % 4], rgb("#808080"), 150) if one.over else SIDES[one.side % 4]
    for extra, ink in ((5, NIGHT), (0, colour)):
        hex_art.line(image, (start, tip), ink, plan.r * 0.16 + extra)
        size = round(plan.r * 0.4) + 2 * extra
        stamp(image, ink, (tip[0] - size // 2, tip[1] - size // 2), art.head(size, dx, dy))


def banner(image: Image.Image, words: str, status: str, *, alarm: bool) -> None:
    """Write what is going on, and how the game stands."""
    wide = image.width
    stamp(image, ALARM if alarm else CALM, (0, 0), rounded(wide, BANNER, 1))
    centred(image, BANNER / 2, words, (34, 30, 26, 23), WORDS, bold=True)
    ImageDraw.Draw(image).rectangle((0, BANNER, wide - 1, BANNER + STRIP - 1), fill=BAR)
    centred(image, BANNER + STRIP / 2, status, (TEXT, 21, 18), WORDS)


LEGEND = Strip(ground=ROOM, ink=SOFT, line=33, below=10, indent=38, right=16)


@lru_cache(maxsize=32)
def key(items: tuple[tuple[str, str], ...], wide: int) -> Image.Image:
    """Return the strip below the map: terrains, hexsides and marks in words. Not to be drawn
    on.
    """
    return pen.legend(items, wide, LEGEND, swatch)


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw a small picture of a terrain, a hexside, a stack or a
    mark; its left end at this pixel.
    """
    kind, _, name = sprite.partition(":")
    x, y = at
    if kind == "ground":
        image.paste(art.tile(name, 1, 16), (x, y - 14), hex_art.whole(16))
    elif kind == "side":
        patch = Image.new("RGB", (34, 28), GROUND["clear"])
        up = (0, 0) if name == "escarpment" else None
        hexside(patch, CROSSED, Border((0, 0), (0, 2), name, up))
        image.paste(patch, (x, y - 14))
    elif kind == "stack":
        cut = art.closed(int(name), 34)
        image.paste(cut, (x, y - 17), cut)
    elif kind == "watched":
        stamp(image, mix(GROUND["clear"], FIRE, ZONE), (x, y - 14), hex_art.whole(16))
    elif kind == "contact":
        stamp(image, FIRE, (x + 2, y - 3), rounded(28, 6, 2))
    elif sprite in MARKS:
        mark(image, (x + 15, y), sprite, 26)


CROSSED = MapLayout(r=18, h=16, left=-1, top=-18, width=0, height=0)
"""A layout in which the lower side of the hex at 0, 0 crosses a small patch."""


def draw(scene: MapScene) -> Image.Image:
    """Return the scene in full colour."""
    plan = plan_of(scene.patches)
    below = key(scene.key, plan.width)
    image = Image.new("RGB", (plan.width, plan.height + below.height), ROOM)
    image.paste(background(scene.patches, scene.borders), (0, 0))
    image.paste(below, (0, plan.height))
    for spot in scene.watched:
        x, y = plan.centre(spot)
        stamp(image, FIRE, (x - plan.r, y - plan.h), hex_art.whole(plan.r, ZONE))
    for a, b in scene.contact:
        hex_art.line(image, ends(plan, a, b), FIRE, max(2, plan.r * 0.036))
    last_action.draw(image, scene.game.last, plan.centre, plan.r, CALM)
    for one in scene.piles:
        pile(image, plan, one)
    places, words = (
        Counter[Spot](),
        {patch.at: len(patch.works) + (0.4 if patch.fort else 0.0) for patch in scene.patches},
    )
    for lying in scene.tokens:
        token(image, plan, lying, places[lying.at], words[lying.at])
        places[lying.at] += 1
    for patch in scene.patches:
        if patch.worth:
            crest(image, plan, patch)
    for arrow in scene.thrusts:
        thrust(image, plan, arrow)
    marks(image, plan, scene.marks)
    banner(image, scene.banner, scene.status, alarm=scene.alarm)
    return image


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return the colours of all desert pictures: those of a small map that has everything on it."""
    terrains = [*GROUND, "?"]
    patches = tuple(
        Patch(
            at=(c, 2 * row + c % 2),
            hex=f"{chr(65 + c)}{row}",
            terrain=terrains[(c + row) % 5],
            works=("Fort 1",),
            fort=(c + row) % 3,
            city=int(c == 4),
            coast=c == 0,
            worth=4 if row == 1 else 0,
            holder=c % 3 - 1,
            ways=((c, 2 * row + c % 2),) if row == 2 else (),
            rails=((c, 2 * row + c % 2),) if row == 3 else (),
        )
        for c in range(5)
        for row in range(5)
    )
    spots = [patch.at for patch in patches]
    sides = ("river", "wadi", "ridge", "escarpment", "?")
    borders = tuple(
        Border((k, 4 + k % 2), (k, 6 + k % 2), kind, (k, 4 + k % 2)) for k, kind in enumerate(sides)
    )
    piles = (
        *(Pile(spots[k], k % 2) for k in (0, 1, 6, 7)),
        *(
            Pile(spots[k], k % 2, tuple(Chip(one, "MMM", "6", k % 3 > 0) for one in COUNTED[:4]))
            for k in range(10, 16)
        ),
    )
    scene = MapScene(
        banner="MMM",
        alarm=True,
        status="M" * 20,
        sides=("a", "b"),
        patches=patches,
        borders=borders,
        contact=((spots[1], spots[2]),),
        watched=(spots[3], spots[8]),
        thrusts=tuple(Thrust(k % 2, spots[k], spots[k + 1], k > 17) for k in range(16, 20)),
        piles=piles,
        tokens=(MapToken(spots[20], 0, "ship", "M"), MapToken(spots[21], 1, "dump", "M")),
        marks=tuple(Mark(spots[k + 16], kind) for k, kind in enumerate(MARKS)),
        key=(("contact", "MMM"),),
        legend=(),
        cells={},
        facts=(),
        short=(),
    )
    signals = (
        *SIDES[:2],
        *GROUND.values(),
        OTHER,
        FIRE,
        GOLD,
        PALE,
        CALM,
        ALARM,
        ROOM,
        BAR,
        WORDS,
        SOFT,
        NIGHT,
        WHITE,
    )
    tinted = (mix(ground, FIRE, ZONE) for ground in (*GROUND.values(), OTHER))
    steps = (mix(ROOM, WORDS, 32 * k) for k in range(8))
    flat = (*signals, *tinted, *steps, *(ground for ground, _, _ in MARKS.values()), FADED)
    return sampled(draw(scene), flat, COLOURS)


def png(image: Image.Image) -> bytes:
    """Return a picture as a palette PNG: identical bytes for identical pictures."""
    return pen.png(image, palette(), LEVEL)
