"""The header above the decks of a ship: the question, both players, the last deed and its dice."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from PIL import Image

from renderers import fonts
from renderers.derelict.lines import CrewPane, ShipScene
from renderers.derelict.sprites import CYAN, EMBER, RED, SHADE, SOFT, SPACE, WHITE, WORDS, drawn
from renderers.toolkit import shapes
from renderers.toolkit.colours import Colour, mix, rgb
from renderers.toolkit.pen import fitted, stamp, write

PANE = rgb("#20282f")
EDGE, LINE, BLOCK, CREW, DIE, GAP = 12, 46, 68, 58, 38, 8
"""The margin, the heights of the parts, and the gap between them, in pixels."""
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((27, 27), (50, 50), (73, 73)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((27, 27), (73, 27), (50, 50), (27, 73), (73, 73)),
    6: ((27, 24), (73, 24), (27, 50), (73, 50), (27, 76), (73, 76)),
}


def colours() -> Iterator[Colour]:
    for one, other in (*combinations((PANE, WORDS, SOFT), 2), (RED, WHITE), (EMBER, SHADE)):
        yield from (mix(one, other, 255 * k // 5) for k in range(6))
    yield from (mix(PANE, other, 128) for other in (EMBER, SPACE))


def parts(scene: ShipScene, wide: int) -> list[Image.Image]:
    """Return the parts of the header, from the top."""
    found = [heading(scene, wide), crews(scene.crews, wide)]
    return [*found, line(" ".join(scene.notes), wide)]


def heading(scene: ShipScene, wide: int) -> Image.Image:
    """Draw mission, turn and thrown dice above the question, or without a question the state of
    the game. The question is yellow in a regular turn, red in an interruption.
    """
    image = Image.new("RGB", (wide, LINE + BLOCK + GAP), SPACE)
    top = image.height - BLOCK - GAP
    ground, ink = PANE, WORDS
    if scene.question:
        ground, ink = (RED, WHITE) if scene.interrupts else (EMBER, SHADE)
    words, px = fitted(scene.heading, rolls(image, scene.rolls) - 2 * EDGE, (26, 24))
    write(image, (EDGE, LINE / 2 + 2), words, px, SOFT)
    stamp(image, ground, (EDGE, top), shapes.rounded(wide - 2 * EDGE, BLOCK, 12))
    words, px = fitted(
        scene.question or scene.banner, wide - 2 * EDGE - 36, tuple(range(38, 23, -2)), bold=True
    )
    write(image, (EDGE + 18, top + BLOCK / 2), words, px, ink, bold=True)
    return image


def crews(panes: tuple[CrewPane, ...], wide: int) -> Image.Image:
    """Draw both players with their units as sprites and other resources in words."""
    image = Image.new("RGB", (wide, CREW + GAP), SPACE)
    left, room = EDGE, wide - 2 * EDGE - GAP * (len(panes) - 1)
    weights = [2 + len(one.words) // 2 for one in panes]
    for one, weight in zip(panes, weights, strict=True):
        part = room * weight // sum(weights)
        crew(image, left, part, one)
        left += part + GAP
    return image


def crew(image: Image.Image, left: int, room: int, one: CrewPane) -> None:
    """Draw a player's pane. Resources are at its right end; the name gets the remaining space."""
    stamp(image, PANE, (left, 0), shapes.rounded(room, CREW, 10))
    if one.acts:
        stamp(image, EMBER, (left, 0), shapes.rounded(room, CREW, 10, 3))
    right = left + room - 14
    for words in reversed(one.words):
        write(image, (right, CREW / 2), words, 24, WORDS, anchor="r")
        right -= round(fonts.width(words, 24)) + 14
    for sprite, count in reversed(one.counts):
        write(image, (right, CREW / 2), str(count), 26, WORDS, bold=True, anchor="r")
        right -= round(fonts.width(str(count), 26, bold=True)) + 44
        cut = drawn(sprite, 180 if sprite != "blip" else 0, 40)
        image.paste(cut, (right, (CREW - 40) // 2), cut)
        right -= 8
    name, px = fitted(one.name, right - left - 20, (28, 26, 24), bold=True)
    write(image, (left + 16, CREW / 2), name, px, EMBER if one.acts else WORDS, bold=True)


def rolls(image: Image.Image, thrown: Iterable[tuple[str, tuple[int, ...]]]) -> int:
    """Draw the thrown dice at the right of the first line, each group after the name of its
    thrower. Returns where they begin.
    """
    x, y = image.width - EDGE, LINE // 2 + 2
    for name, dice in reversed(list(thrown)):
        for value in reversed(dice):
            cut = die(value)
            x -= cut.width + 6
            image.paste(cut, (x, y - cut.height // 2), cut)
        x -= round(fonts.width(name, 26, bold=True)) + 10
        write(image, (x, y), name, 26, WORDS, bold=True)
        x -= 18
    return x


@lru_cache(maxsize=6)
def die(value: int) -> Image.Image:
    """Return a die. Don't draw on it."""
    n, box = DIE, shapes.points("14,4 86,4 96,14 96,86 86,96 14,96 4,86 4,14")
    pips = [shapes.disc(x, y, 10) for x, y in PIPS[value]]
    return shapes.layered(
        n,
        (shapes.filled(n, [box], 4), CYAN),
        (shapes.filled(n, [box]), WHITE),
        (shapes.filled(n, pips), SHADE),
    )


def line(words: str, wide: int) -> Image.Image:
    image = Image.new("RGB", (wide, LINE - 4), SPACE)
    short, px = fitted(words, wide - 2 * EDGE, (26, 25, 24))
    write(image, (EDGE, image.height / 2), short, px, WORDS)
    return image
