"""Many similar boards as one picture that holds each tile once.

A board is a list of tile numbers.
"""

import io
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress, count, groupby
from operator import itemgetter, ne

from msgspec import Struct
from PIL import Image, ImageChops

TILE = 24
"""Pixels of a tile's side. Smaller tiles make the atlas smaller and the lists longer."""
ACROSS = 64
"""Number of tiles in a row of the atlas."""
COLOURS, LEVEL, PLAIN = 256, 6, Image.Dither.NONE


class Tiled(Struct, frozen=True):
    size: tuple[int, int]  # in pixels
    data: bytes  # a byte a pixel, row by row, filled up to whole tiles
    tiles: tuple[int, ...]  # numbers in the atlas, row by row


class Atlas:
    """The tiles of many boards. They share the palette of the first board."""

    def __init__(self) -> None:
        self.tiles: dict[bytes, int] = {}
        self.palette = Image.new("P", (1, 1))

    def add(self, picture: Image.Image, near: Tiled | None = None) -> Tiled:
        """Add a board. Only the tiles that differ from a board ``near`` it are cut."""
        if not self.tiles:
            self.palette = picture if picture.mode == "P" else picture.quantize(COLOURS)
        image = picture
        if picture.mode != "P" or picture.getpalette() != self.palette.getpalette():
            image = picture.convert("RGB").quantize(palette=self.palette, dither=PLAIN)
        across, down = -(-image.width // TILE), -(-image.height // TILE)
        wide = across * TILE
        data = image.crop((0, 0, wide, down * TILE)).tobytes()
        if near is not None and near.size == image.size:
            found, changed = [*near.tiles], differing(near.data, data, wide)
        else:
            found, changed = [0] * (across * down), range(across * down)
        cuts, row = columns(wide), TILE * wide
        for y, numbers in groupby(changed, lambda n: n // across):
            band = data[y * row : (y + 1) * row]
            for n in numbers:
                tile = b"".join(cuts[n % across](band))
                found[n] = self.tiles.setdefault(tile, len(self.tiles))
        return Tiled(image.size, data, tuple(found))

    def png(self) -> bytes:
        tiles = [*self.tiles]
        tiles += [bytes(TILE * TILE)] * (-len(tiles) % ACROSS or (0 if tiles else ACROSS))
        lines = [
            tile[at : at + TILE]
            for first in range(0, len(tiles), ACROSS)
            for at in range(0, TILE * TILE, TILE)
            for tile in tiles[first : first + ACROSS]
        ]
        size = ACROSS * TILE, len(tiles) // ACROSS * TILE
        image = Image.frombytes("P", size, b"".join(lines))
        image.putpalette(self.palette.getpalette() or [])
        buffer = io.BytesIO()
        image.save(buffer, "PNG", compress_level=LEVEL)
        return buffer.getvalue()


@lru_cache(maxsize=8)
def columns(wide: int) -> list[Callable[[bytes], tuple[bytes, ...]]]:
    """Return functions that cut the lines of each tile out of a row of tiles, ``wide`` pixels."""
    lines = range(0, TILE * wide, wide)
    lefts = range(0, wide, TILE)
    return [itemgetter(*(slice(y + x, y + x + TILE) for y in lines)) for x in lefts]


def differing(a: bytes, b: bytes, wide: int) -> Sequence[int]:
    """Return the numbers of the tiles in which two boards, ``wide`` pixels wide, differ."""
    size = wide, len(a) // wide
    images = [Image.frombuffer("L", size, one) for one in (a, b)]
    far = ImageChops.difference(*images).convert("F").reduce(TILE)
    return [*compress(count(), far.get_flattened_data())]


def changes(board: Tiled, before: Tiled | None) -> list[int]:
    """Return the tiles of a board that differ from the board before, as triples."""
    alike = before is not None and before.size == board.size
    was: Sequence[int | None] = before.tiles if before and alike else [None] * len(board.tiles)
    found, done, end = list[int](), 0, -1
    for at in compress(count(), map(ne, was, board.tiles)):
        new = board.tiles[at]
        if at == end and new == found[-1] + found[-2]:
            found[-2] += 1
        else:
            found += [at - done, 1, new]
        done = end = at + 1
    return found
