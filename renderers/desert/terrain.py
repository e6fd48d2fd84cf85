"""The ground of desert maps, in the style of a printed map.

It has a shore, rivers and wadis along hexsides, roads and railways as curves through hex centres,
and toothed slopes. Drawn at double size, scaled down, and cached.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from renderers import fonts
from renderers.desert.board import Border, Patch, Spot, plan_of
from renderers.toolkit import strokes
from renderers.toolkit.colours import Colour, rgb
from renderers.toolkit.shapes import Point, faded, ring
from renderers.toolkit.strokes import INK, LIGHT, corners, dashes, noise, part_of, trace

K = 2
"""Scale at which the ground is drawn."""
LAND, SAND, ROUGH = rgb("#ead9ac"), rgb("#f2df9c"), rgb("#d9c193")
BROWN, SEA, RIVER = rgb("#6b4423"), rgb("#a4cfe0"), rgb("#3a83b5")
HILL, OTHER = part_of(ROUGH, BROWN, 0.1), rgb("#d8ccb0")
GROUND: dict[str, Colour] = {"clear": LAND, "sand": SAND, "rough": ROUGH, "hill": HILL}
ROAD, ROADSIDE, STRANGE = rgb("#e9836d"), rgb("#a5372a"), rgb("#77757a")
SHORE, NUMBER, GRID = rgb("#2c5a74"), rgb("#5c4c2e"), rgb("#6a5836")
FLYING = rgb("#2c4a63")
LETTER = 25
"""Pixels of the smallest letters."""
SIX = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""Offsets of a spot's neighbours, clockwise from north."""


def beside(spot: Spot) -> list[Spot]:
    return [(spot[0] + x, spot[1] + y) for x, y in SIX]


class Chart:
    def __init__(self, patches: Sequence[Patch], borders: Sequence[Border]) -> None:
        self.plan, self.borders = plan_of(tuple(patches)), borders
        self.patches = {patch.at: patch for patch in patches}
        self.u = self.plan.u
        self.around = self.outside()
        self.image = Image.new("RGB", self.large, LAND)
        self.pen = ImageDraw.Draw(self.image)

    @property
    def large(self) -> tuple[int, int]:
        return self.plan.wide * K, self.plan.high * K

    def outside(self) -> dict[Spot, Patch]:
        found, edge = dict[Spot, Patch](), dict(self.patches)
        for _ in range(4):
            edge = {
                other: patch
                for spot, patch in sorted(edge.items(), reverse=True)
                for other in beside(spot)
                if other not in self.patches and other not in found
            }
            found |= edge
        return found

    def place(self, spot: Spot) -> Point:
        x, y = self.plan.inner(spot)
        return x * K, y * K

    def hexagon(self, spot: Spot, more: float = 1.0) -> list[Point]:
        x, y = self.place(spot)
        return corners(x, y, (self.plan.r + more) * K, (self.plan.h + more) * K)

    def softened(self, mask: Image.Image, soft: float, seed: int = 0) -> Image.Image:
        small = mask.reduce(2).filter(ImageFilter.GaussianBlur(soft * self.u * K / 2))
        if seed:
            across = max(2, small.width // 30), max(2, small.height // 30)
            count = across[0] * across[1]
            grain = Image.new("L", across)
            grain.putdata([round(90 * n) for n in islice(noise(seed), count)])
            wavy = grain.resize(small.size, Image.Resampling.BICUBIC)
            small = ImageChops.add(small, wavy, 1, -45)
        table = [255 if v > 127 else 0 for v in range(256)]
        return small.resize(mask.size, Image.Resampling.BILINEAR).point(table)

    def region(self, spots: Sequence[Spot], soft: float, seed: int = 0) -> Image.Image:
        mask = Image.new("L", self.large)
        pen = ImageDraw.Draw(mask)
        for spot in spots:
            pen.polygon(self.hexagon(spot), 255)
        return self.softened(mask, soft, seed)

    def drawn(self) -> Image.Image:
        kinds = {**{s: p.terrain for s, p in self.patches.items()}}
        kinds |= {s: p.terrain for s, p in self.around.items()}
        for n, kind in enumerate(sorted(set(kinds.values()) - {"clear"})):
            where = [spot for spot, name in kinds.items() if name == kind]
            mask = self.region(where, 13, 0 if kind == "hill" else 40 + n)
            self.image.paste(GROUND.get(kind, OTHER), (0, 0), mask)
        for spot, kind in sorted(kinds.items()):
            self.ornaments(spot, kind)
        self.streams()
        self.sea()
        for name, draw in (("track", self.track), ("rails", self.rail), ("ways", self.road)):
            for line in self.lines(name):
                draw(line)
        for chain, up in self.chains(("escarpment", "ridge")):
            self.slope(chain, up)
        for border in self.borders:
            if border.kind not in ("river", "wadi", "escarpment", "ridge"):
                ends = [self.corner(p) for p in self.shared(border.a, border.b)]
                for part in dashes(ends, 9 * K, 8 * K):
                    trace(self.pen, part, 5 * self.u * K, STRANGE)
        for patch in self.patches.values():
            self.works(patch)
        image = self.image.reduce(K)
        lattice = Image.new("L", self.large)
        pen = ImageDraw.Draw(lattice)
        for spot in self.patches:
            pen.line(ring(self.hexagon(spot, 0)), 255, 3)
        image.paste(GRID, (0, 0), faded(lattice.reduce(K), 178))
        return image

    def ornaments(self, spot: Spot, kind: str) -> None:
        (x, y), r, h = self.place(spot), self.plan.r, self.plan.h
        numbers = noise(spot[0] * 131 + spot[1] * 17 + 7)
        unit = self.u * K
        for _ in range({"sand": 50, "rough": 17, "clear": 14}.get(kind, 0)):
            p, q, s = islice(numbers, 3)
            a, b = (1.84 * p - 0.92) * r, (1.84 * q - 0.92) * h
            if abs(a) / r + abs(b) / h / 2 > 0.94:
                continue
            px, py = x + a * K, y + b * K
            if kind == "sand":
                self.pen.ellipse((px, py, px + 3, py + 3), part_of(SAND, BROWN, 0.42))
            elif kind == "clear":
                line = [(px, py), (px + (4 + 5 * s) * unit, py)]
                self.pen.line(line, part_of(LAND, BROWN, 0.2), 2)
            else:
                k = (4 + 3.5 * s) * unit
                peak = [(px - k, py + k * 0.7), (px - k * 0.2, py - k * 0.6)]
                peak += [(px + k * 0.5, py + k * 0.1), (px + k, py + k * 0.7)]
                self.pen.line(peak, part_of(ROUGH, BROWN, 0.62), K + 1)
        if kind == "sand":
            for _ in range(3):
                p, q, s = islice(numbers, 3)
                px, py, k = x + (0.9 * p - 0.5) * r * K, y + (1.1 * q - 0.3) * h * K, 14 + 10 * s
                around = (px - k * unit, py - 0.45 * k * unit, px + k * unit, py + 0.6 * k * unit)
                self.pen.arc(around, 190, 340, part_of(SAND, BROWN, 0.36), K + 1)
        if kind == "hill" and spot in self.patches:
            self.contours(x, y)

    def contours(self, x: float, y: float) -> None:
        r, h, ink = self.plan.r, self.plan.h, part_of(ROUGH, BROWN, 0.6)
        for k, size in enumerate((0.8, 0.56)):
            line = []
            for t in range(41):
                a = t / 20 * math.pi
                px = math.cos(a) * r * size * (1 + 0.07 * math.sin(t * 0.9 + k))
                py = 2 + math.sin(a) * h * size * (0.9 + 0.06 * math.cos(t * 0.7))
                line.append((x + px * K, y + py * K))
            self.pen.polygon(line, part_of(ROUGH, BROWN, 0.14 + 0.1 * k))
            self.pen.line(line, ink, K + 1, "curve")
            for px, py in line[:40]:
                far = math.dist((px, py), (x, y)) or 1.0
                foot = px + (px - x) / far * 6 * K, py + (py - y) / far * 6 * K
                self.pen.line([(px, py), foot], ink, K)

    def sea(self) -> None:
        """Draw the sea on the side on which most coastal hexes have no neighbour."""
        open_ = [
            (x, y)
            for spot, patch in self.patches.items()
            if patch.coast
            for (x, y), near in zip(SIX, beside(spot), strict=True)
            if near not in self.patches
        ]
        if not open_:
            return
        east, south = 2 * sum(x for x, _ in open_), sum(y for _, y in open_)
        axis, sign = (0, east) if abs(east) > abs(south) else (1, south)
        sign = 1 if sign > 0 else -1
        last = dict[int, Patch]()
        for spot, patch in sorted(self.patches.items(), key=lambda item: sign * item[0][axis]):
            last[spot[1 - axis] // (2 - axis)] = patch
        half, far = (self.plan.r, self.plan.h)[axis] * K, max(self.large)

        def moved(at: Point, along: float, out: float) -> Point:
            return (at[0] + out, at[1] + along) if axis == 0 else (at[0] + along, at[1] + out)

        line = [
            moved(self.place(patch.at), 0, sign * half * (0.66 if patch.coast else 1.5))
            for _, patch in sorted(last.items())
        ]
        steps = (3 * self.plan.r * K, far)
        line = [moved(line[0], -step, 0) for step in reversed(steps)] + line
        line += [moved(line[-1], step, 0) for step in steps]
        back = [moved(at, 0, sign * 3 * far) for at in (line[-1], line[0])]
        mask, unit = Image.new("L", self.large), self.u * K
        coast = self.wobbly(strokes.smooth(line, 12), 3, 23, 24)
        ImageDraw.Draw(mask).polygon([*coast, *back], 255)
        self.image.paste(rgb("#f7edc8"), (0, 0), self.grown(mask, 5 * unit))
        self.image.paste(SHORE, (0, 0), self.grown(mask, 1.6 * unit))
        self.image.paste(SEA, (0, 0), mask)
        for deep in (9, 20):
            inner = ImageChops.subtract(
                self.grown(mask, -deep * unit), self.grown(mask, -(deep + 2) * unit)
            )
            self.image.paste(part_of(SEA, LIGHT, 0.5), (0, 0), inner)

    def grown(self, mask: Image.Image, by: float) -> Image.Image:
        small = mask.reduce(4).filter(ImageFilter.GaussianBlur(max(1.0, abs(by) / 4)))
        edge = 127 - 88 if by > 0 else 127 + 88
        table = [255 if v > edge else 0 for v in range(256)]
        return small.resize(mask.size, Image.Resampling.BILINEAR).point(table)

    # ---- hexsides

    def shared(self, a: Spot, b: Spot) -> tuple[Point, Point]:
        """Return the corners shared by two hexes, as integers so that all hexes agree."""
        return shared(a, b)

    def corner(self, point: Point) -> Point:
        x, y = self.plan.inner((0, 0))
        r, h = self.plan.r, self.plan.h
        return (x + point[0] * r / 2) * K, (y + point[1] * h) * K

    def chains(self, kinds: Sequence[str]) -> Iterator[tuple[tuple[str, list[Point]], list[Point]]]:
        for kind in kinds:
            of = [border for border in self.borders if border.kind == kind]
            edges = [self.shared(border.a, border.b) for border in of]
            high = [self.place(border.up) for border in of if border.up is not None]
            for line in joined(edges):
                yield (kind, [self.corner(point) for point in line]), high

    def wobbly(self, line: Sequence[Point], size: float, seed: int, each: float) -> list[Point]:
        """Return a line with small bends. ``size`` and ``each`` are for the standard hex radius."""
        numbers, found = noise(seed), list[Point]()
        for a, b in pairwise(line):
            far = math.dist(a, b) or 1.0
            count = max(1, round(far / (each * self.u * K)))
            for k in range(count):
                t, n = k / count, next(numbers)
                bend = (2 * n - 1) * size * self.u * K if k else 0.0
                x = a[0] + (b[0] - a[0]) * t - (b[1] - a[1]) / far * bend
                y = a[1] + (b[1] - a[1]) * t + (b[0] - a[0]) / far * bend
                found.append((x, y))
        return strokes.smooth([*found, line[-1]], 4)

    def streams(self) -> None:
        for (kind, points), _ in self.chains(("river", "wadi")):
            soft = self.wobbly(points, 4, 7, 19)
            if kind == "river":
                for thick, colour in (
                    (15, part_of(RIVER, INK, 0.4)),
                    (11, part_of(RIVER, SEA, 0.3)),
                ):
                    trace(self.pen, soft, thick * self.u * K, colour)
                continue
            for thick, colour in ((7, part_of(RIVER, INK, 0.3)), (3, part_of(SEA, LIGHT, 0.3))):
                for part in dashes(soft, 17 * self.u * K, 9 * self.u * K):
                    trace(self.pen, part, thick * self.u * K, colour)

    def slope(self, chain: tuple[str, list[Point]], high: Sequence[Point]) -> None:
        kind, points = chain
        soft, unit, far = self.wobbly(points, 2.5, 21, 22), self.u * K, 0.0
        trace(self.pen, soft, 4.5 * unit, BROWN)
        for a, b in pairwise(soft):
            d = math.dist(a, b)
            far += d
            if far < 9 * unit or not d:
                continue
            far, nx, ny = 0.0, -(b[1] - a[1]) / d, (b[0] - a[0]) / d
            if kind == "ridge" or not high:
                line = [(b[0] + s * nx * 8 * unit, b[1] + s * ny * 8 * unit) for s in (-1, 1)]
                self.pen.line(line, BROWN, round(2 * unit))
                continue
            near = min(high, key=lambda at: math.dist(at, b))
            if (near[0] - b[0]) * nx + (near[1] - b[1]) * ny > 0:
                nx, ny = -nx, -ny
            tooth = ((-ny * 3.5, nx * 3.5), (ny * 3.5, -nx * 3.5), (nx * 13, ny * 13))
            self.pen.polygon([(b[0] + p * unit, b[1] + q * unit) for p, q in tooth], BROWN)

    # ---- ways

    def lines(self, name: str) -> Iterator[list[Point]]:
        links = {s: getattr(patch, name) for s, patch in self.patches.items()}
        having = {spot: set(to) - {spot} for spot, to in links.items() if to}
        edges: list[tuple[Point, Point]] = [(a, b) for a in having for b in having[a] if a < b]
        for line in joined(edges):
            spots = [(round(x), round(y)) for x, y in line]
            points = [self.place(spot) for spot in spots]
            first = self.beyond(spots[0], spots[1])
            last = self.beyond(spots[-1], spots[-2])
            yield [*first, *points, *last]
        for spot, to in sorted(having.items()):
            if not to:
                x, y = self.place(spot)
                yield [(x - 0.8 * self.plan.r * K, y), (x, y), (x + 0.8 * self.plan.r * K, y)]

    def beyond(self, spot: Spot, before: Spot) -> list[Point]:
        dx, dy = spot[0] - before[0], spot[1] - before[1]
        ahead = [one for one in beside(spot) if one not in self.patches]
        if not ahead:
            return []
        best = max(ahead, key=lambda one: ((one[0] - spot[0]) * dx + (one[1] - spot[1]) * dy, one))
        if (best[0] - spot[0]) * dx <= 0:
            return []
        return [
            self.place((spot[0] + k * (best[0] - spot[0]), spot[1] + k * (best[1] - spot[1])))
            for k in (1, 2, 3)
        ]

    def road(self, line: list[Point]) -> None:
        soft = self.wobbly(strokes.smooth(line, 8), 2, 8, 38)
        trace(self.pen, soft, 12 * self.u * K, part_of(ROADSIDE, INK, 0.4))
        trace(self.pen, soft, 8 * self.u * K, ROAD)

    def track(self, line: list[Point]) -> None:
        soft = self.wobbly(strokes.smooth(line, 8), 2, 4, 38)
        for part in dashes(soft, 14 * self.u * K, 9 * self.u * K):
            trace(self.pen, part, 5 * self.u * K, BROWN)

    def rail(self, line: list[Point]) -> None:
        soft, unit, far = strokes.smooth(line, 10), self.u * K, 0.0
        trace(self.pen, soft, 4 * unit, INK)
        for a, b in pairwise(soft):
            d = math.dist(a, b)
            far += d
            if far > 15 * unit and d:
                far = 0.0
                ox, oy = -(b[1] - a[1]) / d * 7 * unit, (b[0] - a[0]) / d * 7 * unit
                tie = [(b[0] - ox, b[1] - oy), (b[0] + ox, b[1] + oy)]
                self.pen.line(tie, INK, round(2 * unit))

    def works(self, patch: Patch) -> None:
        (x, y), unit = self.place(patch.at), self.u * K
        r, h, wide = self.plan.r * K, self.plan.h * K, self.plan.r * K / 76
        if patch.city:
            self.pen.polygon(corners(x, y, r - 7 * unit, h - 6 * unit), rgb("#cdb994"))
            numbers = noise(77)
            for i in range(-5, 6):
                for j in range(-3, 4):
                    p, q, s = islice(numbers, 3)
                    px, py = i * 13.5 + 2 * p - 1, j * 15.5 + 2 * q + 2
                    if abs(px) < 70 - abs(py) * 0.58 and abs(py) < 50:
                        at = (x + (px - 5.5) * wide, y + (py - 5.5) * unit)
                        far = (x + (px + 5.5) * wide, y + (py + 5.5) * unit)
                        tone = round(s * 3) / 4
                        self.pen.rectangle(
                            (*at, *far), part_of(rgb("#5a5048"), rgb("#8f4c3c"), tone)
                        )
        if patch.fort:
            line = ring(corners(x, y, r - 5 * unit, h - 4.4 * unit))
            for a, b in pairwise(line):
                self.pen.line([a, b], BROWN, round((3 + min(3, patch.fort)) * unit))
                for t in () if abs(a[1] - b[1]) < 9 * unit else (0.15, 0.32, 0.5, 0.68, 0.85):
                    px, py = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
                    d = math.dist((x, y), (px, py))
                    foot = (px + (x - px) / d * 8 * unit, py + (y - py) / d * 8 * unit)
                    self.pen.line([(px, py), foot], BROWN, round(3 * unit))
        if patch.airfield:
            self.airfield(x + 0.64 * r, y + 0.48 * h, unit)

    def airfield(self, x: float, y: float, unit: float) -> None:
        a = 15 * unit
        self.pen.ellipse((x - a, y - a, x + a, y + a), LIGHT, FLYING, round(3 * unit))
        half = ((0, -11), (2.3, -4), (12, 3), (12, 5.5), (2.3, 3), (2, 8), (5, 11))
        plane = [*half, *((-p, q) for p, q in reversed(half))]
        self.pen.polygon([(x + p * unit, y + q * unit) for p, q in plane], FLYING)


def shared(a: Spot, b: Spot) -> tuple[Point, Point]:
    found = [
        {(3 * c + x, y + dy) for x, dy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))}
        for c, y in (a, b)
    ]
    one, two = sorted(found[0] & found[1])
    return one, two


def joined(edges: Sequence[tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Join edges into lines as long as possible. Each edge is used once; loose ends come first."""
    near: dict[Point, list[Point]] = {}
    for a, b in sorted(edges):
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    while near:
        start = min(near, key=lambda at: (len(near[at]) % 2 == 0, at))
        line = [start]
        while here := near.get(line[-1]):
            at = line[-1]
            onward = min(here, key=lambda to: (bend(line, to), to))
            for p, q in ((at, onward), (onward, at)):
                near[p].remove(q)
                if not near[p]:
                    del near[p]
            line.append(onward)
        yield line


def bend(line: Sequence[Point], to: Point) -> float:
    if len(line) < 2:
        return 0.0
    (ax, ay), (bx, by) = line[-2], line[-1]
    return -((bx - ax) * (to[0] - bx) + (by - ay) * (to[1] - by))


@lru_cache(maxsize=8)
def bare(patches: tuple[Patch, ...], borders: tuple[Border, ...]) -> Image.Image:
    """Return the map without words. Don't draw on it: it is cached."""
    return Chart(patches, borders).drawn()


SHORT = 4
"""Letters of a number that counters leave room for."""


@lru_cache(maxsize=8)
def numbered(patches: tuple[Patch, ...], borders: tuple[Border, ...]) -> Image.Image:
    """Return the map with the number of each hex in its left corner, or above the counters if it
    is long. Don't draw on it: it is cached.
    """
    plan, image = plan_of(patches), bare(patches, borders).copy()
    for patch in patches:
        x, y = plan.inner(patch.at)
        halo = part_of(GROUND.get(patch.terrain, OTHER), LIGHT, 0.25)
        at = (x - plan.r + 9 * plan.u, y)
        if len(patch.hex) > SHORT and not patch.name:
            at = (x - fonts.width(patch.hex, LETTER) / 2, y - plan.h + round(14 * plan.u))
        strokes.say(image, at, patch.hex, LETTER, NUMBER, bold=False, halo=halo, thick=3)
    return image
