"""Scenes as PNG: a palette picture 800 pixels wide, with the same bytes for the same scene.

Parts that don't change between turns (cards, squares, labels) are drawn once and cached, and so are
squares with their sprites. All are kept as numbers of one palette, so a picture is a copy of them
with words.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from PIL import Image, ImageDraw

from renderers import fonts
from renderers.battleboard.lines import Axes, Panel, Scene, Standing
from renderers.toolkit import pen, shapes
from renderers.toolkit.colours import Colour, mix, palette_of, rgb
from renderers.toolkit.pen import Strip, centred, middle, stamp, write
from renderers.toolkit.scene import LastAction, Sign
from renderers.toolkit.shapes import Point, circle, filled, layered, lined, points, square

TABLE = rgb("#0c1822")
CARD = rgb("#142633")
RIM = rgb("#23394a")
SEA = (rgb("#2a6f9e"), rgb("#2e74a3"))
FOAM = rgb("#5b9cc6")
INK = rgb("#ffffff")
DIM = rgb("#9fb8c9")
TURN = rgb("#f0e442")
WON = rgb("#7fd8a4")

# Hit, near miss, miss and sea differ for every kind of colour vision; a test measures by how much.
HIT = rgb("#d55e00")
NEAR = rgb("#f0e442")
MISS = rgb("#e6f0f6")
WRECK = rgb("#6d4a3b")
SHADE = rgb("#0b1f2c")
CITY = (rgb("#ffffff"), rgb("#cfdae2"))

VEIL = {"plain": 0, "turn": 0, "won": 0, "leaving": 40, "out": 80}
"""Opacity of the card over the grid of a panel, in 255ths, by standing."""

FRAMES = {"turn": TURN, "won": WON}

RAMPS: tuple[tuple[Colour, Colour, int], ...] = (
    *((CARD, ink, 12) for ink in (INK, DIM, TURN, WON)),
    *((TABLE, ink, 8) for ink in (INK, DIM, TURN, WON, CARD)),
    *((sea, ink, 8) for sea in SEA for ink in (SHADE, NEAR, MISS, INK)),
    *((sea, HIT, 4) for sea in SEA),
    *((sea, FOAM, 4) for sea in SEA),
    *((a, b, 7) for a, b in combinations((SHADE, HIT, INK, NEAR), 2)),
    *((WRECK, ink, 6) for ink in (SHADE, NEAR, INK, HIT, SEA[0])),
    *((RIM, ink, 3) for ink in (CARD, TABLE)),
)
"""Pairs of colours that meet at an edge, and the number of steps between them."""


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    colours: dict[Colour, None] = {}
    for a, b, steps in RAMPS:
        for step in range(steps + 1):
            colours[mix(a, b, 255 * step // steps)] = None
    for veil in sorted(set(VEIL.values()) - {0}):
        for sea in SEA:
            for ink in (
                sea,
                HIT,
                NEAR,
                MISS,
                SHADE,
                WRECK,
                mix(sea, NEAR, 128),
                mix(sea, MISS, 128),
            ):
                colours[mix(ink, CARD, veil)] = None
    return palette_of(colours)


CROSS: tuple[tuple[Point, ...], ...] = (points("28,28 72,72"), points("72,28 28,72"))
TOWERS: tuple[tuple[Point, ...], ...] = (
    points("14,84 14,50 36,50 36,84"),
    points("36,84 36,22 50,12 64,22 64,84"),
    points("64,84 64,40 86,40 86,84"),
)
STUMPS: tuple[tuple[Point, ...], ...] = (
    points("8,92 8,60 16,68 22,54 28,92"),
    points("36,92 36,76 44,84 52,72 60,80 64,92"),
    points("74,92 74,44 80,56 86,48 92,92"),
)
"""The remains of the towers."""
BURST: tuple[Point, ...] = tuple(
    (50 + far * math.cos(k * math.pi / 10), 50 + far * math.sin(k * math.pi / 10))
    for k, far in enumerate((46, 33, 42, 31, 47, 34, 43, 30, 46, 32) * 2)
)
WINDOWS: tuple[tuple[Point, ...], ...] = tuple(
    ((x, y), (x + 7, y), (x + 7, y + 8), (x, y + 8))
    for x, y in points("42,30 51,30 42,46 51,46 21,60 72,54")
)


def _ring(n: int, radius: float = 27) -> tuple[tuple[Image.Image, Colour], ...]:
    return (lined(n, [circle(radius)], 18), SHADE), (lined(n, [circle(radius)], 11), NEAR)


def _dot(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (filled(n, [circle(22)]), SHADE), (filled(n, [circle(15)]), MISS)


def _struck(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, [square(3)]), SHADE),
        (filled(n, [BURST]), HIT),
        (lined(n, CROSS, 20), SHADE),
        (lined(n, CROSS, 13), INK),
    )


def _ruin(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, [square(3)]), WRECK),
        (filled(n, STUMPS, 4), SHADE),
        (filled(n, STUMPS), HIT),
    )


def _city(n: int) -> tuple[tuple[Image.Image, Colour], ...]:
    return (
        (filled(n, TOWERS, 5), SHADE),
        (filled(n, TOWERS[::2]), CITY[1]),
        (filled(n, TOWERS[1:2]), CITY[0]),
        (filled(n, WINDOWS), SEA[0]),
    )


DRAWINGS: dict[str, Callable[[int], tuple[tuple[Image.Image, Colour], ...]]] = {
    "hit": _struck,
    "loss": lambda n: (*_struck(n), (lined(n, [(*square(9), square(9)[0])], 7), INK)),
    "near": _ring,
    "miss": _dot,
    "wreck-near": lambda n: (*_ruin(n), *_ring(n)),
    "wreck-miss": lambda n: (*_ruin(n), *_dot(n)),
    "city": _city,
    "stood": lambda n: ((filled(n, [square(3)]), CARD), *_city(n)),
}
"""Every sprite by its name in scenes."""


@lru_cache(maxsize=512)
def sprite(name: str, size: int) -> Image.Image:
    """Return a sprite, ``size`` pixels square, RGBA. Raises ``KeyError`` if the name is unknown."""
    return layered(size, *DRAWINGS[name](size))


WIDTH, TALL = 800, 2400
"""Width, and maximum height, in pixels.

Only a picture whose squares would otherwise be smaller than ``SMALL`` is higher.
"""
SHOWN = (550, 350)
"""The size in pixels at which chats show a picture before it is tapped."""
ACROSS = 2
EDGE, GAP, PAD, BANNER = 12, 12, 8, 104
SMALL, GOOD, LARGE = 11, 18, 84
"""Sides of a square, in pixels: the minimum, a comfortable one for counting, the maximum."""
LEVEL = 3
"""The compression level of zlib; higher levels cost many times more for a few bytes."""


class BoardLayout(Struct, frozen=True, kw_only=True):
    across: int
    count: int
    side: int  # side of a square
    card: tuple[int, int]  # size of a card
    left: int  # edge of the grid within a card
    top: int  # edge of the grid within a card
    label: int
    head: int
    height: int

    def corner(self, i: int) -> tuple[int, int]:
        """Return the top left of card ``i``. The cards of the last row are centred."""
        row, column = divmod(i, self.across)
        in_row = min(self.across, self.count - row * self.across)
        start = (WIDTH - in_row * self.card[0] - (in_row - 1) * GAP) // 2
        return start + column * (self.card[0] + GAP), BANNER + row * (self.card[1] + GAP)


def arrange(axes: Axes, count: int, across: int, footer: int) -> BoardLayout:
    """Arrange ``across`` cards per row with the largest squares that fit."""
    w, h = len(axes.top), len(axes.left)
    rows = -(-count // across)
    card = (WIDTH - 2 * EDGE - (across - 1) * GAP) // across
    head = 46 if rows > 5 else 90
    side = chrome = label = margin = 0
    for label in (26, 24, 21, 18, 15):
        margin = fonts.width("25" if max(w, h) > 10 else "9", label, bold=True) + 12
        chrome = head + label + 7 + 2 * PAD
        wide = (card - 2 * PAD - margin) // w
        high = ((TALL - BANNER - footer) // rows - GAP - chrome) // h
        side = max(min(wide, high, LARGE), min(wide, SMALL))
        if label <= side * 5 // 6:
            break
    tall = chrome + h * side
    return BoardLayout(
        across=across,
        count=count,
        side=side,
        card=(card, tall),
        left=(card - w * side + margin) // 2,
        top=head + label + 7,
        label=label,
        head=head,
        height=BANNER + rows * (tall + GAP) + footer,
    )


@lru_cache(maxsize=64)
def layout(axes: Axes, count: int, footer: int) -> BoardLayout:
    """Return the arrangement with the largest squares."""

    def worth(plan: BoardLayout) -> float:
        shown = plan.side * min(SHOWN[0] / WIDTH, SHOWN[1] / plan.height)
        return shown * min(1.0, plan.side / GOOD) * (1.15 if plan.across == ACROSS else 1)

    if not count:
        return BoardLayout(
            across=1,
            count=0,
            side=0,
            card=(0, 0),
            left=0,
            top=0,
            label=15,
            head=0,
            height=BANNER + footer,
        )
    return max(
        (arrange(axes, count, across, footer) for across in range(1, min(ACROSS, count) + 1)),
        key=worth,
    )


@lru_cache(maxsize=16)
def background(axes: Axes, plan: BoardLayout, standings: tuple[Standing, ...]) -> Image.Image:
    """Return the parts that are the same every turn, as palette numbers: cards with their frames,
    squares and labels. Don't draw on it.
    """
    image = Image.new("RGB", (WIDTH, plan.height), TABLE)
    for i, standing in enumerate(standings):
        at = plan.corner(i)
        image.paste(card_of(axes, plan), at)
        veiled(image, (at[0] + plan.left, at[1] + plan.top), grid_of(axes, plan), standing)
        if frame := FRAMES.get(standing):
            stamp(image, frame, at, shapes.rounded(*plan.card, 14, 5))
    return pen.numbers(image, palette())


@lru_cache(maxsize=16)
def card_of(axes: Axes, plan: BoardLayout) -> Image.Image:
    """Return an empty card: squares and labels. Don't draw on it."""
    card = Image.new("RGB", plan.card, TABLE)
    stamp(card, CARD, (0, 0), shapes.rounded(*plan.card, 14))
    grid = Image.new("RGB", grid_of(axes, plan), CARD)
    drawing = ImageDraw.Draw(grid)
    for x in range(len(axes.top)):
        for y in range(len(axes.left)):
            box = (x * plan.side, y * plan.side, (x + 1) * plan.side - 2, (y + 1) * plan.side - 2)
            drawing.rectangle(box, fill=SEA[(x + y) % 2])
    stamp(grid, FOAM, (0, 0), swell(grid.size, plan.side))
    card.paste(grid, (plan.left, plan.top))
    label(card, axes, plan)
    return card


def grid_of(axes: Axes, plan: BoardLayout) -> tuple[int, int]:
    """Return the width and height of a grid in pixels."""
    return len(axes.top) * plan.side, len(axes.left) * plan.side


def veiled(
    image: Image.Image, at: tuple[int, int], size: tuple[int, int], standing: Standing
) -> None:
    if veil := VEIL[standing]:
        stamp(image, CARD, at, Image.new("L", size, veil))


@lru_cache(maxsize=1_024)
def marked(
    axes: Axes, plan: BoardLayout, at: tuple[int, int], name: str, standing: Standing, *, last: bool
) -> Image.Image:
    """Return one square with a sprite, if ``name`` is set, and the ring of the ``last`` action, as
    palette numbers.
    """
    side = plan.side - 1
    x, y = plan.left + at[0] * plan.side, plan.top + at[1] * plan.side
    image = card_of(axes, plan).crop((x, y, x + side, y + side))
    if name:
        tile = sprite(name, side)
        image.paste(tile, (0, 0), tile)
    veiled(image, (0, 0), image.size, standing)
    if last:
        pen.draw_last(image, LAST, lambda _: (side / 2, side / 2), side, INK)
    return pen.numbers(image, palette())


LAST = LastAction("", (((0, 0, 0),),))


def swell(size: tuple[int, int], side: int) -> Image.Image:
    lines = [
        [(x, y + math.sin(x / side * 1.7 + y) * side / 7) for x in range(-4, size[0] + 8, 6)]
        for y in range(side // 3, size[1], side * 2 // 3)
    ]
    return shapes.faded(shapes.pixels(*size, lines, max(1.0, side / 26)), 110)


def label(card: Image.Image, axes: Axes, plan: BoardLayout) -> None:
    """Write the axes: every label if they fit, else every second or fifth."""
    widest = max(fonts.width(text, plan.label, bold=True) for text in axes.top)
    step = next(step for step in (1, 2, 5) if widest + 3 <= step * plan.side or step == 5)
    for x in range(0, len(axes.top), step):
        at = plan.left + (x + 0.5) * plan.side, plan.top - plan.label // 2 - 4
        middle(card, at, axes.top[x], plan.label, INK)
    step = next(step for step in (1, 2, 5) if plan.label <= step * plan.side or step == 5)
    for y in range(0, len(axes.left), step):
        beside = plan.left - 7, plan.top + (y + 0.5) * plan.side
        write(card, beside, axes.left[y], plan.label, INK, bold=True, anchor="r")


def heading(image: Image.Image, panel: Panel, plan: BoardLayout, at: tuple[int, int]) -> None:
    """Write badge, title, tag and state of one panel, in palette numbers."""
    wide = plan.card[0] - 2 * PAD
    one_line = plan.head < 60
    strong = shades(CARD, (FRAMES | {"out": DIM}).get(panel.standing, INK))
    soft, rim = (shades(CARD, ink) for ink in (DIM, RIM))
    px, small = (24, 20) if one_line else (32, 26)
    line = fonts.fit(panel.line, wide * 3 // 5 if one_line else wide, small)
    before = {"turn": "▶ ", "won": "★ "}.get(panel.standing, "")
    after = f" {panel.tag}" if panel.tag else ""
    badge = fonts.width(panel.badge, small) + 20 if panel.badge else 0
    fixed = badge + fonts.width(before, px, bold=True) + fonts.width(after, px, bold=True)
    room = wide - fixed - (fonts.width(line, small) + 12 if one_line else 0)
    title = before + fonts.fit(panel.title, room, px, bold=True) + after
    x = (
        at[0] + PAD
        if one_line
        else at[0] + (plan.card[0] - badge - fonts.width(title, px, bold=True)) // 2
    )
    y = at[1] + (26 if one_line else 34)
    if badge:
        image.paste(shapes.looked_up(shapes.rounded(badge - 8, 32, 14), rim), (x, y - 16))
        inner = shades(RIM, DIM)
        write(image, (x + (badge - 8) / 2, y), panel.badge, small - 2, inner, anchor="m")
    write(image, (x + badge, y), title, px, strong, bold=True)
    if one_line:
        write(image, (at[0] + plan.card[0] - PAD, y), line, small, soft, anchor="r")
    else:
        write(image, (at[0] + plan.card[0] / 2, at[1] + 72), line, small, soft, anchor="m")


LEGEND = Strip(ground=TABLE, ink=DIM, line=38, below=16, px=24, left=EDGE, right=EDGE, gap=24)


@lru_cache(maxsize=64)
def legend(signs: tuple[Sign, ...], notes: tuple[str, ...]) -> Image.Image:
    """Return the strip below the panels, as palette numbers. Don't draw on it."""
    items = [(sign.sprite, sign.word) for sign in signs] + [("", note) for note in notes]
    return pen.numbers(pen.legend(items, WIDTH, LEGEND, swatch), palette())


def swatch(image: Image.Image, at: tuple[int, int], name: str) -> None:
    corner = at[0], at[1] - 13
    stamp(image, SEA[0], corner, shapes.rounded(26, 26, 3))
    tile = sprite(name, 26)
    image.paste(tile, corner, tile)


@lru_cache(maxsize=64)
def shades(ground: Colour, ink: Colour) -> pen.Shades:
    return pen.shades(ground, ink, palette())


def flat(scene: Scene) -> Image.Image:
    """Rule: BB-29."""
    below, axes = legend(scene.legend, scene.notes), scene.axes
    plan = layout(axes, len(scene.panels), below.height)
    standings = tuple(panel.standing for panel in scene.panels)
    image = background(axes, plan, standings).copy()
    bright, soft = (shades(TABLE, ink) for ink in (INK, DIM))
    centred(image, 34, scene.banner, (38, 34, 30, 26), bright, bold=True, edge=EDGE)
    centred(image, 78, scene.game.last.words, (26, 24), soft, edge=EDGE)
    spots = [way[0] for way in scene.game.last.ways]
    for i, panel in enumerate(scene.panels):
        corner = plan.corner(i)
        signs = {(x, y): "" for board, x, y in spots if board == i}
        lasting = {*signs}
        signs |= {(token.x, token.y): token.sprite for token in panel.tokens}
        for at, name in signs.items():
            tile = marked(axes, plan, at, name, panel.standing, last=at in lasting)
            x, y = corner[0] + plan.left, corner[1] + plan.top
            image.paste(tile, (x + at[0] * plan.side, y + at[1] * plan.side))
        heading(image, panel, plan, corner)
    image.paste(below, (0, plan.height - below.height))
    image.putpalette(palette().getpalette() or [])
    return image


def png(scene: Scene) -> bytes:
    return pen.png(flat(scene), LEVEL)
