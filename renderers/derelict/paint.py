"""The decks of a ship as PNG.

Floors, walls and numbers are drawn once and cached; everything else is drawn on a copy.
"""

import math
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw

from renderers import fonts
from renderers.derelict import header, sprites
from renderers.derelict.lines import Cell, Figure, ShipScene, Window
from renderers.derelict.sprites import (
    ALIEN,
    AMBER,
    BLIP,
    CELL,
    CYAN,
    EMBER,
    FIRE,
    FLOOR,
    GREEN,
    MARINE,
    NAVY,
    PALE,
    PLATE,
    RED,
    SEEN,
    SHADE,
    SOFT,
    SPACE,
    STEEL,
    WALL,
    WHITE,
    WORDS,
    drawn,
)
from renderers.toolkit import pen, shapes
from renderers.toolkit.colours import Colour, mix, palette_of
from renderers.toolkit.pen import Strip, middle, stamp, write
from renderers.toolkit.scene import Sign, Spot
from renderers.toolkit.strokes import filled, put

WIDTH, EDGE = 800, 12
LABELS, MARGIN = 44, 8
"""The label strips at the left and top of the cells, and the margin elsewhere, in pixels."""
LARGEST, LABEL = 66, 24
"""Maximum side of a cell, and the size of the letters of a label, in pixels."""
SMALL, MAP = 9, (300, 300)
"""Maximum side of a cell in the map of the whole ship, and the space for that map, in pixels."""
ROSTER, FEWEST = 56, 2
"""Height of a line of the roster, in pixels, and its minimum of lines."""
CONE = ((0.0, 0.0), (0.8, -1.7), (-0.8, -1.7))
"""The area covered by overwatch, in cells, facing up."""
LEVEL = 2


class DeckPlan(Struct, frozen=True):
    """The places of a window's cells in pixels from the corner of the first. ``side`` is the size
    of a cell.
    """

    side: int
    window: Window

    @property
    def size(self) -> tuple[int, int]:
        x0, y0, x1, y1 = self.window
        return (x1 - x0 + 1) * self.side, (y1 - y0 + 1) * self.side

    @property
    def left(self) -> int:
        return LABELS + (WIDTH - LABELS - MARGIN - self.size[0]) // 2

    def shows(self, at: Spot) -> bool:
        x0, y0, x1, y1 = self.window
        return x0 <= at[0] <= x1 and y0 <= at[1] <= y1

    def corner(self, at: Spot) -> tuple[int, int]:
        return (at[0] - self.window[0]) * self.side, (at[1] - self.window[1]) * self.side

    def centre(self, at: Spot) -> tuple[float, float]:
        left, top = self.corner(at)
        return left + self.side / 2, top + self.side / 2

    def cells(self) -> Iterator[Cell]:
        x0, y0, x1, y1 = self.window
        return ((x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1))


@lru_cache(maxsize=64)
def arrange(window: Window) -> DeckPlan:
    across = window[2] - window[0] + 1
    return DeckPlan(min(LARGEST, (WIDTH - LABELS - MARGIN) // across), window)


def is_floor(grid: tuple[str, ...], at: Cell) -> bool:
    x, y = at
    return 0 <= y < len(grid) and 0 <= x < len(grid[0]) and grid[y][x] == "."


@lru_cache(maxsize=16)
def background(grid: tuple[str, ...], segs: tuple[str, ...], plan: DeckPlan) -> Image.Image:
    """Return rock, floor, walls and the ends of segments. Don't draw on it."""
    image = Image.new("RGB", plan.size, SPACE)
    pen, side = ImageDraw.Draw(image), plan.side
    for x, y in plan.cells():
        if is_floor(grid, (x, y)):
            left, top = plan.corner((x, y))
            pen.rectangle((left, top, left + side - 1, top + side - 1), fill=PLATE)
            pen.rectangle(
                (left, top, left + side - 2, top + side - 2), fill=FLOOR if (x + y) % 2 else PLATE
            )
        else:
            lay(image, plan, (x, y), "rock")
    dashes = drawn("segment", 0, side)
    for (x, y), down in ends(segs, grid):
        left, top = plan.corner((x, y))
        if down:
            image.paste(dashes.rotate(90), (left, top - side // 2), dashes.rotate(90))
        else:
            image.paste(dashes, (left - side // 2, top), dashes)
    half = max(2, side // 14) // 2
    for x, y in plan.cells():
        left, top = plan.corner((x, y))
        here = is_floor(grid, (x, y))
        walls = (
            ((x - 1, y), (left, top, left, top + side)),
            ((x, y - 1), (left, top, left + side, top)),
            ((x + 1, y), (left + side, top, left + side, top + side)),
            ((x, y + 1), (left, top + side, left + side, top + side)),
        )
        for beside, (x0, y0, x1, y1) in walls:
            if is_floor(grid, beside) != here:
                pen.rectangle((x0 - half, y0 - half, x1 + half, y1 + half), fill=WALL)
    return image


@lru_cache(maxsize=16)
def floor_of(grid: tuple[str, ...], plan: DeckPlan) -> Image.Image:
    """Return the mask of all floor. Don't draw on it."""
    mask = Image.new("L", plan.size, 0)
    for cell in plan.cells():
        if is_floor(grid, cell):
            left, top = plan.corner(cell)
            mask.paste(255, (left, top, left + plan.side, top + plan.side))
    return mask


@lru_cache(maxsize=16)
def frame(plan: DeckPlan) -> Image.Image:
    """Return the labels, with empty space for the cells. Don't draw on it."""
    image = Image.new("RGB", (WIDTH, LABELS + plan.size[1] + MARGIN), SPACE)
    x0, y0, x1, y1 = plan.window
    widest = fonts.width("38", LABEL, bold=True) + 4
    every = next(step for step in (1, 2, 5) if widest <= step * plan.side or step == 5)
    for x in range(x0, x1 + 1):
        if x % every == 0:
            at = plan.left + plan.centre((x, y0))[0], LABELS / 2
            middle(image, at, str(x), LABEL, SOFT)
    for y in range(y0, y1 + 1):
        at = plan.left - LABELS / 2, LABELS + plan.centre((x0, y))[1]
        middle(image, at, str(y), LABEL, SOFT)
    return image


def ends(segs: tuple[str, ...], grid: tuple[str, ...]) -> Iterator[tuple[Cell, bool]]:
    """Yield the sides of cells where one segment meets another. It is the left side, or the upper
    one (``True``).
    """
    for y, row in enumerate(segs):
        for x, letter in enumerate(row):
            if x and grid[y][x] == grid[y][x - 1] == "." and letter != row[x - 1]:
                yield (x, y), False
            if y and grid[y][x] == grid[y - 1][x] == "." and letter != segs[y - 1][x]:
                yield (x, y), True


def lay(image: Image.Image, plan: DeckPlan, at: Cell, sprite: str, rot: int = 0) -> None:
    cut = drawn(sprite, rot, plan.side)
    image.paste(cut, plan.corner(at), cut)


def watch(image: Image.Image, scene: ShipScene, plan: DeckPlan) -> None:
    found = Image.new("L", plan.size, 0)
    for unit in scene.figures:
        if "overwatch" in unit.marks and plan.shows(unit.at):
            at = plan.centre(unit.at)
            cone = [(a * plan.side, b * plan.side) for a, b in CONE]
            x, y, mask = filled(tuple(shapes.turned(cone, math.radians(unit.rot + 180), *at)))
            found.paste(255, (x, y), mask)
    if box := found.getbbox():
        floor = floor_of(scene.grid, plan).crop(box)
        seen = shapes.faded(ImageChops.multiply(found.crop(box), floor), 80)
        stamp(image, CYAN, box[:2], seen)


def unit_at(image: Image.Image, at: tuple[int, int], side: int, unit: Figure) -> None:
    left, top = at
    kept = sprites.faded if sprites.DONE in unit.marks else drawn
    cut = kept(unit.sprite, unit.rot, side)
    image.paste(cut, at, cut)
    px = max(23, side * (38 if len(unit.label) < 2 else 34) // 100)
    x, y = sprites.heart(unit.sprite, unit.rot)
    ink = WHITE if unit.sprite in sprites.WEAPONS else SHADE
    middle(image, (left + x * side / 100, top + y * side / 100), unit.label, px, ink)


def figure(image: Image.Image, plan: DeckPlan, one: Figure) -> None:
    side = plan.side
    left, top = plan.corner(one.at)
    if one.active:
        lay(image, plan, one.at, "active")
    unit_at(image, (left, top), side, one)
    if one.badge:
        small = max(9, side * 36 // 100)
        wide = fonts.width(one.badge, small, bold=True) + 4
        stamp(image, SHADE, (left + side - wide, top), shapes.rounded(wide, small + 2, 3))
        middle(image, (left + side - wide / 2, top + small / 2 + 1), one.badge, small, WHITE)
    size = max(11, side * 36 // 100)
    across, down = sprites.BEHIND[one.rot]
    for k, mark in enumerate(signs(one)):
        cut = drawn(mark, 0, size)
        # Put a second badge further back along the side of the shoulder.
        x = across * (side - size) + (1 - 2 * across) * k * size
        image.paste(cut, (left + round(x), top + round(down * (side - size))), cut)


def signs(one: Figure) -> Iterable[str]:
    return (mark for mark in one.marks if mark in sprites.BADGES)


LEGEND = Strip(ground=SPACE, ink=SOFT, line=38, below=12, px=24, left=EDGE, right=EDGE)
EXPLAINED = 2
"""Lines of the legend. Rare signs come first."""
RARE = ("seen", "doomed", "segment", "lurk", "alien_entry", "drop_marine", "start_marine")


def swatch(image: Image.Image, at: tuple[int, int], sprite: str) -> None:
    x, y = at
    stamp(image, FLOOR, (x, y - 15), shapes.rounded(30, 30, 3))
    if sprite == sprites.DONE:
        cut = sprites.faded("marine", 180, 30)
    else:
        cut = drawn(sprite, 180 if sprite in ("marine", "alien") else 0, 30)
    image.paste(cut, (x, y - 15), cut)


@lru_cache(maxsize=32)
def explained(signs: tuple[Sign, ...]) -> Image.Image:
    """Return the legend. Don't draw on it."""
    rare = sorted(signs, key=lambda sign: RARE.index(sign.sprite) if sign.sprite in RARE else 9)
    items = [(sign.sprite, sign.word) for sign in rare]
    shown = [line < EXPLAINED for _, line, _, _ in pen.placed(items, WIDTH, LEGEND)]
    found = Image.new("RGB", (WIDTH, EXPLAINED * LEGEND.line + LEGEND.below), SPACE)
    found.paste(pen.legend(items[: sum(shown)], WIDTH, LEGEND, swatch))
    return found


def deck(scene: ShipScene) -> Image.Image:
    """Return the enlarged part with the action. Cut objects end at the labels."""
    plan = arrange(scene.focus)
    image = background(scene.grid, scene.segs, plan).copy()
    for cell in filter(plan.shows, scene.marked):
        lay(image, plan, cell, scene.marking)
    watch(image, scene, plan)
    for one in scene.tiles:
        if plan.shows(one.at):
            lay(image, plan, one.at, one.sprite, one.rot)
    if not scene.fired:
        pen.draw_last(image, scene.game.last, plan.centre, plan.side, WHITE)
    for unit in scene.figures:
        if plan.shows(unit.at):
            figure(image, plan, unit)
    for way in scene.game.last.ways if scene.fired else ():
        fire(image, plan, way, scene.fired)
    whole = frame(plan).copy()
    whole.paste(image, (plan.left, LABELS))
    return whole


def fire(image: Image.Image, plan: DeckPlan, way: tuple[Spot, ...], fired: str) -> None:
    (x0, y0), (x1, y1) = plan.centre(way[0]), plan.centre(way[-1])
    far, side = math.hypot(x1 - x0, y1 - y0), plan.side
    turn = math.atan2(y1 - y0, x1 - x0)
    if fired == "burn":
        jets = ((FIRE, 0.42, far + side * 0.45), (EMBER, 0.2, far + side * 0.2))
    else:
        jets = ((SHADE, 0.085, far), (EMBER, 0.05, far))
    for colour, half, end in jets:
        broad, thin = half * side, (0.04 if fired == "burn" else half) * side
        wedge = [(0.42 * side, -thin), (end, -broad), (end, broad), (0.42 * side, thin)]
        beam = filled(tuple(shapes.turned(wedge, turn, x0, y0)))
        put(image, beam, colour, part=190 if fired == "burn" else 255)
    if fired == "shoot" and plan.shows(way[-1]):
        lay(image, plan, (way[-1][0], way[-1][1]), "burst")


DOTS: dict[str, tuple[Colour, tuple[shapes.Point, ...]]] = {
    "marine": (MARINE, CELL),
    "alien": (ALIEN, shapes.points("50,-10 110,50 50,110 -10,50")),
    "blip": (BLIP, tuple(shapes.disc(50, 50, 55))),
    "objective": (GREEN, CELL),
    "flame": (FIRE, CELL),
    "door": (AMBER, CELL),
}


def overview(scene: ShipScene) -> Image.Image:
    x0, y0, x1, y1 = scene.window
    across, down = x1 - x0 + 1, y1 - y0 + 1
    side = max(3, min(SMALL, MAP[0] // across, MAP[1] // down))
    plan = DeckPlan(side, scene.window)
    image = Image.new("RGB", (plan.size[0] + 1, plan.size[1] + 1), SPACE)
    image.paste(WALL, (0, 0, *plan.size), floor_of(scene.grid, plan))
    dots = [(one.sprite, one.at) for one in scene.tiles]
    dots += [(one.sprite.partition("_")[0], one.at) for one in scene.figures]
    for sprite, at in dots:
        if sprite in DOTS:
            colour, shape = DOTS[sprite]
            stamp(image, colour, plan.corner(at), shapes.filled(side, [shape]))
    first, last = plan.corner(scene.focus[:2]), plan.corner(scene.focus[2:])
    box, brush = (*first, last[0] + side, last[1] + side), ImageDraw.Draw(image)
    for way in scene.game.last.ways[-1:]:
        x, y = plan.centre(way[-1])
        brush.ellipse((x - side, y - side, x + side, y + side), outline=EMBER, width=2)
    brush.rectangle(box, outline=WHITE, width=2)
    return image


def roster(scene: ShipScene, wide: int) -> Image.Image:
    marines = [one for one in scene.figures if one.sprite in sprites.WEAPONS]
    columns = max(1, min(len(marines), wide // 220))
    room, lines = wide // columns, -(-len(marines) // columns)
    image = Image.new("RGB", (wide, max(FEWEST, lines) * ROSTER), SPACE)
    for k, one in enumerate(marines):
        left, top = k % columns * room, k // columns * ROSTER
        unit_at(image, (left, top + 4), 48, upright(one))
        marks = list(signs(one))
        words = fonts.fit(one.words, room - 66 - 34 * len(marks), 24)
        write(image, (left + 58, top + ROSTER / 2), words, 24, WORDS)
        for n, mark in enumerate(marks):
            cut = drawn(mark, 0, 30)
            at = left + 64 + 34 * n + round(fonts.width(words, 24)), top + ROSTER // 2 - 15
            image.paste(cut, at, cut)
    return image


def upright(one: Figure) -> Figure:
    return Figure(
        at=one.at,
        sprite=one.sprite,
        rot=180,
        label=one.label,
        badge=one.badge,
        words=one.words,
        marks=one.marks,
        active=one.active,
    )


def beside(scene: ShipScene) -> Image.Image:
    left = EDGE
    parts = []
    if scene.focus != scene.window:
        parts.append((left, overview(scene)))
        left += MAP[0] + 2 * EDGE
    parts.append((left, roster(scene, WIDTH - EDGE - left)))
    image = Image.new("RGB", (WIDTH, max(part.height for _, part in parts) + EDGE), SPACE)
    for x, part in parts:
        image.paste(part, (x, 0))
    return image


def draw(scene: ShipScene) -> Image.Image:
    legend = tuple(sign for sign in scene.legend if sign.sprite)
    parts = [*header.parts(scene, WIDTH), deck(scene), beside(scene), explained(legend)]
    head = 0
    image = Image.new("RGB", (WIDTH, sum(part.height for part in parts)), SPACE)
    for part in parts:
        image.paste(part, (0, head))
        head += part.height
    return image


@lru_cache(maxsize=1)
def palette() -> Image.Image:
    colours: dict[Colour, None] = {}
    for ink in (WORDS, SOFT):
        colours |= dict.fromkeys(mix(SPACE, ink, 255 * k // 8) for k in range(9))
    colours |= dict.fromkeys(header.colours())
    flat = (MARINE, ALIEN, BLIP, AMBER, FIRE, EMBER, GREEN, RED, CYAN, STEEL, WHITE)
    for ink in flat:
        colours |= dict.fromkeys(mix(SHADE, ink, 255 * k // 6) for k in range(7))
        colours |= dict.fromkeys(mix(FLOOR, ink, 255 * k // 4) for k in range(5))
    colours |= dict.fromkeys((SPACE, FLOOR, PLATE, WALL, SEEN, NAVY, PALE, mix(FLOOR, SHADE, 128)))
    colours |= dict.fromkeys(mix(floor, CYAN, 80) for floor in (FLOOR, PLATE))
    colours |= dict.fromkeys(mix(SPACE, FLOOR, 85 * k) for k in (1, 2))
    for one, other in ((NAVY, WHITE), (NAVY, MARINE), (PALE, SHADE), (PALE, ALIEN)):
        colours |= dict.fromkeys(mix(one, other, 64 * k) for k in (1, 2, 3))
    for one, other in combinations((FIRE, EMBER, MARINE, WHITE, ALIEN), 2):
        colours |= dict.fromkeys(mix(one, other, 85 * k) for k in (1, 2))
    return palette_of(colours)


def flat(scene: ShipScene) -> Image.Image:
    return pen.flat(draw(scene), palette())


def png(scene: ShipScene) -> bytes:
    return pen.png(flat(scene), LEVEL)
