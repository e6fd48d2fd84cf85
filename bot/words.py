"""The sentences of the terminal, beside those of the house and of the games."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

import renderers
from engine.referee.doors import Seen
from engine.store.history import Page
from renderers import Sentences


@cache
def words(language: str) -> Sentences:
    """Return all sentences in one language, the terminal's own among them (``bot/locale``)."""
    said = Sentences(language)
    said.read(files("bot") / "locale")
    return said


def told(pages: Iterable[Page], seen: Seen, language: str) -> list[str]:
    """Return what a viewer was told, a line for each event; ``seen`` is the game as that viewer
    may know it, for the names.
    """
    said, kind = words(language), seen.kind.name
    names = renderers.names(kind, seen.view)
    return [
        line(said, page, said.event(kind, event, seen.viewer, names))
        for page in pages
        for event in page.events
    ]


def line(said: Sentences, page: Page, text: str) -> str:
    """Return one event with the time of its bulletin (UTC)."""
    at = datetime.fromtimestamp(page.at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f"{at}  {said.say('terminal-undone', text=text) if page.undone else text}"
