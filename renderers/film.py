"""The boards of a game as one animated GIF. Programs that can't play it show the first picture."""

import io
from collections.abc import Sequence
from itertools import groupby
from typing import Any, TypeVar

from PIL import Image

import renderers

T = TypeVar("T")

MOST = 400
"""Maximum pictures in a film. Longer games are sampled evenly, including the first and the last
picture.
"""
LARGEST = 8 * 2**20
"""Maximum bytes of a film: the limit of chats."""
SHOWN, LAST = 900, 4000
"""Milliseconds for each picture, and for the last one."""


def film_of(kind: str, views: Sequence[Any], language: str) -> bytes:
    """Return the boards of a game as a film. Repeated and omitted pictures are never drawn. Raises
    ``ValueError`` if there are no views.
    """
    return film([renderers.picture(kind, view, language) for view in thinned(changes(views))])


def film(pictures: Sequence[bytes]) -> bytes:
    """Return the boards as one GIF of at most 8 MB; the same bytes for the same pictures.

    If the film would be too large, pictures are dropped evenly. Raises ``ValueError`` if there are
    no pictures.
    """
    if not pictures:
        raise ValueError("a film has one picture at least")
    kept = thinned(changes(pictures))
    while len(made := joined(kept)) > LARGEST:
        kept = thinned(kept, max(1, len(kept) * 9 // 10))
    return made


def changes(things: Sequence[T]) -> list[T]:
    return [next(group) for _, group in groupby(things)]


def thinned(pictures: Sequence[T], most: int = MOST) -> list[T]:
    """Return at most ``most`` pictures, evenly chosen. The last is always included, and the first
    if there is room for two.
    """
    last = len(pictures) - 1
    if last < most:
        return list(pictures)
    return [pictures[last - last * k // max(1, most - 1)] for k in range(most)][::-1]


def joined(pictures: Sequence[bytes]) -> bytes:
    images = [Image.open(io.BytesIO(picture)) for picture in pictures]
    size = max(image.width for image in images), max(image.height for image in images)
    frames = [padded(image, size) for image in images]
    times = [SHOWN] * (len(frames) - 1) + [LAST]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return buffer.getvalue()


def padded(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """Pad a palette picture to a size with the colour of its own corner."""
    if image.size == size:
        return image
    ground = Image.new("P", size, image.getpixel((0, 0)))
    ground.putpalette(image.getpalette() or [])
    ground.paste(image, (0, 0))
    return ground
