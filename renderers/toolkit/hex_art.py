"""Tiles and counters for hex maps: drawn large, averaged down, and kept."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from renderers.toolkit.colours import Colour, mix, rgb
from renderers.toolkit.hex_board import side
from renderers.toolkit.pen import stamp
from renderers.toolkit.shapes import Point, layered

FINER = 4
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
HILL, PIT, CLIFF = rgb("#7a4f28"), rgb("#2c3b52"), rgb("#5b3a1e")
GRID, NIGHT = rgb("#6d705f"), rgb("#101214")
WHITE = (255, 255, 255)
SIDES: tuple[Colour, ...] = (rgb("#0072b2"), rgb("#d55e00"), rgb("#f0e442"), rgb("#c9a0dc"))
INKS: tuple[Colour, ...] = (WHITE, WHITE, NIGHT, NIGHT)


def corners(x: float, y: float, r: float, h: float) -> list[Point]:
    """The corners of a hex, the right one first, clockwise."""
    return [
        (x + r, y),
        (x + r / 2, y + h),
        (x - r / 2, y + h),
        (x - r, y),
        (x - r / 2, y - h),
        (x + r / 2, y - h),
    ]


def sown(variant: int, count: int, apart: float) -> Iterator[Point]:
    """Places in a hex of radius 1 below its number, at least so far apart:
    the same for the same variant.
    """
    state, found = (variant * 7919 + 104729) & 0xFFFFFF, list[Point]()
    for _ in range(count * 30):
        state = (state * 1140671485 + 12820163) & 0xFFFFFF
        x = (state >> 12) / 4096 * 1.6 - 0.8
        state = (state * 1140671485 + 12820163) & 0xFFFFFF
        y = (state >> 12) / 4096 * 1.1 - 0.36
        inside = abs(x) < 0.84 - abs(y) * 0.58
        if inside and all(math.hypot(x - a, y - b) >= apart for a, b in found):
            found.append((x, y))
            if len(found) == count:
                break
    yield from sorted(found, key=lambda at: (at[1], at[0]))


def ground(tile_code: str, level: int) -> Colour:
    """The colour of the ground: the higher the browner."""
    base = GROUND[tile_code]
    return (
        mix(base, HILL, min(200, 38 * level))
        if level > 0
        else mix(base, PIT, min(160, -40 * level))
    )


@lru_cache(maxsize=1024)
def tile(code: str, variant: int, level: int, height: int, r: int) -> Image.Image:
    """A hex with its ornaments, as a rectangle to be pasted through :func:`whole`."""
    s, h = r * FINER, side(r) * FINER
    base = ground(code, level)
    image = Image.new("RGB", (2 * s, 2 * h), base)
    pen = ImageDraw.Draw(image)
    places = [(s + x * s, h + y * s) for x, y in ornaments(code, variant)]
    if code in "wW":
        trees(pen, places, s, CROWNS[code])
    elif code == "r":
        rocks(pen, places, s, base)
    elif code in "12":
        waves(pen, s, h, base)
    elif code == "P":
        for k in (0.82, 0.41):
            pen.polygon(
                corners(s, h, s * k, h * k), outline=mix(base, NIGHT, 34), width=max(1, s // 40)
            )
    elif code == "I":
        cracks(pen, places, s)
    elif code == "#":
        crags(pen, places, s)
    elif code in ROOFS:
        house(pen, s, h, ROOFS[code], height)
    line = corners(s, h, s, h)
    pen.line(
        [*line, line[0]],
        fill=mix(GRID, NIGHT, 60) if code == "#" else GRID,
        width=max(3, s // 26),
        joint="curve",
    )
    return image.reduce(FINER)


def ornaments(code: str, variant: int) -> Iterator[Point]:
    """Where the ornaments of a terrain stand."""
    how = {"w": (6, 0.3), "W": (13, 0.2), "r": (7, 0.26), "I": (4, 0.42), "#": (6, 0.3)}.get(code)
    if how:
        yield from sown(variant, *how)


def trees(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int, crown: Colour) -> None:
    """Crowns with a light side."""
    for k, (x, y) in enumerate(places):
        size = s * (0.135 + 0.02 * (k % 3))
        pen.ellipse(
            (x - size, y - size * 0.8, x + size, y + size * 1.2), fill=mix(crown, NIGHT, 90)
        )
        pen.ellipse((x - size, y - size, x + size, y + size), fill=crown)
        pen.ellipse(
            (x - size * 0.6, y - size * 0.75, x + size * 0.25, y + size * 0.1),
            fill=mix(crown, WHITE, 60),
        )


def rocks(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int, base: Colour) -> None:
    """Stones with a light and a dark face."""
    for k, (x, y) in enumerate(places):
        size = s * (0.1 + 0.025 * (k % 3))
        pen.polygon(
            [(x - size, y + size), (x, y - size), (x + size, y + size)], fill=mix(base, NIGHT, 110)
        )
        pen.polygon(
            [(x - size, y + size), (x, y - size), (x + size * 0.1, y + size)],
            fill=mix(base, NIGHT, 55),
        )


def waves(pen: ImageDraw.ImageDraw, s: int, h: int, base: Colour) -> None:
    """Three wavy lines."""
    for k in (-1, 0, 1):
        y, half = h + h * 0.12 + k * h * 0.4, s * (0.5 if k else 0.62)
        points = [
            (s - half + half * i / 12, y + s * 0.06 * math.sin(i * 0.78 + k)) for i in range(25)
        ]
        pen.line(points, fill=mix(base, WHITE, 100), width=max(2, s // 18), joint="curve")


def cracks(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int) -> None:
    """Glints and cracks."""
    for k, (x, y) in enumerate(places):
        a, b = s * 0.22, s * (0.1 - 0.05 * (k % 3))
        pen.line(
            [(x - a, y + b), (x - a * 0.2, y - b * 0.6), (x + a, y - b * 1.6)],
            fill=rgb("#9dc3d6"),
            width=s // 26,
        )
        pen.line(
            [(x - a * 0.2, y - b * 0.6), (x + a * 0.25, y + s * 0.16)],
            fill=rgb("#b4d3e1"),
            width=s // 34,
        )


def crags(pen: ImageDraw.ImageDraw, places: Sequence[Point], s: int) -> None:
    """Steep rock."""
    for k, (x, y) in enumerate(places):
        size = s * (0.2 + 0.04 * (k % 3))
        pen.polygon(
            [(x - size, y + size), (x, y - size), (x + size, y + size)], fill=rgb("#35312f")
        )
        pen.polygon(
            [(x - size, y + size), (x, y - size), (x - size * 0.1, y + size)], fill=rgb("#7c756e")
        )


def house(pen: ImageDraw.ImageDraw, s: int, h: int, roof: Colour, height: int) -> None:
    """A block whose shadow grows with its height."""
    a, b, fall = s * 0.5, s * 0.34, s * (0.05 + 0.06 * height)
    x, y = s - fall / 2, h + s * 0.02
    shadow = [
        (x - a, y - b),
        (x + a, y - b),
        (x + a + fall, y - b + fall),
        (x + a + fall, y + b + fall),
    ]
    pen.polygon([*shadow, (x - a + fall, y + b + fall), (x - a, y + b)], fill=mix(roof, NIGHT, 170))
    pen.rectangle(
        (x - a, y - b, x + a, y + b), fill=roof, outline=mix(roof, NIGHT, 120), width=s // 22
    )
    pen.line([(x - a, y), (x + a, y)], fill=mix(roof, NIGHT, 70), width=s // 26)
    pen.rectangle((x - a * 0.92, y - b * 0.9, x + a * 0.92, y - s // 40), fill=mix(roof, WHITE, 36))


def shape(
    width: int, height: int, polygons: Sequence[Sequence[Point]], thick: float = 0
) -> Image.Image:
    """Mask of polygons in pixels; with ``thick`` of lines with round ends through their points."""
    image = Image.new("L", (width * FINER, height * FINER), 0)
    pen = ImageDraw.Draw(image)
    for polygon in polygons:
        points = [(x * FINER, y * FINER) for x, y in polygon]
        if not thick:
            pen.polygon(points, fill=255)
            continue
        half = thick * FINER / 2
        pen.line(points, fill=255, width=max(1, round(2 * half)), joint="curve")
        for x, y in points:
            pen.ellipse((x - half, y - half, x + half, y + half), fill=255)
    return image.reduce(FINER)


@lru_cache(maxsize=128)
def whole(r: int, strength: int = 255) -> Image.Image:
    """The mask of a hex."""
    h = side(r)
    return shape(2 * r, 2 * h, [corners(r, h, r + 0.5, h + 0.5)]).point(
        [v * strength // 255 for v in range(256)]
    )


@lru_cache(maxsize=128)
def rim(r: int, inset: float, thick: float) -> Image.Image:
    """The mask of a line within a hex, along its sides."""
    h = side(r)
    line = corners(r, h, r - inset / 0.866, h - inset)
    return shape(2 * r, 2 * h, [[*line, line[0]]], thick)


@lru_cache(maxsize=512)
def edge(r: int, direction: int, inset: float, thick: float, dashed: bool) -> Image.Image:
    """The mask of a line along one side of a hex, a frame of four pixels around it."""
    h = side(r)
    line = corners(r + 4, h + 4, r - inset / 0.866, h - inset)
    (ax, ay), (bx, by) = line[(direction + 4) % 6], line[(direction + 5) % 6]
    parts = ((0.08, 0.32), (0.68, 0.92)) if dashed else ((0.0, 1.0),)
    return shape(
        2 * r + 8,
        2 * h + 8,
        [[(ax + (bx - ax) * t, ay + (by - ay) * t) for t in part] for part in parts],
        thick,
    )


@lru_cache(maxsize=512)
def step(dx: int, dy: int, thick: float, apart: float, dashed: bool) -> tuple[int, Image.Image]:
    """A frame around both ends, and the mask of a line from one to the other;
    ``apart``: two lines, so far apart.
    """
    pad = round(thick + apart) + 3
    length = math.hypot(dx, dy)
    ox, oy = -dy / length * apart / 2, dx / length * apart / 2
    x, y = pad + max(0, -dx), pad + max(0, -dy)
    parts = ((0.1, 0.38), (0.62, 0.9)) if dashed else ((0.0, 1.0),)
    lines = [
        [(x + dx * t + sign * ox, y + dy * t + sign * oy) for t in part]
        for part in parts
        for sign in ((1, -1) if apart else (0,))
    ]
    return pad, shape(abs(dx) + 2 * pad, abs(dy) + 2 * pad, lines, thick)


def line(
    image: Image.Image,
    ends: tuple[tuple[int, int], tuple[int, int]],
    colour: Colour,
    thick: float,
    apart: float = 0,
    *,
    dashed: bool = False,
) -> None:
    """Draw a line between two pixels; ``apart``: two lines, so far apart."""
    (ax, ay), (bx, by) = ends
    if (ax, ay) != (bx, by):
        pad, mask = step(bx - ax, by - ay, thick, apart, dashed)
        stamp(image, colour, (min(ax, bx) - pad, min(ay, by) - pad), mask)


@lru_cache(maxsize=64)
def dot(size: int) -> Image.Image:
    """The mask of a disc."""
    return shape(size, size, [disc(size / 2, size / 2, size / 2)])


@lru_cache(maxsize=64)
def arrow(size: int, direction: int) -> Image.Image:
    """The mask of an arrow's head."""
    a, half = math.pi / 3 * direction, size / 2
    points = [(0.0, -half), (half * 0.9, half * 0.7), (0.0, half * 0.25), (-half * 0.9, half * 0.7)]
    return shape(size, size, [turned(points, a, half, half)])


def disc(x: float, y: float, radius: float, half: int = 30) -> list[Point]:
    """Return a circle; ``half`` of its points are on either side."""
    return [
        (x + radius * math.cos(k * math.pi / half), y + radius * math.sin(k * math.pi / half))
        for k in range(2 * half)
    ]


def turned(points: Sequence[Point], angle: float, x: float, y: float) -> list[Point]:
    """Points turned clockwise around the origin, which comes to lie at ``x``, ``y``."""
    c, s = math.cos(angle), math.sin(angle)
    return [(x + a * c - b * s, y + a * s + b * c) for a, b in points]


def outline(number: int, size: float, flat: float) -> list[Point]:
    """The body of a side's counter around the origin: disc, square, hexagon, diamond; ``flat``:
    its height in parts of the usual.
    """
    if number % 4 == 0:
        points = disc(0, 0, size)
    elif number % 4 == 1:
        points = [
            (-0.88 * size, -0.88 * size),
            (0.88 * size, -0.88 * size),
            (0.88 * size, 0.88 * size),
        ]
        points.append((-0.88 * size, 0.88 * size))
    elif number % 4 == 2:
        points = corners(0, 0, 1.1 * size, 0.953 * size)
    else:
        points = [(0, -1.22 * size), (1.22 * size, 0), (0, 1.22 * size), (-1.22 * size, 0)]
    return [(x, y * flat) for x, y in points]


@lru_cache(maxsize=256)
def body(number: int, r: int, prone: bool, hidden: bool, done: bool) -> Image.Image:
    """A counter without its label, RGBA, ``2 * r`` pixels square: low if it lies,
    striped and dashed if it hides.
    """
    n, size = 2 * r, r * 0.53
    around = outline(number, size, 0.62 if prone else 1.0)
    at = [(r + x, r + y) for x, y in around]
    colour = SIDES[number % 4]
    if done:
        colour = mix(colour, rgb("#6a6a6a"), 135)
    mask, line = shape(n, n, [at]), shape(n, n, [[*at, at[0]]], max(2.5, r * 0.085))
    drop = Image.new("L", (n, n), 0)
    drop.paste(mask, (max(1, r // 24), max(2, r // 12)))
    shadow = drop.filter(ImageFilter.GaussianBlur(r / 16)).point(
        [v * 150 // 255 for v in range(256)]
    )
    if not hidden:
        light = Image.new("L", (n, n), 0)
        light.paste(
            Image.linear_gradient("L").resize((n, n)).point([max(0, 120 - v) for v in range(256)]),
            (0, 0),
        )
        shine = Image.composite(light, Image.new("L", (n, n), 0), mask)
        return layered(n, (shadow, NIGHT), (line, NIGHT), (mask, colour), (shine, WHITE))
    stripes = shape(
        n, n, [[(k, 0), (k + n, n)] for k in range(-n, n, max(7, r // 4))], max(2, r / 13)
    )
    hatch = Image.composite(stripes, Image.new("L", (n, n), 0), mask)
    ring = [around[k * len(around) // 60] for k in range(60)] if number % 4 == 0 else thirds(around)
    dashes = [[(r + x, r + y) for x, y in ring[k : k + 3]] for k in range(0, len(ring), 5)]
    dashed = shape(n, n, dashes, max(3, r * 0.1))
    return layered(
        n,
        (shadow, NIGHT),
        (line, NIGHT),
        (mask, mix(colour, NIGHT, 130)),
        (hatch, mix(colour, NIGHT, 40)),
        (dashed, WHITE),
    )


def thirds(points: Sequence[Point]) -> list[Point]:
    """The way around a polygon in small steps."""
    return [
        (a + (c - a) * k / 10, b + (d - b) * k / 10)
        for (a, b), (c, d) in zip(points, [*points[1:], points[0]], strict=True)
        for k in range(10)
    ]


@lru_cache(maxsize=256)
def wedge(number: int, r: int, facing: int, prone: bool) -> Image.Image:
    """Which way a counter faces: a white point on its rim, RGBA, ``2 * r`` pixels square. Short
    to the north, where the hex has its number.
    """
    n, a = 2 * r, math.pi / 3 * facing
    flat = 0.62 if prone else 1.0
    far = r * 0.53 * (1.0 if number % 4 == 0 else 1.02)
    away = math.hypot(math.sin(a) * far, math.cos(a) * far * flat)
    tip = r * (0.2 if facing else 0.12)
    head = [(0.0, -away - tip), (r * 0.22, -away + r * 0.04), (-r * 0.22, -away + r * 0.04)]
    points = turned(head, a, r, r)
    return layered(
        n,
        (shape(n, n, [[*points, points[0]]], max(3, r * 0.11)), NIGHT),
        (shape(n, n, [points]), WHITE),
    )
