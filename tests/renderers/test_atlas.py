"""The atlas of a replay: every board can be put together again from its tiles."""

import io
import random

from PIL import Image

from renderers.atlas import ACROSS, TILE, Atlas, Tiled, changes


def palette_picture(rng: random.Random, size: tuple[int, int]) -> Image.Image:
    image = Image.new("P", size)
    image.putpalette([rng.randrange(256) for _ in range(3 * 256)])
    return image


def put_together(atlas: Image.Image, board: Tiled) -> Image.Image:
    wide, high = board.size
    image, across = Image.new("P", (wide, high)), -(-wide // TILE)
    for k, n in enumerate(board.tiles):
        x, y = n % ACROSS * TILE, n // ACROSS * TILE
        image.paste(atlas.crop((x, y, x + TILE, y + TILE)), (k % across * TILE, k // across * TILE))
    return image


def test_a_board_of_which_single_pixels_changed_is_that_board() -> None:
    rng, atlas = random.Random(4), Atlas()
    boards, known = list[tuple[bytes, Tiled]](), None
    image = palette_picture(rng, (100, 70))
    for _ in range(60):
        for _ in range(rng.randrange(3)):
            image.putpixel((rng.randrange(100), rng.randrange(70)), rng.randrange(256))
        known = atlas.add(image.copy(), known)
        boards.append((image.tobytes(), known))
    whole = Image.open(io.BytesIO(atlas.png()))
    assert [put_together(whole, board).tobytes() for _, board in boards] == [
        pixels for pixels, _ in boards
    ]
    assert len(atlas.tiles) < 60 * 2 + 15, "what has not changed is there once"
    assert changes(boards[1][1], boards[0][1]) != changes(boards[1][1], None)
