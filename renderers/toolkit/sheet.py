"""Tables to pictures, below each other and as wide as a map."""

from msgspec import Struct
from PIL import Image, ImageDraw

from renderers import fonts
from renderers.toolkit.colours import Colour, mix
from renderers.toolkit.pen import write
from renderers.toolkit.scene import TableScene
from renderers.toolkit.table import bar

WIDTH, LINE, EDGE, GAP = 1160, 36, 22, 22
SIZES = (24, 22, 20, 18, 16, 14)


class SheetColours(Struct, frozen=True):
    ground: Colour
    bar: Colour
    words: Colour
    soft: Colour


def fitted(table: TableScene) -> tuple[int, list[int]]:
    """Return the size of the letters, and the width of each column: as large as
    the width of the picture allows.
    """
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
    """Return a text in lines that fit into so many pixels; words that do not fit are cut."""
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
    """A table as it is set: size of the letters, width of each column, the lines of the last cell
    of each row.
    """

    px: int
    wide: list[int]
    last: list[list[str]]


def set_of(table: TableScene) -> SetTable:
    """Return a table as it is set; what does not fit into its last column goes on below."""
    px, wide = fitted(table)
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
