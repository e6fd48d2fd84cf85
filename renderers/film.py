"""The boards of a game as one animated GIF. Programs that can't play it show the first picture."""

import io
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar

from PIL import Image

import renderers
from renderers import fonts
from renderers.toolkit import pen
from renderers.toolkit.colours import mix, palette_of

T = TypeVar("T")

MOST = 400
"""Maximum pictures in a film. Longer games are sampled evenly, including the first and the last
picture.
"""
LARGEST = 8 * 2**20
"""Maximum bytes of a film: the limit of chats."""
PACE, TITLE, LAST = 900, 2500, 4000
"""Milliseconds for each picture, for the title card, and for the last picture."""
GROUND, INK, SIZES = (21, 33, 43), (242, 246, 248), (52, 40, 32, 26, 22, 18)
"""Colours and letter sizes of the title card."""


def film_of(
    kind: str,
    views: Sequence[Any],
    language: str,
    card: Sequence[str] = (),
    pace: int = PACE,
    shown: Callable[[Iterable[Any]], Iterable[Any]] = iter,
) -> bytes:
    """Return the boards of a game as a film, after a title card of these lines. Repeated and
    omitted pictures are never drawn. ``shown`` shows the progress. Raises ``ValueError`` if there
    are no views.
    """
    scenes = changes([renderers.scene_of(kind, view, language) for view in changes(views)])
    pictures = [renderers.image(kind, scene) for scene in shown(thinned(scenes))]
    return film(pictures, [line for line in card if fonts.can_draw(line)], pace)


def film(pictures: Sequence[Image.Image], card: Sequence[str] = (), pace: int = PACE) -> bytes:
    """Return the boards as one GIF of at most 8 MB; the same bytes for the same pictures.

    If the film would be too large, pictures are dropped evenly. Raises ``ValueError`` if there are
    no pictures.
    """
    if not pictures:
        raise ValueError("a film has one picture at least")
    kept = thinned(changes(pictures))
    while len(made := joined(kept, card, pace)) > LARGEST:
        kept = thinned(kept, max(1, len(kept) * 9 // 10))
    return made


def changes(things: Sequence[T]) -> list[T]:
    return [next(group) for _, group in groupby(things)]


def thinned(pictures: Sequence[T], most: int = MOST) -> list[T]:
    """Return at most ``most`` pictures, evenly chosen."""
    last = len(pictures) - 1
    if last < most:
        return list(pictures)
    return [pictures[last - last * k // max(1, most - 1)] for k in range(most)][::-1]


def joined(pictures: Sequence[Image.Image], card: Sequence[str], pace: int) -> bytes:
    size = max(one.width for one in pictures), max(one.height for one in pictures)
    frames = [padded(image, size) for image in pictures]
    times = [pace] * (len(frames) - 1) + [max(pace, LAST)]
    if card:
        frames, times = [titled(card, size), *frames], [max(pace, TITLE), *times]
    buffer = io.BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return buffer.getvalue()


def titled(card: Sequence[str], size: tuple[int, int]) -> Image.Image:
    image, step = Image.new("RGB", size, GROUND), size[1] / (len(card) + 3)
    for n, line in enumerate(card):
        y, sizes = step * (n + 2), SIZES if n == 0 else SIZES[2:]
        pen.centred(image, y, line, sizes, INK, bold=n == 0)
    return pen.flat(image, palette_of(mix(GROUND, INK, 17 * k) for k in range(16)))


def padded(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    if image.size == size:
        return image
    ground = Image.new("P", size, image.getpixel((0, 0)))
    ground.putpalette(image.getpalette() or [])
    ground.paste(image, (0, 0))
    return ground
