"""A chessboard as PNG, with a bar for each player, the moves since the reader's last one, checks,
and dice.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from msgspec import Struct
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers import fonts
from renderers.toolkit import pen, strokes
from renderers.toolkit.colours import Colour, rgb, stored
from renderers.toolkit.pen import centred, middle, stamp, write
from renderers.toolkit.scene import GameScene, Spot
from renderers.toolkit.shapes import Point, circle, faded, filled, lined, points, rounded

Shape = tuple[Point, ...]
Square = tuple[int, int]
"""Column and row as shown, from 0 at the top left."""


def smooth(points: Sequence[Point], steps: int = 10) -> Shape:
    ends = [points[0], *points, points[-1]]
    curve: list[Point] = []
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(steps):
            t = k / steps
            curve.append((spline(a[0], b[0], c[0], d[0], t), spline(a[1], b[1], c[1], d[1], t)))
    return (*curve, points[-1])


def curve(text: str) -> Shape:
    """Return a curve through points written as ``28,28 72,72``."""
    return smooth(points(text))


def spline(a: float, b: float, c: float, d: float, t: float) -> float:
    """Return a point between ``b`` and ``c`` on a Catmull-Rom spline."""
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def whole(half: Sequence[Point]) -> Shape:
    return (*((50 + x, y) for x, y in half), *((50 - x, y) for x, y in reversed(half)))


def disc(x: float, y: float, radius: float, flat: float = 1.0) -> Shape:
    return tuple((x + (px - 50), y + (py - 50) * flat) for px, py in circle(radius, 40))


def foot(half: float) -> tuple[Shape, Shape]:
    step = whole(smooth([(half - 8, 77), (half - 5, 79), (half - 5, 83), (half - 7, 84.5)], 5))
    plinth = whole(smooth([(half - 4, 83.5), (half - 0.5, 85), (half, 88), (half, 92.5)], 5))
    return step, plinth


class Man(Struct, frozen=True):
    solid: tuple[Shape, ...]
    lines: tuple[Shape, ...] = ()
    holes: tuple[Shape, ...] = ()


SKIRT = whole(curve("23,64 20.5,68 19.5,73 21,79"))
BANDS: tuple[Shape, ...] = (
    curve("28,67.5 39,65.5 50,65 61,65.5 72,67.5"),
    points("30,76.5 70,76.5"),
)
MEN = {
    "P": Man(
        (
            disc(50, 31, 13),
            disc(50, 46.5, 15.5, 0.24),
            whole(curve("8,46 9.5,56 14,66 20,73 22,79")),
            *foot(28),
        )
    ),
    "R": Man(
        (
            whole(points("5,15.5 5,23.5 13.5,23.5 13.5,15.5 23,15.5 23,32 15.5,39.5")),
            whole(points("14.5,39 15.2,52 17,66 20,79")),
            *foot(31),
        ),
        (points("35.5,40 64.5,40"), points("30.5,76.5 69.5,76.5")),
    ),
    "B": Man(
        (
            disc(50, 13.5, 5.8),
            whole(curve("0.5,18 7,24 14,33 17.5,43 15,51 10,56")),
            disc(50, 58, 17.5, 0.2),
            whole(curve("9.5,59 11,66 17,73 22,79")),
            *foot(30),
        ),
        holes=(points("51.5,41.5 62,25.5 65.2,29 55,43"),),
    ),
    "N": Man(
        (
            (
                *curve("33,80 32.5,72 36,64.5 43.5,57.5 50,51 52.5,44.5"),
                *curve("52.5,44.5 47,47.5 40.5,49 35,52.5"),
                *curve("35,52.5 30.5,57 25.5,58 19.5,55 17.5,49.5"),
                *curve("17.5,49.5 19.5,43 24,36.5 28,28.5 37.5,20"),
                (38.5, 9.5),
                (46.5, 15.5),
                (52, 8.5),
                (56, 16.5),
                *curve("56,16.5 66,22.5 74,32 78.5,45.5 79,60 76.5,71 74.5,80"),
            ),
            *foot(31),
        ),
        (curve("58.5,24 67,33 71.5,45 71.5,58 68.5,72"),),
        (disc(38, 31.5, 3), disc(23, 49, 2, 0.8)),
    ),
    "Q": Man(
        (
            *(
                disc(50 + x, y, 5.7)
                for x, y in points("-35.5,28 -18.5,19.5 0,15.5 18.5,19.5 35.5,28")
            ),
            whole(points("0,16 8,50 18.5,20 21,53 35.5,28 24,66")),
            SKIRT,
            *foot(31),
        ),
        BANDS,
    ),
    "K": Man(
        (
            whole(points("3.6,3 3.6,9.2 10.5,9.2 10.5,16 3.6,16 3.6,28")),
            disc(50, 34, 9, 1.15),
            whole(curve("0,40 6,32 15,27.5 26,28 34.5,35")),
            whole(curve("34.5,35 35.5,45 30,54.5 24,61 22.5,67")),
            SKIRT,
            *foot(31),
        ),
        (*BANDS, curve("50,42 50,50 50,60")),
    ),
}


class Army(Struct, frozen=True):
    light: Colour
    shade: Colour
    edge: Colour
    ink: Colour
    rim: Colour


ARMIES = {
    "white": Army(rgb("#fffdf7"), rgb("#dfd5c0"), rgb("#2a231c"), rgb("#3a3128"), rgb("#ffffff")),
    "black": Army(rgb("#565c6c"), rgb("#1d1f28"), rgb("#08090c"), rgb("#d9d3c6"), rgb("#8d94a5")),
}
SHADOW = rgb("#000000")


def paint(size: int, shape: Image.Image, colour: Colour | Image.Image) -> Image.Image:
    layer = Image.new("RGB", (size, size), colour) if isinstance(colour, tuple) else colour.copy()
    layer = layer.convert("RGBA")
    layer.putalpha(shape)
    return layer


def put(
    image: Image.Image, at: tuple[int, int], kind: str, colour: str, size: int, strength: int = 255
) -> None:
    """Draw the piece ``kind`` (P N B R Q K), at an opacity of ``strength`` / 255.

    ``at`` is the top left corner of its square of ``size`` pixels. Raises ``KeyError`` if there is
    no such kind.
    """
    x, y, cut = man(kind, colour, size)
    mask = cut.getchannel("A") if strength == 255 else faded(cut.getchannel("A"), strength)
    image.paste(cut, (at[0] + x, at[1] + y), mask)


@lru_cache(maxsize=256)
def man(kind: str, colour: str, size: int) -> tuple[int, int, Image.Image]:
    """Return a piece as RGBA without its empty edges, and its top left corner in its square."""
    made, army = MEN[kind], ARMIES[colour]
    body, outer = filled(size, made.solid), filled(size, made.solid, 2.3)
    fall = Image.linear_gradient("L").resize((size, size))
    cloth = Image.composite(
        Image.new("RGB", (size, size), army.shade), Image.new("RGB", (size, size), army.light), fall
    )
    under = ImageChops.offset(outer, 0, max(1, size // 32)).filter(
        ImageFilter.GaussianBlur(size / 34)
    )
    image = Image.new("RGBA", (size, size), (0, 0, 0, 0))
    image.alpha_composite(paint(size, under.point([v * 100 // 255 for v in range(256)]), SHADOW))
    image.alpha_composite(paint(size, outer, army.edge))
    image.alpha_composite(paint(size, body, cloth))
    hair = ImageChops.subtract(
        body, ImageChops.offset(body, max(1, size // 48), max(1, size // 48))
    )
    image.alpha_composite(paint(size, hair.point([v * 150 // 255 for v in range(256)]), army.rim))
    if made.lines:
        image.alpha_composite(
            paint(size, ImageChops.multiply(lined(size, made.lines, 2.4), body), army.ink)
        )
    if made.holes:
        image.alpha_composite(
            paint(size, ImageChops.multiply(filled(size, made.holes), body), army.ink)
        )
    left, top, right, low = image.getbbox() or (0, 0, size, size)
    return left, top, image.crop((left, top, right, low))


DieState = Literal["ready", "waiting", "spent", "void"]


class Piece(Struct, frozen=True):
    at: Square
    kind: str  # one of P N B R Q K
    colour: str


class Die(Struct, frozen=True):
    kind: str
    state: DieState
    order: str  # number of the move that used it, or empty
    word: str  # its state in words


class PlayerBar(Struct, frozen=True):
    colour: str
    name: str
    taken: str  # kinds of captured pieces
    lead: int  # lead in material
    acts: bool  # the player must act


class ChessScene(GameScene, frozen=True, kw_only=True):
    """A chessboard with its dice. It has no ``legend``, because everybody knows chess pieces."""

    alarm: bool  # a reply is owed
    head: str  # in the text only, like ``taken``
    taken: str
    status: str
    bars: tuple[PlayerBar, ...]  # upper and lower player
    numbers: tuple[int, ...]  # position of each drawn move in its turn
    roller: str  # colour of the dice
    dice: tuple[Die, ...]
    files: str
    ranks: str
    pieces: tuple[Piece, ...]
    moves: str  # the last moves in words, oldest first
    check: Square | None  # square of a king in check
    check_word: str
    notes: tuple[str, ...]  # in the text only

    @property
    def below(self) -> tuple[str, ...]:
        return self.notes


WIDTH, SIDE, MARGIN = 1000, 114, 44
BANNER, STRIP, DIE, FOOT = 66, 108, 88, 92
BADGE, PREY, STEP = 84, 44, 25
"""Pixels: the king on a bar, a captured piece, and the step to the next piece of its kind."""

TOP = BANNER + STRIP
BOARD = WIDTH
HEIGHT = TOP + BOARD + STRIP + FOOT
LABEL = TEXT = SMALL = 36
LEVEL = 3
DISC, ASIDE = 38, 17
"""Diameter of the number on the square that a move left, in pixels."""

ROOM, FRAME = rgb("#26221f"), rgb("#5d4630")
LIGHT, DARK = rgb("#efdfc2"), rgb("#ad8660")
WORDS, SOFT = rgb("#f4ead8"), rgb("#c9bda8")
ACTS, PLATE = rgb("#f1c945"), rgb("#8f8676")
CALM, ALARM = rgb("#3b4a3a"), rgb("#a3231b")
TRACE = rgb("#e8c93a")
ARROWS = rgb("#1f6b43"), rgb("#2456b0"), rgb("#8a2a8f")
"""Colours of the first, second and third move of a turn."""
DANGER = rgb("#e02814")
IVORY, AMBER, DULL, PALE = rgb("#f6eedd"), rgb("#f1b544"), rgb("#4b453f"), rgb("#6d665d")
BORDERS: dict[DieState, Colour] = {
    "ready": rgb("#6fbf73"),
    "waiting": rgb("#a3231b"),
    "spent": rgb("#5f574f"),
    "void": rgb("#8a8178"),
}
FACES: dict[DieState, Colour] = {"ready": IVORY, "waiting": AMBER, "spent": DULL, "void": PALE}


def corner(at: Square) -> tuple[int, int]:
    return MARGIN + at[0] * SIDE, TOP + MARGIN + at[1] * SIDE


@lru_cache(maxsize=4)
def background(files: str, ranks: str) -> Image.Image:
    """Return frame, squares and coordinates. Don't draw on it: it is cached."""
    image = Image.new("RGB", (WIDTH, HEIGHT), ROOM)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, TOP, WIDTH, TOP + BOARD - 1), fill=FRAME)
    for column in range(8):
        for row in range(8):
            left, top = corner((column, row))
            pen.rectangle(
                (left, top, left + SIDE - 1, top + SIDE - 1), fill=(LIGHT, DARK)[(column + row) % 2]
            )
    for k in range(8):
        centre = MARGIN + k * SIDE + SIDE / 2
        for y in (TOP + MARGIN / 2, TOP + BOARD - MARGIN / 2):
            middle(image, (centre, y), files[k], LABEL, WORDS)
        for x in (MARGIN / 2, WIDTH - MARGIN / 2):
            middle(image, (x, TOP + centre), ranks[k], LABEL, WORDS)
    return image


@lru_cache(maxsize=1)
def glow() -> Image.Image:
    light = Image.new("L", (SIDE, SIDE), 0)
    ImageDraw.Draw(light).ellipse((7, 7, SIDE - 8, SIDE - 8), fill=255)
    return light.filter(ImageFilter.GaussianBlur(9))


def centre(at: Spot) -> tuple[float, float]:
    left, top = corner((at[0], at[1]))
    return left + SIDE / 2, top + SIDE / 2


def board(scene: ChessScene) -> Image.Image:
    """Return the background with traces, check, arrows, pieces, and the numbers of the moves."""
    image = background(scene.files, scene.ranks).copy()
    ways, numbers = scene.game.last.ways, scene.numbers
    full = Image.new("L", (SIDE, SIDE), 255)
    for k, way in enumerate(ways):
        for at in way:
            trace = faded(full, pen.strength(k, len(ways)) * 3 // 5)
            stamp(image, TRACE, corner((at[0], at[1])), trace)
    if scene.check is not None:
        stamp(image, DANGER, corner(scene.check), glow())
    moves = [(way[0], way[-1]) for way in ways]
    lines = [
        beside(centre(move[0]), centre(move[1]), moves[:k].count(move))
        for k, move in enumerate(moves)
    ]
    for number, line in enumerate(lines, numbers[0] if numbers else 1):
        arrow(image, *line, coloured(number))
    for piece in scene.pieces:
        put(image, corner(piece.at), piece.kind, piece.colour, SIDE)
    for number, (start, end) in zip(numbers, lines, strict=False):
        (x, y), _ = strokes.shortened(start, end, SIDE * 0.22, 0)
        numbered(image, (round(x) - DISC // 2, round(y) - DISC // 2), str(number))
    return image


def coloured(number: int) -> Colour:
    return ARROWS[(number - 1) % len(ARROWS)]


def beside(start: Point, end: Point, before: int) -> tuple[Point, Point]:
    """Return a move's line, moved to its right, so that moves there and back don't cover each
    other. ``before`` counts earlier moves of this turn on the same line.
    """
    far, aside = math.dist(start, end) or 1.0, ASIDE * (1 + 1.5 * before)
    dx, dy = (start[1] - end[1]) / far * aside, (end[0] - start[0]) / far * aside
    return (start[0] + dx, start[1] + dy), (end[0] + dx, end[1] + dy)


def arrow(image: Image.Image, start: Point, end: Point, colour: Colour) -> None:
    (left, top), mask = pen.shaft(start, end, SIDE, 0.3)
    stamp(image, WORDS, (left - 2, top - 2), rimmed(mask))
    stamp(image, colour, (left, top), mask)


def rimmed(mask: Image.Image) -> Image.Image:
    """Return a mask that is two pixels wider on every side."""
    whole = Image.new("L", (mask.width + 4, mask.height + 4))
    for at in ((0, 2), (4, 2), (2, 0), (2, 4)):
        whole.paste(255, at, mask)
    return whole


def numbered(image: Image.Image, at: tuple[int, int], number: str) -> None:
    """Draw the number of a move, in its colour, with its top left corner at ``at``."""
    stamp(image, WORDS, (at[0] - 2, at[1] - 2), rounded(DISC + 4, DISC + 4, DISC // 2 + 2))
    stamp(image, coloured(int(number)), at, rounded(DISC, DISC, DISC // 2))
    middle(image, (at[0] + DISC / 2, at[1] + DISC / 2), number, SMALL, WORDS)


def thrown(image: Image.Image, scene: ChessScene, top: int) -> int:
    """Draw the dice at the right end of a bar, each with the number of the move that used it.
    Returns where they begin.
    """
    start = WIDTH - 20 - len(scene.dice) * (DIE + 18)
    for k, die in enumerate(scene.dice):
        x, y = start + k * (DIE + 18), top + (STRIP - DIE) // 2
        stamp(image, BORDERS[die.state], (x, y), rounded(DIE, DIE, 16))
        stamp(image, FACES[die.state], (x + 5, y + 5), rounded(DIE - 10, DIE - 10, 12))
        spent = die.state == "spent"
        put(image, (x + 7, y + 5), die.kind, scene.roller, DIE - 14, 110 if spent else 255)
        if spent:
            ImageDraw.Draw(image).line(
                (x + 12, y + DIE - 14, x + DIE - 14, y + 12), fill=SOFT, width=7
            )
        if die.order:
            numbered(image, (x + DIE - DISC + 6, y + DIE - DISC + 6), die.order)
        if die.state == "waiting":
            for post in (DIE - 30, DIE - 18):
                stamp(image, ALARM, (x + post, y + 9), rounded(8, 26, 3))
    return start


def player(image: Image.Image, scene: ChessScene, bar: PlayerBar, top: int) -> None:
    far = thrown(image, scene, top) if bar.colour == scene.roller else WIDTH - 16
    y = top + (STRIP - BADGE) // 2
    stamp(image, ACTS if bar.acts else FRAME, (12, y - 4), rounded(BADGE + 8, BADGE + 8, 16))
    stamp(image, LIGHT, (16, y), rounded(BADGE, BADGE, 12))
    put(image, (20, y + 4), "K", bar.colour, BADGE - 8)
    x = 16 + BADGE + 20
    name = fonts.fit(f"▶ {bar.name}" if bar.acts else bar.name, far - x - 12, LABEL, bold=True)
    write(image, (x, top + 30), name, LABEL, ACTS if bar.acts else WORDS, bold=True)
    if bar.taken:
        places = [0]
        for kind, following in pairwise(bar.taken):
            places.append(places[-1] + (STEP * 2 // 3 if kind == following else STEP + 8))
        plate = places[-1] + PREY + 8
        stamp(image, PLATE, (x, top + 56), rounded(plate, PREY, 10))
        for kind, place in zip(bar.taken, places, strict=True):
            prey = "black" if bar.colour == "white" else "white"
            put(image, (x + 4 + place, top + 55), kind, prey, PREY)
        x += plate + 14
    if bar.lead > 0:
        write(image, (x, top + 78), f"+{bar.lead}", TEXT, WORDS, bold=True)


def draw(scene: ChessScene) -> Image.Image:
    image = board(scene)
    image.paste(ALARM if scene.alarm else CALM, (0, 0, WIDTH, BANNER))
    centred(image, BANNER / 2, scene.banner, (36, 33, 30, 27, 24), WORDS, bold=True)
    for bar, top in zip(scene.bars, (BANNER, TOP + BOARD), strict=True):
        player(image, scene, bar, top)
    for line, y, ink in ((scene.moves, 66, WORDS), (scene.status, 26, SOFT)):
        write(image, (16, HEIGHT - y), fonts.fit(line, WIDTH - 32, SMALL), SMALL, ink)
    return image


def flat(scene: ChessScene) -> Image.Image:
    return pen.flat(draw(scene), stored("dicechess"))


def png(scene: ChessScene) -> bytes:
    return pen.png(flat(scene), LEVEL)
