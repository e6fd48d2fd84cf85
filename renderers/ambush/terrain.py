"""The ground of ambush maps: woods, lakes, plateaus, roads and buildings.

A whole window is drawn at twice its size, averaged down, and cached.
"""

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers.ambush.board import Ground, HexLayout, HexTile, layout, neighbour
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.shapes import Point, faded
from renderers.toolkit.strokes import INK, LIGHT, corners, noise, part_of, say, trace

K = 2
"""The ground is drawn this many times larger than it is shown."""
UNIT = 48
"""The radius of a hex for which all sizes here are given."""
GROUND: dict[str, Colour] = {
    ".": rgb("#d2cb96"),
    "w": rgb("#b3bf79"),
    "W": rgb("#8fa862"),
    "r": rgb("#cbbb90"),
    "1": rgb("#8cc3de"),
    "2": rgb("#5b9fc6"),
    "P": rgb("#b9b5ab"),
    "I": rgb("#e4f1f5"),
    "L": rgb("#b9b5ab"),
    "M": rgb("#b9b5ab"),
    "H": rgb("#b9b5ab"),
    "#": rgb("#6b6660"),
}
GRASS, PAVED = GROUND["."], GROUND["P"]
CROWNS = {"w": rgb("#557f3c"), "W": rgb("#335f30")}
ROOFS = {"L": rgb("#c08a55"), "M": rgb("#a2604a"), "H": rgb("#70767e")}
BROWN, SLOPE, PIT, BANK = rgb("#75502c"), rgb("#a9743c"), rgb("#4b5a68"), rgb("#b49f68")
DEEP, GRID = rgb("#1a2127"), rgb("#4c4a38")
FRAMED = frozenset("PLMH")
HARD = [255 if v > 127 else 0 for v in range(256)]
"""Makes a blurred mask sharp."""
Place = tuple[int, int]


class Painter:
    """Draws one window. ``place`` gives the position of a hex, ``u`` the scale."""

    def __init__(self, ground: Ground, plan: HexLayout) -> None:
        self.plan, self.u = plan, plan.r / UNIT
        c0, r0, c1, r1 = plan.window
        spots = ((c, r) for r in range(r0 - 1, r1 + 2) for c in range(c0 - 1, c1 + 2))
        found = ((spot, ground.tile(*spot)) for spot in spots)
        self.tiles = {spot: tile for spot, tile in found if tile is not None}
        self.levels_of = tuple(tuple(tile.level for tile in row) for row in ground.rows)
        self.draw_on(Image.new("RGB", self.large, GRASS))

    def draw_on(self, image: Image.Image) -> None:
        self.image, self.pen = image, ImageDraw.Draw(image)

    @property
    def large(self) -> tuple[int, int]:
        return self.plan.map_size[0] * K, self.plan.map_size[1] * K

    def place(self, at: Place) -> Point:
        x, y = self.plan.inner(*at)
        return x * K, y * K

    def of(self, codes: Iterable[str]) -> set[Place]:
        wanted = set(codes)
        return {spot for spot, tile in self.tiles.items() if tile.code in wanted}

    def region(self, where: Iterable[Place], grow: float = 0, soft: float = 0) -> Image.Image:
        """Return a mask of hexes, enlarged by ``grow``, with corners rounded by ``soft``."""
        mask = Image.new("L", self.large)
        pen = ImageDraw.Draw(mask)
        wide, high = (
            (self.plan.r + grow * self.u + 0.5) * K,
            (self.plan.h + grow * self.u + 0.5) * K,
        )
        for at in where:
            pen.polygon(corners(*self.place(at), wide, high), 255)
        return self.softened(mask, soft) if soft else mask

    def softened(self, mask: Image.Image, soft: float) -> Image.Image:
        far = 2 * round(2 * soft * self.u * K)
        left, top, right, low = mask.getbbox() or (0, 0, 2, 2)
        box = (left - far) & ~1, (top - far) & ~1, (right + far + 1) & ~1, (low + far + 1) & ~1
        box = max(0, box[0]), max(0, box[1]), min(mask.width, box[2]), min(mask.height, box[3])
        part = mask.crop(box)
        half = part.reduce(2).filter(ImageFilter.GaussianBlur(soft * self.u * K / 2))
        found = Image.new("L", mask.size)
        found.paste(half.resize(part.size, Image.Resampling.BILINEAR).point(HARD), box)
        return found

    def paste(self, colour: Colour, mask: Image.Image, part: int = 255) -> None:
        if box := mask.getbbox():
            cut = mask.crop(box)
            self.image.paste(colour, box, faded(cut, part) if part < 255 else cut)

    def line(self, points: Sequence[Point], colour: Colour, thick: float) -> None:
        """Draw a line; ``thick`` is for a hex of radius ``UNIT``."""
        self.pen.line(points, colour, max(1, round(thick * self.u * K)), "curve")

    def drawn(self) -> Image.Image:
        self.draw_on(hills(self.levels_of, self.plan.window).copy())
        self.woods()
        self.water()
        self.roads()
        for at in sorted(self.tiles, key=lambda at: (at[1] * 2 + (at[0] % 2 == 0), at[0])):
            self.growth(at, self.tiles[at])
        image = self.image.reduce(K)
        lattice = Image.new("L", self.large)
        pen = ImageDraw.Draw(lattice)
        for at in self.tiles:
            around = corners(*self.place(at), self.plan.r * K, self.plan.h * K)
            pen.line([*around, around[0]], 255, 3)
        image.paste(GRID, (0, 0), faded(lattice.reduce(K), 158))
        outside = ImageChops.invert(self.region(self.tiles).reduce(K))
        image.paste(DEEP, (0, 0), outside)
        return image

    def grass(self) -> None:
        wide, high = self.large
        numbers = noise(5)
        tones = part_of(GRASS, rgb("#a5a866"), 0.14), part_of(GRASS, rgb("#e4d8a4"), 0.14)
        for k in range(wide * high // 28000):
            a, b, c, d = islice(numbers, 4)
            x, y, rx, ry = a * wide, b * high, (20 + 70 * c) * K, (10 + 30 * d) * K
            self.pen.ellipse((x - rx, y - ry, x + rx, y + ry), tones[k % 2])
        blade = part_of(GRASS, rgb("#7d8148"), 0.42)
        for _ in range(wide * high // 11000):
            a, b, c = islice(numbers, 3)
            x, y = a * wide, b * high
            for dx in (-3, 0, 3):
                self.pen.line([(x + dx * K / 2, y), (x + dx * K, y - (4 + 3 * c) * K)], blade, 2)

    def levels(self) -> None:
        found = sorted({tile.level for tile in self.tiles.values()} - {0})
        for level in [k for k in found if k > 0]:
            high = {at for at, tile in self.tiles.items() if tile.level >= level}
            mask = self.region(high, -1 - level, 9)
            fall = round(5 * self.u * K)
            dark = ImageChops.offset(mask, fall, fall).reduce(2)
            blurred = dark.filter(ImageFilter.GaussianBlur(2 * K)).resize(mask.size)
            self.paste(rgb("#6d5a3a"), blurred, 130)
            base = part_of(GRASS, SLOPE, min(0.85, 0.24 * level))
            self.paste(base, mask)
            inner = self.region(high, -4 - level, 9)
            rim = ImageChops.subtract(mask, inner)
            self.paste(part_of(base, BROWN, 0.55), rim)
            lit = ImageChops.multiply(rim, ImageChops.invert(ImageChops.offset(mask, fall, fall)))
            self.paste(part_of(base, LIGHT, 0.55), lit)
            self.hachures(high, part_of(base, BROWN, 0.5))
        for level in [k for k in reversed(found) if k < 0]:
            low = {at for at, tile in self.tiles.items() if tile.level <= level}
            base = part_of(GRASS, PIT, min(0.7, -0.2 * level))
            self.paste(part_of(base, INK, 0.35), self.region(low, 0, 7))
            self.paste(base, self.region(low, -4, 7))

    def hachures(self, high: set[Place], colour: Colour) -> None:
        reach = self.plan.h - 9 * self.u
        for at in sorted(high):
            x, y = self.place(at)
            for d in range(1, 6):
                if neighbour(*at, d) in high:
                    continue
                a = math.radians(60 * d - 90)
                for t in range(-3, 4):
                    along = t * 6.2 * self.u
                    bx = x + (math.cos(a) * reach - math.sin(a) * along) * K
                    by = y + (math.sin(a) * reach + math.cos(a) * along) * K
                    size = (8 if t % 2 else 5) * self.u * K
                    foot = bx - math.cos(a) * size, by - math.sin(a) * size
                    self.pen.line([(bx, by), foot], colour, K + 1)

    def woods(self) -> None:
        self.paste(GROUND["w"], self.region(self.of("wW"), -3, 7))
        for code, grow in (("W", -4), ("r", -3), ("#", -1)):
            if found := self.of(code):
                self.paste(GROUND[code], self.region(found, grow, 7), 255 if code != "r" else 150)

    def water(self) -> None:
        if wet := self.of("12I"):
            self.paste(BANK, self.region(wet, 2, 12))
            self.paste(GROUND["1"], self.region(wet, 0, 12))
        if deep := self.of("2"):
            self.paste(GROUND["2"], self.region(deep, -4, 12))
        if frozen := self.of("I"):
            self.paste(part_of(GROUND["I"], GROUND["2"], 0.4), self.region(frozen, -1, 7))
            self.paste(GROUND["I"], self.region(frozen, -3, 7))

    def linked(self, where: set[Place], thick: float) -> Image.Image:
        mask = Image.new("L", self.large)
        pen, half = ImageDraw.Draw(mask), thick * K / 2
        for at in where:
            x, y = self.place(at)
            around = [neighbour(*at, d) for d in range(6)]
            near = [n if n in where else None for n in around]
            open_ = sum(
                one is not None or n not in self.tiles for one, n in zip(near, around, strict=True)
            )
            if open_ >= 5 or not any(near):
                pen.polygon(corners(x, y, self.plan.r * K * 0.99, self.plan.h * K * 0.99), 255)
            for k, one in enumerate(near):
                if one is None:
                    continue
                trace(pen, [(x, y), self.place(one)], thick * K, 255)
                if following := near[(k + 1) % 6]:
                    pen.polygon([(x, y), self.place(one), self.place(following)], 255)
            pen.ellipse((x - half, y - half, x + half, y + half), 255)
        return mask

    def roads(self) -> None:
        paved = self.of(FRAMED)
        if not paved:
            return
        thick = self.plan.r * 0.92
        for more, colour in ((3 * self.u, part_of(PAVED, INK, 0.42)), (0, PAVED)):
            self.paste(colour, self.softened(self.linked(paved, thick + more), 7))
        for at in sorted(paved):
            near = [d for d in range(6) if neighbour(*at, d) in paved]
            x, y = self.place(at)
            for d in near:
                nx, ny = self.place(neighbour(*at, d))
                if len(near) <= 2:
                    for t in (0.1, 0.34):
                        ends = [(x + (nx - x) * v, y + (ny - y) * v) for v in (t, t + 0.13)]
                        self.line(ends, rgb("#ece6cf"), 2)
                else:
                    mx, my = (x + nx) / 2, (y + ny) / 2
                    ox, oy = -(ny - y) * 0.18, (nx - x) * 0.18
                    seam = [(mx - ox, my - oy), (mx + ox, my + oy)]
                    self.line(seam, part_of(PAVED, INK, 0.16), 1)

    def sown(self, at: Place, most: int, apart: float, top: float) -> list[Point]:
        """Return up to ``most`` random places in a hex, at least ``apart``, sorted from the back.
        None is in its upper strip.
        """
        x, y = self.place(at)
        spots = scattered(at, most, apart * self.u, top, (self.plan.r, self.plan.h))
        return [(x + a * K, y + b * K) for a, b in spots]

    def growth(self, at: Place, tile: HexTile) -> None:
        numbers = noise(at[0] * 17 + at[1] * 131)
        x, y = self.place(at)
        match tile.code:
            case "w" | "W" as code:
                far, most = (11.5, 26) if code == "W" else (17.0, 9)
                for spot in self.sown(at, most, far, -0.42):
                    self.tree(spot, code, *islice(numbers, 3))
            case "r":
                for spot in self.sown(at, 11, 15, -0.36):
                    self.stone(spot, rgb("#a08a6c"), *islice(numbers, 2))
            case "#":
                for spot in self.sown(at, 14, 15, -0.7):
                    self.stone(spot, rgb("#55504c"), *islice(numbers, 2))
            case "1" | "2" as code:
                ink = part_of(GROUND[code], LIGHT, 0.45)
                for k in (-1, 0, 1):
                    a = 20 + 4 * k
                    wave = [
                        (-a + i * a / 6 + 7 * k, 4 + k * 17 + 2.6 * math.sin(i * 1.05))
                        for i in range(13)
                    ]
                    self.line([self.from_(x, y, p, q) for p, q in wave], ink, 2)
            case "I":
                ink = rgb("#9dc3d6")
                for sx, sy in self.sown(at, 4, 26, -0.3):
                    for crack in ([(-11, 5), (-2, -3), (12, -9)], [(-2, -3), (4, 9)]):
                        self.line([self.from_(sx, sy, p, q) for p, q in crack], ink, 1.6)
            case "L" | "M" | "H" as code:
                self.house(at, ROOFS[code], tile.height)

    def from_(self, x: float, y: float, dx: float, dy: float) -> Point:
        """Return a pixel at an offset, given for a hex of radius ``UNIT``."""
        return x + dx * self.u * K, y + dy * self.u * K

    def tree(self, at: Point, code: str, size: float, tone: float, kind: float) -> None:
        shade = rgb("#20401f") if tone < 0.4 else rgb("#7c9a3d")
        crown = part_of(CROWNS[code], shade, (round(kind * 3) % 3) * 0.12)
        (x, y), s = at, (6.5 + 3 * size) * self.u * K
        floor = part_of(GROUND[code], rgb("#26361c"), 0.55)
        self.pen.ellipse((x - s * 0.7, y - s * 0.2, x + s * 1.5, y + s * 1.15), floor)
        if kind < 0.42:
            for k, w in enumerate((1.0, 0.78, 0.5)):
                top = y - s * (0.25 + 0.62 * k)
                low, tip = top + s * 0.85, (x, top - s * 0.5)
                dark, lit = part_of(crown, INK, 0.14), part_of(crown, LIGHT, 0.16)
                self.pen.polygon([(x - s * w, low), (x + s * w, low), tip], dark)
                self.pen.polygon([(x - s * w, low), (x - s * 0.1, low), tip], lit)
            return
        for fill, a, b, c, d in (
            (part_of(crown, INK, 0.28), 1, 1, 1, 0.9),
            (crown, 1, 1.05, 0.8, 0.62),
            (part_of(crown, LIGHT, 0.22), 0.7, 0.85, 0.1, -0.1),
        ):
            self.pen.ellipse((x - s * a, y - s * b, x + s * c, y + s * d), fill)

    def stone(self, at: Point, colour: Colour, size: float, tone: float) -> None:
        (x, y), s = at, (5 + 5.5 * size) * self.u * K
        base = part_of(colour, rgb("#c2b294"), round(tone * 2) / 4)
        self.pen.ellipse((x - s, y, x + s * 1.5, y + s * 0.8), part_of(GRASS, INK, 0.3))
        left = [(x - s, y + s * 0.5), (x - s * 0.7, y - s * 0.4), (x + s * 0.1, y - s * 0.8)]
        right = [(x + s * 0.9, y - s * 0.1), (x + s, y + s * 0.5)]
        self.pen.polygon([*left, *right], part_of(base, INK, 0.35))
        self.pen.polygon([*left, (x + s * 0.2, y + s * 0.1)], part_of(base, LIGHT, 0.3))

    def house(self, at: Place, roof: Colour, height: int) -> None:
        """Draw a block with windows; a greater ``height`` is taller."""
        x, y0 = self.place(at)
        a, b, y, up = 27, 12, 12, 8 + 7 * min(height, 3)
        top, front = y - up, part_of(roof, INK, 0.36)

        def area(colour: Colour, *points: Point) -> None:
            self.pen.polygon([self.from_(x, y0, p, q) for p, q in points], colour)

        fall = (a, y + b), (a + 14, y + b - 2), (a + 14, y - b + 12), (a, y - b)
        area(part_of(PAVED, INK, 0.5), (-a, y + b), *fall)
        area(front, (-a, top + b), (a, top + b), (a, y + b), (-a, y + b))
        area(roof, (-a, top - b), (a, top - b), (a, top + b), (-a, top + b))
        lit = (-a, top - b), (a, top - b), (a - 6, top - b + 6), (6 - a, top - b + 6)
        area(part_of(roof, LIGHT, 0.35), *lit)
        edge = (-a, top + b), (a, top + b), (a, top - b), (-a, top - b), (-a, top + b)
        self.line([self.from_(x, y0, p, q) for p, q in edge], part_of(roof, INK, 0.62), 1.5)
        for k in range(min(height, 3)):
            for j in range(5):
                wx, wy = 5 - a + j * 10.4, top + b + 5 + k * 9
                pane = rgb("#f3dc9a") if (j + k) % 3 else part_of(front, INK, 0.4)
                corner, far = self.from_(x, y0, wx, wy), self.from_(x, y0, wx + 5, wy + 4)
                self.pen.rectangle((*corner, *far), pane)


@lru_cache(maxsize=1024)
def scattered(
    at: Place, most: int, apart: float, top: float, half: tuple[float, float]
) -> tuple[Point, ...]:
    """Return random places in a hex with these half sizes, from its middle. Every part of a map
    that is shown has the same.
    """
    numbers, found, (r, h) = noise(at[0] * 131 + at[1] * 17), list[Point](), half
    for _ in range(400):
        p, q = islice(numbers, 2)
        a, b = (1.6 * p - 0.8) * r, (top + (0.84 - top) * q) * h
        inside = abs(a) < r * 0.9 - abs(b) * 0.58
        if inside and all(math.hypot(a - x, b - y) > apart for x, y in found):
            found.append((a, b))
            if len(found) == most:
                break
    return tuple(sorted(found, key=lambda s: s[1]))


@lru_cache(maxsize=8)
def hills(levels: tuple[tuple[int, ...], ...], window: tuple[int, int, int, int]) -> Image.Image:
    """Return open ground with these levels, in full size. Don't draw on it."""
    open_ground = Ground(tuple(tuple(HexTile(".", level) for level in row) for row in levels))
    painter = Painter(open_ground, layout(window))
    painter.grass()
    painter.levels()
    return painter.image


@lru_cache(maxsize=12)
def bare(ground: Ground, window: tuple[int, int, int, int]) -> Image.Image:
    """Return the ground of a window without words. Don't draw on it."""
    return Painter(ground, layout(window)).drawn()


@lru_cache(maxsize=12)
def numbered(ground: Ground, window: tuple[int, int, int, int]) -> Image.Image:
    """Return the ground with the number of each hex in its upper strip. Don't draw on it."""
    plan, image = layout(window), bare(ground, window).copy()
    for at in plan.hexes:
        tile = ground.tile(*at)
        assert tile is not None
        x, y = plan.inner(*at)
        px = plan.number_px
        dark = rgb("#cfc9b4") if tile.code == "#" else part_of(GROUND["W"], INK, 0.75)
        ink = dark if tile.code in "W2#" else rgb("#7b7556")
        say(
            image,
            (x, y - plan.h + plan.number_low),
            f"{at[0]:02}{at[1]:02}",
            px,
            ink,
            bold=False,
            anchor="m",
        )
    return image


LITTLE = 132
"""The width of an overview in pixels."""


@lru_cache(maxsize=8)
def overview(ground: Ground) -> Image.Image:
    """Return a small picture of the whole map. Don't draw on it."""
    r = LITTLE / (1.5 * ground.width + 0.5)
    h = r * 0.8660254
    image = Image.new("RGB", (LITTLE * 4, math.ceil((2 * ground.height + 1) * h) * 4), DEEP)
    pen = ImageDraw.Draw(image)
    for row in range(1, ground.height + 1):
        for c in range(1, ground.width + 1):
            tile = ground.rows[row - 1][c - 1]
            x, y = little(ground, c, row)
            base = CROWNS.get(tile.code) or ROOFS.get(tile.code) or GROUND[tile.code]
            colour = part_of(base, SLOPE, min(0.8, 0.24 * tile.level)) if tile.level > 0 else base
            pen.polygon(corners(x * 4, y * 4, r * 4 + 1, h * 4 + 1), colour)
    return image.reduce(4)


def little(ground: Ground, column: int, row: int) -> Point:
    r = LITTLE / (1.5 * ground.width + 0.5)
    h = r * 0.8660254
    y = h + 2 * h * (row - 1) + (0 if column % 2 else h)
    return r + 1.5 * r * (column - 1), y
