"""Tables to PNG, as wide as the pictures of maps."""

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.desert.board import BANNER, STRIP, SheetScene, TableScene
from renderers.desert.paint import BAR, KEY, ROOM, SOFT, WORDS, banner
from renderers.toolkit.colours import mix
from renderers.toolkit.pen import write

WIDTH, LINE, EDGE, GAP = 1160, 36, 22, 22
SIZES = (24, 22, 20, 18, 16, 14)


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


def height(table: TableScene) -> int:
    """Return the pixels of a table with its title."""
    return LINE * (len(table.rows) + 2) + 30


def lay(image: Image.Image, table: TableScene, top: int) -> None:
    """Draw one table, its top at this pixel."""
    pen = ImageDraw.Draw(image)
    write(image, (EDGE, top + LINE / 2), table.title, 26, WORDS, bold=True)
    px, wide = fitted(table)
    for row, line in enumerate((table.heads, *table.rows)):
        y = top + LINE * (row + 1)
        if row == 0 or row % 2 == 0:
            ground = BAR if row == 0 else mix(ROOM, BAR, 128)
            pen.rectangle((EDGE - 10, y, WIDTH - EDGE + 10, y + LINE - 1), fill=ground)
        x = EDGE
        for k, word in enumerate(line):
            right = k in table.right
            shown = fonts.fit(word, wide[k], px, bold=row == 0)
            at = x + wide[k] if right else x, y + LINE / 2
            write(
                image,
                at,
                shown,
                px,
                SOFT if row == 0 else WORDS,
                bold=row == 0,
                anchor="r" if right else "l",
            )
            x += wide[k] + GAP


def draw(scene: SheetScene) -> Image.Image:
    """Return the scene in full colour."""
    tall = (
        BANNER
        + STRIP
        + 12
        + sum(height(table) for table in scene.tables)
        + LINE * len(scene.notes)
        + 12
    )
    image = Image.new("RGB", (WIDTH, tall), ROOM)
    banner(image, scene.banner, scene.status, alarm=False)
    y = BANNER + STRIP + 12
    for table in scene.tables:
        lay(image, table, y)
        y += height(table)
    for note in scene.notes:
        write(image, (EDGE, y + LINE / 2), fonts.fit(note, WIDTH - 2 * EDGE, KEY), KEY, SOFT)
        y += LINE
    return image
