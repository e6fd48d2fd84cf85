"""The terminal's sentences, in addition to those of the referee and the games."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files

from engine.referee.doors import GameView
from engine.store.history import Page
from renderers import Sentences, reading
from renderers.reading import parts


@cache
def words(language: str) -> Sentences:
    said = Sentences(language)
    said.read(files("bot") / "locale")
    return said


def told(pages: Iterable[Page], seen: GameView, language: str) -> list[str]:
    """Return a viewer's news, a line for each event; ``seen`` gives the names."""
    said = words(language)
    return [line(said, row) for row in parts.rows(said, seen, pages)]


def line(said: Sentences, row: parts.HistoryRow) -> str:
    """Return a row of a history with its time (UTC)."""
    at = datetime.fromtimestamp(row.at.at, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f"{at}  {reading.written(parts.undone(said, row))}"


def numbered(numbers: Iterable[int], lines: Iterable[str]) -> list[str]:
    """Return the lines of a history with their numbers; private lines have none."""
    known = list(numbers)
    wide = len(str(max(known, default=0)))
    return [f"{n or '·':>{wide}}  {text}" for n, text in zip(known, lines, strict=True)]
