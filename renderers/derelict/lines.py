"""The decks of a ship as plain text, and in words."""

from collections.abc import Iterator

from renderers.derelict.board import ShipScene
from renderers.sentences import sentences_in
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import ALT, legend, news, wrapped

BESIDE = 8
"""Columns of a row that are no cells: its number on both sides."""


def head(scene: ShipScene) -> tuple[str, ...]:
    """Return how the game stands: mission and turn, points, the dice that the question is about,
    and what was done last.
    """
    dice = (
        " ".join(filter(None, (unit, *(f"[{die}]" for die in thrown))))
        for unit, thrown in scene.rolls
    )
    return scene.banner, scene.status, "  ".join(dice), scene.game.last.words


def lines(scene: ShipScene, language: str, layout: TextLayout) -> Iterator[str]:
    """Yield the map with everything on it, a line each; what is too wide goes on below."""
    yield from wrapped(filter(None, head(scene)), layout)
    across = (layout.width - BESIDE) // 2
    x0, y0, x1, y1 = scene.window
    for first in range(x0, x1 + 1, across):
        part = range(first, min(x1, first + across - 1) + 1)
        columns = "    " + "".join(f"{x:>2}" if x % 2 == 0 else "  " for x in part)
        yield ""
        yield columns
        for y in range(y0, y1 + 1):
            yield f"{y:>3} " + "".join(scene.signs[y - y0][x - x0] for x in part) + f" {y}"
        yield columns
    yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def text(scene: ShipScene, language: str, layout: TextLayout = WHOLE) -> str:
    """Return the scene as lines; every fact of the picture is in it."""
    return "\n".join(line.rstrip() for line in lines(scene, language, layout)) + "\n"


def alt(scene: ShipScene, language: str) -> str:
    """Return how the game stands, all units of the reader's, and as many other facts as there
    is room for; where not all of them are there, it says so.
    """
    found = [part for part in head(scene) if part]
    if fits(*found, *scene.facts):
        return " ".join((*found, *scene.facts))
    said = sentences_in(language)
    more = said.say("alt-rest")
    mine = (
        scene.own,
        *([said.say("text-own", units=said.listed(list(names)))] for names in briefly(scene)),
    )
    found += next((own for own in mine if fits(*found, *own, more)), ())
    for fact in scene.facts:
        if fact not in scene.own:
            if not fits(*found, fact, more):
                break
            found.append(fact)
    return " ".join((*found, more))


def briefly(scene: ShipScene) -> Iterator[tuple[str, ...]]:
    """Yield the reader's units by name and cell, and by name alone."""
    yield scene.names
    yield tuple(name.split()[0] for name in scene.names)


def fits(*parts: str) -> bool:
    """Return whether an alt text has room for all of it."""
    return len(" ".join(parts)) <= ALT
