"""Renderer of Desert: maps, tables, and the reasons for questions."""

from collections.abc import Callable
from typing import Any

from engine.games.desert import hints
from engine.games.desert.view import View
from engine.state import Seat
from renderers.desert import dossiers, mapping, sheet_words
from renderers.desert import tables as deserttables
from renderers.desert.board import MapScene, SheetScene, alt
from renderers.desert.facts import facts
from renderers.desert.paint import flat, png
from renderers.desert.tables import asks, banner, status, tables
from renderers.desert.textmap import text
from renderers.registry import PromptParts, Say
from renderers.toolkit.facts import joined

__all__ = [
    "alt",
    "asks",
    "facts",
    "flat",
    "modes",
    "names",
    "png",
    "prompt",
    "reason",
    "scene",
    "text",
    "throw",
]


def names(view: View) -> dict[Seat, str]:
    return joined(view.players)


def modes(view: View) -> tuple[str, ...]:
    return tuple(every(view))


def every(view: View) -> dict[str, Callable[[View, Say], sheet_words.Sheet]]:
    found = tables(view) | dossiers.pages(view)
    return (
        {**found, "handout": dossiers.handout}
        if view.viewer in view.seats and view.shown
        else found
    )


def scene(view: View, say: Say, mode: str = "") -> MapScene | SheetScene:
    """Return the map, or the table called ``mode``. Raises ``KeyError`` with the known modes if
    there is no such table.
    """
    if mode:
        if mode not in every(view):
            raise KeyError(f"no mode {mode!r}; there are: {', '.join(modes(view)) or 'none'}")
        known = names(view)
        shown, notes = every(view)[mode](view, say)
        return SheetScene(
            banner=banner(view, known, say),
            game=mapping.game(view, known, {}, say),
            status=status(view, known, say),
            tables=shown,
            notes=notes,
        )
    return mapping.board(view, say)


def prompt(view: View, say: Say) -> PromptParts:
    return deserttables.prompt(view, say)


def throw(key: str, say: Say) -> str:
    segment, cause, place, *rest = key.split("/")
    return say(
        "desert-throw", segment=segment, cause=cause, place=place, what=rest[0] if rest else "none"
    )


def reason(view: View, order: Any, say: Say) -> str:
    found = hints.reason(view, order)
    return say("desert-hint", **found) if found else ""
