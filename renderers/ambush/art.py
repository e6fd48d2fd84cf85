"""Tiles and counters of ambush: drawn large, averaged down, and kept."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from renderers.toolkit.colours import Colour, mix, rgb
from renderers.toolkit.hex_art import NIGHT, SIDES, WHITE, corners, side, sown
from renderers.toolkit.shapes import FINE, Point, disc, faded, layered, pixels, ring, turned

VARIANTS = 3
GROUND: dict[str, Colour] = {
    ".": rgb("#cdc994"),
    "w": rgb("#a6bf76"),
    "W": rgb("#6d9353"),
    "r": rgb("#c5ae8c"),
    "1": rgb("#7dbbdd"),
    "2": rgb("#3d82b8"),
    "P": rgb("#b4b4b1"),
    "I": rgb("#e2f1f6"),
    "L": rgb("#c8bda9"),
    "M": rgb("#c8bda9"),
    "H": rgb("#c8bda9"),
    "#": rgb("#55504c"),
}
DARK = frozenset("W2#")
ROOFS: dict[str, Colour] = {"L": rgb("#b98752"), "M": rgb("#9c5f4a"), "H": rgb("#6c7078")}
CROWNS = {"w": rgb("#4d7f38"), "W": rgb("#2f5c2a")}
SOWN = {"w": (6, 0.3), "W": (13, 0.2), "r": (7, 0.26), "I": (4, 0.42), "#": (6, 0.3)}
"""Terrains with ornaments: how many, and how far apart in parts of a hex's radius."""
HILL, PIT, CLIFF = rgb("#7a4f28"), rgb("#2c3b52"), rgb("#5b3a1e")
GRID = rgb("#6d705f")


def ground(tile_code: str, level: int) -> Colour:
    """Return the colour of the ground: the higher the browner."""
    far, part = (HILL, min(200, 38 * level)) if level > 0 else (PIT, min(160, -40 * level))
    return mix(GROUND[tile_code], far, part)


@lru_cache(maxsize=1024)
def tile(code: str, variant: int, level: int, height: int, r: int) -> Image.Image:
    """Return a hex with its ornaments, as a rectangle to be pasted through :func:`whole`."""
    s, h = r * FINE, side(r) * FINE
    base = ground(code, level)
    image = Image.new("RGB", (2 * s, 2 * h), base)
    pen = ImageDraw.Draw(image)
    found = sown(variant, *SOWN[code]) if code in SOWN else ()
    places = [(s + x * s, h + y * s) for x, y in found]
    match code:
        case "w" | "W":
            trees(pen, places, s, CROWNS[code])
        case "r":
            sizes = [s * (0.1 + 0.025 * k) for k in range(3)]
            stones(pen, places, sizes, mix(base, NIGHT, 110), mix(base, NIGHT, 55), 0.1)
        case "#":
            sizes = [s * (0.2 + 0.04 * k) for k in range(3)]
            stones(pen, places, sizes, rgb("#35312f"), rgb("#7c756e"), -0.1)
        case "1" | "2":
            waves(pen, s, h, base)
        case "P":
            for k in (0.82, 0.41):
                line = corners(s, h, s * k, h * k)
                pen.polygon(line, outline=mix(base, NIGHT, 34), width=max(1, s // 40))
        case "I":
            cracks(pen, places, s)
        case "L" | "M" | "H":
            house(pen, s, h, ROOFS[code], height)
    rim_ink = mix(GRID, NIGHT, 60) if code == "#" else GRID
    pen.line(ring(corners(s, h, s, h)), fill=rim_ink, width=max(3, s // 26), joint="curve")
    return image.reduce(FINE)


def trees(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int, crown: Colour) -> None:
    """Draw crowns with a light side."""
    coats = (
        (mix(crown, NIGHT, 90), 1, 0.8, 1, 1.2),
        (crown, 1, 1, 1, 1),
        (mix(crown, WHITE, 60), 0.6, 0.75, 0.25, 0.1),
    )
    for k, (x, y) in enumerate(places):
        size = s * (0.135 + 0.02 * (k % 3))
        for fill, a, b, c, d in coats:
            pen.ellipse((x - size * a, y - size * b, x + size * c, y + size * d), fill=fill)


def stones(
    pen: ImageDraw.ImageDraw,
    places: Sequence[Point],
    sizes: Sequence[float],
    dark: Colour,
    light: Colour,
    lean: float,
) -> None:
    """Draw stones with a dark and a light face; ``lean``: where the light one ends at the foot,
    in parts of their size.
    """
    for k, (x, y) in enumerate(places):
        size = sizes[k % 3]
        left, top = (x - size, y + size), (x, y - size)
        for fill, foot in ((dark, 1), (light, lean)):
            pen.polygon([left, top, (x + size * foot, y + size)], fill=fill)


def waves(pen: ImageDraw.ImageDraw, s: int, h: int, base: Colour) -> None:
    """Draw three wavy lines."""
    for k in (-1, 0, 1):
        y, half = h + h * 0.12 + k * h * 0.4, s * (0.5 if k else 0.62)
        points = [
            (s - half + half * i / 12, y + s * 0.06 * math.sin(i * 0.78 + k)) for i in range(25)
        ]
        pen.line(points, fill=mix(base, WHITE, 100), width=max(2, s // 18), joint="curve")


def cracks(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int) -> None:
    """Draw glints and cracks."""
    for k, (x, y) in enumerate(places):
        a, b = s * 0.22, s * (0.1 - 0.05 * (k % 3))
        start, fork, end = (x - a, y + b), (x - a * 0.2, y - b * 0.6), (x + a, y - b * 1.6)
        pen.line([start, fork, end], fill=rgb("#9dc3d6"), width=s // 26)
        pen.line([fork, (x + a * 0.25, y + s * 0.16)], fill=rgb("#b4d3e1"), width=s // 34)


def house(pen: ImageDraw.ImageDraw, s: int, h: int, roof: Colour, height: int) -> None:
    """Draw a block whose shadow grows with its height."""
    a, b, fall = s * 0.5, s * 0.34, s * (0.05 + 0.06 * height)
    x, y = s - fall / 2, h + s * 0.02
    left, top, right, low = x - a, y - b, x + a, y + b
    shadow = [(left, top), (right, top), (right + fall, top + fall), (right + fall, low + fall)]
    pen.polygon([*shadow, (left + fall, low + fall), (left, low)], fill=mix(roof, NIGHT, 170))
    pen.rectangle((left, top, right, low), fill=roof, outline=mix(roof, NIGHT, 120), width=s // 22)
    pen.line([(left, y), (right, y)], fill=mix(roof, NIGHT, 70), width=s // 26)
    pen.rectangle((x - a * 0.92, y - b * 0.9, x + a * 0.92, y - s // 40), fill=mix(roof, WHITE, 36))


@lru_cache(maxsize=512)
def edge(
    r: int, direction: int, inset: float, thick: float, *, dashed: bool = False
) -> Image.Image:
    """Return the mask of a line along one side of a hex, a frame of four pixels around it."""
    h = side(r)
    line = corners(r + 4, h + 4, r - inset / 0.866, h - inset)
    start, end = line[(direction + 4) % 6], line[(direction + 5) % 6]
    parts = ((0.08, 0.32), (0.68, 0.92)) if dashed else ((0.0, 1.0),)
    return pixels(2 * r + 8, 2 * h + 8, dashes(start, end, parts), thick)


def dashes(start: Point, end: Point, parts: Sequence[tuple[float, float]]) -> list[list[Point]]:
    """Return these parts of the way from one point to another, as lines."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    return [[(x + dx * t, y + dy * t) for t in part] for part in parts]


@lru_cache(maxsize=64)
def dot(size: int) -> Image.Image:
    """Return the mask of a disc."""
    return pixels(size, size, [disc(size / 2, size / 2, size / 2)])


@lru_cache(maxsize=64)
def arrow(size: int, direction: int) -> Image.Image:
    """Return the mask of an arrow's head."""
    a, half = math.pi / 3 * direction, size / 2
    points = [(0.0, -half), (half * 0.9, half * 0.7), (0.0, half * 0.25), (-half * 0.9, half * 0.7)]
    return pixels(size, size, [turned(points, a, half, half)])


def outline(number: int, size: float, flat: float) -> list[Point]:
    """Return the body of a side's counter around the origin: disc, square, hexagon, diamond;
    ``flat``: its height in parts of the usual.
    """
    k, far = 0.88 * size, 1.22 * size
    points = (
        disc(0, 0, size),
        [(-k, -k), (k, -k), (k, k), (-k, k)],
        corners(0, 0, 1.1 * size, 0.953 * size),
        [(0, -far), (far, 0), (0, far), (-far, 0)],
    )[number % 4]
    return [(x, y * flat) for x, y in points]


@lru_cache(maxsize=256)
def body(
    number: int, r: int, *, prone: bool = False, hidden: bool = False, done: bool = False
) -> Image.Image:
    """Return a counter without its label, RGBA, ``2 * r`` pixels square: low if it lies, striped
    and dashed if it hides.
    """
    n, size = 2 * r, r * 0.53
    around = outline(number, size, 0.62 if prone else 1.0)
    at = [(r + x, r + y) for x, y in around]
    colour = SIDES[number % 4]
    if done:
        colour = mix(colour, rgb("#6a6a6a"), 135)
    mask, line = pixels(n, n, [at]), pixels(n, n, [ring(at)], max(2.5, r * 0.085))
    black = Image.new("L", (n, n), 0)
    drop = black.copy()
    drop.paste(mask, (max(1, r // 24), max(2, r // 12)))
    shadow = faded(drop.filter(ImageFilter.GaussianBlur(r / 16)), 150)
    if not hidden:
        fall = (
            Image.linear_gradient("L").resize((n, n)).point([max(0, 120 - v) for v in range(256)])
        )
        shine = Image.composite(fall, black, mask)
        return layered(n, (shadow, NIGHT), (line, NIGHT), (mask, colour), (shine, WHITE))
    stripes = pixels(
        n, n, [[(k, 0), (k + n, n)] for k in range(-n, n, max(7, r // 4))], max(2, r / 13)
    )
    hatch = Image.composite(stripes, black, mask)
    way = around if number % 4 == 0 else thirds(around)
    marks = [[(r + x, r + y) for x, y in way[k : k + 3]] for k in range(0, len(way), 5)]
    dashed = pixels(n, n, marks, max(3, r * 0.1))
    return layered(
        n,
        (shadow, NIGHT),
        (line, NIGHT),
        (mask, mix(colour, NIGHT, 130)),
        (hatch, mix(colour, NIGHT, 40)),
        (dashed, WHITE),
    )


def thirds(points: Sequence[Point]) -> list[Point]:
    """Return the way around a polygon in small steps."""
    return [
        (a + (c - a) * k / 10, b + (d - b) * k / 10)
        for (a, b), (c, d) in pairwise(ring(points))
        for k in range(10)
    ]


@lru_cache(maxsize=256)
def wedge(number: int, r: int, facing: int, *, prone: bool) -> Image.Image:
    """Return which way a counter faces: a white point on its rim, RGBA, ``2 * r`` pixels square.
    Short to the north, where the hex has its number.
    """
    n, a = 2 * r, math.pi / 3 * facing
    far, flat = r * 0.53 * (1.02 if number % 4 else 1.0), 0.62 if prone else 1.0
    away = math.hypot(math.sin(a) * far, math.cos(a) * far * flat)
    tip, foot = r * (0.2 if facing else 0.12), r * 0.04 - away
    head = turned([(0.0, -away - tip), (r * 0.22, foot), (-r * 0.22, foot)], a, r, r)
    thick = max(3, r * 0.11)
    return layered(n, (pixels(n, n, [ring(head)], thick), NIGHT), (pixels(n, n, [head]), WHITE))
