"""What every picture is written, stamped and saved with."""

import io
from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from PIL import Image, ImageDraw

from renderers import fonts
from renderers.toolkit.colours import Colour


def write(
    image: Image.Image,
    xy: tuple[float, float],
    text: str,
    px: int,
    colour: Colour,
    *,
    bold: bool = False,
    anchor: str = "l",
) -> None:
    """Write a line of text; ``xy`` is its left end, middle or right end (``anchor``
    l, m, r), halfway up a capital.
    """
    pen = ImageDraw.Draw(image)
    x = xy[0] - fonts.width(text, px, bold=bold) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
    base = xy[1] + px * 0.365
    for run, font in fonts.runs(text, px, bold=bold):
        pen.text((round(x), round(base)), run, font=font, fill=colour, anchor="ls")
        x += font.getlength(run)


def middle(image: Image.Image, xy: tuple[float, float], text: str, px: int, colour: Colour) -> None:
    write(image, xy, text, px, colour, bold=True, anchor="m")


def fitted(text: str, room: int, sizes: Sequence[int], *, bold: bool = False) -> tuple[str, int]:
    """Return the text and the first of these sizes in which it is at most ``room`` pixels wide;
    shortened to that in the last one.
    """
    px = next((px for px in sizes if fonts.width(text, px, bold=bold) <= room), sizes[-1])
    return fonts.fit(text, room, px, bold=bold), px


def centred(
    image: Image.Image,
    y: float,
    text: str,
    sizes: Sequence[int],
    colour: Colour,
    *,
    bold: bool = False,
    edge: int = 14,
) -> None:
    """Write a line of text in the middle of the picture's width, in the first size that fits."""
    words, px = fitted(text, image.width - 2 * edge, sizes, bold=bold)
    write(image, (image.width / 2, y), words, px, colour, bold=bold, anchor="m")


def stamp(image: Image.Image, colour: Colour, at: tuple[int, int], shape: Image.Image) -> None:
    """Put colour through a mask, whose top left comes to lie at ``at``."""
    image.paste(colour, (*at, at[0] + shape.width, at[1] + shape.height), shape)


class Strip(Struct, frozen=True, kw_only=True):
    """How a legend is set, in pixels: its ``line``s, words ``indent`` behind the start of their
    sprite, ``gap`` between entries, ``low`` and ``below`` what is added to the middle of a line
    and to the height of all.
    """

    ground: Colour
    ink: Colour
    line: int
    below: int
    low: int = 2
    px: int = 20
    left: int = 14
    right: int = 14
    indent: int = 34
    gap: int = 24


def legend(
    items: Sequence[tuple[str, str]],
    wide: int,
    style: Strip,
    swatch: Callable[[Image.Image, tuple[int, int], str], None],
) -> Image.Image:
    """Return a strip of sprites with their words in lines, or of words alone where a sprite is
    "". ``swatch`` draws a sprite whose left end has its middle at a pixel.
    """
    entries = list(placed(items, wide, style))
    lines = entries[-1][1] + 1 if entries else 1
    image = Image.new("RGB", (wide, style.line * lines + style.below), style.ground)
    for x, line, sprite, words in entries:
        y = line * style.line + style.line // 2 + style.low
        if sprite:
            swatch(image, (x, y), sprite)
            x += style.indent
        write(image, (x, y), words, style.px, style.ink)
    return image


def placed(
    items: Sequence[tuple[str, str]], wide: int, style: Strip
) -> Iterator[tuple[int, int, str, str]]:
    """Yield ``x, line, sprite, words`` of each entry of a legend, in lines up to ``wide``."""
    x, line = style.left, 0
    for sprite, words in items:
        short = fonts.fit(words, wide - style.left - style.right - style.indent, style.px)
        width = fonts.width(short, style.px) + (style.indent if sprite else 0)
        if x > style.left and x + width > wide - style.right:
            x, line = style.left, line + 1
        yield x, line, sprite, short
        x += width + style.gap


def png(image: Image.Image, palette: Image.Image, level: int) -> bytes:
    """Return a palette PNG: identical bytes for identical pictures. ``level`` is zlib's."""
    buffer = io.BytesIO()
    flat = image.quantize(palette=palette, dither=Image.Dither.NONE)
    flat.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()
