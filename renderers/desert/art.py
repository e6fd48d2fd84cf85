"""Tiles, symbols and marks of desert maps: drawn large, averaged down, and kept."""

import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers.desert.board import MarkKind, Symbol
from renderers.toolkit.colours import Colour, mix, rgb
from renderers.toolkit.hex_art import NIGHT, SIDES, WHITE, corners, side, sown
from renderers.toolkit.shapes import FINE, Point, disc, layered, pixels

GROUND: dict[str, Colour] = {
    "clear": rgb("#e3d6a8"),
    "sand": rgb("#efd892"),
    "rough": rgb("#cdb68c"),
    "hill": rgb("#b8996a"),
}
OTHER = rgb("#d8ccb0")
"""The ground of terrains that only a table owner's own charts have."""
GRID = rgb("#8c7f5e")
WATER, CLIFF, RIDGE, STRANGE = rgb("#2f78b7"), rgb("#5b3a1e"), rgb("#8a5a2b"), rgb("#77757a")
ROAD, RAIL, WALL = rgb("#a8442a"), rgb("#2a2622"), rgb("#6b3f1d")
VARIANTS = 3
FIRE, GOLD, CALM, PALE = rgb("#c4261d"), rgb("#f2c230"), rgb("#2f4858"), rgb("#f4f0e2")
MARKS: dict[MarkKind, tuple[Colour, Colour, str]] = {
    "fires": (GOLD, NIGHT, "▲"),
    "quiet": (rgb("#8b8f92"), NIGHT, "△"),
    "under": (FIRE, WHITE, ""),
    "held": (rgb("#4a5f9e"), WHITE, "■"),
    "must": (PALE, FIRE, "!"),
    "retreated": (rgb("#7a8f5a"), NIGHT, "↩"),
    "struck": (rgb("#5a5a5a"), WHITE, "✗"),
    "resolved": (rgb("#2f7d4f"), WHITE, "✓"),
}
"""Every mark: its ground, its ink, and its sign; the one without a sign is drawn."""


@lru_cache(maxsize=256)
def tile(terrain: str, variant: int, r: int) -> Image.Image:
    """Return a hex of the ground with its ornaments, as a rectangle to be pasted through a mask."""
    s, h = r * FINE, side(r) * FINE
    base = GROUND.get(terrain, OTHER)
    image = Image.new("RGB", (2 * s, 2 * h), base)
    pen = ImageDraw.Draw(image)
    for k, (x, y) in enumerate(ornaments(terrain, variant)):
        ornament(pen, terrain, (s + x * s, h + y * s), s * (0.1 + 0.02 * (k % 3)), base)
    line = corners(s, h, s, h)
    pen.line([*line, line[0]], fill=GRID, width=max(3, s // 40), joint="curve")
    return image.reduce(FINE)


def ornaments(terrain: str, variant: int) -> Iterator[Point]:
    """Yield where the ornaments of a terrain stand: the same for the same variant."""
    how = {"sand": (8, 0.3), "rough": (10, 0.26), "hill": (7, 0.34)}.get(terrain)
    if how:
        yield from sown(variant, *how)


def ornament(pen: ImageDraw.ImageDraw, terrain: str, at: Point, size: float, base: Colour) -> None:
    """Draw a dune, a stone or a slope."""
    (x, y), dark = at, mix(base, NIGHT, 60)
    if terrain == "sand":
        pen.arc(
            (x - 1.6 * size, y - size * 0.7, x + 1.6 * size, y + size * 1.3),
            195,
            330,
            fill=dark,
            width=int(size / 5),
        )
    elif terrain == "rough":
        pen.polygon(
            [
                (x - size, y + size * 0.7),
                (x - size * 0.2, y - size * 0.8),
                (x + size, y + size * 0.7),
            ],
            fill=dark,
        )
        light = [(x - size, y + size * 0.7), (x - size * 0.2, y - size * 0.8), (x, y + size * 0.7)]
        pen.polygon(light, fill=mix(base, NIGHT, 26))
    else:
        for k in range(5):
            dx = (k - 2) * size * 0.55
            start = (x + dx * 0.55, y - size * (0.9 - abs(k - 2) * 0.18))
            pen.line([start, (x + dx * 1.3, y + size)], fill=dark, width=max(2, int(size / 6)))


@lru_cache(maxsize=64)
def symbol(kind: Symbol, high: int) -> Image.Image:
    """Return the mask of a unit's symbol, half as wide again as it is high:
    a frame, and what it is within.
    """
    wide, t = round(high * 1.5), high * 0.09
    x0, y0, x1, y1 = t, t, wide - t, high - t
    mx, my = wide / 2, high / 2
    frame = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    cross = [[(x0, y0), (x1, y1)], [(x0, y1), (x1, y0)]]
    turns = [k * math.pi / 16 for k in range(33)]
    ellipse = [(mx + wide * 0.3 * math.cos(a), my + high * 0.22 * math.sin(a)) for a in turns]

    def at(*places: tuple[float, float]) -> list[Point]:
        return [(wide * x, high * y) for x, y in places]

    lines: dict[Symbol, list[list[Point]]] = {
        "inf": cross,
        "mg": [*cross, [(mx, y0), (mx, y1)]],
        "hw": [*cross, [(x0, my), (x1, my)]],
        "tank": [ellipse],
        "recce": [[(x0, y1), (x1, y0)]],
        "gun": [],
        "engineer": [
            at((0.28, 0.72), (0.28, 0.34), (0.72, 0.34), (0.72, 0.72)),
            at((0.5, 0.34), (0.5, 0.72)),
        ],
        "hq": [at((0.32, 0.95), (0.32, 0.24), (0.7, 0.24), (0.7, 0.55), (0.32, 0.55))],
        "truck": [at((0.25, 0.62), (0.25, 0.32), (0.75, 0.32), (0.75, 0.62))],
        "other": [at((0.35, 0.5), (0.65, 0.5))],
    }
    discs: dict[Symbol, list[list[Point]]] = {
        "gun": [disc(mx, my, high * 0.2, 20)],
        "truck": [
            disc(wide * 0.35, high * 0.68, high * 0.1, 20),
            disc(wide * 0.65, high * 0.68, high * 0.1, 20),
        ],
    }
    mask = pixels(wide, high, [frame, *lines[kind]], max(1.2, high * 0.07))
    if kind in discs:
        mask.paste(255, (0, 0), pixels(wide, high, discs[kind]))
    return mask


@lru_cache(maxsize=32)
def closed(number: int, r: int) -> Image.Image:
    """Return a stack of which nothing is known, RGBA, ``r`` pixels square: discs for
    one side, squares for the other.
    """
    size, image = r * 0.29, Image.new("RGBA", (r, r), (0, 0, 0, 0))
    for k in (2, 1, 0):
        x, y = r / 2 + (k - 1) * r * 0.1, r / 2 - (k - 1) * r * 0.1
        square = [
            (x - size, y - size),
            (x + size, y - size),
            (x + size, y + size),
            (x - size, y + size),
        ]
        body = disc(x, y, size * 1.08, 20) if number % 2 == 0 else square
        mask, line = pixels(r, r, [body]), pixels(r, r, [[*body, body[0]]], max(2.0, r * 0.035))
        colour = mix(SIDES[number % 4], NIGHT, 45 * k)
        image.alpha_composite(layered(r, (mask, colour), (line, NIGHT)))
    return image


@lru_cache(maxsize=64)
def badge(size: int) -> Image.Image:
    """Return the mask of a mark's ground."""
    return pixels(size, size, [disc(size / 2, size / 2, size / 2 - 0.5, 20)])


@lru_cache(maxsize=16)
def burst(size: int) -> Image.Image:
    """Return the mask of a shell's burst."""
    middle, points = size / 2, list[Point]()
    for k in range(16):
        far = size * (0.4 if k % 2 == 0 else 0.18)
        points.append(
            (middle + far * math.sin(k * math.pi / 8), middle - far * math.cos(k * math.pi / 8))
        )
    return pixels(size, size, [points])


@lru_cache(maxsize=64)
def head(size: int, dx: int, dy: int) -> Image.Image:
    """Return the mask of an arrow's head that points along ``dx``,
    ``dy``, ``size`` pixels square.
    """
    a = math.atan2(dy, dx)
    points = [(0.48, 0.0), (-0.3, 0.42), (-0.3, -0.42)]
    c, s, m = math.cos(a), math.sin(a), size / 2
    return pixels(
        size, size, [[(m + size * (x * c - y * s), m + size * (x * s + y * c)) for x, y in points]]
    )


@lru_cache(maxsize=64)
def ticks(dx: int, dy: int, px: int, py: int, size: int) -> tuple[int, Image.Image]:
    """Return a frame around both ends, and the mask of short strokes from a line ``dx``, ``dy``
    towards ``px``, ``py``, which is a direction in pixels: the slope of an escarpment.
    """
    pad, count = size + 3, max(3, round(math.hypot(dx, dy) / (size * 0.75)))
    x, y = pad + max(0, -dx), pad + max(0, -dy)
    away = math.hypot(px, py) or 1.0
    ox, oy = px / away * size, py / away * size
    feet = [(x + dx * (k + 0.5) / count, y + dy * (k + 0.5) / count) for k in range(count)]
    lines = [[(fx, fy), (fx + ox, fy + oy)] for fx, fy in feet]
    return pad, pixels(abs(dx) + 2 * pad, abs(dy) + 2 * pad, lines, max(1.5, size / 5))
