"""A hex map as plain text, and in words."""

from collections.abc import Iterator, Mapping

from renderers.battleboard import text
from renderers.battleboard.text import ALT, WIDTH, columns, flow, padded
from renderers.sentences import sentences_in
from renderers.toolkit.hex_board import HexScene, place


def lines(scene: HexScene, language: str) -> Iterator[str]:
    """The map with everything on it, a line each."""
    yield from flow(scene.banner.split(" "), " ")
    yield from flow(scene.status.split(" "), " ")
    if scene.turns:
        yield from flow([scene.turns_word, *(letter for _, letter in scene.turns)], " ")
    yield ""
    c0, r0, c1, r1 = scene.window
    yield from grid(
        {(c, r): scene.cells[r - 1][c - 1] for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)},
        scene.window,
    )
    yield ""
    if scene.shades:
        signs = {sign.sprite: sign.sign for sign in scene.legend}
        tinted = {place(shade.at): signs[shade.sprite] for shade in scene.shades}
        yield from grid(
            {(c, r): tinted.get((c, r), "-") for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)},
            scene.window,
        )
        yield ""
    said = sentences_in(language)
    yield from flow(
        [said.say("text-legend"), *(f"{sign.sign} {sign.word}" for sign in scene.legend)], "   "
    )
    for fact in scene.facts:
        yield from flow(fact.split(" "), " ")


def grid(cells: Mapping[tuple[int, int], str], window: tuple[int, int, int, int]) -> Iterator[str]:
    """Cells in columns, columns and rows numbered as in the names of hexes; wide
    maps one part below the other.
    """
    c0, r0, c1, r1 = window
    cell = max(2, *map(columns, cells.values())) + 1
    many = max(1, (WIDTH - 3) // cell)
    for first in range(c0, c1 + 1, many):
        part = range(first, min(c1, first + many - 1) + 1)
        if first > c0:
            yield ""
        yield ("   " + "".join(padded(f"{c:02}", cell) for c in part)).rstrip()
        for r in range(r0, r1 + 1):
            yield f"{r:02} " + "".join(padded(cells[c, r], cell) for c in part).rstrip()


@text.board.register
def board(scene: HexScene, language: str) -> str:
    """The scene as lines; every fact of the picture is in it."""
    return "\n".join(lines(scene, language)) + "\n"


@text.alt.register
def alt(scene: HexScene, _language: str) -> str:
    """How the game stands, and the units as far as there is room."""
    turns = (
        " ".join((scene.turns_word, *(letter for _, letter in scene.turns))) if scene.turns else ""
    )
    words = (
        ". ".join(
            part.rstrip(".。") for part in (scene.banner, scene.status, turns, *scene.short) if part
        )
        + "."
    )
    return words if len(words) <= ALT else words[: ALT - 1] + "…"
