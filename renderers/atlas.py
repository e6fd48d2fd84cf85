"""Many similar boards as one picture that holds each tile once.

A board is a list of tile numbers.
"""

import io
from collections.abc import Sequence

from msgspec import Struct
from PIL import Image

TILE = 24
"""Pixels of a tile's side. Smaller tiles make the atlas smaller and the lists longer."""
ACROSS = 64
"""Number of tiles in a row of the atlas."""
COLOURS = 256


class Tiled(Struct, frozen=True):
    """A board of ``width`` by ``height`` pixels: its tile numbers in the atlas, row by row. Tiles
    that reach beyond the right or bottom edge are cropped.
    """

    width: int
    height: int
    tiles: tuple[int, ...]


class Atlas:
    def __init__(self) -> None:
        self.tiles: dict[bytes, int] = {}

    def add(self, png: bytes) -> Tiled:
        image = Image.open(io.BytesIO(png)).convert("RGB")
        found = [
            self.tiles.setdefault(image.crop((x, y, x + TILE, y + TILE)).tobytes(), len(self.tiles))
            for y in range(0, image.height, TILE)
            for x in range(0, image.width, TILE)
        ]
        return Tiled(image.width, image.height, tuple(found))

    def png(self) -> bytes:
        """Return the atlas with one palette for all tiles; the same bytes for the same tiles."""
        rows = max(1, -(-len(self.tiles) // ACROSS))
        image = Image.new("RGB", (ACROSS * TILE, rows * TILE))
        for tile, n in self.tiles.items():
            place = n % ACROSS * TILE, n // ACROSS * TILE
            image.paste(Image.frombytes("RGB", (TILE, TILE), tile), place)
        buffer = io.BytesIO()
        palette = image.quantize(COLOURS, dither=Image.Dither.NONE)
        palette.save(buffer, "PNG", optimize=True)
        return buffer.getvalue()


def changes(board: Tiled, before: Tiled | None) -> list[int]:
    """Return the tiles of a board that differ from the board before, as triples.

    Each has the number of unchanged tiles, the number of changed ones after them, and the first new
    tile. The others count up by one from it.
    """
    alike = before is not None and (before.width, before.height) == (board.width, board.height)
    was: Sequence[int | None] = before.tiles if before and alike else [None] * len(board.tiles)
    found, done, at = list[int](), 0, 0
    while at < len(board.tiles):
        if was[at] == board.tiles[at]:
            at += 1
            continue
        end = at + 1
        while end < len(board.tiles) and board.tiles[end] == board.tiles[at] + end - at:
            end += 1
        found += [at - done, end - at, board.tiles[at]]
        done = at = end
    return found
