"""The decks of a ship to PNG: floors, walls and numbers are drawn once and
kept; all else goes on a copy.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from PIL import Image, ImageDraw

from renderers import fonts
from renderers.derelict.board import Cell, Figure, ShipScene, Window
from renderers.toolkit import last_action, pen
from renderers.toolkit.colours import Colour, mix, palette_of, rgb
from renderers.toolkit.pen import Strip, centred, middle, stamp
from renderers.toolkit.scene import Sign, Spot
from renderers.toolkit.shapes import Point, filled, layered, lined, points, rounded

WIDTH, EDGE, BANNER, STATUS, MARGIN = 800, 12, 60, 44, 40
LARGEST = 64
"""The side of a cell at the most, in pixels."""
LEVEL = 2

SPACE, FLOOR, PLATE, WALL = rgb("#111417"), rgb("#434c5a"), rgb("#3b434f"), rgb("#8593a3")
WORDS, SOFT, SHADE, WHITE = rgb("#f0f3f5"), rgb("#b4c0cc"), rgb("#12171c"), rgb("#ffffff")
MARINE, ALIEN, BLIP = rgb("#61b4e6"), rgb("#cc79a7"), rgb("#e6a817")
AMBER, FIRE, EMBER, SEEN = rgb("#f0a000"), rgb("#f4651e"), rgb("#ffd23f"), rgb("#a8a23a")
GREEN, RED, CYAN = rgb("#59c98b"), rgb("#e5484d"), rgb("#7fe3f0")

Layer = tuple[Image.Image, Colour]


def star(points: int, out: float, inner: float) -> tuple[Point, ...]:
    """Return a star around the middle of the frame."""
    turns = (math.pi * k / points - math.pi / 2 for k in range(2 * points))
    return tuple(
        (
            50 + (out if k % 2 == 0 else inner) * math.cos(t),
            50 + (out if k % 2 == 0 else inner) * math.sin(t),
        )
        for k, t in enumerate(turns)
    )


def disc(radius: float) -> tuple[Point, ...]:
    """Return a circle."""
    return star(24, radius, radius)


def turned(shape: tuple[Point, ...], rot: int) -> tuple[Point, ...]:
    """Return a shape that points down, turned another way: clockwise."""
    for _ in range(rot // 90):
        shape = tuple((100 - y, x) for x, y in shape)
    return shape


NOSE: tuple[Point, ...] = points("34,84 66,84 50,99")
BODIES: dict[str, tuple[tuple[Point, ...], Colour]] = {
    "marine": (disc(34), MARINE),
    "alien": (star(8, 40, 28), ALIEN),
    "blip": (points("50,12 88,50 50,88 12,50"), BLIP),
}
FLAME: tuple[Point, ...] = points("50,8 64,34 82,28 86,62 68,90 32,90 14,62 22,40 36,48")
BARS: tuple[tuple[Point, ...], ...] = tuple(
    ((x, 40), (x + 9, 40), (x + 9, 60), (x, 60)) for x in (12, 34, 57, 79)
)
HATCH: tuple[tuple[Point, ...], ...] = tuple(((x, 92), (x + 40, 8)) for x in (-12, 8, 28, 48, 68))
DASHES: tuple[tuple[Point, ...], ...] = tuple(
    ((46, y), (54, y), (54, y + 12), (46, y + 12)) for y in (4, 31, 58, 85)
)
"""Where one segment ends and the next begins."""
BOX: tuple[Point, ...] = points("8,8 92,8 92,92 8,92 8,8")


def tile(sprite: str, n: int) -> list[Layer]:
    """Return what lies on a cell."""
    match sprite:
        case "door":
            bar = points("4,32 96,32 96,68 4,68")
            return [
                (filled(n, [bar], 3), SHADE),
                (filled(n, [bar]), AMBER),
                (filled(n, BARS), SHADE),
            ]
        case "dooropen":
            posts: tuple[tuple[Point, ...], ...] = (
                points("2,34 18,34 18,66 2,66"),
                points("82,34 98,34 98,66 82,66"),
            )
            return [(filled(n, posts, 2), SHADE), (filled(n, posts), AMBER)]
        case "flame":
            return [
                (filled(n, [FLAME], 3), SHADE),
                (filled(n, [FLAME]), FIRE),
                (filled(n, [star(5, 26, 14)]), EMBER),
            ]
        case "lurk":
            return [(lined(n, HATCH, 6), AMBER)]
        case "alien_entry":
            return [(lined(n, [points("22,22 50,78 78,22 22,22")], 8), ALIEN)]
        case "objective":
            ring = disc(34)
            return [(lined(n, [(*ring, ring[0])], 9), GREEN), (filled(n, [disc(13)]), GREEN)]
        case "drop_marine":
            return [(lined(n, [BOX], 6), MARINE)]
        case "start_marine":
            return [
                (lined(n, [BOX], 6), MARINE),
                (lined(n, [points("30,50 50,70 70,50")], 8), MARINE),
            ]
        case "seen":
            return [(filled(n, [BOX]), SEEN)]
        case "doomed":
            return [(lined(n, [BOX], 10), FIRE), (lined(n, HATCH, 4), EMBER)]
        case "segment":
            return [(filled(n, DASHES), SOFT)]
    return body(sprite, 0, n)


def body(sprite: str, rot: int, n: int) -> list[Layer]:
    """Return a unit without its label."""
    shape, colour = BODIES[sprite]
    nose = [turned(NOSE, rot)] if sprite != "blip" else []
    found = [(filled(n, [shape], 5), SHADE), (filled(n, [shape]), colour)]
    return [
        *([(filled(n, nose, 4), SHADE)] if nose else []),
        *found,
        *([(filled(n, nose), WHITE)] if nose else []),
    ]


@lru_cache(maxsize=256)
def drawn(sprite: str, rot: int, size: int) -> Image.Image:
    """Return a tile, a unit or a badge, ``size`` pixels square, RGBA."""
    if sprite in BADGES:
        colour, _ = BADGES[sprite]
        return layered(size, (filled(size, [disc(48)]), SHADE), (filled(size, [disc(40)]), colour))
    if sprite == "active":
        return layered(size, (lined(size, [BOX], 9), EMBER))
    return layered(
        size, *(body(sprite, rot, size) if sprite in BODIES else tile(sprite, size))
    ).rotate(90 if rot == 90 and sprite not in BODIES else 0)


BADGES: dict[str, tuple[Colour, str]] = {
    "overwatch": (CYAN, "W"),
    "guard": (GREEN, "G"),
    "jam": (RED, "J"),
    "deactivated": (SOFT, "x"),
}


class DeckPlan(Struct, frozen=True, kw_only=True):
    """Where things are, in pixels: ``side`` of a cell, ``left`` and ``top`` of the first one."""

    side: int
    left: int
    top: int
    width: int
    height: int
    window: Window

    def shows(self, at: Spot) -> bool:
        """Return whether a cell lies in the window."""
        x0, y0, x1, y1 = self.window
        return x0 <= at[0] <= x1 and y0 <= at[1] <= y1

    def corner(self, at: Spot) -> tuple[int, int]:
        """Return the top left of a cell."""
        return self.left + (at[0] - self.window[0]) * self.side, self.top + (
            at[1] - self.window[1]
        ) * self.side

    def centre(self, at: Spot) -> tuple[float, float]:
        """Return the middle of a cell."""
        left, top = self.corner(at)
        return left + self.side / 2, top + self.side / 2


@lru_cache(maxsize=64)
def arrange(window: Window) -> DeckPlan:
    """Return the largest cells that fit across."""
    x0, y0, x1, y1 = window
    across, down = x1 - x0 + 1, y1 - y0 + 1
    side = min(LARGEST, (WIDTH - 2 * MARGIN) // across)
    return DeckPlan(
        side=side,
        left=(WIDTH - across * side) // 2,
        top=MARGIN,
        width=WIDTH,
        height=down * side + 2 * MARGIN,
        window=window,
    )


@lru_cache(maxsize=16)
def background(grid: tuple[str, ...], segs: tuple[str, ...], plan: DeckPlan) -> Image.Image:
    """Return floor, walls, ends of segments and numbers. Not to be drawn on."""
    image = Image.new("RGB", (plan.width, plan.height), SPACE)
    pen = ImageDraw.Draw(image)
    x0, y0, x1, y1 = plan.window
    side, px = plan.side, max(11, min(22, plan.side * 2 // 5))

    def floor(x: int, y: int) -> bool:
        return 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == "."

    for y in range(y0, y1 + 1):
        for x in range(x0, x1 + 1):
            if floor(x, y):
                left, top = plan.corner((x, y))
                pen.rectangle((left, top, left + side - 1, top + side - 1), fill=PLATE)
                pen.rectangle(
                    (left, top, left + side - 2, top + side - 2),
                    fill=FLOOR if (x + y) % 2 else PLATE,
                )
    dashes = drawn("segment", 0, side)
    for (x, y), down in ends(segs, grid):
        left, top = plan.corner((x, y))
        if down:
            image.paste(dashes.rotate(90), (left, top - side // 2), dashes.rotate(90))
        else:
            image.paste(dashes, (left - side // 2, top), dashes)
    thick = max(2, side // 14)
    for y in range(y0, y1 + 2):
        for x in range(x0, x1 + 2):
            left, top = plan.corner((x, y))
            if floor(x, y) != floor(x - 1, y):
                pen.rectangle(
                    (
                        left - thick // 2,
                        top - thick // 2,
                        left + thick // 2,
                        top + side + thick // 2,
                    ),
                    fill=WALL,
                )
            if floor(x, y) != floor(x, y - 1):
                pen.rectangle(
                    (
                        left - thick // 2,
                        top - thick // 2,
                        left + side + thick // 2,
                        top + thick // 2,
                    ),
                    fill=WALL,
                )
    widest = fonts.width("38", px, bold=True) + 4
    every = next(step for step in (1, 2, 5) if widest <= step * side or step == 5)
    low = plan.corner((x0, y1 + 1))[1] + MARGIN / 2
    far = plan.corner((x1 + 1, y0))[0] + MARGIN / 2
    for x in range(x0, x1 + 1):
        if x % every == 0:
            for at in (plan.top - MARGIN / 2, low):
                middle(image, (plan.corner((x, y0))[0] + side / 2, at), str(x), px, SOFT)
    for y in range(y0, y1 + 1):
        for at in (plan.left - MARGIN / 2, far):
            middle(image, (at, plan.corner((x0, y))[1] + side / 2), str(y), px, SOFT)
    return image


def ends(segs: tuple[str, ...], grid: tuple[str, ...]) -> Iterator[tuple[Cell, bool]]:
    """Yield the sides of cells where one segment meets another: the left side, or the upper one
    (``True``).
    """
    for y, row in enumerate(segs):
        for x, letter in enumerate(row):
            if x and grid[y][x] == grid[y][x - 1] == "." and letter != row[x - 1]:
                yield (x, y), False
            if y and grid[y][x] == grid[y - 1][x] == "." and letter != segs[y - 1][x]:
                yield (x, y), True


def lay(image: Image.Image, plan: DeckPlan, at: Cell, sprite: str, rot: int = 0) -> None:
    """Paste a sprite on a cell."""
    cut = drawn(sprite, rot, plan.side)
    image.paste(cut, plan.corner(at), cut)


def figure(image: Image.Image, plan: DeckPlan, one: Figure) -> None:
    """Draw a unit with its label, its badge and its markers."""
    side = plan.side
    left, top = plan.corner(one.at)
    if one.active:
        lay(image, plan, one.at, "active")
    lay(image, plan, one.at, one.sprite, one.rot)
    px = max(10, side * (36 if len(one.label) < 3 else 28) // 100)
    middle(image, (left + side / 2, top + side / 2), one.label, px, SHADE)
    if one.badge:
        small = max(9, side * 24 // 100)
        wide = fonts.width(one.badge, small, bold=True) + 4
        stamp(image, SHADE, (left + side - wide, top), rounded(wide, small + 2, 3))
        middle(image, (left + side - wide / 2, top + small / 2 + 1), one.badge, small, WHITE)
    badge = max(11, side * 34 // 100)
    for mark in one.marks:
        at = left, top + (side - badge if mark == "deactivated" else 0)
        cut = drawn(mark, 0, badge)
        image.paste(cut, at, cut)
        spot = at[0] + badge / 2, at[1] + badge / 2
        middle(image, spot, BADGES[mark][1], badge * 2 // 3, SHADE)


LEGEND = Strip(ground=SPACE, ink=SOFT, line=38, below=12, px=24, left=EDGE, right=EDGE)


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    """Draw a sprite on a small piece of floor."""
    x, y = at
    stamp(image, FLOOR, (x, y - 13), rounded(26, 26, 3))
    cut = drawn(sprite, 0, 26)
    image.paste(cut, (x, y - 13), cut)
    if sprite in BADGES:
        middle(image, (x + 13, y), BADGES[sprite][1], 15, SHADE)


@lru_cache(maxsize=32)
def explained(signs: tuple[Sign, ...]) -> Image.Image:
    """Return the legend. Not to be drawn on."""
    return pen.legend([(sign.sprite, sign.word) for sign in signs], WIDTH, LEGEND, swatch)


def deck(scene: ShipScene, plan: DeckPlan) -> Image.Image:
    """Return what lies in a window of the ship."""
    image = background(scene.grid, scene.segs, plan).copy()
    for cell in filter(plan.shows, scene.marked):
        lay(image, plan, cell, scene.marking)
    for one in scene.tiles:
        if plan.shows(one.at):
            lay(image, plan, one.at, one.sprite, one.rot)
    last_action.draw(image, scene.game.last, plan.centre, plan.side, WHITE)
    for unit in scene.figures:
        if plan.shows(unit.at):
            figure(image, plan, unit)
    return image


def overview(scene: ShipScene) -> Image.Image:
    """Return the whole ship in small, with a frame around what is shown in large."""
    plan = arrange(scene.window)
    image = deck(scene, plan)
    (left, top), (right, low) = (
        plan.corner(scene.focus[:2]),
        plan.corner((scene.focus[2] + 1, scene.focus[3] + 1)),
    )
    ImageDraw.Draw(image).rectangle((left, top, right, low), outline=WHITE, width=3)
    return image


def draw(scene: ShipScene) -> Image.Image:
    """Return the scene in full colour: what happens in large, below it the whole ship."""
    parts = [deck(scene, arrange(scene.focus))]
    if scene.focus != scene.window:
        parts.append(overview(scene))
    parts.append(explained(tuple(sign for sign in scene.legend if sign.sprite)))
    head = BANNER + STATUS
    image = Image.new("RGB", (WIDTH, head + sum(part.height for part in parts)), SPACE)
    centred(image, BANNER / 2, scene.banner, (34, 30, 26), WORDS, bold=True, edge=EDGE)
    centred(image, BANNER + STATUS / 2, scene.status, (24, 22), SOFT, edge=EDGE)
    for part in parts:
        image.paste(part, (0, head))
        head += part.height
    return image


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    """Return all colours, and the steps between those that meet."""
    colours: dict[Colour, None] = {}
    for ink in (WORDS, SOFT):
        colours |= dict.fromkeys(mix(SPACE, ink, 255 * k // 8) for k in range(9))
    flat = (MARINE, ALIEN, BLIP, AMBER, FIRE, EMBER, GREEN, RED, CYAN, SOFT, WHITE)
    for ink in flat:
        colours |= dict.fromkeys(mix(SHADE, ink, 255 * k // 6) for k in range(7))
        colours |= dict.fromkeys(mix(FLOOR, ink, 255 * k // 4) for k in range(5))
    colours |= dict.fromkeys((SPACE, FLOOR, PLATE, WALL, SEEN, mix(FLOOR, SHADE, 128)))
    for one, other in combinations((FIRE, EMBER, MARINE, WHITE, ALIEN), 2):
        colours |= dict.fromkeys(mix(one, other, 85 * k) for k in (1, 2))
    return palette_of(colours)


def png(scene: ShipScene) -> bytes:
    """Return the scene as a palette PNG; identical bytes for identical scenes."""
    return pen.png(draw(scene), palette(), LEVEL)
