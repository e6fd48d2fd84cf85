"""Lines, dashes, polygons and outlined words of maps.

They are masks with their position, cached by shape.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers import fonts
from renderers.toolkit.colours import Colour, mix, rgb
from renderers.toolkit.shapes import Point, disc, faded, pixels, ring

Way = tuple[Point, ...]
Mask = tuple[int, int, Image.Image]
"""Its upper left corner, and a mask."""
FINE = 3
INK, LIGHT = rgb("#14181c"), (255, 255, 255)


def box(x0: float, y0: float, x1: float, y1: float, r: float = 0) -> Way:
    """Return a rectangle. Its corners are rounded by ``r``."""
    if not r:
        return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
    corners = (
        (x1 - r, y0 + r, -90),
        (x1 - r, y1 - r, 0),
        (x0 + r, y1 - r, 90),
        (x0 + r, y0 + r, 180),
    )
    turns = [(x, y, math.radians(a + 15 * k)) for x, y, a in corners for k in range(7)]
    return tuple((x + r * math.cos(t), y + r * math.sin(t)) for x, y, t in turns)


def round_(x: float, y: float, r: float) -> Way:
    return tuple(disc(x, y, r, 24))


def closed(points: Sequence[Point]) -> Way:
    return tuple(ring(points))


def shifted(points: Iterable[Point], dx: float, dy: float) -> Way:
    return tuple((x + dx, y + dy) for x, y in points)


@lru_cache(maxsize=2048)
def filled(*polygons: Way) -> Mask:
    xs, ys = zip(*(point for polygon in polygons for point in polygon), strict=True)
    x0, y0 = math.floor(min(xs)) - 1, math.floor(min(ys)) - 1
    size = math.ceil(max(xs)) + 2 - x0, math.ceil(max(ys)) + 2 - y0
    image = Image.new("L", (size[0] * FINE, size[1] * FINE))
    pen = ImageDraw.Draw(image)
    for polygon in polygons:
        pen.polygon([((x - x0) * FINE, (y - y0) * FINE) for x, y in polygon], 255)
    return x0, y0, image.reduce(FINE)


@lru_cache(maxsize=2048)
def stroked(points: Way, thick: float, dash: tuple[float, float] | None = None) -> Mask:
    """Return a line with round ends as a mask. ``dash`` has the lengths of dashes and gaps in
    pixels.
    """
    pad = math.ceil(thick / 2) + 2
    xs, ys = zip(*points, strict=True)
    x0, y0 = math.floor(min(xs)) - pad, math.floor(min(ys)) - pad
    size = math.ceil(max(xs)) + pad + 1 - x0, math.ceil(max(ys)) + pad + 1 - y0
    image = Image.new("L", (size[0] * FINE, size[1] * FINE))
    pen = ImageDraw.Draw(image)
    for line in dashes(points, *dash) if dash else [points]:
        trace(pen, [((x - x0) * FINE, (y - y0) * FINE) for x, y in line], thick * FINE, 255)
    return x0, y0, image.reduce(FINE)


def trace(
    pen: ImageDraw.ImageDraw, points: Sequence[Point], thick: float, fill: Colour | int
) -> None:
    pen.line(points, fill, max(1, round(thick)))
    r = thick / 2
    for x, y in points:
        pen.ellipse((x - r, y - r, x + r, y + r), fill)


def dashes(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    found, line, left, drawing = list[list[Point]](), [points[0]], on, True
    for (ax, ay), (bx, by) in pairwise(points):
        length, at = math.dist((ax, ay), (bx, by)), 0.0
        while length - at > left:
            at += left
            here = ax + (bx - ax) * at / length, ay + (by - ay) * at / length
            if drawing:
                found.append([*line, here])
            line, drawing = [here], not drawing
            left = on if drawing else off
        left -= length - at
        if drawing:
            line.append((bx, by))
    return [*found, line] if drawing and len(line) > 1 else found


def smooth(points: Sequence[Point], steps: int = 8) -> list[Point]:
    ends = [points[0], *points, points[-1]]
    found = list[Point]()
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(steps):
            t = k / steps
            x, y = (
                0.5
                * (
                    2 * b[i]
                    + (c[i] - a[i]) * t
                    + (2 * a[i] - 5 * b[i] + 4 * c[i] - d[i]) * t * t
                    + (3 * b[i] - a[i] - 3 * c[i] + d[i]) * t**3
                )
                for i in (0, 1)
            )
            found.append((x, y))
    return [*found, points[-1]]


def shortened(a: Point, b: Point, start: float, end: float) -> tuple[Point, Point]:
    """Return the line from ``a`` to ``b``, shortened by ``start`` and ``end`` pixels."""
    far = math.dist(a, b) or 1.0
    ux, uy = (b[0] - a[0]) / far, (b[1] - a[1]) / far
    return (a[0] + ux * start, a[1] + uy * start), (b[0] - ux * end, b[1] - uy * end)


def put(
    image: Image.Image, shape: Mask, colour: Colour, dx: float = 0, dy: float = 0, part: int = 255
) -> None:
    """Apply a colour through a mask, at an opacity of ``part`` / 255."""
    x, y, mask = shape
    cut = faded(mask, part) if part < 255 else mask
    image.paste(colour, (round(x + dx), round(y + dy)), cut)


@lru_cache(maxsize=8192)
def word(text: str, px: int, *, bold: bool, halo: int = 0) -> tuple[Mask, Image.Image | None]:
    """Return the masks of a text and of its outline. The origin is the left end, at half the height
    of a capital.
    """
    x0, y0 = -halo - 2, -px - halo - 2
    size = fonts.width(text, px, bold=bold) + 2 * halo + 6, round(px * 1.9) + 2 * halo
    ink, rim = Image.new("L", size), Image.new("L", size) if halo else None
    x, base = float(-x0), -y0 + round(px * 0.365)
    for run, font in fonts.runs(text, px, bold=bold):
        ImageDraw.Draw(ink).text((round(x), base), run, 255, font, anchor="ls")
        if rim:
            pen = ImageDraw.Draw(rim)
            pen.text((round(x), base), run, 255, font, anchor="ls", stroke_width=halo)
        x += font.getlength(run)
    return (x0, y0, ink), rim


def say(
    image: Image.Image,
    at: Point,
    text: str,
    px: int,
    ink: Colour,
    *,
    bold: bool = True,
    anchor: str = "l",
    halo: Colour | None = None,
    thick: int = 3,
) -> int:
    """Write a line of text with an outline ``thick`` pixels wide in the colour ``halo``. Returns
    its width. ``at`` is the left end, middle or right end, at half the height of a capital.
    """
    wide = fonts.width(text, px, bold=bold)
    left = at[0] - wide * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
    (x, y, mask), rim = word(text, px, bold=bold, halo=thick if halo else 0)
    corner = round(left) + x, round(at[1]) + y
    if rim and halo:
        image.paste(halo, corner, rim)
    image.paste(ink, corner, mask)
    return wide


def tag(
    image: Image.Image,
    at: Point,
    text: str,
    colours: tuple[Colour, Colour, Colour],
    px: int,
    pad: int = 7,
) -> None:
    """Write a text in a rounded box around the point ``at``. ``colours`` are those of box, words
    and rim.
    """
    ground, ink, rim = colours
    wide, half = fonts.width(text, px, bold=True) + 2 * pad, px * 0.62
    x = round(at[0] - wide / 2)
    put(image, filled(box(-2.5, -half - 2.5, wide + 2.5, half + 2.5, 8)), rim, x, round(at[1]))
    put(image, filled(box(0, -half, wide, half, 6)), ground, x, round(at[1]))
    say(image, (x + pad, at[1]), text, px, ink)


class Sprite:
    """A small picture with its mask, drawn four times as large and scaled down."""

    def __init__(self, wide: int, high: int) -> None:
        self.image = Image.new("RGB", (wide, high), INK)
        self.mask = Image.new("L", (wide, high))

    def shape(self, points: Sequence[Point], colour: Colour, grow: float = 0) -> "Sprite":
        """Draw a polygon, wider by ``grow`` on every side."""
        big = Image.new("L", (self.mask.width * 4, self.mask.height * 4))
        pen, at = ImageDraw.Draw(big), [(x * 4, y * 4) for x, y in points]
        pen.polygon(at, 255)
        if grow:
            trace(pen, ring(at), 8 * grow, 255)
        return self.ink(big.reduce(4), colour)

    def line(
        self,
        points: Sequence[Point],
        colour: Colour,
        thick: float,
        dash: tuple[float, float] | None = None,
    ) -> "Sprite":
        big = Image.new("L", (self.mask.width * 4, self.mask.height * 4))
        pen = ImageDraw.Draw(big)
        for part in dashes(points, *dash) if dash else [points]:
            trace(pen, [(x * 4, y * 4) for x, y in part], thick * 4, 255)
        return self.ink(big.reduce(4), colour)

    def ink(self, mask: Image.Image, colour: Colour) -> "Sprite":
        self.image.paste(colour, (0, 0), mask)
        self.mask = ImageChops.lighter(self.mask, mask)
        return self

    def shadow(self, points: Sequence[Point], dx: float, dy: float, soft: float) -> "Sprite":
        """Draw the soft shadow of a polygon, moved by ``dx``, ``dy``."""
        image = Image.new("L", self.mask.size)
        ImageDraw.Draw(image).polygon([(x + dx, y + dy) for x, y in points], 255)
        blurred = image.filter(ImageFilter.GaussianBlur(soft))
        self.mask = ImageChops.lighter(self.mask, faded(blurred, 140))
        return self

    def put(self, image: Image.Image, at: Point, part: int = 255) -> None:
        """Paste the sprite with its middle at ``at``, at an opacity of ``part`` / 255."""
        mask = faded(self.mask, part) if part < 255 else self.mask
        corner = round(at[0]) - mask.width // 2, round(at[1]) - mask.height // 2
        image.paste(self.image, corner, mask)


def noise(seed: int) -> Iterator[float]:
    state = (seed * 7919 + 104729) & 0xFFFFFFFF
    while True:
        state = (state * 1664525 + 1013904223) & 0xFFFFFFFF
        yield (state >> 8) / 0xFFFFFF


def part_of(a: Colour, b: Colour, part: float) -> Colour:
    """Mix two colours: ``part`` of ``b``, from 0 to 1, the rest ``a``."""
    return mix(a, b, round(part * 255))


NIGHT = rgb("#101214")
WHITE = (255, 255, 255)
SIDES: tuple[Colour, ...] = (rgb("#0072b2"), rgb("#d55e00"), rgb("#f0e442"), rgb("#c9a0dc"))
INKS: tuple[Colour, ...] = (WHITE, WHITE, NIGHT, NIGHT)


def side(r: int) -> int:
    """Return half the height of a hex in pixels. ``r`` is its radius to a corner."""
    return round(r * 0.8660254)


def corners(x: float, y: float, r: float, h: float) -> list[Point]:
    a, b = r / 2, h
    return [(x + r, y), (x + a, y + b), (x - a, y + b), (x - r, y), (x - a, y - b), (x + a, y - b)]


@lru_cache(maxsize=128)
def whole(r: int, strength: int = 255) -> Image.Image:
    """Return the mask of a hex, at an opacity of ``strength`` / 255."""
    h = side(r)
    return faded(pixels(2 * r, 2 * h, [corners(r, h, r + 0.5, h + 0.5)]), strength)
