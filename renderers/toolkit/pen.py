"""Writing, masks, tables and arrows in pictures, and saving them."""

import math
import struct
import zlib
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import Struct
from PIL import Image, ImageDraw

from renderers import fonts
from renderers.toolkit import shapes, strokes
from renderers.toolkit.colours import Colour, mix
from renderers.toolkit.scene import LastAction, Spot, TableScene
from renderers.toolkit.words import bar

Shades = bytes
"""The palette numbers of a colour on a ground, by opacity from 0 to 255 (``shades``)."""


def write(
    image: Image.Image,
    xy: tuple[float, float],
    text: str,
    px: int,
    colour: Colour | Shades,
    *,
    bold: bool = False,
    anchor: str = "l",
) -> None:
    """Write a line of text. ``xy`` is its left end, middle or right end (``anchor`` l, m, r), at
    half the height of a capital.
    """
    left = xy[0] - fonts.width(text, px, bold=bold) * {"l": 0.0, "m": 0.5, "r": 1.0}[anchor]
    (x, y, mask), _ = strokes.word(text, px, bold=bold)
    at = round(left) + x, round(xy[1] + px * 0.365) - round(px * 0.365) + y
    if isinstance(colour, bytes):
        words, touched = inked(text, px, colour, bold=bold)
        image.paste(words, at, touched)
    else:
        image.paste(colour, at, mask)


TOUCHED = bytes([0] + [255] * 255)


@lru_cache(maxsize=1_024)
def inked(text: str, px: int, colour: Shades, *, bold: bool) -> tuple[Image.Image, Image.Image]:
    """Return a text in palette numbers, and a mask of the pixels that it touches."""
    (_, _, mask), _ = strokes.word(text, px, bold=bold)
    return shapes.looked_up(mask, colour), shapes.looked_up(mask, TOUCHED)


def numbers(image: Image.Image, palette: Image.Image) -> Image.Image:
    """Return a picture as palette numbers, on which pictures and texts can be pasted quickly."""
    return Image.frombytes("L", image.size, flat(image, palette).tobytes())


def shades(ground: Colour, ink: Colour, palette: Image.Image) -> Shades:
    row, mask = (
        Image.new("RGB", (256, 1), ground),
        Image.frombytes("L", (256, 1), bytes(range(256))),
    )
    stamp(row, ink, (0, 0), mask)
    return flat(row, palette).tobytes()


def middle(image: Image.Image, xy: tuple[float, float], text: str, px: int, colour: Colour) -> None:
    write(image, xy, text, px, colour, bold=True, anchor="m")


def fitted(text: str, room: int, sizes: Sequence[int], *, bold: bool = False) -> tuple[str, int]:
    """Return the text and the first size in which it is at most ``room`` pixels wide."""
    px = next((px for px in sizes if fonts.width(text, px, bold=bold) <= room), sizes[-1])
    return fonts.fit(text, room, px, bold=bold), px


def centred(
    image: Image.Image,
    y: float,
    text: str,
    sizes: Sequence[int],
    colour: Colour | Shades,
    *,
    bold: bool = False,
    edge: int = 14,
) -> None:
    words, px = fitted(text, image.width - 2 * edge, sizes, bold=bold)
    write(image, (image.width / 2, y), words, px, colour, bold=bold, anchor="m")


def stamp(image: Image.Image, colour: Colour, at: tuple[int, int], shape: Image.Image) -> None:
    """Apply a colour through a mask. ``at`` is the mask's top left corner."""
    image.paste(colour, (*at, at[0] + shape.width, at[1] + shape.height), shape)


class Strip(Struct, frozen=True, kw_only=True):
    """The layout of a legend in pixels."""

    ground: Colour
    ink: Colour
    line: int  # height of a line
    below: int  # added to the total height
    low: int = 2  # added to the middle of a line
    px: int = 20
    left: int = 14
    right: int = 14
    indent: int = 34  # of words after their sprite
    gap: int = 24  # between entries


def legend(
    items: Sequence[tuple[str, str]],
    wide: int,
    style: Strip,
    swatch: Callable[[Image.Image, tuple[int, int], str], None],
) -> Image.Image:
    """Return a legend in lines. An entry with an empty sprite has words only. ``swatch`` draws a
    sprite at the middle of its left end.
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
    """Yield ``x, line, sprite, words`` for each entry of a legend, in lines up to ``wide``."""
    x, line = style.left, 0
    for sprite, words in items:
        short = fonts.fit(words, wide - style.left - style.right - style.indent, style.px)
        width = fonts.width(short, style.px) + (style.indent if sprite else 0)
        if x > style.left and x + width > wide - style.right:
            x, line = style.left, line + 1
        yield x, line, sprite, short
        x += width + style.gap


def flat(image: Image.Image, palette: Image.Image) -> Image.Image:
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


BAND = 32
"""Rows of a picture that are compressed together."""
ADLER = 65_521
"""The modulus of Adler-32 (RFC 1950)."""


def png(image: Image.Image, level: int) -> bytes:
    """Return a palette picture as PNG: identical bytes for identical pictures. ``level`` is
    zlib's.

    Most rows of a board look the same in the next picture. So each band of rows is compressed by
    itself and cached. The picture grows by up to a tenth.
    """
    wide, high = image.size
    pixels, palette = image.tobytes(), bytes(image.getpalette() or ())
    size = struct.pack(">II", wide, high) + b"\x08\x03\0\0\0"  # numbers of 8 bits
    parts, check = [b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", size), chunk(b"PLTE", palette)], 1
    parts.append(chunk(b"IDAT", b"\x78\x5e"))
    for start in range(0, len(pixels), wide * BAND):
        data, alone, length = band(pixels[start : start + wide * BAND], wide, level)
        parts.append(data)
        low, length = check & 0xFFFF, length % ADLER
        high_part = (length * low + (check >> 16) + (alone >> 16) - length) % ADLER
        check = high_part << 16 | (low + (alone & 0xFFFF) - 1) % ADLER
    end = b"\x03\x00" + struct.pack(">I", check)
    return b"".join([*parts, chunk(b"IDAT", end), chunk(b"IEND", b"")])


@lru_cache(maxsize=512)
def band(pixels: bytes, wide: int, level: int) -> tuple[bytes, int, int]:
    """Return rows as a chunk of a PNG, with the checksum and the length of their data."""
    rows = b"".join(b"\0" + pixels[at : at + wide] for at in range(0, len(pixels), wide))
    packer = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS, zlib.DEF_MEM_LEVEL)
    data = packer.compress(rows) + packer.flush(zlib.Z_SYNC_FLUSH)
    return chunk(b"IDAT", data), zlib.adler32(rows), len(rows)


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


WIDTH, LINE, EDGE, GAP = 1160, 36, 22, 22
SIZES = (24, 22, 20, 18, 16, 14)


class SheetColours(Struct, frozen=True):
    ground: Colour
    bar: Colour
    words: Colour
    soft: Colour


def columns_fitted(table: TableScene) -> tuple[int, list[int]]:
    lines = (table.heads, *table.rows)
    for px in SIZES:
        wide = [
            max(fonts.width(line[k], px, bold=line is table.heads) for line in lines)
            for k in range(len(table.heads))
        ]
        if sum(wide) + GAP * (len(wide) - 1) <= WIDTH - 2 * EDGE:
            break
    over = sum(wide) + GAP * (len(wide) - 1) - (WIDTH - 2 * EDGE)
    if over > 0:
        widest = wide.index(max(wide))
        wide[widest] -= over
    return px, wide


def lines_of(text: str, room: int, px: int) -> list[str]:
    """Wrap a text to a width in pixels. Words that are too long are split."""
    found = [""]
    for word in text.split(" "):
        longer = f"{found[-1]} {word}".strip()
        if found[-1] and fonts.width(longer, px) > room:
            found.append("")
            longer = word
        while fonts.width(longer, px) > room:
            cut = max(k for k in range(1, len(longer)) if fonts.width(longer[:k], px) <= room)
            found[-1], longer = longer[:cut], longer[cut:]
            found.append("")
        found[-1] = longer
    return found


class SetTable(Struct, frozen=True):
    px: int  # letter size
    wide: list[int]  # widths of the columns
    last: list[list[str]]  # lines of each row's last cell


def set_of(table: TableScene) -> SetTable:
    """Return a table's layout. Text that doesn't fit its last column continues below."""
    px, wide = columns_fitted(table)
    rows = (table.heads, *table.rows)
    return SetTable(px, wide, [lines_of(row[-1], max(wide[-1], px), px) for row in rows])


def height(table: TableScene) -> int:
    lines = sum(len(last) for last in set_of(table).last)
    return LINE * (lines + 1) + 30 + (LINE if table.filled else 0)


def lay(image: Image.Image, table: TableScene, top: int, colours: SheetColours) -> None:
    shade = mix(colours.ground, colours.bar, 128)
    pen = ImageDraw.Draw(image)
    write(image, (EDGE, top + LINE / 2), table.title, 26, colours.words, bold=True)
    shape, y = set_of(table), top + LINE
    for row, line in enumerate((table.heads, *table.rows)):
        tall = LINE * len(shape.last[row])
        if row == 0 or row % 2 == 0:
            ground = colours.bar if row == 0 else shade
            pen.rectangle((EDGE - 10, y, WIDTH - EDGE + 10, y + tall - 1), fill=ground)
        x = EDGE
        for k, word in enumerate(line):
            right, room = k in table.right, shape.wide[k]
            last = k == len(line) - 1
            words = shape.last[row] if last else [fonts.fit(word, room, shape.px, bold=row == 0)]
            for n, shown in enumerate(words):
                write(
                    image,
                    (x + room if right else x, y + LINE / 2 + n * LINE),
                    shown,
                    shape.px,
                    colours.soft if row == 0 else colours.words,
                    bold=row == 0,
                    anchor="r" if right else "l",
                )
            x += room + GAP
        y += tall
    if table.filled:
        y, room = y + 8, WIDTH - 2 * EDGE
        pen.rectangle((EDGE, y, EDGE + room, y + LINE - 16), fill=shade)
        if full := bar(table.filled, room):
            pen.rectangle((EDGE, y, EDGE + full, y + LINE - 16), fill=colours.soft)


Pixel = tuple[float, float]


def draw_last(
    image: Image.Image,
    last: LastAction,
    centre: Callable[[Spot], Pixel],
    side: int,
    colour: Colour,
    short: float = 0.16,
) -> None:
    """Draw an arrow along each path, and a ring for a path with one spot.

    ``centre`` returns the middle of a spot, and ``side`` is its width, in pixels. Arrows end before
    the middle by the fraction ``short`` of a side.
    """
    for k, way in enumerate(last.ways):
        depth = strength(k, len(last.ways))
        pixels = [centre(spot) for spot in way]
        for start, end in pairwise(pixels):
            at, mask = shaft(start, end, side, short)
            stamp(image, colour, at, shapes.faded(mask, depth))
        if len(pixels) == 1:
            x, y = pixels[0]
            at = round(x - side / 2), round(y - side / 2)
            stamp(image, colour, at, shapes.faded(ring(side), depth))


def strength(k: int, count: int) -> int:
    """Return the opacity (0 to 255) of the ``k``-th of ``count`` paths; the newest is strongest."""
    return 215 if k == count - 1 else max(80, 160 - 25 * (count - 2 - k))


@lru_cache(maxsize=16)
def ring(side: int) -> Image.Image:
    return shapes.lined(side, [shapes.circle(43)], 9)


@lru_cache(maxsize=512)
def shaft(start: Pixel, end: Pixel, side: int, short: float) -> tuple[tuple[int, int], Image.Image]:
    (x0, y0), (x1, y1) = start, end
    left, top = min(x0, x1) - side / 2, min(y0, y1) - side / 2
    size = (round(abs(x1 - x0)) + side, round(abs(y1 - y0)) + side)
    turn = math.atan2(y1 - y0, x1 - x0)
    far, near, part = math.hypot(x1 - x0, y1 - y0) - side * short, side * 0.26, side / 114
    thin, broad, neck = 7 * part, 23 * part, far - 34 * part
    upper = [(near, thin), (neck, thin), (neck, broad)]
    outline = [*((a, -b) for a, b in upper), (far, 0.0), *reversed(upper)]
    points = shapes.turned(outline, turn, x0 - left, y0 - top)
    mask = shapes.pixels(*size, [points])
    box = mask.getbbox() or (0, 0, 1, 1)
    return (round(left) + box[0], round(top) + box[1]), mask.crop(box)
