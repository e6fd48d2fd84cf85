"""A hex map as plain text, and in words."""

from collections.abc import Iterator, Mapping

from renderers.ambush import tables
from renderers.ambush.board import HexScene, place
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import columns, legend, news, padded, told, wrapped


def lines(scene: HexScene, language: str, layout: TextLayout) -> Iterator[str]:
    yield from wrapped((scene.banner, scene.status, *turns(scene)), layout)
    yield ""
    c0, r0, c1, r1 = scene.text_window
    yield from grid(
        {(c, r): scene.cells[r - 1][c - 1] for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)},
        scene.text_window,
        layout.width,
    )
    yield ""
    if scene.shades:
        signs = {sign.sprite: sign.sign for sign in scene.legend}
        tinted = {place(shade.at): signs[shade.sprite] for shade in scene.shades}
        yield from grid(
            {(c, r): tinted.get((c, r), "-") for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)},
            scene.text_window,
            layout.width,
        )
        yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def turns(scene: HexScene) -> list[str]:
    if not scene.turns:
        return []
    return [" ".join((scene.turns_word, *(letter for _, letter in scene.turns)))]


def grid(
    cells: Mapping[tuple[int, int], str], window: tuple[int, int, int, int], width: int
) -> Iterator[str]:
    """Yield cells in columns, columns and rows numbered as in the names of hexes; wide
    maps one part below the other.
    """
    c0, r0, c1, r1 = window
    cell = max(2, *map(columns, cells.values())) + 1
    many = max(1, (width - 3) // cell)
    for first in range(c0, c1 + 1, many):
        part = range(first, min(c1, first + many - 1) + 1)
        if first > c0:
            yield ""
        yield ("   " + "".join(padded(f"{c:02}", cell) for c in part)).rstrip()
        for r in range(r0, r1 + 1):
            yield f"{r:02} " + "".join(padded(cells[c, r], cell) for c in part).rstrip()


def text(scene: HexScene | tables.TablesScene, language: str, layout: TextLayout = WHOLE) -> str:
    if isinstance(scene, tables.TablesScene):
        return "\n".join(tables.lines(scene, layout)) + "\n"
    return "\n".join(lines(scene, language, layout)) + "\n"


def alt(scene: HexScene | tables.TablesScene, _language: str) -> str:
    """Return how the game stands, and the units as far as there is room."""
    if isinstance(scene, tables.TablesScene):
        return tables.alt(scene)
    return told((scene.banner, scene.status, *turns(scene), *scene.short))
