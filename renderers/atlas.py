"""Many similar boards as one picture that holds each tile once.

A board is a list of tile numbers.
"""

import io
from collections.abc import Sequence

from msgspec import Struct
from PIL import Image, ImageChops

TILE = 24
"""Pixels of a tile's side. Smaller tiles make the atlas smaller and the lists longer."""
ACROSS = 64
"""Number of tiles in a row of the atlas."""
COLOURS, LEVEL, PLAIN = 256, 6, Image.Dither.NONE


class Tiled(Struct, frozen=True):
    """A board: its picture, and its tile numbers in the atlas, row by row."""

    image: Image.Image
    tiles: tuple[int, ...]


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
        if near is not None and near.image.size == image.size:
            found, changed = [*near.tiles], differing(near.image, image)
        else:
            found, changed = [0] * (across * down), range(across * down)
        wide, high = across * TILE, down * TILE
        whole = image if image.size == (wide, high) else image.crop((0, 0, wide, high))
        data = whole.tobytes()
        for n in changed:
            first = n // across * TILE * wide + n % across * TILE
            lines = range(first, first + TILE * wide, wide)
            tile = b"".join([data[at : at + TILE] for at in lines])
            found[n] = self.tiles.setdefault(tile, len(self.tiles))
        return Tiled(image, tuple(found))

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


def differing(a: Image.Image, b: Image.Image) -> Sequence[int]:
    numbers = [Image.frombytes("L", a.size, one.tobytes()) for one in (a, b)]
    far = ImageChops.difference(*numbers).convert("F").reduce(TILE)
    return [n for n, one in enumerate(far.get_flattened_data()) if one]


def changes(board: Tiled, before: Tiled | None) -> list[int]:
    """Return the tiles of a board that differ from the board before, as triples."""
    alike = before is not None and before.image.size == board.image.size
    was: Sequence[int | None] = before.tiles if before and alike else [None] * len(board.tiles)
    found, done, end = list[int](), 0, -1
    for at, (old, new) in enumerate(zip(was, board.tiles, strict=True)):
        if old == new:
            continue
        if at == end and new == found[-1] + found[-2]:
            found[-2] += 1
        else:
            found += [at - done, 1, new]
        done = end = at + 1
    return found
