"""Desert maps and tables as plain text, and in words."""

from collections.abc import Iterator

from renderers.desert.board import MapScene, SheetScene
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.table import ruled
from renderers.toolkit.words import columns, legend, news, padded, told, wrapped


def lines(scene: MapScene, language: str, layout: TextLayout) -> Iterator[str]:
    """Yield the map with everything on it, a line each."""
    yield from wrapped(filter(None, (scene.banner, scene.status, scene.game.last.words)), layout)
    yield ""
    cell = max(map(columns, scene.cells.values())) + 1
    across, down = max(x for x, _ in scene.cells) + 1, max(y for _, y in scene.cells) + 1
    many = max(1, layout.width // cell)
    for first in range(0, across, many):
        for y in range(down):
            row = (scene.cells.get((x, y), "") for x in range(first, min(across, first + many)))
            if words := "".join(padded(word, cell) for word in row).rstrip():
                yield words
        yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def text(scene: MapScene | SheetScene, language: str, layout: TextLayout = WHOLE) -> str:
    """Return the map or the tables as lines; every fact of the picture is in it."""
    if isinstance(scene, MapScene):
        return "\n".join(lines(scene, language, layout)) + "\n"
    found = sheet(scene, layout)
    return "\n".join(found) + "\n"


def sheet(scene: SheetScene, layout: TextLayout) -> Iterator[str]:
    """Yield the tables, a line each."""
    yield from filter(None, (scene.banner, scene.status, scene.game.last.words))
    for table in scene.tables:
        yield from ("", *ruled(table, layout.width))
    if scene.notes:
        yield from ("", *wrapped(scene.notes, layout))


def alt(scene: MapScene | SheetScene, _language: str) -> str:
    """Return how the game stands, and the stacks as far as there is room; or what the tables
    are, and how many lines they have.
    """
    more = (
        scene.short
        if isinstance(scene, MapScene)
        else [f"{table.title}: {len(table.rows)}" for table in scene.tables]
    )
    return told((scene.banner, scene.status, scene.game.last.words, *more))
