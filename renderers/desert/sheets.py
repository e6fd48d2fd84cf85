"""Tables to PNG, as wide as the pictures of maps."""

from PIL import Image

from renderers.desert.board import BANNER, STRIP, SheetScene
from renderers.desert.frame import BAR
from renderers.desert.paint import KEY, ROOM, SOFT, WORDS, banner
from renderers.toolkit.pen import write
from renderers.toolkit.sheet import EDGE, LINE, WIDTH, SheetColours, height, lay, lines_of

COLOURS = SheetColours(ROOM, BAR, WORDS, SOFT)


def draw(scene: SheetScene) -> Image.Image:
    """Return the scene in full colour."""
    notes = [line for note in scene.notes for line in lines_of(note, WIDTH - 2 * EDGE, KEY)]
    tall = (
        BANNER + STRIP + 12 + sum(height(table) for table in scene.tables) + LINE * len(notes) + 12
    )
    image = Image.new("RGB", (WIDTH, tall), ROOM)
    banner(image, scene.banner, scene.status, alarm=False)
    y = BANNER + STRIP + 12
    for table in scene.tables:
        lay(image, table, y, COLOURS)
        y += height(table)
    for note in notes:
        write(image, (EDGE, y + LINE / 2), note, KEY, SOFT)
        y += LINE
    return image
